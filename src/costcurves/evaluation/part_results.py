"""Models on parts of the records (train and test, folds, segments): their numbers, gaps, and averages."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from costcurves._ground import documents
from costcurves._ground.documents import Document, Shown
from costcurves._ground.number_words import percent, short
from costcurves._ground.tables import Column, Table
from costcurves.charts.part_shown import STATED, at_prevalence
from costcurves.errors import InputError, UndefinedError, no_such
from costcurves.evaluation.models_on_records import prevalence_of
from costcurves.evaluation.shown_parts import share_of
from costcurves.measures.summaries import SUMMARIES
from costcurves.results.decision_tables import minus
from costcurves.rules.rule import optimal, tuned_on
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurves.charts.chart import Chart
    from costcurves.evaluation.models_on_records import ModelsOnRecords
    from costcurves.inference.folds.fold_summary import FoldSummary

#: By model, by part, by key of a summary; None where it is undefined.
PartNumbers: TypeAlias = "dict[str, dict[str, dict[str, float | None]]]"

#: What the whole is called beside its folds or segments.
ALL_RECORDS = "all records"
#: The summaries that are shown by fold and by segment.
BY = ("auc", "area", "h_measure")
#: So many folds or segments are shown.
MOST = 20
#: Columns of class sizes.
SIZES = (Column("positives", "positives"), Column("negatives", "negatives"))


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class PartResults(Document):
    """The same models on several parts, one of which the others are compared with.

    Make one with :meth:`costcurves.Evaluation.parts` or :meth:`costcurves.Evaluation.beside`.

    Attributes
    ----------
    tallies : dict of str to dict of str to Tally
        Of every part, by the name of the model.
    reference : str
        The part that others are compared with.
    tuned : bool
        Whether thresholds are chosen on the part of reference: then ``tuned_area`` is the area under
        the cost curve with those.
    prevalence : float or None
        The one share of positives that all parts are compared at; None where each has its own.
    source : str
        The part whose share that is, or "stated".

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
    prevalence: float | None = None
    source: str = ""

    def __post_init__(self) -> None:
        """Refuse a reference that is no part."""
        if self.reference not in self.tallies:
            raise InputError(
                "parts must be compared with one of them", repr(self.reference), ", ".join(self.tallies)
            )

    def at_prevalence(self, prevalence: float, source: str = STATED) -> Self:
        """Return the same parts at one share of positives, in (0, 1).

        Measures that depend on it then differ by how good the models are, not by how common positives are.

        Parameters
        ----------
        prevalence : float
        source : str
            The part whose share that is; by default it is called stated.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> parts = evaluate([1, 0, 1, 0, 0], {"m": [4, 3, 2, 1, 0]}).beside({})
        >>> round(parts.at_prevalence(0.5).numbers["m"]["these records"]["least_error"], 4)
        0.1667
        """
        placed = {
            part: {model: tally.at_prevalence(prevalence) for model, tally in tallies.items()}
            for part, tallies in self.tallies.items()
        }
        return dataclasses.replace(self, tallies=placed, prevalence=prevalence, source=source)

    def compared_with(self, chooser: ModelsOnRecords) -> Self:
        """Return the same parts at the prevalence of the records that choose, where that is known."""
        share, source = share_of(chooser.models)
        return self if share is None else self.at_prevalence(share, source or chooser.name)

    @property
    def models(self) -> tuple[str, ...]:
        """The models, those of the part of reference first."""
        parts = [self.tallies[self.reference], *self.tallies.values()]
        return tuple(dict.fromkeys(model for tallies in parts for model in tallies))

    @property
    def numbers(self) -> PartNumbers:
        """Summaries: model → part → key → number, None where undefined."""
        return {
            model: {
                part: self._summaries(model, own[model]) for part, own in self.tallies.items() if model in own
            }
            for model in self.models
        }

    def _summaries(self, model: str, tally: Tally) -> dict[str, float | None]:
        found = {summary.key: _or_none(summary, tally) for summary in SUMMARIES}
        if self.tuned and model in self.tallies[self.reference]:
            rule = tuned_on(self.tallies[self.reference][model])
            found["tuned_area"] = _or_none(lambda one: rule(one).area, tally)
        return found

    @property
    def gaps(self) -> PartNumbers:
        """Every number on a part, less what it is on the part of reference: model → part → key → gap."""
        return self._gaps(self.numbers)

    def _gaps(self, found: PartNumbers) -> PartNumbers:
        return {
            model: {
                part: {key: minus(number, parts[self.reference][key]) for key, number in numbers.items()}
                for part, numbers in parts.items()
                if part != self.reference and self.reference in parts
            }
            for model, parts in found.items()
        }

    def comparison(self) -> dict[str, Any]:
        """Return numbers and gaps with the prevalence that they are compared at, and whose that is."""
        place = {"prevalence": self.prevalence, "prevalence_of": self.source, "reference": self.reference}
        numbers = self.numbers
        return {**place, "numbers": numbers, "gaps": self._gaps(numbers)}

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
        """Return class sizes and the main summaries by model and part, with the gaps to the reference."""
        numbers = self.numbers
        gaps = self._gaps(numbers)
        titles = {summary.key: summary.title for summary in SUMMARIES if summary.main}
        if self.tuned:
            titles["tuned_area"] = f"area, thresholds of {self.reference}"
        # One column for both: wide tables repeat their first column only.
        columns = [Column("part", "model, part", align="left"), *SIZES, *_summary_columns(titles)]
        rows: list[list[Any]] = []
        for model, parts in numbers.items():
            rows += [
                [f"{model}, {part}", *_sizes(self.tallies[part][model]).values(), *map(found.get, titles)]
                for part, found in parts.items()
            ]
            rows += [
                [f"{model}, {part} − {self.reference}", "", "", *map(found.get, titles)]
                for part, found in gaps[model].items()
            ]
        at = "" if self.prevalence is None else f", {at_prevalence(self.prevalence, self.source)}"
        return Table("parts", f"Every part, and its gap to the reference part{at}", columns, rows)

    def table_by(self, column: str) -> Table:
        """Class sizes, AUC and area by fold or segment beside those of all records, one row a model."""
        titles = {summary.key: summary.title for summary in SUMMARIES if summary.key in BY}
        columns = [Column("of", f"{column}, model", align="left"), *SIZES, *_summary_columns(titles)]
        others = [part for part in self.tallies if part != self.reference]
        rows = [
            [f"{part}, {model}", *_sizes_and_summaries(tally).values()]
            for part in (self.reference, *others[:MOST])
            for model, tally in self.tallies[part].items()
        ]
        notes = [f"{len(others) - MOST:,} more are in --json"] if len(others) > MOST else []
        return Table(column, f"By {column}", columns, rows, notes=notes)

    def picture(self) -> Chart:
        """Return the :meth:`chart` of the best model."""
        return self.chart()

    def chart(self, model: str | None = None) -> Chart:
        """Cost curves of one model on every part; by default of the best one on the part of reference."""
        from costcurves.charts.figures.roc_and_cost_figures import cost_by_part

        own = self.tallies[self.reference]
        name = model or min(own, key=lambda name: optimal(own[name]).area)
        parts = {part: tallies[name] for part, tallies in self.tallies.items() if name in tallies}
        if not parts:
            raise no_such(name, self.models, what="model")
        drawn = cost_by_part(parts, name, reference=self.reference if name in own else "")
        shares = {part: share for part, share in self.shares.items() if part in parts}
        return dataclasses.replace(drawn, shares=shares, notes=(self._caption(shares), *drawn.notes))

    def _caption(self, shares: Mapping[str, float | None]) -> str:
        """Say which parts are drawn, and how common positives are in each."""
        if self.prevalence is not None:
            return f"Parts shown: {', '.join(shares)}, {at_prevalence(self.prevalence, self.source)}."
        each = [part if p is None else f"{part} (prevalence {percent(p)})" for part, p in shares.items()]
        return f"Parts shown: {', '.join(each)}."

    @property
    def shares(self) -> dict[str, float | None]:
        """The prevalence of every part, as it is compared; None where it is not known."""
        return {part: prevalence_of(tallies) for part, tallies in self.tallies.items()}

    # ---- documents --------------------------------------------------------------------------

    @classmethod
    def _restored(cls, contents: dict[str, Any]) -> Self:
        tallies = {
            part: {model: Tally.from_json(one) for model, one in models.items()}
            for part, models in contents["tallies"].items()
        }
        place = contents.get("prevalence"), contents.get("source", "")  # older documents have none
        return cls(tallies, contents["reference"], contents["tuned"], *place)

    def to_columns(self) -> dict[str, Any]:
        """Return one row a model and part, one column a summary."""
        shares = self.shares
        rows = [
            {"model": model, "part": part, "prevalence": shares[part], **numbers}
            for model, parts in self.numbers.items()
            for part, numbers in parts.items()
        ]
        return {key: [row.get(key) for row in rows] for key in rows[0]}

    def __str__(self) -> str:
        """Print the table."""
        return str(self.table())

    def __repr__(self) -> str:
        """Show parts and models."""
        return f"PartResults({', '.join(self.tallies)}; models {', '.join(self.models)})"


#: What is said of a number over folds, by the names of columns: the field of the summary, and its title.
OVER_FOLDS = {
    "mean": ("mean", "mean of folds"),
    "sd": ("sd", "sd between folds"),
    "se": ("standard_error", "standard error"),
    "low": ("low", "least"),
    "high": ("high", "greatest"),
    "pooled": ("pooled", "pooled"),
}


@dataclasses.dataclass(frozen=True, repr=False, slots=True, eq=False)
class FoldResults(Shown):
    """Costs and AUC of models over the folds of their records; made by :meth:`costcurves.Evaluation.folds`.

    Attributes
    ----------
    costs : dict of str to FoldSummary
        By model: NEC at the condition, else the area under the cost curve; thresholds are chosen on the
        other folds.
    auc : dict of str to (float, float, float)
        By model: mean over folds, standard deviation between them, and that of all folds pooled.
    pc : float or None
        PC(+) of the condition; None for the average over PC(+).

    Examples
    --------
    >>> from costcurves import evaluate
    >>> scores = {"m": [4, 3, 2, 1, 4, 2, 3, 1]}
    >>> print(evaluate([1, 1, 0, 0] * 2, scores, fold=[0] * 4 + [1] * 4).folds(0.5))
    NEC at PC(+) = 0.5: m 0.375 on average of 2 folds (standard deviation 0.1768), pooled 0.375.
    """

    kind: ClassVar[str] = "fold_results"
    costs: dict[str, FoldSummary]
    auc: dict[str, tuple[float, float, float]]
    pc: float | None = None

    @property
    def _first(self) -> FoldSummary:
        """Of any model: all have the same folds and one rule."""
        return next(iter(self.costs.values()))

    @property
    def _notes(self) -> tuple[str, ...]:
        return (f"Costs: {self._first.rule}.", *self._first.notes)

    @property
    def sentence(self) -> str:
        """What every model costs over the folds."""
        name = "Cost curve area" if self.pc is None else f"NEC at PC(+) = {short(self.pc)}"
        each = [
            f"{model} {short(one.mean)} on average of {len(one.folds)} folds (standard deviation "
            f"{short(one.sd)}), pooled {short(one.pooled)}"
            for model, one in self.costs.items()
        ]
        return f"{name}: {'; '.join(each)}."

    def table(self) -> Table:
        """Return two rows a model: its cost and its AUC."""
        columns = [Column("model", "model", align="left"), Column("number", "number", align="left")]
        columns += _summary_columns({key: title for key, (_, title) in OVER_FOLDS.items()})
        name = "cost curve area" if self.pc is None else "NEC"
        rows: list[tuple[Any, ...]] = []
        for model, one in self.costs.items():
            rows.append((model, name, *(getattr(one, field) for field, _ in OVER_FOLDS.values())))
            mean, sd, pooled = self.auc[model]
            rows.append((model, "AUC", mean, sd, None, None, None, pooled))
        where = "" if self.pc is None else f" at PC(+) = {short(self.pc)}"
        title = f"Over {len(self._first.folds)} folds{where}"
        return Table("over_folds", title, columns, rows, notes=self._notes)

    def to_json(self) -> dict[str, Any]:
        """Return the summaries as plain values."""
        models = {
            model: {
                "quantity": one.quantity,
                "cost": {field: getattr(one, field) for field, _ in OVER_FOLDS.values()},
                "folds": dict(zip(one.folds, one.values.tolist(), strict=True)),
                "auc": dict(zip(("mean", "sd", "pooled"), self.auc[model], strict=True)),
            }
            for model, one in self.costs.items()
        }
        return {"kind": self.kind, "version": documents.VERSION, "models": models, "notes": list(self._notes)}

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence

    def __repr__(self) -> str:
        """Show models and folds."""
        return f"FoldResults({', '.join(self.costs)}; {len(self._first.folds)} folds)"


# ---- numbers of a tally ---------------------------------------------------------------------


def _or_none(summary: Callable[[Tally], float], tally: Tally) -> float | None:
    """A number of a tally, None where it is undefined."""
    try:
        return float(summary(tally))
    except (InputError, UndefinedError):
        return None


def _sizes(tally: Tally) -> dict[str, Any]:
    """Weights of the two classes, None where only rates are known."""
    weights = (tally.total_positive, tally.total_negative) if tally.counted else (None, None)
    return dict(zip(("positives", "negatives"), weights, strict=True))


def _sizes_and_summaries(tally: Tally) -> dict[str, Any]:
    """Class sizes and main summaries of one model on one part."""
    return _sizes(tally) | {key: _or_none(one, tally) for one in SUMMARIES if (key := one.key) in BY}


def _summary_columns(titles: dict[str, str]) -> list[Column]:
    return [Column(key, title, decimals=4) for key, title in titles.items()]
