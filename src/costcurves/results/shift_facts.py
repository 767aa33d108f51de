"""What is known of a recommended shift: every model beside it, the best constant, and the headline."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import short

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.conditions.unit_costs import UnitCosts
    from costcurves.inference.estimate import Estimate
    from costcurves.results.headline import Headline


@dataclasses.dataclass(frozen=True, eq=False, slots=True, repr=False)
class ShiftRow(Shown, ByValue):
    """One model beside the others: its best shift, and what choosing it costs on records left out.

    Attributes
    ----------
    model : str
    shift : (float, float)
        All shifts of least loss on all records: the κ-quantiles of the errors.
    loss : Estimate
        Normalised loss at shifts chosen on the other folds, for all models together; where there is no κ,
        what a record costs.
    unshifted : Estimate
        The same of predictions as they are; by itself.
    gap : Estimate or None
        Loss less that of the leading model, or, of that itself, less that of the runner-up.
    """

    model: str
    shift: tuple[float, float]
    loss: Estimate
    unshifted: Estimate
    gap: Estimate | None = None

    @property
    def middle(self) -> float:
        """The middle of the shifts of least loss, which is recommended."""
        return self.shift[0] + (self.shift[1] - self.shift[0]) / 2

    @property
    def told_apart(self) -> bool | None:
        """Whether the gap is more than chance; None without a gap."""
        return None if self.gap is None else self.gap.excludes(0)

    @property
    def is_alike(self) -> bool:
        """Whether the model and the leading one lose the same on every record."""
        return self.gap is not None and self.gap.low == self.gap.high == 0

    def to_json(self, *, intervals: bool = True) -> dict[str, Any]:
        """Return the row as plain values, losses with their intervals or without."""
        losses = {"loss": self.loss, "unshifted": self.unshifted}
        return {
            "model": self.model, "shift": self.middle, "shifts": list(self.shift),
            **{n: one.to_json() if intervals else {"estimate": one.estimate} for n, one in losses.items()},
            "gap": None if self.gap is None else self.gap.to_json(), "told_apart": self.told_apart,
        }  # fmt: skip


@dataclasses.dataclass(frozen=True, eq=False, slots=True, repr=False)
class ShiftFacts(ByValue):
    """What a :class:`costcurves.results.shift_recommendation.ShiftRecommendation` knows.

    Attributes
    ----------
    kappa : float or None
        None where costs differ by record, or have a limit.
    costs : UnitCosts or None
        Whose unit losses are shown in; without them they are normalised.
    rows : tuple of ShiftRow
        Every model, the one of least loss at cross-fitted shifts first.
    constant : ShiftRow
        The best constant: its shift is what it predicts.
    headline : Headline
        What choosing model and shift costs, judged on the records left out, in the unit that is shown.
    seems : float
        Normalised loss of the choice on the very records that made it.
    records : int
    picked : dict of str to float
        In what share of the folds each was chosen.
    stands : (float, float) or None
        Range of κ in which the leading model loses least on these records.
    notes : tuple of str
    weight : float
        Of all records: so many new ones cost the total.
    """

    kappa: float | None
    costs: UnitCosts | None
    rows: tuple[ShiftRow, ...]
    constant: ShiftRow
    headline: Headline
    seems: float
    records: int
    picked: Mapping[str, float] = dataclasses.field(default_factory=dict)
    stands: tuple[float, float] | None = None
    notes: tuple[str, ...] = ()
    weight: float = 1.0

    # ---- what follows -----------------------------------------------------------------------

    @property
    def pays(self) -> bool:
        """Whether the leading model loses less than the best constant, both at cross-fitted shifts."""
        return self.rows[0].loss.estimate < self.constant.loss.estimate

    @property
    def shift_pays(self) -> bool:
        """Whether the leading model loses less with its shifts, cross-fitted, than as it is."""
        return self.rows[0].loss.estimate < self.rows[0].unshifted.estimate

    @property
    def chosen(self) -> ShiftRow:
        """The leading model, or the best constant."""
        return self.rows[0] if self.pays else self.constant

    @property
    def model(self) -> str:
        """The leading model; empty where the best constant is as good."""
        return self.rows[0].model if self.pays else ""

    @property
    def shift(self) -> float:
        """What to add to the predictions of the model; of the constant, what to predict."""
        return self.chosen.middle

    @property
    def not_told_apart(self) -> tuple[str, ...]:
        """Models whose distance from the leading one may be chance."""
        return tuple(row.model for row in self.rows[1:] if row.told_apart is False)

    @property
    def scale(self) -> float:
        """What one unit of normalised loss costs in the unit that is shown."""
        return 1.0 if self.costs is None or self.kappa is None else self.costs.scale

    @property
    def at(self) -> str:
        """By what models are judged, in headings: "κ = 0.75", "costs by record"."""
        if self.kappa is not None:
            return f"κ = {short(self.kappa)}"
        return "" if self.costs is None else self.costs.title

    @property
    def unit(self) -> str:
        """The unit in which losses are shown, to follow a number."""
        if self.costs is None:
            return " in normalised loss"
        return f" {self.costs.currency} a record" if self.costs.currency else " a record"

    def in_unit(self, one: Estimate) -> tuple[float, float, float]:
        """Return an estimate and both its ends in the unit that is shown."""
        return self.scale * one.estimate, self.scale * one.low, self.scale * one.high
