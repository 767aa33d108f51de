"""Functions on arrays: from columns, counts or operating points to results in one call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import InputError, kind_of, no_such
from costcurves.rules.rule import optimal
from costcurves.space.roc import RocCurve
from costcurves.tallies.records import Records, low_models
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.evaluation.numeric_evaluation import NumericEvaluation
    from costcurves.space.cost_curve import CostCurve

__all__ = [
    "cost_curve",
    "evaluate",
    "evaluate_counts",
    "evaluate_numeric",
    "evaluate_points",
    "roc_curve",
    "tally",
]


def evaluate(  # noqa: PLR0913 - one argument a use
    y_true: Any,
    y_score: Any = None,
    *,
    predictions: Mapping[str, Any] | None = None,
    sample_weight: Any = None,
    pos_label: Any = None,
    costs: Mapping[str, Any] | None = None,
    fold: Any = None,
    cluster: Any = None,
    segment: Any = None,
    lower_is_positive: Any = (),
    classes: Any = None,
    missing: str = "error",
) -> Evaluation:
    """Judge one or several models on the same records.

    Parameters
    ----------
    y_true : array_like, shape (records,)
        Labels: booleans, 0/1 or −1/1; any others with `pos_label`.
    y_score : array_like, mapping of str to array_like, or data frame
        Scores of one model, or of several by name; higher for positives. ±inf are scores. A pair
        of columns (f₊, f₋) is ranked by f₊/f₋. It may be left out where there are predictions.
    predictions : mapping of str to array_like, optional
        Predicted labels by model, spelled as `y_true` is. Each is a model of one operating point; see
        :meth:`costcurves.Evaluation.given`.
    sample_weight : array_like, shape (records,), optional
        Weights ≥ 0.
    pos_label : optional
        Label of the positive class; all other labels are negative.
    costs : mapping, optional
        Per-row costs by outcome, ``{"fp": …, "fn": …, "tp": …, "tn": …}``, a column or one number
        each, for ``ev.staked()`` (curves), ``ev.least_total_cost()``, ``ev.bayes_total_cost()`` and
        ``ev.total_cost(decision)``; everything else counts every record alike.
    fold, cluster, segment : array_like, shape (records,), optional
        What each record belongs to.
    lower_is_positive : bool, str or collection of str
        True, or the models whose low scores mean positive.
    classes : array_like, optional
        The classes of the columns of scores of shape (records, classes), such as ``model.classes_``: that of
        the positive class is taken.
    missing : {"error", "drop"}
        Whether missing values are refused, or records without a label, a score of any model or a
        predicted label left out, the same for all models; how many is noted.

    Returns
    -------
    Evaluation

    Raises
    ------
    InputError
        If columns are unequal in length, hold missing values or do not mean numbers, or if a series of
        pandas has an index with other labels than that of `y_true`.

    UndefinedError
        If all records are of one class.

    Notes
    -----
    Series and frames of pandas are put into the order of the index of `y_true` where they hold the same
    labels in another one, which is noted. Whatever has no index (arrays, lists, polars, arrow) is read by
    position.

    Examples
    --------
    >>> ev = evaluate(["good", "bad", "good"], {"rule": [0.1, 0.8, 0.3]}, pos_label="bad")
    >>> ev.roc("rule").auc
    1.0
    """
    from costcurves.evaluation.evaluation import Evaluation

    records = Records.read(
        y_true,
        y_score,
        predictions=predictions,
        sample_weight=sample_weight,
        pos_label=pos_label,
        costs=costs,
        fold=fold,
        cluster=cluster,
        segment=segment,
        lower_is_positive=lower_is_positive,
        classes=classes,
        missing=missing,
    )
    evaluation = Evaluation.of_records(records)
    for model in evaluation.models.values():
        model.require_both_classes("an evaluation")
    return evaluation


def evaluate_points(
    points: Mapping[str, Any],
    *,
    positives: float | None = None,
    negatives: float | None = None,
    lower_is_positive: Any = (),
    trained_for: Mapping[str, Any] | None = None,
) -> Evaluation:
    """Judge models by published operating points, such as points read off a ROC curve.

    Parameters
    ----------
    points : mapping of str to (fpr, tpr) or (fpr, tpr, threshold)
        One number each, or columns of several points of the model.
    positives, negatives : float, optional
        Size of each class. Without them a cost in money needs a stated prevalence.
    lower_is_positive : bool, str or collection of str
        True, or the models whose low scores mean positive: their thresholds rise as the rates do.
    trained_for : mapping of str to array_like, optional
        Of models whose points are classifiers of their own: the PC(+) that each was trained for (where both
        errors cost the same, the prevalence), for :meth:`costcurves.Evaluation.selection`.

    Returns
    -------
    Evaluation

    Notes
    -----
    Points that another point of the same model dominates (no higher FPR, no lower TPR) are dropped:
    no operating condition chooses them.

    Examples
    --------
    >>> ev = evaluate_points({"1R": (0.201, 0.925), "C4.5": (0.128, 0.834)}, positives=307, negatives=383)
    >>> ev.winners()[1].winner
    'C4.5'
    """
    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.rules.trained_classifiers import families_of

    given = _by_model(points, "points", "(fpr, tpr) or (fpr, tpr, threshold)", {2, 3})
    if not isinstance(trained_for or {}, Mapping):
        raise InputError(
            "trained_for must be given by model", kind_of(trained_for), 'write {"model": [PC(+), …]}'
        )
    trained = dict(trained_for or {})
    if strange := [model for model in trained if model not in given]:
        raise no_such(strange[0], given, what="model", where="trained_for")
    families = families_of({model: (given[model][0], given[model][1]) for model in trained}, trained)
    lower, models = low_models(lower_is_positive, given), {}
    for name, columns in given.items():
        fpr, tpr, *threshold = ([c] if np.ndim(c) == 0 else c for c in columns)
        if name in lower and not threshold:
            raise InputError(
                "low scores can only mean positive where there are thresholds",
                f"points of {name!r} without",
                "give (fpr, tpr, threshold), or leave lower_is_positive= out",
            )
        models[name] = Tally.from_points(
            fpr,
            tpr,
            positives=positives,
            negatives=negatives,
            threshold=threshold[0] if threshold else None,
            lower_is_positive=name in lower,
        )
    return Evaluation(models, trained=families)


def evaluate_counts(counts: Mapping[str, Any], *, lower_is_positive: Any = ()) -> Evaluation:
    """Judge models by tables of counts (or weights) per score.

    Parameters
    ----------
    counts : mapping of str to (score, positives, negatives)
        Three columns of equal length for each model.
    lower_is_positive : bool, str or collection of str
        True, or the models whose low scores mean positive.

    Returns
    -------
    Evaluation

    Examples
    --------
    >>> ev = evaluate_counts({"points": ([1, 2, 3], [0, 4, 9], [8, 5, 1])})
    >>> round(ev.roc("points").auc, 4)
    0.8984
    """
    from costcurves.evaluation.evaluation import Evaluation

    given = _by_model(counts, "counts", "(score, positives, negatives)", {3})
    lower, models = low_models(lower_is_positive, given), {}
    for name, columns in given.items():
        models[name] = Tally.from_counts(*columns, lower_is_positive=name in lower)
        models[name].require_both_classes("an evaluation")
    return Evaluation(models)


def evaluate_numeric(
    y_true: Any,
    y_pred: Any,
    *,
    sample_weight: Any = None,
    baseline: Any = None,
    ordered: bool = False,
    fold: Any = None,
    cluster: Any = None,
    missing: str = "error",
) -> NumericEvaluation:
    """Judge numeric predictions of one or several models on the same records.

    Parameters
    ----------
    y_true : array_like, shape (records,)
        Outcomes; finite numbers.
    y_pred : array_like, mapping of str to array_like, or data frame
        Predictions of one model, or of several by name.
    sample_weight : array_like, shape (records,), optional
        Weights ≥ 0.
    baseline : float or array_like, optional
        The mean outcome of the records that the models were trained on, or all outcomes of these: then
        their median is a benchmark, too. Without it the benchmarks are constants of the very records that
        are judged, and R² against the training mean is undefined.
    ordered : bool
        Whether the outcomes in `baseline` come in the order of time, so that the last one is a benchmark.
    fold, cluster : array_like, shape (records,), optional
        What each record belongs to.
    missing : {"error", "drop"}
        Whether missing values are refused, or records without an outcome or a prediction left out, the same
        for all models; how many is noted.

    Returns
    -------
    NumericEvaluation

    Raises
    ------
    InputError
        If columns are unequal in length, hold missing values or are not finite numbers.

    Examples
    --------
    >>> ev = evaluate_numeric([10, 12, 8, 15, 20], {"rule": [11, 10, 9, 15, 16]}, baseline=13)
    >>> print(ev.interval("mean_error", "rule", level=0.9))
    0.8 (90 % interval −0.9268 to 3.571)
    """
    from costcurves.evaluation.numeric_evaluation import NumericEvaluation
    from costcurves.tallies.numeric_records import NumericRecords

    records = NumericRecords.read(
        y_true,
        y_pred,
        sample_weight=sample_weight,
        baseline=baseline,
        ordered=ordered,
        fold=fold,
        cluster=cluster,
        missing=missing,
    )
    return NumericEvaluation(records)


def _by_model(columns: Any, name: str, form: str, sizes: set[int]) -> dict[str, Any]:
    """Check the columns given for each model."""
    if not isinstance(columns, Mapping) or not columns:
        came = "none" if isinstance(columns, Mapping) else kind_of(columns)
        raise InputError(f"{name} must be given by model", came, 'write {"model": …}')
    for model, given in columns.items():
        if not isinstance(model, str):
            raise InputError("model names must be strings", repr(model))
        single = isinstance(given, (str, Mapping)) or not hasattr(given, "__len__")
        if single or len(given) not in sizes:
            came = kind_of(given) if single else f"{len(given)} columns"
            raise InputError(f"a model must be given as {form}", came, where=model)
    return dict(columns)


def tally(y_true: Any, y_score: Any, *, sample_weight: Any = None, pos_label: Any = None) -> Tally:
    """Tally records by score: the weight of positives and negatives at each distinct score.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As in :func:`evaluate`, for one model; see :meth:`costcurves.Tally.from_scores`.

    Returns
    -------
    Tally

    Examples
    --------
    >>> tally([1, 0, 1], [0.5, 0.5, 0.7])
    Tally(2 positives, 1 negatives, 2 cells)
    """
    return Tally.from_scores(y_true, y_score, sample_weight, pos_label=pos_label)


def roc_curve(y_true: Any, y_score: Any, *, sample_weight: Any = None, pos_label: Any = None) -> RocCurve:
    """ROC curve of a scorer: one point a distinct score, and one for nobody.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As in :func:`evaluate`, for one model.

    Returns
    -------
    RocCurve
        Rates, weights and the interval of thresholds of each point, from nobody to everybody.

    Examples
    --------
    >>> roc_curve([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1]).auc
    0.8333333333333334
    """
    return RocCurve.of(Tally.from_scores(y_true, y_score, sample_weight, pos_label=pos_label))


def cost_curve(
    y_true: ArrayLike, y_score: Any, *, sample_weight: Any = None, pos_label: Any = None
) -> CostCurve:
    """Cost curve of a scorer: the exact lower envelope of the cost lines of all its thresholds.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As in :func:`evaluate`, for one model.

    Returns
    -------
    CostCurve
        NEC as a function of PC(+) ∈ [0, 1], never above min(PC, 1 − PC).

    References
    ----------
    Drummond & Holte (2000), KDD; (2006), Machine Learning 65.

    Examples
    --------
    >>> round(cost_curve([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1]).area, 6)
    0.1
    """
    return optimal(Tally.from_scores(y_true, y_score, sample_weight, pos_label=pos_label))
