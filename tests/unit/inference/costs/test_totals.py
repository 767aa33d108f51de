"""Totals of per-row costs, and what they save, with their intervals."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from costcurves import evaluate
from costcurves.inference.costs.totals import savings_interval, total_interval

RNG = np.random.default_rng(5)
LABELS = (RNG.random(120) < 0.4).astype(int)
SCORES = RNG.normal(size=120) + LABELS
AMOUNTS = RNG.exponential(10, size=120)
EVALUATION = evaluate(LABELS, {"m": SCORES}, costs={"fp": np.full(120, 2.0), "fn": AMOUNTS})
RECORDS = EVALUATION.records


def by_hand(values: np.ndarray) -> tuple[float, float, float]:
    """Total of values, its standard error within classes, and Welch and Satterthwaite's freedom."""
    parts = [values[label == LABELS] for label in (0, 1)]
    variances = [len(part) * part.var(ddof=1) for part in parts]
    freedom = sum(variances) ** 2 / sum(v**2 / (len(p) - 1) for v, p in zip(variances, parts, strict=True))
    return float(values.sum()), float(np.sqrt(sum(variances))), float(freedom)


def costs(flags: np.ndarray) -> np.ndarray:
    """What every record costs."""
    return np.where(flags, np.where(LABELS == 0, 2.0, 0.0), np.where(LABELS == 1, AMOUNTS, 0.0))


def test_totals_of_decisions_and_of_their_flags_are_the_same():
    assert RECORDS is not None
    decision = EVALUATION.least_total_cost("m").decision
    assert decision is not None
    flags = decision.cut.apply(SCORES)
    one, other = total_interval(RECORDS, decision, 0.9), total_interval(RECORDS, flags, 0.9)
    assert (one.estimate, one.low, one.high) == (other.estimate, other.low, other.high)
    assert (one.target, other.target) == ("the decision as given", "the flags as given")
    assert one.estimate == pytest.approx(by_hand(costs(flags))[0])
    assert one.low < one.estimate < one.high


def test_the_ends_of_savings_are_those_that_fieller_asks_for():
    assert RECORDS is not None
    flags = SCORES >= 0.5
    found = savings_interval(RECORDS, flags, 0.9)
    assert found is not None
    own, trivial = costs(flags), [costs(np.full(120, which)) for which in (False, True)]
    base = min(trivial, key=np.sum)
    assert found.estimate == pytest.approx(1 - own.sum() / base.sum())
    freedom = min(by_hand(own)[2], by_hand(base)[2] if base is trivial[0] else np.inf)
    for end in (found.low, found.high):
        total, spread, _ = by_hand(own - (1 - end) * base)
        assert abs(total) == pytest.approx(spread * stats.t.isf(0.05, freedom), rel=1e-6)
    assert found.low < found.estimate < found.high


def test_flagging_as_the_baseline_does_saves_nothing_for_sure():
    assert RECORDS is not None
    everybody = EVALUATION.total_cost(np.ones(120)).cost < EVALUATION.total_cost(np.zeros(120)).cost
    found = savings_interval(RECORDS, np.full(120, everybody))
    assert found is not None
    assert (found.estimate, found.low, found.high) == pytest.approx((0, 0, 0), abs=1e-9)


def test_nothing_is_a_share_of_a_baseline_that_may_be_nothing():
    gains = evaluate(LABELS, {"m": SCORES}, costs={"fp": np.ones(120), "fn": np.zeros(120)})
    assert gains.records is not None
    assert savings_interval(gains.records, SCORES >= 0.5) is None


@pytest.mark.parametrize("flags", [np.zeros(120), np.ones(120)])
def test_treating_all_alike_is_as_sure_as_what_records_cost(flags):
    """Everybody costs 2 or nothing, certainly; nobody costs what the positives' amounts come to."""
    assert RECORDS is not None
    found = total_interval(RECORDS, flags)
    values = costs(flags)
    assert found.estimate == pytest.approx(values.sum())
    if flags.all():
        assert found.high - found.low == pytest.approx(0, abs=1e-9)
    else:
        _, spread, _ = by_hand(values)
        assert found.high - found.low == pytest.approx(2 * 1.96 * spread, rel=0.1)


def test_errors_that_nobody_made_are_not_certain_to_stay_away():
    labels, amounts = np.repeat([1, 0], 10), np.full(20, 7.0)
    right = evaluate(labels, {"m": labels}, costs={"fp": np.ones(20), "fn": amounts})
    assert right.records is not None
    found = total_interval(right.records, labels == 1)
    assert (found.estimate, found.low) == (0, 0)
    # None of ten: up to 31 of 100 by Clopper and Pearson, of either class.
    most = stats.beta.ppf(0.975, 1, 10)
    assert found.high == pytest.approx(np.hypot(10 * 7 * most, 10 * most))
