"""The only code that looks at users' arrays: reading, checking, freezing, comparing."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costcurves.errors import InputError

Floats = NDArray[np.float64]
#: Weights and counts: int64 where all are whole, else float64.
Numbers = NDArray[Any]

#: Whole numbers up to here are exact in float64.
EXACT_WHOLE = 2**53


def frozen(values: ArrayLike, dtype: Any = None) -> NDArray[Any]:
    """Return `values` as an array that nobody can write to (a copy only where needed)."""
    array = np.asarray(values, dtype=dtype)
    if array.flags.writeable:
        # A view keeps the caller's own array writeable while ours is not.
        array = array.view()
        array.flags.writeable = False
    return array


def same_value(one: Any, other: Any) -> bool:
    """Compare two frozen dataclasses field by field, arrays by content."""
    if type(one) is not type(other):
        return False
    names = [field.name for field in dataclasses.fields(one) if field.compare]
    return all(_alike(getattr(one, name), getattr(other, name)) for name in names)


def _alike(a: Any, b: Any) -> bool:
    """Compare two field values."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        floats = a.dtype.kind == "f" and b.dtype.kind == "f"
        return bool(np.array_equal(a, b, equal_nan=floats))
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return False
    if isinstance(a, dict) and isinstance(b, dict):
        return list(a) == list(b) and all(_alike(a[key], b[key]) for key in a)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_alike, a, b))
    if isinstance(a, float) and isinstance(b, float) and a != a:  # noqa: PLR0124 - NaN test
        return b != b  # noqa: PLR0124 - NaN test
    return bool(a == b)


class ByValue:
    """Equality by value for frozen dataclasses that hold arrays; pickles stay read-only."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Compare by value."""
        if type(self) is not type(other):
            return NotImplemented
        return same_value(self, other)

    __hash__ = None  # type: ignore[assignment]  # values with arrays have no stable hash

    def __setstate__(self, state: Any) -> None:
        """Restore a pickle; arrays come back writeable, so freeze them again."""
        values: dict[str, Any] = {}
        # Slotted classes pickle as (dict or None, slots) or, from dataclasses, as a list.
        if isinstance(state, dict):
            values = state
        elif isinstance(state, tuple):
            for part in state:
                values.update(part or {})
        else:
            names = [field.name for field in dataclasses.fields(self)]  # type: ignore[arg-type]  # a mixin
            values = dict(zip(names, state, strict=True))
        for name, value in values.items():
            object.__setattr__(self, name, frozen(value) if isinstance(value, np.ndarray) else value)


def plain(values: Any, name: str) -> NDArray[Any]:
    """Read one column of any make (list, array, pandas, polars, arrow) as a 1-D array."""
    if not isinstance(values, np.ndarray):
        if type(values).__module__.partition(".")[0] in {"pandas", "polars", "pyarrow"}:
            values = _from_frame(values, name)
        else:
            try:
                values = np.asarray(values)
            except ValueError:
                values = np.empty((0, 0))
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1:
        fix = "give one value a record"
        if values.ndim == 2 and values.shape[1] == 2:
            fix += ", e.g. the column of the positive class, scores[:, 1]"
        raise InputError.because(
            must=f"{name} has one dimension", came=f"an array of shape {values.shape}", fix=fix
        )
    return np.asarray(values)


def _from_frame(values: Any, name: str) -> NDArray[Any]:
    """Read a pandas, polars or arrow column through narwhals."""
    import narwhals.stable.v2 as nw

    column = nw.from_native(values, allow_series=True, pass_through=True)
    if isinstance(column, nw.DataFrame) and len(column.columns) == 1:
        column = column[column.columns[0]]
    if not isinstance(column, nw.Series):
        raise InputError.because(
            must=f"{name} is one column", came=f"a {type(values).__name__}", fix="select the column first"
        )
    if column.null_count():
        row = int(np.flatnonzero(column.is_null().to_numpy())[0])
        raise missing(name, row, int(column.null_count()))
    return np.asarray(column.to_numpy())


def missing(name: str, row: int, count: int) -> InputError:
    """Word the refusal of missing values."""
    many = f"{count} missing values, first" if count > 1 else "a missing value"
    return InputError.because(
        must=f"{name} has no missing values",
        came=f"{many} at row {row}",
        fix="drop or fill these records first",
    )


def check_length(array: NDArray[Any], records: int, name: str) -> None:
    """Refuse a column of another length."""
    if len(array) != records:
        raise InputError.because(
            must=f"{name} has one value a record",
            came=f"{len(array)} values for {records} records",
            fix="give columns of equal length",
        )


def numbers(values: Any, name: str) -> Floats:
    """Read a column of numbers as float64, exactly or not at all; NaN is missing, ±inf is a number."""
    array = plain(values, name)
    if array.dtype.kind in "US" or (array.dtype.kind == "O" and any(isinstance(v, str) for v in array)):
        bad = next(i for i, v in enumerate(array) if isinstance(v, (str, bytes)))
        raise InputError.because(
            must=f"{name} holds numbers", came=f"the text {str(array[bad])!r}", where=f"row {bad}",
            fix="convert the column to numbers",
        )  # fmt: skip
    if array.dtype.kind == "O":
        array = _from_objects(array, name)
    if array.dtype.kind in "iu":
        floats = array.astype(np.float64)
        _check_whole(array, floats, name)
        return floats
    if array.dtype.kind not in "fb":
        raise InputError.because(
            must=f"{name} holds numbers",
            came=f"values of type {array.dtype}",
            fix="convert the column to numbers",
        )
    return array.astype(np.float64, copy=False)


def _from_objects(array: NDArray[Any], name: str) -> NDArray[Any]:
    """Turn an object column into int64 (all Python ints) or float64."""
    empty = [i for i, v in enumerate(array) if v is None or v != v]  # noqa: PLR0124 - NaN and NaT test
    if empty:
        raise missing(name, empty[0], len(empty))
    try:
        if all(isinstance(v, int) for v in array):
            return array.astype(np.int64)
        return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InputError.because(
            must=f"{name} holds numbers that fit 64 bits",
            came=f"values such as {array[0]!r}",
            fix="convert the column to floats",
        ) from None


def _check_whole(array: NDArray[Any], floats: Floats, name: str) -> None:
    """Refuse integers that float64 would silently round (two scores could become one)."""
    if not array.size or max(abs(int(array.min())), abs(int(array.max()))) <= EXACT_WHOLE:
        return
    lost = [i for i in np.flatnonzero(np.abs(floats) > EXACT_WHOLE) if int(floats[i]) != int(array[i])]
    if lost:
        raise InputError.because(
            must=f"whole numbers in {name} are exact in float64 (up to 2^53)",
            came=f"{array[lost[0]]}",
            where=f"row {lost[0]}",
            fix="subtract a constant or use ranks; only the order of scores matters",
        )


def scores(y_score: Any, name: str = "y_score") -> Floats:
    """Read scores: one number a record, or a pair (f₊, f₋) of columns ranked by f₊/f₋."""
    if isinstance(y_score, tuple) and len(y_score) == 2 and all(np.ndim(part) == 1 for part in y_score):
        return _ratio(numbers(y_score[0], f"{name}[0]"), numbers(y_score[1], f"{name}[1]"), name)
    return numbers(y_score, name)


def _ratio(above: Floats, below: Floats, name: str) -> Floats:
    """Divide two score columns; 0/0 and negative parts mean nothing."""
    check_length(below, len(above), f"{name}[1]")
    for part, label in ((above, "f₊"), (below, "f₋")):
        refuse_nan(part, f"{name} ({label})")
    bad = np.flatnonzero(
        (above < 0) | (below < 0) | ((above == 0) & (below == 0)) | np.isinf(above) & np.isinf(below)
    )
    if bad.size:
        raise InputError.because(
            must=f"{name} given as a pair (f₊, f₋) is not negative and not 0/0",
            came=f"({above[bad[0]]}, {below[bad[0]]})",
            where=f"row {bad[0]}",
        )
    with np.errstate(divide="ignore"):
        return np.asarray(above / below)


def refuse_nan(array: Floats, name: str) -> None:
    """Refuse NaN, naming its first row."""
    if array.size and np.isnan(np.min(array)):
        rows = np.flatnonzero(np.isnan(array))
        raise missing(name, int(rows[0]), len(rows))


def weights(sample_weight: Any, records: int, name: str = "sample_weight") -> Numbers | None:
    """Read optional weights."""
    return None if sample_weight is None else required_weights(sample_weight, records, name)


def required_weights(values: Any, records: int, name: str) -> Numbers:
    """Read weights: finite, not negative; whole ones come back as int64, so that sums are exact."""
    array = numbers(values, name)
    check_length(array, records, name)
    refuse_nan(array, name)
    bad = np.flatnonzero((array < 0) | np.isinf(array))
    if bad.size:
        raise InputError.because(
            must=f"{name} is finite and not negative",
            came=str(array[bad[0]]),
            where=f"row {bad[0]}",
            fix="correct the weight or drop the record",
        )
    return whole(array)


def whole(array: NDArray[Any]) -> Numbers:
    """Return int64 where every value is whole and the sum stays exact, else float64."""
    if array.dtype.kind in "iu":
        return array.astype(np.int64, copy=False)
    if np.all(array == np.floor(array)) and float(np.sum(np.abs(array))) < EXACT_WHOLE:
        return array.astype(np.int64)
    return array.astype(np.float64, copy=False)
