"""Intervals of mean losses of probabilities in closed form: Brier score and mean absolute error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.inference.counts.cost_intervals import MEANS, mean_ends
from costcurves.inference.counts.rates import summed
from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.variances import CHUNK, class_moments
from costcurves.measures import proper_scores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costcurves._ground.arrays import Floats
    from costcurves.inference.resampling import Placed
    from costcurves.tallies.tally import Tally

#: By key of a summary what it is of a tally, its title, and what a distance from the outcome costs, up to 1.
MEAN_LOSSES: dict[str, tuple[Callable[[Tally], float], str, Callable[[Floats], Floats]]] = {
    "brier": (proper_scores.brier, "Brier score", np.square),
    "mean_absolute_error": (proper_scores.mean_absolute_error, "mean absolute error", np.abs),
}


def mean_loss_interval(placed: Placed, model: str, key: str, *, level: float = 0.95) -> Estimate:
    """Return the interval of a mean loss, p·(mean over positives) + (1 − p)·(mean over negatives).

    Each class mean has the interval of a rate of losses with its mean and its mean square, and the
    distances of their ends add up like the sides of a right triangle. The prevalence p is known.

    Parameters
    ----------
    placed : Placed
        Records, by their cells.
    model : str
    key : {"brier", "mean_absolute_error"}
    level : float

    Raises
    ------
    InputError
        If scores are no probabilities.

    Notes
    -----
    ``studies/brier.py`` compares it with the bootstrap over 36 populations.

    Examples
    --------
    >>> from costcurves import Tally
    >>> from costcurves.inference.resampling import Placed
    >>> tally = Tally.from_scores([1, 1, 1, 0, 0, 0, 0, 0], [0.9, 0.8, 0.4, 0.6, 0.3, 0.2, 0.2, 0.1])
    >>> print(mean_loss_interval(Placed.of_tally(tally), "model", "brier", level=0.9))
    0.1187 (90 % interval 0.04745 to 0.4523)
    """
    measured, title, loss = MEAN_LOSSES[key]
    tally = placed.tallies[model]
    centre = measured(tally)
    score = tally.direction.turned(tally.cells.high)

    def losses() -> Iterator[tuple[slice, Floats]]:
        """Yield the loss of every record, chunk by chunk."""
        for start in range(0, len(placed), CHUNK):
            rows = slice(start, start + CHUNK)
            yield rows, loss(score[placed.cell[model][rows]] - placed.is_positive[rows])[:, None]

    found = class_moments(placed, losses())
    shares = tally.prevalence, 1 - tally.prevalence
    each = zip(shares, found.mean, found.square, found.sizes(confidence(level)), strict=True)
    parts = [(p, mean, *mean_ends(mean, square, size, 1.0, level)) for p, mean, square, size in each]
    _, low, high = (float(end[0]) for end in summed(parts, found.correlation))
    ends = max(low, 0.0), min(high, 1.0)
    return Estimate(
        centre, min(ends[0], centre), max(ends[1], centre), level, MEANS, f"{title} on new records"
    )
