"""Decisions among many classes from scores: trusted, fitted, and their cost over beliefs."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from costcurves import cost_curve
from costcurves.measures.class_areas import dirichlet_losses, uniform_losses
from costcurves.rules.class_decisions import ClassRatios


def made(seed: int, count: int, classes: int, digits: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Return true classes and scores with ties, all classes among them."""
    rng = np.random.default_rng(seed)
    codes = np.concatenate([np.arange(classes), rng.integers(0, classes, count - classes)])
    score = np.exp(rng.normal(size=(count, classes)) + 1.2 * np.eye(classes)[codes])
    return codes, np.round(score / score.sum(axis=1, keepdims=True), digits)


def ratios_of(codes: np.ndarray, score: np.ndarray, weight: np.ndarray | None = None) -> ClassRatios:
    weight = np.ones(len(codes)) if weight is None else weight
    shares = np.bincount(codes, weight) / weight.sum()
    return ClassRatios.of(codes, score, shares, weight)


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_decisions_are_those_of_exact_arithmetic_and_ties_go_to_the_later_class(classes) -> None:
    """Every record of scores in quarters, at conditions in eighths: products of such numbers are exact."""
    score = np.array([one for one in product(range(5), repeat=classes) if sum(one) == 4]) / 4
    conditions = [one for one in product(range(9), repeat=classes) if sum(one) == 8]
    for true in range(classes):
        codes = np.concatenate([np.full(len(score), true), np.arange(classes)])
        scores = np.concatenate([score, np.eye(classes)])
        ratios = ClassRatios.of(codes, scores, np.full(classes, 0.5), np.ones(len(codes)))
        places = np.array(conditions) / 8
        found = ratios.wrong(places)[:, true]
        # By itself a place may have classes of no weight, which are not looked at.
        assert found.tolist() == [ratios.wrong(place[None])[0, true] for place in places]
        for condition, share in zip(conditions, found.tolist(), strict=True):
            wrong = 0
            for row in [*score, np.eye(classes)[true]]:
                stakes = [Fraction(p) * q for p, q in zip(row.tolist(), condition, strict=True)]
                decided = max(range(classes), key=lambda k: (stakes[k], k))
                wrong += decided != true
            assert share == pytest.approx(wrong / (len(score) + 1), abs=1e-14)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_fitted_weights_of_two_classes_reach_the_cost_curve(seed, weighted) -> None:
    codes, score = made(seed, 60, 2)
    weight = np.random.default_rng(seed).integers(1, 4, 60).astype(float) if weighted else np.ones(60)
    ratios = ratios_of(codes, score, weight)
    curve = cost_curve(codes, score[:, 1] / score.sum(axis=1), sample_weight=weight)
    for pc in np.linspace(0, 1, 21):
        condition = np.array([1 - pc, pc])
        found = ratios.cost(condition[None], ratios.fitted(condition)[None])
        assert found[0] == pytest.approx(curve(pc), abs=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_no_single_weight_can_be_changed_for_the_better(seed) -> None:
    codes, score = made(seed, 12, 3, digits=1)
    score = score + 0.05  # so that every weight can win every record
    ratios = ratios_of(codes, score)
    for condition in np.random.default_rng(seed).dirichlet(np.ones(3), 6):
        weights = ratios.fitted(condition)
        cost = ratios.cost(condition[None], weights[None])[0]
        assert cost <= ratios.cost(condition[None])[0] + 1e-12
        for swept in range(3):
            others = [k for k in range(3) if k != swept]
            rows = np.concatenate(ratios.ratios)
            turns = np.unique(np.round((rows * weights)[:, others].max(axis=1) / rows[:, swept], 12))
            tried = np.concatenate([[0], (turns[1:] + turns[:-1]) / 2, [2 * turns[-1]]])
            for one in tried:
                changed = weights.copy()
                changed[swept] = one
                assert ratios.cost(condition[None], changed[None])[0] >= cost - 1e-12


def test_records_that_only_one_class_can_have() -> None:
    ratios = ratios_of(np.array([0, 1, 2]), np.eye(3))
    corner = np.array([1.0, 0, 0])
    for condition in (np.full(3, 1 / 3), corner):
        weights = ratios.fitted(condition)
        assert ratios.cost(condition[None], weights[None]).tolist() == [0]
    swapped = ratios_of(np.array([0, 1, 2]), np.eye(3)[[1, 2, 0]])
    even = np.full(3, 1 / 3)
    assert swapped.cost(even[None])[0] == pytest.approx(1)
    # One class for all is what weights of these scores cannot say: each record knows one class alone.
    assert swapped.cost(even[None], swapped.fitted(even)[None])[0] == pytest.approx(1)


# ---- beliefs ---------------------------------------------------------------------------------


Simplex = list[list[Fraction]]


def pieces_above(simplex: Simplex, above: list[Fraction]) -> list[Simplex]:
    """Cut the part of a simplex out in which a linear function is at least 0, in exact arithmetic."""
    values = [sum((a * b for a, b in zip(corner, above, strict=True)), Fraction(0)) for corner in simplex]
    low, high = (
        min(range(len(values)), key=values.__getitem__),
        max(range(len(values)), key=values.__getitem__),
    )
    if values[low] >= 0:
        return [simplex]
    if values[high] <= 0:
        return []
    at = values[low] / (values[low] - values[high])
    middle = [a + (b - a) * at for a, b in zip(simplex[low], simplex[high], strict=True)]
    parts = []
    for end in (low, high):
        part = [list(corner) for corner in simplex]
        part[end] = middle
        parts += pieces_above(part, above)
    return parts


def volume(simplex: Simplex) -> Fraction:
    """Return the share of the whole simplex: a determinant."""
    if len(simplex) == 1:
        return abs(simplex[0][0])
    found = Fraction(0)
    for row in range(len(simplex)):
        rest = [one[1:] for k, one in enumerate(simplex) if k != row]
        found += (-1) ** row * simplex[row][0] * signed_volume(rest)
    return abs(found)


def signed_volume(rows: Simplex) -> Fraction:
    """Return a determinant."""
    if len(rows) == 1:
        return rows[0][0]
    return sum(
        (
            (-1) ** k * rows[k][0] * signed_volume([one[1:] for i, one in enumerate(rows) if i != k])
            for k in range(len(rows))
        ),
        Fraction(0),
    )


def exact_loss(ratios: list[Fraction], true: int) -> Fraction:
    """Return E[PC_y·1(decided wrongly)] under a uniform law by cutting the simplex in exact arithmetic."""
    classes = len(ratios)
    corners = [[Fraction(int(i == j)) for j in range(classes)] for i in range(classes)]
    pieces = [corners]
    for other in range(classes):
        if other != true:
            above = [Fraction(0)] * classes
            above[true], above[other] = ratios[true], -ratios[other]
            pieces = [part for piece in pieces for part in pieces_above(piece, above)]
    kept = sum(
        (volume(piece) * sum((corner[true] for corner in piece), Fraction(0)) / classes for piece in pieces),
        Fraction(0),
    )
    return Fraction(1, classes) - kept


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_uniform_losses_are_those_of_exact_arithmetic(classes) -> None:
    grid = [one for one in product(range(4), repeat=classes) if sum(one) == 3]
    for row in grid:
        ratios = [Fraction(one, 3) for one in row]
        for true in range(classes):
            found = uniform_losses(np.array([row]) / 3, np.array([true]))[0]
            assert found == pytest.approx(float(exact_loss(ratios, true)), abs=1e-13)


def test_uniform_losses_of_two_classes_add_up_to_half_the_balanced_brier_score() -> None:
    codes, score = made(3, 80, 2, digits=6)
    prevalence = np.bincount(codes) / len(codes)
    ratios = score / prevalence
    balanced = ratios[:, 1] / ratios.sum(axis=1)
    losses = uniform_losses(ratios, codes)
    area = sum(losses[codes == k].mean() for k in range(2))
    brier = sum(((balanced - codes) ** 2)[codes == k].mean() for k in range(2)) / 2
    assert area == pytest.approx(brier, abs=1e-14)


@pytest.mark.parametrize(
    ("alpha", "tolerance"), [((1, 1, 1), 1e-9), ((2, 5, 3), 1e-9), ((0.5, 0.5, 2), 1e-7)]
)
def test_dirichlet_losses_are_means_over_conditions(alpha, tolerance) -> None:
    codes, score = made(5, 40, 3)
    ratios = ratios_of(codes, score)
    shares = np.bincount(codes) / len(codes)
    losses = dirichlet_losses(score / shares, codes, np.array(alpha, float))
    found = sum(losses[codes == k].mean() for k in range(3))
    half = dirichlet_losses(score / shares, codes, np.array(alpha, float), nodes=64)
    assert np.abs(losses - half).max() < tolerance
    costs = ratios.cost(np.random.default_rng(0).dirichlet(alpha, 20_000))
    assert abs(found - costs.mean()) < 4 * costs.std() / np.sqrt(len(costs))


def test_dirichlet_losses_of_ones_are_the_uniform_ones() -> None:
    codes, score = made(6, 50, 4)
    same = dirichlet_losses(score, codes, np.ones(4)), uniform_losses(score, codes)
    assert np.abs(same[0] - same[1]).max() < 1e-14
