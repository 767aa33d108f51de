"""Loss curves of numeric predictions over all κ, with one shift or the best one at each."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import Floats, frozen
from costcurves._ground.documents import Document
from costcurves._ground.number_words import short
from costcurves.tallies.cells import running

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurves.tallies.error_tally import ErrorTally


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class LossCurve(Document):
    """Normalised loss over κ, straight between its knots.

    L(κ) = κ·mean (e − s)⁺ + (1 − κ)·mean (e − s)⁻, where e = y − ŷ, s is the shift that is added to every
    prediction, and κ the share of a unit too low in the costs of a unit too low and of one too high. With
    one shift it is a line, dual to the point (mean over, mean under) of regression ROC space; with the best
    shift at each κ, the κ-quantile of the errors, it is concave and 0 at both ends.

    Parameters
    ----------
    kappa : ndarray of float, shape (knots,)
        From 0 to 1, ascending.
    loss : ndarray of float, shape (knots,)
        In the unit of the outcome, ≥ 0.

    References
    ----------
    J. Hernández-Orallo, *ROC curves for regression*, Pattern Recognition 46, 2013.

    Examples
    --------
    >>> from costcurves.tallies.error_tally import ErrorTally
    >>> tally = ErrorTally.of([10, 12, 8, 15, 20], [11, 10, 9, 15, 16])
    >>> fixed, best = LossCurve.fixed(tally), LossCurve.best_shift(tally)
    >>> round(fixed(0.75), 6), round(best(0.75), 6), round(fixed.area, 6), round(best.area, 6)
    (1.0, 0.7, 0.8, 0.52)
    """

    kind: ClassVar[str] = "loss_curve"
    kappa: Floats
    loss: Floats

    def __post_init__(self) -> None:
        """Freeze the arrays."""
        for name in ("kappa", "loss"):
            object.__setattr__(self, name, frozen(np.asarray(getattr(self, name), float)))

    @classmethod
    def fixed(cls, tally: ErrorTally, shift: float = 0.0) -> LossCurve:
        """Return the line of one shift: mean over at κ = 0, mean under at κ = 1."""
        return cls(np.array([0.0, 1.0]), np.array([tally.over(shift), tally.under(shift)]))

    @classmethod
    def best_shift(cls, tally: ErrorTally) -> LossCurve:
        """Return the curve of the best shift at each κ: the lower envelope of the lines of all shifts.

        At a knot, a cumulative weight κ, the loss is κ·mean e − ∫₀^κ q(u) du with the quantiles q of e: one
        sort and one pass.
        """
        weight, whole = tally.weight, float(tally.weight.sum())
        # Moved to the median, which changes nothing but the rounding; in place, since there are many.
        centred = tally.error - tally.quantile(0.5)
        centred *= weight
        share, so_far = running(weight) / whole, running(centred)
        so_far /= whole
        loss = share * so_far[-1]
        loss -= so_far
        np.maximum(loss, 0.0, out=loss)
        share[-1], loss[-1] = 1.0, 0.0
        return cls(share, loss)

    @classmethod
    def of_constants(cls, training: ErrorTally, outcomes: ErrorTally) -> LossCurve:
        """Return what the best constant of other records loses at each κ: their κ-quantile.

        The constant jumps where κ is a cumulative weight of the training outcomes, and so does the loss: two
        knots stand there.

        Parameters
        ----------
        training : ErrorTally
            Of the outcomes that give the constants.
        outcomes : ErrorTally
            Of those that are predicted.
        """
        roc = RegressionRoc.of(outcomes)
        constant, whole = training.error, float(training.weight.sum())
        over = np.interp(constant, roc.shift, roc.over)
        under = np.interp(constant, roc.shift, roc.under)
        over += np.maximum(constant - roc.shift[-1], 0.0)  # beyond all outcomes
        under += np.maximum(roc.shift[0] - constant, 0.0)
        ends = running(training.weight) / whole
        kappa = np.repeat(ends, 2)[1:-1]
        under, over = np.repeat(under, 2), np.repeat(over, 2)
        return cls(kappa, kappa * under + (1 - kappa) * over)

    def __call__(self, kappa: Any) -> Any:
        """Return the loss at one κ or at several, in [0, 1]."""
        places = arrays.shares(kappa, "kappa")
        found = np.interp(places, self.kappa, self.loss)
        return float(found) if np.ndim(found) == 0 else found

    @property
    def area(self) -> float:
        """Mean loss under a uniform κ.

        Of one shift s it is half the mean of ``|e − s|``, so MAE/2 without a shift; with the best shift at
        each κ a quarter of the mean of ``|e₁ − e₂|`` over all pairs of records, those of a record with itself
        among them.
        """
        return float(np.sum(np.diff(self.kappa) * (self.loss[1:] + self.loss[:-1])) / 2)

    def to_columns(self) -> dict[str, Any]:
        """Return the knots."""
        return {"kappa": self.kappa, "loss": self.loss}

    def __str__(self) -> str:
        return f"mean loss {short(self.area)} under a uniform κ, {short(self(0.5))} at κ = ½"

    def __repr__(self) -> str:
        return f"LossCurve({len(self.kappa)} knots, area {self.area:.4g})"


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class RegressionRoc(Document):
    """Regression ROC curve: mean over and mean under of predictions raised by every shift.

    Parameters
    ----------
    shift : ndarray of float, shape (points,)
        Ascending: the distinct errors, between which the curve is straight.
    over, under : ndarray of float, shape (points,)
        Mean of (e − s)⁻, by which predictions are too high, and of (e − s)⁺, by which they are too low.

    Examples
    --------
    >>> from costcurves.tallies.error_tally import ErrorTally
    >>> curve = RegressionRoc.of(ErrorTally.of([10, 12, 8, 15, 20], [11, 10, 9, 15, 16]))
    >>> round(curve.area_over, 6)
    1.88
    """

    kind: ClassVar[str] = "regression_roc"
    shift: Floats
    over: Floats
    under: Floats

    def __post_init__(self) -> None:
        """Freeze the arrays."""
        for name in ("shift", "over", "under"):
            object.__setattr__(self, name, frozen(np.asarray(getattr(self, name), float)))

    @classmethod
    def of(cls, tally: ErrorTally) -> RegressionRoc:
        """Walk through the distinct errors."""
        whole = float(tally.weight.sum())
        error, middle = tally.error, tally.quantile(0.5)
        share = running(tally.weight)[1:] / whole
        so_far = running((error - middle) * tally.weight)[1:] / whole
        over = np.maximum(share * (error - middle) - so_far, 0.0)
        under = np.maximum(over + so_far[-1] - (error - middle), 0.0)
        over[0], under[-1] = 0.0, 0.0
        return cls(error, over, under)

    @classmethod
    def point(cls, tally: ErrorTally, shift: float = 0.0) -> tuple[float, float]:
        """Return (mean over, mean under) of one shift."""
        return tally.over(shift), tally.under(shift)

    @property
    def area_over(self) -> float:
        """Area between the curve and the perfect corner: half the population variance of the errors."""
        return float(np.sum(np.diff(self.over) * (self.under[1:] + self.under[:-1])) / 2)

    def __call__(self, over: ArrayLike) -> Any:
        """Return the mean under at which the curve has a mean over."""
        found = np.interp(np.asarray(over, float), self.over, self.under)
        return float(found) if np.ndim(found) == 0 else found

    def to_columns(self) -> dict[str, Any]:
        """Return the points."""
        return {"shift": self.shift, "over": self.over, "under": self.under}

    def __str__(self) -> str:
        return f"regression ROC curve of {len(self.shift):,} shifts, area over it {short(self.area_over)}"

    def __repr__(self) -> str:
        return f"RegressionRoc({len(self.shift)} points, area over it {self.area_over:.4g})"
