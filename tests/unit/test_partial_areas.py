"""Areas under parts of the ROC curve, of precision and recall, their gains, and lift."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy import integrate
from scipy.integrate import trapezoid

import costcurves as cc
from costcurves import InputError, RocCurve, Tally, UndefinedError, examples
from costcurves.curves import registry
from costcurves.measures.partial_areas import (
    average_precision,
    gains_area,
    precision_recall_area,
    precision_recall_gain_area,
    precision_recall_hull_area,
)
from tests.members import each
from tests.unit.refusals import refusal

#: These are also given what they refuse.
partial_auc: Any = cc.measures.partial_auc
curve_kind: Any = registry.curve_kind

LABELS, SCORES = examples.records24()
RECORDS = Tally.from_scores(LABELS, SCORES)
#: Imbalanced, with ties and a concavity.
FEW = Tally.from_scores(
    [1, 0, 1, 0, 0, 0, 1, 0, 0, 1],
    [0.9, 0.9, 0.6, 0.6, 0.6, 0.5, 0.4, 0.2, 0.2, 0.1],
    [1, 2, 1, 1, 3, 1, 2, 1, 1, 4],
)
TALLIES = {
    "24 records": RECORDS,
    "few": FEW,
    "few, rare": FEW.at_prevalence(0.01),
    "few, common": FEW.at_prevalence(0.9),
    "one score": Tally.from_scores([1, 0, 0], [2, 2, 2]),
    "worst": Tally.from_scores([0, 0, 1], [2, 2, 1]),
    "points": Tally.from_points([0.1, 0.4], [0.5, 0.9]).at_prevalence(0.2),
}
EVERY = pytest.mark.parametrize("tally", TALLIES.values(), ids=TALLIES.keys())
RANGES = each("ends", [(0, 1), (0, 0.2), (0.3, 0.7), (0.05, 0.06), (0.999, 1)])


def over(function, corners, low, high):
    """Integrate with breaks at the corners."""
    ends = [low, *(c for c in np.unique(corners) if low < c < high), high]
    return sum(integrate.quad(function, a, b)[0] for a, b in itertools.pairwise(ends))


# ---- parts of the ROC curve -----------------------------------------------------------------


@EVERY
@RANGES
@pytest.mark.parametrize("hull", [False, True])
def test_parts_are_integrals(tally, ends, hull):
    curve = RocCurve.of(tally).hull() if hull else RocCurve.of(tally)
    found = partial_auc(tally, fpr=ends, hull=hull)
    assert found == pytest.approx(over(curve.tpr_at, curve.fpr, *ends), abs=1e-12)
    found = partial_auc(tally, tpr=ends, hull=hull)
    assert found == pytest.approx(over(lambda t: 1 - curve.fpr_at(t), curve.tpr, *ends), abs=1e-12)


@EVERY
def test_parts_add_up_to_the_whole(tally):
    for name in ("fpr", "tpr"):
        parts = [partial_auc(tally, **{name: ends}) for ends in itertools.pairwise([0, 0.1, 0.35, 0.8, 1])]
        assert sum(parts) == pytest.approx(partial_auc(tally, **{name: (0, 1)}))
        assert sum(parts) == pytest.approx(RocCurve.of(tally).auc)


def test_the_24_records_up_to_a_fifth_of_false_alarms():
    # Twelfths: 7 + (10 + 10)/2 … by hand the steps are 10/12 over 1/12, 11/12 over 1/12 and 11/12 over 0.4/12.
    by_hand = (Fraction(7 * 1 + 10 * 1) + 11 * (Fraction(12, 5) - 2)) / 144
    assert partial_auc(RECORDS, fpr=(0, 0.2)) == pytest.approx(float(by_hand))


@pytest.mark.parametrize("name", ["fpr", "tpr"])
@RANGES
def test_standardised_areas_are_half_for_chance_and_one_for_perfect(name, ends):
    for tally, expected in (
        (Tally.from_scores([1, 0], [1, 1]), 0.5),
        (Tally.from_scores([1, 0], [2, 1]), 1.0),
    ):
        found = partial_auc(tally, **{name: ends}, standardised=True)
        assert found == pytest.approx(expected)
    width = ends[1] - ends[0]
    least = (ends[0] + ends[1]) / 2 * width if name == "fpr" else width - (ends[0] + ends[1]) / 2 * width
    raw = partial_auc(FEW, **{name: ends})
    expected = 0.5 * (1 + (raw - least) / (width - least))
    assert partial_auc(FEW, **{name: ends}, standardised=True) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("name", "ends", "expected"),
    [
        # On the first edge FPR stays 0, as for a perfect ranking.
        ("tpr", (0, 2**-60), 1.0),
        # On the last one 1 − TPR is half of 1 − FPR.
        ("fpr", (1 - 2**-50, 1), 0.75),
    ],
)
def test_standardised_areas_of_narrow_ranges_keep_their_digits(name, ends, expected):
    # TPR over FPR: (0, 0) (0, 1/4) (1/2, 3/4) (1, 1), straight between.
    tally = Tally.from_points([0, 0.5], [0.25, 0.75])
    assert partial_auc(tally, **{name: ends}, standardised=True) == pytest.approx(expected)


@pytest.mark.parametrize("name", ["fpr", "tpr"])
def test_ranges_too_narrow_for_float64_are_refused(name):
    ends = (0, 5e-324)
    text = refusal(lambda: partial_auc(FEW, **{name: ends}, standardised=True))
    assert text == "a range must be wide enough for a standardised area; got 0.0 to 5e-324"


def test_the_two_ranges_mirror_each_other():
    mirror = Tally.from_scores(np.asarray(LABELS) == 0, -SCORES)
    found = partial_auc(RECORDS, tpr=(0.8, 1))
    assert found == pytest.approx(partial_auc(mirror, fpr=(0, 0.2)))


def test_a_partial_area_depends_on_no_prevalence_and_no_merging():
    assert partial_auc(FEW.at_prevalence(0.01), fpr=(0, 0.3)) == partial_auc(FEW, fpr=(0, 0.3))
    assert partial_auc(RECORDS.compact(), tpr=(0.3, 0.9)) == partial_auc(RECORDS, tpr=(0.3, 0.9))


def test_ranges_are_read():
    assert refusal(lambda: partial_auc(FEW)) == ("a partial AUC needs a range of fpr or of tpr; got neither")
    assert refusal(lambda: partial_auc(FEW, fpr=(0, 1), tpr=(0, 1))).endswith("got both")
    bad: Any
    for bad in (0.1, (0, 0.1, 1), "abc"):
        text = refusal(partial(partial_auc, FEW, fpr=bad))
        assert text == f"the range of fpr must have two ends; got {bad!r}: e.g. fpr=(0, 0.1)"
    assert refusal(lambda: partial_auc(FEW, tpr=(0.5, 0.5))) == "the range of tpr must ascend; got 0.5 to 0.5"
    assert "an end of the range of tpr must lie in [0, 1]; got 2" in refusal(
        lambda: partial_auc(FEW, tpr=(0, 2))
    )
    assert "a partial AUC needs a single tally" in refusal(lambda: partial_auc([1], fpr=(0, 1)))


# ---- precision and recall -------------------------------------------------------------------


def test_the_24_records():
    assert precision_recall_area(RECORDS) == pytest.approx(0.9386089, abs=5e-8)
    assert average_precision(RECORDS) == pytest.approx(0.9411778, abs=5e-8)
    assert precision_recall_hull_area(RECORDS) == pytest.approx(0.9594880, abs=5e-8)
    assert gains_area(RECORDS) == 0.71875


def test_a_piece_by_hand():
    # From (TP, FP) = (5, 5) of 20 to (10, 30): precision t/(5t − 20), t from 5 to 10.
    tally = Tally.from_counts([3, 2, 1], positives=[5, 5, 10], negatives=[5, 25, 0])
    first = 5 / 20 * 0.5
    piece = ((10 - 5) / 6 - (-20 / 36) * math.log((6 * 10 - 20) / (6 * 5 - 20))) / 20
    last = (10 - 30 * math.log(50 / 40)) / 20  # t/(t + 30), t from 10 to 20
    assert precision_recall_area(tally) == pytest.approx(first + piece + last)


@EVERY
@pytest.mark.parametrize("hull", [False, True])
def test_areas_of_precision_are_integrals_over_recall(tally, hull):
    curve = RocCurve.of(tally).hull() if hull else RocCurve.of(tally)
    p = tally.prevalence

    def precision(recall):
        return p * recall / (p * recall + (1 - p) * curve.fpr_at(recall))

    found = (precision_recall_hull_area if hull else precision_recall_area)(tally)
    assert found == pytest.approx(over(precision, curve.tpr, 1e-12, 1), abs=1e-9)


@EVERY
def test_average_precision_adds_up_steps(tally):
    confusion = tally.confusion()
    total = Fraction(0)
    for before, tp, fp in zip(confusion.tp, confusion.tp[1:], confusion.fp[1:], strict=False):
        if tp > before:
            total += (
                (Fraction(float(tp)) - Fraction(float(before)))
                * Fraction(float(tp))
                / (Fraction(float(tp)) + Fraction(float(fp)))
            )
    assert average_precision(tally) == pytest.approx(float(total / Fraction(float(confusion.tp[-1]))))


@EVERY
def test_areas_of_gains_of_precision_are_integrals_over_gains_of_recall(tally):
    curve, p = RocCurve.of(tally), tally.prevalence

    def gain(recall_gain):
        recall = p / (1 - (1 - p) * recall_gain)
        precision = p * recall / (p * recall + (1 - p) * curve.fpr_at(recall))
        return (precision - p) / ((1 - p) * precision)

    corners = [(t - p) / ((1 - p) * t) for t in curve.tpr if t > 0]
    assert precision_recall_gain_area(tally) == pytest.approx(over(gain, corners, 0, 1), abs=1e-7)


def test_hulls_and_orders():
    for tally in TALLIES.values():
        assert precision_recall_hull_area(tally) >= precision_recall_area(tally) - 1e-15
        assert precision_recall_area(tally.compact()) == pytest.approx(precision_recall_area(tally))
    one = TALLIES["one score"]
    assert average_precision(one) == precision_recall_area(one) == pytest.approx(1 / 3)
    assert precision_recall_gain_area(one) == 0


def test_small_steps_lose_no_digits():
    rng = np.random.default_rng(7)
    scores = rng.normal(size=4000)
    tally = Tally.from_scores(rng.random(4000) < 0.3, scores).at_prevalence(1e-6)
    curve, p = RocCurve.of(tally), Fraction(tally.prevalence)
    fp, tp = curve.fp.tolist(), curve.tp.tolist()
    rises = [(Fraction(a, tp[-1]), Fraction(f, fp[-1])) for a, f in zip(tp, fp, strict=True)]
    total = 0.0
    for (a, f), (b, g) in itertools.pairwise(rises):
        if b > a:  # all rises are vertical here: scores differ
            assert f == g
            weight = float((1 - p) * f / p)
            exact = float(b - a) - (weight * math.log1p(float(b - a) / (float(a) + weight)) if weight else 0)
            total += exact
    assert precision_recall_area(tally) == pytest.approx(total, rel=1e-6)


@EVERY
def test_curves_have_the_same_areas(tally):
    kind = curve_kind("precision_recall")
    assert kind.of(tally).area == pytest.approx(precision_recall_area(tally), abs=1e-9)
    assert kind.hull(tally).area == pytest.approx(precision_recall_hull_area(tally), abs=1e-9)


@EVERY
def test_gains_are_an_area_over_the_share_flagged(tally):
    curve, p = RocCurve.of(tally), tally.prevalence
    flagged = p * curve.tpr + (1 - p) * curve.fpr
    assert gains_area(tally) == pytest.approx(trapezoid(curve.tpr, flagged))
    # Between the worst and the best ranking it lies where Gini does between −1 and 1: the accuracy ratio.
    gini = next(row for row in cc.measures.SUMMARIES if row.key == "gini")
    assert (gains_area(tally) - 0.5) / ((1 - p) / 2) == pytest.approx(gini(tally), abs=1e-14)


@pytest.mark.parametrize(
    "function",
    [
        average_precision,
        precision_recall_area,
        precision_recall_hull_area,
        precision_recall_gain_area,
        gains_area,
    ],
)
def test_refusals(function):
    with pytest.raises(UndefinedError, match="the prevalence must be known"):
        function(Tally.from_points([0.1], [0.5]))
    with pytest.raises(UndefinedError, match="needs records of both classes"):
        function(Tally.from_scores([0, 0], [1, 2]))
    with pytest.raises(InputError, match="needs a single tally"):
        function(Tally.stack([FEW, FEW]))


def test_steps_of_merged_cells_are_unknown():
    text = refusal(lambda: average_precision(RECORDS.compact()))
    assert text.startswith("average precision needs every threshold; got a compact tally")
