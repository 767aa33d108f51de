"""Printed tables: confusion matrices and accuracies."""

from __future__ import annotations

import csv
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from costcurves.conditions.operating_condition import Costs
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from numpy.typing import NDArray

__all__ = [
    "DIAGNOSIS_COSTS",
    "LOAN_COSTS",
    "SPAM_COSTS",
    "accuracies26",
    "columns",
    "mailing",
    "numbers",
    "printed_confusions",
    "shipped",
]


def shipped(name: str) -> Traversable:
    """Where a shipped file is, in a folder or inside a zip."""
    return resources.files("costcurves.examples") / "data" / name


def columns(name: str) -> dict[str, list[str]]:
    """The columns of a shipped table by their header, as written."""
    with shipped(name).open(encoding="utf-8") as lines:
        header, *rows = csv.reader(lines)
    return dict(zip(header, map(list, zip(*rows, strict=True)), strict=True))


def numbers(texts: list[str]) -> NDArray[np.float64]:
    """A column of a shipped table as floats."""
    return np.array(texts, dtype=np.float64)


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


LOAN_COSTS = Costs(fp=1, fn=5)
"""German credit: the positives are bad payers; accepting one costs 5, refusing a good one costs 1.

The cost matrix that comes with the Statlog German Credit data of the UCI repository.
"""

SPAM_COSTS = Costs(fp=99, fn=1)
"""Mail: the positives are spam; losing a good mail costs 99 times as much as reading a spam.

Filter only what is spam with a probability of at least 0.99 (Fürnkranz, course slides on cost-sensitive
learning).
"""

DIAGNOSIS_COSTS = Costs(fp=5, fn=30, tp=-20, tn=0)
"""A diagnosis with a full matrix: a treated case gains 20, a missed one costs 30, a false alarm costs 5.

Made numbers; the least probability worth treating is 5/55 (Elkan's rule, *The foundations of cost-sensitive
learning*, 2001).
"""


def mailing() -> tuple[Confusion, Costs]:
    """Result and costs of a mailing to 1,000 people, of whom 10 would buy.

    A mailed buyer brings 10 net of postage, any other mailed person costs 1. The model mails 28 people and
    finds 8 of the 10 buyers, so it earns 8·10 − 20·1 = 60; mailing nobody earns 0, although that has fewer
    errors (10 instead of 22).

    Returns
    -------
    confusion : Confusion
        tp 8, fn 2, fp 20, tn 970.
    costs : Costs
        From the benefits tp 10 and fp −1.

    References
    ----------
    Shmueli, Patel, Bruce, *Data Mining for Business Intelligence*, 2nd ed., Wiley 2010, section 5.2. The book
    also prints a cost of 48, which counts a buyer as 10 before postage; here he is 10 after it.

    Examples
    --------
    >>> confusion, costs = mailing()
    >>> float(confusion.fp), float(costs.effective_fn)
    (20.0, 10.0)
    """
    return Confusion.from_matrix([[970, 20], [2, 8]]), Costs.from_benefits(tp=10, fp=-1)
