"""What users are told is the same with and without the extension, bit by bit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import costcurves as cc
from costcurves._ground import kernel, threads
from costcurves.space.stacks import HullStack
from costcurves.tallies import record_sorting
from costcurves.tallies.cells import Cells
from costcurves.tallies.record_sorting import sorted_records
from costcurves.tallies.split_records import SplitRecords
from costcurves.tallies.weighted_cells import FractionalRecords
from tests.kernel import plain
from tests.kernel.arrays import cases
from tests.laws import strategies as some

if TYPE_CHECKING:
    from collections.abc import Callable


def both_ways(answer: Callable[[], Any], count: int = 1) -> tuple[Any, Any]:
    """Answer with the extension, on so many threads, and without."""
    with patch.object(kernel, "active", lambda: False):
        without = answer()
    with (
        patch.object(kernel, "active", lambda: True),
        patch.object(threads, "workers", lambda size: max(1, min(count, size))),
    ):
        return answer(), without


def answers(positive, score, weight, direction) -> list[Any]:
    """Everything that is read off sorted records."""
    tally = cc.Tally.from_scores(positive, score, weight, lower_is_positive=direction)
    again = cc.Tally.from_scores(positive, score, weight, lower_is_positive=direction)
    thresholds = np.unique(np.concatenate([score, score + 0.5, [0.0, np.inf, -np.inf]]))
    found = [
        tally.total_positive,
        tally.total_negative,
        tally.source.ends(),
        *tally.source.flagged(thresholds),
    ]
    confusion = tally.confusion()
    found += [confusion.tp, confusion.fp, tally.high, tally.low, again.positives, again.negatives, again.high]
    if tally.total_positive and tally.total_negative:
        hull, curve = cc.RocHull.of(tally), cc.RocCurve.of(again)
        found += [hull.fp, hull.tp, hull.low, hull.high, cc.measures.SUMMARIES[0](tally), curve.auc]
        found += [curve.fp, curve.tp, curve.low, curve.high, *curve.hull().to_columns().values()]
    return found


def assert_same(one: list[Any], other: list[Any]) -> None:
    """All values are equal, and arrays bit by bit."""
    for a, b in zip(one, other, strict=True):
        assert plain.same_bits(a, b) if isinstance(a, np.ndarray) and a.dtype.kind in "if" else np.all(a == b)


@given(some.any_scored(some.any_score, max_size=40), st.integers(1, 4), st.booleans())
def test_answers_about_any_records(records, count, direction):
    if records.weights is not None and not records.weights.any():
        records = records.take([])
    one, other = both_ways(lambda: answers(records.labels, records.scores, records.weights, direction), count)
    assert_same(one, other)


def test_answers_about_every_adversary():
    for name, positive, score, weight in cases(700, [0.3]):
        one, other = both_ways(lambda p=positive, s=score, w=weight: answers(p, s, w, False), 2)  # type: ignore[misc]  # bound in the loop
        try:
            assert_same(one, other)
        except AssertionError as fault:
            raise AssertionError(name) from fault


def test_the_extension_sorts_what_it_can():
    positive, score = np.arange(10) < 3, np.arange(10.0)
    with patch.object(kernel, "active", lambda: True):
        assert type(sorted_records(positive, score, None)) is SplitRecords
        assert type(sorted_records(positive, score, np.ones(10, int))) is SplitRecords
        # Sums round, so that their order must be the one of the other way: cells are made of the sorted records.
        with patch.object(record_sorting, "weighted_cells", None):
            assert type(sorted_records(positive, score, np.ones(10))) is FractionalRecords
        score[4] = np.nan
        with pytest.raises(cc.InputError, match="missing value at row 5, counted from 1"):
            sorted_records(positive, score, None)


def test_great_weights_have_areas_beyond_64_bits():
    positive, score, weight = np.array([1, 0, 1]), np.array([3.0, 2.0, 1.0]), np.array([2**40, 2**41, 2**40])
    one, other = both_ways(lambda: answers(positive, score, weight, direction=False))
    assert_same(one, other)


@given(st.data())
def test_hulls_of_stacks(data):
    members, cells = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 12))
    counts = st.lists(st.integers(0, 3), min_size=2 * members * cells, max_size=2 * members * cells)
    table = np.array(data.draw(counts)).reshape(2, members, cells)
    table[0, :, 0] += 1
    table[1, :, cells // 2] += 1
    score = -np.arange(float(cells))
    one, other = both_ways(lambda: HullStack.of(cc.Tally(Cells(score, score, *table))), 2)
    for name in ("fp", "tp", "start"):
        assert plain.same_bits(getattr(one, name), getattr(other, name))
    inner = np.setdiff1d(np.arange(len(one.fp)), one.last)
    assert plain.same_bits(one.cells[inner], other.cells[inner])
