"""Two models side by side over all operating conditions."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar, Self

import numpy as np

from costcurves._ground.documents import Document
from costcurves._ground.wording import percent, short
from costcurves.conditions.beliefs import ConditionPrior
from costcurves.space.cost_curve import CostCurve
from costcurves.space.pieces import TIE
from costcurves.space.winners import WinnerRange, winner_ranges

__all__ = ["Comparison"]

#: So far beside a jump no curve has moved by more than a printed digit.
BESIDE = 1e-9


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Comparison(Document):
    """Which of two models is cheaper where, and by how much.

    Attributes
    ----------
    a, b : str
        Names of the models.
    curve_a, curve_b : CostCurve

    Examples
    --------
    >>> from costcurves import CostCurve
    >>> lines = CostCurve.line(0.20, 0.925), CostCurve.line(0.128, 0.834)
    >>> comparison = Comparison("1R", "C4.5", *lines)
    >>> [round(x, 4) for x in comparison.crossings]
    [0.4417]
    """

    kind: ClassVar[str] = "comparison"
    a: str
    b: str
    curve_a: CostCurve
    curve_b: CostCurve

    @property
    def difference(self) -> CostCurve:
        """Cost of `a` minus cost of `b`: negative where `a` is cheaper."""
        return self.curve_a.minus(self.curve_b)

    @property
    def ranges(self) -> tuple[WinnerRange, ...]:
        """Ranges of PC(+) with the cheaper model, or the trivial classifier that is as cheap."""
        return winner_ranges({self.a: self.curve_a, self.b: self.curve_b})

    @property
    def crossings(self) -> list[float]:
        """PC(+) at which the cheaper model changes."""
        return self.curve_a.crossings(self.curve_b)

    @property
    def largest_gap(self) -> tuple[float, float]:
        """(PC, cost of `a` − cost of `b`) where the two are farthest apart."""
        return self.difference.largest_gap()

    @property
    def dominant(self) -> str:
        """The model that is nowhere dearer and somewhere cheaper; empty if there is none."""
        signs = {sign for _, _, sign in self.difference.signs() if sign}
        return {frozenset({-1}): self.a, frozenset({1}): self.b}.get(frozenset(signs), "")

    def expected(self, prior: ConditionPrior | None = None) -> float:
        """Expected cost of `a` minus that of `b` under a belief about the axis, by default uniform.

        The axis is PC(+), or the cost proportion at the prevalence of a rule that has one.
        """
        return self.difference.area if prior is None else self.difference.expected(prior)

    def probability(self, prior: ConditionPrior | None = None) -> tuple[float, float]:
        """Probability that `a` is strictly cheaper, and that `b` is; ties count for neither.

        Their difference is the LC index of Adams & Hand (1999). The belief is about the axis, as in
        :meth:`expected`.
        """
        belief = prior or ConditionPrior.uniform()
        stretches = self.difference.signs()
        shares = [0.0, 0.0]
        for low, high, sign in stretches:
            if sign:
                end = float("inf") if high == 1 else high
                shares[sign > 0] += belief.probability(low, end)
        return shares[0], shares[1]

    def to_json(self) -> dict[str, Any]:
        """Return the findings and both curves as plain JSON with kind and version."""
        pc, gap = self.largest_gap
        return Document.to_json(self) | {  # no super(): slotted dataclasses are made twice
            "a": self.a,
            "b": self.b,
            "area": {self.a: self.curve_a.area, self.b: self.curve_b.area},
            "crossings": self.crossings,
            "ranges": [{"low": r.low, "high": r.high, "winner": r.winner} for r in self.ranges],
            "largest_gap": {"pc": pc, "difference": gap},
            "dominant": self.dominant,
        }

    @classmethod
    def _restored(cls, contents: dict[str, Any]) -> Self:
        """Build the comparison from its curves; the findings follow from them."""
        curves = (CostCurve.from_json(contents[name]) for name in ("curve_a", "curve_b"))
        return cls(contents["a"], contents["b"], *curves)

    def to_columns(self) -> dict[str, Any]:
        """Return the winner ranges as columns."""
        ranges = self.ranges
        return {
            "low": [r.low for r in ranges],
            "high": [r.high for r in ranges],
            "winner": [r.winner for r in ranges],
        }

    @property
    def sentence(self) -> str:
        """The comparison in words."""
        pc, gap = self.largest_gap
        if abs(gap) <= TIE:
            return f"{self.a} and {self.b} cost the same at every operating condition."
        parts = [f"{r.winner} for PC(+) from {short(r.low)} to {short(r.high)}" for r in self.ranges]
        winner, loser = (self.a, self.b) if gap < 0 else (self.b, self.a)
        worse = self._dearer_cost(pc)
        lead = f"{self.dominant} is nowhere the dearer. " if self.dominant else ""
        return (
            f"{lead}Cheapest: {'; '.join(parts)}. The gap is widest at PC(+) = {short(pc)}, where {winner} "
            f"costs {short(abs(gap))} less than {loser} ({percent(abs(gap) / worse)} of its cost)."
        )

    def _dearer_cost(self, pc: float) -> float:
        """Cost of the dearer model where the gap is widest, on that side of a jump where it is so wide."""
        sides = np.clip([pc, pc - BESIDE, pc + BESIDE], 0, 1)
        costs = np.array([self.curve_a(sides), self.curve_b(sides)])
        return float(costs.max(axis=0)[np.argmax(np.ptp(costs, axis=0))])

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence

    def __repr__(self) -> str:
        """Show the two names and the crossings."""
        return f"Comparison({self.a!r}, {self.b!r}, crossings {[round(x, 6) for x in self.crossings]})"
