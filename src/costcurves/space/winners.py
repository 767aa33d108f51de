"""Which model is cheapest where: winner ranges of any number of cost curves."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import TIE
from costcurves.space.cost_curve import CostCurve, trivial_curve
from costcurves.space.pieces import distinct_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclasses.dataclass(frozen=True, slots=True)
class WinnerRange:
    """A range of PC(+) with its cheapest models.

    Attributes
    ----------
    low, high : float
        Ends of the range.
    models : tuple of str
        The cheapest model, or all that tie; empty where a trivial classifier is as cheap.
    trivial : str
        "nobody" or "everybody" where flagging that is as cheap as any model; else empty.
    """

    low: float
    high: float
    models: tuple[str, ...]
    trivial: str = ""

    @property
    def winner(self) -> str:
        """Name the winner for people."""
        return f"flag {self.trivial}" if self.trivial else " = ".join(self.models)


def winner_ranges(curves: Mapping[str, CostCurve]) -> tuple[WinnerRange, ...]:
    """Cut the PC(+) axis into ranges, each with the cheapest of several cost curves.

    Exact for piecewise linear and rate-driven curves: every crossing is solved, none searched
    for on a grid. Costs within 1e-12 of each other tie.

    Examples
    --------
    >>> lines = {"1R": CostCurve.line(0.20, 0.70), "C4.5": CostCurve.line(0.05, 0.50)}
    >>> [(round(r.low, 3), round(r.high, 3), r.winner) for r in winner_ranges(lines)][1:3]
    [(0.091, 0.429, 'C4.5'), (0.429, 0.727, '1R')]
    """
    everyone = [*curves.values(), trivial_curve()]
    # At ½ flagging everybody takes over from flagging nobody.
    cuts = {0.0, 0.5, 1.0}
    for one, other in itertools.combinations(everyone, 2):
        difference = one.minus(other)
        ends = np.array([low for low, _, _ in difference.signs()])
        cuts.update(difference.conditions_of(ends).tolist())
    ends = distinct_places(np.array(list(cuts)))
    middle = (ends[:-1] + ends[1:]) / 2
    costs = np.array([curve(middle) for curve in everyone])
    cheapest = costs <= costs.min(axis=0) + TIE
    ranges: list[WinnerRange] = []
    for low, high, best in zip(ends[:-1].tolist(), ends[1:].tolist(), cheapest.T, strict=True):
        trivial = ("nobody" if low + high < 1 else "everybody") if best[-1] else ""
        models = () if trivial else tuple(itertools.compress(curves, best))
        last = ranges[-1] if ranges else None
        if last and (last.models, last.trivial) == (models, trivial):
            ranges[-1] = dataclasses.replace(last, high=high)
        else:
            ranges.append(WinnerRange(low, high, models, trivial))
    return tuple(ranges)


def never_beaten_around(
    curve: CostCurve, others: Iterable[CostCurve], pc: float
) -> tuple[float, float] | None:
    """Return the range of PC(+) around a condition in which no other curve is below this one.

    Only this curve is compared with each, which with 30 of them is a fifteenth of what all
    pairs take. None where one is below at the condition itself.

    Examples
    --------
    >>> low, high = never_beaten_around(CostCurve.line(0.20, 0.70), [CostCurve.line(0.05, 0.50)], 0.7)
    >>> round(low, 3), high
    (0.429, 1.0)
    """
    low, high = 0.0, 1.0
    for other in others:
        difference = curve.minus(other)
        dearer = [ends for *ends, sign in difference.signs() if sign > 0]
        for left, right in difference.conditions_of(np.array(dearer).reshape(-1, 2)).tolist():
            if left < pc < right:
                return None
            low, high = (max(low, right), high) if right <= pc else (low, min(high, left))
    return low, high
