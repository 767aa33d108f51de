"""Costs over folds: averaged and pooled, how far folds spread, and how two models differ fold by fold."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import Floats, frozen
from costcurves._ground.documents import Document
from costcurves._ground.number_words import short
from costcurves.conditions.beliefs import ConditionPrior
from costcurves.errors import InputError, kind_of
from costcurves.inference.estimate import Estimate
from costcurves.inference.folds.fold_tests import overlap, resampled_error, student_ends
from costcurves.rules.averages import ruled
from costcurves.rules.rule import Rule, TunedOn
from costcurves.space.cost_curve import CostCurve, combined
from costcurves.tallies.records import Records
from costcurves.tallies.tally import Tally

#: The rule unless another one is asked for.
ELSEWHERE = "thresholds chosen on the other folds"

CAVEAT = (
    "Folds share training records: no estimate of the standard error is right for all models; "
    "this one multiplies the variance between folds by 1/folds + test/training records."
)
SCALE = "Pooled costs compare scores of different folds: they must mean the same in every fold."


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class FoldSummary(Document):
    """A number of every fold, its average, and the number of all folds pooled.

    Attributes
    ----------
    quantity : str
        What the numbers are.
    rule : str
        How thresholds were chosen.
    folds : tuple of str
    values : ndarray, shape (folds,)
        The number of each fold.
    pooled : float
        The number of all records together: each fold counts by its records.
    mean_curve : CostCurve
        The average in cost space: mean NEC at equal PC(+), each fold counting alike.
    pooled_curve : CostCurve
        The cost curve of all records together.
    test_to_train : float
        Size of a test part over that of its training part.
    notes : tuple of str

    Examples
    --------
    >>> from costcurves import Records
    >>> rows = Records.read([1, 1, 0, 0] * 2, {"m": [4, 3, 2, 1, 4, 2, 3, 1]}, fold=[0] * 4 + [1] * 4)
    >>> fold_summary(rows, "m", pc=0.5).values.tolist()
    [0.25, 0.5]
    """

    kind: ClassVar[str] = "fold_summary"
    nested: ClassVar = {"mean_curve": CostCurve, "pooled_curve": CostCurve}
    quantity: str
    rule: str
    folds: tuple[str, ...]
    values: Floats
    pooled: float
    mean_curve: CostCurve
    pooled_curve: CostCurve
    test_to_train: float
    notes: tuple[str, ...] = (CAVEAT, SCALE)

    def __post_init__(self) -> None:
        object.__setattr__(self, "folds", tuple(self.folds))
        object.__setattr__(self, "notes", tuple(self.notes))
        object.__setattr__(self, "values", frozen(np.array(self.values, dtype=float)))

    @property
    def mean(self) -> float:
        """Mean over the folds: the number of the curve averaged in cost space."""
        return math.fsum(self.values) / len(self.values)

    @property
    def sd(self) -> float:
        """Standard deviation between folds, √(Σ(v − v̄)²/(folds − 1))."""
        return float(np.std(self.values, ddof=1))

    @property
    def low(self) -> float:
        """The least number of a fold."""
        return float(self.values.min())

    @property
    def high(self) -> float:
        """The greatest number of a fold."""
        return float(self.values.max())

    @property
    def standard_error(self) -> float:
        """Standard error of the mean, corrected for shared training records: sd·√(1/folds + test/train)."""
        return resampled_error(self.values, self.test_to_train)

    def interval(self, *, level: float = 0.95) -> Estimate:
        """Return the mean with its interval by Student's t and the corrected standard error."""
        ends = student_ends(self.mean, self.standard_error, len(self.values) - 1, level)
        method = "Student's t, corrected for shared training records"
        return Estimate(self.mean, *ends, level, method, f"{self.quantity}, {self.rule}", (CAVEAT,))

    def to_columns(self) -> dict[str, Any]:
        """Return one row a fold."""
        return {"fold": list(self.folds), "value": self.values}

    def __repr__(self) -> str:
        return (
            f"{self.quantity}: {short(self.mean)} on average over {len(self.folds)} folds "
            f"(sd {short(self.sd)}, from {short(self.low)} to {short(self.high)}; standard error "
            f"{short(self.standard_error)}), {short(self.pooled)} pooled; {self.rule}"
        )


def fold_summary(
    source: Any,
    model: str | None = None,
    *,
    pc: float | None = None,
    prior: ConditionPrior | None = None,
    rule: Rule | None = None,
    test_to_train: float | None = None,
) -> FoldSummary:
    """Summarise what a model costs over folds: averaged in cost space and pooled, with the spread.

    Parameters
    ----------
    source : Records with a fold, stack of tallies, or tallies in a sequence or by name
        One fold a tally: the records that a model was tested on.
    model : str, optional
        Which model of the records; needless if there is one.
    pc : float, optional
        The number is NEC at this PC(+).
    prior : ConditionPrior, optional
        The number is the expected NEC under this belief. With neither it is the area: all PC(+) alike.
    rule : Rule, optional
        How thresholds are chosen. By default each fold is judged by the thresholds that are best on the
        other folds; with `optimal` by its own best, which is too good to be true.
    test_to_train : float, optional
        Size of a test part over that of its training part; by default 1/(folds − 1).

    Returns
    -------
    FoldSummary

    Raises
    ------
    InputError
        If there are fewer than two folds, or both `pc` and `prior`.
    UndefinedError
        If a fold holds one class only.

    References
    ----------
    Nadeau & Bengio, Machine Learning 52, 2003; Bengio & Grandvalet, JMLR 5, 2004: no estimate of the
    variance of cross-validation is unbiased.

    Examples
    --------
    >>> from costcurves import Tally
    >>> folds = [Tally.from_confusion(tp=8, fn=2, fp=1, tn=9), Tally.from_confusion(tp=6, fn=4, fp=2, tn=8)]
    >>> found = fold_summary(folds, pc=0.5)
    >>> round(found.mean, 3), round(found.sd, 4), round(found.pooled, 3)
    (0.225, 0.1061, 0.225)
    """
    members = _members(source, model)
    quantity, read = _reading(pc, prior)
    curves, whole = _curves(list(members.values()), rule)
    title = ELSEWHERE if rule is None else rule.title
    mean = combined(curves, [1 / len(curves)] * len(curves), rule=f"mean of {len(curves)} curves, {title}")
    values, ratio = np.array([read(curve) for curve in curves]), overlap(len(curves), test_to_train)
    return FoldSummary(quantity, title, tuple(members), values, read(whole), mean, whole, ratio)


def fold_differences(
    records: Records,
    a: str,
    b: str,
    *,
    pc: float | None = None,
    prior: ConditionPrior | None = None,
    rule: Rule | None = None,
) -> Floats:
    """Return what model `a` costs more than `b` in each fold, for tests over folds.

    Parameters
    ----------
    records : Records with a fold
    a, b : str
        Models.
    pc, prior, rule
        As of :func:`fold_summary`.

    Returns
    -------
    ndarray, shape (folds,)
        In the order of the folds; below 0 where `a` is cheaper.

    Examples
    --------
    >>> from costcurves import Records
    >>> from costcurves.stats import corrected_t_test
    >>> y, fold = [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0], [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]
    >>> a, b = [8, 2, 6, 7, 9, 1, 5, 4, 7, 3, 8, 2], [8, 2, 6, 7, 9, 6, 3, 4, 1, 3, 8, 2]
    >>> records = Records.read(y, {"a": a, "b": b}, fold=fold)
    >>> fold_differences(records, "a", "b", pc=0.5).tolist()
    [0.0, -0.25, -0.25]
    """
    require_records(
        records,
        "two models must be compared fold by fold on records",
        "make them with Records.read(…, fold=…), or give your own differences to the test",
    )
    values = [fold_summary(records, model, pc=pc, prior=prior, rule=rule).values for model in (a, b)]
    return frozen(values[0] - values[1])


def require_records(records: Any, must: str, fix: str = "use Records.read(…)") -> None:
    """Refuse what is no table of records."""
    if not isinstance(records, Records):
        raise InputError(must, kind_of(records), fix)


def one_model_of(records: Records, model: str | None, purpose: str) -> str:
    """Return the model that is meant, or the only one; say which there are if it is not among them."""
    if model is None and len(records.scores) > 1:
        raise InputError(
            f"{purpose} one model at a time", "no model", f"name one of {', '.join(records.scores)}"
        )
    name = next(iter(records.scores)) if model is None else model
    records.score(name)  # says which models there are
    return name


# ---- folds ------------------------------------------------------------------------------------


def _members(source: Any, model: str | None) -> dict[str, Tally]:
    if isinstance(source, Tally) and source.is_stack:
        source = source.members()
    if isinstance(source, Records):
        name = one_model_of(source, model, "folds are summarised")
        found = {str(fold): rows.tally(name) for fold, rows in source.parts("fold").items()}
    elif isinstance(source, Mapping):
        found = {str(name): tally for name, tally in source.items()}
    elif isinstance(source, Iterable) and not isinstance(source, (str, Tally)):
        found = {str(i): tally for i, tally in enumerate(source)}
    else:
        raise InputError(
            "folds must be records with a fold, or tallies", kind_of(source), "give one tally per fold"
        )
    if len(found) < 2:
        raise InputError("there must be two folds or more", str(len(found)))
    for fold, tally in found.items():
        Tally.require(tally, f"fold {fold}").require_both_classes(f"fold {fold}")
    return found


# ---- curves and numbers -----------------------------------------------------------------------


def _reading(pc: float | None, prior: ConditionPrior | None) -> tuple[str, Callable[[CostCurve], float]]:
    """Return what is read off a curve, and how."""
    if pc is not None and prior is not None:
        raise InputError("statistic must give one number for each fold", "both pc and prior")
    if pc is not None:
        x = arrays.share(pc, "pc")
        return f"NEC at PC(+) = {short(x)}", lambda curve: float(curve(x))
    if prior is None:
        return "area under the cost curve", lambda curve: curve.area
    if not isinstance(prior, ConditionPrior):
        raise InputError(
            "a belief must be a ConditionPrior", kind_of(prior), "e.g. ConditionPrior.beta(2, 8)"
        )
    return "expected NEC under the belief", lambda curve: curve.expected(prior)


def _curves(tallies: list[Tally], rule: Rule | None) -> tuple[list[CostCurve], CostCurve]:
    """Return the cost curve of each fold, and that of all of them pooled, on one axis."""
    if rule is None:
        curves = [TunedOn(rest)(own) for own, rest in zip(tallies, _rests(tallies), strict=True)]
        return curves, _added_up(tallies, curves)
    curves = ruled(tallies, Rule.require(rule))
    whole, axis = rule(Tally.stack(tallies).pooled()), curves[0].prevalence
    return curves, whole if whole.prevalence == axis else whole.at_prevalence(axis)


def _rests(tallies: list[Tally]) -> Iterator[Tally]:
    """Yield, for each fold, all others pooled."""
    stack = Tally.stack(tallies)
    for out in range(len(tallies)):
        kept = np.arange(len(tallies)) != out
        columns = {"positives": stack.positives[kept], "negatives": stack.negatives[kept]}
        others = dataclasses.replace(stack.cells, **columns)
        yield dataclasses.replace(stack, source=others.pooled().without_empty())


def _added_up(tallies: list[Tally], curves: list[CostCurve]) -> CostCurve:
    """Return the curve of all folds together: their errors are added up."""
    edges = np.unique(np.concatenate([curve.edges for curve in curves]))
    served = zip(*(curve.rates((edges[1:] + edges[:-1]) / 2) for curve in curves), strict=True)
    weights = zip(*((float(t.total_negative), float(t.total_positive)) for t in tallies), strict=True)
    fpr, tpr = (np.average(of, axis=0, weights=by) for of, by in zip(served, weights, strict=True))
    none = np.full(len(edges) - 1, -1)
    return CostCurve.serving(edges, fpr, 1 - tpr, none, rule=f"all folds pooled, {ELSEWHERE}")
