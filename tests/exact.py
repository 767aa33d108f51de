"""Slow and obvious: the package's quantities in exact rational arithmetic, straight from their definitions.

Nothing here imports the package. A *cell* is (score, positives, negatives); cells stand in descending order
of score. A *point* is (fpr, tpr). Every number is a Fraction.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Number = float | Fraction
Cell = tuple[Number, Fraction, Fraction]
Point = tuple[Fraction, Fraction]

HALF = Fraction(1, 2)
NOBODY: Point = (Fraction(0), Fraction(0))
EVERYBODY: Point = (Fraction(1), Fraction(1))


# --- cells, counts, points ---


def cells(
    labels: Iterable[object], scores: Iterable[Number], weights: Iterable[Number] | None = None
) -> list[Cell]:
    """Weight of each class at each distinct score, highest score first."""
    labels, scores = list(labels), list(scores)
    held = [Fraction(w) for w in weights] if weights is not None else [Fraction(1)] * len(labels)
    return [
        (
            score,
            sum((w for y, s, w in zip(labels, scores, held, strict=True) if s == score and y), Fraction(0)),
            sum(
                (w for y, s, w in zip(labels, scores, held, strict=True) if s == score and not y), Fraction(0)
            ),
        )
        for score in sorted(set(scores), reverse=True)
    ]


def totals(table: Sequence[Cell]) -> tuple[Fraction, Fraction]:
    """Weight of all positives and of all negatives."""
    return sum((p for _, p, _ in table), Fraction(0)), sum((n for _, _, n in table), Fraction(0))


def counts(table: Sequence[Cell]) -> list[tuple[Fraction, Fraction]]:
    """(FP, TP) of "flag the first k cells" for k = 0 (nobody) to all (everybody)."""
    return [
        (
            sum((n for _, _, n in table[:k]), Fraction(0)),
            sum((p for _, p, _ in table[:k]), Fraction(0)),
        )
        for k in range(len(table) + 1)
    ]


def points(table: Sequence[Cell]) -> list[Point]:
    """(FPR, TPR) of every threshold, from nobody to everybody."""
    positive, negative = totals(table)
    return [(fp / negative, tp / positive) for fp, tp in counts(table)]


# --- hull and envelope ---


def height(a: Point, b: Point, x: Fraction) -> Fraction:
    """The highest point of the segment from a to b over x, where a[0] <= x <= b[0]."""
    if a[0] == b[0]:
        return max(a[1], b[1])
    return a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])


def hull(served: Iterable[Point]) -> list[Point]:
    """Vertices of the upper hull with both corners: the points on or below no segment between two others."""
    distinct = sorted({*served, NOBODY, EVERYBODY})
    corners = {NOBODY, EVERYBODY}

    def covered(i: int) -> bool:
        x, y = distinct[i]
        return any(height(a, b, x) >= y for a, b in product(distinct[:i], distinct[i + 1 :]))

    return [p for i, p in enumerate(distinct) if p in corners or not covered(i)]


def cost(p: Point, x: Fraction) -> Fraction:
    """Normalised expected cost of one point at PC(+) = x."""
    return p[0] + (1 - p[0] - p[1]) * x


def envelope(served: Iterable[Point], x: Number) -> Fraction:
    """Least normalised expected cost over the points at PC(+) = x."""
    return min(cost(p, Fraction(x)) for p in served)


def crossing(p: Point, q: Point) -> Fraction | None:
    """PC(+) at which two cost lines meet; None when they are parallel."""
    slope = (1 - p[1] - p[0]) - (1 - q[1] - q[0])
    return (q[0] - p[0]) / slope if slope else None


def knots(served: Iterable[Point]) -> list[Fraction]:
    """0, every PC(+) at which the envelope bends, 1."""
    lines = sorted(set(served))
    meet: dict[Fraction, list[Point]] = {}
    for p, q in combinations(lines, 2):
        x = crossing(p, q)
        if x is not None and 0 < x < 1:
            meet.setdefault(x, []).append(p)
    lowest = {x: envelope(lines, x) for x in meet}
    bends = {x for x, found in meet.items() if any(cost(p, x) == lowest[x] for p in found)}
    return [Fraction(0), *sorted(bends), Fraction(1)]


def trapezoid(xs: Sequence[Fraction], ys: Sequence[Fraction]) -> Fraction:
    """Area under straight pieces."""
    pieces = pairwise(zip(xs, ys, strict=True))
    return sum(((x2 - x1) * (y1 + y2) / 2 for (x1, y1), (x2, y2) in pieces), Fraction(0))


def area(served: Sequence[Point]) -> Fraction:
    """Area under the envelope, every PC(+) equally likely."""
    xs = knots(served)
    return trapezoid(xs, [envelope(served, x) for x in xs])


def moment(served: Sequence[Point], low: Number, high: Number) -> Fraction:
    """Mean of the envelope when PC(+) is uniform on [low, high]."""
    low, high = Fraction(low), Fraction(high)
    xs = [low, *(x for x in knots(served) if low < x < high), high]
    return trapezoid(xs, [envelope(served, x) for x in xs]) / (high - low)


def highest(served: Sequence[Point]) -> Fraction:
    """Greatest value of the envelope: the equal error rate of the hull."""
    return max(envelope(served, x) for x in knots(served))


def operating_range(served: Sequence[Point]) -> tuple[Fraction, Fraction] | None:
    """The PC(+) interval in which the envelope lies strictly below both trivial lines; None when empty."""
    useful = [(f, t) for f, t in served if t > f]
    if not useful:
        return None
    return min(f / (f + t) for f, t in useful), max((1 - f) / ((1 - f) + (1 - t)) for f, t in useful)


def winners(a: Sequence[Point], b: Sequence[Point]) -> list[tuple[Fraction, Fraction, str]]:
    """Intervals of PC(+) and whose envelope is lower there: "a", "b" or "tie"; neighbours differ."""

    def gap(x: Fraction) -> Fraction:
        return envelope(a, x) - envelope(b, x)

    xs = sorted({*knots(a), *knots(b)})
    roots = [
        x1 + (x2 - x1) * gap(x1) / (gap(x1) - gap(x2)) for x1, x2 in pairwise(xs) if gap(x1) * gap(x2) < 0
    ]
    found: list[tuple[Fraction, Fraction, str]] = []
    for x1, x2 in pairwise(sorted({*xs, *roots})):
        at = gap((x1 + x2) / 2)
        who = "tie" if at == 0 else "a" if at < 0 else "b"
        if found and found[-1][2] == who:
            found[-1] = (found[-1][0], x2, who)
        else:
            found.append((x1, x2, who))
    return found


# --- single numbers ---


def auc(table: Sequence[Cell]) -> Fraction:
    """Share of pairs (positive, negative) in which the positive scores higher, ties counting half."""
    positive, negative = totals(table)
    won = sum(
        (p * n * (1 if s > r else HALF if s == r else 0) for s, p, _ in table for r, _, n in table),
        Fraction(0),
    )
    return won / (positive * negative)


def auc_of_points(served: Sequence[Point]) -> Fraction:
    """Area under straight lines through ROC points in ascending order."""
    return trapezoid([f for f, _ in served], [t for _, t in served])


def ks(served: Iterable[Point]) -> Fraction:
    """Greatest difference TPR - FPR."""
    return max(t - f for f, t in served)


def isotonic(table: Sequence[Cell]) -> list[Fraction]:
    """Monotone least-squares share of positives of each cell (min-max formula), highest score first."""

    def share(i: int, j: int) -> Fraction:
        positive = sum((p for _, p, _ in table[i:j]), Fraction(0))
        weight = positive + sum((n for _, _, n in table[i:j]), Fraction(0))
        return positive / weight

    size = len(table)
    return [min(max(share(i, j) for j in range(k + 1, size + 1)) for i in range(k + 1)) for k in range(size)]


def brier(table: Sequence[Cell], estimates: Sequence[Number], *, balanced: bool = False) -> Fraction:
    """Mean squared distance of estimated probability and label; balanced: mean of the two classes' means."""
    positive, negative = totals(table)
    rows = [(Fraction(e), p, n) for e, (_, p, n) in zip(estimates, table, strict=True)]
    of_positives = sum(((1 - e) ** 2 * p for e, p, _ in rows), Fraction(0))
    of_negatives = sum((e**2 * n for e, _, n in rows), Fraction(0))
    if balanced:
        return (of_positives / positive + of_negatives / negative) / 2
    return (of_positives + of_negatives) / (positive + negative)


def rebalanced(table: Sequence[Cell], prevalence: Number = HALF) -> list[Cell]:
    """The cells with both classes reweighted so that positives have this share of weight 1."""
    positive, negative = totals(table)
    share = Fraction(prevalence)
    return [(s, p * share / positive, n * (1 - share) / negative) for s, p, n in table]


def h_uniform(table: Sequence[Cell]) -> Fraction:
    """H-measure with severity Beta(1, 1): 1 - Brier(isotonic) / (share of positives x share of negatives)."""
    positive, negative = totals(table)
    share = positive / (positive + negative)
    return 1 - brier(table, isotonic(table)) / (share * (1 - share))


def score_driven(table: Sequence[Cell], x: Number) -> Fraction:
    """Normalised expected cost at PC(+) = x of flagging exactly the scores >= 1 - x."""
    x = Fraction(x)
    positive, negative = totals(table)
    fp = sum((n for s, _, n in table if s >= 1 - x), Fraction(0))
    tp = sum((p for s, p, _ in table if s >= 1 - x), Fraction(0))
    return cost((fp / negative, tp / positive), x)


# --- constrained and cautious choices ---


def best_within(served: Iterable[Point], load: Callable[[Point], Fraction], limit: Number) -> Fraction:
    """Greatest TPR of a single point whose load is at most the limit."""
    return max(t for f, t in served if load((f, t)) <= limit)


def best_mixture(served: Iterable[Point], load: Callable[[Point], Fraction], limit: Number) -> Fraction:
    """Greatest TPR of a random mixture of two points whose mean load is at most the limit."""
    limit = Fraction(limit)
    lines = sorted(set(served))
    best = best_within(lines, load, limit)
    for a, b in combinations(lines, 2):
        low, high = sorted((a, b), key=load)
        if load(low) <= limit < load(high):
            share = (limit - load(low)) / (load(high) - load(low))
            best = max(best, low[1] + share * (high[1] - low[1]))
    return best


def worst_cost(p: Point, low: Number, high: Number) -> Fraction:
    """Greatest cost of a point for PC(+) in [low, high]: a line is greatest at an end."""
    return max(cost(p, Fraction(low)), cost(p, Fraction(high)))


def worst_regret(p: Point, served: Sequence[Point], low: Number, high: Number) -> Fraction:
    """Greatest excess over the envelope for PC(+) in [low, high], looked for at every bend."""
    low, high = Fraction(low), Fraction(high)
    xs = [low, *(x for x in knots(served) if low < x < high), high]
    return max(cost(p, x) - envelope(served, x) for x in xs)


def least_worst(costs: list[list[Fraction]]) -> Fraction:
    """The least worst cost over two conditions, of single points and of mixtures of two."""
    least = min(max(pair) for pair in costs)
    for a in costs:
        for b in costs:
            gap = (a[0] - a[1]) - (b[0] - b[1])
            share = -(b[0] - b[1]) / gap if gap else Fraction(0)
            if 0 < share < 1:  # both conditions cost the same there
                least = min(least, share * a[0] + (1 - share) * b[0])
    return least
