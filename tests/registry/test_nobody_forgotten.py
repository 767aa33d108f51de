"""A row that is defined somewhere is listed, listed once, and says what it is."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import types
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.criteria.criterion import Criterion
from costcurves.criteria.criterion_table import CRITERIA
from costcurves.curves.kind import CurveKind
from costcurves.curves.over_condition import OverConditions
from costcurves.curves.over_depth import OverDepth
from costcurves.curves.over_threshold import OverMeasure, OverThreshold
from costcurves.curves.registry import CURVES
from costcurves.inference.costs.crossfit import CrossFitted
from costcurves.measures.confusion_measures import MEASURES, Measure
from costcurves.measures.summaries import SUMMARIES, Summary
from costcurves.rules.averages import AVERAGES
from costcurves.rules.driven_rules import RULES
from costcurves.rules.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Doors and pictures define no rows, and importing them costs time.
ELSEWHERE = (
    "costcurves.cli",
    "costcurves.io",
    "costcurves.charts",
    "costcurves.__main__",
)


def modules() -> Iterator[types.ModuleType]:
    """Every module that may define a row."""
    for found in pkgutil.walk_packages(cc.__path__, "costcurves."):
        if not found.name.startswith(ELSEWHERE):
            yield importlib.import_module(found.name)


def strays(where: Iterable[types.ModuleType], kind: type, listed: Iterable[Any]) -> list[str]:
    """Names of module-level values of a row type, bare or in a tuple, that are not listed."""
    known = list(map(id, listed))
    found = []
    for module in where:
        for name, value in vars(module).items():
            members = value if isinstance(value, (tuple, list)) else [value]
            found += [
                f"{module.__name__}.{name}"
                for member in members
                if isinstance(member, kind) and id(member) not in known
            ]
    return found


def below(kind: type) -> Iterator[type]:
    """Every class that is a kind of `kind`, defined in the package and able to make instances."""
    child: type
    for child in kind.__subclasses__():
        if child.__module__.startswith("costcurves.") and not inspect.isabstract(child):
            # A slotted dataclass is made twice; the first one is no module's.
            home = importlib.import_module(child.__module__)
            if getattr(home, child.__name__, None) is child:
                yield child
        yield from below(child)


ALL = list(modules())


def test_measures_and_summaries_are_listed():
    assert strays(ALL, Measure, MEASURES) == []
    assert strays(ALL, Summary, SUMMARIES) == []


def test_curves_are_listed():
    assert strays(ALL, CurveKind, CURVES) == []
    # Of any measure there is a curve over the threshold: made when asked for, not listed.
    assert set(below(CurveKind)) == {OverMeasure, OverDepth, OverConditions, OverThreshold}


def test_rules_and_criteria_are_listed():
    # A cross-fitted rule belongs to its own records; what tries every rule on other tallies cannot have it.
    assert set(below(Rule)) - {CrossFitted} == set(RULES)
    assert set(below(Criterion)) == {row.kind for row in CRITERIA}


def test_averages_are_listed():
    from costcurves.rules import averages

    own = [made for made in vars(averages).values() if getattr(made, "__module__", "") == averages.__name__]
    public = {made for made in own if not made.__name__.startswith("_")}
    assert public - {averages.cost_average, averages.ruled} == set(AVERAGES.values())


def test_a_stray_row_would_be_found():
    module = types.ModuleType("costcurves.strange")
    vars(module)["STRAY"] = Measure("stray", "stray", "0", lambda _: np.zeros(()))
    vars(module)["MORE"] = (Summary("more", "more", "0", lambda _: 0.0),)
    assert strays([module], Measure, MEASURES) == ["costcurves.strange.STRAY"]
    assert strays([module], Summary, SUMMARIES) == ["costcurves.strange.MORE"]


@pytest.mark.parametrize(
    ("names", "what"),
    [
        ([name for row in MEASURES for name in (row.key, *row.aliases)], "measures"),
        ([row.key for row in SUMMARIES], "summaries"),
        ([rule.key for rule in RULES], "rules"),
        ([row.key for row in CRITERIA], "criteria"),
        (list(AVERAGES), "averages"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_names_are_used_once(names, what):
    assert len(set(names)) == len(names), what
    assert all(name == name.strip().lower() for name in names)


@pytest.mark.parametrize("row", [*MEASURES, *SUMMARIES], ids=lambda row: row.key)
def test_rows_say_what_they_are(row):
    assert row.title.strip() == row.title != ""
    assert row.formula.strip() == row.formula != ""
    assert row.better in {"high", "low", ""}
    assert row.low < row.high
    assert not row.undefined.endswith(".")
    if row.reference:
        # Authors and a year in brackets.
        assert row.reference[-6] == "("
        assert row.reference[-5:-1].isdigit()
        assert row.reference[-1] == ")"


def test_titles_differ():
    for rows in (MEASURES, SUMMARIES):
        titles = [row.title for row in rows]
        assert len(set(titles)) == len(titles)


@pytest.mark.parametrize(
    "thing", [*RULES, *(row.kind for row in CRITERIA), *AVERAGES.values()], ids=lambda thing: thing.__name__
)
def test_rules_criteria_and_averages_are_explained(thing):
    first = (inspect.getdoc(thing) or "").split("\n")[0]
    assert first.endswith(".")
    assert len(first) > 20
