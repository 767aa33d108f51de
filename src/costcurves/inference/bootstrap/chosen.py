"""Intervals for a chosen threshold, and which other thresholds cost nearly as little."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import TIE, Floats
from costcurves._ground.documents import Document
from costcurves._ground.number_words import percent, short
from costcurves.criteria.cheapest import LeastCost
from costcurves.criteria.criterion import Criterion
from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.inference.bootstrap.drawing import UNDEFINED_SHARE, Drawing, percentiles
from costcurves.inference.bootstrap.sample import Sample, one_model, over_merged_cells
from costcurves.inference.estimate import Estimate, confidence
from costcurves.space.roc import RocCurve

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.tallies.tally import Tally

#: Costs nearly as little: by this share of the least cost more.
WITHIN = 0.01
#: The other way to say how near: one standard error of the least cost.
STANDARD_ERROR = "standard error"


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class CostPlateau(Document):
    """The stretch of thresholds that cost nearly as little as the best one on the records.

    Attributes
    ----------
    low, high : float
        The thresholds in (low, high], of which the outermost cost at most `nec` + `slack`; −inf and
        inf where flagging everybody and nobody do too. In [low, high) where low scores mean positive.
    nec : float
        Least normalised expected cost.
    slack : float
        How much more is nearly as little.
    flagged : tuple of float
        Least and greatest share of the records flagged on the plateau.
    between : float
        How much more than the least cost the dearest threshold between costs.
    """

    kind: ClassVar[str] = "cost_plateau"
    low: float
    high: float
    nec: float
    slack: float
    flagged: tuple[float, float]
    between: float

    def __post_init__(self) -> None:
        """Read back what was written as a list."""
        object.__setattr__(self, "flagged", tuple(self.flagged))

    @property
    def sentence(self) -> str:
        """The plateau in words."""
        least, most = map(percent, self.flagged)
        return (
            f"Thresholds from {short(self.low)} to {short(self.high)}, which flag {least} to {most}, cost "
            f"at most {short(max(self.slack, self.between))} more in NEC than the least, {short(self.nec)}."
        )

    def __str__(self) -> str:
        return self.sentence


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class ChosenThreshold(Document):
    """The threshold that a criterion chooses, and how far another sample might move it.

    Attributes
    ----------
    threshold : Estimate
        The score from which on records are flagged, and its interval; infinite where nobody is.
    criterion : str
        The criterion in words.
    plateau : CostPlateau or None
        Thresholds that cost nearly as little; None for criteria without an operating condition.
    """

    kind: ClassVar[str] = "chosen_threshold"
    nested: ClassVar = {"threshold": Estimate, "plateau": CostPlateau}
    threshold: Estimate
    criterion: str
    plateau: CostPlateau | None = None

    @property
    def sentence(self) -> str:
        """The threshold in words."""
        chosen = self.threshold
        more = "" if self.plateau is None else f" {self.plateau}"
        return (
            f"For {self.criterion} the threshold is {short(chosen.estimate)}; on other samples "
            f"{short(chosen.low)} to {short(chosen.high)} ({percent(chosen.level)} of the replicates).{more}"
        )

    def to_columns(self) -> dict[str, Any]:
        """Return the threshold as one row."""
        return self.threshold.to_columns() | {"criterion": [self.criterion]}

    def __str__(self) -> str:
        return self.sentence


def chosen_threshold(
    source: Sample | Tally,
    *,
    criterion: Criterion,
    within: float | str = WITHIN,
    level: float = 0.95,
    replicates: int = 2000,
    seed: int = 0,
    model: str | None = None,
    n_jobs: int = 1,
    progress: Callable[[int, int], Any] | None = None,
) -> ChosenThreshold:
    """Return the threshold that a criterion chooses, its interval over replicates, and the cost plateau.

    Thresholds scatter far more than their costs: look at the plateau before a precise threshold is
    taken seriously.

    Parameters
    ----------
    source : Sample or Tally
    criterion : Criterion
        E.g. ``least_cost(condition)``.
    within : float or "standard error"
        Of the plateau, see :func:`cost_plateau`; criteria without a condition have none.
    level, replicates, seed, model, n_jobs, progress
        See :func:`costcurves.inference.bootstrap.statistics.interval`.

    Raises
    ------
    InputError
        If `within` is given with a criterion that has no plateau.
    UndefinedError
        If no threshold meets the criterion, on the sample or in more than 20 % of the replicates.

    Examples
    --------
    >>> from costcurves import OperatingCondition, Tally
    >>> from costcurves.criteria import least_cost
    >>> tally = Tally.from_counts([1, 2, 3, 4], positives=[1, 4, 20, 25], negatives=[25, 20, 4, 1])
    >>> found = chosen_threshold(tally, criterion=least_cost(OperatingCondition.from_pc(0.5)))
    >>> found.threshold.estimate, found.threshold.low, found.plateau.low, found.plateau.high
    (3.0, 3.0, 2.0, 3.0)
    """
    level, drawing = confidence(level), Drawing(replicates, seed, n_jobs, progress)
    if not isinstance(criterion, Criterion):
        raise InputError("criterion must be a criterion", kind_of(criterion), "e.g. least_cost(…)")
    condition = criterion.condition if isinstance(criterion, LeastCost) else None
    if within != WITHIN and condition is None:
        raise InputError("within needs the least cost at a condition", criterion.title, "leave it out")
    sample, name = one_model(source, model)
    tally = sample.tallies[name]
    chosen = criterion(tally).thresholds.threshold
    values, notes = _drawn(sample, name, criterion, drawing)
    ends = tally.direction.interval(*percentiles(values, level))
    method = f"bootstrap percentiles, {replicates:,} replicates"
    words = "the threshold chosen on as many new records"
    threshold = Estimate(chosen, *ends, level, method, words, notes)
    plateau = None if condition is None else cost_plateau(tally, condition, within)
    return ChosenThreshold(threshold, criterion.title, plateau)


def _drawn(
    sample: Sample, name: str, criterion: Criterion, drawing: Drawing
) -> tuple[Floats, tuple[str, ...]]:
    """Return the thresholds of replicates, and notes."""
    notes: tuple[str, ...] = ()
    if isinstance(criterion, LeastCost):
        sample, notes = over_merged_cells(sample)

    values, more = drawing.map(sample, lambda stacks: criterion.thresholds_of(stacks[name]))
    undefined = float(np.isnan(values).mean())
    if undefined > UNDEFINED_SHARE:
        raise UndefinedError(
            "no threshold meets the criterion in some replicates",
            f"none in {undefined:.0%}",
            "relax the constraint, or give more records",
            where=criterion.title,
        )
    missing = [f"{percent(undefined)} of the replicates have no such threshold"] if undefined else []
    return values, (*notes, *more, *missing)


def cost_plateau(tally: Tally, condition: OperatingCondition, within: float | str = WITHIN) -> CostPlateau:
    """Return the stretch of thresholds that cost nearly as little as the best one.

    Parameters
    ----------
    tally : Tally
    condition : OperatingCondition
    within : float or "standard error"
        By which share of the least cost a threshold may cost more, or by one standard error of it,
        √(x²·FNR·TPR/P + (1 − x)²·FPR·TNR/N).

    Examples
    --------
    >>> from costcurves import OperatingCondition, Tally
    >>> tally = Tally.from_counts([1, 2, 3, 4], positives=[1, 4, 20, 25], negatives=[25, 20, 4, 1])
    >>> plateau = cost_plateau(tally, OperatingCondition.from_pc(0.5), within="standard error")
    >>> round(plateau.nec, 6), plateau.low, plateau.high
    (0.1, 2.0, 3.0)
    """
    roc = RocCurve.of(tally)
    cost = np.asarray(condition.nec(roc.fpr, roc.tpr))
    best = int(np.argmin(cost))
    slack = _slack(within, condition.pc, roc, best)
    near = np.flatnonzero(cost <= cost[best] + slack + TIE)
    first, last = int(near[0]), int(near[-1])
    between = float(cost[first : last + 1].max() - cost[best])
    low, high = roc.direction.ends(float(roc.thresholds[first]), float(roc.beyond[last]))
    share = tally.prevalence
    flagged = [float(share * roc.tpr[i] + (1 - share) * roc.fpr[i]) for i in (first, last)]
    return CostPlateau(low, high, float(cost[best]), slack, (flagged[0], flagged[1]), between)


def _slack(within: float | str, pc: float, roc: RocCurve, best: int) -> float:
    """Return by how much a threshold may cost more than the best."""
    fpr, tpr = float(roc.fpr[best]), float(roc.tpr[best])
    if within == STANDARD_ERROR:
        missed, flagged = tpr * (1 - tpr) / float(roc.positives), fpr * (1 - fpr) / float(roc.negatives)
        return math.sqrt(pc**2 * missed + (1 - pc) ** 2 * flagged)
    if isinstance(within, str) or (share := arrays.number(within, "within")) < 0:
        raise InputError(f'within must be a share of the least cost or "{STANDARD_ERROR}"', repr(within))
    return share * (pc * (1 - tpr) + (1 - pc) * fpr)
