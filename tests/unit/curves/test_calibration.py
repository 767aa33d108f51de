"""Reliability: isotonic blocks, consistency bands, bins; worked numbers and other people's answers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from costcurves import InputError, Tally, UndefinedError, examples
from costcurves.curves.calibration import binned, consistency_band, reliability
from costcurves.measures.isotonic import IsotonicFit
from tests.unit.refusals import refusal

LABELS, SCORES = examples.records24()
TALLY = Tally.from_scores(LABELS, SCORES)


def drawn(seed: int, records: int = 300) -> tuple[np.ndarray, np.ndarray]:
    """Calibrated scores in steps of 0.05, and their outcomes."""
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 21, records) / 20
    labels = rng.random(records) < scores
    return labels, scores


# ---- isotonic -------------------------------------------------------------------------------


def test_the_24_records_have_five_flat_blocks():
    score, observed = reliability(TALLY)
    assert observed.tolist() == np.repeat([0, 1 / 3, 1 / 2, 3 / 4, 1], 2).tolist()
    assert score[[0, -1]].tolist() == [SCORES.min(), SCORES.max()]
    assert np.all(np.diff(score) >= 0)


def test_a_stated_prevalence_moves_the_observed_shares():
    _, observed = reliability(TALLY.at_prevalence(0.1))
    expected = [0.1 * share / (0.1 * share + 0.9 * (1 - share)) for share in (0, 1 / 3, 1 / 2, 3 / 4, 1)]
    assert observed[::2] == pytest.approx(expected)


# ---- band -----------------------------------------------------------------------------------


def test_a_band_holds_most_fits_of_calibrated_scores_at_most_places():
    inside = []
    for seed in range(30):
        labels, scores = drawn(seed)
        tally = Tally.from_scores(labels, scores)
        band = consistency_band(tally, level=0.9, resamples=150, seed=seed)
        fit = IsotonicFit.of(tally).apply(band.score)
        inside.append(np.mean((band.low <= fit) & (fit <= band.high)))
    assert 0.85 < np.mean(inside) < 0.99


def test_scores_that_are_too_high_leave_the_band():
    labels, scores = drawn(1, 2000)
    tally = Tally.from_scores(labels, np.sqrt(scores))
    band = consistency_band(tally, seed=0)
    fit = IsotonicFit.of(tally).apply(band.score)
    assert np.mean(fit < band.low) > 0.5


def test_a_single_score_has_a_binomial_band():
    tally = Tally.from_scores([1] * 30 + [0] * 70, [0.3] * 100)
    band = consistency_band(tally, level=0.8, resamples=4000, seed=2)
    # Quantiles of Binomial(100, 0.3), known to be 24 and 36.
    assert (band.low[0], band.high[0]) == pytest.approx((0.24, 0.36), abs=0.011)


def test_a_band_of_a_stated_prevalence_lies_around_the_diagonal_too():
    labels, scores = drawn(3, 4000)
    kept = labels | (np.arange(len(labels)) % 4 == 0)  # of the negatives one in four
    tally = Tally.from_scores(labels[kept], scores[kept])
    natural = tally.at_prevalence(float(labels.mean()))
    band = consistency_band(natural, seed=1)
    assert np.all(band.low - 0.02 <= band.score)
    assert np.all(band.score <= band.high + 0.02)
    fit = IsotonicFit.of(natural).apply(band.score)
    assert np.mean((band.low <= fit) & (fit <= band.high)) > 0.7
    raw = IsotonicFit.of(tally).apply(band.score)
    assert np.mean(raw > band.high) > 0.5


def test_a_band_is_the_same_for_the_same_seed_and_whatever_the_order_of_rows():
    labels, scores = drawn(4)
    order = np.random.default_rng(0).permutation(len(labels))
    one = consistency_band(Tally.from_scores(labels, scores), resamples=20, seed=5)
    assert one == consistency_band(Tally.from_scores(labels[order], scores[order]), resamples=20, seed=5)
    assert one != consistency_band(Tally.from_scores(labels, scores), resamples=20, seed=6)
    assert np.all(np.diff(one.low) >= 0)
    assert np.all(np.diff(one.high) >= 0)


def test_repeated_rows_are_whole_weights():
    labels, scores = drawn(5)
    weight = np.random.default_rng(1).integers(1, 4, len(labels))
    one = consistency_band(Tally.from_scores(labels, scores, weight), resamples=10)
    rows = np.repeat(np.arange(len(labels)), weight)
    assert one == consistency_band(Tally.from_scores(labels[rows], scores[rows]), resamples=10)


def test_a_band_of_many_scores_is_known_at_some_of_them():
    rng = np.random.default_rng(0)
    scores = rng.random(3000)
    band = consistency_band(Tally.from_scores(rng.random(3000) < scores, scores), resamples=5)
    assert len(band.score) == 500
    assert (band.score[0], band.score[-1]) == (scores.min(), scores.max())


def test_of_very_many_scores_neighbours_are_drawn_together(monkeypatch):
    rng = np.random.default_rng(6)
    scores = rng.random(25_000)
    tally = Tally.from_scores(rng.random(25_000) < scores, scores)
    quick = consistency_band(tally)
    monkeypatch.setattr("costcurves.curves.calibration.FINE", len(scores))
    slow = consistency_band(tally)
    assert len(quick.score) == len(slow.score) == 500
    for one, other in ((quick.low, slow.low), (quick.high, slow.high)):
        gap = np.interp(slow.score, quick.score, one) - other
        # Bands of 200 draws differ by chance alone; about 0.02 wide, neither is wider than the other.
        assert abs(gap.mean()) < 0.001
        assert np.abs(gap).max() < 0.03


# ---- bins -----------------------------------------------------------------------------------


def by_hand(labels, scores, weights, bins):
    """Bins of equal width in exact arithmetic: (place, mean score, observed, weight)."""
    rows: dict[int, list[Fraction]] = {}
    for label, score, weight in zip(labels, scores, weights, strict=True):
        # Edges are the floats nearest to k/bins, so that a score of 0.3 is in the bin that starts there.
        place = max(k for k in range(bins) if score >= k / bins)
        total = rows.setdefault(place, [Fraction(0)] * 3)
        total[0] += int(weight) * Fraction(score)
        total[1] += int(weight) * int(label)
        total[2] += int(weight)
    return [(k, float(s / n), float(h / n), int(n)) for k, (s, h, n) in sorted(rows.items())]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("bins", [1, 3, 10, 15])
def test_bins_of_equal_width_in_exact_arithmetic(seed, bins):
    labels, scores = drawn(seed, 80)
    weights = np.random.default_rng(seed).integers(1, 5, 80)
    found = binned(Tally.from_scores(labels, scores, weights), bins)
    expected = by_hand(labels, scores, weights, bins)
    assert found.left.tolist() == [place / bins for place, *_ in expected]
    assert found.right.tolist() == [(place + 1) / bins for place, *_ in expected]
    assert found.score == pytest.approx([row[1] for row in expected])
    assert found.observed == pytest.approx([row[2] for row in expected])
    assert found.weight.tolist() == [row[3] for row in expected]
    gaps = [abs(row[2] - row[1]) for row in expected]
    sizes = [row[3] / weights.sum() for row in expected]
    assert found.expected_calibration_error == pytest.approx(np.dot(gaps, sizes))
    assert found.maximum_calibration_error == pytest.approx(max(gaps))


def test_bins_of_equal_count():
    found = binned(Tally.from_scores([0, 1] * 6, np.arange(12) / 12), 4, spacing="count")
    assert found.weight.tolist() == [3, 3, 3, 3]
    assert found.left.tolist() == [0, 3 / 12, 6 / 12, 9 / 12]
    assert found.right.tolist() == [2 / 12, 5 / 12, 8 / 12, 11 / 12]
    assert found.observed == pytest.approx([1 / 3, 2 / 3, 1 / 3, 2 / 3])


def test_ties_are_never_split():
    scores = [0.1] + [0.5] * 8 + [0.9]
    found = binned(Tally.from_scores([0, 1] * 5, scores), 5, spacing="count")
    assert found.weight.tolist() == [1, 8, 1] or found.weight.tolist() == [9, 1]
    assert found.weight.sum() == 10
    assert np.all(found.left[1:] > found.right[:-1])


@pytest.mark.parametrize("spacing", ["width", "count"])
def test_a_stated_prevalence_reaches_every_number_of_a_bin(spacing):
    labels, scores = drawn(8)
    tally = Tally.from_scores(labels, scores)
    plain, stated = (binned(one, 5, spacing=spacing) for one in (tally, tally.at_prevalence(0.05)))
    # The same as giving every row the weight of its class.
    prevalence = labels.mean()
    weight = np.where(labels, 0.05 / prevalence, 0.95 / (1 - prevalence))
    for left, right, score, observed, share in zip(
        stated.left, stated.right, stated.score, stated.observed, stated.share, strict=True
    ):
        last = right == 1 or spacing == "count"
        rows = (scores >= left) & ((scores <= right) if last else (scores < right))
        assert score == pytest.approx(np.average(scores[rows], weights=weight[rows]))
        assert observed == pytest.approx(np.average(labels[rows], weights=weight[rows]))
        assert share == pytest.approx(weight[rows].sum() / len(labels))
    assert plain.weight.tolist() == stated.weight.tolist()
    assert np.all((stated.low <= stated.observed) & (stated.observed <= stated.high))
    assert np.all(stated.high < plain.high)


# ---- refusals -------------------------------------------------------------------------------

LOG_ODDS = Tally.from_scores([1, 0, 1], [3.0, -1.0, 0.5])


@pytest.mark.parametrize("number", [reliability, consistency_band, binned])
def test_scores_that_are_no_probabilities(number):
    message = refusal(lambda: number(LOG_ODDS))
    assert message.startswith("scores taken as probabilities must lie in [0, 1]; got scores from -1 to 3")
    with pytest.raises(UndefinedError, match="positive"):
        number(Tally.from_scores([1, 1], [0.2, 0.3]))


def test_unknown_bins_and_levels():
    assert (
        refusal(lambda: binned(TALLY, spacing="log"))
        == "no such spacing of bins 'log'; choose from 'width', 'count'"
    )
    with pytest.raises(InputError, match="level must lie strictly between 0 and 1"):
        binned(TALLY, level=1)
    with pytest.raises(InputError, match="level must lie strictly between 0 and 1"):
        consistency_band(TALLY, level=95)
    assert refusal(lambda: consistency_band(TALLY, resamples=0)) == "a band must have resamples; got 0"


@pytest.mark.parametrize("bins", [0, 2.5, -1])
def test_bins_are_counted(bins):
    assert refusal(lambda: binned(TALLY, bins)) == f"bins must be a whole number, 1 or more; got {bins!r}"


def test_weights_of_a_band_are_whole():
    tally = Tally.from_scores([1, 0, 1], [0.9, 0.4, 0.2], [0.5, 1.5, 1])
    assert refusal(lambda: consistency_band(tally)) == (
        "a consistency band needs weights that count records; got weights that are not whole: draw the diagram without a band"
    )
