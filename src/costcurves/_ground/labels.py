"""Class labels of any spelling, read as "positive or not"."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, check_length, refuse_nan
from costcurves._ground.containers import is_missing, plain, refuse_missing
from costcurves._ground.label_spellings import (
    against_the_rest,
    classes_of,
    refuse_other_spellings,
    stated_class,
    united,
)
from costcurves._ground.threads import in_chunks
from costcurves.errors import InputError, listed

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Labels read at once, so that they stay in the cache.
BLOCK = 65_536
#: Pairs of labels whose positive one needs no telling.
CONVENTIONAL = ((0, 1), (-1, 1))


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Labels(ByValue):
    """Which records are positive, and how the two classes are spelled.

    Attributes
    ----------
    is_positive : ndarray of bool, shape (records,)
    positive : str
        The label of the positive class.
    negative : str
        The label of the other class, or of all other classes together.
    note : str
        What the user should be told, such as "3 classes: bad against the rest (good 4, fair 2)" or
        which spellings were taken for one label; else empty.
    """

    is_positive: NDArray[np.bool_]
    positive: str = "1"
    negative: str = "0"
    note: str = ""


def labels(y_true: Any, pos_label: Any = None, name: str = "y_true") -> Labels:
    """Read labels; the positive class is never guessed from spelling or order."""
    array = plain(y_true, name)
    several = hasattr(pos_label, "__len__") and not isinstance(pos_label, (str, bytes))
    if several or (pos_label is not None and is_missing(pos_label)):
        raise InputError("pos_label must be one label", f"{pos_label!r}", f"name one label of {name}")
    if not len(array):
        raise InputError("at least one record is needed", "none", where=name)
    if array.dtype.kind == "b" and pos_label is None:
        return Labels(array, "True", "False")
    if array.dtype.kind in "iufb" and (
        pos_label is None or isinstance(pos_label, (int, float, np.number, np.bool_))
    ):
        return _numeric(array, pos_label, name)
    return _spelled(array, pos_label, name)


def predicted_positive(y_pred: Any, y_true: Any, read: Labels, name: str = "y_pred") -> NDArray[np.bool_]:
    """Tell which records are predicted to be positive, by labels spelled as those of `y_true` are.

    Parameters
    ----------
    y_pred, y_true : array_like, shape (records,)
    read : Labels
        What was read of `y_true`.
    name : str
        What the predictions are called in errors.

    Raises
    ------
    InputError
        If the columns are unequal in length, or a prediction is none of the labels.

    Examples
    --------
    >>> truth = ["bad", "good", "bad"]
    >>> predicted_positive(["good", "good", "bad"], truth, labels(truth, "bad")).tolist()
    [False, False, True]
    """
    truth, array = plain(y_true, "y_true"), plain(y_pred, name)
    check_length(array, len(truth), name)
    for column in (truth, array):
        if column.dtype.kind == "f":
            refuse_nan(column, name)
    known, found = _distinct(truth, "y_true"), _distinct(array, name)
    classes = classes_of(_counts(truth, known), "y_true")
    named = {value: classes.get(spelled(value), "") for value in found}
    odd = [value for value in found if not named[value]]
    if odd:
        raise InputError(
            f"{name} must be spelled like the labels",
            f"{odd[0]!r} where the labels are {listed(known)}",
            "write them the same way",
        )
    return _is_any(array, [value for value in found if named[value] == read.positive])


def _numeric(array: NDArray[Any], pos_label: Any, name: str) -> Labels:
    """Read numeric labels; the usual 0/1 and -1/1 take one pass and no sorting."""
    if array.dtype.kind == "f":
        refuse_nan(array, name)
    parts = in_chunks(_ones, array)
    low, high = min(part[0] for part in parts), max(part[1] for part in parts)
    single = low == high and low in {-1, 0, 1}
    if pos_label is None and (single or (low, high) in CONVENTIONAL):
        positive = np.concatenate([part[2] for part in parts])
        # Whole numbers between 0 and 1 need no second look; -1/1 and floats could hide a third value.
        whole_pair = (low, high) == (0, 1) and array.dtype.kind in "iu"
        if single or whole_pair or _only(array, low, int(np.count_nonzero(positive))):
            return Labels(positive, "1", "0" if low >= 0 else "-1")
    return _spelled(array, pos_label, name)


def _ones(array: NDArray[Any]) -> tuple[Any, Any, NDArray[np.bool_]]:
    """Least and greatest value, and where it is 1, block by block: each is read from memory once."""
    ones = np.empty(len(array), bool)
    ends = []
    for start in range(0, len(array), BLOCK):
        part = array[start : start + BLOCK]
        ends.append((part.min(), part.max()))
        np.equal(part, 1, out=ones[start : start + BLOCK])
    return min(low for low, _ in ends), max(high for _, high in ends), ones


def _only(array: NDArray[Any], low: Any, positives: int) -> bool:
    """Tell whether every value that is not 1 equals `low`."""
    return int(np.count_nonzero(array == low)) + positives == len(array)


def _spelled(array: NDArray[Any], pos_label: Any, name: str) -> Labels:
    """Read labels of any spelling by listing their values."""
    values = _distinct(array, name)
    counts = _counts(array, values)
    classes = classes_of(counts, name)
    if pos_label is None:
        pos_label = _conventional(values, name)
    # True, 1 and 1.0 are one label: spell it as the records do.
    stated = spelled(next((value for value in values if value == pos_label), pos_label))
    chosen = stated_class(stated, classes)
    if not chosen:
        if len(set(classes.values())) > 1:
            raise InputError(
                f"the positive label must occur in {name}",
                f"{pos_label!r} where the labels are {listed(values)}",
                "name one of them as pos_label",
            )
        chosen = stated
    refuse_other_spellings(chosen, classes, name)
    positive = _is_any(array, [value for value in values if classes[spelled(value)] == chosen])
    sizes: dict[str, int] = {}
    for value, count in counts.items():
        sizes[classes[value]] = sizes.get(classes[value], 0) + count
    others = [one for one in sizes if one != chosen]
    notes = filter(None, (united(classes), against_the_rest(chosen, sizes)))
    negative = "the rest" if len(others) > 1 else (others[0] if others else f"not {chosen}")
    return Labels(positive, chosen, negative, "; ".join(notes))


def _counts(array: NDArray[Any], values: list[Any]) -> dict[str, int]:
    """How many records have each value, by how it is spelled."""
    sizes = [1] * len(values)
    if len(values) > 2 and array.dtype.kind == "O":
        found = Counter(array.tolist())
        sizes = [found[value] for value in values]
    elif len(values) > 2:  # of two, nobody asks which is more frequent
        sizes = np.unique(array, return_counts=True)[1].tolist()
    counts: dict[str, int] = {}
    for value, size in zip(values, sizes, strict=True):
        counts[spelled(value)] = counts.get(spelled(value), 0) + size
    return counts


def _is_any(array: NDArray[Any], values: list[Any]) -> NDArray[np.bool_]:
    """Where an array holds one of some of its values; others could be of a type that does not compare."""
    found = np.zeros(len(array), dtype=bool)
    for value in values:
        found |= np.asarray(array == value, dtype=bool)
    return found


def _distinct(array: NDArray[Any], name: str) -> list[Any]:
    """List the values of labels; numbers and texts in order, anything else by its spelling."""
    if array.dtype.kind in "OmM":
        refuse_missing([is_missing(value) for value in array], name)
    if array.dtype.kind != "O":
        return list(np.unique(array).tolist())
    try:
        values = set(array.tolist())
    except TypeError:
        odd = next(value for value in array.tolist() if type(value).__hash__ is None)
        raise InputError(
            f"{name} must hold labels", f"a {type(odd).__name__}, {odd!r}", "give texts or numbers"
        ) from None
    try:
        return sorted(values, key=lambda value: (str(type(value)), value))
    except TypeError:
        return sorted(values, key=repr)


def _conventional(values: list[Any], name: str) -> Any:
    """Return the positive one of two labels whose meaning is agreed, else ask for it."""
    if all(isinstance(value, (bool, int, float)) for value in values) and any(
        set(values) <= set(pair) for pair in CONVENTIONAL
    ):
        return 1
    raise InputError(
        "without pos_label, labels must be 0/1, -1/1 or booleans",
        listed(values),
        f"name the positive class with pos_label{_other_doors(values)}",
        where=name,
    )


def _other_doors(values: list[Any]) -> str:
    """Name the functions that take labels of more than two kinds as they are."""
    if len(values) <= 2:
        return ""
    are_numbers = all(isinstance(value, (int, float)) for value in values)
    numbers = "numbers with evaluate_numeric, or " if are_numbers else ""
    return f", or judge {numbers}three or more classes with evaluate_classes"


def spelled(value: Any) -> str:
    """Spell a label without a trailing .0 for whole numbers."""
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    return str(value)
