"""What a page of many classes shows, gathered once for Python and for the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves.report.class_page import ClassReport

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurves._ground.tables import Table

#: Curves of each class against the rest.
CURVES = ("cost", "roc")


def class_report_of(
    evaluation: Any, *, parts: Table | None = None, title: str = "", statements: Iterable[str] = ()
) -> ClassReport:
    """Gather what the page of an evaluation of many classes shows.

    Parameters
    ----------
    evaluation : ClassEvaluation
    parts : Table, optional
        Every model by part.
    title : str
        By default the number of classes and the names of the models.
    statements : iterable of str
        What was read.
    """
    recommended = evaluation.decide()
    curves = {}
    for label in evaluation.classes:
        rest = evaluation.one_vs_rest(label)
        curves[label] = {name: rest.chart(name) for name in CURVES}
    first, *others = recommended.rows
    return ClassReport(
        evaluation.summary(),
        recommended,
        {model: evaluation.by_class(model) for model in evaluation.models},
        curves,
        tuple(evaluation.compare(first.model, row.model) for row in others),
        parts,
        evaluation.costs is not None,
        title,
        tuple(statements),
    )
