"""Labels of many classes as codes: which classes there are, in which order, and how each is spelled."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, check_length, refuse_nan
from costcurves._ground.containers import is_missing, plain, refuse_missing
from costcurves._ground.label_spellings import classes_of, united
from costcurves._ground.labels import spelled
from costcurves.errors import InputError, UndefinedError, listed, no_such, nth_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class ClassLabels(ByValue):
    """The classes in their order, the class of each record, and remarks on spellings.

    Attributes
    ----------
    classes : tuple of str
    codes : ndarray of int, shape (records,)
        Place of the class of each record.
    spellings : dict of str to int
        Place of the class of every spelling.
    note : str
    """

    classes: tuple[str, ...]
    codes: NDArray[np.intp]
    spellings: dict[str, int]
    note: str = ""

    @classmethod
    def read(
        cls, values: Any, classes: Any = None, name: str = "y_true", *, every: bool = True
    ) -> ClassLabels:
        """Read a column of labels.

        Parameters
        ----------
        values : array_like, shape (records,)
        classes : sequence, optional
            All classes in their order; by default those of the records, numbers by size, others by name.
        name : str
            What the column is called in errors.
        every : bool
            Whether each stated class must have a record.

        Raises
        ------
        InputError
            If there are no records, or a label is none of the stated classes.
        UndefinedError
            If there is but one class, or a stated class has no record.
        """
        array = plain(values, name)
        if not len(array):
            raise InputError("at least one record is needed", "none", where=name)
        found, inverse = _distinct(array, name)
        sizes = np.bincount(inverse, minlength=len(found)).tolist()
        counts: dict[str, int] = {}
        for label, size in zip(found, sizes, strict=True):
            counts[spelled(label)] = counts.get(spelled(label), 0) + size
        one = classes_of(counts, name)
        order = _ordered(one.values()) if classes is None else stated_classes(classes)
        spellings = {spelling: place for place, label in enumerate(order) for spelling in _alike(label, one)}
        place = np.array([spellings.get(spelled(label), -1) for label in found], dtype=np.intp)
        codes = place[inverse]
        if (unknown := np.flatnonzero(codes < 0)).size:
            first = int(unknown[0])
            raise _none_of(array[first], order, f"{name}, {nth_row(first)}")
        empty = np.flatnonzero(np.bincount(codes, minlength=len(order)) == 0)
        if every and empty.size:
            raise UndefinedError(
                "every class needs a record", f"none of {order[empty[0]]!r}",
                "leave the class out, or give records of it", where=name,
            )  # fmt: skip
        if len(order) < 2:
            fix = "give records of two classes or more"
            raise UndefinedError("there must be two classes or more", f"only {order[0]!r}", fix, where=name)
        return cls(tuple(order), codes, spellings, united(one))

    def codes_of(self, values: Any, name: str) -> NDArray[np.intp]:
        """Read another column of labels of the same classes, such as predicted ones."""
        array = plain(values, name)
        check_length(array, len(self.codes), name)
        found, inverse = _distinct(array, name)
        place = np.array([self._place(spelled(label)) for label in found], dtype=np.intp)
        codes = place[inverse]
        if (unknown := np.flatnonzero(codes < 0)).size:
            first = int(unknown[0])
            raise _none_of(array[first], self.classes, f"{name}, {nth_row(first)}")
        return codes

    def _place(self, label: str) -> int:
        if label in self.spellings:
            return self.spellings[label]
        one = classes_of(dict.fromkeys([*self.spellings, label], 1))
        return self.spellings.get(one[label], -1)


def stated_classes(classes: Any) -> list[str]:
    """Read classes that a caller states, in their order: two or more, all different.

    Examples
    --------
    >>> stated_classes([1.0, 2.0, "rest"])
    ['1', '2', 'rest']
    """
    if isinstance(classes, (str, bytes)) or not hasattr(classes, "__len__"):
        raise InputError("classes must be listed", repr(classes), 'write classes=["a", "b", "c"]')
    values = classes.tolist() if hasattr(classes, "tolist") else list(classes)
    found = [spelled(value) for value in values]
    if len(found) < 2 or len(set(found)) < len(found):
        raise InputError("there must be two classes or more, all different", repr(classes))
    return found


def _alike(label: str, one: dict[str, str]) -> list[str]:
    """All spellings of a class; that of the caller may be another one."""
    name = classes_of(dict.fromkeys([*one, label], 1))[label] if label not in one else one[label]
    return [label, *(spelling for spelling, found in one.items() if name in (found, spelling))]


def _none_of(label: Any, classes: Sequence[str], where: str) -> InputError:
    unknown = no_such(spelled(label), classes, what="class", where=where)
    return unknown.but(fix=f"the classes are {listed(list(classes))}")


def _distinct(array: NDArray[Any], name: str) -> tuple[list[Any], NDArray[np.intp]]:
    """Return the values of a column, and the place of each record among them."""
    if array.dtype.kind == "f":
        refuse_nan(array, name)
    elif array.dtype.kind in "OmM":
        refuse_missing([is_missing(value) for value in array], name)
    if array.dtype.kind != "O":
        values, inverse = np.unique(array, return_inverse=True)
        return values.tolist(), inverse.ravel()
    known: dict[Any, int] = {}
    try:
        places = [known.setdefault(value, len(known)) for value in array.tolist()]
    except TypeError:
        raise InputError(
            f"{name} must hold labels", "values that are lists", "give texts or numbers"
        ) from None
    return list(known), np.array(places, dtype=np.intp)


def _ordered(names: Any) -> list[str]:
    """Put classes in order: numbers by size, anything else by name."""
    found = list(dict.fromkeys(names))
    try:
        return sorted(found, key=float)
    except ValueError:
        return sorted(found)
