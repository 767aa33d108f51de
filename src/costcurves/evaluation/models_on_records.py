"""Named models judged on the same records, and their curves: what an evaluation is made of."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from costcurves._ground.arrays import ByValue
from costcurves._ground.refusals import no_such
from costcurves.conditions.operating_condition import Costs, OperatingCondition
from costcurves.errors import InputError, kind_of
from costcurves.rules.rule import Rule, optimal
from costcurves.space.roc import RocCurve
from costcurves.space.winners import WinnerRange, winner_ranges
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from costcurves.space.cost_curve import CostCurve
    from costcurves.tallies.records import Records


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class ModelsOnRecords(ByValue):
    """Models by name, the records that they scored where there are some, and their curves."""

    models: dict[str, Tally]
    records: Records | None = None
    name: str = "these records"
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse models that are no tallies."""
        if not isinstance(self.models, Mapping):
            raise InputError("models must be given by name", kind_of(self.models), 'write {"model": …}')
        for model, tally in self.models.items():
            Tally.require(tally, f"the model {model!r}")

    @classmethod
    def of_records(cls, records: Records, name: str = "these records") -> Self:
        """Tally every model of some records."""
        models = {model: records.tally(model) for model in records.scores}
        return cls(models, records, name, records.notes)

    def tally(self, model: str) -> Tally:
        """Return the tally of a model."""
        tally = self.models.get(str(model))
        if tally is None:
            raise no_such(model, self.models, what="model")
        return tally

    def roc(self, model: str) -> RocCurve:
        """Return the ROC curve of a model."""
        return RocCurve.of(self.tally(model))

    def cost_curve(self, model: str, *, rule: Rule = optimal) -> CostCurve:
        """Return the cost curve of a model under a rule, by default the best threshold everywhere."""
        return Rule.require(rule)(self.tally(model))

    def winners(self, *, rule: Rule = optimal) -> tuple[WinnerRange, ...]:
        """Return the ranges of PC(+) with their cheapest models."""
        return winner_ranges({model: self.cost_curve(model, rule=rule) for model in self.models})

    # ---- prevalence -------------------------------------------------------------------------

    @property
    def prevalence(self) -> float | None:
        """Share of positives in the records; None where it is unknown, or differs by model."""
        if not all(tally.counted for tally in self.models.values()):
            return None
        shares = [tally.prevalence for tally in self.models.values()]
        # Fractional weights add up to rounding only, model by model.
        return shares[0] if math.isclose(min(shares), max(shares), rel_tol=1e-9) else None

    def at_prevalence(self, prevalence: float) -> Self:
        """Return the evaluation with all that depends on it at a stated share of positives, in (0, 1).

        Rates stay as they are; the records are not weighed anew (see
        :meth:`costcurves.Records.at_prevalence`).

        Examples
        --------
        >>> from costcurves import evaluate
        >>> evaluate([1, 1, 0, 0], {"m": [4, 3, 2, 1]}).at_prevalence(0.02).prevalence
        0.02
        """
        models = {name: tally.at_prevalence(prevalence) for name, tally in self.models.items()}
        return dataclasses.replace(self, models=models)

    # ---- within -----------------------------------------------------------------------------

    def _condition(self, given: Any) -> tuple[OperatingCondition | None, bool]:
        """Read a condition, and tell whether its prevalence is that of the records."""
        if given is None or isinstance(given, OperatingCondition):
            return given, False
        share = self.prevalence
        if isinstance(given, Costs):
            if share is None:
                raise InputError(
                    "costs alone need the share of positives",
                    "records that do not tell it",
                    "write OperatingCondition(prevalence, costs)",
                )
            return OperatingCondition(share, given), True
        if isinstance(given, (int, float)) and not isinstance(given, bool):
            return OperatingCondition.from_pc(given, prevalence=share), share is not None
        raise InputError(
            "a condition must be an OperatingCondition, Costs, or PC(+) as a number",
            kind_of(given),
            "write OperatingCondition(prevalence, costs)",
        )

    def _rows(self, purpose: str = "parting") -> Records:
        """Return the records, where there are rows."""
        if self.records is None:
            needs = "needs" if purpose == "parting" else "need"
            raise InputError(f"{purpose} {needs} records", "counts or operating points")
        return self.records
