"""The evaluation: named models on the same records. What a person holds and asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves._ground import documents
from costcurves._ground.documents import Shown
from costcurves.errors import InputError
from costcurves.evaluation.compared_models import ComparedModels
from costcurves.evaluation.parted_records import PartedRecords
from costcurves.evaluation.with_decisions import WithDecisions
from costcurves.evaluation.with_pictures import WithPictures

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from costcurves._ground.tables import Table
    from costcurves.conditions.operating_condition import Costs, OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.evaluation.uncertainty import Uncertainty


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
        Remarks on the input, for whoever reads the results.

    Examples
    --------
    >>> from costcurves import evaluate
    >>> ev = evaluate([1, 1, 0, 1, 0], {"a": [0.9, 0.8, 0.7, 0.4, 0.1], "b": [5, 4, 1, 3, 2]})
    >>> ev.cost_curve("b").area
    0.0
    """

    __slots__ = ()

    # ---- the page ---------------------------------------------------------------------------

    def report(
        self,
        path: str | Path,
        condition: OperatingCondition | Costs | float | None = None,
        *,
        decision: Decision | None = None,
        parts: Mapping[str, Evaluation] | None = None,
        uncertainty: Uncertainty | None = None,
        title: str = "",
    ) -> Path:
        """Write one self-contained HTML page, as the command `report` does, and return its path.

        Parameters
        ----------
        path : path-like
            The file; an older one is replaced.
        condition : OperatingCondition, Costs or float, optional
            Shows the cheapest decision, as :meth:`decide` makes it.
        decision : Decision, optional
            Shows this one instead.
        parts : mapping of str to Evaluation, optional
            Parts of the records, such as train, validation and test, or the records that chose the
            decision; each is shown with its gap.
        uncertainty : Uncertainty, optional
            Adds bands, intervals and tests; of this evaluation, see :meth:`uncertainty`.
        title : str
            By default the names of the models.

        Raises
        ------
        InputError
            If both a condition and a decision are given, or the file cannot be written.
        """
        from costcurves.evaluation.reports import Report

        if condition is not None and decision is not None:
            raise InputError(
                "a page shows one decision", "a condition and a decision", "leave out one of them"
            )
        made = self.decide(condition) if condition is not None else decision
        judged = None if made is None else self.judge_parts(made, parts)
        return Report.of(self, judged, parts or {}, uncertainty).write(path, title=title)

    # ---- JSON -------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the numbers of the evaluation as plain values; infinities are "inf" and "-inf"."""
        from costcurves.evaluation.views import numbers

        return dict(documents.plain_json(numbers(self.models)))

    def save(self, path: str | Path) -> None:
        """Write the tallies (not the rows) to a versioned JSON file; :meth:`load` gives equal answers."""
        from costcurves.evaluation.views import stored

        documents.write(path, stored(self.models, self.name, self.notes))

    @classmethod
    def load(cls, path: str | Path) -> Evaluation:
        """Read what :meth:`save` wrote."""
        return cls.from_json(documents.read(path, "evaluation"))

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Evaluation:
        """Read the contents of a file that :meth:`save` wrote; :meth:`to_json` gives numbers only."""
        from costcurves.evaluation.views import restored

        return cls(**restored(documents.checked(document, "evaluation")))

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
