"""Columns of pandas whose rows have labels: put into one order by these, or refused."""

from __future__ import annotations

from typing import Any

from costcurves.errors import InputError

_FIX = "give .to_numpy() of columns whose rows stand in one order, or reindex them"


def row_index(values: Any) -> Any:
    """The labels of the rows of a series or a data frame of pandas; None of anything else."""
    is_pandas = type(values).__module__.partition(".")[0] == "pandas"
    return values.index if is_pandas and hasattr(values, "iloc") else None


def is_aligned(values: Any, index: Any) -> bool:
    """Whether a column has no labels, or those of an index in its order."""
    own = row_index(values)
    return own is None or own is index or bool(own.equals(index))


def all_aligned(y_true: Any, **columns: Any) -> tuple[Any, ...]:
    """Put the rows of several columns, some of which may be None, into the order of the labels."""
    index = row_index(y_true)
    return tuple(aligned(values, index, name) for name, values in columns.items())


def aligned(values: Any, index: Any, name: str) -> Any:
    """Put the rows of a column into the order of an index.

    Columns without labels, those of another length, and all where there is no index stay as they are.

    Raises
    ------
    InputError
        If the labels are others, or repeat.
    """
    own = row_index(values)
    if index is None or is_aligned(values, index) or len(own) != len(index):
        return values
    return values.iloc[places_in(own, index, name)]


def places_in(own: Any, index: Any, name: str) -> Any:
    """Return where the labels of an index stand among those of a column.

    Raises
    ------
    InputError
        If the labels are others, or repeat.
    """
    if not (own.is_unique and index.is_unique):
        raise InputError(
            f"{name} must have the index of y_true", "labels in another order, some of which repeat", _FIX
        )
    places = own.get_indexer(index)
    if (places < 0).any():
        lacking = index[places < 0]
        raise InputError(
            f"{name} must have the index of y_true",
            f"an index without {len(lacking):,} of its labels, such as {lacking.tolist()[0]!r}",
            _FIX,
        )
    return places
