"""Measures: of outcomes, of scores, of whole curves."""

from __future__ import annotations

from costcurves.measures.confusion_measures import MEASURES, measure
from costcurves.measures.equal_errors import dcf
from costcurves.measures.expected_costs import (
    expected_cost,
    expected_nec,
    expected_profit,
    h_measure,
    net_benefit_area,
)
from costcurves.measures.isotonic import IsotonicFit
from costcurves.measures.partial_areas import partial_auc
from costcurves.measures.proper_scores import (
    brier_skill,
    cllr,
    decomposition_by_isotonic_fit,
    decomposition_by_score,
    deviance_r_squared,
)
from costcurves.measures.summaries import SUMMARIES

__all__ = [
    "MEASURES",
    "SUMMARIES",
    "IsotonicFit",
    "brier_skill",
    "cllr",
    "dcf",
    "decomposition_by_isotonic_fit",
    "decomposition_by_score",
    "deviance_r_squared",
    "expected_cost",
    "expected_nec",
    "expected_profit",
    "h_measure",
    "measure",
    "net_benefit_area",
    "partial_auc",
]
