"""Every labelling and every pattern of ties of up to seven records, against exact rational arithmetic.

A pattern of ties is a composition of the number of records: the sizes of the cells from the highest score
down. A labelling is the number of positives in each cell; the order of rows inside a cell is not told apart
(the laws of the tally see to row order).
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest

import costcurves as cc
from tests import exact

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST = 7
GRID = np.array([0, 1 / 8, 1 / 3, 1 / 2, 0.7, 1])


def compositions(total: int) -> Iterator[tuple[int, ...]]:
    """Every way to write a number as an ordered sum."""
    if total == 0:
        yield ()
    for first in range(1, total + 1):
        for rest in compositions(total - first):
            yield (first, *rest)


def inputs(size: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every sequence of cells (positives, negatives) with records of both classes."""
    for cells in compositions(size):
        for positives in product(*(range(count + 1) for count in cells)):
            if 0 < sum(positives) < size:
                yield tuple((p, count - p) for p, count in zip(positives, cells, strict=True))


def records(cells: tuple[tuple[int, int], ...]) -> tuple[list[int], list[float]]:
    """Labels and scores with that many records of each class in each cell."""
    labels: list[int] = []
    scores: list[float] = []
    for rank, (positives, negatives) in enumerate(cells):
        labels += [1] * positives + [0] * negatives
        scores += [float(-rank)] * (positives + negatives)
    return labels, scores


def pairs(curve: cc.RocCurve) -> list[tuple[float, float]]:
    """Points of a curve."""
    return list(zip(curve.fpr.tolist(), curve.tpr.tolist(), strict=True))


def near(found: object, expected: object) -> bool:
    """Equal up to one or two roundings of a number near 1."""
    return bool(np.allclose(np.asarray(found, float), np.asarray(expected, float), rtol=0, atol=1e-15))


def agree(cells: tuple[tuple[int, int], ...]) -> bool:
    """Compare one input in everything that follows from its ranking."""
    labels, scores = records(cells)
    tally = cc.Tally.from_scores(labels, scores)
    table = exact.cells(labels, scores)
    served = exact.points(table)
    roc, curve = cc.RocCurve.of(tally), cc.rules.optimal(tally)
    corners = exact.hull(served)
    knots = exact.knots(served)
    heights = [exact.envelope(served, x) for x in knots]
    return all(
        (
            list(zip(tally.positives.tolist(), tally.negatives.tolist(), strict=True)) == list(cells),
            list(zip(roc.fp.tolist(), roc.tp.tolist(), strict=True)) == exact.counts(table),
            pairs(roc.hull()) == [(float(f), float(t)) for f, t in corners],
            pairs(cc.RocHull.of(cc.Tally.from_scores(labels, scores))) == pairs(roc.hull()),
            near(roc.auc, exact.auc(table)),
            near(curve.knots, knots),
            near(curve.values, heights),
            near(curve.area, exact.trapezoid(knots, heights)),
            near(curve(GRID), [exact.envelope(served, x) for x in GRID]),
            near(1 - 2 * curve(0.5), exact.ks(served)),
        )
    )


def test_there_are_as_many_inputs_as_counting_says():
    # Cells of k records have k + 1 labellings, so f(n) = Σ (k + 1) f(n − k); two classes take away 2ⁿ.
    count = [1]
    for n in range(1, LARGEST + 1):
        count.append(sum((k + 1) * count[n - k] for k in range(1, n + 1)))
    one_class = [2 * len(list(compositions(n))) for n in range(1, LARGEST + 1)]
    assert [len(list(inputs(n))) for n in range(1, LARGEST + 1)] == [
        count[n] - one_class[n - 1] for n in range(1, LARGEST + 1)
    ]


@pytest.mark.parametrize("size", [*range(2, LARGEST), pytest.param(LARGEST, marks=pytest.mark.slow)])
def test_every_small_input_agrees_with_exact_arithmetic(size):
    assert [cells for cells in inputs(size) if not agree(cells)] == []


@pytest.mark.parametrize("size", [2, 3, 4])
def test_winners_of_every_pair_of_small_inputs(size):
    """Both models score the same records: any two sequences of cells with equal class sizes."""
    models = list(inputs(size))
    wrong = []
    for one, other in product(models, repeat=2):
        if sum(p for p, _ in one) != sum(p for p, _ in other):
            continue
        tables = [exact.cells(*records(cells)) for cells in (one, other)]
        parts = exact.winners(*(exact.points(table) for table in tables))
        a, b = (cc.rules.optimal(cc.Tally.from_scores(*records(cells))) for cells in (one, other))
        found = [
            (low, high, "tie" if sign == 0 else "a" if sign < 0 else "b")
            for low, high, sign in a.minus(b).signs()
        ]
        same = len(found) == len(parts) and all(
            near(f[:2], p[:2]) and f[2] == p[2] for f, p in zip(found, parts, strict=True)
        )
        if not same:
            wrong.append((one, other, found, parts))
    assert wrong == []
