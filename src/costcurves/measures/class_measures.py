"""Measures of tables of many classes: the rows of `CLASS_MEASURES`, and averages of two-class measures."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import InputError, UndefinedError, kind_of, no_such
from costcurves.measures.class_margins import ClassMargins
from costcurves.measures.confusion_measures import Measure, measure, share_of
from costcurves.tallies.class_counts import ClassCounts
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves._ground.arrays import Floats


@dataclasses.dataclass(frozen=True, slots=True)
class ClassMeasure:
    """One number of a K × K table of true and predicted classes; call it on :class:`ClassCounts`.

    Attributes
    ----------
    key, title : str
    formula : str
        In terms of N, the table; t_k, p_k, c_k, the weights of class k that are true, predicted and both; and
        n, that of all.
    function : callable
        Maps :class:`ClassMargins` of tables, shape (..., K), to numbers, shape (...); NaN where undefined.
    low, high : float
        Range.
    better : {"high", "low"}
    undefined : str
        When there is no value; empty if never.
    reference : str

    Examples
    --------
    >>> counts = ClassCounts([[8, 2, 0], [1, 9, 0], [0, 5, 5]], ["a", "b", "c"])
    >>> round(class_measure("macro_recall")(counts), 4), round(class_measure("kappa")(counts), 4)
    (0.7333, 0.6)
    """

    key: str
    title: str
    formula: str
    function: Callable[[ClassMargins], Floats]
    low: float = 0.0
    high: float = 1.0
    better: str = "high"
    undefined: str = ""
    reference: str = ""

    def value(self, counts: ClassCounts) -> float:
        """Return the measure; NaN where it is undefined."""
        return float(self.function(ClassMargins.of(_table(counts))))

    def __call__(self, counts: ClassCounts) -> float:
        """Return the measure.

        Raises
        ------
        UndefinedError
            Where it has no value, saying when that is.
        """
        if math.isnan(found := self.value(counts)):
            raise UndefinedError(f"{self.title} is undefined: {self.undefined}")
        return found


def _table(counts: Any) -> Floats:
    if not isinstance(counts, ClassCounts):
        raise InputError("a measure of many classes must be one of ClassCounts", kind_of(counts))
    if not counts.is_square:
        raise InputError(
            "measures of predicted classes need a table whose actions are the classes",
            f"actions {', '.join(counts.actions)}",
        )
    return np.asarray(counts.weight, dtype=float)


# ---- averages of two-class measures ---------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class _Macro:
    """The mean over classes, each one against the rest."""

    row: Measure

    def __call__(self, margins: ClassMargins) -> Floats:
        return np.asarray(self.row(margins.against_rest).mean(axis=-1))


@dataclasses.dataclass(frozen=True, slots=True)
class _Weighted:
    """The mean over classes, each as common as it is."""

    row: Measure

    def __call__(self, margins: ClassMargins) -> Floats:
        return np.asarray((margins.shares.true * self.row(margins.against_rest)).sum(axis=-1))


@dataclasses.dataclass(frozen=True, slots=True)
class _Micro:
    """The measure of the sum of the tables of all classes, each one against the rest."""

    row: Measure

    def __call__(self, margins: ClassMargins) -> Floats:
        each = margins.against_rest
        return self.row(Confusion(*(getattr(each, name).sum(axis=-1) for name in ("tp", "fn", "fp", "tn"))))


#: Names and measures of two classes that tables show averaged; any other of `MEASURES` can be.
AVERAGED = {
    "recall": "tpr", "precision": "ppv", "f1": "f1", "specificity": "tnr", "npv": "npv",
    "balanced_accuracy": "balanced_accuracy", "jaccard": "jaccard",
}  # fmt: skip
#: When a measure of two classes is undefined, and when its mean over classes is.
_UNDEFINED = {
    "": "",
    "nobody is flagged": "a class is never predicted",
    "everybody is flagged": "a class is always predicted",
    "nobody or everybody is flagged": "a class is never or always predicted",
}
_WAYS: dict[str, tuple[Any, str]] = {
    "macro": (_Macro, "mean over classes, each against the rest, of"),
    "micro": (_Micro, "over the summed tables of all classes, each against the rest,"),
    "weighted": (_Weighted, "mean over classes weighted by their shares, each against the rest, of"),
}


def averaged(name: str, way: str) -> ClassMeasure:
    """Return a measure of two classes averaged over all, each one against the rest.

    Parameters
    ----------
    name : str
        Of a row of `MEASURES`.
    way : {"macro", "micro", "weighted"}
        The mean over classes; the measure of their summed tables; or the mean weighted by class shares.

    Examples
    --------
    >>> averaged("f1", "macro").key, averaged("tpr", "micro").title
    ('macro_f1', 'micro recall')
    """
    if way not in _WAYS:
        raise no_such(way, _WAYS, what="way of averaging")
    row = measure(name)
    if not math.isfinite(row.low) or not math.isfinite(row.high) or not row.better:
        raise InputError(
            "a measure that is averaged must have a bounded range and a direction", repr(row.key)
        )
    key = next((one for one, key in AVERAGED.items() if key == row.key), row.key)
    title = {"tpr": "recall", "tnr": "specificity"}.get(row.key, row.title)
    made, words = _WAYS[way]
    return ClassMeasure(
        f"{way}_{key}", f"{way} {title}", f"{words} {row.formula}", made(row), row.low, row.high, row.better,
        _UNDEFINED[row.undefined] if way != "micro" else "", row.reference,
    )  # fmt: skip


# ---- measures of the whole table ------------------------------------------------------------


def _accuracy(margins: ClassMargins) -> Floats:
    return share_of(margins.both.sum(axis=-1), margins.whole)


def _kappa(margins: ClassMargins) -> Floats:
    share = margins.shares
    chance = (share.true * share.predicted).sum(axis=-1)
    return share_of(share.both.sum(axis=-1) - chance, 1 - chance)


def _mcc(margins: ClassMargins) -> Floats:
    share = margins.shares
    both = share.both.sum(axis=-1) - (share.true * share.predicted).sum(axis=-1)
    spreads = [np.maximum(1 - (one * one).sum(axis=-1), 0.0) for one in (share.true, share.predicted)]
    # All predicted alike leave rounding where there is nothing.
    spreads[1] = np.where((share.predicted > 0).sum(axis=-1) == 1, 0.0, spreads[1])
    return np.clip(share_of(both, np.sqrt(spreads[0]) * np.sqrt(spreads[1])), -1, 1)


def _g_mean(margins: ClassMargins) -> Floats:
    recall = share_of(margins.both, margins.true)
    return np.asarray(np.prod(recall, axis=-1) ** (1 / recall.shape[-1]))


#: Measures of a table of true and predicted classes. One row is one measure.
CLASS_MEASURES: tuple[ClassMeasure, ...] = (
    ClassMeasure("accuracy", "accuracy", "Σ c_k / n", _accuracy),
    ClassMeasure("error", "error rate", "1 − Σ c_k / n", lambda of: 1 - _accuracy(of), better="low"),
    ClassMeasure(
        "balanced_accuracy", "balanced accuracy", "mean over classes of c_k / t_k, the macro recall",
        _Macro(measure("tpr")),
    ),
    ClassMeasure(
        "kappa", "Cohen's κ", "(Σ c_k/n − e) / (1 − e), e = Σ t_k·p_k / n²", _kappa, low=-1.0,
        undefined="all are of one class and predicted so", reference="Cohen (1960)",
    ),
    ClassMeasure(
        "mcc", "Matthews correlation", "(n·Σ c_k − Σ t_k·p_k) / √((n² − Σ p_k²)·(n² − Σ t_k²))", _mcc,
        low=-1.0,
        undefined="all are predicted to be of one class", reference="Gorodkin (2004)",
    ),
    ClassMeasure("g_mean", "geometric mean of recalls", "(∏ c_k / t_k)^(1/K)", _g_mean),
    *(averaged(name, way) for name in AVERAGED for way in _WAYS),
)  # fmt: skip


def class_measure(name: str) -> ClassMeasure:
    """Find a measure of many classes: a row of the table, or an average such as "macro_mcc".

    Examples
    --------
    >>> class_measure("macro_mcc").title
    'macro Matthews correlation'
    """
    for row in CLASS_MEASURES:
        if row.key == name:
            return row
    way, _, rest = str(name).partition("_")
    if way in _WAYS and rest:
        return averaged(rest, way)
    raise no_such(name, [row.key for row in CLASS_MEASURES], what="measure of many classes")
