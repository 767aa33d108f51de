"""Summaries of every member of a stack at once, by the key of the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import LARGEST_COUNT
from costcurves.space.stacks import HullStack, class_sizes, prevalences
from costcurves.tallies.probabilities import as_probability

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves._ground.arrays import Floats
    from costcurves.tallies.tally import Tally


# ---- of ranks and scores ---------------------------------------------------------------------


def auc(stack: Tally) -> Floats:
    """P(positive scores higher) + ½·P(tie)."""
    doubled = np.cumsum(stack.positives, axis=-1)
    pairs = 2.0 * doubled[:, -1] * stack.negatives.sum(axis=-1)
    if doubled.dtype.kind == "i" and np.max(pairs) >= LARGEST_COUNT:
        doubled = doubled.astype(float)
    # Twice the positives of higher cells, and those of the negatives' own.
    doubled += doubled
    doubled -= stack.positives
    return np.asarray(np.einsum("ij,ij->i", doubled, stack.negatives) / pairs)


def _mean(
    positive: Callable[[Floats], Floats], negative: Callable[[Floats], Floats]
) -> Callable[[Tally], Floats]:
    """Return the mean over records of a loss of scores."""

    def mean(stack: Tally) -> Floats:
        """Weigh the mean losses of both classes."""
        probability = as_probability(stack.cells.high, stack.odds)
        # Of whole numbers the product takes ten times as long.
        mine = stack.positives.astype(float) @ positive(probability)
        theirs = stack.negatives.astype(float) @ negative(probability)
        if stack.stated_prevalence is not None:
            sizes = class_sizes(stack)
            mine *= sizes[0] / stack.total_positive
            theirs *= sizes[1] / stack.total_negative
        return np.asarray((mine + theirs) / sum(class_sizes(stack)))

    return mean


# ---- of the hull -----------------------------------------------------------------------------


def _area(hulls: HullStack) -> Floats:
    """Area under the lower envelope: over each range of PC(+) one line."""
    low, high = hulls.ranges()
    middle, width = (high + low) / 2, high - low
    return hulls.total(width * (hulls.fpr * (1 - middle) + hulls.fnr * middle))


def _hull_auc(hulls: HullStack) -> Floats:
    """Area under the edges."""
    fpr, fnr = hulls.fpr, hulls.fnr
    edges = np.append(np.diff(fpr) * (1 - (fnr[1:] + fnr[:-1]) / 2), 0.0)
    edges[hulls.last] = 0.0
    return hulls.total(edges)


def _equal_error_rate(hulls: HullStack) -> Floats:
    """Greatest value of the envelope: at the upper end of some range."""
    _, high = hulls.ranges()
    return hulls.greatest(hulls.fpr * (1 - high) + hulls.fnr * high)


def h_measure(hulls: HullStack, prevalence: Floats) -> Floats:
    """Hand's H under its default law of the severity, Beta(2, 1/p).

    On the axis of cost proportions the law is Beta(a, 2) with a = 1/p; its moments below x are
    x^a·(1 + a(1 − x)), and a/(a + 2) times the same of a + 1.
    """
    a = 1 / prevalence

    def below(x: Floats, a: Floats) -> Floats:
        """Probability below x under Beta(a, 2)."""
        return np.asarray(x**a * (1 + a * (1 - x)))

    def between(low: Floats, high: Floats, a: Floats) -> tuple[Floats, Floats]:
        """Means of 1 − x and of x between two places."""
        mean = a / (a + 2) * (below(high, a + 1) - below(low, a + 1))
        return below(high, a) - below(low, a) - mean, mean

    p, each = hulls.each(prevalence), hulls.each(a)
    false, missed = between(*hulls.ranges(prevalence), each)
    loss = hulls.total((1 - p) * hulls.fpr * false + p * hulls.fnr * missed)
    # Nobody is flagged below 1 − p, everybody above.
    middle = 1 - prevalence
    _, nobody = between(np.zeros_like(middle), middle, a)
    everybody, _ = between(middle, np.ones_like(middle), a)
    return np.asarray(1 - loss / ((1 - prevalence) * everybody + prevalence * nobody))


def _of_hull(function: Callable[[HullStack], Floats]) -> Callable[[Tally], Floats]:
    return lambda stack: function(HullStack.of(stack))


def _least_error(stack: Tally) -> Floats:
    """Least of p·FNR + (1 − p)·FPR over the corners."""
    hulls = HullStack.of(stack)
    p = hulls.each(prevalences(stack))
    return hulls.least(p * hulls.fnr + (1 - p) * hulls.fpr)


#: By key of a summary the same of every member, of scores that the summary itself has looked at.
STACK_SUMMARIES: dict[str, Callable[[Tally], Floats]] = {
    "auc": auc,
    "gini": lambda stack: 2 * auc(stack) - 1,
    "ks": _of_hull(lambda hulls: hulls.greatest(1 - hulls.fnr - hulls.fpr)),
    "brier": _mean(lambda p: (1 - p) ** 2, lambda p: p**2),
    "mean_absolute_error": _mean(lambda p: 1 - p, lambda p: p),
    "area": _of_hull(_area),
    "auch": _of_hull(_hull_auc),
    "eer": _of_hull(_equal_error_rate),
    "least_error": _least_error,
    "h_measure": lambda stack: h_measure(HullStack.of(stack), prevalences(stack)),
}
