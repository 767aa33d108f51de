"""Estimates with intervals, bands of curves, and results of tests, each with its method and its target."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground.arrays import Floats, finite, frozen
from costcurves._ground.documents import Document
from costcurves._ground.number_words import percent, pvalue_text, short
from costcurves.errors import InputError
from costcurves.inference.targets import Scope, Target

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

#: Levels nearer to 0 or 1 are refused: their quantiles are rounding.
NEAREST = 1e-9


def confidence(level: Any) -> float:
    """Return a confidence level between 0 and 1, and not so near to either that ends are rounding.

    Examples
    --------
    >>> confidence(0.9)
    0.9
    """
    try:
        value = float(level)
    except (TypeError, ValueError):
        value = math.nan
    if not NEAREST <= value <= 1 - NEAREST:
        raise InputError("a confidence level must lie between 0 and 1", repr(level), "0.95 is usual")
    return value


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Estimate(Document):
    """A number with the interval that holds what it estimates at a level of confidence.

    Attributes
    ----------
    estimate : float
        The number read off the records.
    low, high : float
        Ends of the interval; infinite where a side is open. They hold the *target*, which a biased
        estimate may miss.
    level : float
        How often intervals made this way hold the target.
    method : str
        How the interval was made.
    target_words : str
        What it is an interval for; by default the words of the target.
    notes : tuple of str
        What a reader should know before acting on it.
    target : Target
        The same as a member of an enumeration.
    scope : Scope
        What the interval holds for at its level: itself alone, or several intervals together.
    models : int
        How many models it holds for together.

    Examples
    --------
    >>> cost = Estimate(0.125, 0.0417, 0.25, 0.9, "exact bootstrap", target=Target.GIVEN)
    >>> cost.target_words, cost.scope_words
    ('the threshold as given', 'by itself')
    >>> print(cost)
    0.125 (90 % interval 0.0417 to 0.25)
    >>> cost.excludes(0.3)
    True
    """

    kind: ClassVar[str] = "estimate"
    estimate: float
    low: float
    high: float
    level: float = 0.95
    method: str = ""
    target_words: str = ""
    notes: tuple[str, ...] = ()
    target: Target = Target.NUMBER
    scope: Scope = Scope.ALONE
    models: int = 1

    def __post_init__(self) -> None:
        _settle(self)
        for name in ("estimate", "low", "high"):
            object.__setattr__(self, name, float(getattr(self, name)))
        if not self.low <= self.high:
            raise InputError(
                "the low end of an interval must be at or below its high end",
                f"{self.low} to {self.high}",
            )

    @property
    def width(self) -> float:
        """Distance of the two ends."""
        return self.high - self.low

    @property
    def scope_words(self) -> str:
        """What the interval holds for, to follow "holds"."""
        return self.scope.words(self.models)

    def together(self, *, models: int = 1, conditions: bool = False) -> Estimate:
        """Return the estimate as one that holds for so many models, and at all conditions or one."""
        return dataclasses.replace(self, scope=Scope.of(models=models, conditions=conditions), models=models)

    def excludes(self, value: float) -> bool:
        """Whether a value lies outside the interval."""
        return not self.low <= value <= self.high

    def to_columns(self) -> dict[str, Any]:
        """Return the estimate as one row."""
        names = ("estimate", "low", "high", "level", "method")
        return {name: [getattr(self, name)] for name in names} | {"target": [self.target_words]}

    def _contents(self) -> dict[str, Any]:
        """Return what is written: words, and the keys of what they say."""
        return _worded(self, self.scope_words)

    @classmethod
    def _restored(cls, contents: dict[str, Any]) -> Estimate:
        return cls(**_unworded(contents, cls))

    def __str__(self) -> str:
        return (
            f"{short(self.estimate)} ({percent(self.level)} interval {short(self.low)} to {short(self.high)})"
        )

    def __repr__(self) -> str:
        return f"Estimate({self})"


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Band(Document):
    """Intervals along a curve.

    Attributes
    ----------
    x, estimate, low, high : ndarray, shape (places,)
        Places on the axis, ascending; the curve there; ends of the intervals.
    level : float
        A pointwise band holds the target at any one place this often, a simultaneous one at all
        its places together.
    scope : Scope
        Whether it holds at each place by itself, or at all places (or conditions) together.
    method, target_words : str
        As of an :class:`Estimate`.
    x_name, y_name : str
        What the axes show.
    notes : tuple of str
    target : Target

    Examples
    --------
    >>> band = Band([0.0, 0.5, 1.0], [-0.1, 0.0, 0.1], [-0.2, -0.1, 0.05], [-0.05, 0.1, 0.2])
    >>> band.away_from(0)
    [(0.0, 0.0, -1), (1.0, 1.0, 1)]
    >>> print(band.at(0.5))
    0 (95 % interval −0.1 to 0.1)
    """

    kind: ClassVar[str] = "band"
    x: Floats
    estimate: Floats
    low: Floats
    high: Floats
    level: float = 0.95
    scope: Scope = Scope.ALONE
    method: str = ""
    target_words: str = ""
    x_name: str = ""
    y_name: str = ""
    notes: tuple[str, ...] = ()
    target: Target = Target.NUMBER

    def __post_init__(self) -> None:
        """Freeze the arrays, and refuse a band whose ends are crossed."""
        _settle(self)
        for name in ("x", "estimate", "low", "high"):
            object.__setattr__(self, name, frozen(np.array(getattr(self, name), dtype=float)))
        if not np.all(self.low <= self.high):
            raise InputError("the low end of a band must be at or below its high end", "crossed ends")

    @property
    def simultaneous(self) -> bool:
        """Whether it holds at all its places together."""
        return self.scope is not Scope.ALONE

    def at(self, x: float) -> Estimate:
        """Return the interval at one place; between the places of the band its lines are straight."""
        if not (len(self.x) and self.x[0] <= x <= self.x[-1]):
            raise InputError(f"the place must lie on the band, from {self.x[0]:g} to {self.x[-1]:g}", repr(x))
        centre, low, high = (float(np.interp(x, self.x, y)) for y in (self.estimate, self.low, self.high))
        return Estimate(
            centre, low, high, self.level, self.method, self.target_words, self.notes, self.target, self.scope
        )

    def away_from(self, value: ArrayLike = 0.0) -> list[tuple[float, float, int]]:
        """Return the stretches of neighbouring places whose intervals exclude a value.

        Parameters
        ----------
        value : float or array_like, shape (places,)

        Returns
        -------
        list of (from, to, sign)
            First and last place of each stretch, and on which side of the value the band lies.
        """
        level = np.asarray(value, float)
        sign = (self.low > level).astype(int) - (self.high < level).astype(int)
        starts = np.flatnonzero(np.diff(sign, prepend=0) != 0)
        stops = np.append(starts, len(sign))[1:]
        return [
            (float(self.x[i]), float(self.x[j - 1]), int(sign[i]))
            for i, j in zip(starts.tolist(), stops.tolist(), strict=True)
            if sign[i]
        ]

    def where(self, kept: NDArray[np.bool_]) -> Band:
        """Return the band with intervals that say nothing at places that are not kept."""
        low, high = np.where(kept, self.low, -np.inf), np.where(kept, self.high, np.inf)
        return dataclasses.replace(self, low=low, high=high)

    def to_columns(self) -> dict[str, Any]:
        """Return the band as columns."""
        return {name: getattr(self, name) for name in ("x", "estimate", "low", "high")}

    def _contents(self) -> dict[str, Any]:
        """Return what is written: words, and the keys of what they say."""
        return _worded(self, self.scope.words())

    @classmethod
    def _restored(cls, contents: dict[str, Any]) -> Band:
        return cls(**_unworded(contents, cls))

    def __repr__(self) -> str:
        """Show what the band is for and how wide it gets."""
        kind = "simultaneous" if self.simultaneous else "pointwise"
        widest = short(float(np.max(self.high - self.low))) if len(self.x) else "none"
        return f"Band({kind}, {percent(self.level)}, {len(self.x)} places, widest {widest})"


def _settle(value: Estimate | Band) -> None:
    """Check the level, and take the words of the target where there are no others."""
    object.__setattr__(value, "level", confidence(value.level))
    object.__setattr__(value, "notes", tuple(value.notes))
    if not value.target_words:
        object.__setattr__(value, "target_words", value.target.words())


def _worded(value: Estimate | Band, scope: str) -> dict[str, Any]:
    """Return the fields with target and scope as words, and their keys."""
    fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    keys = {"target_key": value.target.value, "scope_key": value.scope.value}
    return fields | {"target": fields.pop("target_words"), "scope": scope} | keys


def _unworded(contents: dict[str, Any], cls: type[Estimate | Band]) -> dict[str, Any]:
    """Read target and scope by their keys."""
    read = {"target": Target(contents["target_key"]), "scope": Scope(contents["scope_key"])}
    own = contents | {"target_words": contents["target"]} | read
    return {field.name: own[field.name] for field in dataclasses.fields(cls)}


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class TestResult(Document):
    """What a test found.

    Attributes
    ----------
    method : str
        Name of the test.
    pvalue : float
        Chance of a result at least as far from the null hypothesis, if that is true.
    null : str
        The hypothesis that is tested, in words.
    statistic : float or None
        None for tests without one.
    estimate : Estimate or None
        What is tested, with its interval.
    alternative : {"two-sided", "greater", "less"}
    notes : tuple of str
    adjusted : float or None
        The p-value adjusted for so many tests, where there are several.

    Examples
    --------
    >>> result = TestResult("sign test", 0.030884, "both win equally often")
    >>> result.significant(), result.significant(0.01)
    (True, False)
    """

    __test__: ClassVar[bool] = False  # its name looks like one of a class of tests
    kind: ClassVar[str] = "test_result"
    nested: ClassVar = {"estimate": Estimate}
    method: str
    pvalue: float
    null: str
    statistic: float | None = None
    estimate: Estimate | None = None
    alternative: str = "two-sided"
    notes: tuple[str, ...] = ()
    adjusted: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "notes", tuple(self.notes))
        object.__setattr__(self, "pvalue", float(self.pvalue))
        if self.statistic is not None:
            object.__setattr__(self, "statistic", float(self.statistic))
        if not 0 <= self.pvalue <= 1:
            raise InputError("a p-value must lie in [0, 1]", repr(self.pvalue))

    def significant(self, alpha: float = 0.05) -> bool:
        """Whether the null hypothesis is rejected at an error rate of `alpha`, among all that were tested."""
        return (self.pvalue if self.adjusted is None else self.adjusted) <= alpha

    def to_columns(self) -> dict[str, Any]:
        """Return the result as one row."""
        names = ("method", "statistic", "pvalue", "alternative", "null")
        return {name: [getattr(self, name)] for name in names}

    def __str__(self) -> str:
        tested = "" if self.estimate is None else f"; {self.estimate}"
        statistic = "" if self.statistic is None else f", statistic {short(self.statistic)}"
        return f"{pvalue_text(self.pvalue)} ({self.null}){tested}; {self.method}{statistic}"

    def __repr__(self) -> str:
        return f"TestResult({pvalue_text(self.pvalue)})"


def ascending(x: ArrayLike) -> Floats:
    """Return places that were asked for in ascending order, each once; a single one may come bare.

    Examples
    --------
    >>> ascending([0.5, 0.2, 0.5]).tolist(), ascending(0.3).tolist()
    ([0.2, 0.5], [0.3])
    """
    found = np.unique(finite(np.atleast_1d(np.asarray(x)), "x"))
    if not len(found):
        raise InputError("a band needs at least one place", "none", where="x")
    return found
