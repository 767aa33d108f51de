"""The isotonic fit: blocks of the hull as probabilities."""

from __future__ import annotations

import copy
import math
from typing import Any

import numpy as np
import pytest

from costcurves import InputError, Tally, UndefinedError, examples
from costcurves.measures.isotonic import IsotonicFit
from tests.unit.refusals import refusal

LABELS, SCORES = examples.records24()
FIT = IsotonicFit.of(Tally.from_scores(LABELS, SCORES))


def pooled(labels, scores, weights=None):
    """Pool adjacent violators, record by record, from the lowest score up: value of each score."""
    weights = np.ones(len(labels)) if weights is None else weights
    blocks: list[Any] = []
    for score in np.unique(scores):
        here = scores == score
        blocks.append([float(np.sum(weights[here] * labels[here])), float(np.sum(weights[here])), [score]])
        while len(blocks) > 1 and blocks[-2][0] * blocks[-1][1] >= blocks[-1][0] * blocks[-2][1]:
            hits, size, members = blocks.pop()
            blocks[-1] = [blocks[-1][0] + hits, blocks[-1][1] + size, blocks[-1][2] + members]
    return {score: hits / size for hits, size, members in blocks for score in members}


def test_the_24_records():
    # Blocks of 7+0, 3+1, 1+1, 1+2 and 0+8 records.
    assert FIT.positives.tolist() == [7, 3, 1, 1, 0]
    assert FIT.negatives.tolist() == [0, 1, 1, 2, 8]
    assert FIT.probability.tolist() == [1, 3 / 4, 1 / 2, 1 / 3, 0]
    assert FIT.balanced.tolist() == pytest.approx([1, 3 / 4, 1 / 2, 1 / 3, 0])
    assert FIT.share == pytest.approx(np.array([7, 4, 2, 3, 8]) / 24)
    expected = [math.inf, math.log(3), 0, -math.log(2), -math.inf]
    assert FIT.log_likelihood_ratio == pytest.approx(expected)
    assert FIT.low == pytest.approx([0.847632, 0.656344, 0.505507, 0.217968, 0.003560], abs=5e-7)
    assert FIT.high[0] == SCORES.max()
    assert FIT.low[-1] == SCORES.min()


@pytest.mark.parametrize("seed", range(8))
def test_blocks_are_those_of_pooling_adjacent_violators(seed):
    rng = np.random.default_rng(seed)
    labels = rng.permutation([True] * 13 + [False] * 17)
    scores = rng.integers(0, 12, 30) / 12
    weights = rng.integers(1, 5, 30)
    fit = IsotonicFit.of(Tally.from_scores(labels, scores, weights))
    values = pooled(labels, scores, weights)
    assert fit.apply(scores).tolist() == [values[score] for score in scores]
    assert np.all(np.diff(fit.probability) < 0)


def test_a_stated_prevalence_moves_the_log_odds():
    fit = IsotonicFit.of(Tally.from_scores(LABELS, SCORES).at_prevalence(0.1))
    with np.errstate(divide="ignore"):
        odds = np.log(fit.probability[1:-1] / (1 - fit.probability[1:-1]))
    assert odds == pytest.approx(fit.log_likelihood_ratio[1:-1] + math.log(0.1 / 0.9))
    assert fit.log_likelihood_ratio.tolist() == FIT.log_likelihood_ratio.tolist()
    assert fit.balanced.tolist() == FIT.balanced.tolist()
    assert fit.probability @ fit.share == pytest.approx(0.1)


def test_a_block_serves_from_its_smallest_score_up():
    fit = IsotonicFit.of(Tally.from_scores([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.2]))
    assert fit.low.tolist() == [0.9, 0.4, 0.2]
    assert fit.high.tolist() == [0.9, 0.6, 0.2]
    assert fit.apply([math.inf, 0.9, 0.8999, 0.4, 0.3999, 0.2, -math.inf]).tolist() == [
        1,
        1,
        0.5,
        0.5,
        0,
        0,
        0,
    ]
    assert len(fit) == 3
    assert "score must have no missing values" in refusal(lambda: fit.apply([math.nan]))


def test_infinite_scores_have_their_block():
    fit = IsotonicFit.of(Tally.from_scores([1, 0, 0], [math.inf, 1.0, -math.inf]))
    assert fit.apply([math.inf, 1e300, -math.inf]).tolist() == [1, 0, 0]


def test_merged_cells_keep_the_fit():
    compact = Tally.from_scores(LABELS, SCORES).compact()
    assert IsotonicFit.of(compact) == FIT
    assert copy.deepcopy(FIT) == FIT


def test_refusals():
    with pytest.raises(UndefinedError, match="an isotonic fit needs records of both classes"):
        IsotonicFit.of(Tally.from_scores([1, 1], [2, 1]))
    bare = Tally.from_points([0.2], [0.7])
    with pytest.raises(UndefinedError, match="the prevalence must be known"):
        IsotonicFit.of(bare)
    fit = IsotonicFit.of(bare.at_prevalence(0.5))
    assert fit.probability.tolist() == pytest.approx([7 / 9, 3 / 11])
    with pytest.raises(InputError, match="operating points without thresholds"):
        fit.apply([0.3])
