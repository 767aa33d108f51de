"""Intervals of numbers, crossings, operating ranges and chosen thresholds."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

import costcurves as cc
from costcurves.inference.bootstrap.chosen import ChosenThreshold, chosen_threshold, cost_plateau
from costcurves.inference.bootstrap.crossings import (
    Crossing,
    OperatingRange,
    crossing_intervals,
    operating_range_interval,
)
from costcurves.inference.bootstrap.sample import Sample
from costcurves.inference.bootstrap.statistics import difference_interval, difference_intervals, interval
from tests.oracles.cases import case
from tests.unit.refusals import refusal

E24 = case("t52_24").tally
RNG = np.random.default_rng(9)
LABELS = (RNG.random(300) < 0.4).astype(int)
WIDE = np.where(LABELS == 1, 1.5 + 2 * RNG.normal(size=300), RNG.normal(size=300))
NARROW = np.where(LABELS == 1, 1 + 0.6 * RNG.normal(size=300), RNG.normal(size=300))
ODD: Any = 3
SAMPLE = Sample.of_records(cc.Records.read(LABELS, {"wide": WIDE, "narrow": NARROW}))
COUNTS = cc.Tally.from_counts([1, 2, 3, 4], positives=[1, 4, 20, 25], negatives=[25, 20, 4, 1])


def test_a_share_has_the_spread_of_its_binomial():
    """Sensitivity at a threshold as a function of the user."""

    def sensitivity(tally):
        return float(tally.positives[tally.high >= 3].sum() / tally.total_positive)

    found = interval(COUNTS, sensitivity, method="percentile", level=0.9, replicates=20_000)
    wanted = stats.binom.ppf([0.05, 0.95], 50, 0.9) / 50
    assert (found.estimate, found.low, found.high) == pytest.approx((0.9, *wanted))
    assert found.target_words == "sensitivity on new records"


def test_the_spread_of_auc_is_that_of_its_pairs():
    """Of all pairs of a drawn positive and a drawn negative, by the variances of means over rows and columns."""
    positives, negatives = (np.repeat(E24.high, column) for column in (E24.positives, E24.negatives))
    wins = (positives[:, None] > negatives) + (positives[:, None] == negatives) / 2
    p, n = wins.shape
    rows, columns = wins.mean(axis=1).var(), wins.mean(axis=0).var()
    exact = ((n - 1) * rows + (p - 1) * columns + wins.var()) / (p * n)
    # Close to DeLong's standard error, .0461593.
    assert math.sqrt(rows / (p - 1) + columns / (n - 1)) == pytest.approx(0.0461593, abs=1e-7)
    found = interval(E24, "auc", method="normal", replicates=20_000)
    assert found.estimate == pytest.approx(wins.mean()) == pytest.approx(0.9375)
    # The high end is cut off at 1.
    assert (found.estimate - found.low) / 1.959964 == pytest.approx(math.sqrt(exact), rel=0.02)


@pytest.mark.parametrize("method", ["bca", "percentile", "basic", "normal"])
def test_every_summary_that_has_a_value_has_an_interval(method):
    for one in cc.measures.SUMMARIES:
        found = interval(E24, one.key, method=method, replicates=100)
        assert found.low <= found.high
        assert found.estimate == one(E24)


def test_what_has_no_value_is_refused():
    assert "no such summary" in refusal(lambda: interval(E24, "beauty"))
    assert "a key or a function" in refusal(lambda: interval(E24, ODD))
    assert "finite number" in refusal(lambda: interval(E24, lambda _: math.inf), cc.UndefinedError)
    tied = cc.Tally.from_counts([1, 2], positives=[1, 1], negatives=[1, 1])

    def above(tally):
        if len(tally.cells) < 2 or not tally.positives[0]:
            raise cc.UndefinedError("a positive on top")
        return 1.0

    assert "nearly all replicates" in refusal(
        lambda: interval(tied, above, replicates=200), cc.UndefinedError
    )


def test_differences_are_narrower_than_of_apart_draws():
    names = ("wide", "narrow")
    auc, area = difference_intervals(SAMPLE, ["auc", "area"], *names, replicates=300)
    assert auc == difference_interval(SAMPLE, "auc", *names, replicates=300)
    apart = [interval(SAMPLE, "auc", model=name, replicates=300) for name in names]
    assert auc.estimate == pytest.approx(apart[0].estimate - apart[1].estimate)
    assert auc.width < 2 * max(one.width for one in apart)
    assert area.target_words == "cost curve area on new records (difference)"


def test_crossings_are_found_again_in_replicates():
    (found,) = crossing_intervals(SAMPLE, "wide", "narrow", replicates=200)
    curves = [cc.rules.optimal(SAMPLE.tallies[name]) for name in ("wide", "narrow")]
    assert [found.pc.estimate] == curves[0].crossings(curves[1])
    assert (found.before, found.after) == ("wide", "narrow")
    assert found.pc.low < found.pc.estimate < found.pc.high
    assert 0.9 < found.share <= 1
    assert Crossing.from_json(found.to_json()) == found
    assert found.sentence.startswith("Above PC(+) = ")
    (turned,) = crossing_intervals(SAMPLE, "narrow", "wide", replicates=200)
    assert (turned.before, turned.after, turned.share) == ("wide", "narrow", found.share)
    assert found.to_columns()["share"] == [found.share]


def test_a_model_does_not_cross_itself():
    same = Sample.of_records(cc.Records.read(LABELS, {"a": WIDE, "b": 2 * WIDE}))
    assert crossing_intervals(same, "a", "b", replicates=20) == ()
    by_rule = crossing_intervals(SAMPLE, "wide", "narrow", rule=cc.rules.fixed(1.0), replicates=50)
    assert all(one.pc.notes == () for one in by_rule)


def test_operating_ranges_have_two_ends():
    found = operating_range_interval(COUNTS, replicates=400)
    ends = cc.RocHull.of(COUNTS).operating_range
    assert (found.low.estimate, found.high.estimate) == ends
    assert found.low.low <= ends[0] <= found.low.high <= found.high.low <= ends[1] <= found.high.high
    assert found.share == 1.0
    assert OperatingRange.from_json(found.to_json()) == found
    assert "Worth using for PC(+) from" in str(found)
    useless = cc.Tally.from_confusion(tp=1, fn=1, fp=1, tn=1)
    assert "beats the trivial" in refusal(lambda: operating_range_interval(useless), cc.UndefinedError)


def test_a_chosen_threshold_comes_with_the_plateau_of_its_cost():
    condition = cc.OperatingCondition.from_pc(0.5)
    found = chosen_threshold(COUNTS, criterion=cc.criteria.least_cost(condition), replicates=400, within=0.5)
    assert str(found) == found.sentence
    assert found.threshold.estimate == cc.criteria.least_cost(condition)(COUNTS).high == 3.0
    # Costs of the five thresholds from nobody on: 0.5, 0.26, 0.1, 0.26, 0.5.
    plateau = found.plateau
    assert plateau is not None
    assert plateau.nec == pytest.approx(0.1)
    assert (plateau.low, plateau.high, plateau.between) == (2.0, 3.0, 0.0)
    wide = cost_plateau(COUNTS, condition, within=1.6)
    assert (wide.low, wide.high) == (1.0, 4.0)
    assert wide.between == pytest.approx(0.16)
    assert wide.flagged == pytest.approx((0.26, 0.74))
    error = cost_plateau(COUNTS, condition, "standard error")
    assert error.slack == pytest.approx(math.sqrt(2 * 0.25 * 0.1 * 0.9 / 50))
    assert ChosenThreshold.from_json(found.to_json()) == found
    assert "cost at most" in " ".join(str(found).split())


def test_thresholds_of_low_scores_are_turned():
    condition = cc.OperatingCondition.from_pc(0.4)
    up = chosen_threshold(COUNTS, criterion=cc.criteria.least_cost(condition), replicates=100)
    low = cc.Tally.from_counts(-COUNTS.high, COUNTS.positives, COUNTS.negatives, lower_is_positive=True)
    down = chosen_threshold(low, criterion=cc.criteria.least_cost(condition), replicates=100)
    assert (down.threshold.low, down.threshold.high) == (-up.threshold.high, -up.threshold.low)
    assert up.plateau is not None
    assert down.plateau is not None
    assert (down.plateau.low, down.plateau.high) == (-up.plateau.high, -up.plateau.low)


def test_other_criteria_have_thresholds_too():
    found = chosen_threshold(COUNTS, criterion=cc.criteria.max_fpr(0.1), replicates=200)
    assert found.threshold.estimate == 3.0
    assert found.plateau is None
    assert found.to_columns()["criterion"] == [cc.criteria.max_fpr(0.1).title]
    assert "criterion must be a criterion" in refusal(lambda: chosen_threshold(COUNTS, criterion=ODD))
    condition = cc.OperatingCondition.from_pc(0.5)
    assert "within must be a share" in refusal(lambda: cost_plateau(COUNTS, condition, "near"))


def test_intervals_stay_within_the_range_of_the_number():
    """Of a scorer without skill H is 0 or more, on replicates always more: the correction points below 0."""
    labels = np.arange(60) % 2
    score = np.where(labels, 0, 1) + np.linspace(0, 0.5, 60)  # upside down
    sample = Sample.of_tally(cc.Tally.from_scores(labels, score))
    for key in ("h_measure", "auc", "auch", "ks"):
        found = interval(sample, key, replicates=200, method="normal")
        row = next(one for one in cc.measures.SUMMARIES if one.key == key)
        assert row.low <= found.low <= found.high <= row.high
