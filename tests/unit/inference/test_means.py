"""Sums of class means and their variances, against formulas written out and every sample there is."""

from __future__ import annotations

import itertools
from math import sqrt

import numpy as np
import pytest
from scipy import stats

from costcurves.inference.resampling import Placed
from costcurves.inference.variances import class_means
from tests.unit.inference.placing import drawn, placed, some_clusters, some_weights


def quantities(sample: Placed, seed: int = 0) -> np.ndarray:
    """Three numbers of each record."""
    return np.random.default_rng(seed).normal(size=(len(sample), 3))


def chunks(values: np.ndarray, size: int = 10_000) -> list[tuple[slice, np.ndarray]]:
    """Cut values into chunks of rows."""
    return [(slice(i, i + size), values[i : i + size]) for i in range(0, len(values), size)]


def part(sample: Placed, *, positive: bool) -> tuple[np.ndarray, np.ndarray]:
    """Rows and weights of a class."""
    rows = np.flatnonzero(sample.is_positive == positive)
    weight = np.ones(len(rows)) if sample.weight is None else np.asarray(sample.weight, float)[rows]
    return rows, weight


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_records_by_the_formula(seed):
    sample = placed(drawn(3, sample_weight=None if seed is None else some_weights(seed)))
    values = quantities(sample)
    found = class_means(sample, chunks(values, 7))
    for k in range(3):
        mean, variances, freedoms = 0.0, [], []
        for positive in (True, False):
            rows, w = part(sample, positive=positive)
            v, n = values[rows, k], len(rows)
            centre = sum(w * v) / sum(w)
            mean += centre
            variances.append(n / (n - 1) * sum(w**2 * (v - centre) ** 2) / sum(w) ** 2)
            freedoms.append(n - 1)
        welch = sum(variances) ** 2 / sum(s**2 / f for s, f in zip(variances, freedoms, strict=True))
        assert found.centre[k] == pytest.approx(mean)
        assert found.variance[k] == pytest.approx(sum(variances))
        assert found.freedom[k] == pytest.approx(welch)
    assert not found.covariance.size


def test_without_weights_it_is_welchs_test():
    sample = placed(drawn(4))
    values = quantities(sample)[:, :1]
    signed = values * np.where(sample.is_positive, 1, -1)[:, None]
    found = class_means(sample, chunks(signed))
    want = stats.ttest_ind(values[sample.is_positive, 0], values[~sample.is_positive, 0], equal_var=False)
    assert found.centre[0] / sqrt(found.variance[0]) == pytest.approx(want.statistic)
    assert found.freedom[0] == pytest.approx(want.df)


def test_clusters_by_the_formula():
    sample = placed(drawn(5, sample_weight=some_weights(5), cluster=some_clusters(5)))
    values = quantities(sample)
    found = class_means(sample, chunks(values, 11))
    assert sample.cluster is not None
    count = len(set(sample.cluster.tolist()))
    for k in range(3):
        mean, left = 0.0, np.zeros(count)
        for positive in (True, False):
            rows, w = part(sample, positive=positive)
            centre = sum(w * values[rows, k]) / sum(w)
            mean += centre
            for row, weight in zip(rows, w, strict=True):
                left[sample.cluster[row]] += weight * (values[row, k] - centre) / sum(w)
        assert found.centre[k] == pytest.approx(mean)
        assert found.variance[k] == pytest.approx(count / (count - 1) * sum(left**2))
        assert found.freedom[k] == count - 1


def test_clusters_of_one_record_vary_as_records_do():
    size = 40
    alone = placed(drawn(6, cluster=np.arange(size)))
    values = quantities(alone)
    want = 0.0
    for positive in (True, False):
        rows, _ = part(alone, positive=positive)
        want = want + np.var(values[rows], axis=0) / len(rows)
    assert class_means(alone, chunks(values)).variance == pytest.approx(size / (size - 1) * want)


def test_copies_in_clusters_tell_nothing_new():
    """Every record five times, in a cluster of its own: the variance is that of the single records."""
    one = placed(drawn(7, cluster=np.arange(40)))
    records = drawn(7)
    rows = np.repeat(np.arange(40), 5)
    copied = Placed(
        one.tallies, records.is_positive[rows], {m: c[rows] for m, c in one.cell.items()}, cluster=rows
    )
    values = quantities(one)
    single, many = class_means(one, chunks(values)), class_means(copied, chunks(values[rows]))
    assert many.variance == pytest.approx(single.variance)
    assert many.freedom.tolist() == single.freedom.tolist()


@pytest.mark.parametrize("columns", [{}, {"sample_weight": some_weights(8)}, {"cluster": some_clusters(8)}])
def test_covariances(columns):
    """Cov(a, b) = (Var(a + b) − Var(a) − Var(b))/2, whatever is drawn."""
    sample = placed(drawn(8, **columns))
    values = quantities(sample)
    found = class_means(sample, chunks(values, 9), together=True)
    assert np.diag(found.covariance) == pytest.approx(found.variance)
    for i, j in itertools.combinations(range(3), 2):
        both = class_means(sample, chunks(values[:, [i]] + values[:, [j]]))
        want = (both.variance[0] - found.variance[i] - found.variance[j]) / 2
        assert found.covariance[[i, j], [j, i]] == pytest.approx(want)
    apart = class_means(sample, chunks(values))
    assert apart.centre == pytest.approx(found.centre)
    assert apart.variance == pytest.approx(found.variance)


@pytest.mark.parametrize(
    "columns",
    [{}, {"sample_weight": some_weights(9)}, {"cluster": some_clusters(9)}],
    ids=["records", "weights", "clusters"],
)
def test_chunks_and_the_unit_of_weight_do_not_matter(columns):
    sample = placed(drawn(9, **columns))
    values = quantities(sample)
    found = class_means(sample, chunks(values))
    again = class_means(sample, chunks(values, 3))
    assert again.centre == pytest.approx(found.centre)
    assert again.variance == pytest.approx(found.variance)
    assert again.freedom == pytest.approx(found.freedom)
    if "sample_weight" in columns:
        heavier = placed(drawn(9, sample_weight=1000 * columns["sample_weight"]))
        assert class_means(heavier, chunks(values)).variance == pytest.approx(found.variance)


def test_the_variance_is_unbiased_over_every_sample():
    """Three positives and two negatives drawn from small populations, every draw equally likely."""
    populations = {True: [0.0, 1.0, 5.0], False: [2.0, 3.0]}
    labels = np.array([True] * 3 + [False] * 2)
    centres, variances = [], []
    for up in itertools.product(populations[True], repeat=3):
        for down in itertools.product(populations[False], repeat=2):
            sample = Placed({}, labels, {})
            found = class_means(sample, [(slice(None), np.array([*up, *down])[:, None])])
            centres.append(found.centre[0])
            variances.append(found.variance[0])
    assert np.mean(variances) == pytest.approx(np.var(centres))
    assert np.mean(centres) == pytest.approx(sum(np.mean(values) for values in populations.values()))


def test_what_never_varies_has_no_variance():
    sample = placed(drawn(10))
    found = class_means(sample, chunks(np.full((40, 1), 0.25)))
    assert (found.centre[0], found.variance[0]) == (0.5, 0.0)
    assert found.freedom[0] == 38


def test_one_record_of_a_class_leaves_its_variance_out():
    sample = Placed({}, np.array([True, False, False]), {})
    found = class_means(sample, [(slice(None), np.array([[4.0], [1.0], [2.0]]))])
    assert found.centre[0] == 5.5
    assert sqrt(found.variance[0]) == pytest.approx(np.std([1, 2], ddof=1) / sqrt(2))
