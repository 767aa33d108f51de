"""Scores taken as probabilities: what rounding put beyond [0, 1] is clipped, and odds can be moved."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground import arrays
from costcurves.errors import Code, InputError, UndefinedError, exact
from costcurves.tallies.cells import Cells, Direction
from costcurves.tallies.published import count_cells
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats

#: What a few operations are off by, in units of the last place of 1.
_FEW = 4


def slack(scores: Floats) -> float:
    """Return how far beyond [0, 1] rounding may have put scores: 4 eps of their own precision.

    Scores that float32 holds exactly, every one, are taken to have been computed in it.

    Examples
    --------
    >>> slack(np.array([0.3, 1.0])) == 4 * 2.0**-52, slack(np.array([0.5, 1 + 2.0**-23])) == 4 * 2.0**-23
    (True, True)
    """
    with np.errstate(over="ignore"):
        single = np.array_equal(scores.astype(np.float32).astype(np.float64), scores)
    return _FEW * float(np.finfo(np.float32 if single else np.float64).eps)


def as_probability(score: Floats, odds: float = 1.0) -> Floats:
    """Clip scores to [0, 1], and multiply their odds (Bayes' theorem for another share of positives).

    Examples
    --------
    >>> as_probability(np.array([0.95, 1.0]), odds=1 / 99).round(6).tolist()
    [0.161017, 1.0]
    """
    share = np.clip(score, 0.0, 1.0)
    return share if odds == 1 else moved(share, odds)


def moved(share: Floats | float, odds: float) -> Floats:
    """Move shares of positives by a ratio of prior odds."""
    return np.asarray(odds * share / (odds * share + (1 - share)))


def odds_between(share: float, other: float) -> float:
    """Return the odds of another share of positives over those of this one."""
    return other / (1 - other) * ((1 - share) / share)


def recalibrated(tally: Tally, share: float, *, calibrated_at: float | None = None) -> Tally:
    """Return a tally whose scores, taken as probabilities, are those where another share is positive.

    By Bayes' theorem the odds of every score are multiplied by the odds of the share over those of the share
    at which scores are calibrated. Order and thresholds stay those of the scores as given.

    Parameters
    ----------
    tally : Tally
    share : float
        Share of positives where the model is used, in (0, 1).
    calibrated_at : float, optional
        Share of positives at which the scores are probabilities; by default that of the records.

    Raises
    ------
    UndefinedError
        If that share is not known, or the records are of one class.

    References
    ----------
    Elkan (2001), The foundations of cost-sensitive learning, IJCAI.

    Examples
    --------
    >>> balanced = Tally.from_scores([1, 0], [0.95, 0.1])
    >>> probabilities_of(recalibrated(balanced, 0.01), "an example").high.round(6).tolist()
    [0.161017, 0.001121]
    """
    share = arrays.inner_share(share, "the share of positives to recalibrate to")
    if calibrated_at is None:
        Tally.require(tally, "recalibration").require_both_classes("recalibration")
        if not tally.counted:
            raise UndefinedError(
                "recalibration needs the share of positives that scores are calibrated at",
                "rates without class sizes",
                "state it with calibrated_at=",
            )
        calibrated_at = float(tally.total_positive / (tally.total_positive + tally.total_negative))
    own = arrays.inner_share(calibrated_at, "the share of positives that scores are calibrated at")
    return dataclasses.replace(tally, odds=odds_between(own, share))


def probabilities_of(tally: Tally, purpose: str, instead: str = "", *, both_classes: bool = True) -> Tally:
    """Return the tally of the scores as probabilities: of most tallies the same one.

    Scores beyond [0, 1] by rounding count as 0 or 1, and odds are moved where the scores are recalibrated.

    Parameters
    ----------
    tally : Tally
    purpose : str
        What needs probabilities.
    instead : str
        What else can be done about scores that are none.
    both_classes : bool
        Whether records of one class only are refused.

    Raises
    ------
    InputError
        If not every record has a score in [0, 1].
    UndefinedError
        If there are records of one class only.
    """
    Tally.require(tally, purpose)
    if both_classes:
        tally.require_both_classes(purpose)
    least, greatest = tally.source.ends() if tally.total_positive + tally.total_negative else (0.0, 0.0)
    inside = least >= 0 and greatest <= 1
    if not tally.scored or not (inside or _within_rounding(tally, least, greatest)):
        raise _no_probabilities(tally, least, greatest, instead)
    if isinstance(tally.source, Cells) and not tally.source.is_exact:
        raise InputError(f"{purpose} needs every score", "a compact tally", "use the tally before compact()")
    if inside and tally.odds == 1:
        return tally
    found: Tally = tally.remembered("probabilities", lambda: _taken(tally))
    return found


def clipped(tally: Tally) -> float:
    """Return the weight of the records whose scores count as 0 or 1 since rounding put them beyond.

    Examples
    --------
    >>> (
    ...     clipped(Tally.from_scores([1, 0], [1 + 2.0**-52, 0.5])),
    ...     clipped(Tally.from_scores([1, 0], [1.1, 0.5])),
    ... )
    (1.0, 0.0)
    """
    if not tally.scored or not tally.total_positive + tally.total_negative:
        return 0.0
    least, greatest = tally.source.ends()
    if (least >= 0 and greatest <= 1) or not _within_rounding(tally, least, greatest):
        return 0.0
    cells = tally.cells
    rows = (cells.high < 0) | (cells.high > 1)
    return float((cells.positives[rows] + cells.negatives[rows]).sum())


def _within_rounding(tally: Tally, least: float, greatest: float) -> bool:
    """Tell whether ends lie beyond [0, 1] by no more than rounding."""
    if tally.direction is Direction.LOW:
        return False
    off = max(-least, greatest - 1)
    return off <= _FEW * float(np.finfo(np.float32).eps) and off <= slack(tally.cells.high)


def _taken(tally: Tally) -> Tally:
    """Make the tally of probabilities; scores that become equal share a cell."""
    cells = tally.cells
    score = as_probability(cells.high, tally.odds)
    made = count_cells(score, cells.positives, cells.negatives, Direction.HIGH)
    return dataclasses.replace(tally, source=made, odds=1.0)


def _no_probabilities(tally: Tally, least: float, greatest: float, instead: str) -> InputError:
    """Word that scores are no probabilities of the positive class."""
    if tally.scored and tally.direction is Direction.LOW:
        return InputError(
            "scores taken as probabilities must be those of the positive class",
            "a model whose low scores mean positive",
            f"give 1 − score for a probability of the negative class{instead}",
            code=Code.NOT_PROBABILITIES,
        )
    return InputError(
        "scores taken as probabilities must lie in [0, 1]",
        f"scores from {exact(least)} to {exact(greatest)}" if tally.scored else "no scores",
        f"calibrate them{instead}",
        code=Code.NOT_PROBABILITIES,
    )
