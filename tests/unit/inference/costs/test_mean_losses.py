"""Intervals of mean losses: by their formula on plain numbers, and where no loss varies."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

import costcurves as cc
from costcurves.errors import InputError
from costcurves.inference.costs.mean_losses import mean_loss_interval
from costcurves.inference.resampling import Placed

LABELS = np.array([1, 1, 1, 1, 0, 0, 0, 0, 0, 0])
SCORES = np.array([0.9, 0.7, 0.7, 0.2, 0.6, 0.4, 0.3, 0.3, 0.1, 0.0])


def by_hand(each: np.ndarray, prevalence: float, level: float) -> tuple[float, float]:
    """The ends from the losses of the records, class by class."""
    sides = [(prevalence, each[LABELS == 1]), (1 - prevalence, each[LABELS == 0])]
    mean = sum(share * side.mean() for share, side in sides)
    parts = [share**2 * side.var() / (len(side) - 1) for share, side in sides]
    freedom = sum(parts) ** 2 / sum(v**2 / (len(side) - 1) for v, (_, side) in zip(parts, sides, strict=True))
    reach = stats.t.ppf((1 + level) / 2, freedom) * math.sqrt(sum(parts)) / (mean * (1 - mean))
    odds = math.log(mean / (1 - mean))
    return 1 / (1 + math.exp(reach - odds)), 1 / (1 + math.exp(-reach - odds))


@pytest.mark.parametrize(("key", "power"), [("brier", 2), ("mean_absolute_error", 1)])
def test_ends_are_those_of_the_formula(key: str, power: int) -> None:
    tally = cc.Tally.from_scores(LABELS, SCORES)
    each = np.abs(SCORES - LABELS) ** power
    for one in (tally, tally.at_prevalence(0.1)):
        found = mean_loss_interval(Placed.of_tally(one), "model", key, level=0.9)
        assert (found.low, found.high) == pytest.approx(by_hand(each, one.prevalence, 0.9), rel=1e-12)
        shares = one.prevalence, 1 - one.prevalence
        wanted = sum(p * each[y == LABELS].mean() for p, y in zip(shares, (1, 0), strict=True))
        assert found.estimate == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_losses_that_do_not_vary_leave_an_interval_with_a_width(score: float) -> None:
    scores = np.where(LABELS == 1, 1 - score, score)
    found = mean_loss_interval(Placed.of_tally(cc.Tally.from_scores(LABELS, scores)), "model", "brier")
    assert found.low <= found.estimate <= found.high
    assert found.high - found.low > 0.1
    assert "Wilson" in found.method


def test_evaluations_take_the_closed_form_where_records_are_drawn_one_by_one() -> None:
    plain = cc.evaluate(LABELS, {"m": SCORES}).uncertainty(bootstrap=30)
    placed = Placed.of_tally(cc.Tally.from_scores(LABELS, SCORES), "m")
    assert plain.summary("m", "brier") == mean_loss_interval(placed, "m", "brier")
    assert "bootstrap" in plain.summary("m", "brier", method="bca").method
    weighted = cc.evaluate(LABELS, {"m": SCORES}, sample_weight=np.arange(1, 11)).uncertainty(bootstrap=30)
    assert "bootstrap" in weighted.summary("m", "brier").method


def test_scores_that_are_no_probabilities_have_none() -> None:
    with pytest.raises(InputError, match="must lie in"):
        mean_loss_interval(Placed.of_tally(cc.Tally.from_scores([1, 0], [3, 1])), "model", "brier")
