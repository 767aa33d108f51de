"""Named models judged on the same records, and their curves: what an evaluation is made of."""

from __future__ import annotations

import contextlib
import dataclasses
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Self

from costcurves._ground.arrays import ByValue
from costcurves.conditions.stated_condition import Condition, StatedCondition
from costcurves.errors import Code, InputError, kind_of, no_such
from costcurves.evaluation.fingerprint import fingerprint
from costcurves.rules.rule import Rule, optimal
from costcurves.space.joint_hull import JointHull
from costcurves.space.roc import RocCurve
from costcurves.space.winners import WinnerRange, winner_ranges
from costcurves.tallies.probabilities import recalibrated
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from costcurves.rules.trained_classifiers import TrainedClassifiers
    from costcurves.space.cost_curve import CostCurve
    from costcurves.tallies.records import Records


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class ModelsOnRecords(ByValue):
    """Models by name, the records that they scored where there are some, and their curves."""

    models: dict[str, Tally]
    records: Records | None = None
    name: str = "these records"
    notes: tuple[str, ...] = ()
    trained: Mapping[str, TrainedClassifiers] = dataclasses.field(default_factory=dict)

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

    @property
    def fingerprint(self) -> str:
        """A short text that tells the data apart; see :mod:`costcurves.evaluation.fingerprint`."""
        return fingerprint(self.models, self.records)

    def tally(self, model: str) -> Tally:
        """Return the tally of a model."""
        return tally_of(self.models, model)

    def roc(self, model: str) -> RocCurve:
        """Return the ROC curve of a model."""
        return RocCurve.of(self.tally(model))

    def cost_curve(self, model: str, *, rule: Rule = optimal) -> CostCurve:
        """Return the cost curve of a model under a rule, by default the best threshold everywhere."""
        with naming_rows(self.records, [model]):
            return Rule.require(rule)(self.tally(model))

    def winners(self, *, rule: Rule = optimal) -> tuple[WinnerRange, ...]:
        """Return the ranges of PC(+) with their cheapest models."""
        return winner_ranges({model: self.cost_curve(model, rule=rule) for model in self.models})

    def hull(self, *, models: Sequence[str] | None = None) -> JointHull:
        """Return the joint hull of the models: the best model and threshold of every condition.

        Parameters
        ----------
        models : sequence of str, optional
            By default all.

        Returns
        -------
        JointHull
            A ROC hull whose corners know their models and thresholds; its cost curve is the lower envelope
            of those of the models.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1, 1, 0, 0], {"a": [4, 2, 3, 1], "b": [3, 3, 3, 1]})
        >>> [(one.winner, one.low, one.high) for one in ev.hull().winners]
        [('a', 0.0, 0.5), ('a = b', 0.5, 1.0)]
        """
        names = list(self.models) if models is None else models
        return JointHull.of_models({model: self.tally(model) for model in names})

    # ---- prevalence -------------------------------------------------------------------------

    @property
    def prevalence(self) -> float | None:
        """Share of positives in the records; None where it is unknown, or differs by model."""
        return prevalence_of(self.models)

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

    def recalibrated_to(self, share: float, *, calibrated_at: float | None = None) -> Self:
        """Return the evaluation with scores that are probabilities where another share is positive.

        Wherever scores are taken as probabilities their odds are multiplied by those of the share over those
        of the share at which they are calibrated (Bayes' theorem): for models that were trained where
        positives were made more common. Order and thresholds stay those of the scores as given.

        Parameters
        ----------
        share : float
            Share of positives where the models are used, in (0, 1).
        calibrated_at : float, optional
            Share of positives at which the scores are probabilities; by default that of the records.

        Raises
        ------
        UndefinedError
            If the share of the records is not known.

        References
        ----------
        Elkan (2001), The foundations of cost-sensitive learning, IJCAI.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1, 0], {"m": [0.95, 0.1]}).recalibrated_to(0.01)
        >>> ev.records.probability("m").round(6).tolist()
        [0.161017, 0.001121]
        """
        models = {
            name: recalibrated(tally, share, calibrated_at=calibrated_at)
            for name, tally in self.models.items()
        }
        odds = {tally.odds for tally in models.values()}
        # Of one set of records all models have one share of positives.
        records = self.records and dataclasses.replace(self.records, odds=max(odds, default=1.0))
        return dataclasses.replace(self, models=models, records=records)

    # ---- within -----------------------------------------------------------------------------

    def _condition(self, given: Condition | None, *, optional: bool = True) -> StatedCondition:
        """Read a condition; costs and PC(+) alone are taken at the prevalence of the records."""
        return StatedCondition.read(given, self.prevalence, optional=optional)

    def _rows(self, purpose: str = "parts") -> Records:
        """Return the records, where there are rows."""
        return rows_of(self.records, purpose)


def rows_of(records: Records | None, purpose: str) -> Records:
    """Return the records, where there are rows."""
    if records is None:
        raise InputError(
            f"{purpose} need records", "counts or operating points", "evaluate labels and scores"
        )
    return records


def tally_of(models: Mapping[str, Tally], model: str) -> Tally:
    """Return the tally of one of several models."""
    tally = models.get(str(model))
    if tally is None:
        raise no_such(model, models, what="model")
    return tally


def prevalence_of(models: Mapping[str, Tally]) -> float | None:
    """Return the share of positives that several models have; None where it is unknown, or differs."""
    if not models or not all(tally.counted for tally in models.values()):
        return None
    shares = [tally.prevalence for tally in models.values()]
    # Fractional weights add up to rounding only, model by model.
    return shares[0] if math.isclose(min(shares), max(shares), rel_tol=1e-9) else None


@contextlib.contextmanager
def naming_rows(records: Records | None, models: Iterable[str]) -> Iterator[None]:
    """Name the model and the row where scores are no probabilities; of tallies neither is known."""
    try:
        yield
    except InputError as problem:
        if problem.code is Code.NOT_PROBABILITIES and records is not None:
            for model in models:
                records.probability(model)
        raise
