"""Sums of weights that round have one order: by score descending, ties in the order of their rows."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import costcurves as cc
from costcurves._ground import threads
from tests.laws import strategies as some

#: Weights whose sums hang on their order, some of them lost beside others.
rounding_weight = st.one_of(st.floats(0.001, 1000), st.just(0.0), st.sampled_from([1e17, 0.1, 1 / 3, 5e-324]))
rounding = some.scored(weights=rounding_weight, max_size=10)


def numbers(records: some.Scored) -> list[object]:
    """All that hangs on sums of weights."""
    tally, prior = records.tally(), cc.ConditionPrior.beta(2, 3)
    quick, curve = cc.RocHull.of(tally), cc.rules.optimal(tally)
    roc = cc.RocCurve.of(tally)
    return [
        tally,
        (tally.total_positive, tally.total_negative, tally.prevalence),
        quick,
        roc.hull(),
        (quick.low.tolist(), quick.high.tolist()),
        (roc.auc, cc.measures.SUMMARIES[0](tally)),
        (curve, curve.area, curve.expected(prior)),
        tally.confusion(),
        tally.compact(),
    ]


def with_threads(count: int, records: some.Scored) -> list[object]:
    """The same on so many threads, however few records there are."""
    with (
        patch.object(threads, "RECORDS_FOR_THREADS", 1),
        patch.dict("os.environ", {threads.SETTING: str(count)}),
    ):
        assert threads.workers(len(records)) == min(count, len(records))
        return numbers(records)


def ties_in_order(rows: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Another order of rows in which those of one score follow each other as before."""
    rows = rows.copy()
    for score in np.unique(scores):
        at = np.flatnonzero(scores[rows] == score)
        rows[at] = np.sort(rows[at])
    return rows


@given(st.one_of(rounding, some.any_scored()), st.data())
def test_neither_threads_nor_chunks_nor_the_order_of_rows_change_a_digit(records, data):
    plain = numbers(records)
    order = ties_in_order(data.draw(some.orders(len(records))), records.scores)
    moved = records.take(order)
    assert numbers(moved) == plain
    for count in range(1, 9):
        assert with_threads(count, records) == plain, count
    assert with_threads(3, moved) == plain


@given(rounding)
def test_a_sum_is_that_of_a_plain_loop_over_records_and_cells(records):
    tally = records.tally()
    totals, table = [0.0, 0.0], []
    for score in sorted({value + 0.0 for value in records.scores.tolist()}, reverse=True):
        cell = [0.0, 0.0]
        for label, value, weight in zip(records.labels, records.scores, records.weights, strict=True):
            if value == score:
                cell[int(label)] += float(weight)
        for label in (0, 1):
            totals[label] += cell[label]
        if cell != [0.0, 0.0]:
            table.append((score, cell[1], cell[0], totals[1], totals[0]))
    flagged = tally.confusion()
    columns = (tally.high, tally.positives, tally.negatives, flagged.tp[1:], flagged.fp[1:])
    assert list(zip(*(column.tolist() for column in columns), strict=True)) == table
    assert (tally.total_negative, tally.total_positive) == tuple(totals)
    assert (flagged.tp[-1], flagged.fp[-1]) == (tally.total_positive, tally.total_negative)


def test_the_order_of_sums_holds_for_many_records_on_any_number_of_threads():
    rng = np.random.default_rng(5)
    size = 3 * threads.RECORDS_FOR_THREADS
    labels, weights = rng.random(size) < 0.3, rng.random(size)
    for scores in (rng.permutation(size) / size, rng.integers(0, 999, size) / 999):
        records = some.Scored(labels, scores, weights)
        plain = with_threads(1, records)
        assert with_threads(2, records) == plain
        assert with_threads(7, records) == plain
        assert with_threads(3, records.take(np.argsort(scores, kind="stable"))) == plain
        roc = cc.RocCurve.of(records.tally())
        widths, heights = np.diff(roc.fp) / roc.fp[-1], (roc.tp[1:] + roc.tp[:-1]) / roc.tp[-1]
        assert roc.auc == np.sum(widths * heights) / 2
