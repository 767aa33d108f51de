"""Columns of any make (lists, arrays, series, arrow) as arrays of numpy, and where they are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import Code, InputError, MissingExtraError, kind_of, nth_row

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Libraries whose columns narwhals knows.
_FRAMES = {"pandas", "polars", "pyarrow"}


def plain(values: Any, name: str) -> NDArray[Any]:
    """Read one column of any make (list, array, pandas, polars, arrow) as a 1-D array, none of it missing."""
    array, empty = opened(values, name)
    refuse_missing(empty, name)
    return array


def opened(values: Any, name: str) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Read one column of any make as a 1-D array, and tell where its container says that it is missing."""
    kind = kind_of(values)
    empty: Any = ()
    if hasattr(values, "mask") and type(values).__module__.startswith("numpy.ma"):
        # A plain array would bring masked values back to life.
        empty = np.broadcast_to(values.mask, values.shape)
    elif hasattr(values, "toarray") and hasattr(values, "nnz"):
        fix = "make it dense with .toarray().ravel()"
        raise InputError(f"{name} must be a dense column", f"a sparse one of shape {values.shape}", fix)
    elif type(values).__module__.partition(".")[0] in _FRAMES:
        values, empty = _from_frame(values, name)
    elif is_exchanged(values):
        values, empty = _from_frame(exchanged(values, name), name)
    try:
        array = np.asarray(values)
    except ValueError:
        array, kind = np.empty(()), "rows of unequal length"
    if array.ndim == 2 and array.shape[1] == 1:
        array, empty = array[:, 0], np.ravel(empty)
    if array.ndim != 1:
        fix = "give one value per record"
        if array.ndim == 2 and array.shape[1] == 2 and "score" in name:
            fix += ", e.g. the column of the positive class, scores[:, 1], or the classes of the columns"
            fix += " to costcurves.evaluate, classes=model.classes_"
        came = f"an array of shape {array.shape}" if array.ndim else kind
        raise InputError(f"{name} must have one dimension", came, fix)
    return array, np.asarray(empty, dtype=bool)


def _from_frame(values: Any, name: str) -> tuple[Any, Any]:
    """Read a pandas, polars or arrow column, through narwhals where it knows the type."""
    import narwhals.stable.v2 as nw

    column = nw.from_native(values, allow_series=True, pass_through=True)
    if isinstance(column, nw.DataFrame) and len(column.columns) == 1:
        column = column[column.columns[0]]
    if isinstance(column, nw.Series):
        return column.to_numpy(), column.is_null().to_numpy()
    if hasattr(values, "isna") and np.ndim(values) == 1:
        # Of pandas: an index, a categorical, an array that knows missing values.
        return values, np.asarray(values.isna())
    if hasattr(values, "is_null") and hasattr(values, "to_pylist"):
        # Of arrow: an array that is no column of a table.
        return values, np.asarray(values.is_null())
    raise InputError(f"{name} must be one column", kind_of(values), "select the column first")


# ---- exchange between libraries -------------------------------------------------------------


def is_exchanged(values: Any) -> bool:
    """Tell whether an object of an unknown library offers its values in a form that others read."""
    is_known = isinstance(values, (np.ndarray, list, tuple)) or hasattr(values, "__array__")
    forms = ("__arrow_c_stream__", "__arrow_c_array__", "__dataframe__")
    return not is_known and any(hasattr(values, form) for form in forms)


def exchanged(values: Any, name: str) -> Any:
    """Read an object of an unknown library as a table or a column of arrow.

    Raises
    ------
    MissingExtraError
        If pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow import interchange
    except ImportError:
        raise MissingExtraError.for_extra(
            f"reading {kind_of(values)}", "pyarrow", extra="arrow", instead="give numpy arrays"
        ) from None
    try:
        if not hasattr(values, "__arrow_c_stream__") and not hasattr(values, "__arrow_c_array__"):
            return interchange.from_dataframe(values)
        column = pa.chunked_array(values) if hasattr(values, "__arrow_c_stream__") else pa.array(values)
        return pa.table(values) if pa.types.is_struct(column.type) else column
    except (pa.ArrowException, TypeError, ValueError, NotImplementedError) as error:
        raise InputError(f"{name} cannot be read from {kind_of(values)}", fix=f"{error}") from None


def is_table(values: Any) -> bool:
    """Tell whether scores are a data frame, one column a model."""
    if type(values).__module__.partition(".")[0] != "numpy" and hasattr(type(values), "columns"):
        return True
    return is_exchanged(values) and hasattr(exchanged(values, "y_score"), "columns")


def columns_of(frame: Any) -> dict[str, Any]:
    """The columns of a data frame by name."""
    import narwhals.stable.v2 as nw
    from narwhals.exceptions import NarwhalsError

    try:
        table = nw.from_native(exchanged(frame, "y_score") if is_exchanged(frame) else frame, eager_only=True)
        return {name: table[name].to_native() for name in table.columns}
    except (TypeError, NarwhalsError):
        raise InputError(
            "scores must be a data frame of pandas, polars or arrow, with one column per model",
            kind_of(frame),
            "collect() a lazy one, rename columns of one name, or give a dict",
        ) from None


# ---- missing values -------------------------------------------------------------------------


def is_missing(value: Any) -> bool:
    """Tell None, NaN, NaT and the NA of pandas from values."""
    try:
        return value is None or bool(value != value)  # noqa: PLR0124 - NaN is not itself
    except ValueError:  # an array has no truth value, and is there
        return False
    except (TypeError, ArithmeticError):  # NA of pandas, signalling NaN of decimal
        return True


def missing_values(values: Any, name: str) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Read one column of any make, and tell where values are missing, whatever says so."""
    array, empty = opened(values, name)
    gone = np.zeros(len(array), dtype=bool)
    if len(empty):
        gone |= empty
    if array.dtype.kind in "fc":
        gone |= np.isnan(array)
    elif array.dtype.kind in "OmM":
        gone |= np.fromiter(map(is_missing, array), dtype=bool, count=len(array))
    return array, gone


def refuse_missing(empty: Any, name: str) -> None:
    """Refuse missing values, naming their first row."""
    rows = np.flatnonzero(empty)
    if rows.size:
        many = f"{len(rows)} missing values, first" if len(rows) > 1 else "a missing value"
        raise InputError(
            f"{name} must have no missing values",
            f"{many} at {nth_row(rows[0])}",
            "drop or fill these records first",
            code=Code.MISSING_VALUES,
        )
