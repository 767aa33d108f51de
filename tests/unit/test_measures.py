"""Measures of a confusion matrix, by hand from one table."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import Confusion
from costcurves.measures.confusion_measures import MEASURES, f_measure, measure
from tests.unit.refusals import refusal

NAN, INF = float("nan"), float("inf")
#: Shmueli, Patel & Bruce (2010), figure 5.2: P = 286, N = 2714.
TABLE = Confusion(tp=201, fn=85, fp=25, tn=2689)
#: Small counts, nothing zero: P = 10, N = 90, flagged 16.
SMALL = Confusion(tp=8, fn=2, fp=8, tn=82)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("error", Fraction(110, 3000)),  # printed: 3.67 %
        ("accuracy", Fraction(2890, 3000)),
        ("tpr", Fraction(201, 286)),
        ("tnr", Fraction(2689, 2714)),
        ("fdr", Fraction(25, 226)),
        ("for", Fraction(85, 2774)),
    ],
)
def test_the_printed_table(name, value):
    assert float(measure(name)(TABLE)) == pytest.approx(float(value), rel=1e-15)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tpr", 8 / 10),
        ("fnr", 2 / 10),
        ("fpr", 8 / 90),
        ("tnr", 82 / 90),
        ("ppv", 8 / 16),
        ("fdr", 8 / 16),
        ("npv", 82 / 84),
        ("for", 2 / 84),
        ("accuracy", 90 / 100),
        ("error", 10 / 100),
        ("balanced_accuracy", (8 / 10 + 82 / 90) / 2),
        ("macro_error", (2 / 10 + 8 / 90) / 2),
        ("youden", 8 / 10 - 8 / 90),
        ("markedness", 8 / 16 + 82 / 84 - 1),
        ("f1", 16 / (16 + 2 + 8)),
        ("f2", 5 * 8 / (5 * 8 + 4 * 2 + 8)),
        ("f0.5", 1.25 * 8 / (1.25 * 8 + 0.25 * 2 + 8)),
        ("jaccard", 8 / 18),
        ("g_mean", (8 / 10 * 82 / 90) ** 0.5),
        ("mcc", (8 * 82 - 8 * 2) / (10 * 90 * 16 * 84) ** 0.5),
        ("kappa", (0.9 - (0.1 * 0.16 + 0.9 * 0.84)) / (1 - (0.1 * 0.16 + 0.9 * 0.84))),
        ("lift", 0.5 / 0.1),
        ("precision_gain", 1 - (10 / 90) * (8 / 8)),
        ("recall_gain", 1 - (10 / 90) * (2 / 8)),
        ("flagged", 16 / 100),
        ("lr_positive", (8 / 10) / (8 / 90)),
        ("lr_negative", (2 / 10) / (82 / 90)),
        ("odds_ratio", 8 * 82 / (8 * 2)),
    ],
)
def test_every_measure_of_a_small_table(name, value):
    assert float(measure(name)(SMALL)) == pytest.approx(value, rel=1e-14)


def test_no_measure_is_left_out_above():
    rows = test_every_measure_of_a_small_table.pytestmark[0].args[1]
    assert {name for name, _ in rows} == {row.key for row in MEASURES}


@pytest.mark.parametrize(
    ("name", "table", "value"),
    [
        ("ppv", Confusion(0, 2, 0, 3), NAN),
        ("npv", Confusion(2, 0, 3, 0), NAN),
        ("lr_positive", Confusion(1, 1, 0, 3), INF),
        ("lr_positive", Confusion(0, 2, 0, 3), NAN),
        ("lr_negative", Confusion(1, 1, 3, 0), INF),
        ("lr_negative", Confusion(2, 0, 3, 0), NAN),
        ("odds_ratio", Confusion(2, 0, 0, 3), INF),
        ("odds_ratio", Confusion(0, 2, 0, 3), NAN),
        ("mcc", Confusion(2, 0, 0, 3), 1.0),
        ("mcc", Confusion(0, 2, 3, 0), -1.0),
        ("kappa", Confusion(2, 0, 0, 3), 1.0),
        ("f1", Confusion(0, 2, 0, 3), 0.0),
        ("tpr", Confusion(0, 0, 1, 1), NAN),
        ("fpr", Confusion(1, 1, 0, 0), NAN),
        ("accuracy", Confusion(0, 0, 0, 0), NAN),
    ],
)
def test_corners(name, table, value):
    assert measure(name)(table) == pytest.approx(value, nan_ok=True)


def test_measures_take_tables_of_any_shape():
    tables = Confusion(*(np.full((2, 3), value) for value in (8, 2, 8, 82)))
    for row in MEASURES:
        values = row(tables)
        assert values.shape == (2, 3)
        assert values.dtype == np.float64
        assert np.all(values == row(SMALL))


def test_huge_counts_do_not_overflow():
    huge = Confusion(*(value * 10**15 for value in (8, 2, 8, 82)))
    for row in MEASURES:
        assert float(row(huge)) == pytest.approx(float(row(SMALL)), rel=1e-12)


def test_lopsided_tables_lose_nothing():
    # Products of the four margins would underflow or overflow.
    for factor in (1e-150, 1e150):
        table = Confusion(8 * factor, 2 * factor, 8.0, 82.0)
        assert not np.isnan(measure("mcc")(table))
    assert float(measure("lift")(Confusion(1e-310, 0.0, 0.0, 1.0))) == INF  # 1e310, beyond float64
    tiny = Confusion(1e-300, 0.0, 0.0, 1.0)
    assert float(measure("mcc")(tiny)) == pytest.approx(1)


def test_names_and_aliases():
    assert measure("sensitivity") is measure("recall") is measure("tpr")
    assert measure("lr+").key == "lr_positive"
    assert cc.measures.measure is measure
    assert refusal(lambda: measure("cutoff")).startswith(
        "no such measure 'cutoff'; choose from 'tpr', 'fnr',"
    )


def test_f_measures_of_any_weight():
    assert f_measure(1).key == "f1"
    assert f_measure(0.25).title == "F0.25"
    # Recall counts β times as much: for large β F is the recall.
    assert float(f_measure(1e6)(SMALL)) == pytest.approx(0.8, rel=1e-9)
    assert refusal(lambda: f_measure(0)) == "beta of an F measure must be above 0; got 0"
    assert refusal(lambda: f_measure(-1)) == "beta of an F measure must be above 0; got -1"
    assert refusal(lambda: f_measure(NAN)) == "beta of an F measure must be a finite number; got nan"
    assert refusal(lambda: f_measure(INF)) == "beta of an F measure must be a finite number; got inf"


def test_measures_are_of_confusions():
    loose: Any = cc.measures.measure("mcc")
    assert refusal(lambda: loose([1, 2])) == (
        "a measure must be one of a Confusion; got an object of type list: e.g. Tally.confusion()"
    )


@pytest.mark.parametrize("row", [*cc.measures.MEASURES, f_measure(3)], ids=lambda row: row.key)
def test_measures_survive_pickling(row):
    assert pickle.loads(pickle.dumps(row)) == row
