"""What a page of many classes shows, gathered once for Python and for the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.report.class_page import ClassReport

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurves._ground.tables import Table

#: Curves of each class against the rest.
CURVES = ("cost", "roc")
#: A map shows so many classes: of more those that are most common.
CORNERS = 3


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
    corners = np.sort(np.argsort(-evaluation.records.sizes, kind="stable")[:CORNERS]).tolist()
    regions = (
        evaluation.regions([evaluation.classes[k] for k in corners]) if len(corners) == CORNERS else None
    )
    return ClassReport(
        evaluation.summary(),
        recommended,
        {model: evaluation.by_class(model) for model in evaluation.models},
        curves,
        tuple(evaluation.compare(first.model, row.model) for row in others),
        regions,
        evaluation.mean_costs(),
        parts,
        evaluation.costs is not None,
        title,
        tuple(statements),
    )
