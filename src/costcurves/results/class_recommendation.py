"""Which model of many classes to use at stated costs, and what choosing it costs on new records."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.documents import Shown
from costcurves._ground.number_words import enumerated, percent, short
from costcurves._ground.tables import Column, Table
from costcurves.charts.figures.interval_figures import IntervalRow, interval_figure
from costcurves.results.class_recommendation_facts import ClassRecommendationFacts
from costcurves.results.class_recommendation_words import class_sentences
from costcurves.results.headline import DIGITS, TRAINED, with_brackets
from costcurves.results.recommendation_in_words import MOST_SHOWN

if TYPE_CHECKING:
    from costcurves.charts.chart import Chart

#: Of more actions a table does not show how often each is taken.
MOST_ACTIONS = 8
#: More actions than this are not all shown as taken for all, but only so many of them.
MOST_ALWAYS, FEW_ALWAYS = 6, 3


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class ClassRecommendation(ClassRecommendationFacts, Shown):
    """The model to use at stated costs, or one action for all, and what choosing this way costs.

    Made by ``evaluation.decide()`` of many classes. It knows what
    :class:`costcurves.results.class_recommendation_facts.ClassRecommendationFacts` lists.
    """

    def without_intervals(self) -> ClassRecommendation:
        """Return the same numbers on the same basis without their intervals."""
        headline = dataclasses.replace(self.headline, low=None, high=None, level=None)
        rows = tuple(dataclasses.replace(row, gap=None) for row in self.rows)
        return dataclasses.replace(self, headline=headline, rows=rows, constant_gap=None)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What to do, what that costs on new records, and how far that stands."""
        return class_sentences(self)

    @property
    def sentence(self) -> str:
        """All of it."""
        return " ".join(self.sentences)

    def table(self) -> Table:
        """One row a model, and one an action taken for all: cost with interval, against the best of these."""
        level, best = self.headline.level, self.always[self.constant]
        title = "error rate" if self.of_errors else "cost a case"
        columns = [
            Column("model", "model", align="left"),
            Column("cost", title if level is None else f"{title} [{percent(level)}]", align="left"),
            Column("of_constant", f"of always {self.constant}", digits=DIGITS),
            Column("gap", "gap", digits=DIGITS),
            Column("apart", "told apart?", align="left"),
        ]
        costs = [
            [row.cost.estimate, row.cost.low, row.cost.high] if level else [row.cost.estimate]
            for row in self.rows
        ]
        always = self._always_shown
        costs += [[cost] for cost in always.values()]
        names = [*(row.model for row in self.rows), *(f"always {name}" for name in always)]
        differ = [row.gap for row in self.rows]
        differ += [self.constant_gap if name == self.constant else None for name in always]
        gaps: list[list[Any]] = [
            [math.nan, ""] if gap is None else [gap.estimate, "yes" if gap.excludes(0) else "no"]
            for gap in differ
        ]
        rows = [
            [name, text, cost[0] / best if best > 0 else math.nan, *gap]
            for name, text, cost, gap in zip(names, with_brackets(costs), costs, gaps, strict=True)
        ]
        if not any(differ):
            columns, rows = columns[:3], [row[:3] for row in rows]
        what = "Error rates" if self.of_errors else "Expected costs"
        return Table("class_costs", f"{what} of every model", columns, rows, notes=tuple(self._notes()))

    @property
    def _always_shown(self) -> dict[str, float]:
        """What actions cost that are taken for all; of many the cheapest ones."""
        if len(self.always) <= MOST_ALWAYS:
            return dict(self.always)
        kept = sorted(self.always, key=lambda name: self.always[name])[:FEW_ALWAYS]
        return {name: self.always[name] for name in self.always if name in kept or name == self.constant}

    def _notes(self) -> list[str]:
        found, first, notes = self.headline, self.rows[0], []
        if (left := len(self.always) - len(self._always_shown)) > 0:
            notes.append(f"Of {len(self.always)} actions taken for all {left} are left out, which cost more.")
        if found.level is not None and len(self.rows) > 1:
            notes.append(f"In brackets: intervals of costs hold {first.cost.scope_words}.")
        if self.constant_gap is not None:
            notes.append(f"Gap: cost minus that of {first.model}{self._gap_of_first}.")
            held = "" if first.gap is None else f", which holds {first.gap.scope_words},"
            notes.append(f"Told apart: the interval of the gap{held} excludes 0.")
        fitted = [row.model for row in self.rows if row.actions]
        if fitted:
            notes.append(
                f"Of {enumerated(fitted)}: what is done for each label is fitted on the other folds."
            )
        if found.folds is not None:
            dealt = (
                "the given folds"
                if found.repeats is None
                else f"{found.repeats} × {found.folds} folds, seed {found.seed}"
            )
            notes.append(f"The model for each fold is chosen on the other folds ({dealt}).")
        if found.reason:
            notes.append(f"{found.reason[:1].upper()}{found.reason[1:]}.")
        given = "Costs and shares of the classes are" if self.shares_given else "Costs are"
        return [*notes, f"{given} taken as given; i{TRAINED[1:]}"]

    @property
    def _gap_of_first(self) -> str:
        first = self.rows[0]
        return "" if first.gap is None else f" (for {first.model}, that of {self.rows[1].model})"

    def totals_table(self) -> Table:
        """Return what every model costs all records together, and how often it takes each action."""
        level, shown = self.headline.level, len(self.costs.actions) <= MOST_ACTIONS
        columns = [
            Column("model", "model", align="left"),
            Column("total", "total" if level is None else f"total [{percent(level)}]", align="left"),
        ]
        if shown:
            columns += [Column(f"takes {name}", f"{name}, %", decimals=1) for name in self.costs.actions]
        totals = [
            [end * self.total for end in (row.cost.estimate, row.cost.low, row.cost.high)][
                : 3 if level else 1
            ]
            for row in self.rows
        ]
        rows: list[list[Any]] = []
        for row, text in zip(self.rows, with_brackets(totals), strict=True):
            taken = [100 * row.taken[name] for name in self.costs.actions] if shown else []
            rows.append([row.model, text, *taken])
        notes = [f"Totals are of {self.total:,g} records."]
        if shown:
            notes.append("Columns in %: for how many of them each action is taken.")
        if level is not None and len(self.rows) > 1:
            notes.append(f"In brackets: intervals hold {self.rows[0].cost.scope_words}.")
        return Table("class_totals", "What every model costs in all, and does", columns, rows, notes=notes)

    def picture(self) -> Chart:
        """Return what every model costs, with its interval: what a notebook shows above the table."""
        rows = [
            IntervalRow(row.model, row.cost.estimate, row.cost.low, row.cost.high)
            for row in self.rows[:MOST_SHOWN]
        ]
        place = f"always {self.constant}"
        title = "error rate" if self.of_errors else "cost a case"
        return interval_figure(rows, title, "Every model", {place: self.always[self.constant]})

    def to_columns(self) -> dict[str, list[Any]]:
        """Return one row a model: what it costs, and its gap, with their intervals."""
        columns: dict[str, list[Any]] = {"model": [row.model for row in self.rows]}
        for name, found in (("cost", [r.cost for r in self.rows]), ("gap", [r.gap for r in self.rows])):
            columns[name] = [math.nan if one is None else one.estimate for one in found]
            for end in ("low", "high"):
                columns[f"{name}_{end}"] = [math.nan if one is None else getattr(one, end) for one in found]
        return columns | {"told_apart": [row.told_apart for row in self.rows]}

    def to_json(self) -> dict[str, Any]:
        """Return headline, models, and what needs no model as plain values."""
        best = self.always[self.constant]
        cost = self.headline.estimate
        return {
            "headline": self.headline.to_json(),
            "sentences": list(self.sentences),
            "rows": [row.to_json() for row in self.rows],
            "verdict": self.verdict,
            "not_told_apart": list(self.not_told_apart),
            "always": dict(self.always),
            "constant": self.constant,
            "constant_gap": None if self.constant_gap is None else self.constant_gap.to_json(),
            "shares_given": self.shares_given,
            "normalised": {
                "by_constant": cost / best if best > 0 else None,
                "by_worst": cost / self.worst if self.worst > 0 else None,
            },
            "worst": self.worst,
            "total": cost * self.total,
            **{
                f"total_{end}": None if value is None else value * self.total
                for end, value in (("low", self.headline.low), ("high", self.headline.high))
            },
            "picked": dict(self.picked),
            "costs": self.costs.to_json(),
            "never_worth_taking": list(self.costs.never_worth_taking),
            "prevalence": dict(self.prevalence),
        }

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        what = self.rows[0].model if not self.is_constant else f"always {self.constant}"
        return f"ClassRecommendation({what}: {short(self.headline.estimate)} a case)"
