"""Uncertainty of an evaluation, as it is asked for on the command line."""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.cli.loaded import silent
from costcurves.errors import Code, InputError, UndefinedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurves.cli.loaded import Loaded, Step
    from costcurves.cli.request import Request
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.results.interval_tables import Numbers

#: The step that whoever waits sees.
STEP = "making intervals"


def uncertainty(loaded: Loaded, request: Request, step: Step = silent) -> Uncertainty | None:
    """Return the uncertainty of the evaluation, or None without a request for it; see :func:`questioned`."""
    if not request.intervals.is_stated:
        return None
    step(STEP)
    return questioned(loaded, request, step)


def questioned(loaded: Loaded, request: Request, step: Step = silent) -> Uncertainty:
    """Return the uncertainty of the evaluation.

    Parameters
    ----------
    loaded : Loaded
    request : Request
    step : callable
        Told how many replicates are drawn.

    Raises
    ------
    InputError
        If all records are in one fold.
    UndefinedError
        If the file does not tell how many records there are.
    """
    if not all(tally.counted for tally in loaded.evaluation.models.values()):
        raise UndefinedError(
            "intervals need the number of records of each class",
            "operating points without class sizes",
            "give tp, fn, fp and tn, or leave out --level and its like",
            where=loaded.evaluation.name,
        )
    if loaded.chosen_on is None:
        _require_folds(loaded.evaluation, request)
    chosen_on = "cross-fitted" if loaded.chosen_on is None else loaded.chosen_on
    watch = functools.partial(step, STEP)
    return loaded.evaluation.uncertainty(chosen_on=chosen_on, progress=watch, **request.intervals.options())


def _require_folds(evaluation: Evaluation, request: Request) -> None:
    """Refuse a single fold: it leaves no others that could choose thresholds."""
    fold = None if evaluation.records is None else evaluation.records.fold
    if fold is not None and len(np.unique(fold)) == 1:
        raise InputError(
            "thresholds for a fold must be chosen on the others, so that there are two or more",
            f"{fold[0]} in all rows of the column {request.reading.fold!r}",
            "leave out --fold: records are then dealt into folds",
            where=evaluation.name,
        )


#: What is advised where intervals may be left out.
LEAVE_OUT = "leave out --level and its like"


@contextlib.contextmanager
def cross_fitting(evaluation: Evaluation, fix: str = LEAVE_OUT) -> Iterator[None]:
    """Name file, class and options where there are too few records to choose thresholds and judge them.

    Parameters
    ----------
    evaluation : Evaluation
    fix : str
        What to do, if there are no more records to be had.
    """
    try:
        yield
    except UndefinedError as problem:
        if problem.code is not Code.TOO_FEW:
            raise
        fix = f"give more records, or {fix}"
        raise problem.but(came=_rarer(evaluation), where=evaluation.name, fix=fix) from None


def _rarer(evaluation: Evaluation) -> str:
    """Say which class has fewer records (or clusters), and how many."""
    records = evaluation.records
    if records is None:
        tally = next(iter(evaluation.models.values()))
        counts = {"positive": float(tally.total_positive), "negative": float(tally.total_negative)}
        name = min(counts, key=lambda name: counts[name])
        return f"{counts[name]:g} {name}"
    classes = {records.positive: records.is_positive, records.negative: ~records.is_positive}
    units = np.arange(len(records.is_positive)) if records.cluster is None else records.cluster
    found = {name: len(np.unique(units[rows])) for name, rows in classes.items()}
    name = min(found, key=lambda name: found[name])
    return f"{found[name]} of class {name!r}"


def evaluated_json(found: Numbers, condition: OperatingCondition | None) -> dict[str, dict[str, Any]]:
    """Return the intervals of all models as documents carry them; costs with the PC(+) that they are at."""
    at = {} if condition is None else {key: {"pc": condition.pc} for key in ("cost", "money")}
    return {
        model: {key: one.to_json() | at.get(key, {}) for key, one in own.items()}
        for model, own in found.items()
    }
