"""What is known of a recommendation among models of many classes."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import TIE, ByValue
from costcurves._ground.documents import Shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.conditions.cost_matrix import CostMatrix
    from costcurves.inference.estimate import Estimate
    from costcurves.results.headline import Headline


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class ClassModelRow(Shown, ByValue):
    """One model beside the others at stated costs.

    Attributes
    ----------
    model : str
    way : {"probabilities", "labels"}
        By what it comes to its actions; those of labels are fitted.
    cost : Estimate
        A record; the interval holds for all models together. Without one, both ends are the estimate.
    seems : float
        On the very records that actions were fitted on.
    taken : dict of str to float
        How often each action is taken.
    actions : dict of str to str
        Of labels: the action of each.
    gap : Estimate or None
        Cost less that of the leading model, or, of that itself, less that of the next; for all pairs.
    """

    model: str
    way: str
    cost: Estimate
    seems: float
    taken: Mapping[str, float]
    actions: Mapping[str, str]
    gap: Estimate | None = None

    @property
    def told_apart(self) -> bool | None:
        """Whether the gap is more than chance; None without one."""
        return None if self.gap is None else self.gap.excludes(0)

    def to_json(self) -> dict[str, Any]:
        """Return the row as plain values."""
        return {
            "model": self.model,
            "way": self.way,
            "cost": self.cost.to_json(),
            "seems": self.seems,
            "taken": dict(self.taken),
            "actions": dict(self.actions),
            "gap": None if self.gap is None else self.gap.to_json(),
            "told_apart": self.told_apart,
        }


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class ClassRecommendationFacts(ByValue):
    """What a recommendation among models of many classes knows.

    Attributes
    ----------
    costs : CostMatrix
    prevalence : dict of str to float
        Shares of the classes where costs are counted.
    rows : tuple of ClassModelRow
        Every model, the cheapest first.
    headline : Headline
        What choosing this way costs a record on new ones.
    picked : dict of str to float
        In what share of the folds each model was chosen, or one action for all.
    always : dict of str to float
        What each action costs a record if it is taken for all.
    worst : float
        What a record costs if the dearest action is taken for every one.
    records : int
    total : float
        Weight of the records.
    of_errors : bool
        Whether no costs were stated, so that each error costs 1.
    constant_gap : Estimate or None
        Cost of the cheapest action for all less that of the leading model; None without folds left out.
    shares_given : bool
        Whether `prevalence` was stated; else it varies as the records do.
    """

    costs: CostMatrix
    prevalence: Mapping[str, float]
    rows: tuple[ClassModelRow, ...]
    headline: Headline
    picked: Mapping[str, float]
    always: Mapping[str, float]
    worst: float
    records: int
    total: float
    of_errors: bool = False
    constant_gap: Estimate | None = None
    shares_given: bool = False

    @property
    def constant(self) -> str:
        """The action that is cheapest if it is taken for all; of equal ones the later class."""
        shares = np.array([self.prevalence[name] for name in self.costs.classes])
        return self.costs.actions[self.costs.constant(shares)[0]]

    @property
    def is_constant(self) -> bool:
        """Whether no model costs less than one action for all."""
        best = self.always[self.constant]
        return self.rows[0].cost.estimate >= best - TIE * max(abs(best), self.worst)

    @property
    def constant_told_apart(self) -> bool | None:
        """Whether the leading model and one action for all differ by more than chance; None if not known."""
        return None if self.constant_gap is None else self.constant_gap.excludes(0)

    @property
    def verdict(self) -> str:
        """Whom to ask: "model", or "always" where no model costs less than one action for all."""
        return "always" if self.is_constant else "model"

    @property
    def lead(self) -> ClassModelRow | None:
        """The leading model with its distance from the next; None of a single one."""
        return self.rows[0] if len(self.rows) > 1 else None

    @property
    def not_told_apart(self) -> tuple[str, ...]:
        """The models whose distance from the leading one may be chance."""
        return tuple(row.model for row in self.rows[1:] if row.told_apart is False)
