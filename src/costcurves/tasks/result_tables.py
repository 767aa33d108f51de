"""Tables of what was found: parts with their gaps, a decision beside the trivial ones, winner ranges."""

from __future__ import annotations

import dataclasses
import itertools
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.tables import Column, Table
from costcurves._ground.wording import short
from costcurves.charts.figures.space_figures import cost_by_part
from costcurves.decisions.optima import least_cost
from costcurves.errors import InputError, UndefinedError
from costcurves.measures.summaries import SUMMARIES
from costcurves.rules.rule import optimal, tuned_on

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurves.charts.marks import Chart
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.decisions.decision import Decision
    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.results.judged_decision import JudgedDecision
    from costcurves.space.winners import WinnerRange
    from costcurves.tallies.tally import Tally
    from costcurves.tasks.loaded import Loaded

__all__ = [
    "choices_table",
    "judged_table",
    "models_table",
    "numbers_by",
    "part_chart",
    "part_gaps",
    "part_numbers",
    "parts_table",
    "table_by",
    "winners_table",
]  # fmt: skip

#: The summaries that are shown by fold and by segment.
BY = ("auc", "area", "h_measure")

#: So many folds or segments are shown.
MOST = 20


def winners_table(ranges: Iterable[WinnerRange]) -> Table:
    """Ranges of PC(+) with the cheapest choice."""
    columns = [
        Column("low", "from PC(+)", decimals=4),
        Column("high", "to", decimals=4),
        Column("winner", "cheapest", align="left"),
    ]
    return Table(
        "winners",
        "Cheapest choice by operating condition",
        columns,
        [(r.low, r.high, r.winner) for r in ranges],
    )


def part_numbers(loaded: Loaded) -> dict[str, dict[str, dict[str, float | None]]]:
    """Summaries of every model on every part: model → part → key → number, None where undefined.

    Where thresholds are chosen elsewhere, ``tuned_area`` is the area under the cost curve with those.
    """
    found: dict[str, dict[str, dict[str, float | None]]] = {}
    for model in loaded.evaluation.models:
        found[model] = {}
        for part, evaluation in loaded.parts.items():
            tally = evaluation.tally(model)
            numbers = {summary.key: _or_none(summary, tally) for summary in SUMMARIES}
            if loaded.chosen_on is not None:
                chosen = loaded.chosen_on.tally(model)
                numbers["tuned_area"] = _or_none(
                    lambda tally, chosen=chosen: tuned_on(chosen)(tally).area, tally
                )
            found[model][part] = numbers
    return found


def _or_none(summary: Any, tally: Tally) -> float | None:
    """A number of a tally, None where it is undefined."""
    try:
        return float(summary(tally))
    except (InputError, UndefinedError):
        return None


def part_gaps(loaded: Loaded) -> dict[str, dict[str, dict[str, float | None]]]:
    """What every number is on a part, less what it is on the part of reference: model → part → key → gap."""
    gaps: dict[str, dict[str, dict[str, float | None]]] = {}
    for model, parts in part_numbers(loaded).items():
        own = parts[loaded.reference]
        gaps[model] = {
            part: {key: _minus(number, own[key]) for key, number in numbers.items()}
            for part, numbers in parts.items()
            if part != loaded.reference
        }
    return gaps


def _minus(number: float | None, other: float | None) -> float | None:
    """Difference, where it is defined; two infinite losses have none."""
    if number is None or other is None or (number == other and math.isinf(number)):
        return None
    return number - other


def parts_table(loaded: Loaded) -> Table:
    """The main summaries by model and part, with the gaps to the part of reference."""
    numbers, gaps = part_numbers(loaded), part_gaps(loaded)
    titles = {summary.key: summary.title for summary in SUMMARIES if summary.main}
    if loaded.chosen_on is not None:
        titles["tuned_area"] = f"area, thresholds of {loaded.reference}"
    # One column for both: wide tables repeat their first column only.
    columns = [Column("part", "model, part", align="left")]
    columns += [Column(key, title, decimals=4) for key, title in titles.items()]
    rows: list[list[Any]] = []
    for model, parts in numbers.items():
        rows += [[f"{model}, {part}", *(found[key] for key in titles)] for part, found in parts.items()]
        rows += [
            [f"{model}, {part} − {loaded.reference}", *(found[key] for key in titles)]
            for part, found in gaps[model].items()
        ]
    return Table("parts", "Every part, and its gap to the part of reference", columns, rows)


def choices_table(decision: Decision) -> Table:
    """The decision beside flagging nobody and everybody: outcomes of 1,000 cases, and what they cost."""
    columns = [Column("choice", "choice", align="left")]
    rows: list[list[Any]] = [["this decision"], ["flag nobody"], ["flag everybody"]]
    choices = [(decision.fpr, decision.tpr), (0.0, 0.0), (1.0, 1.0)]
    p = decision.prevalence
    if p == p:  # noqa: PLR0124 - NaN where nobody knows it
        columns += [Column("flagged", "flagged, %", decimals=2)]
        columns += [Column(key, f"{key.upper()} of 1,000", decimals=1) for key in ("tp", "fn", "fp", "tn")]
        for row, (fpr, tpr) in zip(rows, choices, strict=True):
            row.append(100 * (p * tpr + (1 - p) * fpr))
            row.extend(1000 * share for share in (p * tpr, p * (1 - tpr), (1 - p) * fpr, (1 - p) * (1 - fpr)))
    else:
        columns += [Column("fpr", "FPR", decimals=4), Column("tpr", "TPR", decimals=4)]
        for row, rates in zip(rows, choices, strict=True):
            row.extend(rates)
    if decision.condition is not None:
        columns.append(Column("nec", "NEC", decimals=4, best="low"))
        for row, rates in zip(rows, choices, strict=True):
            row.append(float(decision.condition.nec(*rates)))
    if decision.expected_cost is not None:
        columns.append(_money_column(decision))
        for row, cost in zip(
            rows, (decision.expected_cost, decision.cost_of_nobody, decision.cost_of_everybody), strict=True
        ):
            row.append(_shown(decision, cost))
    return Table("choices", "What it comes to", columns, rows)


def _money_column(decision: Decision) -> Column:
    """Column of what a case costs, or brings."""
    if _brings(decision):
        return Column("brings", "brings a case", digits=5, best="high")
    return Column("cost", "cost a case", digits=5, best="low")


def _brings(decision: Decision) -> bool:
    """Whether money was stated as benefits."""
    return decision.condition is not None and decision.condition.costs.stated_as_benefits


def _shown(decision: Decision, cost: float | None) -> float | None:
    """A cost as it is shown: turned where benefits were stated."""
    return -cost if cost is not None and _brings(decision) else cost


def judged_table(found: JudgedDecision, reference: str) -> Table:
    """One decision on every part: rates, costs, what the best threshold would cost there, and the gap."""
    decision = found.decision
    columns = [
        Column("part", "part", align="left"),
        Column("fpr", "FPR", decimals=4),
        Column("tpr", "TPR", decimals=4),
    ]
    money = decision.expected_cost is not None
    if found.best:
        columns += [Column("nec", "NEC", decimals=4), Column("best", "best NEC there", decimals=4)]
        columns += [Column("gap", f"NEC − that of {reference}", decimals=4)]
    if money:
        columns.append(dataclasses.replace(_money_column(decision), best=None))
    rows: list[list[Any]] = []
    for part, judged in found.parts.items():
        row: list[Any] = [part, judged.fpr, judged.tpr]
        if found.best:
            row += [judged.nec, found.best[part], _minus(judged.nec, found.parts[reference].nec)]
        if money:
            row.append(_shown(judged, judged.expected_cost))
        rows.append(row)
    return Table("parts", "The same decision on every part", columns, rows)


def models_table(evaluation: Evaluation, names: Iterable[str], condition: OperatingCondition) -> Table:
    """What each model costs at a condition, with its best threshold."""
    decisions = [evaluation.decide(criterion=least_cost(condition), model=name) for name in names]
    columns = [Column("model", "model", align="left"), Column("threshold", "threshold", digits=7)]
    columns += [Column("fpr", "FPR", decimals=4), Column("tpr", "TPR", decimals=4)]
    columns.append(Column("nec", "NEC", decimals=4, best="low"))
    rows = [[d.model, d.threshold, d.fpr, d.tpr, d.nec] for d in decisions]
    if not condition.relative:
        columns.append(_money_column(decisions[0]))
        for row, decision in zip(rows, decisions, strict=True):
            row.append(_shown(decision, decision.expected_cost))
    return Table("models", f"At PC(+) = {short(condition.pc)}, each with its best threshold", columns, rows)


def numbers_by(evaluation: Evaluation, column: str) -> dict[str, dict[str, dict[str, Any]]]:
    """AUC, area and class sizes by fold or segment: value → model → key; None where undefined."""
    return {str(value): _main_numbers(part) for value, part in evaluation.by(column).items()}


def _main_numbers(evaluation: Evaluation) -> dict[str, dict[str, Any]]:
    """AUC, area and class sizes of every model."""
    return {
        model: {
            "positives": tally.total_positive,
            "negatives": tally.total_negative,
            **{summary.key: _or_none(summary, tally) for summary in SUMMARIES if summary.key in BY},
        }
        for model, tally in evaluation.models.items()
    }


def table_by(evaluation: Evaluation, column: str) -> Table:
    """AUC and area of all records and by fold or segment, one row a value and model."""
    titles = {summary.key: summary.title for summary in SUMMARIES if summary.key in BY}
    columns = [Column("of", f"{column}, model", align="left")]
    columns += [Column("positives", "positives"), Column("negatives", "negatives")]
    columns += [Column(key, title, decimals=4) for key, title in titles.items()]
    found = numbers_by(evaluation, column)
    shown = {"all records": _main_numbers(evaluation), **dict(itertools.islice(found.items(), MOST))}
    rows = [
        [f"{value}, {model}", *numbers.values()]
        for value, models in shown.items()
        for model, numbers in models.items()
    ]
    notes = [f"{len(found) - MOST:,} more are in --json"] if len(found) > MOST else []
    return Table(column, f"By {column}", columns, rows, notes=notes)


def part_chart(loaded: Loaded, model: str | None = None) -> Chart:
    """Cost curves of one model on every part; by default of the best one on the reference."""
    reference = loaded.parts[loaded.reference]
    name = model or min(reference.models, key=lambda name: optimal(reference.tally(name)).area)
    return cost_by_part({part: evaluation.tally(name) for part, evaluation in loaded.parts.items()}, name)
