"""The columns that records are read from, and what is done first: aligning, choosing a class, dropping."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import check_length, frozen
from costcurves._ground.containers import is_missing, missing_values, plain, refuse_missing
from costcurves._ground.label_spellings import classes_of, stated_class
from costcurves._ground.labels import labels, spelled
from costcurves._ground.row_indexes import aligned, is_aligned, row_index
from costcurves.errors import InputError, kind_of, listed, no_such

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Change = Callable[[Any, str], Any]

#: What can become of missing values.
MISSING = ("error", "drop")


@dataclasses.dataclass(frozen=True, slots=True)
class RecordColumns:
    """Columns by their use, as the caller gave them.

    Attributes
    ----------
    y_true : array_like
    scores, predictions : dict of str to array_like
        By model.
    costs : dict of str to array_like or float
        By outcome.
    others : dict of str to array_like
        Weights, and what records belong to; only those that were given.
    notes : tuple of str
        What was done to them.
    rows : ndarray of int or None
        Which rows of the caller's columns these are, where some were left out.
    """

    y_true: Any
    scores: dict[str, Any]
    predictions: dict[str, Any]
    costs: dict[str, Any]
    others: dict[str, Any]
    notes: tuple[str, ...] = ()
    rows: NDArray[np.intp] | None = None

    def changed(self, change: Change) -> RecordColumns:
        """Return the columns, each changed; numbers stay."""
        return RecordColumns(
            change(self.y_true, "y_true"),
            {name: _changed(values, change, score_title(name)) for name, values in self.scores.items()},
            {
                name: change(values, f"the predictions of {name!r}")
                for name, values in self.predictions.items()
            },
            {
                name: change(values, f"cost {name}") if _is_column(values) else values
                for name, values in self.costs.items()
            },
            {name: change(values, name) for name, values in self.others.items()},
            self.notes,
        )

    def aligned(self) -> RecordColumns:
        """Return the columns with their rows in the order of `y_true`, whose index they have.

        Raises
        ------
        InputError
            If an index has other labels; or if `y_true` has none, and two others differ.
        """
        index, moved = row_index(self.y_true), []

        def align(values: Any, name: str) -> Any:
            nonlocal index
            if index is None and (index := row_index(values)) is not None:
                return values
            if index is not None and not is_aligned(values, index):
                if row_index(self.y_true) is None:
                    raise InputError(
                        f"{name} must have the same index as other columns, since y_true has none",
                        "another one",
                        "give y_true with its index, or .to_numpy() of all columns",
                    )
                moved.append(name)
            return aligned(values, index, name)

        found = self.changed(align)
        note = f"aligned with y_true by index: {', '.join(moved)}"
        return dataclasses.replace(found, notes=(note,)) if moved else found

    def of_positive(self, classes: Any, pos_label: Any) -> RecordColumns:
        """Return the columns with one score of each model: that of the positive class."""
        if classes is None:
            return self
        truth, gone = missing_values(self.y_true, "y_true")
        positive = labels(truth[~gone], pos_label).positive
        names = [spelled(value) for value in np.asarray(classes).ravel().tolist()]
        stated = stated_class(positive, classes_of(dict.fromkeys(names, 1), "classes"))
        if stated not in names:
            raise no_such(positive, names, what="positive class", where="classes")
        scores = {
            name: _one_class(values, names, names.index(stated), score_title(name))
            for name, values in self.scores.items()
        }
        return dataclasses.replace(self, scores=scores)

    def complete(self, missing: Any) -> RecordColumns:
        """Return the columns without records that lack a label, a score or a predicted label."""
        if not isinstance(missing, str) or missing not in MISSING:
            raise no_such(missing, MISSING, what="way with missing values", where="missing")
        if missing == "error":
            return self
        count = len(missing_values(self.y_true, "y_true")[0])
        gone: dict[str, np.ndarray[Any, Any]] = {}

        def look(values: Any, name: str) -> Any:
            array, empty = missing_values(values, name)
            check_length(array, count, name)
            gone[name] = empty
            return array

        arrays = self.changed(look)
        needed = {"y_true", *map(score_title, self.scores)}
        needed |= {f"{score_title(name)}[{part}]" for name in self.scores for part in (0, 1)}
        needed |= set(map(_labels_title, self.predictions))
        found = {name: rows for name, rows in gone.items() if name in needed and rows.any()}
        if not found:
            return self
        kept = ~np.logical_or.reduce(list(found.values()))
        counts = ", ".join(f"{np.count_nonzero(rows):,} in {name}" for name, rows in found.items())
        if not kept.any():
            raise InputError("no record has a label and all scores", f"missing values: {counts}")
        left_out = (
            f"{count - np.count_nonzero(kept):,} of {count:,} records left out for missing values ({counts})"
        )
        notes = (*self.notes, left_out)

        def take(values: Any, name: str) -> Any:
            # What is missing elsewhere, in a weight, is refused as ever.
            return np.ma.masked_array(values, gone[name])[kept] if gone[name][kept].any() else values[kept]

        return dataclasses.replace(arrays.changed(take), notes=notes, rows=np.flatnonzero(kept))


def score_title(name: str) -> str:
    """What the scores of a model are called in messages."""
    return "y_score" if name == "model" else f"the scores of {name!r}"


def _is_column(values: Any) -> bool:
    return hasattr(values, "__len__") and not isinstance(values, str)


def _labels_title(name: str) -> str:
    return f"the predictions of {name!r}"


def _changed(values: Any, change: Change, name: str) -> Any:
    """Scores changed, or both columns of a pair (f₊, f₋)."""
    if isinstance(values, tuple) and len(values) == 2 and all(hasattr(part, "__len__") for part in values):
        return change(values[0], f"{name}[0]"), change(values[1], f"{name}[1]")
    return change(values, name)


def _one_class(values: Any, classes: list[str], place: int, name: str) -> Any:
    """The column of a class, of scores that have a column for each; other scores as they are."""
    if isinstance(values, list) and all(isinstance(row, (list, tuple)) for row in values):
        values = np.array(values, dtype=object)
    if isinstance(values, tuple) or len(getattr(values, "shape", ())) != 2 or values.shape[1] < 2:
        return values
    if values.shape[1] != len(classes):
        raise InputError(
            f"{name} must have a column for each class",
            f"{values.shape[1]} columns for the classes {listed(classes)}",
            "give the classes in the order of the columns, such as model.classes_",
        )
    if hasattr(values, "iloc"):
        return values.iloc[:, place]
    return values.column(place) if type(values).__module__.startswith("pyarrow") else values[:, place]


def belonging(values: Any, count: int, name: str) -> NDArray[Any] | None:
    """Read what each record belongs to, such as its fold; None where nothing says so.

    Examples
    --------
    >>> belonging(["a", "b"], 2, "fold").tolist()
    ['a', 'b']
    """
    if values is None:
        return None
    column = plain(values, name)
    check_length(column, count, name)
    odd = [value for value in column if type(value).__hash__ is None] if column.dtype.kind == "O" else []
    if odd:
        raise InputError(f"{name} must hold single values", kind_of(odd[0]))
    if column.dtype.kind in "fmMO":
        refuse_missing([is_missing(value) for value in column], name)
    return frozen(column.copy())
