"""Curves: y over x through knots, exact at every knot and between them."""

from __future__ import annotations

import dataclasses
import itertools
import math
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import TIE, ByValue, Floats, frozen, numbers, refuse_nan, sum_of_products
from costcurves._ground.documents import Shown
from costcurves.errors import InputError, exact, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

#: Places that are drawn of a piece that bends.
BEND = 9
#: Nodes of the quadrature of a piece that bends.
NODES = 20


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Curve(Shown, ByValue):
    """One picture of one model as numbers: y over x, through knots.

    Call it on x for the exact y, also between knots. Where y jumps (or the curve is upright), x
    stands twice; there a call takes the value that holds from x on, or up to x where x is a
    threshold.

    Attributes
    ----------
    key : str
        Key of its kind.
    x, y : ndarray, shape (knots,)
        Knots, x ascending; y is NaN where undefined, and infinite where an error that is made has an
        infinite price.
    inside : callable or None
        Maps places and the index of their piece to y, for curves that bend between knots; None
        where pieces are straight.
    exact : callable or None
        Maps places to y by the definition, where that tells ties apart that knots cannot.
    upto : bool
        Whether a jump at x still has the left value at x itself: flagged is what lies at or above x.
    endless : bool
        Whether the curve goes on beyond its ends as it is there: x is a threshold.

    Examples
    --------
    >>> curve = Curve("gains", [0.0, 0.5, 1.0], [0.0, 1.0, 1.0])
    >>> curve(0.25), curve.area
    (0.5, 0.75)
    """

    key: str
    # Array-like when given, read-only arrays of float when read.
    x: Any
    y: Any
    inside: Callable[[Floats, NDArray[np.intp]], Floats] | None = dataclasses.field(
        default=None, compare=False
    )
    exact: Callable[[Floats], Floats] | None = dataclasses.field(default=None, compare=False)
    upto: bool = False
    endless: bool = False

    def __post_init__(self) -> None:
        """Freeze the arrays."""
        for name in ("x", "y"):
            object.__setattr__(self, name, frozen(np.asarray(getattr(self, name), dtype=float)))

    # ---- reading ----------------------------------------------------------------------------

    def __call__(self, x: Any) -> Any:
        """Return y at x, a number or an array of numbers within the knots."""
        places = np.asarray(x)
        checked = self._within(numbers(places.ravel(), "x"))
        value = self.limits(checked)[0 if self.upto else 1] if self.exact is None else self.exact(checked)
        return float(value[0]) if places.ndim == 0 else value.reshape(places.shape)

    def limits(self, x: Floats) -> tuple[Floats, Floats]:
        """Return y just before and just after places; they differ at jumps.

        Beyond its ends a curve over thresholds stays as it is there; no other reaches there.
        """
        inner = np.clip(self._within(x), self.x[0], self.x[-1])
        left, right = self._side(inner, left=True), self._side(inner, left=False)
        # Just before the first knot, and just after the last, nothing has jumped.
        before, after = x > self.x[-1], x < self.x[0]
        return np.where(before, self.y[-1], left), np.where(after, self.y[0], right)

    def _within(self, x: Floats) -> Floats:
        """Refuse places that the curve does not reach."""
        refuse_nan(x, "x")
        if self.endless:
            return x
        outside = (x < self.x[0]) | (x > self.x[-1])
        if np.any(outside):
            raise InputError(
                f"x must lie on the curve, from {self.x[0]:g} to {self.x[-1]:g}",
                exact(x[outside][0]),
                where=self.key,
            )
        return x

    def _side(self, x: Floats, *, left: bool) -> Floats:
        """Return y just before each place, or just after it."""
        if len(self.x) == 1:
            return np.full(len(x), self.y[0])
        found = np.searchsorted(self.x, x, side="left" if left else "right") - 1
        return self._at(x, np.clip(found, 0, len(self.x) - 2), upright=0.0 if left else 1.0)

    def _at(self, x: Floats, piece: NDArray[np.intp], upright: float = 0.0) -> Floats:
        """Return y at places of pieces; of a piece without width take this share."""
        x0, x1, y0, y1 = self.x[piece], self.x[piece + 1], self.y[piece], self.y[piece + 1]
        width = x1 - x0
        with np.errstate(invalid="ignore"):  # undefined or infinite at a knot is undefined beside it
            share = np.divide(x - x0, width, out=np.full(len(x), upright), where=width > 0)
            straight = np.where(share == 1, y1, y0 + share * (y1 - y0))
        if self.inside is None:
            return np.asarray(straight)
        # At its ends a piece has the values of its knots.
        ends = (share == 0) | (share == 1)
        return np.asarray(np.where(ends, np.where(share == 0, y0, y1), self.inside(x, piece)))

    def drawn(self) -> tuple[Floats, Floats]:
        """Return the curve as a polyline: its knots, and places between them where it bends."""
        if self.inside is None or len(self.x) < 2:
            return self.x, self.y
        share = np.linspace(0, 1, BEND)[1:-1]
        pieces = np.flatnonzero(np.diff(self.x) > 0)
        between = self.x[pieces, None] + share * np.diff(self.x)[pieces, None]
        values = self._at(between.ravel(), np.repeat(pieces, len(share)))
        at = np.repeat(pieces + 1, len(share))
        return np.insert(self.x, at, between.ravel()), np.insert(self.y, at, values)

    def to_columns(self) -> dict[str, Any]:
        """Return the knots as columns."""
        return {"x": self.x, "y": self.y}

    @property
    def area(self) -> float:
        """Area between the curve and y = 0: exact where pieces are straight, else to about 1e-12.

        NaN where y is undefined on a stretch, infinite where y is infinite at the end of one.
        """
        width = np.diff(self.x)
        pieces = np.flatnonzero(width > 0)
        ends = np.concatenate([self.y[pieces], self.y[pieces + 1]])
        if np.isinf(ends).any():
            return float(ends[np.isinf(ends)].sum())
        if self.inside is None:
            return sum_of_products(width[pieces], (self.y[1:] + self.y[:-1])[pieces]) / 2
        node, weight = np.polynomial.legendre.leggauss(NODES)
        places = self.x[pieces, None] + width[pieces, None] * (node + 1) / 2
        values = self._at(places.ravel(), np.repeat(pieces, NODES)).reshape(places.shape)
        return sum_of_products(width[pieces], (values * weight).sum(axis=1)) / 2

    def extreme(self, *, highest: bool) -> tuple[float, float]:
        """Return (x, y) of the highest or the lowest finite knot, the leftmost of equals."""
        y = np.where(np.isfinite(self.y), self.y, -np.inf if highest else np.inf)
        best = int(np.argmax(y) if highest else np.argmin(y))
        return float(self.x[best]), float(self.y[best])

    def signs(self) -> list[tuple[float, float, int]]:
        """Cut x into stretches (low, high, sign) on which y keeps its sign, ties being 0.

        Inside pieces that bend, to the places that are drawn.
        """
        x, y = self.drawn()
        found: list[tuple[float, float, int]] = []
        for i in np.flatnonzero(np.diff(x) > 0).tolist():
            left, right = float(y[i]), float(y[i + 1])
            places = [float(x[i]), float(x[i + 1])]
            if left * right < 0:
                places.insert(1, places[0] + left / (left - right) * (places[1] - places[0]))
            for k, (low, high) in enumerate(itertools.pairwise(places)):
                # Of a piece that crosses 0 each part has the sign of its own end.
                value = left + right if len(places) == 2 else (left, right)[k]
                sign = 0 if not abs(value) > TIE else int(math.copysign(1, value))
                if found and found[-1][2] == sign:
                    found[-1] = (found[-1][0], high, sign)
                elif high > low:
                    found.append((low, high, sign))
        return found

    def minus(self, other: Any) -> Curve:
        """Return this curve minus another of the same kind, where both have values of x.

        Examples
        --------
        >>> one, other = Curve("gains", [0, 1], [0, 1]), Curve("gains", [0, 0.5, 1], [0, 1, 1])
        >>> one.minus(other)([0.0, 0.5, 1.0]).tolist()
        [0.0, -0.5, 0.0]
        """
        if not isinstance(other, Curve) or other.key != self.key:
            came = other.key if isinstance(other, Curve) else kind_of(other)
            raise InputError("only curves of one kind can be compared", f"{self.key} and {came}")
        low, high = max(self.x[0], other.x[0]), min(self.x[-1], other.x[-1])
        if self.endless:
            low, high = min(self.x[0], other.x[0]), max(self.x[-1], other.x[-1])
        if low > high:
            raise InputError("two curves must share some stretch of x", f"none between {low:g} and {high:g}")
        knots = np.unique(np.concatenate([self.x, other.x, [low, high]]))
        x = np.repeat(knots[(knots >= low) & (knots <= high)], 2)
        sides = zip(self.limits(x[::2]), other.limits(x[::2]), strict=True)
        with np.errstate(invalid="ignore"):  # the difference of two infinite values is undefined
            left, right = (one - two for one, two in sides)
        y = np.column_stack([left, right]).ravel()
        kept = np.concatenate([[True], (x[1:] != x[:-1]) | ~_same(y[1:], y[:-1])])
        straight = self.inside is None and other.inside is None
        known = self.exact is None and other.exact is None
        return Curve(
            self.key,
            x[kept],
            y[kept],
            inside=None if straight else partial(_between, self, other),
            exact=None if known else partial(_gap, self, other),
            upto=self.upto,
            endless=self.endless,
        )

    def __repr__(self) -> str:
        """Show the kind and the size."""
        return f"Curve({self.key}, {len(self.x)} knots)"


def _same(one: Floats, other: Floats) -> NDArray[np.bool_]:
    """Whether values are equal, undefined ones among themselves."""
    return np.asarray((one == other) | (np.isnan(one) & np.isnan(other)))


def _gap(one: Curve, other: Curve, x: Floats) -> Floats:
    """Subtract two curves at places."""
    return np.asarray(one(x) - other(x))


def _between(one: Curve, other: Curve, x: Floats, piece: NDArray[np.intp]) -> Floats:  # noqa: ARG001 - both know their pieces
    """Subtract what holds just after each place: inside a piece nothing jumps."""
    return one.limits(x)[1] - other.limits(x)[1]
