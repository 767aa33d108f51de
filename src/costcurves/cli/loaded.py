"""What reading gives: evaluations, what was read in words, and steps on the way."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.number_words import percent
from costcurves.charts.lettering import printable
from costcurves.errors import InputError
from costcurves.evaluation.evaluation import Evaluation
from costcurves.evaluation.part_results import PartResults, shown_part

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.curves.separation import Separation
    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.io import Columns, Roles

    Step = Callable[..., None]


@dataclasses.dataclass(frozen=True, slots=True)
class FileRead:
    """A statement about a file that was read; `lead` comes before its name."""

    path: str
    text: str
    lead: str = ""

    def __str__(self) -> str:
        return f"{self.lead}{self.path}: {self.text}"

    def after(self) -> FileRead:
        """Return the statement as it follows on one about another file."""
        return dataclasses.replace(self, lead="and ")

    @property
    def without_folder(self) -> str:
        """The statement for others, who know nothing of the folders of this machine."""
        return f"{self.lead}{PurePath(self.path).name}: {self.text}"


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Loaded:
    """Evaluations made from files.

    Attributes
    ----------
    evaluation : Evaluation
        The records in question: on them decisions are judged.
    statements : tuple of (str or FileRead)
        What was read.
    positive : str
        How the positive class is spelled; empty where there are no labels.
    parts : dict of str to Evaluation
        Parts of the table, and the table that thresholds were chosen on; empty without parts.
    reference : str
        The part that others are compared with; empty if there are no parts.
    chosen_on : Evaluation or None
        Where thresholds are chosen, if not on the records in question.
    separation : Separation or None
        Two predictors of the records, if they are drawn.
    left_out : tuple of (str, str)
        Columns that are no models without an option that names them, each with the reason.
    """

    evaluation: Evaluation
    statements: tuple[str | FileRead, ...]
    positive: str = ""
    parts: dict[str, Evaluation] = dataclasses.field(default_factory=dict)
    reference: str = ""
    chosen_on: Evaluation | None = None
    separation: Separation | None = None
    left_out: tuple[tuple[str, str], ...] = ()

    @property
    def part_results(self) -> PartResults:
        """The numbers of every model on every part, with the gaps to the part of reference."""
        tallies = {name: part.models for name, part in self.parts.items()}
        return PartResults(tallies, self.reference, tuned=self.chosen_on is not None)

    @property
    def shown_part(self) -> str:
        """The part that numbers are of which are not shown by part; empty without parts."""
        return shown_part(self.evaluation.name, self.parts, elsewhere=self.chosen_on is not None)

    def at(self, prevalence: float | None, *, weighed: bool = False) -> Loaded:
        """Return evaluations and parts at a stated prevalence, perhaps with their records weighed to it."""
        if prevalence is None:
            return self
        placed = Evaluation.weighed if weighed else Evaluation.at_prevalence
        parts = {name: part.at_prevalence(prevalence) for name, part in self.parts.items()}
        others = None if self.chosen_on is None else placed(self.chosen_on, prevalence)
        here = placed(self.evaluation, prevalence)
        return dataclasses.replace(self, evaluation=here, parts=parts, chosen_on=others)

    def require_models(self, *names: str) -> None:
        """Refuse what is no model of a file; say so of a column that was left out, and why."""
        known = self.evaluation.models
        for name in names:
            why = dict(self.left_out).get(name)
            if name not in known and why is not None:
                raise InputError(
                    "the model must be one of the evaluation",
                    repr(name),
                    f"the models are {', '.join(known)}; left out: {name} ({why}); name every model that "
                    "you mean with --score",
                    where=self.evaluation.name,
                )
            self.evaluation.tally(name)


def silent(title: str, done: int | None = None, total: int | None = None) -> None:
    """Show no progress."""


def beside_other_intervals(uncertainty: Uncertainty, condition: OperatingCondition | None) -> str:
    """Say why intervals of single models, as other commands print them, are other ones."""
    from costcurves.inference.targets import Scope

    decided = ""
    if condition is not None:
        models = len(uncertainty.models)
        holds = Scope.of(models=models, conditions=uncertainty.simultaneous).words(models)
        decided = f"; decide one that holds {holds}, since the cheapest was chosen among them"
    return (
        "Both models of a pair judged the same records, so they may differ where the intervals of single "
        f"models overlap: evaluate gives every model an interval of its own{decided}."
    )


#: How formats are written.
_FORMATS = {
    "weka": "predictions of WEKA",
    "jsonl": "JSON lines",
    "parquet": "Parquet",
    "arrow": "Arrow",
    "xlsx": "xlsx",
}
_KINDS = {"points": "operating points", "counts": "counts per score"}


def read_statements(columns: Columns, roles: Roles) -> tuple[str | FileRead, ...]:
    """State what was read from a table, the file first."""
    how = ", ".join([_FORMATS.get(columns.format, columns.format.upper()), *columns.notes])
    what = f"{columns.rows:,} {'row' if columns.rows == 1 else 'rows'}"
    lines = []
    if roles.kind == "records":
        lines += _record_lines(roles)
    else:
        tables = roles.points or roles.counts
        lines.append(f"{_KINDS[roles.kind]} of {_models(list(tables))}")
    if roles.left_out:
        lines.append(_left_out(roles.left_out))
    # A name with a line break in it must not look like another statement.
    first = FileRead(printable(columns.source), printable(f"{what} ({how})"))
    return first, *(printable(line) for line in (*lines, *roles.notes))


def _record_lines(roles: Roles) -> list[str]:
    """State label, models and uses of other columns."""
    assert roles.is_positive is not None
    rows = len(roles.is_positive)
    positive = int(np.count_nonzero(roles.is_positive))
    counted = f"{positive:,} × {roles.positive} ({percent(positive / rows)}, positive)"
    classes = f"{counted}, {rows - positive:,} × {roles.negative}"
    lines = [f"label {roles.label}: {classes}", _models(list(roles.scores))]
    if roles.lower_is_positive:
        lines.append(f"low scores mean positive in {', '.join(roles.lower_is_positive)}")
    if roles.weight is not None:
        share = float(roles.weight[roles.is_positive].sum() / roles.weight.sum())
        lines.append(f"weighted: {roles.weight.sum():,.6g} in all, {percent(share)} of it positive")
    for use in ("fold", "cluster", "segment", "partition"):
        values = getattr(roles, use)
        if values is not None:
            counts = Counter(map(str, values.tolist()))
            unused = " (kept together in intervals)" if use == "cluster" else ""
            lines.append(f"{use}: {_counted(counts)}{unused}")
    return lines


def repeated(scores: Sequence[str]) -> list[str]:
    """State which columns were named as scores more than once."""
    twice = [name for name in dict.fromkeys(scores) if scores.count(name) > 1]
    return [printable(f"--score {name} is given more than once and counts once") for name in twice]


def _left_out(columns: Sequence[tuple[str, str]]) -> str:
    """List columns that are no models, those with one and the same reason together."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in columns:
        by_reason.setdefault(reason, []).append(name)
    return "left out: " + "; ".join(f"{', '.join(names)} ({reason})" for reason, names in by_reason.items())


def _models(names: list[str]) -> str:
    """List models."""
    return f"{len(names)} {'model' if len(names) == 1 else 'models'}: {', '.join(names)}"


def _counted(counts: dict[str, int], most: int = 8) -> str:
    """List values with their counts."""
    if len(counts) > most:
        return f"{len(counts):,} values"
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def saved_statements(evaluation: Evaluation) -> tuple[str | FileRead, ...]:
    """State what was read from a saved evaluation."""
    first = FileRead(evaluation.name, "saved evaluation")
    return first, _models(list(evaluation.models)), *evaluation.notes
