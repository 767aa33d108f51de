"""What is shown of segments: their table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves._ground.tables import Column, Table
from costcurves._ground.wording import format_value, percent, short

if TYPE_CHECKING:
    from costcurves.inference.estimate import Estimate
    from costcurves.inference.folds.segments import Segment, Segments


def segments_table(found: Segments) -> Table:
    """One row a segment, all records first: where it is used, rates, costs, and what sharing loses."""
    money = found.overall.cost is not None
    brings = found.condition.costs.stated_as_benefits
    columns = [
        Column("segment", "segment", align="left"),
        Column("records", "records"),
        Column("prevalence", "positive, %", decimals=2),
        *([Column("cost", "profit a case" if brings else "cost a case")] if money else []),
        Column("nec", "NEC", align="left"),
        Column("difference", "NEC less that of all", align="left"),
        Column("own", "NEC, own threshold", align="left"),
        Column("loss", "lost by sharing", align="left"),
        Column("pc", "PC(+)", decimals=3),
        Column("tpr", "TPR", align="left"),
        Column("fpr", "FPR", align="left"),
        Column("flag", "own records choose", align="left"),
    ]
    rows = [_row(one, money=money, sign=-1 if brings else 1) for one in (found.overall, *found.segments)]
    title = f"{found.model} by segment at PC(+) = {short(found.condition.pc)}, one threshold for all"
    return Table("segments", title, columns, rows, notes=_notes(found))


def _row(one: Segment, *, money: bool, sign: int) -> list[Any]:
    """Word a segment."""
    cost = [] if one.cost is None or not money else [sign * one.cost.estimate]
    return [
        one.name, one.records, 100 * one.prevalence, *cost,
        _worded(one.nec), _worded(one.difference), _worded(one.own), _worded(one.loss),
        one.pc, _worded(one.tpr), _worded(one.fpr), one.flag,
    ]  # fmt: skip


def _notes(found: Segments) -> list[str]:
    """Say what stands in brackets, and what to know of single segments."""
    notes = [f"In brackets: {percent(found.level)} intervals. Common threshold: {found.rule}."]
    notes += [f"{one.name}: {note}." for one in found.segments for note in one.notes]
    for one in found.refused:
        size = f"{one.records:,} {'record' if one.records == 1 else 'records'}"
        notes.append(f"{one.name} ({size}) is not judged: {one.reason}.")
    return [*notes, *found.notes]


def _worded(found: Estimate | None) -> str | None:
    """Write an estimate with its interval as briefly as a table needs."""
    if found is None:
        return None
    middle, low, high = (format_value(end, decimals=3) for end in (found.estimate, found.low, found.high))
    return f"{middle} [{low}, {high}]"
