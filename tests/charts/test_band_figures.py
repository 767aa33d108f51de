"""Bands on pictures hold the numbers of the bands, lie behind their lines, and say what they are for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.charts.chart import Chart
from costcurves.charts.figures.band_figures import band_label, banded, cheaper_over
from costcurves.charts.figures.by_name import FIGURES
from costcurves.charts.marks import Line, Ribbon, Spans
from costcurves.charts.scales import Axis
from costcurves.curves.registry import CONDITION_CURVES, curve_kind
from costcurves.evaluation.views import BANDED
from costcurves.inference.costs.cost_scales import CheaperRange
from costcurves.inference.estimate import Band
from costcurves.rules.rule import optimal
from tests.charts.pages import points
from tests.unit.refusals import refusal

RNG = np.random.default_rng(12)
LABELS = (RNG.random(300) < 0.3).astype(int)
SIGNAL = RNG.normal(size=300) + 1.5 * LABELS
SCORES = {
    "good": 1 / (1 + np.exp(-SIGNAL)),
    "poor": 1 / (1 + np.exp(-SIGNAL - 3 * RNG.normal(size=300))),
}
EVALUATION = cc.evaluate(LABELS, SCORES)
CONDITION = cc.OperatingCondition(0.2, cc.Costs(fp=1, fn=5))
ASKED = EVALUATION.uncertainty(level=0.9, bootstrap=60)
FREE = {"rule", "costs", "test_cost"}


def band_of(x: Any, estimate: Any, low: Any, high: Any, **more: Any) -> Band:
    """A band of lists."""
    return Band(x, estimate, low, high, **more)


def ribbons(chart: Chart) -> list[Ribbon]:
    """Bands of a chart."""
    return [mark for mark in chart.marks if isinstance(mark, Ribbon)]


def named(chart: Chart, label: str) -> list[Line]:
    """Lines of a name."""
    return [mark for mark in chart.marks if isinstance(mark, Line) and mark.label == label]


def asked(key: str) -> dict[str, Any]:
    """What the band of a curve takes at the condition."""
    return {"costs": CONDITION.costs} if "costs" in curve_kind(key).takes else {}


@pytest.mark.parametrize("key", [key for key in BANDED if key != "difference"])
def test_every_curve_has_its_band_behind_it(key) -> None:
    plain = EVALUATION.chart(key, condition=CONDITION)
    chart = EVALUATION.chart(key, condition=CONDITION, uncertainty=ASKED)
    shown = ribbons(chart)
    assert {ribbon.label for ribbon in shown} == {"90 % band, pointwise"}
    for series, (ribbon, model) in enumerate(zip(shown, SCORES, strict=True)):
        band = ASKED.band(key, model, prevalence=0.2, **asked(key))
        kept = np.isfinite(band.low) & np.isfinite(band.high)
        assert ribbon.series == series
        for ends in ("x", "low", "high"):
            assert np.array_equal(getattr(ribbon, ends), getattr(band, ends)[kept])
        (line,) = [line for line in named(chart, model) if line.role == "model"]
        assert chart.marks.index(ribbon) < chart.marks.index(line)
        assert f"for {band.target_words}." in "".join(chart.notes)
    rest = [mark for mark in chart.marks if not isinstance(mark, Ribbon) and mark.role != "decision"]
    drawn = [(mark.x.tolist(), mark.y.tolist()) for mark in rest if isinstance(mark, Line)]
    for mark in plain.marks:  # nothing else is moved
        if isinstance(mark, Line):
            assert (mark.x.tolist(), mark.y.tolist()) in drawn


@pytest.mark.parametrize("prevalence", [None, 0.05, 0.6])
# Of optimal thresholds, those of the band are chosen on other records.
@pytest.mark.parametrize(
    "kind", [one for one in CONDITION_CURVES if one.policy(0.3) is not optimal], ids=lambda kind: kind.key
)
def test_bands_lie_around_the_curve_of_their_picture(kind, prevalence) -> None:
    band = ASKED.band(kind.key, "good", prevalence=prevalence)
    curve = EVALUATION.curve(kind.key, "good", prevalence=prevalence)
    assert band.estimate == pytest.approx(curve(band.x), abs=1e-9)


def test_the_centre_is_drawn_where_it_is_another_line() -> None:
    chart = EVALUATION.chart("cost", uncertainty=ASKED)
    centres = named(chart, "cross-fitted")
    for centre, model in zip(centres, SCORES, strict=True):
        band = ASKED.band("cost", model)
        assert centre.y.tolist() == band.estimate.tolist()
        assert centre.dash == "dashed"
        assert centre.hover[50].startswith(f"{model}, cross-fitted: 0.")
        assert np.max(centre.y - EVALUATION.cost_curve(model)(centre.x)) > 0.01
    assert any("optimistic" in note for note in chart.notes)
    assert any("chosen on the other folds" in note for note in chart.notes)


@pytest.mark.parametrize(
    ("chosen_on", "name"),
    [
        ("same", "corrected for optimism"),
        (
            cc.evaluate(LABELS[:200], {name: score[:200] for name, score in SCORES.items()}),
            "chosen on other records",
        ),
    ],
)
def test_centres_say_what_their_thresholds_were_chosen_on(chosen_on, name) -> None:
    asked = EVALUATION.uncertainty(chosen_on=chosen_on)
    chart = EVALUATION.chart("cost", uncertainty=asked)
    assert {line.label for line in chart.marks if isinstance(line, Line) and line.dash == "dashed"} == {name}


@pytest.mark.parametrize("key", ["brier", "roc", "net_benefit", "gains"])
def test_a_centre_that_is_the_line_is_not_drawn_twice(key) -> None:
    chart = EVALUATION.chart(key, uncertainty=ASKED)
    assert len([mark for mark in chart.marks if isinstance(mark, Line) and mark.dash == "dashed"]) == 0
    chart = EVALUATION.chart("cost", rule=cc.rules.fixed(0.5), uncertainty=ASKED)
    assert named(chart, "cross-fitted") == []
    (ribbon, _) = ribbons(chart)
    assert np.array_equal(ribbon.high, ASKED.band("cost", "good", rule=cc.rules.fixed(0.5)).high)


def test_simultaneous_bands_say_so() -> None:
    asked = EVALUATION.uncertainty(simultaneous=True)
    chart = EVALUATION.chart("cost", uncertainty=asked)
    assert {ribbon.label for ribbon in ribbons(chart)} == {"95 % band, simultaneous"}
    assert any(note.startswith("Shaded: 95 % band that holds at all places together") for note in chart.notes)
    narrow, wide = (ribbons(EVALUATION.chart("cost", uncertainty=one)) for one in (ASKED, asked))
    assert all((b.high - b.low > a.high - a.low)[1:-1].all() for a, b in zip(narrow, wide, strict=True))


def test_places_of_low_scores_are_scores_as_given() -> None:
    turned = cc.evaluate(LABELS, {"good": 1 - SCORES["good"]}, lower_is_positive="good")
    chart = turned.chart("lift_by_threshold", uncertainty=turned.uncertainty(bootstrap=40))
    (ribbon,), (line,) = ribbons(chart), named(chart, "good")
    assert ribbon.x.min() >= 0
    assert np.interp(0.3, ribbon.x, ribbon.low) < np.interp(0.3, line.x, line.y)
    assert np.interp(0.3, line.x, line.y) < np.interp(0.3, ribbon.x, ribbon.high)


# ---- axes -----------------------------------------------------------------------------------


def chart_of(low: float, high: float, **more: Any) -> Chart:
    """A line from 0.2 to 0.4 and an upright line from end to end."""
    marks = [
        Line([0.5, 0.5], [low, high], role="decision"),
        Line([0, 1], [0.2, 0.4], label="a", series=0),
    ]
    return Chart("c", "C", Axis("x", 0, 1), Axis("y", low, high, **more), marks)


@pytest.mark.parametrize(
    ("axis", "ends", "expected"),
    [
        ((0, 0.5), (0.1, 0.45), (0, 0.5)),  # holds the band already
        ((0, 0.5), (0.1, 0.55), (0, 0.6)),
        ((0, 0.5), (-0.02, 0.45), (-0.2, 0.5)),
        ((0, 0.5), (0.1, 40.0), (0, 0.8)),  # by a quarter at most, then up to a round number
        ((0, 0.3), (0.1, 0.55), (0, 0.3)),  # the line itself is cut off there
    ],
)
def test_axes_grow_to_hold_bands(axis, ends, expected) -> None:
    band = band_of([0, 1], [0.2, 0.4], [ends[0]] * 2, [ends[1]] * 2)
    chart = banded(chart_of(*axis), {"a": band})
    assert (chart.y.low, chart.y.high) == pytest.approx(expected)
    upright = chart.marks[0]
    assert isinstance(upright, Line)
    assert upright.y.tolist() == [chart.y.low, chart.y.high]


def test_axes_grow_as_far_as_they_may() -> None:
    band = band_of([0, 1], [0.2, 0.4], [0.1, 0.1], [3, 40])
    assert banded(chart_of(0, 0.5), {"a": band}, growth=np.inf).y.high == 40


def test_ticks_that_were_chosen_keep_their_axis() -> None:
    band = band_of([0, 1], [0.2, 0.4], [0.1, 0.1], [0.6, 0.6])
    chart = banded(chart_of(0, 0.5, ticks=(0, 0.5)), {"a": band})
    assert chart.y.high == 0.5


def test_open_intervals_are_left_out() -> None:
    band = band_of(
        [0, 0.5, 1], [0.2, 0.3, 0.4], [-np.inf, 0.2, 0.3], [1, 0.4, 0.5], notes=("first", "second")
    )
    chart = banded(chart_of(0, 0.5), {"a": band})
    assert ribbons(chart)[0].x.tolist() == [0.5, 1]
    assert chart.notes == ("Shaded: 95 % band that holds at any one place.", "First.", "Second.")
    assert band_label(band) == "95 % band, pointwise"


def test_a_band_needs_its_line() -> None:
    with pytest.raises(cc.InputError, match="one of a"):
        banded(chart_of(0, 1), {"b": band_of([0], [0], [0], [0])})


# ---- the difference -------------------------------------------------------------------------


def test_the_difference_has_its_band_and_its_sure_ranges() -> None:
    chart = EVALUATION.chart("difference", pair=("poor", "good"), uncertainty=ASKED)
    (ribbon,) = ribbons(chart)
    band = ASKED.difference_band("cost", "poor", "good")
    assert np.array_equal(ribbon.low, band.low)
    assert chart.y.low <= ribbon.low.min() < ribbon.high.max() <= chart.y.high
    exact, sure = [mark for mark in chart.marks if isinstance(mark, Spans)]
    assert exact.label == "better model"
    assert sure.label == "cheaper by more than chance (90 % simultaneous)"
    found = ASKED.compare("poor", "good").cheaper
    assert [(one.low, one.high, one.winner) for one in found] == list(
        zip(sure.low.tolist(), sure.high.tolist(), sure.names, strict=True)
    )
    assert set(sure.names) == {"good"}
    assert set(sure.serieses) == {list(EVALUATION.models).index("good")}  # its colour on every picture


@pytest.mark.parametrize("of", ["roc", "gains", "precision_recall", "net_benefit", "recall_by_threshold"])
def test_differences_of_other_curves_have_bands_too(of) -> None:
    asked = EVALUATION.uncertainty(level=0.9, bootstrap=60)
    chart = EVALUATION.chart("difference", of=of, pair=("poor", "good"), uncertainty=asked)
    (ribbon,) = ribbons(chart)
    band = asked.difference_band(of, "poor", "good")
    finite = np.isfinite(band.low) & np.isfinite(band.high)
    assert np.array_equal(ribbon.low, band.low[finite])
    # Ranges that are cheaper are told of costs alone.
    assert not [mark for mark in chart.marks if isinstance(mark, Spans) and "chance" in mark.label]
    assert "chance" not in " ".join(chart.notes)


def test_where_nothing_is_sure_that_is_said() -> None:
    same = cc.evaluate(LABELS, {"a": SCORES["good"], "b": SCORES["good"]})
    chart = same.chart("difference", uncertainty=same.uncertainty())
    assert "Nowhere is either model cheaper by more than chance (95 % simultaneous)." in chart.notes
    one_place = cheaper_over(chart, [CheaperRange(0.5, 0.5, "a", 0.95)], ("a", "b"), 0.95)
    assert not [mark for mark in one_place.marks if isinstance(mark, Spans)]


# ---- refusals -------------------------------------------------------------------------------

OTHER = cc.evaluate(LABELS[::-1], SCORES).uncertainty()
PAID = cc.evaluate(LABELS, SCORES, costs={"fn": np.full(300, 5.0), "fp": np.ones(300)})


@pytest.mark.parametrize("key", sorted(set(FIGURES) - set(BANDED) - {"cost_by_threshold"}))
def test_pictures_without_bands_say_so(key) -> None:
    with pytest.raises(cc.InputError, match="bands can only be drawn for pictures of one curve per model"):
        EVALUATION.chart(key, condition=CONDITION, uncertainty=ASKED)


@pytest.mark.parametrize(
    ("evaluation", "key", "given", "said"),
    [
        (
            EVALUATION,
            "cost",
            {"uncertainty": 0.95},
            "got an object of type float: write uncertainty=ev.uncertainty(",
        ),
        (EVALUATION, "cost", {"uncertainty": OTHER}, "of the models that are shown"),
        (points(), "difference", {"uncertainty": points().uncertainty()}, "the same records"),
        (PAID, "profit", {"uncertainty": PAID.uncertainty()}, "costs that all records share"),
    ],
)
def test_refusals(evaluation, key, given, said) -> None:
    assert said in refusal(lambda: evaluation.chart(key, **given))


def test_the_band_of_a_difference_is_at_the_prevalence_of_its_picture() -> None:
    """Thresholds that scores drive depend on the prevalence: line, band and ranges are at the same one."""
    rule = cc.rules.score_driven()
    chart = EVALUATION.chart("difference", prevalence=0.1, rule=rule, uncertainty=ASKED)
    (ribbon,) = ribbons(chart)
    a, b = list(EVALUATION.models)[:2]
    band = ASKED.difference_band("cost", a, b, prevalence=0.1, rule=rule)
    assert np.array_equal(ribbon.low, band.low)
    curve = EVALUATION.at_prevalence(0.1).compare(a, b, rule=rule).difference
    assert band.estimate == pytest.approx(curve(band.x))
    assert not np.array_equal(band.low, ASKED.difference_band("cost", a, b, rule=rule).low)
