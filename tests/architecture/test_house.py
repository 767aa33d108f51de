"""The house stands: imports point to the ground, modules and functions stay small, names say something."""

from __future__ import annotations

import graphlib
import statistics
import sys
from pathlib import PurePosixPath

import pytest

from tests.architecture.sources import body_length, files, functions, imports, target, text
from tests.architecture.strata import (
    BANNED_NAMES,
    LIBRARIES,
    LONGEST_BODY,
    LONGEST_MODULE,
    MEDIAN_MODULE,
    STRATA,
    covers,
    rank,
)


def test_every_module_has_one_place() -> None:
    entries = [entry for _, modules in STRATA for entry in modules]
    assert len(entries) == len(set(entries))
    assert [file for file in files() if rank(file) is None] == []


@pytest.mark.parametrize("file", files())
def test_imports_point_to_the_ground(file: str) -> None:
    place = rank(file)
    assert place is not None, f"{file} is not in the table of strata"
    own = {(found.line, target(found)) for found in imports(file) if found.is_own and not found.for_types}
    homeless = [f"line {line}: {module}" for line, module in sorted(own) if rank(module) is None]
    assert homeless == [], "these are not in the table of strata"
    wrong = [f"line {line}: {module}" for line, module in sorted(own) if (rank(module) or 0) > place]
    assert wrong == [], f"these stand after {file} in the table of strata"


def test_no_circle_of_imports() -> None:
    graph = {
        file: {target(i) for i in imports(file) if i.is_own and not i.for_types} - {file} for file in files()
    }
    graphlib.TopologicalSorter(graph).prepare()  # raises CycleError and names the circle


@pytest.mark.parametrize("file", files())
def test_libraries_stay_where_they_belong(file: str) -> None:
    outside = {found.parts[0] for found in imports(file) if not found.is_own} - sys.stdlib_module_names
    wrong = {name for name in outside if not any(covers(entry, file) for entry in LIBRARIES.get(name, ()))}
    assert wrong == set(), "LIBRARIES does not let this module import these"


@pytest.mark.parametrize("file", files())
def test_nobody_reaches_into_private_parts(file: str) -> None:
    def is_private(part: str) -> bool:
        return part.startswith("_") and not part.startswith("__")

    foreign = [i for i in imports(file) if not i.is_own and any(map(is_private, i.parts))]
    # A module `_arrays` is private to the package, not to its neighbours; a name `_within` a module is.
    own = [i for i in imports(file) if i.is_own and is_private(i.name) and i.module != "costcurves"]
    assert foreign == []
    assert own == []


@pytest.mark.parametrize("file", files())
def test_modules_and_bodies_stay_small(file: str) -> None:
    lines = len(text(file).splitlines())
    assert lines <= LONGEST_MODULE
    bodies = {function.name: body_length(function) for function in functions(file)}
    assert {name: length for name, length in bodies.items() if length > LONGEST_BODY} == {}


def test_the_usual_module_is_smaller_still() -> None:
    median = statistics.median(len(text(file).splitlines()) for file in files())
    assert median <= MEDIAN_MODULE


def test_module_names_say_what_is_inside() -> None:
    parts = {part.strip("_") for file in files() for part in PurePosixPath(file).with_suffix("").parts}
    parts -= {"main"} if "__main__.py" in files() else set()  # the name is Python's
    assert parts & BANNED_NAMES == set()
