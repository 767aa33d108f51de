"""Value tallies: weight and value per score cell, for what has no two classes."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import Floats, Numbers, frozen
from costcurves._ground.documents import Document
from costcurves.errors import InputError, kind_of
from costcurves.tallies.cells import Direction, running
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurves.conditions.operating_condition import Costs


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class ValueTally(Document):
    """Weight and value per score cell, in the order in which records are acted on.

    The value of a record is what acting on it brings: profit, a numeric response, 1 for a
    positive. Acting on nobody brings 0. It adds, and never depends on row order.

    Parameters
    ----------
    high, low : ndarray of float, shape (cells,)
        Greatest and smallest ranked score of each cell, descending; equal where a cell is one score.
    weight : ndarray, shape (cells,)
        Weight of the records, ≥ 0.
    value : ndarray, shape (cells,)
        Sum of their values, each times its weight.
    best : ndarray of shape (steps, 2)
        Weight and value of the records in the order of their own value, the best first: what a
        perfect ranking would reach.
    direction : Direction
        Whether the highest scores are acted on first or the lowest; ranked scores are negated then.

    Examples
    --------
    >>> tally = ValueTally.from_values([9, -6, 9], [0.9, 0.5, 0.5])
    >>> tally.value, tally.running()[1]
    (array([9., 3.]), array([ 0.,  9., 12.]))
    """

    kind: ClassVar[str] = "value_tally"
    high: Floats
    low: Floats
    weight: Numbers
    value: Floats
    best: Floats
    direction: Direction = Direction.HIGH

    def __post_init__(self) -> None:
        for name in ("high", "low", "weight", "value", "best"):
            object.__setattr__(self, name, frozen(getattr(self, name)))
        object.__setattr__(self, "direction", Direction(self.direction))

    @classmethod
    def from_values(
        cls,
        value: ArrayLike,
        score: ArrayLike,
        sample_weight: ArrayLike | None = None,
        *,
        lower_is_positive: bool = False,
    ) -> ValueTally:
        """Tally records by score.

        Parameters
        ----------
        value : array_like, shape (records,)
            What acting on each record brings; finite.
        score : array_like, shape (records,)
            The order of acting.
        sample_weight : array_like, shape (records,), optional
            Weights ≥ 0.
        lower_is_positive : bool
            Whether the lowest scores are acted on first.
        """
        values = arrays.finite(value, "value")
        scores = arrays.scores(score, "score")
        arrays.refuse_nan(scores, "score")
        arrays.check_length(scores, len(values), "score")
        weight = arrays.weights(sample_weight, len(values))
        if weight is None:
            weight = np.ones(len(values), dtype=np.int64)
        kept = weight != 0
        if not kept.any():
            raise InputError("at least one record must have a weight above 0", "none")
        direction = Direction.of(lower_is_positive=lower_is_positive)
        values, scores, weight = values[kept], direction.turned(scores[kept]) + 0.0, weight[kept]
        return cls(*_by_cell(scores, weight, values * weight), _ranked(values, weight), direction)

    @classmethod
    def of_classes(cls, tally: Tally, tp: float = 1.0, fp: float = 0.0) -> ValueTally:
        """Give every positive one value and every negative another, at the prevalence of the tally.

        Parameters
        ----------
        tally : Tally
        tp, fp : float
            What acting on a positive and on a negative brings.

        Examples
        --------
        >>> ValueTally.of_classes(Tally.from_scores([1, 0, 1], [3, 2, 1]), tp=9, fp=-6).total
        12.0
        """
        Tally.require(tally, "class values").require_both_classes("class values")
        gain, loss = arrays.real(tp, "the value tp"), arrays.real(fp, "the value fp")
        positives, negatives = class_weights(tally)
        totals = ((positives.sum(), gain), (negatives.sum(), loss))
        best = [(weight, weight * each) for weight, each in sorted(totals, key=lambda one: -one[1])]
        value = gain * positives if loss == 0 else gain * positives + loss * negatives
        ends, steps = (tally.cells.high, tally.cells.low), np.asarray(best, float)
        return cls(*ends, positives + negatives, value, steps, tally.direction)

    @classmethod
    def of_costs(cls, tally: Tally, costs: Costs) -> ValueTally:
        """Take as value what flagging saves: fn − tp of a positive, tn − fp of a negative."""
        return cls.of_classes(tally, tp=costs.fn - costs.tp, fp=costs.tn - costs.fp)

    @staticmethod
    def require(tally: Any, purpose: str) -> ValueTally:
        """Return a value tally; of a tally of two classes count the positives."""
        if isinstance(tally, ValueTally):
            return tally
        if isinstance(tally, Tally):
            return ValueTally.of_classes(tally)
        raise InputError(f"{purpose} needs a tally", kind_of(tally), "make one with ValueTally.from_values")

    def __len__(self) -> int:
        return len(self.high)

    @property
    def total(self) -> float:
        """Value of acting on everybody."""
        return float(self.value.sum())

    @property
    def total_weight(self) -> Any:
        """Weight of all records."""
        return self.weight.sum().item()

    def running(self) -> tuple[Numbers, Floats]:
        """Weight and value cumulated from the highest score down, beginning with nobody."""
        return running(self.weight), running(self.value)

    def perfect(self) -> tuple[Floats, Floats]:
        """Weight and value cumulated in the order of the records' own value."""
        return running(self.best[:, 0]), running(self.best[:, 1])

    def __add__(self, other: ValueTally) -> ValueTally:
        """Tally of both sets of records."""
        if not isinstance(other, ValueTally):
            return NotImplemented
        if not all(np.array_equal(one.high, one.low) for one in (self, other)):
            raise InputError("only tallies with cells of one score can be added", "merged cells")
        if self.direction is not other.direction:
            raise InputError(
                "tallies that must be added act on the same end of the scores first",
                "high scores first, and low ones",
                "make both with the same lower_is_positive",
            )
        columns = [
            np.concatenate([getattr(t, n) for t in (self, other)]) for n in ("high", "weight", "value")
        ]
        best = np.concatenate([self.best, other.best])
        order = np.argsort(-best[:, 1] / best[:, 0], kind="stable")
        return ValueTally(*_by_cell(*columns), best[order], self.direction)

    def to_columns(self) -> dict[str, Any]:
        """Return the cells as columns."""
        low, high = self.direction.interval(self.low, self.high)
        return {"high": high, "low": low, "weight": self.weight, "value": self.value}

    def __repr__(self) -> str:
        return f"ValueTally(weight {self.total_weight:g}, value {self.total:g}, {len(self)} cells)"


def _by_cell(score: Floats, weight: Numbers, value: Floats) -> tuple[Floats, Floats, Numbers, Floats]:
    """Sum up by score, from the highest down; in each cell by value, so that row order leaves no trace."""
    order = np.lexsort((value, -score))
    score, weight, value = score[order], weight[order], value[order]
    starts = np.flatnonzero(np.concatenate([[True], score[1:] != score[:-1]]))
    cell = score[starts]
    return cell, cell, np.add.reduceat(weight, starts), np.add.reduceat(value, starts)


def _ranked(value: Floats, weight: Numbers) -> Floats:
    """Weight and value by distinct value, the best first."""
    distinct, place = np.unique(value, return_inverse=True)
    total = np.zeros(len(distinct))
    np.add.at(total, place, weight)
    return np.column_stack([total, total * distinct])[::-1]


def class_weights(tally: Tally) -> tuple[Numbers, Numbers]:
    """Weights of both classes per cell, rescaled to a stated prevalence; their sum is kept."""
    if tally.counted and tally.stated_prevalence is None:
        return tally.positives, tally.negatives
    p, total = tally.prevalence, tally.total_positive + tally.total_negative
    return (
        tally.positives * (p * total / tally.total_positive),
        tally.negatives * ((1 - p) * total / tally.total_negative),
    )
