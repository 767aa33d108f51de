"""Curves over thresholds: two measures of the same threshold, or one measure against it."""

from __future__ import annotations

import dataclasses
import operator
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves.curves.curve import Curve
from costcurves.curves.kind import AS_IT_IS, PLACES, CurveKind, Family, Reference
from costcurves.errors import InputError
from costcurves.measures.confusion_measures import Measure, measure
from costcurves.rules.rule import require_every_threshold
from costcurves.space.roc import RocHull
from costcurves.tallies.cells import Direction, running
from costcurves.tallies.confusion import OUTCOMES, Confusion
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats
    from costcurves.curves.kind import AnyTally, CurveOptions

#: Weights of outcomes, which may stand on an axis as they are.
WEIGHTS = {
    name: Measure(name, name, name, operator.attrgetter(name), high=np.inf, better="") for name in OUTCOMES
}
#: Measures that the prevalence does not move.
RATES = {"tpr", "fnr", "fpr", "tnr"}
#: Halvings of a piece in search of a place on a bent axis: down to the last bit of its share.
HALVINGS = 60


def coordinate(name: str | Measure) -> Measure:
    """Find what an axis shows: an outcome (tp, fn, fp, tn), a measure, or the name of one."""
    return WEIGHTS[name] if isinstance(name, str) and name in WEIGHTS else measure(name)


def outcomes_at_corners(tally: Tally, shown: set[str]) -> Confusion:
    """Return the outcomes at the corners of the ROC hull; see :func:`outcomes_at_thresholds`."""
    hull, whole = RocHull.of(tally), outcomes_at_thresholds(tally, shown)
    positives, negatives = whole.positives[0], whole.negatives[0]
    tp, fp = hull.tpr * positives, hull.fpr * negatives
    if tally.stated_prevalence is None and tally.counted:
        tp, fp = hull.tp, hull.fp
    # A difference of rounded numbers may fall below 0.
    return Confusion(tp, np.maximum(positives - tp, 0), fp, np.maximum(negatives - fp, 0))


def outcomes_at_thresholds(tally: Tally, shown: set[str]) -> Confusion:
    """Return the outcomes of every threshold; rates within the classes need no prevalence."""
    known = tally.counted or tally.stated_prevalence is not None
    return (tally if known or not shown <= RATES else tally.at_prevalence(0.5)).confusion()


def mixed(outcomes: Confusion, piece: NDArray[np.intp], share: Floats) -> Confusion:
    """Mix the outcomes of neighbouring thresholds: what choosing between them at random brings."""
    parts = (np.asarray(getattr(outcomes, name), dtype=float) for name in OUTCOMES)
    return Confusion(*(part[piece] + share * (part[piece + 1] - part[piece]) for part in parts))


def of_mixture(
    outcomes: Confusion, across: Measure, up: Measure, x: Floats, piece: NDArray[np.intp]
) -> Floats:
    """Return the y of mixtures of neighbouring thresholds, found by their x.

    The share of the later threshold at which the mixture has its x is mostly linear, else found by halving.
    """
    ends = across(outcomes)
    start, stop = ends[piece], ends[piece + 1]
    share = np.clip(np.divide(x - start, stop - start, out=np.zeros(len(x)), where=stop != start), 0.0, 1.0)
    if not np.allclose(across(mixed(outcomes, piece, share)), x, rtol=1e-13, atol=1e-15):
        low, share = np.zeros(len(x)), np.ones(len(x))
        for _ in range(HALVINGS):
            middle = (low + share) / 2
            before = across(mixed(outcomes, piece, middle)) < x
            low, share = np.where(before, middle, low), np.where(before, share, middle)
    return up(mixed(outcomes, piece, share))


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class OverMeasure(CurveKind):
    """One measure over another, threshold by threshold; between them the *outcomes* are mixed.

    Attributes
    ----------
    across, up : str
        Keys of what the axes show; x must not fall from threshold to threshold.
    bends : bool
        Whether mixtures leave the straight line between neighbouring knots.
    axis_scale : str
        Scale on which both axes are drawn.
    lines : tuple of Reference or callable
        The lines that the picture is read against, or what maps a tally to them.
    """

    family: ClassVar[Family] = Family.MEASURES

    across: str
    up: str
    bends: bool = False
    axis_scale: str = "linear"
    lines: tuple[Reference, ...] | Callable[[Tally], tuple[Reference, ...]] = ()

    @property
    def columns(self) -> tuple[str, str]:
        """Names of x and y in tables."""
        return self.across, self.up

    @property
    def limits(self) -> tuple[float, float]:
        """Those of the measure."""
        what = coordinate(self.up)
        return what.low, what.high

    @property
    def moved_by_prevalence(self) -> bool:
        """Whether an axis shows more than shares or counts of one class."""
        return not {self.across, self.up} <= RATES | {"fp", "tp"}

    def hull(self, tally: Tally) -> Curve:
        """Return the curve that mixtures of the best thresholds achieve: the image of the ROC hull."""
        return self._through(outcomes_at_corners(Tally.require(tally, self.title), {self.across, self.up}))

    def _curve(self, tally: Any, options: CurveOptions) -> Curve:  # noqa: ARG002 - none changes it
        """Go through the outcomes at every threshold."""
        require_every_threshold(Tally.require(tally, self.title), self.title)
        return self._through(outcomes_at_thresholds(tally, {self.across, self.up}))

    def _references(self, tally: Any, options: CurveOptions) -> tuple[Reference, ...]:  # noqa: ARG002
        """Make the lines for a tally."""
        return self.lines(tally) if callable(self.lines) else self.lines

    def _through(self, outcomes: Confusion) -> Curve:
        """Return the curve through outcomes, from nobody flagged on."""
        across, up = coordinate(self.across), coordinate(self.up)
        x, y = across(outcomes), up(outcomes)
        if np.isnan(y[0]) and len(y) > 1:
            # Undefined of nobody; along the first piece it is the same all the way.
            y = np.concatenate([y[1:2], y[1:]])
        kept = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
        if not len(kept):
            raise InputError(f"{self.title} has no point here")
        first = kept[0]
        inside = partial(of_mixture, outcomes[first:], across, up) if self.bends else None
        return Curve(self.key, x[first:], y[first:], inside=inside)


def value_at(tally: Tally, values: Floats, threshold: Floats) -> Floats:
    """Look up which of the values of a measure, from nobody flagged on, each threshold serves."""
    return np.asarray(values[tally.cells_flagged(threshold)])


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class OverThreshold(CurveKind):
    """One measure against the threshold: a step at every score, flagged where score ≥ threshold.

    Attributes
    ----------
    up : str or Measure
        The measure.
    """

    family: ClassVar[Family] = Family.THRESHOLD

    up: str | Measure

    @classmethod
    def of_measure(cls, what: str | Measure) -> OverThreshold:
        """Return the kind of any measure.

        Examples
        --------
        >>> tally = Tally.from_scores([1, 1, 0], [0.9, 0.4, 0.6])
        >>> OverThreshold.of_measure("accuracy").of(tally)([0.4, 0.5, 0.6, 0.7]).round(3).tolist()
        [0.667, 0.333, 0.333, 0.667]
        """
        found = coordinate(what)
        return cls(
            key=f"{found.key}_by_threshold",
            title=f"{found.title} by threshold".capitalize(),
            x_title="Threshold: flagged if score is at or above it",
            y_title=found.title,
            formula=found.formula,
            better=found.better,
            up=found,
        )

    @property
    def columns(self) -> tuple[str, str]:
        """Names of x and y in tables."""
        return "threshold", coordinate(self.up).key

    @property
    def limits(self) -> tuple[float, float]:
        """Those of the measure."""
        what = coordinate(self.up)
        return what.low, what.high

    @property
    def moved_by_prevalence(self) -> bool:
        """Whether the measure is more than a share of one class."""
        return coordinate(self.up).key not in RATES

    def grid(self, tally: AnyTally, options: CurveOptions = AS_IT_IS) -> Floats:
        """Return the thresholds between which scores lie; of many, quantiles of both classes together."""
        self.check(options)
        tally = Tally.require(tally, self.title)
        low = tally.cells.low[np.isfinite(tally.cells.low)]
        if len(low) > PLACES:
            fpr, tpr = (running(column) / column.sum() for column in (tally.negatives, tally.positives))
            found = np.searchsorted((fpr + tpr)[1:] / 2, np.linspace(0, 1, PLACES))
            low = np.unique(tally.cells.low[np.minimum(found, len(tally.cells.low) - 1)])
            low = low[np.isfinite(low)]
        return np.sort(tally.direction.turned(low))

    def settled(self, tally: AnyTally, x: Floats, options: CurveOptions = AS_IT_IS) -> NDArray[np.bool_]:  # noqa: ARG002
        """No threshold is flagged alike whatever the records say."""
        return np.zeros(len(x), bool)

    def _curve(self, tally: Any, options: CurveOptions) -> Curve:  # noqa: ARG002 - none changes it
        """Return the steps; x runs over all finite scores, and over [0, 1] where all lie there."""
        if not Tally.require(tally, self.title).scored:
            raise InputError(f"{self.title} needs scores", "operating points without thresholds")
        require_every_threshold(tally, self.title)
        what = coordinate(self.up)
        value = what(outcomes_at_thresholds(tally, {what.key}))[::-1]  # from everybody to nobody
        score = tally.laid_out.low[::-1]
        finite = np.isfinite(score)
        if not finite.any():
            raise InputError(f"{self.title} needs a finite score", "none")
        x = np.repeat(score, 2)[np.repeat(finite, 2)]
        y = np.column_stack([value[:-1], value[1:]]).ravel()[np.repeat(finite, 2)]
        if score[0] >= 0 and score[-1] <= 1:
            x, y = np.concatenate([[0.0], x, [1.0]]), np.concatenate([y[:1], y, y[-1:]])
        exact, direction = partial(value_at, tally, value[::-1]), tally.direction
        if direction is Direction.LOW:
            x, y = direction.turned(x)[::-1], y[::-1]
        return Curve(self.key, x, y, exact=exact, upto=direction is Direction.HIGH, endless=True)


def _chance(tally: Tally) -> tuple[Reference, ...]:
    """The diagonal of coverage space."""
    outcomes = tally.confusion()
    n, p = float(outcomes.fp[-1]), float(outcomes.tp[-1])
    return (Reference("random ranking", (0.0, n), (0.0, p)),)


def _base_rate(tally: Tally) -> tuple[Reference, ...]:
    """Precision of flagging everybody."""
    p = tally.prevalence
    return (Reference("flag everybody", (0.0, 1.0), (p, p)),)


#: Every kind of two measures.
MEASURE_CURVES: tuple[OverMeasure, ...] = (
    OverMeasure(
        key="roc",
        title="ROC curve",
        x_title="False positive rate (FPR)",
        y_title="True positive rate (TPR)",
        formula="TPR over FPR",
        across="fpr",
        up="tpr",
        lines=(Reference("random ranking", (0.0, 1.0), (0.0, 1.0)),),
        cost_space="a point (FPR, TPR) is the line from FPR at PC(+) 0 to 1 − TPR at PC(+) 1",
    ),
    OverMeasure(
        key="coverage",
        title="Coverage curve",
        x_title="False positives (FP)",
        y_title="True positives (TP)",
        formula="TP over FP",
        across="fp",
        up="tp",
        lines=_chance,
        aliases=("pn_space",),
        cost_space="ROC space stretched by N and P; lines of equal cost have slope cost fp / cost fn",
        source="Fürnkranz & Flach (2005)",
    ),
    OverMeasure(
        key="precision_recall",
        title="Precision–recall curve",
        x_title="Recall (TPR)",
        y_title="Precision",
        formula="precision over recall, at the stated prevalence",
        across="tpr",
        up="ppv",
        bends=True,
        lines=_base_rate,
        aliases=("pr",),
        cost_space="precision = p·TPR/(p·TPR + (1 − p)·FPR); between thresholds outcomes are mixed",
        source="Davis & Goadrich (2006)",
    ),
    OverMeasure(
        key="precision_recall_gain",
        title="Precision–recall–gain curve",
        x_title="Recall gain",
        y_title="Precision gain",
        formula="(precision − p)/((1 − p)·precision) over (recall − p)/((1 − p)·recall)",
        across="recall_gain",
        up="precision_gain",
        lines=(Reference("F1 of flagging everybody", (0.0, 1.0), (1.0, 0.0)),),
        aliases=("prg",),
        cost_space="harmonic rescaling: mixtures lie on straight lines again",
        source="Flach & Kull (2015)",
    ),
    OverMeasure(
        key="det",
        title="Detection error trade-off (DET)",
        x_title="False positive rate (FPR)",
        y_title="False negative rate (FNR)",
        formula="FNR over FPR on probit axes",
        across="fpr",
        up="fnr",
        bends=True,
        better="low",
        axis_scale="probit",
        lines=(Reference("equal errors", (0.0, 1.0), (0.0, 1.0)),),
        cost_space="FPR and FNR are the ends of a cost line; the diagonal holds the horizontal lines",
        source="Martin et al. (1997)",
    ),
)
