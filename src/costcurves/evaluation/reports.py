"""What a report page shows of an evaluation, gathered once for Python and for the command line."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from costcurves.evaluation.part_results import PartResults
from costcurves.evaluation.shown_parts import part_shown, shown_part
from costcurves.evaluation.views import require_same_models
from costcurves.report.contents import PageUncertainty, Report
from costcurves.results.remarks import SAME_RECORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from costcurves.criteria.decision import Decision
    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.results.judged_decision import JudgedDecision


def report_of(
    evaluation: Any,
    judged: JudgedDecision | None,
    parts: Mapping[str, Any],
    uncertainty: Uncertainty | None,
    *,
    of: str | None = None,
    title: str = "",
    statements: Iterable[str] = (),
    joint_hull: bool = False,
) -> Report:
    """Gather what the page of an evaluation shows.

    Parameters
    ----------
    evaluation : Evaluation
    judged : JudgedDecision or None
    parts : mapping of str to Evaluation
        Parts of the records, or the records that chose the decision.
    uncertainty : Uncertainty or None
        Of the evaluation.
    of : str, optional
        Which of several parts is shown where not all are; by default as the parts tell.
    title : str
        By default the names of the models.
    statements : iterable of str
        What was read, where it comes from files.
    joint_hull : bool
        Whether the joint hull of all models is drawn.
    """
    decision = None if judged is None else judged.decision
    shown, shown_parts = evaluation, dict(parts)
    share = math.nan if decision is None or decision.sample_prevalence else decision.prevalence
    if not math.isnan(share):
        shown = evaluation.at_prevalence(share)
        shown_parts = {name: part.at_prevalence(share) for name, part in parts.items()}
    if of is None:
        elsewhere = decision is not None and not decision.optimistic
        of = shown_part(evaluation.name, {one.name for one in parts.values()}, elsewhere=elsewhere)
    part = part_shown(of, shown.models) if of else None
    found = None
    if uncertainty is not None:
        require_same_models(uncertainty, evaluation)
        whole = dataclasses.replace(uncertainty, models=shown.models)
        title_of = "" if part is None else part.title
        found = page_uncertainty(shown, decision, whole, own=uncertainty, of=title_of)
    same = decision.optimistic if decision is not None else not parts
    same = same and (judged is None or judged.recommended is None)
    remarks = [*shown.remarks(), *((SAME_RECORDS,) if same else ()), *(judged.remarks if judged else ())]
    lines = (*statements, *map(str, remarks))
    compared = part_results(shown_parts, judged, shown)
    selection = evaluation.selection() if evaluation.trained else None
    return Report(shown, judged, compared, found, title, lines, joint_hull, part, selection)


def part_results(
    parts: Mapping[str, Any], judged: JudgedDecision | None, shown: Any = None
) -> PartResults | None:
    """Return the numbers of parts: compared with the one that chose the decision, if one did.

    All are at the prevalence of the part that chose, else that of the records shown, if they are given.
    """
    if not parts:
        return None
    reference = next(iter(parts)) if judged is None else judged.reference
    tuned = judged is not None and not judged.decision.optimistic and judged.parts[reference].optimistic
    found = PartResults({name: dict(part.models) for name, part in parts.items()}, reference, tuned)
    chooser = parts[reference] if judged is not None and judged.parts[reference].optimistic else shown
    return found if chooser is None else found.compared_with(chooser)


def page_uncertainty(
    shown: Any,
    decision: Decision | None,
    uncertainty: Uncertainty,
    *,
    own: Uncertainty | None = None,
    of: str = "",
) -> PageUncertainty:
    """Return the uncertainty of a page: bands, its numbers, its answer, its models in pairs.

    Models are tested at the condition of the decision, without one over all PC(+) alike; only where
    there are rows, for counts do not tell which records two models share.

    Parameters
    ----------
    shown : Evaluation
        At the prevalence that was stated.
    decision : Decision or None
    uncertainty : Uncertainty
        Of what is shown.
    own : Uncertainty, optional
        Of the records at their own prevalence, which judges the decision; by default the same.
    of : str
        Which of several parts it is of.
    """
    models = list(shown.models)
    condition = None if decision is None else decision.condition
    cost_bands, roc_bands = (
        {model: uncertainty.band(name, model) for model in models} for name in ("cost", "roc")
    )
    return PageUncertainty(
        cost_bands,
        roc_bands,
        uncertainty.numbers(condition),
        pairs=uncertainty.pairwise(condition) if len(models) > 1 and shown.records is not None else None,
        answer=None if decision is None else (own or uncertainty).decision(decision),
        of=of,
    )
