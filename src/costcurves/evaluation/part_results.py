"""Models on parts of the records (train and test, folds, segments): their numbers, and gaps between parts."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from costcurves._ground.documents import Document
from costcurves._ground.tables import Column, Table
from costcurves.errors import InputError, UndefinedError
from costcurves.measures.summaries import SUMMARIES
from costcurves.results.judged_decision import minus
from costcurves.rules.rule import optimal, tuned_on
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from costcurves.charts.chart import Chart

#: By model, by part, by key of a summary; None where it is undefined.
PartNumbers: TypeAlias = "dict[str, dict[str, dict[str, float | None]]]"

#: What the whole is called beside its folds or segments, and what several parts are.
ALL_RECORDS, ALL_PARTS = "all records", "all parts together"
#: The summaries that are shown by fold and by segment.
BY = ("auc", "area", "h_measure")
#: So many folds or segments are shown.
MOST = 20


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class PartResults(Document):
    """The same models on several parts, one of which the others are compared with.

    Make one with :meth:`costcurves.Evaluation.parts` or :meth:`costcurves.Evaluation.beside`.

    Attributes
    ----------
    tallies : dict of str to dict of str to Tally
        Of every part, by the name of the model; all parts have the same models.
    reference : str
        The part that others are compared with.
    tuned : bool
        Whether thresholds are chosen on the part of reference: then ``tuned_area`` is the area under
        the cost curve with those.

    Examples
    --------
    >>> from costcurves import evaluate
    >>> train = evaluate([1, 1, 0, 0], {"m": [4, 3, 2, 1]})
    >>> test = evaluate([1, 1, 0, 0], {"m": [4, 2, 3, 1]})
    >>> train.beside({"test": test}).gaps["m"]["test"]["auc"]
    -0.25
    """

    kind: ClassVar[str] = "part_results"
    derived: ClassVar[tuple[str, ...]] = ("numbers", "gaps")
    tallies: dict[str, dict[str, Tally]]
    reference: str
    tuned: bool = False

    def __post_init__(self) -> None:
        """Refuse a reference that is no part."""
        if self.reference not in self.tallies:
            raise InputError(
                "parts must be compared with one of them", repr(self.reference), ", ".join(self.tallies)
            )

    @property
    def models(self) -> tuple[str, ...]:
        """The models that all parts have."""
        return tuple(self.tallies[self.reference])

    @property
    def numbers(self) -> PartNumbers:
        """Summaries: model → part → key → number, None where undefined."""
        return {
            model: {part: self._summaries(model, tallies[model]) for part, tallies in self.tallies.items()}
            for model in self.models
        }

    def _summaries(self, model: str, tally: Tally) -> dict[str, float | None]:
        """All summaries of a model on a part."""
        found = {summary.key: _or_none(summary, tally) for summary in SUMMARIES}
        if self.tuned:
            rule = tuned_on(self.tallies[self.reference][model])
            found["tuned_area"] = _or_none(lambda one: rule(one).area, tally)
        return found

    @property
    def gaps(self) -> PartNumbers:
        """Every number on a part, less what it is on the part of reference: model → part → key → gap."""
        return {
            model: {
                part: {key: minus(number, parts[self.reference][key]) for key, number in numbers.items()}
                for part, numbers in parts.items()
                if part != self.reference
            }
            for model, parts in self.numbers.items()
        }

    @property
    def by_part(self) -> dict[str, dict[str, dict[str, Any]]]:
        """AUC, area, H and class sizes: part → model → key, without the part of reference."""
        return {
            part: {model: _sizes_and_summaries(tally) for model, tally in tallies.items()}
            for part, tallies in self.tallies.items()
            if part != self.reference
        }

    # ---- tables and pictures ----------------------------------------------------------------

    def table(self) -> Table:
        """Return the main summaries by model and part, with the gaps to the part of reference."""
        numbers, gaps = self.numbers, self.gaps
        titles = {summary.key: summary.title for summary in SUMMARIES if summary.main}
        if self.tuned:
            titles["tuned_area"] = f"area, thresholds of {self.reference}"
        # One column for both: wide tables repeat their first column only.
        columns = [Column("part", "model, part", align="left")]
        columns += [Column(key, title, decimals=4) for key, title in titles.items()]
        rows: list[list[Any]] = []
        for model, parts in numbers.items():
            rows += [[f"{model}, {part}", *(found[key] for key in titles)] for part, found in parts.items()]
            rows += [
                [f"{model}, {part} − {self.reference}", *(found[key] for key in titles)]
                for part, found in gaps[model].items()
            ]
        return Table("parts", "Every part, and its gap to the part of reference", columns, rows)

    def table_by(self, column: str) -> Table:
        """Class sizes, AUC and area by fold or segment beside those of all records, one row a model."""
        titles = {summary.key: summary.title for summary in SUMMARIES if summary.key in BY}
        columns = [Column("of", f"{column}, model", align="left")]
        columns += [Column("positives", "positives"), Column("negatives", "negatives")]
        columns += [Column(key, title, decimals=4) for key, title in titles.items()]
        others = {part: tallies for part, tallies in self.tallies.items() if part != self.reference}
        whole = {self.reference: self.tallies[self.reference]}
        rows = [
            [f"{part}, {model}", *_sizes_and_summaries(tally).values()]
            for part, tallies in {**whole, **dict(itertools.islice(others.items(), MOST))}.items()
            for model, tally in tallies.items()
        ]
        notes = [f"{len(others) - MOST:,} more are in --json"] if len(others) > MOST else []
        return Table(column, f"By {column}", columns, rows, notes=notes)

    def chart(self, model: str | None = None) -> Chart:
        """Cost curves of one model on every part; by default of the best one on the part of reference."""
        from costcurves.charts.figures.roc_and_cost_figures import cost_by_part

        own = self.tallies[self.reference]
        name = model or min(own, key=lambda name: optimal(own[name]).area)
        return cost_by_part({part: tallies[name] for part, tallies in self.tallies.items()}, name)

    # ---- documents --------------------------------------------------------------------------

    @classmethod
    def _restored(cls, contents: dict[str, Any]) -> Self:
        tallies = {
            part: {model: Tally.from_json(one) for model, one in models.items()}
            for part, models in contents["tallies"].items()
        }
        return cls(tallies, contents["reference"], contents["tuned"])

    def to_columns(self) -> dict[str, Any]:
        """Return one row a model and part, one column a summary."""
        columns: dict[str, list[Any]] = {"model": [], "part": []}
        for model, parts in self.numbers.items():
            for part, numbers in parts.items():
                for key, value in {"model": model, "part": part, **numbers}.items():
                    columns.setdefault(key, []).append(value)
        return columns

    def __str__(self) -> str:
        """Print the table."""
        return str(self.table())

    def __repr__(self) -> str:
        """Show parts and models."""
        return f"PartResults({', '.join(self.tallies)}; models {', '.join(self.models)})"


def shown_part(name: str, parts: Iterable[str], *, elsewhere: bool) -> str:
    """Return which of several parts numbers are of that are not shown by part; empty without parts.

    Parameters
    ----------
    name : str
        Of the records that the numbers are of.
    parts : iterable of str
    elsewhere : bool
        Whether thresholds were chosen on others.
    """
    known = list(parts)
    return "" if not known else name if elsewhere or name in known else ALL_PARTS


def of_part(part: str) -> str:
    """Word of which part numbers are, to follow on what they are; empty where there are no parts."""
    return f" of {part}" if part == ALL_PARTS else f" on {part}" if part else ""


def _or_none(summary: Callable[[Tally], float], tally: Tally) -> float | None:
    """A number of a tally, None where it is undefined."""
    try:
        return float(summary(tally))
    except (InputError, UndefinedError):
        return None


def _sizes_and_summaries(tally: Tally) -> dict[str, Any]:
    """Class sizes and main summaries of one model on one part."""
    summaries = {summary.key: _or_none(summary, tally) for summary in SUMMARIES if summary.key in BY}
    return {"positives": tally.total_positive, "negatives": tally.total_negative, **summaries}
