"""Which model to use and by how much to shift it, and what that costs on new records."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.documents import Shown
from costcurves._ground.number_words import amount, percent, short
from costcurves._ground.tables import Column, Table
from costcurves.charts.figures.interval_figures import IntervalRow, interval_figure
from costcurves.results.headline import DIGITS, FINE_PRINT, with_brackets
from costcurves.results.shift_facts import ShiftFacts
from costcurves.results.shift_words import raised, shift_sentences, whole_amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurves.charts.chart import Chart


@dataclasses.dataclass(frozen=True, eq=False, slots=True, repr=False)
class ShiftRecommendation(ShiftFacts, Shown):
    """The model and shift to use, or the best constant, and what choosing this way costs on new records.

    Made by :meth:`costcurves.NumericEvaluation.decide`. It knows what
    :class:`costcurves.results.shift_facts.ShiftFacts` lists.
    """

    # ---- words and tables -------------------------------------------------------------------

    @property
    def sentences(self) -> tuple[str, ...]:
        """What to do and what that costs on new records, and how far that stands."""
        return shift_sentences(self)

    @property
    def sentence(self) -> str:
        """All of it."""
        return " ".join(self.sentences)

    def table(self) -> Table:
        """Return one row a model, the best constant below: shift, loss with interval, gap."""
        has_gaps, level, in_all = self.constant.gap is not None, self.headline.level, self.kappa is None
        title = "loss" if self.costs is None else f"cost a record{_in(self.costs.currency)}"
        columns = [
            Column("model", "model", align="left"),
            Column("shift", "predictions", align="left"),
            Column("cost", title if level is None else f"{title} [{percent(level)}]", align="left"),
            *([Column("total", "in all")] * in_all),
            Column("unshifted", "as they are", digits=DIGITS),
            *([Column("gap", "gap", digits=DIGITS), Column("apart", "told apart?", align="left")] * has_gaps),
        ]
        everyone = (*self.rows, self.constant)
        costs = [
            self.in_unit(row.loss) if level is not None else (self.in_unit(row.loss)[0],) for row in everyone
        ]
        rows: list[list[Any]] = []
        for row, cost in zip(everyone, with_brackets(costs), strict=True):
            is_constant = row is self.constant
            action = f"{amount(row.middle)} for all" if is_constant else raised(row.middle)
            cells: list[Any] = [row.model, action, cost]
            cells += [whole_amount(self.weight * self.scale * row.loss.estimate)] if in_all else []
            cells.append(None if is_constant else self.scale * row.unshifted.estimate)
            if has_gaps:
                gap = None if row.gap is None else self.scale * row.gap.estimate
                apart = {None: "", True: "yes", False: "no"}[row.told_apart]
                cells += [gap, apart]
            rows.append(cells)
        heading = f"Every model at {self.at}, judged on records left out of the choice"
        return Table("models", heading, columns, rows, notes=tuple(self._remarks()))

    def _remarks(self) -> Iterator[str]:
        """Say what costs are, what intervals hold for, and how records were dealt."""
        first, found = self.rows[0], self.headline
        word, words = ("loss", "losses") if self.costs is None else ("cost", "costs")
        if self.kappa is None:
            costs = f"{self.costs}"
            yield f"{costs[:1].upper()}{costs[1:]}. In all: of as many records as judge."
        if len(self.rows) > 1 and found.level is not None:
            yield f"In brackets: intervals of {words} hold {first.loss.scope_words}."
        if self.constant.gap is not None:
            own = "" if first.gap is None else f" (for {first.model}, that of {self.rows[1].model})"
            held = "" if first.gap is None else f", which holds {first.gap.scope_words},"
            yield f"Gap: {word} minus that of {first.model}{own}."
            yield f"Told apart: the interval of the gap{held} excludes 0."
        seed = "" if found.seed is None else f", seed {found.seed}"
        dealt = "the given folds" if found.repeats is None else f"{found.repeats} × {found.folds} folds{seed}"
        yield f"Shifts for each fold are chosen on the other folds ({dealt})."
        yield from (f"{note[:1].upper()}{note[1:].rstrip('.')}." for note in self.notes)
        yield FINE_PRINT.replace("the share of positives", "the mix of records")

    def picture(self) -> Chart:
        """Return what every model costs at cross-fitted shifts, beside the best constant."""
        rows = [IntervalRow(row.model, *self.in_unit(row.loss)) for row in self.rows]
        beside = {self.constant.model: self.in_unit(self.constant.loss)[0]}
        title = "Normalised loss" if self.costs is None else f"Cost a record{_in(self.costs.currency)}"
        return interval_figure(rows, title, f"Every model at {self.at}", beside)

    # ---- documents --------------------------------------------------------------------------

    def to_columns(self) -> dict[str, Any]:
        """Return one row a model: its shift, its normalised loss and gap with their ends."""
        columns: dict[str, list[Any]] = {
            "model": [row.model for row in self.rows], "shift": [row.middle for row in self.rows],
        }  # fmt: skip
        for name, found in (("loss", [r.loss for r in self.rows]), ("gap", [r.gap for r in self.rows])):
            columns[name] = [math.nan if one is None else one.estimate for one in found]
            for end in ("low", "high"):
                columns[f"{name}_{end}"] = [math.nan if one is None else getattr(one, end) for one in found]
        return columns | {"told_apart": [row.told_apart for row in self.rows]}

    def to_json(self) -> dict[str, Any]:
        """Return the headline, every model and the verdict as plain values."""
        costs = None if self.costs is None else self.costs.stated()
        shown = self.headline.level is not None
        return {
            "kappa": self.kappa, "costs": costs, "model": self.model or None,
            "verdict": "model" if self.pays else "constant", "shift": self.shift,
            "shift_pays": self.shift_pays, "headline": self.headline.to_json(), "total": self._total_json(),
            "rows": [row.to_json(intervals=shown) for row in self.rows],
            "constant": self.constant.to_json(intervals=shown),
            "seems": self.seems, "not_told_apart": list(self.not_told_apart), "picked": dict(self.picked),
            "stands": None if self.stands is None else {"low": self.stands[0], "high": self.stands[1]},
        }  # fmt: skip

    def _total_json(self) -> dict[str, float | None] | None:
        """Return the headline for as many records as judge; None where no costs were stated."""
        if self.costs is None:
            return None
        ends = {name: getattr(self.headline, name) for name in ("estimate", "low", "high")}
        return {name: None if one is None else self.weight * one for name, one in ends.items()}

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"ShiftRecommendation({self.chosen.model}: {short(self.shift)})"


def _in(currency: str) -> str:
    """Add a currency to a heading."""
    return f", {currency}" if currency else ""
