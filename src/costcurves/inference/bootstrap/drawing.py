"""How replicates are drawn for an interval, and how its ends are found among them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, Floats, frozen
from costcurves._ground.number_words import percent
from costcurves.errors import InputError, UndefinedError, kind_of, no_such
from costcurves.inference.arguments import whole_number
from costcurves.inference.estimate import confidence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import ArrayLike, NDArray

    from costcurves.inference.bootstrap.sample import Sample
    from costcurves.tallies.tally import Tally

    Look = Callable[[Mapping[str, Tally]], Any]

#: With fewer replicates the ends of no usual interval lie among them.
FEWEST = 20


@dataclasses.dataclass(frozen=True, slots=True)
class Drawing:
    """How many replicates are drawn for an interval, by which seed, and who looks on.

    Attributes
    ----------
    replicates : int
        At least 20.
    seed : int
    n_jobs : int
        Threads; the answer does not depend on it.
    progress : callable or None
        Called with the number of replicates done and of all, after every batch of them.
    """

    replicates: int = 2000
    seed: int = 0
    n_jobs: int = 1
    progress: Callable[[int, int], Any] | None = None

    def __post_init__(self) -> None:
        count = whole_number(self.replicates, "the number of replicates", 1)
        if count < FEWEST:
            raise InputError(
                f"a bootstrap must have {FEWEST} replicates or more", str(count), "2000 is usual"
            )
        whole_number(self.seed, "a seed")
        whole_number(self.n_jobs, "n_jobs", 1)
        if self.progress is not None and not callable(self.progress):
            raise InputError(
                "progress must be callable, with replicates done and in all",
                kind_of(self.progress),
                "give a function of two numbers, or leave it out",
            )

    def map(self, sample: Sample, look: Look) -> tuple[Floats, tuple[str, ...]]:
        """Return what a function makes of every replicate, and notes; see :meth:`Sample.map`."""
        how: dict[str, Any] = {"n_jobs": self.n_jobs, "progress": self.progress}
        return sample.map(look, replicates=self.replicates, seed=self.seed, **how)

    def replicated(
        self, sample: Sample, look: Look, estimate: ArrayLike, *, bca: bool
    ) -> tuple[Replicated, tuple[str, ...]]:
        """Return an estimate with its replicates, for "bca" the acceleration too, and notes."""
        values, notes = self.map(sample, look)
        skew: Any = 0.0
        if bca:
            without, times = [], []
            for stratum in sample.jackknife(seed=self.seed):
                parts = [(look(part), part.times) for part in stratum]
                without.append(np.concatenate([part for part, _ in parts]))
                times.append(np.concatenate([often for _, often in parts]))
            skew = acceleration(without, times)
        return Replicated.of(estimate, values, skew), notes


def one_less_other(values: list[Any]) -> Any:
    """Return what is read of one model, or that of `a` less that of `b`."""
    return values[0] if len(values) == 1 else values[0] - values[1]


def without_width(low: Floats, high: Floats, settled: NDArray[np.bool_] | None = None) -> tuple[str, ...]:
    """Say at how many places no replicate differs, so that the interval has no width and holds too rarely.

    Parameters
    ----------
    low, high : ndarray, shape (places,)
    settled : ndarray of bool, shape (places,), optional
        Places at which there is nothing to estimate.

    Examples
    --------
    >>> without_width(np.array([0.2, 1.0]), np.array([0.3, 1.0]))
    ('no replicate differs at 1 of 2 places: the interval there has no width and holds too rarely',)
    """
    still = int(np.count_nonzero(low == high if settled is None else (low == high) & ~settled))
    if not still:
        return ()
    where = f" at {still} of {len(low)} places" if len(low) > 1 else ""
    return (f"no replicate differs{where}: the interval there has no width and holds too rarely",)


# ---- ends ------------------------------------------------------------------------------------

#: How ends are found, and what that is called.
METHODS = {
    "percentile": "bootstrap percentiles",
    "bca": "bootstrap, bias-corrected and accelerated",
    "basic": "basic bootstrap",
    "normal": "normal, bootstrap standard error",
}
#: Most replicates without a value at a place that has an interval all the same.
UNDEFINED_SHARE = 0.2
#: An estimate beyond so many of its replicates is biased by more than it scatters.
BEYOND = 0.95
#: Spread below this share of the values is rounding.
STILL = 1e-12


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Replicated(ByValue):
    """What a statistic is on the sample and on its replicates, at one or many places.

    Attributes
    ----------
    estimate : ndarray, shape (places,)
    values : ndarray, shape (replicates, places)
        NaN where a replicate has no value; such are left out.
    acceleration : ndarray, shape (places,)
        Of the bias-corrected ends; see :func:`acceleration`.
    """

    estimate: Floats
    values: Floats
    acceleration: Floats

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            object.__setattr__(self, field.name, frozen(np.asarray(getattr(self, field.name), float)))

    @classmethod
    def of(cls, estimate: ArrayLike, values: ArrayLike, acceleration: Any = 0.0) -> Replicated:
        """Put together what was computed; one place may come without an axis of places."""
        centre = np.atleast_1d(np.asarray(estimate, float))
        return cls(
            centre,
            np.reshape(np.asarray(values, float), (-1, len(centre))),
            np.broadcast_to(np.asarray(acceleration, float), centre.shape),
        )

    @property
    def undefined(self) -> Floats:
        """Share of replicates without a value, by place."""
        return np.asarray(np.isnan(self.values).mean(axis=0))

    @property
    def known(self) -> NDArray[np.bool_]:
        """Places that have a value on the sample and on nearly all replicates."""
        return np.asarray(~np.isnan(self.estimate) & (self.undefined <= UNDEFINED_SHARE))

    def at(self, places: Any) -> Replicated:
        """Return some of the places."""
        return Replicated(self.estimate[places], self.values[:, places], self.acceleration[places])

    def require(self, what: str) -> Replicated:
        """Raise unless every place has an interval."""
        if not self.known.all():
            came = f"none in {float(np.max(self.undefined)):.0%}"
            raise UndefinedError(
                f"{what} must have a value in nearly all replicates", came, "give more records"
            )
        return self

    @property
    def spread(self) -> Floats:
        """Standard deviation of the finite replicates; 0 where it is rounding."""
        finite = np.isfinite(self.values)
        known = np.where(finite, self.values, 0.0)
        count = np.maximum(finite.sum(axis=0), 2)
        mean = known.sum(axis=0) / count
        squares = np.where(finite, (known - mean) ** 2, 0.0).sum(axis=0)
        found = np.sqrt(squares / (count - 1))
        return np.asarray(np.where(found > STILL * np.abs(mean), found, 0.0))

    def ends(self, level: float = 0.95, method: str = "percentile") -> tuple[Floats, Floats]:
        """Return both ends at every place.

        Parameters
        ----------
        level : float
        method : {"percentile", "bca", "basic", "normal"}
            Quantiles of the replicates; the same, corrected for the bias and skewness of the
            statistic; quantiles mirrored at the estimate; or standard errors on a normal law. An
            estimate beyond 95 % of its replicates cannot be corrected that way: then "bca" takes a
            normal law about the estimate less its bias.

        References
        ----------
        Efron & Tibshirani (1993), An Introduction to the Bootstrap; DiCiccio & Efron (1996).
        """
        rest = (1 - confidence(level)) / 2
        if method not in METHODS:
            raise no_such(method, METHODS, what="method of intervals")
        if method == "normal":
            return self.around(level)
        if method == "bca":
            return self._corrected(rest)
        low, high = quantiles(self.values, rest), quantiles(self.values, 1 - rest)
        return (low, high) if method == "percentile" else (2 * self.estimate - high, 2 * self.estimate - low)

    @property
    def below(self) -> Floats:
        """Share of the replicates below the estimate, those equal to it counted half."""
        known = np.maximum((~np.isnan(self.values)).sum(axis=0), 1)
        less = (self.values < self.estimate) + (self.values == self.estimate) / 2
        return np.asarray(less.sum(axis=0) / known)

    @property
    def astray(self) -> NDArray[np.bool_]:
        """Places at which the estimate lies beyond nearly all replicates."""
        return np.asarray(np.abs(2 * self.below - 1) > 2 * BEYOND - 1)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know: replicates without a value, and estimates beyond their replicates."""
        notes = []
        if share := float(np.max(self.undefined, initial=0.0)):
            notes.append(f"up to {percent(share)} of the replicates have no value")
        if np.any(self.astray):
            notes.append(
                f"the estimate lies beyond {percent(BEYOND)} of its replicates: more bias than spread"
            )
        return tuple(notes)

    def around(self, level: float) -> tuple[Floats, Floats]:
        """Return the ends of a normal law with the spread of the replicates."""
        from scipy import special

        reach = -special.ndtri((1 - level) / 2) * self.spread
        return self.estimate - reach, self.estimate + reach

    def _corrected(self, rest: float) -> tuple[Floats, Floats]:
        """Return quantiles moved by how the replicates lie about the estimate.

        Where it lies beyond nearly all of them no quantile says anything: there a normal law about
        the estimate less its bias.
        """
        from scipy import special

        shift = special.ndtri(np.clip(self.below, 1 - BEYOND, BEYOND))
        moved = []
        for z in (special.ndtri(rest), -special.ndtri(rest)):
            slope = 1 - self.acceleration * (shift + z)
            far = np.copysign(np.inf, shift + z)
            moved.append(shift + np.divide(shift + z, slope, out=far, where=slope > 0))
        reach = np.array([-1, 1])[:, None] * -special.ndtri(rest) * self.spread
        centre = 2 * self.estimate - np.nanmean(self.values, axis=0) if self.astray.any() else self.estimate
        low, high = (
            np.where(self.astray, centre + far, quantiles(self.values, special.ndtr(z)))
            for z, far in zip(moved, reach, strict=True)
        )
        return low, high


def quantiles(values: Floats, share: ArrayLike) -> Floats:
    """Return the smallest value of each column that is reached by a share of its values.

    The inverse of the distribution function: always one of the values, no mean of two. NaN are left
    out; NaN where there is nothing else.

    Parameters
    ----------
    values : ndarray, shape (replicates, places)
    share : float or array_like, shape (places,)

    Examples
    --------
    >>> quantiles(np.array([[4.0], [1.0], [3.0], [2.0]]), 0.5)
    array([2.])
    """
    ordered = np.sort(values, axis=0)  # NaN come last
    known = np.sum(~np.isnan(values), axis=0)
    # Of 2,000 values the 1,950th is reached by 0.975, whatever the last bits say.
    rank = np.ceil(np.asarray(share) * known * (1 - 1e-12)).astype(np.intp) - 1
    rank = np.broadcast_to(np.clip(rank, 0, np.maximum(known - 1, 0)), known.shape)
    return np.asarray(np.take_along_axis(ordered, rank[None], axis=0)[0])


def percentiles(values: Floats, level: float) -> tuple[float, float]:
    """Return the ends of the middle of values at one place."""
    low, high = (quantiles(values.reshape(-1, 1), share) for share in ((1 - level) / 2, (1 + level) / 2))
    return float(low[0]), float(high[0])


def max_t_level(values: ArrayLike, estimate: ArrayLike, sd: ArrayLike, level: float = 0.95) -> float:
    """Return the level that normal intervals need at each place to hold together at `level`.

    The greatest of |value − estimate|/sd over places is found in each replicate; the level is that
    whose normal quantile is the quantile of those maxima. Places without any spread take no part.

    Parameters
    ----------
    values : array_like, shape (replicates, places)
        NaN and infinite ones take no part.
    estimate, sd : array_like, shape (places,)
        What the replicates scatter about, and how far.
    level : float

    Returns
    -------
    float
        At least `level`, below 1.

    References
    ----------
    Romano & Wolf (2005), Econometrica 73; Montiel Olea & Plagborg-Møller (2019).

    Examples
    --------
    >>> draws = np.random.default_rng(0).normal(size=(4000, 2))
    >>> round(max_t_level(draws, [0, 0], [1, 1], 0.95), 2)
    0.97
    """
    from scipy import special

    spread, drawn = np.asarray(sd, float), np.asarray(values, float)
    moving = spread > 0
    if not moving.any():
        return confidence(level)
    with np.errstate(invalid="ignore"):  # infinite replicates of infinite estimates
        distance = np.abs(drawn[:, moving] - np.asarray(estimate, float)[moving]) / spread[moving]
    greatest = np.max(distance, axis=1, where=np.isfinite(distance), initial=0.0)
    critical = quantiles(greatest[:, None], confidence(level))[0]
    return float(np.clip(1 - 2 * special.ndtr(-critical), level, np.nextafter(1, 0)))


def acceleration(values: list[Floats], times: list[NDArray[np.int64]]) -> Floats:
    """Return the acceleration of a statistic from what it is without each unit, stratum by stratum.

    a = Σ n⁻³ Σ l³ / (6 (Σ n⁻² Σ l²)^{3/2}) with l = (n − 1)(mean − value without the unit); the outer
    sums run over strata of n units, the inner ones over their units. A stratum of one unit, and units
    without which there is no value, take no part; 0 where nothing moves.

    Parameters
    ----------
    values : list of ndarray, shape (members, places)
    times : list of ndarray of int, shape (members,)
        How many units (or groups of units) each member stands for.

    References
    ----------
    Davison & Hinkley (1997), Bootstrap Methods and their Application, section 5.3.2.

    Examples
    --------
    >>> whole = np.array([1.0, 2.0, 6.0])
    >>> without = (whole.sum() - whole[:, None]) / 2
    >>> acceleration([without], [np.ones(3, int)]).round(4)
    array([0.0573])
    """
    cubes = squares = np.zeros(values[0].shape[1])
    for left, often in zip(values, times, strict=True):
        weight = np.where(np.isnan(left), 0, often[:, None])
        known = np.where(np.isnan(left), 0.0, left)
        units = np.maximum(weight.sum(axis=0), 1)
        influence = (units - 1) * ((weight * known).sum(axis=0) / units - known)
        cubes = cubes + (weight * influence**3).sum(axis=0) / units**3
        squares = squares + (weight * influence**2).sum(axis=0) / units**2
    return np.divide(cubes, 6 * squares**1.5, out=np.zeros(len(squares)), where=squares > 0)
