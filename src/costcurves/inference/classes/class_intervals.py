"""Intervals of measures of many classes: of tables, of probabilities, of rankings."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, Floats
from costcurves.errors import UndefinedError
from costcurves.inference.classes.class_spread import (
    NOTHING,
    ClassUnits,
    bounded,
    moved_by_cells,
    unbounded,
)
from costcurves.inference.estimate import Estimate, confidence
from costcurves.measures.class_proper_scores import CLASS_LOSSES
from costcurves.measures.class_ranking import RankedColumns

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from costcurves.measures.class_measures import ClassMeasure
    from costcurves.measures.class_proper_scores import ClassLoss
    from costcurves.tallies.class_counts import ClassCounts
    from costcurves.tallies.class_records import ClassRecords

#: Of so many records more in each cell is looked how a measure varies that does not vary as it is.
FEW_MORE = 1e-3
OF_RATES = "as of a rate that varies as much (delta method)"
OF_RANKS = "as of a rate that varies as much (placements)"
OF_LOSSES = "Student's t"


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
        return ClassUnits(self.records)

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
        low, high = self._ends(self._moved(row.function), (), value, (row.low, row.high))
        return Estimate(value, low, high, self.level, OF_RATES, row.title)

    def by_class(
        self, function: Callable[[Floats], Floats], ends: tuple[float, float]
    ) -> list[Estimate | None]:
        """Return a measure of every class with its interval, None where it has no value.

        Parameters
        ----------
        function : callable
            Maps tables, shape (..., K, K), to numbers, shape (..., K).
        ends : (float, float)
        """
        moved, found = self._moved(function), list[Estimate | None]()
        for place, value in enumerate(function(np.asarray(self.counts.weight, float)).tolist()):
            estimate = None
            if not math.isnan(value):
                low, high = self._ends(moved, place, value, ends)
                estimate = Estimate(value, low, high, self.level, OF_RATES)
            found.append(estimate)
        return found

    def _moved(self, function: Callable[[Floats], Floats]) -> _MovedMeasure:
        """Take a measure of tables as one of the records as they are, weighed to the prevalence."""
        table, prevalence = np.asarray(self.counted.weight, float), self.prevalence
        each = float(self._squares.sum() / table.sum())
        if prevalence is None:
            return _MovedMeasure(function, table, each)
        share = np.asarray(prevalence)[:, None]
        return _MovedMeasure(
            lambda tables: function(tables / tables.sum(axis=-1, keepdims=True) * share), table, each
        )

    def _ends(
        self, measure: _MovedMeasure, place: Any, value: float, ends: tuple[float, float]
    ) -> tuple[float, float]:
        moved, clusters = measure.here[place], self.units.cluster
        if clusters is None:
            variance = float((moved * moved * self._squares).sum())
        else:
            weight = 1.0 if self.records.weight is None else self.records.weight
            variance = self.units.of_all(moved[self._cells] * weight)
        size = math.nan
        if value in ends or variance <= NOTHING:
            size = measure.size_nearby(place, ends) or float(self.units.effective.sum())
            size = size if clusters is None else min(size, float(clusters.max() + 1))
        return bounded(value, variance, ends, size, self.level)

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
        records = self.records
        losses = row(records.codes, records.probabilities(self.model))
        if never := int(np.count_nonzero(np.isinf(losses))):
            raise UndefinedError(
                f"{row.title} is infinite", f"a probability of 0 for the true class of {never:,} records",
                "see the Brier score",
            )  # fmt: skip
        values = losses * len(self.shares) * self.shares[records.codes]
        # Means by class, each weighed by its share; classes as large as they are.
        weight = np.ones(len(losses)) if records.weight is None else records.weight
        means = np.bincount(records.codes, losses * weight, len(self.shares)) / records.sizes
        value = float((self.shares * means).sum())
        variance = self.units.of_classes(values / len(self.shares))
        if not math.isfinite(variance):
            lone = ("a class has one record, so that nothing tells how much losses vary",)
            return Estimate(value, 0.0, row.high, self.level, OF_LOSSES, row.title, lone)
        found = unbounded(value, variance, self.level, float(self.units.effective.sum()) - 1, OF_LOSSES)
        return dataclasses.replace(found, low=max(found.low, 0.0), high=min(found.high, row.high))

    @functools.cached_property
    def ranks(self) -> RankedColumns:
        """The records sorted by each column of scores."""
        return RankedColumns.of(self.records, self.model)

    def hand_till(self) -> Estimate:
        """Return Hand and Till's M with its interval; class shares change nothing."""
        areas = self.ranks.areas
        return self._ranking(areas.hand_till, areas.shares_of_pairs, "Hand and Till's M")

    def provost_domingos(self) -> Estimate:
        """Return Provost and Domingos' mean of areas against the rest, class shares taken as given."""
        areas = dataclasses.replace(self.ranks.areas, prevalence=self.shares)
        return self._ranking(areas.provost_domingos, areas.shares_of_rests, "mean AUC against the rest")

    def areas_against_rest(self) -> list[Estimate]:
        """Return the AUC of each class against the rest with its interval, class shares taken as given."""
        areas = dataclasses.replace(self.ranks.areas, prevalence=self.shares)
        found = []
        for place, value in enumerate(areas.against_rest.tolist()):
            shares = np.zeros_like(areas.area)
            shares[place] = areas.shares_of_rests[place] / self.shares[place]
            found.append(self._ranking(value, shares, "AUC against the rest"))
        return found

    def _ranking(self, value: float, shares: Floats, title: str) -> Estimate:
        variance = self.units.of_classes(self.ranks.influences(shares))
        low, high = bounded(value, variance, (0.0, 1.0), float(self.units.effective.min()), self.level)
        return Estimate(value, low, high, self.level, OF_RANKS, title)

    def losses(self) -> dict[str, Estimate | UndefinedError]:
        """Return all losses of probabilities, or why there is none."""
        return {row.key: _or_why(functools.partial(self.loss, row)) for row in CLASS_LOSSES}


@dataclasses.dataclass(frozen=True, eq=False)
class _MovedMeasure:
    """A measure of tables, or one of each class, and how more records in each cell move it."""

    function: Callable[[Floats], Floats]
    table: Floats
    each: float

    @functools.cached_property
    def here(self) -> Floats:
        """By how much, as the records are."""
        return moved_by_cells(self.function, self.table)

    @functools.cached_property
    def _nearby(self) -> tuple[Floats, Floats, Floats]:
        """A table with a few more in each cell, its measure, and how that is moved."""
        table = self.table + FEW_MORE * self.each
        return table, np.asarray(self.function(table)), moved_by_cells(self.function, table)

    def size_nearby(self, place: Any, ends: tuple[float, float]) -> float:
        """As how many records it counts where it does not vary; 0 where that is not known."""
        table, value, moved = self._nearby
        width = ends[1] - ends[0]
        share, moved = (float(value[place]) - ends[0]) / width, moved[place] / width
        variance = float((moved * moved * table).sum()) * self.each
        return share * (1 - share) / variance if variance > 0 else 0.0


def _or_why(work: Callable[[], Estimate]) -> Estimate | UndefinedError:
    try:
        return work()
    except UndefinedError as error:
        return error
