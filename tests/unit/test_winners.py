"""Winner ranges, against a fine look at the curves."""

from __future__ import annotations

import numpy as np
import pytest

import costcurves as cc
from costcurves import CostCurve, Tally
from costcurves.space.winners import WinnerRange, never_beaten_around, winner_ranges


def found(curves):
    """Ranges as tuples."""
    return [(r.low, r.high, r.winner) for r in winner_ranges(curves)]


def test_two_lines_and_the_trivial_classifiers():
    # Ends where the lines meet x and 1 − x, and each other: 0.05/0.55, 3/7, 0.8/1.1.
    ranges = found({"1R": CostCurve.line(0.2, 0.7), "C4.5": CostCurve.line(0.05, 0.5)})
    assert [name for _, _, name in ranges] == ["flag nobody", "C4.5", "1R", "flag everybody"]
    assert [low for low, _, _ in ranges] == pytest.approx([0, 1 / 11, 3 / 7, 8 / 11])
    assert [high for _, high, _ in ranges] == pytest.approx([1 / 11, 3 / 7, 8 / 11, 1])


def test_ties_name_all():
    line = CostCurve.line(0.2, 0.7)
    assert [name for _, _, name in found({"a": line, "b": line})] == [
        "flag nobody",
        "a = b",
        "flag everybody",
    ]


def test_costs_that_differ_by_rounding_tie():
    lines = {"a": CostCurve.line(0.3, 0.7), "b": CostCurve.line(0.3 + 1e-15, 0.7)}
    assert lines["a"](0.5) < lines["b"](0.5)
    assert [name for _, _, name in found(lines)] == ["flag nobody", "a = b", "flag everybody"]


@pytest.mark.parametrize(
    "curves", [{}, {"useless": CostCurve.line(0.5, 0.5)}, {"bad": CostCurve.line(0.9, 0.1)}]
)
def test_nobody_up_to_one_half_and_everybody_from_there(curves):
    assert found(curves) == [(0.0, 0.5, "flag nobody"), (0.5, 1.0, "flag everybody")]


def test_an_envelope_of_a_constant_score_is_trivial():
    curves = {"constant": cc.rules.optimal(Tally.from_scores([1, 0], [1, 1]))}
    assert found(curves) == [(0.0, 0.5, "flag nobody"), (0.5, 1.0, "flag everybody")]


def test_a_model_without_a_name_is_a_model():
    line = CostCurve.line(0.2, 0.7)
    assert [r.models for r in winner_ranges({"": line})] == [(), ("",), ()]


def test_a_range_says_who():
    assert WinnerRange(0, 1, ("a", "b")).winner == "a = b"
    assert WinnerRange(0, 1, (), "nobody").winner == "flag nobody"


RULES = [
    cc.rules.optimal,
    cc.rules.score_driven(),
    cc.rules.score_driven(0.5),
    cc.rules.rate_driven(),
    cc.rules.rate_driven(0.5),
    cc.rules.fixed(0.4),
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.key} {getattr(rule, 'prevalence', '')}")
def test_ranges_of_every_rule_at_any_prevalence(rule):
    rng = np.random.default_rng(4)
    for _ in range(8):
        positive = (rng.random(30) < 0.2) | (np.arange(30) == 0)
        curves = {name: rule(Tally.from_scores(positive, rng.random(30))) for name in "ab"}
        ranges = winner_ranges(curves)
        assert [r.high for r in ranges[:-1]] == [r.low for r in ranges[1:]]
        assert (ranges[0].low, ranges[-1].high) == (0, 1)
        for r in ranges:
            # Away from the ends, where a curve may jump.
            x = np.linspace(r.low, r.high, 9)[1:-1]
            costs = {**{name: curve(x) for name, curve in curves.items()}, "": np.minimum(x, 1 - x)}
            least = np.min(list(costs.values()), axis=0)
            if r.trivial:
                assert np.allclose(costs[""], least, rtol=0, atol=1e-9)
                assert np.all(x < 0.5) if r.trivial == "nobody" else np.all(x > 0.5)
            else:
                assert np.all(costs[""] > least)
                best = {name for name in "ab" if np.allclose(costs[name], least, rtol=0, atol=1e-9)}
                assert best == set(r.models)


def test_a_range_around_a_condition_ends_where_another_curve_is_below() -> None:
    middle, left, right = CostCurve.line(0.2, 0.8), CostCurve.line(0.05, 0.5), CostCurve.line(0.5, 0.95)
    # The lines cross where 0.2 (1 - x) + 0.2 x equals 0.05 (1 - x) + 0.5 x, and 0.5 (1 - x) + 0.05 x.
    found = never_beaten_around(middle, [left, right], 0.5)
    assert found == pytest.approx((1 / 3, 2 / 3))
    for beaten in (0.2, 0.8):
        assert never_beaten_around(middle, [left, right], beaten) is None
    assert never_beaten_around(middle, [middle], 0.5) == (0.0, 1.0)  # a tie is no defeat
    assert never_beaten_around(middle, [], 0.5) == (0.0, 1.0)
