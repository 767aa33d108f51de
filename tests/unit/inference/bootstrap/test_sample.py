"""Samples that are drawn anew: what is a unit, what is refused, and the law of the draws."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from costcurves import Records, Tally, UndefinedError
from costcurves.inference.bootstrap.sample import Sample
from costcurves.inference.bootstrap.units import alike, coarsened
from tests.unit.refusals import refusal

RNG = np.random.default_rng(4)
LABELS = (RNG.random(40) < 0.5).astype(int)
SCORES = np.round(RNG.normal(size=40) + LABELS, 1)


def test_fractional_weights_and_unknown_sizes_are_refused():
    assert "fractional weights" in refusal(
        lambda: Sample.of_tally(Tally.from_scores([1, 0], [2, 1], [0.5, 1]))
    )
    rates = Tally.from_points([0.2], [0.8])
    assert "rates without class sizes" in refusal(lambda: Sample.of_tally(rates), UndefinedError)
    one_class = Tally.from_scores([1, 1], [2, 1])
    assert "records of both classes" in refusal(lambda: Sample.of_tally(one_class), UndefinedError)


def test_odd_numbers_and_names_are_refused():
    sample = Sample.of_tally(Tally.from_scores(LABELS, SCORES))
    for call in (
        lambda: next(sample.replicates(replicates=0)),
        lambda: next(sample.replicates(replicates=10, batch=0)),
        lambda: sample.map(lambda one: one["model"].total_positive, replicates=10, n_jobs=0),
        lambda: next(sample.replicates(replicates=True)),
        lambda: next(sample.jackknife(groups=1)),
    ):
        assert "a whole number" in refusal(call)
    assert "seed" in refusal(lambda: next(sample.replicates(replicates=10, seed=-1)))
    assert "no such model 'other'" in refusal(lambda: sample.only(["other"]))
    records = Records.read(LABELS, SCORES)
    assert "clusters" in refusal(lambda: Sample.of_records(records, cluster=True))


def test_a_draw_without_a_class_is_taken_again_and_told():
    cluster = np.where(LABELS == 1, 0, 1 + np.arange(40) % 3)
    sample = Sample.of_records(Records.read(LABELS, SCORES, cluster=cluster), cluster=True)
    values, notes = sample.map(lambda one: one["model"].total_positive, replicates=1000)
    assert np.all(values > 0)
    again = int(notes[0].split()[0])
    # All positives are in one of four clusters: it misses with (3/4)⁴, the others all miss with (1/4)⁴.
    missing = (3 / 4) ** 4 + (1 / 4) ** 4
    assert again == pytest.approx(1000 * missing / (1 - missing), rel=0.15)
    assert notes[0].endswith("draws that lacked a class were repeated")


def test_the_stated_prevalence_is_that_of_replicates():
    sample = Sample.of_tally(Tally.from_scores(LABELS, SCORES).at_prevalence(0.1))
    member = next(sample.replicates(replicates=2))["model"].members()[0]
    assert member.prevalence == 0.1


@pytest.mark.parametrize("times", [1, 30])
def test_the_number_of_draws_of_a_cell_is_binomial(times):
    """Rows drawn one by one, and like ones counted together, follow the same law."""
    tally = Tally.from_counts([1, 2, 3], [1 * times, 2 * times, 0], [2, 1, 1])
    counts, _ = Sample.of_tally(tally).map(lambda one: one["model"].positives[:, 1], replicates=4000, seed=5)
    size = 3 * times
    low, high = stats.binom.ppf([1e-3, 1 - 1e-3], size, 2 / 3).astype(int)
    values = np.arange(low, high + 1)
    wanted = 4000 * stats.binom.pmf(values, size, 2 / 3)
    found = np.array([(counts == value).sum() for value in values])
    held = wanted > 5
    assert stats.chi2.sf(((found - wanted)[held] ** 2 / wanted[held]).sum(), held.sum() - 1) > 1e-3


def test_weighted_rows_are_drawn_as_rows():
    """Two rows of weight 3 and 1: the total is 2, 4 or 6 with ¼, ½, ¼."""
    records = Records.read([1, 1, 0], [2.0, 2.0, 1.0], sample_weight=[3, 1, 2])
    totals, _ = Sample.of_records(records).map(lambda one: one["model"].total_positive, replicates=4000)
    shares = [float((totals == value).mean()) for value in (2, 4, 6)]
    assert shares == pytest.approx([0.25, 0.5, 0.25], abs=0.03)


def test_units_without_end_are_left_out_in_groups():
    label, score = np.arange(2000) % 2, RNG.normal(size=2000)
    sample = Sample.of_tally(Tally.from_scores(label, score))
    for stratum in sample.jackknife(groups=50):
        left = [(one["model"].total_positive + one["model"].total_negative, one.times) for one in stratum]
        assert np.all(np.concatenate([total for total, _ in left]) == 1980)
        assert np.concatenate([times for _, times in left]).tolist() == [1] * 50


def test_progress_is_told():
    calls = []
    sample = Sample.of_tally(Tally.from_scores(LABELS, SCORES))
    sample.map(
        lambda one: one["model"].positives[:, 0],
        replicates=250,
        progress=lambda done, replicates: calls.append((done, replicates)),
    )
    assert calls == [(100, 250), (200, 250), (250, 250)]
    assert repr(sample) == f"Sample({LABELS.sum()} + {40 - LABELS.sum()} units, model)"


def test_few_cells_stay_as_they_are():
    tally = Tally.from_scores(LABELS, SCORES)
    coarse = coarsened(tally)
    assert coarse.tally is tally
    assert coarse.moves == 0.0
    unscored = Tally.from_points([0.2], [0.8], positives=5, negatives=5)
    assert "thresholds need scores" in refusal(lambda: coarsened(unscored, [0.5], most=0))


def test_many_cells_become_few():
    label = RNG.random(30_000) < 0.3
    tally = Tally.from_scores(label, RNG.normal(size=30_000) + label)
    merged, coarse = Sample.of_tally(tally).coarsened({"model": [0.25]})
    assert len(merged.tallies["model"].cells) < 700
    assert merged.strata[0].size == label.sum()
    assert 0 < coarse["model"].moves < 0.01


def test_like_rows_are_found_in_any_order():
    first, times = alike([np.array([2, 1, 2, 1, 2]), np.array([0.5, 0.5, 0.5, 0.5, 1.5])])
    assert first.tolist() == [1, 0, 4]
    assert times.tolist() == [2, 2, 1]


def test_class_sizes_move_where_records_weigh_unlike():
    label, score = [1, 1, 0, 0, 1], [5, 4, 3, 2, 1]
    moving = {
        name: Sample.of_records(Records.read(label, {"m": score}, sample_weight=weight)).moving
        for name, weight in (("none", None), ("alike", [2] * 5), ("unlike", [1, 2, 1, 1, 1]))
    }
    assert moving == {"none": False, "alike": False, "unlike": True}
