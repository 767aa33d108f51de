"""A request to a file: how to read it, under which condition, for which goal."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves.cli.condition_options import ConditionOptions
from costcurves.cli.goal_options import GoalOptions
from costcurves.errors import InputError, exact

if TYPE_CHECKING:
    from collections.abc import Mapping

#: What columns can be, and the label of the positive class, as options name them.
COLUMNS = ("label", "positive", "weight", "fold", "cluster", "segment", "partition")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class ReadingOptions:
    """Options of the columns of a table.

    Parameters
    ----------
    label, weight, fold, cluster, segment, partition : str, optional
        Names of columns.
    positive : str, optional
        The positive class.
    score : tuple of str
        Columns (or many-class models) to take for models; by default all that look like it.
    predicted : tuple of str
        Columns of predicted labels, each a model.
    lower_is_positive : bool
        Whether low scores mean positive, in all models.
    lower : tuple of str
        Models whose low scores mean positive.
    kind : {"records", "points", "counts"}, optional
        What the table holds, if its header is not to decide.
    row_costs : mapping of str to str
        Costs of every record by outcome: names of columns, or numbers.
    features : (str, str), optional
        Columns of two predictors, for the picture of the separation.
    cost_unit : str, optional
        The unit of the costs of records.
    sheet : str, optional
        The sheet of a workbook.
    skip_rows : int, optional
        How many rows stand above the header.
    drop_missing : bool
        Whether rows without a label or a score are left out.
    thousands, decimal : str, optional
        The marks in numbers, "," or ".".
    told : bool
        Whether the positive class of more than two must be told.
    """

    label: str | None = None
    positive: str | None = None
    score: tuple[str, ...] = ()
    predicted: tuple[str, ...] = ()
    lower_is_positive: bool = False
    lower: tuple[str, ...] = ()
    weight: str | None = None
    fold: str | None = None
    cluster: str | None = None
    segment: str | None = None
    partition: str | None = None
    kind: str | None = None
    features: tuple[str, str] | None = None
    row_costs: Mapping[str, str] = dataclasses.field(default_factory=dict)
    cost_unit: str | None = None
    sheet: str | None = None
    skip_rows: int | None = None
    drop_missing: bool = False
    thousands: str | None = None
    decimal: str | None = None
    told: bool = False

    def __post_init__(self) -> None:
        """Refuse what needs rows where there are none."""
        if self.kind in {"points", "counts"} and self._for_records():
            raise InputError(
                f"--{self._for_records()[0]} belongs to tables of records",
                f"--{self.kind}",
                "leave out one of them",
            )

    def _for_records(self) -> list[str]:
        """What is stated that only records can have, as options."""
        stated = [name for name in (*COLUMNS, "features") if getattr(self, name) is not None]
        stated += [name for name in ("score", "predicted") if getattr(self, name)]
        stated += ["drop-missing"] if self.drop_missing else []
        return [*stated, *(f"row-{name}" for name in self.row_costs)]

    def refuse_for(self, kind: str, source: str) -> None:
        """Refuse what only records can have, stated of another table."""
        stated = self._for_records()
        if kind != "records" and stated:
            raise InputError(
                f"--{stated[0]} belongs to tables of records",
                f"a table of {kind}",
                f"leave it out, or name the label with --label if {source} holds records",
                where=source,
            )


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class IntervalOptions:
    """Options of intervals; without anything stated no interval is made.

    Parameters
    ----------
    level : float, optional
        Of confidence; 0.95 if anything else is stated.
    bootstrap : int, optional
        Replicates.
    seed : int, optional
    band : {"pointwise", "simultaneous"}, optional
    is_off : bool
        Whether no interval is wanted, not even where there is one by default.
    """

    level: float | None = None
    bootstrap: int | None = None
    seed: int | None = None
    band: str | None = None
    is_off: bool = False

    def __post_init__(self) -> None:
        """Refuse what is no level, and too few replicates for any quantile."""
        if self.is_off:
            self._refuse_options_of_none()
        elif self.level is not None and not 0 < self.level < 1:
            # 95 is a percentage without its sign; 2 may well have been 200%.
            bare = 50 <= self.level < 100
            raise InputError(
                "a confidence level must lie between 0 and 1",
                f"{self.level:g}" if bare else f"{self.level:g}, that is {100 * self.level:g}%",
                f"write {self.level:g}%" if bare else "95% is usual",
                where="--level",
            )
        if self.bootstrap is not None and self.bootstrap < 20:
            raise InputError(
                "a bootstrap must have 20 replicates or more",
                f"{self.bootstrap}",
                "2000 is usual",
                where="--bootstrap",
            )

    def _refuse_options_of_none(self) -> None:
        """Refuse what has no effect without intervals; the seed still deals the folds."""
        for name in ("bootstrap", "band"):
            if getattr(self, name) is not None:
                raise InputError(f"--{name} needs intervals", "--level none", "leave out one of them")

    @property
    def is_stated(self) -> bool:
        """Whether intervals are wanted beyond those that are there by default."""
        return not self.is_off and any(
            value is not None for value in (self.level, self.bootstrap, self.seed, self.band)
        )

    def options(self) -> dict[str, Any]:
        """Return the options of :meth:`costcurves.Evaluation.uncertainty`."""
        named = {name: getattr(self, name) for name in ("level", "bootstrap", "seed")}
        known = {name: value for name, value in named.items() if value is not None}
        return known | {"simultaneous": self.band == "simultaneous"}


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Everything that a command wants of a file.

    Parameters
    ----------
    reading : ReadingOptions
    condition : ConditionOptions
        The operating condition, as far as it was stated.
    goal : GoalOptions
    model : str, optional
        The model to use; by default the best one.
    champion : str, optional
        The model in use, which stays unless another is cheaper by more than chance.
    currency : str, optional
        The unit of costs.
    population : float, optional
        How many cases there are where a decision is used.
    thresholds : tuple of (str or None, float)
        Thresholds that are judged as given, of one model or of every.
    choose_on : str, optional
        A part of the table, or another file, that chooses model and threshold.
    judge_on : str, optional
        The part that judges what a part of the table chose.
    intervals : IntervalOptions
        Which intervals are wanted, if any.
    recalibrate_to : float, optional
        Share of positives where scores are to be probabilities.
    """

    reading: ReadingOptions = dataclasses.field(default_factory=ReadingOptions)
    condition: ConditionOptions = dataclasses.field(default_factory=ConditionOptions)
    goal: GoalOptions = dataclasses.field(default_factory=GoalOptions)
    model: str | None = None
    champion: str | None = None
    currency: str | None = None
    population: float | None = None
    thresholds: tuple[tuple[str | None, float], ...] = ()
    choose_on: str | None = None
    judge_on: str | None = None
    intervals: IntervalOptions = dataclasses.field(default_factory=IntervalOptions)
    recalibrate_to: float | None = None

    def __post_init__(self) -> None:
        """Refuse costs that are stated twice: for all records, and for each; and two ways to decide."""
        if self.recalibrate_to is not None and not 0 < self.recalibrate_to < 1:
            raise InputError(
                "must lie between 0 and 1", exact(self.recalibrate_to), argument="--recalibrate-to"
            )
        self._check_thresholds()
        if self.reading.row_costs and self.condition.is_priced:
            raise InputError(
                "costs must be stated once for all records, or for each",
                f"{self.condition.ways()[0]} and --row-{next(iter(self.reading.row_costs))}",
                "leave out one of them",
            )
        self._name_currency()
        if self.population is not None and not self.population > 0:
            raise InputError("must be a number above 0", f"{self.population:g}", argument="--population")
        if self.population is not None and (not self.is_decided or self.is_priced_by_row):
            raise InputError(
                "--population needs a decision by costs that all records share, or for a goal",
                fix="state --cost-fp and --cost-fn, or leave it out",
            )
        if self.champion is not None and not self.is_recommended:
            raise InputError(
                "--champion needs costs that all records share, and no other goal",
                fix="state --cost-fp and --cost-fn, or leave it out",
            )

    def _check_thresholds(self) -> None:
        """Refuse thresholds beside a goal, and those of a model that is not the one to use."""
        if self.thresholds and (self.goal.is_stated or self.champion is not None):
            goal = next(iter(self.goal.options), "champion").replace("_", "-")
            raise InputError(
                "a stated threshold leaves nothing to choose",
                f"--threshold and --{goal}",
                "leave out one of them",
            )
        other = next((name for name, _ in self.thresholds if name not in {None, self.model}), None)
        if self.model is not None and other is not None:
            came = f"--threshold of {other!r} and --model {self.model}"
            raise InputError("thresholds must be those of the model to use", came, "leave out one of them")

    def _name_currency(self) -> None:
        """Give the currency to the costs that are stated, of all records alike or of each."""
        currency = self.currency or self.condition.currency
        if currency is None:
            return
        if self.reading.row_costs:
            object.__setattr__(self, "reading", dataclasses.replace(self.reading, cost_unit=currency))
        elif not (self.condition.costs or self.condition.benefits):
            raise InputError(
                "--currency needs stated costs, whose unit it names", "none", "state --cost-fp and --cost-fn"
            )

    @property
    def is_priced_by_row(self) -> bool:
        """Whether every record has costs of its own."""
        return bool(self.reading.row_costs)

    @property
    def is_decided(self) -> bool:
        """Whether enough is stated for a decision."""
        return self._has_choice or self.is_given

    @property
    def _has_choice(self) -> bool:
        """Whether costs or a goal are stated."""
        return self.condition.is_priced or self.goal.is_stated or self.is_priced_by_row

    @property
    def is_given(self) -> bool:
        """Whether nothing is chosen: by thresholds, a model of labels, or labels and nothing to choose by."""
        labels = self.reading.predicted
        return bool(self.thresholds) or self.model in labels or (bool(labels) and not self._has_choice)

    @property
    def is_recommended(self) -> bool:
        """Whether model and threshold are chosen by costs that all records share."""
        return self.condition.is_priced and not self.goal.is_stated and not self.is_given

    @property
    def is_chosen_unsaid(self) -> bool:
        """Whether thresholds are chosen of which nothing else says where they are judged."""
        return not (self.is_recommended or self.is_given)

    def require_decided(self) -> None:
        """Refuse what nothing can be decided by."""
        if not self.is_decided:
            fix = "state --cost-fp and --cost-fn, or e.g. --capacity 10% or --max-fpr 0.05"
            raise InputError("a decision needs costs or a constraint", fix=fix)
