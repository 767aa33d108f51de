"""The layers hold: imports point to the ground, modules and functions stay small, names say something."""

from __future__ import annotations

import ast
import graphlib
import statistics
import sys
from pathlib import PurePosixPath

from tests.architecture.layers import (
    BANNED_NAMES,
    LAYERS,
    LIBRARIES,
    LONGEST_BODY,
    LONGEST_MODULE,
    MEDIAN_MODULE,
    covers,
    rank,
)
from tests.architecture.sources import body_length, files, functions, imports, target, text, tree


def test_every_module_has_a_layer_and_every_layer_modules() -> None:
    assert [file for file in files() if rank(file) is None] == []
    assert [entry for entry, _ in LAYERS if not any(covers(entry, file) for file in files())] == []


def test_imports_point_to_the_ground() -> None:
    wrong = [
        f"{file}:{found.line} imports {target(found)}"
        for file in files()
        for found in imports(file)
        if found.is_own and not below(target(found), file)
    ]
    assert wrong == []


def below(module: str, file: str) -> bool:
    """Whether a module stands in the layer of a file, or in one before it."""
    own, other = rank(file), rank(module)
    return own is not None and other is not None and other <= own


def test_no_circle_of_imports() -> None:
    """Imports for the type checker count: a signature that names what stands above points there, too."""
    graph = {file: {target(i) for i in imports(file) if i.is_own} - {file} for file in files()}
    graphlib.TopologicalSorter(graph).prepare()  # raises CycleError and names the circle


def test_libraries_stay_where_they_belong() -> None:
    wrong = [
        f"{file}:{found.line} imports {found.parts[0]}"
        for file in files()
        for found in imports(file)
        if not found.is_own
        and found.parts[0] not in sys.stdlib_module_names
        and not any(covers(entry, file) for entry in LIBRARIES.get(found.parts[0], ()))
    ]
    assert wrong == [], "LIBRARIES does not let these modules import these"


def test_nobody_reaches_into_private_parts() -> None:
    def is_private(part: str) -> bool:
        return part.startswith("_") and not part.startswith("__")

    # A package `_ground` is private to costcurves, not to its neighbours; a name `_within` a module is.
    wrong = [
        f"{file}:{found.line}"
        for file in files()
        for found in imports(file)
        if any(
            map(is_private, [found.name] if found.is_own and found.module != "costcurves" else found.parts)
        )
        and found.parts[:2] != ["costcurves", "_ground"]
    ]
    assert wrong == []


def test_modules_and_bodies_stay_small() -> None:
    lines = {file: len(text(file).splitlines()) for file in files()}
    assert {file: count for file, count in lines.items() if count > LONGEST_MODULE} == {}
    assert statistics.median(lines.values()) <= MEDIAN_MODULE
    bodies = {f"{file}:{one.name}": body_length(one) for file in files() for one in functions(file)}
    assert {name: length for name, length in bodies.items() if length > LONGEST_BODY} == {}


def test_module_names_say_what_is_inside() -> None:
    parts = {part.strip("_") for file in files() for part in PurePosixPath(file).with_suffix("").parts}
    parts -= {"main"}  # the name is Python's
    assert parts & BANNED_NAMES == set()


def test_no_file_name_stands_for_two_things() -> None:
    stems = [PurePosixPath(file).stem for file in files() if not file.endswith("__init__.py")]
    assert sorted({stem for stem in stems if stems.count(stem) > 1}) == []


def test_no_class_name_stands_for_two_things() -> None:
    names = [node.name for file in files() for node in ast.walk(tree(file)) if isinstance(node, ast.ClassDef)]
    assert sorted({name for name in names if names.count(name) > 1}) == []
