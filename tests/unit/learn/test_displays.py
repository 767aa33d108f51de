"""Displays keep the habits of scikit-learn's, which need not be installed."""

from __future__ import annotations

import copy
import inspect
import pickle
import subprocess
import sys
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import RocCurveDisplay, roc_curve
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

import costcurves as cc
from costcurves.curves.registry import CURVES
from costcurves.learn.display import CurveDisplay
from costcurves.learn.styles import auc_text
from tests.unit.refusals import refusal

mpl.use("Agg")

X, Y = make_classification(n_samples=120, weights=[0.7], random_state=0)
MODEL = LogisticRegression().fit(X, Y)
SCORES = MODEL.predict_proba(X)[:, 1]
loose: Any = CurveDisplay


@pytest.fixture(autouse=True)
def _closed():
    yield
    plt.close("all")


# ---- habits ---------------------------------------------------------------------------------


#: Displays of scikit-learn draw folds from version 1.7 on.
FOLDS = hasattr(RocCurveDisplay, "from_cv_results")
MAKERS = ["from_predictions", "from_estimator", "plot", *(["from_cv_results"] if FOLDS else [])]


@pytest.mark.parametrize("maker", MAKERS)
def test_every_parameter_of_scikit_learn_is_there(maker):
    theirs = inspect.signature(getattr(RocCurveDisplay, maker)).parameters
    ours = inspect.signature(getattr(CurveDisplay, maker)).parameters
    # The number of points is the caller's business there; here curves are exact.
    wanted = [name for name in theirs if name not in {"drop_intermediate", "kwargs", "y_pred"}]
    for name in wanted:
        assert name in ours
        assert ours[name].kind == theirs[name].kind
        if name not in {"name", "y_score"}:  # which there may still be given by an old name
            assert ours[name].default == theirs[name].default


def test_the_curve_is_scikit_learns():
    ours = CurveDisplay.from_predictions(Y, SCORES, kind="roc", plot_chance_level=True)
    theirs = RocCurveDisplay.from_predictions(Y, SCORES, plot_chance_level=True)
    fpr, tpr, _ = roc_curve(Y, SCORES, drop_intermediate=False)
    points = set(zip(*(np.round(v, 12).tolist() for v in ours.line_.get_data()), strict=True))
    assert points == set(zip(np.round(fpr, 12).tolist(), np.round(tpr, 12).tolist(), strict=True))
    for attribute in ("ax_", "figure_", "line_", "chance_level_"):
        assert type(getattr(ours, attribute)) is type(getattr(theirs, attribute))
    assert ours.chance_level_.get_linestyle() == theirs.chance_level_.get_linestyle()
    assert ours.line_.get_label().startswith("Classifier AUC ")
    assert ours.figure_ is ours.ax_.figure


def test_without_a_chance_level_there_is_none():
    assert cc.CostCurveDisplay.from_predictions(Y, SCORES).chance_level_ is None
    both = cc.CostCurveDisplay.from_predictions(Y, SCORES, plot_chance_level=True).chance_level_
    assert [line.get_label() for line in both] == ["flag nobody", "flag everybody"]
    loud = cc.learn.GainsCurveDisplay.from_predictions(
        Y, SCORES, plot_chance_level=True, chance_level_kw={"color": "red", "label": "chance"}
    ).chance_level_
    assert (loud.get_color(), loud.get_label()) == ("red", "chance")


def test_curves_over_conditions_stand_beside_nobody_and_everybody():
    for kind in ("cost", "brier", "net_benefit"):
        display = CurveDisplay.from_predictions(Y, SCORES, kind=kind)
        labels = [line.get_label() for line in display.ax_.lines]
        assert {"flag nobody", "flag everybody"} <= set(labels)
        assert "flag nobody" in [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert len(CurveDisplay.from_predictions(Y, SCORES, kind="roc").ax_.lines) == 1


def test_the_legend_of_a_roc_curve_has_the_interval_of_its_area():
    display = CurveDisplay.from_predictions(Y, SCORES, kind="roc", name="mine")
    found = cc.stats.auc_interval(cc.tally(Y, SCORES))
    assert display.line_.get_label() == f"mine AUC {found.estimate:.2f} ({found.low:.2f}–{found.high:.2f})"
    few = CurveDisplay.from_predictions([1, 0, 0], [3, 1, 2], kind="roc")
    assert few.intervals == ()
    assert few.line_.get_label() == "Classifier (area = 1.00)"


def test_notebooks_show_a_picture_and_a_table():
    display = CurveDisplay.from_predictions(Y, SCORES, kind="roc", name="mine")
    html = display._repr_html_()
    assert "<svg" in html
    assert f"{display.intervals[0].low:.4f} to " in html
    drawn = display.picture()
    assert drawn is not None
    assert [mark.label for mark in drawn.marks if mark.label] == [
        "random ranking", f"mine {auc_text(display.intervals[0])}",
    ]  # fmt: skip
    for kind in ("cost", "det", "coverage", "gains", "net_benefit", "precision_recall_gain"):
        html = CurveDisplay.from_predictions(Y, SCORES, kind=kind)._repr_html_()
        assert html.count("<svg") == html.count("<table") == 1
        assert "<script" not in html
        assert len(html) < 100_000
    curve = cc.Evaluation({"m": cc.tally(Y, SCORES)}).curve("cost", "m")
    folds = CurveDisplay(curve=[curve] * 2, name="forest")
    assert folds.names == ["forest, fold 1", "forest, fold 2"]


def test_looks_names_and_axes():
    _, ax = plt.subplots()
    display = cc.CostCurveDisplay.from_predictions(
        Y, SCORES, name="mine", ax=ax, curve_kwargs={"color": "green"}, despine=True
    )
    assert display.ax_ is ax
    assert display.line_.get_color() == "green"
    assert display.line_.get_label().startswith("mine (area = 0.")
    assert not ax.spines["top"].get_visible()
    again = display.plot(name="other")
    assert again is display
    assert display.line_.get_label().startswith("other (")
    assert display.ax_ is not ax


def test_estimators_of_every_make():
    piped = make_pipeline(StandardScaler(), LinearSVC()).fit(X, Y)
    searched = GridSearchCV(LogisticRegression(), {"C": [0.1, 1]}, cv=2).fit(X, Y)
    for estimator, name in ((MODEL, "LogisticRegression"), (piped, "Pipeline"), (searched, "GridSearchCV")):
        display = cc.CostCurveDisplay.from_estimator(estimator, X, Y)
        assert display.line_.get_label().startswith(f"{name} (")
    values = piped.decision_function(X)
    expected = cc.cost_curve(Y, values)
    drawn = cc.CostCurveDisplay.from_estimator(piped, X, Y).line_.get_ydata()
    assert np.max(drawn) == pytest.approx(expected.values.max())


def test_the_other_class_as_positive():
    words = np.where(Y == 1, "bad", "good")
    model = LogisticRegression().fit(X, words)
    display = CurveDisplay.from_estimator(model, X, words, pos_label="bad", kind="roc")
    assert "(Positive label: bad)" in display.ax_.get_xlabel()
    theirs = RocCurveDisplay.from_estimator(model, X, words, pos_label="bad")
    assert display.curve.area == pytest.approx(theirs.roc_auc)
    svm = LinearSVC().fit(X, words)
    turned = CurveDisplay.from_estimator(svm, X, words, pos_label="bad", kind="roc")
    assert turned.curve.area == pytest.approx(
        RocCurveDisplay.from_estimator(svm, X, words, pos_label="bad").roc_auc
    )


def test_weights_and_a_stated_prevalence():
    weight = np.arange(len(Y)) % 3 + 1
    display = cc.learn.GainsCurveDisplay.from_predictions(Y, SCORES, sample_weight=weight, prevalence=0.02)
    tally = cc.Tally.from_scores(Y, SCORES, weight).at_prevalence(0.02)
    assert display.curve.area == pytest.approx(0.01 + 0.98 * cc.RocCurve.of(tally).auc)


def test_options_of_a_curve():
    display = cc.learn.DecisionCurveDisplay.from_predictions(Y, SCORES, test_cost=0.01)
    plain = cc.learn.DecisionCurveDisplay.from_predictions(Y, SCORES)
    assert plain.curve(0.3) - display.curve(0.3) == pytest.approx(0.01)
    fixed = cc.CostCurveDisplay.from_predictions(Y, SCORES, rule=cc.rules.fixed(0.5))
    assert len(fixed.line_.get_xdata()) >= 2


# ---- folds ----------------------------------------------------------------------------------


@pytest.mark.skipif(not FOLDS, reason="this version of scikit-learn draws no folds to compare with")
def test_one_curve_a_fold():
    results = cross_validate(LogisticRegression(), X, Y, cv=3, return_estimator=True, return_indices=True)
    ours = CurveDisplay.from_cv_results(results, X, Y, kind="roc")
    theirs = RocCurveDisplay.from_cv_results(results, X, Y)
    assert len(ours.line_) == len(theirs.line_) == 3
    assert [curve.area for curve in ours.curve] == pytest.approx(theirs.roc_auc)
    # One look, one entry: the mean and the spread.
    shown = theirs.line_[0].get_label().replace("AUC", "area")
    assert ours.line_[0].get_label() == shown
    assert ours.line_[1].get_label().startswith("_")
    looks = [{"color": c} for c in ("r", "g", "b")]
    named = cc.CostCurveDisplay.from_cv_results(results, X, Y, name=["a", "b", "c"], curve_kwargs=looks)
    assert [line.get_color() for line in named.line_] == ["r", "g", "b"]
    assert [line.get_label()[:3] for line in named.line_] == ["a (", "b (", "c ("]


def test_folds_of_frames_and_lists():
    frame = pd.DataFrame(X)
    results = cross_validate(LogisticRegression(), frame, Y, cv=2, return_estimator=True, return_indices=True)
    weight = [1.0] * len(Y)
    one = cc.CostCurveDisplay.from_cv_results(results, frame, pd.Series(Y), sample_weight=weight)
    two = cc.CostCurveDisplay.from_cv_results(results, frame, Y)
    assert [curve.area for curve in one.curve] == pytest.approx([curve.area for curve in two.curve])


# ---- every curve, every display --------------------------------------------------------------


@pytest.mark.parametrize("one", [one.key for one in CURVES if one.key != "profit"])
def test_one_class_serves_every_curve(one):
    display = CurveDisplay.from_predictions(Y, SCORES, kind=one)
    assert display.ax_.get_ylabel() == display.kind.y_title
    x, y = display.line_.get_data()
    assert len(x) > 1
    assert np.all(np.isfinite(y))


@pytest.mark.parametrize("name", [name for name in cc.__all__ if name.endswith("Display")])
def test_displays_are_public_and_documented(name):
    kind = getattr(cc, name)
    assert issubclass(kind, CurveDisplay)
    assert kind.__doc__ is not None
    display = kind.from_predictions(Y, SCORES)
    assert display.kind.key == kind.kind_name


def test_copies():
    display = cc.CostCurveDisplay.from_predictions(Y, SCORES)
    bare = cc.learn.GainsCurveDisplay(curve=display.curve, name="kept")
    assert copy.copy(bare).name == "kept"
    kept = pickle.loads(pickle.dumps(CurveDisplay.from_predictions(Y, SCORES, kind="gains").curve))
    assert kept.key == "gains"


def test_scikit_learn_is_not_imported():
    code = (
        "import sys, matplotlib; matplotlib.use('Agg'); import costcurves as cc;"
        "cc.CostCurveDisplay.from_predictions([0, 1, 0, 1], [0.1, 0.4, 0.35, 0.8]);"
        "print('sklearn' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


# ---- refusals -------------------------------------------------------------------------------


class Hard:
    """A classifier without scores."""

    classes_ = np.array([0, 1])


def test_estimators_that_cannot_be_shown():
    show = cc.CostCurveDisplay.from_estimator
    assert refusal(lambda: show(LogisticRegression(), X, Y)).startswith(
        "the estimator must be a fitted classifier; got an object of type LogisticRegression"
    )
    many = LogisticRegression().fit(X, np.arange(len(Y)) % 3)
    assert refusal(lambda: show(many, X, Y)) == "the estimator must have two classes; got 3 classes"
    assert refusal(lambda: show(Hard(), X, Y)) == (
        "the estimator must have predict_proba or decision_function; got an object of type Hard"
    )
    assert refusal(lambda: show(MODEL, X, Y, response_method="predict")) == (
        "response_method must be auto, predict_proba or decision_function; got 'predict'"
    )
    assert refusal(lambda: show(MODEL, X, Y, pos_label=7)).startswith(
        "pos_label must be a class of the estimator; got 7"
    )
    assert show(MODEL, X, Y, response_method=["decision_function", "predict_proba"]) is not None


def test_looks_that_do_not_fit():
    results = cross_validate(LogisticRegression(), X, Y, cv=2, return_estimator=True, return_indices=True)
    show = cc.CostCurveDisplay.from_cv_results
    assert refusal(lambda: show({"estimator": []}, X, Y)).startswith(
        'cv_results must have the keys "estimator" and "indices"; got estimator'
    )
    assert "one per curve; got 3 for 2 curves" in refusal(lambda: show(results, X, Y, curve_kwargs=[{}] * 3))
    assert "several names need as many curve_kwargs" in refusal(lambda: show(results, X, Y, name=["a", "b"]))
    assert "names must be one per curve; got 1 for 2 curves" in refusal(
        lambda: show(results, X, Y, name=["a"], curve_kwargs=[{}, {}])
    )


def test_what_a_curve_does_not_take():
    show = loose.from_predictions
    assert refusal(lambda: show(Y, SCORES, kind="roc", rule=cc.rules.fixed(0.5))) == (
        "'roc' does not take rule; it takes neither a rule nor costs"
    )
    assert "needs what outcomes are worth" in refusal(lambda: show(Y, SCORES, kind="profit"))
    assert "no such curve 'pie'" in refusal(lambda: show(Y, SCORES, kind="pie"))
    assert "a chance level" in refusal(lambda: show(Y, SCORES, kind="kendall", plot_chance_level=True))
    assert "needs records of both classes" in refusal(
        lambda: show([1, 1], [0.2, 0.3], pos_label=1), cc.UndefinedError
    )
