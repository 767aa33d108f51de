"""Bands of the curves of one model, and of the difference of two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves.curves.kind import CurveOptions, Family
from costcurves.curves.over_condition import OverConditions
from costcurves.curves.registry import curve_kind
from costcurves.errors import InputError
from costcurves.evaluation.models_on_records import naming_rows
from costcurves.evaluation.uncertainty_options import UncertaintyOptions
from costcurves.inference.bootstrap.drawing import Drawing
from costcurves.inference.costs.cost_bands import PLACES
from costcurves.inference.costs.cost_scales import CostScale
from costcurves.inference.costs.paired import PairedCosts
from costcurves.rules.rule import Rule, optimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from costcurves.conditions.operating_condition import Costs
    from costcurves.conditions.stated_condition import Condition
    from costcurves.curves.kind import CurveKind
    from costcurves.inference.bootstrap.crossings import Crossing
    from costcurves.inference.estimate import Band, Estimate
    from costcurves.space.cost_curve import CostCurve


class BandedCurves(UncertaintyOptions):
    """Curves of one model, and differences of two, with what chance leaves open of them."""

    def cost_curve(self, model: str, *, rule: Rule | None = None) -> CostCurve:
        """Return the cost curve of a model under a rule, by default by thresholds of `chosen_on`.

        Without other records it is that of the best thresholds on these.
        """
        with naming_rows(self.records, [model]):
            return (self._rule(model, rule) or optimal)(self._tally(model))

    def paired_costs(self, a: str, b: str, *, rule: Rule | None = None) -> PairedCosts:
        """Return what two models cost record by record, for more than :meth:`compare` gives."""
        for model in (a, b):
            self._tally(model)  # refuses a model that is not there
        placed = self._whole
        one, other = (self._rule(model, rule) for model in (a, b))
        if one is None or other is None or optimal in (one, other):
            return PairedCosts.of_cross_fitted(*(self._sample(model).cross_fitted for model in (a, b)))
        return PairedCosts.given(placed, a, b, one, other)

    def difference_at(self, costs: PairedCosts, pc: float) -> Estimate:
        """Return the difference at a condition, from a band over all of them if that is simultaneous."""
        return costs.band(self._places(pc), self.level, **self._how).at(pc)

    def band(
        self,
        name: str,
        model: str,
        condition: Condition | None = None,
        *,
        x: ArrayLike | None = None,
        rule: Rule | None = None,
        prevalence: float | None = None,
        costs: Costs | None = None,
        test_cost: float = 0.0,
        method: str | None = None,
    ) -> Band:
        """Return the band of a curve of a model: any of :data:`costcurves.curves.CURVES`, by its name.

        Curves of cost over conditions are those of thresholds chosen on other records, or under a
        rule; their intervals are made for few errors, too. All other curves are drawn anew from the
        records (bootstrap).

        Parameters
        ----------
        name, model : str
        condition : OperatingCondition, Costs or float, optional
            Gives costs and, unless stated otherwise, the prevalence; see :meth:`costcurves.Evaluation.curve`.
        x : array_like, shape (places,), optional
            By default 101 places of the axis or more.
        rule : Rule, optional
            Of curves over conditions.
        prevalence : float, optional
            Share of positives; by default that of the condition, and without one that of the records.
        costs : Costs, optional
            Of profit, and of curves over the prevalence, where no condition is stated.
        test_cost : float
            What one use of the classifier costs, of curves over conditions.
        method : str, optional
            Of curves that are drawn anew; see :func:`costcurves.stats.curve_band`.

        Raises
        ------
        InputError
            If the curve does not change with what is stated.
        """
        options = self._curve_options(condition, prevalence, costs, rule, test_cost)
        return self.curve_band(curve_kind(name), [model], options, x=x, method=method)

    def difference_band(
        self,
        name: str,
        a: str,
        b: str,
        condition: Condition | None = None,
        *,
        x: ArrayLike | None = None,
        rule: Rule | None = None,
        prevalence: float | None = None,
        costs: Costs | None = None,
        test_cost: float = 0.0,
        method: str | None = None,
    ) -> Band:
        """Return the band of what a curve of `a` shows more than that of `b`.

        Parameters
        ----------
        name : str
            Any of :data:`costcurves.curves.CURVES`, such as "cost", "roc", "gains", "net_benefit".
        a, b : str
            Both judged the same records.
        condition : OperatingCondition, Costs or float, optional
            As in :meth:`band`.
        x : array_like, shape (places,), optional
            By default 101 places of the axis or more.
        rule : Rule, optional
            Of curves over conditions.
        prevalence, costs, test_cost, method
            As in :meth:`band`.

        Raises
        ------
        InputError
            If the curve does not change with what is stated; for a curve over thresholds, if low scores mean
            positive for one of the models only.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1, 1, 0, 0], {"a": [4, 3, 2, 1], "b": [4, 2, 3, 1]})
        >>> float(ev.uncertainty().difference_band("roc", "a", "b", x=[0.0]).estimate[0])
        0.5
        """
        options = self._curve_options(condition, prevalence, costs, rule, test_cost)
        return self.curve_band(curve_kind(name), [a, b], options, x=x, method=method)

    def curve_band(
        self,
        kind: CurveKind,
        models: Sequence[str],
        options: CurveOptions,
        *,
        x: ArrayLike | None = None,
        method: str | None = None,
    ) -> Band:
        """Return the band of a kind of curve of a model, or of what the first of two shows more."""
        from costcurves.inference.bootstrap.bands import DrawnCurve

        first, *others = models
        tallies = [self._tally(model, options.share) for model in models]
        with naming_rows(self.records, models):
            if isinstance(kind, OverConditions) and kind.is_of_rule(options.rule):
                if method is not None:
                    raise InputError(
                        "a band over conditions under a rule must not be drawn by a method",
                        repr(method),
                        "leave it out",
                    )
                places = PLACES if x is None and others and kind.key == "cost" else x
                scale = CostScale.of(kind, tallies[0], options.of_weighed, places)
                if others:
                    paired = self.paired_costs(*models, rule=scale.rule)
                    return scale.difference(lambda pc: paired.band(pc, self.level, **self._how))
                rule = self._rule(first, scale.rule)
                return scale.put(lambda pc: self._sample(first).band(pc, rule, self.level, **self._how))
            if kind.family is Family.THRESHOLD and len({tally.direction for tally in tallies}) > 1:
                raise InputError(
                    "two models can only be compared by threshold if their scores point the same way",
                    f"low scores mean positive for one of {' and '.join(map(repr, models))}",
                    "compare another curve, such as roc",
                )
            sample = self._drawn(*models, prevalence=options.share)
            drawn = DrawnCurve.of(sample, tuple(models), kind, options.of_weighed, x)
            drawing = Drawing(self.bootstrap, self.seed, self.n_jobs, self.progress)
            return drawn.band(self.level, method or "percentile", drawing, simultaneous=self.simultaneous)

    def crossings(self, a: str, b: str, *, rule: Rule | None = None) -> tuple[Crossing, ...]:
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
        >>> drawn = evaluate([1, 1, 1, 1, 0, 0, 0, 0], scores).uncertainty(bootstrap=200)
        >>> [(round(one.pc.estimate, 3), one.before, one.after) for one in drawn.crossings("a", "b")]
        [(0.5, 'a', 'b')]
        """
        from costcurves.inference.bootstrap.crossings import crossing_intervals

        rules = {model: self._rule(model, rule) or optimal for model in (a, b)}
        return crossing_intervals(self._drawn(a, b), a, b, rule=rules, **self._draws)

    def _curve_options(
        self,
        condition: Condition | None,
        prevalence: float | None,
        costs: Costs | None,
        rule: Rule | None,
        test_cost: float,
    ) -> CurveOptions:
        """Return how curves are drawn."""
        placed = self._condition(condition).condition
        return CurveOptions(
            condition=placed, prevalence=prevalence, costs=costs, rule=rule, test_cost=test_cost
        )
