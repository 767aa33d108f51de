"""Tables of numbers with their intervals: of all models, and of one model by segment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from costcurves._ground.number_words import format_value, percent, short
from costcurves._ground.tables import Column, Table
from costcurves.inference.targets import Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.inference.estimate import Estimate
    from costcurves.inference.folds.segments import Segment, Segments

#: Columns of the ends of an interval.
ENDS = (Column("low", "from", decimals=4), Column("high", "to", decimals=4))

#: Numbers that are costs.
COSTS = ("cost", "area")
#: What the numbers are called in tables; how money is, depends on the condition.
NAMES = {
    "cost": "NEC",
    "area": "NEC, average over PC(+)",
    "auc": "AUC",
    "h_measure": "H",
    "brier": "Brier score",
}
#: Estimates of a segment that stand in one cell, with their intervals.
WORDED = ("nec", "difference", "own", "loss", "tpr", "fpr")

#: Of every model, by the name of the number.
Numbers: TypeAlias = "Mapping[str, Mapping[str, Estimate]]"


# ---- all models -----------------------------------------------------------------------------


def numbers_table(
    found: Numbers, condition: OperatingCondition | None, notes: Iterable[str] = (), *, of: str = ""
) -> Table:
    """Show the intervals of all models, one row a number.

    Parameters
    ----------
    found : mapping of str to mapping of str to Estimate
        Of every model: "cost" (and "money") or "area", "auc", "h_measure", "brier".
    condition : OperatingCondition or None
    notes : iterable of str
        What else there is to note.
    of : str
        Which records they are of, for the heading.
    """
    names = NAMES if condition is None else NAMES | {"money": condition.money_title}
    columns = [
        Column("model", "model", align="left"),
        Column("number", "number", align="left"),
        Column("estimate", "estimate", decimals=4),
        *ENDS,
    ]
    each = [(model, key, one) for model, own in found.items() for key, one in own.items()]
    rows = [(model, names[key], one.estimate, one.low, one.high) for model, key, one in each]
    # Of what is no cost its name says what it is.
    targets = dict.fromkeys(f"{names[key]}: {one.target_words}" for _, key, one in each if key in COSTS)
    owners: dict[str, list[str]] = {}
    for model, key, one in each:
        if key != "money":  # which repeats NEC
            for note in one.notes:
                owners.setdefault(note, []).append(f"{model}, {names[key]}")
    noted = [f"{'; '.join(own)}: {note}" for note, own in owners.items()]
    where = "" if condition is None else f"; NEC at PC(+) = {short(condition.pc)}"
    title = f"{percent(each[0][2].level)} intervals{of}{_each(each[0][2])}{where}"
    return Table("sureness", title, columns, rows, notes=(*targets, *notes, *noted))


def _each(cost: Estimate) -> str:
    """Say what the intervals of a table hold for."""
    alone = Scope.ALONE.words()
    if cost.scope is Scope.ALONE:
        return f", each {alone}"
    return f": costs {cost.scope_words}, all else {alone}, each for its model"


def beside_decide(found: Numbers) -> list[str]:
    """Say why `decide`, which chooses among the models, gives another interval of the cost."""
    own = next(iter(found.values()))
    if "cost" not in own or len(found) == 1:
        return []
    wider = "and" if own["cost"].scope is Scope.ALONE else "and with the same --band"
    together = Scope.MODELS.words(len(found))
    return [f"`decide` chooses among the models: its interval of the cost holds {together}, {wider} is wider"]


# ---- segments -------------------------------------------------------------------------------


def segments_table(found: Segments) -> Table:
    """One row a segment, all records first: where it is used, rates, costs, and what sharing loses."""
    money = [Column("cost", found.condition.money_title)]
    columns = [
        Column("segment", "segment", align="left"),
        Column("records", "records"),
        Column("prevalence", "positive, %", decimals=2),
        *(money if found.overall.cost is not None else []),
        Column("nec", "NEC", align="left"),
        Column("difference", "NEC less that of all", align="left"),
        Column("own", "NEC, own threshold", align="left"),
        Column("loss", "lost by sharing", align="left"),
        Column("pc", "PC(+)", decimals=3),
        Column("tpr", "TPR", align="left"),
        Column("fpr", "FPR", align="left"),
        Column("flag", "own records choose", align="left"),
    ]
    brings = found.condition.costs.stated_as_benefits
    cells = [_cells(one, -1 if brings else 1) for one in (found.overall, *found.segments)]
    notes = [f"In brackets: {percent(found.level)} intervals. Common threshold: {found.rule}."]
    notes += [f"{one.name}: {note}." for one in found.segments for note in one.notes]
    for one in found.refused:
        size = f"{one.records:,} {'record' if one.records == 1 else 'records'}"
        notes.append(f"{one.name} ({size}) is not judged: {one.reason}.")
    title = f"{found.model} by segment at PC(+) = {short(found.condition.pc)}, one threshold for all"
    rows = [[own[column.key] for column in columns] for own in cells]
    return Table("segments", title, columns, rows, notes=(*notes, *found.notes))


def _cells(one: Segment, sign: int) -> dict[str, Any]:
    """Word a segment; `sign` turns costs into what was stated."""
    return {
        "segment": one.name, "records": one.records, "prevalence": 100 * one.prevalence, "pc": one.pc,
        "flag": one.flag, "cost": None if one.cost is None else sign * one.cost.estimate,
        **{key: _worded(getattr(one, key)) for key in WORDED},
    }  # fmt: skip


def _worded(found: Estimate | None) -> str | None:
    """Write an estimate with its interval as briefly as a table needs."""
    if found is None:
        return None
    middle, low, high = (format_value(end, decimals=3) for end in (found.estimate, found.low, found.high))
    return f"{middle} [{low}, {high}]"
