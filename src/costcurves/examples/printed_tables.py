"""Printed tables: confusion matrices and accuracies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.examples.files import columns, numbers
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["accuracies26", "printed_confusions"]


def printed_confusions() -> dict[str, Confusion]:
    """Confusion matrices of a textbook chapter, by name.

    Returns
    -------
    dict of str to Confusion
        `"figure 5.2"` (3,000 records); `"cutoff 0.5"`, `"cutoff 0.25"`, `"cutoff 0.75"` (the 24 records of
        `records24`, Figure 5.3); `"mailing"`; `"oversampled"` (half of the sample responds) and
        `"reweighted"` (the same rates where 2 % respond); `"fraud"` (Problem 5.1) and `"fraud oversampled"`
        (Problem 5.4, where 1 % are true fraud).

    References
    ----------
    Shmueli, Patel, Bruce, *Data Mining for Business Intelligence*, 2nd ed., Wiley 2010, chapter 5.

    Examples
    --------
    >>> table = printed_confusions()["figure 5.2"]
    >>> float(table.tp), float(table.fp)
    (201.0, 25.0)
    """
    table = columns("printed_confusions.csv")
    outcomes = [numbers(table[outcome]).astype(np.int64).tolist() for outcome in ("tp", "fn", "fp", "tn")]
    rows = zip(*outcomes, strict=True)
    return {
        name: Confusion.from_matrix([[tn, fp], [fn, tp]])
        for name, (tp, fn, fp, tn) in zip(table["model"], rows, strict=True)
    }


def accuracies26() -> tuple[tuple[str, ...], dict[str, NDArray[np.float64]]]:
    """Accuracies in per cent of four ways to combine classifiers on 26 data sets.

    Returns
    -------
    datasets : tuple of 26 str
        Names of the data sets.
    accuracies : dict of str to ndarray of shape (26,)
        By method: `"Grading"`, `"Select"`, `"Stacking"`, `"Voting"`.

    References
    ----------
    Fürnkranz, course slides on evaluation and cost-sensitive learning.

    Examples
    --------
    >>> datasets, accuracies = accuracies26()
    >>> datasets[0], float(accuracies["Grading"][0])
    ('audiology', 83.36)
    """
    table = columns("accuracies26.csv")
    datasets = tuple(table.pop("dataset"))
    return datasets, {method: numbers(texts) for method, texts in table.items()}
