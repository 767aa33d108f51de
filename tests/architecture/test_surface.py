"""The surface: public names are listed and explained, and importing them is cheap."""

from __future__ import annotations

import ast
import importlib
import inspect
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jedi
import pytest

import costcurves as cc
from tests.architecture.layers import HEAVY
from tests.architecture.sources import files, public_definitions, tree
from tests.members import each
from tests.public import NAMESPACES, public

if TYPE_CHECKING:
    from collections.abc import Callable

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


def test_public_definitions_and_names_say_what_they_are() -> None:
    said = {f"{file}: module": ast.get_docstring(tree(file)) for file in files()}
    said |= {
        f"{file}: {name}": ast.get_docstring(node)
        for file in files()
        for name, node in public_definitions(file)
    }
    named = {name: one for name, one in public().items() if inspect.isclass(one) or inspect.isroutine(one)}
    said |= {name: inspect.getdoc(value) for name, value in named.items()}
    faults = {name: wrong_with(docstring) for name, docstring in said.items()}
    assert {name: fault for name, fault in faults.items() if fault} == {}
    assert [name for name, value in named.items() if not value.__module__.startswith("costcurves")] == []


def test_few_names_stand_at_the_top_and_each_has_one_place() -> None:
    assert 0 < len(NAMES) <= 45
    assert set(NAMESPACES) <= set(NAMES) <= set(dir(cc))
    names = Counter(name.rpartition(".")[2] for name in public() if not name.startswith("examples."))
    assert [name for name, count in names.items() if count > 1] == []
    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        _ = cc.no_such_name  # type: ignore[attr-defined]  # that is the test


def test_public_names_stand_in_the_stub_alone() -> None:
    """Nothing but the stub says where a name lives, and none is hidden by a module beside it."""
    for space in (cc, *(getattr(cc, name) for name in NAMESPACES)):
        folder = Path(str(space.__file__)).parent
        beside = {path.stem for path in folder.iterdir()} - set(NAMESPACES if space is cc else ())
        assert space.__all__ == sorted(space.__all__), space
        assert set(space.__all__).isdisjoint(beside), space
        for name in space.__all__:
            assert getattr(space, name) is getattr(space, name), name
            assert vars(space)[name] is getattr(space, name), name


def test_editors_complete_names_that_load_on_first_use() -> None:
    def completed(code: str) -> set[str]:
        return {found.name for found in jedi.Script(code).complete()}

    assert set(NAMES) <= completed("import costcurves as cc\ncc.")
    for space in NAMESPACES:
        names = set(importlib.import_module(f"costcurves.{space}").__all__)
        assert names <= completed(f"import costcurves as cc\ncc.{space}."), space
    assert {"decide", "compare", "report"} <= completed("import costcurves as cc\ncc.evaluate([1], {}).")


def test_entry_points_survive_the_import_of_every_module() -> None:
    """A package that bears the name of a public function would replace it when imported."""
    code = """
import importlib, pkgutil
import costcurves as cc
for found in pkgutil.walk_packages(cc.__path__, "costcurves."):
    if not found.name.endswith("__main__"):
        importlib.import_module(found.name)
labels, scores = [1, 0, 1, 0], [0.9, 0.4, 0.6, 0.5]
cc.evaluate(labels, {"m": scores})
cc.evaluate_points({"m": (0.1, 0.8)})
cc.evaluate_counts({"m": ([1], [3], [2])})
print(cc.tally(labels, scores).prevalence, cc.roc_curve(labels, scores).auc, cc.cost_curve(labels, scores).area)
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["0.5", "1.0", "0.0"]


#: What callers name, whatever it is of.
NAMED = ("rule", "criterion", "level", "seed")
#: What takes a rule and nothing else is about that rule.
ABOUT_A_RULE = ("rules.excess", "curves.CurveKind.is_of_rule")


def public_callables() -> dict[str, Callable[..., Any]]:
    """Return public functions, and public methods of public classes; constructors of values are fields."""
    found: dict[str, Callable[..., Any]] = {}
    for name, value in public().items():
        if inspect.isclass(value):
            for own in (own for own in dir(value) if not own.startswith("_")):
                static = inspect.getattr_static(value, own)
                method = getattr(static, "__func__", static)
                if inspect.isfunction(method) and method.__module__.startswith("costcurves"):
                    found[f"{name}.{own}"] = method
        elif inspect.isroutine(value):
            found[name] = value
    return found


PARAMETERS = [
    (name, parameter)
    for name, value in public_callables().items()
    for parameter in inspect.signature(value).parameters.values()
]


def fault(name: str, parameter: inspect.Parameter) -> str:
    """What a signature leaves to guesses: anything goes, a bare True, a rule or level by its place alone."""
    if parameter.kind is parameter.VAR_KEYWORD:
        return "takes any name"
    if parameter.kind is parameter.KEYWORD_ONLY:
        return ""
    if isinstance(parameter.default, bool):
        return "takes a boolean without a name"
    if parameter.name in NAMED and name not in ABOUT_A_RULE:
        return f"takes {parameter.name} by its place"
    return ""


def test_signatures_say_everything() -> None:
    assert len(PARAMETERS) > 500
    # Of the code itself: `__signature__` may show what it likes.
    codes = {name: getattr(value, "__code__", None) for name, value in public_callables().items()}
    open_ended = [name for name, code in codes.items() if code and code.co_flags & inspect.CO_VARKEYWORDS]
    assert open_ended == []
    faults = {f"{name}({parameter.name})": fault(name, parameter) for name, parameter in PARAMETERS}
    assert {place: fault for place, fault in faults.items() if fault} == {}


@each(
    "code",
    [
        "import costcurves",
        "import costcurves as cc; [dir(getattr(cc, name)) for name in cc.__all__]",
        "import costcurves as cc; cc.cost_curve([0, 1, 0, 1], [0.1, 0.4, 0.5, 0.8]).area",
    ],
    ids=["the package", "every public name", "a cost curve of arrays"],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(code: str) -> None:
    code += f"; import sys; print([name for name in {sorted(HEAVY)} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"
