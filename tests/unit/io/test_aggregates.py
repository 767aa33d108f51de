"""Tables of operating points and of counts per score."""

from __future__ import annotations

import numpy as np
import pytest

from costcurves.io import assign, read
from tests.unit.io.looking import refusal, written

# Drummond & Holte (2000), Figure 1: 1R and C4.5 on Japanese credit data, as counts.
CREDIT = "model,tp,fn,fp,tn\n1R,284,23,77,306\nC4.5,256,51,49,334\n"


def assigned(folder, text, **options):
    """Roles of a CSV text."""
    return assign(read(written(folder, "scores.csv", text)), **options)


def test_outcomes_become_rates(tmp_path):
    roles = assigned(tmp_path, CREDIT)
    assert roles.kind == "points"
    assert list(roles.points) == ["1R", "C4.5"]
    one = roles.points["1R"]
    assert (one.fpr.tolist(), one.tpr.tolist()) == ([77 / 383], [284 / 307])
    assert (one.positives, one.negatives, one.threshold) == (307.0, 383.0, None)
    assert (roles.label, roles.is_positive, roles.scores) == ("", None, {})


def test_several_points_of_one_model(tmp_path):
    text = "Classifier,FPR,TPR,Threshold\ntree,0,0.5,0.9\nrule,0.2,0.6,1\ntree,0.1,0.75,0.5\n"
    roles = assigned(tmp_path, text)
    tree = roles.points["tree"]
    assert (tree.fpr.tolist(), tree.tpr.tolist()) == ([0.0, 0.1], [0.5, 0.75])
    assert tree.threshold.tolist() == [0.9, 0.5]
    assert (tree.positives, tree.negatives) == (None, None)
    assert roles.points["rule"].fpr.tolist() == [0.2]


@pytest.mark.parametrize("header", ["P,N", "positives,negatives", "n_pos,n_neg", "Pos,Neg"])
def test_rates_with_class_sizes(tmp_path, header):
    roles = assigned(tmp_path, f"model,fpr,tpr,{header}\nm,0.1,0.5,20,80\nm,0.2,0.75,20,80\n")
    assert (roles.points["m"].positives, roles.points["m"].negatives) == (20.0, 80.0)


def test_thresholds_that_are_not_known_everywhere_are_not_used(tmp_path):
    roles = assigned(tmp_path, "model,fpr,tpr,threshold\nm,0.1,0.5,0.7\nn,0.2,0.75,\n")
    assert roles.points["m"].threshold is None


def test_without_a_column_of_models_the_file_names_the_model(tmp_path):
    assert list(assigned(tmp_path, "tp,fn,fp,tn\n1,2,3,4\n").points) == ["scores"]
    assert list(assigned(tmp_path, "score,positives,negatives\n1,2,3\n").counts) == ["scores"]


def test_names_of_models_may_be_numbers(tmp_path):
    assert list(assigned(tmp_path, "model,fpr,tpr\n2,0.1,0.5\n1,0.2,0.5\n").points) == ["2", "1"]


def test_counts_per_score(tmp_path):
    roles = assigned(tmp_path, "model,score,positives,negatives\na,1,0,8\nb,inf,2.5,0\na,2,4,5\n")
    assert roles.kind == "counts"
    one = roles.counts["a"]
    assert (one.score.tolist(), one.positives.tolist(), one.negatives.tolist()) == ([1, 2], [0, 4], [8, 5])
    assert roles.counts["b"].score.tolist() == [np.inf]


# Header, options, kind.
KINDS = [
    ("model,tp,fn,fp,tn", {}, "points"),
    ("Model,True Positives,False Negatives,False Positives,True Negatives", {}, "points"),
    ("model,recall,false_positive_rate", {}, "points"),
    ("score,pos,neg", {}, "counts"),
    ("label,score,rf", {}, "records"),
    ("label,score,positives,negatives", {}, "records"),
    ("model,class,score,positives,negatives", {}, "counts"),
    ("score,positives,negatives,y", {"kind": "counts"}, "counts"),
    ("fpr,tpr,truth", {"kind": "points"}, "points"),
    ("fpr,tpr,z", {"label": "z"}, "records"),
    ("y,fpr,tpr", {"scores": ["tpr"]}, "records"),
]


@pytest.mark.parametrize(("header", "options", "kind"), KINDS)
def test_the_header_says_what_a_table_is_unless_somebody_else_does(tmp_path, header, options, kind):
    width = header.count(",") + 1
    rows = ["0", "1", "1"], ["1", "1", "0"]
    text = "\n".join([header, *(",".join((row * 3)[:width]) for row in rows)])
    if "model" in header.lower() and kind == "points":
        text = text.replace("\n0,", "\na,").replace("\n1,", "\nb,")
    assert assigned(tmp_path, text, **options).kind == kind


REFUSED = [
    (
        "model,tp,fn\na,1,2\n",
        {"kind": "points"},
        (
            "a table of points needs the columns tp, fn, fp, tn, or fpr, tpr; rename or add columns; those of 'scores.csv' are 'model', 'tp', 'fn'"
        ),
    ),
    (
        "model,score\na,1\n",
        {"kind": "counts"},
        (
            "a table of counts needs the columns score, positives, negatives; rename or add columns; those of 'scores.csv' are 'model', 'score'"
        ),
    ),
    (
        "model,fpr,tpr,P\na,0.1,0.2,3\n",
        {},
        (
            "a table of points needs the columns positives and negatives, or neither; rename or add columns; those of 'scores.csv' are 'model', 'fpr', 'tpr', 'P'"
        ),
    ),
    (
        "model,fpr,tpr\na,0.1,1.2\n",
        {},
        "rate 'tpr' must be between 0 and 1; got 1.2 (scores.csv, line 2): correct that cell",
    ),
    (
        "model,fpr,tpr\na,-0.1,1\n",
        {},
        "rate 'fpr' must be between 0 and 1; got -0.1 (scores.csv, line 2): correct that cell",
    ),
    (
        "model,fpr,tpr\na,x,1\n",
        {},
        "rate 'fpr' must hold numbers; got the text 'x' (scores.csv, line 2): correct that cell",
    ),
    (
        "model,fpr,tpr\na,,1\n",
        {},
        "rate 'fpr' must have a value in every row; got 1 missing value (scores.csv, line 2): fill that cell",
    ),
    (
        "model,tp,fn,fp,tn\na,1,2,3,-4\n",
        {},
        "count 'tn' must be finite and at least 0; got -4 (scores.csv, line 2): correct that cell",
    ),
    (
        "model,tp,fn,fp,tn\na,1,2,3,4\na,2,2,3,4\n",
        {},
        "'tp + fn' must be the same in every row of model 'a'; got 3, 4: correct these rows",
    ),
    (
        "model,fpr,tpr,P,N\na,0,0,3,4\na,1,1,3,5\n",
        {},
        "'N' must be the same in every row of model 'a'; got 4, 5: correct these rows",
    ),
    (
        "model,tp,fn,fp,tn\na,1,2,0,0\n",
        {},
        "fp + tn must be above 0, so that there are rates; got 0 (model 'a'): give points of both classes",
    ),
    (
        "model,fpr,tpr\n,0.1,1\nb,0,0\n",
        {},
        "model 'model' must have a value in every row; got 1 missing value (scores.csv, line 2): fill that cell",
    ),
    (
        "score,positives,negatives\n1,2,inf\n",
        {},
        "count 'negatives' must be finite and at least 0; got inf (scores.csv, line 2): correct that cell",
    ),
    (
        "model,fpr,tpr,threshold\na,0,1,high\n",
        {},
        "threshold 'threshold' must hold numbers; got the text 'high' (scores.csv, line 2): correct that cell",
    ),
]


@pytest.mark.parametrize(("text", "options", "message"), REFUSED)
def test_tables_that_cannot_be_used(tmp_path, monkeypatch, text, options, message):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "scores.csv", text)
    assert refusal(lambda: assign(read("scores.csv"), **options)) == message
