"""Decisions for numeric predictions: which model, and which shift of it, at the costs of a unit of error."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from costcurves.conditions.unit_costs import UnitCosts
from costcurves.inference.numbers.error_intervals import error_interval
from costcurves.inference.numbers.shift_choice import CONSTANT, ShiftChoice
from costcurves.inference.numbers.shift_losses import stated_loss
from costcurves.inference.numbers.unit_spread import numbered
from costcurves.inference.resampling import Splits
from costcurves.results.headline import Headline
from costcurves.results.shift_facts import ShiftRow
from costcurves.results.shift_recommendation import ShiftRecommendation
from costcurves.space.loss_curve import LossCurve
from costcurves.space.loss_winners import loss_ranges
from costcurves.tallies.error_tally import ErrorTally

if TYPE_CHECKING:
    from costcurves.tallies.numeric_records import NumericRecords

#: Of which intervals are made where none are shown.
USUAL = 0.95


def recommended_shift(
    records: NumericRecords,
    costs: UnitCosts | float,
    models: tuple[str, ...],
    *,
    level: float | None,
    splits: Splits | None,
    seed: int,
) -> ShiftRecommendation:
    """Return model and shift; see :meth:`costcurves.NumericEvaluation.decide`."""
    confidence = USUAL if level is None else level
    priced = costs if isinstance(costs, UnitCosts) else None
    by = stated_loss(costs, records)
    dealt = splits or Splits.of_size(len(records), seed=seed)
    choice = ShiftChoice.of(records, models, dealt, by)
    rows = _rows(records, choice, level)
    whole = choice.cost(confidence)
    scale = 1.0 if priced is None or by.kappa is None else priced.scale
    used, shown = choice.dealt.splits, level is not None
    headline = Headline(
        "cost" if priced else "loss",
        scale * whole.estimate,
        scale * whole.low if shown else None,
        scale * whole.high if shown else None,
        level,
        "cross-fitted",
        "model+shift" if len(models) > 1 else "shift",
        used.folds if used else None,
        used.repeats if used else None,
        used.seed if used else None,
        reason=whole.notes[0] if whole.notes else "",
    )
    constant = _row(records, choice, CONSTANT, confidence, confidence)
    if shown:
        constant = dataclasses.replace(constant, gap=choice.constant_gap(rows[0].model, confidence))
    leading = rows[0].model if rows[0].loss.estimate < constant.loss.estimate else CONSTANT
    seems = choice.mean(leading, (rows[0] if leading != CONSTANT else constant).middle)
    stands = None if by.kappa is None else _stands(_tallies(choice), leading, by.kappa)
    weight = float(choice.dealt.weights.sum())
    return ShiftRecommendation(
        by.kappa,
        priced,
        rows,
        constant,
        headline,
        seems,
        len(records),
        choice.picked,
        stands,
        records.notes,
        weight,
    )


def _tallies(choice: ShiftChoice) -> dict[str, ErrorTally]:
    return {
        name: ErrorTally.of_errors(rule.error, choice.dealt.weight) for name, rule in choice.rules.items()
    }


def _rows(records: NumericRecords, choice: ShiftChoice, level: float | None) -> tuple[ShiftRow, ...]:
    """Return every model, the one of least loss first, with its distance from that one."""
    confidence = USUAL if level is None else level
    each = 1 - (1 - confidence) / len(choice.models)
    found = []
    for model in choice.models:
        row = _row(records, choice, model, confidence, each)
        loss = dataclasses.replace(row.loss, level=confidence).together(models=len(choice.models))
        found.append(dataclasses.replace(row, loss=loss))
    found.sort(key=lambda row: row.loss.estimate)
    if len(found) < 2 or level is None:
        return tuple(found)
    first, *others = found
    gaps = choice.gaps(first.model, tuple(row.model for row in others), level)
    own = gaps[others[0].model]
    mirrored = dataclasses.replace(own, estimate=-own.estimate, low=-own.high, high=-own.low)
    return (
        dataclasses.replace(first, gap=mirrored),
        *(dataclasses.replace(row, gap=gaps[row.model]) for row in others),
    )


def _row(records: NumericRecords, choice: ShiftChoice, model: str, level: float, each: float) -> ShiftRow:
    """Return one model, or the constant; its loss at cross-fitted shifts has the level `each`."""
    kappa = 0.5 if choice.by.kappa is None else choice.by.kappa  # nothing, where costs differ by record
    of = (
        records.benchmark(next(iter(records.constants.benchmarks)), kappa)
        if model == CONSTANT
        else records.predicted(model, kappa)
    )
    as_is = error_interval(choice.by.measure, of, cluster=numbered(records.cluster), level=level)
    return ShiftRow(model, choice.best(model), choice.loss(model, each), as_is)


def _stands(tallies: dict[str, ErrorTally], leading: str, kappa: float) -> tuple[float, float] | None:
    """Return the range of κ around a place in which the leading model loses least on these records."""
    ranges = loss_ranges({name: LossCurve.best_shift(tally) for name, tally in tallies.items()})
    place = next(i for i, one in enumerate(ranges) if one.low <= kappa <= one.high)
    if leading not in ranges[place].models:
        return None
    low = high = place
    while low > 0 and leading in ranges[low - 1].models:
        low -= 1
    while high < len(ranges) - 1 and leading in ranges[high + 1].models:
        high += 1
    return ranges[low].low, ranges[high].high
