"""The uncertainty of an evaluation: intervals, bands and tests of what it says."""

from __future__ import annotations

from typing import Any

from costcurves._ground.documents import Shown
from costcurves.evaluation.decision_intervals import OneDecision
from costcurves.evaluation.two_models import TwoModels


class Uncertainty(OneDecision, TwoModels, Shown):
    """Intervals, bands and tests of an evaluation; make one with ``evaluation.uncertainty(…)``.

    Costs are those of thresholds that were chosen on other records than they are judged on: the
    default deals the records into folds several times and judges each fold by the best thresholds of
    the others ("cross-fitted"), which are thresholds of 1 − 1/folds of the records.

    Attributes
    ----------
    models : dict of str to Tally
    records : Records or None
    level : float
        Of confidence.
    simultaneous : bool
        Whether bands hold at all their places together, and intervals at a condition at all conditions.
    bootstrap : int
        Replicates, where a bootstrap is used; at least 20.
    seed : int
    chosen_on : "cross-fitted", "same" or mapping of str to Tally
        What thresholds are chosen on, unless a rule is given; may be given as the evaluation of other
        records, or as those records. On the same records they look too good: their intervals are
        corrected for that, as far as it is known.
    splits : Splits or None
        How cross-fitted thresholds are dealt; by default 10 × 5 folds by the seed. Not for records that
        have folds.
    n_jobs : int
        Threads that draw replicates; answers do not depend on it.
    progress : callable or None
        Called with the number of replicates done and in all, wherever some are drawn.
    name : str
        What the records are called.

    Examples
    --------
    >>> from costcurves import evaluate
    >>> from costcurves.examples import records24
    >>> labels, score = records24()
    >>> print(evaluate(labels, {"m": score}).uncertainty(level=0.9).auc("m"))
    0.9375 (90 % interval 0.7784 to 0.9831)
    """

    def to_columns(self) -> dict[str, Any]:
        """Return how intervals are made as one row."""
        return {
            "models": [", ".join(self.models)],
            "level": [self.level],
            "chosen_on": [self.chosen_on if isinstance(self.chosen_on, str) else "other records"],
            "simultaneous": [self.simultaneous],
            "bootstrap": [self.bootstrap],
            "seed": [self.seed],
        }

    def __repr__(self) -> str:
        """Name the models and the level."""
        return f"Uncertainty({', '.join(self.models)}; level={self.level:g})"
