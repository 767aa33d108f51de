"""Smooth ROC curves: the binormal model, its parameters, numbers and cost curve."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from costcurves._ground.arrays import Floats, number, shares
from costcurves._ground.documents import Document
from costcurves.binormal.costs import BinormalCostCurve
from costcurves.binormal.fits import BinormalFit, fit_categories, fit_points, fit_scores, grouped
from costcurves.binormal.likelihood import area_up_to, phi, probit, probits_at
from costcurves.errors import InputError, UndefinedError
from costcurves.space.duality import RocPoint
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

#: Parameters beyond these, or below their inverses, have squares that floats do not tell apart.
LARGEST = 1e100


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Binormal(Document):
    """A smooth ROC curve, TPR = Φ(a + b·Φ⁻¹(FPR)): that of two normal laws.

    If scores of negatives follow N(μ₀, σ₀) and those of positives N(μ₁, σ₁), or if any rising function of
    the scores does, then a = (μ₁ − μ₀)/σ₁ and b = σ₀/σ₁. On probit axes the curve is a straight line.
    With b = 1, a is d′ of signal detection.

    Parameters
    ----------
    a : float
        Φ⁻¹(TPR) where half the negatives are flagged; above 0 for a curve that bulges to the upper left.
    b : float
        Slope on probit axes, above 0. Unless it is 1 the curve is improper: see :attr:`hook`.
    negatives : pair of float, optional
        Mean and standard deviation of the negatives' scores, where thresholds are wanted.
    fit : BinormalFit or None
        Where the parameters come from, if they were estimated.

    References
    ----------
    Green & Swets (1966), *Signal detection theory and psychophysics*;
    Pepe (2003), *The statistical evaluation of medical tests*, section 4.4.

    Examples
    --------
    >>> smooth = Binormal(a=1.0, b=1.0)
    >>> round(smooth.auc, 6), round(smooth.eer, 6), round(smooth.tpr(0.1), 6)
    (0.76025, 0.308538, 0.389144)
    """

    kind: ClassVar[str] = "binormal"
    nested: ClassVar = {"fit": BinormalFit}
    a: float
    b: float
    negatives: tuple[float, float] | None = None
    fit: BinormalFit | None = dataclasses.field(default=None, repr=False)

    def __post_init__(self) -> None:
        for name in ("a", "b"):
            object.__setattr__(self, name, number(getattr(self, name), f"{name} of a binormal curve"))
        if not (abs(self.a) <= LARGEST and 1 / LARGEST <= self.b <= LARGEST):
            raise InputError(
                f"a binormal curve must have b > 0, and both parameters within {LARGEST:g}",
                f"a = {self.a:g}, b = {self.b:g}",
            )
        if self.negatives is not None:
            object.__setattr__(self, "negatives", _law(self.negatives, "negatives"))

    # ---- making one -------------------------------------------------------------------------

    @classmethod
    def from_normals(cls, *, negatives: tuple[float, float], positives: tuple[float, float]) -> Self:
        """Return the curve of two normal laws, each given by mean and standard deviation.

        Examples
        --------
        >>> Binormal.from_normals(negatives=(0, 1), positives=(2, 1.5)).eer.__round__(6)
        0.211855
        """
        m0, s0 = _law(negatives, "negatives")
        m1, s1 = _law(positives, "positives")
        return cls((m1 - m0) / s1, s0 / s1, (m0, s0))

    @classmethod
    def fitted_to_scores(cls, tally: Tally) -> Self:
        """Fit a normal law to the scores of each class, with the greatest likelihood.

        Means and standard deviations (of divisor n) of the scores as they are: right only if the
        scores are normal in each class, and changed by every bend of their scale. Otherwise use
        :meth:`fitted_to_ranks`.

        Undefined for one class, for infinite scores, and where all scores of a class are equal.

        Parameters
        ----------
        tally : Tally
            Of scored records, with any weights.

        Examples
        --------
        >>> tally = Tally.from_scores([0, 0, 0, 1, 1, 1], [1, 2, 3, 2, 4, 6])
        >>> fitted = Binormal.fitted_to_scores(tally)
        >>> round(fitted.a, 6), round(fitted.b, 6)
        (1.224745, 0.5)
        """
        Tally.require(tally, "a binormal fit").require_both_classes("a binormal fit")
        return cls(*fit_scores(tally))

    @classmethod
    def fitted_to_ranks(cls, tally: Tally, *, categories: int | None = None) -> Self:
        """Fit the order of the records alone, with the greatest likelihood of their categories.

        Every distinct score is a category of a latent binormal scale whose thresholds are estimated too; no
        rising function of the scores changes the result. Categories between which no class changes are
        one: that leaves the estimate as it is.

        Undefined for one class, and where the classes are separable or so nearly that no likelihood
        is the greatest.

        Parameters
        ----------
        tally : Tally
            Of scored records, rating categories, or operating points with class sizes.
        categories : int, optional
            Merge neighbouring scores into at most so many categories (at least 3), keeping thresholds at
            about equal steps of FPR + TPR. By default none are merged.

        References
        ----------
        Dorfman & Alf (1969), Journal of Mathematical Psychology 6 (rating categories);
        Metz, Herman & Shen (1998), Statistics in Medicine 17 (LABROC: scores by runs of one class).

        Examples
        --------
        >>> ratings = Tally.from_counts([5, 4, 3, 2, 1], [33, 11, 2, 2, 3], [2, 11, 6, 6, 33])
        >>> fitted = Binormal.fitted_to_ranks(ratings)
        >>> round(fitted.a, 4), round(fitted.b, 4), round(fitted.auc, 4)
        (1.6568, 0.713, 0.9113)
        """
        Tally.require(tally, "a binormal fit").require_both_classes("a binormal fit")
        if not tally.counted:
            raise InputError(
                "a likelihood needs a tally whose weights count records",
                "rates without class sizes",
                "use Binormal.fitted_to_points",
            )
        cells = tally.cells.compact()
        columns = cells.positives, cells.negatives
        if categories is not None:
            columns = grouped(*columns, categories)
        a, b, fit = fit_categories(*columns)
        return cls(a, b, fit=fit)

    @classmethod
    def fitted_to_points(
        cls, fpr: ArrayLike, tpr: ArrayLike, *, positives: float | None = None, negatives: float | None = None
    ) -> Self:
        """Fit operating points, such as those read off a published ROC curve.

        With class sizes: maximum likelihood, as :meth:`fitted_to_ranks`. With rates only: the straight line
        through the probits of the rates with the least sum of squared distances; points with a rate
        of 0 or 1 then take no part, as their probits are infinite.

        Undefined for fewer than two distinct points (besides the trivial ones).

        Parameters
        ----------
        fpr, tpr : array_like, shape (points,)
            Rates in [0, 1].
        positives, negatives : float, optional
            Number of records of each class; both or neither. Points with class sizes are those of
            one scorer: no TPR falls as the FPR rises.

        Examples
        --------
        >>> fitted = Binormal.fitted_to_points([0.1, 0.3], [0.5, 0.8])
        >>> fitted.tpr([0.1, 0.3]).round(6).tolist()
        [0.5, 0.8]
        """
        a, b, fit = fit_points(fpr, tpr, positives, negatives)
        return cls(a, b, fit=fit)

    # ---- the curve --------------------------------------------------------------------------

    def tpr(self, fpr: ArrayLike) -> Any:
        """Return the true positive rate at false positive rates, a number or an array."""
        x = shares(fpr, "a false positive rate")
        return _like(x, phi(self.a + self.b * probit(x)))

    def fpr(self, tpr: ArrayLike) -> Any:
        """Return the false positive rate at true positive rates, a number or an array."""
        y = shares(tpr, "a true positive rate")
        return _like(y, phi((probit(y) - self.a) / self.b))

    def slope(self, fpr: ArrayLike) -> Any:
        """Return the slope dTPR/dFPR, which is the likelihood ratio of a score with that FPR.

        b·φ(a + bz)/φ(z) at z = Φ⁻¹(FPR); at FPR 0 and 1 its limit, which may be infinite.
        """
        x = shares(fpr, "a false positive rate")
        z, bend = probit(x), (1 - self.b) * (1 + self.b) / 2
        tilt = (bend * z if bend else 0.0) - self.a * self.b
        with np.errstate(invalid="ignore", over="ignore"):  # the ends, and the chance line there
            power = np.where(tilt == 0, 0.0, z * tilt) - self.a**2 / 2
            return _like(x, self.b * np.exp(power))

    def threshold(self, fpr: ArrayLike) -> Any:
        """Return the score at which the curve has a false positive rate, μ₀ − σ₀·Φ⁻¹(FPR).

        Undefined where the negatives' law of scores is not known.
        """
        if self.negatives is None:
            raise UndefinedError(
                "thresholds must be on the scale of scores",
                "a curve that knows their order only",
                "use from_normals or fitted_to_scores, or state negatives=(mean, deviation)",
            )
        x = shares(fpr, "a false positive rate")
        return _like(x, self.negatives[0] - self.negatives[1] * probit(x))

    @property
    def hook(self) -> tuple[float, float] | None:
        """FPR interval in which the curve runs below the chance line; None if b = 1 and a ≥ 0.

        Every curve with b ≠ 1 crosses the chance line at FPR = Φ(a/(1 − b)), and hooks below it to
        the right if b < 1, to the left if b > 1. There a scorer is worse than a coin, which is
        rarely meant: the cost curve takes a trivial classifier instead. None also where no float
        tells the crossing from the corner.
        """
        if self.b == 1:
            return (0.0, 1.0) if self.a < 0 else None
        crossing = float(phi(self.a / (1 - self.b)))
        low, high = (crossing, 1.0) if self.b < 1 else (0.0, crossing)
        return (low, high) if low < high else None

    # ---- numbers ----------------------------------------------------------------------------

    @property
    def auc(self) -> float:
        """Area under the curve, Φ(a/√(1 + b²)), in [0, 1]: P(positive scores higher)."""
        return float(phi(self.a / math.hypot(1, self.b)))

    @property
    def auc_error(self) -> float:
        """Standard error of the AUC, by the covariance of a and b (delta method).

        Undefined unless the curve was fitted with a likelihood.
        """
        if self.fit is None or self.fit.covariance is None:
            raise UndefinedError(
                "a standard error needs a fit by maximum likelihood",
                "stated parameters" if self.fit is None else self.fit.how,
            )
        long = math.hypot(1, self.b)
        density = math.exp(-((self.a / long) ** 2) / 2) / math.sqrt(2 * math.pi)
        gradient = density / long * np.array([1, -self.a * self.b / long**2])
        return float(np.sqrt(gradient @ self.fit.covariance @ gradient))

    @property
    def eer(self) -> float:
        """Equal error rate, Φ(−a/(1 + b)): where FPR = FNR."""
        return float(phi(-self.a / (1 + self.b)))

    def partial_auc(self, low: float, high: float) -> float:
        """Area below the curve over a range of FPR, ∫ TPR dFPR, in [0, high − low]; in closed form.

        Divide by high − low for the mean TPR over the range.

        Raises
        ------
        InputError
            Unless 0 ≤ low < high ≤ 1.

        References
        ----------
        McClish (1989), Medical Decision Making 9; Owen (1956) for the integral.

        Examples
        --------
        >>> round(Binormal(a=1, b=1).partial_auc(0, 0.2), 6)
        0.072595
        """
        ends = shares([low, high], "an end of the range of FPR")
        if not low < high:
            raise InputError("the range of FPR must ascend", f"{low!r} to {high!r}")
        below = area_up_to(self.a, self.b, ends)
        return float(np.clip(below[1] - below[0], 0, high - low))

    # ---- conditions -------------------------------------------------------------------------

    def cost_curve(self) -> BinormalCostCurve:
        """Return the normalised expected cost with the best threshold at every PC(+)."""
        return BinormalCostCurve(self.a, self.b)

    def optimal_point(self, pc: float) -> RocPoint:
        """Return the operating point of least cost at PC(+): on the curve, or a trivial classifier.

        On the curve its slope is (1 − PC)/PC: the tangent of the hull.

        Examples
        --------
        >>> point = Binormal(a=2, b=1).optimal_point(0.5)
        >>> round(point.fpr, 6), round(point.tpr, 6)
        (0.158655, 0.841345)
        """
        return RocPoint(*self.cost_curve().rates(float(shares(number(pc, "PC(+)"), "PC(+)"))))

    def sampled(
        self, points: int = 1000, *, positives: float | None = None, negatives: float | None = None
    ) -> Tally:
        """Return a tally of points on the curve, for pictures and whatever else is made of tallies.

        Parameters
        ----------
        points : int
            Besides the trivial ones, at equal steps of FPR + TPR.
        positives, negatives : float, optional
            Number of records of each class; see :meth:`costcurves.Tally.from_points`.

        Examples
        --------
        >>> Binormal(a=1, b=1).sampled(200)
        Tally(rates without class sizes, 201 cells)
        """
        count = int(number(points, "points"))
        if count != points or count < 1:
            raise InputError("points must be a whole number ≥ 1", f"{points!r}")
        z = probits_at(self.a, self.b, 2 * np.arange(1, count + 1) / (count + 1))
        return Tally.from_points(phi(z), phi(self.a + self.b * z), positives=positives, negatives=negatives)

    # ---- document ---------------------------------------------------------------------------

    def to_columns(self) -> dict[str, Any]:
        """Return parameters and numbers as columns of one row."""
        return {name: [getattr(self, name)] for name in ("a", "b", "auc", "eer")}


def _law(given: Any, name: str) -> tuple[float, float]:
    try:
        mean, deviation = given
    except (TypeError, ValueError):
        raise InputError(
            f"{name} must be given by mean and standard deviation", repr(given), "e.g. (0, 1)"
        ) from None
    read = number(mean, f"the mean of {name}"), number(deviation, f"the standard deviation of {name}")
    if read[1] <= 0:
        raise InputError(f"the standard deviation of {name} must be above 0", repr(deviation))
    return read


def _like(given: Floats, values: Any) -> Any:
    """Return a number where a number was given."""
    return float(values) if given.ndim == 0 else np.asarray(values)
