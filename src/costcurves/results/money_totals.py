"""Totals in money where costs differ by record: their tables, their uncertainty and its words."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import amount, percent
from costcurves._ground.tables import Column, Table
from costcurves.criteria import total_cost
from costcurves.errors import Code, InputError
from costcurves.inference.costs.totals import savings_interval, total_interval
from costcurves.results.headline import FINE_PRINT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurves.criteria.total_cost import TotalCost
    from costcurves.inference.estimate import Estimate
    from costcurves.results.total_judged import TotalJudged
    from costcurves.tallies.records import Records

#: What keys of the two ways to decide begin with: by a threshold, and by Bayes' rule.
PREFIXES = ("", "bayes_")
#: Ways to decide, as tables name them.
CHEAPEST, CHOSEN, BY_RECORD = "cheapest threshold", "this threshold", "Bayes' rule by record"
#: What a way to choose is called that is judged on records left out of the choice.
ANEW = "… on records left out"


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class TotalUncertainty(Shown, ByValue):
    """The total of a way to decide, with intervals of it and of what it saves.

    Attributes
    ----------
    way : TotalCost
    total : Estimate
    savings : Estimate or None
        None where the cheaper of flagging nobody and everybody costs nothing.
    """

    way: TotalCost
    total: Estimate
    savings: Estimate | None = None

    @classmethod
    def of(cls, way: TotalCost, records: Records, level: float) -> TotalUncertainty:
        """Estimate the total of a way to decide on records, which are weighed as they were for the total."""
        how = records.expected_benefit(way.model) >= 0 if way.decision is None else way.decision
        saved = savings_interval(records, how, level) if way.savings is not None else None
        return cls(way, total_interval(records, how, level), saved)

    @property
    def sentence(self) -> str:
        """What it costs and saves, or what it brings, with the intervals."""
        name = BY_RECORD if self.way.decision is None else "The decision"
        brings = self.way.savings is None
        ends = _ends(self.total)
        own, low, high = map(amount, (-ends[0], -ends[2], -ends[1]) if brings else ends)
        interval = f"{percent(self.total.level)} interval {low} to {high}"
        sentence = f"{name} {'brings' if brings else 'costs'} {own}{self.way.unit} in all ({interval})"
        if self.savings is None:
            return f"{sentence}."
        better = "nobody" if self.way.of_nobody <= self.way.of_everybody else "everybody"
        shares = [f"{100 * share:.3g} %".replace("-", "−") for share in _ends(self.savings)]
        return (
            f"{sentence} and saves {shares[0]} ({shares[1]} to {shares[2]}) of what flagging {better} costs."
        )

    def to_columns(self) -> dict[str, Any]:
        """Return the intervals of the total and of what it saves as columns."""
        found = {"total": self.total} | ({} if self.savings is None else {"savings": self.savings})
        rows = [one.to_columns() for one in found.values()]
        return {"of": list(found)} | {name: [row[name][0] for row in rows] for name in rows[0]}

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence


def _ends(one: Estimate) -> tuple[float, float, float]:
    """Return the number and the ends of its interval."""
    return one.estimate, one.low, one.high


def total_intervals_json(found: Sequence[TotalUncertainty]) -> dict[str, Any]:
    """Return intervals of totals and of what they save as documents carry them; those of Bayes' rule last."""
    document: dict[str, Any] = {}
    for prefix, one in zip(PREFIXES, found, strict=False):
        document[f"{prefix}total"] = one.total.to_json()
        if one.savings is not None:
            document[f"{prefix}savings"] = one.savings.to_json()
    return document


def bayes_totals(records: Records, model: str, name: str) -> list[TotalCost]:
    """Return what Bayes' rule by record comes to, if the scores are probabilities; a threshold needs none."""
    try:
        return [total_cost.bayes_by_row(records, [model], name)]
    except InputError as problem:
        if problem.code is not Code.NOT_PROBABILITIES:
            raise
        return []


def totals_table(
    found: Mapping[str, Sequence[TotalCost]],
    threshold: str = CHEAPEST,
    judged: Mapping[str, TotalJudged] | None = None,
) -> Table:
    """One row a model and a way to decide (the threshold first), flagging nobody and everybody on top.

    Parameters
    ----------
    found : mapping of str to sequence of TotalCost
    threshold : str
        What the way by a threshold is called.
    judged : mapping of str to TotalJudged, optional
        What choosing the threshold comes to on records that had no part in it: a row each, where it is known.
    """
    first = next(iter(found.values()))[0]
    title = f"total cost,{first.unit}" if first.unit else "total cost"
    columns = (
        Column("model", "model", align="left"),
        Column("policy", "policy", align="left"),
        Column("cost", title, best="low"),
        Column("flagged", "flagged"),
        Column("savings", "saved"),
    )
    rows: list[tuple[Any, ...]] = [
        ("", "flag nobody", first.of_nobody, 0.0, None),
        ("", "flag everybody", first.of_everybody, first.weight, None),
    ]
    for model, ways in found.items():
        for way, policy in zip(ways, (threshold, BY_RECORD), strict=False):
            rows.append((model, policy, way.cost, way.flagged, way.savings))
        told = None if judged is None else judged.get(model)
        if told is not None and told.headline.basis == "cross-fitted":
            way, cost = ways[0], told.headline.estimate
            saved = None if way.savings is None else 1 - cost / way.baseline
            rows.insert(
                -1 if len(ways) > 1 else len(rows), (model, ANEW, cost, told.flagged * way.weight, saved)
            )
    notes = ["Saved: share of the cost of flagging nobody or everybody, whichever is cheaper."]
    if threshold == CHEAPEST:
        notes.append("Cheapest thresholds were chosen on these records: expect higher costs on new ones.")
    notes.append(FINE_PRINT)
    return Table("totals", "Totals at the costs of each record", columns, tuple(rows), notes=tuple(notes))


def total_intervals_table(found: Mapping[str, Sequence[TotalUncertainty]]) -> Table:
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
        for one, policy in zip(own, (CHEAPEST, BY_RECORD), strict=False):
            saved = (None,) * 3 if one.savings is None else _ends(one.savings)
            rows.append((model, policy, *_ends(one.total), *saved))
            notes[f"{policy}: {one.total.target_words}"] = None
    first = next(iter(found.values()))[0].total
    title = f"{percent(first.level)} intervals, each {first.scope_words}"
    return Table("sureness", title, columns, rows, notes=tuple(notes))
