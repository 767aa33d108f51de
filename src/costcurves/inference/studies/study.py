"""A study: what algorithms reach on many data sets, as one table."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

import numpy as np

from costcurves._ground.arrays import Floats, finite, frozen, share
from costcurves._ground.documents import Document
from costcurves.errors import InputError, kind_of, no_such
from costcurves.measures.costs_over_beliefs import expected_nec
from costcurves.rules.rule import Rule, optimal

if TYPE_CHECKING:
    from costcurves.conditions.beliefs import ConditionPrior
    from costcurves.tallies.tally import Tally

_WHOLE = "every algorithm must have one result on every data set"
#: Array-like when given, a read-only array of float64 when read.
Results: TypeAlias = Any


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Study(Document):
    """Results of algorithms on data sets, one number each.

    Data sets are what tests over a study count: a result is a mean over folds or a result on one test
    set, and different data sets know nothing of each other.

    Parameters
    ----------
    results : array_like, shape (data sets, algorithms)
        Finite; in one unit.
    algorithms : sequence of str
        At least two, all different.
    datasets : sequence of str, optional
        All different; by default "1", "2", ….
    better : {"high", "low"}
        Which results are better: high ones (accuracies, areas under ROC curves) or low ones (costs, errors).

    Raises
    ------
    InputError
        If the table is ragged, holds missing or infinite results, or compares fewer than two algorithms.

    References
    ----------
    Demšar, "Statistical comparisons of classifiers over multiple data sets", JMLR 7, 2006.

    Examples
    --------
    >>> study = Study([[0.9, 0.8], [0.7, 0.7]], ["tree", "rule"], ["iris", "wine"], better="high")
    >>> study
    Study(2 data sets, tree and rule, high is better)
    >>> study.ranks.tolist()
    [[1.0, 2.0], [1.5, 1.5]]
    """

    kind: ClassVar[str] = "study"
    results: Results
    algorithms: Sequence[str]
    datasets: Sequence[str] = ()
    better: str = dataclasses.field(kw_only=True)

    def __post_init__(self) -> None:
        if self.better not in {"high", "low"}:
            raise InputError('a study must say which results are better, "high" or "low"', repr(self.better))
        table = _table(self.results)
        object.__setattr__(self, "algorithms", _names(self.algorithms, table.shape[1], "algorithm", "column"))
        if len(self.algorithms) < 2:
            raise InputError(
                "a study must compare at least two algorithms", ", ".join(self.algorithms) or "none"
            )
        if not len(table):
            raise InputError("a study must have at least one data set", "none")
        columns = [finite(*pair) for pair in zip(table.T, map(_column, self.algorithms), strict=True)]
        given = self.datasets if len(self.datasets) else range(1, len(table) + 1)
        object.__setattr__(self, "datasets", _names(given, len(table), "data set", "row"))
        object.__setattr__(self, "results", frozen(np.column_stack(columns)))

    @classmethod
    def of(cls, table: Any, *, better: str, datasets: Any = None) -> Self:
        """Read a study from a table by names.

        Parameters
        ----------
        table : mapping or data frame
            Columns of results by algorithm, or `{dataset: {algorithm: result}}`, or a frame of pandas,
            polars or arrow.
        better : {"high", "low"}
        datasets : str or sequence of str, optional
            Names of the data sets, or the column that holds them.

        Examples
        --------
        >>> Study.of({"iris": {"tree": 0.9, "rule": 0.8}, "wine": {"tree": 0.7, "rule": 0.7}}, better="high")
        Study(2 data sets, tree and rule, high is better)
        """
        columns = _by_name(table)
        if columns and all(isinstance(row, Mapping) for row in columns.values()):
            columns, datasets = _turned(columns), tuple(columns)
        if isinstance(datasets, str):
            if datasets not in columns:
                raise no_such(datasets, columns, what="column", where="datasets")
            datasets = columns.pop(datasets)
        read = [finite(values, _column(name)) for name, values in columns.items()]
        if len(set(map(len, read))) > 1:
            raise InputError(
                _WHOLE,
                ", ".join(f"{len(column)} of {name}" for name, column in zip(columns, read, strict=True)),
                "leave out data sets on which some algorithm has none",
            )
        results = np.column_stack(read) if read else np.empty((0, 0))
        return cls(results, tuple(columns), () if datasets is None else tuple(datasets), better=better)

    @classmethod
    def from_tallies(
        cls,
        tallies: Mapping[str, Mapping[str, Tally]],
        *,
        pc: float | None = None,
        prior: ConditionPrior | None = None,
        rule: Rule = optimal,
    ) -> Self:
        """Study of costs: what every model costs on every data set. Low is better.

        Parameters
        ----------
        tallies : mapping of str to mapping of str to Tally
            `{dataset: {model: tally}}`.
        pc : float, optional
            Results are the NEC at this condition …
        prior : ConditionPrior, optional
            … or the expected NEC under this belief; without either, the area under the cost curve.
        rule : Rule
            How the threshold follows the condition; by default the best one does.

        Examples
        --------
        >>> from costcurves import Tally
        >>> one, other = Tally.from_points([0.1], [0.5]), Tally.from_points([0.4], [0.9])
        >>> study = Study.from_tallies({"iris": {"tree": one, "rule": other}}, pc=0.5)
        >>> study.results.round(3).tolist()
        [[0.3, 0.25]]
        """
        if pc is not None and prior is not None:
            raise InputError(
                "costs must be taken at one condition or under a belief",
                "both pc and prior",
                "leave out one of them",
            )
        place = None if pc is None else share(pc, "pc")

        def cost(tally: Tally) -> float:
            if prior is not None:
                return expected_nec(tally, prior, rule=rule)
            curve = Rule.require(rule)(tally).at_prevalence(0.5)
            return curve.area if place is None else float(curve(place))

        rows = {
            name: {model: cost(tally) for model, tally in models.items()} for name, models in tallies.items()
        }
        return cls.of(rows, better="low")

    def __len__(self) -> int:
        return len(self.results)

    def place(self, algorithm: str) -> int:
        """Return the column of an algorithm, or say which ones there are."""
        return place_of(algorithm, self.algorithms)

    def gains(self, a: str, b: str) -> tuple[Fraction, ...]:
        """How much better `a` is than `b` on each data set, exactly.

        Results count as the decimals that write them, so that 83.42 − 83.03 equals 0.39 and differences
        tie where they tie on paper.

        Returns
        -------
        tuple of Fraction
            Positive where `a` is better, whichever direction that is.
        """
        if a == b:
            raise InputError("two different algorithms must be compared", f"{a!r} twice")
        columns = (self.results[:, self.place(name)].tolist() for name in (a, b))
        sign = 1 if self.better == "high" else -1
        return tuple(sign * (decimal(one) - decimal(other)) for one, other in zip(*columns, strict=True))

    @property
    def ranks(self) -> Floats:
        """Ranks on each data set, of shape (data sets, algorithms): 1 is best, ties share their mean."""
        values = self.results if self.better == "low" else -self.results
        before = (values[:, None, :] < values[:, :, None]).sum(axis=2)
        alike = (values[:, None, :] == values[:, :, None]).sum(axis=2)
        return frozen(before + (alike + 1) / 2)

    def to_columns(self) -> dict[str, Any]:
        """Return one row a data set, one column an algorithm."""
        columns = zip(self.algorithms, self.results.T, strict=True)
        return {"dataset": list(self.datasets), **dict(columns)}

    def __repr__(self) -> str:
        *most, last = self.algorithms
        names = f"{', '.join(most)} and {last}"
        return f"Study({len(self)} data sets, {names}, {self.better} is better)"


def place_of(algorithm: str, algorithms: Sequence[str], *, where: str = "") -> int:
    """Return the place of an algorithm among some, or say which ones there are.

    Examples
    --------
    >>> place_of("rule", ("tree", "rule"))
    1
    """
    if algorithm not in algorithms:
        raise no_such(algorithm, algorithms, where=where, what="algorithm")
    return algorithms.index(algorithm)


def decimal(value: float) -> Fraction:
    """Return the number that the shortest writing of a float stands for.

    Examples
    --------
    >>> decimal(0.1)
    Fraction(1, 10)
    """
    return Fraction(repr(float(value)))


def _table(results: Any) -> Any:
    try:
        array = np.asarray(results)
    except ValueError:  # rows of unequal length
        array = np.empty(0)
    if array.ndim != 2:
        raise InputError(
            "results must be a table of data sets by algorithms",
            kind_of(results) if array.ndim else "one number",
            "give one row per data set, all of the same length",
        )
    return array


def _column(algorithm: object) -> str:
    """Name the results of an algorithm in messages."""
    return f"the column {str(algorithm)!r}"


def _by_name(table: Any) -> dict[Any, Any]:
    """Read the columns of a mapping or of a data frame by their names."""
    if isinstance(table, Mapping):
        return dict(table)
    names = getattr(table, "column_names", getattr(table, "columns", None))
    if names is None:
        raise InputError(
            "a table must have named columns",
            kind_of(table),
            "give {algorithm: results}, a data frame, or Study(array, algorithms, better=…)",
        )
    return {name: table[name] for name in names}


def _turned(rows: Mapping[Any, Mapping[Any, Any]]) -> dict[Any, list[Any]]:
    """Turn results that stand by data set and algorithm into columns."""
    algorithms = list(next(iter(rows.values())))
    for name, row in rows.items():
        if set(row) != set(algorithms):
            came, fix = (
                ", ".join(map(str, row)) or "none",
                "give results of " + ", ".join(map(str, algorithms)),
            )
            raise InputError(_WHOLE, came, fix, where=f"data set {name!r}")
    return {algorithm: [row[algorithm] for row in rows.values()] for algorithm in algorithms}


def _names(given: Iterable[Any], count: int, thing: str, place: str) -> tuple[str, ...]:
    names = tuple(map(str, given))
    if len(names) != count:
        raise InputError(
            f"every {place} of a study must have the name of its {thing}",
            f"{len(names)} names for {count} {place}s",
        )
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"every {thing} must have a name of its own", f"{twice[0]!r} twice")
    return names
