"""Which end of the scores means positive, and the one place where thresholds turn."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, TypeVar

from costcurves._ground.arrays import Floats, Numbers
from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Direction", "common_direction"]

_Values = TypeVar("_Values", float, Floats)


class Direction(enum.StrEnum):
    """How the score of a flagged record stands to the threshold.

    Records are ranked by scores that are higher for positives: those given, or, where low ones mean
    positive, their negatives. Everything that is computed runs over ranked scores, from the highest
    down; everything that is told is of scores as given.

    Examples
    --------
    >>> Direction.LOW.interval(-0.4, -0.1), Direction.LOW.value
    ((0.1, 0.4), '<=')
    """

    #: Flagged is a score ≥ t: all t with low < t ≤ high flag the same records.
    HIGH = ">="
    #: Flagged is a score ≤ t: all t with low ≤ t < high flag the same records.
    LOW = "<="

    @classmethod
    def of(cls, *, lower_is_positive: bool) -> Direction:
        """Return the direction of a model by whether its low scores mean positive."""
        return cls.LOW if lower_is_positive else cls.HIGH

    def turned(self, values: _Values) -> _Values:
        """Turn scores as given into ranked ones, or back."""
        # Subtracted from 0, so that no −0 comes of it.
        return 0.0 - values if self is Direction.LOW else values

    def interval(self, low: _Values, high: _Values) -> tuple[_Values, _Values]:
        """Turn the ends of intervals, the lower end first."""
        return (self.turned(high), self.turned(low)) if self is Direction.LOW else (low, high)

    def ends(self, low: _Values, high: _Values) -> tuple[_Values, _Values]:
        """Return the end of an interval of thresholds that flags alike, and the one that no longer does."""
        return (low, high) if self is Direction.LOW else (high, low)

    def flags(self, score: Floats, threshold: float) -> NDArray[np.bool_]:
        """Tell which scores as given a threshold flags."""
        return score <= threshold if self is Direction.LOW else score >= threshold

    def ascending(self, column: Numbers) -> Numbers:
        """Lay a column of cells out by ascending score as given."""
        return column if self is Direction.LOW else column[::-1]


def common_direction(tallies: Sequence[Any]) -> Direction:
    """Return the direction of tallies that are added or stacked; refuse what has no common cells."""
    if not tallies:
        raise InputError.because(must="a stack must have at least one tally", came="none")
    for tally in tallies:
        if not tally.scored or not tally.cells.is_exact:
            raise InputError.because(
                must="only tallies with exact scores can be added or stacked",
                came="merged cells" if tally.scored else "operating points",
                fix="add before compact(), and tallies of scored records only",
            )
        if tally.stated_prevalence is not None:
            raise InputError.because(
                must="only tallies at the prevalence of their sample can be added",
                came=f"a stated prevalence of {tally.stated_prevalence:g}",
                fix="add first, then state the prevalence",
            )
    if len({tally.direction for tally in tallies}) > 1:
        raise InputError.because(
            must="tallies must be added or stacked with positives at the same end of the scores",
            came="high scores that mean positive, and low ones",
            fix="make all of them with the same lower_is_positive",
        )
    direction: Direction = tallies[0].direction
    return direction
