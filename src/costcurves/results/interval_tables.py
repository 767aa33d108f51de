"""Tables of numbers with their intervals, what these hold for, and whose notes are whose."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from costcurves._ground.tables import Column, Table
from costcurves._ground.wording import percent, short
from costcurves.inference.targets import Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.inference.costs.places import CheaperRange
    from costcurves.inference.estimate import Estimate

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


#: Of every model, by the name of the number.
Numbers: TypeAlias = "Mapping[str, Mapping[str, Estimate]]"


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
    columns = [
        Column("model", "model", align="left"),
        Column("number", "number", align="left"),
        Column("estimate", "estimate", decimals=4),
        *ENDS,
    ]
    names = _names(condition)
    rows, level = [], 0.0
    targets: dict[str, None] = {}
    for model, own in found.items():
        for key, one in own.items():
            level = one.level
            rows.append((model, names[key], one.estimate, one.low, one.high))
            if key in COSTS:  # of all others it says what they are called
                targets[f"{names[key]}: {one.target_words}"] = None
    where = "" if condition is None else f"; NEC at PC(+) = {short(condition.pc)}"
    title = f"{percent(level)} intervals{of}{_each(found)}{where}"
    return Table("sureness", title, columns, rows, notes=(*targets, *notes, *_notes(found, names)))


def cheaper_column(level: float) -> Column:
    """Return the column of where one of two models is cheaper."""
    return Column("ranges", f"cheaper over PC(+), {percent(level)} simultaneous", align="left")


def cheaper_over(ranges: Iterable[CheaperRange]) -> str:
    """Say where one of two models is cheaper, all ranges together."""
    return "; ".join(f"{one.winner} {one.low:.3f} to {one.high:.3f}" for one in ranges) or "nowhere"


def _names(condition: OperatingCondition | None) -> dict[str, str]:
    """Return what the numbers are called in tables."""
    brings = condition is not None and condition.costs.stated_as_benefits
    return NAMES | {"money": "brings a case" if brings else "cost a case"}


def _each(found: Numbers) -> str:
    """Say what the intervals of a table hold for."""
    cost = next(iter(next(iter(found.values())).values()))
    alone = Scope.ALONE.words()
    if cost.scope is Scope.ALONE:
        return f", each {alone}"
    return f": costs {cost.scope_words}, all else {alone}, each for its model"


def _notes(found: Numbers, names: dict[str, str]) -> list[str]:
    """Write what there is to note of every number, after whose it is."""
    return by_note(
        (f"{model}, {names[key]}", note)
        for model, own in found.items()
        for key, one in own.items()
        if key != "money"  # which repeats NEC
        for note in one.notes
    )


def by_note(notes: Iterable[tuple[str, str]]) -> list[str]:
    """Write every note once, after all whose note it is.

    Examples
    --------
    >>> by_note([("old, AUC", "few errors"), ("old, H", "no width"), ("new, AUC", "few errors")])
    ['old, AUC; new, AUC: few errors', 'old, H: no width']
    """
    owners: dict[str, dict[str, None]] = {}
    for owner, note in notes:
        owners.setdefault(note, {})[owner] = None
    return [f"{'; '.join(own)}: {note}" for note, own in owners.items()]


def beside_decide(found: Numbers) -> list[str]:
    """Say why `decide`, which chooses among the models, gives another interval of the cost."""
    own = next(iter(found.values()))
    if "cost" not in own or len(found) == 1:
        return []
    wider = "and" if own["cost"].scope is Scope.ALONE else "and with the same --band"
    together = Scope.MODELS.words(len(found))
    return [f"`decide` chooses among the models: its interval of the cost holds {together}, {wider} is wider"]
