"""Tables of a report page, as data: ranges, thresholds, costs, parts."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from costcurves._ground.tables import Column, Table
from costcurves._ground.wording import format_value, percent
from costcurves.charts.lettering import corner_ranges
from costcurves.conditions.operating_condition import OperatingCondition
from costcurves.criteria.decision_parts import ThresholdInterval
from costcurves.rules.rule import optimal
from costcurves.space.roc import RocHull
from costcurves.space.winners import winner_ranges
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurves.criteria.decision import Decision
    from costcurves.tallies.records import Records
    from costcurves.tallies.tally import Tally

#: Ratios of costs, fn/fp, for readers who have stated none.
RATIOS = (1, 2, 5, 10, 20, 50, 100)

#: Money is stated per so many cases: few enough to picture, many enough for whole numbers.
CASES = 1000

_FROM, _TO = Column("low", "from PC(+)", decimals=4), Column("high", "to PC(+)", decimals=4)
_RATES = [Column("fpr", "FPR", decimals=4), Column("tpr", "TPR", decimals=4)]
_RULE = [Column("rule", "flag", align="left"), Column("alike", "thresholds that decide alike", align="left")]


class Evaluated(Protocol):
    """What a page needs of a :class:`~costcurves.Evaluation`."""

    @property
    def models(self) -> Mapping[str, Tally]:
        """Tallies by model."""

    @property
    def records(self) -> Records | None:
        """The rows, where there are rows."""

    @property
    def name(self) -> str:
        """What the records are called."""

    @property
    def notes(self) -> Sequence[str]:
        """What a reader should be told."""

    def summary(self) -> Table:
        """Table of summaries."""


# ---- conditions -----------------------------------------------------------------------------


def shared_sizes(models: Mapping[str, Tally]) -> tuple[float, float] | None:
    """Weight of positives and of negatives that all models agree on; None where it is unknown or differs.

    Sums of weights that are not whole agree up to rounding.
    """
    sizes = [(t.total_positive, t.total_negative) for t in models.values() if t.counted]
    if len(sizes) < len(models):
        return None
    alike = all(
        math.isclose(a, b, rel_tol=1e-9) for size in sizes for a, b in zip(size, sizes[0], strict=True)
    )
    return sizes[0] if alike else None


def shared_prevalence(models: Mapping[str, Tally]) -> float | None:
    """Share of positives that all models agree on; None where it is unknown or differs."""
    tallies = list(models.values())
    if not all(t.counted or t.stated_prevalence is not None for t in tallies):
        return None
    first = tallies[0].prevalence
    return first if all(math.isclose(t.prevalence, first, rel_tol=1e-9) for t in tallies) else None


def cost_ratio(pc: float, prevalence: float) -> float:
    """Cost of a false negative in false positives, fn/fp, at which PC(+) has a value; inf at PC(+) = 1.

    Examples
    --------
    >>> cost_ratio(0.5, 0.1)
    9.0
    """
    return pc * (1 - prevalence) / ((1 - pc) * prevalence) if pc < 1 else math.inf


def _ratio_columns(prevalence: float | None) -> list[Column]:
    """Columns for the cost ratio at both ends of a range."""
    if prevalence is None:
        return []
    return [
        Column("from_ratio", "from fn/fp", hint="false positives that one false negative costs"),
        Column("to_ratio", "to fn/fp", hint="false positives that one false negative costs"),
    ]


def _ratio_note(prevalence: float | None) -> tuple[str, ...]:
    """Say what the columns of the cost ratio mean."""
    if prevalence is None:
        return ()
    note = "fn/fp says the same as a ratio of costs: as many false positives as one false negative costs, "
    return (f"{note}where {percent(prevalence)} of the cases are positive.",)


def _ratios(low: float, high: float, prevalence: float | None) -> list[str]:
    """Cost ratios at both ends of a range, each with its own three digits: they span many powers of ten."""
    if prevalence is None:
        return []
    ratios = [cost_ratio(pc, prevalence) for pc in (low, high)]
    return [format_value(ratio, digits=3) if ratio else "0" for ratio in ratios]


def ranges_table(models: Mapping[str, Tally], prevalence: float | None) -> Table:
    """Which model is cheapest in which range of PC(+)."""
    ranges = winner_ranges({name: optimal(tally) for name, tally in models.items()})
    rows = [[r.low, r.high, r.winner, *_ratios(r.low, r.high, prevalence)] for r in ranges]
    columns = [_FROM, _TO, Column("winner", "cheapest", align="left"), *_ratio_columns(prevalence)]
    return Table("ranges", "Cheapest choice by range of PC(+)", columns, rows, notes=_ratio_note(prevalence))


def operating_table(models: Mapping[str, Tally], prevalence: float | None) -> Table:
    """Where each model beats both trivial classifiers."""
    rows: list[list[Any]] = []
    for name, tally in models.items():
        found = RocHull.of(tally).operating_range
        low, high = found or (None, None)
        rows.append([name, low, high, *(_ratios(*found, prevalence) if found else [None] * 2)])
        rows[-1] = rows[-1][: 3 + len(_ratio_columns(prevalence))]
    columns = [Column("model", "model", align="left"), _FROM, _TO, *_ratio_columns(prevalence)]
    note = "Where some threshold of the model costs less than flagging nobody and than flagging everybody."
    return Table("operating", "Operating range of each model", columns, rows, notes=(note,))


# ---- thresholds -----------------------------------------------------------------------------


def thresholds_table(models: Mapping[str, Tally]) -> Table:
    """Which model with which threshold is cheapest in which range of PC(+): all ranges, without gaps.

    Where models tie, the first is used.
    """
    rows: list[list[Any]] = []
    corners = {name: _corners(tally) for name, tally in models.items()}
    for found in winner_ranges({name: optimal(tally) for name, tally in models.items()}):
        if found.trivial:
            rate = float(found.trivial == "everybody")
            rows.append([found.low, found.high, "any", found.winner, "", rate, rate])
            continue
        name = found.models[0]
        for low, high, *rest in corners[name]:
            start, stop = max(low, found.low), min(high, found.high)
            if start < stop:
                rows.append([start, stop, name, *rest])
    columns = [_FROM, _TO, Column("model", "use", align="left"), *_RULE, *_RATES]
    return Table("thresholds", "Cheapest model and threshold at every PC(+)", columns, rows)


def abridged(table: Table) -> Table:
    """Shorten a long table of ranges to those in which somebody looks who knows PC(+) to two decimals."""
    if len(table.rows) <= 100:
        return table
    rows = [row for row in table.rows if math.ceil(100 * row[0] - 1e-9) <= 100 * row[1] + 1e-9]
    note = f"{len(rows)} of {len(table.rows)} ranges: those that hold a PC(+) of two decimals, such as 0.37."
    return dataclasses.replace(table, rows=rows, notes=(*table.notes, note))


def examples_table(thresholds: Table, prevalence: float) -> Table:
    """What to use at some ratios of costs; `thresholds` is what :func:`thresholds_table` returned."""
    rows = []
    for ratio in RATIOS:
        pc = OperatingCondition.from_ratio(1 / ratio, prevalence=prevalence).pc
        used = next(row for row in thresholds.rows if pc <= row[1])
        rows.append([ratio, pc, used[2], used[3]])
    columns = [
        Column("ratio", "fn/fp"),
        Column("pc", "PC(+)", decimals=4),
        Column("model", "use", align="left"),
        _RULE[0],
    ]
    note = "fn/fp: as many false positives as one false negative costs, "
    return Table(
        "examples", "What to use at some ratios of costs", columns, rows,
        notes=(f"{note}where {percent(prevalence)} of the cases are positive.",),
    )  # fmt: skip


def corners_table(model: str, tally: Tally) -> Table:
    """Every threshold of a model that some operating condition makes best."""
    return Table(
        "corners",
        f"Thresholds of {model} by range of PC(+)",
        [_FROM, _TO, *_RULE, *_RATES],
        _corners(tally),
    )


def _corners(tally: Tally) -> list[list[Any]]:
    """Rows for the corners of a hull, with the range of PC(+) in which each is best."""
    hull = RocHull.of(tally)
    corners = [ThresholdInterval.at(hull, corner) for corner in range(len(hull))]
    ranges = corner_ranges(hull)
    rules, alike = ([one.rule for one in corners], [one.interval for one in corners])
    columns = zip(ranges, rules, alike, hull.fpr.tolist(), hull.tpr.tolist(), strict=True)
    return [[low, high, *rest] for (low, high), *rest in columns if low < high]


# ---- a decision -----------------------------------------------------------------------------


def expected(decision: Decision) -> tuple[int, Confusion] | None:
    """Round number of cases, and the outcomes to expect among them; None where the prevalence is unknown.

    The number is 1,000, or the power of ten above it among which both classes can be expected 20 times.
    """
    p = decision.prevalence
    if math.isnan(p):
        return None
    rarer = min(p, 1 - p)
    cases = CASES
    while rarer > 0 and cases * rarer < 20 and cases < 10**9:
        cases *= 10
    return cases, decision.confusion(cases)


def counted(decision: Decision, tally: Tally) -> Confusion | None:
    """Outcomes of a decision in the records of a tally; None where only rates are known."""
    if not tally.counted:
        return None
    p, n = tally.total_positive, tally.total_negative
    tp, fp = p * decision.tpr, n * decision.fpr
    if isinstance(p, int) and isinstance(n, int) and decision.other is None:
        tp, fp = round(tp), round(fp)  # rates of whole counts are off by rounding only
    return Confusion(*(np.asarray(v) for v in (tp, p - tp, fp, n - fp)))


def costs_table(decision: Decision) -> Table:
    """Cost of a decision and of both trivial classifiers; profit, where costs were stated as benefits."""
    condition = decision.condition
    optimistic = decision.optimistic and decision.flags == "some"
    names = ("this decision (optimistic)" if optimistic else "this decision", "flag nobody", "flag everybody")
    notes = ("Optimistic: on the records that chose the threshold.",) if optimistic else ()
    first = Column("choice", "choice", align="left")
    if condition is None or condition.relative:
        rates = ((decision.fpr, decision.tpr), (0.0, 0.0), (1.0, 1.0))
        pairs = zip(names, rates, strict=True)
        rows = [[n, None if condition is None else float(condition.nec(*r))] for n, r in pairs]
        columns = [first, Column("nec", "NEC", best="low")]
        return Table("costs", "Normalised expected cost", columns, rows, notes=notes)
    benefits = condition.costs.stated_as_benefits
    what, best = ("profit", "high") if benefits else ("cost", "low")
    sign = -1 if benefits else 1
    costs = (decision.expected_cost, decision.cost_of_nobody, decision.cost_of_everybody)
    money = [sign * cost + 0.0 for cost in costs if cost is not None]
    columns = [
        first,
        Column("each", "per case", best=best),
        Column("many", f"per {CASES:,} cases", best=best),
    ]
    rows = [[name, value, CASES * value] for name, value in zip(names, money, strict=True)]
    return Table("costs", f"Expected {what}", columns, rows, notes=notes)


def judged_table(decisions: Sequence[Decision]) -> Table:
    """Decisions on the records that judge them, and how far that is from the records that chose them."""
    columns = [
        Column("model", "model", align="left"),
        Column("chosen_on", "chosen on", align="left"),
        Column("judged_on", "judged on", align="left"),
        Column("rule", "flag", align="left"),
        *_RATES,
        Column("flagged", "share flagged", decimals=4),
    ]
    title, losses = _losses(decisions)
    columns += [
        Column("loss", title),
        Column("gap", "gap", hint="minus the same decision on the records that chose it"),
    ]
    keys = [(d.model, d.criterion, d.chosen_on) for d in decisions]
    at_home = {key: loss for key, loss, d in zip(keys, losses, decisions, strict=True) if d.optimistic}
    rows = []
    for key, loss, d in zip(keys, losses, decisions, strict=True):
        gap = None if d.optimistic else _difference(loss, at_home.get(key))
        facts = [d.model, d.chosen_on, d.judged_on, d.thresholds.rule if d.other is None else "a mixture"]
        rows.append([*facts, d.fpr, d.tpr, d.flagged, loss, gap])
    return Table("judged", "Decisions on other records", columns, rows)


def _losses(decisions: Sequence[Decision]) -> tuple[str, list[float | None]]:
    """What decisions cost: in money per 1,000 cases if all of them know it, else normalised."""
    money = [d.expected_cost for d in decisions]
    if any(cost is None for cost in money):
        return "NEC", [d.nec for d in decisions]
    benefits = all(d.condition is not None and d.condition.costs.stated_as_benefits for d in decisions)
    what, sign = ("profit", -1) if benefits else ("cost", 1)
    return f"{what} per {CASES:,} cases", [sign * CASES * cost for cost in money if cost is not None]


# ---- parts ----------------------------------------------------------------------------------


def parts_table(parts: Mapping[str, Evaluated], reference: str) -> Table:
    """Summaries of every model on every part, and how far each part is from the reference."""
    summaries = {name: part.summary() for name, part in parts.items()}
    found = {name: {row[0]: row for row in table.rows} for name, table in summaries.items()}
    rows: list[list[Any]] = []
    for model in dict.fromkeys(model for rows_of in found.values() for model in rows_of):
        there = [name for name in parts if model in found[name]]
        base = found[reference].get(model)
        rows += [[model, name, *_sizes(parts[name].models[model]), *found[name][model][1:]] for name in there]
        for name in there:
            if base is not None and name != reference:
                pairs = zip(found[name][model][1:], base[1:], strict=True)
                gaps = [_difference(value, other) for value, other in pairs]
                rows.append([model, f"{name} − {reference}", "", "", *gaps])
    columns = [
        Column("model", "model", align="left"),
        Column("part", "part", align="left"),
        Column("positives", "positives"),
        Column("negatives", "negatives"),
        *(Column(c.key, c.title, decimals=4, hint=c.hint) for c in summaries[reference].columns[1:]),
    ]
    return Table("parts", "Every model on every part", columns, rows)


def _sizes(tally: Tally) -> list[Any]:
    """Weights of the two classes, where they are known."""
    return [tally.total_positive, tally.total_negative] if tally.counted else [None, None]


def _difference(value: float | None, base: float | None) -> float | None:
    """Difference of two numbers that may be missing."""
    return None if value is None or base is None else value - base
