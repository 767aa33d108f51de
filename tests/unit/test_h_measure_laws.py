"""The H-measure under named and stated laws of severity."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import costcurves as cc
from costcurves import Tally, examples
from costcurves.measures.costs_over_beliefs import SEVERITIES, h_measure
from tests.unit.refusals import refusal

RECORDS = Tally.from_scores(*examples.records24())
FEW = Tally.from_scores([1, 0, 1, 0, 0, 0, 0, 0, 1, 0], [9, 8, 7, 6, 5, 4, 3, 2, 1, 0])


def test_the_24_records():
    assert h_measure(RECORDS) == h_measure(RECORDS, 2, 2) == pytest.approx(0.6892747, abs=5e-8)
    assert h_measure(RECORDS, severity="symmetric") == h_measure(RECORDS, 2, 2)
    assert h_measure(RECORDS, severity="recommended") == pytest.approx(0.6853167, abs=5e-8)
    assert h_measure(RECORDS, severity="uniform") == pytest.approx(49 / 72)
    assert h_measure(RECORDS, 2, 5) == pytest.approx(0.6912917, abs=5e-8)


@pytest.mark.parametrize(
    ("ways", "law"),
    [
        ({}, (2, 1 / 0.3)),
        ({"severity": "default"}, (2, 1 / 0.3)),
        ({"severity": "recommended"}, (1.3, 1.7)),
        ({"severity": "symmetric"}, (2, 2)),
        ({"severity": "uniform"}, (1, 1)),
        ({"severity_ratio": 5}, (2, 1.2)),
        ({"severity_ratio": 0.2}, (2, 6)),
        ({"severity_ratio": 0.3 / 0.7}, (2, 1 / 0.3)),  # π₁/π₀, the default of the package
        ({"a": 3, "b": 0.7}, (3, 0.7)),
    ],
)
def test_each_law_by_quadrature(ways, law):
    p, roc = FEW.prevalence, cc.RocCurve.of(FEW)
    severity = stats.beta(*law)

    def expected(points):
        # Gauss–Legendre on 400 intervals.
        node, weight = np.polynomial.legendre.leggauss(8)
        c = ((np.arange(400)[:, None] + (node + 1) / 2) / 400).ravel()
        least = np.min([c * (1 - p) * f + (1 - c) * p * (1 - t) for f, t in points], axis=0)
        return np.dot(np.tile(weight, 400) / 800, least * severity.pdf(c))

    own = expected(list(zip(roc.fpr, roc.tpr, strict=True)))
    assert h_measure(FEW, **ways) == pytest.approx(1 - own / expected([(0, 0), (1, 1)]), abs=1e-6)


def test_a_stated_prevalence_states_the_law():
    rare = FEW.at_prevalence(0.02)
    assert h_measure(rare) == pytest.approx(h_measure(rare, 2, 50))
    assert h_measure(rare, severity="recommended") == pytest.approx(h_measure(rare, 1.02, 1.98))


def test_modes_lie_at_the_prevalence():
    for name in ("default", "recommended"):
        a, b = SEVERITIES[name](0.2)
        assert (a - 1) / (a + b - 2) == pytest.approx(0.2)
    a, b = 2, 1 + 1 / 5
    assert (a - 1) / (a + b - 2) == pytest.approx(5 / 6)  # fp/(fp + fn) where fp/fn = 5


def test_one_law_is_stated():
    assert refusal(lambda: h_measure(FEW, 2, 2, severity="uniform")) == (
        "a severity law can be given once only; got a=2, severity='uniform', severity_ratio=None"
    )
    assert "a severity law can be given once only" in refusal(
        lambda: h_measure(FEW, severity="uniform", severity_ratio=1)
    )
    assert refusal(lambda: h_measure(FEW, severity="beta")) == (
        "no such severity law 'beta'; choose from 'default', 'recommended', 'symmetric', 'uniform'"
    )
    assert (
        refusal(lambda: h_measure(FEW, severity_ratio=-1)) == "a severity ratio fp/fn must be above 0; got -1"
    )
