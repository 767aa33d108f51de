"""Typical lines of use with the types that an editor shows for them; the type checker reads this file."""

from __future__ import annotations

from typing import Any, assert_type

import costcurves as cc
from costcurves._ground.tables import Table
from costcurves.charts.chart import Chart
from costcurves.criteria.criterion import Criterion
from costcurves.curves.curve import Curve
from costcurves.inference.bootstrap.chosen import ChosenThreshold
from costcurves.inference.bootstrap.crossings import Crossing, OperatingRange
from costcurves.inference.costs.paired import PairedCosts
from costcurves.results.decision_uncertainty import DecisionUncertainty
from costcurves.results.judged_decision import JudgedDecision
from costcurves.results.pairwise_comparisons import PairwiseComparisons
from costcurves.rules.rule import Rule
from costcurves.space.winners import WinnerRange

LABELS = [1] * 20 + [0] * 20
SCORES = {
    "a": [cell / 32 for cell in (*range(12, 32), *range(20))],
    "b": [cell / 32 for cell in (*range(8, 28), *range(20))],
}

# ---- conditions
costs = assert_type(cc.Costs(fp=1, fn=5), cc.Costs)
condition = assert_type(cc.OperatingCondition(prevalence=0.2, costs=costs), cc.OperatingCondition)
assert_type(condition.pc, float)
assert_type(cc.OperatingCondition.from_pc(0.3), cc.OperatingCondition)
assert_type(cc.ConditionPrior.uniform(), cc.ConditionPrior)

# ---- tallies, curves, rules
tally = assert_type(cc.tally(LABELS, SCORES["a"]), cc.Tally)
assert_type(cc.roc_curve(LABELS, SCORES["a"]), cc.RocCurve)
curve = assert_type(cc.cost_curve(LABELS, SCORES["a"]), cc.CostCurve)
assert_type(curve.area, float)
assert_type(cc.CostCurve.line(0.1, 0.8, rule="one classifier"), cc.CostCurve)
assert_type(cc.rules.fixed(0.5), Rule)
assert_type(cc.rules.optimal(tally), cc.CostCurve)

# ---- an evaluation
ev = assert_type(cc.evaluate(LABELS, SCORES), cc.Evaluation)
assert_type(ev.models, dict[str, cc.Tally])
assert_type(ev.roc("a"), cc.RocCurve)
assert_type(ev.cost_curve("a", rule=cc.rules.optimal), cc.CostCurve)
assert_type(ev.winners(), tuple[WinnerRange, ...])
assert_type(ev.summary(), Table)
assert_type(ev.curve("net_benefit", "a", condition), Curve)
assert_type(ev.curve("precision_recall", "a", prevalence=0.1), Curve)
assert_type(ev.curve_columns("gains", 0.3), dict[str, list[Any]])
assert_type(ev.chart("cost"), Chart)
assert_type(ev.chart("roc", costs, isometrics="f1"), Chart)

# ---- decisions
decision = assert_type(ev.decide(condition), cc.Decision)
assert_type(decision.threshold, float)
assert_type(ev.decide(0.3, model="a"), cc.Decision)
capacity = assert_type(cc.criteria.capacity(0.1), Criterion)
assert_type(ev.decide(criterion=capacity), cc.Decision)
assert_type(ev.judge(decision), cc.Decision)
assert_type(ev.judge_parts(decision, {}), JudgedDecision)

# ---- uncertainty
uncertainty = assert_type(ev.uncertainty(level=0.9, bootstrap=20, seed=1), cc.Uncertainty)
assert_type(uncertainty.cost("a", condition), cc.Estimate)
assert_type(uncertainty.cost("a", 0.3, rule=cc.rules.fixed(0.5)), cc.Estimate)
assert_type(uncertainty.costs(0.3), dict[str, cc.Estimate])
assert_type(uncertainty.band("roc", "a"), cc.Band)
assert_type(uncertainty.difference_band("cost", "a", "b", rule=cc.rules.optimal), cc.Band)
assert_type(uncertainty.auc("a"), cc.Estimate)
assert_type(uncertainty.summary("a", "h_measure", method="percentile"), cc.Estimate)
assert_type(uncertainty.threshold("a", criterion=cc.criteria.least_cost(condition)), ChosenThreshold)
assert_type(uncertainty.operating_range("a"), OperatingRange)
assert_type(uncertainty.decision(decision), DecisionUncertainty)
assert_type(uncertainty.crossings("a", "b"), tuple[Crossing, ...])
assert_type(uncertainty.paired_costs("a", "b"), PairedCosts)

# ---- models in comparison
comparison = assert_type(ev.compare("a", "b", condition), cc.ModelComparison)
assert_type(comparison.interval, cc.Estimate)
assert_type(ev.pairwise(0.3, level=0.9), PairwiseComparisons)
assert_type(cc.stats.rate_interval(8, 10, level=0.9), cc.Estimate)
