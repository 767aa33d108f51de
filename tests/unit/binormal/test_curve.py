"""The binormal curve: parameters, readings and numbers."""

from __future__ import annotations

import copy
import json
import math
import pickle
from typing import Any

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad
from scipy.special import ndtr, ndtri

from costcurves import InputError, RocCurve, UndefinedError
from costcurves.binormal import Binormal
from costcurves.space import RocPoint
from tests.unit.refusals import refusal

#: What types forbid and people write.
WRONG: Any = Binormal
UNEQUAL = Binormal.from_normals(negatives=(0, 1), positives=(2, 1.5))
SHAPES = [(1, 1), (0, 1), (-1, 1), (4 / 3, 2 / 3), (1.6568, 0.713), (0, 0.5), (0.4, 2.5), (-1, 0.7), (3, 0.1)]


@pytest.mark.parametrize(
    ("curve", "eer", "auc"),
    [
        (Binormal(a=1, b=1), 0.308538, 0.760250),
        (Binormal(a=2, b=1), 0.158655, 0.921350),
        (UNEQUAL, 0.211855, 0.866371),
    ],
)
def test_worked_numbers(curve, eer, auc):
    assert curve.eer == pytest.approx(eer, abs=5e-7)
    assert curve.auc == pytest.approx(auc, abs=5e-7)


def test_a_straight_line_on_probit_axes():
    # Of probit(FNR) against probit(FPR), as on a DET picture: slope −2/3, intercept −4/3.
    fpr = np.array([0.01, 0.2, 0.5, 0.9])
    fnr = ndtri(1 - UNEQUAL.tpr(fpr))
    assert fnr == pytest.approx(-2 / 3 * ndtri(fpr) - 4 / 3)


@pytest.mark.parametrize(("a", "b"), SHAPES)
def test_readings_follow_the_two_normal_laws(a, b):
    curve = Binormal(a, b)
    positive = stats.norm(a / b, 1 / b)
    z = np.linspace(-3, 3, 13)
    fpr, tpr = stats.norm.sf(z), positive.sf(z)
    assert curve.tpr(fpr) == pytest.approx(tpr)
    inner = np.abs(a - b * z) < 5  # beyond, a TPR in floats says little about the FPR
    assert curve.fpr(tpr[inner]) == pytest.approx(fpr[inner])
    assert curve.slope(fpr) == pytest.approx(positive.pdf(z) / stats.norm.pdf(z))
    assert curve.tpr(0.25) == pytest.approx(float(curve.tpr([0.25])[0]))
    assert isinstance(curve.tpr(0.25), float)
    assert curve.tpr(curve.eer) == pytest.approx(1 - curve.eer)
    assert curve.tpr([0, 1]).tolist() == curve.fpr([0, 1]).tolist() == [0, 1]


@pytest.mark.parametrize(
    ("a", "b", "ends"),
    [
        (1, 1, [math.inf, 0]),
        (-1, 1, [0, math.inf]),
        (0, 1, [1, 1]),
        (1, 0.5, [math.inf, math.inf]),
        (1, 2, [0, 0]),
    ],
)
def test_slope_at_the_ends(a, b, ends):
    assert Binormal(a, b).slope([0, 1]).tolist() == ends


@pytest.mark.parametrize(("a", "b"), SHAPES)
@pytest.mark.parametrize(("low", "high"), [(0, 0.2), (0.1, 0.5), (0.5, 1), (0.3, 0.9), (0, 1)])
def test_partial_areas_by_quadrature(a, b, low, high):
    curve = Binormal(a, b)
    ends = np.clip(ndtri([low, high]), -12, 12)
    area = quad(lambda z: ndtr(a + b * z) * stats.norm.pdf(z), *ends, epsabs=1e-12)[0]
    assert curve.partial_auc(low, high) == pytest.approx(area, abs=1e-11)
    if (low, high) == (0, 1):
        assert curve.partial_auc(0, 1) == pytest.approx(curve.auc, abs=1e-15)


def test_the_hook():
    assert Binormal(1, 1).hook is None
    assert Binormal(0, 1).hook is None
    assert Binormal(-1, 1).hook == (0, 1)
    assert UNEQUAL.hook is not None
    low, high = UNEQUAL.hook
    assert (low, high) == pytest.approx((ndtr(4), 1))
    for curve, inside in [(UNEQUAL, (low + 1) / 2), (Binormal(0.4, 2.5), 0.3)]:
        assert curve.hook is not None
        assert curve.hook[0] < inside < curve.hook[1]
        assert curve.tpr(inside) < inside
    assert Binormal(0.4, 2.5).tpr(0.5) > 0.5
    # A hook so far in the corner that no float is left for it.
    assert Binormal(2, 1 - 1e-9).hook is None


def test_thresholds_on_the_scale_of_scores():
    assert UNEQUAL.threshold(0.5) == 0
    assert UNEQUAL.threshold([0, 0.158655, 1]) == pytest.approx([math.inf, 1, -math.inf], abs=5e-6)
    assert Binormal(1, 1, negatives=(10, 2)).threshold(0.158655) == pytest.approx(12, abs=5e-6)
    said = refusal(lambda: Binormal(1, 1).threshold(0.5), UndefinedError)
    assert said == (
        "thresholds must be on the scale of scores; got a curve that knows their order only: use from_normals or fitted_to_scores, or state negatives=(mean, deviation)"
    )


def test_the_optimal_point_of_equal_deviations():
    # ln slope = −d′²/2 − d′z: with d′ = 2 and slope 1 the threshold lies half way.
    point = Binormal(2, 1).optimal_point(0.5)
    assert isinstance(point, RocPoint)
    assert (point.fpr, 1 - point.tpr) == pytest.approx((ndtr(-1), ndtr(-1)))
    assert Binormal(2, 1).optimal_point(0.2).fpr == pytest.approx(ndtr(-1 - math.log(4) / 2))
    assert Binormal(2, 1).optimal_point(0) == RocPoint(0.0, 0.0)
    assert Binormal(2, 1).optimal_point(1) == RocPoint(1.0, 1.0)


def test_samples_lie_on_the_curve():
    for a, b in SHAPES:
        curve = Binormal(a, b)
        roc = RocCurve.of(curve.sampled(999))
        fpr, tpr = roc.fpr[1:-1], roc.tpr[1:-1]
        # In a steep stretch an FPR in floats says little about the TPR, in a flat one the reverse.
        off = np.minimum(np.abs(curve.tpr(fpr) - tpr), np.abs(curve.fpr(tpr) - fpr))
        assert np.all(off < 1e-9)
        steps = np.diff(fpr + tpr)
        assert steps == pytest.approx(0.002 * np.rint(steps / 0.002), abs=1e-12)
        assert roc.auc == pytest.approx(curve.auc, abs=2e-5)
    assert UNEQUAL.sampled(9, positives=200, negatives=300).total_negative == pytest.approx(300)
    assert not UNEQUAL.sampled(9).counted
    said = "points must be a whole number ≥ 1; got "
    assert refusal(lambda: UNEQUAL.sampled(0)) == said + "0"
    assert refusal(lambda: WRONG.sampled(UNEQUAL, 2.5)) == said + "2.5"


def test_extreme_parameters_stay_numbers():
    for a in (-1e100, 0, 1, 30, 1e9, 1e100):
        for b in (1e-100, 1e-3, 1, 1e3, 1e100):
            curve = Binormal(a, b)
            numbers = [curve.auc, curve.eer, curve.partial_auc(0.1, 0.6), *curve.tpr([0, 0.3, 1])]
            assert np.all((np.array(numbers) >= 0) & (np.array(numbers) <= 1))
            assert not np.any(np.isnan(curve.slope([0, 0.3, 1])))
            assert len(curve.sampled(5).cells) >= 1


def test_values_and_documents():
    fitted = Binormal.fitted_to_points([0.1, 0.3, 0.6], [0.4, 0.7, 0.8], positives=50, negatives=60)
    for curve in (UNEQUAL, Binormal(1, 2), fitted):
        again = Binormal.from_json(json.loads(json.dumps(curve.to_json())))
        assert again == curve == copy.deepcopy(curve) == pickle.loads(pickle.dumps(curve))
        assert again.negatives == curve.negatives
    assert Binormal(4 / 3, 2 / 3) != UNEQUAL
    assert fitted.to_columns() == {"a": [fitted.a], "b": [fitted.b], "auc": [fitted.auc], "eer": [fitted.eer]}
    assert repr(Binormal(1, 2)) == "Binormal(a=1, b=2)"
    by_squares = Binormal.fitted_to_points([0.1, 0.3], [0.4, 0.7])
    assert fitted.fit is not None
    assert by_squares.fit is not None
    assert fitted.fit.to_columns()["freedom"] == [1]
    assert math.isnan(by_squares.fit.to_columns()["deviance"][0])


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: Binormal(1, 0),
            "a binormal curve must have b > 0, and both parameters within 1e+100; got a = 1, b = 0",
        ),
        (lambda: WRONG("1", 1), "a of a binormal curve must be a finite number; got '1'"),
        (lambda: Binormal(1, math.inf), "b of a binormal curve must be a finite number; got inf"),
        (
            lambda: Binormal.from_normals(negatives=(0, 1), positives=(1, 0)),
            "the standard deviation of positives must be above 0; got 0",
        ),
        (
            lambda: WRONG.from_normals(negatives=3, positives=(1, 1)),
            "negatives must be given by mean and standard deviation; got 3: e.g. (0, 1)",
        ),
        (lambda: Binormal(1, 1).tpr(1.2), "a false positive rate must lie in [0, 1]; got 1.2"),
        (lambda: Binormal(1, 1).partial_auc(0.5, 0.5), "the range of FPR must ascend; got 0.5 to 0.5"),
        (lambda: Binormal(1, 1).optimal_point(2), "PC(+) must lie in [0, 1]; got 2.0"),
    ],
)
def test_refusals(call, said):
    assert refusal(call, InputError) == said
