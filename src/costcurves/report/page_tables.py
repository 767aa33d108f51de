"""Tables that only a report page has: ratios of costs beside ranges, thresholds for every PC(+), outcomes."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.number_words import format_value, percent
from costcurves._ground.tables import Column, Table
from costcurves.charts.lettering import corner_ranges
from costcurves.conditions.operating_condition import OperatingCondition
from costcurves.criteria.threshold_interval import ThresholdInterval
from costcurves.report.table_blocks import table_block
from costcurves.results.decision_tables import winners_table
from costcurves.rules.rule import optimal
from costcurves.space.roc import RocHull
from costcurves.space.winners import winner_ranges
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.criteria.decision import Decision
    from costcurves.report.contents import Report
    from costcurves.report.elements import Html
    from costcurves.tallies.tally import Tally

#: Ratios of costs, fn/fp, for readers who have stated none.
RATIOS = (1, 2, 5, 10, 20, 50, 100)

#: Money is stated per so many cases: few enough to picture, many enough for whole numbers.
CASES = 1000

_FROM, _TO = Column("low", "from PC(+)", decimals=4), Column("high", "to PC(+)", decimals=4)
_RATES = [Column("fpr", "FPR", decimals=4), Column("tpr", "TPR", decimals=4)]
_RULE = [Column("rule", "flag", align="left"), Column("alike", "thresholds that decide alike", align="left")]


def only(table: Table, *keys: str) -> Table:
    """Keep some columns of a table."""
    places = [place for place, column in enumerate(table.columns) if column.key in keys]
    columns = [table.columns[place] for place in places]
    return dataclasses.replace(table, columns=columns, rows=[[row[i] for i in places] for row in table.rows])


# ---- ranges ---------------------------------------------------------------------------------


def cost_ratio(pc: float, prevalence: float) -> float:
    """Cost of a false negative in false positives, fn/fp, at which PC(+) has a value; inf at PC(+) = 1.

    Examples
    --------
    >>> cost_ratio(0.5, 0.1)
    9.0
    """
    return pc * (1 - prevalence) / ((1 - pc) * prevalence) if pc < 1 else math.inf


def _ratio_note(prevalence: float) -> str:
    """Say what fn/fp means."""
    return (
        "fn/fp: how many false positives cost as much as one false negative, if "
        f"{percent(prevalence)} of the cases are positive."
    )


def with_ratios(table: Table, prevalence: float | None, *, explained: bool = True) -> Table:
    """Add the ratios of costs at both ends of every range of PC(+), where the prevalence is known."""
    if prevalence is None:
        return table
    keys = [column.key for column in table.columns]
    ends = keys.index("low"), keys.index("high")
    hint = "false positives that cost as much as one false negative"
    columns = [Column("from_ratio", "from fn/fp", hint=hint), Column("to_ratio", "to fn/fp", hint=hint)]
    rows = [[*row, *(_ratio_text(row[end], prevalence) for end in ends)] for row in table.rows]
    notes = (*table.notes, *([_ratio_note(prevalence)] if explained else []))
    return dataclasses.replace(table, columns=[*table.columns, *columns], rows=rows, notes=notes)


def _ratio_text(pc: float | None, prevalence: float) -> str | None:
    """Write a ratio with three digits of its own: ratios span many powers of ten."""
    if pc is None:
        return None
    ratio = cost_ratio(pc, prevalence)
    return format_value(ratio, digits=3) if ratio else "0"


def winners_block(report: Report, *, caption: bool = True) -> Html:
    """Write the cheapest model by range of PC(+), with ratios of costs where the prevalence is known."""
    ranges = winner_ranges({name: optimal(tally) for name, tally in report.models.items()})
    table = with_ratios(winners_table(ranges), report.prevalence)
    return table_block(table, series=report.series, by="winner", head="winner", caption=caption)


def operating_table(models: Mapping[str, Tally]) -> Table:
    """Where each model beats both trivial classifiers."""
    rows = [[name, *(RocHull.of(tally).operating_range or (None, None))] for name, tally in models.items()]
    columns = [Column("model", "model", align="left"), _FROM, _TO]
    note = "Where some threshold of the model costs less than both flagging nobody and flagging everybody."
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
    note = f"{len(rows)} of {len(table.rows)} ranges: those that contain a two-decimal PC(+), such as 0.37."
    return dataclasses.replace(table, rows=rows, notes=(*table.notes, note))


def examples_table(thresholds: Table, prevalence: float) -> Table:
    """What to use at some ratios of costs; `thresholds` is what :func:`thresholds_table` returned."""
    rows = []
    for ratio in RATIOS:
        pc = OperatingCondition.from_ratio(1 / ratio, prevalence=prevalence).pc
        used = next(row for row in thresholds.rows if pc <= row[1])
        rows.append([ratio, pc, used[2], used[3]])
    columns = [Column("ratio", "fn/fp"), Column("pc", "PC(+)", decimals=4)]
    columns += [Column("model", "use", align="left"), _RULE[0]]
    notes = (_ratio_note(prevalence),)
    return Table("examples", "What to use at some ratios of costs", columns, rows, notes=notes)


def corners_table(model: str, tally: Tally) -> Table:
    """Every threshold of a model that some operating condition makes best."""
    title = f"Thresholds of {model} by range of PC(+)"
    return Table("corners", title, [_FROM, _TO, *_RULE, *_RATES], _corners(tally))


def _corners(tally: Tally) -> list[list[Any]]:
    """Rows for the corners of a hull, with the range of PC(+) in which each is best."""
    hull = RocHull.of(tally)
    corners = [ThresholdInterval.at(hull, corner) for corner in range(len(hull))]
    rules, alike = ([one.rounded_rule for one in corners], [one.interval for one in corners])
    columns = zip(corner_ranges(hull), rules, alike, hull.fpr.tolist(), hull.tpr.tolist(), strict=True)
    return [[low, high, *rest] for (low, high), *rest in columns if low < high]


# ---- outcomes of a decision -----------------------------------------------------------------


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
