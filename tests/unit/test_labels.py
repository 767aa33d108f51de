"""Labels of any spelling."""

from __future__ import annotations

import datetime as dt
import enum

import numpy as np
import pandas as pd
import polars as pl
import pytest

from costcurves._ground import threads
from costcurves._ground.labels import labels
from tests.unit.refusals import refusal

DAY = dt.date(2020, 1, 1)
#: Strings of any length, where numpy has them (from 2.0).
TEXT = "T" if hasattr(np.dtypes, "StringDType") else "U"


class Grade(enum.Enum):
    """Labels that do not sort."""

    GOOD = 1
    BAD = 2


@pytest.mark.parametrize(
    ("values", "pos_label", "positive", "spelled"),
    [
        ([1, 0, 1], None, [1, 0, 1], ("1", "0")),
        ([1.0, 0.0, 1.0], None, [1, 0, 1], ("1", "0")),
        (np.array([1, 0, 1], np.uint8), None, [1, 0, 1], ("1", "0")),
        (np.array([1, 0, 1], np.float16), None, [1, 0, 1], ("1", "0")),
        ([1, -1, 1], None, [1, 0, 1], ("1", "-1")),
        ([1.0, -1.0], None, [1, 0], ("1", "-1")),
        ([1, 1], None, [1, 1], ("1", "0")),
        ([0, 0], None, [0, 0], ("1", "0")),
        ([-1, -1], None, [0, 0], ("1", "-1")),
        ([True, False], None, [1, 0], ("True", "False")),
        ([True, False], False, [0, 1], ("False", "True")),
        ([True, False], True, [1, 0], ("True", "False")),
        (np.array([True, False], object), None, [1, 0], ("True", "False")),
        ([1, 0], 0, [0, 1], ("0", "1")),
        ([1, 0], 1.0, [1, 0], ("1", "0")),
        ([1, 0], True, [1, 0], ("1", "0")),
        ([1, 0], "1", [1, 0], ("1", "0")),
        (["1", "0"], 1, [1, 0], ("1", "0")),
        ([1, 2, 1], 2, [0, 1, 0], ("2", "1")),
        ([0.5, 2.0], 2, [0, 1], ("2", "0.5")),
        (["good", "bad"], "bad", [0, 1], ("bad", "good")),
        (np.array(["good", "bad"], TEXT), "bad", [0, 1], ("bad", "good")),
        ([b"good", b"bad"], b"bad", [0, 1], ("b'bad'", "b'good'")),
        (pd.Series(["good", "bad"]), "bad", [0, 1], ("bad", "good")),
        (pd.Series(["good", "bad"], dtype="category"), "bad", [0, 1], ("bad", "good")),
        (pl.Series(["good", "bad"]), "bad", [0, 1], ("bad", "good")),
        ([Grade.GOOD, Grade.BAD], Grade.BAD, [0, 1], ("Grade.BAD", "Grade.GOOD")),
        (np.array([DAY, DAY + dt.timedelta(1)], "M8[D]"), DAY, [1, 0], ("2020-01-01", "2020-01-02")),
        (np.array([1, "a"], object), "a", [0, 1], ("a", "1")),
        (["bad", "bad"], "bad", [1, 1], ("bad", "not bad")),
        (["good", "good"], "bad", [0, 0], ("bad", "good")),
        ([0.5, 0.5], 10**400, [0, 0], (str(10**400), "0.5")),
    ],
)
def test_labels_are_read(values, pos_label, positive, spelled):
    read = labels(values, pos_label)
    assert read.is_positive.dtype == bool
    assert read.is_positive.tolist() == [bool(value) for value in positive]
    assert (read.positive, read.negative) == spelled
    assert read.note == ""


def test_more_than_two_classes_are_one_against_the_rest_and_said_so():
    read = labels(["a", "b", "c", "a"], "a")
    assert read.is_positive.tolist() == [True, False, False, True]
    assert (read.positive, read.negative, read.note) == (
        "a",
        "the rest",
        "3 classes: a against the rest (b 1, c 1)",
    )
    assert labels([1, 2, 3], 2).note == "3 classes: 2 against the rest (1 1, 3 1)"


ASK = "name the positive class with pos_label"
CLASSES = "three or more classes with evaluate_classes"
NUMBERS = f", or judge numbers with evaluate_numeric, or {CLASSES}"
DROP = "drop or fill these records first"
OCCURS = "the positive label must occur in y_true;"
NAME_ONE = "name one of them as pos_label"
AGREED = "without pos_label, labels must be 0/1, -1/1 or booleans"


@pytest.mark.parametrize(
    ("values", "listed", "others"),
    [
        ([1, 2], "1, 2", ""),
        ([-1, 0], "-1, 0", ""),
        ([-1, 0, 1], "-1, 0, 1", NUMBERS),
        ([0.0, 0.5, 1.0], "0.0, 0.5, 1.0", NUMBERS),
        ([0.0, float("inf")], "0.0, inf", ""),
        (["1", "0"], "'0', '1'", ""),
        (["yes", "no"], "'no', 'yes'", ""),
        (["yes", "no", "ask"], "'ask', 'no', 'yes'", f", or judge {CLASSES}"),
        ([7, 7], "7", ""),
        ([1j, 0], "0j, 1j", ""),
        (list(range(10)), "0, 1, 2, 3, 4, 5 … (10 in all)", NUMBERS),
    ],
)
def test_the_positive_class_is_never_guessed(values, listed, others):
    assert refusal(lambda: labels(values)) == f"{AGREED}; got {listed} (y_true): {ASK}{others}"


@pytest.mark.parametrize(
    ("values", "pos_label", "text"),
    [
        ([1, 0], 7, f"{OCCURS} got 7 where the labels are 0, 1: {NAME_ONE}"),
        (["a", "b"], "c", f"{OCCURS} got 'c' where the labels are 'a', 'b': {NAME_ONE}"),
        ([1, 0], float("nan"), "pos_label must be one label; got nan: name one label of y_true"),
        ([1, 0], [1], "pos_label must be one label; got [1]: name one label of y_true"),
        (["a", "b"], pd.NA, "pos_label must be one label; got <NA>: name one label of y_true"),
        ([1, 0], 10**400, f"{OCCURS} got 1{'0' * 299} …: {NAME_ONE}"),
        (
            [1, 0],
            np.array([1, 2]),
            "pos_label must be one label; got array([1, 2]): name one label of y_true",
        ),
        ([], None, "at least one record is needed; got none (y_true)"),
        (
            [1.0, float("nan")],
            None,
            f"y_true must have no missing values; got a missing value at row 2, counted from 1: {DROP}",
        ),
        (
            [1.0, float("nan")],
            1,
            f"y_true must have no missing values; got a missing value at row 2, counted from 1: {DROP}",
        ),
        (
            [True, None, pd.NA],
            None,
            f"y_true must have no missing values; got 2 missing values, first at row 2, counted from 1: {DROP}",
        ),
        (
            np.array(["NaT", "2020-01-01"], "M8[D]"),
            DAY,
            f"y_true must have no missing values; got a missing value at row 1, counted from 1: {DROP}",
        ),
        (
            np.array([1, [2], 3], object),
            1,
            "y_true must hold labels; got a list, [2]: give texts or numbers",
        ),
    ],
)
def test_labels_that_mean_nothing_are_refused(values, pos_label, text):
    assert refusal(lambda: labels(values, pos_label)) == text


def test_labels_are_decoded_alike_in_chunks(monkeypatch):
    values = np.array([1, 0, 1, 1, 0, 0, 1])
    whole = labels(values).is_positive
    monkeypatch.setattr(threads, "workers", lambda _: 3)
    assert labels(values).is_positive.tolist() == whole.tolist()
    assert labels(values * 2 - 1).is_positive.tolist() == whole.tolist()
    assert refusal(lambda: labels(np.array([1, -1, 0, 1]))).startswith(AGREED)
