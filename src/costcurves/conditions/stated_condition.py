"""What somebody gives as a condition, read by one function for every question."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from costcurves._ground.arrays import ByValue, share
from costcurves._ground.number_words import short
from costcurves.conditions.beliefs import ConditionPrior
from costcurves.conditions.operating_condition import Costs, OperatingCondition
from costcurves.errors import InputError, kind_of

#: One condition: costs alone, and PC(+) as a number, are taken at the prevalence of the records.
Condition: TypeAlias = OperatingCondition | Costs | float
#: One condition, or a belief about PC(+).
ConditionOrBelief: TypeAlias = Condition | ConditionPrior
#: What makes a condition of the share of positives; None where that is not known.
AtPrevalence: TypeAlias = Callable[[float | None], OperatingCondition]


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class StatedCondition(ByValue):
    """A condition as somebody stated it.

    Attributes
    ----------
    condition : OperatingCondition or None
        None where none is given, and under a belief.
    place : float or ConditionPrior
        PC(+), as a number came to its last digit; or the belief, without a condition that in all PC(+) alike.
    of_records : bool
        Whether the prevalence is that of the records.
    notes : tuple of str
        What results at costs alone say of the prevalence.
    """

    condition: OperatingCondition | None
    place: float | ConditionPrior
    of_records: bool = False
    notes: tuple[str, ...] = ()

    @classmethod
    def read(
        cls, given: Any, prevalence: float | None = None, *, beliefs: bool = False, optional: bool = True
    ) -> StatedCondition:
        """Read a condition, or refuse it in the same words everywhere.

        Parameters
        ----------
        given : OperatingCondition, Costs, float, ConditionPrior or None
        prevalence : float, optional
            That of the records, where it is known.
        beliefs : bool
            Whether a belief makes sense.
        optional : bool
            Whether None does.

        Raises
        ------
        InputError
            If it is none of these, or if costs come alone and the prevalence is not known.

        Examples
        --------
        >>> StatedCondition.read(Costs(fp=1, fn=3), 0.5).place
        0.75
        """
        if given is None and optional:
            return cls(None, ConditionPrior.uniform())
        if isinstance(given, ConditionPrior) and beliefs:
            return cls(None, given)
        if isinstance(given, OperatingCondition):
            return cls(given, given.pc)
        if isinstance(given, (int, float, np.integer, np.floating)) and not isinstance(given, bool):
            pc = share(given, "PC(+)")
            found = OperatingCondition.from_pc(pc, prevalence=prevalence)
            return cls(found, pc, of_records=prevalence is not None)
        if not isinstance(given, Costs):
            last = "PC(+) as a number, or a ConditionPrior" if beliefs else "or PC(+) as a number"
            raise InputError(
                f"a condition must be an OperatingCondition, Costs, {last}",
                kind_of(given),
                "write OperatingCondition(prevalence, costs)",
            )
        if prevalence is None:
            raise InputError(
                "costs alone need the share of positives",
                "records that do not show it",
                "write OperatingCondition(prevalence, costs)",
            )
        found = OperatingCondition(prevalence, given)
        note = f"costs are taken at the prevalence of the records, {short(prevalence)}"
        return cls(found, found.pc, of_records=True, notes=(note,))

    @property
    def pc(self) -> float | None:
        """PC(+); None without a condition, and under a belief."""
        return None if isinstance(self.place, ConditionPrior) else self.place

    @property
    def one(self) -> OperatingCondition:
        """The condition, where it was not optional and no belief."""
        assert self.condition is not None  # nothing else was read
        return self.condition
