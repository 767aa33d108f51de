"""A decision in every segment of the records, as far as they can be judged apart."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves.charts.segment_figures import segment_chart
from costcurves.errors import UndefinedError
from costcurves.segment_results import segments_table

if TYPE_CHECKING:
    from costcurves.charts.marks import Chart
    from costcurves.charts.tables import Table
    from costcurves.inference.segments import Segments
    from costcurves.tasks.judging import Verdict
    from costcurves.tasks.loaded import Loaded
    from costcurves.tasks.request import Request

__all__ = ["InSegments", "in_segments"]

#: More segments are not drawn: their rows would run into each other.
MOST_DRAWN = 12


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class InSegments:
    """The decision in every segment, or why there is none."""

    found: Segments | None
    reason: str = ""

    @property
    def sentence(self) -> str:
        """What was found, in words."""
        return self.reason if self.found is None else self.found.sentence

    @property
    def table(self) -> Table | None:
        """One row a segment."""
        return None if self.found is None else segments_table(self.found)

    @property
    def chart(self) -> Chart | None:
        """Costs by segment, unless they are too many to tell apart."""
        drawn = self.found is not None and 1 < len(self.found) <= MOST_DRAWN
        return segment_chart(self.found) if drawn and self.found is not None else None

    def to_json(self) -> dict[str, Any]:
        """Return the findings as plain values."""
        if self.found is None:
            return {"sentence": self.reason}
        return {**self.found.to_json(), "sentence": self.sentence}


def in_segments(loaded: Loaded, verdict: Verdict | None, request: Request) -> InSegments | None:
    """Judge the decided model in every segment; None without segments, or without costs.

    Thresholds are chosen where the decision was; without other records they are cross-fitted.
    """
    records = loaded.evaluation.records
    condition = None if verdict is None else verdict.decision.condition
    if records is None or records.segment is None or verdict is None or condition is None:
        return None
    chooser = None if loaded.chosen_on is None else loaded.chosen_on.records
    elsewhere = chooser if chooser is not None and chooser.segment is not None else None
    asked = request.sureness
    known = {name: value for name in ("level", "seed") if (value := getattr(asked, name)) is not None}
    try:
        found = loaded.evaluation.segments(condition, verdict.decision.model, chosen_on=elsewhere, **known)
    except UndefinedError as problem:
        return InSegments(None, f"Segments are not judged: {problem}.")
    return InSegments(found)
