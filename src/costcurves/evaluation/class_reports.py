"""What a page of many classes shows, gathered once for Python and for the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves.evaluation.class_pictures import CORNERS, commonest
from costcurves.report.class_page import ClassReport

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurves._ground.tables import Table
    from costcurves.space.region_map import RegionMap

#: Curves of each class against the rest.
CURVES = ("cost", "roc")
#: So many classes have curves: of more those that are most common.
MOST_CURVES = 8


def class_report_of(
    evaluation: Any,
    *,
    parts: Table | None = None,
    title: str = "",
    statements: Iterable[str] = (),
    with_intervals: bool = True,
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
    with_intervals : bool
        Whether intervals are shown, and what is more than chance.
    """
    summary, recommended = evaluation.summary(), evaluation.decide()
    if not with_intervals:
        summary, recommended = summary.without_intervals(), recommended.without_intervals()
    curves = {}
    for label in commonest(evaluation, MOST_CURVES):
        rest = evaluation.one_vs_rest(label)
        curves[label] = {name: rest.chart(name) for name in CURVES}
    several = with_intervals and len(evaluation.models) > 1
    return ClassReport(
        summary,
        recommended,
        {model: evaluation.by_class(model, with_intervals=with_intervals) for model in evaluation.models},
        curves,
        evaluation.pairwise() if several else None,
        map_ofcommonest(evaluation),
        evaluation.mean_costs() if with_intervals else None,
        parts,
        evaluation.costs is not None,
        title,
        tuple(statements),
    )


def map_ofcommonest(evaluation: Any) -> RegionMap | None:
    """Map who is cheapest where of the three classes that have most records; None of two classes."""
    corners = commonest(evaluation, CORNERS)
    if len(corners) < CORNERS:
        return None
    found: RegionMap = evaluation.regions(corners)
    return found
