"""Cost lines of all thresholds: against rates that are computed one by one, and which of many are drawn."""

from __future__ import annotations

import numpy as np
import pytest

import costcurves as cc
from costcurves.charts.figures.threshold_lines import MOST, corners_on, drawn_thresholds
from tests.unit.refusals import refusal

RNG = np.random.default_rng(5)
LABELS = np.arange(400) % 2
FEW = cc.evaluate([1, 1, 0, 1, 0], {"a": [0.9, 0.8, 0.7, 0.4, 0.1]})
MANY = cc.evaluate(LABELS, {"m": LABELS + RNG.normal(size=400)})


def lines(chart):
    return [mark for mark in chart.marks if mark.role == "detail"]


def test_every_threshold_has_a_line_from_its_fpr_to_its_fnr() -> None:
    chart = FEW.chart("cost", lines=True)
    # By hand: flagged from 0.9, 0.8, 0.7 and 0.4 on, of 3 positives and 2 negatives.
    wanted = [(0, 2 / 3), (0, 1 / 3), (1 / 2, 1 / 3), (1 / 2, 0)]
    assert [mark.y.tolist() for mark in lines(chart)] == [pytest.approx(ends) for ends in wanted]
    assert lines(chart)[0].hover[0] == "a: score ≥ 0.9, FPR 0 %, TPR 33.3 %"
    assert chart.notes[0] == "Thin lines: one per threshold, 4 of 4 of a."
    assert not lines(FEW.chart("cost"))


def test_no_line_lies_below_the_cost_curve_and_the_lowest_make_it() -> None:
    chart, curve = MANY.chart("cost", lines=True), MANY.cost_curve("m")
    pc = np.linspace(0, 1, 201)
    values = np.array([mark.y[0] * (1 - pc) + mark.y[1] * pc for mark in lines(chart)])
    trivial = np.array([pc, 1 - pc])
    lowest = np.concatenate([values, trivial]).min(axis=0)
    assert np.allclose(lowest, curve(pc), atol=1e-12)


def test_of_many_thresholds_those_on_the_hull_are_drawn_and_others_in_even_steps() -> None:
    roc, hull = MANY.roc("m"), MANY.roc("m").hull()
    shown = drawn_thresholds(roc, corners_on(roc, hull))
    assert len(shown) == MOST
    assert set(corners_on(roc, hull)[1:-1]) <= set(shown)
    assert np.diff(shown).max() <= -(-len(roc) // (MOST - len(hull)))
    (note, *_) = MANY.chart("cost", lines=True).notes
    assert note == (
        f"Thin lines: one per threshold, 100 of {len(roc) - 2} of m; if a model has more than 100, those on its hull "
        "and others at even steps."
    )


def test_all_of_a_hull_are_drawn_even_of_more_than_most() -> None:
    roc = MANY.roc("m")
    corners = corners_on(roc, roc.hull())
    assert drawn_thresholds(roc, corners, most=3).tolist() == corners[1:-1].tolist()


def test_low_scores_and_points_have_lines() -> None:
    low = cc.evaluate([0, 1], {"m": [2.0, 1.0]}, lower_is_positive=True).chart("cost", lines=True)
    assert lines(low)[0].hover[0].startswith("m: score ≤ 1, ")
    published = cc.evaluate_points({"rule": (0.2, 0.8)}).chart("cost", lines=True)
    assert [mark.y.tolist() for mark in lines(published)] == [pytest.approx([0.2, 0.2])]
    assert "hidden" not in published.notes[0]


def test_lines_are_refused_where_they_are_hidden_or_belong_to_no_cost_curve() -> None:
    assert "unknown option of a picture; got lines (roc)" in refusal(lambda: FEW.chart("roc", lines=True))
    merged = cc.Evaluation({"m": MANY.tally("m").compact()})
    assert refusal(lambda: merged.chart("cost", lines=True)).startswith(
        "a picture of the lines of thresholds needs every threshold"
    )
