"""Two classifiers compared by their confusion matrices alone."""

from __future__ import annotations

import math

import numpy as np
import pytest

import costcurves as cc
from costcurves.stats import counted_difference_test, nec_interval
from tests.unit.refusals import refusal

RNG = np.random.default_rng(7)


def drawn() -> cc.Confusion:
    """A confusion matrix of a few records."""
    tp, fn, fp, tn = RNG.integers(1, 40, 4).tolist()
    return cc.Confusion(tp=tp, fn=fn, fp=fp, tn=tn)


def nec_of(one: cc.Confusion, pc: float, level: float) -> cc.Estimate:
    """The interval of one of them."""
    return nec_interval(
        fn=int(one.fn), positives=int(one.positives), fp=int(one.fp), negatives=int(one.negatives),
        pc=pc, level=level,
    )  # fmt: skip


def test_whatever_records_are_shared_both_intervals_hold_together() -> None:
    a, b = drawn(), drawn()
    own, other = (nec_of(one, 0.3, 0.975) for one in (a, b))
    found = counted_difference_test(a, b, pc=0.3).estimate
    assert found is not None
    ends = (own.estimate - other.estimate, own.low - other.high, own.high - other.low)
    assert (found.estimate, found.low, found.high) == pytest.approx(ends)


def test_on_different_records_distances_add_up_like_sides() -> None:
    a, b = drawn(), drawn()
    own, other = (nec_of(one, 0.3, 0.95) for one in (a, b))
    found = counted_difference_test(a, b, pc=0.3, different_records=True).estimate
    assert found is not None
    gap = own.estimate - other.estimate
    low = gap - math.hypot(own.estimate - own.low, other.high - other.estimate)
    high = gap + math.hypot(own.high - own.estimate, other.estimate - other.low)
    assert (found.low, found.high) == pytest.approx((low, high))


@pytest.mark.parametrize("different", [False, True])
def test_the_test_agrees_with_its_interval(different: bool) -> None:
    for _ in range(40):
        a, b, pc = drawn(), drawn(), float(RNG.random())
        found = counted_difference_test(a, b, pc=pc, different_records=different)
        turned = counted_difference_test(b, a, pc=pc, different_records=different)
        assert found.estimate is not None
        assert found.estimate.excludes(0) == (found.pvalue < 0.05), (a, b, pc)
        assert turned.pvalue == pytest.approx(found.pvalue)
        sides = [
            counted_difference_test(a, b, pc=pc, alternative=side, different_records=different).pvalue
            for side in ("less", "greater")
        ]
        assert sum(sides) == pytest.approx(1)


def test_equal_classifiers_are_not_told_apart() -> None:
    assert counted_difference_test(drawn(), (one := drawn()), pc=0.5).pvalue > 0
    assert counted_difference_test(one, one, pc=0.5).pvalue == 1


def test_errors_that_go_together_as_they_like_are_covered() -> None:
    """Errors of two classifiers on the same records: always together, never together, or as if by chance.

    Of 400 samples each, of two error rates of 0.2 in both classes: at a level of 90 % no more than 10 % miss.
    """
    size, missed = 60, dict.fromkeys(("together", "apart", "by chance"), 0)
    for _ in range(400):
        draws = RNG.random((2, size))
        for name in missed:
            first = draws < 0.2
            second = {
                "together": first,
                "apart": (draws >= 0.2) & (draws < 0.4),
                "by chance": RNG.random((2, size)) < 0.2,
            }[name]
            a, b = (
                cc.Confusion(
                    tp=size - int(w[0].sum()),
                    fn=int(w[0].sum()),
                    fp=int(w[1].sum()),
                    tn=size - int(w[1].sum()),
                )
                for w in (first, second)
            )
            found = counted_difference_test(a, b, pc=0.5, level=0.9).estimate
            assert found is not None
            missed[name] += found.excludes(0)
    assert max(missed.values()) <= 40


def test_pairs_of_an_evaluation() -> None:
    ev = cc.evaluate_points({name: point[:2] for name, point in POINTS.items()}, positives=50, negatives=80)
    found = ev.uncertainty().pairs_by_counts(["a", "b", "c"], 0.4)
    assert list(found.tests) == [("a", "b"), ("a", "c"), ("b", "c")]
    raw = [one.pvalue for one in found.tests.values()]
    assert [one.adjusted for one in found.tests.values()] == cc.stats.holm(raw).tolist()
    assert found.sentence.count("\n") == 2


POINTS = {"a": (0.1, 0.9), "b": (0.2, 0.8), "c": (0.6, 0.5)}


def test_what_is_refused() -> None:
    rates = cc.evaluate_points({"a": (0.1, 0.9), "b": (0.2, 0.8)}).uncertainty()
    assert refusal(lambda: rates.by_counts("a", "b", 0.3), cc.UndefinedError) == (
        "a test of published points needs the number of records of each class; got rates alone (a): give tp, fn, "
        "fp and tn"
    )
    several = cc.evaluate_points({"a": ([0.1, 0.3], [0.5, 0.9]), "b": (0.2, 0.8)}, positives=5, negatives=8)
    assert "one operating point" in refusal(lambda: several.uncertainty().by_counts("a", "b", 0.3))
    assert "two different models" in refusal(lambda: several.uncertainty().by_counts("b", "b", 0.3))
