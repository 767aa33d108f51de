"""Shmueli, Patel, Bruce, "Data Mining for Business Intelligence", 2nd ed. 2010: its tables as K × K counts."""

from __future__ import annotations

import pytest

from costcurves.conditions.cost_matrix import CostMatrix
from costcurves.measures.class_measures import class_measure
from costcurves.tallies.class_counts import ClassCounts

CLASSES = ("other", "important")


def table(*, tp: int, fn: int, fp: int, tn: int) -> ClassCounts:
    """A printed table."""
    return ClassCounts([[tn, fp], [fn, tp]], CLASSES)


def test_figure_5_2() -> None:
    counts = table(tp=201, fn=85, fp=25, tn=2689)
    assert round(100 * class_measure("error")(counts), 2) == 3.67
    assert round(100 * class_measure("accuracy")(counts), 2) == 96.33
    assert counts.normalised("true")[1, 1] == pytest.approx(0.702797, abs=5e-7)
    assert counts.normalised("true")[0, 0] == pytest.approx(0.990789, abs=5e-7)
    assert counts.normalised("action")[0, 1] == pytest.approx(25 / 226)


@pytest.mark.parametrize(
    ("outcomes", "wrong"), [((11, 1, 2, 10), 3), ((11, 1, 4, 8), 5), ((7, 5, 1, 11), 6)], ids=str
)
def test_three_cutoffs(outcomes: tuple[int, ...], wrong: int) -> None:
    """Figure 5.3: cutoffs 0.5, 0.25 and 0.75."""
    counts = table(**dict(zip(("tp", "fn", "fp", "tn"), outcomes, strict=True)))
    assert class_measure("error")(counts) == pytest.approx(wrong / 24)


def test_adjusting_for_oversampling() -> None:
    """Of 25,000 with 2 % important 19,110 and 5,390 of the others; 21.88 % errors, 23.24 % flagged."""
    counts = table(tp=420, fn=80, fp=110, tn=390).at_prevalence([0.98, 0.02])
    scaled = counts.weight / counts.total * 25_000
    assert scaled.round(6).tolist() == [[19_110, 5_390], [80, 420]]
    assert class_measure("error")(counts) == pytest.approx(0.2188)
    assert scaled[:, 1].sum() / 25_000 == pytest.approx(0.2324)


def test_problem_5_1() -> None:
    counts = table(tp=30, fn=32, fp=58, tn=920)
    assert round(100 * class_measure("error")(counts), 3) == 8.654
    assert round(100 * counts.sizes[1] / counts.total, 3) == 5.962  # of the naive rule


def test_problem_5_4() -> None:
    counts = table(tp=310, fn=90, fp=130, tn=270)
    assert class_measure("error")(counts) == pytest.approx(0.275)
    adjusted = counts.at_prevalence([0.99, 0.01])
    assert class_measure("error")(adjusted) == pytest.approx(0.324)
    assert adjusted.weight[:, 1].sum() / adjusted.total == pytest.approx(0.3295)


def test_figures_5_10_to_5_12() -> None:
    """A line that misses one important record costs 1, or 5 where that is five times as dear; two alarms cost 2."""
    missing, alarms = table(tp=5, fn=1, fp=0, tn=6), table(tp=6, fn=0, fp=2, tn=4)
    for dear, want in ((1, 1), (5, 5)):
        costs = CostMatrix([[0, 1], [dear, 0]], CLASSES)
        assert (missing.weight * costs.costs).sum() == want
        assert (alarms.weight * costs.costs).sum() == 2
