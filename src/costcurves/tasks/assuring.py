"""How sure a report page is: its numbers and bands, and what `decide` and `compare` say."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves.evaluation.uncertainty_views import sureness
from costcurves.tasks.judging import decision_uncertainty, in_question
from costcurves.tasks.parting import which_part
from costcurves.tasks.steps import silent
from costcurves.tasks.sureness import cross_fitting, uncertainty

if TYPE_CHECKING:
    from costcurves.report.uncertainty_section import Sureness
    from costcurves.results.judged_decision import JudgedDecision
    from costcurves.tasks.loaded import Loaded
    from costcurves.tasks.request import Request
    from costcurves.tasks.steps import Step

__all__ = ["assured"]


def assured(
    loaded: Loaded, shown: Loaded, found: JudgedDecision | None, request: Request, step: Step = silent
) -> Sureness | None:
    """Return how sure a page is, or None if nobody asked.

    Parameters
    ----------
    loaded : Loaded
    shown : Loaded
        The same at the prevalence that was stated.
    found : JudgedDecision or None
    request : Request
    step : callable
        Told how many replicates are drawn.
    """
    asked = uncertainty(shown, request, step)
    if asked is None:
        return None
    decision = None if found is None else found.decision
    with cross_fitting(loaded.evaluation):
        sure = sureness(shown.evaluation, decision, asked)
    assert sure is not None  # there is an uncertainty
    more: dict[str, Any] = {"of": which_part(loaded)}
    if found is not None and found.decision.flags == "some":
        more |= _answered(sure, found, loaded, request)
    return dataclasses.replace(sure, **more)


def _answered(sure: Sureness, found: JudgedDecision, loaded: Loaded, request: Request) -> dict[str, Any]:
    """Return what `decide` says of a decision beyond its cost; its cost too, where the page knows none."""
    asked = uncertainty(in_question(loaded, request), request)
    assert asked is not None  # as before
    uncertain = decision_uncertainty(found, loaded, request, asked)
    said, cost = uncertain.sentences, uncertain.cost
    more: dict[str, Any] = {"answered": said[1:] if cost is not None else said}
    if sure.cost is None and cost is not None:
        more |= {"cost": cost, "cost_as_given": True}
    return more
