"""Switch points: the PC(+) from which on a rule flags a record. Row by row, all costs follow from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import InputError
from costcurves.inference.costs.crossfit import CrossFitted, best_cuts
from costcurves.inference.spread import cuts_of
from costcurves.rules.rule import Optimal, Rule
from costcurves.space.roc import RocCurve

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats
    from costcurves.conditions.beliefs import ConditionPrior
    from costcurves.inference.costs.crossfit import Fold
    from costcurves.inference.resampling import Placed

__all__ = ["losses", "switch_points"]


def switch_points(placed: Placed, model: str, rule: Rule) -> Floats:
    """Return the PC(+) from which on each record is flagged, shape (splits, records); inf where never.

    The more positives matter the more is flagged, so that every record switches once. Rules that do not
    cross-fit have one split.

    Raises
    ------
    InputError
        If the rule decides by chance, so that records do not switch at one place.
    """
    cell = placed.cell[model]
    if isinstance(rule, CrossFitted):
        if rule.placed is not placed or rule.model != model:
            raise InputError.because(
                must="cross-fitted thresholds must be judged on the records that they were fitted on",
                came="a rule of other records, or of another model",
                fix="leave the rule out: thresholds are cross-fitted by default",
            )
        return np.array(
            [_by_fold(folds, part, cell) for folds, part in zip(rule.dealt, rule.parts(), strict=True)]
        )
    tally = placed.tallies[model]
    if type(rule) is Optimal:
        edges, cuts = best_cuts(tally.positives, tally.negatives)
        return _of_cells(edges, cuts, cell)[None]
    curve = rule(tally)
    fpr, tpr = curve.fpr[:, 0], 1 - curve.fnr[:, 0]
    cuts, roc = cuts_of(tally, fpr, tpr), RocCurve.of(tally)
    by_threshold = np.allclose([roc.fpr[cuts], roc.tpr[cuts]], [fpr, tpr], rtol=0, atol=1e-9)
    if not curve.is_linear or not by_threshold or not np.all(np.diff(cuts) >= 0):
        raise InputError.because(
            must="the rule must flag each record from some PC(+) on",
            came=rule.title,
            fix="e.g. cross-fitted thresholds, tuned_on(…), fixed(…) or score_driven(…)",
        )
    return _of_cells(curve.conditions_of(curve.edges), cuts, cell)[None]


def _by_fold(folds: list[Fold], part: NDArray[np.intp], cell: NDArray[np.intp]) -> Floats:
    """Switch points of one split: each fold by the thresholds of the others."""
    switch = np.empty(len(cell))
    for number, fold in enumerate(folds):
        rows = np.flatnonzero(part == number)
        switch[rows] = _of_cells(fold.edges, fold.cut, cell[rows])
    return switch


def _of_cells(edges: Floats, cuts: NDArray[np.intp], cell: NDArray[np.intp]) -> Floats:
    """Return where cells are first flagged, by a rule that flags so many cells between edges."""
    starts = np.append(edges[:-1], np.inf)
    return np.asarray(starts[np.searchsorted(cuts, cell, side="right")])


def losses(placed: Placed, switch: Floats, prior: ConditionPrior) -> Floats:
    """Return what each record adds to the expected NEC of its class under a belief, averaged over splits.

    A positive that switches at t is missed below it and costs ∫₀ᵗ x w(x) dx, a negative is flagged from
    there on and costs ∫ₜ¹ (1 − x) w(x) dx. Their averages over the two classes add up to the expected NEC.
    """
    zero, one = (prior.moments(switch, power) for power in (0, 1))
    flagged = (prior.total(0) - zero) - (prior.total(1) - one)
    return np.asarray(np.where(placed.is_positive, one, flagged).mean(axis=0))
