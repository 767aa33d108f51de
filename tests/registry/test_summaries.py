"""Every summary: range, direction, weights, order, prevalence, merged cells."""

from __future__ import annotations

import math

import numpy as np
import pytest

from costcurves import InputError, Tally, UndefinedError
from costcurves.measures.summaries import SUMMARIES
from tests.members import each
from tests.registry.samples import CHANGES, SAMPLES, STATED, reweighed, sample


def rows_without(keys):
    """A case for each summary but these."""
    rows = [row for row in SUMMARIES if row.key not in keys]
    return pytest.mark.parametrize("row", rows, ids=lambda row: row.key)


ROWS = rows_without(())
#: These read scores as probabilities; all others see their order only.
OF_SCORES = {row.key for row in SUMMARIES if row.probabilities}
#: These need every threshold: merged cells hide some.
OF_EVERY_CUT = {"average_precision", "nearest_eer", "fvc_eer"}
#: One prevalence is as good as another for these, also of those that could depend on it.
WITH_PREVALENCE = {row.key for row in SUMMARIES if row.undefined} - {"balanced_brier"}
#: What one side of a score adds to its loss: a better ranking may well have less of it, or more.
PARTS = {"reliability", "resolution", "miscalibration", "discrimination"}
#: How far these go hangs on the prevalence.
PERFECT = {"gains_area": 2 / 3}
WRONG = {
    "brier_skill": -3.0,  # p = ½
    "average_precision": 0.5,
    "precision_recall_area": 1 - np.log(2),
    "precision_recall_hull_area": 0.5,
    "precision_recall_gain_area": -0.5,  # 1 − 1/TPR rises from −1 to 0, straight over recall gain
    "gains_area": 0.25,
}


@ROWS
@each("name", SAMPLES)
def test_values_lie_in_the_range(row, name):
    value = row(SAMPLES[name].tally())
    assert row.low - 1e-14 <= value <= row.high + 1e-14


@rows_without(PARTS)
def test_a_perfect_ranking_is_the_best_and_a_constant_score_useless(row):
    best, worst = (row.high, row.low) if row.better == "high" else (row.low, row.high)
    assert row(sample([1, 1, 0], [1, 1, 0]).tally()) == pytest.approx(PERFECT.get(row.key, best))
    useless = row(sample([1, 0], [0.5, 0.5]).tally())
    wrong = row(sample([1, 0], [0, 1]).tally())
    assert wrong == pytest.approx(WRONG.get(row.key, worst))
    between = sorted([best, wrong])
    assert between[0] <= useless <= between[1]


@rows_without(PARTS)
def test_putting_two_neighbours_in_order_never_makes_it_worse(row):
    sign = 1 if row.better == "high" else -1
    rng = np.random.default_rng(6)
    for _ in range(40):
        labels = rng.permutation([True] * 4 + [False] * 6)
        scores = np.linspace(0.95, 0.05, 10)
        wrong = np.flatnonzero(~labels[:-1] & labels[1:])
        if not wrong.size:
            continue
        swapped = labels.copy()
        swapped[wrong[0]], swapped[wrong[0] + 1] = True, False
        before, after = (row(sample(y, scores).tally()) for y in (labels, swapped))
        assert sign * after >= sign * before - 1e-14


@ROWS
@each("change", CHANGES.values(), ids=CHANGES.keys())
@each("name", SAMPLES)
def test_order_and_repetition_change_nothing(row, change, name):
    s = SAMPLES[name]
    assert row(change(s).tally()) == pytest.approx(row(s.tally()), rel=1e-12, abs=1e-14)


@ROWS
@each("prevalence", STATED)
@each("name", SAMPLES)
def test_a_stated_prevalence_is_that_of_a_sample(row, prevalence, name):
    s = SAMPLES[name]
    stated, physical = s.tally().at_prevalence(prevalence), reweighed(s, prevalence).tally()
    assert row(stated) == pytest.approx(row(physical), rel=1e-9, abs=1e-12)
    if row.key not in WITH_PREVALENCE:
        assert row(stated) == row(s.tally())


@rows_without(OF_SCORES)
@each("name", SAMPLES)
def test_only_the_order_of_scores_counts(row, name):
    s = SAMPLES[name]
    for scores in (
        np.exp(5 * s.scores),
        s.scores**3 - 7,
        np.where(s.scores == s.scores.max(), np.inf, s.scores),
    ):
        assert row(Tally.from_scores(s.labels, scores, s.weights)) == row(s.tally())


@ROWS
@each("name", SAMPLES)
def test_merged_cells_keep_the_value_or_are_refused(row, name):
    tally = SAMPLES[name].tally()
    small = tally.compact()
    if row.key in OF_SCORES | OF_EVERY_CUT and not small.cells.is_exact:
        with pytest.raises(InputError, match=r"needs every (score|threshold)"):
            row(small)
    else:
        assert row(small) == pytest.approx(row(tally), rel=1e-14)


#: Of the scores 0.2 and 0.1 of two negatives, and of two positives, by the formulas.
ONE_CLASS = {
    "brier": [0.025, 0.725],
    "log_loss": [-math.log(0.8 * 0.9) / 2, -math.log(0.2 * 0.1) / 2],
    "mean_absolute_error": [0.15, 0.85],
}


@ROWS
def test_undefined_where_said(row):
    bare = Tally.from_points([0.1, 0.3], [0.5, 0.7])
    if "prevalence" in row.undefined:
        with pytest.raises(UndefinedError, match="the prevalence must be known"):
            row(bare)
    elif "scores" in row.undefined:
        with pytest.raises(InputError, match="scores taken as probabilities"):
            row(bare)
        with pytest.raises(InputError, match="scores taken as probabilities"):
            row(Tally.from_scores([1, 0], [2, 0]))
    else:
        assert row.undefined == ""
        assert row.low <= row(bare) <= row.high
    for one in ([1, 1], [0, 0]):
        if row.of_one_class:
            assert row(Tally.from_scores(one, [0.2, 0.1])) == pytest.approx(ONE_CLASS[row.key][one[0]])
            continue
        with pytest.raises(UndefinedError, match="needs records of both classes"):
            row(Tally.from_scores(one, [0.2, 0.1]))
