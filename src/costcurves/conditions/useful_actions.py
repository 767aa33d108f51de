"""Which actions are ever worth taking: a linear program over all probabilities of the classes.

An action is worth taking if for some probabilities p of the classes it costs less than every other one:
the greatest t with Σ p_k·(C[k, other] − C[k, action]) ≥ t for all others, p ≥ 0, Σ p_k = 1, is above 0. That
is the value of a matrix game, which the simplex method finds; of few numbers in fractions, so exactly.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats

#: Up to so many numbers a program is solved in fractions.
EXACT_UP_TO = 64
#: A gain below this share of the greatest cost is rounding, where numbers are floats.
NOTHING = 1e-9


def never_worth_taking(costs: Floats) -> tuple[int, ...]:
    """Return the actions that are cheaper than all others for no probabilities of the classes.

    Actions that cost the same throughout are judged as one.

    Parameters
    ----------
    costs : ndarray, shape (K, D)
        costs[true, action].

    Examples
    --------
    >>> review = np.array([[0, 1, 0.9], [5, 0, 0.9]])
    >>> never_worth_taking(review), never_worth_taking(np.where(review == 0.9, 0.8, review))
    ((2,), ())
    """
    alike: dict[tuple[float, ...], list[int]] = {}
    for place, column in enumerate(costs.T.tolist()):
        alike.setdefault(tuple(column), []).append(place)
    firsts = [places[0] for places in alike.values()]
    found: list[int] = []
    for first, *others in alike.values():
        if not _gains(costs, first, [one for one in firsts if one != first]):
            found += [first, *others]
    return tuple(sorted(found))


def _gains(costs: Floats, action: int, others: list[int]) -> bool:
    """Whether an action is cheaper than all others somewhere."""
    if not others:
        return True
    game = (costs[:, others] - costs[:, [action]]).T
    if costs.size <= EXACT_UP_TO:
        exact = [
            [Fraction(costs[k, one]) - Fraction(costs[k, action]) for k in range(len(costs))]
            for one in others
        ]
        return value_of_game(exact) > 0
    return _value_by_highs(game) > NOTHING * max(float(np.abs(costs).max()), np.finfo(float).tiny)


def value_of_game(game: list[list[Fraction]]) -> Fraction:
    """Return max over p of min over rows of Σ p_k·game[row][k], p being shares: exactly.

    The simplex method for a game whose numbers are all positive: maximise Σ x with Gᵀx ≤ 1, x ≥ 0; its value
    is 1/Σ x. Bland's rule keeps it from going in circles.

    Examples
    --------
    >>> value_of_game([[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]])
    Fraction(0, 1)
    """
    lift = 1 - min(min(row) for row in game)
    rows, columns = len(game[0]), len(game)
    # One row a class; one column a row of the game, then slacks, then the bound.
    table = [
        [game[j][k] + lift for j in range(columns)]
        + [Fraction(int(i == k)) for i in range(rows)]
        + [Fraction(1)]
        for k in range(rows)
    ]
    goal = [Fraction(-1)] * columns + [Fraction(0)] * (rows + 1)
    basis = list(range(columns, columns + rows))
    while (enter := next((j for j, cost in enumerate(goal[:-1]) if cost < 0), None)) is not None:
        ratios = [(row[-1] / row[enter], basis[k], k) for k, row in enumerate(table) if row[enter] > 0]
        leave = min(ratios)[2]
        basis[leave] = enter
        pivot = table[leave][enter]
        table[leave] = [value / pivot for value in table[leave]]
        for k, row in enumerate(table):
            if k != leave and row[enter]:
                table[k] = [v - row[enter] * w for v, w in zip(row, table[leave], strict=True)]
        goal = [v - goal[enter] * w for v, w in zip(goal, table[leave], strict=True)]
    return 1 / goal[-1] - lift


def _value_by_highs(game: Floats) -> float:
    """Return the same of many numbers, in floats."""
    from scipy.optimize import linprog

    rows, classes = game.shape
    bound = np.column_stack([-game, np.ones(rows)])
    shares = np.append(np.ones(classes), 0.0)[None, :]
    limits = [(0, None)] * classes + [(None, None)]
    found = linprog(
        np.append(np.zeros(classes), -1.0),
        bound,
        np.zeros(rows),
        shares,
        [1.0],
        bounds=limits,
        method="highs",
    )
    return float(-found.fun)
