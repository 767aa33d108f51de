"""Models as they are named on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves.errors import InputError

if TYPE_CHECKING:
    from costcurves.cli.loaded import Loaded
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.evaluation.uncertainty import Uncertainty

__all__ = ["beside_other_intervals", "require_models"]


def require_models(loaded: Loaded, *names: str) -> None:
    """Refuse what is no model of a file; say so of a column that was left out, and why."""
    for name in names:
        why = dict(loaded.left_out).get(name)
        if name not in loaded.evaluation.models and why is not None:
            raise InputError.because(
                must="the model must be one of the evaluation", came=repr(name), where=loaded.evaluation.name,
                fix=f"the models are {', '.join(loaded.evaluation.models)}; left out: {name} ({why}); name "
                "every model that you mean with --score",
            )  # fmt: skip
        loaded.evaluation.tally(name)


def beside_other_intervals(uncertainty: Uncertainty, condition: OperatingCondition | None) -> str:
    """Say why intervals of single models, as other commands print them, are other ones."""
    from costcurves.inference.meaning import Scope

    decided = ""
    if condition is not None:
        models = len(uncertainty.models)
        holds = Scope.of(models=models, conditions=uncertainty.simultaneous).words(models)
        decided = f"; decide one that holds {holds}, since the cheapest was chosen among them"
    return (
        "Both models of a pair judged the same records, so they may differ where the intervals of single "
        f"models overlap: evaluate gives every model an interval of its own{decided}."
    )
