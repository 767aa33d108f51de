"""Asking how sure the numbers of an evaluation are."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from costcurves.errors import UndefinedError
from costcurves.tasks.steps import silent

if TYPE_CHECKING:
    from costcurves.charts.sure_tables import Numbers
    from costcurves.tasks.loaded import Loaded
    from costcurves.tasks.request import Request
    from costcurves.tasks.steps import Step
    from costcurves.uncertainty import Uncertainty

__all__ = ["evaluated_json", "questioned", "uncertainty"]

#: What whoever waits is told.
ASKING = "asking how sure that is"


def uncertainty(loaded: Loaded, request: Request, step: Step = silent) -> Uncertainty | None:
    """Return what answers how sure things are, or None if nobody asked; see :func:`questioned`."""
    if not request.sureness.is_asked:
        return None
    step(ASKING)
    return questioned(loaded, request, step)


def questioned(loaded: Loaded, request: Request, step: Step = silent) -> Uncertainty:
    """Return what answers how sure things are.

    Parameters
    ----------
    loaded : Loaded
    request : Request
    step : callable
        Told how many replicates are drawn.

    Raises
    ------
    UndefinedError
        If the file does not tell how many records there are.
    """
    if not all(tally.counted for tally in loaded.evaluation.models.values()):
        raise UndefinedError.because(
            must="intervals need the number of records of each class",
            came="operating points without class sizes", where=loaded.evaluation.name,
            fix="give tp, fn, fp and tn, or leave out --level and its like",
        )  # fmt: skip
    chosen_on = "cross-fitted" if loaded.chosen_on is None else loaded.chosen_on
    watch = functools.partial(step, ASKING)
    return loaded.evaluation.uncertainty(chosen_on=chosen_on, progress=watch, **request.sureness.stated())


def evaluated_json(found: Numbers) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the intervals of all models as documents carry them."""
    return {model: {key: one.to_json() for key, one in own.items()} for model, own in found.items()}
