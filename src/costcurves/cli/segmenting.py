"""A decision in every segment of the records, as far as they can be judged apart."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves.charts.figures.group_figures import segment_chart
from costcurves.cli.loaded import silent
from costcurves.errors import UndefinedError
from costcurves.results.segment_results import segments_table
from costcurves.rules.rule import tuned_on

if TYPE_CHECKING:
    from costcurves._ground.tables import Table
    from costcurves.charts.chart import Chart
    from costcurves.cli.loaded import Loaded, Step
    from costcurves.cli.request import Request
    from costcurves.inference.folds.segments import Segments
    from costcurves.results.judged_decision import JudgedDecision

__all__ = ["InSegments", "in_segments"]

#: More segments are not drawn: their rows would run into each other.
MOST_DRAWN = 12


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class InSegments:
    """The decided model in every segment, or why there is none.

    Attributes
    ----------
    sentence : str
        What was found, or why nothing was.
    found : Segments or None
    """

    sentence: str
    found: Segments | None = None

    @property
    def tables(self) -> list[Table]:
        """One row a segment; nothing where there are no findings."""
        return [] if self.found is None else [segments_table(self.found)]

    @property
    def charts(self) -> list[Chart]:
        """Costs by segment, unless there are too many to tell apart, or but one."""
        drawn = self.found is not None and 1 < len(self.found) <= MOST_DRAWN
        return [segment_chart(self.found)] if drawn and self.found is not None else []

    def to_json(self) -> dict[str, Any]:
        """Return the findings as plain values."""
        return {**({} if self.found is None else self.found.to_json()), "sentence": self.sentence}


def in_segments(
    loaded: Loaded, verdict: JudgedDecision | None, request: Request, step: Step = silent
) -> InSegments | None:
    """Judge the decided model in every segment; None without segments, or without costs.

    Thresholds are chosen where the decision was; without other records they are cross-fitted.
    """
    records = loaded.evaluation.records
    condition = None if verdict is None else verdict.decision.condition
    if records is None or records.segment is None or verdict is None or condition is None:
        return None
    step("judging segments")
    stated, model = request.intervals, verdict.decision.model
    known = {name: value for name in ("level", "seed") if (value := getattr(stated, name)) is not None}
    try:
        found = loaded.evaluation.segments(condition, model, **_chosen_by(loaded, model), **known)
    except UndefinedError as problem:
        return InSegments(f"Segments are not judged: {problem}.")
    return InSegments(found.sentence, found)


def _chosen_by(loaded: Loaded, model: str) -> dict[str, Any]:
    """Which records choose thresholds: others, if the decision was made there."""
    if loaded.chosen_on is None:
        return {}
    others = loaded.chosen_on.records
    if others is not None and others.segment is not None:
        return {"chosen_on": others}
    return {"rule": tuned_on(loaded.chosen_on.tally(model))}
