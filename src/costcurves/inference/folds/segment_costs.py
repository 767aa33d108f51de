"""Judging a model segment by segment: costs of one threshold and of own ones, with intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground import arrays
from costcurves.conditions.operating_condition import OperatingCondition
from costcurves.conditions.stated_condition import StatedCondition
from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.inference.costs.crossfit import CrossFitted, switch_points
from costcurves.inference.estimate import confidence
from costcurves.inference.folds.segment_trial import Trial, place
from costcurves.inference.folds.segments import Refused, Segments
from costcurves.inference.resampling import Splits
from costcurves.rules.rule import Rule, TunedOn
from costcurves.tallies.records import Records

if TYPE_CHECKING:
    from costcurves.conditions.stated_condition import Condition
    from costcurves.tallies.tally import Tally

ONE_BY_ONE = "Intervals hold one by one: of many, some miss."
NO_BRIDGE = "Differences are taken as if no cluster reached over several segments."


def segment_costs(
    records: Records,
    condition: Condition,
    model: str | None = None,
    *,
    rule: Rule | None = None,
    chosen_on: Records | None = None,
    level: float = 0.95,
    folds: int = 5,
    repeats: int = 10,
    seed: int = 0,
) -> Segments:
    """Judge one threshold for all segments against one of its own in each, at an operating condition.

    The costs are the same everywhere; the prevalence is not. A stated one holds over all segments: each
    segment's odds of being positive are those of its records times the ratio of the stated odds to the
    odds of all records. So every segment has a PC(+) of its own, and costs a case, weighted by the shares of
    the segments, add up to those of all records. A model that is calibrated in every segment loses nothing
    by sharing: its best threshold depends on the costs alone.

    Parameters
    ----------
    records : Records with a segment
    condition : OperatingCondition, Costs or float
        With costs or PC(+) alone, the prevalence is that of the records.
    model : str, optional
        Needless if there is one.
    rule : Rule, optional
        How the common threshold is chosen, e.g. `fixed(0.5)`. By default both the common and the own
        thresholds are cross-fitted: each record is judged by thresholds chosen without it.
    chosen_on : Records with a segment, optional
        Other records that choose both the common and the own thresholds.
    level : float
        Confidence of each interval.
    folds, repeats, seed : int
        How cross-fitted thresholds are dealt; folds of the records take no part.

    Returns
    -------
    Segments

    Raises
    ------
    InputError
        If there are no segments, the condition or the model is none, or the prevalence is 0 or 1.
    UndefinedError
        If all records, or those of every segment, are of one class.

    References
    ----------
    Differences between a segment and all records are sums of four independent rates, joined as by Zou,
    Huang & Zhang (2009), Statistics in Medicine 28.

    Examples
    --------
    >>> from costcurves import Costs, Records
    >>> from costcurves.rules import fixed
    >>> records = Records.read([1, 1, 0, 0, 1, 1, 0, 0], [8, 7, 2, 1, 4, 9, 6, 3], segment=list("aaaabbbb"))
    >>> found = segment_costs(records, OperatingCondition(0.5, Costs(fp=1, fn=1)), rule=fixed(5))
    >>> [(one.name, one.nec.estimate, one.cost.estimate) for one in found.segments]
    [('a', 0.0, 0.0), ('b', 0.5, 0.5)]
    """
    trial = _trial(records, condition, model, rule, chosen_on, Splits(folds, repeats, seed), level)
    parts = [trial.part(str(value), rows) for value, rows in trial.records.rows_by("segment").items()]
    refused = [Refused(part.name, len(part.records), part.one_class) for part in parts if part.one_class]
    if len(refused) == len(parts):
        raise UndefinedError(
            "a segment needs records of both classes",
            f"one class in every one of {len(refused)} segments",
            "give more records, or wider segments",
        )
    whole = trial.part("all records", np.arange(len(trial.records)))
    segments = [part.judged(whole) for part in parts if not part.one_class]
    notes = [ONE_BY_ONE] if len(segments) > 2 else []
    notes += [NO_BRIDGE] if records.cluster is not None else []
    notes += StatedCondition.read(condition, trial.records.tally(trial.model).prevalence).notes
    found = (trial.model, trial.condition, trial.rule.title, whole.judged(whole))
    return Segments(*found, tuple(segments), tuple(refused), trial.level, tuple(notes))


def _trial(
    records: Records,
    condition: Condition,
    model: str | None,
    rule: Rule | None,
    chosen_on: Records | None,
    splits: Splits,
    level: float,
) -> Trial:
    """Check what was given, and let the common threshold decide about every record."""
    for given, purpose in ((records, "segments"), (chosen_on, "choosing thresholds elsewhere")):
        if given is not None and not isinstance(given, Records):
            raise InputError(f"{purpose} need records", kind_of(given), "use Records.read(…)")
    if rule is not None and chosen_on is not None:
        raise InputError(
            "the common threshold must be chosen in one way", "both rule and chosen_on", "leave out one"
        )
    if records.weight is not None:
        records = records.take(np.flatnonzero(records.weight))
    name = _model(records, model)
    tally = records.tally(name)
    tally.require_both_classes("judging segments")
    operating = _condition(condition, tally)
    placed = place(records, name)
    if chosen_on is not None:
        rule = TunedOn(chosen_on.tally(name))
    if rule is None:
        rule = CrossFitted(placed, name, splits.within(placed))
    flagged = switch_points(placed, name, Rule.require(rule)) <= operating.pc
    return Trial(records, name, operating, rule, chosen_on, splits, confidence(level), flagged)


def _model(records: Records, model: str | None) -> str:
    """Return the model that is asked for, or the only one."""
    if model is None and len(records.scores) > 1:
        raise InputError(
            "segments are judged one model at a time", "no model", f"name one of {', '.join(records.scores)}"
        )
    name = next(iter(records.scores)) if model is None else model
    records.score(name)  # says which models there are
    return name


def _condition(condition: Condition, tally: Tally) -> OperatingCondition:
    """Return the condition with a prevalence that lies between its ends."""
    found = StatedCondition.read(condition, tally.prevalence, optional=False)
    if not found.one.placed:
        return OperatingCondition.from_pc(found.one.pc, prevalence=tally.prevalence)
    arrays.inner_share(found.one.prevalence, "the prevalence of segments")
    return found.one
