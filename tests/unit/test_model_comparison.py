"""Two models side by side."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import costcurves as cc
from costcurves import ConditionPrior, CostCurve, ModelComparison, Tally
from tests.unit.refusals import refusal

#: Lines that cross where 0.15·(1 − x) = 0.2·x, at 3/7.
ONE, OTHER = CostCurve.line(0.2, 0.7), CostCurve.line(0.05, 0.5)
PAIR = ModelComparison("1R", "C4.5", ONE, OTHER)


def test_ranges_crossings_and_gap():
    assert PAIR.crossings == pytest.approx([3 / 7])
    assert [r.winner for r in PAIR.ranges] == ["flag nobody", "C4.5", "1R", "flag everybody"]
    assert PAIR.largest_gap == pytest.approx((1.0, -0.2))
    assert PAIR.dominant == ""
    assert PAIR.difference(0.0) == pytest.approx(0.15)
    assert PAIR.expected() == pytest.approx(ONE.area - OTHER.area)
    assert PAIR.expected(ConditionPrior.point(1)) == pytest.approx(-0.2)
    assert repr(PAIR) == "ModelComparison('1R', 'C4.5', crossings [0.428571])"


def test_probability_of_being_cheaper():
    assert PAIR.probability() == pytest.approx((4 / 7, 3 / 7))
    assert PAIR.probability(ConditionPrior.point(1.0)) == (1, 0)
    assert PAIR.probability(ConditionPrior.point(0.0)) == (0, 1)
    assert ModelComparison("a", "b", ONE, ONE).probability() == (0, 0)


@pytest.mark.parametrize(
    ("a", "b", "dominant"),
    [
        (CostCurve.line(0.1, 0.9), CostCurve.line(0.2, 0.8), "a"),
        (CostCurve.line(0.2, 0.8), CostCurve.line(0.1, 0.9), "b"),
        (CostCurve.line(0.1, 0.9), CostCurve.line(0.1, 0.8), "a"),
        (CostCurve.line(0.1, 0.9), CostCurve.line(0.1, 0.9), ""),
    ],
)
def test_dominance(a, b, dominant):
    assert ModelComparison("a", "b", a, b).dominant == dominant


def test_sentences():
    assert PAIR.sentence == (
        "Cheapest: flag nobody for PC(+) from 0 to 0.09091; C4.5 for PC(+) from 0.09091 to 0.4286; "
        "1R for PC(+) from 0.4286 to 0.7273; flag everybody for PC(+) from 0.7273 to 1. "
        "The gap is widest at PC(+) = 1, where 1R costs 0.2 less than C4.5 (40 % of its cost)."
    )
    assert (
        ModelComparison("a", "b", ONE, ONE).sentence == "a and b cost the same at every operating condition."
    )
    why = "Whether 1R and C4.5 differ by more than chance is not tested: counts do not show which"
    assert str(PAIR).startswith(f"{PAIR.sentence} {why}")
    better = ModelComparison("a", "b", CostCurve.line(0.1, 0.9), CostCurve.line(0.2, 0.8))
    assert better.sentence.startswith("a is nowhere more expensive. Cheapest: ")


def test_the_widest_gap_may_lie_on_the_left_of_a_jump():
    # Left of ½ b costs 0.8, right of it nothing; a costs 0.1 throughout.
    a = CostCurve.line(0.1, 0.9)
    b = CostCurve.serving([0, 0.5, 1], [0.8, 0.0], [0.8, 0.0])
    pair = ModelComparison("a", "b", a, b)
    assert pair.largest_gap == pytest.approx((0.0, -0.7))
    tilted = ModelComparison("a", "b", a, CostCurve.serving([0, 0.5, 1], [0.7, 0.0], [0.9, 0.0]))
    assert tilted.largest_gap == pytest.approx((0.5, -0.7))
    assert tilted.sentence.endswith("where a costs 0.7 less than b (87.5 % of its cost).")


@pytest.mark.parametrize(
    "rule", [cc.rules.score_driven(), cc.rules.rate_driven(), cc.rules.score_driven(0.5), cc.rules.optimal]
)
def test_comparisons_under_any_rule(rule):
    rng = np.random.default_rng(2)
    for _ in range(20):
        positive = (rng.random(12) < 0.3) | (np.arange(12) == 0)
        positive[1] = False
        curves = [rule(Tally.from_scores(positive, rng.integers(0, 5, 12) / 4)) for _ in range(2)]
        pair = ModelComparison("a", "b", *curves)
        assert "%" in pair.sentence or "cost the same" in pair.sentence
        shares = [
            float(part.split(" %")[0].rsplit("(", 1)[1])
            for part in [pair.sentence]
            if "(over" not in part and "%" in part
        ]
        assert all(0 < share <= 100 for share in shares)
        assert sum(pair.probability()) <= 1 + 1e-12


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_comparisons_are_values(how):
    assert how(PAIR) == PAIR
    assert how(PAIR) != ModelComparison("a", "b", ONE, OTHER)


def test_documents_and_frames():
    document = PAIR.to_json()
    assert document["crossings"] == pytest.approx([3 / 7])
    assert document["largest_gap"] == pytest.approx({"pc": 1.0, "difference": -0.2})
    assert document["area"] == pytest.approx({"1R": 0.25, "C4.5": 0.275})
    assert ModelComparison.from_json(document) == PAIR
    assert PAIR.to_frame("pandas")["winner"].tolist() == ["flag nobody", "C4.5", "1R", "flag everybody"]
    del document["curve_a"]
    assert (
        refusal(lambda: ModelComparison.from_json(document))
        == "a document must be complete; got KeyError: 'curve_a' (comparison)"
    )
