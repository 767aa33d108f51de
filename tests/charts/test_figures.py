"""Figures hold the numbers of the curves, say what a reader points at, and draw no more than can be seen."""

from __future__ import annotations

import functools
import json
import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

import costcurves as cc
from costcurves import examples
from costcurves._ground.number_words import short
from costcurves.charts.figures.by_name import FIGURES
from costcurves.charts.figures.roc_and_cost_figures import MARKERS, cost, cost_by_part, roc
from costcurves.charts.figures.subject import Subject
from costcurves.charts.figures.threshold_figures import STEP_FIGURES
from costcurves.charts.lettering import printable
from costcurves.charts.marks import Line, Points, Ribbon, Spans
from costcurves.curves.registry import CONDITION_CURVES
from costcurves.space.roc import RocCurve, RocHull
from costcurves.space.winners import winner_ranges
from tests.charts.pages import CASES, condition, loans, parts, points, weighted
from tests.charts.test_every_renderer import RENDERERS
from tests.members import each

if TYPE_CHECKING:
    from costcurves.charts.chart import Chart


def lines(chart: Chart, role: str) -> list[Line]:
    """Lines of one role."""
    return [mark for mark in chart.marks if isinstance(mark, Line) and mark.role == role]


def area(line: Line) -> float:
    """Area under a line by the trapezoid rule."""
    return float(np.sum(np.diff(line.x) * (line.y[1:] + line.y[:-1]) / 2))


def markers(chart: Chart, role: str) -> list[Points]:
    """Markers of one role."""
    return [mark for mark in chart.marks if isinstance(mark, Points) and mark.role == role]


#: What a figure needs beside a ranking of both classes.
PROBABILITIES = {
    "ape", "brier", "brier_by_proportion", "excess", "interventions_avoided", "nbe", "net_benefit",
    "relative_utility", "score_uniform", "standardised_net_benefit",
    "reliability", "binned_reliability", "murphy",
}  # fmt: skip
SCORES = PROBABILITIES | set(STEP_FIGURES) | {"histogram", "density"}
MONEY, COSTS, PAIR = {"profit"}, {"profit", "cost_by_threshold"}, {"difference"}
PREVALENCE = {
    row.key for row in CONDITION_CURVES if row.axis.at_prevalence
} | {"coverage", "deciles", "gains", "lift", "precision_recall", "precision_recall_gain"} | (
    set(STEP_FIGURES) - {"ks"}
)  # fmt: skip
#: What a case cannot show, and why.
LACKS: dict[str, set[str]] = {
    "least cost": set(),
    "no costs": COSTS,
    "relative": MONEY,
    "constraint": COSTS,
    "lower": PROBABILITIES,
    "points": SCORES,
    "points without costs": SCORES | COSTS,
    "rates": PROBABILITIES | PAIR | {"histogram", "density"},
    "rates without costs": PROBABILITIES | PAIR | COSTS | PREVALENCE | {"histogram", "density"},
    "weighted": PROBABILITIES,
    "hostile": PROBABILITIES,
    "one model": PAIR | COSTS,
}


#: What every renderer is tried on.
RENDERED = [
    (name, figure)
    for name in ("least cost", "lower", "points", "rates without costs", "hostile")
    for figure in FIGURES
    if figure not in LACKS[name]
]


@functools.cache
def shown(name: str, figure: str) -> tuple[Chart, list[str]]:
    """The picture of a case, and the models that it must name."""
    case = CASES[name]()
    chart = case.evaluation.chart(figure, decision=case.decision)
    models = list(case.evaluation.models)
    some = {
        "difference": models[:2],
        "value_surface": [case.decision.model] if case.decision else models[:1],
    }
    return chart, some.get(figure, models)


@pytest.mark.parametrize("figure", FIGURES)
@each("name", LACKS)
def test_every_figure_of_every_case_is_drawn_or_says_what_it_needs(name, figure) -> None:
    if figure in LACKS[name]:
        with pytest.raises(
            cc.CostCurvesError, match=r"needs|lie in|be known|two models|be those of|be probabilities"
        ):
            shown(name, figure)
    else:
        chart, models = shown(name, figure)
        told = " ".join([chart.title, *(getattr(mark, "label", "") for mark in chart.marks)])
        # With one model, lines are told apart by measure.
        assert len(models) == 1 or all(model in told for model in models)
        for mark in chart.marks:
            for column in ("x", "y", "low", "high", "left", "right"):
                assert np.all(np.isfinite(getattr(mark, column, 0.0)))


@pytest.mark.parametrize("renderer", RENDERERS)
@each(("name", "figure"), RENDERED)
def test_every_figure_through_every_renderer(name, figure, renderer) -> None:
    chart, models = shown(name, figure)
    text = RENDERERS[renderer](chart)
    if renderer == "json":
        text = json.dumps(json.loads(text), ensure_ascii=False)
        models = [json.dumps(model, ensure_ascii=False)[1:-1] for model in models]
    else:
        models = [printable(model) for model in models]
    assert len(models) == 1 or [model for model in models if model not in text] == []


# ---- ROC ------------------------------------------------------------------------------------


def test_roc_curves_go_through_their_own_points() -> None:
    models = loans().models
    chart = roc(Subject(models))
    for line, (name, tally) in zip(lines(chart, "model"), models.items(), strict=True):
        assert line.label == name
        true, hull = RocCurve.of(tally), RocHull.of(tally)
        theirs = set(zip(true.fpr.tolist(), true.tpr.tolist(), strict=True))
        drawn = list(zip(line.x.tolist(), line.y.tolist(), strict=True))
        assert set(drawn) <= theirs
        assert set(zip(hull.fpr.tolist(), hull.tpr.tolist(), strict=True)) <= set(drawn)
        assert area(line) == pytest.approx(true.auc, abs=1e-3)


def test_markers_of_the_hull_say_threshold_rates_and_range() -> None:
    tally = loans().models["boosting"]
    hull = RocHull.of(tally)
    (shown,) = markers(roc(Subject({"boosting": tally})), "hull")
    assert shown.x.tolist() == hull.fpr[1:-1].tolist()
    assert shown.y.tolist() == hull.tpr[1:-1].tolist()
    at = int(np.flatnonzero(hull.high == 0.044868)[0])
    assert shown.hover[at - 1] == (
        "boosting: score ≥ 0.044868, FPR 2.99 %, TPR 98.4 %; best for PC(+) 0.5799 to 0.7438"
    )


def test_a_million_records_draw_few_vertices() -> None:
    rng = np.random.default_rng(0)
    label = rng.random(200_000) < 0.5
    tally = cc.tally(label, rng.normal(size=len(label)) + label)
    line = lines(roc(Subject({"model": tally})), "model")[0]
    hull = RocHull.of(tally)
    assert len(hull) > 2 * MARKERS
    assert len(line.x) < 600
    drawn = set(zip(line.x.tolist(), line.y.tolist(), strict=True))
    assert set(zip(hull.fpr.tolist(), hull.tpr.tolist(), strict=True)) <= drawn
    (shown,) = markers(roc(Subject({"model": tally})), "hull")
    assert 20 < len(shown.x) <= 2 * MARKERS
    true = RocCurve.of(tally)
    assert np.abs(np.interp(line.x, true.fpr, true.tpr) - line.y).max() < 0.002


def test_a_decision_lies_on_its_line_of_equal_cost() -> None:
    decision = loans().decide(condition())
    chart = roc(Subject(loans().models, decision=decision))
    (point,) = markers(chart, "decision")
    (line,) = lines(chart, "decision")
    assert (point.x[0], point.y[0]) == (decision.fpr, decision.tpr)
    slope = np.diff(line.y)[0] / np.diff(line.x)[0]
    assert slope == pytest.approx(condition().slope)
    assert line.y[0] + slope * (decision.fpr - line.x[0]) == pytest.approx(decision.tpr)
    assert ((line.x >= 0) & (line.x <= 1) & (line.y >= 0) & (line.y <= 1)).all()
    assert "score ≥" in point.hover[0]


@pytest.mark.parametrize("pc", [0.0, 1.0])
def test_without_a_slope_no_line_is_drawn(pc) -> None:
    decision = loans().decide(cc.OperatingCondition.from_pc(pc))
    assert lines(roc(Subject(loans().models, decision=decision)), "decision") == []


def test_low_scores_are_named_by_the_users_sign() -> None:
    ev = weighted()
    chart = roc(Subject(ev.models))
    texts = {name: text for mark in markers(chart, "hull") for text in mark.hover for name in [text[:5]]}
    assert "score ≤" in texts["dista"]
    assert "score ≥" in texts["score"]


# ---- cost space -----------------------------------------------------------------------------


def test_cost_curves_are_the_envelopes_at_their_knots() -> None:
    models = loans().models
    chart = cost(Subject(models))
    for line, (name, tally) in zip(lines(chart, "model"), models.items(), strict=True):
        curve = cc.rules.optimal(tally)
        assert line.label == name
        assert line.x.tolist() == curve.knots.tolist()
        assert line.y.tolist() == curve.values.tolist()
    assert [(m.x.tolist(), m.y.tolist()) for m in lines(chart, "trivial")] == [
        ([0, 1], [0, 1]),
        ([0, 1], [1, 0]),
    ]
    assert chart.notes == ("Thresholds are chosen and judged on the same records: optimistic.",)


def test_texts_at_the_knots_say_which_threshold_gives_way_to_which() -> None:
    tally = loans().models["boosting"]
    hover = lines(cost(Subject({"boosting": tally})), "model")[0].hover
    assert hover[0].endswith("; above, score ≥ 0.755944")
    nec = short(cc.rules.optimal(tally)(0.57991))
    assert f"boosting: PC(+) 0.5799, NEC {nec}; below, score ≥ 0.07459; above, score ≥ 0.044868" in hover
    assert len(hover) == len(cc.rules.optimal(tally).knots)


def test_the_strip_names_the_winners() -> None:
    # Holte & Drummond (2008), Figure 1: the lines of 1R and C4.5 cross at PC(+) = 0.4449.
    chart = cost(Subject(points().models))
    (strip,) = [mark for mark in chart.marks if isinstance(mark, Spans)]
    assert list(strip.names) == ["flag nobody", "C4.5", "1R", "flag everybody"]
    assert list(strip.serieses) == [None, 1, 0, None]
    assert strip.high[1] == pytest.approx(307 / 690, abs=1e-12)
    ranges = winner_ranges({name: cc.rules.optimal(tally) for name, tally in points().models.items()})
    assert strip.low.tolist() == [found.low for found in ranges]


def test_a_hard_classifier_is_a_line_and_its_operating_range() -> None:
    chart = cost(Subject(points().models))
    whole = lines(chart, "hull")
    assert [(m.x.tolist(), m.series) for m in whole] == [([0, 1], 0), ([0, 1], 1)]
    assert whole[0].y.tolist() == pytest.approx([77 / 383, 23 / 307])
    envelope = lines(chart, "model")[0]
    low, high = RocHull.of(points().models["1R"]).operating_range or (0, 0)
    assert envelope.x.tolist() == [0, low, high, 1]
    assert "threshold not known" in envelope.hover[1]


def test_a_decision_is_a_line_that_touches_the_curve_at_its_condition() -> None:
    decision = loans().decide(condition())
    chart = cost(Subject(loans().models, decision=decision))
    at, line = lines(chart, "decision")
    (point,) = markers(chart, "decision")
    assert at.x.tolist() == [condition().pc] * 2
    assert line.y.tolist() == [decision.fpr, 1 - decision.tpr]
    assert (point.x[0], point.y[0]) == (condition().pc, decision.nec)
    curve = cc.rules.optimal(loans().models[decision.model])
    assert curve(condition().pc) == pytest.approx(point.y[0])
    assert chart.subtitle == "vertical line: your condition, PC(+) = 0.6897"


@pytest.mark.parametrize(
    ("figure", "lead"),
    [
        ("cost", "vertical line: your condition, PC(+) = "),
        ("value_surface", "your condition: "),
        ("brier", "decision: "),
        ("net_benefit", ""),
    ],
)
def test_costs_alone_are_drawn_at_the_prevalence_of_the_records_and_say_so(figure, lead) -> None:
    ev, costs = loans(), cc.Costs(fp=1, fn=4)
    chart = ev.chart(figure, costs, decision=ev.decide(costs))
    source = "at the prevalence of the records, 9.6 %"
    assert lead in chart.subtitle
    assert source in chart.subtitle
    rare = cc.OperatingCondition(0.02, costs)
    assert source not in ev.chart(figure, rare, decision=ev.decide(rare)).subtitle


def test_a_constraint_has_a_line_but_no_condition() -> None:
    decision = loans().decide(criterion=cc.criteria.max_fpr(0.02))
    chart = cost(Subject(loans().models, decision=decision))
    assert len(lines(chart, "decision")) == 1
    assert markers(chart, "decision") == []


def test_a_mixture_says_so() -> None:
    decision = CASES["mixture"]().decision
    (point,) = markers(roc(Subject(loans().models, decision=decision)), "decision")
    assert "a mixture of two thresholds" in point.hover[0]


def test_curves_that_bend_are_drawn_on_themselves() -> None:
    labels, scores = examples.records24()
    tally = cc.tally(labels, scores)
    for rule in (
        cc.rules.rate_driven(),
        cc.rules.rate_driven(0.2),
        cc.rules.score_driven(0.2),
        cc.rules.fixed(0.5),
    ):
        chart = cost(Subject({"model": tally}), rule=rule)
        (line,) = lines(chart, "model")
        curve = rule(tally)
        inner = np.isin(line.x, curve.knots, invert=True)  # where no step can be
        assert line.y[inner] == pytest.approx(curve(line.x[inner]), abs=1e-12)
        assert area(line) == pytest.approx(np.mean(curve(np.linspace(0, 1, 20001))), abs=2e-3)
        assert chart.notes == ()
    assert (
        "at a prevalence of 20 %" in cost(Subject({"model": tally}), rule=cc.rules.score_driven(0.2)).subtitle
    )


def test_the_cost_axis_shows_low_curves_large_and_high_ones_whole() -> None:
    assert cost(Subject(loans().models)).y.high == 0.15
    useless = cc.tally([1, 0, 1, 0], [1, 1, 1, 1])
    assert cost(Subject({"useless": useless})).y.high == 0.5
    assert cost(Subject({"useless": useless}), rule=cc.rules.fixed(0.5)).y.high == 1.0
    perfect = cc.tally([1, 0], [1, 0])
    assert cost(Subject({"perfect": perfect})).y.high == 0.5


# ---- parts ----------------------------------------------------------------------------------


def test_the_gap_lies_between_two_parts() -> None:
    tallies = {name: part.models["overfitted"] for name, part in parts().items()}
    chart = cost_by_part(tallies, "overfitted")
    assert [line.label for line in lines(chart, "model")] == ["train", "validation", "test"]
    (gap,) = [mark for mark in chart.marks if isinstance(mark, Ribbon)]
    first, last = (cc.rules.optimal(tallies[name]) for name in ("train", "test"))
    both = np.array([first(gap.x), last(gap.x)])
    assert gap.low == pytest.approx(both.min(axis=0))
    assert gap.high == pytest.approx(both.max(axis=0))
    pc, largest = last.minus(first).largest_gap()
    said = re.fullmatch(r"largest gap, test minus train: (\S+) at PC\(\+\) (\S+)", chart.subtitle)
    assert said is not None
    assert [float(number) for number in said.groups()] == pytest.approx([largest, pc], rel=1e-3)


def test_the_gap_starts_from_the_part_that_is_named() -> None:
    tallies = {name: part.models["steady"] for name, part in parts().items()}
    assert "test minus validation" in cost_by_part(tallies, reference="validation").subtitle
    assert "validation minus test" in cost_by_part(tallies, reference="test").subtitle
    alone = cost_by_part({"train": tallies["train"]})
    assert alone.subtitle == ""
    assert alone.title == "Cost by part"
    assert RENDERERS["terminal"](alone)


def test_rules_of_cost_curves_speak_of_scores_as_given():
    labels, scores = examples.records24()
    plain, turned = (
        cc.evaluate(labels, {"m": sign * np.asarray(scores)}, lower_is_positive=sign < 0) for sign in (1, -1)
    )
    one, other = (
        plain.chart("cost", rule=cc.rules.fixed(0.5)),
        turned.chart("cost", rule=cc.rules.fixed(-0.5)),
    )
    lines = [
        [mark for mark in chart.marks if isinstance(mark, Line) and mark.label == "m"]
        for chart in (one, other)
    ]
    assert lines[0]
    assert lines[0] == lines[1]
