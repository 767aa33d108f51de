"""Measures of a confusion matrix: the rows of the table `MEASURES`."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import Floats, number
from costcurves.errors import InputError, kind_of, no_such

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves.tallies.confusion import Confusion


@dataclasses.dataclass(frozen=True, slots=True)
class Measure:
    """One number of a confusion matrix; call it on a :class:`~costcurves.Confusion` of any shape.

    Attributes
    ----------
    key, title : str
        Name in code and name for people.
    formula : str
        The definition in terms of tp, fn, fp, tn, P = tp + fn, N = fp + tn, n = P + N.
    function : callable
        Maps a Confusion to an array; undefined values are NaN.
    low, high : float
        Range.
    better : {"high", "low", ""}
        Direction; empty for a description that is neither good nor bad.
    undefined : str
        When the value is NaN; empty if never (given records of both classes).
    aliases : tuple of str
        Other names of the same number.
    reference : str
        Source, where the name alone does not tell.
    """

    key: str
    title: str
    formula: str
    function: Callable[[Confusion], Any]
    low: float = 0.0
    high: float = 1.0
    better: str = "high"
    undefined: str = ""
    aliases: tuple[str, ...] = ()
    reference: str = ""

    def __call__(self, confusion: Confusion) -> Floats:
        """Return the measure, NaN where undefined."""
        if not hasattr(confusion, "flagged"):  # a Confusion, or what reads like one
            raise InputError(
                "a measure must be one of a Confusion", kind_of(confusion), "e.g. Tally.confusion()"
            )
        return np.asarray(self.function(confusion), dtype=float)

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickle a row of the table by its name: functions without a name cannot be."""
        if any(row is self for row in MEASURES):
            return measure, (self.key,)
        return object.__reduce_ex__(self, protocol)


def share_of(part: Any, whole: Any) -> Floats:
    """Divide, giving NaN for a whole of 0."""
    part, whole = np.asarray(part, float), np.asarray(whole, float)
    shape = np.broadcast_shapes(part.shape, whole.shape)
    with np.errstate(over="ignore", under="ignore"):  # of classes whose weights lie far apart
        return np.asarray(np.divide(part, whole, out=np.full(shape, np.nan), where=whole != 0))


def _ratio(part: Any, whole: Any) -> Floats:
    """Divide, giving +inf for a positive part of nothing and NaN for 0/0."""
    part, whole = np.asarray(part, float), np.asarray(whole, float)
    value = share_of(part, whole)
    return np.asarray(np.where((whole == 0) & (part > 0), np.inf, value))


def _tpr(c: Confusion) -> Floats:
    return share_of(c.tp, c.positives)


def _fpr(c: Confusion) -> Floats:
    return share_of(c.fp, c.negatives)


def _ppv(c: Confusion) -> Floats:
    return share_of(c.tp, c.flagged)


def _npv(c: Confusion) -> Floats:
    return share_of(c.tn, c.fn + c.tn)


def _accuracy(c: Confusion) -> Floats:
    return share_of(c.tp + c.tn, c.total)


def _mcc(c: Confusion) -> Floats:
    """Correlation of flag and class."""
    # Shares of the whole instead of products of four weights, roots one by one: nothing leaves the range.
    tp, fn, fp, tn = (share_of(part, c.total) for part in (c.tp, c.fn, c.fp, c.tn))
    one, other, flagged, left = (np.sqrt(part) for part in (tp + fn, fp + tn, tp + fp, fn + tn))
    return np.clip(share_of(tp * tn - fp * fn, one * other * flagged * left), -1, 1)


def _kappa(c: Confusion) -> Floats:
    """Agreement of flag and class beyond chance."""
    p, r = share_of(c.positives, c.total), share_of(c.flagged, c.total)
    by_chance = p * r + (1 - p) * (1 - r)
    return share_of(_accuracy(c) - by_chance, 1 - by_chance)


@dataclasses.dataclass(frozen=True, slots=True)
class _WeighedF:
    """(1 + β²)·tp / ((1 + β²)·tp + β²·fn + fp), equal for equal β²."""

    weight: float

    def __call__(self, c: Confusion) -> Floats:
        """Return the measure, NaN where undefined."""
        w = self.weight
        return share_of((1 + w) * c.tp, (1 + w) * c.tp + w * c.fn + c.fp)


def f_measure(beta: float) -> Measure:
    """Return the F measure that takes recall β times as seriously as precision.

    Examples
    --------
    >>> from costcurves import Confusion
    >>> float(f_measure(2)(Confusion(tp=8, fn=2, fp=8, tn=82)).round(4))
    0.7143
    """
    if number(beta, "beta of an F measure") <= 0:
        raise InputError("beta of an F measure must be above 0", f"{beta!r}")
    name = f"{beta:g}"
    formula = "(1 + β²)·tp / ((1 + β²)·tp + β²·fn + fp)"
    aliases = ("f_measure", "dice") if beta == 1 else ()
    source = "van Rijsbergen (1979)"
    return Measure(f"f{name}", f"F{name}", formula, _WeighedF(beta * beta), aliases=aliases, reference=source)


#: A measure of errors: lower is better.
_error = functools.partial(Measure, better="low")

#: Every measure of a confusion matrix. One row is one measure.
MEASURES: tuple[Measure, ...] = (
    Measure(
        "tpr", "true positive rate", "tp / P", _tpr, aliases=("recall", "sensitivity", "hit_rate", "power")
    ),
    _error(
        "fnr", "false negative rate", "fn / P", lambda c: share_of(c.fn, c.positives), aliases=("miss_rate",)
    ),
    _error("fpr", "false positive rate", "fp / N", _fpr, aliases=("fall_out", "false_alarm_rate")),
    Measure(
        "tnr",
        "true negative rate",
        "tn / N",
        lambda c: share_of(c.tn, c.negatives),
        aliases=("specificity", "selectivity"),
    ),
    Measure(
        "ppv",
        "precision",
        "tp / (tp + fp)",
        _ppv,
        undefined="nobody is flagged",
        aliases=("precision", "positive_predictive_value"),
    ),
    _error(
        "fdr",
        "false discovery rate",
        "fp / (tp + fp)",
        lambda c: share_of(c.fp, c.flagged),
        undefined="nobody is flagged",
    ),
    Measure(
        "npv",
        "negative predictive value",
        "tn / (tn + fn)",
        _npv,
        undefined="everybody is flagged",
        aliases=("negative_predictive_value",),
    ),
    _error(
        "for",
        "false omission rate",
        "fn / (tn + fn)",
        lambda c: share_of(c.fn, c.fn + c.tn),
        undefined="everybody is flagged",
        aliases=("false_omission_rate",),
    ),
    Measure("accuracy", "accuracy", "(tp + tn) / n", _accuracy),
    _error(
        "error",
        "error rate",
        "(fp + fn) / n",
        lambda c: share_of(c.fp + c.fn, c.total),
        aliases=("error_rate", "misclassification_rate"),
    ),
    Measure(
        "balanced_accuracy",
        "balanced accuracy",
        "(tpr + tnr) / 2",
        lambda c: (_tpr(c) + 1 - _fpr(c)) / 2,
        aliases=("macro_recall",),
    ),
    _error(
        "macro_error",
        "macro error",
        "(fpr + fnr) / 2",
        lambda c: (1 - _tpr(c) + _fpr(c)) / 2,
        aliases=("half_total_error_rate",),
    ),
    Measure(
        "youden",
        "Youden's J",
        "tpr − fpr",
        lambda c: _tpr(c) - _fpr(c),
        low=-1.0,
        aliases=("informedness", "peirce"),
        reference="Youden (1950)",
    ),
    Measure(
        "markedness",
        "markedness",
        "ppv + npv − 1",
        lambda c: _ppv(c) + _npv(c) - 1,
        low=-1.0,
        undefined="nobody or everybody is flagged",
    ),
    f_measure(1),
    f_measure(2),
    f_measure(0.5),
    Measure(
        "jaccard",
        "Jaccard index",
        "tp / (tp + fn + fp)",
        lambda c: share_of(c.tp, c.positives + c.fp),
        aliases=("threat_score", "critical_success_index"),
    ),
    Measure(
        "g_mean",
        "geometric mean of recalls",
        "√(tpr · tnr)",
        lambda c: np.sqrt(_tpr(c) * (1 - _fpr(c))),
        reference="Kubat & Matwin (1997)",
    ),
    Measure(
        "mcc",
        "Matthews correlation",
        "(tp·tn − fp·fn) / √(P·N·(tp + fp)·(tn + fn))",
        _mcc,
        low=-1.0,
        undefined="nobody or everybody is flagged",
        aliases=("phi",),
        reference="Matthews (1975)",
    ),
    Measure(
        "kappa", "Cohen's κ", "(accuracy − chance) / (1 − chance)", _kappa, low=-1.0, reference="Cohen (1960)"
    ),
    Measure(
        "lift",
        "lift",
        "ppv / (P / n)",
        lambda c: share_of(_ppv(c), share_of(c.positives, c.total)),
        high=np.inf,
        undefined="nobody is flagged",
    ),
    Measure(
        "precision_gain",
        "precision gain",
        "1 − (P/N) · fp/tp",
        lambda c: 1 - _ratio(share_of(c.fp, c.negatives), _tpr(c)),
        low=-np.inf,
        undefined="nobody is flagged",
        reference="Flach & Kull (2015)",
    ),
    Measure(
        "recall_gain",
        "recall gain",
        "1 − (P/N) · fn/tp",
        lambda c: 1 - _ratio(share_of(c.fn, c.negatives), _tpr(c)),
        low=-np.inf,
        reference="Flach & Kull (2015)",
    ),
    Measure(
        "flagged",
        "share flagged",
        "(tp + fp) / n",
        lambda c: share_of(c.flagged, c.total),
        better="",
        aliases=("predicted_positive_rate", "alert_rate", "ppcr"),
    ),
    Measure(
        "lr_positive",
        "positive likelihood ratio",
        "tpr / fpr",
        lambda c: _ratio(_tpr(c), _fpr(c)),
        high=np.inf,
        undefined="nobody is flagged",
        aliases=("lr+",),
    ),
    _error(
        "lr_negative",
        "negative likelihood ratio",
        "fnr / tnr",
        lambda c: _ratio(1 - _tpr(c), 1 - _fpr(c)),
        high=np.inf,
        undefined="everybody is flagged",
        aliases=("lr-",),
    ),
    Measure(
        "odds_ratio",
        "diagnostic odds ratio",
        "tp·tn / (fp·fn)",
        lambda c: _ratio(
            share_of(c.tp, c.positives) * share_of(c.tn, c.negatives),
            share_of(c.fp, c.negatives) * share_of(c.fn, c.positives),
        ),
        high=np.inf,
        undefined="nobody or everybody is flagged",
    ),
)


def measure(name: str | Measure) -> Measure:
    """Find a measure by its key or by any of its other names; a measure is returned as it is.

    Parameters
    ----------
    name : str or Measure
        A key or another name, such as "recall" or "ppv".

    Returns
    -------
    Measure

    Examples
    --------
    >>> measure("sensitivity").key
    'tpr'
    """
    if isinstance(name, Measure):
        return name
    for row in MEASURES:
        if str(name) in (row.key, *row.aliases):
            return row
    aliases = [alias for row in MEASURES for alias in row.aliases]
    raise no_such(name, [*(row.key for row in MEASURES), *aliases], what="measure")
