"""The evaluation: named models on the same records. What a person holds and asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves._ground import json
from costcurves._ground.showing import Shown
from costcurves.evaluation.compared_models import ComparedModels
from costcurves.evaluation.parted_records import PartedRecords
from costcurves.evaluation.with_decisions import WithDecisions
from costcurves.evaluation.with_pictures import WithPictures

if TYPE_CHECKING:
    from pathlib import Path

    from costcurves._ground.tables import Table


__all__ = ["Evaluation"]


class Evaluation(ComparedModels, WithDecisions, PartedRecords, WithPictures, Shown):
    """Models judged on the same records (or on published counts), over all operating conditions.

    Make one with :func:`costcurves.evaluate`, :func:`costcurves.evaluate_points` or
    :func:`costcurves.evaluate_counts`.

    Attributes
    ----------
    models : dict of str to Tally
    records : Records or None
        The rows, where there are rows.
    name : str
        What the records are called in sentences.
    notes : tuple of str
        What a reader should be told about the input.

    Examples
    --------
    >>> from costcurves import evaluate
    >>> ev = evaluate([1, 1, 0, 1, 0], {"a": [0.9, 0.8, 0.7, 0.4, 0.1], "b": [5, 4, 1, 3, 2]})
    >>> ev.cost_curve("b").area
    0.0
    """

    __slots__ = ()

    # ---- JSON -------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the numbers of the evaluation as plain values; infinities are "inf" and "-inf"."""
        from costcurves.evaluation.views import numbers

        return dict(json.plain_json(numbers(self.models)))

    def save(self, path: str | Path) -> None:
        """Write the tallies (not the rows) to a versioned JSON file; :meth:`load` gives equal answers."""
        from costcurves.evaluation.views import stored

        json.write(path, stored(self.models, self.name, self.notes))

    @classmethod
    def load(cls, path: str | Path) -> Evaluation:
        """Read what :meth:`save` wrote."""
        return cls.from_json(json.read(path, "evaluation"))

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Evaluation:
        """Read the contents of a file that :meth:`save` wrote; :meth:`to_json` gives numbers only."""
        from costcurves.evaluation.views import restored

        return cls(**restored(json.checked(document, "evaluation")))

    def to_columns(self) -> dict[str, Any]:
        """Return the table of summaries as columns."""
        table = self.summary()
        return {column.key: [row[place] for row in table.rows] for place, column in enumerate(table.columns)}

    def table(self) -> Table:
        """Return the table of summaries: what a notebook shows."""
        return self.summary()

    def __repr__(self) -> str:
        """Show the models and the sizes."""
        known = [t for t in self.models.values() if t.counted]
        sizes = {f", {t.total_positive:g} + {t.total_negative:g} records" for t in known}
        size = sizes.pop() if len(sizes) == 1 else ""
        return f"Evaluation({', '.join(self.models)}{size})"
