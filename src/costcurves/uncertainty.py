"""How sure the numbers and curves of an evaluation are, and which differences are more than chance."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._arrays import ByValue, shares
from costcurves.conditions import OperatingCondition
from costcurves.curves.over_condition import ConditionCurve
from costcurves.curves.rows import row
from costcurves.driven import ScoreDriven
from costcurves.errors import InputError, kind_of
from costcurves.inference.costs.cost_bands import PLACES, CostSample
from costcurves.inference.costs.crossfit import optimism
from costcurves.inference.costs.models import costs_together, every_pair
from costcurves.inference.costs.paired import PairedCosts
from costcurves.inference.costs.places import Place, SureRange, place_of
from costcurves.inference.costs.scaled import Scale, in_money
from costcurves.inference.estimate import Band, Estimate, TestResult, confidence
from costcurves.inference.resampling import Placed, Splits, seeded
from costcurves.priors import ConditionPrior
from costcurves.selection import Rule, optimal, tuned_on

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from costcurves._arrays import Floats
    from costcurves.costcurve import CostCurve
    from costcurves.criterion import Criterion
    from costcurves.decisions import Decision
    from costcurves.inference.replicates.chosen import ChosenThreshold
    from costcurves.records import Records
    from costcurves.tallies import Tally

__all__ = ["Uncertainty"]


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Uncertainty(ByValue):
    """Asks an evaluation how sure it is; make one with ``evaluation.uncertainty(…)``.

    Costs are those of thresholds that were chosen on other records than they are judged on: the
    default deals the records into folds several times and judges each fold by the best thresholds of
    the others ("cross-fitted").

    Attributes
    ----------
    models : dict of str to Tally
    records : Records or None
    level : float
        Of confidence.
    simultaneous : bool
        Whether bands hold at all their places together, and intervals at a condition at all conditions.
    bootstrap : int
        Replicates, where a bootstrap is used.
    seed : int
    chosen_on : "cross-fitted", "same" or mapping of str to Tally
        What thresholds are chosen on, unless a rule is given. On the same records they look too good:
        their intervals are corrected for that, as far as it is known.
    splits : Splits or None
        How cross-fitted thresholds are dealt; by default 10 × 5 folds by the seed.
    lower_is_positive : frozenset of str
    """

    models: Mapping[str, Tally]
    records: Records | None = None
    level: float = 0.95
    simultaneous: bool = False
    bootstrap: int = 2000
    seed: int = 0
    chosen_on: Any = "cross-fitted"
    splits: Splits | None = None
    lower_is_positive: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        """Refuse what is no level and no place to choose thresholds on."""
        confidence(self.level)
        seeded(self.seed)
        if isinstance(self.chosen_on, str) and self.chosen_on not in ("cross-fitted", "same"):
            raise InputError.because(
                must="thresholds are chosen on the same records, cross-fitted, or on another evaluation",
                came=repr(self.chosen_on),
                fix='write "cross-fitted", "same", or the evaluation of other records',
            )

    @classmethod
    def of(cls, evaluation: Any, **asked: Any) -> Uncertainty:
        """Ask an evaluation; thresholds may be chosen on another."""
        known = ("level", "simultaneous", "bootstrap", "seed", "chosen_on", "splits")
        if strange := sorted(set(asked) - set(known)):
            raise InputError.because(must=f"uncertainty takes {', '.join(known)}", came=", ".join(strange))
        other = asked.get("chosen_on", "")
        if hasattr(other, "models"):
            asked["chosen_on"] = other.models
        lower = evaluation.lower_is_positive
        return cls(evaluation.models, evaluation.records, lower_is_positive=lower, **asked)

    # ---- one model --------------------------------------------------------------------------

    def cost(self, model: str, at: Place, rule: Rule | None = None) -> Estimate:
        """Return NEC of a model at a condition, or expected under a belief, with its interval."""
        place = place_of(at)
        if isinstance(place, ConditionPrior):
            return self._sample(model).expected(place, self._rule(model, rule), self.level)
        places = self._places(place)
        band = self._sample(model).band(
            places, self._rule(model, rule), self.level, simultaneous=self.simultaneous, seed=self.seed
        )
        return band.at(place)

    def money(self, model: str, condition: Any, rule: Rule | None = None) -> Estimate:
        """Return the expected cost of a record at a condition, in money, with its interval."""
        if not isinstance(condition, OperatingCondition) or condition.relative:
            raise InputError.because(
                must="money needs a condition with costs", came=kind_of(condition),
                fix="write OperatingCondition(prevalence, Costs(fp=…, fn=…))",
            )  # fmt: skip
        return in_money(self.cost(model, condition, rule), condition)

    def band(
        self,
        model: str,
        name: str = "cost",
        x: ArrayLike | None = None,
        *,
        rule: Rule | None = None,
        **asked: Any,
    ) -> Band:
        """Return the band of a curve of a model: any row of the table of curves, by its name.

        Curves of cost over conditions are those of thresholds chosen on other records, or under a
        rule; their intervals are made for few errors, too. All other curves are drawn anew from the
        records (bootstrap).

        By default at 101 places of the axis or more; takes `costs`, `prevalence`, `test_cost` and
        `method`, as far as the curve has them.
        """
        found = row(name)
        if isinstance(found, ConditionCurve) and isinstance(found.policy(0.5), Rule):
            return self._cost_band(found, model, x, rule, **asked)
        from costcurves.inference.replicates.bands import row_band

        tally = self._weighed(self._tally(model), asked.pop("prevalence", None))
        source = self._resampled(model, tally)
        return row_band(
            source, found, x, level=self.level, count=self.bootstrap, seed=self.seed,
            simultaneous=self.simultaneous, model=model, **asked,
        )  # fmt: skip

    def rates(self, model: str, rule: Rule) -> dict[str, Estimate]:
        """Return tpr and fpr under a rule that serves one threshold, with their intervals."""
        given = Rule.require(rule)
        given = given.for_lower() if model in self.lower_is_positive else given
        return self._sample(model).rates(given, self.level)

    def threshold(self, model: str, criterion: Criterion) -> ChosenThreshold:
        """Return the threshold that a criterion chooses, where else it might lie, and its plateau."""
        from costcurves.inference.replicates.chosen import chosen_threshold

        tally = self._tally(model)
        return chosen_threshold(
            self._resampled(model, tally), criterion.among(list(self.models.values())), level=self.level,
            count=self.bootstrap, seed=self.seed, lower_is_positive=model in self.lower_is_positive,
        )  # fmt: skip

    def total(self, decision: Decision) -> Estimate:
        """Return what a decision comes to in money at per-row costs, with its interval."""
        from costcurves.inference.costs.totals import total_interval

        if self.records is None:
            raise InputError.because(must="totals need records", came="counts or operating points")
        return total_interval(self.records, decision, self.level)

    def optimism(self, model: str) -> CostCurve:
        """Return how much too cheap the lower envelope of a model looks, over PC(+)."""
        return optimism(self._tally(model), self._sample(model).cross_fitted)

    def summary(self, model: str, statistic: Any, **options: Any) -> Estimate:
        """Return any summary of a model (by its key, or any function of a tally) with its interval.

        Drawn anew from the records; see :func:`costcurves.inference.replicates.statistics.interval`.
        """
        from costcurves.inference.replicates.statistics import interval

        source = self._resampled(model, self._tally(model))
        return interval(source, statistic, level=self.level, count=self.bootstrap, seed=self.seed, **options)

    # ---- two models -------------------------------------------------------------------------

    def compared(self, a: str, b: str, rule: Rule | None = None) -> PairedCosts:
        """Return what two models cost on the same records, to be asked for more than this class does."""
        placed = self._paired(a, b)
        one, other = (self._rule(model, rule) for model in (a, b))
        if one is None or other is None or optimal in (one, other):
            return PairedCosts.of_best(placed, a, b, self._splits)
        return PairedCosts.given(placed, a, b, one, other)

    def difference(self, a: str, b: str, at: Place, rule: Rule | None = None) -> Estimate:
        """Return what `a` costs more than `b` at a condition or under a belief, with its interval."""
        place, compared = place_of(at), self.compared(a, b, rule)
        if isinstance(place, ConditionPrior):
            return compared.expected_interval(place, self.level)
        return self._at(compared, place)

    def difference_band(
        self, a: str, b: str, x: ArrayLike | None = None, *, rule: Rule | None = None
    ) -> Band:
        """Return the band of what `a` costs more than `b` over PC(+)."""
        places = PLACES if x is None else shares(x, "x")
        return self.compared(a, b, rule).band(
            places, self.level, simultaneous=self.simultaneous, seed=self.seed
        )

    def better(self, a: str, b: str, rule: Rule | None = None) -> tuple[SureRange, ...]:
        """Return the ranges of PC(+) in which one of two models is cheaper, surely all at once.

        Read off the simultaneous band at 1,001 places; where flagging nobody or everybody is cheaper
        than both models, nothing is said.
        """
        x = np.linspace(0, 1, 1001)
        band = self.compared(a, b, rule).band(x, self.level, simultaneous=True, seed=self.seed)
        curves = [(self._rule(m, rule) or optimal)(self._tally(m)) for m in (a, b)]
        useful = np.minimum(*(curve(x) for curve in curves)) < np.minimum(x, 1 - x)
        found = band.where(useful).away_from(0)
        # A single place is no range.
        return tuple(
            SureRange(low, high, b if sign > 0 else a, self.level) for low, high, sign in found if low < high
        )

    def test(
        self,
        a: str,
        b: str,
        at: Place = None,
        *,
        rule: Rule | None = None,
        margin: float | None = None,
        alternative: str = "two-sided",
    ) -> TestResult:
        """Test whether two models cost the same on the same records.

        Parameters
        ----------
        a, b : str
        at : OperatingCondition, float, ConditionPrior or None
            A condition, PC(+), or a belief about it; by default all PC(+) alike (the area).
        rule : Rule, optional
            How both choose thresholds; by default each is compared at its best ones.
        margin : float, optional
            In NEC: test instead whether the costs differ by less, or, with `alternative` "less",
            whether `a` costs at most so much more than `b`.
        alternative : {"two-sided", "greater", "less"}
            "less": `a` is cheaper.

        Returns
        -------
        TestResult
            With the difference in NEC, `a` minus `b`, and its interval.
        """
        place, compared = place_of(at), self.compared(a, b, rule)
        if margin is None:
            if isinstance(place, ConditionPrior):
                return compared.expected_test(place, alternative, self.level)
            found = compared.test(place, alternative, self.level)
            return dataclasses.replace(found, estimate=self._at(compared, place))
        if isinstance(place, ConditionPrior):
            raise InputError.because(
                must="a margin is for one condition",
                came="a belief, or none",
                fix="give at= a condition or PC(+)",
            )
        alpha = 1 - self.level
        if alternative == "less":
            return compared.non_inferiority(place, margin, alpha)
        return compared.equivalence(place, margin, alpha)

    # ---- all models -------------------------------------------------------------------------

    def tests(self, at: Place = None) -> dict[tuple[str, str], TestResult]:
        """Test all pairs of models, with p-values adjusted by Holm's procedure."""
        return every_pair(self._paired(*self.models), list(self.models), place_of(at), self._splits)

    def costs(self, at: Place = None) -> dict[str, Estimate]:
        """Return the cost of every model with intervals that hold together.

        They stay honest for the one that is cheapest here, which looks cheaper than it is. Intervals
        that hold at all conditions together, too, have 1 − level shared out over the models.
        """
        place = place_of(at)
        if self.simultaneous and not isinstance(place, ConditionPrior):
            each = dataclasses.replace(self, level=1 - (1 - self.level) / len(self.models))
            return {m: dataclasses.replace(each.cost(m, place), level=self.level) for m in self.models}
        return costs_together(
            self._paired(*self.models), list(self.models), place_of(at), self._splits, self.level, self.seed
        )

    # ---- within -----------------------------------------------------------------------------

    def _places(self, pc: float) -> Floats:
        """Return the conditions that an interval at one of them is made for."""
        return np.union1d(PLACES, pc) if self.simultaneous else np.array([pc])

    def _at(self, compared: PairedCosts, pc: float) -> Estimate:
        """Return the difference at a condition, from a band over all of them if that is asked for."""
        return compared.band(self._places(pc), self.level, simultaneous=self.simultaneous, seed=self.seed).at(
            pc
        )

    @property
    def _splits(self) -> Splits:
        """How records are dealt into folds."""
        return Splits(seed=self.seed) if self.splits is None else self.splits

    def _tally(self, model: str) -> Tally:
        """Return the tally of a model."""
        if model not in self.models:
            raise InputError.because(
                must="the model is one of the evaluation", came=repr(model), fix=", ".join(self.models)
            )
        return self.models[model]

    def _paired(self, *models: str) -> Placed:
        """Place the records by what several models say of them."""
        tallies = {model: self._tally(model) for model in models}
        if self.records is None:
            raise InputError.because(
                must="models are compared on the same records", came="counts or operating points",
                fix="evaluate labels and scores",
            )  # fmt: skip
        return Placed.of_records(self.records, tallies)

    @functools.cached_property
    def _samples(self) -> dict[str, CostSample]:
        """Models that were asked before: they remember their folds."""
        return {}

    def _sample(self, model: str) -> CostSample:
        """Return the sample of a model."""
        if model not in self._samples:
            tally = self._tally(model)
            placed = Placed.of_tally(tally, model) if self.records is None else self._paired(model)
            self._samples[model] = CostSample(placed, model, self._splits)
        return self._samples[model]

    def _resampled(self, model: str, tally: Tally) -> Any:
        """Return the sample of a model for a bootstrap; clusters are drawn whole where there are some."""
        from costcurves.inference.replicates.sample import Sample

        if self.records is None:
            return Sample.of_tally(tally, model)
        placed = Placed.of_records(self.records, {model: tally})
        return Sample.of_placed(placed, cluster=placed.cluster is not None)

    def _rule(self, model: str, rule: Rule | None) -> Rule | None:
        """Return the rule that thresholds are chosen by; None for cross-fitted ones."""
        if rule is not None:
            asked = Rule.require(rule)
            return asked.for_lower() if model in self.lower_is_positive else asked
        if isinstance(self.chosen_on, str):
            return optimal if self.chosen_on == "same" else None
        if model not in self.chosen_on:
            raise InputError.because(
                must="thresholds are chosen on records with the same models", came=f"no {model!r}",
                fix="one of " + ", ".join(self.chosen_on),
            )  # fmt: skip
        return tuned_on(self.chosen_on[model])

    def _weighed(self, tally: Tally, prevalence: float | None) -> Tally:
        """Return a tally at a stated prevalence."""
        return tally if prevalence is None else tally.at_prevalence(prevalence)

    def _cost_band(
        self, found: ConditionCurve, model: str, x: ArrayLike | None, rule: Rule | None, **asked: Any
    ) -> Band:
        """Return the band of a curve over conditions: that of NEC on another scale."""
        tally = self._weighed(self._tally(model), asked.pop("prevalence", None))
        setting = found.setting(tally, asked.pop("costs", None), asked.pop("test_cost", 0.0))
        if asked:
            raise InputError.because(
                must="a band over conditions takes rule, costs, prevalence and test_cost",
                came=", ".join(sorted(asked)), fix="leave it out",
            )  # fmt: skip
        own = found.policy(setting.prevalence)  # some pictures are of a rule of their own
        chosen = self._rule(model, own if rule is None and own is not optimal else rule)
        if isinstance(chosen, ScoreDriven) and chosen.prevalence is None:  # at that of the picture
            chosen = dataclasses.replace(chosen, prevalence=tally.prevalence)
        scale = Scale.of(found, found.axis.grid() if x is None else np.sort(shares(x, "x")), setting)

        def band(pc: Floats) -> Band:
            return self._sample(model).band(
                pc, chosen, self.level, simultaneous=self.simultaneous, seed=self.seed
            )

        return scale.put(band)
