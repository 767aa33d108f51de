"""The joint hull of several models: worked examples, ties, what it says and writes, what it refuses."""

from __future__ import annotations

import json

import numpy as np
import pytest

import costcurves as cc
from costcurves import Tally
from costcurves.space import JointHull


@pytest.fixture
def two() -> cc.Evaluation:
    """C4.5 and CN2 as published operating points."""
    return cc.evaluate_points({"C4.5": ([0.2], [0.8]), "CN2": ([0.05], [0.6])})


def test_two_published_models_serve_in_turn(two):
    hull = two.hull()
    assert hull.fpr.tolist() == [0, 0.05, 0.2, 1]
    assert hull.tpr.tolist() == [0, 0.6, 0.8, 1]
    assert [hull.models_at(corner) for corner in range(4)] == [(), ("CN2",), ("C4.5",), ()]
    # Breakpoints: ΔFPR/(ΔFPR + ΔTPR) by edge: .05/.65, .15/.35, .8/1.
    assert hull.breakpoints == pytest.approx([1 / 13, 3 / 7, 0.8])
    assert hull.operating_range == pytest.approx((1 / 13, 0.8))
    assert [one.winner for one in hull.winners] == ["flag nobody", "CN2", "C4.5", "flag everybody"]
    # ½·Σ ΔTPR·ΔFPR/(ΔTPR + ΔFPR).
    assert hull.area == pytest.approx((0.6 * 0.05 / 0.65 + 0.2 * 0.15 / 0.35 + 0.2 * 0.8 / 1.0) / 2)
    assert hull.sentence == (
        "The joint hull of C4.5 and CN2 has 4 corners. Cheapest by PC(+): flag nobody from 0 to 0.07692; CN2 "
        "from 0.07692 to 0.4286; C4.5 from 0.4286 to 0.8; flag everybody from 0.8 to 1. The area under its "
        "cost curve is 0.1459, against 0.16 of C4.5 alone."
    )


def test_rows_and_json_tell_who_serves(two):
    hull = two.hull()
    rows = hull.table().rows
    assert [(row[2], row[4], row[5]) for row in rows] == [
        ("flag nobody", 0, 0),
        ("CN2", 0.05, 0.6),
        ("C4.5", 0.2, 0.8),
        ("flag everybody", 1, 1),
    ]
    document = json.loads(json.dumps(hull.to_json()))
    assert document["corners"][1]["models"] == [{"model": "CN2", "threshold": None, "flagged_if": ">="}]
    assert document["winners"][1]["winner"] == "CN2"
    assert JointHull.from_json(document) == hull
    assert two.to_json()["hull"] == document


def test_a_subset_of_the_models(two):
    assert two.hull(models=["CN2"]).models == ("CN2",)
    assert two.hull(models=["CN2", "C4.5"]).models == ("CN2", "C4.5")
    alone = two.hull(models=["CN2"]).sentence
    assert alone.startswith("The hull of CN2 has 3 corners.")
    assert "against" not in alone


def test_equal_points_name_all_models_with_thresholds_of_their_own():
    tallies = {
        "a": Tally.from_scores([1, 1, 0, 0], [4, 2, 3, 1]),
        "b": Tally.from_scores([1, 1, 0, 0], [-3, -3, -3, -1], lower_is_positive=True),
    }
    hull = JointHull.of_models(tallies)
    assert hull.models_at(2) == ("a", "b")
    one, other = hull.serving[2]
    assert (one.threshold, other.threshold) == (2, -3)
    assert hull.winners[-1].winner == "a = b"
    assert [str(d) for d in dict.fromkeys(hull.to_columns()["flagged_if"])] == [">=", "<="]
    assert "flagged if score" in [column.title for column in hull.table().columns]


def test_directions_go_with_the_corners():
    labels = [1, 1, 1, 1, 0, 0, 0, 0]
    tallies = {
        "high": Tally.from_scores(labels, [9, 8, 1, 1, 1, 1, 1, 1]),
        "low": Tally.from_scores(labels, [1, 1, 1, 1, 1, 1, 9, 9], lower_is_positive=True),
    }
    hull = JointHull.of_models(tallies)
    assert [hull.models_at(corner) for corner in (1, 2)] == [("high",), ("low",)]
    assert hull.thresholds[1:3].tolist() == [8, 1]
    assert hull.beyond[1:3].tolist() == [1, 9]
    assert [hull.direction_at(corner).value for corner in (1, 2)] == [">=", "<="]


def test_many_ranges_are_counted():
    fpr = np.arange(1, 10) / 10
    points = {f"m{i}": ([x], [np.sqrt(x)]) for i, x in enumerate(fpr.tolist())}
    hull = cc.evaluate_points(points).hull()
    assert len(hull.winners) == 11
    assert "m0, m1, m2, m3, m4, m5, m6, m7 and m8 in turn, in 11 ranges." in hull.sentence


def test_models_of_different_sizes_meet_in_rates():
    tallies = {
        "small": Tally.from_counts([2, 1], positives=[4, 6], negatives=[1, 9]),
        "large": Tally.from_counts([2, 1], positives=[400, 600], negatives=[100, 900]),
    }
    hull = JointHull.of_models(tallies)
    assert hull.models_at(1) == ("small", "large")
    assert hull.positives == 1


def test_a_useless_model_has_no_corner_and_a_name():
    tallies = {"useless": Tally.from_scores([1, 0], [1, 1]), "good": Tally.from_scores([1, 0], [2, 1])}
    hull = JointHull.of_models(tallies)
    assert hull.models == ("useless", "good")
    assert [one.winner for one in hull.winners] == ["good"]
    nothing = JointHull.of_models({"useless": tallies["useless"]})
    assert [one.winner for one in nothing.winners] == ["flag nobody", "flag everybody"]
    assert nothing.operating_range is None


def test_no_model_and_an_unknown_one_are_refused(two):
    with pytest.raises(cc.InputError, match="a joint hull needs models; got none"):
        JointHull.of_models({})
    with pytest.raises(cc.InputError, match="no such model 'CN3'; did you mean 'CN2'"):
        two.hull(models=["CN3"])
    with pytest.raises(cc.InputError, match="a document must be complete"):
        JointHull.from_json({"kind": "joint_hull", "version": 1, "corners": [{}]})
