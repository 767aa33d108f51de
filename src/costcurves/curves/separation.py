"""Two predictors of records of two classes, and the line that a rule draws between them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, Floats, Numbers, check_length, finite, frozen, number, weights
from costcurves._ground.labels import labels
from costcurves.errors import InputError
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclasses.dataclass(frozen=True, slots=True)
class DecisionLine:
    """A linear rule of two predictors: records with a·x + b·y ≥ c are flagged.

    With b = 0 or a = 0 the line is parallel to an axis: a split of a tree. With negative
    coefficients low values are flagged.

    Parameters
    ----------
    a, b, c : float
        Coefficients, a and b not both 0.

    Examples
    --------
    >>> DecisionLine(1, 0, 60).flags([59, 60, 61], [20, 20, 20]).tolist()
    [False, True, True]
    """

    a: float
    b: float
    c: float

    def __post_init__(self) -> None:
        """Check the coefficients."""
        for name in ("a", "b", "c"):
            object.__setattr__(self, name, number(getattr(self, name), f"{name} of a decision line"))
        if self.a == self.b == 0:
            raise InputError(
                "a decision line a·x + b·y = c must have an a or a b", "0 for both", "give one of them"
            )

    def flags(self, x: Any, y: Any) -> NDArray[np.bool_]:
        """Tell which records are flagged."""
        return np.asarray(self.a * np.asarray(x, dtype=float) + self.b * np.asarray(y, dtype=float) >= self.c)

    def within(self, x: tuple[float, float], y: tuple[float, float]) -> tuple[Floats, Floats]:
        """Return x and y of two points of the line, so that it crosses a rectangle between them if at all."""
        # Along the axis in which the line is the longer one, the other coordinate stays in range.
        if abs(self.a) * (x[1] - x[0]) <= abs(self.b) * (y[1] - y[0]):
            across = np.array(x)
            return across, (self.c - self.a * across) / self.b
        up = np.array(y)
        return (self.c - self.b * up) / self.a, up


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Separation(ByValue):
    """Two predictors of every record, and its class.

    The one picture that needs rows: whether two classes can be told apart by two predictors.

    Attributes
    ----------
    is_positive : ndarray of bool, shape (records,)
    x, y : ndarray of float, shape (records,)
        The predictors.
    names : (str, str)
        What they are called.
    weight : ndarray or None
    positive, negative : str
        How the classes are spelled.
    """

    is_positive: NDArray[np.bool_]
    x: Floats
    y: Floats
    names: tuple[str, str] = ("x", "y")
    weight: Numbers | None = None
    positive: str = "1"
    negative: str = "0"

    @classmethod
    def read(
        cls,
        y_true: Any,
        x: Any,
        y: Any,
        *,
        names: Any = ("x", "y"),
        sample_weight: Any = None,
        pos_label: Any = None,
    ) -> Separation:
        """Read and check columns of any make.

        Parameters
        ----------
        y_true : array_like, shape (records,)
            Labels: booleans, 0/1 or -1/1; any others with `pos_label`.
        x, y : array_like, shape (records,)
            The predictors; finite numbers.
        names : (str, str)
            What the predictors are called.
        sample_weight : array_like, shape (records,), optional
        pos_label : optional
            Label of the positive class; all other labels are negative.

        Examples
        --------
        >>> Separation.read([1, 1, 0], [60, 85, 40], [18, 17, 14]).confusion(DecisionLine(1, 0, 60))
        Confusion(tp=2, fn=0, fp=0, tn=1)
        """
        read = labels(y_true, pos_label)
        if isinstance(names, str) or len(names) != 2:
            raise InputError("two predictors must have two names", repr(names))
        columns = []
        for values, name in zip((x, y), names, strict=True):
            column = finite(values, f"predictor {name!r}")
            check_length(column, len(read.is_positive), f"predictor {name!r}")
            columns.append(frozen(column.copy()))
        weight = weights(sample_weight, len(read.is_positive))
        return cls(
            frozen(read.is_positive.copy()),
            columns[0],
            columns[1],
            (str(names[0]), str(names[1])),
            None if weight is None else frozen(weight.copy()),
            read.positive,
            read.negative,
        )

    def take(self, rows: NDArray[np.bool_]) -> Separation:
        """Return some of the records."""
        columns: dict[str, Any] = {
            name: frozen(getattr(self, name)[rows]) for name in ("is_positive", "x", "y")
        }
        weight = None if self.weight is None else frozen(self.weight[rows])
        return dataclasses.replace(self, **columns, weight=weight)

    def __len__(self) -> int:
        """Count the records."""
        return len(self.x)

    def confusion(self, line: DecisionLine) -> Confusion:
        """Return the outcomes of flagging what is on the far side of a line."""
        flagged = line.flags(self.x, self.y)
        weight = np.ones(len(self), dtype=np.int64) if self.weight is None else self.weight
        rows = (
            self.is_positive & flagged,
            self.is_positive & ~flagged,
            ~self.is_positive & flagged,
            ~self.is_positive & ~flagged,
        )
        return Confusion(*(weight[chosen].sum().item() for chosen in rows))
