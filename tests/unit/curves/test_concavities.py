"""Concavities: where they are, what they cost, and both repairs."""

from __future__ import annotations

import numpy as np
import pytest

from costcurves import RocCurve, Tally, examples
from costcurves.curves.concavities import concavities, inverted, merged

LABELS, SCORES = examples.records24()
TALLY = Tally.from_scores(LABELS, SCORES)


def ranked(seed: int, weighted: bool = False) -> Tally:
    """A bad ranking with ties."""
    rng = np.random.default_rng(seed)
    labels = rng.permutation([1] * 20 + [0] * 30)
    weights = rng.integers(1, 5, 50) if weighted else None
    return Tally.from_scores(labels, rng.integers(0, 25, 50) + labels, weights)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_the_areas_add_up_to_what_the_hull_has_more(seed, weighted):
    tally = ranked(seed, weighted)
    curve = RocCurve.of(tally)
    found = concavities(tally)
    assert found
    assert sum(one.area for one in found) == pytest.approx(curve.hull().auc - curve.auc)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_merged_cells_follow_the_hull(seed, weighted):
    tally = ranked(seed, weighted)
    repaired = merged(tally)
    curve, hull = RocCurve.of(repaired), RocCurve.of(tally).hull()
    assert curve.hull().fp.tolist() == hull.fp.tolist()
    assert curve.hull().tp.tolist() == hull.tp.tolist()
    assert curve.auc == pytest.approx(hull.auc)
    assert curve.concavities() == []
    assert repaired.total_positive == tally.total_positive
    assert np.all(repaired.high >= repaired.low)
    assert np.all(repaired.low[:-1] > repaired.high[1:])


@pytest.mark.parametrize("seed", range(10))
def test_inverting_gains_twice_the_area(seed):
    tally = ranked(seed)
    gained = RocCurve.of(inverted(tally)).auc - RocCurve.of(tally).auc
    assert gained == pytest.approx(2 * sum(one.area for one in concavities(tally)))


def test_inverting_mirrors_each_stretch_at_the_middle_of_its_chord():
    tally = ranked(2)
    before, after = RocCurve.of(tally), RocCurve.of(inverted(tally))
    for start, stop in before.concavities():
        for name in ("fp", "tp"):
            one, other = getattr(before, name)[start : stop + 1], getattr(after, name)[start : stop + 1]
            assert (one + other[::-1]).tolist() == [one[0] + one[-1]] * len(one)


def test_record_by_record_the_scores_of_a_stretch_trade_places():
    labels, scores = np.array([1, 0, 1, 0, 0, 1]), np.array([6, 5, 4, 3, 2, 1])
    tally = Tally.from_scores(labels, scores)
    (first, second) = concavities(tally)
    assert ((first.low, first.high), (second.low, second.high)) == ((4, 5), (1, 3))
    traded = np.array([6, 4, 5, 1, 2, 3])
    assert inverted(tally) == Tally.from_scores(labels, traded)


def test_the_24_records():
    found = concavities(TALLY)
    # Blocks of the hull hold 7+0, 3+1, 1+1, 1+2 and 0+8 records; those of one class have no concavity.
    assert [one.cells for one in found] == [4, 2, 3]
    # Negatives come first: triangles of 3·1/2, 1·1/2 and 1·2/2 of 12·12 pairs.
    assert [one.area for one in found] == pytest.approx([1.5 / 144, 0.5 / 144, 1 / 144])
    curve = RocCurve.of(TALLY)
    assert sum(one.area for one in found) == pytest.approx(curve.hull().auc - curve.auc)


def test_a_convex_curve_has_none_and_repairs_leave_it():
    tally = Tally.from_scores([1, 1, 0, 0], [4, 3, 2, 1])
    assert concavities(tally) == ()
    assert merged(tally) == tally
    assert inverted(tally) == tally


def test_points_without_thresholds():
    tally = Tally.from_points([0.2, 0.6], [0.2, 0.9], positives=10, negatives=10)
    (found,) = concavities(tally)
    assert np.isnan(found.low)
    assert (found.fpr, found.tpr) == ((0.0, 0.6), (0.0, 0.9))
    assert found.area == pytest.approx(0.5 * 0.6 * 0.9 - (0.5 * 0.2 * 0.2 + 0.4 * (0.2 + 0.9) / 2))
    assert RocCurve.of(merged(tally)).auc == pytest.approx(RocCurve.of(tally).hull().auc)


def test_a_stated_prevalence_stays():
    assert merged(TALLY.at_prevalence(0.1)).prevalence == 0.1
    assert inverted(TALLY.at_prevalence(0.1)).prevalence == 0.1
