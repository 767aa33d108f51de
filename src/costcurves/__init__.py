"""Judge classifiers when errors do not cost the same and conditions are not known in advance."""

from __future__ import annotations

from typing import Any

#: Where every public name lives. Modules load when a name of theirs is first used.
#: Editors and type checkers read the same names in `__init__.pyi`.
_HOMES = {
    "api": (
        "cost_curve",
        "evaluate",
        "evaluate_counts",
        "evaluate_points",
        "roc_curve",
        "tally",
    ),
    "conditions.beliefs": ("ConditionPrior",),
    "conditions.operating_condition": (
        "Costs",
        "OperatingCondition",
    ),
    "criteria.decision": ("Decision",),
    "criteria.total_cost": ("TotalCost",),
    "errors": (
        "CostCurvesError",
        "InputError",
        "MissingExtraError",
        "UndefinedError",
    ),
    "evaluation.evaluation": ("Evaluation",),
    "evaluation.uncertainty": ("Uncertainty",),
    "inference.estimate": (
        "Band",
        "Estimate",
        "TestResult",
    ),
    "learn.display": ("CurveDisplay",),
    "learn.displays": (
        "BrierCurveDisplay",
        "CostCurveDisplay",
        "DecisionCurveDisplay",
        "GainsCurveDisplay",
        "LiftCurveDisplay",
        "PrecisionRecallGainDisplay",
        "RelativeUtilityDisplay",
    ),
    "results.model_comparison": ("ModelComparison",),
    "space.cost_curve": ("CostCurve",),
    "space.roc": (
        "RocCurve",
        "RocHull",
    ),
    "tallies.confusion": ("Confusion",),
    "tallies.records": ("Records",),
    "tallies.tally": ("Tally",),
    "tallies.values": ("ValueTally",),
}
#: Packages of public names, by what they are about.
_NAMESPACES = (
    "binormal",
    "criteria",
    "curves",
    "examples",
    "measures",
    "rules",
    "space",
    "stats",
    "studies",
)
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted((*_HOME_OF, *_NAMESPACES))  # noqa: PLE0605 - a test holds it against the stub


def __getattr__(name: str) -> Any:
    """Load a public name on first use."""
    from importlib import import_module

    if name == "__version__":
        from importlib.metadata import version

        return version("costcurves")
    if name in _NAMESPACES:
        return import_module(f"costcurves.{name}")
    if name not in _HOME_OF:
        text = f"module 'costcurves' has no attribute {name!r}"
        raise AttributeError(text)
    value = getattr(import_module(f"costcurves.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return [*__all__, "__version__"]
