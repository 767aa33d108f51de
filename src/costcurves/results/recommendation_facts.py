"""What is known of a recommendation: the decision, every model beside it, and where they were judged."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

from costcurves._ground.arrays import ByValue

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.criteria.threshold_interval import ThresholdInterval
    from costcurves.inference.estimate import Estimate
    from costcurves.results.headline import GivenRow, Headline, ModelRow

#: What records are called that judge a choice which was made without them.
LEFT_OUT = "records left out of the choice"


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class RecommendationFacts(ByValue):
    """What a :class:`costcurves.results.recommendation.Recommendation` knows.

    Attributes
    ----------
    decision : Decision
        The model of least cost, with the threshold that is cheapest on all records; flagging nobody or
        everybody where no model costs less than that.
    condition : OperatingCondition
    fpr, tpr : float
        Rates behind the headline: of what was chosen, where that was judged.
    rows : tuple of ModelRow
        Every model, the cheapest first.
    headline : Headline
    nec : Estimate or None
        The headline in NEC, with its interval; None without one.
    seems : float
        NEC of the leading model on the records that chose its threshold.
    records : float
        How many there are; NaN where that is not known.
    picked : dict of str to float
        In what share of the folds each model was chosen, or nobody or everybody was flagged.
    given : tuple of GivenRow
        The leading model at ½ and at fp/(fp + fn), if its scores are probabilities.
    mean_score, share : float
        Then the mean of its scores, and the share of positives among the records.
    stands : (float, float) or None
        Range of PC(+) in which the leading model is cheaper than nobody, everybody and all other models, on
        the records that chose; None where it is not so at the condition.
    tied : tuple of str
        Models that cost exactly what the leading one does, on the records that chose and on those left out.
    equally_cheap : tuple of ThresholdInterval
        All thresholds of the leading model that cost least on all records; mixtures of them do, too.
    champion : str
        The model in use; empty if none was stated.
    labels : dict of str to str
        Models that are predicted labels, with the label of the positive class.
    """

    decision: Decision
    condition: OperatingCondition
    fpr: float
    tpr: float
    rows: tuple[ModelRow, ...]
    headline: Headline
    nec: Estimate | None
    seems: float
    records: float = math.nan
    picked: Mapping[str, float] = dataclasses.field(default_factory=dict)
    given: tuple[GivenRow, ...] = ()
    mean_score: float = math.nan
    share: float = math.nan
    stands: tuple[float, float] | None = None
    tied: tuple[str, ...] = ()
    equally_cheap: tuple[ThresholdInterval, ...] = ()
    champion: str = ""
    labels: Mapping[str, str] = dataclasses.field(default_factory=dict)

    # ---- what follows -----------------------------------------------------------------------

    @property
    def verdict(self) -> str:
        """Whom to ask: "model", or "nobody" or "everybody" where no model costs less than flagging those."""
        return "model" if self.decision.flags == "some" else self.decision.flags

    @property
    def lead(self) -> ModelRow | None:
        """The leading model with its distance from the runner-up; None of a single model."""
        return self.rows[0] if len(self.rows) > 1 else None

    @property
    def not_told_apart(self) -> tuple[str, ...]:
        """The models whose distance from the leading one may be chance; empty where that is not known."""
        return tuple(row.model for row in self.rows[1:] if row.told_apart is False)

    @property
    def rivals(self) -> tuple[ModelRow, ...]:
        """Models that cost less where they are judged than the one of the decision, the cheapest first.

        There are some where other records chose it, and where a champion stays that is not beaten.
        """
        held_out = self.headline.basis == "held-out"
        decided = float(self.condition.nec(self.fpr, self.tpr)) if held_out else self.rows[0].nec
        return tuple(row for row in self.rows[1:] if row.nec < decided)

    @property
    def pays(self) -> bool:
        """Whether choosing this way costs less, where it was judged, than flagging nobody, or everybody."""
        return float(self.condition.nec(self.fpr, self.tpr)) < min(self.condition.pc, 1 - self.condition.pc)

    @property
    def is_left_out(self) -> bool:
        """Whether records judge that were left out of the choice."""
        return self.headline.basis in {"cross-fitted", "held-out"}

    @property
    def to_expect(self) -> Decision:
        """The decision with the rates behind the headline: what it flags and finds on new records."""
        judged_on = LEFT_OUT if self.headline.basis == "cross-fitted" else self.decision.judged_on
        found = dataclasses.replace(self.decision, judged_on=judged_on)
        return found if found.flags != "some" else dataclasses.replace(found, fpr=self.fpr, tpr=self.tpr)

    @property
    def shares(self) -> tuple[float, float] | None:
        """The range in which it stands as shares of positives at the stated costs; None without costs."""
        if self.stands is None or self.condition.relative:
            return None
        fn, fp = self.condition.costs.effective_fn, self.condition.costs.effective_fp
        low, high = (pc * fp / (pc * fp + (1 - pc) * fn) for pc in self.stands)
        return low, high

    @property
    def ratios(self) -> tuple[float, float] | None:
        """The same range as ratios of the costs of both errors, fn/fp, at the stated share of positives.

        None where costs are not stated, or being right has some, too.
        """
        costs = self.condition.costs
        if self.stands is None or self.condition.relative or costs.tp or costs.tn:
            return None
        odds = (1 - self.condition.prevalence) / self.condition.prevalence
        low, high = (math.inf if pc == 1 else pc / (1 - pc) * odds for pc in self.stands)
        return low, high
