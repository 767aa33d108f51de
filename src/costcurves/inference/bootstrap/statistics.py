"""Intervals by the bootstrap for any number of a tally, of one model or of the difference of two."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import InputError, UndefinedError, kind_of, no_such
from costcurves.inference.arguments import one_of
from costcurves.inference.bootstrap.drawing import METHODS, Drawing, one_less_other, without_width
from costcurves.inference.bootstrap.sample import Sample, one_model, over_merged_cells
from costcurves.inference.estimate import Estimate, confidence
from costcurves.measures.stack_summaries import STACK_SUMMARIES
from costcurves.measures.summaries import SUMMARIES, Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from costcurves._ground.arrays import Floats
    from costcurves.tallies.tally import Tally


def interval(
    source: Sample | Tally,
    statistic: str | Callable[[Tally], float],
    *,
    level: float = 0.95,
    replicates: int = 2000,
    seed: int = 0,
    method: str = "bca",
    model: str | None = None,
    n_jobs: int = 1,
    progress: Callable[[int, int], Any] | None = None,
) -> Estimate:
    """Return a bootstrap interval of any number of a tally.

    Parameters
    ----------
    source : Sample or Tally
        Whose records are drawn anew; a tally of whole weights counts its records.
    statistic : str or callable
        Key of a row of :data:`costcurves.measures.SUMMARIES`, or what maps a Tally to a float.
    level : float
    replicates, seed : int
        Number of replicates, and what they are drawn by.
    method : {"bca", "percentile", "basic", "normal"}
        See :meth:`costcurves.inference.bootstrap.drawing.Replicated.ends`.
    model : str, optional
        Needed where the sample has several.
    n_jobs : int
        Threads.
    progress : callable, optional
        Called with the number of replicates done and of all.

    Returns
    -------
    Estimate
        Where no replicate differs from the sample, as the AUC of perfect separation, the interval has
        no width, and a note says so: for an AUC :func:`costcurves.stats.auc_interval` has one. Numbers that
        are best over all thresholds (areas under a lower envelope, KS) look better on a sample than they
        are, and on its replicates once more: "bca" takes that back in part.

    Raises
    ------
    UndefinedError
        If the number has no value, on the sample or in more than 20 % of the replicates.

    References
    ----------
    Efron & Tibshirani (1993), An Introduction to the Bootstrap.

    Examples
    --------
    >>> from costcurves import Tally
    >>> tally = Tally.from_confusion(tp=30, fn=10, fp=20, tn=80)
    >>> auc = interval(tally, "auc", level=0.9)
    >>> round(auc.estimate, 3), auc.excludes(0.5), auc.excludes(0.8)
    (0.775, True, False)
    """
    sample, name = one_model(source, model)
    numbers = _Statistics.of(sample, [statistic], (name,))
    return numbers.estimates(level, method, Drawing(replicates, seed, n_jobs, progress))[0]


def difference_interval(
    sample: Sample, statistic: str | Callable[[Tally], float], a: str, b: str, **options: Any
) -> Estimate:
    """Return a bootstrap interval of a number of `a` minus that of `b`, both of the same draws.

    Parameters
    ----------
    sample : Sample
        Of records that both models scored.
    statistic : str or callable
        See :func:`interval`.
    a, b : str
        Names of the models.
    **options
        `level`, `replicates`, `seed`, `method`, `n_jobs` and `progress` of :func:`interval`.

    Examples
    --------
    >>> from costcurves import Records
    >>> scores = {"a": [9, 8, 7, 3, 6, 2, 1, 0], "b": [9, 2, 7, 3, 6, 8, 1, 0]}
    >>> sample = Sample.of_records(Records.read([1, 1, 1, 1, 0, 0, 0, 0], scores))
    >>> difference_interval(sample, "auc", "a", "b").estimate
    0.25
    """
    return difference_intervals(sample, [statistic], a, b, **options)[0]


def difference_intervals(
    sample: Sample,
    statistics: Iterable[str | Callable[[Tally], float]],
    a: str,
    b: str,
    *,
    level: float = 0.95,
    replicates: int = 2000,
    seed: int = 0,
    method: str = "bca",
    n_jobs: int = 1,
    progress: Callable[[int, int], Any] | None = None,
) -> list[Estimate]:
    """Return intervals of several numbers of `a` minus those of `b`, all of the same draws.

    See :func:`difference_interval`; each interval holds by itself at its level.
    """
    numbers = _Statistics.of(sample, statistics, (a, b))
    return numbers.estimates(level, method, Drawing(replicates, seed, n_jobs, progress))


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class _Statistics:
    """Numbers of one model, or their differences of two, and the sample whose replicates they are read of."""

    sample: Sample
    numbers: list[Summary]
    models: tuple[str, ...]
    centre: list[float]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, sample: Sample, statistics: Iterable[Any], models: tuple[str, ...]) -> _Statistics:
        """Find the functions, read them off the sample, and merge cells where all allow that."""
        sample, notes = sample.only(models), tuple[str, ...]()
        numbers = [_found(statistic) for statistic in statistics]
        centre = [one_less_other([float(one(sample.tallies[model])) for model in models]) for one in numbers]
        for number, value in zip(numbers, centre, strict=True):
            if not np.isfinite(value):
                raise UndefinedError(f"{number.title} must be a finite number", f"{value}")
        if all(one.key in OF_THE_HULL for one in numbers):
            sample, notes = over_merged_cells(sample)
        return cls(sample, numbers, models, centre, notes)

    def __call__(self, stacks: Mapping[str, Tally]) -> Floats:
        """Return the numbers of every member, shape (members, numbers)."""
        columns = [one_less_other([_of(one, stacks[model]) for model in self.models]) for one in self.numbers]
        return np.column_stack(columns)

    def estimates(self, level: float, method: str, drawing: Drawing) -> list[Estimate]:
        """Find the ends."""
        level = confidence(level)
        one_of(method, "method", tuple(METHODS))
        found, notes = drawing.replicated(self.sample, self, self.centre, bca=method == "bca")
        lows, highs = found.ends(level, method)
        what = "on new records (difference)"
        if len(self.models) == 1:  # corrections know nothing of ranges
            least, most = ([getattr(one, end) for one in self.numbers] for end in ("low", "high"))
            lows, highs = np.clip([lows, highs], least, most)
            what = "on new records"
        title = f"{METHODS[method]}, {drawing.replicates:,} replicates"
        estimates = []
        for i, number in enumerate(self.numbers):
            low, high = lows[i : i + 1], highs[i : i + 1]
            own_notes = (*found.at([i]).require(number.title).notes, *without_width(low, high))
            ends = (min(low[0], high[0]), high[0], level)
            all_notes = (*self.notes, *notes, *own_notes)
            estimates.append(Estimate(self.centre[i], *ends, title, f"{number.title} {what}", all_notes))
        return estimates


def _of(number: Summary, stack: Tally) -> Floats:
    """Return a number of every member; NaN where it has no value."""

    def or_nan(member: Tally) -> float:
        """Return the number of one member."""
        try:
            return float(number(member))
        except UndefinedError:
            return np.nan

    if number.key in STACK_SUMMARIES:
        return STACK_SUMMARIES[number.key](stack)
    return np.array([or_nan(member) for member in stack.members()])


def _found(statistic: Any) -> Summary:
    """Find a number by its key, or take the function."""
    if isinstance(statistic, Summary):
        return statistic
    if isinstance(statistic, str):
        known = {one.key: one for one in SUMMARIES}
        if statistic not in known:
            raise no_such(statistic, known, other="give a function of a tally, or one of", what="summary")
        return known[statistic]
    if not callable(statistic):
        raise InputError("statistic must be a key or a function", kind_of(statistic))
    return Summary("", getattr(statistic, "__name__", "the number"), "", statistic, -np.inf, np.inf)


#: Summaries that look at the corners of the hull only: those of merged cells do nearly as well.
OF_THE_HULL = {"area", "auch", "ks", "eer", "least_error", "h_measure"}
