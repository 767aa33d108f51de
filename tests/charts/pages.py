"""Evaluations and decisions of every kind that a page must show."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import costcurves as cc
from costcurves import examples
from costcurves.evaluation.reports import page_uncertainty, part_results, report_of
from costcurves.report.contents import Report
from costcurves.results.judged_decision import JudgedDecision
from tests.charts.sample_charts import HOSTILE

if TYPE_CHECKING:
    from collections.abc import Callable


class Case(NamedTuple):
    """What goes on a page."""

    evaluation: cc.Evaluation
    decision: cc.Decision | None = None
    more: dict[str, Any] = {}  # noqa: RUF012 - never written to

    @property
    def report(self) -> Report:
        """What the page shows."""
        judged, more = self.more.get("judged"), dict(self.more)
        if judged is None and self.decision is not None:
            more["judged"] = judged = JudgedDecision(self.decision)
        more["parts"] = part_results(more.get("parts", {}), judged)
        return Report(self.evaluation, **more)

    def render(self) -> str:
        """Return the page."""
        from costcurves.report.page import render_page

        return render_page(self.report)


def render(evaluation: cc.Evaluation, decision: cc.Decision | None = None, **more: Any) -> str:
    """Return a page of one's own."""
    return Case(evaluation, decision, more).render()


@functools.cache
def loans() -> cc.Evaluation:
    """Three models on 2,000 real customers."""
    return cc.evaluate(*examples.personal_loans())


@functools.cache
def points() -> cc.Evaluation:
    """Two hard classifiers whose thresholds are unknown (the counts of Holte & Drummond 2008, Figure 1)."""
    return cc.evaluate_points(
        {"1R": (77 / 383, 284 / 307), "C4.5": (49 / 383, 256 / 307)}, positives=307, negatives=383
    )


@functools.cache
def rates() -> cc.Evaluation:
    """A curve of which only rates are known."""
    return cc.evaluate_points({"published": ([0.1, 0.3], [0.6, 0.8], [0.7, 0.4])})


@functools.cache
def weighted() -> cc.Evaluation:
    """Spelled classes, weights that are not whole, and a model whose low scores mean positive."""
    rng = np.random.default_rng(3)
    bad = rng.random(300) < 0.3
    return cc.evaluate(
        np.where(bad, "bad", "good"),
        {"distance": rng.normal(size=300) - bad, "score": np.round(rng.normal(size=300) + 2 * bad, 1)},
        sample_weight=rng.uniform(0.5, 2, 300),
        pos_label="bad",
        lower_is_positive="distance",
    )


@functools.cache
def hostile(*, most: int = 8) -> cc.Evaluation:
    """Models whose names try to be markup."""
    rng = np.random.default_rng(4)
    label = rng.random(200) < 0.3
    names = ("a_name_without_any_blank_that_goes_on_and_on_and_on_v2.0.17", *HOSTILE, "50 %")[:most]
    return cc.evaluate(label, {name: label * rng.uniform(0.5, 2) + rng.normal(size=200) for name in names})


@functools.cache
def crowded() -> Report:
    """Twelve models with long names and labels of several words, decided by costs, with intervals."""
    rng = np.random.default_rng(6)
    flag = rng.random(300) < 0.3
    names = [f"gradient_boosted_trees_with_isotonic_calibration_v2.{place}" for place in range(6)]
    names += ["Flag everybody", "a model whose long name is made of many separate words indeed", *"abcd"]
    scores = {
        name: 1 / (1 + np.exp(1 - (0.5 + place / 4) * flag - rng.normal(size=300)))
        for place, name in enumerate(names)
    }
    label = np.where(flag, "Flag everybody", "Leave this one alone")
    evaluation = cc.evaluate(label, scores, pos_label="Flag everybody")
    place = cc.OperatingCondition(0.28, cc.Costs(fp=1000, fn=25_000, currency="EUR"))
    judged = evaluation.judge_parts(evaluation.decide(place))
    return report_of(evaluation, judged, {}, evaluation.uncertainty(bootstrap=20))


@functools.cache
def parts() -> dict[str, cc.Evaluation]:
    """One model that fits its training part too well, and one that does not."""
    rng = np.random.default_rng(5)
    found = {}
    for name, lift in (("train", 2.0), ("validation", 1.4), ("test", 1.3)):
        label = rng.random(400) < 0.25
        scores = {
            "overfitted": lift * label + rng.normal(size=400),
            "steady": label + rng.normal(size=400),
        }
        found[name] = dataclasses.replace(cc.evaluate(label, scores), name=name)
    return found


def condition(**facts: float) -> cc.OperatingCondition:
    """Ten per cent positives, of which each costs 20 false alarms if missed."""
    return cc.OperatingCondition(facts.get("prevalence", 0.1), cc.Costs(fp=1, fn=facts.get("fn", 20)))


def _elsewhere() -> Case:
    """Thresholds chosen on one part and judged on the others."""
    found = parts()
    decision = found["test"].judge(found["validation"].decide(condition()))
    judged = found["test"].judge_parts(decision, found)
    return Case(found["test"], decision, {"parts": found, "judged": judged})


def _benefits() -> Case:
    """What each outcome brings instead of what it costs."""
    brings = cc.OperatingCondition(0.05, cc.Costs.from_benefits(tp=24.35, fp=-0.65))
    return Case(loans(), loans().decide(brings))


def _lower() -> Case:
    """A decision by low scores."""
    return Case(
        weighted(), weighted().decide(criterion=cc.criteria.least_cost(condition()), model="distance")
    )


def _on(evaluation: cc.Evaluation, criterion: Any) -> Case:
    """A decision by a criterion."""
    return Case(evaluation, evaluation.decide(criterion=criterion))


def _sure(evaluation: cc.Evaluation, decision: cc.Decision | None = None) -> Case:
    """A page with intervals."""
    asked = evaluation.uncertainty(level=0.9, bootstrap=100)
    return Case(evaluation, decision, {"uncertainty": page_uncertainty(evaluation, decision, asked)})


_MADE: dict[str, Callable[[], Case]] = {
    "sure": lambda: _sure(loans(), loans().decide(condition())),
    "sure without costs": lambda: _sure(hostile(most=6)),  # 15 pairs
    "sure of counts": lambda: _sure(points(), points().decide(condition())),
    "least cost": lambda: Case(loans(), loans().decide(condition())),
    "no costs": lambda: Case(loans(), None, {"statements": ("read loans.csv", "left out: id (row counter)")}),
    "nobody": lambda: Case(points(), points().decide(condition(prevalence=0.001, fn=1))),
    "everybody": lambda: Case(points(), points().decide(condition(prevalence=0.9, fn=1000))),
    "relative": lambda: Case(loans(), loans().decide(cc.OperatingCondition.from_pc(0.4))),
    "benefits": _benefits,
    "constraint": lambda: _on(loans(), cc.criteria.max_fpr(0.02)),
    "mixture": lambda: _on(loans(), cc.criteria.capacity(0.05, randomised=True, condition=condition())),
    "lower": _lower,
    "points": lambda: Case(points(), points().decide(condition())),
    "points without costs": lambda: Case(points()),
    "rates": lambda: Case(rates(), rates().decide(condition())),
    "rates without costs": lambda: Case(rates()),
    "rates under a constraint": lambda: _on(rates(), cc.criteria.max_fpr(0.2)),
    "weighted": lambda: Case(weighted(), weighted().decide(condition(prevalence=0.3))),
    "hostile": lambda: Case(
        hostile(), hostile().decide(condition()), {"title": HOSTILE[0], "statements": HOSTILE}
    ),
    "parts": lambda: Case(parts()["test"], None, {"parts": parts()}),
    "elsewhere": _elsewhere,
    "one model": lambda: Case(cc.evaluate(*examples.records24())),
}
#: Every case, made once.
CASES: dict[str, Any] = {name: functools.cache(make) for name, make in _MADE.items()}


@functools.cache
def page(name: str) -> str:
    """Return the page of a case, made once."""
    return CASES[name]().render()  # type: ignore[no-any-return]  # a case renders text
