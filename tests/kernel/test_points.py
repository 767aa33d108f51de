"""Hulls of points and of stacks: the corners that Python finds, and those of exact arithmetic."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurves._ground import kernel, threads
from costcurves.space import hull
from costcurves.space.stacks import HullStack, last_flagged
from costcurves.tallies.cells import Cells
from costcurves.tallies.tally import Tally
from tests.members import each


def climbing(rng, size, kind):
    """Points that climb: steps, a smooth arc, noise on it, many equal points."""
    if kind == "arc":
        t = np.linspace(0, 1, size)
        return t, 1 - (1 - t) ** 2
    steps = rng.random((2, size)) if kind == "noise" else rng.integers(0, 2, (2, size)).astype(float)
    order = np.argsort(steps[0] - steps[1]) if kind == "nearly convex" else slice(None)
    fp, tp = np.cumsum(steps[:, order], axis=1)
    return fp, tp


@each("size", [1, 2, 3, 999, 1_000, 1_001, 5_000, 65_536, 65_537, 200_000])
def test_hulls_of_floats_are_those_of_python_bit_by_bit(size):
    rng = np.random.default_rng(size)
    for kind in ("arc", "noise", "steps", "nearly convex"):
        fp, tp = climbing(rng, size, kind)
        for across, up in ((1.0, 1.0), (5e-324, 1e290), (1e-310, 0.3), (1e290, 1e-300)):
            x, y = fp * across, tp * up
            assert kernel.upper_hull(x, y).tolist() == hull.upper_hull(x, y).tolist(), (kind, across, up)


@each("count", [1, 2, 3, 8, 200])
def test_hulls_of_floats_do_not_depend_on_threads(count, monkeypatch):
    fp, tp = climbing(np.random.default_rng(0), 300_000, "noise")
    once = hull.upper_hull(fp, tp).tolist()
    monkeypatch.setenv(threads.SETTING, str(count))
    assert kernel.upper_hull(fp, tp).tolist() == once


@each("size", [1, 2, 3, 1_001, 70_000])
def test_hulls_of_whole_numbers_are_those_of_python(size):
    rng = np.random.default_rng(size)
    for most in (2, 10, 2**30, 2**44):
        fp, tp = np.cumsum(rng.integers(0, most, (2, size)), axis=1)
        assert kernel.upper_hull(fp, tp).tolist() == hull.upper_hull(fp, tp).tolist(), most


large = st.integers(0, 2**58)


@given(st.lists(st.tuples(large, large), min_size=1, max_size=12))
def test_whole_numbers_beyond_64_bits_are_compared_exactly(steps):
    fp, tp = np.cumsum(np.array(steps, dtype=np.int64), axis=0).T
    assert kernel.upper_hull(fp, tp).tolist() == hull.upper_hull(fp, tp).tolist()


def strict_hull(points, number):
    """Corners by comparing products, in exact numbers or as floats round them."""
    corners: list[tuple[float, float]] = []
    for x, y in points:
        if corners and (x, y) == corners[-1]:
            continue
        while len(corners) > 1:
            (x0, y0), (x1, y1) = ((number(a), number(b)) for a, b in corners[-2:])
            if (y1 - y0) * (number(x) - x1) > (number(y) - y1) * (x1 - x0):
                break
            corners.pop()
        corners.append((x, y))
    return corners


def assert_stack(positives, negatives) -> None:
    """Each member has the corners of its own hull."""
    fp, tp, flagged, offsets = kernel.stack_corners(positives, negatives)
    whole = positives.dtype.kind == "i"
    assert fp.dtype == tp.dtype == (np.int64 if whole else np.float64)
    assert len(offsets) == len(positives) + 1
    for member, start, stop in zip(range(len(positives)), offsets[:-1], offsets[1:], strict=True):
        points = zip(*(np.cumsum(c[member]).tolist() for c in (negatives, positives)), strict=True)
        want = strict_hull([(0, 0), *points], Fraction if whole else float)
        assert list(zip(fp[start:stop].tolist(), tp[start:stop].tolist(), strict=True)) == want
        for column, found in ((negatives, fp), (positives, tp)):
            assert [column[member][:count].cumsum()[-1:].sum() for count in flagged[start:stop]] == found[
                start:stop
            ].tolist()
        filled = (negatives[member] != 0) | (positives[member] != 0)
        assert all(filled[count - 1] for count in flagged[start + 1 : stop])


@pytest.mark.usefixtures("_threads")
@each("members, cells", [(0, 3), (1, 0), (1, 1), (3, 1), (5, 40), (9, 300)])
def test_stacks_have_the_corners_of_their_members(members, cells):
    rng = np.random.default_rng(members + cells)
    for most in (2, 5, 2**40):
        positives, negatives = rng.integers(0, most, (2, members, cells))
        assert_stack(positives, negatives)
        assert_stack(positives.astype(float), negatives.astype(float))
    assert_stack(*rng.random((2, members, cells)))


@each("members, cells", [(1, 1), (4, 30), (7, 500)])
def test_hulls_of_whole_stacks_are_those_of_numpy(members, cells, monkeypatch):
    rng = np.random.default_rng(cells)
    for most in (2, 3, 2**40):
        columns = rng.integers(0, most, (2, members, cells)) + (rng.random((2, members, cells)) < 1 / cells)
        columns[:, :, 0] += 1
        score = np.arange(cells, 0, -1.0)
        found = []
        for switched_on in (True, False):
            monkeypatch.setattr(kernel, "active", lambda on=switched_on: on)
            stack = Tally(Cells(score, score, *columns))
            hulls = HullStack.of(stack)
            inner = np.delete(hulls.cells, hulls.last)
            last = last_flagged(stack, hulls.cells[hulls.last])
            found.append([part.tolist() for part in (hulls.fp, hulls.tp, hulls.start, inner, last)])
        assert found[0] == found[1]


@given(st.lists(st.tuples(large, large), min_size=1, max_size=12))
def test_stacks_of_great_weights_are_exact(steps):
    table = np.array(steps, dtype=np.int64).T
    assert_stack(table[:1], table[1:])


def test_enough_cells_for_real_threads():
    rng = np.random.default_rng(8)
    positives, negatives = rng.integers(0, 2, (2, 300, 400))
    assert positives.size >= threads.RECORDS_FOR_THREADS
    assert_stack(positives, negatives)
