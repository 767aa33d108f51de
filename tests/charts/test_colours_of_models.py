"""A model has one colour on every picture, whatever draws it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import costcurves as cc
from costcurves.charts.figures.by_name import FIGURES
from costcurves.charts.marks import Line, Points, Spans
from costcurves.errors import InputError
from tests.charts.pages import condition, loans
from tests.members import each

if TYPE_CHECKING:
    from costcurves.charts.chart import Chart

MODELS = list(cc.examples.personal_loans()[1])


def colours(chart: Chart) -> set[tuple[str, int | None]]:
    """Models that marks and strips name, with the numbers of their colours."""
    found: set[tuple[str, int | None]] = set()
    for mark in chart.marks:
        if isinstance(mark, Spans):
            found |= set(zip(mark.names, mark.serieses, strict=True))
        elif isinstance(mark, Line | Points) and mark.role == "model":
            found.add((mark.label.partition(":")[0], mark.series))
    return {(name, series) for name, series in found if name in MODELS}


@each("name", FIGURES)
def test_every_picture_gives_a_model_its_colour(name: str) -> None:
    decision = loans().decide(condition())
    try:
        chart = loans().chart(name, decision=decision)
    except InputError:
        pytest.skip("needs what these records lack")
    assert colours(chart) <= set(zip(MODELS, range(3), strict=True))


def test_a_difference_has_the_colours_of_its_models() -> None:
    chart = loans().chart("difference", pair=("boosting", "forest"), uncertainty=None)
    assert colours(chart) == {("boosting", 2), ("forest", 1)}
    banded = loans().chart(
        "difference", pair=("forest", "logistic"), uncertainty=loans().uncertainty(bootstrap=50)
    )
    assert ("logistic", 1) not in colours(banded)
    assert colours(banded) <= {("forest", 1), ("logistic", 0)}


def test_measures_of_a_model_differ_by_dash() -> None:
    chart = loans().chart("threshold", measures=["accuracy", "precision"])
    lines = {mark.label: mark for mark in chart.marks if isinstance(mark, Line) and mark.role == "model"}
    assert {line.series for name, line in lines.items() if name.startswith("forest")} == {1}
    assert [line.dash for name, line in lines.items() if name.startswith("forest")] == ["solid", "dashed"]
    alone = cc.Evaluation({"forest": loans().models["forest"]}).chart("ks")
    assert [mark.series for mark in alone.marks if isinstance(mark, Line) and mark.label] == [0, 1]
