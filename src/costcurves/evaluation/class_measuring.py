"""Measures of models of many classes, gathered: all of them, and those of each class."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.number_words import percent
from costcurves._ground.tables import Column, Table
from costcurves.errors import CostCurvesError, UndefinedError
from costcurves.inference.classes.volume_interval import volume_of
from costcurves.measures.class_measures import CLASS_MEASURES, class_measure
from costcurves.measures.class_proper_scores import CLASS_LOSSES
from costcurves.measures.confusion_measures import measure
from costcurves.measures.ordered_volume import expected_place
from costcurves.results.class_summary import ClassSummary
from costcurves.results.headline import with_brackets
from costcurves.tallies.class_counts import ClassCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurves._ground.arrays import Floats
    from costcurves.inference.classes.class_intervals import ModelOfClasses
    from costcurves.inference.estimate import Estimate
    from costcurves.measures.class_margins import ClassMargins

HAND_TILL, REST, VOLUME = "hand_till_m", "provost_domingos_auc", "ordered_vus"
#: Measures of rankings: title.
RANKINGS = {HAND_TILL: "Hand and Till's M", REST: "mean AUC against the rest", VOLUME: "ordered VUS"}
#: Two-class measures that are shown of each class against the rest.
BY_CLASS = {"recall": "tpr", "precision": "ppv", "F1": "f1", "specificity": "tnr"}


def measured(model: ModelOfClasses, name: str) -> Estimate:
    """Return one measure with its interval."""
    if name in RANKINGS:
        return _rankings(model)[name]()
    for row in CLASS_LOSSES:
        if row.key == name:
            return model.loss(row)
    return model.measure(class_measure(name))


def _rankings(model: ModelOfClasses) -> dict[str, Callable[[], Estimate]]:
    return {
        HAND_TILL: model.hand_till,
        REST: model.provost_domingos,
        VOLUME: functools.partial(_volume, model),
    }


def _volume(model: ModelOfClasses) -> Estimate:
    return volume_of(model.records, expected_place(model.records, model.model), model.level)


def summarised(models: Sequence[ModelOfClasses], *, ordered: bool, notes: tuple[str, ...]) -> ClassSummary:
    """Gather all measures of models on the same records."""
    first = models[0]
    rankings = [key for key in RANKINGS if ordered or key != VOLUME]
    titles = (
        {row.key: row.title for row in CLASS_MEASURES}
        | {row.key: row.title for row in CLASS_LOSSES}
        | {key: RANKINGS[key] for key in rankings}
    )
    better = {row.key: row.better for row in CLASS_MEASURES} | {row.key: "low" for row in CLASS_LOSSES}
    figures = {
        one.model: {key: _figure(functools.partial(measured, one, key)) for key in titles} for one in models
    }
    records = first.records
    place = int(len(first.shares) - 1 - np.argmax(first.shares[::-1]))
    return ClassSummary(
        records.classes, first.shares, len(records), first.level, titles,
        better | dict.fromkeys(rankings, "high"), figures, _naive(first.shares, place, rankings),
        records.classes[place], {one.model: one.counts for one in models}, notes,
    )  # fmt: skip


def _figure(work: Callable[[], Estimate]) -> Estimate | str:
    """Return a measure, or in words why it has no value."""
    try:
        return work()
    except UndefinedError as error:
        return f"{error.must}: {error.came}" if error.came else error.must
    except CostCurvesError as error:
        return error.must


def _naive(shares: Floats, place: int, rankings: Sequence[str]) -> dict[str, float]:
    """Measures of taking all for one class, and of the shares of the classes as probabilities."""
    table = np.zeros((len(shares), len(shares)))
    table[:, place] = shares
    counts = ClassCounts(table, tuple(map(str, range(len(shares)))))
    found = {row.key: row.value(counts) for row in CLASS_MEASURES}
    codes, rows = np.arange(len(shares)), np.tile(shares, (len(shares), 1))
    for loss in CLASS_LOSSES:
        with np.errstate(invalid="ignore"):
            each = np.where(shares > 0, loss(codes, rows), 0.0)
        found[loss.key] = float((shares * each).sum())
    chance = {HAND_TILL: 0.5, REST: 0.5, VOLUME: 1 / 6}
    return found | {key: chance[key] for key in rankings}


def by_class_table(model: ModelOfClasses, *, with_intervals: bool = True) -> Table:
    """Return measures of each class against the rest, with their intervals if asked, one row a class."""
    found: dict[str, Sequence[Estimate | None]] = {}
    for title, key in BY_CLASS.items():
        row = measure(key)
        found[title] = model.by_class(functools.partial(_of_rest, row), (row.low, row.high))
    brackets = f"; in brackets {percent(model.level)} intervals, each by itself" if with_intervals else ""
    notes = [f"Each class against the rest{brackets}."]
    try:
        found["AUC"] = model.areas_against_rest()
    except UndefinedError as error:
        notes.append(f"No AUC: {error.must}.")
    columns = [Column("class", "class", align="left"), Column("share", "share, %", decimals=1)]
    columns += [Column(BY_CLASS.get(title, "auc"), title, align="left") for title in found]
    cells = [_texts(estimates, with_intervals=with_intervals) for estimates in found.values()]
    shares = (100 * model.shares).tolist()
    rows = [list(row) for row in zip(model.records.classes, shares, *cells, strict=True)]
    if any(one is None for estimates in found.values() for one in estimates):
        notes.append("–: undefined, since the class is never predicted, or always.")
    return Table("by_class", f"Measures of {model.model} by class", columns, rows, notes=notes)


def _of_rest(row: Any, margins: ClassMargins) -> Floats:
    return np.asarray(row(margins.against_rest))


def _texts(estimates: Sequence[Estimate | None], *, with_intervals: bool) -> list[str]:
    found = [[math.nan] if one is None else [one.estimate, one.low, one.high] for one in estimates]
    shown = found if with_intervals else [one[:1] for one in found]
    return with_brackets([[0.5], *shown])[1:]
