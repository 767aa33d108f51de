"""Sorting two classes and what is read off them: bit by bit what numpy gives, on any number of threads."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurves._ground import threads
from costcurves._ground.bucket_sorting import scattered, sort_buckets, sorted_classes
from costcurves._ground.class_runs import ClassRuns
from tests.kernel import plain
from tests.kernel.arrays import ADVERSARIES, SIZES, cases
from tests.laws import strategies as some
from tests.members import each


def assert_is_as_plain(positive, score, weight) -> None:
    """Every answer is that of numpy."""
    found, want = sorted_classes(positive, score, weight), plain.runs(positive, score, weight)
    assert found is not None
    assert all(plain.same_bits(a, b) for a, b in zip(found.columns, want.columns, strict=True))
    cells = plain.cells(positive, score, weight)
    assert all(plain.same_bits(a, b) for a, b in zip(found.cells(), cells, strict=True))
    if weight is None:
        flagged = cells[0], *(np.concatenate([[0], np.cumsum(column)]) for column in cells[1:])
        assert all(plain.same_bits(a, b) for a, b in zip(found.flagged(), flagged, strict=True))
    if weight is None or weight.dtype.kind == "i":
        corners, expected = found.corners(), plain.corners(*cells)
        assert corners is not None
        assert all(plain.same_bits(a, b) for a, b in zip(corners[:4], expected[:4], strict=True))
        assert corners.doubled_area == expected[4]


def assert_all(found) -> None:
    """All cases are as numpy has them."""
    for name, *columns in found:
        try:
            assert_is_as_plain(*columns)
        except AssertionError as fault:
            raise AssertionError(name) from fault


@each("size", SIZES)
def test_every_adversary_is_sorted_and_read_as_numpy_does(size):
    assert_all(cases(size))


@pytest.mark.usefixtures("_threads")
@each("size", [0, 2, 33, 4097])
def test_any_number_of_threads_gives_the_same(size):
    assert_all(cases(size, [0.3]))


@each("name, positive, score, weight", cases(120_000), ids=[case[0] for case in cases(0)])
def test_enough_records_for_real_threads(name, positive, score, weight):
    assert_is_as_plain(positive, score, weight)


@given(some.any_scored(some.any_score, max_size=60), st.integers(1, 8))
def test_any_records(records, count):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threads, "workers", lambda size: max(1, min(count, size)))
        weight = records.weights
        if weight is not None and np.array_equal(weight, np.floor(weight)):
            weight = weight.astype(np.int64)
        kept = slice(None) if weight is None else weight != 0
        assert_is_as_plain(
            records.labels[kept], records.scores[kept], weight if weight is None else weight[kept]
        )


@pytest.mark.usefixtures("_threads")
def test_row_numbers_ride_along_and_equal_scores_stay_in_their_order():
    rng = np.random.default_rng(3)
    score, positive = rng.integers(0, 9, 30_000) / 8, rng.random(30_000) < 0.3
    found = sorted_classes(positive, score, np.arange(30_000))
    want = plain.runs(positive, score, np.arange(30_000))
    assert found is not None
    assert all(plain.same_bits(a, b) for a, b in zip(found.columns, want.columns, strict=True))


@pytest.mark.usefixtures("_threads")
@each("place", [0, 1, 4_999])
def test_nan_is_told(place):
    score = np.linspace(0, 1, 5_000)
    score[place] = np.nan
    for nan in (np.nan, -np.nan):
        score[place] = nan
        assert sorted_classes(score > 0.5, score) is None
        assert sorted_classes(score > 0.5, score, np.ones(5_000)) is None


@pytest.mark.usefixtures("_threads")
@each("name", ADVERSARIES)
def test_no_scores_make_the_work_grow_faster_than_records(name):
    """A quadratic trap would move each of so many records thousands of times."""
    rng = np.random.default_rng(5)
    for size in (4_000, 64_000):
        score = ADVERSARIES[name](rng, size)
        keys, loads, bounds = scattered(rng.random(size) < 0.5, score, None)
        assert bounds is not None
        assert sort_buckets(keys, loads, bounds) <= 14 * size, size


def test_arrays_of_any_make_are_brought_into_order_first():
    rng = np.random.default_rng(4)
    score, positive, weight = rng.random(2_000), rng.random(2_000) < 0.5, rng.random(2_000)
    want = plain.runs(positive, score, weight)
    unaligned = np.frombuffer(b"x" + score.tobytes(), dtype=np.uint8)[1:].view(np.float64)
    assert not unaligned.flags.aligned
    frozen = score.copy()
    frozen.flags.writeable = False
    for made in (score.astype(">f8"), unaligned, np.repeat(score, 2)[::2], frozen):
        found = sorted_classes(positive, made, weight.astype(">f8"))
        assert found is not None
        assert all(plain.same_bits(a, b) for a, b in zip(found.columns, want.columns, strict=True))


def test_products_beyond_64_bits_are_left_to_python():
    runs = ClassRuns(np.array([1.0]), np.array([2.0]), np.array([2**31]), np.array([2**31]))
    assert runs.corners() is None
    smaller = ClassRuns(np.array([1.0]), np.array([2.0]), np.array([2**31 - 1]), np.array([2**31]))
    corners = smaller.corners()
    assert corners is not None
    assert corners.doubled_area == 2 * (2**31 - 1) * 2**31


def test_ties_by_the_million():
    rng = np.random.default_rng(6)
    score, positive = np.round(rng.random(2_000_000), 3), rng.random(2_000_000) < 0.1
    keys, loads, bounds = scattered(positive, score, None)
    assert bounds is not None
    assert sort_buckets(keys, loads, bounds) <= len(score)
    found = sorted_classes(positive, score)
    assert found is not None
    distinct, negatives, positives = found.cells()
    assert (len(distinct), int(negatives.sum()), int(positives.sum())) == (
        1001,
        int((~positive).sum()),
        int(positive.sum()),
    )
    assert np.array_equal(found.flagged()[1][1:], np.cumsum(negatives))
