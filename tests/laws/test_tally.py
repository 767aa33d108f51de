"""Laws of the tally: what it may not depend on, and how it adds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import costcurves as cc
from tests import exact
from tests.laws import strategies as some


def held(tally: cc.Tally) -> list[tuple[float, float, float]]:
    """What a tally of exact cells holds."""
    assert np.array_equal(tally.high, tally.low)
    return list(zip(tally.high.tolist(), tally.positives.tolist(), tally.negatives.tolist(), strict=True))


@given(some.whole_scored())
def test_cells_are_the_distinct_scores_with_their_weights(records):
    assert held(records.tally()) == records.cells()


@given(some.scored(weights=some.fractional_weight))
def test_fractional_weights_add_up_to_rounding(records):
    tally = records.tally()
    expected = records.cells()
    assert tally.high.tolist() == [score for score, _, _ in expected]
    assert tally.positives == pytest.approx([float(p) for _, p, _ in expected], abs=1e-12)
    assert tally.negatives == pytest.approx([float(n) for _, _, n in expected], abs=1e-12)


@given(some.whole_scored(), st.data())
def test_row_order_never_matters(records, data):
    order = data.draw(some.orders(len(records)))
    assert records.take(order).tally() == records.tally()


@given(some.whole_scored(), some.whole_scored())
def test_tallies_add_as_records_concatenate(one, other):
    def column(name, absent):
        return [absent(part) if getattr(part, name) is None else getattr(part, name) for part in (one, other)]

    together = some.Scored(
        np.concatenate([one.labels, other.labels]),
        np.concatenate([one.scores, other.scores]),
        np.concatenate(column("weights", lambda part: np.ones(len(part)))),
    )
    added = one.tally() + other.tally()
    assert added == together.tally()
    assert added == other.tally() + one.tally()
    assert added.positives.dtype == together.tally().positives.dtype == np.int64


@given(some.whole_scored(), some.whole_scored(), some.whole_scored())
def test_adding_is_associative(a, b, c):
    a, b, c = a.tally(), b.tally(), c.tally()
    assert (a + b) + c == a + (b + c)


@given(some.whole_scored(), st.integers(2, 4))
def test_duplicating_every_record_multiplies_the_weights(records, times):
    tally = records.tally()
    assert records.take(np.repeat(np.arange(len(records)), times)).tally() == cc.Tally.from_counts(
        tally.high, tally.positives * times, tally.negatives * times
    )


@given(some.scored(weights=some.whole_weight))
def test_a_whole_weight_is_that_many_copies_of_the_record(records):
    copies = np.repeat(np.arange(len(records)), records.weights.astype(int))
    assert some.Scored(records.labels[copies], records.scores[copies]).tally() == records.tally()


@given(some.whole_scored())
def test_records_of_weight_zero_leave_no_trace(records):
    weights = np.ones(len(records)) if records.weights is None else records.weights
    more = some.Scored(
        np.append(records.labels, [True, False]),
        np.append(records.scores, [7.5, -7.5]),
        np.append(weights, [0.0, 0.0]),
    )
    assert more.tally() == records.tally()


@given(some.scored())
@pytest.mark.parametrize(
    ("spell", "positive"),
    [
        (lambda y: y.astype(int), None),
        (lambda y: y.astype(float), None),
        (lambda y: np.where(y, 1, -1), None),
        (lambda y: np.where(y, "bad", "good"), "bad"),
        (lambda y: np.where(y, 2, 1), 2),
        (lambda y: ["yes" if v else "no" for v in y], "yes"),
    ],
    ids=["0/1", "0.0/1.0", "-1/1", "text", "1/2", "list"],
)
def test_spelling_of_the_labels_never_matters(spell, positive, records):
    assert cc.Tally.from_scores(spell(records.labels), records.scores, pos_label=positive) == records.tally()


@given(some.whole_scored())
def test_every_threshold_is_a_confusion_matrix(records):
    table = records.tally().confusion()
    flagged = [(fp, tp) for fp, tp in zip(table.fp.tolist(), table.tp.tolist(), strict=True)]
    assert flagged == exact.counts(records.cells())
    assert np.ptp(table.positives) == 0
    assert np.ptp(table.negatives) == 0


@given(some.whole_scored())
def test_a_table_of_counts_is_the_same_tally(records):
    tally = records.tally()
    assert cc.Tally.from_counts(tally.high, tally.positives, tally.negatives) == tally


@given(st.lists(some.whole_scored(max_size=5), min_size=1, max_size=4))
def test_a_stack_adds_up_to_the_sum_of_its_members(parts):
    tallies = [part.tally() for part in parts]
    stack = cc.Tally.stack(tallies)
    total = tallies[0]
    for tally in tallies[1:]:
        total = total + tally
    assert np.array_equal(stack.high, total.high)
    assert np.array_equal(stack.positives.sum(axis=0), total.positives)
    assert stack.members() == tallies
