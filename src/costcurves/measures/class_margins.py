"""What measures of tables of many classes are read off: true, predicted, and rightly predicted weights."""

from __future__ import annotations

import dataclasses

import numpy as np

from costcurves._ground.arrays import ByValue, Floats
from costcurves.tallies.confusion import Confusion


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class ClassMargins(ByValue):
    """The margins and the diagonal of tables of true (rows) and predicted classes.

    Attributes
    ----------
    true, predicted, both : ndarray, shape (..., K)
        Weight of each class that is true, predicted, and both.

    Examples
    --------
    >>> margins = ClassMargins.of(np.array([[8.0, 2.0], [1.0, 9.0]]))
    >>> margins.true.tolist(), margins.predicted.tolist(), margins.both.tolist()
    ([10.0, 10.0], [9.0, 11.0], [8.0, 9.0])
    """

    true: Floats
    predicted: Floats
    both: Floats

    @classmethod
    def of(cls, tables: Floats) -> ClassMargins:
        """Add up tables, shape (..., K, K)."""
        return cls(tables.sum(axis=-1), tables.sum(axis=-2), np.diagonal(tables, axis1=-2, axis2=-1))

    @property
    def whole(self) -> Floats:
        """Weight of all records."""
        return np.asarray(self.true.sum(axis=-1))

    @property
    def shares(self) -> ClassMargins:
        """The same as shares of all records."""
        whole = self.whole[..., None]
        return ClassMargins(self.true / whole, self.predicted / whole, self.both / whole)

    @property
    def against_rest(self) -> Confusion:
        """The two-class tables of every class, shape (..., K)."""
        fn, fp = np.maximum(self.true - self.both, 0.0), np.maximum(self.predicted - self.both, 0.0)
        return Confusion(self.both, fn, fp, np.maximum(self.whole[..., None] - self.both - fn - fp, 0.0))
