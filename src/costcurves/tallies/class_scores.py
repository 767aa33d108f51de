"""What models say of many classes, as the caller gives it: arrays and frames of scores, columns of labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import arrays, containers
from costcurves._ground.arrays import Floats, frozen
from costcurves._ground.labels import spelled
from costcurves.errors import InputError, listed, no_such

if TYPE_CHECKING:
    from collections.abc import Sequence

#: What can become of missing values.
MISSING = ("error", "drop")
#: What to do about them.
FILL = 'fill them, or leave these records out with missing="drop"'


def models_of(y_pred: Any) -> dict[str, Any]:
    """Name what models say: of a mapping; of a frame each column; or one array alone, as "model".

    Examples
    --------
    >>> list(models_of(["a", "b"])), list(models_of({"m": ["a", "b"]}))
    (['model'], ['m'])
    """
    if y_pred is None:
        raise InputError("there must be scores by class or predicted labels", "neither")
    found = dict(y_pred) if isinstance(y_pred, Mapping) else None
    if found is None and containers.is_table(y_pred):
        columns = _columns(y_pred)
        # Numbers only are the scores of one model by class; labels are a model a column.
        numeric = all(np.asarray(column).dtype.kind == "f" for column in columns.values())
        found = {"model": y_pred} if numeric and len(columns) > 1 else columns
    found = {"model": y_pred} if found is None else found
    if not found:
        raise InputError("there must be at least one model", "none")
    if bad := [name for name in found if not isinstance(name, str)]:
        raise InputError("model names must be strings", repr(bad[0]))
    return found


def is_by_class(values: Any) -> bool:
    """Whether what a model says has a column a class; one column alone is of labels."""
    if isinstance(values, Mapping) or containers.is_table(values):
        return len(_columns(values)) > 1
    if isinstance(values, (list, tuple)):
        return len(values) > 0 and isinstance(values[0], (list, tuple, np.ndarray))
    shape: tuple[int, ...] = getattr(values, "shape", ())
    return len(shape) > 2 or (len(shape) == 2 and shape[1] > 1)


def class_scores(values: Any, classes: Sequence[str], count: int, title: str) -> Floats:
    """Read scores by class, shape (records, K).

    Columns with names of the classes (of a frame or a mapping) are put into their order; others are taken
    as they stand.

    Raises
    ------
    InputError
        If there is not one column a class, or values are missing or no numbers.
    """
    if isinstance(values, Mapping) or containers.is_table(values):
        columns = _columns(values)
        named = {spelled(name): column for name, column in columns.items()}
        if gone := [name for name in classes if name not in named]:
            if len(set(named) & set(classes)) or isinstance(values, Mapping):
                raise InputError(f"{title} must have a column for each class", f"none of {gone[0]!r}")
        elif odd := [name for name in named if name not in classes]:
            raise no_such(odd[0], classes, what="class", where=title)
        listed_columns = [named[name] for name in classes] if not gone else list(named.values())
    else:
        try:
            array = np.asarray(values)
        except ValueError:
            raise InputError(f"{title} must have rows of equal length", "rows of unequal length") from None
        if array.ndim != 2:
            raise InputError(f"{title} must have the shape (records, classes)", f"shape {array.shape}")
        if array.dtype == np.float64 and array.shape == (count, len(classes)) and not np.isnan(array.min()):
            # Columns are sorted one by one: so they stand together.
            return frozen(np.array(array, order="F"))
        listed_columns = list(array.T)
    if len(listed_columns) != len(classes):
        raise InputError(
            f"{title} must have a column for each class",
            f"{len(listed_columns)} columns for the classes {listed(list(classes))}",
            "give classes= in the order of the columns, such as model.classes_",
        )
    found = []
    for name, column in zip(classes, listed_columns, strict=True):
        read = arrays.numbers(column, f"{title} for {name!r}")
        arrays.check_length(read, count, title)
        arrays.refuse_nan(read, f"{title} for {name!r}")
        found.append(read)
    return frozen(np.array(found).T)


def _columns(values: Any) -> dict[Any, Any]:
    """Return columns by name; names of pandas can be numbers, such as those of classes."""
    if isinstance(values, Mapping):
        return dict(values)
    if hasattr(values, "iloc"):
        return {name: values.iloc[:, place] for place, name in enumerate(values.columns)}
    return containers.columns_of(values)


def without_missing(
    y_true: Any, models: Mapping[str, Any], others: Mapping[str, Any], missing: Any
) -> tuple[Any, dict[str, Any], dict[str, Any], tuple[str, ...]]:
    """Leave out records without a label or with a gap in what a model says, if that is asked for."""
    if missing not in MISSING:
        raise no_such(missing, MISSING, what="way with missing values", where="missing")
    if missing == "error":
        return y_true, dict(models), dict(others), ()
    truth, gone = containers.missing_values(y_true, "y_true")
    found: dict[str, Any] = {"y_true": gone}
    arrays_of: dict[str, Any] = {}
    for name, values in models.items():
        arrays_of[name], found[name] = _gaps(values, f"model {name!r}")
        arrays.check_length(found[name], len(truth), f"model {name!r}")
    kept = ~np.logical_or.reduce(list(found.values()))
    if kept.all():
        return y_true, dict(models), dict(others), ()
    counts = ", ".join(f"{np.count_nonzero(rows):,} in {name}" for name, rows in found.items() if rows.any())
    if not kept.any():
        raise InputError("no record has a label and all predictions", f"missing values: {counts}")
    left = f"{len(kept) - np.count_nonzero(kept):,} of {len(kept):,}"
    cut = {
        name: None if column is None else containers.missing_values(column, name)[0][kept]
        for name, column in others.items()
    }
    taken = {
        name: {key: column[kept] for key, column in values.items()}
        if isinstance(values, dict)
        else values[kept]
        for name, values in arrays_of.items()
    }
    return truth[kept], taken, cut, (f"{left} records left out for missing values ({counts})",)


def _gaps(values: Any, name: str) -> tuple[Any, Any]:
    """Return what a model says as arrays, and which records lack something of it."""
    if isinstance(values, Mapping) or containers.is_table(values):
        columns = _columns(values)
        read = {key: containers.missing_values(column, name) for key, column in columns.items()}
        gaps = np.logical_or.reduce([gone for _, gone in read.values()])
        return {key: column for key, (column, _) in read.items()}, gaps
    if is_by_class(values):
        array = np.asarray(values)
        return array, np.logical_or.reduce([containers.missing_values(c, name)[1] for c in array.T])
    return containers.missing_values(values, name)
