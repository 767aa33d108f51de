"""The search for the fewest (or cheapest) records of two classes whose interval is narrow enough."""

from __future__ import annotations

import dataclasses
import itertools
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import TIE, Floats, inner_share, number
from costcurves.errors import InputError
from costcurves.inference.arguments import pair_of
from costcurves.inference.pvalues import normal_quantile

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Counts = tuple[int, int]

#: What a positive and a negative record cost.
Prices = tuple[float, float]

#: More records than this are nowhere.
MOST = 10**12
#: Numbers of positives tried at once on a grid, and how many are few enough to try all.
GRID, ALL = 64, 128


@dataclasses.dataclass(frozen=True, slots=True)
class Sizing:
    """An interval that narrows with records of either class, and how narrow it shall be.

    Attributes
    ----------
    ends : callable
        Estimate, low and high end, by positives and negatives; they broadcast.
    pc : float
    variances : pair of float
        Of what a record of either class says of its error rate: the normal law's start of the search.
    half_width, level : float
    steps : pair of float
        Positives, and negatives, at which the width falls by a step; infinite for none.
    """

    ends: Callable[[Floats, Floats], tuple[Floats, Floats, Floats]]
    pc: float
    variances: tuple[float, ...]
    half_width: float
    level: float
    steps: tuple[float, float] = (math.inf, math.inf)

    def solve(self, share_positive: float | str, prices: Prices) -> Counts:
        """Return positives and negatives: of a given share, or the cheapest ones."""
        paid = _prices(prices)
        if share_positive == "cheapest":
            return self._cheapest(paid)
        if paid[0] != paid[1]:
            raise InputError(
                "prices can only be given without a share_positive",
                "both",
                "leave out share_positive, or the prices",
            )
        if isinstance(share_positive, str):
            raise InputError('share_positive must be a number, or "cheapest"', repr(share_positive))
        return self._of_share(inner_share(share_positive, "share_positive"))

    def enough(self, positives: Floats, negatives: Floats) -> NDArray[np.bool_]:
        """Whether so many records make the interval narrow enough."""
        centre, low, high = self.ends(positives, negatives)
        reach = np.maximum(high - centre, centre - low)
        return np.asarray(reach <= self.half_width * (1 + TIE))

    def normal(self, share: float) -> float:
        """Return how many records of both classes the normal law asks for."""
        of_positives, of_negatives = self.variances
        spread = self.pc**2 * of_positives / share + (1 - self.pc) ** 2 * of_negatives / (1 - share)
        return (normal_quantile(self.level) / self.half_width) ** 2 * spread

    def best_share(self, positive: float, negative: float) -> float:
        """Return the share of positives that is cheapest by the normal law: x·sd/√price of each class."""
        of_positives, of_negatives = self.variances
        x = self.pc * math.sqrt(of_positives / positive)
        y = (1 - self.pc) * math.sqrt(of_negatives / negative)
        # A class that is certain never to be mistaken still needs records to show it.
        return x / (x + y) if min(x, y) > 0 else 0.5

    def _of_share(self, share: float) -> Counts:
        """Return the least counts of a share, both at least 1."""

        def counts(total: int) -> Counts:
            positives = math.floor(share * total + 0.5)
            return max(1, positives), max(1, total - positives)

        def enough(total: int) -> bool:
            return bool(self.enough(*(np.asarray(float(count)) for count in counts(total))))

        low, high = 0, max(2, math.ceil(min(self.normal(share), MOST)))
        while not enough(high):
            low, high = high, 2 * high
            if low > MOST:
                raise InputError(
                    f"the half-width must need at most {MOST:.0e} records",
                    f"more for {self.half_width:g}",
                    "allow a wider interval",
                )
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if enough(middle) else (middle, high)
        return counts(high)

    def _cheapest(self, prices: Prices) -> Counts:
        """Return the counts that cost least, but for less than the price of a cheaper record.

        The normal law's shares give counts that are enough; nothing dearer is looked at. Between the
        steps of the width the price is a smooth valley but for whole numbers, which matter least when
        it is walked along by the dearer class.
        """
        found = self._of_share(self.best_share(*prices))
        paid = prices[0] * found[0] + prices[1] * found[1]
        most = (math.floor((paid - prices[1]) / prices[0]), math.floor((paid - prices[0]) / prices[1]))
        dearer = int(prices[1] > prices[0])
        best = (paid, found)
        for low, high in itertools.pairwise(self._pieces(dearer, most)):
            best = min(best, self._valley(dearer, low, high, most, prices))
        return best[1]

    def _pieces(self, dearer: int, most: Counts) -> list[float]:
        """Cut the numbers of the dearer class where the width falls by a step."""
        top = float(most[dearer])
        cuts = [1.0, self.steps[dearer] - 1, self.steps[dearer]]
        step = self.steps[1 - dearer]
        if step <= most[1 - dearer]:
            cuts += self._least(1 - dearer, np.array([max(1.0, step - 1), step]), top).tolist()
        return [*sorted({cut for cut in cuts if 1 <= cut < top}), top]

    def _valley(
        self, dearer: int, low: float, high: float, most: Counts, prices: Prices
    ) -> tuple[float, Counts]:
        """Return the least price between two numbers of the dearer class, with the counts."""
        while True:
            every = high - low < ALL
            tried = np.arange(low, high + 1) if every else np.unique(np.rint(np.geomspace(low, high, GRID)))
            other = self._least(dearer, tried, float(most[1 - dearer]))
            paid = prices[dearer] * tried + prices[1 - dearer] * other
            place = int(np.argmin(paid))
            if every:
                break
            low, high = float(tried[max(place - 1, 0)]), float(tried[min(place + 1, len(tried) - 1)])
        if not math.isfinite(paid[place]):
            return math.inf, (0, 0)
        counts = (int(tried[place]), int(other[place]))
        return float(paid[place]), counts[::-1] if dearer else counts

    def _least(self, own: int, given: Floats, most: float) -> Floats:
        """Return the least records of the other class that are enough with some of one; infinite if none."""

        def enough(other: Floats) -> NDArray[np.bool_]:
            return self.enough(*((other, given) if own else (given, other)))

        low, high = np.zeros(len(given)), np.full(len(given), max(most, 1.0))
        possible = enough(high)
        while np.any(high - low > 1):
            middle = np.maximum(np.floor((low + high) / 2), 1.0)
            narrow = enough(middle)
            low, high = np.where(narrow, low, middle), np.where(narrow, middle, high)
        return np.where(possible, high, np.inf)


def _prices(prices: Prices) -> Prices:
    read = pair_of(prices, "prices", number, "of a positive, of a negative")
    if not min(read) > 0:
        raise InputError("a price must be above 0", repr(prices))
    return read
