"""What models cost over folds: averaged and pooled, with how far folds spread."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.tables import Column, Table
from costcurves._ground.wording import short
from costcurves.errors import InputError, UndefinedError
from costcurves.inference.folds.fold_summary import fold_summary
from costcurves.space.roc import RocCurve

if TYPE_CHECKING:
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.inference.folds.fold_summary import FoldSummary

__all__ = ["OverFolds", "over_folds"]


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class OverFolds:
    """Costs and AUC of models over the folds of their records, or why there are none.

    Attributes
    ----------
    found : dict of str to FoldSummary
        By model: NEC at the condition, else the area under the cost curve; thresholds are chosen on the
        other folds.
    auc : dict of str to (float, float, float)
        By model: mean over folds, standard deviation between them, and that of all folds pooled.
    condition : OperatingCondition or None
    why_not : str
    """

    found: dict[str, FoldSummary]
    auc: dict[str, tuple[float, float, float]]
    condition: OperatingCondition | None
    why_not: str = ""

    @property
    def table(self) -> Table:
        """Two rows a model: its cost and its AUC."""
        columns = [
            Column("model", "model", align="left"),
            Column("number", "number", align="left"),
            Column("mean", "mean of folds", decimals=4),
            Column("sd", "sd between folds", decimals=4),
            Column("se", "standard error", decimals=4),
            Column("low", "least", decimals=4),
            Column("high", "greatest", decimals=4),
            Column("pooled", "pooled", decimals=4),
        ]
        name = "cost curve area" if self.condition is None else "NEC"
        rows: list[tuple[Any, ...]] = []
        for model, one in self.found.items():
            ends = (one.standard_error, one.low, one.high)
            rows.append((model, name, one.mean, one.sd, *ends, one.pooled))
            mean, sd, pooled = self.auc[model]
            rows.append((model, "AUC", mean, sd, None, None, None, pooled))
        where = "" if self.condition is None else f" at PC(+) = {short(self.condition.pc)}"
        first = next(iter(self.found.values()))
        title = f"Over {len(first.folds)} folds{where}"
        return Table("over_folds", title, columns, rows, notes=(f"Costs: {first.rule}.", *first.notes))

    def to_json(self) -> dict[str, Any]:
        """Return the summaries as plain values."""
        if self.why_not:
            return {"sentence": self.why_not}
        models = {}
        for model, one in self.found.items():
            names = ("mean", "sd", "standard_error", "low", "high", "pooled")
            cost = {name: getattr(one, name) for name in names}
            by_fold = dict(zip(one.folds, one.values.tolist(), strict=True))
            auc = dict(zip(("mean", "sd", "pooled"), self.auc[model], strict=True))
            models[model] = {"quantity": one.quantity, "cost": cost, "folds": by_fold, "auc": auc}
        return {"models": models, "notes": list(self.table.notes)}


def over_folds(evaluation: Evaluation, condition: OperatingCondition | None) -> OverFolds | None:
    """Summarise costs and AUC over folds; None where records have no folds."""
    records = evaluation.records
    if records is None or records.fold is None:
        return None
    pc = None if condition is None else condition.pc
    try:
        found = {model: fold_summary(records, model, pc=pc) for model in evaluation.models}
    except (InputError, UndefinedError) as problem:
        return OverFolds({}, {}, condition, f"Folds are not summarised: {problem}.")
    return OverFolds(found, {model: _auc(evaluation, model) for model in found}, condition)


def _auc(evaluation: Evaluation, model: str) -> tuple[float, float, float]:
    """Return the mean AUC of folds, its standard deviation between them, and that of all folds pooled."""
    assert evaluation.records is not None  # asked before
    parts = evaluation.records.parts("fold").values()
    each = np.array([float(RocCurve.ranked(rows.tally(model)).auc) for rows in parts])
    pooled = float(RocCurve.ranked(evaluation.records.tally(model)).auc)
    return float(each.mean()), float(each.std(ddof=1)), pooled
