"""Totals in money where costs differ by record: of the cheapest threshold, and of Bayes' rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves._ground.tables import Column, Table
from costcurves._ground.wording import amount, percent
from costcurves.errors import Code, InputError
from costcurves.inference.costs.totals import savings_interval, total_interval
from costcurves.io.numeric import numbers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurves.decisions.total_cost import TotalCost
    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.inference.estimate import Estimate
    from costcurves.io import Columns
    from costcurves.tallies.records import Records

__all__ = [
    "by_bayes", "cost_columns", "decided_table", "held_table", "row_costs", "totals", "totals_held",
    "totals_json", "totals_table",
]  # fmt: skip


#: Ways to decide, as tables name them.
CHEAPEST, BY_RECORD = "cheapest threshold", "Bayes' rule by record"


def cost_columns(stated: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of columns among what was stated as costs; the others are numbers."""
    return tuple(name for text in stated.values() for name in _factors(text)[1:])


def row_costs(columns: Columns, stated: Mapping[str, str]) -> dict[str, Any]:
    """Read the costs of every record: of each outcome a column, one number, or a number times a column."""
    found: dict[str, Any] = {}
    for outcome, text in stated.items():
        factor, *names = _factors(text)
        role = f"the cost of {outcome}"
        found[outcome] = factor * numbers(columns.column(names[0], role), role) if names else factor
    return found


def _factors(text: str) -> tuple[float] | tuple[float, str]:
    """Part what was stated into a number and the name of a column, if it names one."""
    value = _number(text)
    if value is not None:
        return (value,)
    front, times, name = text.partition("*")
    factor = _number(front) if times else None
    return (1.0, text) if factor is None else (factor, name.strip())


def _number(text: str) -> float | None:
    """Read a number; anything else names a column."""
    try:
        return float(text)
    except ValueError:
        return None


def totals(evaluation: Evaluation, model: str | None) -> dict[str, list[TotalCost]]:
    """Return what the cheapest threshold and, of probabilities, Bayes' rule come to, by model."""
    names = [model] if model is not None else list(evaluation.models)
    return {name: [evaluation.least_total_cost(name), *by_bayes(evaluation, name)] for name in names}


def by_bayes(evaluation: Evaluation, model: str) -> list[TotalCost]:
    """Return what Bayes' rule comes to, if the scores are probabilities; a threshold needs none."""
    try:
        return [evaluation.bayes_total_cost(model)]
    except InputError as problem:
        if problem.code is not Code.NOT_PROBABILITIES:
            raise
        return []


def totals_table(found: Mapping[str, list[TotalCost]]) -> Table:
    """One row a model and a way to decide, flagging nobody and everybody first."""
    return _table(
        found, CHEAPEST, ("Cheapest thresholds were chosen on these records: expect more on new ones.",)
    )


def decided_table(found: Mapping[str, list[TotalCost]]) -> Table:
    """The same where a threshold was chosen for any goal, or elsewhere."""
    return _table(found, "this threshold", ())


def _table(found: Mapping[str, list[TotalCost]], threshold: str, more: tuple[str, ...]) -> Table:
    """Lay out totals; the threshold comes first."""
    columns = (
        Column("model", "model", align="left"),
        Column("policy", "policy", align="left"),
        Column("cost", "total cost", best="low"),
        Column("flagged", "flagged"),
        Column("savings", "saved"),
    )
    first = next(iter(found.values()))[0]
    rows: list[tuple[Any, ...]] = [
        ("", "flag nobody", first.of_nobody, 0.0, None),
        ("", "flag everybody", first.of_everybody, first.weight, None),
    ]
    for model, totals_of_it in found.items():
        for way, policy in zip(totals_of_it, (threshold, BY_RECORD), strict=False):
            rows.append((model, policy, way.cost, way.flagged, way.savings))
    notes = ("Saved: share of the cheaper of flagging nobody and everybody.", *more)
    return Table("totals", "Totals at the costs of every record", columns, tuple(rows), notes=notes)


def totals_json(found: Mapping[str, list[TotalCost]]) -> dict[str, Any]:
    """Return the totals by model and way, as plain values."""
    names = ("cheapest_threshold", "bayes_by_record")
    return {
        model: {name: way.to_json() for name, way in zip(names, ways, strict=False)}
        for model, ways in found.items()
    }


# ---- how sure -------------------------------------------------------------------------------

#: What is said of totals of a threshold that was chosen on the records that are added up.
OPTIMISTIC = (
    "The threshold was chosen on the same records, which is left out of account: expect worse on new ones."
)


#: What keys of Bayes' rule begin with.
BAYES = "bayes_"


def totals_held(
    ways: Sequence[TotalCost], records: Records, level: float
) -> tuple[dict[str, Estimate], tuple[str, ...]]:
    """Return the intervals of totals and of what they save, of a threshold and of Bayes' rule, and sentences.

    Parameters
    ----------
    ways : sequence of TotalCost
        The threshold first.
    records : Records
        As they were weighed for the totals.
    level : float
    """
    held: dict[str, Estimate] = {}
    said = []
    for way, prefix, name in zip(ways, ("", BAYES), ("The decision", BY_RECORD), strict=False):
        how = records.expected_benefit(way.model) >= 0 if way.decision is None else way.decision
        total, saved = (make(records, how, level) for make in (total_interval, savings_interval))
        assert total is not None  # only what is saved may be unknown
        held[f"{prefix}total"] = total
        known = saved is not None and way.savings is not None
        if saved is not None and known:
            held[f"{prefix}savings"] = saved
        said.append(_total_sentence(way, name, total, saved if known else None))
    first = ways[0].decision
    if first is not None and first.optimistic and first.flags == "some":
        said.insert(1, OPTIMISTIC)
    return held, (" ".join(said),)


def held_table(found: Mapping[str, Mapping[str, Estimate]]) -> Table:
    """Show the intervals of totals and savings, one row a model and a way to decide."""
    columns = [
        Column("model", "model", align="left"),
        Column("policy", "policy", align="left"),
        Column("total", "total cost"),
        Column("total_low", "from"),
        Column("total_high", "to"),
        Column("savings", "saved", decimals=4),
        Column("savings_low", "from", decimals=4),
        Column("savings_high", "to", decimals=4),
    ]
    rows: list[tuple[Any, ...]] = []
    notes: dict[str, None] = {}
    for model, own in found.items():
        for prefix, policy in (("", CHEAPEST), (BAYES, BY_RECORD)):
            if f"{prefix}total" in own:
                pair = [own.get(f"{prefix}{name}") for name in ("total", "savings")]
                ends = [(None,) * 3 if one is None else _ends(one) for one in pair]
                rows.append((model, policy, *ends[0], *ends[1]))
                notes[f"{policy}: {own[f'{prefix}total'].target_words}"] = None
    first = next(iter(next(iter(found.values())).values()))
    return Table(
        "sureness",
        f"{percent(first.level)} intervals, each {first.scope_words}",
        columns,
        rows,
        notes=tuple(notes),
    )


def _ends(one: Estimate) -> tuple[float, float, float]:
    """Return the number and the ends of its interval."""
    return one.estimate, one.low, one.high


def _total_sentence(way: TotalCost, name: str, total: Estimate, saved: Estimate | None) -> str:
    """Word a total and what it saves with their intervals, or what it brings."""
    brings = way.savings is None
    ends = _ends(total)
    own, low, high = map(amount, (-ends[0], -ends[2], -ends[1]) if brings else ends)
    interval = f"{percent(total.level)} interval {low} to {high}"
    said = f"{name} {'brings' if brings else 'costs'} {own} in all ({interval})"
    if saved is None:
        return f"{said}."
    better = "nobody" if way.of_nobody <= way.of_everybody else "everybody"
    shares = [f"{100 * share:.3g} %".replace("-", "−") for share in (saved.estimate, saved.low, saved.high)]
    return f"{said} and saves {shares[0]} ({shares[1]} to {shares[2]}) of what flagging {better} costs."
