"""Bands of curves by the bootstrap: of any kind, of one model or of the difference of two."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.curves.kind import CurveOptions, Family
from costcurves.curves.registry import curve_kind
from costcurves.errors import UndefinedError
from costcurves.inference.arguments import one_of, yes_or_no
from costcurves.inference.bootstrap.curve_readings import reading
from costcurves.inference.bootstrap.drawing import (
    METHODS,
    Drawing,
    max_t_level,
    one_less_other,
    without_width,
)
from costcurves.inference.bootstrap.sample import Sample, one_model, over_merged_cells
from costcurves.inference.estimate import Band, ascending, confidence
from costcurves.inference.targets import Scope, Target

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import ArrayLike

    from costcurves._ground.arrays import Floats
    from costcurves.conditions.operating_condition import Costs
    from costcurves.curves.kind import CurveKind
    from costcurves.inference.bootstrap.curve_readings import CurveReading
    from costcurves.rules.rule import Rule
    from costcurves.tallies.tally import Tally

OF_THE_SCORER = "the curve of the scorer on new records"


def curve_band(  # noqa: PLR0913 - what is drawn, and how it is drawn, each by name
    source: Sample | Tally,
    kind: CurveKind | str,
    x: ArrayLike | None = None,
    *,
    model: str | None = None,
    rule: Rule | None = None,
    costs: Costs | None = None,
    test_cost: float = 0.0,
    level: float = 0.95,
    replicates: int = 2000,
    seed: int = 0,
    simultaneous: bool = False,
    method: str = "percentile",
    n_jobs: int = 1,
    progress: Callable[[int, int], Any] | None = None,
) -> Band:
    """Return a bootstrap band of any curve, vertical at fixed places.

    Parameters
    ----------
    source : Sample or Tally
        Whose records are drawn anew; a tally of whole weights counts its records.
    kind : CurveKind or str
        One of :data:`costcurves.curves.CURVES`, or its name.
    x : array_like, shape (places,), optional
        By default 101 places over the axis; of curves over thresholds 101 quantiles of the scores.
    model : str, optional
        Needed where the sample has several.
    rule : Rule, optional
        How thresholds follow the condition, of curves over conditions; by default that of the kind.
    costs : Costs, optional
        Of profit, and of curves over the prevalence.
    test_cost : float
        What one use of the classifier costs, of curves over conditions.
    level : float
    replicates, seed : int
        Number of replicates, and what they are drawn by.
    simultaneous : bool
        Whether the band holds at all places together (studentised maximum), not at each one.
    method : {"percentile", "bca", "basic", "normal"}
        How the ends of a pointwise band are found, as in
        :meth:`costcurves.inference.bootstrap.drawing.Replicated.ends`. Those of a simultaneous one are
        normal.
    n_jobs : int
        Threads.
    progress : callable, optional
        Called with the number of replicates done and of all.

    Returns
    -------
    Band
        Where no replicate differs from the sample, as along the ROC curve of perfect separation, the band
        has no width, and a note says so. It is without the places at which the curve has no value, on the
        sample or in more than 20 % of the replicates; its notes tell. Where there are more than 2,000
        distinct scores, replicates of curves over all thresholds are drawn over about 500 merged cells;
        its notes say how much that can move a value.

    Raises
    ------
    InputError
        If the curve does not change with what is stated, or there are fewer than 20 replicates.
    UndefinedError
        If no place has a value, or a class has no records.

    References
    ----------
    Efron & Tibshirani (1993), An Introduction to the Bootstrap; Montiel Olea & Plagborg-Møller (2019).

    Examples
    --------
    >>> from costcurves import Tally
    >>> tally = Tally.from_confusion(tp=30, fn=10, fp=20, tn=80)
    >>> band = curve_band(tally, "roc", [0.2], level=0.9)
    >>> float(band.estimate[0]), float(band.low[0]) < 0.75 < float(band.high[0])
    (0.75, True)
    """
    sample, name = one_model(source, model)
    options = CurveOptions(rule=rule, costs=costs, test_cost=test_cost)
    drawn = DrawnCurve.of(sample, (name,), curve_kind(kind), options, x)
    return drawn.band(level, method, Drawing(replicates, seed, n_jobs, progress), simultaneous=simultaneous)


def curve_difference_band(  # noqa: PLR0913 - what is drawn, and how it is drawn, each by name
    sample: Sample,
    kind: CurveKind | str,
    a: str,
    b: str,
    x: ArrayLike | None = None,
    *,
    rule: Rule | None = None,
    costs: Costs | None = None,
    test_cost: float = 0.0,
    level: float = 0.95,
    replicates: int = 2000,
    seed: int = 0,
    simultaneous: bool = False,
    method: str = "percentile",
    n_jobs: int = 1,
    progress: Callable[[int, int], Any] | None = None,
) -> Band:
    """Return a bootstrap band of a curve of `a` minus the same curve of `b`, both of the same draws.

    Parameters
    ----------
    sample : Sample
        Of records that both models scored.
    a, b : str
        Names of the models.
    kind, x, rule, costs, test_cost, level, replicates, seed, simultaneous, method, n_jobs, progress
        As in :func:`curve_band`; by default `x` is a grid over the axis of `a`.

    Examples
    --------
    >>> from costcurves import Records
    >>> records = Records.read([1, 1, 0, 0], {"a": [4, 3, 2, 1], "b": [4, 2, 3, 1]})
    >>> band = curve_difference_band(Sample.of_records(records), "roc", "a", "b", [0.0])
    >>> float(band.estimate[0])
    0.5
    """
    options = CurveOptions(rule=rule, costs=costs, test_cost=test_cost)
    drawn = DrawnCurve.of(sample, (a, b), curve_kind(kind), options, x)
    return drawn.band(level, method, Drawing(replicates, seed, n_jobs, progress), simultaneous=simultaneous)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class DrawnCurve:
    """A curve of one model, or of one less another, and the sample whose replicates it is read of."""

    sample: Sample
    readings: Mapping[str, CurveReading[Any]]
    notes: tuple[str, ...]

    @classmethod
    def of(
        cls,
        sample: Sample,
        names: tuple[str, ...],
        kind: CurveKind,
        options: CurveOptions,
        x: ArrayLike | None = None,
    ) -> DrawnCurve:
        """Choose places and how the curve is read, and merge cells where that is allowed."""
        kind.check(options)
        sample = sample.only(names)
        places = kind.grid(sample.tallies[names[0]], options) if x is None else ascending(x)
        readings = {
            name: reading(kind, tally, places, options, moving=sample.moving)
            for name, tally in sample.tallies.items()
        }
        keeps = {name: one.keep for name, one in readings.items()}
        if any(keep is None for keep in keeps.values()):
            return cls(sample, readings, ())
        merged = max(one.merged for one in readings.values())
        sample, notes = over_merged_cells(sample, keeps, merged)
        return cls(sample, readings, notes)

    def __call__(self, stacks: Mapping[str, Tally]) -> Floats:
        """Return the curve, or the difference, of every member."""
        return np.asarray(one_less_other([one(stacks[name]) for name, one in self.readings.items()]))

    def band(self, level: float, method: str, drawing: Drawing, *, simultaneous: bool) -> Band:
        """Find the ends."""
        level, simultaneous = confidence(level), yes_or_no(simultaneous, "simultaneous")
        # Percentiles are the default of a pointwise band: nobody chose them.
        one_of(method, "method", ("percentile", "normal") if simultaneous else tuple(METHODS))
        first, *others = self.readings.values()
        estimate = one_less_other([one.estimate for one in self.readings.values()])
        found, notes = drawing.replicated(self.sample, self, estimate, bca=method == "bca")
        known, kind = found.known, first.kind
        if not known.any():
            raise UndefinedError(
                f"{kind.title} must have a value somewhere in nearly all replicates",
                "none",
                "give more records, or other places",
            )
        shown, scope, title = found.at(known), Scope.ALONE, METHODS[method]
        if simultaneous:
            low, high = shown.around(max_t_level(shown.values, shown.estimate, shown.spread, level))
            scope = Scope.CONDITIONS if kind.family is Family.CONDITION else Scope.PLACES
            title = "bootstrap, studentised maximum"
        else:
            low, high = shown.ends(level, method)
        least, greatest = kind.limits
        if others:
            least, greatest = least - greatest, greatest - least
        low, high = (np.clip(end, least, greatest) for end in (np.fmin(low, high), high))
        x, missing = first.x[known], int(np.count_nonzero(~known))
        left_out = (f"left out: {missing} places without a value in many replicates",) if missing else ()
        still = without_width(low, high, first.settled(x))
        return Band(
            x,
            shown.estimate,
            low,
            high,
            level,
            scope,
            f"{title}, {drawing.replicates:,} replicates",
            "" if first.anew else OF_THE_SCORER,
            kind.x_title,
            f"{kind.y_title}: difference" if others else kind.y_title,
            (*self.notes, *notes, *left_out, *shown.notes, *still),
            Target.EVERY_REPLICATE if first.anew else Target.NUMBER,
        )
