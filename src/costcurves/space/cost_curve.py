"""Cost curves: the cost of a classifier, under some rule for its threshold, at every condition."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground.arrays import TIE, Floats, frozen, inner_share, share, shares, sum_of_products
from costcurves._ground.documents import Document
from costcurves.conditions.beliefs import FAINTEST, ConditionPrior
from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.space.pieces import BLOCK, at_ends, concave, distinct_places, kept, standing, stretches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class CostCurve(Document):
    """Normalised expected cost over all operating conditions, NEC = FNR·PC(+) + FPR·(1 − PC(+)).

    Call it on PC(+). Inside, the axis is cut into pieces; over a piece the served rates move on a
    straight line (mostly they stand still: one threshold serves the whole piece). The axis is the
    cost proportion fn/(fn + fp) at a stated prevalence; at prevalence ½ it is PC(+) itself.

    Parameters
    ----------
    edges : ndarray, shape (pieces + 1,)
        Ends of the pieces, ascending from 0 to 1.
    fpr, fnr : ndarray, shape (pieces, 2)
        Rates served at the left and at the right end of each piece.
    point : ndarray of int, shape (pieces,)
        Index of the operating point that serves a piece; −1 where none does by itself.
    prevalence : float
        Prevalence of the axis.
    rule : str
        Title of the rule that chose the thresholds.
    optimistic : bool
        Whether thresholds were chosen on the records they are judged on.

    References
    ----------
    Drummond & Holte (2000), KDD; Drummond & Holte (2006), Machine Learning 65.

    Examples
    --------
    >>> from costcurves import cost_curve
    >>> curve = cost_curve([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1])
    >>> round(curve(0.5), 6), curve.knots.round(3).tolist()
    (0.166667, [0.0, 0.6, 1.0])
    """

    kind: ClassVar[str] = "cost_curve"
    edges: Floats
    fpr: Floats
    fnr: Floats
    point: Any
    prevalence: float = 0.5
    rule: str = ""
    optimistic: bool = False

    def __post_init__(self) -> None:
        """Freeze the arrays, and refuse an axis that has no two ends."""
        for name in ("edges", "fpr", "fnr", "point"):
            object.__setattr__(self, name, frozen(getattr(self, name)))
        object.__setattr__(self, "prevalence", inner_share(self.prevalence, "the prevalence of an axis"))

    @classmethod
    def serving(
        cls, edges: ArrayLike, fpr: ArrayLike, fnr: ArrayLike, point: ArrayLike | None = None,
        *, prevalence: float = 0.5, rule: str = "", optimistic: bool = False,
    ) -> CostCurve:  # fmt: skip
        """Make a curve of pieces that one operating point serves each; pieces without width vanish.

        Parameters
        ----------
        edges : array_like, shape (pieces + 1,)
        fpr, fnr : array_like, shape (pieces,)
        point : array_like of int, shape (pieces,), optional
        prevalence, rule, optimistic
            See :class:`CostCurve`.
        """
        ends = np.asarray(edges, float)
        wide = ends[1:] > ends[:-1]
        index = frozen(np.arange(len(wide))) if point is None else np.asarray(point)
        rates = [standing(kept(np.asarray(rate, float), wide)) for rate in (fpr, fnr)]
        places = kept(ends, np.append(wide, True))
        return cls(places, rates[0], rates[1], kept(index, wide), prevalence, rule, optimistic)

    @classmethod
    def line(
        cls, fpr: float, tpr: float, *, prevalence: float = 0.5, rule: str = "", optimistic: bool = False
    ) -> CostCurve:
        """Return the cost line of one hard classifier; `prevalence`, `rule` and more as :meth:`serving`.

        Examples
        --------
        >>> round(CostCurve.line(fpr=0.09, tpr=0.36).area, 3)
        0.365
        """
        rates = [share(fpr, "fpr")], [1 - share(tpr, "tpr")]
        return cls.serving([0.0, 1.0], *rates, prevalence=prevalence, rule=rule, optimistic=optimistic)

    # ---- reading ----------------------------------------------------------------------------

    def rates(self, pc: Any) -> tuple[Any, Any]:
        """Return the (fpr, tpr) served at PC(+)."""
        fpr, fnr = self._served(self.axis(shares(pc, "PC(+)")))
        return fpr, 1 - fnr

    def __call__(self, pc: Any) -> Any:
        """Normalised expected cost at PC(+), a number or an array of numbers in [0, 1].

        At a jump the right-hand piece is taken.
        """
        x = shares(pc, "PC(+)")
        fpr, fnr = self._served(self.axis(x))
        value = fpr * (1 - x) + fnr * x
        return float(value) if value.ndim == 0 else value

    def loss(self, cost_proportion: Any) -> Any:
        """Expected cost by cost proportion κ, 2·(κ·p·FNR + (1 − κ)·(1 − p)·FPR).

        Here p is the prevalence of the axis. Costs are scaled to fn + fp = 2; at prevalence ½ this is NEC.
        """
        x = shares(cost_proportion, "the cost proportion")
        value = self._weigh(x, *self._served(x))
        return float(value) if value.ndim == 0 else value

    def _weigh(self, x: Floats, fpr: Floats, fnr: Floats) -> Floats:
        """Weigh rates by the axis."""
        return np.asarray(2 * (x * self.prevalence * fnr + (1 - x) * (1 - self.prevalence) * fpr))

    def axis(self, pc: Floats) -> Floats:
        """Turn PC(+) into the cost proportion of the axis."""
        if self.prevalence == 0.5:
            return pc
        p = self.prevalence
        return np.asarray(pc * (1 - p) / (pc * (1 - p) + (1 - pc) * p))

    def _served(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the rates served at places of the axis."""
        piece = np.clip(np.searchsorted(self.edges, x, side="right") - 1, 0, len(self.point) - 1)
        left, right = self.edges[piece], self.edges[piece + 1]
        share = (x - left) / (right - left)
        fpr, fnr = (r[piece, 0] + share * (r[piece, 1] - r[piece, 0]) for r in (self.fpr, self.fnr))
        return fpr, fnr

    @property
    def knots(self) -> Floats:
        """PC(+) at the ends of all pieces, ascending; a place where the curve jumps stands twice."""
        return self._polyline()[0]

    @property
    def values(self) -> Floats:
        """NEC at the knots."""
        return self._polyline()[1]

    def _polyline(self) -> tuple[Floats, Floats]:
        """Both ends of every piece, without the repeats at which nothing jumps."""
        x, fpr, fnr = np.repeat(self.edges, 2)[1:-1], self.fpr.ravel(), self.fnr.ravel()
        pc = x if self.prevalence == 0.5 else self.conditions_of(x)
        y = fpr * (1 - pc) + fnr * pc
        repeat = np.concatenate([[False], (x[1:] == x[:-1]) & (np.abs(y[1:] - y[:-1]) <= TIE)])
        return frozen(pc[~repeat]), frozen(y[~repeat])

    def conditions_of(self, x: Floats) -> Floats:
        """Turn the cost proportion of the axis into PC(+)."""
        p = self.prevalence
        return np.asarray(x * p / (x * p + (1 - x) * (1 - p)))

    def to_columns(self) -> dict[str, Any]:
        """Return the knots as columns: PC(+) and NEC."""
        pc, nec = self._polyline()
        return {"pc": pc, "nec": nec}

    @property
    def is_linear(self) -> bool:
        """Whether every piece is served by unmoving rates, so that NEC is piecewise linear."""
        return all(np.array_equal(*rate.T) for rate in (self.fpr, self.fnr))

    @property
    def is_concave(self) -> bool:
        """Whether the loss is concave over the axis, as that of every lower envelope is."""
        return concave(np.diff(self.edges), *self._three())

    # ---- integrals --------------------------------------------------------------------------

    @property
    def area(self) -> float:
        """Area under the loss over the whole axis: the expected cost if every value is equally likely."""
        area = 0.0
        for start in range(0, len(self.point), BLOCK):
            some = slice(start, start + BLOCK)
            left, middle, right = self._three(some)
            # Simpson's rule is exact: over a piece the loss is at most quadratic.
            area += sum_of_products(np.diff(self.edges[start:][: len(left) + 1]), left + 4 * middle + right)
        return area / 6

    def expected(self, prior: ConditionPrior) -> float:
        """Expected loss under a belief about the axis, in closed form.

        At axis prevalence ½ this is the expected NEC under a belief about PC(+).

        Examples
        --------
        >>> from costcurves import ConditionPrior
        >>> CostCurve.line(0.09, 0.36).expected(ConditionPrior.point(0.2))
        0.2
        """
        left, width = self.edges[:-1], np.diff(self.edges)
        zero, one, two = (self._piece_moments(prior, k) for k in range(3))
        fpr_slope, fnr_slope = ((rate[:, 1] - rate[:, 0]) / width for rate in (self.fpr, self.fnr))
        fpr_base, fnr_base = self.fpr[:, 0] - fpr_slope * left, self.fnr[:, 0] - fnr_slope * left
        p, q = self.prevalence, 1 - self.prevalence
        terms = (
            q * fpr_base * (zero - one)
            + q * fpr_slope * (one - two)
            + p * fnr_base * one
            + p * fnr_slope * two
        )  # fmt: skip
        return float(2 * terms.sum())

    def _piece_moments(self, prior: ConditionPrior, k: int) -> Floats:
        """Moments of a belief over each piece; the last piece includes 1."""
        if not isinstance(prior, ConditionPrior):
            raise InputError(
                "a belief must be a ConditionPrior", kind_of(prior), "use ConditionPrior.point(…)"
            )
        ends = prior.moments(self.edges, k)
        ends[-1] = prior.total(k)
        return np.diff(ends)

    def skill(self, prior: ConditionPrior | None = None) -> float:
        """1 − expected cost / expected cost of the better trivial classifier; 1 is perfect, 0 useless.

        Undefined when the trivial classifiers cost nothing under the belief.
        """
        return skill_against(trivial_curve(self.prevalence), self, prior)

    def value_of_learning(self, prior: ConditionPrior) -> float:
        """Return what it is worth to learn the condition before choosing: loss(mean) − expected loss, ≥ 0.

        Undefined of a curve that is not concave, such as that of thresholds tuned elsewhere: there
        a wrong threshold may get better by chance. With a fixed classifier nothing can be gained.

        Examples
        --------
        >>> from costcurves import ConditionPrior
        >>> trivial_curve().value_of_learning(ConditionPrior.uniform())
        0.25
        """
        expected = self.expected(prior)
        if not self.is_concave:
            raise UndefinedError(
                "learning the condition only has a value for a concave curve",
                f"the rule {self.rule!r}",
                "use the curve of optimal",
            )
        return float(self.loss(prior.mean)) - expected

    # ---- other curves -----------------------------------------------------------------------

    def at_prevalence(self, prevalence: float) -> CostCurve:
        """Return the same curve on the cost-proportion axis of another prevalence.

        Undefined for rules whose rates move within a piece: on another axis they bend.
        """
        prevalence = inner_share(prevalence, "prevalence")
        if prevalence == self.prevalence:
            return self
        if not self.is_linear:
            raise UndefinedError(
                "a curve can only change its axis if every piece is served by one point",
                f"the rule {self.rule!r}",
                "give the rule the prevalence instead",
            )
        if min(prevalence, 1 - prevalence) < FAINTEST:
            raise UndefinedError(
                f"a prevalence must be at least {FAINTEST:g} away from 0 and 1 to change the axis",
                f"{prevalence!r}",
            )
        other = CostCurve.line(0, 0, prevalence=prevalence)
        edges = other.axis(self.conditions_of(self.edges))
        edges[0], edges[-1] = 0.0, 1.0
        # Breakpoints may coincide there; a piece without width serves nothing.
        wide = edges[1:] > edges[:-1]
        fpr, fnr = (standing(kept(rate[:, 0], wide)) for rate in (self.fpr, self.fnr))
        edges, point = np.append(edges[:-1][wide], 1.0), kept(self.point, wide)
        return dataclasses.replace(self, edges=edges, fpr=fpr, fnr=fnr, point=point, prevalence=prevalence)

    def minus(self, other: CostCurve) -> CostCurve:
        """Return the difference curve, this minus the other: negative where this one is cheaper.

        Examples
        --------
        >>> CostCurve.line(0.2, 0.7).minus(CostCurve.line(0.1, 0.6))(0.0)
        0.1
        """
        if not isinstance(other, CostCurve):
            raise InputError("only cost curves can be compared", kind_of(other))
        return combined([self, other], [1.0, -1.0], rule=f"{self.rule} − {other.rule}")

    def excess_over(self, other: CostCurve, prior: ConditionPrior | None = None) -> float:
        """Return what this curve costs more than another: area, or expected cost under a belief.

        Against the curve of `optimal` it is the price of choosing thresholds otherwise.

        Examples
        --------
        >>> round(CostCurve.line(0.2, 0.7).excess_over(CostCurve.line(0.1, 0.6)), 6)
        0.0
        """
        difference = self.minus(other)
        return difference.area if prior is None else difference.expected(prior)

    def crossings(self, other: CostCurve) -> list[float]:
        """Return the PC(+) at which the cheaper of the two changes, ascending.

        Stretches of equal cost are no crossings by themselves; a change of winner across such a
        stretch is reported at its left end.
        """
        return self.minus(other).sign_changes()

    def sign_changes(self) -> list[float]:
        """Return the PC(+) at which the curve (a difference) changes its sign."""
        changes: list[float] = []
        last, until = 0, 0.0
        for _, high, sign in self.signs():
            if sign and last and sign != last:
                changes.append(until)
            if sign:
                last, until = sign, high
        return [float(x) for x in self.conditions_of(np.array(changes))]

    def signs(self) -> list[tuple[float, float, int]]:
        """Cut the axis into stretches (low, high, sign) on which the loss keeps its sign, ties being 0."""
        pieces = zip(*(values.tolist() for values in self._three()), strict=True)
        return stretches(self.edges.tolist(), pieces, self.loss)

    def _three(self, some: slice = slice(None)) -> tuple[Floats, Floats, Floats]:
        """Loss at the left end, the middle and the right end of pieces."""
        left, right = self.edges[:-1][some], self.edges[1:][some]
        (fpr, next_fpr), (fnr, next_fnr) = self.fpr[some].T, self.fnr[some].T
        middle = self._weigh((left + right) / 2, (fpr + next_fpr) / 2, (fnr + next_fnr) / 2)
        return self._weigh(left, fpr, fnr), middle, self._weigh(right, next_fpr, next_fnr)

    def largest_gap(self) -> tuple[float, float]:
        """Return (PC, value) where the curve is farthest from 0, looking at its knots.

        For a difference of piecewise linear curves this is exact; the leftmost of equals is taken.
        """
        pc, value = self._polyline()
        best = int(np.argmax(np.abs(value) >= np.abs(value).max() - TIE))
        return float(pc[best]), float(value[best])

    def __repr__(self) -> str:
        """Show the rule, the size and the area."""
        title = f"{self.rule}, " if self.rule else ""
        return f"CostCurve({title}{len(self.point)} pieces, area {self.area:.6g})"


def combined(curves: Sequence[CostCurve], factors: Sequence[float], **facts: Any) -> CostCurve:
    """Return a weighted sum of cost curves, on the axis of the first; rates add as losses do."""
    first = curves[0]
    curves = [curve.at_prevalence(first.prevalence) for curve in curves]
    edges = distinct_places(np.concatenate([curve.edges for curve in curves]))
    fpr, fnr = (np.zeros((len(edges) - 1, 2)) for _ in range(2))
    for curve, factor in zip(curves, factors, strict=True):
        for total, rate in zip((fpr, fnr), (curve.fpr, curve.fnr), strict=True):
            total[:] += factor * at_ends(curve.edges, rate, edges)
    facts.setdefault("optimistic", any(curve.optimistic for curve in curves))
    return CostCurve(edges, fpr, fnr, np.full(len(edges) - 1, -1), first.prevalence, **facts)


def skill_against(trivial: CostCurve, curve: Any, prior: ConditionPrior | None) -> float:
    """Return 1 − expected cost of a curve / that of the trivial classifiers, by area or under a belief."""
    own, best = (c.area if prior is None else c.expected(prior) for c in (curve, trivial))
    if best <= 0:
        raise UndefinedError(
            "skill needs trivial classifiers that cost something", "a belief in PC(+) = 0 or 1"
        )
    return float(1 - own / best)


def trivial_curve(prevalence: float = 0.5) -> CostCurve:
    """Return the better of the two trivial classifiers everywhere, min(PC, 1 − PC).

    Examples
    --------
    >>> trivial_curve().area
    0.25
    """
    p = inner_share(prevalence, "prevalence")
    # On the axis of prevalence p the two cost the same at κ = 1 − p.
    return CostCurve.serving([0.0, 1 - p, 1.0], [0.0, 1.0], [1.0, 0.0], prevalence=p, rule="trivial")
