"""What a report page shows, and what it asks of evaluations and their parts."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Protocol

import numpy as np

from costcurves._ground.arrays import ByValue

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurves._ground.tables import Table
    from costcurves.charts.chart import Chart
    from costcurves.charts.part_shown import PartShown
    from costcurves.criteria.decision import Decision
    from costcurves.inference.estimate import Band
    from costcurves.results.decision_uncertainty import DecisionUncertainty
    from costcurves.results.given_classifiers import GivenClassifiers
    from costcurves.results.interval_tables import Numbers
    from costcurves.results.judged_decision import JudgedDecision
    from costcurves.results.pairwise_comparisons import PairwiseComparisons
    from costcurves.results.recommendation import Recommendation
    from costcurves.results.training_selection import TrainingSelection
    from costcurves.tallies.records import Records
    from costcurves.tallies.tally import Tally


class Evaluated(Protocol):
    """What a page needs of a :class:`~costcurves.Evaluation`."""

    @property
    def models(self) -> Mapping[str, Tally]:
        """Tallies by model."""

    @property
    def records(self) -> Records | None:
        """The rows, where there are rows."""

    @property
    def name(self) -> str:
        """What the records are called."""

    @property
    def notes(self) -> Sequence[str]:
        """What a reader should be told."""

    def summary(self) -> Table:
        """Table of summaries."""


class Parted(Protocol):
    """What a page needs of a :class:`~costcurves.stats.PartResults`."""

    @property
    def tallies(self) -> Mapping[str, Mapping[str, Tally]]:
        """Of every part, by the name of the model."""

    @property
    def reference(self) -> str:
        """The part that others are compared with."""

    @property
    def models(self) -> tuple[str, ...]:
        """The models that some part has."""

    @property
    def prevalence(self) -> float | None:
        """The one prevalence at which parts are compared; None where each has its own."""

    @property
    def source(self) -> str:
        """Whose prevalence that is."""

    def table(self) -> Table:
        """Every number of every part, and its gap to the part of reference."""

    def chart(self, model: str | None = None) -> Chart:
        """Cost curves of a model on every part."""


def shared_sizes(models: Mapping[str, Tally]) -> tuple[float, float] | None:
    """Weight of positives and of negatives that all models agree on; None where it is unknown or differs.

    Sums of weights that are not whole agree up to rounding.
    """
    sizes = [(tally.total_positive, tally.total_negative) for tally in models.values() if tally.counted]
    alike = len(sizes) == len(models) and np.allclose(sizes, sizes[0], rtol=1e-9, atol=0)
    return sizes[0] if alike else None


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class PageUncertainty(ByValue):
    """The uncertainty that a page shows.

    Attributes
    ----------
    cost_bands, roc_bands : mapping of str to Band
        Of each model.
    numbers : mapping of str to mapping of str to Estimate
        Of each model.
    pairs : PairwiseComparisons or None
        Of all pairs of models.
    answer : DecisionUncertainty or None
        Of the decision.
    of : str
        Which of several parts the numbers and tests are of.
    """

    cost_bands: Mapping[str, Band]
    roc_bands: Mapping[str, Band]
    numbers: Numbers
    pairs: PairwiseComparisons | None = None
    answer: DecisionUncertainty | None = None
    of: str = ""


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Report(ByValue):
    """What a page shows; ``report_of`` in :mod:`costcurves.evaluation.reports` gathers it.

    Attributes
    ----------
    evaluation : Evaluation
        At the prevalence that was stated.
    judged : JudgedDecision or None
        The answer for stated costs or another criterion, and what becomes of it on every part; without
        it the page says where which model is cheapest.
    parts : PartResults or None
        The same models on parts of the records, such as train, validation and test.
    uncertainty : PageUncertainty or None
        Bands, intervals and tests.
    title : str
        Heading; by default the names of the models.
    statements : tuple of str
        What was read and is remarked on it, one sentence a line.
    joint_hull : bool
        Whether the joint hull of all models is drawn.
    part : PartShown or None
        The part of the records that is shown where not all parts are.
    selection : TrainingSelection or None
        Of classifiers that were each trained for a condition: what selecting by that costs.
    """

    evaluation: Evaluated
    judged: JudgedDecision | None = None
    parts: Parted | None = None
    uncertainty: PageUncertainty | None = None
    title: str = ""
    statements: tuple[str, ...] = ()
    joint_hull: bool = False
    part: PartShown | None = None
    selection: TrainingSelection | None = None

    @property
    def models(self) -> Mapping[str, Tally]:
        """Tallies by model."""
        return self.evaluation.models

    @property
    def decision(self) -> Decision | None:
        """The decision, if one is shown."""
        return None if self.judged is None else self.judged.decision

    @property
    def recommended(self) -> Recommendation | None:
        """What choosing by costs on these records comes to on new ones, if that is known."""
        return None if self.judged is None else self.judged.recommended

    @property
    def given(self) -> GivenClassifiers | None:
        """What was stated and not chosen, if that is shown."""
        return None if self.judged is None else self.judged.given

    @property
    def answer(self) -> DecisionUncertainty | None:
        """The uncertainty of the decision, if that is shown."""
        return None if self.uncertainty is None else self.uncertainty.answer

    @property
    def sentences(self) -> tuple[str, ...]:
        """The decision in words, and its uncertainty; empty without a decision."""
        decided = () if self.judged is None else self.judged.sentences
        return (*decided, *(() if self.answer is None else self.answer.sentences))

    @property
    def prevalence(self) -> float | None:
        """Share of positives that all models agree on; None where it is unknown or differs."""
        tallies = list(self.models.values())
        if not all(t.counted or t.stated_prevalence is not None for t in tallies):
            return None
        shares = [t.prevalence for t in tallies]
        return shares[0] if math.isclose(min(shares), max(shares), rel_tol=1e-9) else None

    def captioned(self, chart: Chart) -> Chart:
        """Return a picture of the models with a caption that says which part of the records it shows."""
        return chart if self.part is None else chart.of_part(self.part)

    @property
    def series(self) -> dict[str, int]:
        """Numbers of the models as charts number their series."""
        return {name: i for i, name in enumerate(self.models)}
