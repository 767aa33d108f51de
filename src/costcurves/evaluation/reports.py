"""The report of an evaluation: what its page shows, gathered once for Python and for the command line."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, Protocol

from costcurves._ground.arrays import ByValue
from costcurves.evaluation.decision_intervals import chosen_anew, decision_cost
from costcurves.evaluation.part_results import of_part, shown_part
from costcurves.evaluation.views import require_same_models
from costcurves.report.page import write_page
from costcurves.report.page_tables import Evaluated
from costcurves.report.uncertainty_section import PageUncertainty, sentence
from costcurves.results.remarks import SAME_RECORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from costcurves.criteria.decision import Decision
    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.results.decision_uncertainty import DecisionUncertainty
    from costcurves.results.judged_decision import JudgedDecision
    from costcurves.results.remarks import Remark


class Reported(Evaluated, Protocol):
    """What a report needs of an :class:`~costcurves.Evaluation`."""

    def remarks(self) -> tuple[Remark, ...]:
        """What is remarked on the records."""


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Report(ByValue):
    """What a page shows.

    Attributes
    ----------
    evaluation : Evaluation
        At the prevalence that was stated.
    parts : mapping of str to Evaluation
        Parts of the records, or the records that chose the decision; at that prevalence, too.
    judged : JudgedDecision or None
        The decision, on every part, with remarks.
    uncertainty : PageUncertainty or None
    """

    evaluation: Reported
    parts: Mapping[str, Reported]
    judged: JudgedDecision | None = None
    uncertainty: PageUncertainty | None = None

    @classmethod
    def of(
        cls,
        evaluation: Any,
        judged: JudgedDecision | None,
        parts: Mapping[str, Any],
        uncertainty: Uncertainty | None,
    ) -> Report:
        """Gather what the page of an evaluation shows.

        Parameters
        ----------
        evaluation : Evaluation
        judged : JudgedDecision or None
        parts : mapping of str to Evaluation
        uncertainty : Uncertainty or None
            Of the evaluation.
        """
        decision = None if judged is None else judged.decision
        shown, shown_parts = evaluation, dict(parts)
        share = math.nan if decision is None or decision.sample_prevalence else decision.prevalence
        if not math.isnan(share):
            shown = evaluation.at_prevalence(share)
            shown_parts = {name: part.at_prevalence(share) for name, part in parts.items()}
        found = None
        if uncertainty is not None:
            require_same_models(uncertainty, evaluation)
            whole = dataclasses.replace(uncertainty, models=shown.models)
            found = page_uncertainty(shown, decision, whole, uncertainty)
            elsewhere = decision is not None and not decision.optimistic
            elsewhere = elsewhere or not isinstance(uncertainty.chosen_on, str)
            names = [part.name for part in parts.values()]
            of = of_part(shown_part(evaluation.name, names, elsewhere=elsewhere))
            found = dataclasses.replace(found, of=of)
        return cls(shown, shown_parts, judged, found)

    @property
    def decision(self) -> Decision | None:
        """The decision, if one is shown."""
        return None if self.judged is None else self.judged.decision

    @property
    def lines(self) -> tuple[str, ...]:
        """What is remarked on the records and on the decision, and where thresholds are chosen."""
        same = self.decision.optimistic if self.decision is not None else not self.parts
        return (
            *map(str, self.evaluation.remarks()),
            *((SAME_RECORDS,) if same else ()),
            *(() if self.judged is None else map(str, self.judged.remarks)),
        )

    @property
    def sentences(self) -> tuple[str, ...]:
        """The decision in words, and its uncertainty; empty without a decision."""
        if self.judged is None:
            return ()
        return tuple(filter(None, [self.judged.sentence, sentence(self.uncertainty, self.judged.decision)]))

    def write(self, path: str | Path, *, statements: Sequence[str] = (), title: str = "") -> Path:
        """Write the page.

        Parameters
        ----------
        path : path-like
        statements : sequence of str
            What was read, where it comes from files.
        title : str
            By default the names of the models.
        """
        return write_page(
            path,
            self.evaluation,
            self.decision,
            parts=self.parts,
            judged=() if self.judged is None else tuple(self.judged.parts.values()),
            statements=(*statements, *self.lines),
            title=title,
            uncertainty=self.uncertainty,
        )


def page_uncertainty(
    shown: Any, decision: Decision | None, uncertainty: Uncertainty, own: Uncertainty | None = None
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
        Of the records at their own prevalence, which says what a decision does beyond its cost.
    """
    models = list(shown.models)
    condition = None if decision is None else decision.condition
    cost_bands, roc_bands = (
        {model: uncertainty.band(name, model) for model in models} for name in ("cost", "roc")
    )
    found = PageUncertainty(
        uncertainty.level,
        cost_bands,
        roc_bands,
        None if decision is None else decision_cost(uncertainty, decision),
        pairs=uncertainty.pairwise(condition) if len(models) > 1 and shown.records is not None else None,
        cost_as_given=decision is not None and not chosen_anew(decision),
        numbers=uncertainty.numbers(condition),
    )
    if own is None or decision is None or decision.flags != "some":
        return found
    return _with_answer(found, own.decision(decision))


def _with_answer(found: PageUncertainty, answer: DecisionUncertainty) -> PageUncertainty:
    """Add what there is to say of a decision beyond its cost; its cost too, where the page knows none."""
    sentences = answer.sentences if answer.cost is None else answer.further_sentences
    found = dataclasses.replace(found, answered=sentences)
    if found.cost is None and answer.cost is not None:
        found = dataclasses.replace(found, cost=answer.cost, cost_as_given=True)
    return found
