"""Estimates, bands and results of tests: what they refuse, and that they read back as written."""

from __future__ import annotations

import json
import math
import pickle
from typing import Any

import numpy as np
import pytest

from costcurves.inference.estimate import Band, Estimate, TestResult, confidence
from costcurves.inference.targets import Scope, Target
from tests.unit.refusals import refusal

ESTIMATE = Estimate(0.2, 0.1, math.inf, 0.9, "Wilson", "", ("few errors",), Target.GIVEN)


def band(x: list[float], centre: list[float], low: list[float], high: list[float], **more: Any) -> Band:
    """A band of lists."""
    return Band(np.array(x), np.array(centre), np.array(low), np.array(high), **more)


BAND = band(
    [0, 0.5, 1],
    [0, 0.2, 0],
    [0, 0.1, 0],
    [0, 0.4, 0.1],
    level=0.9,
    scope=Scope.PLACES,
    target=Target.CROSS_FITTED,
    x_name="PC(+)",
)
RESULTS = [
    TestResult("McNemar", 0.03, "no difference", 1.5, ESTIMATE, "less", ("a note",), 0.06),
    TestResult("sign test", 1.0, "no difference"),
]


@pytest.mark.parametrize("value", [ESTIMATE, BAND, *RESULTS], ids=lambda value: type(value).__name__)
def test_values_read_back_equal(value, tmp_path):
    assert type(value).from_json(json.loads(json.dumps(value.to_json()))) == value
    value.save(tmp_path / "value.json")
    assert type(value).load(tmp_path / "value.json") == value
    assert pickle.loads(pickle.dumps(value)) == value


def test_columns_are_of_equal_length():
    for value, rows in ((ESTIMATE, 1), (BAND, 3), (RESULTS[0], 1)):
        assert {len(column) for column in value.to_columns().values()} == {rows}


def test_stretches_away_from_a_value():
    found = band([0, 1, 2, 3, 4], [0] * 5, [1, 1, -1, -2, 1], [2, 2, 1, -1, 3])
    assert found.away_from(0) == [(0, 1, 1), (3, 3, -1), (4, 4, 1)]
    assert found.away_from(0.5) == [(0, 1, 1), (3, 3, -1), (4, 4, 1)]
    assert found.away_from([9, 0, 0, 0, 0]) == [(0, 0, -1), (1, 1, 1), (3, 3, -1), (4, 4, 1)]
    assert BAND.away_from(0.2) == [(0, 0, -1), (1, 1, -1)]


def test_places_that_are_not_kept_say_nothing():
    kept = BAND.where(np.array([True, False, True]))
    assert kept.low.tolist() == [0, -math.inf, 0]
    assert kept.high.tolist() == [0, math.inf, 0.1]
    assert kept.away_from(5) == [(0, 0, -1), (1, 1, -1)]


def test_between_places_lines_are_straight():
    found = BAND.at(0.25)
    assert (found.estimate, found.low, found.high) == pytest.approx((0.1, 0.05, 0.2))
    assert refusal(lambda: BAND.at(2.0)).startswith("the place must lie on the band, from 0 to 1; got 2.0")


def test_adjusted_p_values_decide():
    assert RESULTS[0].significant(0.1)
    assert not RESULTS[0].significant(0.05)
    assert not RESULTS[1].significant()


def test_words():
    assert str(ESTIMATE) == "0.2 (90 % interval 0.1 to inf)"
    assert str(RESULTS[0]) == f"p = 0.03 (no difference); {ESTIMATE}; McNemar, statistic 1.5"
    assert repr(BAND) == "Band(simultaneous, 90 %, 3 places, widest 0.3)"
    assert ESTIMATE.excludes(0.05)
    assert not ESTIMATE.excludes(9)


def test_targets_and_scopes_are_written_as_words_and_keys():
    together = ESTIMATE.together(models=3, conditions=True)
    found = together.to_json()
    assert (found["target"], found["target_key"]) == ("the threshold as given", "given")
    assert found["scope"] == "for all 3 models and at all conditions together"
    assert (found["scope_key"], found["models"]) == ("models_and_conditions", 3)
    assert Estimate.from_json(found) == together
    assert BAND.at(0.25).scope is BAND.scope
    assert BAND.at(0.25).target is BAND.target


@pytest.mark.parametrize("level", [0, 1, 95, "much", math.nan, None])
def test_levels_lie_between_0_and_1(level):
    assert refusal(lambda: confidence(level)).startswith("a confidence level must lie between 0 and 1; got ")


def test_refusals():
    assert "at or below its high end" in refusal(lambda: Estimate(0, 1, 0))
    assert "at or below its high end" in refusal(lambda: Estimate(0, math.nan, 0))
    assert "at or below its high end" in refusal(lambda: band([0], [0], [1], [0]))
    assert refusal(lambda: TestResult("a test", 1.2, "nothing")) == "a p-value must lie in [0, 1]; got 1.2"
