"""How sure it is which of two models is better, by how much, and where."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import number
from costcurves.conditions.beliefs import ConditionPrior
from costcurves.curves.registry import row
from costcurves.errors import InputError
from costcurves.evaluation.condition_bands import Picture, is_of_a_rule
from costcurves.evaluation.uncertainty_options import Asking
from costcurves.inference.alternatives import ALTERNATIVES, one_of
from costcurves.inference.costs.cost_bands import PLACES
from costcurves.inference.costs.paired import PairedCosts
from costcurves.inference.costs.places import Place, SureRange, place_of
from costcurves.rules.rule import Rule, optimal

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurves.inference.bootstrap.crossings import Crossing
    from costcurves.inference.estimate import Band, Estimate, TestResult

__all__ = ["TwoModels"]


class TwoModels(Asking):
    """Questions about two models on the same records."""

    def compared(self, a: str, b: str, rule: Rule | None = None) -> PairedCosts:
        """Return what two models cost on the same records, to be asked for more than this class does."""
        for model in (a, b):
            self._tally(model)  # refuses a model that is not there
        placed = self._whole
        one, other = (self._rule(model, rule) for model in (a, b))
        if one is None or other is None or optimal in (one, other):
            return PairedCosts.of_cross_fitted(*(self._sample(model).cross_fitted for model in (a, b)))
        return PairedCosts.given(placed, a, b, one, other)

    def difference(self, a: str, b: str, at: Place, rule: Rule | None = None) -> Estimate:
        """Return what `a` costs more than `b` at a condition or under a belief, with its interval."""
        place, compared = place_of(at), self.compared(a, b, rule)
        if isinstance(place, ConditionPrior):
            return compared.expected_interval(place, self.level)
        return self._at(compared, place)

    def difference_band(
        self,
        a: str,
        b: str,
        x: ArrayLike | None = None,
        *,
        rule: Rule | None = None,
        name: str = "cost",
        **asked: Any,
    ) -> Band:
        """Return the band of what a curve of `a` shows more than that of `b`, by default the cost over PC(+).

        Parameters
        ----------
        a, b : str
            Both judged the same records.
        x : array_like, shape (places,), optional
            By default 101 places of the axis or more.
        rule : Rule, optional
            Of curves over conditions.
        name : str
            Any row of the table of curves, such as "roc", "gains", "net_benefit".
        **asked
            As of :meth:`band`.

        Raises
        ------
        InputError
            If the curve does not take what is asked; for a curve over thresholds, if low scores mean
            positive for one of the models only.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1, 1, 0, 0], {"a": [4, 3, 2, 1], "b": [4, 2, 3, 1]})
        >>> float(ev.uncertainty().difference_band("a", "b", [0.0], name="roc").estimate[0])
        0.5
        """
        found, tally = row(name), self._tally(a, asked.pop("prevalence", None))
        if not is_of_a_rule(found, rule):
            return self._drawn_difference(a, b, name, x, {"rule": rule} | asked, tally.stated_prevalence)
        places = PLACES if x is None and found.key == "cost" else x
        picture = Picture.of(found, tally, places, rule, asked)  # type: ignore[arg-type]  # asked just now
        compared = self.compared(a, b, picture.rule)
        return picture.difference(lambda pc: compared.band(pc, self.level, **self._how))

    def summary_difference(self, a: str, b: str, statistic: Any, **options: Any) -> Estimate:
        """Return a summary of `a` (its AUC, H-measure, …) minus that of `b`, with its interval.

        Both are of the same replicates; see
        :func:`costcurves.inference.bootstrap.statistics.difference_interval`. For costs ask
        :meth:`difference`.

        Parameters
        ----------
        a, b : str
        statistic : str or callable
            Key of a row of :data:`costcurves.measures.SUMMARIES`, or what maps a Tally to a float.
        **options
            `method`, `n_jobs`, `progress`.

        Raises
        ------
        UndefinedError
            If the summary has no value, on the sample or in more than 20 % of the replicates.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1, 1, 1, 0, 0, 0], {"a": [6, 5, 3, 4, 2, 1], "b": [6, 4, 2, 5, 3, 1]})
        >>> round(ev.uncertainty().summary_difference("a", "b", "auc").estimate, 6)
        0.222222
        """
        from costcurves.inference.bootstrap.statistics import difference_interval

        return difference_interval(self._drawn(a, b), statistic, a, b, **self._draws_with(options))

    def crossings(self, a: str, b: str, rule: Rule | None = None) -> tuple[Crossing, ...]:
        """Return where the cheaper of two models changes, with intervals of PC(+).

        Drawn anew from the records; thresholds that are chosen on the records themselves are chosen
        anew on every replicate. See :func:`costcurves.stats.crossing_intervals`.

        Parameters
        ----------
        a, b : str
        rule : Rule, optional
            By default the best thresholds, or those of the records that `chosen_on` gives.

        Returns
        -------
        tuple of Crossing
            In ascending order of PC(+); empty where one model is nowhere dearer.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> scores = {"a": [9, 8, 7, 1, 6, 5, 4, 0], "b": [9, 4, 3, 2, 8, 1, 0, 0]}
        >>> asked = evaluate([1, 1, 1, 1, 0, 0, 0, 0], scores).uncertainty(bootstrap=200)
        >>> [(round(one.pc.estimate, 3), one.before, one.after) for one in asked.crossings("a", "b")]
        [(0.5, 'a', 'b')]
        """
        from costcurves.inference.bootstrap.crossings import crossing_intervals

        rules = {model: self._rule(model, rule) or optimal for model in (a, b)}
        return crossing_intervals(self._drawn(a, b), a, b, rule=rules, **self._draws)

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
            whether `a` costs at most so much more than `b`. Then the level lies above ½, and the
            interval beside the test has the level 2·level − 1: it agrees with the test.
        alternative : {"two-sided", "greater", "less"}
            "less": `a` is cheaper.

        Returns
        -------
        TestResult
            With the difference in NEC, `a` minus `b`, and its interval.
        """
        one_of(alternative, "alternative", ALTERNATIVES)
        place, compared = place_of(at), self.compared(a, b, rule)
        if margin is not None:
            return self._margin_test(compared, place, number(margin, "margin"), alternative)
        if isinstance(place, ConditionPrior):
            return compared.expected_test(place, alternative, self.level)
        found = compared.test(place, alternative, self.level)
        return dataclasses.replace(found, estimate=self._at(compared, place))

    # ---- within -----------------------------------------------------------------------------

    def _margin_test(
        self, compared: PairedCosts, place: float | ConditionPrior, margin: float, alternative: str
    ) -> TestResult:
        """Test against a margin, at one condition."""
        if isinstance(place, ConditionPrior):
            raise InputError.because(
                must="a margin is for one condition", came="a belief, or none",
                fix="give at= a condition or PC(+)",
            )  # fmt: skip
        if alternative == "greater":
            raise InputError.because(
                must='a margin goes with alternative "two-sided" or "less"', came="'greater'",
                fix='swap the models, and write alternative="less"',
            )  # fmt: skip
        if self.level <= 0.5:
            raise InputError.because(
                must="with a margin the level lies above 0.5", came=f"{self.level:g}",
                fix="0.95 tests at an error rate of 5 %, beside an interval of 90 %",
            )  # fmt: skip
        test = compared.non_inferiority if alternative == "less" else compared.equivalence
        return test(place, margin, 1 - self.level)

    def _at(self, compared: PairedCosts, pc: float) -> Estimate:
        """Return the difference at a condition, from a band over all of them if that is asked for."""
        return compared.band(self._places(pc), self.level, **self._how).at(pc)

    def _drawn_difference(
        self, a: str, b: str, name: str, x: ArrayLike | None, asked: dict[str, Any], prevalence: float | None
    ) -> Band:
        """Return the band of a difference of curves that are drawn anew."""
        from costcurves.curves.over_threshold import ByThreshold
        from costcurves.inference.bootstrap.bands import row_difference_band

        lower = {model in self.lower_is_positive for model in (a, b)}
        if isinstance(row(name), ByThreshold) and len(lower) > 1:
            raise InputError.because(
                must="models that differ over thresholds have scores that point the same way",
                came=f"low scores mean positive for one of {a!r} and {b!r}",
                fix="compare another curve, such as roc",
            )
        facts = self._draws | {"simultaneous": self.simultaneous, "lower_is_positive": lower.pop()}
        drawn = self._drawn(a, b, prevalence=prevalence)
        return row_difference_band(drawn, name, a, b, x, **(facts | asked))
