"""Tables of true and predicted classes: counted from labels, and read where they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves import _arrays
from costcurves._arrays import is_missing, missing, plain
from costcurves.errors import InputError, UndefinedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costcurves._arrays import Floats

__all__ = ["confusion_table", "read_costs", "read_counts"]

_LAYOUT = "costs[i, j] is the cost of predicting class j where i is true"


def confusion_table(
    y_true: Any, y_pred: Any, y_pred_b: Any = None, *, labels: Sequence[Any]
) -> NDArray[np.int64]:
    """Count records by their true class and by what one or two classifiers say.

    Parameters
    ----------
    y_true, y_pred : array_like, shape (records,)
    y_pred_b : array_like, shape (records,), optional
        What a second classifier says about the same records.
    labels : sequence
        The classes in the order of the rows and columns of the cost matrix; never guessed.

    Returns
    -------
    ndarray of int64, shape (K, K) or (K, K, K)
        Counts [true, predicted], or [true, predicted by the first, predicted by the second].

    Raises
    ------
    InputError
        If a label is not among `labels`, is missing, or the columns differ in length.

    Examples
    --------
    >>> confusion_table(["a", "b", "b"], ["a", "a", "b"], labels=["a", "b"]).tolist()
    [[1, 0], [1, 1]]
    """
    place = _places(labels)
    named = {"y_true": y_true, "y_pred": y_pred} | ({} if y_pred_b is None else {"y_pred_b": y_pred_b})
    columns = [_classes(column, place, name) for name, column in named.items()]
    for name, column in zip(named, columns, strict=True):
        _arrays.check_length(column, len(columns[0]), name)
    shape = (len(place),) * len(columns)
    cells = np.ravel_multi_index(tuple(columns), shape)
    return np.bincount(cells, minlength=int(np.prod(shape))).reshape(shape).astype(np.int64)


def _places(labels: Sequence[Any]) -> dict[Any, int]:
    """Number the classes."""
    names = plain(labels, "labels").tolist()
    if len(names) < 2 or len(set(names)) < len(names) or any(map(is_missing, names)):
        raise InputError.because(
            must="labels names each of two or more classes once", came=repr(names),
            fix="list them in the order of the cost matrix",
        )  # fmt: skip
    return {name: i for i, name in enumerate(names)}


def _classes(column: Any, place: dict[Any, int], name: str) -> NDArray[np.intp]:
    """Read a column of labels as numbers of classes."""
    values = plain(column, name).tolist()
    found = [place.get(value) for value in values]
    if None in found:
        row = found.index(None)
        if is_missing(values[row]):
            raise missing(name, row, sum(map(is_missing, values)))
        raise InputError.because(
            must=f"{name} holds the labels {', '.join(map(repr, place))}",
            came=repr(values[row]), where=f"row {row}", fix="name all classes in labels",
        )  # fmt: skip
    return np.array(found, np.intp)


def read_counts(table: Any, axes: int) -> NDArray[np.int64]:
    """Read a table of counts with one length on all its axes."""
    layout = "[true, predicted]" if axes == 2 else "[true, predicted by a, predicted by b]"
    array = _array(table, f"the table holds counts {layout}")
    if array.ndim != axes or len(set(array.shape)) != 1 or len(array) < 2:
        raise InputError.because(
            must=f"the table has the shape {' × '.join('K' * axes)}, {layout}, for K classes from 2 on",
            came=f"the shape {array.shape}", fix="make it with confusion_table(…)",
        )  # fmt: skip
    if not np.all((array >= 0) & (array == np.floor(array)) & (array < 2**53)):
        raise InputError.because(
            must="the table counts records", came="a negative, fractional or infinite number, or NaN",
            fix="give whole numbers; weights cannot be drawn anew",
        )  # fmt: skip
    if not np.any(array):
        raise UndefinedError.because(must="an expected cost needs a record at least", came="an empty table")
    return array.astype(np.int64)


def read_costs(costs: Any, classes: int) -> Floats:
    """Read the matrix of costs."""
    array = _array(costs, _LAYOUT)
    if array.shape != (classes, classes):
        raise InputError.because(
            must=f"costs have the shape {classes} × {classes} of the classes; {_LAYOUT}",
            came=f"the shape {array.shape}",
        )
    if not np.all(np.isfinite(array)):
        i, j = np.argwhere(~np.isfinite(array))[0]
        raise InputError.because(must="costs are finite", came=str(array[i, j]), where=f"costs[{i}, {j}]")
    return array.astype(float)


def _array(values: Any, must: str) -> NDArray[Any]:
    """Read numbers of any shape."""
    try:
        array = np.asarray(values)
    except ValueError:
        array = np.empty(0, object)
    if array.dtype.kind not in "iufb":
        raise InputError.because(must=must, came="something that is no array of numbers")
    return array
