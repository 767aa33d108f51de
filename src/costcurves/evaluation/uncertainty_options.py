"""Options of uncertainty: the level, the draws, and where thresholds are chosen."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue
from costcurves.conditions.stated_condition import StatedCondition
from costcurves.errors import InputError, kind_of
from costcurves.evaluation.models_on_records import prevalence_of, tally_of
from costcurves.inference.arguments import yes_or_no
from costcurves.inference.bootstrap.drawing import Drawing
from costcurves.inference.costs.cost_bands import PLACES, CostSample
from costcurves.inference.estimate import confidence
from costcurves.inference.resampling import Placed, Splits
from costcurves.rules.rule import Rule, optimal, tuned_on
from costcurves.tallies.cells import Direction
from costcurves.tallies.records import Records
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves._ground.arrays import Floats
    from costcurves.conditions.stated_condition import ConditionOrBelief
    from costcurves.inference.bootstrap.sample import Sample

CROSS_FITTED, SAME = "cross-fitted", "same"


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class UncertaintyOptions(ByValue):
    """Models on records, and what every question about them shares; see :class:`Uncertainty`."""

    models: Mapping[str, Tally]
    records: Records | None = None
    level: float = 0.95
    simultaneous: bool = False
    bootstrap: int = 2000
    seed: int = 0
    chosen_on: Any = CROSS_FITTED
    splits: Splits | None = None
    n_jobs: int = 1
    progress: Callable[[int, int], Any] | None = None
    name: str = "these records"

    def __post_init__(self) -> None:
        """Refuse options that cannot be met."""
        object.__setattr__(self, "level", confidence(self.level))
        object.__setattr__(self, "simultaneous", yes_or_no(self.simultaneous, "simultaneous"))
        Drawing(self.bootstrap, self.seed, self.n_jobs, self.progress)  # refuses what draws no interval
        self._check_splits()
        object.__setattr__(self, "chosen_on", self._read_chosen_on())

    def _check_splits(self) -> None:
        """Refuse what deals no folds, and folds beside those that the records have."""
        if self.splits is None:
            return
        if not isinstance(self.splits, Splits):
            raise InputError(
                "splits must be a Splits", kind_of(self.splits), "write Splits(folds=5, repeats=10)"
            )
        if self.records is not None and self.records.fold is not None:
            raise InputError(
                "folds can be given or drawn at random, but not both",
                "splits= for records that have folds",
                "leave out splits=, or evaluate without fold=",
            )

    def _read_chosen_on(self) -> str | dict[str, Tally]:
        """Return a word, or the tallies of other records, whose scores point the same way as these."""
        given = self.chosen_on
        if isinstance(given, str) and given in (CROSS_FITTED, SAME):
            return given
        if isinstance(given, Records):
            given = {model: given.tally(model) for model in given.scores}
        tallies = getattr(given, "models", given)
        if not isinstance(tallies, Mapping):
            raise InputError(
                'chosen_on must be "same", "cross-fitted" or another evaluation',
                repr(given) if isinstance(given, str) or given is None else kind_of(given),
                'write "cross-fitted", "same", the evaluation of other records, or {"model": tally}',
            )
        found = {model: Tally.require(tally, f"chosen_on for {model!r}") for model, tally in tallies.items()}
        for model in sorted(found.keys() & self.models.keys()):
            if found[model].direction is not self.models[model].direction:
                where = "there" if found[model].direction is Direction.LOW else "here"
                raise InputError(
                    "scores must point the same way where thresholds are chosen and where they are judged",
                    f"low scores of {model!r} mean positive {where} only",
                    "give lower_is_positive= to both, or to neither",
                    where="chosen_on",
                )
        return found

    def _condition(
        self, given: ConditionOrBelief | None, *, beliefs: bool = False, optional: bool = True
    ) -> StatedCondition:
        """Read a condition; costs and PC(+) alone are taken at the prevalence of the records."""
        return StatedCondition.read(given, prevalence_of(self.models), beliefs=beliefs, optional=optional)

    # ---- samples ----------------------------------------------------------------------------

    def _tally(self, model: str, prevalence: float | None = None) -> Tally:
        """Return the tally of a model, perhaps at a stated prevalence."""
        tally = tally_of(self.models, model)
        return tally if prevalence is None else tally.at_prevalence(prevalence)

    @functools.cached_property
    def _whole(self) -> Placed:
        """The records, placed once by what all models say of them: pairs of models share their folds."""
        if self.records is None:
            raise InputError(
                "models can only be compared on the same records",
                "counts or operating points",
                "evaluate labels and scores",
            )
        return Placed.of_records(self.records, self.models)

    @functools.cached_property
    def _samples(self) -> dict[str, CostSample]:
        """Models that intervals were made for before: they remember their folds."""
        return {}

    def _sample(self, model: str) -> CostSample:
        """Return the sample of a model."""
        if model not in self._samples:
            tally = self._tally(model)
            placed = Placed.of_tally(tally, model) if self.records is None else self._whole
            self._samples[model] = CostSample(placed, model, self._splits)
        return self._samples[model]

    def _drawn(self, *models: str, prevalence: float | None = None) -> Sample:
        """Return the sample for a bootstrap; clusters are drawn whole where there are some."""
        from costcurves.inference.bootstrap.sample import Sample

        tallies = {model: self._tally(model, prevalence) for model in models}
        rows = self.records
        if len(models) == 1 and (rows is None or (rows.weight is None and rows.cluster is None)):
            return Sample.of_tally(tallies[models[0]], models[0])
        cell = {model: self._whole.cell[model] for model in models}
        placed = dataclasses.replace(self._whole, tallies=tallies, cell=cell)
        return Sample.of_placed(placed, cluster=placed.cluster is not None)

    @property
    def _draws(self) -> dict[str, Any]:
        """How intervals are drawn: what all functions of replicates take."""
        facts = {"level": self.level, "replicates": self.bootstrap, "seed": self.seed}
        return facts | {"n_jobs": self.n_jobs, "progress": self.progress}

    # ---- thresholds -------------------------------------------------------------------------

    @property
    def _splits(self) -> Splits:
        """How records are dealt into folds."""
        if self.splits is not None:
            return self.splits
        if self.records is not None:
            return Splits.of_size(len(self.records.is_positive), seed=self.seed)
        sizes = [tally.total_positive + tally.total_negative for tally in self.models.values()]
        return Splits.of_size(max(sizes), seed=self.seed)

    @property
    def is_cross_fitted(self) -> bool:
        """Whether thresholds for each fold are chosen on the others."""
        return isinstance(self.chosen_on, str) and self.chosen_on == CROSS_FITTED

    def _rule(self, model: str, rule: Rule | None) -> Rule | None:
        """Return the rule that thresholds are chosen by; None for cross-fitted ones."""
        if rule is not None:
            return Rule.require(rule)
        if isinstance(self.chosen_on, str):
            return optimal if self.chosen_on == SAME else None
        if model not in self.chosen_on:
            raise InputError(
                "thresholds must be chosen on records with the same models",
                f"no {model!r}",
                "one of " + ", ".join(self.chosen_on),
            )
        return tuned_on(self.chosen_on[model])

    def _places(self, pc: float) -> Floats:
        """Return the conditions that an interval at one of them is made for."""
        return np.union1d(PLACES, pc) if self.simultaneous else np.array([pc])

    @property
    def _how(self) -> dict[str, Any]:
        """Whether bands hold at all places together, and the seed of that."""
        return {"simultaneous": self.simultaneous, "seed": self.seed}
