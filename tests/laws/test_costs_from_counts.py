"""Laws of rates and costs known by their counts: intervals, exact laws, many classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import costcurves as cc
from costcurves.measures.rate_intervals import RATE_INTERVALS

levels = st.sampled_from([0.5, 0.8, 0.95, 0.999])


@st.composite
def errors(draw: st.DrawFn, pairs: bool = False) -> dict[str, Any]:
    """Errors of one classifier, or of two alone, with class sizes and a condition."""
    sizes = {name: draw(st.integers(1, 12)) for name in ("positives", "negatives")}
    found: dict[str, Any] = {**sizes, "pc": draw(st.sampled_from([0, 0.1, 0.25, 0.5, 0.7, 1]))}
    for name, size in zip(("fn", "fp"), sizes.values(), strict=True):
        first = draw(st.integers(0, size))
        found[name] = (first, draw(st.integers(0, size - first))) if pairs else first
    return found


def swapped(given_: dict[str, Any]) -> dict[str, Any]:
    """Positives called negatives."""
    return {
        "fn": given_["fp"],
        "positives": given_["negatives"],
        "fp": given_["fn"],
        "negatives": given_["positives"],
        "pc": 1 - given_["pc"],
    }


def turned(given_: dict[str, Any]) -> dict[str, Any]:
    """The second classifier first."""
    return given_ | {name: given_[name][::-1] for name in ("fn", "fp")}


@given(st.sampled_from(sorted(RATE_INTERVALS)), st.integers(1, 30), levels)
def test_more_successes_never_lower_an_end_and_more_confidence_never_narrows(name, size, level):
    low, high = RATE_INTERVALS[name](np.arange(size + 1), size, level)
    wide_low, wide_high = RATE_INTERVALS[name](np.arange(size + 1), size, level + (1 - level) / 2)
    assert np.all((wide_low <= low + 1e-12) & (high <= wide_high + 1e-12))
    if name != "wald":  # whose reach shrinks faster than its centre moves
        assert np.all(np.diff(low) >= -1e-12)
        assert np.all(np.diff(high) >= -1e-12)


@given(errors() | errors(pairs=True))
def test_moments_are_those_of_the_atoms_and_quantiles_undo_the_law(given_):
    law = (
        cc.stats.nec_law(**given_) if isinstance(given_["fn"], int) else cc.stats.nec_difference_law(**given_)
    )
    values, chances = law.atoms()
    assert law.mean == pytest.approx(values @ chances, abs=1e-12)
    assert law.variance == pytest.approx((values - law.mean) ** 2 @ chances, abs=1e-12)
    assert np.all(np.diff(values) > 0)
    reached = np.cumsum(chances)
    for place in np.flatnonzero(chances > 1e-9)[:5].tolist():
        assert law.cdf(values[place]) == pytest.approx(reached[place], abs=1e-12)
        assert law.quantile(min(reached[place], 1.0)) == pytest.approx(values[place], abs=1e-12)


@given(errors())
def test_classes_may_be_renamed(given_):
    one, other = cc.stats.nec_law(**given_), cc.stats.nec_law(**swapped(given_))
    assert one.mean == pytest.approx(other.mean, abs=1e-15)
    for q in (0.025, 0.4, 0.975):
        assert one.quantile(q) == pytest.approx(other.quantile(q), abs=1e-12)
    for interval in (cc.stats.nec_interval(**given_), cc.stats.nec_interval(**given_, level=0.5)):
        mirrored = cc.stats.nec_interval(**swapped(given_), level=interval.level)
        assert (interval.low, interval.high) == pytest.approx((mirrored.low, mirrored.high))


@given(errors(pairs=True))
def test_the_second_classifier_first_turns_everything_around(given_):
    one, other = cc.stats.nec_difference_law(**given_), cc.stats.nec_difference_law(**turned(given_))
    assert one.above(0) == pytest.approx(other.below(0), abs=1e-12)
    assert one.mean == pytest.approx(-other.mean, abs=1e-15)
    assert one.quantile(1) == pytest.approx(-other.quantile(0), abs=1e-12)
    interval, mirrored = (cc.stats.nec_difference_interval(**g) for g in (given_, turned(given_)))
    assert (interval.low, interval.high) == pytest.approx((-mirrored.high, -mirrored.low))


@given(errors(pairs=True))
def test_at_unit_costs_the_difference_is_that_of_mcnemars_table(given_):
    """With PC(+) = P/n it is (b − c)/n, whatever the classes: so say law, interval and paired rates."""
    records = given_["positives"] + given_["negatives"]
    at = given_ | {"pc": given_["positives"] / records}
    b, c = (sum(pair) for pair in zip(given_["fn"], given_["fp"], strict=True))
    law, interval = cc.stats.nec_difference_law(**at), cc.stats.nec_difference_interval(**at)
    paired = cc.stats.paired_difference_interval(b, c, records)
    assert law.mean == pytest.approx(paired.estimate, abs=1e-15)
    assert interval.estimate == pytest.approx(paired.estimate, abs=1e-15)
    steps = law.atoms()[0] * records
    assert steps == pytest.approx(np.round(steps), abs=1e-9)


@given(st.integers(0, 2**32 - 1), st.integers(2, 4))
def test_what_every_record_of_a_class_costs_anyway_shifts_the_cost_of_many_classes(seed, classes):
    """Same draws, other costs: a constant a row, and a unit of money."""
    rng = np.random.default_rng(seed)
    confusion, costs = rng.integers(1, 9, (classes, classes)), rng.integers(0, 9, (classes, classes))
    anyway = rng.integers(-5, 6, classes)
    bare = cc.stats.cost_matrix_interval(confusion, costs, replicates=40)
    share = confusion.sum(axis=1) / confusion.sum()
    for factor in (1, 2.5):
        more = cc.stats.cost_matrix_interval(confusion, factor * (costs + anyway[:, None]), replicates=40)
        for name in ("estimate", "low", "high"):
            want = factor * (getattr(bare, name) + share @ anyway)
            assert getattr(more, name) == pytest.approx(want, abs=1e-12)


@given(st.integers(0, 2**32 - 1))
def test_a_third_opinion_alike_changes_no_comparison(seed):
    """Records on which both classifiers agree may move between cells that cost both the same."""
    rng = np.random.default_rng(seed)
    table = rng.integers(1, 6, (3, 3, 3))
    costs = rng.integers(0, 9, (3, 3))
    moved = table.copy()
    moved[1, 0, 0], moved[1, 2, 2] = 0, table[1, 0, 0] + table[1, 2, 2]
    one, other = (
        cc.stats.cost_matrix_test(counts, costs, replicates=40, smoothing=0) for counts in (table, moved)
    )
    assert one.estimate is not None
    assert other.estimate is not None
    assert one.pvalue == other.pvalue
    assert one.estimate.to_columns() == other.estimate.to_columns()
