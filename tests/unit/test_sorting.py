"""Sorting: three ways that must give the same cells, in one piece or in chunks."""

from __future__ import annotations

import itertools
import os

import numpy as np
import pytest

from costcurves._ground import kernel, threads
from costcurves._ground.class_sorting import Runs
from costcurves._ground.threads import in_chunks, on_threads, workers
from costcurves.measures.summaries import auc
from costcurves.space.roc import RocCurve, RocHull
from costcurves.tallies import record_sorting
from costcurves.tallies.cells import Cells
from costcurves.tallies.record_sorting import KeyedRecords, RunRecords, SortedRecords, sorted_records
from costcurves.tallies.tally import Tally
from costcurves.tallies.weighted_cells import FractionalRecords
from tests.unit.refusals import refusal

INF = float("inf")
TINY = 5e-324
HUGE = 1.7976931348623157e308
UP = np.nextafter(1.0, 2.0)

#: Scores that sorting code trips over, with many ties.
POOLS = {
    "ties": [0.0, 1.0, 2.0],
    "zeros": [-0.0, 0.0],
    "neighbours": [1.0, UP, -1.0, -UP],
    "infinities": [-INF, INF, 1.0, -1.0],
    "extremes": [TINY, -TINY, 0.0, HUGE, -HUGE],
    "infinite and tiny": [INF, TINY, -TINY, 0.0],
    "one": [7.0],
}


def brute(positive, score, weight):
    """Cells by definition: (score, positives, negatives), highest first, nothing empty."""
    found = []
    for value in sorted(set(score.tolist()), reverse=True):
        at = score == value
        cell = (value, weight[at & positive].sum(), weight[at & ~positive].sum())
        if cell[1] or cell[2]:
            found.append(cell)
    return found


def table(cells):
    """Cells as tuples."""
    return list(zip(cells.high.tolist(), cells.positives.tolist(), cells.negatives.tolist(), strict=True))


@pytest.fixture(params=["as built", "numpy"])
def _ways(request, monkeypatch):
    """With the C extension, where it is active, and without."""
    if request.param == "numpy":
        monkeypatch.setattr(kernel, "active", lambda: False)


@pytest.fixture(params=[1, 3], ids=["one piece", "three chunks"])
def _pieces(request, monkeypatch):
    monkeypatch.setattr(threads, "workers", lambda _: request.param)


@pytest.mark.usefixtures("_pieces", "_ways")
@pytest.mark.parametrize("pool", POOLS.values(), ids=POOLS.keys())
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_every_way_of_sorting_gives_the_cells_by_definition(pool, share):
    rng = np.random.default_rng(20)
    for size in (3, 7, 40):
        positive, score = rng.random(size) < share, rng.choice(pool, size)
        whole, halves = rng.integers(1, 4, size), rng.integers(1, 9, size) / 2
        ones = np.ones(size, dtype=int)
        want = brute(positive, score, ones)
        ways: list[SortedRecords] = [RunRecords(Runs.split(positive, score))]
        if keyed := KeyedRecords.sort(positive, score):
            ways.append(keyed)
        ways.append(sorted_records(positive, score, None))  # the C extension, where it is active
        for way in ways:
            assert table(way.cells()) == want
            assert_flags_its_cells(way)
            assert_climbs_like_its_cells(way)
            assert "-0." not in str(way.cells().high)
            assert way.weight(positive=True) == int(positive.sum())
            assert way.weight(positive=False) == int((~positive).sum())
        for weight in (whole, halves):
            heavy = sorted_records(positive, score, weight)
            assert_flags_its_cells(heavy)
            assert table(heavy.cells()) == brute(positive, score, weight)
            assert_climbs_like_its_cells(heavy)
            assert heavy.weight(positive=True) == weight[positive].sum()
            assert heavy.cells().positives.dtype == weight.dtype


def assert_flags_its_cells(way: SortedRecords) -> None:
    """Counts and thresholds are those of the cells, whichever a tally lays out first."""
    counts, cells = Tally(way), Tally(way.cells())
    assert counts.confusion() == cells.confusion()
    assert ("cells" in vars(counts)) == isinstance(way, Cells)
    assert (counts.low.tolist(), counts.high.tolist()) == (cells.low.tolist(), cells.high.tolist())
    assert counts.cells == cells.cells
    assert "flagged" not in vars(counts)  # of both forms one is kept
    assert counts.cells_flagged(cells.high).tolist() == cells.cells_flagged(cells.high).tolist()
    late = Tally(way)
    assert late.cells == cells.cells
    assert late.confusion() == counts.confusion()


def assert_climbs_like_its_cells(way: SortedRecords) -> None:
    """Hull, thresholds and area are those of all cells, to the bit."""
    quick, full = Tally(way), Tally(way.cells())
    if quick.total_positive and quick.total_negative:
        assert RocHull.of(quick) == RocCurve.of(full).hull()
        assert "-0." not in str(RocHull.of(quick).high)
        assert auc(quick) == RocCurve.of(full).auc


def test_thresholds_end_at_the_greatest_and_least_score_of_a_gap():
    score = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    positive = np.array([False, False, True, False, False, False])
    climb = RunRecords(Runs.split(positive, score)).hull_points()
    low, high = climb.thresholds(np.array([0, 1, 2]))
    assert low.tolist() == [6, 2, -INF]
    assert high.tolist() == [INF, 3, 1]
    assert (climb.fp.tolist(), climb.tp.tolist()) == ([0, 3, 5], [0, 1, 1])


def test_keys_are_refused_where_they_do_not_fit():
    both = np.array([True, False])
    assert KeyedRecords.sort(both, np.array([INF, TINY])) is None
    assert KeyedRecords.sort(both, np.array([np.nan, 1.0])) is None
    assert KeyedRecords.sort(both, np.array([-np.nan, 1.0])) is None
    assert KeyedRecords.sort(both, np.array([INF, -INF])) is not None
    assert KeyedRecords.sort(both, np.array([0.0, -0.0])) is not None


@pytest.mark.parametrize(
    ("positives", "kind"), [(1, RunRecords), (3, KeyedRecords), (7, KeyedRecords), (9, RunRecords)]
)
def test_the_faster_way_is_taken(positives, kind, monkeypatch):
    monkeypatch.setattr(kernel, "active", lambda: False)
    positive = np.arange(10) < positives
    assert type(sorted_records(positive, np.arange(10.0), None)) is kind
    assert type(sorted_records(positive, np.arange(10.0), np.ones(10, dtype=int))) is RunRecords
    assert type(sorted_records(positive, np.arange(10.0), np.ones(10))) is FractionalRecords


@pytest.mark.parametrize(
    "weight",
    [None, np.ones(4, dtype=int), np.ones(4), np.array([1.0, 0.0, 1.0, 1.0])],
    ids=["no", "ones", "floats", "zero"],
)
@pytest.mark.parametrize("positives", [0, 1, 2, 4])
def test_nan_is_found_whatever_way_is_taken(weight, positives):
    score = np.array([1.0, np.nan, 2.0, 3.0])
    assert refusal(lambda: sorted_records(np.arange(4) < positives, score, weight)) == (
        "y_score must have no missing values; got a missing value at row 2, counted from 1: drop or fill these records first"
    )


def test_weightless_records_leave_no_trace():
    score, positive = np.array([1.0, 2.0, 3.0]), np.array([True, False, False])
    assert table(sorted_records(positive, score, np.array([2, 0, 1])).cells()) == [(3, 0, 1), (1, 2, 0)]
    nothing = sorted_records(positive, score, np.zeros(3, dtype=int))
    assert table(nothing.cells()) == []


def test_a_weight_that_vanishes_in_a_sum_keeps_its_cell():
    # 1e17 + 0.5 is 1e17 in float64.
    records = sorted_records(
        np.array([True, True, False]), np.array([0.1, 0.2, 0.3]), np.array([1e17, 0.5, 0.5])
    )
    assert table(records.cells()) == [(0.3, 0, 0.5), (0.2, 0.5, 0), (0.1, 1e17, 0)]
    assert_climbs_like_its_cells(records)


def test_small_work_takes_no_threads(monkeypatch):
    monkeypatch.delenv(threads.SETTING, raising=False)
    assert workers(threads.RECORDS_FOR_THREADS - 1) == 1
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    assert workers(threads.RECORDS_FOR_THREADS) == 8
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert workers(threads.RECORDS_FOR_THREADS) == 1


def test_the_number_of_threads_can_be_set(monkeypatch):
    monkeypatch.setenv(threads.SETTING, "3")
    assert workers(threads.RECORDS_FOR_THREADS) == 3
    assert workers(threads.RECORDS_FOR_THREADS - 1) == 1
    monkeypatch.setenv(threads.SETTING, "")
    assert workers(threads.RECORDS_FOR_THREADS) >= 1


@pytest.mark.parametrize("given", ["0", "two", "-1", "1.5", "²", "257"])
def test_any_other_number_of_threads_is_refused(monkeypatch, given):
    monkeypatch.setenv(threads.SETTING, given)
    said = f"COSTCURVES_THREADS must be a whole number from 1 to 256; got {given!r}"
    assert refusal(lambda: workers(threads.RECORDS_FOR_THREADS)) == said
    # However few the records are.
    assert refusal(lambda: workers(1)) == said
    assert refusal(lambda: Tally.from_scores([0, 1], [0.2, 0.7])) == said
    assert refusal(lambda: Tally.from_scores([0, 1], [0.2, 0.7], [0.5, 1])) == said


def test_chunks_keep_their_order(monkeypatch):
    monkeypatch.setattr(threads, "workers", lambda _: 4)
    parts = in_chunks(lambda column, nothing: (column.tolist(), nothing), np.arange(10), None)
    assert list(itertools.chain(*(part for part, _ in parts))) == list(range(10))
    assert on_threads([lambda: 1, lambda: 2]) == [1, 2]


def test_errors_of_threads_arrive():
    def fail() -> int:
        text = "in a thread"
        raise KeyError(text)

    with pytest.raises(KeyError, match="in a thread"):
        on_threads([fail, fail])


def test_both_ways_agree_on_many_records():
    # Enough for threads on a machine that has several.
    rng = np.random.default_rng(3)
    size = 2 * threads.RECORDS_FOR_THREADS
    score, positive = rng.integers(0, 50_000, size) / 1000, rng.random(size) < 0.3
    keyed, runs = KeyedRecords.sort(positive, score), RunRecords(Runs.split(positive, score))
    assert keyed is not None
    assert keyed.cells() == runs.cells()
    assert RocHull.of(Tally(keyed)) == RocHull.of(Tally(runs)) == RocCurve.of(Tally(keyed.cells())).hull()
    assert auc(Tally(keyed)) == auc(Tally(runs)) == RocCurve.of(Tally(keyed.cells())).auc
    assert record_sorting.LOOK_UP == 6
