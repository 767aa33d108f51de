"""Cross-fitted thresholds: each record is judged by thresholds that were chosen without it.

From its switch point on, a PC(+), a rule flags a record; row by row, all costs follow from these.
"""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, Floats, Numbers
from costcurves.errors import InputError, UndefinedError
from costcurves.inference.resampling import Placed, Splits
from costcurves.inference.variances import CHUNK, cells_flagged_at_rates
from costcurves.rules.rule import Optimal, Rule, optimal
from costcurves.space.cost_curve import CostCurve
from costcurves.space.hull import upper_hull
from costcurves.space.roc import RocCurve
from costcurves.tallies.cells import running, steps
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from costcurves.conditions.beliefs import ConditionPrior


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Fold(ByValue):
    """The best thresholds of the other folds, and what they do there and on this fold.

    Attributes
    ----------
    edges : ndarray, shape (pieces + 1,)
        PC(+) between which each threshold serves.
    flagged : ndarray of int, shape (pieces,)
        How many cells it flags.
    fp, fn : ndarray, shape (pieces,)
        Errors on this fold.
    fpr, fnr : ndarray, shape (pieces,)
        Rates of error on the others, where it is best.
    """

    edges: Floats
    flagged: NDArray[np.intp]
    fp: Numbers
    fn: Numbers
    fpr: Floats
    fnr: Floats

    def serving(self, x: Floats | float) -> NDArray[np.intp]:
        """Return which threshold serves at conditions."""
        return np.minimum(np.searchsorted(self.edges, x, side="right") - 1, len(self.flagged) - 1)

    def learned(self, x: Floats) -> Floats:
        """Return the NEC on the other folds, at conditions."""
        piece = self.serving(x)
        return np.asarray(x * self.fnr[piece] + (1 - x) * self.fpr[piece])

    def expected(self, prior: ConditionPrior) -> float:
        """Return the expected NEC on the other folds under a belief."""
        zero, one = (np.diff(prior.moments(self.edges, power)) for power in (0, 1))
        # The last piece is closed: what the belief has at 1 is its part.
        zero[-1], one[-1] = (
            prior.total(power) - float(prior.moments(self.edges[-2:-1], power)[0]) for power in (0, 1)
        )
        return float(self.fnr @ one + self.fpr @ (zero - one))


@dataclasses.dataclass(frozen=True, eq=False)
class CrossFitted(Rule):
    """Thresholds that are best on the other folds, for each fold of the records that are judged.

    What choosing the best threshold at each condition really costs on new records, read off one
    table: errors of all folds are added, and averaged over several splits. Neither side of the
    comparison is optimistic; the thresholds are those of 1 − 1/folds of the records, so that the
    cost is a little high.
    """

    placed: Placed
    model: str
    splits: Splits
    key = "cross_fitted"

    @property
    def title(self) -> str:  # type: ignore[override]  # a title that names the folds
        """Name the folds."""
        of = "the given folds" if self.placed.fold is not None else self.splits.title
        return f"cross-fitted thresholds ({of})"

    def __call__(self, tally: Tally) -> CostCurve:
        """Return the average cost curve of the folds; the tally must be of the same records."""
        own = self.placed.tallies[self.model]
        if Tally.require(tally, "cross-fitting").cells != own.cells:
            raise _other_records(
                repr(tally), "make the rule with cross_fitted(…) of these records, or use tuned_on(…)"
            )
        tally.require_both_classes("cross-fitted thresholds")
        edges, fp, fn = _summed([fold for dealt in self.dealt for fold in dealt])
        repeats = len(self.dealt)
        rates = (fp / (repeats * tally.total_negative), fn / (repeats * tally.total_positive))
        none = np.full(len(edges) - 1, -1)
        return CostCurve.serving(edges, *rates, none, rule=self.title, optimistic=False)

    @property
    def folds(self) -> int:
        """Number of folds of a split."""
        return int(self.placed.fold.max()) + 1 if self.placed.fold is not None else self.splits.folds

    @functools.cached_property
    def parts(self) -> list[NDArray[np.integer[Any]]]:
        """The fold of every record, once a split, in as few bytes as hold it."""
        kind = np.min_scalar_type(self.folds)
        return [part.astype(kind) for part in self.splits.deal(self.placed)]

    @functools.cached_property
    def dealt(self) -> list[list[Fold]]:
        """The folds of each split."""
        return [list(self._tuned(part.astype(np.intp))) for part in self.parts]

    def learned(self, at: Floats | ConditionPrior) -> Floats:
        """Return the NEC at conditions, or under a belief, of the best thresholds where they were learned.

        One value for each split, fold and condition (or belief).
        """

        def cost(fold: Fold) -> Floats:
            return fold.learned(at) if isinstance(at, np.ndarray) else np.array([fold.expected(at)])

        return np.array([[cost(fold) for fold in folds] for folds in self.dealt])

    @functools.cached_property
    def _whole(self) -> list[tuple[Numbers, Numbers]]:
        """Weight of both classes in the cells of all records, and cumulated."""
        tally = self.placed.tallies[self.model]
        return [(column, running(column)) for column in (tally.positives, tally.negatives)]

    def _tuned(self, part: NDArray[np.intp]) -> Iterator[Fold]:
        """Yield the folds of a split, each with the best thresholds of the others."""
        stack = self.placed.stack(self.model, part, self.folds)
        for number, (tp, fp, others_tp, others_fp) in enumerate(self._cumulated(stack)):
            for rest, missing in ((others_tp, "positive"), (others_fp, "negative")):
                if not rest[-1]:
                    raise one_class_left(missing, number, self.placed)
            edges, flagged = best_thresholds(others_fp, others_tp)
            yield Fold(
                edges,
                flagged,
                fp[flagged],
                tp[-1] - tp[flagged],
                others_fp[flagged] / others_fp[-1],
                1 - others_tp[flagged] / others_tp[-1],
            )

    def _cumulated(self, stack: Tally) -> Iterator[tuple[Numbers, Numbers, Numbers, Numbers]]:
        """Yield the running weight of positives and of negatives in each fold, and in all others."""
        at_once = max(1, CHUNK // stack.positives.shape[1])  # each fold by itself where there are many cells
        for start in range(0, len(stack.positives), at_once):
            columns = [column[start : start + at_once] for column in (stack.positives, stack.negatives)]
            sums = [running(column) for column in columns]
            others = map(_without, self._whole, zip(columns, sums, strict=True))
            yield from zip(*sums, *others, strict=True)


def one_class_left(missing: str, fold: int, placed: Placed) -> UndefinedError:
    """Word that the folds beside one are of one class, so that nothing can be chosen on them."""
    return UndefinedError(
        "the other folds must hold both classes",
        f"no {missing}",
        "use fewer folds, or stratified ones",
        where=f"beside fold {placed.fold_names[fold] if placed.fold_names else fold}",
    )


def _without(whole: tuple[Numbers, Numbers], fold: tuple[Numbers, Numbers]) -> Numbers:
    """Return the running weight of what is not in a fold, from weights and running weights of both."""
    if whole[0].dtype.kind == "i":
        return whole[1] - fold[1]
    return running(np.maximum(whole[0] - fold[0], 0.0))  # running sums of floats might fall


def _other_records(came: str, fix: str) -> InputError:
    """Word that cross-fitted thresholds are judged on other records."""
    return InputError(
        "cross-fitted thresholds must be judged on the records that they were fitted on", came, fix
    )


def best_thresholds(fp: Numbers, tp: Numbers) -> tuple[Floats, NDArray[np.intp]]:
    """Return the edges over PC(+) and, between them, how many cells the best threshold flags.

    `fp` and `tp` are the weights flagged at every threshold. Cells may be empty: of equal thresholds
    the one that flags fewest cells is taken.
    """
    flagged = upper_hull(fp, tp)
    across, up = steps(fp[flagged]) / fp[-1], steps(tp[flagged]) / tp[-1]
    breakpoints = np.maximum.accumulate(across / (across + up))
    # Everybody is everybody, also where the lowest cells are empty here.
    flagged[-1] = len(fp) - 1
    return np.concatenate([[0.0], breakpoints, [1.0]]), flagged


def _summed(folds: list[Fold]) -> tuple[Floats, Numbers, Numbers]:
    """Add the errors of folds up: edges and, between them, false positives and misses."""
    at = np.concatenate([fold.edges[1:-1] for fold in folds])
    order = np.argsort(at, kind="stable")
    inner = np.unique(at)
    upto = np.concatenate([[0], np.searchsorted(at[order], inner, side="right")])
    fp, fn = (
        sum(one[0] for one in errors) + running(np.concatenate([steps(one) for one in errors])[order])[upto]
        for errors in ([fold.fp for fold in folds], [fold.fn for fold in folds])
    )
    return np.concatenate([[0.0], inner, [1.0]]), fp, fn


def cross_fitted(tally: Tally, *, folds: int = 5, repeats: int = 10, seed: int = 0) -> Rule:
    """Judge the best thresholds of a scorer honestly, with one table only; see :class:`CrossFitted`.

    Parameters
    ----------
    tally : Tally
        Of whole weights, which count its records.
    folds, repeats, seed : int
        Each class is dealt into `folds` parts, `repeats` times.

    Returns
    -------
    Rule
        For this tally only.

    Examples
    --------
    >>> from costcurves.rules import optimal
    >>> tally = Tally.from_scores([1, 1, 0, 1, 0, 0, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2])
    >>> cross_fitted(tally)(tally).area > optimal(tally).area
    True
    """
    placed = Placed.of_tally(tally)
    return CrossFitted(placed, "model", Splits(folds, repeats, seed).within(placed))


def optimism(tally: Tally, rule: Rule) -> CostCurve:
    """Return how much cheaper the best thresholds look on the records they were chosen on.

    The cross-fitted curve minus the lower envelope; on average over samples not negative.
    """
    return rule(tally).minus(optimal(tally))


def switch_points(placed: Placed, model: str, rule: Rule) -> Floats:
    """Return the PC(+) from which on each record is flagged, shape (splits, records); inf where never.

    The more positives matter the more is flagged, so that every record switches once. Rules that do not
    cross-fit have one split.

    Raises
    ------
    InputError
        If the rule decides by chance, so that records do not switch at one place.
    """
    cell, cells = placed.cell[model], len(placed.tallies[model].cells)
    if isinstance(rule, CrossFitted):
        if rule.placed is not placed or rule.model != model:
            raise _other_records(
                "a rule of other records, or of another model",
                "leave the rule out: thresholds are cross-fitted by default",
            )
        switch = np.empty((len(rule.dealt), len(cell)))
        for found, folds, part in zip(switch, rule.dealt, rule.parts, strict=True):
            for number, fold in enumerate(folds):
                rows = np.flatnonzero(part == number)
                found[rows] = _of_cells(fold.edges, fold.flagged, cells)[cell[rows]]
        return switch
    tally = placed.tallies[model]
    if type(rule) is Optimal:
        edges, flagged = best_thresholds(running(tally.negatives), running(tally.positives))
        return _of_cells(edges, flagged, cells)[cell][None]
    curve = rule(tally)
    fpr, tpr = curve.fpr[:, 0], 1 - curve.fnr[:, 0]
    flagged, roc = cells_flagged_at_rates(tally, fpr, tpr), RocCurve.of(tally)
    by_threshold = np.allclose([roc.fpr[flagged], roc.tpr[flagged]], [fpr, tpr], rtol=0, atol=1e-9)
    if not curve.is_linear or not by_threshold or not np.all(np.diff(flagged) >= 0):
        raise InputError(
            "the rule must flag each record at all PC(+) above some value",
            rule.title,
            "e.g. cross-fitted thresholds, tuned_on(…), fixed(…) or score_driven(…)",
        )
    return _of_cells(curve.conditions_of(curve.edges), flagged, cells)[cell][None]


def switches_at(fitted: CrossFitted, rule: Rule, pc: float) -> Numbers:
    """Return what :func:`switch_points` does in as far as one condition tells: 0 for flagged there, else 2.

    In a byte a record and split; of the cross-fitted thresholds themselves, or of the best ones.
    """
    placed, model = fitted.placed, fitted.model
    cell = placed.cell[model]
    if rule is fitted:
        found = np.empty((len(fitted.dealt), len(cell)), np.int8)
        for own, folds, part in zip(found, fitted.dealt, fitted.parts, strict=True):
            counts = np.array([fold.flagged[fold.serving(pc)] for fold in folds])
            own[:] = 2 * (cell >= counts[part])
        return found
    tally = placed.tallies[model]
    edges, flagged = best_thresholds(running(tally.negatives), running(tally.positives))
    count = flagged[min(int(np.searchsorted(edges, pc, side="right")) - 1, len(flagged) - 1)]
    return np.asarray(2 * (cell >= count), np.int8)[None]


def _of_cells(edges: Floats, flagged: NDArray[np.intp], cells: int) -> Floats:
    """Return where each of so many cells is first flagged, by a rule that flags so many between edges."""
    starts = edges.copy()
    starts[-1] = np.inf
    return np.repeat(starts, steps(np.concatenate([[0], flagged, [cells]])))


def losses(placed: Placed, switch: Numbers, prior: ConditionPrior) -> Floats:
    """Return what each record adds to the expected NEC of its class under a belief, averaged over splits.

    A positive that switches at t is missed below it and costs ∫₀ᵗ x w(x) dx, a negative is flagged from
    there on and costs ∫ₜ¹ (1 − x) w(x) dx. Their averages over the two classes add up to the expected NEC.
    """
    found = np.empty(len(placed))
    for start in range(0, len(placed), CHUNK):  # of a million records all splits at once take a gigabyte
        rows = slice(start, start + CHUNK)
        zero, one = (prior.moments(switch[:, rows], power) for power in (0, 1))
        flagged = (prior.total(0) - zero) - (prior.total(1) - one)
        found[rows] = np.where(placed.is_positive[rows], one, flagged).mean(axis=0)
    return found
