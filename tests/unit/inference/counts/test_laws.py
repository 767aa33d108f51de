"""Exact laws of costs: their figures, against enumeration, and where they are degenerate."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy import stats

from costcurves.inference.counts.laws import CostLaw, nec_difference_law, nec_law
from tests.unit.refusals import refusal

one: Any = nec_law
two: Any = nec_difference_law


@pytest.mark.parametrize(
    ("pc", "nec", "sd", "ends"),
    [
        (0.25, 0.145833, 0.083116, (0.020833, 0.291667)),
        (0.5, 0.125, 0.066970, (0.041667, 0.25)),
        (0.75, 0.104167, 0.065606, (0.020833, 0.229167)),
    ],
)
def test_figures_of_24_records(pc, nec, sd, ends):
    law = one(fn=1, positives=12, fp=2, negatives=12, pc=pc)
    found = law.interval(level=0.9)
    assert (law.mean, law.sd) == pytest.approx((nec, sd), abs=5e-7)
    assert (found.low, found.high) == pytest.approx(ends, abs=5e-7)


@pytest.mark.parametrize(
    ("pc", "difference", "sd", "ends"),
    [
        (0.2, -0.03, 0.043229, (-0.116, 0.054)),
        (0.5, 0.01875, 0.043610, (-0.06625, 0.105)),
        (0.8, 0.0675, 0.057483, (-0.0445, 0.181)),
    ],
)
def test_figures_of_a_difference(pc, difference, sd, ends):
    law = two(fn=(9, 4), positives=50, fp=(6, 11), negatives=80, pc=pc)
    found = law.interval()
    assert (law.mean, law.sd) == pytest.approx((difference, sd), abs=5e-7)
    assert (found.low, found.high) == pytest.approx(ends, abs=5e-7)


def enumerated(law: CostLaw) -> dict[Fraction, Fraction]:
    """Probability of every cost in exact arithmetic, one record after the other."""
    x = Fraction(law.pc).limit_denominator(1000)
    found = {Fraction(0): Fraction(1)}
    classes = ((x, law.positives, 0), (1 - x, law.negatives, 1))
    for weight, size, place in classes:
        plus, minus = (Fraction(side[place]).limit_denominator(1000) for side in (law.adds, law.takes))
        step = weight / size
        for _ in range(size):
            after: dict[Fraction, Fraction] = {}
            for value, chance in found.items():
                for move, share in ((step, plus), (-step, minus), (Fraction(0), 1 - plus - minus)):
                    after[value + move] = after.get(value + move, Fraction(0)) + chance * share
            found = after
    return {value: found[value] for value in sorted(found) if found[value]}


LAWS = [
    one(fn=1, positives=4, fp=2, negatives=5, pc=0.3),
    one(fn=1, positives=4, fp=2, negatives=5, pc=0),
    one(fn=1, positives=4, fp=2, negatives=5, pc=1),
    one(fn=4, positives=4, fp=0, negatives=5, pc=0.5),
    one(fn=0, positives=3, fp=0, negatives=3, pc=0.5, smoothing=1),
    two(fn=(1, 2), positives=4, fp=(2, 1), negatives=4, pc=0.5),
    two(fn=(0, 2), positives=4, fp=(3, 2), negatives=5, pc=0.2),
    two(fn=(2, 2), positives=4, fp=(0, 0), negatives=3, pc=0.75),
]


@pytest.mark.parametrize("law", LAWS)
def test_laws_against_enumeration(law):
    want = enumerated(law)
    values, chances = law.atoms()
    solid = chances > 1e-14
    assert values[solid] == pytest.approx([float(v) for v in want], abs=1e-12)
    assert chances[solid] == pytest.approx([float(p) for p in want.values()], abs=1e-14)
    mean = sum((v * p for v, p in want.items()), Fraction(0))
    variance = sum((v**2 * p for v, p in want.items()), Fraction(0)) - mean**2
    assert (law.mean, law.variance) == pytest.approx((float(mean), float(variance)), abs=1e-14)
    upto = Fraction(0)
    for value, chance in want.items():
        assert law.below(float(value)) == pytest.approx(float(upto), abs=1e-13)
        # From the first probability beyond what is passed before, the quantile is this value.
        for q in (upto + chance / 1000, upto + chance):
            if chance > 1e-6:
                assert law.quantile(float(q)) == pytest.approx(float(value), abs=1e-12)
        upto += chance
        assert law.cdf(float(value)) == pytest.approx(float(upto), abs=1e-13)
        assert law.above(float(value)) == pytest.approx(float(1 - upto), abs=1e-13)


def test_ends_of_a_law():
    law = LAWS[0]
    assert (law.quantile(0), law.quantile(1)) == (0, pytest.approx(1))
    assert (law.cdf(-0.1), law.cdf(2), law.below(0), law.above(1)) == pytest.approx((0, 1, 0, 0), abs=1e-15)
    assert (law.cdf(float("inf")), law.cdf(-float("inf"))) == pytest.approx((1, 0), abs=1e-15)


def test_classes_without_errors_have_no_doubt_unless_smoothed():
    law = one(fn=0, positives=12, fp=0, negatives=12, pc=0.5)
    assert (law.sd, law.quantile(0.025), law.quantile(0.975)) == (0, 0, 0)
    smooth = one(fn=0, positives=12, fp=0, negatives=12, pc=0.5, smoothing=1)
    assert smooth.adds == (1 / 14, 1 / 14)
    assert smooth.interval().high > 0.1


@pytest.mark.parametrize(("size", "rate"), [(10**5, 0.2), (10**6, 1e-5), (10**8, 0.3)])
def test_large_laws_are_those_of_scipy(size, rate):
    law = CostLaw(1.0, size, 5, (rate, 0.0))
    want = stats.binom(size, rate)
    for q in (0.001, 0.025, 0.5, 0.975, 0.999):
        assert law.quantile(q) * size == pytest.approx(want.ppf(q), abs=0.01)
    k = want.ppf(0.3)
    # Old versions of scipy are off by 1.1e-9 at the largest size; new ones agree to 1e-10.
    assert law.cdf(k / size) == pytest.approx(want.cdf(k), abs=2e-9)


def test_large_laws_of_two_classes_are_nearly_normal():
    law = two(fn=(30_000, 29_000), positives=10**6, fp=(10_000, 12_000), negatives=2 * 10**6, pc=0.37)
    normal = stats.norm(law.mean, law.sd)
    for q in (0.025, 0.5, 0.975):
        assert law.quantile(q) == pytest.approx(normal.ppf(q), abs=0.002 * law.sd)


def test_too_many_costs_are_not_listed():
    law = one(fn=400, positives=1000, fp=500, negatives=2000, pc=0.3)
    assert law.to_columns()["cost"].size > 1000
    huge = one(fn=4000, positives=10_000, fp=5000, negatives=20_000, pc=0.3)
    assert refusal(huge.atoms).startswith("a law that is listed must have at most 1,000,000 costs; got ")
    assert huge.interval().width < 0.02


def test_a_difference_is_that_of_its_parts():
    """All pairs of binomial costs, where each classifier errs alone only."""
    law = two(fn=(2, 0), positives=5, fp=(0, 1), negatives=4, pc=0.4)
    fn, fp = stats.binom(5, 0.4), stats.binom(4, 0.25)
    above = sum(
        float(fn.pmf(i) * fp.pmf(j))
        for i, j in itertools.product(range(6), range(5))
        if 0.4 * i / 5 - 0.6 * j / 4 > 1e-9
    )
    assert law.above(0) == pytest.approx(above, abs=1e-14)


def test_at_unit_costs_the_difference_is_that_of_mcnemar():
    """At PC(+) = P/n it is (b − c)/n, whatever class a record is of."""
    law = two(fn=(9, 4), positives=50, fp=(6, 11), negatives=80, pc=50 / 130)
    assert law.mean == pytest.approx((15 - 15) / 130, abs=1e-16)
    assert (law.atoms()[0] * 130 - np.round(law.atoms()[0] * 130)) == pytest.approx(0, abs=1e-9)
    other = two(fn=(9, 4), positives=50, fp=(1, 11), negatives=80, pc=50 / 130)
    assert other.mean == pytest.approx((10 - 15) / 130)


def test_laws_are_documents():
    for law in LAWS:
        assert CostLaw.from_json(law.to_json()) == law


def test_what_is_no_law_is_refused():
    assert refusal(lambda: one(fn=5, positives=4, fp=0, negatives=2, pc=0.5)).endswith(
        "got 5 of 4 (fn of positives)"
    )
    for wrong in (0, -3):
        assert refusal(partial(one, fn=0, positives=wrong, fp=0, negatives=2, pc=0.5)).endswith(
            f"got 0 of {wrong} (fn of positives)"
        )
    assert refusal(lambda: one(fn=0, positives=2.5, fp=0, negatives=2, pc=0.5)) == (
        "positives must count records, from 1; got 2.5"
    )
    assert refusal(lambda: one(fn=0, positives=2, fp=0, negatives=10**11, pc=0.5)) == (
        "an exact law must have at most 10,000,000,000 negatives; got 100,000,000,000: its mean ± normal quantiles of its standard deviation are as good"
    )
    assert "pc must lie in [0, 1]; got 2" in refusal(lambda: one(fn=1, positives=4, fp=0, negatives=2, pc=2))
    assert refusal(lambda: two(fn=3, positives=4, fp=(0, 1), negatives=2, pc=0.5)) == (
        "fn must be a pair: of a alone, of b alone; got 3"
    )
    assert refusal(lambda: two(fn=(3, 2), positives=4, fp=(0, 1), negatives=2, pc=0.5)).endswith(
        "got 5 of 4 (fn of positives)"
    )
    assert refusal(lambda: CostLaw(0.5, 3, 3, (0.7, 0.1), (0.4, 0.1))) == (
        "probabilities must add up to at most 1; got 0.7 and 0.4"
    )
    assert refusal(lambda: LAWS[0].quantile(1.5)) == "q must lie in [0, 1]; got 1.5"
