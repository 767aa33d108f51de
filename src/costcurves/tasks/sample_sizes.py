"""Sample sizes in words, and the condition that they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves._ground.wording import amount
from costcurves.errors import InputError

if TYPE_CHECKING:
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.inference.counts.sample_size import SampleSize
    from costcurves.tasks.asking import Asked

__all__ = ["stated_condition", "statement"]


def stated_condition(asked: Asked) -> float | OperatingCondition:
    """Return the condition: there are no records to take the prevalence from.

    Raises
    ------
    InputError
        If it is not stated, or only by costs.
    """
    if asked.pc is not None:
        return asked.pc
    if not asked.is_priced:
        raise InputError.because(
            must="the condition is stated", came="no costs and no PC(+)",
            fix="give --pc, or --prevalence with --cost-fp and --cost-fn",
        )  # fmt: skip
    if asked.prevalence is None:
        raise InputError.because(
            must="costs make a condition together with the share of positives in use",
            came=f"{asked.ways()[0]} alone", fix="state --prevalence, too",
        )  # fmt: skip
    return asked.condition(None)


def statement(size: SampleSize, positive: float, negative: float) -> str:
    """Say how many records it takes, what they cost if they have prices, and what to beware of."""
    lines = [size.sentence]
    if (positive, negative) != (1, 1):
        total = positive * size.positives + negative * size.negatives
        lines.append(f"They cost {amount(total)}.")
    return "\n".join([*lines, *(f"{note[0].upper()}{note[1:]}." for note in size.interval.notes)])
