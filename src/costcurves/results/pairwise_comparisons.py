"""Models in pairs: what they cost, which differences are more than chance, and for what that holds."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any, ClassVar, Self

from costcurves._ground.documents import Document
from costcurves._ground.number_words import percent
from costcurves._ground.tables import Column, Table
from costcurves.charts.figures.interval_figures import cost_curves_figure
from costcurves.errors import InputError
from costcurves.inference.pvalues import holm
from costcurves.inference.targets import Scope
from costcurves.results.interval_tables import ENDS
from costcurves.results.model_comparison import ModelComparison
from costcurves.results.paired_evidence import place_text
from costcurves.space.winners import winner_ranges

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from costcurves.charts.chart import Chart
    from costcurves.space.cost_curve import CostCurve

#: Of more pairs a sentence says only how many differ.
MOST_VERDICTS = 6

#: Of more models than this, a table of costs does not show every pair.
MANY = 8


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class PairwiseComparisons(Document):
    """Comparisons of pairs of models, tested together at one condition: p-values are adjusted by Holm.

    Make one with :meth:`costcurves.Evaluation.pairwise`. Tests are made on first use.

    Attributes
    ----------
    comparisons : tuple of ModelComparison

    Examples
    --------
    >>> from costcurves import evaluate
    >>> scores = {"a": [4, 3, 2, 1], "b": [4, 2, 3, 1], "c": [1, 2, 3, 4]}
    >>> found = evaluate([1, 1, 0, 0], scores).pairwise()
    >>> [(one.a, one.b) for one in found]
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """

    kind: ClassVar[str] = "pairwise_comparisons"
    comparisons: tuple[ModelComparison, ...]

    def __post_init__(self) -> None:
        """Refuse what is no comparison."""
        object.__setattr__(self, "comparisons", tuple(self.comparisons))
        if not self.comparisons:
            raise InputError("models must be compared in pairs", "fewer than two models")

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.comparisons)

    def __iter__(self) -> Iterator[ModelComparison]:
        """Yield the comparison of every pair; its own p-value is not adjusted."""
        return iter(self.comparisons)

    def picture(self) -> Chart:
        """Return the cost curves of all models, and which is cheapest where."""
        curves = {name: curve for one in self for name, curve in ((one.a, one.curve_a), (one.b, one.curve_b))}
        return cost_curves_figure(curves, winner_ranges(curves))

    @property
    def models(self) -> tuple[str, ...]:
        """The names of all models."""
        return tuple(dict.fromkeys(name for one in self for name in (one.a, one.b)))

    @functools.cached_property
    def tested(self) -> tuple[ModelComparison, ...]:
        """The comparisons with p-values adjusted for all pairs together; raises as `ModelComparison.test`."""
        pvalues = holm([one.test.pvalue for one in self]).tolist()
        return tuple(
            dataclasses.replace(one, adjusted=pvalue)
            for one, pvalue in zip(self.comparisons, pvalues, strict=True)
        )

    def pair(self, a: str, b: str) -> ModelComparison:
        """Return the comparison of two models with its adjusted p-value."""
        found = next((one for one in self.tested if (one.a, one.b) == (a, b)), None)
        if found is None:
            raise InputError(
                "the two models must be a pair",
                f"{a!r} and {b!r}",
                ", ".join(f"{one.a} and {one.b}" for one in self),
            )
        return found

    @property
    def why_no_test(self) -> str:
        """Why the models are not tested; empty if they are."""
        return next((why for one in self if (why := one.why_no_test)), "")

    @property
    def verdicts(self) -> tuple[str, ...]:
        """What follows for every pair, or for how many where they are many."""
        if len(self) <= MOST_VERDICTS:
            return tuple(one.verdict for one in self.tested)
        return (f"{self.differ} of {len(self)} pairs of models differ by more than chance {self._place}.",)

    @property
    def statements(self) -> tuple[str, ...]:
        """The verdicts, and of a single pair where one is cheaper."""
        return (*self.verdicts, self.tested[0].cheaper_sentence) if len(self) == 1 else self.verdicts

    @property
    def differ(self) -> int:
        """How many pairs differ by more than chance."""
        return sum(bool(one.winner) for one in self.tested)

    @property
    def _place(self) -> str:
        """Where the models are compared."""
        return place_text(self.comparisons[0].condition)

    # ---- tables -----------------------------------------------------------------------------

    def costs_table(self, part: str = "") -> Table:
        """One row a pair: areas, where the cheaper one changes, where they are farthest apart."""
        columns = [
            Column("a", "A", align="left"),
            Column("b", "B", align="left"),
            Column("area", "area of A − area of B", decimals=4),
            Column("crossings", "cheaper one changes at PC(+)", align="left"),
            Column("gap", "widest gap, A − B", decimals=4),
            Column("at", "at PC(+)", decimals=4),
        ]
        rows = []
        for pair in self:
            at, gap = pair.largest_gap
            crossings = ", ".join(f"{x:.4f}" for x in pair.crossings) or "nowhere"
            rows.append((pair.a, pair.b, pair.expected(), crossings, gap, at))
        return Table("versus", f"Models in pairs, on {part}" if part else "Models in pairs", columns, rows)

    def tests_table(self, *, notes: Iterable[str] = (), of: str = "", ranges: bool = True) -> Table:
        """One row a pair: the difference with its interval, the p-value, verdicts, where one is cheaper.

        Parameters
        ----------
        notes : iterable of str
            What else there is to note.
        of : str
            Which records they are of, for the heading.
        ranges : bool
            Whether ranges are shown in which one of both is cheaper.
        """
        first, several = self.tested[0], len(self) > 1
        cheaper_title = f"cheaper over PC(+), {percent(first.level)} simultaneous"
        columns = [
            Column("a", "model", align="left"),
            Column("b", "against", align="left"),
            Column("difference", "difference", decimals=4),
            *ENDS,
            Column("pvalue", "p (Holm)" if several else "p", decimals=4, least=1e-4),
            *([Column("verdict", "verdict", align="left")] if several else []),
            *([Column("ranges", cheaper_title, align="left")] if ranges else []),
        ]
        rows = []
        for one in self.tested:
            row: list[Any] = [one.a, one.b, one.interval.estimate, one.interval.low, one.interval.high]
            row.append(one.pvalue)
            if several:
                row.append(f"{one.winner} is cheaper" if one.winner else "left open")
            if ranges:
                found = (f"{r.winner} {r.low:.3f} to {r.high:.3f}" for r in one.cheaper)
                row.append("; ".join(found) or "nowhere")
            rows.append(row)
        title = f"Difference in NEC {self._place}, {percent(first.interval.level)} intervals{of}"
        return Table("pairs", title, columns, rows, notes=(*self.notes, *notes))

    def table(self) -> Table:
        """Return the table of tests, or of costs where nothing is tested."""
        return self.costs_table() if self.why_no_test else self.tests_table(ranges=False)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the numbers are of, what intervals and p-values hold for, and how they were made."""
        tested, first = self.tested, self.tested[0]
        words = first.interval.scope_words
        together = "" if first.interval.scope is Scope.ALONE else f", {words}"
        found = _sentences(one.interval.target_words for one in tested)
        if len(tested) == 1:
            alone = "; p is for this condition alone" if together else ""
            found.append(f"The interval holds {words}{alone}.")
            if first.margin is not None:
                rate, level = percent(1 - first.level), percent(first.interval.level)
                found.append(f"A test against a margin at {rate} goes with an interval of {level}.")
            if first.is_one_sided:
                found.append("The interval is two-sided, the test one-sided.")
        else:
            alone = "for this condition alone, and " if together else ""
            found.append(
                f"Every interval holds for its pair alone{together}; p-values are {alone}adjusted for all "
                f"{len(tested)} pairs together (Holm)."
            )
        methods, noted = [], []
        for one in tested:
            methods += [f"interval: {one.interval.method}", f"p-value: {one.test.method}"]
            noted += [*one.test.notes, *one.interval.notes]
        return (*found, *_sentences(methods), *_sentences(noted))

    # ---- documents --------------------------------------------------------------------------

    def costs_json(self) -> list[dict[str, Any]]:
        """Return what the models of every pair cost as plain JSON; no interval is computed."""
        return [one.costs_json() for one in self]

    def tests_json(self) -> list[dict[str, Any]]:
        """Return the test of every pair as plain JSON."""
        return [one.test_json() for one in self.tested]

    def to_json(self) -> dict[str, Any]:
        """Return every comparison as plain JSON with kind and version."""
        pairs = self.comparisons if self.why_no_test else self.tested
        return Document.to_json(self) | {"comparisons": [one.to_json() for one in pairs]}

    @classmethod
    def _restored(cls, contents: dict[str, Any]) -> Self:
        found = (ModelComparison.from_json(one) for one in contents["comparisons"])
        return cls(tuple(dataclasses.replace(one, adjusted=None) for one in found))

    def __str__(self) -> str:
        """Print the verdicts, or why there are none."""
        return "\n".join([f"Not tested: {self.why_no_test}."] if self.why_no_test else self.verdicts)

    def __repr__(self) -> str:
        """Show the pairs."""
        return f"PairwiseComparisons({', '.join(f'{one.a} − {one.b}' for one in self)})"


def control_of_many(curves: Mapping[str, CostCurve]) -> str | None:
    """Return the model with the least area where there are too many to show all pairs; else None."""
    return min(curves, key=lambda name: curves[name].area) if len(curves) > MANY else None


def _sentences(texts: Iterable[str]) -> list[str]:
    """Return texts once each, as sentences, without empty ones."""
    return [f"{text[:1].upper()}{text[1:].rstrip('.')}." for text in dict.fromkeys(texts) if text]
