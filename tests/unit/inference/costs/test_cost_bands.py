"""Bands of cost: each rule has its target, and each target its interval."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from costcurves import ConditionPrior, Records, Tally
from costcurves.inference.costs.cost_bands import SHARE_OF_OPTIMISM, CostSample
from costcurves.inference.costs.crossfit import cross_fitted
from costcurves.inference.counts.cost_intervals import nec_interval
from costcurves.inference.resampling import Placed
from costcurves.inference.targets import Target
from costcurves.rules import fixed, optimal, tuned_on

RNG = np.random.default_rng(2)
LABELS = (RNG.random(300) < 0.4).astype(int)
SCORES = RNG.normal(size=300) + 1.2 * LABELS
TALLY = Tally.from_scores(LABELS, SCORES)
X = np.linspace(0, 1, 21)


def sample(**more) -> CostSample:
    """The sample, of rows where there is more to say."""
    if not more:
        return CostSample(Placed.of_tally(TALLY))
    records = Records.read(LABELS, SCORES, **more)
    return CostSample(Placed.of_records(records, {"model": records.tally("model")}))


def test_a_given_threshold_has_the_interval_of_its_counts():
    found = sample().interval(0.3, fixed(0.5))
    fn, fp = int(((SCORES < 0.5) & (LABELS == 1)).sum()), int(((SCORES >= 0.5) & (LABELS == 0)).sum())
    wanted = nec_interval(fn=fn, positives=LABELS.sum(), fp=fp, negatives=300 - LABELS.sum(), pc=0.3)
    assert (found.estimate, found.low, found.high) == pytest.approx(
        (wanted.estimate, wanted.low, wanted.high)
    )
    assert found.target is Target.GIVEN


def test_the_default_is_cross_fitted_and_says_so():
    band = sample().band(X)
    assert band.estimate == pytest.approx(cross_fitted(TALLY)(TALLY)(X))
    assert band.target is Target.CROSS_FITTED


def test_best_thresholds_are_corrected_for_their_optimism():
    band = sample().band(X, optimal)
    plain, anew = optimal(TALLY)(X), cross_fitted(TALLY)(TALLY)(X)
    wanted = np.minimum(plain + SHARE_OF_OPTIMISM * (anew - plain), np.minimum(X, 1 - X))
    assert band.estimate == pytest.approx(wanted)
    assert np.all(band.high <= np.minimum(X, 1 - X) + 1e-12)
    assert band.target is Target.BEST


def test_simultaneous_bands_hold_pointwise_ones():
    for rule in (None, optimal, fixed(0.3), tuned_on(Tally.from_scores(LABELS[:150], SCORES[:150]))):
        narrow, wide = sample().band(X, rule), sample().band(X, rule, simultaneous=True)
        assert np.all(wide.low <= narrow.low)
        assert np.all(wide.high >= narrow.high)
        assert wide.estimate == pytest.approx(narrow.estimate)


def test_one_threshold_needs_less_than_many():
    # The cost of one threshold is a line: two numbers decide it everywhere.
    widths = {}
    for name, rule in (("line", fixed(0.5)), ("curve", None)):
        pointwise, together = sample().band(X, rule), sample().band(X, rule, simultaneous=True)
        widths[name] = np.mean((together.high - together.low) / (pointwise.high - pointwise.low))
    assert 1 < widths["line"] < widths["curve"]


def test_unit_weights_and_clusters_of_one_change_little():
    plain = sample().band(X, fixed(0.5))
    weighted = sample(sample_weight=np.ones(300)).band(X, fixed(0.5))
    apart = sample(cluster=np.arange(300)).band(X, fixed(0.5))
    assert weighted.estimate == pytest.approx(plain.estimate)
    assert weighted.low == pytest.approx(plain.low, abs=2e-3)
    assert apart.high == pytest.approx(plain.high, abs=5e-3)


def test_clusters_of_alike_records_widen_intervals():
    records = Records.read(np.repeat(LABELS, 3), np.repeat(SCORES, 3), cluster=np.repeat(np.arange(300), 3))
    thrice = CostSample(Placed.of_records(records, {"model": records.tally("model")}))
    apart = CostSample(Placed.of_tally(records.tally("model")))
    found, naive, once = (one.band(X, fixed(0.5)) for one in (thrice, apart, sample()))
    assert np.mean(found.high - found.low) == pytest.approx(np.mean(once.high - once.low), rel=0.02)
    assert np.mean(naive.high - naive.low) < 0.62 * np.mean(found.high - found.low)


def test_expected_costs_are_averages_of_costs():
    x = (np.arange(4000) + 0.5) / 4000
    prior = ConditionPrior.uniform()
    for rule in (fixed(0.5), None):
        found = sample().expected(prior, rule)
        curve = (rule or cross_fitted(TALLY))(TALLY)
        assert found.estimate == pytest.approx(curve(x).mean(), abs=1e-5)
        assert found.low < found.estimate < found.high


def test_rates_of_a_threshold():
    found = sample().rates(fixed(0.5), 0.9)
    assert found["tpr"].estimate == pytest.approx(np.mean(SCORES[LABELS == 1] >= 0.5))
    assert found["fpr"].estimate == pytest.approx(np.mean(SCORES[LABELS == 0] >= 0.5))
    assert found["tpr"].level == 0.9


def test_a_given_threshold_needs_no_cross_fitting():
    one = CostSample(Placed.of_tally(Tally.from_confusion(tp=1, fn=0, fp=2, tn=8)))
    found = one.interval(0.5, fixed(0.5))
    assert found.estimate == pytest.approx(0.1)
    assert found.high > 0.4  # one positive says little


# ---- where the records show no spread -----------------------------------------------------------

EVERY = ConditionPrior.uniform()


def sample_of(labels, score, **more) -> CostSample:
    """A model on its records."""
    records = Records.read(labels, {"m": score}, **more)
    return CostSample(Placed.of_records(records, {"m": records.tally("m")}), "m")


def test_nobody_errs_and_still_a_belief_is_not_certain():
    """None of eight err: by Clopper and Pearson up to 37 of 100 may, of either class."""
    found = sample_of([1] * 8 + [0] * 8, [0.9] * 8 + [0.1] * 8).expected(EVERY, fixed(0.5))
    most = 0.5 * stats.beta.ppf(0.975, 1, 8)
    assert (found.estimate, found.low) == (0, 0)
    assert found.high == pytest.approx(np.hypot(most, most))


@pytest.mark.parametrize("columns", [{}, {"sample_weight": [1.5] * 16}, {"cluster": list(range(8)) * 2}])
def test_a_belief_of_a_point_has_the_interval_at_its_condition(columns):
    rng = np.random.default_rng(2)
    labels = np.repeat([1, 0], 8)
    one = sample_of(labels, rng.normal(size=16) + labels, **columns)
    for pc in (0.1, 0.5):
        there, belief = one.interval(pc, fixed(0.4)), one.expected(ConditionPrior.point(pc), fixed(0.4))
        for end in ("estimate", "low", "high"):
            assert getattr(belief, end) == pytest.approx(getattr(there, end))


def test_the_best_thresholds_are_never_dearer_than_nobody_or_everybody():
    """Scores without any sense: the cheaper of both costs ∫ min(x, 1 − x) dx = ¼ on average."""
    rng = np.random.default_rng(3)
    one = sample_of(rng.integers(0, 2, 60), rng.normal(size=60))
    found = one.expected(EVERY, optimal)
    assert found.low < found.estimate <= found.high <= 0.25
    band = one.band([0.05, 0.5, 0.95], optimal)
    assert np.all(band.high <= np.array([0.05, 0.5, 0.05]) + 1e-12)
    assert np.all(band.low < band.estimate)


def test_the_doubt_about_optimism_grows_with_the_level():
    one = sample_of(*drawn_scores())
    narrow, wide = (one.band([0.5], optimal, level) for level in (0.5, 0.99))
    assert wide.high[0] - wide.low[0] > 2 * (narrow.high[0] - narrow.low[0])


def drawn_scores() -> tuple[np.ndarray, np.ndarray]:
    """Eighty records of a middling scorer."""
    rng = np.random.default_rng(4)
    labels = np.arange(80) % 2
    return labels, rng.normal(size=80) + labels
