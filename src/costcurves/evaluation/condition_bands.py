"""Bands of curves over conditions: which rule a picture is of, and what it makes of costs."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, shares
from costcurves.curves.over_condition import ConditionCurve
from costcurves.errors import InputError
from costcurves.inference.bootstrap.curve_request import ascending
from costcurves.inference.costs.places import CostScale
from costcurves.rules.driven_rules import ScoreDriven
from costcurves.rules.rule import Rule, optimal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import ArrayLike

    from costcurves._ground.arrays import Floats
    from costcurves.inference.estimate import Band
    from costcurves.tallies.tally import Tally

__all__ = ["Picture", "is_of_a_rule"]


def is_of_a_rule(row: Any, rule: Rule | None) -> bool:
    """Whether a row shows costs over conditions under a rule, so that records vary and not curves."""
    return isinstance(row, ConditionCurve) and (rule is not None or isinstance(row.policy(0.5), Rule))


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Picture(ByValue):
    """A curve over conditions as it is asked for.

    Attributes
    ----------
    scale : CostScale
        What it makes of NEC at its places.
    rule : Rule or None
        The rule that it is of; None for thresholds wherever the evaluation chooses them.
    """

    scale: CostScale
    rule: Rule | None

    @classmethod
    def of(
        cls, row: ConditionCurve, tally: Tally, x: ArrayLike | None, rule: Rule | None,
        options: Mapping[str, Any],
    ) -> Picture:  # fmt: skip
        """Read what is asked for; the tally is at the prevalence of the picture."""
        if strange := sorted(set(options) - {"costs", "test_cost"}):
            raise InputError.because(
                must="a band over conditions takes rule, costs, prevalence and test_cost",
                came=", ".join(strange), fix="leave it out",
            )  # fmt: skip
        setting = row.setting(tally, options.get("costs"), options.get("test_cost", 0.0))
        own = row.policy(setting.prevalence) if rule is None else Rule.require(rule)
        if isinstance(own, ScoreDriven) and own.prevalence is None:  # at that of the picture
            own = dataclasses.replace(own, prevalence=tally.prevalence)
        places = row.axis.grid() if x is None else shares(ascending(x), "x")
        return cls(CostScale.of(row, places, setting), None if rule is None and own is optimal else own)

    def band(self, banded: Callable[[Floats], Band]) -> Band:
        """Return the band of the picture from that of NEC at ascending PC(+)."""
        return self.scale.put(banded)

    def difference(self, banded: Callable[[Floats], Band]) -> Band:
        """Return the band of a difference: what both models share falls away."""
        apart = dataclasses.replace(self.scale, base=np.zeros_like(self.scale.base)).put(banded)
        return dataclasses.replace(apart, y_name=f"{apart.y_name}: difference")
