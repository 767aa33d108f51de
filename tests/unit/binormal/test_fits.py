"""Estimates of binormal curves against independent optimisers, simulation and published data."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import ndtri
from scipy.stats import norm

from costcurves import InputError, Tally, UndefinedError, examples
from costcurves.binormal import Binormal
from costcurves.binormal.fits import BinormalFit, grouped
from tests.unit.refusals import refusal

#: 109 computed tomographic images rated from 5 (definitely abnormal) to 1; Hanley & McNeil (1982), table I.
ABNORMAL, NORMAL = [33, 11, 2, 2, 3], [2, 11, 6, 6, 33]
IMAGES = Tally.from_counts([5, 4, 3, 2, 1], ABNORMAL, NORMAL)


#: What types forbid and people write.
WRONG: Any = Binormal


def told(curve: Binormal) -> BinormalFit:
    """How a curve was fitted."""
    assert curve.fit is not None
    return curve.fit


def covariance(curve: Binormal) -> Any:
    """Covariance of the parameters of a fit with a likelihood."""
    assert told(curve).covariance is not None
    return told(curve).covariance


def likelihood(parameters, positives, negatives):
    """Minus the log likelihood of categories, written down from its definition; thresholds as sums of squares."""
    a, log_b, first, *steps = parameters
    thresholds = first + np.concatenate([[0], np.cumsum(np.exp(steps))])
    ends = np.concatenate([[-np.inf], thresholds, [np.inf]])
    shares = np.diff(norm.cdf(ends)), np.diff(norm.cdf(a + math.exp(log_b) * ends))
    with np.errstate(divide="ignore"):
        logs = [np.log(np.maximum(share, 1e-300)) for share in shares]
    return -float(np.dot(negatives, logs[0]) + np.dot(positives, logs[1]))


def by_simplex(positives, negatives, start=(1.0, 0.0)):
    """Greatest likelihood by a simplex and then a general quasi-Newton method."""
    positives, negatives = np.asarray(positives, float), np.asarray(negatives, float)
    begin = [*start, -1.5, *[math.log(0.5)] * (len(positives) - 2)]
    args = (positives, negatives)
    rough = minimize(
        likelihood, begin, args, method="Nelder-Mead",
        options={"maxiter": 40_000, "maxfev": 40_000, "xatol": 1e-9, "fatol": 1e-12, "adaptive": True},
    )  # fmt: skip
    fine = minimize(likelihood, rough.x, args, method="BFGS", options={"gtol": 1e-8})
    return fine.x[0], math.exp(fine.x[1]), -float(fine.fun)


def test_the_109_images():
    fitted = Binormal.fitted_to_ranks(IMAGES)
    a, b, reached = by_simplex(ABNORMAL, NORMAL)
    assert (fitted.a, fitted.b) == pytest.approx((a, b), abs=1e-5)
    assert told(fitted).log_likelihood == pytest.approx(reached, abs=1e-8)
    assert (fitted.a, fitted.b, fitted.auc) == pytest.approx((1.6568, 0.7130, 0.9113), abs=5e-5)
    assert told(fitted).freedom == 2
    assert told(fitted).steps < 10
    # G² from observed shares and the shares of the curve that the simplex found.
    best = sum(n * math.log(n / sum(row)) for row in (ABNORMAL, NORMAL) for n in row)
    assert told(fitted).deviance == pytest.approx(2 * (best - reached), abs=1e-7)


def test_standard_errors_by_differences_of_the_likelihood():
    fitted = Binormal.fitted_to_ranks(IMAGES)
    # The full matrix of second derivatives in (a, b, thresholds), by central differences.
    top = minimize(
        lambda p: likelihood([p[0], math.log(p[1]), p[2], *np.log(np.diff(p[2:]))], ABNORMAL, NORMAL),
        [fitted.a, fitted.b, -1.6, -0.7, -0.3, 0.1],
        method="Nelder-Mead",
        options={"maxiter": 20_000, "maxfev": 20_000, "xatol": 1e-10, "fatol": 1e-14},
    ).x

    def loss(p):
        return likelihood([p[0], math.log(p[1]), p[2], *np.log(np.diff(p[2:]))], ABNORMAL, NORMAL)

    step = 1e-4 * np.eye(6)
    bend = np.array(
        [
            [
                loss(top + i + j) - loss(top + i - j) - loss(top - i + j) + loss(top - i - j)
                for j in step
            ]
            for i in step
        ]
    ) / 4e-8  # fmt: skip
    assert np.linalg.inv(bend)[:2, :2] == pytest.approx(covariance(fitted), rel=1e-3)


@pytest.mark.parametrize("seed", range(6))
def test_random_tables_against_a_simplex(seed):
    rng = np.random.default_rng(seed)
    thresholds = np.sort(rng.normal(0.5, 1, 4))
    ends = np.concatenate([[-np.inf], thresholds, [np.inf]])
    negatives = rng.multinomial(90, np.diff(norm.cdf(ends)))[::-1]
    positives = rng.multinomial(70, np.diff(norm.cdf(ends, 1.2, 1.4)))[::-1]
    fitted = Binormal.fitted_to_ranks(Tally.from_counts([5, 4, 3, 2, 1], positives, negatives))
    a, b, reached = by_simplex(positives, negatives)
    assert told(fitted).log_likelihood == pytest.approx(reached, abs=1e-6)
    assert told(fitted).log_likelihood >= reached - 1e-9
    assert (fitted.a, fitted.b) == pytest.approx((a, b), abs=2e-3)


def simulated(seed, size, positive=(1.2, 1.7)):
    rng = np.random.default_rng(seed)
    scores = np.concatenate([rng.normal(0, 1, size), rng.normal(positive[0], positive[1], size)])
    return np.repeat([0, 1], size), scores


@pytest.mark.parametrize("kind", ["fitted_to_ranks", "fitted_to_scores"])
def test_parameters_are_found_again_within_their_errors(kind):
    # 60 samples of 2 × 200: estimates scatter about the truth as much as their standard errors say.
    truth = np.array([1.2 / 1.7, 1 / 1.7])
    fits = [getattr(Binormal, kind)(Tally.from_scores(*simulated(seed, 200))) for seed in range(60)]
    found = np.array([(one.a, one.b) for one in fits])
    errors = np.sqrt([np.diag(covariance(one)) for one in fits])
    standard = (found - truth) / errors
    # Means of 60 standard normal deviates stay within 4/√60, their deviations within 1 ± 4/√120.
    assert np.all(np.abs(standard.mean(axis=0)) < 4 / math.sqrt(60))
    assert np.all(np.abs(standard.std(axis=0) - 1) < 4 / math.sqrt(120))
    together = np.cov(found.T)[0, 1] / np.mean([covariance(one)[0, 1] for one in fits])
    assert 0.4 < together < 1.8
    auc = np.array([(one.auc, one.auc_error) for one in fits])
    assert abs(auc[:, 0].std() / auc[:, 1].mean() - 1) < 4 / math.sqrt(120)


def test_a_large_sample_comes_close():
    labels, scores = simulated(7, 20_000)
    for fitted in (
        Binormal.fitted_to_ranks(Tally.from_scores(labels, scores)),
        Binormal.fitted_to_scores(Tally.from_scores(labels, scores)),
    ):
        assert (fitted.a, fitted.b) == pytest.approx((1.2 / 1.7, 1 / 1.7), abs=0.03)


@pytest.mark.parametrize("bend", [np.exp, lambda s: s**3, lambda s: np.where(s > 0, np.inf, s), np.arctan])
def test_ranks_alone_matter(bend):
    labels, scores = simulated(3, 60)
    if bend(np.array([1.0]))[0] == np.inf:
        scores = np.minimum(scores, 2.0)  # ties at the top, infinite or not
        bent = np.where(scores == 2.0, np.inf, scores)
    else:
        bent = bend(scores)
    plain, other = (Binormal.fitted_to_ranks(Tally.from_scores(labels, s)) for s in (scores, bent))
    assert (plain.a, plain.b, plain.fit) == (other.a, other.b, other.fit)


def test_a_bend_changes_normal_scores():
    labels, scores = simulated(3, 60)
    plain, bent = (Binormal.fitted_to_scores(Tally.from_scores(labels, s)) for s in (scores, np.exp(scores)))
    assert abs(plain.a - bent.a) > 0.1


def test_normal_scores_by_their_moments():
    labels, scores = [0, 0, 0, 1, 1, 1], [1, 2, 3, 2, 4, 6]
    fitted = Binormal.fitted_to_scores(Tally.from_scores(labels, scores))
    s0, s1 = math.sqrt(2 / 3), math.sqrt(8 / 3)
    assert (fitted.a, fitted.b) == pytest.approx((2 / s1, s0 / s1))
    assert fitted.negatives == pytest.approx((2, s0))
    expected = norm.logpdf([1, 2, 3], 2, s0).sum() + norm.logpdf([2, 4, 6], 4, s1).sum()
    assert told(fitted).log_likelihood == pytest.approx(expected)
    assert fitted.threshold(0.5) == pytest.approx(2)
    # The scale of the scores leaves no trace in the curve.
    for scale in (1e-300, 1e300):
        other = Binormal.fitted_to_scores(Tally.from_scores(labels, np.array(scores) * scale))
        assert (other.a, other.b) == pytest.approx((fitted.a, fitted.b))


@pytest.mark.parametrize("kind", ["fitted_to_ranks", "fitted_to_scores"])
def test_weights_are_records(kind):
    labels, scores = simulated(5, 40)
    weights = np.random.default_rng(5).integers(1, 5, len(labels))
    fit = getattr(Binormal, kind)
    weighed = fit(Tally.from_scores(labels, scores, weights))
    repeated = fit(Tally.from_scores(np.repeat(labels, weights), np.repeat(scores, weights)))
    assert weighed == repeated
    order = np.random.default_rng(6).permutation(len(labels))
    assert fit(Tally.from_scores(labels[order], scores[order], weights[order])) == weighed
    # A stated prevalence changes no rate.
    assert fit(Tally.from_scores(labels, scores, weights).at_prevalence(0.01)) == weighed
    halved = fit(Tally.from_scores(labels, scores, weights / 2))
    assert (halved.a, halved.b) == pytest.approx((weighed.a, weighed.b))
    assert told(halved).log_likelihood == pytest.approx((told(weighed).log_likelihood or 0) / 2)
    assert covariance(halved) == pytest.approx(covariance(weighed) * 2)


def test_runs_of_one_class_are_one_category():
    labels = np.array([1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0])
    scores = np.arange(13)[::-1]
    runs = np.array([7, 7, 6, 5, 4, 3, 3, 2, 2, 1, 0, 0, 0])
    fitted, merged = (Binormal.fitted_to_ranks(Tally.from_scores(labels, s)) for s in (scores, runs))
    assert (fitted.a, fitted.b) == (merged.a, merged.b)
    # That is no approximation: with all 13 categories the likelihood is greatest at the same a and b.
    a, b, _ = by_simplex(labels[[0, 2, 3, 4, 5, 7, 9, 10]] * [2, 1, 1, 1, 2, 1, 1, 1],
                         (1 - labels)[[0, 2, 3, 4, 5, 7, 9, 10]] * [1, 1, 1, 1, 1, 2, 1, 3], (0.5, 0.0))  # fmt: skip
    assert (fitted.a, fitted.b) == pytest.approx((a, b), abs=1e-3)


def test_merged_categories():
    labels, scores = simulated(11, 3000)
    tally = Tally.from_scores(labels, scores)
    full, coarse = Binormal.fitted_to_ranks(tally), Binormal.fitted_to_ranks(tally, categories=20)
    assert told(coarse).freedom == 17
    assert (coarse.a, coarse.b) == pytest.approx((full.a, full.b), abs=0.02)
    for most in (3, 8, 500):
        positives, negatives = grouped(tally.positives, tally.negatives, most)
        assert len(positives) == most
        assert (positives.sum(), negatives.sum()) == (3000, 3000)
        height = np.cumsum(positives / 3000 + negatives / 3000)
        assert height == pytest.approx(2 * np.arange(1, most + 1) / most, abs=2 / 3000)
    # One heavy category may take several steps at once.
    assert [column.tolist() for column in grouped(np.array([1, 50, 1, 1]), np.array([1, 50, 1, 1]), 3)] == [
        [1, 50, 2], [1, 50, 2],
    ]  # fmt: skip
    assert Binormal.fitted_to_ranks(tally, categories=10**6) == full


def test_points_with_class_sizes_are_categories():
    fpr, tpr = np.cumsum(NORMAL)[:-1] / 58, np.cumsum(ABNORMAL)[:-1] / 51
    ranks = Binormal.fitted_to_ranks(IMAGES)
    order = [2, 0, 3, 1]
    points = Binormal.fitted_to_points(fpr[order], tpr[order], positives=51, negatives=58)
    assert (points.a, points.b) == pytest.approx((ranks.a, ranks.b))
    tally = Tally.from_points(fpr, tpr, positives=51, negatives=58)
    assert (Binormal.fitted_to_ranks(tally).a, ranks.b) == pytest.approx((ranks.a, ranks.b))
    # Trivial points and repeats say nothing.
    more = Binormal.fitted_to_points([0, *fpr, fpr[0], 1], [0, *tpr, tpr[0], 1], positives=51, negatives=58)
    assert (more.a, more.b) == pytest.approx((ranks.a, ranks.b))


def test_points_without_class_sizes_by_least_squares():
    exact = Binormal(1.3, 0.8)
    fpr = np.array([0.05, 0.2, 0.4])
    found = Binormal.fitted_to_points(fpr, exact.tpr(fpr))
    assert (found.a, found.b) == pytest.approx((1.3, 0.8))
    assert told(found).log_likelihood is None
    # Points on the border have no finite probit.
    bordered = Binormal.fitted_to_points([0, *fpr, 0.7], [0.1, *exact.tpr(fpr), 1])
    assert (bordered.a, bordered.b) == pytest.approx((1.3, 0.8))
    # The sum of squared distances grows if the line is moved or turned.
    fpr, tpr = np.array([0.05, 0.2, 0.4, 0.6]), np.array([0.3, 0.7, 0.75, 0.9])
    x, y = ndtri(fpr), ndtri(tpr)
    found = Binormal.fitted_to_points(fpr, tpr)
    by_search = minimize(lambda p: np.sum((y - p[0] - p[1] * x) ** 2) / (1 + p[1] ** 2), [1, 1], tol=1e-12).x
    assert (found.a, found.b) == pytest.approx(tuple(by_search), abs=1e-5)
    # Exchanging the classes exchanges the axes.
    other = Binormal.fitted_to_points(1 - tpr, 1 - fpr)
    assert (other.a, other.b) == pytest.approx((found.a / found.b, 1 / found.b))


@pytest.mark.parametrize(
    "rows",
    [
        "PPNN", "NNPP", "PMN", "NMP", "PN", "MPN", "PNM", "PNP", "NPN", "MNM", "MPM", "PMNMP", "NMPMN", "NMM", "MMP",
    ],
)  # fmt: skip
def test_no_likelihood_is_the_greatest(rows):
    counts = {"P": (3, 0), "N": (0, 4), "M": (2, 5)}
    positives, negatives = zip(*(counts[row] for row in rows), strict=True)
    tally = Tally.from_counts(np.arange(len(rows))[::-1], positives, negatives)
    assert refusal(lambda: Binormal.fitted_to_ranks(tally), UndefinedError) == (
        "a binormal curve of greatest likelihood needs classes that overlap in several categories; got "
        "(nearly) separable ones, which curves of b → 0 or b → ∞ fit ever better: "
        "give more records or finer scores, fit normal scores, or state a and b"
    )


@pytest.mark.parametrize(
    ("rows", "direction"),
    [("MNM", -1), ("PNP", -1), ("MPM", 1), ("NPN", 1), ("NMM", 1)],
)
def test_ever_more_extreme_curves_fit_them_ever_better(rows, direction):
    counts = {"P": (3, 0), "N": (0, 4), "M": (2, 5)}
    positives, negatives = (
        np.array(column, float) for column in zip(*(counts[row] for row in rows), strict=True)
    )
    held = np.array([negatives, positives]) > 0
    weight = np.array([negatives, positives])
    best = float(np.sum(weight[held] * np.log((weight / weight.sum(axis=1, keepdims=True))[held])))

    def missed(log_b):
        """What the best curve of a given b misses of the likelihood of the observed shares."""
        # With three categories the two thresholds and a are found on a grid, then by simplex.
        scale = math.exp(max(log_b, 0))

        def loss(p):
            return likelihood([p[0] * scale, log_b, *p[1:]], positives, negatives)

        starts = [
            (a, first, gap) for a in (-2, -0.5, 0.5, 2) for first in (-1.5, -0.5, 0.5) for gap in (-3, 0, 2)
        ]
        begin = min(starts, key=loss)
        found = minimize(loss, begin, method="Nelder-Mead", options={"maxiter": 2000, "fatol": 1e-10}).fun
        return best + float(found)

    missing = [missed(direction * log_b) for log_b in (0, 1.5, 3)]
    assert missing[0] > missing[1] > missing[2] > 0


@pytest.mark.parametrize("seed", range(40))
def test_all_other_categories_have_a_greatest_likelihood(seed):
    rng = np.random.default_rng(seed)
    positives, negatives = rng.integers(0, 4, (2, rng.integers(4, 9)))
    positives[0] = negatives[-1] = 0
    positives[1:4], negatives[1:4] = 1 + positives[1:4], 1 + negatives[1:4]  # three mixed ones
    fitted = Binormal.fitted_to_ranks(Tally.from_counts(-np.arange(len(positives)), positives, negatives))
    assert np.all(np.linalg.eigvalsh(covariance(fitted)) > 0)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: Binormal.fitted_to_ranks(Tally.from_confusion(tp=5, fn=3, fp=2, tn=9)),
            (
                "a binormal curve of greatest likelihood needs classes that overlap in several categories; got fewer "
                "than two operating points besides the trivial ones: give more records or finer scores, fit normal "
                "scores, or state a and b"
            ),
        ),
        (
            lambda: Binormal.fitted_to_scores(Tally.from_scores([1, 1, 0, 0], [1, 1, 2, 3])),
            (
                "normal laws need two distinct scores or more in each class; got one score of all positive records: state the parameters, or give more records"
            ),
        ),
        (
            lambda: Binormal.fitted_to_scores(Tally.from_scores([1, 1, 0, 0], [1, math.inf, 2, 3])),
            "normal laws can only be fitted to finite scores; got an infinite score: fit ranks instead",
        ),
        (
            lambda: Binormal.fitted_to_scores(Tally.from_scores([1, 1], [1, 2])),
            (
                "a binormal fit needs records of both classes; got no negative ones (2 × positive): give records of "
                "both classes"
            ),
        ),
        (
            lambda: Binormal.fitted_to_points([0.2, 0.2, 1], [0.5, 0.5, 1]),
            (
                "a line through probits needs two distinct points with rates other than 0 and 1; got 1: give more "
                "points, or class sizes"
            ),
        ),
        (
            lambda: Binormal.fitted_to_points([0.2, 0.4], [0.5, 0.4]),
            "a binormal curve must rise; got points whose TPR does not rise with the FPR",
        ),
        (
            lambda: Binormal.fitted_to_points([0.2, 0.2], [0.5, 0.4]),
            "a binormal curve must rise; got points whose TPR does not rise with the FPR",
        ),
    ],
)
def test_undefined(call, said):
    assert refusal(call, UndefinedError) == said


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: Binormal.fitted_to_scores(
                Tally.from_points([0.1, 0.3], [0.5, 0.8], positives=9, negatives=9)
            ),
            "normal laws can only be fitted to scores; got operating points or merged cells: fit ranks or points instead",
        ),
        (
            lambda: Binormal.fitted_to_ranks(Tally.from_points([0.1, 0.3], [0.5, 0.8])),
            "a likelihood needs a tally whose weights count records; got rates without class sizes: use Binormal.fitted_to_points",
        ),
        (
            lambda: Binormal.fitted_to_ranks(IMAGES, categories=2),
            "categories must be a whole number ≥ 3; got 2",
        ),
        (
            lambda: WRONG.fitted_to_ranks(IMAGES, categories=4.5),
            "categories must be a whole number ≥ 3; got 4.5",
        ),
        (
            lambda: Binormal.fitted_to_points([0.1, 0.3], [0.5]),
            "a point must have two rates; got 2 in fpr, 1 in tpr",
        ),
        (
            lambda: Binormal.fitted_to_points([0.1, 0.3], [0.8, 0.5], positives=10, negatives=10),
            (
                "points of one scorer must rise together in both rates; got a TPR that falls as the FPR rises: leave out class sizes to fit points of different scorers by least squares"
            ),
        ),
        (
            lambda: Binormal.fitted_to_points([0.1, 0.3], [0.5, 0.8], positives=10),
            "class sizes must be given for both classes or for neither; got positives=10, negatives=None",
        ),
        (
            lambda: WRONG.fitted_to_ranks([1, 2]),
            "a binormal fit needs a single tally; got an object of type list: make one with Tally.from_scores",
        ),
    ],
)
def test_refusals(call, said):
    assert refusal(call, InputError) == said


def test_errors_of_the_area_need_a_likelihood():
    fitted = Binormal.fitted_to_ranks(IMAGES)
    # By the delta method from differences of the AUC.
    slope = np.array(
        [Binormal(fitted.a + da, fitted.b + db).auc - Binormal(fitted.a - da, fitted.b - db).auc
         for da, db in [(1e-5, 0), (0, 1e-5)]]
    ) / 2e-5  # fmt: skip
    assert fitted.auc_error == pytest.approx(math.sqrt(slope @ covariance(fitted) @ slope), rel=1e-6)
    said = "a standard error needs a fit by maximum likelihood; got "
    assert refusal(lambda: Binormal(1, 1).auc_error, UndefinedError) == said + "stated parameters"
    by_squares = Binormal.fitted_to_points([0.1, 0.3], [0.5, 0.8])
    assert refusal(lambda: by_squares.auc_error, UndefinedError) == (
        said + "the probits of points, by least squares of distances"
    )


def test_the_24_records():
    smooth = Binormal.fitted_to_ranks(Tally.from_scores(*examples.records24()))
    assert 0.85 < smooth.auc < 1
    assert smooth.cost_curve().area < 0.25
