"""Tables of operating points and of counts per score."""

from __future__ import annotations

import dataclasses
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal

import numpy as np

from costcurves._ground.arrays import ByValue, Floats
from costcurves.errors import InputError, listed
from costcurves.io.cell_faults import Wanted
from costcurves.io.fault_messages import refuse_faults
from costcurves.io.label_values import spelled
from costcurves.io.naming import aggregate_columns, label_candidates
from costcurves.io.table import MOST_COLUMNS, Columns, amounts, numbers, parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: What a table can be: one row a record, one a threshold of a model, one a distinct score of a model.
Shape = Literal["records", "points", "counts"]

_OUTCOMES = ("tp", "fn", "fp", "tn")
_NEEDED = {"points": "tp, fn, fp, tn, or fpr, tpr", "counts": "score, positives, negatives"}


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class OperatingPoints(ByValue):
    """Operating points of one model: rates; whatever else the table does not have is None.

    A point may have the PC(+) that its classifier was trained for.
    """

    fpr: Floats
    tpr: Floats
    positives: float | None = None
    negatives: float | None = None
    threshold: Floats | None = None
    trained_for: Floats | None = None


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class ScoreCounts(ByValue):
    """ScoreCounts (or weights) of both classes per score of one model."""

    score: Floats
    positives: Floats
    negatives: Floats


def recognised(columns: Columns) -> Shape:
    """What a table is, by its header."""
    found = aggregate_columns(columns.names)
    # Records may have a column that is called like one of a table; such a table has no label.
    if label_candidates(columns.names) and "model" not in found:
        return "records"
    if set(_OUTCOMES) <= set(found) or {"fpr", "tpr"} <= set(found):
        return "points"
    return "counts" if {"score", "positives", "negatives"} <= set(found) else "records"


def points(columns: Columns) -> dict[str, OperatingPoints]:
    """Read a table of operating points, by model.

    ScoreCounts become rates. Every row of a model has the same class sizes.

    Raises
    ------
    InputError
        If columns are missing, or numbers are out of range or do not agree.
    """
    found = aggregate_columns(columns.names)
    if set(_OUTCOMES) <= set(found):
        fpr, tpr, sizes = _from_counts(columns, found)
    elif {"fpr", "tpr"} <= set(found):
        fpr, tpr, sizes = _as_rates(columns, found)
    else:
        raise _lacking(columns, "points")
    threshold = None
    if "threshold" in found:
        threshold = numbers(columns[found["threshold"]], "threshold", may_miss=True)
        threshold = None if np.any(np.isnan(threshold)) else threshold
    read = {}
    for model, rows in _models(columns, found).items():
        positives, negatives = (
            (_same(name, model, size[rows]) for name, size in sizes.items()) if sizes else (None, None)
        )
        at = None if threshold is None else threshold[rows]
        trained = _trained_for(model, columns, found, rows)
        read[model] = OperatingPoints(fpr[rows], tpr[rows], positives, negatives, at, trained)
    return read


def _trained_for(
    model: str, columns: Columns, found: dict[str, str], rows: NDArray[np.int64]
) -> Floats | None:
    """Read the PC(+) that the classifiers of a model were trained for: of all its points, or of none."""
    if "trained_for" not in found:
        return None
    column = columns[found["trained_for"]]
    pc = numbers(column, "trained_for", may_miss=True)[rows]
    gone = np.isnan(pc)
    if gone.all():
        return None
    bad = np.flatnonzero(gone | (pc < 0) | (pc > 1))
    if bad.size:
        came = "nothing" if gone[bad[0]] else f"{pc[bad[0]]:g}"
        raise InputError(
            f"trained_for {column.name!r} must be a PC(+) or a prevalence, in [0, 1] for every point",
            came,
            "correct it, or leave the column out",
            where=f"{column.places.said([rows[bad[0]]])}, model {model!r}",
        )
    if len(np.unique(pc)) < len(pc):
        raise InputError(
            f"every point of model {model!r} must be trained for a PC(+) of its own",
            f"{np.sort(pc)[np.flatnonzero(np.diff(np.sort(pc)) == 0)[0]]:g} twice",
            f"name families of their own in {found.get('model', 'a column model')!r}",
            where=f"column {column.name!r}",
        )
    return pc


def _lacking(columns: Columns, kind: str, needed: str = "") -> InputError:
    """Word that a table of points or counts lacks columns."""
    there = listed(columns.names, most=MOST_COLUMNS)
    return InputError(
        f"a table of {kind} needs the columns {needed or _NEEDED[kind]}",
        fix=f"rename or add columns; those of {columns.source!r} are {there}",
    )


def _from_counts(columns: Columns, found: dict[str, str]) -> tuple[Floats, Floats, dict[str, Floats]]:
    """Rates and class sizes from the counts of the four outcomes."""
    refuse_faults(Wanted(columns[found[name]], "count", most=np.inf) for name in _OUTCOMES)
    tp, fn, fp, tn = (amounts(columns[found[name]], "count") for name in _OUTCOMES)
    with np.errstate(invalid="ignore"):  # an empty class is refused where its model is known
        return fp / (fp + tn), tp / (tp + fn), {"tp + fn": tp + fn, "fp + tn": fp + tn}


def _as_rates(columns: Columns, found: dict[str, str]) -> tuple[Floats, Floats, dict[str, Floats]]:
    """Rates as they stand in the table, and class sizes if they do too."""
    refuse_faults(Wanted(columns[found[name]], "rate", most=1) for name in ("fpr", "tpr"))
    fpr, tpr = (amounts(columns[found[name]], "rate", most=1) for name in ("fpr", "tpr"))
    named = [found[name] for name in ("positives", "negatives") if name in found]
    sizes = {name: amounts(columns[name], "count") for name in named}
    if len(sizes) == 1:
        raise _lacking(columns, "points", "positives and negatives, or neither")
    return fpr, tpr, sizes


def counts(columns: Columns) -> dict[str, ScoreCounts]:
    """Read a table of counts per score, by model.

    Raises
    ------
    InputError
        If columns are missing, or counts are negative or not finite.
    """
    found = aggregate_columns(columns.names)
    if not {"score", "positives", "negatives"} <= set(found):
        raise _lacking(columns, "counts")
    sizes = (Wanted(columns[found[name]], "count", most=np.inf) for name in ("positives", "negatives"))
    refuse_faults([Wanted(columns[found["score"]], "score"), *sizes])
    score = numbers(columns[found["score"]], "score")
    positives, negatives = (amounts(columns[found[name]], "count") for name in ("positives", "negatives"))
    return {
        model: ScoreCounts(score[rows], positives[rows], negatives[rows])
        for model, rows in _models(columns, found).items()
    }


def _models(columns: Columns, found: dict[str, str]) -> dict[str, NDArray[np.int64]]:
    """The rows of each model, in the order in which models occur; without a column, all are of one."""
    if "model" not in found:
        return {PurePath(columns.source).stem or "model": np.arange(columns.rows)}
    names = [spelled(value) for value in parts(columns[found["model"]], "model").tolist()]
    rows: dict[str, list[int]] = {}
    for row, name in enumerate(names):
        rows.setdefault(name, []).append(row)
    return {name: np.array(places) for name, places in rows.items()}


def _same(name: str, model: str, sizes: Floats) -> float:
    """The size of a class, which all points of a model share and which is not 0."""
    if np.any(sizes != sizes[0]):
        other = sizes[np.flatnonzero(sizes != sizes[0])[0]]
        raise InputError(
            f"{name!r} must be the same in every row of model {model!r}",
            f"{sizes[0]:g}, {other:g}",
            "correct these rows",
        )
    if not sizes[0]:
        raise InputError(
            f"{name} must be above 0, so that there are rates",
            "0",
            "give points of both classes",
            where=f"model {model!r}",
        )
    return float(sizes[0])
