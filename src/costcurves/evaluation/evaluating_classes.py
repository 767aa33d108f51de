"""From columns of many classes to an evaluation in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves.conditions.cost_matrix import CostMatrix
from costcurves.errors import InputError
from costcurves.evaluation.class_evaluation import ClassEvaluation
from costcurves.inference.estimate import confidence
from costcurves.tallies.class_counts import class_shares
from costcurves.tallies.class_records import ClassRecords

if TYPE_CHECKING:
    from collections.abc import Sequence


def evaluate_classes(  # noqa: PLR0913 - one argument a use
    y_true: Any,
    y_pred: Any,
    *,
    classes: Any = None,
    sample_weight: Any = None,
    costs: Any = None,
    actions: Sequence[str] | None = None,
    prevalence: Any = None,
    fold: Any = None,
    cluster: Any = None,
    ordered: bool = False,
    missing: str = "error",
    level: float = 0.95,
    seed: int = 0,
) -> ClassEvaluation:
    """Judge one or several models of two or more classes on the same records.

    Parameters
    ----------
    y_true : array_like, shape (records,)
        True classes: texts or numbers.
    y_pred : mapping of str to array_like, array_like or data frame
        By model: scores, shape (records, K), a column a class, such as ``model.predict_proba(X)``; or
        predicted labels, shape (records,). A frame (or mapping) of scores whose columns are named as the
        classes is put into their order. One array alone is a model called "model".
    classes : sequence, optional
        The classes in the order of columns and costs, such as ``model.classes_``; by default those of
        `y_true`, numbers by size, others by name.
    sample_weight : array_like, shape (records,), optional
    costs : CostMatrix, array_like of shape (K, D), or mapping, optional
        What each action costs for a record of each class, **costs[true, action]**; a mapping of
        (class, action) to a cost. By default each error costs 1.
    actions : sequence of str, optional
        Names of the D actions, such as ``[*classes, "cannot say"]``; by default the classes.
    prevalence : array_like, shape (K,), or mapping, optional
        Shares of the classes where models are used. Probabilities are moved there by Bayes' theorem when
        something is decided.
    fold, cluster : array_like, shape (records,), optional
        What each record belongs to.
    ordered : bool
        Whether the classes are in an order, so that three have a volume under the ROC surface.
    missing : {"error", "drop"}
    level : float
        Confidence level of intervals.
    seed : int
        Of folds.

    Returns
    -------
    ClassEvaluation

    Raises
    ------
    InputError
        If columns do not fit together, or costs do not fit classes and actions.
    UndefinedError
        If there is but one class, or a class without records.

    Examples
    --------
    >>> y, p = ["a", "b", "c"], [[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.1, 0.6, 0.3]]
    >>> ev = evaluate_classes(y, {"m": p, "rule": ["a", "b", "b"]})
    >>> ev.measure("m", "accuracy").estimate == ev.measure("rule", "accuracy").estimate
    True
    """
    records = ClassRecords.read(
        y_true,
        y_pred,
        classes=classes,
        sample_weight=sample_weight,
        fold=fold,
        cluster=cluster,
        missing=missing,
    )
    if actions is not None and costs is None:
        raise InputError("actions need costs", "none", "give costs=, of shape (classes, actions)")
    matrix = None if costs is None else CostMatrix.read(costs, records.classes, actions)
    shares = None if prevalence is None else class_shares(prevalence, records.classes)
    return ClassEvaluation(records, matrix, shares, ordered, confidence(level), seed)
