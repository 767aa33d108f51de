"""How the two parameters of a binormal ROC curve are estimated: from scores, ranks or points."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground.arrays import Floats, Numbers, frozen, number, sum_of_products
from costcurves._ground.documents import Document
from costcurves.binormal.likelihood import NewtonIterate, line_through, maximised, probit
from costcurves.errors import InputError, UndefinedError
from costcurves.tallies.cells import running
from costcurves.tallies.published import class_sizes, rates

if TYPE_CHECKING:
    from costcurves.tallies.tally import Tally

#: Categories in order for which no likelihood is the greatest: curves of b → 0, or of b → ∞, fit them
#: ever better. P and N stand for categories of one class, M for those that hold both.
WITHOUT_BEST = re.compile("P*M?N*M?P*|N*M?P*M?N*")


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class BinormalFit(Document):
    """Where the parameters of a binormal curve come from, and how well it fits.

    Attributes
    ----------
    how : str
        What was fitted, in words.
    log_likelihood : float or None
        Of the records, in nats, each counted with its weight; None for least squares. Likelihoods
        of scores and of categories are of different data and do not compare.
    deviance : float or None
        2·(log likelihood of the observed shares − `log_likelihood`), ≥ 0, of a fit to categories.
        With many records in each it follows χ² where the curve is right.
    freedom : int or None
        Degrees of freedom of the deviance: categories − 3.
    covariance : ndarray of float, shape (2, 2), or None
        Of a and b over samples, as if every unit of weight were a record; None for least squares.
    steps : int
        Steps to the greatest likelihood; 0 where it is had in closed form.
    """

    kind: ClassVar[str] = "binormal_fit"
    how: str
    log_likelihood: float | None = None
    deviance: float | None = None
    freedom: int | None = None
    covariance: Floats | None = None
    steps: int = 0

    def __post_init__(self) -> None:
        if self.covariance is not None:
            object.__setattr__(self, "covariance", frozen(self.covariance))

    def to_columns(self) -> dict[str, Any]:
        """Return the fit as columns of one row."""
        names = ("how", "log_likelihood", "deviance", "freedom", "steps")
        return {name: [np.nan if (value := getattr(self, name)) is None else value] for name in names}


def fit_scores(tally: Tally) -> tuple[float, float, tuple[float, float], BinormalFit]:
    """Fit a normal law to the scores of each class: a, b, mean and deviation of the negatives, fit."""
    cells = tally.cells
    if not tally.scored or not cells.is_exact:
        came = "operating points or merged cells"
        raise InputError("normal laws can only be fitted to scores", came, "fit ranks or points instead")
    if not np.all(np.isfinite(cells.high)):
        raise UndefinedError(
            "normal laws can only be fitted to finite scores", "an infinite score", "fit ranks instead"
        )
    unit = float(np.abs(cells.high).max()) or 1.0
    score = cells.high / unit
    m1, s1, n1 = _normal(score, cells.positives, "positive")
    m0, s0, n0 = _normal(score, cells.negatives, "negative")
    a, b = (m1 - m0) / s1, s0 / s1
    shared = a * b / (2 * n1)
    of_a, of_b = 1 / n1 + b**2 / n0 + a**2 / (2 * n1), b**2 * (1 / (2 * n0) + 1 / (2 * n1))
    covariance = np.array([[of_a, shared], [shared, of_b]])
    likelihood = -sum(
        n * (np.log(2 * np.pi) / 2 + np.log(s) + np.log(unit) + 0.5) for s, n in ((s0, n0), (s1, n1))
    )
    fit = BinormalFit("a normal law of the scores in each class", float(likelihood), covariance=covariance)
    return a, b, (m0 * unit, s0 * unit), fit


def _normal(score: Floats, weight: Numbers, name: str) -> tuple[float, float, float]:
    # The standard deviation is of divisor n.
    total = float(weight.sum())
    mean = sum_of_products(score, weight) / total
    deviation = float(np.sqrt(sum_of_products((score - mean) ** 2, weight) / total))
    if np.count_nonzero(weight) < 2 or deviation == 0:
        raise UndefinedError(
            "normal laws need two distinct scores or more in each class",
            f"one score of all {name} records",
            "state the parameters, or give more records",
        )
    return mean, deviation, total


# ---- ranks --------------------------------------------------------------------------------------


def grouped(positives: Numbers, negatives: Numbers, most: int) -> tuple[Numbers, Numbers]:
    """Merge neighbouring categories until there are at most so many.

    Kept are the thresholds nearest to equal steps of FPR + TPR, so that every part of the curve counts.
    """
    if number(most, "categories") != int(most) or most < 3:
        raise InputError("categories must be a whole number ≥ 3", f"{most!r}")
    if len(positives) <= most:
        return positives, negatives
    height = (running(positives) / positives.sum() + running(negatives) / negatives.sum())[1:-1]
    steps = 2 * np.arange(1, most) / most
    right = np.clip(np.searchsorted(height, steps), 1, len(height) - 1)
    last = np.where(steps - height[right - 1] <= height[right] - steps, right - 1, right)
    starts = np.concatenate([[0], np.unique(last) + 1])
    return np.add.reduceat(positives, starts), np.add.reduceat(negatives, starts)


def fit_categories(positives: Numbers, negatives: Numbers) -> tuple[float, float, BinormalFit]:
    """Fit weights per category, from the highest down, with the greatest likelihood: a, b, fit."""
    present = (positives > 0) | (negatives > 0)
    weight = np.stack([negatives[present], positives[present]]).astype(float)
    _require_best(*(weight > 0))
    top, steps = maximised(weight)
    return top.a, top.b, _fit_at(top, weight, steps)


def _require_best(negative: Any, positive: Any) -> None:
    word = "".join(np.where(negative & positive, "M", np.where(positive, "P", "N")).tolist())
    if not WITHOUT_BEST.fullmatch(word):
        return
    raise UndefinedError(
        "a binormal curve of greatest likelihood needs classes that overlap in several categories",
        "fewer than two operating points besides the trivial ones"
        if word in {"M", "MM"}
        else "(nearly) separable ones, which curves of b → 0 or b → ∞ fit ever better",
        "give more records or finer scores, fit normal scores, or state a and b",
    )


def _fit_at(top: NewtonIterate, weight: Floats, steps: int) -> BinormalFit:
    """Say how well categories are fitted."""
    total, present = float(weight.sum()), weight > 0
    shares = weight / weight.sum(axis=1, keepdims=True)
    reached, best = top.likelihood * total, sum_of_products(weight[present], np.log(shares[present]))
    return BinormalFit(
        "ordered categories, by maximum likelihood",
        reached,
        deviance=max(2 * (best - reached), 0.0),
        freedom=weight.shape[1] - 3,
        covariance=top.covariance() / total,
        steps=steps,
    )


# ---- points -------------------------------------------------------------------------------------


def fit_points(
    fpr: Any, tpr: Any, positives: float | None, negatives: float | None
) -> tuple[float, float, BinormalFit]:
    """Fit operating points: by maximum likelihood with class sizes, else by least squares of probits."""
    x, y = rates(fpr, "fpr"), rates(tpr, "tpr")
    if len(x) != len(y):
        raise InputError("a point must have two rates", f"{len(x)} in fpr, {len(y)} in tpr")
    sizes = class_sizes(positives, negatives)
    if sizes is None:
        return _fit_probits(x, y)
    order = np.lexsort((y, x))
    x, y = np.concatenate([[0.0], x[order], [1.0]]), np.concatenate([[0.0], y[order], [1.0]])
    if np.any(np.diff(y) < 0):
        raise InputError(
            "points of one scorer must rise together in both rates",
            "a TPR that falls as the FPR rises",
            "leave out class sizes to fit points of different scorers by least squares",
        )
    return fit_categories(np.diff(y) * sizes[0], np.diff(x) * sizes[1])


def _fit_probits(fpr: Floats, tpr: Floats) -> tuple[float, float, BinormalFit]:
    # Points on the border have no probit.
    inside = (fpr > 0) & (fpr < 1) & (tpr > 0) & (tpr < 1)
    x, y = probit(fpr[inside]), probit(tpr[inside])
    apart = len(np.unique(np.column_stack([x, y]), axis=0))
    if apart < 2:
        raise UndefinedError(
            "a line through probits needs two distinct points with rates other than 0 and 1",
            f"{apart}",
            "give more points, or class sizes",
        )
    if not np.dot(x - x.mean(), y - y.mean()) > 0:
        raise UndefinedError("a binormal curve must rise", "points whose TPR does not rise with the FPR")
    return *line_through(x, y), BinormalFit("the probits of points, by least squares of distances")
