"""What models of many classes do at stated costs: by probabilities, or by labels of fitted actions."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import ByValue, Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.conditions.cost_matrix import CostMatrix
    from costcurves.tallies.class_records import ClassRecords

#: How a model comes to its actions.
BY_PROBABILITY, BY_LABEL = "probabilities", "labels"


@dataclasses.dataclass(frozen=True, eq=False)
class DecidingModel(ByValue):
    """One model with what it does for each record, at stated costs.

    A model of probabilities takes the action of least expected cost. Of scores that are no probabilities, and
    of labels alone, only the label counts, and each label is given the action that costs least for the
    records that have it: that is fitted.

    Attributes
    ----------
    records : ClassRecords
    model : str
    costs : CostMatrix
    prevalence : ndarray, shape (K,)
        Shares of the classes where the model is used; probabilities are moved there.
    """

    records: ClassRecords
    model: str
    costs: CostMatrix
    prevalence: Floats

    @functools.cached_property
    def way(self) -> str:
        """How it comes to actions: "probabilities" or "labels"."""
        return BY_PROBABILITY if self.records.has_probabilities(self.model) else BY_LABEL

    @property
    def is_fitted(self) -> bool:
        """Whether actions are chosen by records."""
        return self.way == BY_LABEL

    @functools.cached_property
    def cells(self) -> NDArray[np.intp]:
        """Place of the action of each record, or of its label, whose action is fitted."""
        if self.is_fitted:
            return self.records.labels(self.model)
        return self.costs.decide(at_prevalence(self.records, self.model, self.prevalence))

    @property
    def size(self) -> int:
        """How many cells there are."""
        return len(self.records.classes) if self.is_fitted else len(self.costs.actions)

    def tables(self, part: NDArray[np.intp], parts: int) -> Floats:
        """Return the weight of records by part, true class and cell."""
        shape = (parts, len(self.records.classes), self.size)
        places = (part * shape[1] + self.records.codes) * shape[2] + self.cells
        return np.bincount(places, self.records.weight, int(np.prod(shape))).reshape(shape).astype(float)

    def actions(self, table: Floats) -> NDArray[np.intp]:
        """Return the action of each cell that costs least for the records of a table, shape (K, cells).

        A label that none of them has is taken at its word, or as whatever is cheapest for all.
        """
        if not self.is_fitted:
            return np.arange(self.size)
        share = self.prevalence[:, None] * table / table.sum(axis=1, keepdims=True)
        found = self.costs.cheapest(share.T @ self.costs.costs)
        constant = self.costs.constant(self.prevalence)[0]
        for place in np.flatnonzero(share.sum(axis=0) == 0):
            name = self.records.classes[place]
            found[place] = self.costs.actions.index(name) if name in self.costs.actions else constant
        return found

    def cost(self, table: Floats, actions: NDArray[np.intp]) -> float:
        """Return the expected cost of actions by cell for the records of a table."""
        rates = table / table.sum(axis=1, keepdims=True)
        return float((self.prevalence[:, None] * rates * self.costs.costs[:, actions]).sum())

    @functools.cached_property
    def table(self) -> Floats:
        """Weight of all records by true class and cell."""
        return np.asarray(self.tables(np.zeros(len(self.records), np.intp), 1)[0])

    @functools.cached_property
    def best_actions(self) -> NDArray[np.intp]:
        """The actions of cells, fitted on all records where they are fitted."""
        return self.actions(self.table)

    @property
    def taken(self) -> NDArray[np.intp]:
        """Place of the action of each record, as fitted on all."""
        return self.best_actions[self.cells]

    @property
    def seems(self) -> float:
        """Expected cost on the very records that were fitted on."""
        return self.cost(self.table, self.best_actions)


def at_prevalence(records: ClassRecords, model: str, prevalence: Floats) -> Floats:
    """Return probabilities moved to other shares of the classes by Bayes' theorem: p_k·π′_k/π_k, rescaled.

    As they are where the shares are those of the records. Classes that are not there keep probabilities of 0.
    """
    found = records.probabilities(model)
    if np.array_equal(prevalence, records.prevalence):
        return found
    moved = found * (prevalence / records.prevalence)
    whole = moved.sum(axis=1, keepdims=True)
    # What is impossible at these shares is decided by the shares alone.
    return np.where(whole > 0, moved / np.where(whole > 0, whole, 1.0), prevalence)
