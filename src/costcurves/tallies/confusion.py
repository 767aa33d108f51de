"""The four outcome weights of a decision, at one threshold or at all of them."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import LARGEST_COUNT, ByValue, Numbers, frozen
from costcurves._ground.documents import Shown
from costcurves._ground.threads import side_by_side
from costcurves.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

#: Names of the four outcomes.
OUTCOMES = ("tp", "fn", "fp", "tn")


@dataclasses.dataclass(frozen=True, repr=False, eq=False, slots=True)
class Confusion(Shown, ByValue):
    """The weights of the four outcomes, of any shape.

    Parameters
    ----------
    tp, fn, fp, tn : array_like
        Weight of true positives, false negatives, false positives and true negatives; one shape.

    Raises
    ------
    InputError
        If a weight is negative or not finite, or the shapes differ.

    Examples
    --------
    >>> Confusion(tp=201, fn=85, fp=25, tn=2689)
    Confusion(tp=201, fn=85, fp=25, tn=2689)
    """

    # Whatever comes in, int64 or float64 arrays are kept; no one type says so.
    tp: Any
    fn: Any
    fp: Any
    tn: Any

    def __post_init__(self) -> None:
        for name in OUTCOMES:
            given = getattr(self, name)
            array = np.asarray(given)
            # NaN makes both ends NaN, which is neither.
            if array.dtype.kind not in "iuf" or not (
                array.min(initial=0) >= 0 and array.max(initial=0) < np.inf
            ):
                raise InputError(
                    "the entries of a confusion matrix must be finite numbers, not negative",
                    f"{name} = {given!r}",
                )
            if array.flags.writeable or array.dtype not in (np.int64, np.float64):
                array = _wide(array)
            object.__setattr__(self, name, frozen(array))
        if len({getattr(self, name).shape for name in OUTCOMES}) > 1:
            shapes = ", ".join(f"{n} {getattr(self, n).shape}" for n in OUTCOMES)
            raise InputError("tp, fn, fp and tn must have one shape", shapes)

    @classmethod
    def from_matrix(cls, matrix: ArrayLike) -> Confusion:
        """Read a 2×2 matrix: rows are the actual classes, columns the predicted, negative first.

        Examples
        --------
        >>> Confusion.from_matrix([[970, 20], [2, 8]])
        Confusion(tp=8, fn=2, fp=20, tn=970)
        """
        array = np.asarray(matrix, dtype=object)
        if array.shape != (2, 2):
            raise InputError(
                "a confusion matrix must be 2×2 (rows = actual, columns = predicted, negative first)",
                f"shape {array.shape}",
            )
        return cls(tp=array[1, 1], fn=array[1, 0], fp=array[0, 1], tn=array[0, 0])

    @classmethod
    def cumulated(
        cls, positives: Numbers, negatives: Numbers, sizes: tuple[Any, Any] | None = None
    ) -> Confusion:
        """Flag nobody, then one cell after the other.

        Parameters
        ----------
        positives, negatives : ndarray, shape (..., cells)
            Weight of each class per cell.
        sizes : tuple, optional
            Weight to which each class is rescaled (for each member of a stack).
        """
        rescaled = sizes or (None, None)
        classes = zip((positives, negatives), rescaled, strict=True)
        jobs = [functools.partial(_cumulated, column, size) for column, size in classes]
        return cls.of_flagged(*side_by_side(positives.shape[-1], *jobs))

    @classmethod
    def of_flagged(cls, tp: Numbers, fp: Numbers) -> Confusion:
        """Take what is flagged, from nobody to everybody along the last axis; the rest is not.

        Parameters
        ----------
        tp, fp : ndarray, shape (..., points)
            Rising from 0, int64 or float64, not to be changed.
        """
        jobs = [functools.partial(np.subtract, flagged[..., -1:], flagged) for flagged in (tp, fp)]
        fn, tn = side_by_side(tp.shape[-1], *jobs)
        # What rises from 0 is sound already, and these arrays need no copy.
        made = object.__new__(cls)
        for name, array in zip(OUTCOMES, (tp, fn, fp, tn), strict=True):
            object.__setattr__(made, name, frozen(array))
        return made

    @classmethod
    def of_rates(cls, fpr: Any, tpr: Any, prevalence: float, total: float = 1.0) -> Confusion:
        """Return the outcomes of rates among records of this weight and prevalence.

        Examples
        --------
        >>> Confusion.of_rates(fpr=0.25, tpr=0.5, prevalence=0.5, total=16)
        Confusion(tp=4.0, fn=4.0, fp=2.0, tn=6.0)
        """
        p, n = prevalence * total, (1 - prevalence) * total
        return cls(p * tpr, p * (1 - tpr), n * fpr, n * (1 - fpr))

    @property
    def positives(self) -> Any:
        """Weight of the positive class, tp + fn."""
        return self.tp + self.fn

    @property
    def negatives(self) -> Any:
        """Weight of the negative class, fp + tn."""
        return self.fp + self.tn

    @property
    def flagged(self) -> Any:
        """Weight predicted positive, tp + fp."""
        return self.tp + self.fp

    @property
    def total(self) -> Any:
        """Weight of all records."""
        return self.positives + self.negatives

    def __getitem__(self, index: object) -> Confusion:
        """Select some of the decisions."""
        return Confusion(*(getattr(self, name)[index] for name in OUTCOMES))

    def __repr__(self) -> str:
        """Show scalars as numbers and arrays by their shape."""
        if self.tp.ndim:
            return f"Confusion(of shape {self.tp.shape})"
        return f"Confusion({', '.join(f'{name}={value[0]}' for name, value in self.to_columns().items())})"

    def to_columns(self) -> dict[str, Any]:
        """Return the weights as columns, one row a decision."""
        return {name: np.ravel(getattr(self, name)).tolist() for name in OUTCOMES}


def _cumulated(column: Numbers, size: Any) -> Numbers:
    """Weight of a class that is flagged, beginning with nobody."""
    flagged = np.empty((*column.shape[:-1], column.shape[-1] + 1), column.dtype)
    flagged[..., 0] = 0
    np.cumsum(column, axis=-1, out=flagged[..., 1:])
    if size is not None:
        flagged = flagged / flagged[..., -1:] * np.asarray(size)[..., None]
    return flagged


def _wide(array: Numbers) -> Numbers:
    """Copy, since the caller's array may change, to 64 bits: floats where sums would overflow int64."""
    exact = array.dtype.kind != "f" and array.max(initial=0) < LARGEST_COUNT // 2
    return array.astype(np.int64 if exact else np.float64)
