"""What to do and what that costs on new records: the headline, every model beside it, and who leads."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.documents import Shown
from costcurves._ground.number_words import percent, short
from costcurves._ground.tables import Column, Table
from costcurves.charts.figures.interval_figures import IntervalRow, interval_figure
from costcurves.results.decision_tables import choices_table
from costcurves.results.headline import (
    DIGITS,
    FINE_PRINT,
    cost_and_ends,
    cost_title,
    difference_in_unit_of,
    in_unit_of,
    with_brackets,
)
from costcurves.results.recommendation_facts import RecommendationFacts
from costcurves.results.recommendation_in_words import MOST_SHOWN, judged, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurves.charts.chart import Chart
    from costcurves.criteria.threshold_interval import ThresholdInterval

#: With more models it is told how often intervals of many held together in `studies/whole_choice.csv`.
MANY = 10
MANY_HELD = (
    "With so many models they hold less often: in simulations those of 30 models held together in 83 to 92 "
    "of 100 samples, where 95 were meant."
)


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class Recommendation(RecommendationFacts, Shown):
    """The model and threshold to use, or nobody or everybody, and what choosing this way costs.

    Made by ``evaluation.uncertainty(…).recommendation(condition)``, and of a decision that other records made
    by ``evaluation.uncertainty(chosen_on=…).held_out(decision)``. It knows what
    :class:`costcurves.results.recommendation_facts.RecommendationFacts` lists.
    """

    def without_intervals(self) -> Recommendation:
        """Return the same numbers on the same basis without their intervals."""
        rows = tuple(dataclasses.replace(row, interval=None, gap=None) for row in self.rows)
        headline = dataclasses.replace(self.headline, low=None, high=None, level=None)
        return dataclasses.replace(self, rows=rows, headline=headline, nec=None)

    # ---- words ------------------------------------------------------------------------------

    @property
    def sentences(self) -> tuple[str, ...]:
        """What to do and what that costs on new records; whom it flags there; and how far that stands."""
        return sentences(self)

    @property
    def sentence(self) -> str:
        """All of it."""
        return " ".join(self.sentences)

    # ---- tables -----------------------------------------------------------------------------

    def table(self) -> Table:
        """One row a model, flagging nobody and everybody below: threshold, cost with interval, gap."""
        condition, level = self.condition, self.headline.level
        has_gaps, title = self.rows[0].gap is not None, cost_title(condition)
        columns = [
            Column("model", "model", align="left"),
            Column("threshold", "flag if score", align="left"),
            Column("flagged", "flagged, %", decimals=1),
            Column("cost", title if level is None else f"{title} [{percent(level)}]", align="left"),
            *([Column("gap", "gap", digits=DIGITS), Column("apart", "told apart?", align="left")] * has_gaps),
        ]
        shown = self.rows[:MOST_SHOWN]
        costs = [cost_and_ends(condition, row.nec, row.interval) for row in shown]
        costs += [cost_and_ends(condition, row.nec.estimate, self.nec and row.nec) for row in self.given]
        costs += [(in_unit_of(condition, nec),) for nec in (condition.pc, 1 - condition.pc)]
        rows: list[list[Any]] = []
        for row in shown:
            rule = row.thresholds.rule.removeprefix("score ")
            if row.model in self.labels and row.thresholds.flags == "some":
                rule = f"label {self.labels[row.model]}"
            cells = [row.model, rule, 100 * row.flagged]
            if row.gap is not None:
                cells += [difference_in_unit_of(condition, row.gap)[0], "yes" if row.told_apart else "no"]
            rows.append(cells)
        blank = [None, ""] * has_gaps
        rows += [
            [row.model, f"given: ≥ {short(row.threshold)}", 100 * row.flagged, *blank] for row in self.given
        ]
        rows += [["nobody", "", 0.0, *blank], ["everybody", "", 100.0, *blank]]
        for written, cost in zip(rows, with_brackets(costs), strict=True):
            written.insert(3, cost)
        title = f"Every model at PC(+) = {short(condition.pc)}, {judged(self)}"
        return Table("models", title, columns, rows, notes=tuple(self._notes()))

    def _notes(self) -> Iterator[str]:
        """Say what intervals hold for, and how records were dealt."""
        found, first = self.headline, self.rows[0]
        if len(self.rows) > MOST_SHOWN:
            yield f"{len(self.rows) - MOST_SHOWN:,} more expensive models are left out."
        if first.interval is not None and len(self.rows) > 1:
            yield f"In brackets: intervals of costs hold {first.interval.scope_words}."
            if len(self.rows) > MANY:
                yield MANY_HELD
        if first.gap is not None:
            yield (
                f"Gap: cost minus that of {first.model} (for {first.model}, that of {self.rows[1].model}). "
                f"Told apart: the interval of the gap, which holds {first.gap.scope_words}, excludes 0."
            )
        if self.given:
            moved = " of the recalibrated scores" if self.given[0].probability is not None else ""
            yield (
                f"Given: thresholds set without records, ½ and fp/(fp + fn){moved}; "
                "each interval by itself. "
                f"{first.model} has a mean score of {short(self.mean_score)}; the share of positives is "
                f"{short(self.share)}."
            )
        if found.folds is not None:
            dealt = "the given folds" if found.repeats is None else f"{found.repeats} × {found.folds} folds"
            seed = "" if found.seed is None else f", seed {found.seed}"
            yield f"Thresholds for each fold are chosen on the other folds ({dealt}{seed})."
        if found.reason:
            yield f"{found.reason[:1].upper()}{found.reason[1:]}."
        yield FINE_PRINT

    def outcome_table(self) -> Table:
        """Outcomes of 1,000 cases by the rates behind the headline, beside flagging nobody and everybody."""
        title = f"Expected outcomes, {judged(self)}"
        return dataclasses.replace(choices_table(self.to_expect), title=title)

    def picture(self) -> Chart:
        """Return what every model costs, with its interval: what a notebook shows above the table."""
        condition = self.condition
        found = [
            (row.model, cost_and_ends(condition, row.nec, row.interval)) for row in self.rows[:MOST_SHOWN]
        ]
        rows = [IntervalRow(name, *(ends if len(ends) > 1 else ends * 3)) for name, ends in found]
        trivial = {"flag nobody": condition.pc, "flag everybody": 1 - condition.pc}
        references = {name: in_unit_of(condition, nec) for name, nec in trivial.items()}
        return interval_figure(rows, cost_title(condition), f"Every model, {judged(self)}", references)

    # ---- documents --------------------------------------------------------------------------

    def to_columns(self) -> dict[str, Any]:
        """Return one row a model: its threshold, and its costs and gaps with their intervals, in NEC."""
        columns: dict[str, list[Any]] = {"model": [row.model for row in self.rows]}
        columns |= {
            name: [getattr(row.thresholds, name) for row in self.rows] for name in ("low", "high", "flags")
        }
        columns |= {"flagged": [row.flagged for row in self.rows], "nec": [row.nec for row in self.rows]}
        for name, found in (("nec", [r.interval for r in self.rows]), ("gap", [r.gap for r in self.rows])):
            columns.setdefault(name, [math.nan if one is None else one.estimate for one in found])
            for end in ("low", "high"):
                columns[f"{name}_{end}"] = [math.nan if one is None else getattr(one, end) for one in found]
        return columns | {"told_apart": [row.told_apart for row in self.rows]}

    def to_json(self) -> dict[str, Any]:
        """Return the headline, every model, who leads, and the verdict as plain values."""
        lead: dict[str, Any] | None = None
        if self.lead is not None:
            gap = None if self.lead.gap is None else self.lead.gap.to_json()
            apart = self.lead.told_apart
            lead = {
                "model": self.lead.model, "runner_up": self.rows[1].model, "gap": gap, "told_apart": apart,
            }  # fmt: skip
        return {
            "headline": self.headline.to_json(),
            "rows": [row.to_json() for row in self.rows],
            "given": [row.to_json() for row in self.given],
            "mean_score": self.mean_score if self.given else None,
            "lead": lead,
            "not_told_apart": list(self.not_told_apart),
            "verdict": self.verdict,
            "ties": {
                "models": list(self.tied),
                "thresholds": [_ends_json(one) for one in self.equally_cheap],
            },
            "picked": dict(self.picked),
            "stands": None if self.stands is None else {"low": self.stands[0], "high": self.stands[1]},
            "left_out": {"fpr": self.fpr, "tpr": self.tpr},
        }

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence

    def __repr__(self) -> str:
        """Say what to do, in one short line."""
        return f"Recommendation({self.decision.model}: {self.decision.thresholds.action})"


def _ends_json(thresholds: ThresholdInterval) -> dict[str, Any]:
    """Return thresholds that decide alike as plain values."""
    return {"threshold": thresholds.to_json(), "flags": thresholds.flags}
