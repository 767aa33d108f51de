"""Every figure through every renderer: what is drawn, read back, is what the chart holds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from matplotlib.figure import Figure

import costcurves as cc
from costcurves import examples
from costcurves.charts.figures.by_name import FIGURES
from costcurves.charts.marks import Points
from costcurves.charts.render import terminal
from tests.charts import test_matplotlib, test_svg
from tests.members import each

if TYPE_CHECKING:
    from costcurves.charts.chart import Chart

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


@each("figure", FIGURES)
def test_matplotlib_artists(figure):
    test_matplotlib.test_artists_hold_the_data_of_the_marks(lambda: chart(figure), Figure().subplots())


@each("figure", FIGURES)
def test_json(figure):
    one = chart(figure)
    found = json.loads(json.dumps(one.to_json()))
    assert len(found["marks"]) == len(one.marks)
    for mark, written in zip(one.marks, found["marks"], strict=True):
        for name in ("x", "y", "low", "high", "left", "right", "values"):
            if hasattr(mark, name):
                assert written[name] == np.asarray(getattr(mark, name)).tolist()


@each("figure", FIGURES)
def test_terminal_dots(figure):
    one = chart(figure)
    text = terminal.render(one, width=100)
    # Every mark with a name is told in the legend or along the axis.
    names = {name for mark in one.marks if (name := getattr(mark, "label", ""))}
    assert [name for name in names if name.split(" ")[0] not in text] == []


@each("figure", FIGURES)
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


# ---- options of single pictures -------------------------------------------------------------


@pytest.mark.parametrize("figure", ["roc", "coverage"])
def test_isometrics_are_lines_of_one_value(figure):
    lines: list[Any] = [
        m for m in EV.chart(figure, isometrics="accuracy", levels=[0.5, 0.75]).marks if m.role == "reference"
    ]
    assert len(lines) == 2
    for line, level in zip(lines, (0.5, 0.75), strict=True):
        fpr, tpr = (line.x, line.y) if figure == "roc" else (line.x / 12, line.y / 12)
        assert np.allclose(0.5 * tpr + 0.5 * (1 - fpr), level)
    assert EV.chart(figure, isometrics="f1").notes[-1].startswith("Dotted grey: F1 0.1, 0.2")
    assert (
        EV.chart(figure, isometrics=cc.measures.measure("accuracy"), levels=[3])
        .notes[-1]
        .endswith("none in the square.")
    )


@pytest.mark.parametrize("of", ["cost", "coverage", "gains", "profit", "net_benefit", "precision_recall"])
def test_differences_of_any_row(of):
    one = EV.chart("difference", of=of, condition=CONDITION)
    gap: Any = next(mark for mark in one.marks if getattr(mark, "label", "") == "book minus other")
    curves = [EV.curve(of, name, condition=CONDITION) for name in ("book", "other")]
    inside = (gap.x > 0.2 * one.x.high) & (gap.x < 0.8 * one.x.high)
    left, right = curves[0].minus(curves[1]).limits(gap.x[inside])
    close = np.isclose(gap.y[inside], left) | np.isclose(gap.y[inside], right)
    assert close.all()
    assert one.subtitle.split("; ")[-1].startswith("largest difference")


def test_differences_of_a_rule_and_of_equal_models():
    ruled = EV.chart("difference", rule=cc.rules.score_driven(), pair=("other", "book"))
    assert ruled.title == "Cost curve: other minus book"
    same = cc.evaluate(LABELS, {"a": SCORES, "b": SCORES}).chart("difference")
    assert [mark.kind for mark in same.marks] == ["line", "line"]


def test_parts_and_thresholds_on_decile_and_step_pictures():
    quarters = EV.chart("deciles", parts=4)
    assert quarters.title == "Lift of 4 equal parts"
    plain = cc.evaluate(LABELS, {"m": SCORES}).chart("skill")
    assert plain.notes == ("m: greatest skill 0.75, p = 0.00173 (threshold chosen on the same records).",)
    # Counts reweighed to a stated prevalence are no sample of it: no test.
    assert ", p =" not in EV.chart("skill", prevalence=0.1).notes[0]
    useless = cc.evaluate([1, 0], {"m": [0.5, 0.5]}).chart("skill")
    assert useless.notes == ("m: greatest skill 0.",)
    mixed = EV.chart(
        "threshold", measures="tpr", decision=EV.decide(criterion=cc.criteria.capacity(0.4, randomised=True))
    )
    assert sum(mark.role == "decision" for mark in mixed.marks) >= 1


def test_turned_and_straight_scores_on_one_picture():
    ev = cc.evaluate(LABELS, {"up": SCORES, "down": -SCORES}, lower_is_positive="down")
    one = ev.chart("threshold", measures=["tpr"])
    assert one.x.label == "Threshold: flagged if the score is at or above it (of down: at or below)"
    ks = ev.chart("ks")
    assert [note.split(":")[1] for note in ks.notes] == [" KS = 0.75.", " KS = 0.75."]


def test_a_surface_of_another_rule_has_no_volume():
    assert EV.chart("value_surface", rule=cc.rules.score_driven()).notes == ()
    assert len(EV.chart("value_surface").notes) == 1


def test_axes_count_the_cases_of_a_population():
    plain, counted = (EV.chart("gains", population=cases) for cases in (None, 4000))
    assert counted.marks == plain.marks
    assert counted.x.label == "How many of 4,000 cases are flagged, best scores first"
    assert counted.x.tick_labels == ("0", "1,000", "2,000", "3,000", "4,000")
    assert counted.x.ticks == (0.0, 0.25, 0.5, 0.75, 1.0)
    assert counted.y == plain.y
    assert EV.records is not None
    records = len(EV.records)
    profit, of_all = (EV.chart("profit", CONDITION, population=cases) for cases in (None, 10 * records))
    assert of_all.marks == profit.marks
    assert of_all.y.label == f"Profit so far, of {10 * records:,} cases"
    for place, text in zip(of_all.y.ticks or (), of_all.y.tick_labels or (), strict=True):
        assert float(text.replace("−", "-").replace(",", "")) == pytest.approx(10 * place)
    with pytest.raises(cc.InputError, match="a population must have cases; got 0"):
        EV.chart("gains", population=0)
    with pytest.raises(cc.InputError, match="unknown option of a picture; got population"):
        EV.chart("roc", population=10)


def test_a_capacity_and_the_cost_of_a_test_are_drawn():
    capped = EV.chart("gains", capacity=0.25)
    assert any(getattr(mark, "label", "") == "capacity" for mark in capped.marks)
    harmed = EV.chart("regret", condition=CONDITION, test_cost=0.1, rule=cc.rules.fixed(0.5))
    assert "thresholds: threshold 0.5" in harmed.subtitle
    assert "cost of a false positive 1, of a false negative 3" in harmed.subtitle
