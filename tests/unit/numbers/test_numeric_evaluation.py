"""What a person holds: summary, parts, deciles of actual outcomes, pictures, exports."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from costcurves import (
    InputError,
    Tally,
    UndefinedError,
    UnitCosts,
    ValueTally,
    evaluate_numeric,
    examples,
)
from costcurves.charts.figures.numeric_figures import NUMERIC_FIGURES
from costcurves.charts.marks import Line
from costcurves.charts.render import svg, terminal
from costcurves.curves.over_depth import deciles
from costcurves.evaluation.numeric_parts import NumericParts
from costcurves.measures import box_summary, double_lift
from tests.members import each

PRICE, PREDICTED = examples.car_prices()
CARS = evaluate_numeric(PRICE, {"linear": PREDICTED, "rounded": np.round(PREDICTED, -3)}, baseline=10_700)


def test_the_first_tenth_of_the_cars():
    """The lift of the cars with the highest predictions, as the gallery prints it."""
    first = CARS.deciles("linear")[0]
    assert round(first.lift, 3) == 1.720
    assert first.value == pytest.approx(PRICE[np.argsort(-PREDICTED, kind="stable")][:40].sum())


def test_the_arithmetic_of_the_printed_lift():
    """Figure 5.13 of Shmueli, Patel, Bruce: the first tenth of a total of 4,868,710 is worth 835,883."""
    total, first = 4_868_710.0, 835_883.0
    y = np.concatenate([np.full(40, first / 40), np.full(360, (total - first) / 360)])
    found = evaluate_numeric(y, np.arange(400, 0, -1)).deciles("model")[0]
    assert round(total / 10) == 486_871
    assert round(found.value) == 835_883
    assert round(found.lift, 3) == 1.717


def test_actual_outcomes_are_cumulated():
    """The numbers of the formula reference, §17.6."""
    ev = evaluate_numeric([10, 12, 8, 15, 20], [11, 10, 9, 15, 16])
    assert ev.value_tally("model").running()[1].tolist() == [0, 20, 35, 45, 57, 65]
    assert round(35 / (2 * 13), 6) == 1.346154


def test_outcomes_of_0_and_1_give_what_classes_give():
    rng = np.random.default_rng(0)
    labels, scores = rng.integers(0, 2, 50), rng.integers(0, 9, 50) / 10
    found = evaluate_numeric(labels, scores)
    assert found.deciles("model") == deciles(Tally.from_scores(labels, scores))
    weight = rng.integers(1, 4, 50)
    weighed = evaluate_numeric(labels, scores, sample_weight=weight)
    assert weighed.deciles("model") == deciles(Tally.from_scores(labels, scores, weight))


@pytest.mark.parametrize("y", [[-1.0, 0.5], [0.0, 0.0]])
def test_gains_need_a_mean_above_0(y):
    ev = evaluate_numeric(y, [1, 2])
    for name in ("gains", "lift", "deciles"):
        with pytest.raises(UndefinedError, match="gains, lift and deciles need a mean outcome above 0"):
            ev.chart(name)


def test_the_double_lift_of_two_models():
    found = CARS.double_lift("linear", "rounded", 4)
    assert [part.middle for part in found] == [0.125, 0.375, 0.625, 0.875]
    assert np.mean([part.actual for part in found]) == pytest.approx(PRICE.mean())
    ratio = PREDICTED / np.round(PREDICTED, -3)
    assert found[0].actual == pytest.approx(PRICE[np.argsort(ratio, kind="stable")][:100].mean())
    with pytest.raises(UndefinedError, match="all above 0; got -1"):
        double_lift(*(evaluate_numeric([1, 2], [-1, 2]).records.predicted("model"),) * 2)
    with pytest.raises(InputError, match="a double lift compares two models"):
        CARS.chart("double_lift", models=["linear"])
    wrong: tuple[Any, ...] = (0, 2.5, True)
    for parts in wrong:
        with pytest.raises(InputError, match="the number of parts must be a whole number"):
            CARS.double_lift("linear", "rounded", parts)


def test_boxes():
    box = box_summary(CARS.tally("linear"))
    error = PRICE - PREDICTED
    assert box.median == pytest.approx(np.median(error))
    assert box.lower <= np.quantile(error, 0.26)
    assert len(box.outlying) == np.sum(
        (error < box.lower - 1.5 * (box.upper - box.lower))
        | (error > box.upper + 1.5 * (box.upper - box.lower))
    )
    constant = box_summary(evaluate_numeric([1, 2], [0, 1]).tally("model"))
    assert (constant.lower, constant.upper, constant.low, constant.high) == (1, 1, 1, 1)


@each("name", NUMERIC_FIGURES)
def test_every_picture_is_drawn_by_every_renderer(name):
    for models in (None, ["linear"]):
        if name == "double_lift" and models:
            continue
        chart = CARS.chart(name, models=models, costs=UnitCosts(3, 1), level=0.9)
        assert chart.key == name
        assert chart.title in svg.render(chart)
        assert chart.title in terminal.render(chart, width=100)
    one = evaluate_numeric([1.0, 3.0], {"a": [1.0, 2.0], "b": [1.0, 2.0]})
    assert one.chart(name, costs=0.5).marks
    exact = evaluate_numeric([1.0, 3.0], {"a": [1.0, 3.0], "b": [1.0, 3.0]})
    assert exact.chart(name, costs=0.5).marks


def labels(chart):
    return [mark.label for mark in chart.marks if getattr(mark, "label", None)]


def test_the_baseline_is_drawn_with_the_loss():
    mean, none = evaluate_numeric(PRICE, PREDICTED, baseline=10_700), evaluate_numeric(PRICE, PREDICTED)
    known = evaluate_numeric(PRICE[200:], PREDICTED[200:], baseline=PRICE[:200])
    assert none.baseline_curve is None
    assert labels(none.chart("loss")) == ["best constant", "model"]
    assert mean.baseline_curve is not None
    assert mean.baseline_curve(0.5) == pytest.approx(np.abs(PRICE - 10_700).mean() / 2)
    assert labels(mean.chart("loss", kappa=0.3)) == ["best constant", "training mean", "model", "κ = 0.3"]
    assert "best training constant" in labels(known.chart("loss"))
    assert known.baseline_curve is not None
    assert known.baseline_curve(0.5) == pytest.approx(np.abs(PRICE[200:] - np.median(PRICE[:200])).mean() / 2)
    far = evaluate_numeric(PRICE, PREDICTED, baseline=1e6).chart("loss")
    assert far.notes[0].startswith("Training mean: up to ")
    assert far.y.high < 5000


@pytest.mark.parametrize(
    "costs",
    [0.75, UnitCosts(3, 1, "EUR"), UnitCosts(PRICE / 10_000, 1, over_cap=900)],
    ids=lambda c: f"{c!r}",
)
def test_costs_by_shift_are_those_of_the_decision(costs):
    found = CARS.decide(costs, level=None)
    chart = CARS.chart("shift_cost", costs=costs)
    lines = {mark.label: mark for mark in chart.marks if isinstance(mark, Line)}
    for row in found.rows:
        line = lines[row.model]
        assert row.middle in line.x
        assert min(line.y) == line.y[list(line.x).index(row.middle)]
        as_is = found.scale * row.unshifted.estimate
        assert line.y[list(line.x).index(0)] == pytest.approx(as_is)
    seems = {name: min(line.y) for name, line in lines.items()}
    assert seems[found.rows[0].model] == pytest.approx(found.scale * found.seems)
    assert found.at in chart.subtitle
    title = "Normalised loss" if found.costs is None else "Cost a record"
    assert chart.y.label == title + (", EUR" if found.costs is not None and found.costs.currency else "")
    picture = CARS.picture(costs)
    assert picture.key == ("shift_cost" if found.kappa is None else "loss")


def test_costs_by_shift_need_costs():
    with pytest.raises(InputError, match="a picture of shifts needs what a unit of error costs"):
        CARS.chart("shift_cost")


def test_axes_hold_what_is_drawn():
    assert CARS.chart("gains").y.high == 1
    up_and_down = evaluate_numeric([-1.0, 5.0, 2.0], [1.0, 3.0, 2.0]).chart("gains")
    assert up_and_down.y.high > 7 / 6
    assert CARS.chart("deciles").x.label == "Equal parts of the records, highest predictions first"


def test_a_picture_of_matplotlib_and_one_that_is_not_there():
    assert CARS.plot("residuals").get_title(loc="left") == "Errors"
    with pytest.raises(InputError, match="no such picture of numeric predictions 'rocc'"):
        CARS.chart("rocc")


def test_many_points_are_drawn_in_part():
    y = np.arange(5000.0)
    chart = evaluate_numeric(y, y + 1).chart("actual_predicted")
    assert "2,000 of 5,000 records are drawn" in chart.notes[0]


def test_the_summary_prints_shows_and_exports_itself():
    summary = CARS.summary()
    assert str(CARS) == summary.sentence
    assert summary.sentence.startswith("linear has the least RMSE of 2 models, 1349 (95 % interval ")
    assert "Without a model, the training mean has an RMSE of" in summary.sentence
    assert [row[0] for row in summary.table().rows] == ["linear", "rounded", "training mean"]
    assert len(summary.full_table().rows) == 13
    columns = summary.to_columns()
    assert len(columns["model"]) == 3 * 13
    document = json.loads(json.dumps(summary.to_json()))
    assert set(document["models"]["linear"]["rmse"]) >= {"estimate", "low", "high"}
    assert document["models"]["linear"]["max_error"]["low"] is None
    assert "<table" in CARS._repr_html_()
    assert "<table" in summary._repr_html_()
    assert "<table" in CARS.pairwise()._repr_html_()
    assert "<table" in CARS.decide(0.7)._repr_html_()
    assert repr(CARS) == "NumericEvaluation(linear, rounded on 400 records)"
    without = CARS.summary(level=None)
    assert without["linear"]["rmse"].interval is None
    assert without.intervals_table().rows == ()
    with pytest.raises(InputError, match="no such model 'cubic'"):
        summary["cubic"]


def test_own_constants_are_said_to_look_too_good():
    summary = evaluate_numeric(PRICE, PREDICTED).summary()
    assert "They know these outcomes, so they look too good" in str(summary.table())


def test_train_beside_held_out():
    train = evaluate_numeric(PRICE[:200], {"m": PREDICTED[:200]})
    test = evaluate_numeric(PRICE[200:], {"m": PREDICTED[200:]}, baseline=PRICE[:200])
    parts = NumericParts({"train": train, "test": test}, "test", "train")
    assert parts.evaluation is test
    first, second, *naive = parts.table().rows
    assert [(row[0], row[1]) for row in naive] == [
        ("mean of these records", "train"), ("median of these records", "train"),
        ("training mean", "test"), ("training median", "test"),
    ]  # fmt: skip
    assert first[-1] is None or first[-1] == 0
    assert second[-1] == pytest.approx(100 * (second[3] / first[3] - 1))
    assert str(parts).startswith("m: RMSE ")
    assert set(parts.to_json()) == {"train", "test"}
    with pytest.raises(InputError, match="no such part 'holdout'"):
        NumericParts({"train": train}, "holdout")
    other = evaluate_numeric(PRICE[:200], {"n": PREDICTED[:200]})
    with pytest.raises(InputError, match="all parts must have the same models; got n in 'test'"):
        NumericParts({"train": train, "test": other}, "train")


def test_values_of_records_are_those_of_value_tallies():
    assert CARS.value_tally("linear") == ValueTally.from_values(PRICE, PREDICTED)


def test_curves_are_drawn_in_notebooks():
    for curve in (CARS.loss_curve("linear"), CARS.regression_roc("linear"), CARS.constant_curve):
        assert "<svg" in curve._repr_html_()
        assert str(curve)


def test_a_page_in_python(tmp_path):
    page = CARS.report(tmp_path / "cars.html", 0.75, title="Cars").read_text(encoding="utf-8")
    assert "<h1>Cars</h1>" in page
    assert CARS.decide(0.75).table().title in page
    plain = CARS.report(tmp_path / "plain.html", level=None).read_text(encoding="utf-8")
    assert "<h1>Predictions of linear and rounded</h1>" in plain
    assert "Which differences are more than chance" not in plain
    few = evaluate_numeric([1.0, 2.0], {"a": [1.0, 1.0], "b": [2.0, 1.0]}, cluster=[1, 1])
    assert few.report(tmp_path / "few.html", level=None).exists()
