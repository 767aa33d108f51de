"""Two models of an evaluation, tested on the records that both scored, on first use."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import ByValue
from costcurves._ground.number_words import short
from costcurves.conditions.beliefs import ConditionPrior
from costcurves.errors import InputError
from costcurves.inference.costs.cost_scales import CheaperRange

if TYPE_CHECKING:
    from costcurves.evaluation.banded_curves import BandedCurves
    from costcurves.inference.bootstrap.crossings import Crossing
    from costcurves.inference.costs.paired import PairedCosts
    from costcurves.inference.estimate import TestResult
    from costcurves.rules.rule import Rule

#: PC(+) at which the costs of two models are compared to find where one is cheaper.
GRID = np.linspace(0, 1, 1001)


@dataclasses.dataclass(frozen=True, eq=False)
class PairOnRecords(ByValue):
    """What the records say of two models; see :class:`costcurves.results.paired_evidence.PairedEvidence`."""

    models: BandedCurves
    a: str
    b: str
    place: float | ConditionPrior
    rule: Rule | None = None
    margin: float | None = None
    alternative: str = "two-sided"
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a margin that nothing can be tested against."""
        if self.margin is None:
            return
        if isinstance(self.place, ConditionPrior):
            raise InputError("a margin needs one condition", "a belief, or none", "give a condition or PC(+)")
        if self.alternative == "greater":
            raise InputError(
                'a margin needs alternative="two-sided" or "less"',
                "'greater'",
                'swap the models, and write alternative="less"',
            )
        if self.level <= 0.5:
            raise InputError(
                "with a margin the level must lie above 0.5",
                f"{self.level:g}",
                "0.95 tests at an error rate of 5 %, beside an interval of 90 %",
            )

    @property
    def level(self) -> float:
        """Of confidence."""
        return self.models.level

    @functools.cached_property
    def costs(self) -> PairedCosts:
        """What both cost, record by record."""
        return self.models.paired_costs(self.a, self.b, rule=self.rule)

    @functools.cached_property
    def result(self) -> TestResult:
        """The test, its hypothesis by the names of the models where it looks to one side."""
        found = self._result()
        assert found.estimate is not None  # every test of costs has one
        null = found.null if found.alternative == "two-sided" else self._one_sided_null()
        estimate = dataclasses.replace(found.estimate, notes=found.estimate.notes + self.notes)
        return dataclasses.replace(found, null=null, estimate=estimate)

    def _result(self) -> TestResult:
        """Test at the condition or under the belief, against a margin if there is one."""
        if isinstance(self.place, ConditionPrior):
            return self.costs.expected_test(self.place, self.alternative, self.level)
        if self.margin is not None:
            against = self.costs.non_inferiority if self.alternative == "less" else self.costs.equivalence
            return against(self.place, self.margin, alpha=1 - self.level)
        found = self.costs.test(self.place, self.alternative, self.level)
        return dataclasses.replace(found, estimate=self.models.difference_at(self.costs, self.place))

    def _one_sided_null(self) -> str:
        """Word the hypothesis that is tested where the test looks to one side."""
        if self.margin is not None:
            return f"{self.a} costs {short(self.margin)} or more above {self.b} (one-sided)"
        side = "more" if self.alternative == "less" else "less"
        return f"{self.a} costs as much as {self.b} or {side} (one-sided)"

    @functools.cached_property
    def cheaper(self) -> tuple[CheaperRange, ...]:
        """Ranges of PC(+) in which one is cheaper, read off the simultaneous band at 1,001 places.

        Where flagging nobody or everybody is cheaper than both models, nothing is said.
        """
        band = self.costs.band(GRID, self.level, simultaneous=True, seed=self.models.seed)
        curves = [self.models.cost_curve(model, rule=self.rule)(GRID) for model in (self.a, self.b)]
        useful = np.minimum(*curves) < np.minimum(GRID, 1 - GRID)
        found = band.where(useful).away_from(0)
        # A single place is no range.
        return tuple(
            CheaperRange(low, high, self.b if sign > 0 else self.a, self.level)
            for low, high, sign in found
            if low < high
        )

    @functools.cached_property
    def crossings(self) -> tuple[Crossing, ...]:
        """Where the cheaper one changes, with intervals that are drawn anew from the records."""
        return self.models.crossings(self.a, self.b, rule=self.rule)

    @functools.cached_property
    def alike(self) -> bool:
        """Whether both decide every record alike at the condition, under a belief at all of them."""
        if self.result.pvalue < 1:
            return False
        own, best = (self.costs.switch_a, self.costs.switch_b), self.costs.best
        pairs = [own] if best is None else [own, best]
        if isinstance(self.place, ConditionPrior):
            return all(np.array_equal(one, other) for one, other in pairs)
        return all(np.array_equal(one > self.place, other > self.place) for one, other in pairs)
