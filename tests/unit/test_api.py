"""The functional doors."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import costcurves as cc
from costcurves import Tally, UndefinedError, examples
from tests.public import public
from tests.unit.refusals import refusal

LABELS, SCORES, WEIGHTS = [1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.1, 0.05], [1, 2, 3, 4, 5]
# Untyped: tests hand in what no type allows.
loose: Any = cc


def test_short_ways_to_one_result():
    tally = Tally.from_scores(LABELS, SCORES, WEIGHTS)
    assert cc.tally(LABELS, SCORES, sample_weight=WEIGHTS) == tally
    assert cc.roc_curve(LABELS, SCORES, sample_weight=WEIGHTS) == cc.RocCurve.of(tally)
    assert cc.cost_curve(LABELS, SCORES, sample_weight=WEIGHTS) == cc.rules.optimal(tally)
    assert cc.evaluate(LABELS, SCORES, sample_weight=WEIGHTS).tally("model") == tally


@pytest.mark.parametrize("door", [cc.tally, cc.roc_curve, cc.cost_curve, cc.evaluate])
@pytest.mark.parametrize("make", [list, tuple, np.array, pd.Series, pl.Series])
def test_every_door_takes_columns_of_every_make(door, make):
    labels = np.array(["n", "p"])[np.array(LABELS)]
    want = door(LABELS, SCORES, sample_weight=WEIGHTS)
    got = door(make(list(labels)), make(SCORES), sample_weight=make(WEIGHTS), pos_label="p")
    assert got.models == want.models if door is cc.evaluate else got == want


@pytest.mark.parametrize("door", [cc.tally, cc.roc_curve, cc.cost_curve, cc.evaluate])
def test_missing_values_are_refused_at_every_door(door):
    nullable = pd.Series([1, None, 0, 1, 0], dtype="Int64")
    fix = 'fill them, or leave these records out with missing="drop"'
    fix = fix if door is cc.evaluate else "drop or fill these records first"
    assert refusal(lambda: door(nullable, SCORES)) == (
        f"y_true must have no missing values; got a missing value at row 2, counted from 1: {fix}"
    )
    assert "must have no missing values; got a missing value at row 2, counted from 1" in refusal(
        lambda: door(LABELS, pd.Series([0.1, None, 0.2, 0.3, 0.4], dtype="Float64"))
    )
    assert (
        "sample_weight must have no missing values; got a missing value at row 2, counted from 1"
        in refusal(lambda: door(LABELS, SCORES, sample_weight=nullable))
    )


TALLY = Tally.from_scores(LABELS, SCORES)
CONDITION = cc.OperatingCondition.from_pc(0.5)
BELIEFS = cc.ConditionPrior.from_beliefs(prevalence=0.5, costs=cc.Costs(1, 1))
STUDY = cc.studies.Study([[0.9, 0.8], [0.7, 0.75], [0.6, 0.4]], ["a", "b"], better="high")
HALVES = [[0.1, 0.2]] * 5
RECORDS = cc.Records.read(LABELS, SCORES, fold=[1, 1, 2, 2, 2])
SEGMENTS: Any = None
MODELS = cc.Records.read(LABELS, {"a": SCORES, "b": [5, 1, 4, 3, 2]})
SAMPLE = cc.stats.Sample.of_records(MODELS)
ERRORS = cc.space.ErrorTally.of([1, 2, 4], [1, 3, 3])
PREDICTED = cc.evaluate_numeric([1, 2, 4], [1, 3, 3]).records.predicted("model")
FUNCTIONS = {
    "auc_covariance": (MODELS,),
    "auc_error": (TALLY,),
    "auc_interval": (TALLY,),
    "bonferroni": ([0.1, 0.2],),
    "bonferroni_dunn_test": (STUDY, "a"),
    "corrected_t_test": ([0.1, 0.2],),
    "chosen_threshold": (TALLY, cc.criteria.least_cost(CONDITION)),
    "cost_plateau": (TALLY, CONDITION),
    "cross_fitted": (TALLY,),
    "crossing_intervals": (SAMPLE, "a", "b"),
    "operating_range_interval": (TALLY,),
    "curve_band": (TALLY, "roc"),
    "curve_kind": ("roc",),
    "curve_difference_band": (SAMPLE, "roc", "a", "b"),
    "five_by_two_f_test": (HALVES,),
    "five_by_two_t_test": (HALVES,),
    "delong_overall_test": (MODELS,),
    "delong_pairwise_tests": (MODELS,),
    "delong_test": (MODELS, "a", "b"),
    "hanley_mcneil_error": (0.9, 12, 12),
    "unpaired_delong_test": (TALLY, TALLY),
    "fold_differences": (RECORDS, "model", "model"),
    "fold_summary": ([TALLY, TALLY],),
    "false_alarm": (3,),
    "friedman_test": (STUDY,),
    "holm": ([0.1, 0.2],),
    "holm_test": (STUDY,),
    "iman_davenport_test": (STUDY,),
    "class_counts": (["a", "b"], ["a"], ["b"]),
    "cost_matrix_interval": ([[3, 1], [1, 3]], [[0, 1], [1, 0]]),
    "cost_matrix_test": ([[[3, 1], [1, 3]]] * 2, [[0, 1], [1, 0]]),
    "nec_difference_interval": (),
    "nec_difference_law": (),
    "nec_interval": (),
    "nec_law": (),
    "paired_difference_interval": (5, 15, 50),
    "rate_difference_interval": (1, 2, 1, 3),
    "rate_interval": (1, 2),
    "counted_difference_test": (cc.Confusion(9, 1, 2, 8), cc.Confusion(8, 2, 2, 8)),
    "mcnemar_test": (5, 15),
    "mann_whitney_test": (TALLY,),
    "mean_ranks": (STUDY,),
    "nemenyi_test": (STUDY,),
    "paired_t_test": (STUDY, "a", "b"),
    "rank_chart": (STUDY,),
    "segment_chart": (SEGMENTS,),
    "segment_costs": (RECORDS, CONDITION),
    "sample_size": (),
    "sample_size_of_difference": (),
    "sign_test": (4, 14, 2),
    "study_findings": (cc.studies.Study([[1, 2], [2, 3], [1, 3]], ("a", "b"), better="low"),),
    "sign_test_critical": (18,),
    "signed_rank_posterior": (STUDY, "a", "b"),
    "wilcoxon_test": (STUDY, "a", "b"),
    "win_tie_loss": (STUDY,),
    "brier_skill": (TALLY,),
    "cllr": (TALLY,),
    "dcf": (TALLY, CONDITION),
    "decomposition_by_isotonic_fit": (TALLY,),
    "decomposition_by_score": (TALLY,),
    "deviance_r_squared": (TALLY,),
    "excess": (cc.rules.optimal,),
    "expected_cost": (TALLY, BELIEFS),
    "expected_nec": (TALLY, cc.ConditionPrior.uniform()),
    "expected_profit": (TALLY, BELIEFS),
    "kendall": (TALLY,),
    "net_benefit_area": (TALLY, 0.1, 0.5),
    "partial_auc": (TALLY,),
    "rate_uniform": (),
    "score_uniform": (),
    "evaluate": (LABELS, SCORES),
    "show_versions": (),
    "evaluate_classes": (["a", "b"], {"m": ["a", "b"]}),
    "evaluate_numeric": ([1, 2], [1, 3]),
    "evaluate_points": ({"a": (0.1, 0.5)},),
    "evaluate_counts": ({"a": ([1, 2], [1, 2], [2, 1])},),
    "tally": (LABELS, SCORES),
    "roc_curve": (LABELS, SCORES),
    "cost_curve": (LABELS, SCORES),
    "best": ("f1",),
    "best_given": ("ppv", "tpr", 0.5),
    "budget": (1, 1, 1),
    "capacity": (0.1,),
    "box_summary": (ERRORS,),
    "class_measure": ("accuracy",),
    "double_lift": (PREDICTED, PREDICTED),
    "error_difference": (cc.measures.error_measure("mae"), PREDICTED, PREDICTED),
    "error_interval": (cc.measures.error_measure("mae"), PREDICTED),
    "error_measure": ("rmse",),
    "loss_ranges": ({"m": cc.space.LossCurve.best_shift(ERRORS)},),
    "ordered_volume": (LABELS, SCORES),
    "equal_errors": (),
    "fixed": (0.5,),
    "h_measure": (Tally.from_scores(LABELS, SCORES),),
    "least_cost": (cc.OperatingCondition.from_pc(0.5),),
    "max_fpr": (0.1,),
    "measure": ("f1",),
    "minimax": (),
    "minimax_regret": (),
    "operating_range": (0.1, 0.5),
    "parameter_based": ([0.1], [0.5]),
    "rate_driven": (),
    "score_driven": (),
    "tuned_on": (Tally.from_scores(LABELS, SCORES),),
}


PUBLIC = public()
BY_NAME = {name.rpartition(".")[2]: value for name, value in PUBLIC.items()}


def test_every_public_function_is_in_the_table():
    functions = {name.rpartition(".")[2] for name, value in PUBLIC.items() if inspect.isfunction(value)}
    assert functions - set(dir(examples)) == set(FUNCTIONS)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_unknown_keywords_are_type_errors(name):
    more = {"pc": [0.5]} if name in {"parameter_based", "counted_difference_test"} else {}
    with pytest.raises(TypeError, match="sample_weigth"):
        BY_NAME[name](*FUNCTIONS[name], **more, sample_weigth=1)


@pytest.mark.parametrize("name", ["evaluate", "tally", "roc_curve", "cost_curve"])
def test_options_are_named(name):
    with pytest.raises(TypeError, match="positional argument"):
        getattr(loose, name)(LABELS, SCORES, WEIGHTS)


def test_an_evaluation_needs_both_classes():
    assert refusal(lambda: cc.evaluate([1, 1], [1, 2]), UndefinedError) == (
        "an evaluation needs records of both classes; got no negative ones (2 × positive): "
        "give records of both classes"
    )
    assert refusal(lambda: cc.evaluate([1, 0], [1, 2], sample_weight=[0, 1]), UndefinedError) == (
        "an evaluation needs records of both classes; got no positive ones (1 × negative): "
        "give records of both classes"
    )


# --- points and counts ---


@pytest.mark.parametrize(
    "points",
    [
        {"m": (0.1, 0.5)},
        {"m": [[0.1], [0.5]]},
        {"m": (np.float64(0.1), np.array([0.5]))},
        {"m": np.array([[0.1], [0.5]])},
        {"m": (pl.Series([0.1]), pd.Series([0.5]))},
    ],
)
def test_points_of_one_model(points):
    assert cc.evaluate_points(points).tally("m") == Tally.from_points([0.1], [0.5])


def test_points_with_sizes_and_thresholds():
    ev = cc.evaluate_points({"m": ([0.1, 0.2], [0.5, 0.6], [0.9, 0.8])}, positives=10, negatives=20)
    assert ev.tally("m") == Tally.from_points(
        [0.1, 0.2], [0.5, 0.6], positives=10, negatives=20, threshold=[0.9, 0.8]
    )


def test_counts_of_several_models():
    ev = cc.evaluate_counts({"m": ([1, 2], [1, 2], [2, 1]), "n": np.array([[1, 2], [1, 2], [2, 1]])})
    assert ev.tally("m") == ev.tally("n") == Tally.from_counts([1, 2], [1, 2], [2, 1])


def test_low_scores_of_counts_and_of_thresholds_may_mean_positive():
    counts = cc.evaluate_counts({"m": ([1, 2], [2, 1], [1, 2])}, lower_is_positive=True)
    assert counts.tally("m") == Tally.from_counts([1, 2], [2, 1], [1, 2], lower_is_positive=True)
    assert counts.roc("m").auc == pytest.approx(2 / 3)
    given = {"m": ([0.1, 0.2], [0.5, 0.6], [0.8, 0.9]), "k": (0.1, 0.5)}
    points = cc.evaluate_points(given, lower_is_positive="m")
    assert points.tally("m") == Tally.from_points(
        [0.1, 0.2], [0.5, 0.6], threshold=[0.8, 0.9], lower_is_positive=True
    )
    assert points.tally("k") == Tally.from_points([0.1], [0.5])


POINTS = "a model must be given as (fpr, tpr) or (fpr, tpr, threshold); got"
COUNTS = "a model must be given as (score, positives, negatives); got"


@pytest.mark.parametrize(
    ("use", "text"),
    [
        (lambda: loose.evaluate_points({}), 'points must be given by model; got none: write {"model": …}'),
        (
            lambda: loose.evaluate_points([(0.1, 0.5)]),
            'points must be given by model; got an object of type list: write {"model": …}',
        ),
        (
            lambda: loose.evaluate_points(pd.DataFrame({"a": [0.1, 0.5]})),
            'points must be given by model; got an object of type DataFrame: write {"model": …}',
        ),
        (lambda: loose.evaluate_points({1: (0.1, 0.5)}), "model names must be strings; got 1"),
        (lambda: loose.evaluate_points({"m": 0.5}), f"{POINTS} an object of type float (m)"),
        (lambda: loose.evaluate_points({"m": None}), f"{POINTS} an object of type NoneType (m)"),
        (lambda: loose.evaluate_points({"m": "ab"}), f"{POINTS} an object of type str (m)"),
        (lambda: loose.evaluate_points({"m": (0.1,)}), f"{POINTS} 1 columns (m)"),
        (lambda: loose.evaluate_points({"m": (0.1, 0.2, 0.3, 0.4)}), f"{POINTS} 4 columns (m)"),
        (
            lambda: loose.evaluate_points({"m": ("x", "y")}),
            "fpr must hold numbers; got the text 'x' (row 1, counted from 1): convert the column to numbers",
        ),
        (
            lambda: loose.evaluate_points({"m": (0.1, 0.5)}, positives=5),
            "class sizes must be given for both classes or for neither; got positives=5, negatives=None",
        ),
        (
            lambda: loose.evaluate_points({"m": (0.1, 0.5)}, lower_is_positive=["m"]),
            "low scores can only mean positive where there are thresholds; got points of 'm' without: give (fpr, tpr, threshold), or leave lower_is_positive= out",
        ),
        (
            lambda: loose.evaluate_counts({"m": ([1, 2], [1, 2], [2, 1])}, lower_is_positive="n"),
            "no such model 'n' (lower_is_positive); choose from 'm'",
        ),
        (lambda: loose.evaluate_counts({}), 'counts must be given by model; got none: write {"model": …}'),
        (
            lambda: loose.evaluate_counts(5),
            'counts must be given by model; got an object of type int: write {"model": …}',
        ),
        (lambda: loose.evaluate_counts({"m": ([1], [1])}), f"{COUNTS} 2 columns (m)"),
        (
            lambda: loose.evaluate_counts({"m": {"score": [1], "positives": [1], "negatives": [1]}}),
            f"{COUNTS} an object of type dict (m)",
        ),
    ],
)
def test_what_is_no_table_is_refused(use, text):
    assert refusal(use) == text


def test_counts_need_both_classes():
    assert "an evaluation needs records of both classes" in refusal(
        lambda: cc.evaluate_counts({"m": ([1], [1], [0])}), UndefinedError
    )


# --- the surface ---


def test_public_names_load_on_first_use():
    for name in cc.__all__:
        assert getattr(cc, name) is not None
    assert set(cc.__all__) <= set(dir(cc))
    assert cc.__version__.count(".") == 2
    with pytest.raises(AttributeError, match="has no attribute 'cutoff'"):
        _ = loose.cutoff
