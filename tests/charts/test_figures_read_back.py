"""Every figure through every renderer: what is drawn, read back, is what the chart holds."""

from __future__ import annotations

import json

import numpy as np
import pytest
from matplotlib.figure import Figure

import costcurves as cc
from costcurves import examples
from costcurves.charts import terminal
from costcurves.charts.figures import FIGURES
from costcurves.charts.marks import Chart, Points
from tests.charts import test_matplotlib, test_svg

LABELS, SCORES = examples.records24()
#: Two models of which the second ranks otherwise; both are probabilities, with a tie.
EV = cc.evaluate(LABELS, {"book": SCORES, "other": np.round(0.7 * SCORES + 0.3 * SCORES[::-1], 2)})
CONDITION = cc.OperatingCondition(0.3, cc.Costs(fp=1, fn=3))
DECISION = EV.decide(CONDITION)
#: A decision is of one model: what shows two, or no threshold, does not mark it.
UNMARKED = {"difference"}


def chart(figure: str) -> Chart:
    """The picture with a decision."""
    return EV.chart(figure, decision=DECISION)


@pytest.mark.parametrize("figure", FIGURES)
def test_svg_elements(figure):
    test_svg.test_marks_read_back_equal_the_chart(lambda: chart(figure))
    test_svg.test_paths_go_where_the_data_say(lambda: chart(figure))


@pytest.mark.parametrize("figure", FIGURES)
def test_matplotlib_artists(figure):
    test_matplotlib.test_artists_hold_the_data_of_the_marks(lambda: chart(figure), Figure().subplots())


@pytest.mark.parametrize("figure", FIGURES)
def test_json(figure):
    one = chart(figure)
    found = json.loads(json.dumps(one.to_dict()))
    assert len(found["marks"]) == len(one.marks)
    for mark, written in zip(one.marks, found["marks"], strict=True):
        for name in ("x", "y", "low", "high", "left", "right", "values"):
            if hasattr(mark, name):
                assert written[name] == np.asarray(getattr(mark, name)).tolist()


@pytest.mark.parametrize("figure", FIGURES)
def test_terminal_dots(figure):
    one = chart(figure)
    text = terminal.render(one, width=100)
    # Every mark with a name is told in the legend or along the axis.
    names = {name for mark in one.marks if (name := getattr(mark, "label", ""))}
    assert [name for name in names if name.split(" ")[0] not in text] == []


@pytest.mark.parametrize("figure", FIGURES)
def test_a_decision_is_marked_where_the_axes_are(figure):
    marked = [mark for mark in chart(figure).marks if mark.role == "decision"]
    assert bool(marked) == (figure not in UNMARKED)


def test_the_same_decision_on_every_picture():
    assert DECISION.model in EV.models
    tally = EV.tally(DECISION.model).at_prevalence(0.3)
    places = {}
    for figure in ("roc", "precision_recall", "gains", "lift", "det"):
        (point,) = (m for m in chart(figure).marks if isinstance(m, Points) and m.role == "decision")
        places[figure] = float(point.x[0]), float(point.y[0])
    fpr, tpr = DECISION.fpr, DECISION.tpr
    flagged = 0.3 * tpr + 0.7 * fpr
    assert places["roc"] == pytest.approx((fpr, tpr))
    assert places["precision_recall"] == pytest.approx((tpr, 0.3 * tpr / flagged))
    assert places["gains"] == pytest.approx((flagged, tpr))
    assert places["lift"] == pytest.approx((flagged, tpr / flagged))
    assert places["det"] == pytest.approx((fpr, 1 - tpr))
    assert tally.prevalence == 0.3
