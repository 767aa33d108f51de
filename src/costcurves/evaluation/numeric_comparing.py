"""Models in pairs where a number is predicted, and every model against what predicts without one."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING

from costcurves.errors import InputError
from costcurves.inference.estimate import confidence
from costcurves.inference.numbers.error_intervals import difference_with_pvalue
from costcurves.inference.numbers.unit_spread import numbered
from costcurves.inference.targets import Scope
from costcurves.measures.error_measures import error_measure
from costcurves.results.error_pairs import ErrorPair, ErrorPairs
from costcurves.space.loss_curve import LossCurve
from costcurves.space.loss_winners import loss_ranges

if TYPE_CHECKING:
    from costcurves.tallies.numeric_records import NumericRecords


@dataclasses.dataclass(frozen=True, slots=True)
class NumericComparing:
    """How models are compared on the same records.

    Attributes
    ----------
    records : NumericRecords
    measure : str
        Key of a measure.
    level : float
        Of confidence.
    kappa : float
        At which the pinball loss is taken.
    """

    records: NumericRecords
    measure: str
    level: float
    kappa: float

    def pair(self, a: str, b: str, tests: int = 1) -> ErrorPair:
        """Compare two models, or benchmarks, as one of so many pairs whose intervals hold together."""
        one, other = (self.records.named(name, self.kappa) for name in (a, b))
        each = 1 - (1 - confidence(self.level)) / tests
        row, cluster = error_measure(self.measure), numbered(self.records.cluster)
        found, pvalue = difference_with_pvalue(row, one, other, cluster=cluster, level=each)
        found = dataclasses.replace(found, level=self.level)
        both = len({a, b} & set(self.records.models)) > 1
        curves = {name: LossCurve.best_shift(self.records.tally(name)) for name in (a, b)} if both else {}
        ranges = loss_ranges(curves) if both else ()
        return ErrorPair(a, b, self.measure, found, ranges, min(1.0, tests * pvalue))

    def pairs(self) -> ErrorPairs:
        """Compare all pairs of models, and every model with the best benchmark."""
        pairs = list(itertools.combinations(self.records.models, 2))
        if not pairs:
            raise InputError("models must be compared in pairs", "one model", "give two models or more")
        return dataclasses.replace(self.against_benchmark(), pairs=self._together(pairs, Scope.PAIRS))

    def against_benchmark(self) -> ErrorPairs:
        """Compare every model with the benchmark that has the best value."""
        pairs = [(model, self.best_benchmark) for model in self.records.models]
        return ErrorPairs((), self._together(pairs, Scope.MODELS), self.records.constants.are_own)

    @property
    def best_benchmark(self) -> str:
        """The naive benchmark with the best value of the measure: the one that is hardest to beat."""
        row = error_measure(self.measure)
        names = self.records.constants.benchmarks
        value = {name: row(self.records.benchmark(name, self.kappa)) for name in names}
        sign = {"high": -1, "low": 1}.get(row.better, 0)
        return min(value, key=lambda name: sign * value[name] if sign else abs(value[name]))

    def _together(self, pairs: list[tuple[str, str]], scope: Scope) -> tuple[ErrorPair, ...]:
        """Compare pairs; the chance that any of them misleads is shared out over all (Bonferroni)."""
        scope = scope if len(pairs) > 1 else Scope.ALONE
        models = len(self.records.models)
        found = [self.pair(*pair, tests=len(pairs)) for pair in pairs]
        return tuple(
            dataclasses.replace(
                one, difference=dataclasses.replace(one.difference, scope=scope, models=models)
            )
            for one in found
        )
