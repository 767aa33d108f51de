"""Parts of the records of an evaluation: folds, clusters and segments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from costcurves.decisions.criterion import chosen
from costcurves.decisions.optima import least_cost
from costcurves.errors import InputError
from costcurves.evaluation.models_on_records import ModelsOnRecords
from costcurves.rules import averages
from costcurves.rules.rule import Rule, optimal

if TYPE_CHECKING:
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.inference.folds.segments import Segments
    from costcurves.space.cost_curve import CostCurve
    from costcurves.space.roc import RocCurve
    from costcurves.tallies.tally import Tally

__all__ = ["PartedRecords"]


class PartedRecords(ModelsOnRecords):
    """What an evaluation says of parts of its records."""

    __slots__ = ()

    def by(self, column: str) -> dict[Any, Self]:
        """Return one evaluation per fold, cluster or segment."""
        parts = self._rows().parts(column)
        return {value: self.of_records(rows, f"{column} {value}") for value, rows in parts.items()}

    def segments(self, condition: OperatingCondition, model: str | None = None, **asked: Any) -> Segments:
        """Judge one threshold for all segments against one of its own in each, at a condition.

        Of one model, by default the cheapest; :func:`costcurves.stats.segment_costs` tells the options.
        """
        from costcurves.inference.folds.segment_costs import segment_costs

        name = chosen(self.models, least_cost(condition)).model if model is None else model
        return segment_costs(self._rows("segments"), condition, name, **asked)

    def average(self, model: str, rule: Rule = optimal) -> CostCurve:
        """Average the cost curves of a model over the folds, at equal PC(+)."""
        return averages.cost_average(self._fold_tallies(model), self._ruled(model, rule))

    def average_roc(self, model: str, how: str = "vertical") -> RocCurve:
        """Average the ROC curves of a model over the folds: vertical, horizontal, threshold or pooled."""
        if how not in averages.AVERAGES:
            raise InputError.because(must=f"how is one of {', '.join(averages.AVERAGES)}", came=repr(how))
        return averages.AVERAGES[how](self._fold_tallies(model))

    def _fold_tallies(self, model: str) -> list[Tally]:
        """One tally a fold."""
        self.tally(model)
        return [rows.tally(model) for rows in self._rows().parts("fold").values()]
