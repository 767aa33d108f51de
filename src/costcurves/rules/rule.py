"""Rules: how the threshold follows the operating condition. A rule maps a tally to its cost curve."""

from __future__ import annotations

import abc
import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground import arrays
from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.space.cost_curve import CostCurve
from costcurves.space.hull import upper_hull
from costcurves.space.roc import RocCurve, RocHull
from costcurves.tallies.cells import Cells, reaching
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurves._ground.arrays import Floats


class Rule(abc.ABC):
    """How the threshold of a scorer is chosen at each operating condition.

    Calling a rule on a :class:`~costcurves.Tally` returns the :class:`~costcurves.CostCurve` of a
    scorer that is used that way. No rule is anywhere below :data:`optimal`.
    """

    __slots__ = ()

    #: Short name, title for people, and whether thresholds are chosen on the records judged.
    key: str
    title: str
    optimistic: bool = False
    #: Whether scores are taken as probabilities.
    of_probabilities: ClassVar[bool] = False

    @abc.abstractmethod
    def __call__(self, tally: Tally) -> CostCurve:
        """Return the cost curve of the scorer behind `tally` under this rule."""

    def for_pooled(self, prevalence: float) -> Rule:  # noqa: ARG002 - see RateDriven
        """Return the rule for parts of records with this prevalence as a whole."""
        return self

    def served(self, tally: Tally, prevalence: Any, fp: Any, fn: Any) -> tuple[Any, Any]:
        """Return the (fpr, tpr) that serve at a prevalence where the two errors cost so much.

        Parameters
        ----------
        tally : Tally
        prevalence, fp, fn : array_like
            Shapes broadcast; where nothing is at stake (0/0) the rates are those at PC(+) = ½.
        """
        curve = self(tally)
        rates: tuple[Any, Any] = curve.rates(pc_of(prevalence, fp, fn))
        return rates

    @staticmethod
    def require(rule: Any) -> Rule:
        """Return a rule; refuse anything else."""
        if isinstance(rule, Rule):
            return rule
        raise InputError("a rule must choose thresholds", kind_of(rule), "e.g. optimal, or fixed(0.5)")

    def _facts(self) -> dict[str, Any]:
        """What a curve remembers of its rule."""
        return {"rule": self.title, "optimistic": self.optimistic}


def pc_of(prevalence: Any, fp: Any, fn: Any) -> Floats:
    """Return PC(+) of costs at prevalences, ½ where nothing is at stake."""
    positive, negative = np.multiply(prevalence, fn), np.multiply(np.subtract(1, prevalence), fp)
    stake = positive + negative
    return np.asarray(np.divide(positive, stake, out=np.full(np.shape(stake), 0.5), where=stake > 0))


@dataclasses.dataclass(frozen=True, slots=True)
class Optimal(Rule):
    """The best threshold at every condition: the lower envelope of all cost lines.

    env(x) = min over thresholds of FPR·(1 − x) + FNR·x. It is concave and never above min(x, 1 − x):
    flagging nobody and flagging everybody are among the choices.
    """

    key = "optimal"
    title = "best threshold"
    optimistic = True

    def __call__(self, tally: Tally) -> CostCurve:
        """Return the exact lower envelope."""
        hull = RocHull.of(tally)
        return CostCurve.serving(hull.edges, hull.fpr, 1 - hull.tpr, **self._facts())


@dataclasses.dataclass(frozen=True, slots=True)
class WithoutTrivial(Optimal):
    """The best threshold at every condition, flagging nobody and flagging everybody left out."""

    key = "optimal_without_trivial"
    title = "best threshold, trivial ones left out"

    def __call__(self, tally: Tally) -> CostCurve:
        """Leave out the first and last point, then go from the highest start to the leftmost end."""
        roc = RocCurve.of(tally)
        fp, tp = roc.fp[1:-1], roc.tp[1:-1]
        if not len(fp):
            raise UndefinedError(
                "an envelope without trivial classifiers needs another threshold", "one score for all records"
            )
        start = int(np.searchsorted(fp, fp[0], side="right")) - 1
        stop = int(np.searchsorted(tp, tp[-1], side="left"))
        index = (
            np.array([start])
            if stop <= start
            else start + upper_hull(fp[start : stop + 1], tp[start : stop + 1])
        )
        fpr, tpr = roc.fpr[1:-1][index], roc.tpr[1:-1][index]
        across, up = np.diff(fpr), np.diff(tpr)
        edges = np.concatenate([[0.0], across / (across + up), [1.0]])
        return CostCurve.serving(edges, fpr, 1 - tpr, index + 1, **self._facts())


@dataclasses.dataclass(frozen=True, slots=True)
class Fixed(Rule):
    """One threshold at every condition: the cost line of a hard classifier."""

    threshold: float
    key = "fixed"

    @property
    def title(self) -> str:  # type: ignore[override]  # a title that names the threshold
        """Name the threshold."""
        return f"threshold {self.threshold:g}"

    def __call__(self, tally: Tally) -> CostCurve:
        """Return the line of the point that the threshold serves."""
        roc = RocCurve.of(tally)
        point = points_at(tally, np.array([float(self.threshold)]))
        return CostCurve.serving([0.0, 1.0], roc.fpr[point], 1 - roc.tpr[point], point, **self._facts())


@dataclasses.dataclass(frozen=True, slots=True)
class TunedOn(Rule):
    """Thresholds that are best on other records: what a tuned scorer really costs on new ones."""

    tuning: Tally
    key = "tuned_on"
    title = "thresholds tuned on other records"

    def __call__(self, tally: Tally) -> CostCurve:
        """Serve at each condition the threshold that is best on the tuning records."""
        hull, roc = RocHull.of(self.tuning), RocCurve.of(tally)
        if not self.tuning.scored:
            raise InputError("thresholds can only be tuned on scores", "operating points without thresholds")
        if self.tuning.direction is not tally.direction:
            raise InputError(
                "thresholds must be tuned on scores that mean positive at the same end",
                "high scores that mean positive, and low ones",
                "make both tallies with the same lower_is_positive",
            )
        point = points_at(tally, hull.thresholds)
        # Nobody and everybody stay what they are; as numbers their thresholds would not.
        point[0], point[-1] = 0, len(roc) - 1
        return CostCurve.serving(hull.edges, roc.fpr[point], 1 - roc.tpr[point], point, **self._facts())


def every_threshold(tally: Tally, purpose: str) -> RocCurve:
    """Return the ROC curve of a tally that shows every threshold; refuse merged cells, which hide some."""
    require_every_threshold(tally, purpose)
    return RocCurve.of(tally)


def require_every_threshold(tally: Tally, purpose: str) -> None:
    """Raise unless there are both classes and no merged cells."""
    Tally.require(tally, "a ROC curve").require_both_classes("a ROC curve")
    if isinstance(tally.source, Cells) and not tally.source.shows_every_threshold:
        raise InputError(
            f"{purpose} needs every threshold",
            "a compact tally, whose merged cells hide some",
            "use the tally before compact()",
        )


def points_at(tally: Tally, threshold: Floats) -> Any:
    """Return the index of the point that each threshold serves, the records at or beyond it."""
    if not tally.scored:
        raise InputError("a threshold needs scores", "operating points without thresholds")
    if np.any(np.isnan(threshold)):
        raise InputError("a threshold must be a number", "NaN")
    # Cells whose last score is still at or beyond the threshold are flagged whole.
    whole = tally.cells_flagged(threshold)
    touched = reaching(tally.laid_out.high, tally.direction.turned(threshold))
    split = np.flatnonzero(whole != touched)
    if split.size:
        raise InputError(
            "a threshold must not fall within a cell of several scores",
            f"{threshold[split[0]]:g}",
            "use the tally before compact()",
            where="a compact tally",
        )
    return whole


def rates_at(tally: Tally, threshold: Floats) -> tuple[Floats, Floats]:
    """Return the (fpr, tpr) of thresholds of any shape, without laying out every point."""
    given = np.ravel(np.asarray(threshold, dtype=float))
    if isinstance(tally.source, Cells):
        points_at(tally, given)  # refuses what falls within a cell
    flagged = tally.source.flagged(tally.direction.turned(given))
    weights = zip(flagged, (tally.total_negative, tally.total_positive), strict=True)
    fpr, tpr = (np.reshape(weight / total, np.shape(threshold)) for weight, total in weights)
    return fpr, tpr


#: The rule under which a cost curve is usually drawn.
optimal = Optimal()
#: The same without flagging nobody or everybody.
optimal_without_trivial = WithoutTrivial()


def fixed(threshold: float) -> Rule:
    """Use one threshold everywhere; see :class:`Fixed`.

    Parameters
    ----------
    threshold : float
        Records are flagged from this score on.

    Returns
    -------
    Rule
        Call it on a tally to get the cost curve.

    Examples
    --------
    >>> from costcurves import Tally
    >>> fixed(0.5)(Tally.from_scores([1, 0, 0], [0.8, 0.6, 0.1]))(0.0)
    0.5
    """
    return Fixed(arrays.real(threshold, "a threshold"))


def tuned_on(tally: Tally) -> Rule:
    """Use the thresholds that are best on other records; see :class:`TunedOn`.

    Parameters
    ----------
    tally : Tally
        The other records.

    Returns
    -------
    Rule
        Call it on a tally to get the cost curve.

    Examples
    --------
    >>> from costcurves import Tally
    >>> train, test = Tally.from_scores([1, 0], [0.8, 0.4]), Tally.from_scores([1, 0], [0.7, 0.5])
    >>> tuned_on(train)(test)(0.5)
    0.5
    """
    return TunedOn(Tally.require(tally, "tuning"))


def parameter_based(fpr: ArrayLike, tpr: ArrayLike, *, pc: ArrayLike) -> CostCurve:
    """Cost of using, at each condition, the classifier that was trained for the nearest one.

    Parameters
    ----------
    fpr, tpr : array_like, shape (classifiers,)
        Rates of each classifier.
    pc : array_like, shape (classifiers,)
        PC(+) that each was trained for.

    Returns
    -------
    CostCurve
        Piecewise linear with jumps at the midpoints. What it costs more than the lower envelope,
        ``curve.excess_over(best)``, is the price of the policy.

    References
    ----------
    Drummond & Holte (2000), KDD, section 2.3.

    Examples
    --------
    >>> fpr, tpr = [0.02, 0.15, 0.40], [0.20, 0.60, 0.85]
    >>> curve = parameter_based(fpr, tpr, pc=[1 / 12, 1 / 6.1, 0.5])
    >>> round(curve.area, 6), round(curve.excess_over(optimal(Tally.from_points(fpr, tpr))), 6)
    (0.207537, 0.026889)
    """
    trained, x, y = (arrays.numbers(v, n) for v, n in ((pc, "pc"), (fpr, "fpr"), (tpr, "tpr")))
    for column, name in ((trained, "pc"), (x, "fpr"), (y, "tpr")):
        arrays.check_length(column, len(trained), name)
        if not np.all((column >= 0) & (column <= 1)):
            raise InputError(f"{name} must lie in [0, 1]", str(column.tolist()))
    if not len(trained):
        raise InputError("there must be at least one classifier", "none", where="pc")
    if len(np.unique(trained)) < len(trained):
        raise InputError("each classifier must have a PC(+) of its own", str(trained.tolist()))
    order = np.argsort(trained)
    middles = (trained[order][1:] + trained[order][:-1]) / 2
    edges = np.concatenate([[0.0], middles, [1.0]])
    return CostCurve.serving(edges, x[order], 1 - y[order], order, rule="trained for the nearest condition")
