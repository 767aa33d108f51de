"""The only code that looks at users' arrays: reading, checking, freezing, comparing."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costcurves._ground.containers import is_missing, plain, refuse_missing
from costcurves._ground.threads import in_chunks
from costcurves.errors import InputError, nth_row

Floats = NDArray[np.float64]
#: Weights and counts: int64 where all are whole, else float64.
Numbers = NDArray[Any]

#: Whole numbers up to here are exact in float64.
EXACT_WHOLE = 2**53
#: Below this, two sums of whole weights still add up in int64.
LARGEST_COUNT = 2**62
#: Sums of weights are doubled and still finite.
LARGEST_TOTAL = 1e300
#: So many records that weights up to here add up to more fit no memory.
SMALL_WEIGHT = 1e200
#: Values of a long column that are looked at first.
HEAD = 1_000
#: Costs and rates, numbers of the order of 1, that lie no further apart tie: rounding must not choose.
TIE = 1e-12
#: Amounts that differ by no more than this share of their size differ by rounding.
ROUNDING = 1e-9
#: What a few operations on floats are off by, as a share of their size.
FEW_EPS = 4 * float(np.finfo(float).eps)


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
    """Equality by value for frozen dataclasses that hold arrays; copies and pickles stay read-only."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """Put the reading of pickles into the class itself, where slotted dataclasses leave it alone."""
        super().__init_subclass__()
        cls.__setstate__ = ByValue.__setstate__  # type: ignore[method-assign]  # the same method, nearer

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return same_value(self, other)

    __hash__ = None  # type: ignore[assignment]  # values with arrays have no stable hash

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy by fields: the `__setstate__` of slotted dataclasses freezes nothing."""
        names = [field.name for field in dataclasses.fields(self)]  # type: ignore[arg-type]  # a mixin
        return _restored, (type(self), {name: getattr(self, name) for name in names})

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, _frozen_inside(value))


def _restored(kind: type[ByValue], values: dict[str, Any]) -> Any:
    """Make an instance of checked values; unpickled arrays are writeable, so freeze them again."""
    instance = object.__new__(kind)
    ByValue.__setstate__(instance, values)
    return instance


def _frozen_inside(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return frozen(value)
    return {key: _frozen_inside(item) for key, item in value.items()} if isinstance(value, dict) else value


def _refuse_where(
    wrong: NDArray[np.bool_], must: str, *columns: NDArray[Any], came: str = "{}", fix: str = ""
) -> None:
    """Refuse columns that break a rule, showing their values in the first row where they do."""
    rows = np.flatnonzero(wrong)
    if rows.size:
        values = (column[rows[0]] for column in columns)
        raise InputError(must, came.format(*values), fix, where=nth_row(rows[0]))


def check_length(array: NDArray[Any], records: int, name: str) -> None:
    """Refuse a column of another length."""
    if len(array) != records:
        came = f"{len(array)} values for {records} records"
        raise InputError(f"{name} must have one value per record", came, "give columns of equal length")


def numbers(values: Any, name: str) -> Floats:
    """Read a column of numbers as float64, exactly or not at all; NaN is missing, ±inf is a number."""
    array = plain(values, name)
    if array.dtype.kind in "USTO":
        _refuse_text(array, name)
    if array.dtype.kind == "O":
        array = _from_objects(array, name)
    if array.dtype.kind in "iu":
        must = f"whole numbers in {name} must be exact in float64 (up to 2^53)"
        fix = "subtract a constant or use ranks; only the order of scores matters"
        _refuse_where(inexact(array), must, array, fix=fix)
        return array.astype(np.float64)
    if array.dtype.kind not in "fb":
        raise InputError(
            f"{name} must hold numbers", f"values of type {array.dtype}", "convert the column to numbers"
        )
    return _from_long(array, name) if array.dtype.itemsize > 8 else array.astype(np.float64, copy=False)


def _refuse_text(array: NDArray[Any], name: str) -> None:
    row = next((i for i, value in enumerate(array) if isinstance(value, (str, bytes))), None)
    if row is not None:
        raise InputError(
            f"{name} must hold numbers",
            f"the text {str(array[row])!r}",
            "convert the column to numbers",
            where=nth_row(row),
        )


def _from_long(array: NDArray[Any], name: str) -> Floats:
    """Round long floats, unless that makes two of them one or turns one into infinity."""
    with np.errstate(over="ignore"):
        floats = array.astype(np.float64)
    if np.any(np.isinf(floats) != np.isinf(array)) or len(np.unique(floats)) < len(np.unique(array)):
        came = f"{array.dtype} values that become equal or infinite there"
        raise InputError(f"{name} must fit float64", came, "scale them, or use ranks")
    return floats


def _from_objects(array: NDArray[Any], name: str) -> NDArray[Any]:
    """Turn an object column into int64 (all Python ints) or float64."""
    refuse_missing([is_missing(value) for value in array], name)
    try:
        if all(isinstance(v, int) for v in array):
            return array.astype(np.int64)
        return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        must, came = f"{name} must hold numbers that fit 64 bits", f"values such as {array[0]!r}"
        raise InputError(must, came, "convert the column to floats") from None


def inexact(array: NDArray[Any]) -> NDArray[np.bool_]:
    """Find integers that float64 would silently round (two scores could become one)."""
    lost = np.zeros(len(array), dtype=bool)
    if array.size and max(abs(int(array.min())), abs(int(array.max()))) > EXACT_WHOLE:
        large = np.flatnonzero(np.abs(array.astype(np.float64)) >= EXACT_WHOLE)
        lost[large] = [int(float(array[row])) != int(array[row]) for row in large]
    return lost


def scores(y_score: Any, name: str = "y_score") -> Floats:
    """Read scores: one number a record, or a pair (f₊, f₋) of columns ranked by f₊/f₋."""
    if isinstance(y_score, tuple) and len(y_score) == 2 and all(map(_is_column, y_score)):
        return _ratio(numbers(y_score[0], f"{name}[0]"), numbers(y_score[1], f"{name}[1]"), name)
    return numbers(y_score, name)


def _is_column(part: Any) -> bool:
    return hasattr(part, "__len__") and not isinstance(part, (str, bytes)) and getattr(part, "ndim", 1) > 0


def _ratio(above: Floats, below: Floats, name: str) -> Floats:
    """Divide two score columns; 0/0 and negative parts mean nothing."""
    check_length(below, len(above), f"{name}[1]")
    for part, label in ((above, "f₊"), (below, "f₋")):
        refuse_nan(part, f"{name} ({label})")
    _refuse_where(
        (above < 0) | (below < 0) | ((above == 0) & (below == 0)) | np.isinf(above) & np.isinf(below),
        f"{name} given as a pair (f₊, f₋) must not be negative, nor 0/0",
        above,
        below,
        came="({}, {})",
    )
    with np.errstate(divide="ignore", over="ignore", under="ignore"):
        ratio = np.asarray(above / below)
    overflown = np.isinf(ratio) & (below > 0) & (above < np.inf)
    _refuse_where(
        overflown | ((ratio == 0) & (above > 0) & (below < np.inf)),
        f"the ratio f₊/f₋ of {name} must fit float64",
        above,
        below,
        came="{}/{}",
        fix="give log f₊ − log f₋ as one score",
    )
    return ratio


def refuse_nan(array: Floats, name: str) -> None:
    """Refuse NaN, naming its first row."""
    if array.size and np.isnan(np.min(array)):
        refuse_missing(np.isnan(array), name)


def finite(values: Any, name: str) -> Floats:
    """Read a column of finite numbers."""
    array = numbers(values, name)
    refuse_nan(array, name)
    _refuse_where(np.isinf(array), f"{name} must be finite", array)
    return array


def weights(sample_weight: Any, records: int, name: str = "sample_weight") -> Numbers | None:
    """Read optional weights."""
    return None if sample_weight is None else required_weights(sample_weight, records, name)


def required_weights(values: Any, records: int, name: str) -> Numbers:
    """Read weights: finite, not negative; whole ones come back as int64, so that sums are exact."""
    array = numbers(values, name)
    check_length(array, records, name)
    if not all(in_chunks(_surely_weights, array)):
        _refuse_wrong_weights(array, name)
    return whole(array)


def _surely_weights(array: Floats) -> bool:
    """Tell by the least and the greatest, in which NaN shows, whether nothing can be wrong with weights."""
    return bool(np.min(array, initial=0.0) >= 0 and np.max(array, initial=0.0) <= SMALL_WEIGHT)


def _refuse_wrong_weights(array: Floats, name: str) -> None:
    refuse_nan(array, name)
    wrong = (array < 0) | np.isinf(array)
    _refuse_where(
        wrong, f"{name} must be finite and not negative", array, fix="correct the weight or drop the record"
    )
    with np.errstate(over="ignore"):
        total = float(array.sum())
    if total > LARGEST_TOTAL:
        raise InputError(
            f"{name} must add up to at most {LARGEST_TOTAL:g}",
            repr(float(total)),
            "divide all by the same number",
        )


def whole(array: NDArray[Any]) -> Numbers:
    """Return int64 where every value is whole and the sum stays exact, else float64."""
    if array.dtype.kind in "iu":
        fits = float(array.sum(dtype=np.float64)) < LARGEST_COUNT
        return array.astype(np.int64 if fits else np.float64, copy=False)
    # A generator: where one of the first is not whole, the others are left unread.
    every = all(np.all(part == np.floor(part)) for part in (array[:HEAD], array))
    if every and float(np.sum(np.abs(array))) < EXACT_WHOLE:
        return array.astype(np.int64)
    return array.astype(np.float64, copy=False)


def total(column: Numbers, axes: tuple[int, ...]) -> Numbers:
    """Add up over axes, in floats where int64 could overflow."""
    fits = float(column.sum(dtype=np.float64)) < LARGEST_COUNT
    return np.asarray((column if fits else column.astype(np.float64)).sum(axis=axes))


def sum_of_products(one: Numbers, other: Numbers) -> float:
    """Multiply and add columns: unlike np.dot alike on every processor, with any number of threads."""
    return float(np.sum(one * other))


def shares(values: Any, name: str) -> Floats:
    """Read numbers in [0, 1] of any shape."""
    array = np.asarray(values)
    if array.dtype.kind not in "iufb" or not np.all((array >= 0) & (array <= 1)):
        raise InputError("must lie in [0, 1]", f"{values!r}", argument=name)
    return array.astype(np.float64)


def real(value: Any, name: str) -> float:
    """Read one number, perhaps infinite."""
    if isinstance(value, (float, np.floating)) and math.isinf(value):
        return float(value)
    if isinstance(value, (float, np.floating)) and math.isnan(value):
        raise InputError("must be a number", "NaN", argument=name)
    return number(value, name)


def number(value: Any, name: str) -> float:
    """Read one finite number."""
    real = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    try:
        if real and math.isfinite(value):
            return float(value)
        came = f"{value!r}"
    except OverflowError:
        came = "a whole number beyond float64"
    raise InputError("must be a finite number", came, argument=name)


def share(value: Any, name: str) -> float:
    """Read a number in [0, 1]."""
    if not 0 <= (read := number(value, name)) <= 1:
        raise InputError("must lie in [0, 1]", f"{value!r}", argument=name)
    return read


def inner_share(value: Any, name: str) -> float:
    """Read a number in (0, 1)."""
    if not 0 < (read := number(value, name)) < 1:
        raise InputError("must lie strictly between 0 and 1", f"{value!r}", argument=name)
    return read
