"""Which part of the records is shown, and whose prevalence that is: from what was stated and decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves.charts.part_shown import ALL_PARTS, STATED, PartShown
from costcurves.evaluation.models_on_records import prevalence_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.tallies.tally import Tally


def part_shown(
    name: str,
    models: Mapping[str, Tally],
    prevalence: float | None = None,
    condition: OperatingCondition | None = None,
    decision: Decision | None = None,
) -> PartShown:
    """Return a part of the records with the prevalence that it is shown at.

    Parameters
    ----------
    name : str
        What the part is called.
    models : mapping of str to Tally
        On its records.
    prevalence : float, optional
        As it was stated.
    condition : OperatingCondition, optional
        Gives the prevalence for want of a stated one; by default that of the decision.
    decision : Decision, optional
        Says whose share of positives the condition was made with.
    """
    place = decision.condition if condition is None and decision is not None else condition
    if prevalence is not None:
        return PartShown(name, prevalence, STATED)
    if place is None or not place.placed:
        return PartShown(name, *share_of(models))
    if decision is not None and decision.sample_prevalence and decision.condition == place:
        return PartShown(name, place.prevalence, decision.chosen_on)
    own, _ = share_of(models)
    return PartShown(name, place.prevalence, "" if place.prevalence == own else STATED)


def share_of(models: Mapping[str, Tally]) -> tuple[float | None, str]:
    """Return the prevalence of models, None where it is not known, and "stated" where it was."""
    stated = any(tally.stated_prevalence is not None for tally in models.values())
    return prevalence_of(models), STATED if stated else ""


def shown_part(name: str, parts: Iterable[str], *, elsewhere: bool) -> str:
    """Return which of several parts numbers are of that are not shown by part; empty without parts.

    Parameters
    ----------
    name : str
        Of the records that the numbers are of.
    parts : iterable of str
    elsewhere : bool
        Whether thresholds were chosen on others.
    """
    known = list(parts)
    return "" if not known else name if elsewhere or name in known else ALL_PARTS
