"""Two models on the same records: what exchanging them, common errors and unit costs do to tests of their costs."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import costcurves as cc
from costcurves.inference.costs.paired import PairedCosts
from costcurves.inference.resampling import Placed
from tests.laws import strategies

alternatives = st.sampled_from(("two-sided", "greater", "less"))
thresholds = st.integers(-1, 17).map(lambda k: (2 * k - 1) / 32)


@st.composite
def decided(draw: st.DrawFn) -> tuple[strategies.Scored, np.ndarray, float, float]:
    """Records scored by two models, each with a threshold of its own."""
    one = draw(strategies.scored(strategies.probabilities))
    size = len(one)
    other = draw(st.lists(strategies.probabilities, min_size=size, max_size=size))
    return one, np.array(other), draw(thresholds), draw(thresholds)


def compared(
    decided: tuple[strategies.Scored, np.ndarray, float, float], *, swap: bool = False
) -> PairedCosts:
    """The two models as they are compared."""
    one, other, at_one, at_other = decided
    records = cc.Records.read(one.labels, {"a": one.scores, "b": other})
    placed = Placed.of_records(records, {model: records.tally(model) for model in "ab"})
    sides = [("a", cc.rules.fixed(at_one)), ("b", cc.rules.fixed(at_other))]
    (first, rule), (second, its) = sides[::-1] if swap else sides
    return PairedCosts.given(placed, first, second, rule, its)


def only(decided: tuple[strategies.Scored, np.ndarray, float, float]) -> dict[bool, tuple[int, int]]:
    """By class: records on which the first alone is wrong, and the second alone."""
    one, other, at_one, at_other = decided
    wrong = [(scores >= at) != one.labels for scores, at in ((one.scores, at_one), (other, at_other))]
    return {
        positive: (
            int(np.sum(wrong[0] & ~wrong[1] & (one.labels == positive))),
            int(np.sum(wrong[1] & ~wrong[0] & (one.labels == positive))),
        )
        for positive in (True, False)
    }


@given(decided(), alternatives)
def test_at_unit_costs_and_the_prevalence_it_is_mcnemars_mid_p_test(models, alternative):
    labels, counts = models[0].labels, only(models)
    pc = float(labels.mean())
    only_a, only_b = (sum(counts[positive][i] for positive in counts) for i in (0, 1))
    found = compared(models).test(pc, alternative)
    want = cc.stats.mcnemar_test(only_a, only_b, alternative=alternative)
    assert found.pvalue == pytest.approx(want.pvalue, abs=1e-12)
    assert found.estimate is not None
    assert found.estimate.estimate == pytest.approx((only_a - only_b) / len(labels), abs=1e-12)


@given(decided(), st.integers(0, 8).map(lambda k: k / 8), alternatives)
def test_anywhere_it_flips_every_sign(models, pc, alternative):
    counts, labels = only(models), models[0].labels
    assume(sum(map(sum, counts.values())) <= 10)
    x = Fraction(pc)
    units = {True: x / int(labels.sum()), False: (1 - x) / int((~labels).sum())}
    found = sum((units[positive] * (a - b) for positive, (a, b) in counts.items()), Fraction(0))
    steps = [units[positive] for positive, (a, b) in counts.items() for _ in range(a + b)]
    sums = [sum((s * u for s, u in zip(signs, steps, strict=True)), Fraction(0))
            for signs in product((-1, 1), repeat=len(steps))]  # fmt: skip
    less, equal = (Fraction(sum(map(f, sums)), len(sums)) for f in (found.__gt__, found.__eq__))
    below, above = less + equal / 2, 1 - less - equal / 2
    want = {"two-sided": min(Fraction(1), 2 * min(below, above)), "less": below, "greater": above}
    pvalue = compared(models).test(pc, alternative).pvalue
    assert pvalue == pytest.approx(float(want[alternative]), abs=1e-9)


@given(decided(), strategies.conditions_pc)
def test_exchanging_the_models_turns_the_interval_round(models, pc):
    one, other = (compared(models, swap=swap) for swap in (False, True))
    found, turned = one.test(pc, "less"), other.test(pc, "greater")
    assert found.pvalue == pytest.approx(turned.pvalue, abs=1e-9)
    a, b = found.estimate, turned.estimate
    assert a is not None
    assert b is not None
    assert (a.estimate, a.low, a.high) == pytest.approx((-b.estimate, -b.high, -b.low), abs=1e-9)


@given(decided(), strategies.conditions_pc)
def test_the_difference_is_that_of_the_cost_lines(models, pc):
    one, other, at_one, at_other = models
    lines = (
        cc.rules.fixed(at_one)(cc.Tally.from_scores(one.labels, one.scores)),
        cc.rules.fixed(at_other)(cc.Tally.from_scores(one.labels, other)),
    )
    band = compared(models).band([pc])
    assert band.estimate[0] == pytest.approx(lines[0](pc) - lines[1](pc), abs=1e-12)
    assert band.low[0] <= band.estimate[0] <= band.high[0]
