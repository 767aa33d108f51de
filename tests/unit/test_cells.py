"""Score cells: order, adding, stacking, merging."""

from __future__ import annotations

import numpy as np
import pytest

from costcurves import RocCurve, Tally
from costcurves.tallies.cells import Cells
from tests.unit.refusals import refusal


def table(cells: Cells) -> list[list[float]]:
    """All columns as lists."""
    return [getattr(cells, name).tolist() for name in ("high", "low", "positives", "negatives")]


def test_exact_cells_descend():
    cells = Cells.exact(np.array([0.2, 0.9]), np.array([0, 1]), np.array([2, 3]))
    assert table(cells) == [[0.9, 0.2], [0.9, 0.2], [1, 0], [3, 2]]
    assert len(cells) == 2
    assert cells.is_exact
    assert not cells.high.flags.writeable


def test_no_negative_zero():
    cells = Cells.exact(np.array([-0.0]), np.array([1]), np.array([1]))
    assert str(cells.high) == "[0.]"


def test_merging_adds_cell_by_cell():
    one = Cells.exact(np.array([1.0, 3.0]), np.array([1, 2]), np.array([3, 4]))
    other = Cells.exact(np.array([2.0, 3.0]), np.array([10, 20]), np.array([0.5, 0]))
    assert table(Cells.stacked([one, other]).pooled()) == [[3, 2, 1], [3, 2, 1], [22, 10, 1], [4, 0.5, 3]]
    assert table(Cells.stacked([one, other]).pooled()) == table(Cells.stacked([other, one]).pooled())


def test_whole_weights_stay_whole_and_do_not_overflow():
    one = Cells.exact(np.array([1.0]), np.array([2**61]), np.array([1]))
    twice = Cells.stacked([one, one]).pooled()
    assert twice.positives.dtype == np.float64
    assert twice.negatives.dtype == np.int64
    assert (twice.positives[0], twice.negatives[0]) == (2.0**62, 2)


def test_areas_of_whole_weights_are_exact_where_only_their_sum_is_huge():
    # Classes alike in every cell, so that the area is PN/2: 2⁶³ doubled, of products below 2⁶² each.
    cells = Cells.exact(np.arange(8.0), np.full(8, 2**26), np.full(8, 2**31))
    assert cells.hull_points().doubled_area == 2**29 * 2**34
    assert RocCurve.of(Tally(cells)).auc == 0.5


def test_a_stack_lies_over_common_scores():
    one = Cells.exact(np.array([1.0, 3.0]), np.array([1, 2]), np.array([3, 4]))
    other = Cells.exact(np.array([2.0]), np.array([5]), np.array([0.5]))
    stack = Cells.stacked([one, other])
    assert stack.high.tolist() == [3, 2, 1]
    assert stack.positives.tolist() == [[2, 0, 1], [0, 5, 0]]
    assert stack.negatives.tolist() == [[4, 0, 3], [0, 0.5, 0]]
    assert table(stack.pooled()) == table(Cells.stacked([one, other]).pooled())


@pytest.mark.parametrize(
    ("positives", "negatives", "starts", "sums"),
    [
        ([1, 2, 0, 0], [0, 0, 3, 4], [0, 2], ([3, 0], [0, 7])),
        ([1, 1, 1], [1, 1, 1], [0, 1, 2], ([1, 1, 1], [1, 1, 1])),  # mixed cells stay
        ([0, 0, 0], [1, 2, 3], [0], ([0], [6])),
        ([1, 0, 1, 0], [0, 1, 0, 1], [0, 1, 2, 3], ([1, 0, 1, 0], [0, 1, 0, 1])),
        ([0.5, 0.25], [0, 0], [0], ([0.75], [0])),
        ([1], [0], [0], ([1], [0])),
        ([], [], [], ([], [])),
    ],
)
def test_compact_merges_neighbours_of_one_class(positives, negatives, starts, sums):
    score = np.arange(len(positives), dtype=float)
    cells = Cells(score[::-1], score[::-1], np.array(positives), np.array(negatives)).compact()
    assert cells.high.tolist() == score[::-1][starts].tolist()
    assert (cells.positives.tolist(), cells.negatives.tolist()) == sums
    if len(score) > 1:
        ends = [*[i - 1 for i in starts[1:]], len(score) - 1]
        assert cells.low.tolist() == score[::-1][ends].tolist()


def test_empty_cells_go():
    cells = Cells.exact(np.array([1.0, 2.0, 3.0]), np.array([0, 1, 0]), np.array([0, 0, 2]))
    assert table(cells.without_empty()) == [[3, 2], [3, 2], [0, 1], [2, 0]]
    whole = cells.without_empty()
    assert whole.without_empty() is whole


def test_columns_of_unequal_length_are_refused():
    assert refusal(lambda: Cells(np.zeros(2), np.zeros(2), np.zeros(3), np.zeros(()))) == (
        "high, low, positives and negatives must have one value per cell; got 2, 2, 3, none"
    )
