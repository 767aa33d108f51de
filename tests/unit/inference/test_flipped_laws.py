"""The law of flipped signs, against every way to flip them."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

import costcurves as cc
from costcurves.inference.costs.paired import PairedCosts
from costcurves.inference.pvalues import flipped_law, normal_law, tails
from costcurves.inference.resampling import Placed


def flipped(count: int, unit: Fraction) -> list[Fraction]:
    """Every sum of so many signed units, one for each way to sign them."""
    return [sum(signs, Fraction(0)) * unit for signs in itertools.product((-1, 1), repeat=count)]


@pytest.mark.parametrize("count", [0, 1, 2, 5, 9])
def test_law_by_every_way_to_sign(count):
    values, chances = flipped_law(count, 0.25)
    sums = flipped(count, Fraction(1, 4))
    assert values.tolist() == sorted({float(value) for value in sums})
    want = [sums.count(Fraction(value)) / 2**count for value in values.tolist()]
    assert chances == pytest.approx(want, rel=1e-12)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((4, Fraction(1, 10)), (5, Fraction(1, 10))),
        ((4, Fraction(3, 70)), (3, Fraction(7, 90))),
        ((6, Fraction(1, 3)), (2, Fraction(2, 3))),  # sums tie in several ways
        ((0, Fraction(1, 5)), (7, Fraction(1, 7))),
        ((0, Fraction(1, 5)), (0, Fraction(1, 7))),
    ],
)
def test_tails_by_every_way_to_sign(one, other):
    sums = [a + b for a in flipped(*one) for b in flipped(*other)]
    laws = [flipped_law(count, float(unit)) for count, unit in (one, other)]
    for found in [*set(sums), Fraction(-9), Fraction(9), Fraction(1, 97)]:
        less, equal = (sum(map(f, sums)) / len(sums) for f in (found.__gt__, found.__eq__))
        below, above = tails(float(found), laws[0], laws[1])
        assert below == pytest.approx(less + equal / 2, abs=1e-14)
        assert above == pytest.approx(1 - less - equal / 2, abs=1e-14)


def test_tails_know_values_that_rounding_moved():
    units = (0.1, 0.3)
    laws = [flipped_law(3, unit) for unit in units]
    found = 3 * units[0] - units[1]  # 5.6e-17, on paper 0
    assert found != 0
    assert tails(found, *laws) == pytest.approx((0.5, 0.5))


def test_the_normal_law_is_near_for_many():
    count, unit = 3000, 1 / 7000
    laws = flipped_law(count, unit), flipped_law(1000, unit)
    spread = unit * np.sqrt(4000)
    for z in (-2.5, -1.0, 0.0, 1.7):
        found = 2 * unit * round(z * spread / (2 * unit))
        assert tails(found, *laws) == pytest.approx(normal_law(found / spread), abs=1e-4)


def test_tails_of_the_normal_law_keep_their_digits():
    below, above = normal_law(12.0)
    assert below == 1
    assert above == pytest.approx(stats.norm.sf(12.0), rel=1e-12)


def test_models_that_never_differ_are_alike():
    records = cc.Records.read([1, 0, 1, 0], {"a": [0.9, 0.8, 0.7, 0.1], "b": [0.9, 0.8, 0.7, 0.1]})
    placed = Placed.of_records(records, {model: records.tally(model) for model in "ab"})
    costs = PairedCosts.given(placed, "a", "b", cc.rules.fixed(0.5), cc.rules.fixed(0.5))
    for pc in (0.0, 0.3, 1.0):
        assert costs.test(pc).pvalue == 1
        assert costs.test(pc, "greater").pvalue == costs.test(pc, "less").pvalue == 0.5
