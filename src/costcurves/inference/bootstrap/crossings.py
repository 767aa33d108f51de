"""Intervals for where curves change over conditions: crossings of two models, and operating ranges."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground.documents import Document
from costcurves._ground.number_words import percent, short
from costcurves.errors import UndefinedError
from costcurves.inference.bootstrap.drawing import Drawing, percentiles, without_width
from costcurves.inference.bootstrap.sample import Sample, one_model, over_merged_cells
from costcurves.inference.estimate import Estimate, confidence
from costcurves.rules.rule import Optimal, Rule, optimal
from costcurves.space.envelope_crossings import EnvelopeCrossings
from costcurves.space.roc import RocHull
from costcurves.space.stacks import HullStack

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats
    from costcurves.space.cost_curve import CostCurve
    from costcurves.tallies.tally import Tally


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Crossing(Document):
    """A condition at which the cheaper of two models changes, with its interval.

    Attributes
    ----------
    pc : Estimate
        PC(+) of the crossing; its interval is of the replicates that have one.
    before, after : str
        The cheaper model at lower and at higher PC(+).
    share : float
        Share of the replicates that have such a crossing, nearer to this one than to any other.
    """

    kind: ClassVar[str] = "crossing"
    nested: ClassVar = {"pc": Estimate}
    pc: Estimate
    before: str
    after: str
    share: float

    @property
    def sentence(self) -> str:
        """The crossing in words."""
        return (
            f"Above PC(+) = {short(self.pc.estimate)}, {self.after} is cheaper than {self.before}; "
            f"{percent(self.share)} of the replicates agree, {percent(self.pc.level)} of those from "
            f"{short(self.pc.low)} to {short(self.pc.high)}."
        )

    def to_columns(self) -> dict[str, Any]:
        """Return the crossing as one row."""
        facts = {name: [getattr(self, name)] for name in ("before", "after", "share")}
        return self.pc.to_columns() | facts

    def __str__(self) -> str:
        return self.sentence


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class OperatingRange(Document):
    """The conditions under which some threshold beats both trivial classifiers, with intervals of its ends.

    Attributes
    ----------
    low, high : Estimate
        PC(+) at both ends.
    share : float
        Share of the replicates that have such a range at all.
    """

    kind: ClassVar[str] = "operating_range"
    nested: ClassVar = {"low": Estimate, "high": Estimate}
    low: Estimate
    high: Estimate
    share: float

    @property
    def sentence(self) -> str:
        """The range in words."""
        return (
            f"Worth using for PC(+) from {short(self.low.estimate)} ({short(self.low.low)} to "
            f"{short(self.low.high)}) to {short(self.high.estimate)} ({short(self.high.low)} to "
            f"{short(self.high.high)}), {percent(self.low.level)} intervals; a range exists in "
            f"{percent(self.share)} of the replicates."
        )

    def to_columns(self) -> dict[str, Any]:
        """Return both ends as rows."""
        low, high = self.low.to_columns(), self.high.to_columns()
        return {name: low[name] + high[name] for name in low} | {"share": [self.share] * 2}

    def __str__(self) -> str:
        return self.sentence


def crossing_intervals(
    sample: Sample,
    a: str,
    b: str,
    *,
    rule: Rule | Mapping[str, Rule] = optimal,
    level: float = 0.95,
    replicates: int = 2000,
    seed: int = 0,
    n_jobs: int = 1,
    progress: Callable[[int, int], Any] | None = None,
) -> tuple[Crossing, ...]:
    """Return where the cheaper of two models changes, each with its interval and how often it is there.

    Parameters
    ----------
    sample : Sample
        Of records that both models scored; both see the same draws.
    a, b : str
        Names of the models.
    rule : Rule or mapping of str to Rule
        How thresholds are chosen, anew on every replicate; or one rule by model.
    level, replicates, seed, n_jobs, progress
        See :func:`costcurves.inference.bootstrap.statistics.interval`.

    Returns
    -------
    tuple of Crossing
        In ascending order of PC(+); empty where one model is nowhere dearer.

    Examples
    --------
    >>> from costcurves import Records
    >>> scores = {"a": [9, 8, 7, 1, 6, 5, 4, 0], "b": [9, 4, 3, 2, 8, 1, 0, 0]}
    >>> sample = Sample.of_records(Records.read([1, 1, 1, 1, 0, 0, 0, 0], scores))
    >>> [(round(one.pc.estimate, 3), one.before, one.after) for one in crossing_intervals(sample, "a", "b")]
    [(0.5, 'a', 'b')]
    """
    level, names, drawing = confidence(level), (a, b), Drawing(replicates, seed, n_jobs, progress)
    sample = sample.only(names)
    rules = [Rule.require(rule[name] if isinstance(rule, Mapping) else rule) for name in names]
    found = _changes(*(one(sample.tallies[name]) for name, one in zip(names, rules, strict=True)))
    if not found:
        return ()
    middles = [(one + other) / 2 for (one, _), (other, _) in itertools.pairwise(found)]
    near = list(itertools.pairwise([0.0, *middles, 1.0]))

    def look(stacks: Mapping[str, Tally]) -> Floats:
        """Find the crossing that is nearest to each one of the sample; NaN where there is none."""
        members = zip(*(stacks[name].members() for name in names), strict=True)
        curves = ((rules[0](one), rules[1](two)) for one, two in members)
        return np.array([_nearest(found, near, _changes(*both)) for both in curves])

    def look_at_hulls(stacks: Mapping[str, Tally]) -> Floats:
        """Find the same of the best thresholds, in all members at once."""
        one, other = (HullStack.of(stacks[name]) for name in names)
        crossed = EnvelopeCrossings.between(one, other)
        columns = [
            crossed.nearest(len(one.start), *own, *ends) for own, ends in zip(found, near, strict=True)
        ]
        return np.column_stack(columns)

    if all(type(one) is Optimal for one in rules):
        drawn, notes = over_merged_cells(sample)
        values, more = drawing.map(drawn, look_at_hulls)
    else:
        notes, (values, more) = (), drawing.map(sample, look)
    facts = ("bootstrap percentiles of the replicates that have it", f"the crossing of {a} and {b}")
    crossings = []
    for (pc, sign), column in zip(found, values.T, strict=True):
        before, after = (a, b) if sign > 0 else (b, a)
        estimate = _interval(pc, column, level, *facts, (*notes, *more))
        crossings.append(Crossing(estimate, before, after, float(np.mean(~np.isnan(column)))))
    return tuple(crossings)


def operating_range_interval(
    source: Sample | Tally,
    *,
    level: float = 0.95,
    replicates: int = 2000,
    seed: int = 0,
    model: str | None = None,
    n_jobs: int = 1,
    progress: Callable[[int, int], Any] | None = None,
) -> OperatingRange:
    """Return the conditions under which some threshold beats both trivial classifiers, with intervals.

    The best threshold is chosen anew on every replicate.

    Parameters
    ----------
    source : Sample or Tally
    level, replicates, seed, model, n_jobs, progress
        See :func:`costcurves.inference.bootstrap.statistics.interval`.

    Raises
    ------
    UndefinedError
        If no threshold beats the trivial classifiers anywhere on the sample.

    Examples
    --------
    >>> from costcurves import Tally
    >>> found = operating_range_interval(Tally.from_confusion(tp=30, fn=10, fp=20, tn=80), level=0.9)
    >>> round(found.low.estimate, 3), round(found.high.estimate, 3), found.share
    (0.211, 0.762, 1.0)
    """
    level, drawing = confidence(level), Drawing(replicates, seed, n_jobs, progress)
    sample, name = one_model(source, model)
    ends = _range(sample.tallies[name])
    if np.isnan(ends).any():
        raise UndefinedError(
            "no threshold beats the trivial classifiers, so there is no operating range", "none"
        )
    drawn, notes = over_merged_cells(sample)

    values, more = drawing.map(drawn, lambda stacks: _ranges(HullStack.of(stacks[name])))
    facts = ("bootstrap percentiles of the replicates that have a range", "an end of the operating range")
    low, high = (
        _interval(end, column, level, *facts, (*notes, *more))
        for end, column in zip(ends, values.T, strict=True)
    )
    return OperatingRange(low, high, float(np.mean(~np.isnan(values[:, 0]))))


def _interval(
    estimate: float, values: Floats, level: float, method: str, target: str, notes: tuple[str, ...]
) -> Estimate:
    """Return the percentiles of the replicates that have a value; of the estimate alone if none has."""
    known = values if np.any(~np.isnan(values)) else np.array([estimate])
    low, high = percentiles(known, level)
    notes = (*notes, *without_width(np.array([low]), np.array([high])))
    return Estimate(estimate, low, high, level, method, target, notes)


def _range(tally: Tally) -> tuple[float, float]:
    """Return the operating range of the best thresholds; NaN where there is none."""
    return RocHull.of(tally).operating_range or (np.nan, np.nan)


def _ranges(hulls: HullStack) -> Floats:
    """Return the same of every member."""
    high = hulls.ranges()[1]
    ends = np.column_stack([high[hulls.start], high[hulls.last - 1]])
    return np.where(hulls.sizes[:, None] > 2, ends, np.nan)


def _changes(a: CostCurve, b: CostCurve) -> list[tuple[float, int]]:
    """Return the PC(+) of crossings, and the sign of the difference behind each."""
    difference = a.minus(b)
    signs = [sign for _, _, sign in difference.signs() if sign]
    behind = [after for before, after in itertools.pairwise(signs) if before != after]
    return list(zip(difference.sign_changes(), behind, strict=True))


def _nearest(
    found: list[tuple[float, int]], near: list[tuple[float, float]], others: list[tuple[float, int]]
) -> list[float]:
    """Return, for each crossing of the sample, the nearest one of a replicate that goes the same way."""
    nearest = []
    for (pc, sign), (low, high) in zip(found, near, strict=True):
        like = [x for x, other in others if other == sign and low <= x <= high]
        nearest.append(min(like, key=lambda x: abs(x - pc)) if like else np.nan)
    return nearest
