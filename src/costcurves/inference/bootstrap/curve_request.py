"""What a band of a row is asked for, and the places it is made at."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import Floats, finite
from costcurves.curves.over_condition import ConditionCurve
from costcurves.curves.over_depth import DepthCurve
from costcurves.curves.over_threshold import ByThreshold, ThresholdCurve
from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.tallies.cells import running
from costcurves.tallies.values import ValueTally

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from costcurves.conditions.operating_condition import Costs
    from costcurves.curves.curve import Row
    from costcurves.rules.rule import Rule
    from costcurves.tallies.tally import Tally

__all__ = ["Asked", "ascending", "places_of", "require"]

#: Places of a band unless others are asked for.
PLACES = 101
#: What only rows of costs can be asked for.
OF_SOME_ROWS = {"rule", "costs", "test_cost"}


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a row is asked for.

    Attributes
    ----------
    row : Row
    rule : Rule or None
        Chooses the threshold, of rows over conditions; None for the row's own.
    costs : Costs or None
        What rows in money reckon with.
    test_cost : float
    """

    row: Row
    rule: Rule | None = None
    costs: Costs | None = None
    test_cost: float = 0.0

    @classmethod
    def of_options(cls, row: Row, options: Mapping[str, Any]) -> Asked:
        """Read what a row is asked for; refuse what changes nothing about it."""
        known: set[str] = set()
        if isinstance(row, ConditionCurve):
            known = {"rule", "costs", "test_cost"}
        elif isinstance(row, DepthCurve) and row.priced:
            known = {"costs"}
        # None and no cost ask for nothing.
        given = {name for name in OF_SOME_ROWS & set(options) if options[name] not in (None, 0)}
        if strange := sorted(given - known):
            takes = f"takes {', '.join(sorted(known))}" if known else "knows no costs"
            raise InputError.because(
                must=f"a band of {row.key!r} {takes}", came=", ".join(strange), fix="leave it out"
            )
        return cls(row=row, **options)

    def of(self, tally: Tally, x: Floats) -> Floats:
        """Return y at places by the definition of the row; NaN where it has none."""
        row = self.row
        try:
            if isinstance(row, ConditionCurve):
                options: dict[str, Any] = {
                    "rule": self.rule,
                    "costs": self.costs,
                    "test_cost": self.test_cost,
                }
                return row.at(tally, x, **options)
            curve = row(self.source(tally))  # type: ignore[operator]  # checked by `reading`
        except UndefinedError:
            return np.full(len(x), np.nan)
        inside = np.full(len(x), curve.endless) | ((x >= curve.x[0]) & (x <= curve.x[-1]))
        y = np.full(len(x), np.nan)
        y[inside] = curve(x[inside])
        return y

    def source(self, tally: Tally) -> Tally | ValueTally:
        """Return what the row is called on: profit is read of values."""
        if not (isinstance(self.row, DepthCurve) and self.row.priced):
            return tally
        if self.costs is None:
            raise InputError.because(
                must=f"{self.row.title} needs costs", came="none", fix="give costs=Costs(fp=…, fn=…)"
            )
        return ValueTally.of_costs(tally, self.costs)


def ascending(x: ArrayLike) -> Floats:
    """Return places that were asked for in ascending order, each once; a single one may come bare.

    Examples
    --------
    >>> ascending([0.5, 0.2, 0.5]).tolist(), ascending(0.3).tolist()
    ([0.2, 0.5], [0.3])
    """
    found = np.unique(finite(np.atleast_1d(np.asarray(x)), "x"))
    if not len(found):
        raise InputError.because(must="a band needs at least one place", came="none", where="x")
    return found


def places_of(asked: Asked, tally: Tally) -> Floats:
    """Return the places of a band that nobody chose: a grid, or the thresholds between which scores lie."""
    row = asked.row
    if isinstance(row, ConditionCurve):
        return np.linspace(0.0, 1.0, PLACES)
    if not isinstance(row, ByThreshold):
        curve = row(asked.source(tally))  # type: ignore[operator]  # a row over thresholds or depth
        return np.linspace(curve.x[0], curve.x[-1], PLACES)
    low = tally.cells.low[np.isfinite(tally.cells.low)]
    if len(low) > PLACES:
        fpr, tpr = (running(column) / column.sum() for column in (tally.negatives, tally.positives))
        found = np.searchsorted((fpr + tpr)[1:] / 2, np.linspace(0, 1, PLACES))
        low = np.unique(tally.cells.low[np.minimum(found, len(tally.cells.low) - 1)])
        low = low[np.isfinite(low)]
    return np.sort(tally.direction.turned(low))


def require(row: Any) -> Row:
    """Return a row of pictures; refuse anything else."""
    if isinstance(row, (ConditionCurve, DepthCurve, ByThreshold, ThresholdCurve)):
        return row
    raise InputError.because(must="unknown curve", came=kind_of(row), fix='e.g. row("roc")')
