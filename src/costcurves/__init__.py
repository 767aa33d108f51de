"""Judge classifiers when errors do not cost the same and conditions are not known in advance."""

from __future__ import annotations

from costcurves.api import cost_curve, evaluate, evaluate_counts, evaluate_points, roc_curve, tally
from costcurves.comparison import Comparison
from costcurves.conditions import Costs, OperatingCondition
from costcurves.confusion import Confusion
from costcurves.costcurve import CostCurve
from costcurves.criteria import (
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
from costcurves.decisions import Decision
from costcurves.duality import CostLine, CostPoint, RocLine, RocPoint, operating_range
from costcurves.errors import CostCurvesError, InputError, MissingExtraError, UndefinedError
from costcurves.evaluation import Evaluation
from costcurves.measures import MEASURES, measure
from costcurves.priors import ConditionPrior
from costcurves.records import Records
from costcurves.roc import RocCurve, RocHull
from costcurves.selection import (
    fixed,
    optimal,
    optimal_without_trivial,
    parameter_based,
    rate_driven,
    score_driven,
    tuned_on,
)
from costcurves.summaries import SUMMARIES, h_measure
from costcurves.tally import Tally

__all__ = [
    "MEASURES",
    "SUMMARIES",
    "Comparison",
    "ConditionPrior",
    "Confusion",
    "CostCurve",
    "CostCurvesError",
    "CostLine",
    "CostPoint",
    "Costs",
    "Decision",
    "Evaluation",
    "InputError",
    "MissingExtraError",
    "OperatingCondition",
    "Records",
    "RocCurve",
    "RocHull",
    "RocLine",
    "RocPoint",
    "Tally",
    "UndefinedError",
    "best",
    "best_given",
    "budget",
    "capacity",
    "cost_curve",
    "equal_errors",
    "evaluate",
    "evaluate_counts",
    "evaluate_points",
    "fixed",
    "h_measure",
    "least_cost",
    "max_fpr",
    "measure",
    "minimax",
    "minimax_regret",
    "operating_range",
    "optimal",
    "optimal_without_trivial",
    "parameter_based",
    "rate_driven",
    "roc_curve",
    "score_driven",
    "tally",
    "tuned_on",
]


def __getattr__(name: str) -> str:
    """Read the version on demand: package metadata take as long to load as numpy."""
    if name == "__version__":
        from importlib.metadata import version

        return version("costcurves")
    text = f"module 'costcurves' has no attribute {name!r}"
    raise AttributeError(text)
