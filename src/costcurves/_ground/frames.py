"""Results as data frames of whichever library the user has."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from costcurves.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

__all__ = ["BACKENDS", "to_frame"]

#: Frame libraries, in the order in which they are tried.
BACKENDS = ("pandas", "polars", "pyarrow")
#: Other names of them.
ALIASES = {"arrow": "pyarrow"}


def to_frame(columns: Mapping[str, Sequence[Any] | NDArray[Any]], backend: str | None = None) -> Any:
    """Data frame of the user's own library with the given columns.

    Parameters
    ----------
    columns : mapping of str to array-like
        Columns of equal length, in order.
    backend : {"pandas", "polars", "pyarrow"}, optional
        The library ("arrow" is another name of the last). By default the first of these that is installed.

    Returns
    -------
    pandas.DataFrame, polars.DataFrame or pyarrow.Table

    Raises
    ------
    InputError
        If `backend` is none of the three.
    MissingExtraError
        If the library (by default: each of them) is not installed.
    """
    backend = ALIASES.get(backend, backend) if isinstance(backend, str) else backend
    if backend is not None and backend not in BACKENDS:
        raise InputError.because(must=f"backend must be one of {', '.join(BACKENDS)}", came=repr(backend))
    found = next((name for name in BACKENDS if backend in (None, name) and find_spec(name)), None)
    if found is None:
        raise MissingExtraError.because(
            must=f"a data frame needs {backend or 'pandas, polars or pyarrow'}, which is not installed",
            fix=f"pip install {backend or BACKENDS[0]}",
        )
    import narwhals.stable.v2 as nw

    data = {name: _column(values) for name, values in columns.items()}
    return nw.from_dict(data, backend=cast("Any", found)).to_native()


def _column(values: Sequence[Any] | NDArray[Any]) -> Any:
    """Make a column of any make one that all three libraries read alike."""
    if not hasattr(values, "dtype"):
        return list(values)
    # Arrow takes no arrays of texts, of Python objects or with strides; lists it takes.
    array = np.asarray(values)
    return array.tolist() if array.dtype.kind in "UO" else array.copy()
