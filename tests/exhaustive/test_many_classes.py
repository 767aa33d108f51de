"""Small records of many classes, all of them, against exact rational arithmetic by the definitions."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from costcurves.conditions.cost_matrix import CostMatrix
from costcurves.measures.class_measures import CLASS_MEASURES
from costcurves.measures.class_ranking import PairwiseAreas
from costcurves.measures.ordered_volume import OrderedVolume
from costcurves.tallies.class_counts import ClassCounts
from costcurves.tallies.class_records import ClassRecords

HALF = Fraction(1, 2)


def sizes(records: int, classes: int) -> list[tuple[int, ...]]:
    """All sizes of so many classes, each with a record or more."""
    return [one for one in itertools.product(range(1, records), repeat=classes) if sum(one) == records]


def area(score: tuple[int, ...], mine: list[int], other: list[int]) -> Fraction:
    """The chance that a record of one class outranks one of another, ties half."""
    wins = sum(Fraction(score[i] > score[j]) + HALF * (score[i] == score[j]) for i in mine for j in other)
    return Fraction(wins) / (len(mine) * len(other))


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_areas_are_those_of_the_definition(classes: int) -> None:
    """Every column of three scores (two for six records) is tried beside its mirror image."""
    for records in range(classes, 7):
        for size in sizes(records, classes):
            codes = np.repeat(np.arange(classes), size)
            rows = [np.flatnonzero(codes == k).tolist() for k in range(classes)]
            for column in itertools.product(range(3 if records < 5 else 2), repeat=records):
                # All columns alike but the last, which is turned round.
                turned = tuple(-value for value in column)
                columns = [*[column] * (classes - 1), turned]
                score = np.array(columns, float).T
                names = tuple(map(str, range(classes)))
                records_ = ClassRecords(names, codes, {"m": score}, {}, ("m",))
                found = PairwiseAreas.of(records_, "m")
                want = [
                    [area(columns[i], rows[i], rows[j]) if i != j else HALF for j in range(classes)]
                    for i in range(classes)
                ]
                pairs = [want[i][j] for i in range(classes) for j in range(classes) if i != j]
                mean = sum(pairs, Fraction(0)) / len(pairs)
                assert found.hand_till == pytest.approx(float(mean), abs=1e-15)
                rest = Fraction(0)
                for i, j in itertools.permutations(range(classes), 2):
                    share = Fraction(size[i], records) * Fraction(size[j], records - size[i])
                    rest += share * want[i][j]
                assert found.provost_domingos == pytest.approx(float(rest), abs=1e-15)


def volume(codes: np.ndarray, score: tuple[int, ...], order: tuple[int, ...]) -> Fraction:
    """P(X₁ < X₂ < X₃) by all triples, ties by the stated rule."""
    sides = [[score[i] for i in np.flatnonzero(codes == k)] for k in order]
    total = Fraction(0)
    for x, y, z in itertools.product(*sides):
        total += 1 if x < y < z else HALF if x == y < z or x < y == z else Fraction(int(x == y == z), 6)
    return total / math.prod(map(len, sides))


def test_volumes_are_those_of_the_definition_and_six_orders_sum_to_1() -> None:
    for records in (3, 4, 5):
        for size in sizes(records, 3):
            codes = np.repeat(np.arange(3), size)
            for score in itertools.product(range(3), repeat=records):
                total = Fraction(0)
                for order in itertools.permutations(range(3)):
                    want = volume(codes, score, order)
                    place = np.argsort(order)[codes]
                    found = OrderedVolume.of(place, np.array(score, float))
                    assert found.volume == pytest.approx(float(want), abs=1e-15)
                    means = [found.parts[place == k].mean() for k in range(3)]
                    assert means == pytest.approx([float(want)] * 3, abs=1e-12)
                    total += want
                assert total == 1


def exact_measures(table: list[list[int]]) -> dict[str, Fraction | None]:
    """Measures that are rational, by their definitions; None where undefined."""
    classes, n, nothing = range(len(table)), Fraction(sum(map(sum, table))), Fraction(0)
    true = [Fraction(sum(row)) for row in table]
    predicted = [Fraction(sum(row[k] for row in table)) for k in classes]
    hits = Fraction(sum(table[k][k] for k in classes))
    chance = sum((true[k] * predicted[k] for k in classes), nothing) / n**2
    recall = [table[k][k] / true[k] for k in classes]
    precision = [table[k][k] / predicted[k] for k in classes if predicted[k]]
    f1 = [2 * table[k][k] / (true[k] + predicted[k]) for k in classes]
    lost = len(precision) < len(table)
    return {
        "accuracy": hits / n,
        "error": 1 - hits / n,
        "balanced_accuracy": sum(recall, nothing) / len(table),
        "kappa": None if chance == 1 else (hits / n - chance) / (1 - chance),
        "weighted_recall": hits / n,
        "micro_f1": hits / n,
        "macro_precision": None if lost else sum(precision, nothing) / len(table),
        "macro_f1": sum(f1, nothing) / len(table),
        "weighted_f1": sum((t * f for t, f in zip(true, f1, strict=True)), nothing) / n,
    }


@pytest.mark.parametrize(("classes", "records"), [(2, 6), (3, 5), (4, 4)])
def test_measures_are_those_of_the_definition(classes: int, records: int) -> None:
    rows = {row.key: row for row in CLASS_MEASURES}
    for size in sizes(records, classes):
        codes = np.repeat(np.arange(classes), size)
        for labels in itertools.product(range(classes), repeat=records):
            counts = ClassCounts.of_codes(codes, np.array(labels), tuple(map(str, range(classes))))
            for key, want in exact_measures(counts.weight.tolist()).items():
                found = rows[key].value(counts)
                assert math.isnan(found) if want is None else found == pytest.approx(float(want), abs=1e-14)


def test_actions_never_worth_taking_are_beaten_everywhere() -> None:
    """Costs of two classes and three actions from 0 to 3: the best of the others at each crossing of two lines."""
    for flat in itertools.product(range(4), repeat=6):
        costs = np.array(flat, float).reshape(2, 3)
        if len(set(map(tuple, costs.T.tolist()))) < 3:
            continue
        never = CostMatrix(costs, ["a", "b"], ["x", "y", "z"]).never_worth_taking
        exact = [[Fraction(value) for value in column] for column in costs.T.tolist()]
        for place, name in enumerate("xyz"):
            others = [exact[k] for k in range(3) if k != place]
            # Where an action gains most: at an end, or where the two others cost the same.
            (a, b), (c, d) = others
            slope = (b - a) - (d - c)
            points = [Fraction(0), Fraction(1), *([(c - a) / slope] if slope else [])]
            at = [
                min(p * (one[1] - exact[place][1]) + (1 - p) * (one[0] - exact[place][0]) for one in others)
                for p in points
                if 0 <= p <= 1
            ]
            assert (name in never) == (max(at) <= 0)
