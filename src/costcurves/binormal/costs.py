"""The cost curve of a binormal ROC curve: the best threshold for every operating condition, exactly."""

from __future__ import annotations

import dataclasses
import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import Floats, shares
from costcurves.binormal.likelihood import phi, tangent_probit
from costcurves.conditions.beliefs import ConditionPrior, Samples
from costcurves.errors import InputError, kind_of
from costcurves.space.cost_curve import skill_against, trivial_curve

if TYPE_CHECKING:
    from collections.abc import Callable

#: Standard deviations within which integrals look for both classes, and where they stop in between.
STOPS = (-9.0, -6.0, -3.0, 0.0, 3.0, 6.0, 9.0)


@dataclasses.dataclass(frozen=True, slots=True)
class BinormalCostCurve:
    """Normalised expected cost of a binormal classifier with the best threshold at every PC(+).

    It is the lower envelope of the cost lines of all thresholds and of both trivial classifiers: concave,
    never above min(PC, 1 − PC). Where the ROC curve hooks below the chance line one trivial classifier
    is better. Make one with :meth:`costcurves.binormal.Binormal.cost_curve`.

    Attributes
    ----------
    a, b : float
        Of the ROC curve TPR = Φ(a + b·Φ⁻¹(FPR)), b > 0.

    Examples
    --------
    >>> curve = BinormalCostCurve(a=2.0, b=1.0)
    >>> round(curve(0.5), 6), round(curve.area, 6)
    (0.158655, 0.1124)
    """

    a: float
    b: float

    # ---- reading ----------------------------------------------------------------------------

    def rates(self, pc: Any) -> tuple[Any, Any]:
        """Return the (fpr, tpr) served at PC(+): those of the best threshold, or of a trivial classifier.

        At the threshold the slope of the ROC curve is (1 − PC)/PC. That is a quadratic equation in
        Φ⁻¹(FPR), of whose roots one has the least cost.
        """
        x = shares(pc, "PC(+)")
        fpr, fnr = self._served(x)
        return (float(fpr), float(1 - fnr)) if x.ndim == 0 else (fpr, 1 - fnr)

    def __call__(self, pc: Any) -> Any:
        """Normalised expected cost at PC(+), a number or an array of numbers in [0, 1]."""
        x = shares(pc, "PC(+)")
        fpr, fnr = self._served(x)
        value = fpr * (1 - x) + fnr * x
        return float(value) if x.ndim == 0 else value

    def _served(self, x: Floats) -> tuple[Floats, Floats]:
        """FPR and FNR of the best of three: the threshold where the slope is right, nobody, everybody."""
        z = self._probit(x)
        fpr, fnr = phi(z), phi(-(self.a + self.b * z))
        with np.errstate(invalid="ignore"):  # NaN, where no threshold has the slope, is not better
            better = fpr * (1 - x) + fnr * x < np.minimum(x, 1 - x)
        everybody = x >= 0.5
        return np.where(better, fpr, everybody), np.where(better, fnr, ~everybody)

    def _probit(self, x: Floats) -> Floats:
        """Probit of the FPR at which the ROC curve has slope (1 − x)/x and bends down; NaN where none has."""
        a, b = self.a, self.b
        inner = (x > 0) & (x < 1)
        if b == 1 and a <= 0:
            return np.full(x.shape, np.nan)
        safe = np.where(inner, x, 0.5)
        # ln slope = ln b + ((1 − b²)z² − 2abz − a²)/2
        k = 2 * (np.log1p(-safe) - np.log(safe) - math.log(b))
        inside = a * a + (1 - b) * (1 + b) * k
        root = np.sqrt(np.where(inner & (inside >= 0), inside, np.nan))
        # Two forms of one root: neither is a difference of nearly equal numbers.
        return np.asarray(-(a * a + k) / (a * b + root) if a > 0 else (a * b - root) / ((1 - b) * (1 + b)))

    # ---- where a threshold is used ----------------------------------------------------------

    @property
    def operating_range(self) -> tuple[float, float] | None:
        """PC(+) interval in which some threshold beats both trivial classifiers; None if it is empty.

        (0, 1) if b = 1 and a > 0. If b < 1 it ends where the tangent of the ROC curve goes through (1, 1),
        if b > 1 it begins where the tangent goes through (0, 0).
        """
        span = self._span()
        return None if span is None else (self._condition(span[0]), self._condition(span[1]))

    def _span(self) -> tuple[float, float] | None:
        """Probits of the FPR between which the ROC curve is its own hull."""
        a, b = self.a, self.b
        if b == 1:
            return (-math.inf, math.inf) if a > 0 else None
        if b < 1:
            end = tangent_probit(a, b)
            return None if end is None else (-math.inf, end)
        # Exchange the classes: FNR takes the place of FPR.
        end = tangent_probit(a / b, 1 / b)
        return None if end is None else (-(a / b + end / b), math.inf)

    def _condition(self, z: float) -> float:
        """PC(+) at which the threshold of a probit is the best, f₀/(f₀ + f₁) for the class densities f."""
        from scipy.special import expit

        if math.isinf(z):
            return 0.0 if z < 0 else 1.0
        u = self.a + self.b * z
        return float(expit((u - z) * (u + z) / 2 - math.log(self.b)))

    # ---- integrals --------------------------------------------------------------------------

    @property
    def area(self) -> float:
        """Area under the curve, in [0, 1/4]: the expected cost if every PC(+) is equally likely.

        ½∫ f₀f₁/(f₀ + f₁) for the densities f of the classes, where the ROC curve is its own hull.
        Absolute error below 1e-10.
        """
        return self._integral(lambda x: x * (1 - x) / 2)

    def expected(self, prior: ConditionPrior) -> float:
        """Expected NEC under a belief about PC(+), with an absolute error below 1e-8.

        Examples
        --------
        >>> curve, belief = BinormalCostCurve(a=2.0, b=1.0), ConditionPrior.uniform(0.1, 0.4)
        >>> round(curve.expected(belief), 6)
        0.122081
        """
        if not isinstance(prior, ConditionPrior):
            raise InputError(
                "a belief must be a ConditionPrior", kind_of(prior), "use ConditionPrior.point(…)"
            )
        if isinstance(prior, Samples):
            return float(np.dot(prior.weights, self(prior.values)))
        mean = prior.mean

        def kernel(x: float) -> float:
            """E[min(X, x)] − x·E[X]: what a bend of the curve at x adds to its expected value."""
            zero, one = (float(prior.moments(np.array([x]), k)[0]) for k in (0, 1))
            return one + x * (1 - zero) - x * mean

        return self._integral(kernel)

    def skill(self, prior: ConditionPrior | None = None) -> float:
        """1 − expected cost / expected cost of the better trivial classifier; 1 is perfect, 0 useless.

        Undefined when the trivial classifiers cost nothing under the belief.
        """
        return skill_against(trivial_curve(), self, prior)

    def _integral(self, kernel: Callable[[float], float]) -> float:
        """Integrate a kernel over how fast the curve bends: d(FPR + TPR) along the hull of the ROC curve."""
        from scipy.integrate import quad

        a, b, span = self.a, self.b, self._span()
        if span is None:  # the hull is the chance line
            return 2 * kernel(0.5)
        low, high = span
        # A straight edge of the hull bends the curve at one place.
        total = kernel(self._condition(low)) * (phi(low) + phi(a + b * low)) if low > -math.inf else 0.0
        total += kernel(self._condition(high)) * (phi(-high) + phi(-a - b * high)) if high < math.inf else 0.0

        def bending(z: float) -> float:
            """Kernel times density of both classes."""
            u = a + b * z
            density = math.exp(-z * z / 2) + b * math.exp(-u * u / 2)
            return kernel(self._condition(z)) * density / math.sqrt(2 * math.pi)

        stops = np.unique(np.clip([*STOPS, *((stop - a) / b for stop in STOPS)], low, high))
        for start, stop in itertools.pairwise(stops.tolist()):
            total += quad(bending, start, stop, epsabs=1e-12, epsrel=1e-9, limit=200)[0]
        return float(total)
