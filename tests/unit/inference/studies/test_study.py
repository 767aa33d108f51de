"""Studies, and who wins how often."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import costcurves as cc
from tests.unit.refusals import refusal

COLUMNS = {"tree": [0.9, 0.7, 0.6], "rule": [0.8, 0.7, 0.9]}
NAMES = ("iris", "wine", "glass")
STUDY = cc.studies.Study.of(COLUMNS, better="high", datasets=NAMES)
# Untyped: tests hand in what no type allows.
Study: Any = cc.studies.Study


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, pa.table])
def test_frames(frame):
    table = frame({"where": list(NAMES), **COLUMNS})
    assert cc.studies.Study.of(table, better="high", datasets="where") == STUDY


def test_rows_columns_and_arrays_are_one():
    rows = {name: {a: COLUMNS[a][i] for a in COLUMNS} for i, name in enumerate(NAMES)}
    rows["wine"] = dict(reversed(rows["wine"].items()))
    assert cc.studies.Study.of(rows, better="high") == STUDY
    assert (
        cc.studies.Study(np.column_stack(list(COLUMNS.values())), ("tree", "rule"), NAMES, better="high")
        == STUDY
    )
    assert cc.studies.Study.of(COLUMNS, better="high").datasets == ("1", "2", "3")


def test_documents_and_frames():
    assert cc.studies.Study.from_json(STUDY.to_json()) == STUDY
    assert STUDY.to_frame("pandas").columns.tolist() == ["dataset", "tree", "rule"]
    assert len(STUDY) == 3
    assert repr(STUDY) == "Study(3 data sets, tree and rule, high is better)"


def test_results_are_the_studys_own():
    array = np.array([[1.0, 2.0]])
    study = cc.studies.Study(array, ("a", "b"), better="low")
    array[0, 0] = 9
    assert study.results[0, 0] == 1
    assert not study.results.flags.writeable


@pytest.mark.parametrize("better", ["high", "low"])
def test_ranks_share_their_mean_where_results_tie(better):
    ranks = cc.studies.Study([[3, 1, 3, 2], [5, 5, 5, 5]], tuple("abcd"), better=better).ranks.tolist()
    assert ranks[0] == ([1.5, 4, 1.5, 3] if better == "high" else [3.5, 1, 3.5, 2])
    assert ranks[1] == [2.5] * 4


def test_gains_are_those_of_the_decimals():
    study = cc.studies.Study.of({"a": [83.42, 0.3], "b": [83.03, 0.1]}, better="low")
    assert study.gains("b", "a") == (Fraction(39, 100), Fraction(1, 5))
    assert 83.42 - 83.03 != 0.39


@pytest.mark.parametrize(
    ("table", "error"),
    [
        ({"a": [1, 2], "b": [1]}, "every algorithm must have one result on every data set; got 2 of a, 1 of b: leave out data sets on which some algorithm has none"),
        ({"x": {"a": 1, "b": 2}, "y": {"a": 1}}, "every algorithm must have one result on every data set; got a (data set 'y'): give results of a, b"),
        ({"a": [1, 2]}, "a study must compare at least two algorithms; got a"),
        ({}, "a study must compare at least two algorithms; got none"),
        ({"a": [], "b": []}, "a study must have at least one data set; got none"),
        ({"a": [1, np.nan], "b": [1, 2]}, "the column 'a' must have no missing values; got a missing value at row 2, counted from 1: drop or fill these records first"),
        ({"a": [1, np.inf], "b": [1, 2]}, "the column 'a' must be finite; got inf (row 2, counted from 1)"),
        ({"a": ["x"], "b": [1]}, "the column 'a' must hold numbers; got the text 'x' (row 1, counted from 1): convert the column to numbers"),
        (3, "a table must have named columns; got an object of type int: give {algorithm: results}, a data frame, or Study(array, algorithms, better=…)"),
    ],
)  # fmt: skip
def test_tables_that_are_no_study(table, error):
    assert refusal(lambda: cc.studies.Study.of(table, better="high")) == error


@pytest.mark.parametrize(
    ("results", "algorithms", "datasets", "error"),
    [
        ([[1, 2], [3]], "ab", (), "results must be a table of data sets by algorithms; got an object of type list: give one row per data set, all of the same length"),
        ([1, 2], "ab", (), "results must be a table of data sets by algorithms; got an object of type list: give one row per data set, all of the same length"),
        ([[1, 2]], "abc", (), "every column of a study must have the name of its algorithm; got 3 names for 2 columns"),
        ([[1, 2]], "aa", (), "every algorithm must have a name of its own; got 'a' twice"),
        ([[1, 2], [3, 4]], "ab", ("x", "x"), "every data set must have a name of its own; got 'x' twice"),
        ([[1, 2], [3, 4]], "ab", ("x",), "every row of a study must have the name of its data set; got 1 names for 2 rows"),
    ],
)  # fmt: skip
def test_arrays_that_are_no_study(results, algorithms, datasets, error):
    assert refusal(lambda: Study(results, tuple(algorithms), datasets, better="low")) == error


def test_what_a_study_is_asked_wrongly():
    assert (
        refusal(lambda: STUDY.gains("tree", "tree"))
        == "two different algorithms must be compared; got 'tree' twice"
    )
    assert refusal(lambda: STUDY.place("bush")) == "no such algorithm 'bush'; choose from 'tree', 'rule'"
    assert (
        refusal(lambda: cc.studies.Study.of(COLUMNS, better="up"))
        == 'a study must say which results are better, "high" or "low"; got \'up\''
    )
    assert "no such column 'where' (datasets)" in refusal(
        lambda: cc.studies.Study.of(COLUMNS, better="high", datasets="where")
    )


# ---- of tallies -----------------------------------------------------------------------------

TALLIES = {
    name: {
        "a": cc.Tally.from_points([0.1, 0.4], [0.5, 0.9], positives=10, negatives=30),
        "b": cc.Tally.from_scores([1, 0, 1, 0, seed % 2], [4, 3, seed, 1, 0]).at_prevalence(0.1),
    }
    for seed, name in enumerate(("x", "y", "z"))
}


@pytest.mark.parametrize("rule", [cc.rules.optimal, cc.rules.rate_uniform()])
def test_costs_at_a_condition_under_a_belief_and_in_all(rule):
    belief = cc.ConditionPrior.beta(2, 5)
    made = {
        "pc": cc.studies.Study.from_tallies(TALLIES, pc=0.2, rule=rule),
        "prior": cc.studies.Study.from_tallies(TALLIES, prior=belief, rule=rule),
        "area": cc.studies.Study.from_tallies(TALLIES, rule=rule),
    }
    for i, models in enumerate(TALLIES.values()):
        for j, tally in enumerate(models.values()):
            assert made["prior"].results[i, j] == pytest.approx(
                cc.measures.expected_nec(tally, belief, rule=rule), rel=1e-12
            )
            assert made["area"].results[i, j] == pytest.approx(
                cc.measures.expected_nec(tally, cc.ConditionPrior.uniform(), rule=rule), rel=1e-12
            )
            point = cc.measures.expected_nec(tally, cc.ConditionPrior.point(0.2), rule=rule)
            assert made["pc"].results[i, j] == pytest.approx(point, rel=1e-12)
    assert {study.better for study in made.values()} == {"low"}
    assert made["pc"].datasets == ("x", "y", "z")


def test_costs_are_taken_in_one_way():
    error = refusal(lambda: cc.studies.Study.from_tallies(TALLIES, pc=0.2, prior=cc.ConditionPrior.uniform()))
    assert (
        error
        == "costs must be taken at one condition or under a belief; got both pc and prior: leave out one of them"
    )
    assert (
        refusal(lambda: cc.studies.Study.from_tallies({}))
        == "a study must compare at least two algorithms; got none"
    )
    assert "pc must lie in [0, 1]" in refusal(lambda: cc.studies.Study.from_tallies(TALLIES, pc=2))


# ---- wins, ties and losses ------------------------------------------------------------------


def test_outcomes_by_hand():
    found = cc.studies.win_tie_loss(STUDY)
    assert found.of("tree", "rule") == (1, 1, 1)
    assert cc.studies.win_tie_loss(cc.studies.Study.of(COLUMNS, better="low")).of("tree", "rule") == (1, 1, 1)
    assert found.ties.diagonal().tolist() == [3, 3]
    assert cc.studies.WinTieLoss.from_json(found.to_json()) == found
    assert found.to_columns() == {
        "a": ("tree",), "b": ("rule",), "wins": (1,), "ties": (1,), "losses": (1,)
    }  # fmt: skip


def test_a_tolerance_counts_decimals_as_written():
    """0.9 − 0.8 in floats is a little less than 0.1, 0.4 − 0.3 a little more."""
    study = cc.studies.Study.of({"a": [0.9, 0.4], "b": [0.8, 0.3]}, better="high")
    assert cc.studies.win_tie_loss(study, tie_within=0.1).of("a", "b").ties == 2
    assert cc.studies.win_tie_loss(study, tie_within=0.0999).of("a", "b").ties == 0


def test_a_tolerance_is_not_negative():
    assert (
        refusal(lambda: cc.studies.win_tie_loss(STUDY, tie_within=-1))
        == "tie_within must not be negative; got -1"
    )
    assert (
        refusal(lambda: cc.studies.win_tie_loss(STUDY).of("tree", "x"))
        == "no such algorithm 'x'; choose from 'tree', 'rule'"
    )
