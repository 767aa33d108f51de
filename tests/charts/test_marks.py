"""Marks and charts: values that check themselves."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest

from costcurves.charts.chart import Chart
from costcurves.charts.grids import Grid
from costcurves.charts.marks import Bars, Line, Note, Points, Ribbon, Spans
from costcurves.charts.scales import Axis
from costcurves.errors import InputError
from tests.charts.sample_charts import SAMPLES

X = Axis("x", 0, 1)


@pytest.mark.parametrize("make", SAMPLES, ids=lambda make: make.__name__)
def test_charts_are_equal_by_value_and_survive_pickling(make) -> None:
    chart = make()
    assert chart == make()
    again = pickle.loads(pickle.dumps(chart))
    assert again == chart
    for mark in again.marks:
        for name in ("x", "low", "left"):
            values = getattr(mark, name, None)
            assert not isinstance(values, np.ndarray) or not values.flags.writeable


def test_charts_differ_when_a_coordinate_does() -> None:
    one = Chart("k", "t", X, X, [Line([0, 1], [0, 1])])
    assert one != Chart("k", "t", X, X, [Line([0, 1], [0, 0.5])])
    assert one != Chart("k", "t", X, X, [Points([0, 1], [0, 1])])
    assert one != "a chart"


def test_a_mark_keeps_its_own_copy() -> None:
    x = np.array([0.0, 1.0])
    line = Line(x, x)
    x[0] = 5
    assert line.x.tolist() == [0, 1]
    with pytest.raises(ValueError, match="read-only"):
        line.y[0] = 3


@pytest.mark.parametrize("make", SAMPLES, ids=lambda make: make.__name__)
def test_a_chart_goes_through_json(make) -> None:
    chart = make()
    found = json.loads(json.dumps(chart.to_json()))
    assert found["key"] == chart.key
    assert [mark["kind"] for mark in found["marks"]] == [mark.kind for mark in chart.marks]
    for mark, data in zip(chart.marks, found["marks"], strict=True):
        if isinstance(mark, (Line, Points)):
            assert data["x"] == mark.x.tolist()


BAD_MARKS = {
    "a grid must have one value per cell, row by row; got 1 rows of 2 values for 2 × 2 cells (grid 'g')": lambda: (
        Grid([0, 1, 2], [0, 1, 2], [[1, 2]], label="g")
    ),
    "a grid must have one value per cell, row by row; got 2 rows of 1 or 2 values for 2 × 2 cells (grid '')": lambda: (
        Grid([0, 1, 2], [0, 1, 2], [[1, 2], [3]])
    ),
    "coordinates of a chart must be finite; got inf (values of the grid '', place 1): end the mark at the axis or leave the point out": lambda: (
        Grid([0, 1, 2], [0, 1], [[1, np.inf]])
    ),
    "two or more edges must ascend; got 1 of them (y of the grid '')": lambda: Grid([0, 1], [0], []),
    "two or more edges must ascend; got some that do not (x of the grid '')": lambda: Grid(
        [0, 0], [0, 1], [[1]]
    ),
    "a ramp must run from a low to a higher value; got 4.0 to 2.0 (grid '')": lambda: Grid(
        [0, 1], [0, 1], [[1]], low=4, high=2
    ),
    "a grid must have one text per cell, or none; got 2 texts for 1 cells (grid '')": lambda: Grid(
        [0, 1], [0, 1], [[1]], hover=["a", "b"]
    ),
    "coordinates and texts of a mark must have one length; got 2 in x and 1 in y (line 'a')": lambda: Line(
        [0, 1], [0], label="a"
    ),
    "coordinates and texts of a mark must have one length; got 2 in x and 1 in hover (points '')": lambda: (
        Points([0, 1], [0, 1], hover=["a"])
    ),
    "coordinates and texts of a mark must have one length; got 1 in low and 2 in names (spans '')": lambda: (
        Spans([0], [1], ["a", "b"], [0])
    ),
    "coordinates of a chart must be finite; got nan (y of the line 'a', place 1): end the mark at the axis or leave the point out": lambda: (
        Line([0, 1], [0, np.nan], label="a")
    ),
    "coordinates of a chart must be finite; got inf (x of the note 'here', place 0): end the mark at the axis or leave the point out": lambda: (
        Note(np.inf, 0, "here")
    ),
    "low must be at most high; got 2.0 and 1.0 (ribbon '', place 1)": lambda: Ribbon([0, 1], [0, 2], [0, 1]),
    "left must be below right; got 1.0 and 1.0 (bars '', place 0)": lambda: Bars([1], [1], [0]),
    "the role of a mark must be one of model, hull, joint, trivial, reference, decision, detail; got 'hero' (line '')": lambda: (
        Line([0], [0], role="hero")
    ),
    "the dash of a mark must be one of solid, dashed, dotted, dashdot; got '---' (line '')": lambda: Line(
        [0], [0], dash="---"
    ),
    "series must be numbered from 0; got -1 (points '')": lambda: Points([0], [0], series=-1),
    "marks must be lines, points, ribbons, bars, areas, spans, notes or grids; got a str (chart 'k')": lambda: (
        Chart(
            "k",
            "t",
            X,
            X,
            ["line"],  # type: ignore[list-item]  # what the test is about
        )
    ),
    "an axis must run from a low to a higher finite value; got 1.0 to 1.0 (axis 'x')": lambda: Axis(
        "x", 1, 1
    ),
    "an axis must run from a low to a higher finite value; got 0.0 to inf (axis 'x')": lambda: Axis(
        "x", 0, np.inf
    ),
    "a log axis must lie strictly between 0.0 and inf; got 0.0 to 1.0 (axis 'x'): narrow the axis; the data need no change": lambda: (
        Axis("x", 0, 1, "log")
    ),
    "the scale of an axis must be one of linear, log, logit, probit; got 'cubic'": lambda: Axis(
        "x", 0, 1, "cubic"
    ),
    "every tick must have one label; got 1 ticks and 2 labels (axis 'x')": lambda: Axis(
        "x", 0, 1, ticks=(0.5,), tick_labels=("a", "b")
    ),
    "every tick must have one label; got 0 ticks and 1 labels (axis 'x')": lambda: Axis(
        "x", 0, 1, tick_labels=("a",)
    ),
}


@pytest.mark.parametrize("message", BAD_MARKS)
def test_bad_marks_are_refused(message: str) -> None:
    with pytest.raises(InputError) as caught:
        BAD_MARKS[message]()
    assert str(caught.value) == message


def test_text_is_no_coordinate() -> None:
    with pytest.raises(InputError, match="x of the line 'a' must hold numbers"):
        Line(["0", "one"], [0, 1], label="a")


@pytest.mark.parametrize(
    ("values", "ends", "expected"),
    [
        ([[0.0, 2280.0]], {"low": 0}, (0.0, 2500.0)),
        ([[-3.2, 4.0], [7.9]], {}, (-5.0, 10.0)),
        ([], {}, (0.0, 1.0)),
        ([[]], {"low": 0, "high": 0.5}, (0.0, 0.5)),
        ([[3.0]], {}, (2.0, 4.0)),
        ([[0.0]], {}, (-1.0, 1.0)),
        ([[0.31]], {"low": 0}, (0.0, 0.4)),
    ],
)
def test_axes_end_on_round_numbers(values, ends, expected) -> None:
    axis = Axis.around("x", *values, **ends)
    assert (axis.low, axis.high) == expected
