"""Cross-fitted thresholds: each record is judged by thresholds that were chosen without it."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves.cells import running
from costcurves.costcurve import CostCurve
from costcurves.errors import InputError, UndefinedError
from costcurves.hull import upper_hull
from costcurves.inference.resampling import Placed, Splits
from costcurves.selection import Rule, optimal
from costcurves.tallies import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from costcurves._arrays import Floats, Numbers

__all__ = ["CrossFitted", "cross_fitted", "optimism"]


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
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
            raise InputError.because(
                must="cross-fitted thresholds are judged on the records that they were fitted on",
                came=repr(tally),
                fix="make the rule with cross_fitted(…) of these records, or use tuned_on(…)",
            )
        tally.require_both_classes("cross-fitted thresholds")
        served = [fold for part in self.parts() for fold in self._folds(part)]
        edges, fp, fn = _summed(served)
        repeats = len(served) / self.folds
        rates = (fp / (repeats * tally.total_negative), fn / (repeats * tally.total_positive))
        none = np.full(len(edges) - 1, -1)
        return CostCurve.serving(edges, *rates, none, rule=self.title, optimistic=False)

    @property
    def folds(self) -> int:
        """Number of folds of a split."""
        return int(self.placed.fold.max()) + 1 if self.placed.fold is not None else self.splits.folds

    def parts(self) -> Iterator[NDArray[np.intp]]:
        """Yield the fold of every record, once a split."""
        return self.splits.deal(self.placed)

    def _folds(self, part: NDArray[np.intp]) -> Iterator[tuple[Floats, Numbers, Numbers]]:
        """Yield what thresholds of the other folds do on each fold: edges, false positives, misses."""
        for positives, negatives, edges, cut in self._tuned(part):
            fp, tp = running(negatives)[cut], running(positives)[cut]
            yield edges, fp, tp[-1] - tp

    def _tuned(self, part: NDArray[np.intp]) -> Iterator[tuple[Numbers, Numbers, Floats, NDArray[np.intp]]]:
        """Yield both columns of each fold with the best cuts of the others."""
        stack = self.placed.stack(self.model, part, self.folds)
        whole = stack.pooled()
        for fold, (positives, negatives) in enumerate(zip(stack.positives, stack.negatives, strict=True)):
            others = (whole.positives - positives, whole.negatives - negatives)
            for column, missing in zip(others, ("positive", "negative"), strict=True):
                if not np.any(column):
                    raise UndefinedError.because(
                        must="the other folds hold both classes", came=f"no {missing}", where=f"fold {fold}",
                        fix="use fewer folds, or stratified ones",
                    )  # fmt: skip
            yield positives, negatives, *best_cuts(*others)

    def steps(self, part: NDArray[np.intp]) -> Iterator[tuple[Floats, NDArray[np.intp]]]:
        """Yield, for each fold, the edges over PC(+) and how many cells the others flag between them."""
        for *_, edges, cut in self._tuned(part):
            yield edges, cut


def best_cuts(positives: Numbers, negatives: Numbers) -> tuple[Floats, NDArray[np.intp]]:
    """Return the edges over PC(+) and, between them, how many cells the best threshold flags.

    Cells may be empty: of equal cuts the one that flags fewest cells is taken.
    """
    fp, tp = running(negatives), running(positives)
    cut = upper_hull(fp, tp)
    across, up = np.diff(fp[cut]) / fp[-1], np.diff(tp[cut]) / tp[-1]
    breakpoints = np.maximum.accumulate(across / (across + up))
    # Everybody is everybody, also where the lowest cells are empty here.
    return np.concatenate([[0.0], breakpoints, [1.0]]), np.append(cut[:-1], len(positives))


def _summed(served: list[tuple[Floats, Numbers, Numbers]]) -> tuple[Floats, Numbers, Numbers]:
    """Add step functions up: each has its edges and, between them, false positives and misses."""
    at = np.concatenate([edges[1:-1] for edges, _, _ in served])
    order = np.argsort(at, kind="stable")
    inner = np.unique(at)
    upto = np.concatenate([[0], np.searchsorted(at[order], inner, side="right")])
    fp, fn = (
        sum(fold[column][0] for fold in served)
        + running(np.concatenate([np.diff(fold[column]) for fold in served])[order])[upto]
        for column in (1, 2)
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
    >>> from costcurves import optimal
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
