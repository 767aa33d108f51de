"""What reading gives: evaluations, and a statement of what was read."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from costcurves.results.part_results import PartResults

if TYPE_CHECKING:
    from costcurves.curves.separation import Separation
    from costcurves.evaluation.evaluation import Evaluation

__all__ = ["Loaded"]


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Loaded:
    """Evaluations made from files.

    Attributes
    ----------
    evaluation : Evaluation
        The records in question: on them decisions are judged.
    statements : tuple of str
        What was read.
    positive : str
        How the positive class is spelled; empty where there are no labels.
    parts : dict of str to Evaluation
        Parts of the table, and the table that thresholds were chosen on; empty unless asked for.
    reference : str
        The part that others are compared with; empty if there are no parts.
    chosen_on : Evaluation or None
        Where thresholds are chosen, if not on the records in question.
    separation : Separation or None
        Two predictors of the records, if they were asked for.
    left_out : tuple of (str, str)
        Columns that are no models though nothing was said of them, each with the reason.
    """

    evaluation: Evaluation
    statements: tuple[str, ...]
    positive: str = ""
    parts: dict[str, Evaluation] = dataclasses.field(default_factory=dict)
    reference: str = ""
    chosen_on: Evaluation | None = None
    separation: Separation | None = None
    left_out: tuple[tuple[str, str], ...] = ()

    @property
    def part_results(self) -> PartResults:
        """The numbers of every model on every part, with the gaps to the part of reference."""
        tallies = {name: part.models for name, part in self.parts.items()}
        return PartResults(tallies, self.reference, tuned=self.chosen_on is not None)
