"""What models cost over folds: averaged and pooled, with how far folds spread."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar

from costcurves._ground import documents
from costcurves._ground.documents import Shown
from costcurves._ground.tables import Column, Table
from costcurves._ground.wording import short

if TYPE_CHECKING:
    from costcurves.inference.folds.fold_summary import FoldSummary


@dataclasses.dataclass(frozen=True, repr=False, slots=True, eq=False)
class FoldResults(Shown):
    """Costs and AUC of models over the folds of their records; made by :meth:`costcurves.Evaluation.folds`.

    Attributes
    ----------
    costs : dict of str to FoldSummary
        By model: NEC at the condition, else the area under the cost curve; thresholds are chosen on the
        other folds.
    auc : dict of str to (float, float, float)
        By model: mean over folds, standard deviation between them, and that of all folds pooled.
    pc : float or None
        PC(+) of the condition; None for the average over PC(+).
    """

    kind: ClassVar[str] = "fold_results"
    costs: dict[str, FoldSummary]
    auc: dict[str, tuple[float, float, float]]
    pc: float | None = None

    @property
    def sentence(self) -> str:
        """What every model costs over the folds."""
        name = "Cost curve area" if self.pc is None else f"NEC at PC(+) = {short(self.pc)}"
        each = [
            f"{model} {short(one.mean)} on average of {len(one.folds)} folds (standard deviation "
            f"{short(one.sd)}), pooled {short(one.pooled)}"
            for model, one in self.costs.items()
        ]
        return f"{name}: {'; '.join(each)}."

    def table(self) -> Table:
        """Return two rows a model: its cost and its AUC."""
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
        name = "cost curve area" if self.pc is None else "NEC"
        rows: list[tuple[Any, ...]] = []
        for model, one in self.costs.items():
            ends = (one.standard_error, one.low, one.high)
            rows.append((model, name, one.mean, one.sd, *ends, one.pooled))
            mean, sd, pooled = self.auc[model]
            rows.append((model, "AUC", mean, sd, None, None, None, pooled))
        where = "" if self.pc is None else f" at PC(+) = {short(self.pc)}"
        first = next(iter(self.costs.values()))
        title = f"Over {len(first.folds)} folds{where}"
        return Table("over_folds", title, columns, rows, notes=(f"Costs: {first.rule}.", *first.notes))

    def to_json(self) -> dict[str, Any]:
        """Return the summaries as plain values."""
        models = {}
        for model, one in self.costs.items():
            names = ("mean", "sd", "standard_error", "low", "high", "pooled")
            cost = {name: getattr(one, name) for name in names}
            by_fold = dict(zip(one.folds, one.values.tolist(), strict=True))
            auc = dict(zip(("mean", "sd", "pooled"), self.auc[model], strict=True))
            models[model] = {"quantity": one.quantity, "cost": cost, "folds": by_fold, "auc": auc}
        return {
            "kind": self.kind,
            "version": documents.VERSION,
            "models": models,
            "notes": list(self.table().notes),
        }

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence

    def __repr__(self) -> str:
        """Show models and folds."""
        folds = len(next(iter(self.costs.values())).folds)
        return f"FoldResults({', '.join(self.costs)}; {folds} folds)"
