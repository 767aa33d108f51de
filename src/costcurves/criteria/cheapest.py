"""The least expected cost under one operating condition, and all thresholds that have it."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground.arrays import TIE, Floats
from costcurves.criteria.criterion import Criterion
from costcurves.criteria.threshold_interval import ThresholdInterval
from costcurves.errors import InputError
from costcurves.space.roc import RocCurve, RocHull
from costcurves.space.stacks import HullStack, last_flagged

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.tallies.tally import Tally


@dataclasses.dataclass(frozen=True, slots=True)
class LeastCost(Criterion):
    """The least expected cost at one operating condition."""

    key: ClassVar[str] = "least_cost"

    def __post_init__(self) -> None:
        Criterion.__post_init__(self)
        if self.condition is None:
            raise InputError("the least cost needs an operating condition", "none")

    @property
    def title(self) -> str:
        """Name the criterion."""
        return "the least expected cost"

    def loss(self, fpr: Any, tpr: Any, tally: Tally) -> Any:  # noqa: ARG002 - same signature for all
        """Normalised expected cost."""
        assert self.condition is not None  # refused when it was made
        return self.condition.nec(fpr, tpr)

    def __call__(self, tally: Tally) -> Decision:
        """Take a corner of the hull: the best points always lie there."""
        hull = RocHull.of(tally)
        equal = self._least(hull, tally)
        # Of equal corners the one with fewer false alarms; at PC = 0 all with FPR 0 are equal, and
        # the one that finds most is taken.
        free = self.condition is not None and self.condition.pc == 0
        return self.at(tally, hull, int(equal[-1 if free else 0]))

    def _least(self, points: RocCurve, tally: Tally) -> NDArray[np.intp]:
        """Return the points that cost least."""
        # On the scale of the trivial classifiers, which is tiny where PC is.
        loss = np.asarray(self.loss(points.fpr, points.tpr, tally))
        return np.flatnonzero(loss <= loss.min() + TIE * min(float(loss[0]), float(loss[-1])))

    def equally_cheap(self, tally: Tally) -> tuple[ThresholdInterval, ...]:
        """Return all intervals of thresholds that cost least, those that flag fewest first.

        Where there are two or more, mixtures of them cost the same.
        """
        hull = RocHull.of(tally)
        if len(self._least(hull, tally)) == 1:  # points between two corners cost as much only if both do
            return (self(tally).thresholds,)
        roc = RocCurve.of(tally)
        return tuple(ThresholdInterval.at(roc, int(point)) for point in self._least(roc, tally))

    def thresholds_of(self, stack: Tally) -> Floats:
        """Take a corner of every hull, by the same order."""
        hulls = HullStack.of(stack)
        loss = np.asarray(self.loss(hulls.fpr, 1 - hulls.fnr, stack))
        trivial = np.minimum(loss[hulls.start], loss[hulls.last])
        equal = loss <= hulls.each(hulls.least(loss) + TIE * trivial)
        cells = hulls.cells.astype(float)
        if self.condition is not None and self.condition.pc == 0:
            taken = hulls.greatest(np.where(equal, cells, -np.inf))
        else:
            taken = hulls.least(np.where(equal, cells, np.inf))
        return last_flagged(stack, taken.astype(np.intp))


def least_cost(condition: OperatingCondition) -> Criterion:
    """Least expected cost at one operating condition.

    Parameters
    ----------
    condition : OperatingCondition
        Costs and prevalence, or PC(+) alone.

    Returns
    -------
    Criterion

    Examples
    --------
    >>> from costcurves import OperatingCondition, Tally
    >>> tally = Tally.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1])
    >>> least_cost(OperatingCondition.from_pc(0.9))(tally).high
    0.4
    """
    return LeastCost(condition=condition)
