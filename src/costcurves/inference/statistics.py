"""Intervals by the bootstrap for any number of a tally, of one model or of the difference of two."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.inference.ends import METHODS, Replicated, acceleration
from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.quick import OF_THE_HULL, QUICK
from costcurves.inference.replicates import Sample, merged_notes, one_model
from costcurves.summaries import SUMMARIES, Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurves._arrays import Floats
    from costcurves.tallies import Tally

__all__ = ["difference_interval", "interval"]


def interval(
    source: Sample | Tally,
    statistic: str | Callable[[Tally], float],
    *,
    level: float = 0.95,
    count: int = 2000,
    seed: int = 0,
    method: str = "bca",
    model: str | None = None,
    n_jobs: int = 1,
) -> Estimate:
    """Return a bootstrap interval of any number of a tally.

    Parameters
    ----------
    source : Sample or Tally
        Whose records are drawn anew; a tally of whole weights counts its records.
    statistic : str or callable
        Key of a row of :data:`costcurves.SUMMARIES`, or what maps a Tally to a float.
    level : float
    count, seed : int
        Number of replicates, and what they are drawn by.
    method : {"bca", "percentile", "basic", "normal"}
        See :meth:`costcurves.inference.ends.Replicated.ends`.
    model : str, optional
        Needed where the sample has several.
    n_jobs : int
        Threads.

    Returns
    -------
    Estimate
        Numbers that are best over all thresholds (areas under a lower envelope, KS) look better on a
        sample than they are, and on its replicates once more: "bca" takes that back in part.

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
    sample = Sample.of(source)
    return _Number.of(sample, statistic, (one_model(sample, model),)).estimate(
        level, count, seed, method, n_jobs
    )


def difference_interval(
    sample: Sample,
    statistic: str | Callable[[Tally], float],
    a: str,
    b: str,
    *,
    level: float = 0.95,
    count: int = 2000,
    seed: int = 0,
    method: str = "bca",
    n_jobs: int = 1,
) -> Estimate:
    """Return a bootstrap interval of a number of `a` minus that of `b`, both of the same draws.

    Parameters
    ----------
    sample : Sample
        Of records that both models scored.
    statistic, level, count, seed, method, n_jobs
        See :func:`interval`.
    a, b : str
        Names of the models.

    Examples
    --------
    >>> from costcurves import Records
    >>> scores = {"a": [9, 8, 7, 3, 6, 2, 1, 0], "b": [9, 2, 7, 3, 6, 8, 1, 0]}
    >>> sample = Sample.of_records(Records.read([1, 1, 1, 1, 0, 0, 0, 0], scores))
    >>> difference_interval(sample, "auc", "a", "b").estimate
    0.25
    """
    return _Number.of(sample, statistic, (a, b)).estimate(level, count, seed, method, n_jobs)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class _Number:
    """A number of one model, or the difference of two, and the sample whose replicates it is read of."""

    sample: Sample
    title: str
    function: Callable[[Tally], float]
    quick: Callable[[Tally], Floats] | None
    models: tuple[str, ...]
    centre: float
    notes: tuple[str, ...]

    @classmethod
    def of(cls, sample: Sample, statistic: Any, models: tuple[str, ...]) -> _Number:
        """Find the function, read it off the sample, and merge cells where that is allowed."""
        sample = sample.only(models)
        title, function, key = _found(statistic)
        centre = _difference([float(function(sample.tallies[model])) for model in models])
        if not np.isfinite(centre):
            raise UndefinedError.because(must=f"{title} is a finite number", came=f"{centre}")
        notes: tuple[str, ...] = ()
        if key in OF_THE_HULL:
            sample, coarse = sample.coarsened()
            notes = merged_notes(max(one.moves for one in coarse.values()))
        return cls(sample, title, function, QUICK.get(key), models, centre, notes)

    def __call__(self, stacks: Mapping[str, Tally]) -> Floats:
        """Return the number of every member."""
        return np.asarray(_difference([self._of(stacks[model]) for model in self.models]))

    def _of(self, stack: Tally) -> Floats:
        """Return the number of every member of the stack of one model."""
        if self.quick is not None:
            return self.quick(stack)
        return np.array([_or_nan(self.function, member) for member in stack.members()])

    def estimate(self, level: float, count: int, seed: int, method: str, n_jobs: int) -> Estimate:
        """Find the ends."""
        level = confidence(level)
        values, notes = self.sample.map(self, count, seed, n_jobs=n_jobs)
        found = Replicated.of(self.centre, values, self._acceleration(seed) if method == "bca" else 0.0)
        low, high = (float(end[0]) for end in found.require(self.title).ends(level, method))
        target = f"{self.title} on new records" + (" (difference)" if len(self.models) > 1 else "")
        title = f"{METHODS[method]}, {count:,} replicates"
        return Estimate(
            self.centre, min(low, high), high, level, title, target, (*self.notes, *notes, *found.notes)
        )

    def _acceleration(self, seed: int) -> Floats:
        """Leave out every unit in turn."""
        values, times = [], []
        for stratum in self.sample.jackknife(seed=seed):
            parts = [(self(part)[:, None], part.times) for part in stratum]
            values.append(np.concatenate([part for part, _ in parts]))
            times.append(np.concatenate([often for _, often in parts]))
        return acceleration(values, times)


def _found(statistic: Any) -> tuple[str, Callable[[Tally], float], str]:
    """Return title, function and key of a statistic."""
    if isinstance(statistic, str):
        known = {one.key: one for one in SUMMARIES}
        if statistic not in known:
            raise InputError.because(
                must="a number of a tally is named by its key", came=repr(statistic),
                fix="one of " + ", ".join(known) + ", or give a function",
            )  # fmt: skip
        statistic = known[statistic]
    if isinstance(statistic, Summary):
        return statistic.title, statistic.function, statistic.key
    if not callable(statistic):
        raise InputError.because(must="a number of a tally is a key or a function", came=kind_of(statistic))
    return getattr(statistic, "__name__", "the number"), statistic, ""


def _difference(values: list[Any]) -> Any:
    """Return the one value, or the first less the second."""
    return values[0] if len(values) == 1 else values[0] - values[1]


def _or_nan(function: Callable[[Tally], float], member: Tally) -> float:
    """Return a number; NaN where it has no value."""
    try:
        return float(function(member))
    except UndefinedError:
        return np.nan
