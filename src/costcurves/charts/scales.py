"""Axes and their scales: where a value lies, and which round values get a tick."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np

from costcurves._ground.arrays import ByValue
from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

#: Steps between ticks, as (mantissa, its decimal places).
_STEPS = ((1, 0), (2, 0), (25, 1), (5, 0), (10, 0))

#: Ticks of the scales for shares, most wanted first.
_SHARES = (
    (0.5,), (0.1, 0.9), (0.01, 0.99), (0.001, 0.999), (0.2, 0.8), (0.05, 0.95), (0.02, 0.98),
    (0.3, 0.7), (0.005, 0.995), (0.0001, 0.9999), (0.4, 0.6), (0.25, 0.75),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scale:
    """A monotone map from values to places, with its ticks.

    Parameters
    ----------
    key : str
        The name an `Axis` knows it by.
    forward : callable
        Values (array) to places on a line of any unit.
    domain : tuple of float
        The open interval on which `forward` is finite.
    ticks : callable
        ``(low, high, count)`` to at most about `count` round values.
    """

    key: str
    forward: Callable[[Floats], Floats]
    domain: tuple[float, float]
    ticks: Callable[[float, float, int], tuple[float, ...]]

    def fractions(self, values: Floats, low: float, high: float) -> Floats:
        """Places of `values` on an axis from `low` (0) to `high` (1).

        Values beyond the axis get places outside [0, 1].
        """
        start, stop = self.forward(np.array([low, high]))
        return np.asarray((self.forward(self.finite(values, low, high)) - start) / (stop - start))

    def finite(self, values: Floats, low: float, high: float) -> Floats:
        """Values, with those on which the scale is infinite moved to the end of the axis.

        These are a share of 0 or 1 on a probit or log-odds axis, and 0 and less on a logarithmic one.
        """
        values = np.where(values <= self.domain[0], low, values)
        return np.where(values >= self.domain[1], high, values)


def _logit(values: Floats) -> Floats:
    return np.asarray(np.log(values) - np.log1p(-values))


def _probit(values: Floats) -> Floats:
    from scipy.special import ndtri

    return np.asarray(ndtri(values))


def _step(span: float, count: int) -> tuple[int, int]:
    """Return the smallest round step m·10^k with at most `count` steps in `span`, as (m, k)."""
    raw = span / count
    exponent = math.floor(math.log10(raw))
    for mantissa, places in _STEPS:
        # Written as decimals, so that 0.1 is the float 0.1; one part in 10⁹ forgives rounding.
        if float(f"{mantissa}e{exponent - places}") >= raw * (1 - 1e-9):
            break
    return mantissa, exponent - places


def _linear_ticks(low: float, high: float, count: int) -> tuple[float, ...]:
    """Multiples of 1, 2, 2.5 or 5 times a power of ten within the axis."""
    mantissa, exponent = _step(high - low, count)
    step = float(f"{mantissa}e{exponent}")
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(float(f"{i * mantissa}e{exponent}") for i in range(first, last + 1))


def _log_ticks(low: float, high: float, count: int) -> tuple[float, ...]:
    """Powers of ten, with their 2- and 5-fold where there is room."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    if high / low < 8:
        return _linear_ticks(low, high, count)
    stride = max(1, math.ceil((last - first + 1) / count))
    for digits in ((1, 2, 5), (1, 3), (1,)):
        ticks = [float(f"{d}e{k}") for k in range(first, last + 1, stride) for d in digits]
        inside = tuple(t for t in ticks if low <= t <= high)
        if len(inside) <= count:
            break
    return inside


def _share_ticks(low: float, high: float, count: int) -> tuple[float, ...]:
    """Round shares, dense around 0 and 1."""
    chosen: list[float] = []
    for pair in _SHARES:
        inside = [t for t in pair if low <= t <= high]
        if len(chosen) + len(inside) > count:
            break
        chosen += inside
    return tuple(sorted(chosen)) if len(chosen) > 1 else _linear_ticks(low, high, count)


#: Every scale an axis may have.
SCALES = (
    Scale("linear", np.asarray, (-math.inf, math.inf), _linear_ticks),
    Scale("log", np.log10, (0.0, math.inf), _log_ticks),
    Scale("logit", _logit, (0.0, 1.0), _share_ticks),
    Scale("probit", _probit, (0.0, 1.0), _share_ticks),
)


def scale_of(key: str) -> Scale:
    """Look a scale up by its key.

    Raises
    ------
    InputError
        If there is no such scale.
    """
    known = {scale.key: scale for scale in SCALES}
    if key not in known:
        raise InputError(f"the scale of an axis must be one of {', '.join(known)}", repr(key))
    return known[key]


def round_range(low: float, high: float, *, count: int = 5) -> tuple[float, float]:
    """Round a range outward to ticks of a linear axis.

    Examples
    --------
    >>> round_range(0.0, 2280.0)
    (0.0, 2500.0)
    >>> round_range(3.0, 3.0)
    (2.0, 4.0)
    """
    if low == high:
        reach = abs(low) / 3 or 1.0
        low, high = low - reach, high + reach
    mantissa, exponent = _step(high - low, count)
    step = float(f"{mantissa}e{exponent}")
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return float(f"{first * mantissa}e{exponent}"), float(f"{last * mantissa}e{exponent}")


def tick_texts(ticks: Iterable[float]) -> tuple[str, ...]:
    """Word tick values: no trailing zeros, thousands apart, a true minus sign.

    Examples
    --------
    >>> tick_texts((-1500.0, 0.0, 0.25))
    ('−1,500', '0', '0.25')
    >>> tick_texts((1e-7, 1e12))
    ('1e−7', '1e12')
    """
    return tuple(_tick_text(tick) for tick in ticks)


def _tick_text(tick: float) -> str:
    size = abs(tick)
    if tick != 0 and not 1e-4 <= size < 1e9:
        mantissa, _, exponent = f"{size:.10g}".partition("e")
        if not exponent:
            mantissa, _, exponent = f"{size:e}".partition("e")
            mantissa = mantissa.rstrip("0").rstrip(".")
        text = f"{mantissa}e{int(exponent)}".replace("-", "−")
    else:
        text = f"{size:,.10f}".rstrip("0").rstrip(".")
    return f"−{text}" if tick < 0 else text


@dataclass(frozen=True, eq=False, slots=True)
class Axis(ByValue):
    """One axis: its title, its range and its scale.

    Parameters
    ----------
    label : str
        Title, with the unit where there is one.
    low, high : float
        Ends of the axis, ``low < high``. Marks may reach beyond them and are clipped when drawn.
    scale : str
        ``"linear"``, ``"log"``, ``"logit"`` or ``"probit"``.
    ticks : sequence of float, optional
        Places of the ticks; by default round values.
    tick_labels : sequence of str, optional
        Their texts; by default the values.

    Raises
    ------
    InputError
        If the range is empty, not finite or not on the scale, or the ticks do not fit.
    """

    label: str
    low: float
    high: float
    scale: str = "linear"
    ticks: Sequence[float] | None = None
    tick_labels: Sequence[str] | None = None

    def __post_init__(self) -> None:
        where = f"axis {self.label!r}"
        object.__setattr__(self, "low", float(self.low))
        object.__setattr__(self, "high", float(self.high))
        domain = scale_of(self.scale).domain
        if not (np.isfinite([self.low, self.high]).all() and self.low < self.high):
            raise InputError(
                "an axis must run from a low to a higher finite value",
                f"{self.low} to {self.high}",
                where=where,
            )
        if not domain[0] < self.low < self.high < domain[1]:
            raise InputError(
                f"a {self.scale} axis must lie strictly between {domain[0]} and {domain[1]}",
                f"{self.low} to {self.high}",
                "narrow the axis; the data need no change",
                where=where,
            )
        if self.ticks is not None:
            object.__setattr__(self, "ticks", tuple(float(tick) for tick in self.ticks))
        if self.tick_labels is not None:
            object.__setattr__(self, "tick_labels", tuple(self.tick_labels))
            if self.ticks is None or len(self.ticks) != len(self.tick_labels):
                raise InputError(
                    "every tick must have one label",
                    f"{len(self.ticks or ())} ticks and {len(self.tick_labels)} labels",
                    where=where,
                )

    @classmethod
    def around(
        cls, label: str, *values: ArrayLike, low: float | None = None, high: float | None = None
    ) -> Self:
        """Linear axis that holds all `values` and ends on round numbers.

        Parameters
        ----------
        label : str
            Title of the axis.
        *values : array-like
            What must be on the axis.
        low, high : float, optional
            Ends that are already known, e.g. ``low=0``; they are kept as they are.

        Examples
        --------
        >>> Axis.around("Cost", [310.0, 2280.0], low=0).high
        2500.0
        """
        ends = [float(end) for end in (low, high) if end is not None]
        everything = np.concatenate([np.ravel(np.asarray(v, dtype=float)) for v in (*values, ends)])
        found = (0.0, 1.0)
        if everything.size:
            found = round_range(float(everything.min()), float(everything.max()))
        return cls(label, found[0] if low is None else low, found[1] if high is None else high)

    def in_unit(self, factor: float, label: str) -> Self:
        """Return the same linear axis with its values written in another unit: so many of it are 1.

        Examples
        --------
        >>> Axis("Share", 0, 1).in_unit(5000, "Cases").tick_labels
        ('0', '1,000', '2,000', '3,000', '4,000', '5,000')
        """
        ticks = _linear_ticks(factor * self.low, factor * self.high, 6)
        places = tuple(tick / factor for tick in ticks)
        return replace(self, label=label, ticks=places, tick_labels=tick_texts(ticks))

    def places(self, values: ArrayLike) -> Floats:
        """Places of values on the axis, from 0 at its low to 1 at its high end, and beyond."""
        return scale_of(self.scale).fractions(np.atleast_1d(values), self.low, self.high)

    def finite(self, values: Floats) -> Floats:
        """Values, with those on which the scale is infinite moved to the end of the axis."""
        return scale_of(self.scale).finite(values, self.low, self.high)
