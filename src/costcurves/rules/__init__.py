"""Rules: how the threshold follows the operating condition."""

from __future__ import annotations

from costcurves.rules.driven_rules import (
    excess,
    kendall,
    rate_driven,
    rate_uniform,
    score_driven,
    score_uniform,
)
from costcurves.rules.rule import fixed, optimal, optimal_without_trivial, parameter_based, tuned_on

__all__ = [
    "excess",
    "fixed",
    "kendall",
    "optimal",
    "optimal_without_trivial",
    "parameter_based",
    "rate_driven",
    "rate_uniform",
    "score_driven",
    "score_uniform",
    "tuned_on",
]
