"""Summaries of a tally in one number."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import costcurves as cc
from costcurves import Tally, UndefinedError, examples
from costcurves.measures.costs_over_beliefs import h_convention, h_measure
from costcurves.measures.proper_scores import brier
from costcurves.measures.summaries import SUMMARIES
from tests.unit.refusals import refusal

LABELS, SCORES = examples.records24()
RECORDS = Tally.from_scores(LABELS, SCORES)
BY_KEY = {row.key: row for row in SUMMARIES}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        # 24 records of Shmueli, Patel & Bruce (2010), table 5.2; corners (0,7) (1,10) (2,11) (4,12) of 12.
        ("auc", 135 / 144),
        ("auch", 138 / 144),
        ("gini", 126 / 144),
        ("area", 23 / 288),
        ("ks", 10 / 12 - 1 / 12),
        ("eer", 1 / 8),  # env(½)
        ("least_error", 1 / 8),
        ("brier", float(np.mean((SCORES - LABELS) ** 2))),
    ],
)
def test_the_24_records(key, value):
    assert BY_KEY[key](RECORDS) == pytest.approx(value, rel=1e-14)


def test_h_measure_of_a_published_example():
    # The readme of the hmeasure 0.1 package for Python prints this value.
    labels = [1, 1, 0, 1, 1, 0, 1, 1, 1, 0]
    scores = [
        0.84901876, 0.10282827, 0.43752488, 0.46004468, 0.90878931,
        0.79177719, 0.5297229, 0.13803906, 0.73166264, 0.22959056,
    ]  # fmt: skip
    assert h_measure(Tally.from_scores(labels, scores)) == pytest.approx(0.18889596344769588, rel=1e-12)


def test_h_measure_under_a_uniform_severity():
    # Beta(1, 1): 1 − Brier(isotonic)/(p·(1 − p)); the isotonic estimates are 1, ¾, ½, ⅓, 0 on five blocks.
    isotonic = (4 * (3 / 4) * (1 / 4) + 2 * (1 / 2) * (1 / 2) + 3 * (1 / 3) * (2 / 3)) / 24
    assert h_measure(RECORDS, 1, 1) == pytest.approx(1 - isotonic / 0.25)
    assert h_measure(Tally.from_scores([1, 0], [2, 1])) == 1
    assert h_measure(Tally.from_scores([1, 0], [1, 2])) == 0


def test_the_severity_law_of_h():
    few = Tally.from_scores([1, 0, 0, 0], [4, 3, 2, 1])
    assert h_convention(few) == "severity fp/(fp + fn) ~ Beta(2, 4), i.e. Beta(2, 1/prevalence)"
    assert h_measure(few) == h_measure(few, 2, 4)
    assert h_measure(few.at_prevalence(0.5)) == h_measure(few.at_prevalence(0.5), 2, 2)
    assert (
        refusal(lambda: h_measure(few, 2)) == "a severity law must be given by both a and b; got a=2, b=None"
    )
    assert (
        refusal(lambda: h_measure(few, b=2))
        == "a severity law must be given by both a and b; got a=None, b=2"
    )
    assert refusal(lambda: h_measure(few, 0, 1)) == "a of a severity law must be above 0; got 0"
    assert refusal(lambda: h_measure(few, 2, -1)) == "b of a severity law must be above 0; got -1"


def test_swapping_the_classes_mirrors_the_severity():
    tally = Tally.from_scores([1, 0, 1, 0, 0], [5, 4, 3, 2, 1])
    mirror = Tally.from_scores([0, 1, 0, 1, 1], [-5, -4, -3, -2, -1])
    assert h_measure(tally, 2, 5) == pytest.approx(h_measure(mirror, 5, 2))


def test_brier_is_a_mean_of_squares():
    tally = Tally.from_scores([1, 0, 0], [0.8, 0.4, 0.1])
    assert brier(tally) == pytest.approx((0.04 + 0.16 + 0.01) / 3)
    assert brier(tally.at_prevalence(0.5)) == pytest.approx(0.04 / 2 + (0.16 + 0.01) / 4)


def test_least_error_depends_on_the_prevalence():
    tally = Tally.from_confusion(tp=7, fn=3, fp=2, tn=8)
    assert BY_KEY["least_error"](tally) == pytest.approx(0.25)
    assert BY_KEY["least_error"](tally.at_prevalence(0.01)) == pytest.approx(0.01)


@pytest.mark.parametrize("key", [key for key, row in BY_KEY.items() if not row.of_one_class])
def test_one_class_is_undefined(key):
    text = refusal(lambda: BY_KEY[key](Tally.from_scores([1, 1], [0.2, 0.1])), UndefinedError)
    assert "needs records of both classes; got no negative ones (2 × positive)" in text


@pytest.mark.parametrize("key", ["h_measure", "least_error"])
def test_rates_alone_need_a_prevalence(key):
    bare = Tally.from_points([0.1], [0.5])
    assert "the prevalence must be known; got rates without class sizes" in refusal(
        lambda: BY_KEY[key](bare), UndefinedError
    )
    assert BY_KEY[key](bare.at_prevalence(0.2)) >= 0


def test_summaries_are_plain_floats():
    for row in SUMMARIES:
        assert type(row(RECORDS)) is float
    assert cc.measures.SUMMARIES is SUMMARIES


@pytest.mark.parametrize("scale", [1e-300, 1e160, 1e298])
def test_the_unit_of_weights_is_nothing(scale):
    heavy = Tally.from_scores(LABELS, SCORES, np.full(len(LABELS), scale))
    for row in SUMMARIES:
        assert row(heavy) == pytest.approx(row(RECORDS)), row.key


def test_records_of_the_negative_class_alone_have_no_severity():
    alone = Tally.from_scores([0, 0], [0.2, 0.1])
    for use in (h_measure, h_convention):
        text = refusal(partial(use, alone), UndefinedError)
        assert text.startswith("the H-measure needs records of both classes; got no positive ones")


def test_a_class_that_weighs_next_to_nothing():
    tally = Tally.from_scores([1, 0, 1], [3, 2, 1], [5e-324, 1e299, 5e-324])
    assert tally.prevalence == 0
    assert refusal(lambda: h_measure(tally)) == "prevalence must lie strictly between 0 and 1; got 0.0"
    assert h_convention(tally).startswith("severity fp/(fp + fn) ~ Beta(2, inf)")
    assert BY_KEY["auc"](tally) == 0.5
