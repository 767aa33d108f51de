"""Shipped examples: shapes, totals, facts that the documentation states."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

import costcurves as cc
from costcurves import examples


def test_every_public_example_is_listed_and_reads():
    for name in dir(examples):
        thing = getattr(examples, name)
        if callable(thing) and name != "figure_points":
            assert thing() is not None


@pytest.mark.parametrize(
    ("read", "records", "positives"), [(examples.records24, 24, 12), (examples.twenty_instances, 20, 10)]
)
def test_printed_records(read, records, positives):
    labels, scores = read()
    assert (len(labels), len(scores), int(labels.sum())) == (records, records, positives)
    assert len(np.unique(scores)) == records
    assert np.all(np.diff(scores) < 0)


@pytest.mark.parametrize(
    ("model", "auc", "area"),
    [("logistic", 0.9523, 0.07538), ("forest", 0.9964, 0.02118), ("boosting", 0.9977, 0.01629)],
)
def test_personal_loans_by_an_independent_computation(model, auc, area):
    labels, scores = examples.personal_loans()
    assert cc.roc_curve(labels, scores[model]).auc == pytest.approx(auc, abs=5e-5)
    assert cc.cost_curve(labels, scores[model]).area == pytest.approx(area, abs=5e-6)


def test_personal_loans_as_a_file():
    path = examples.personal_loans_path()
    with path.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    labels, scores = examples.personal_loans()
    assert list(rows[0]) == ["label", *scores]
    assert [int(row["label"]) for row in rows] == labels.tolist()


def test_no_path_to_the_loans_inside_a_zip(monkeypatch):
    monkeypatch.setattr("costcurves.examples.record_sets.shipped", lambda name: f"zip:{name}")
    with pytest.raises(cc.InputError, match="the package must lie in a folder"):
        examples.personal_loans_path()


def test_figures_have_points_in_the_unit_square_in_ascending_order():
    for figure in examples.FIGURES:
        for fpr, tpr in examples.figure_points(figure).values():
            assert np.all((fpr >= 0) & (fpr <= 1) & (tpr >= 0) & (tpr <= 1))
            assert np.all(np.diff(fpr) >= 0)
            assert np.all(np.diff(tpr) >= 0)


def test_every_figure_of_the_file_is_listed():
    path = Path(examples.__file__).parent / "data" / "figure_points.csv"
    with path.open(encoding="utf-8") as lines:
        assert {row["figure"] for row in csv.DictReader(lines)} == set(examples.FIGURES)


def test_an_unknown_figure_is_refused():
    with pytest.raises(
        cc.InputError, match=r"no such figure 'Figure 99'; choose from 'nested', 'two hulls', .*"
    ):
        examples.figure_points("Figure 99")


def test_eight_classifiers_hold_five_that_are_never_best():
    winners = {
        part.winner for part in cc.evaluate_points(examples.figure_points("eight classifiers")).winners()
    }
    assert {name for name in examples.figure_points("eight classifiers") if name in winners} == {
        "CN2",
        "C4.5",
        "SVM",
    }


def test_sonar_counts_add_up():
    for table in examples.crossing_classifiers().values():
        assert set(table.positives.tolist()) == {111}
        assert set(table.negatives.tolist()) == {97}
    ratio, trees = examples.sonar_trees()
    assert len(ratio) == 33
    assert set(trees.positives.tolist()) == {111}
    assert set(trees.negatives.tolist()) == {97}
    assert np.all(np.diff(ratio) < 0)


def test_example_files_are_few_and_small():
    files = [path for path in (Path(examples.__file__).parent / "data").iterdir() if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 200_000
    told = (Path(examples.__file__).parent / "data" / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in files if path.name not in told and path.name != "README.md"] == []


def test_fundraising_by_an_independent_count():
    labels, gifts, scores = examples.fundraising()
    assert (len(labels), int(labels.sum()), gifts.sum()) == (1248, 624, 8250)
    assert np.array_equal(gifts > 0, labels == 1)
    auc = {model: cc.roc_curve(labels, score).auc for model, score in scores.items()}
    assert auc == pytest.approx({"logistic": 0.5624, "forest": 0.5566, "boosting": 0.5637}, abs=5e-5)
