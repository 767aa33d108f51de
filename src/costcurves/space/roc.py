"""ROC curves: points from nobody to everybody, their thresholds, area and upper hull."""

from __future__ import annotations

import dataclasses
import itertools
import math
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground import threads
from costcurves._ground.arrays import Floats, Numbers, frozen, share, shares
from costcurves._ground.documents import Document
from costcurves.space.hull import BLOCK, bridges, scaled, upper_hull
from costcurves.tallies.cells import Direction, RunningWeights, dot, thresholds_between
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from costcurves.conditions.operating_condition import OperatingCondition


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class RocCurve(Document):
    """Operating points of a scorer, from "nobody flagged" to "everybody flagged".

    Point 0 flags nobody *by its index*, never by a threshold of +inf: a score may be +inf.
    Point i flags exactly the records with score ≥ t for every t with low[i] < t ≤ high[i]; where low
    scores mean positive, those with score ≤ t for every t with low[i] ≤ t < high[i].

    Parameters
    ----------
    fp, tp : ndarray, shape (points,)
        Weight of negatives and positives flagged, neither ever falling; int64 where whole. They
        are the coordinates of coverage space; `fpr` and `tpr` those of ROC space.
    low, high : ndarray of float, shape (points,)
        The interval of thresholds that serve each point; NaN where scores are unknown.
    direction : Direction
        Whether high scores mean positive or low ones.

    Examples
    --------
    >>> from costcurves import Tally
    >>> roc = RocCurve.of(Tally.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.4, 0.1]))
    >>> roc.tpr.round(3).tolist(), roc.fpr.tolist()
    ([0.0, 0.333, 0.667, 1.0, 1.0], [0.0, 0.0, 0.5, 0.5, 1.0])
    """

    kind: ClassVar[str] = "roc_curve"
    fp: Numbers
    tp: Numbers
    low: Floats
    high: Floats
    direction: Direction = Direction.HIGH

    def __post_init__(self) -> None:
        for name in ("fp", "tp", "low", "high"):
            object.__setattr__(self, name, frozen(getattr(self, name)))
        object.__setattr__(self, "direction", Direction(self.direction))

    @classmethod
    def of(cls, tally: Tally) -> RocCurve:
        """Return the points of a tally, one a distinct score and one for nobody."""
        Tally.require(tally, "a ROC curve").require_both_classes("a ROC curve")
        return _points(tally, tally.running_weights)

    @classmethod
    def ranked(cls, tally: Tally) -> RocCurve:
        """Return a thinned curve with the same area and hull: no points within runs of one class."""
        Tally.require(tally, "a ROC curve").require_both_classes("a ROC curve")
        return _points(tally, tally.cells.compact().running_weights())

    # ---- points -----------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.fp)

    @cached_property
    def fpr(self) -> Floats:
        """False positive rate of each point."""
        return frozen(self.fp / self.fp[-1])

    @cached_property
    def tpr(self) -> Floats:
        """True positive rate of each point."""
        return frozen(self.tp / self.tp[-1])

    @property
    def thresholds(self) -> Floats:
        """The threshold to use for each point: the last score that it flags, and for nobody ±inf."""
        return self.direction.ends(self.low, self.high)[0]

    @property
    def beyond(self) -> Floats:
        """The first score that each point no longer flags, and for everybody ±inf."""
        return self.direction.ends(self.low, self.high)[1]

    @property
    def positives(self) -> Any:
        """Weight of the positive class."""
        return self.tp[-1].item()

    @property
    def negatives(self) -> Any:
        """Weight of the negative class."""
        return self.fp[-1].item()

    def flags(self, point: int) -> str:
        """Say whether a point flags "nobody", "everybody" or "some"."""
        point = range(len(self))[point]
        if point == 0:
            return "nobody"
        return "everybody" if point == len(self) - 1 else "some"

    def direction_at(self, point: int) -> Direction:  # noqa: ARG002 - a joint hull has several
        """Return which scores mean positive where a point is served."""
        return self.direction

    def to_columns(self) -> dict[str, Any]:
        """Return the points as columns: rates, weights and the interval of thresholds of each."""
        return {
            "fpr": self.fpr,
            "tpr": self.tpr,
            "fp": self.fp,
            "tp": self.tp,
            "threshold_low": self.low,
            "threshold_high": self.high,
            "flagged_if": np.full(len(self), str(self.direction)),
        }

    # ---- numbers ----------------------------------------------------------------------------

    @cached_property
    def auc(self) -> float:
        """Area under the curve: P(positive scores higher) + ½·P(equal scores), in [0, 1].

        Computed from rank sums; whole weights are summed exactly.
        """
        return rank_area(self.fp, self.tp)

    def hull(self) -> RocHull:
        """Return the upper hull of the points: the classifiers that some condition makes best."""
        index = upper_hull(self.fp, self.tp)
        return RocHull(self.fp[index], self.tp[index], self.low[index], self.high[index], self.direction)

    def concavities(self) -> list[tuple[int, int]]:
        """Return the stretches of the curve that run below its hull.

        Returns
        -------
        list of (start, stop)
            Indices of the two points between which the hull bridges a concavity: inside such a
            stretch the ranking is worse than random among its own records.

        Examples
        --------
        >>> from costcurves import Tally
        >>> RocCurve.of(Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1])).concavities()
        [(1, 3)]
        """
        corners = upper_hull(self.fp, self.tp).tolist()
        return [(a, b) for a, b in itertools.pairwise(corners) if bridges(self.fp, self.tp, a, b)]

    def dominates(self, other: RocCurve) -> bool:
        """Tell whether this hull contains the other: no operating condition makes the other better.

        Equal hulls dominate each other.
        """
        theirs = other.hull()
        # Rates of different class sizes are compared as floats: forgive their rounding.
        return bool(np.all(self.hull().tpr_at(theirs.fpr) >= theirs.tpr - 1e-12))

    def tpr_at(self, fpr: Any) -> Any:
        """Return the true positive rate at given false positive rates, interpolating between points.

        At a vertical step the upper end is taken.
        """
        return polyline_at(self.fpr, self.tpr, shares(fpr, "a false positive rate"), upper=True)

    def fpr_at(self, tpr: Any) -> Any:
        """Return the false positive rate at given true positive rates; at a flat step the lower end."""
        return polyline_at(self.tpr, self.fpr, shares(tpr, "a true positive rate"), upper=False)

    def iso_performance(self, condition: OperatingCondition, point: int) -> tuple[float, float]:
        """Return slope and intercept of the line through a point on which all costs are equal.

        TPR = slope·FPR + intercept with slope (1 − PC)/PC. Undefined (slope inf, intercept NaN) at PC = 0.
        """
        slope = condition.slope
        if math.isinf(slope):
            return slope, math.nan
        return slope, float(self.tpr[point] - slope * self.fpr[point])

    def mixture(self, first: int, second: int, by_first: float) -> tuple[float, float]:
        """Return (fpr, tpr) of deciding a random share of cases by point `first`, the others by `second`."""
        q = share(by_first, "the share of a mixture")
        fpr, tpr = (q * rate[first] + (1 - q) * rate[second] for rate in (self.fpr, self.tpr))
        return float(fpr), float(tpr)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self)} points, auc {self.auc:.6g})"


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class RocHull(RocCurve):
    """The corners of the upper hull of a ROC curve; exact where weights are whole.

    Attributes and methods are those of :class:`RocCurve`.

    Examples
    --------
    >>> hull = RocHull.of(Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1]))
    >>> hull.fpr.tolist(), hull.tpr.tolist()
    ([0.0, 0.0, 0.5, 1.0], [0.0, 0.5, 1.0, 1.0])
    """

    kind: ClassVar[str] = "roc_hull"

    @classmethod
    def of(cls, tally: Tally) -> RocHull:
        """Return the hull of a tally without laying out all of its cells."""
        Tally.require(tally, "a ROC curve")
        hull: RocHull = tally.remembered("hull", lambda: cls._of(tally))
        return hull

    @classmethod
    def _of(cls, tally: Tally) -> RocHull:
        """Find the corners by weights alone; only theirs are the scores that are read."""
        Tally.require(tally, "a ROC curve").require_both_classes("a ROC curve")
        points = tally.hull_points
        index = upper_hull(points.fp, points.tp)
        ends = points.thresholds(index) if tally.scored else (np.full(len(index), np.nan),) * 2
        low, high = tally.direction.interval(*ends)
        return cls(points.fp[index], points.tp[index], low, high, tally.direction)

    @cached_property
    def slopes(self) -> Floats:
        """Slope ΔTPR/ΔFPR of each edge, falling; inf on a vertical one."""
        fp, tp = (scaled(column).astype(float) for column in (self.fp, self.tp))
        with np.errstate(divide="ignore"):
            return frozen((np.diff(tp) * fp[-1]) / (np.diff(fp) * tp[-1]))

    @cached_property
    def breakpoints(self) -> Floats:
        """PC(+) at which each edge's two ends cost the same, 1/(1 + slope), rising."""
        # Rates from whole counts are rounded once, so copies of the data give the same bits.
        across, up = np.diff(self.fp) / self.fp[-1], np.diff(self.tp) / self.tp[-1]
        # Slopes that agree to the last bits must not make breakpoints fall.
        return frozen(np.maximum.accumulate(across / (across + up)))

    @property
    def edges(self) -> Floats:
        """PC(+) between which each corner is the best, from 0 to 1."""
        return frozen(np.concatenate([[0.0], self.breakpoints, [1.0]]))

    @property
    def ranges(self) -> Floats:
        """PC(+) interval in which each corner is the best, shape (points, 2); they follow each other."""
        return frozen(np.column_stack([self.edges[:-1], self.edges[1:]]))

    @property
    def operating_range(self) -> tuple[float, float] | None:
        """PC(+) interval in which some threshold beats both trivial classifiers; None if it is empty."""
        if len(self) == 2:  # the trivial points alone
            return None
        return float(self.breakpoints[0]), float(self.breakpoints[-1])

    def hull(self) -> RocHull:
        """Return this hull."""
        return self


def polyline_at(x: Floats, y: Floats, at: Any, *, upper: bool) -> Any:
    """Read a climbing polyline at given places; at a vertical step take its upper or lower end."""
    at = np.asarray(at, float)
    if upper:
        left = np.searchsorted(x, at, side="right") - 1
        right = np.minimum(left + 1, len(x) - 1)
    else:
        right = np.searchsorted(x, at, side="left")
        left = np.maximum(right - 1, 0)
    corner = left if upper else right
    met = x[corner] == at
    width = np.where(met, 1.0, x[right] - x[left])
    value = np.where(met, y[corner], y[left] + (at - x[left]) / width * (y[right] - y[left]))
    return float(value) if value.ndim == 0 else value


def _points(tally: Tally, flagged: RunningWeights) -> RocCurve:
    if tally.scored:
        ends = thresholds_between(flagged.high, flagged.low)
    else:
        ends = (np.full(len(flagged.fp), np.nan),) * 2
    return RocCurve(flagged.fp, flagged.tp, *tally.direction.interval(*ends), tally.direction)


def rank_area(fp: Numbers, tp: Numbers) -> float:
    """Area under a curve of weights, exactly for whole weights but for one division."""
    if fp.dtype.kind == "i" and tp.dtype.kind == "i":
        return dot(np.diff(fp), tp[1:] + tp[:-1]) / (2 * int(fp[-1]) * int(tp[-1]))
    doubled = np.empty(len(fp) - 1)
    parts = threads.slices(len(doubled), threads.workers(len(doubled)))
    threads.on_threads([partial(_doubled_areas, fp, tp, doubled, part) for part in parts])
    # Added up at once: their sum is the same with any number of threads.
    return float(np.sum(doubled)) / 2


def _doubled_areas(fp: Numbers, tp: Numbers, out: Floats, part: slice) -> None:
    """Write twice the area under each edge, as many at once as fit the cache."""
    for start in range(part.start, part.stop, BLOCK):
        stop = min(start + BLOCK, part.stop)
        x, y = fp[start : stop + 1], tp[start : stop + 1]
        np.multiply(np.diff(x) / fp[-1], (y[1:] + y[:-1]) / tp[-1], out=out[start:stop])
