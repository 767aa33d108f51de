"""Criteria: what a threshold is chosen for under one condition."""

from __future__ import annotations

from costcurves.decisions.criteria import (
    best,
    best_given,
    budget,
    capacity,
    equal_errors,
    least_cost,
    max_fpr,
    minimax,
    minimax_regret,
)

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
