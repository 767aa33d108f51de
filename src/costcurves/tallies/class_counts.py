"""Records of many classes counted by what they are and by what is done: K × D tables that add."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, Floats, Numbers, frozen, required_weights, shares
from costcurves._ground.documents import Shown
from costcurves._ground.tables import Column, Table
from costcurves.errors import InputError, UndefinedError, exact, no_such
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

#: What shares can be of: those of a class, those with whom the same is done, all.
NORMALISATIONS = ("true", "action", "all")


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class ClassCounts(Shown, ByValue):
    """Weight of records by true class (rows) and by what is done with them (columns).

    Tables of the same classes and actions add: the table of two sets of records is the sum of theirs.

    Parameters
    ----------
    weight : array_like, shape (K, D)
        Counts or weights, not negative.
    classes : sequence of str
        The K true classes, in order.
    actions : sequence of str, optional
        The D actions; by default the classes, as predictions.

    Raises
    ------
    InputError
        If shapes do not fit, or a weight is negative or not finite.

    Examples
    --------
    >>> counts = ClassCounts([[8, 2], [1, 9]], ["ham", "spam"])
    >>> counts.normalised("true").tolist()
    [[0.8, 0.2], [0.1, 0.9]]
    >>> int((counts + counts).total)
    40
    """

    # Whatever comes in, an int64 or float64 array and tuples are kept; no one type says so.
    weight: Any
    classes: Sequence[str]
    actions: Sequence[str] = ()

    def __post_init__(self) -> None:
        classes = tuple(map(str, self.classes))
        actions = tuple(map(str, self.actions)) or classes
        try:
            array = np.array(self.weight)
        except ValueError:
            raise InputError("counts must be given in equal rows", "rows of unequal length") from None
        if array.shape != (len(classes), len(actions)):
            must = f"counts must have {len(classes)} rows (classes) and {len(actions)} columns (actions)"
            raise InputError(must, f"shape {array.shape}")
        flat = required_weights(array.ravel(), array.size, "counts")
        object.__setattr__(self, "weight", frozen(flat.reshape(array.shape)))
        object.__setattr__(self, "classes", classes)
        object.__setattr__(self, "actions", actions)

    @classmethod
    def of_codes(
        cls,
        true: NDArray[np.intp],
        action: NDArray[np.intp],
        classes: Sequence[str],
        actions: Sequence[str] = (),
        weight: Numbers | None = None,
    ) -> ClassCounts:
        """Count records whose classes and actions are given as places.

        Examples
        --------
        >>> ClassCounts.of_codes(np.array([0, 1, 1]), np.array([0, 0, 1]), ["a", "b"]).weight.tolist()
        [[1, 0], [1, 1]]
        """
        shape = (len(classes), len(actions) or len(classes))
        return cls(table_of_codes((true, action), shape, weight), tuple(classes), tuple(actions))

    def __add__(self, other: ClassCounts) -> ClassCounts:
        """Add the table of other records of the same classes and actions."""
        if not isinstance(other, ClassCounts):
            return NotImplemented
        if (self.classes, self.actions) != (other.classes, other.actions):
            raise InputError("tables that are added must have the same classes and actions", "others")
        return ClassCounts(self.weight + other.weight, self.classes, self.actions)

    @property
    def total(self) -> Any:
        """Weight of all records."""
        return self.weight.sum()

    @property
    def sizes(self) -> Numbers:
        """Weight of each class, shape (K,)."""
        return np.asarray(self.weight.sum(axis=1))

    @property
    def is_square(self) -> bool:
        """Whether the actions are the classes, in the same order."""
        return self.classes == self.actions

    def normalised(self, by: str = "true") -> Floats:
        """Return shares instead of weights.

        Parameters
        ----------
        by : {"true", "action", "all"}
            Of the records of a true class (rows add up to 1), of those with whom the same is done
            (columns do), or of all.

        Raises
        ------
        UndefinedError
            If a class has no records, or an action is never taken.
        """
        if by not in NORMALISATIONS:
            raise no_such(by, NORMALISATIONS, what="normalisation")
        axis = {"true": 1, "action": 0, "all": None}[by]
        whole = np.asarray(self.weight.sum(axis=axis, keepdims=True), dtype=float)
        if (empty := np.flatnonzero(whole == 0)).size:
            names = self.classes if by == "true" else self.actions
            gone = "no records" if by == "all" else f"no records of {names[empty[0]]!r}"
            raise UndefinedError("shares need records", gone, where=f"by {by}")
        return np.asarray(self.weight / whole)

    def at_prevalence(self, prevalence: Any) -> ClassCounts:
        """Return the table with its classes weighed to stated shares; the total is kept.

        Parameters
        ----------
        prevalence : array_like, shape (K,), or mapping of class to share
        """
        share = class_shares(prevalence, self.classes)
        rates = self.normalised("true")
        return ClassCounts(rates * (share * float(self.total))[:, None], self.classes, self.actions)

    def one_against_rest(self, label: str) -> Confusion:
        """Return the two-class table of one class: flagged is what is predicted to be it.

        Examples
        --------
        >>> ClassCounts([[8, 2], [1, 9]], ["ham", "spam"]).one_against_rest("spam")
        Confusion(tp=9, fn=1, fp=2, tn=8)
        """
        if label not in self.classes:
            raise no_such(label, self.classes, what="class")
        row = self.classes.index(label)
        is_column = np.array([action == label for action in self.actions])
        tp = self.weight[row, is_column].sum()
        fp = self.weight[:, is_column].sum() - tp
        fn = self.weight[row].sum() - tp
        return Confusion(tp, fn, fp, self.total - tp - fp - fn)

    def table(self) -> Table:
        """Return true classes as rows, actions as columns."""
        columns = [Column("class", "true class", align="left")]
        columns += [Column(f"action {name}", name) for name in self.actions]
        columns.append(Column("total", "all"))
        rows = [
            [name, *row.tolist(), size]
            for name, row, size in zip(self.classes, self.weight, self.sizes.tolist(), strict=True)
        ]
        rows.append(["all", *self.weight.sum(axis=0).tolist(), self.total.item()])
        done = "predicted class" if self.is_square else "by what is done"
        return Table("counts", f"Records by true class (rows) and {done} (columns)", columns, rows)

    def confusions(self, most: int = 10) -> Table:
        """Return the cells of most records that are not done with what they are, one row each.

        Parameters
        ----------
        most : int
            So many rows at most.

        Examples
        --------
        >>> print(ClassCounts([[8, 2], [1, 9]], ["ham", "spam"]).confusions())
        Most common errors
        true class  predicted  records  of its class, %
        ham         spam             2               20
        spam        ham              1               10
        """
        wrong = np.array([[name != action for action in self.actions] for name in self.classes])
        cells = [(row, column) for row, column in np.argwhere(wrong & (self.weight > 0)).tolist()]
        cells.sort(key=lambda cell: -self.weight[cell])
        columns = [
            Column("class", "true class", align="left"),
            Column("action", "predicted" if self.is_square else "done", align="left"),
            Column("weight", "records"),
            Column("share", "of its class, %", digits=2),
        ]
        sizes = self.sizes.tolist()
        rows = [
            [
                self.classes[i],
                self.actions[j],
                self.weight[i, j].item(),
                100 * self.weight[i, j].item() / sizes[i],
            ]
            for i, j in cells[:most]
        ]
        left = len(cells) - len(rows)
        notes = (f"{left} more kinds of errors have no more records each.",) if left else ()
        return Table("confusions", "Most common errors", columns, rows, notes=notes)

    def __repr__(self) -> str:
        return f"ClassCounts({len(self.classes)} × {len(self.actions)}, {self.total:g} records)"

    __str__ = Shown.__repr__


def table_of_codes(
    codes: Sequence[NDArray[np.intp]], shape: tuple[int, ...], weight: Numbers | None = None
) -> Any:
    """Count records by several columns of places; whole weights give whole counts.

    Examples
    --------
    >>> table_of_codes((np.array([0, 1, 1]), np.array([0, 0, 1])), (2, 2)).tolist()
    [[1, 0], [1, 1]]
    """
    cells = np.ravel_multi_index(tuple(codes), shape)
    sums = np.bincount(cells, weight, int(np.prod(shape))).reshape(shape)
    return sums.astype(np.int64, copy=False) if weight is None or weight.dtype.kind == "i" else sums


def class_shares(prevalence: Any, classes: Sequence[str]) -> Floats:
    """Read shares of classes that add up to 1, all above 0, in their order or by name.

    Examples
    --------
    >>> class_shares({"b": 0.3, "a": 0.7}, ["a", "b"]).tolist()
    [0.7, 0.3]
    """
    if hasattr(prevalence, "keys"):
        given = {str(name): share for name, share in prevalence.items()}
        for name in given:
            if name not in classes:
                raise no_such(name, classes, what="class", where="prevalence")
        if gone := [name for name in classes if name not in given]:
            raise InputError("prevalence must state the share of every class", f"none of {gone[0]!r}")
        prevalence = [given[name] for name in classes]
    read = shares(prevalence, "prevalence")
    must = f"prevalence must have {len(classes)} shares that add up to 1"
    if read.shape != (len(classes),):
        raise InputError(must, f"{read.size} shares")
    if abs(float(read.sum()) - 1) > 1e-9:
        raise InputError(must, f"{exact(float(read.sum()))} in all")
    if not read.all():
        absent = classes[int(np.argmin(read))]
        raise InputError(
            "prevalence must be above 0 for every class", f"0 for {absent!r}",
            "leave out the records of a class that does not occur in practice",
        )  # fmt: skip
    return read
