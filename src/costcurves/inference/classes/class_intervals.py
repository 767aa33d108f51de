"""Intervals of measures of many classes: of tables, of probabilities, of rankings."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, Floats
from costcurves.errors import UndefinedError
from costcurves.inference.classes.class_spread import NOTHING, ClassUnits, bounded
from costcurves.inference.classes.mean_class_loss import mean_class_loss
from costcurves.inference.classes.varied_measure import VariedMeasure
from costcurves.inference.estimate import Estimate, confidence
from costcurves.measures.class_margins import ClassMargins
from costcurves.measures.class_proper_scores import CLASS_LOSSES
from costcurves.measures.class_ranking import RankedColumns

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from costcurves.measures.class_measures import ClassMeasure
    from costcurves.measures.class_proper_scores import ClassLoss
    from costcurves.tallies.class_counts import ClassCounts
    from costcurves.tallies.class_records import ClassRecords

OF_RATES = "as of a rate that varies as much (delta method)"
OF_RANKS = "as of a rate that varies as much (placements)"


@dataclasses.dataclass(frozen=True, eq=False)
class ModelOfClasses(ByValue):
    """One model on records of many classes: its measures with their intervals.

    Attributes
    ----------
    records : ClassRecords
    model : str
    prevalence : ndarray or None
        Shares of classes where the model is used, taken as given; None: those of the records, which vary.
    level : float
    """

    records: ClassRecords
    model: str
    prevalence: Floats | None = None
    level: float = 0.95

    def __post_init__(self) -> None:
        self.records.require(self.model)
        object.__setattr__(self, "level", confidence(self.level))

    @functools.cached_property
    def units(self) -> ClassUnits:
        """What is drawn."""
        return ClassUnits(self.records, shares_vary=self.prevalence is None)

    @functools.cached_property
    def counted(self) -> ClassCounts:
        """The table of true and predicted classes, as the records are."""
        return self.records.counts(self.model)

    @functools.cached_property
    def counts(self) -> ClassCounts:
        """The table at the stated prevalence."""
        return self.counted if self.prevalence is None else self.counted.at_prevalence(self.prevalence)

    @functools.cached_property
    def shares(self) -> Floats:
        """Shares of the classes."""
        return self.records.prevalence if self.prevalence is None else self.prevalence

    def measure(self, row: ClassMeasure) -> Estimate:
        """Return a measure of the table with its interval.

        Raises
        ------
        UndefinedError
            Where it has no value.
        """
        value = row(self.counts)
        low, high = self._ends(self.varied(row.function), (), value, (row.low, row.high))
        return Estimate(value, low, high, self.level, OF_RATES, row.title)

    def by_class(
        self, function: Callable[[ClassMargins], Floats], ends: tuple[float, float]
    ) -> list[Estimate | None]:
        """Return a measure of every class with its interval, None where it has no value.

        Parameters
        ----------
        function : callable
            Maps margins of tables, shape (..., K), to numbers of the same shape.
        ends : (float, float)
        """
        varied, found = self.varied(function), list[Estimate | None]()
        margins = ClassMargins.of(np.asarray(self.counts.weight, float))
        for place, value in enumerate(function(margins).tolist()):
            estimate = None
            if not math.isnan(value):
                low, high = self._ends(varied, place, value, ends)
                estimate = Estimate(value, low, high, self.level, OF_RATES)
            found.append(estimate)
        return found

    def varied(self, function: Callable[[ClassMargins], Floats]) -> VariedMeasure:
        """Return a measure of the table as one that varies with the records."""
        table = np.asarray(self.counted.weight, float)
        return VariedMeasure(function, table, self._squares, self.prevalence)

    def _ends(
        self, measure: VariedMeasure, place: Any, value: float, ends: tuple[float, float]
    ) -> tuple[float, float]:
        size = measure.size(place, ends) or float(self.units.effective.sum())
        clusters = self.units.cluster
        if clusters is not None:
            size *= self._worth_of_clusters(measure.moved[place], int(clusters.max()) + 1)
        return bounded(value, math.nan, ends, size, self.level)

    def _worth_of_clusters(self, moved: Floats, clusters: int) -> float:
        """Return what share of the records they are worth, drawn as clusters."""
        weight = 1.0 if self.records.weight is None else self.records.weight
        alone = float((moved * moved * self._squares).sum())
        if alone <= NOTHING:
            # Nothing varies: as if the records of a cluster were all alike.
            return min(clusters / float(self.units.effective.sum()), 1.0)
        # A single cluster, whose spread is not known, is worth one record.
        together = self.units.of_all(moved[self._cells] * weight)
        return max(alone / together, 1 / float(self.units.effective.sum())) if together > alone else 1.0

    @functools.cached_property
    def _cells(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """True and predicted class of every record."""
        return self.records.codes, self.records.labels(self.model)

    @functools.cached_property
    def _squares(self) -> Floats:
        """Sum of squared weights in each cell of the table."""
        classes = len(self.records.classes)
        weight = self.records.weight
        squares = None if weight is None else weight.astype(float) ** 2
        places = self._cells[0] * classes + self._cells[1]
        return np.bincount(places, squares, classes * classes).reshape(classes, classes).astype(float)

    def loss(self, row: ClassLoss) -> Estimate:
        """Return the mean of a loss of probabilities with its interval.

        Raises
        ------
        UndefinedError
            If it is infinite, since a probability of 0 was given to what came.
        """
        losses = row(self.records.codes, self.records.probabilities(self.model))
        if never := int(np.count_nonzero(np.isinf(losses))):
            raise UndefinedError(
                f"{row.title} is infinite", f"a probability of 0 for the true class of {never:,} records",
                "see the Brier score",
            )  # fmt: skip
        return mean_class_loss(row, self.units, self.shares, losses, self.level)

    @functools.cached_property
    def ranks(self) -> RankedColumns:
        """The records sorted by each column of scores."""
        return RankedColumns.of(self.records, self.model)

    def hand_till(self) -> Estimate:
        """Return Hand and Till's M with its interval; class shares change nothing."""
        areas = self.ranks.areas
        return self._ranking(areas.hand_till, areas.shares_of_pairs, "Hand and Till's M")

    def provost_domingos(self) -> Estimate:
        """Return Provost and Domingos' mean of areas against the rest; it depends on class shares."""
        areas = dataclasses.replace(self.ranks.areas, prevalence=self.shares)
        title = "mean AUC against the rest"
        return self._ranking(areas.provost_domingos, areas.shares_of_rests, title, areas.slopes)

    def areas_against_rest(self) -> list[Estimate]:
        """Return the AUC of each class against the rest with its interval; it depends on class shares."""
        areas = dataclasses.replace(self.ranks.areas, prevalence=self.shares)
        found, slopes = [], areas.slopes_of_rest
        for place, value in enumerate(areas.against_rest.tolist()):
            shares = np.zeros_like(areas.area)
            shares[place] = areas.shares_of_rests[place] / self.shares[place]
            found.append(self._ranking(value, shares, "AUC against the rest", slopes[place]))
        return found

    def _ranking(self, value: float, shares: Floats, title: str, slopes: Floats | None = None) -> Estimate:
        variance = self.units.of_classes(self.ranks.influences(shares))
        if slopes is not None:
            variance += self.units.of_shares(self.shares, slopes[self.records.codes], 0.0)
        low, high = bounded(value, variance, (0.0, 1.0), float(self.units.effective.min()), self.level)
        return Estimate(value, low, high, self.level, OF_RANKS, title)

    def losses(self) -> dict[str, Estimate | UndefinedError]:
        """Return all losses of probabilities, or why there is none."""
        return {row.key: _or_why(functools.partial(self.loss, row)) for row in CLASS_LOSSES}


def _or_why(work: Callable[[], Estimate]) -> Estimate | UndefinedError:
    try:
        return work()
    except UndefinedError as error:
        return error
