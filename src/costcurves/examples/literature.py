"""Figures of the literature: operating points, confusion matrices, accuracies; real classifiers as counts."""

from __future__ import annotations

import csv
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from costcurves.conditions.operating_condition import Costs
from costcurves.errors import no_such
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from numpy.typing import NDArray

    Points = tuple[NDArray[np.float64], NDArray[np.float64]]


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
    outcomes = (map(int, table[outcome]) for outcome in ("tp", "fn", "fp", "tn"))
    return {
        name: Confusion.from_matrix([[tn, fp], [fn, tp]])
        for name, tp, fn, fp, tn in zip(table["model"], *outcomes, strict=True)
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


FIGURES = (
    "nested",
    "two hulls",
    "single line",
    "constraints",
    "averages",
    "three classifiers",
    "eight classifiers",
    "extremes",
)
"""Names that `figure_points` knows."""


def figure_points(figure: str) -> dict[str, Points]:
    """ROC points of the classifiers of a figure, by classifier.

    Parameters
    ----------
    figure : str
        One of `FIGURES`: `"nested"` (two curves, A above B everywhere), `"two hulls"` (a hull of one
        classifier and one of three), `"single line"`, `"constraints"` (a hull for a limit on false positives
        or on capacity), `"averages"` (two hulls to be averaged), `"three classifiers"` (3 dominates 1 and
        beats 2 below prevalence 0.7), `"eight classifiers"` (three on the hull, useful from 9 % positives to
        11 % negatives), `"extremes"` (perfect, always wrong, and the two that ignore the record).

    Returns
    -------
    dict of str to (fpr, tpr)
        Two arrays of equal length for each classifier, in ascending order.

    Raises
    ------
    InputError
        When no figure has that name.

    References
    ----------
    Drummond, Holte, *Explicitly representing expected cost: an alternative to ROC representation*, KDD 2000
    (`"nested"` Figure 1, `"two hulls"` Figures 3 and 4, `"single line"` Figure 8, `"constraints"` Figures 11
    to 14, `"averages"` Figures 15 and 16); slides on cost curves of LMU Munich (`"three classifiers"`);
    Fürnkranz, course slides on cost-sensitive learning (`"eight classifiers"`). Only `"single line"` and the
    point (0.3, 0.7) of `"two hulls"` follow from the sources; the others were made to obey what their text
    states.

    Examples
    --------
    >>> fpr, tpr = figure_points("single line")["classifier"]
    >>> float(fpr[0]), float(tpr[0])
    (0.09, 0.36)
    """
    if figure not in FIGURES:
        raise no_such(figure, FIGURES, what="figure")
    table = columns("figure_points.csv")
    figures, models = np.array(table["figure"]), np.array(table["model"])
    fpr, tpr = numbers(table["fpr"]), numbers(table["tpr"])
    here = figures == figure
    names = dict.fromkeys(models[here].tolist())  # in the order of the file
    return {name: (fpr[here & (models == name)], tpr[here & (models == name)]) for name in names}


def nested_classifiers() -> dict[str, Points]:
    """Two ROC curves, A above B everywhere: A's envelope of cost lines is below B's at every condition.

    Returns
    -------
    dict of str to (fpr, tpr)
        `"A"` and `"B"`, as `figure_points` gives them.

    Examples
    --------
    >>> list(nested_classifiers())
    ['A', 'B']
    """
    return figure_points("nested")


def crossing_classifiers() -> dict[str, Confusion]:
    """Hull vertices of naive Bayes and of a tree on sonar echoes; their cost curves cross at PC(+) 0.7017.

    Returns
    -------
    dict of str to Confusion
        `"naive Bayes"` and `"tree"`: the counts at each vertex of the ROC convex hull, from nobody to
        everybody; 111 mines are the positives, 97 rocks the negatives.

    References
    ----------
    Sonar data of the UCI repository, 10-fold cross-validation; a real pair for Figures 5 and 6 of Drummond,
    Holte, KDD 2000.

    Examples
    --------
    >>> tree = crossing_classifiers()["tree"]
    >>> tree.fp.tolist()[:3], tree.tp.tolist()[:3]
    ([0, 9, 10], [0, 81, 84])
    """
    return _by_model("sonar_hulls.csv")


def credit_rules() -> dict[str, Confusion]:
    """Results of 1R and C4.5 on 690 credit applications; 100 errors each, so they cross at PC(+) 307/690.

    Returns
    -------
    dict of str to Confusion
        `"1R"` and `"C4.5"`: one row of counts each; 307 applications were granted (the positives).

    References
    ----------
    Holte, Drummond, *Cost-sensitive classifier evaluation using cost curves*, PAKDD 2008, Figure 1 shows
    these two classifiers; the counts come from a rerun with WEKA on the Credit Approval data of the UCI
    repository.

    Examples
    --------
    >>> rule = credit_rules()["1R"]
    >>> rule.fn.tolist(), rule.fp.tolist()
    ([23], [77])
    """
    return _by_model("credit_rules.csv")


def sonar_trees() -> tuple[NDArray[np.float64], Confusion]:
    """Results of 33 trees on sonar echoes, each trained for its own ratio of costs.

    Returns
    -------
    ratio : ndarray of shape (33,)
        (1 − PC(+))/PC(+) that the tree was trained for, descending from 100 to 0.01.
    confusion : Confusion of shape (33,)
        Counts of each tree; 111 mines are the positives, 97 rocks the negatives.

    References
    ----------
    Drummond, Holte, KDD 2000, Figures 17 and 18 show such trees; the counts come from a rerun with WEKA
    (J48, 10-fold cross-validation) on the Sonar data of the UCI repository.

    Examples
    --------
    >>> ratio, trees = sonar_trees()
    >>> float(ratio[5]), trees.fp.tolist()[5], trees.fn.tolist()[5]
    (11.0, 9, 59)
    """
    table = columns("sonar_trees.csv")
    return numbers(table["ratio"]), _confusion(table)


def _by_model(name: str) -> dict[str, Confusion]:
    """The counts of a shipped table of operating points, by its column `model`."""
    table = columns(name)
    models = table.pop("model")
    rows = {m: [i for i, other in enumerate(models) if other == m] for m in dict.fromkeys(models)}
    return {
        m: _confusion({key: [texts[i] for i in chosen] for key, texts in table.items()})
        for m, chosen in rows.items()
    }


def _confusion(table: dict[str, list[str]]) -> Confusion:
    tp, fn, fp, tn = (np.array(table[outcome], dtype=np.int64) for outcome in ("tp", "fn", "fp", "tn"))
    return Confusion(tp=tp, fn=fn, fp=fp, tn=tn)
