"""What an evaluation of many classes is asked over all operating conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves.evaluation.over_class_conditions import condition_means, region_map

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurves.conditions.cost_matrix import CostMatrix
    from costcurves.results.condition_means import ConditionMeans
    from costcurves.space.region_map import RegionMap
    from costcurves.tallies.class_records import ClassRecords


class WithClassConditions:
    """Methods that look at all operating conditions of many classes."""

    __slots__ = ()

    records: ClassRecords
    level: float
    seed: int

    @property
    def cost_matrix(self) -> CostMatrix:
        """The stated costs, or 1 for every error."""
        raise NotImplementedError

    def regions(
        self,
        classes: Sequence[Any] | None = None,
        *,
        models: Sequence[str] | None = None,
        fitted: bool = False,
    ) -> RegionMap:
        """Map which model (or which class or action for all) is cheapest where, of three classes.

        Where the cost of an error depends on the true class alone, a condition is PC_j ∝ π_j·c_j, and each
        record is decided anew at each: by the class of the greatest PC_j·p_j/π_j, where π are the shares of
        the records. Any other costs are mapped over the shares of the classes, and the action of least
        expected cost is taken. Labels, and those of scores that are no probabilities, stay as they are: the
        regions of these alone are exact polygons; else they are found on a grid that is refined where they
        meet.

        Parameters
        ----------
        classes : sequence, optional
            The three corners; all others then have no share. By default the classes, if there are three.
        models : sequence of str, optional
            By default all.
        fitted : bool
            Whether probabilities are multiplied at each condition by weights of the classes that are fitted
            on these records, one class after the other: a local optimum, and of two classes the global one.

        Returns
        -------
        RegionMap

        Raises
        ------
        InputError
            If there are not three classes, or weights are to be fitted at costs that depend on more than the
            true class.

        Examples
        --------
        >>> from costcurves import evaluate_classes
        >>> ev = evaluate_classes([0, 0, 1, 1, 2, 2], {"m": [0, 0, 1, 0, 2, 1], "n": [1, 0, 1, 1, 0, 0]})
        >>> found = ev.regions()
        >>> found.names, found.share.round(3).tolist()
        (('always 2', 'm', 'n'), [0.167, 0.583, 0.25])
        """
        names = tuple(map(self.records.require, self.records.models if models is None else models))
        return region_map(self.records, names, self.cost_matrix, classes, fitted=fitted)

    def mean_costs(
        self,
        alpha: Mapping[Any, float] | Sequence[float] | None = None,
        *,
        models: Sequence[str] | None = None,
        level: float | None = None,
        seed: int | None = None,
    ) -> ConditionMeans:
        """Return mean normalised costs over all conditions: the area under the cost curve of K classes.

        Each error costs what its true class says, conditions PC_j ∝ π_j·c_j follow a Dirichlet law, and
        probabilities are decided by anew at each. Of two classes and a uniform law that is half the balanced
        Brier score; the best class for all costs 7/18 of three.

        Parameters
        ----------
        alpha : mapping or sequence of float, optional
            Of the Dirichlet law, one number above 0 a class; by default all are 1: every condition is as
            likely as any other. That one has a closed form; others are integrated, exact to about 1e-9.
        models : sequence of str, optional
            By default all.
        level : float, optional
        seed : int, optional
            Of the folds that judge the choice.

        Returns
        -------
        ConditionMeans

        Examples
        --------
        >>> from costcurves import evaluate_classes
        >>> ev = evaluate_classes([0, 0, 1, 1, 2, 2], {"m": [0, 0, 1, 0, 2, 1], "n": [1, 0, 1, 1, 0, 0]})
        >>> round(ev.mean_costs().costs["m"].estimate, 4)
        0.3333
        """
        names = tuple(map(self.records.require, self.records.models if models is None else models))
        level = self.level if level is None else level
        return condition_means(
            self.records, names, alpha, level=level, seed=self.seed if seed is None else seed
        )
