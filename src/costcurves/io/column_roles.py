"""The roles of columns: which one is the label, which ones are models, and what the others are for."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves.errors import InputError, listed, no_such
from costcurves.io import aggregates
from costcurves.io.cell_faults import Wanted
from costcurves.io.classes import classes, predicted_labels
from costcurves.io.complete_rows import complete_rows
from costcurves.io.fault_messages import refuse_faults
from costcurves.io.index_columns import refuse_perfect_indexes
from costcurves.io.label_values import label_values
from costcurves.io.model_columns import all_models, class_columns, model_names, named_models
from costcurves.io.naming import is_partition, label_candidates, other_meaning, parted
from costcurves.io.table import MOST_COLUMNS, Columns, amounts, numbers, parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from costcurves.io.aggregates import OperatingPoints, ScoreCounts, Shape
    from costcurves.io.file_column import FileColumn
    from costcurves.io.model_columns import Models


#: Roles of columns that say what each record belongs to.
PARTS = ("fold", "cluster", "segment", "partition")


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Roles(ByValue):
    """A table whose columns have found their roles.

    Attributes
    ----------
    kind : str
        "records", "points" or "counts".
    label : str
        The name of the label column; empty unless the table holds records.
    is_positive : ndarray of bool, shape (rows,), or None
        Which records are positive.
    positive, negative : str
        How the classes are spelled.
    scores : dict of str to ndarray of float64
        The scores of each model as they are in the file, also where low ones mean positive.
    predicted : tuple of str
        Models that are predicted labels; their scores are 1 for the positive class, and 0.
    lower_is_positive : tuple of str
        The models whose low scores mean positive.
    weight : ndarray of float64 or None
        The weight of each record.
    fold, cluster, segment, partition : ndarray or None
        What each record belongs to.
    points : dict of str to OperatingPoints
        Operating points by model, of a table of points.
    counts : dict of str to ScoreCounts
        ScoreCounts per score by model, of a table of counts.
    left_out : tuple of (str, str)
        Columns that are no models though nothing was said of them, each with the reason.
    kept : ndarray of bool, shape (rows of the table,), or None
        Which rows of the table these are; None if all are.
    notes : tuple of str
        What the user should be told.
    """

    kind: Shape
    label: str = ""
    is_positive: NDArray[np.bool_] | None = None
    positive: str = "1"
    negative: str = "0"
    scores: dict[str, NDArray[np.float64]] = dataclasses.field(default_factory=dict)
    predicted: tuple[str, ...] = ()
    lower_is_positive: tuple[str, ...] = ()
    weight: NDArray[np.float64] | None = None
    fold: NDArray[Any] | None = None
    cluster: NDArray[Any] | None = None
    segment: NDArray[Any] | None = None
    partition: NDArray[Any] | None = None
    points: dict[str, OperatingPoints] = dataclasses.field(default_factory=dict)
    counts: dict[str, ScoreCounts] = dataclasses.field(default_factory=dict)
    left_out: tuple[tuple[str, str], ...] = ()
    kept: NDArray[np.bool_] | None = None
    notes: tuple[str, ...] = ()


def assign(  # noqa: PLR0913 - one argument a role
    columns: Columns,
    *,
    label: str | None = None,
    positive: Any = None,
    scores: Sequence[str] = (),
    predicted: Sequence[str] = (),
    lower_is_positive: Sequence[str] = (),
    weight: str | None = None,
    fold: str | None = None,
    cluster: str | None = None,
    segment: str | None = None,
    partition: str | None = None,
    apart: Sequence[str] = (),
    kind: Shape | None = None,
    drop_missing: bool = False,
    told: bool = False,
) -> Roles:
    """Find out what the columns of a table are.

    A table of points has columns ``tp, fn, fp, tn`` or ``fpr, tpr``, a table of counts ``score, positives,
    negatives``; both may have ``model``. Anything else holds records. Of records, the label is found by its
    name, and every numeric column is a model unless its name says otherwise, it is constant or an index:
    it has no name and stands first, counts the rows, or holds whole numbers that all differ, in 20 rows or
    more, and are every one of their range or spread over more than ten times as many values as there are
    rows; columns named like scores or ranks, and those between 300 and 850, stay. Columns
    ``<model>_p_<class>`` form one model.

    Parameters
    ----------
    columns : Columns
    label : str, optional
        The column of labels.
    positive : optional
        The positive class; else the conventional one (1, yes, true, positive …) of two.
    scores : sequence of str, optional
        The columns, or many-class models, to take for models; ``"a,b"`` are two, if none is called so.
    predicted : sequence of str, optional
        Columns of predicted labels, each a model; they can be joined by commas, too.
    lower_is_positive : sequence of str, optional
        Models whose low scores mean positive; they can be joined by commas, too.
    weight, fold, cluster, segment, partition : str, optional
        Columns for these uses; none is used without being named.
    apart : sequence of str, optional
        Columns of other uses, which are no models.
    kind : {"records", "points", "counts"}, optional
        What the table is, if its header is not to decide.
    drop_missing : bool, default False
        Whether rows without a label or without a score of any model are left out, the same for all models;
        else missing values are refused.
    told : bool, default False
        Whether the positive class of more than two must be told; else the last one that has scores is it.

    Returns
    -------
    Roles

    Raises
    ------
    InputError
        If a column that was named is not there, if the label, the positive class or the models are
        unclear, or if cells that matter are missing or of the wrong kind.
    """
    shape = kind or ("records" if label or scores or predicted else aggregates.recognised(columns))
    if shape == "points":
        return Roles("points", points=aggregates.points(columns))
    if shape == "counts":
        return Roles("counts", counts=aggregates.counts(columns))
    scores = parted(scores, model_names(columns.names))
    predicted = parted(predicted, columns.names)
    named = {"weight": weight, "fold": fold, "cluster": cluster, "segment": segment, "partition": partition}
    uses = uses_of(columns, label, named, scores, predicted)
    stated = labelled_cells(columns[uses["label"]], may_miss=drop_missing)
    groups = class_columns(columns.names, label_values(stated).values)
    order = [value for group in groups.values() for value in group]
    found = classes(stated, positive, order, told=told)
    taken = {*uses.values(), *predicted, *apart}
    models = (
        named_models(columns, tuple(dict.fromkeys(scores)), groups, found.positive)
        if scores
        else all_models(columns, taken, groups, found.positive, needed=not predicted)
    )
    kept, left_out = None, ""
    if drop_missing:
        kept, left_out = complete_rows(_wanted(columns, uses, models, predicted))
    if kept is not None:
        columns, models = columns.take(kept), models.take(kept)
        found = classes(columns[uses["label"]], found.positive, order)
    refuse_faults(_wanted(columns, uses, models, predicted))
    read = {name: numbers(column, "score") for name, column in models.columns.items()}
    if not scores:
        refuse_perfect_indexes(read, found.is_positive, columns.source)
    truth = columns[uses["label"]]
    flagged = {name: predicted_labels(columns, name, truth, found.positive) for name in predicted}
    lower = parted(lower_is_positive, read)
    if strange := [name for name in lower if name not in read]:
        raise no_such(strange[0], list(read), what="model", where="--lower", other="the models are")
    belonging: dict[str, Any] = {role: parts(columns[uses[role]], role) for role in PARTS if role in uses}
    return Roles(
        "records",
        label=uses["label"],
        is_positive=found.is_positive,
        positive=found.positive,
        negative=found.negative,
        scores=read | flagged,
        predicted=tuple(flagged),
        lower_is_positive=lower,
        weight=None if weight is None else amounts(columns[weight], "weight"),
        left_out=models.left_out,
        kept=kept,
        notes=(*filter(None, [left_out]), *found.notes, *models.notes, *unused_clusters(columns, uses)),
        **belonging,
    )


def uses_of(
    columns: Columns,
    label: str | None,
    named: Mapping[str, str | None],
    scores: Sequence[str],
    predicted: Sequence[str],
) -> dict[str, str]:
    """The columns of each use but that of scores, all of which are there and differ."""
    uses = {role: name for role, name in named.items() if name is not None}
    uses = {"label": _label(columns, label, set(uses.values()) | set(scores)), **uses}
    for role, name in uses.items():
        columns.column(name, f"the {role}")
    _refuse_two_roles(
        [
            *uses.items(),
            *(("score", name) for name in dict.fromkeys(scores)),
            *(("predicted label", name) for name in dict.fromkeys(predicted)),
        ]
    )
    return uses


def labelled_cells(truth: FileColumn, *, may_miss: bool) -> FileColumn:
    """The labels that are there; of one class only where others may miss, and never none."""
    if truth.missing is None:
        return truth
    if truth.missing.all():
        refuse_faults([Wanted(truth, "label", is_number=False)])
    found = truth.take(~truth.missing)
    if not may_miss and len(label_values(found).values) == 1:
        refuse_faults([Wanted(truth, "label", is_number=False, can_drop=True)])
    return found


def _wanted(
    columns: Columns, uses: Mapping[str, str], models: Models, predicted: Sequence[str]
) -> list[Wanted]:
    """All columns that are read, and what their cells must be."""
    found = [Wanted(columns[uses["label"]], "label", is_number=False, can_drop=True)]
    found += [
        Wanted(column, "score", can_drop=True, is_found=name in models.found)
        for name, column in models.columns.items()
    ]
    found += [
        Wanted(columns.column(name, "a predicted label"), "predicted label", is_number=False, can_drop=True)
        for name in predicted
    ]
    if "weight" in uses:
        found.append(Wanted(columns[uses["weight"]], "weight", most=math.inf))
    return [*found, *(Wanted(columns[uses[role]], role, is_number=False) for role in PARTS if role in uses)]


def unused_clusters(columns: Columns, uses: Mapping[str, str]) -> Iterator[str]:
    """Mention columns that are named as clusters and identifiers are, and have a value in several rows."""
    if "cluster" in uses:
        return
    for column in columns.columns:
        if column.name in uses.values() or other_meaning(column.name) not in {"a cluster", "an identifier"}:
            continue
        values = len(set(column.values.tolist()))
        if 1 < values < columns.rows:
            yield (
                f"{column.name} has {values:,} values: if rows sharing a value belong together, name it with "
                "--cluster"
            )


def _label(columns: Columns, given: str | None, taken: set[str]) -> str:
    """The name of the label column: the given one, or the only one that is named like a label."""
    if given is not None:
        return given
    candidates = [name for name in label_candidates(columns.names) if name not in taken]
    if len(candidates) != 1:
        wrong = (
            f"{len(candidates)} columns are named like a label: {listed(candidates)}"
            if candidates
            else f"none of the columns {listed(columns.names, most=MOST_COLUMNS)} is named like a label"
        )
        raise InputError(wrong, fix="name it with --label", where=columns.source)
    return candidates[0]


def _refuse_two_roles(uses: Sequence[tuple[str, str]]) -> None:
    first: dict[str, str] = {}
    for role, name in uses:
        if name in first:
            came = f"{name!r} as {first[name]} and as {role}"
            raise InputError("a column must have one role", came, "name different columns")
        first[name] = role


def partition_of(columns: Columns) -> str | None:
    """Return the column that parts the records by its name and values (train, test …); None without one.

    Nor is there one where two columns could be it, or a cell is missing.
    """
    texts = [one for one in columns.columns if one.kind == "text" and one.missing is None]
    found = [one.name for one in texts if is_partition(one.name, one.values)]
    return found[0] if len(found) == 1 else None
