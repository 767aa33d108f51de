"""The recommendation among models of many classes: gathered from what choosing costs on folds left out."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import Code, UndefinedError
from costcurves.inference.classes.class_choice import ClassChoice
from costcurves.inference.classes.class_deciding import DecidingModel
from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.resampling import Splits
from costcurves.results.class_recommendation import ClassRecommendation
from costcurves.results.class_recommendation_facts import ClassModelRow
from costcurves.results.headline import Headline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves._ground.arrays import Floats
    from costcurves.conditions.cost_matrix import CostMatrix
    from costcurves.tallies.class_records import ClassRecords

#: Fewer records of a class tell little.
FEW = 10


def recommended(
    records: ClassRecords,
    models: Sequence[str],
    costs: CostMatrix,
    prevalence: Floats | None,
    level: float,
    seed: int,
    *,
    of_errors: bool,
) -> ClassRecommendation:
    """Judge models and the choice among them on folds left out; on the same records if too few."""
    level, shares = confidence(level), records.prevalence if prevalence is None else prevalence
    try:
        choice = ClassChoice.of(records, models, costs, prevalence, Splits.of_size(len(records), seed=seed))
    except UndefinedError as error:
        if error.code is not Code.TOO_FEW:
            raise
        deciders = [DecidingModel(records, name, costs, shares) for name in models]
        rows = tuple(sorted((_row(one) for one in deciders), key=lambda row: row.seems))
        best = min(rows[0].seems, costs.constant(shares)[1])
        headline = Headline(
            _measure(of_errors),
            best,
            basis="same-records",
            reason=f"judging on records left out needs two or more of each class; {error.came} in the rarest",
        )
        found = _made(records, costs, shares, rows, headline, of_errors=of_errors)
        return dataclasses.replace(found, shares_given=prevalence is not None)
    rows, headline = _rows(choice, level), _headline(choice, level, of_errors=of_errors)
    first = next(place for place, name in enumerate(models) if name == rows[0].model)
    return dataclasses.replace(
        _made(records, costs, shares, rows, headline, of_errors=of_errors),
        picked=choice.picked,
        constant_gap=choice.constant_gap(first, level),
        shares_given=prevalence is not None,
    )


def _measure(of_errors: bool) -> str:  # noqa: FBT001 - a fact, passed on
    return "error" if of_errors else "cost"


def _row(one: DecidingModel, cost: Estimate | None = None) -> ClassModelRow:
    records = one.records
    weight = np.ones(len(records)) if records.weight is None else records.weight
    rates = np.zeros((len(records.classes), len(one.costs.actions)))
    np.add.at(rates, (records.codes, one.taken), weight)
    taken = one.prevalence @ (rates / records.sizes[:, None])
    names, seems = one.costs.actions, one.seems
    actions = (
        {label: names[place] for label, place in zip(records.classes, one.best_actions.tolist(), strict=True)}
        if one.is_fitted
        else {}
    )
    cost = Estimate(seems, seems, seems) if cost is None else cost
    return ClassModelRow(
        one.model, one.way, cost, seems, dict(zip(names, taken.tolist(), strict=True)), actions
    )


def _rows(choice: ClassChoice, level: float) -> tuple[ClassModelRow, ...]:
    """Every model with its cost, the cheapest first, and its gap to that."""
    found = [_row(rule.model, cost) for rule, cost in zip(choice.rules, choice.costs(level), strict=True)]
    order = sorted(range(len(found)), key=lambda place: (found[place].cost.estimate, place))
    if len(order) == 1:
        return (found[0],)
    first, second = order[:2]
    rows = [dataclasses.replace(found[first], gap=choice.difference(first, second, level))]
    rows += [
        dataclasses.replace(found[place], gap=choice.difference(place, first, level)) for place in order[1:]
    ]
    return tuple(rows)


def _headline(choice: ClassChoice, level: float, *, of_errors: bool) -> Headline:
    cost, fitted = choice.whole(level), any(rule.model.is_fitted for rule in choice.rules)
    covers = {(True, True): "model+actions", (True, False): "model", (False, True): "actions"}
    given, fewest = choice.units.fold is not None, min(choice.units.units)
    few = f"one class has {fewest} {choice.units.drawn} only, so all of this is rough" if fewest < FEW else ""
    return Headline(
        _measure(of_errors), cost.estimate, cost.low, cost.high, level, basis="cross-fitted",
        covers=covers.get((len(choice.rules) > 1, fitted), "model"),
        folds=int(choice.rules[0].parts[0].max()) + 1,
        repeats=None if given else choice.splits.repeats,
        seed=None if given else choice.splits.seed, reason=few,
    )  # fmt: skip


def _made(
    records: ClassRecords,
    costs: CostMatrix,
    shares: Floats,
    rows: tuple[ClassModelRow, ...],
    headline: Headline,
    *,
    of_errors: bool,
) -> ClassRecommendation:
    always = dict(zip(costs.actions, (shares @ costs.costs).tolist(), strict=True))
    prevalence = dict(zip(records.classes, shares.tolist(), strict=True))
    return ClassRecommendation(
        costs, prevalence, rows, headline, {}, always, costs.worst(shares), len(records),
        float(records.sizes.sum()), of_errors,
    )  # fmt: skip
