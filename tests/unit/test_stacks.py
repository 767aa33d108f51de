"""Hulls of whole stacks where passes over all points would not do: long backtracking, and great weights."""

from __future__ import annotations

import numpy as np
import pytest

from costcurves import Tally
from costcurves.space.roc import RocHull
from costcurves.space.stacks import HullStack, last_flagged, prevalences
from costcurves.tallies.cells import Cells


def stack(positives: list[list[float]], negatives: list[list[float]]) -> Tally:
    """Members over common cells."""
    columns = [np.array(column) for column in (positives, negatives)]
    score = np.arange(columns[0].shape[1], 0, -1.0)
    return Tally(Cells(score, score, *columns))


def corners(hulls: HullStack) -> list[list[tuple[float, float]]]:
    """Corners by member."""
    points = list(zip(hulls.fp.tolist(), hulls.tp.tolist(), strict=True))
    return [points[a:b] for a, b in zip(hulls.start, hulls.start + hulls.sizes, strict=True)]


def wanted(one: Tally) -> list[list[tuple[float, float]]]:
    """The same, member by member."""
    hulls = [RocHull.of(member) for member in one.members()]
    return [list(zip(hull.fp.tolist(), hull.tp.tolist(), strict=True)) for hull in hulls]


def test_a_last_point_may_take_back_all_corners() -> None:
    """Slopes fall, point after point, until one step that is higher than all: passes drop one corner each."""
    count = 400
    falling = np.arange(count, 0, -1)
    one = stack(
        [[*falling, 10**9], [1] * (count + 1), [*falling, 1]],
        [[*falling[::-1], 1], [2] * (count + 1), [*falling[::-1], count + 1]],
    )
    found = corners(HullStack.of(one))
    assert found == wanted(one)
    assert [len(member) for member in found] == [2, 2, count + 2]


@pytest.mark.parametrize("unit", [1, 2**31, 2**44])
def test_whole_weights_are_compared_exactly(unit: int) -> None:
    """Three points on a line, and one a single record off it: products of 2⁴⁴ do not fit 64 bits."""
    one = stack([[unit, unit, unit], [unit, unit, unit - 1]], [[unit, unit, unit], [unit, unit, unit]])
    found = corners(HullStack.of(one))
    assert found == wanted(one)
    assert [len(member) for member in found] == [2, 3]


def test_great_float_weights_stay_in_range() -> None:
    one = stack([[3e200, 0.0, 1e200], [1e-9, 0.0, 1e-9]], [[0.0, 2e200, 2e200], [1e-9, 1e-9, 0.0]])
    assert corners(HullStack.of(one))[0] == wanted(one)[0]


def test_every_member_has_a_prevalence_and_a_last_score() -> None:
    one = stack([[1, 2, 0], [0, 0, 1]], [[0, 1, 0], [1, 0, 2]])
    assert prevalences(one).tolist() == [0.75, 0.25]
    assert prevalences(one.at_prevalence(0.5)).tolist() == [0.5, 0.5]
    # The third cell of the first member is empty.
    assert last_flagged(one, np.array([3, 3])).tolist() == [2.0, 1.0]
    assert last_flagged(one, np.array([0, 1])).tolist() == [np.inf, 3.0]
