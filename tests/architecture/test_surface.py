"""The surface: public names are listed and explained, and importing them is cheap."""

from __future__ import annotations

import ast
import importlib
import inspect
import subprocess
import sys

import pytest

import costcurves as cc
from tests.architecture.layers import HEAVY
from tests.architecture.sources import files, imports, public_definitions, tree

NAMES: list[str] = list(getattr(cc, "__all__", []))


def wrong_with(docstring: str | None) -> str:
    """What a docstring lacks: it opens with one sentence on one line, then a blank line if more follows."""
    first, *rest = (docstring or "").split("\n")
    if not first.strip():
        return "no first line"
    if not first.rstrip().endswith((".", "?")):
        return f"the first line is no sentence: {first!r}"
    if first[0].isalpha() and first[0].islower():
        return f"the first line starts small: {first!r}"
    return "text follows the first line at once" if rest and rest[0].strip() else ""


@pytest.mark.parametrize("file", files())
def test_public_definitions_say_what_they_are(file: str) -> None:
    named = [("module", ast.get_docstring(tree(file)))]
    named += [(name, ast.get_docstring(node)) for name, node in public_definitions(file)]
    faults = {name: wrong_with(docstring) for name, docstring in named}
    assert {name: fault for name, fault in faults.items() if fault} == {}


def test_private_functions_have_a_line_too() -> None:
    bare = [
        f"{file}:{node.lineno}"
        for file in files()
        for node in ast.walk(tree(file))
        if isinstance(node, (ast.FunctionDef, ast.ClassDef))
        and not (node.name.startswith("__") and node.name.endswith("__"))
        and node in tree(file).body
        and ast.get_docstring(node) is None
    ]
    assert bare == []


def test_public_names_are_listed_once() -> None:
    assert NAMES
    assert len(set(NAMES)) == len(NAMES)
    assert set(NAMES) <= set(dir(cc))


def test_list_and_imports_of_the_surface_agree() -> None:
    shown = [found for found in imports("__init__.py") if found.is_own and found.name]
    assert sorted(found.name for found in shown) == sorted(NAMES)
    homes = {found.name: importlib.import_module(found.module) for found in shown}
    astray = [name for name, home in homes.items() if getattr(cc, name) is not getattr(home, name)]
    assert astray == []


def test_unknown_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        cc.no_such_name  # noqa: B018


@pytest.mark.parametrize("name", sorted(NAMES))
def test_public_names_are_documented(name: str) -> None:
    value = getattr(cc, name)
    if inspect.isclass(value) or inspect.isroutine(value):
        assert wrong_with(inspect.getdoc(value)) == ""
        assert value.__module__.startswith("costcurves")


@pytest.mark.parametrize("name", sorted(NAMES))
def test_public_booleans_are_named_by_the_caller(name: str) -> None:
    value = getattr(cc, name)
    if not inspect.isroutine(value):
        return
    unnamed = [
        parameter.name
        for parameter in inspect.signature(value).parameters.values()
        if isinstance(parameter.default, bool) and parameter.kind is not parameter.KEYWORD_ONLY
    ]
    assert unnamed == []


@pytest.mark.parametrize(
    "code",
    [
        "import costcurves",
        "import costcurves as cc; [getattr(cc, name) for name in cc.__all__]",
        "import costcurves as cc; cc.cost_curve([0, 1, 0, 1], [0.1, 0.4, 0.5, 0.8]).area",
    ],
    ids=["the package", "every public name", "a cost curve of arrays"],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(code: str) -> None:
    code += f"; import sys; print([name for name in {sorted(HEAVY)} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"
