"""Kinds of curves: what each makes of a tally, and what it can be asked for."""

from __future__ import annotations

import abc
import dataclasses
import enum
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground.arrays import Floats, number, numbers
from costcurves.conditions.operating_condition import Costs, OperatingCondition
from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.rules.rule import Rule
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import TypeAlias

    from numpy.typing import ArrayLike, NDArray

    from costcurves.curves.curve import Curve
    from costcurves.tallies.values import ValueTally

    #: What a curve is read of: two classes, or a value of every record.
    AnyTally: TypeAlias = Tally | ValueTally

#: Places of a grid that nobody chose.
PLACES = 101


@dataclasses.dataclass(frozen=True, slots=True)
class Reference:
    """A line that a picture is read against.

    Attributes
    ----------
    label : str
    x, y : tuple of float
        Its vertices.
    """

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]


class Family(enum.Enum):
    """What lies along x."""

    #: One measure over another, threshold by threshold.
    MEASURES = "measures"
    #: The threshold itself.
    THRESHOLD = "threshold"
    #: The share of the records that is flagged.
    DEPTH = "depth"
    #: The operating condition, under a rule for the threshold.
    CONDITION = "condition"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class CurveOptions:
    """How a curve is drawn: at which prevalence and costs, and under which rule.

    Parameters
    ----------
    prevalence : float, optional
        Share of positives; by default that of the condition, and without one that of the records.
    condition : OperatingCondition, optional
        Gives costs and, unless stated otherwise, the prevalence. A curve that knows no costs takes the
        prevalence alone.
    costs : Costs, optional
        Costs where no condition is stated.
    rule : Rule, optional
        How thresholds follow the condition; by default that of the kind.
    test_cost : float
        What one use of the classifier costs, in the unit of y.

    Examples
    --------
    >>> CurveOptions(condition=OperatingCondition(0.2, Costs(fp=1, fn=5))).share
    0.2
    """

    prevalence: float | None = None
    condition: OperatingCondition | None = None
    costs: Costs | None = None
    rule: Rule | None = None
    test_cost: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what is none of these."""
        if self.condition is not None and not isinstance(self.condition, OperatingCondition):
            raise InputError(
                "a condition must be an OperatingCondition",
                kind_of(self.condition),
                "write OperatingCondition(prevalence, costs)",
            )
        if self.costs is not None and not isinstance(self.costs, Costs):
            raise InputError("costs must be a Costs", kind_of(self.costs), "write Costs(fp=1, fn=10)")
        if self.condition is not None and self.costs is not None:
            raise InputError("costs can only be stated once", "costs beside a condition", "leave out either")
        if self.rule is not None:
            Rule.require(self.rule)
        object.__setattr__(self, "test_cost", number(self.test_cost, "the cost of a test"))

    @property
    def stated(self) -> frozenset[str]:
        """Names of the stated options that only some kinds take; a cost of 0 counts as not stated."""
        known = {"rule": self.rule, "costs": self.costs, "test_cost": self.test_cost}
        return frozenset(name for name, value in known.items() if value not in (None, 0))

    def check(self, key: str, takes: Collection[str] = ()) -> None:
        """Refuse what does not change a curve or a picture, of rule, costs and test_cost."""
        if strange := sorted(self.stated - set(takes)):
            takes_what = (
                f"it takes {', '.join(sorted(takes))}" if takes else "it takes neither a rule nor costs"
            )
            raise InputError(f"{key!r} does not take {', '.join(strange)}", fix=takes_what)

    @property
    def stated_costs(self) -> Costs | None:
        """Costs, those of the condition if none are stated apart."""
        return self.condition.costs if self.costs is None and self.condition is not None else self.costs

    @property
    def share(self) -> float | None:
        """Share of positives that records are weighed to; None for their own."""
        placed = self.condition is not None and self.condition.placed
        share = self.condition.prevalence if placed and self.condition is not None else None
        share = share if self.prevalence is None else self.prevalence
        # A trivial prevalence leaves one class only: it says nothing on how to weigh two.
        return None if share in (0, 1) else share

    def weighed(self, tally: AnyTally) -> AnyTally:
        """Return a tally at the stated prevalence; values of records are taken as they are."""
        if self.share is None or not isinstance(tally, Tally):
            return tally
        return tally.at_prevalence(self.share)

    @property
    def of_weighed(self) -> CurveOptions:
        """The same of tallies that are at the prevalence of the picture already."""
        condition = self.condition
        if condition is not None and condition.placed:
            condition = dataclasses.replace(condition, placed=False)
        return dataclasses.replace(self, prevalence=None, condition=condition)

    def defaulting_to(self, condition: OperatingCondition | None) -> CurveOptions:
        """Return the options at a condition, where no other is stated."""
        return self if self.condition is not None else dataclasses.replace(self, condition=condition)


#: Nothing in particular: the curve of the records as they are, at the rule of its kind.
AS_IT_IS = CurveOptions()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class CurveKind(abc.ABC):
    """One kind of curve: one picture, its columns, its command and its reference.

    Attributes
    ----------
    key, title : str
        Name in code and commands, and for people.
    x_title, y_title : str
        Titles of the axes.
    formula : str
        The definition in words.
    better : {"high", "low", ""}
        Which way is better, at equal x.
    aliases : tuple of str
        Other names of the same kind.
    cost_space : str
        How it maps to the cost curve.
    source : str
        Where it comes from.

    Examples
    --------
    >>> from costcurves.curves import curve_kind
    >>> gains = curve_kind("gains")
    >>> tally = Tally.from_scores([1, 1, 0, 0], [4, 3, 2, 1])
    >>> gains.of(tally)(0.25), gains.at(tally, [0.25, 0.5]).tolist()
    (0.5, [0.5, 1.0])
    """

    #: What lies along x.
    family: ClassVar[Family]

    key: str
    title: str
    x_title: str
    y_title: str
    formula: str
    better: str = "high"
    aliases: tuple[str, ...] = ()
    cost_space: str = ""
    source: str = ""

    # ---- what it says of itself -------------------------------------------------------------

    @property
    @abc.abstractmethod
    def columns(self) -> tuple[str, str]:
        """Names of x and y in tables."""

    @property
    def takes(self) -> frozenset[str]:
        """Which of rule, costs and test_cost change the curve."""
        return frozenset()

    @property
    def limits(self) -> tuple[float, float]:
        """The range of y: no curve leaves it."""
        return (-np.inf, np.inf)

    @property
    @abc.abstractmethod
    def moved_by_prevalence(self) -> bool:
        """Whether the same rates at another prevalence are another curve."""

    @property
    def needs_costs(self) -> bool:
        """Whether two classes alone make no curve: only costs say what they are worth."""
        return False

    @property
    def axis_scale(self) -> str:
        """Scale on which x is drawn."""
        return "linear"

    def is_of_rule(self, rule: Rule | None = None) -> bool:  # noqa: ARG002 - of kinds over conditions
        """Whether y at each condition is what records cost under one rule, this one or its own."""
        return False

    def check(self, options: CurveOptions) -> None:
        """Refuse what would change nothing about the curve."""
        options.check(self.key, self.takes)

    # ---- what it makes of a tally -----------------------------------------------------------

    def of(self, tally: AnyTally, options: CurveOptions = AS_IT_IS) -> Curve:
        """Return the curve of a scorer.

        Parameters
        ----------
        tally : Tally
            Or, of kinds over depth, a :class:`~costcurves.ValueTally`.
        options : CurveOptions
            At which prevalence and costs, and under which rule.

        Raises
        ------
        InputError
            If the options have something that does not change this kind of curve.
        UndefinedError
            If a class has no records.
        """
        self.check(options)
        return self._curve(options.weighed(tally), options)

    def at(self, tally: AnyTally, x: ArrayLike, options: CurveOptions = AS_IT_IS) -> Floats:
        """Return y at places by the definition; NaN where it has no value, or the curve does not reach."""
        self.check(options)
        places = numbers(np.ravel(np.asarray(x)), "x")
        try:
            return self._at(options.weighed(tally), places, options)
        except UndefinedError:
            return np.full(len(places), np.nan)

    def grid(self, tally: AnyTally, options: CurveOptions = AS_IT_IS) -> Floats:
        """Return about a hundred ascending places for a band, over the whole of the curve."""
        curve = self.of(tally, options)
        return np.unique(np.linspace(curve.x[0], curve.x[-1], PLACES))

    def settled(self, tally: AnyTally, x: Floats, options: CurveOptions = AS_IT_IS) -> NDArray[np.bool_]:
        """Tell which places are ends at which the curve begins and stops whatever the records say."""
        return np.isin(x, self.grid(tally, options)[[0, -1]])

    def references(self, tally: AnyTally, options: CurveOptions = AS_IT_IS) -> tuple[Reference, ...]:
        """Return the lines that the curve is read against, such as those of a random ranking."""
        return self._references(options.weighed(tally), options)

    @abc.abstractmethod
    def _curve(self, tally: Any, options: CurveOptions) -> Curve:
        """Make the curve of a tally at its prevalence."""

    def _at(self, tally: Any, x: Floats, options: CurveOptions) -> Floats:
        """Read the curve where it reaches."""
        curve = self._curve(tally, options)
        inside = np.full(len(x), curve.endless) | ((x >= curve.x[0]) & (x <= curve.x[-1]))
        y = np.full(len(x), np.nan)
        y[inside] = curve(x[inside])
        return y

    def _references(self, tally: Any, options: CurveOptions) -> tuple[Reference, ...]:  # noqa: ARG002
        """Make the lines for a tally at its prevalence; by default none."""
        return ()
