"""Summaries of every member of a stack at once, for those that need no hull."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import LARGEST_COUNT
from costcurves.inference.bootstrap.curve_readings import class_sizes

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves._ground.arrays import Floats
    from costcurves.tallies.tally import Tally

__all__ = ["OF_THE_HULL", "QUICK"]


def auc(stack: Tally) -> Floats:
    """Area under the ROC curves."""
    doubled = np.cumsum(stack.positives, axis=-1)
    pairs = 2.0 * doubled[:, -1] * stack.negatives.sum(axis=-1)
    if doubled.dtype.kind == "i" and np.max(pairs) >= LARGEST_COUNT:
        doubled = doubled.astype(float)
    # Twice the positives of higher cells, and those of the negatives' own.
    doubled += doubled
    doubled -= stack.positives
    return np.asarray(np.einsum("ij,ij->i", doubled, stack.negatives) / pairs)


def gini(stack: Tally) -> Floats:
    """Twice the area, less 1."""
    return 2 * auc(stack) - 1


def kolmogorov_smirnov(stack: Tally) -> Floats:
    """Greatest TPR − FPR."""
    tpr, fpr = (np.cumsum(column, axis=-1, dtype=float) for column in (stack.positives, stack.negatives))
    tpr /= tpr[:, -1:]
    fpr /= fpr[:, -1:]
    return np.asarray(np.max(tpr - fpr, axis=-1, initial=0.0))


def _mean(
    positive: Callable[[Floats], Floats], negative: Callable[[Floats], Floats]
) -> Callable[[Tally], Floats]:
    """Return the mean over records of a loss of scores."""

    def mean(stack: Tally) -> Floats:
        """Weigh the mean losses of both classes."""
        mine, theirs = (
            column @ loss(stack.cells.high)
            for column, loss in ((stack.positives, positive), (stack.negatives, negative))
        )
        if stack.stated_prevalence is not None:
            sizes = class_sizes(stack)
            mine *= sizes[0] / stack.total_positive
            theirs *= sizes[1] / stack.total_negative
        return np.asarray((mine + theirs) / sum(class_sizes(stack)))

    return mean


#: By key of a summary the same of a whole stack, of scores that the summary itself has looked at.
QUICK: dict[str, Callable[[Tally], Floats]] = {
    "auc": auc,
    "gini": gini,
    "ks": kolmogorov_smirnov,
    "brier": _mean(lambda p: (1 - p) ** 2, lambda p: p**2),
    "mean_absolute_error": _mean(lambda p: 1 - p, lambda p: p),
}
#: Summaries that look at the corners of the hull only: those of merged cells do nearly as well.
OF_THE_HULL = {"area", "auch", "ks", "eer", "least_error", "h_measure"}
