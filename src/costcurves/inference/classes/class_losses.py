"""Intervals of what records of many classes cost, and of differences: closed forms class by class."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import TIE, ByValue, Floats
from costcurves.inference.counts.cost_intervals import mean_ends, paired_ends
from costcurves.inference.pvalues import normal_quantile, pvalue_of, tails_by_ends

if TYPE_CHECKING:
    from costcurves.inference.classes.class_spread import ClassUnits

#: With fewer splits it is not told how much they differ.
SPLITS_THAT_TELL = 3
#: Then records are worth this share, as of two classes.
WORTH_OF_ONE_SPLIT = 0.8


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class ClassLosses(ByValue):
    """What a record of each class costs: all that intervals at any level need.

    Attributes
    ----------
    shares : ndarray, shape (K,)
        How common each class is.
    mean, square : ndarray, shape (K,)
        Mean and mean square of what a record costs beyond the least of its class, or of a difference.
    least, most : ndarray, shape (K,)
        The least a record of a class can cost, and how much more it can.
    units : ndarray, shape (K,)
        What records differ by where they do, on average.
    sizes : ndarray, shape (K,)
        As many records as they are worth.
    paired : bool
        Whether these are differences of two models, which can be of either sign.
    between : float
        Variance of the mean since the shares of the classes vary; 0 where they are known.
    """

    shares: Floats
    mean: Floats
    square: Floats
    least: Floats
    most: Floats
    units: Floats
    sizes: Floats
    paired: bool = False
    between: float = 0.0

    @classmethod
    def of(
        cls,
        units: ClassUnits,
        shares: Floats,
        losses: Floats,
        ends: tuple[Floats, Floats],
        *,
        by_split: Floats | None = None,
        paired: bool = False,
    ) -> ClassLosses:
        """Gather the losses of records.

        Parameters
        ----------
        units : ClassUnits
        shares : ndarray, shape (K,)
        losses : ndarray, shape (records,) or (splits, records)
            Averaged over splits, where decisions were chosen on other folds; or those of every split, where
            models were, too: their mean square is that of any split. That of averages over models which err
            on different records would be too small (``studies/class_headline.py``).
        ends : (ndarray, ndarray), shape (K,)
            The least and the greatest loss of each class.
        by_split : ndarray, optional
            Means in every split: how much they differ tells how much the choice does. None where nothing
            was chosen.
        paired : bool
        """
        records = units.records
        least = np.zeros(len(shares)) if paired else ends[0]
        beyond = np.atleast_2d(losses) - least[records.codes]
        # Sums over splits that are equal on paper differ by rounding.
        beyond[np.abs(beyond) <= TIE * float(np.abs(ends).max())] = 0.0
        losses = least[records.codes] + beyond.mean(axis=0)
        weight = np.ones(len(losses)) if records.weight is None else records.weight
        mean, square, absolute = (
            np.bincount(records.codes, weight * power.mean(axis=0), len(shares)) / records.sizes
            for power in (beyond, beyond**2, np.abs(beyond))
        )
        alone = float((shares**2 * np.maximum(square - mean**2, 0) / units.effective).sum())
        factor = 1.0
        if units.cluster is not None and alone > 0:
            together = units.of_classes(shares[records.codes] * losses)
            # A single cluster, whose spread is not known, is worth one record.
            one = 1 / float(units.effective.sum())
            factor = max(alone / together, one) if together > alone else 1.0
        between = units.of_shares(shares, losses, alone / factor)
        factor *= _worth_of_splits(alone / factor if factor else alone, by_split)
        most = np.maximum(np.abs(ends[0]), np.abs(ends[1])) if paired else ends[1] - ends[0]
        differ = np.divide(square, absolute, out=most.copy(), where=absolute > 0)
        return cls(shares, mean, square, least, most, differ, units.effective * factor, paired, between)

    @property
    def value(self) -> float:
        """Mean over all classes; a difference of 0 but for rounding is 0."""
        found = float((self.shares * (self.mean + self.least)).sum())
        return 0.0 if self.paired and abs(found) <= TIE * float(self.most.max()) else found

    def ends(self, level: float) -> tuple[float, float]:
        """Return both ends: distances of those of the classes add up like sides of a right triangle.

        Of costs each class has the interval of a rate that varies as much, Wilson's, with few losses Clopper
        and Pearson's; of differences Tango's, as of records that differ by one unit either way. How much the
        shares of the classes vary adds a side.
        """
        lows, highs = self.mean.copy(), self.mean.copy()
        for most in np.unique(self.most[self.most > 0]).tolist():
            these = self.most == most
            parts = self.mean[these], self.square[these], self.sizes[these]
            if self.paired:
                low, high = paired_ends(*parts, self.units[these], level)
                lows[these], highs[these] = np.maximum(low, -most), np.minimum(high, most)
            else:
                lows[these], highs[these] = mean_ends(*parts, most, level)
        side = normal_quantile(level) ** 2 * self.between
        below, above = (
            math.sqrt(float(((self.shares * (self.mean - end)) ** 2).sum()) + side) for end in (lows, highs)
        )
        least, greatest = self._bounds
        return max(self.value - below, least), min(self.value + above, greatest)

    @property
    def _bounds(self) -> tuple[float, float]:
        """The least and the greatest that the mean can be."""
        least = -self.most if self.paired else self.least
        greatest = self.most if self.paired else self.least + self.most
        if self.between > 0:
            return float(least.min()), float(greatest.max())
        return float((self.shares * least).sum()), float((self.shares * greatest).sum())

    def pvalue(self, alternative: str = "two-sided") -> float:
        """Return the p-value of no difference: the error rate at which the interval ends at 0."""
        if abs(self.value) <= TIE * max(float(self.most.max()), 1.0):
            return pvalue_of(0.5, 0.5, alternative)
        return pvalue_of(*tails_by_ends(self.value, self.ends, 0.0), alternative)


def _worth_of_splits(given: float, by_split: Floats | None) -> float:
    """Return what share of the records they are worth where others would have chosen otherwise."""
    if by_split is None:
        return 1.0
    if len(by_split) < SPLITS_THAT_TELL:
        return WORTH_OF_ONE_SPLIT
    vary = float(np.var(by_split, ddof=1))
    return given / (given + vary) if given > 0 else 1.0
