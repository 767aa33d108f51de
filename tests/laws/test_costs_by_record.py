"""Costs that differ by record: exact totals over all thresholds, rows in any order, weights as copies."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import costcurves as cc
from tests.laws import strategies as some

OUTCOMES = ("fp", "fn", "tp", "tn")

#: Money that binary floats hold exactly, benefits among it.
money = st.integers(-40, 160).map(lambda cents: cents / 8)
#: Probabilities and whole numbers alike: ties, and exact products.
sixteenths = st.integers(0, 16).map(lambda k: k / 16)


@dataclasses.dataclass(frozen=True)
class Priced:
    """Records with costs of their own."""

    records: some.Scored
    costs: dict[str, np.ndarray]

    def evaluation(self) -> cc.Evaluation:
        """The records through the public door."""
        one = self.records
        return cc.evaluate(one.labels, {"m": one.scores}, sample_weight=one.weights, costs=self.costs)

    def take(self, rows: list[int] | np.ndarray) -> Priced:
        """The same records in another order, or some of them."""
        return Priced(self.records.take(rows), {name: column[rows] for name, column in self.costs.items()})

    def total(self, flagged: list[bool]) -> Fraction:
        """What flags come to, exactly."""
        return sum((self.cost(row, outcome) for row, outcome in enumerate(flagged)), Fraction(0))

    def cost(self, row: int, flagged: bool) -> Fraction:
        """What one record comes to."""
        positive = bool(self.records.labels[row])
        outcome = {(True, True): "tp", (True, False): "fn", (False, True): "fp", (False, False): "tn"}
        weights = self.records.weights
        weight = Fraction(1) if weights is None else Fraction(float(weights[row]))
        return weight * Fraction(float(self.costs[outcome[positive, flagged]][row]))

    def choices(self) -> list[list[bool]]:
        """Flags of nobody and of every threshold at a score of a record that weighs something."""
        scores, weights = self.records.scores.tolist(), self.records.weights
        kept = [s for row, s in enumerate(scores) if weights is None or weights[row]]
        return [[False] * len(scores), *([s >= t for s in scores] for t in sorted(set(kept), reverse=True))]


@st.composite
def priced(draw: st.DrawFn, scores: st.SearchStrategy[float] = some.any_score) -> Priced:
    """Records of both classes with four costs each."""
    records = draw(some.any_scored(scores, max_size=6))
    size = len(records)
    return Priced(
        records,
        {name: np.array(draw(st.lists(money, min_size=size, max_size=size))) for name in OUTCOMES},
    )


@given(case=priced())
def test_least_total_is_the_least_of_all_thresholds(case):
    found = case.evaluation().least_total_cost()
    totals = [case.total(flags) for flags in case.choices()]
    assert Fraction(found.cost) == min(totals)
    assert Fraction(found.of_nobody) == totals[0]
    assert Fraction(found.of_everybody) == case.total([True] * len(case.records))
    # Of equal thresholds the one that flags fewest.
    first = case.choices()[totals.index(min(totals))]
    weights = case.records.weights
    assert found.flagged == sum(first if weights is None else weights[first])
    # Records without weight leave no trace: whether they are flagged is no question.
    heavy = np.full(len(first), True) if weights is None else weights > 0
    assert np.array_equal(found.decision.apply(case.records.scores)[heavy], np.array(first)[heavy])


@given(case=priced())
def test_least_total_follows_from_the_envelope_of_the_stakes(case):
    ev = case.evaluation()
    found, tally = ev.least_total_cost(), ev.staked().tally("m")
    p, n = float(tally.total_positive), float(tally.total_negative)
    # Where no record is worth acting on, or every one, there is no curve: leave all, or act on all.
    env = float(cc.rules.optimal(tally)(p / (p + n))) if p and n else 0.0
    assert found.cost == pytest.approx(found.of_nobody - p + (p + n) * env, abs=1e-9)
    assert found.profit == pytest.approx(max(ev.records.valued("m").running()[1]), abs=1e-9)


@given(case=priced(), data=st.data())
def test_totals_of_any_flags(case, data):
    size = len(case.records)
    flags = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    found = case.evaluation().total_cost(flags)
    assert Fraction(found.cost) == case.total(flags)
    assert found.baseline == min(found.of_nobody, found.of_everybody)
    if found.baseline > 0:
        assert found.savings == pytest.approx(
            float(1 - case.total(flags) / Fraction(found.baseline)), rel=1e-12
        )
    else:
        assert found.savings is None


@given(case=priced(sixteenths))
def test_bayes_asks_every_record_alone(case):
    found = case.evaluation().bayes_total_cost("m")
    flags = []
    for row, score in enumerate(case.records.scores):
        p = Fraction(float(score))
        fp, fn, tp, tn = (Fraction(float(case.costs[name][row])) for name in OUTCOMES)
        flags.append(p * (fn - tp) + (1 - p) * (tn - fp) >= 0)
    assert Fraction(found.cost) == case.total(flags)


@given(case=priced(sixteenths), data=st.data())
def test_row_order_leaves_no_trace(case, data):
    order = data.draw(some.orders(len(case.records)))
    one, other = case.evaluation(), case.take(order).evaluation()
    assert one.least_total_cost() == other.least_total_cost()
    assert one.bayes_total_cost() == other.bayes_total_cost()


@given(case=priced(sixteenths))
def test_row_order_leaves_no_trace_where_sums_are_rounded(case):
    case = Priced(case.records, {name: column / 3 for name, column in case.costs.items()})
    one = case.evaluation().least_total_cost()
    other = case.take(np.arange(len(case.records))[::-1]).evaluation().least_total_cost()
    assert (one.cost, one.of_nobody, one.of_everybody) == (other.cost, other.of_nobody, other.of_everybody)


@given(case=priced(), data=st.data())
def test_a_weight_is_so_many_copies(case, data):
    size = len(case.records)
    weights = np.array(data.draw(st.lists(st.integers(1, 3), min_size=size, max_size=size)), float)
    weighed = Priced(dataclasses.replace(case.records, weights=weights), case.costs)
    bare = Priced(dataclasses.replace(case.records, weights=None), case.costs)
    copies = bare.take(np.repeat(np.arange(size), weights.astype(int)))
    assert weighed.evaluation().least_total_cost() == copies.evaluation().least_total_cost()


@given(case=priced())
def test_low_scores_that_mean_positive_are_the_same_scores_turned(case):
    records = case.records
    turned = cc.evaluate(
        records.labels,
        {"m": -records.scores},
        sample_weight=records.weights,
        costs=case.costs,
        lower_is_positive=True,
    ).least_total_cost()
    straight = case.evaluation().least_total_cost()
    assert (turned.cost, turned.flagged) == (straight.cost, straight.flagged)
    assert turned.decision is not None
    assert straight.decision is not None
    assert turned.decision.flags == straight.decision.flags


@given(case=priced(), share=st.integers(1, 9).map(lambda tenths: tenths / 10))
def test_a_stated_prevalence_mixes_the_classes(case, share):
    rows = case.evaluation().records
    found = cc.Evaluation.of_records(rows.at_prevalence(share)).least_total_cost()
    means = {}
    for label in (True, False):
        weight = np.ones(len(rows)) if rows.weight is None else rows.weight
        of = weight * (rows.is_positive == label)
        means[label] = float((of * rows.costs.left(rows.is_positive)).sum() / of.sum())
    assert found.of_nobody / found.weight == pytest.approx(share * means[True] + (1 - share) * means[False])
    assert found.decision is not None
    assert found.decision.prevalence == pytest.approx(share)
