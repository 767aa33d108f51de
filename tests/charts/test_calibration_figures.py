"""Pictures of calibration, of scores by class, of two predictors and of concavities hold the numbers of their values."""

from __future__ import annotations

import functools
import json
import math
from typing import TYPE_CHECKING

import numpy as np
import pytest

import costcurves as cc
from costcurves import examples
from costcurves.charts.figures.calibration_figures import (
    CALIBRATION_FIGURES,
    binned_reliability,
    concavities,
    murphy,
    reliability,
)
from costcurves.charts.figures.score_figures import MOST, density, histogram, separation
from costcurves.charts.figures.subject import Subject
from costcurves.charts.lettering import printable
from costcurves.charts.marks import Bars, Line, Points, Ribbon
from costcurves.curves.calibration import binned, consistency_band
from costcurves.curves.distributions import score_density, score_histogram
from costcurves.curves.separation import DecisionLine, Separation
from costcurves.measures.isotonic import IsotonicFit
from costcurves.measures.proper_scores import brier
from tests.charts.pages import CASES, condition, loans
from tests.charts.test_every_renderer import RENDERERS
from tests.members import each

if TYPE_CHECKING:
    from costcurves.charts.chart import Chart

LABELS, SCORES = examples.records24()
TALLY = cc.Tally.from_scores(LABELS, SCORES)
ONE = {"score": TALLY}

PROBABILITIES = {"reliability", "binned_reliability", "murphy"}
SCORED = PROBABILITIES | {"histogram", "density"}
#: What a case cannot show.
LACKS: dict[str, set[str]] = {
    "least cost": set(),
    "no costs": set(),
    "lower": PROBABILITIES,
    "points": SCORED,
    "rates": SCORED,
    "rates without costs": SCORED,
    "weighted": PROBABILITIES,
    "hostile": PROBABILITIES,
    "mixture": set(),
    "one model": set(),
}


#: What every renderer is tried on.
RENDERED = [
    (case, figure)
    for case in ("least cost", "lower", "rates", "hostile", "one model")
    for figure in CALIBRATION_FIGURES
    if figure not in LACKS[case]
]


def marks_of(chart: Chart, kind: type, role: str = "model"):
    """Marks of one kind and role."""
    return [mark for mark in chart.marks if isinstance(mark, kind) and mark.role == role]


@functools.cache
def drawn(name: str, case: str) -> tuple[Chart, list[str]]:
    """The picture of a case, and its models."""
    evaluation, decision, _ = CASES[case]()
    chart = CALIBRATION_FIGURES[name](Subject(evaluation.models, decision=decision))
    return chart, list(evaluation.models)


@pytest.mark.parametrize("figure", CALIBRATION_FIGURES)
@each("case", LACKS)
def test_every_case_is_drawn_or_says_what_it_needs(case, figure):
    if figure in LACKS[case]:
        with pytest.raises(cc.CostCurvesError, match=r"needs|probabilities|be those of"):
            drawn(figure, case)
    else:
        chart, models = drawn(figure, case)
        assert chart.key == figure
        told = " ".join(getattr(mark, "label", "") for mark in chart.marks)
        assert len(models) == 1 or all(model in told for model in models)


@pytest.mark.parametrize("renderer", RENDERERS)
@each(("case", "figure"), RENDERED)
def test_every_figure_through_every_renderer(case, figure, renderer):
    chart, models = drawn(figure, case)
    text = RENDERERS[renderer](chart)
    if renderer == "json":
        text = json.dumps(json.loads(text), ensure_ascii=False)
        models = [json.dumps(model, ensure_ascii=False)[1:-1] for model in models]
    else:
        models = [printable(model) for model in models]
    assert len(models) == 1 or [model for model in models if model not in text] == []


# ---- reliability ----------------------------------------------------------------------------


def test_the_fit_of_the_24_records():
    chart = reliability(Subject(ONE))
    (line,) = marks_of(chart, Line)
    fit = IsotonicFit.of(TALLY)
    assert line.x.tolist() == np.column_stack([fit.low, fit.high])[::-1].ravel().tolist()
    assert line.y.tolist() == pytest.approx([0, 0, 1 / 3, 1 / 3, 0.5, 0.5, 0.75, 0.75, 1, 1])
    band = consistency_band(TALLY)
    (ribbon,) = marks_of(chart, Ribbon)
    assert (ribbon.low.tolist(), ribbon.high.tolist()) == (band.low.tolist(), band.high.tolist())
    # Brier score, its calibration part and what is left: formulas of the 24 records.
    assert chart.notes[1] == "score: 0.1072 = 0.02736 − 0.1701 + 0.25."
    assert "90 % of the fits" in chart.subtitle
    assert "at the prevalence of the records, 50 %" in chart.subtitle


def test_a_stated_prevalence_moves_the_fit():
    chart = reliability(Subject({"score": TALLY.at_prevalence(0.1)}))
    (line,) = marks_of(chart, Line)
    odds = 0.1 / 0.9
    assert line.y[2::2].tolist() == pytest.approx(
        [0.5 * odds / (1 + 0.5 * odds), odds / (1 + odds), 3 * odds / (1 + 3 * odds), 1]
    )
    assert "stated prevalence of 10 %" in chart.subtitle


def test_a_diagram_without_a_band():
    assert marks_of(reliability(Subject(ONE), resamples=0), Ribbon) == []
    fractional = cc.Tally.from_scores(LABELS, SCORES, np.full(24, 0.5))
    chart = reliability(Subject({"score": fractional}))
    assert marks_of(chart, Ribbon) == []
    assert any("no band" in note for note in chart.notes)
    assert "shaded" not in chart.subtitle


def test_bins_with_their_intervals():
    chart = binned_reliability(Subject(ONE), bins=4)
    found = binned(TALLY, 4)
    (line,) = marks_of(chart, Line)
    (points,) = marks_of(chart, Points)
    assert (line.x.tolist(), line.y.tolist()) == (found.score.tolist(), found.observed.tolist())
    assert points.x.tolist() == line.x.tolist()
    bars = marks_of(chart, Line, "reference")
    assert [bar.y.tolist() for bar in bars] == np.column_stack([found.low, found.high]).tolist()
    # Of the nine scores below ¼ one is a positive's.
    mean = np.sort(SCORES)[:9].mean()
    assert points.hover[0].startswith(f"score, score 0 to 0.25: mean score {mean:.4g}, observed 0.1111 (")
    errors = found.expected_calibration_error, found.maximum_calibration_error
    assert chart.notes == ("score: expected calibration error {:.4g}, maximum {:.4g}.".format(*errors),)
    assert "4 bins of equal width; bars: 95 % intervals" in chart.subtitle
    assert "equally many records" in binned_reliability(Subject(ONE), spacing="count").subtitle


def test_probabilities_are_those_of_the_positive_class():
    for figure in PROBABILITIES:
        with pytest.raises(cc.InputError, match="those of the positive class"):
            CALIBRATION_FIGURES[figure](
                Subject({"m": cc.Tally.from_scores(LABELS, SCORES, lower_is_positive=True)})
            )


# ---- Murphy ---------------------------------------------------------------------------------


def area(line: Line) -> float:
    """Area under a line by the trapezoid rule."""
    return float(np.sum(np.diff(line.x) * (line.y[1:] + line.y[:-1]) / 2))


def test_areas_of_murphy_curves_are_half_brier_scores():
    chart = murphy(Subject(ONE))
    (line,), (best,) = marks_of(chart, Line), marks_of(chart, Line, "hull")
    assert 2 * area(line) == pytest.approx(brier(TALLY))
    assert 2 * area(best) == pytest.approx(0.0798611, abs=5e-8)
    (trivial,) = marks_of(chart, Line, "trivial")
    # One probability for all scores its own variance.
    assert 2 * area(trivial) == pytest.approx(0.5 * 0.5)
    assert chart.notes[0].endswith("Twice an area is the Brier score: score 0.1072.")


# ---- scores by class ------------------------------------------------------------------------


def test_bars_stand_back_to_back():
    chart = histogram(Subject(ONE), bins=5, counts=True)
    up, down = marks_of(chart, Bars)
    found = score_histogram(TALLY, 5)
    assert (up.y.tolist(), down.y.tolist()) == (found.positives.tolist(), (-found.negatives).tolist())
    assert up.hover[4] == "score 0.8 to 1: 7 positives, 0 negatives"
    assert (up.label, down.label) == ("positives", "negatives")
    assert [label for label in chart.y.tick_labels or () if label.startswith(("-", "−"))] == []
    assert len(chart.y.tick_labels or ()) > 2
    assert chart.y.low < -8
    assert not math.copysign(1, down.y[4]) < 0


def test_by_default_each_class_has_area_1():
    up, down = marks_of(histogram(Subject(ONE), bins=5), Bars)
    for bars, sign in ((up, 1), (down, -1)):
        assert np.dot(bars.y, bars.right - bars.left) == pytest.approx(sign)


def test_several_models_share_their_bins():
    chart = histogram(Subject(loans().models), bins=10)
    lines = marks_of(chart, Line)
    assert [line.label for line in lines] == [name for name in loans().models for _ in range(2)]
    assert len({tuple(line.x.tolist()) for line in lines}) == 1
    first = score_histogram(loans().models["logistic"], 10)
    assert lines[0].y[1:-1:2].tolist() == first.positive_density.tolist()


def test_counts_at_a_stated_prevalence_say_so():
    stated = {"score": TALLY.at_prevalence(0.25)}
    up, _ = marks_of(histogram(Subject(stated), bins=5, counts=True), Bars)
    assert up.y.sum() == pytest.approx(6)
    assert "stated prevalence of 25 %" in histogram(Subject(stated), counts=True).subtitle
    assert "prevalence" not in histogram(Subject(stated)).subtitle


@pytest.mark.parametrize("figure", [histogram, density])
def test_scores_are_shown_as_given(figure):
    low = cc.evaluate(LABELS, {"m": -10 * SCORES}, lower_is_positive="m")
    even = cc.OperatingCondition(0.5, cc.Costs(fp=1, fn=1))
    decision = low.decide(even)
    chart = figure(Subject(low.models, decision))
    mirror = cc.evaluate(LABELS, {"m": 10 * SCORES})
    other = figure(Subject(mirror.models, mirror.decide(even)))
    assert (chart.x.low, chart.x.high) == pytest.approx((-other.x.high, -other.x.low))
    (mark,), (mirrored,) = marks_of(chart, Line, "decision"), marks_of(other, Line, "decision")
    assert mark.x.tolist() == pytest.approx((-mirrored.x).tolist())


def test_densities_and_their_bandwidths():
    chart = density(Subject(ONE))
    positive, negative = marks_of(chart, Line)
    found = score_density(TALLY)
    assert (positive.y.tolist(), negative.y.tolist()) == (found.positive.tolist(), found.negative.tolist())
    assert chart.notes == (
        "score: bandwidth {:.4g} and {:.4g} (positives and negatives).".format(*found.bandwidth),
    )
    assert area(positive) == pytest.approx(1, abs=1e-3)
    assert "stated bandwidth" in density(Subject(ONE), bandwidth=0.1).subtitle
    several = marks_of(density(Subject(loans().models)), Line)
    assert several[1].label == "logistic: negatives"
    assert [line.dash for line in several[:2]] == ["solid", "dashed"]


@pytest.mark.parametrize("figure", [histogram, density])
def test_infinite_scores_are_noted(figure):
    tally = cc.Tally.from_scores([1, 1, 1, 0, 0], [math.inf, 2, 3, 1, 2])
    assert any("1 by weight, are left out" in note for note in figure(Subject({"m": tally})).notes)


# ---- predictors -----------------------------------------------------------------------------


def test_two_predictors_and_a_line():
    labels, columns = examples.households()
    found = Separation.read(labels, columns["income"], columns["lot_size"], names=("income", "lot size"))
    chart = separation(found, line=DecisionLine(1, 0, 60))
    negatives, positives = marks_of(chart, Points)
    assert (negatives.label, positives.label) == ("class 0", "class 1")
    assert (negatives.series, positives.series) == (1, 0)
    assert sorted(positives.x.tolist()) == sorted(columns["income"][labels == 1].tolist())
    (line,) = marks_of(chart, Line, "decision")
    assert (line.x.tolist(), line.label) == ([60, 60], "income = 60")
    hits = int(np.sum((labels == 1) & (columns["income"] >= 60)))
    assert f"income ≥ 60: {hits} of 12 of class 1" in chart.subtitle
    assert (chart.x.label, chart.y.label) == ("income", "lot size")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (DecisionLine(0, -2, -40), "b ≤ 20"),
        (DecisionLine(2, -1, 10), "2·a − b ≥ 10"),
        (DecisionLine(1, 5, 160), "a + 5·b ≥ 160"),
        (DecisionLine(-1, 0.5, -3), "−1·a + 0.5·b ≥ −3"),
    ],
)
def test_rules_in_words(line, text):
    found = Separation.read([1, 0], [0, 50], [10, 30], names=("a", "b"))
    assert separation(found, line=line).subtitle.startswith(f"flagged where {text}: ")


def test_a_line_is_named_by_its_equation_and_names_are_left_as_they_are():
    found = Separation.read([1, 0], [0, 50], [10, 30], names=("age ≥ 40", "b"))
    for line, text in (
        (DecisionLine(1, 0, 20), "age ≥ 40 = 20"),
        (DecisionLine(1, 2, 9), "age ≥ 40 + 2·b = 9"),
    ):
        (mark,) = marks_of(separation(found, line=line), Line, "decision")
        assert mark.label == text


def test_of_many_records_some_are_drawn():
    rng = np.random.default_rng(0)
    labels = rng.random(2 * MOST + 2000) < 0.1
    found = Separation.read(labels, rng.random(len(labels)), rng.random(len(labels)))
    chart = separation(found)
    negatives, positives = marks_of(chart, Points)
    assert (len(negatives.x), len(positives.x)) == (MOST, labels.sum())
    assert chart.notes == (f"Class False: {MOST} of {(~labels).sum()} records are drawn, chosen at random.",)
    assert separation(found) == chart


@pytest.mark.parametrize("renderer", RENDERERS)
def test_two_predictors_through_every_renderer(renderer):
    found = Separation.read(["<b>", "&"], [0, 0], [1, 1], names=("<i>", "$x$"), pos_label="<b>")
    text = RENDERERS[renderer](separation(found, line=DecisionLine(1, 1, 1)))
    assert "class <b>" in text


# ---- concavities ----------------------------------------------------------------------------


def test_concavities_of_twenty_instances():
    tally = cc.Tally.from_scores(*examples.twenty_instances())
    chart = concavities(Subject({"m": tally}))
    (line,), (shade,) = marks_of(chart, Line), marks_of(chart, Ribbon)
    hull = cc.RocHull.of(tally)
    assert shade.low.tolist() == line.y.tolist()
    assert shade.high == pytest.approx(hull.tpr_at(line.x))
    (dashed,) = marks_of(chart, Line, "reference")
    gained = area(Line(shade.x, shade.high)) - area(line)
    # The curve has AUC 0.68; an inverted concavity gains twice what a merged one does.
    assert area(line) == pytest.approx(0.68)
    assert area(dashed) == pytest.approx(0.68 + 2 * gained)
    assert chart.notes[0].endswith(f"AUC 0.68, merged {hull.auc:.4g}, inverted {0.68 + 2 * gained:.4g}.")
    assert "3 concavities, the largest of area 0.03 at scores from 0.3 to 0.37" in chart.notes[0]


def test_scores_of_concavities_are_those_given():
    labels, scores = examples.twenty_instances()
    chart = concavities(
        Subject({"m": cc.Tally.from_scores(labels, -np.asarray(scores), lower_is_positive=True)})
    )
    assert "at scores from −0.37 to −0.3" in chart.notes[0]


def test_a_hull_has_no_concavity():
    chart = concavities(Subject({"m": cc.Tally.from_scores([1, 0], [2, 1])}))
    assert chart.notes[0].startswith("m: no concavity; AUC 1,")
    unknown = cc.Tally.from_points([0.1, 0.2, 0.6], [0.3, 0.35, 0.9])
    # Half of base 0.5 times the gap 0.42 − 0.35 below the chord.
    assert "1 concavity, the largest of area 0.0175;" in concavities(Subject({"m": unknown})).notes[0]


@pytest.mark.parametrize("figure", sorted(SCORED))
def test_a_decision_is_a_line_at_its_threshold(figure):
    decision = loans().decide(condition())
    (mark,) = marks_of(
        CALIBRATION_FIGURES[figure](Subject(loans().models, decision=decision)), Line, "decision"
    )
    assert set(mark.x.tolist()) == {decision.thresholds.high}
