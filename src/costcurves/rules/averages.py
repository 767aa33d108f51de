"""Averages of curves over folds, days or data sets: in cost space, in ROC space, or pooled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import InputError, kind_of
from costcurves.rules.rule import Rule, optimal
from costcurves.space.cost_curve import CostCurve, combined
from costcurves.space.roc import RocCurve, polyline_at
from costcurves.tallies.cells import thresholds_between
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats


def cost_average(tallies: Sequence[Tally], rule: Rule = optimal) -> CostCurve:
    """Average the cost curves at equal PC(+): the average cost when each fold uses its own threshold.

    At every PC(+) this is at most the cost read off any average of ROC curves, because the mean
    of minima is at most the minimum of means.

    Parameters
    ----------
    tallies : sequence of Tally
    rule : Rule
        How each tally's thresholds are chosen. Curves by the cost proportion at different
        prevalences are averaged on the axis of PC(+); `rate_driven` without a prevalence takes
        that of all tallies together.

    Examples
    --------
    >>> folds = [Tally.from_scores([1, 0, 1], [3, 2, 1]), Tally.from_scores([1, 0], [2, 1])]
    >>> round(cost_average(folds).area, 6)
    0.083333
    """
    rule = Rule.require(rule)
    curves = ruled(_some(tallies), rule)
    title = f"mean of {len(curves)} curves, {rule.title}"
    return combined(curves, [1 / len(curves)] * len(curves), rule=title)


def vertical_average(tallies: Sequence[Tally]) -> RocCurve:
    """Average TPR at equal FPR: right where classifiers are chosen by their FPR.

    Exact: both ends of every step of every curve are points of the average.
    """
    curves = [RocCurve.of(tally) for tally in _some(tallies)]
    fpr, tpr = _mean_over([(curve.fpr, curve.tpr) for curve in curves])
    return _unscored(fpr, tpr)


def horizontal_average(tallies: Sequence[Tally]) -> RocCurve:
    """Average FPR at equal TPR: right where classifiers are chosen by their TPR."""
    curves = [RocCurve.of(tally) for tally in _some(tallies)]
    tpr, fpr = _mean_over([(curve.tpr, curve.fpr) for curve in curves])
    return _unscored(fpr, tpr)


def threshold_average(tallies: Sequence[Tally]) -> RocCurve:
    """Average FPR and TPR at equal threshold; needs scores that mean the same in every tally."""
    stack = Tally.stack(_some(tallies))
    outcomes = stack.confusion()
    fpr, tpr = ((part / part[..., -1:]).mean(axis=0) for part in (outcomes.fp, outcomes.tp))
    low, high = stack.direction.interval(*thresholds_between(stack.cells.high, stack.cells.low))
    return RocCurve(fpr, tpr, low, high, stack.direction)


def pooled(tallies: Sequence[Tally]) -> RocCurve:
    """ROC curve of all records together; needs scores that mean the same in every tally."""
    return RocCurve.of(Tally.stack(_some(tallies)).pooled())


def ruled(members: list[Tally], rule: Rule) -> list[CostCurve]:
    """Return the cost curves of tallies on one axis.

    They are ruled by one prevalence where the rule needs one and the tallies differ.
    """
    if all(tally.counted or tally.stated_prevalence is not None for tally in members):
        shares = np.array([tally.prevalence for tally in members])
        if len(np.unique(shares)) > 1:
            sizes = np.array([float(tally.total_positive + tally.total_negative) for tally in members])
            rule = rule.for_pooled(float(np.average(shares, weights=sizes)))
    curves = [rule(tally) for tally in members]
    if len({curve.prevalence for curve in curves}) > 1:
        # No fold's axis goes before another's: PC(+) is what they share.
        curves = [curve.at_prevalence(0.5) for curve in curves]
    return curves


def _some(tallies: Sequence[Tally]) -> list[Tally]:
    """Refuse an average of nothing, or of records of one class."""
    if isinstance(tallies, Tally) or not isinstance(tallies, Iterable):
        raise InputError(
            "an average needs several tallies", kind_of(tallies), "give a list; a stack has members()"
        )
    members = list(tallies)
    if not members:
        raise InputError("an average needs at least one curve", "none")
    for member in members:
        Tally.require(member, "each curve of an average").require_both_classes("each curve of an average")
    return members


def _mean_over(curves: Sequence[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
    """Average y over curves at equal x, with both ends of every step."""
    x = np.unique(np.concatenate([curve[0] for curve in curves]))
    ends = np.zeros((2, len(x)))
    for across, up in curves:
        for end, upper in zip(ends, (False, True), strict=True):
            end[:] += polyline_at(across, up, x, upper=upper) / len(curves)
    # Rounding must not turn (1, 1) into something else.
    ends[1, -1] = 1.0
    y = np.minimum(np.maximum.accumulate(ends.T.ravel()), 1.0)
    return np.repeat(x, 2), y


def _unscored(fpr: Floats, tpr: Floats) -> RocCurve:
    """Make a curve of rates that no single threshold serves."""
    moved = np.concatenate([[True], (fpr[1:] != fpr[:-1]) | (tpr[1:] != tpr[:-1])])
    unknown = np.full(int(moved.sum()), np.nan)
    return RocCurve(fpr[moved], tpr[moved], unknown, unknown)


#: Averages in ROC space, by name.
AVERAGES: dict[str, Callable[[Sequence[Tally]], RocCurve]] = {
    "vertical": vertical_average,
    "horizontal": horizontal_average,
    "threshold": threshold_average,
    "pooled": pooled,
}
