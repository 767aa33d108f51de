"""Measures of the errors of every model with their intervals, naive benchmarks below."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import format_value, percent, short
from costcurves._ground.tables import Column, Table
from costcurves.charts.figures.interval_figures import IntervalRow, interval_figure
from costcurves.errors import no_such
from costcurves.measures.error_measures import ERROR_MEASURES, error_measure

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurves.charts.chart import Chart
    from costcurves.inference.estimate import Estimate

#: Measures whose intervals stand in the first table, where they are defined.
WITH_INTERVALS = ("rmse", "mae", "mean_error", "r2_training", "r2")
#: Those of benchmarks, whose mean error and R² are what they are made for.
_OF_CONSTANTS = ("rmse", "mae")
#: Of more models only these stand there, too.
_FEW_MODELS = 6
#: What no interval tells.
TRAINED = "If the models were trained on these records, every figure is too optimistic."


@dataclasses.dataclass(frozen=True, eq=False, slots=True, repr=False)
class MeasuredError(Shown, ByValue):
    """One measure of the errors of one model.

    Attributes
    ----------
    key : str
    estimate : float or None
        None where the measure is undefined.
    interval : Estimate or None
    reason : str
        Why the measure is undefined, or why it has no interval.
    """

    key: str
    estimate: float | None
    interval: Estimate | None = None
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the estimate with its ends, or the reason why there are none."""
        if self.interval is not None:
            return self.interval.to_json()
        ends = {"estimate": self.estimate, "low": None, "high": None}
        return ends | ({"reason": self.reason} if self.reason else {})

    def __str__(self) -> str:
        if self.interval is not None:
            return str(self.interval)
        return f"undefined: {self.reason}" if self.estimate is None else short(self.estimate)


@dataclasses.dataclass(frozen=True, eq=False, slots=True, repr=False)
class ErrorSummary(Shown, ByValue):
    """Every measure of every model and of every naive benchmark.

    Attributes
    ----------
    models, benchmarks : dict of str to dict of str to MeasuredError
        By name, then by key of the measure.
    level : float
    records : int
    name : str
        What the records are called.
    kappa : float
        At which the pinball loss is taken.
    own_constants : bool
        Whether the benchmarks are constants of the very records that are judged.
    notes : tuple of str
    """

    models: Mapping[str, Mapping[str, MeasuredError]]
    benchmarks: Mapping[str, Mapping[str, MeasuredError]]
    level: float | None
    records: int
    name: str = "these records"
    kappa: float = 0.5
    own_constants: bool = False
    notes: tuple[str, ...] = ()

    def __getitem__(self, model: str) -> Mapping[str, MeasuredError]:
        """Return the measures of a model, or of a benchmark."""
        known = {**self.benchmarks, **self.models}
        if model not in known:
            raise no_such(model, known, what="model")
        return known[model]

    @property
    def ranked(self) -> tuple[str, ...]:
        """The models by RMSE, the least first."""
        return tuple(sorted(self.models, key=lambda name: self.models[name]["rmse"].estimate or 0.0))

    @property
    def sentence(self) -> str:
        """Which model errs least, and how far that is from predicting without a model."""
        best = self.ranked[0]
        rmse, mae = self.models[best]["rmse"], self.models[best]["mae"]
        lead = f"{best} has the least RMSE of {len(self.models)} models, " if len(self.models) > 1 else ""
        told = f"{lead or f'{best} has an RMSE of '}{rmse}, and an MAE of {mae}, on {self.name}."
        name, values = min(self.benchmarks.items(), key=lambda one: one[1]["rmse"].estimate or 0.0)
        beside = values["rmse"].estimate
        return f"{told} Without a model, the {name} has an RMSE of {short(beside or 0.0)}."

    def __str__(self) -> str:
        return self.sentence

    # ---- tables -----------------------------------------------------------------------------

    def _rows(self) -> Iterator[tuple[str, Mapping[str, MeasuredError]]]:
        """Yield the models, then the benchmarks, which are told apart by their place."""
        yield from self.models.items()
        yield from self.benchmarks.items()

    def table(self) -> Table:
        """Return the main measures, one row a model, benchmarks below."""
        keys = self._main_keys()
        columns = [Column("model", "model", align="left")]
        for key in keys:
            row = error_measure(key)
            columns.append(Column(key, row.title, best=row.better or None, hint=row.formula))
        rows = [[name, *(own[key].estimate for key in keys)] for name, own in self._rows()]
        title = f"Errors on {self.name}, {self.records:,} {'record' if self.records == 1 else 'records'}"
        return Table("errors", title, columns, rows, notes=tuple(self._remarks()))

    def _main_keys(self) -> tuple[str, ...]:
        """Choose the measures that are defined."""
        (first, *_) = self.models.values()
        relative = "mape" if first["mape"].estimate is not None else "wape"
        explained = "r2_training" if first["r2_training"].estimate is not None else "r2"
        return ("rmse", "mae", "mean_error", "median_absolute_error", relative, explained)

    def intervals_table(self) -> Table:
        """Return the main measures of every model with their intervals."""
        columns = (
            Column("model", "model", align="left"),
            Column("measure", "measure", align="left"),
            *(Column(key, title, align="right") for key, title in _ENDS),
        )
        rows, few = [], WITH_INTERVALS if len(self.models) <= _FEW_MODELS else _OF_CONSTANTS
        for model, own in self._rows():
            for key in few if model in self.models else _OF_CONSTANTS:
                if (interval := own[key].interval) is not None:
                    ends = (interval.estimate, interval.low, interval.high)
                    rows.append([model, error_measure(key).title, *map(format_value, ends)])
        level = "" if self.level is None else f"{percent(self.level)} intervals"
        notes = ("Each interval holds by itself, of new records like these.", TRAINED)
        return Table("intervals", f"Errors with {level}", columns, rows, notes=notes)

    def full_table(self) -> Table:
        """Return every measure, one row each, with the models and benchmarks beside each other."""
        names = [name for name, _ in self._rows()]
        columns = [Column("measure", "measure", align="left")]
        columns += [Column(f"m{place}", name) for place, name in enumerate(names)]
        rows = [
            [row.title, *(format_value(own[row.key].estimate) for _, own in self._rows())]
            for row in ERROR_MEASURES
        ]
        notes = (*self._remarks(), f"The pinball loss is taken at κ = {short(self.kappa)}.")
        return Table("measures", f"Every measure on {self.name}", columns, rows, notes=notes)

    def _remarks(self) -> Iterator[str]:
        """Say what is undefined, what stands below the models, and what errors are."""
        yield "Error: outcome minus prediction, positive where a prediction is too low."
        names = ", ".join(self.benchmarks)
        if self.own_constants:
            yield (
                f"Below the models: {names}. They know these outcomes, so they look too good; training "
                "outcomes would not."
            )
        else:
            yield f"Below the models, for comparison, without any model: {names}."
        said = dict.fromkeys(
            f"{error_measure(key).title} is undefined: {one.reason}."
            for own in self.models.values()
            for key, one in own.items()
            if one.estimate is None and key != "r2_training"
        )
        yield from said
        without = (own["rmse"] for own in self.models.values() if self.level is not None)
        yield from dict.fromkeys(f"No intervals: {one.reason}." for one in without if one.interval is None)
        yield from (f"{note[:1].upper()}{note[1:].rstrip('.')}." for note in self.notes)

    def picture(self) -> Chart:
        """Return the RMSE of every model with its interval, beside the benchmarks."""
        rows = []
        for name in self.ranked:
            one = self.models[name]["rmse"]
            value = one.estimate or 0.0
            ends = (value, value) if one.interval is None else (one.interval.low, one.interval.high)
            rows.append(IntervalRow(name, value, *ends))
        beside = {name: own["rmse"].estimate or 0.0 for name, own in self.benchmarks.items()}
        return interval_figure(rows, "RMSE", f"RMSE of every model on {self.name}", beside)

    # ---- documents --------------------------------------------------------------------------

    def to_columns(self) -> dict[str, Any]:
        """Return one row for each model and measure."""
        columns: dict[str, list[Any]] = {
            name: [] for name in ("model", "is_benchmark", "measure", "estimate", "low", "high")
        }
        for names, is_benchmark in ((self.models, False), (self.benchmarks, True)):
            for name, own in names.items():
                for key, one in own.items():
                    low, high = (
                        (None, None) if one.interval is None else (one.interval.low, one.interval.high)
                    )
                    values = (name, is_benchmark, key, one.estimate, low, high)
                    for column, value in zip(columns.values(), values, strict=True):
                        column.append(value)
        return columns

    def to_json(self) -> dict[str, Any]:
        """Return every measure by model and key, with its ends beside it."""
        shown = ((name, getattr(self, name)) for name in ("models", "benchmarks"))
        found: dict[str, Any] = {
            group: {name: {key: one.to_json() for key, one in own.items()} for name, own in of.items()}
            for group, of in shown
        }
        return found | {"records": self.records, "name": self.name, "kappa": self.kappa, "level": self.level}

    def __repr__(self) -> str:
        return f"ErrorSummary({', '.join(self.models)} on {self.records:,} records)"


#: Columns of an interval.
_ENDS = (("estimate", "estimate"), ("low", "from"), ("high", "to"))
