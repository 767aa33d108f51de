"""The layers hold: imports point to the ground, modules and functions stay small, names say something."""

from __future__ import annotations

import ast
import graphlib
import re
import statistics
import sys
from collections import Counter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

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
from tests.architecture.sources import Import, body_length, files, functions, imports, target, text, tree

if TYPE_CHECKING:
    from collections.abc import Iterator


def wrong_with(file: str, found: Import) -> Iterator[str]:
    """What is wrong with an import: it points upwards, to a library that has no business here, to something private."""
    if found.is_own:
        own, other = rank(file), rank(target(found))
        if own is None or other is None or other > own:
            yield "stands above"
    elif found.parts[0] not in sys.stdlib_module_names and not any(
        covers(entry, file) for entry in LIBRARIES.get(found.parts[0], ())
    ):
        yield "LIBRARIES does not allow it here"
    # A package `_ground` is private to costcurves, not to its neighbours; a name `_within` a module is.
    inside = found.is_own and found.module != "costcurves"
    private = [part for part in ([found.name] if inside else found.parts) if re.match("_(?!_)", part)]
    if private and found.parts[:2] != ["costcurves", "_ground"]:
        yield "is private"


def test_imports_point_to_the_ground() -> None:
    assert [file for file in files() if rank(file) is None] == []
    assert [entry for entry, _ in LAYERS if not any(covers(entry, file) for file in files())] == []
    wrong = [
        f"{file}:{found.line} imports {'.'.join(found.parts)}, which {fault}"
        for file in files()
        for found in imports(file)
        for fault in wrong_with(file, found)
    ]
    assert wrong == []


def test_no_circle_of_imports() -> None:
    """Imports for the type checker count: a signature that names what stands above points there, too."""
    graph = {file: {target(i) for i in imports(file) if i.is_own} - {file} for file in files()}
    graphlib.TopologicalSorter(graph).prepare()  # raises CycleError and names the circle


def test_modules_and_bodies_stay_small() -> None:
    lines = {file: len(text(file).splitlines()) for file in files()}
    assert {file: count for file, count in lines.items() if count > LONGEST_MODULE} == {}
    modules = [count for file, count in lines.items() if not file.endswith("__init__.py")]
    assert statistics.median(modules) <= MEDIAN_MODULE
    bodies = {f"{file}:{one.name}": body_length(one) for file in files() for one in functions(file)}
    assert {name: length for name, length in bodies.items() if length > LONGEST_BODY} == {}


def test_names_say_what_is_inside_and_stand_for_one_thing() -> None:
    parts = {part.strip("_") for file in files() for part in PurePosixPath(file).with_suffix("").parts}
    assert (parts - {"main"}) & BANNED_NAMES == set()  # `__main__` is Python's name
    stems = Counter(PurePosixPath(file).stem for file in files() if not file.endswith("__init__.py"))
    assert [stem for stem, count in stems.items() if count > 1] == []
    classes = Counter(
        node.name for file in files() for node in ast.walk(tree(file)) if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in classes.items() if count > 1] == []
