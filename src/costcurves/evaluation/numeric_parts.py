"""Numeric predictions on several parts of the records: train beside held-out."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.tables import Column, Table
from costcurves.errors import InputError, no_such

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurves.evaluation.numeric_evaluation import NumericEvaluation
    from costcurves.results.error_summary import ErrorSummary

#: What parts are compared by.
SHOWN = ("rmse", "mae", "mean_error")


@dataclasses.dataclass(frozen=True, eq=False, slots=True, repr=False)
class NumericParts(Shown, ByValue):
    """The same models on several parts of the records.

    Attributes
    ----------
    parts : dict of str to NumericEvaluation
        By name, the part that trained the models first.
    judged : str
        The part that everything else is read of.
    trained : str
        The part that trained the models; empty where none did.

    Examples
    --------
    >>> from costcurves import evaluate_numeric
    >>> train = evaluate_numeric([1, 2, 3, 4], {"a": [1, 2, 3, 5]})
    >>> test = evaluate_numeric([2, 4, 6], {"a": [1, 5, 9]}, baseline=[1, 2, 3, 4])
    >>> print(NumericParts({"train": train, "test": test}, "test", "train"))
    a: RMSE 0.5 on train, 1.915 on test.
    """

    parts: Mapping[str, NumericEvaluation]
    judged: str
    trained: str = ""

    def __post_init__(self) -> None:
        """Refuse parts that are not there, and parts of other models."""
        for name in filter(None, (self.judged, self.trained)):
            if name not in self.parts:
                raise no_such(name, self.parts, what="part")
        models = self.evaluation.models
        other = next((name for name, part in self.parts.items() if part.models != models), None)
        if other is not None:
            came = f"{', '.join(self.parts[other].models)} in {other!r}"
            raise InputError("all parts must have the same models", came)

    @property
    def evaluation(self) -> NumericEvaluation:
        """The part that is judged."""
        return self.parts[self.judged]

    @property
    def sentence(self) -> str:
        """The RMSE of every model by part."""
        lines = []
        for model in self.evaluation.models:
            found = (
                f"{part.summary(level=None)[model]['rmse']} on {name}" for name, part in self.parts.items()
            )
            lines.append(f"{model}: RMSE {', '.join(found)}.")
        return "\n".join(lines)

    def table(self) -> Table:
        """Return one row a model and part: main measures, with the change of the RMSE since training."""
        columns = [
            Column("model", "model", align="left"), Column("part", "part", align="left"),
            Column("records", "records"), Column("rmse", "RMSE"), Column("mae", "MAE"),
            Column("mean_error", "mean error"), Column("change", "RMSE against train, %", decimals=1),
        ]  # fmt: skip
        found = {name: part.summary(level=None) for name, part in self.parts.items()}
        naive = dict.fromkeys(name for summary in found.values() for name in summary.benchmarks)
        rows = [row for model in (*self.evaluation.models, *naive) for row in self._rows(model, found)]
        notes = [f"Everything else is of {self.judged}."]
        if self.trained:
            notes.append(f"The models were trained on {self.trained}: what they reach there is too good.")
        return Table("parts", "Every model by part", columns, rows, notes=notes)

    def _rows(self, model: str, found: Mapping[str, ErrorSummary]) -> Iterator[list[Any]]:
        """Yield a model, or a benchmark, on each part that has it."""
        every = {part: {**one.models, **one.benchmarks}.get(model) for part, one in found.items()}
        base = None if (trained := every.get(self.trained)) is None else trained["rmse"].estimate
        for part, own in every.items():
            if own is None:
                continue
            values = [own[key].estimate for key in SHOWN]
            is_new = bool(base) and part != self.trained and values[0] is not None
            change = 100 * (values[0] / base - 1) if is_new else None  # type: ignore[operator]  # both known
            yield [model, part, found[part].records, *values, change]

    def to_json(self) -> dict[str, Any]:
        """Return every measure by part, model and key."""
        return {name: part.summary().to_json() for name, part in self.parts.items()}

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        sizes = (f"{name} {len(part.records):,}" for name, part in self.parts.items())
        return f"NumericParts({', '.join(sizes)}; judged on {self.judged})"
