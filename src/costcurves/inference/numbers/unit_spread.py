"""The spread of means over the units that are drawn, and interval ends that know how skewed they are."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.order_free_sums import order_free_sum
from costcurves.errors import Code, UndefinedError
from costcurves.inference.costs.left_out import SPLITS_THAT_TELL, WORTH_OF_ONE_SPLIT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats, Numbers

#: Spread below this share of the size of an estimate is rounding.
_NO_SPREAD = 1e-13
#: Skewness below this bends nothing.
_NO_BEND = 1e-9


@dataclasses.dataclass(frozen=True, slots=True)
class UnitSpread:
    """How much an estimate varies over samples of units, records or whole clusters.

    Attributes
    ----------
    error : float
        Standard error.
    skewness : float
        Third moment of what the units add to it, standardised.
    units : float
        As many of equal weight as they are worth, (Σw)²/Σw².
    """

    error: float
    skewness: float
    units: float

    @classmethod
    def of(
        cls, added: Floats, cluster: NDArray[np.intp] | None = None, weight: Numbers | None = None
    ) -> UnitSpread:
        """Return the spread of a sum of what every record adds, centred so that all of it is 0.

        With n units Var = n/(n − 1) Σ a², where a are the records' w(v − v̄)/Σw, summed over each cluster; of
        units that weigh unequally n is what they are worth.

        Raises
        ------
        UndefinedError
            If there are fewer than two units.
        """
        units = added if cluster is None else np.bincount(cluster, added)
        count = len(units)
        if count < 2:
            drawn = "records" if cluster is None else "clusters"
            raise UndefinedError(f"an interval needs two or more {drawn}", f"{count}", code=Code.TOO_FEW)
        worth = _worth(weight, cluster, count)
        scale = _scale(float(np.max(np.abs(units))))
        units = units / scale
        square = order_free_sum(units**2)
        third = order_free_sum(units**3)
        skewness = third / worth / (square / worth) ** 1.5 if square > 0 else 0.0
        return cls(scale * math.sqrt(worth / (worth - 1) * square), skewness, worth)

    def is_none(self, estimate: float) -> bool:
        """Whether all units are alike, so that their spread says nothing."""
        return self.error <= _NO_SPREAD * abs(estimate)

    def with_splits(self, by_split: Floats) -> UnitSpread:
        """Add how far the means of several splits lie apart; too few of them count as they usually do.

        Other records would have chosen otherwise: that moves the mean, too, see ``studies/whole_choice.py``.
        """
        if len(by_split) < SPLITS_THAT_TELL:
            return dataclasses.replace(self, error=self.error / math.sqrt(WORTH_OF_ONE_SPLIT))
        varies = float(by_split.var(ddof=1))
        return dataclasses.replace(self, error=math.sqrt(self.error**2 + varies))

    def reach(self, level: float) -> float:
        """Return the quantile of Student's t for ends at a level."""
        from scipy.special import stdtrit

        return float(stdtrit(self.units - 1, (1 + level) / 2))

    def ends(self, estimate: float, level: float) -> tuple[float, float]:
        """Return both ends, by Student's t and Hall's transformation for skewness.

        With a = skewness/√n the studentised estimate T is turned into T + aT²/3 + a²T³/27 + a/6, which is
        more nearly normal.

        References
        ----------
        P. Hall, *On the removal of skewness by transformation*, J. R. Statist. Soc. B 54, 1992.
        """
        t, bent = self.reach(level), self.skewness / math.sqrt(self.units)
        if abs(bent) < _NO_BEND:
            return estimate - t * self.error, estimate + t * self.error
        low, high = (3 / bent * (np.cbrt(1 + bent * (x - bent / 6)) - 1) for x in (t, -t))
        return estimate - float(low) * self.error, estimate - float(high) * self.error

    def pvalue(self, estimate: float) -> float:
        """Return the two-sided p-value of a true 0: below 1 − level where the ends at a level exclude 0.

        The transformation of :meth:`ends` bends the studentised estimate, so that both agree.
        """
        from scipy.special import stdtr

        t, bent = estimate / self.error, self.skewness / math.sqrt(self.units)
        if abs(bent) >= _NO_BEND:
            t += bent * t**2 / 3 + bent**2 * t**3 / 27 + bent / 6
        return min(2 * float(stdtr(self.units - 1, -t if estimate > 0 else t)), 1.0)

    def positive_ends(self, estimate: float, level: float) -> tuple[float, float]:
        """Return both ends of what is never below 0, the upper at least that of its logarithm."""
        low, high = self.ends(estimate, level)
        ratio = self.reach(level) * self.error / estimate
        return max(low, 0.0), max(high, estimate * math.exp(min(ratio, 700.0)))


def _worth(weight: Numbers | None, cluster: NDArray[np.intp] | None, count: int) -> float:
    """Return as how many units of equal weight so many are worth."""
    if weight is None:
        return count
    loads = weight.astype(float) if cluster is None else np.bincount(cluster, weight)
    if np.all(loads == loads[0]):
        return count
    loads = loads / loads.max()
    # A single unit that outweighs all others tells nothing of how much units vary.
    return max(order_free_sum(loads) ** 2 / order_free_sum(loads**2), 1 + 1e-9)


def _scale(greatest: float) -> float:
    """Return a power of two to divide numbers by so that their cubes are finite; 1 of usual ones."""
    return 1.0 if greatest == 0 or 1e-90 < greatest < 1e90 else 2.0 ** math.frexp(greatest)[1]


def numbered(column: NDArray[Any] | None) -> NDArray[np.intp] | None:
    """Number the values of a column of clusters; None stays."""
    if column is None:
        return None
    try:
        _, inverse = np.unique(column, return_inverse=True)
        return np.asarray(inverse.reshape(-1))
    except TypeError:  # values of several types have no order
        known: dict[Any, int] = {}
        return np.array([known.setdefault(value, len(known)) for value in column.tolist()], np.intp)
