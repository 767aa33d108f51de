"""Classifiers as given, in one table and in words, beside the choice that the records would make."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown, plain_json
from costcurves._ground.number_words import format_value, percent, short
from costcurves._ground.tables import Column, Table
from costcurves.criteria.judgement import Judging
from costcurves.errors import InputError, listed
from costcurves.measures.confusion_measures import MEASURES
from costcurves.results.headline import (
    FINE_PRINT,
    TRAINED,
    cost_and_ends,
    cost_title,
    in_unit_of,
    with_brackets,
)
from costcurves.results.recommendation_in_words import MOST_SHOWN
from costcurves.tallies.confusion import OUTCOMES

if TYPE_CHECKING:
    from costcurves.criteria.decision import Decision
    from costcurves.results.given_classifier import GivenClassifier
    from costcurves.results.headline import Headline
    from costcurves.results.recommendation import Recommendation

#: What leads to what costs least, as records choose it.
BESIDE = "The cheapest choice instead:"


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class GivenClassifiers(Shown, ByValue):
    """Models at stated thresholds, predicted labels or confusion matrices, judged as given.

    Made by ``evaluation.given(…)``.

    Attributes
    ----------
    rows : tuple of GivenClassifier
        In the order in which they were stated.
    best : Recommendation or None
        What costs least at the same condition, as these records, or others, choose it; None without costs.
    """

    rows: tuple[GivenClassifier, ...]
    best: Recommendation | None = None

    @property
    def decision(self) -> Decision:
        """The only one as a decision, which can be saved, applied and judged elsewhere.

        Raises
        ------
        InputError
            If there are several.
        """
        if len(self.rows) > 1:
            raise InputError(
                f"{len(self.rows)} classifiers are given, and one makes a decision",
                listed([_name(row) for row in self.rows]),
                "state one threshold of one model",
            )
        return dataclasses.replace(self.rows[0].decision, judging=Judging(lambda: self))

    @property
    def headline(self) -> Headline:
        """What the only one costs, or how often it errs."""
        _ = self.decision  # there is one
        return self.rows[0].headline

    @property
    def lead(self) -> None:
        """No model: nothing was compared to be chosen."""

    @property
    def not_told_apart(self) -> tuple[str, ...]:
        """No models, as above."""
        return ()

    def at_share_of(self, name: str) -> GivenClassifiers:
        """Return the same as reckoned with the share of positives in other records; stated without a name."""
        rows = self.rows
        if name:
            facts: dict[str, Any] = {"chosen_on": name, "sample_prevalence": True}
            decisions = [dataclasses.replace(row.decision, **facts) for row in rows]
            both = zip(rows, decisions, strict=True)
            rows = tuple(dataclasses.replace(row, decision=one) for row, one in both)
        return dataclasses.replace(self, rows=rows)

    def without_intervals(self) -> GivenClassifiers:
        """Return the same numbers without their intervals."""
        rows = tuple(row.without_intervals() for row in self.rows)
        best = None if self.best is None else self.best.without_intervals()
        return dataclasses.replace(self, rows=rows, best=best)

    # ---- words ------------------------------------------------------------------------------

    @property
    def sentences(self) -> tuple[str, ...]:
        """Each in words, and what the records would choose instead."""
        if len(self.rows) == 1:
            own: tuple[str, ...] = self.rows[0].sentences
        else:
            own = (f"{len(self.rows)} classifiers as given; nothing was chosen.",)
        if self.best is None:
            return own
        return *own, f"{BESIDE} {self.best.sentences[0]}"

    @property
    def sentence(self) -> str:
        """All of it."""
        return " ".join(self.sentences)

    # ---- tables -----------------------------------------------------------------------------

    def table(self) -> Table:
        """One row a classifier: whom it flags, how often it errs, and what that costs; nobody, everybody."""
        condition, level = self.rows[0].decision.condition, self.rows[0].level
        brackets = "" if level is None else f" [{percent(level)}]"
        columns = [*self._named, Column("flagged", "flagged, %", decimals=2)]
        rows: list[list[Any]] = [[*self._names(row), 100 * row.decision.flagged] for row in self._shown]
        if condition is None:
            columns.append(Column("error", f"errors, %{brackets}", align="left"))
            for written, row in zip(rows, self._shown, strict=True):
                written.append(_error(row))
        if condition is not None:
            columns.append(Column("cost", f"{cost_title(condition)}{brackets}", align="left"))
            costs = [cost_and_ends(condition, row.decision.nec or 0.0, row.nec) for row in self._shown]
            costs += [(in_unit_of(condition, nec),) for nec in (condition.pc, 1 - condition.pc)]
            p = self.rows[0].decision.prevalence
            columns.insert(-1, Column("error", "errors, %", decimals=2))
            errors = [100 * row.measures["error"] if row.measures else None for row in self._shown]
            errors += [100 * p, 100 * (1 - p)]
            blank = [""] * (len(self._named) - 1)
            rows += [["nobody", *blank, 0.0], ["everybody", *blank, 100.0]]
            for written, error, cost in zip(rows, errors, with_brackets(costs), strict=True):
                written += [error, cost]
        at = "" if condition is None else f" at PC(+) = {short(condition.pc)}"
        notes = [] if level is None else ["Each interval holds by itself: nothing was chosen."]
        if len(self.rows) > MOST_SHOWN:
            notes.append(f"{len(self.rows) - MOST_SHOWN:,} more are left out.")
        if self.best is None:  # which says the same below
            notes.append(TRAINED if condition is None else FINE_PRINT)
        title = f"As given on {self.rows[0].decision.judged_on}{at}"
        return Table("given", title, columns, rows, notes=notes)

    @property
    def _shown(self) -> tuple[GivenClassifier, ...]:
        """Those that tables show."""
        return self.rows[:MOST_SHOWN]

    @property
    def _named(self) -> list[Column]:
        """The columns that say of what a row is; without thresholds and labels the model alone."""
        rules = [Column("threshold", "flag if score", align="left")] if any(r.rule for r in self.rows) else []
        return [Column("model", "model", align="left"), *rules]

    def _names(self, row: GivenClassifier) -> list[str]:
        """Say of what a row is."""
        return [row.decision.model, row.rule][: len(self._named)]

    def counts_table(self) -> Table:
        """One row a classifier: its confusion matrix as counted on the records."""
        columns = [*self._named, *(Column(name, name.upper(), digits=6) for name in OUTCOMES)]
        rows = []
        for row in self._shown:
            counted = [None] * 4 if row.counts is None else [v[0] for v in row.counts.to_columns().values()]
            rows.append([*self._names(row), *counted])
        return Table("counts", f"Outcomes on {self.rows[0].decision.judged_on}", columns, rows)

    def measures_table(self) -> Table:
        """Every measure: of a single classifier with its interval, of several side by side."""
        if len(self.rows) == 1:
            return self.rows[0].table()
        columns = [Column("measure", "measure", align="left")]
        columns += [
            Column(f"given_{place}", _name(row), align="left") for place, row in enumerate(self._shown)
        ]
        rows = [
            [one.title, *(format_value(row.measures.get(one.key)) for row in self._shown)] for one in MEASURES
        ]
        decision = self.rows[0].decision
        title = f"Measures on {decision.judged_on} at a prevalence of {percent(decision.prevalence)}"
        return Table("measures", title, columns, rows)

    def to_columns(self) -> dict[str, Any]:
        """Return one row a classifier: its rates and counts, and its headline with the interval."""
        found = [row.to_json() for row in self.rows]
        columns = {key: [one[key] for one in found] for key in ("model", "rule", "fpr", "tpr", "flagged")}
        for name in OUTCOMES:
            columns[name] = [None if one["counts"] is None else one["counts"][name] for one in found]
        ends = ("measure", "estimate", "low", "high", "level")
        return columns | {key: [one["headline"][key] for one in found] for key in ends}

    def to_json(self) -> dict[str, Any]:
        """Return every classifier, the headline of a single one, and what the records would choose."""
        found: dict[str, Any] = {"given": [row.to_json() for row in self.rows]}
        if len(self.rows) == 1:
            found["headline"] = found["given"][0]["headline"]
        if self.best is not None:
            plain, sentence = dataclasses.replace(self.best.decision, judging=None), self.best.sentence
            found["best"] = plain.to_json() | self.best.to_json() | {"sentence": sentence}
        return dict(plain_json(found))

    def picture(self) -> Any:
        """Return the picture of the only one; of several there is none."""
        return self.rows[0].decision.picture() if len(self.rows) == 1 else None

    def __str__(self) -> str:
        """Print the sentences, one a line."""
        return "\n".join(self.sentences)

    def __repr__(self) -> str:
        """Name what is given, in one short line."""
        return f"GivenClassifiers({listed([_name(row) for row in self.rows])})"


def _name(row: GivenClassifier) -> str:
    """Name a classifier by its model and whom it flags."""
    return " ".join(filter(None, (row.decision.model, row.rule)))


def _error(row: GivenClassifier) -> str:
    """Write the percentage of all cases that are decided wrongly, with its interval."""
    if not row.measures:
        return ""
    found = row.intervals.get("error")
    ends = (row.measures["error"],) if found is None else (found.estimate, found.low, found.high)
    own, *others = (format_value(100 * end, decimals=2) for end in ends)
    return f"{own} [{', '.join(others)}]" if others else own
