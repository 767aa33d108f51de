"""Criteria: what a threshold is chosen for under one condition."""

from __future__ import annotations

from costcurves.criteria.constraints import budget, capacity, equal_errors, max_fpr
from costcurves.criteria.optima import best, best_given, least_cost, minimax, minimax_regret

__all__ = [
    "best",
    "best_given",
    "budget",
    "capacity",
    "equal_errors",
    "least_cost",
    "max_fpr",
    "minimax",
    "minimax_regret",
]
