"""Cells of the study: what is drawn, what is estimated, and which methods are asked."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import ndtri
from scipy.stats import multivariate_normal

from costcurves import ConditionPrior
from costcurves.inference.bootstrap.sample import Sample
from costcurves.inference.costs.cost_bands import CostSample
from costcurves.inference.costs.paired import PairedCosts
from costcurves.inference.counts.cost_intervals import nec_ends
from costcurves.inference.resampling import Placed, Splits
from costcurves.rules import fixed, optimal, tuned_on
from costcurves.space.roc import RocHull
from studies.populations import Clustered, Normal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LEVEL = 0.95
Z = float(ndtri((1 + LEVEL) / 2))
CONDITIONS = np.array([0.05, 0.2, 0.5, 0.8, 0.95])
#: Conditions of simultaneous statements.
GRID = np.linspace(0, 1, 51)
#: Replicates of a bootstrap inside the study, where records are no more than this.
REPLICATES = 500
MANY = 5_000
#: Cross-fitted intervals judged by their own target; the other methods of a cell have the cell's.
ANEW, ANEW_TARGET = "cross-fitted, own target", "cost of choosing anew"


@dataclasses.dataclass(frozen=True)
class Cell:
    """One population and question; its simulations answer for several methods and conditions.

    Attributes
    ----------
    key : str
    target : str
        What an interval has to hold, or what a test should not reject.
    simulate : callable
        Takes a generator and a number of simulations; returns by (method, PC) whether the target was
        held (or rejected), and the width, in each.
    rejects : bool
        Whether what is counted are rejections.
    expected_errors, expected_discordant : callable or None
        Of a condition: the fewer of the errors (or right answers) of either class, as expected; the
        records on which one model alone errs.
    """

    key: str
    target: str
    simulate: Callable[[np.random.Generator, int], dict[tuple[str, str], tuple[Any, Any]]]
    rejects: bool = False
    expected_errors: Callable[[str], float] | None = None
    expected_discordant: Callable[[str], float] | None = None


class Tallying:
    """Collects, by method and condition, what simulations find."""

    def __init__(self) -> None:
        self.held: dict[tuple[str, str], list[Any]] = {}
        self.width: dict[tuple[str, str], list[Any]] = {}

    def add(self, method: str, at: str, held: Any, width: Any = np.nan) -> None:
        """Add one simulation."""
        self.held.setdefault((method, at), []).append(held)
        self.width.setdefault((method, at), []).append(width)

    def intervals(self, method: str, x: Floats, low: Floats, high: Floats, truth: Floats) -> None:
        """Add the intervals of one simulation at several conditions."""
        held = (low <= truth + 1e-12) & (truth <= high + 1e-12)
        for i, pc in enumerate(x.tolist()):
            self.add(method, f"{pc:g}", held[i], high[i] - low[i])

    def found(self) -> dict[tuple[str, str], tuple[Any, Any]]:
        """Return everything."""
        return {key: (self.held[key], self.width[key]) for key in self.held}


# ---- a given threshold ------------------------------------------------------------------------


def given(population: Normal) -> Callable[..., Any]:
    """Intervals of NEC at the threshold that is best in the population."""

    def simulate(rng: np.random.Generator, count: int) -> dict[tuple[str, str], tuple[Any, Any]]:
        found = {}
        sizes = population.positives, population.negatives
        rates = population.rates(population.best_threshold(CONDITIONS))
        for pc, fnr, fpr in zip(CONDITIONS.tolist(), *(rate.tolist() for rate in rates), strict=True):
            fn, fp = (rng.binomial(n, rate, count) for n, rate in zip(sizes, (fnr, fpr), strict=True))
            truth = fnr * pc + fpr * (1 - pc)
            for method, (low, high) in _given_methods(rng, fn, fp, sizes, pc).items():
                held = (low <= truth + 1e-12) & (truth <= high + 1e-12)
                found[method, f"{pc:g}"] = (held, high - low)
        return found

    return simulate


def _given_methods(
    rng: np.random.Generator, fn: Any, fp: Any, sizes: tuple[int, int], pc: float
) -> dict[str, tuple[Floats, Floats]]:
    """Return what each method makes of error counts."""
    p, n = sizes
    centre, *recommended = nec_ends(fn, p, fp, n, pc, LEVEL)
    fnr, fpr = fn / p, fp / n
    wald = Z * np.sqrt(pc**2 * fnr * (1 - fnr) / p + (1 - pc) ** 2 * fpr * (1 - fpr) / n)
    shape = (REPLICATES, len(fn))
    drawn = pc * rng.binomial(p, fnr, shape) / p + (1 - pc) * rng.binomial(n, fpr, shape) / n
    low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0, method="inverted_cdf")
    return {
        "recommended": (recommended[0], recommended[1]),
        "normal": (centre - wald, centre + wald),
        "percentile bootstrap": (low, high),
    }


def expected_errors(population: Normal) -> Callable[[str], float]:
    """Return the fewer of the errors (or right answers) that matter at a condition, as expected."""

    def expect(at: str) -> float:
        rates = population.rates(population.best_threshold(np.array([float(at)])))
        sizes = population.positives, population.negatives
        return min(n * min(float(r[0]), 1 - float(r[0])) for n, r in zip(sizes, rates, strict=True))

    return expect


# ---- thresholds chosen on other records, all conditions together -------------------------------


def elsewhere(population: Normal) -> Callable[..., Any]:
    """Bands of thresholds tuned on another sample of the same size."""

    def simulate(rng: np.random.Generator, count: int) -> dict[tuple[str, str], tuple[Any, Any]]:
        tallying = Tallying()
        for i in range(count):
            tuning, sample = population.draw(rng), CostSample(Placed.of_tally(population.draw(rng)))
            truth = population.nec(tuned_thresholds(RocHull.of(tuning), GRID), GRID)
            for method in ("pointwise", "simultaneous"):
                band = sample.band(
                    GRID, tuned_on(tuning), LEVEL, simultaneous=method == "simultaneous", seed=i
                )
                held = (band.low <= truth + 1e-12) & (truth <= band.high + 1e-12)
                tallying.add(method, "all", held.all(), float(np.mean(band.high - band.low)))
        return tallying.found()

    return simulate


def tuned_thresholds(hull: RocHull, pc: Floats) -> Floats:
    """Return the threshold that tuning serves at each condition."""
    corner = np.searchsorted(hull.breakpoints[hull.breakpoints < 1], pc, side="right")
    threshold = hull.high[corner].copy()
    threshold[corner == len(hull) - 1] = -np.inf
    return np.asarray(threshold)


# ---- thresholds chosen on the same records ------------------------------------------------------


def chosen_anew(population: Normal, rng: np.random.Generator, draws: int = 4_000) -> Floats:
    """Return the mean true NEC of thresholds chosen on four fifths of as many records, as folds are."""
    part = dataclasses.replace(
        population, positives=population.positives * 4 // 5, negatives=population.negatives * 4 // 5
    )
    hulls = (RocHull.of(part.draw(rng)) for _ in range(draws))
    found: Floats = np.mean(
        [population.nec(tuned_thresholds(hull, CONDITIONS), CONDITIONS) for hull in hulls], axis=0
    )
    return found


def same(population: Normal) -> Callable[..., Any]:
    """Intervals for the population's lower envelope, and for the cost of choosing anew."""

    def simulate(rng: np.random.Generator, count: int) -> dict[tuple[str, str], tuple[Any, Any]]:
        tallying, truth, on_average = (
            Tallying(),
            population.envelope(CONDITIONS),
            chosen_anew(population, rng),
        )
        for i in range(count):
            tally = population.draw(rng)
            sample = CostSample(Placed.of_tally(tally), splits=Splits(seed=i))
            corrected, anew = (sample.band(CONDITIONS, rule, LEVEL) for rule in (optimal, None))
            tallying.intervals("corrected", CONDITIONS, corrected.low, corrected.high, truth)
            tallying.intervals("cross-fitted", CONDITIONS, anew.low, anew.high, truth)
            tallying.intervals(ANEW, CONDITIONS, anew.low, anew.high, on_average)
            rates = optimal(tally).rates(CONDITIONS)
            fp, fn = rates[0] * population.negatives, (1 - rates[1]) * population.positives
            _, low, high = nec_ends(fn, population.positives, fp, population.negatives, CONDITIONS, LEVEL)
            tallying.intervals("envelope, uncorrected", CONDITIONS, low, high, truth)
            if population.positives + population.negatives > MANY:
                continue
            drawn = np.concatenate(list(_envelopes(tally, i)))
            low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0, method="inverted_cdf")
            tallying.intervals("percentile bootstrap", CONDITIONS, low, high, truth)
        return tallying.found()

    return simulate


def _envelopes(tally: Any, seed: int) -> Iterator[Floats]:
    """Yield the lower envelopes of bootstrap samples at the conditions of the study."""
    x = CONDITIONS[:, None, None]
    for batch in Sample.of_tally(tally).replicates(replicates=200, seed=seed):
        stack = next(iter(batch.values()))
        shares = [
            np.concatenate([np.zeros((len(column), 1)), np.cumsum(column, axis=1)], axis=1) / total[:, None]
            for column, total in (
                (stack.positives, stack.total_positive),
                (stack.negatives, stack.total_negative),
            )
        ]
        yield (x * (1 - shares[0]) + (1 - x) * shares[1]).min(axis=2).T


# ---- two models that are equally good -----------------------------------------------------------

#: Of both models' scores, within each class.
CORRELATION = 0.5


def equals_given(population: Normal) -> Callable[..., Any]:
    """Tests of two equally good models at the same given threshold."""

    def simulate(rng: np.random.Generator, count: int) -> dict[tuple[str, str], tuple[Any, Any]]:
        tallying = Tallying()
        pc = 0.4
        rule = fixed(float(population.best_threshold(np.array([pc]))[0]))
        for i in range(count):
            paired = PairedCosts.given(population.draw_pair(rng, CORRELATION), "a", "b", rule, rule)
            _tests(tallying, paired, pc, i)
        return tallying.found()

    return simulate


def equals_best(population: Normal) -> Callable[..., Any]:
    """Tests of two equally good models, each at its best thresholds on the same records."""

    def simulate(rng: np.random.Generator, count: int) -> dict[tuple[str, str], tuple[Any, Any]]:
        tallying = Tallying()
        for i in range(count):
            placed = population.draw_pair(rng, CORRELATION)
            paired = PairedCosts.of_best(placed, "a", "b", Splits(seed=i))
            for pc in (0.1, 0.4, 0.9):
                _tests(tallying, paired, pc, i, whole=pc == 0.4)
            pvalue = paired.expected_test(ConditionPrior.uniform()).pvalue
            tallying.add("test of the area", "all", pvalue <= 1 - LEVEL)
        return tallying.found()

    return simulate


def expected_discordant(population: Normal) -> Callable[[str], float]:
    """Return the records on which one of two models alone errs, both at the best threshold of a condition."""
    both = multivariate_normal(cov=np.array([[1, CORRELATION], [CORRELATION, 1]]))

    def expect(at: str) -> float:
        if at == "all":
            return math.nan
        rates = population.rates(population.best_threshold(np.array([float(at)])))
        sizes = population.positives, population.negatives
        one_alone = (2 * (float(r[0]) - both.cdf(np.full(2, ndtri(float(r[0]))))) for r in rates)
        return float(sum(n * share for n, share in zip(sizes, one_alone, strict=True)))

    return expect


def _tests(tallying: Tallying, paired: PairedCosts, pc: float, seed: int, *, whole: bool = True) -> None:
    """Ask the tests of one sample."""
    result = paired.test(pc)
    assert result.estimate is not None
    tallying.add("test", f"{pc:g}", result.pvalue <= 1 - LEVEL)
    tallying.add("interval without 0", f"{pc:g}", result.estimate.excludes(0))
    if whole:
        band = paired.band(GRID, LEVEL, simultaneous=True, seed=seed)
        tallying.add("simultaneous band without 0", "all", bool(band.away_from(0)))


# ---- clusters -----------------------------------------------------------------------------------


def clusters(population: Clustered) -> Callable[..., Any]:
    """Intervals of NEC at a given threshold from clustered records."""

    def simulate(rng: np.random.Generator, count: int) -> dict[tuple[str, str], tuple[Any, Any]]:
        tallying = Tallying()
        fnr, fpr = population.rates(0.0)
        truth = fnr * CONDITIONS + fpr * (1 - CONDITIONS)
        for _ in range(count):
            placed = population.draw(rng)
            apart = dataclasses.replace(placed, cluster=None)
            for method, one in (("recommended, by cluster", placed), ("as if no clusters", apart)):
                band = CostSample(one).band(CONDITIONS, fixed(0.0), LEVEL)
                tallying.intervals(method, CONDITIONS, band.low, band.high, truth)
        return tallying.found()

    return simulate


# ---- the list -----------------------------------------------------------------------------------


def every_cell() -> list[Cell]:
    """Return all cells, the quick ones first."""
    tied = Normal(2, 100, 100, step=0.5)
    small = [
        (d, p, n) for d in (1, 2) for p, n in ((50, 50), (10, 190), (500, 500), (100, 1_900), (10, 1_990))
    ]
    pairs = [(1, 50, 50), (1, 10, 190), (2, 50, 50), (2, 500, 500)]
    large = [
        (1, 100, 100),
        (2, 100, 100),
        (3, 100, 100),
        (1, 100, 1_900),
        (3, 100, 1_900),
        (2, 500, 500),
        (2, 100, 19_900),
    ]
    best = [(1, 50, 50), (2, 50, 50), (2, 20, 380), (1, 250, 250), (2, 500, 500)]
    return [
        *(
            _given_cell(d, share, n)
            for d in (1, 2, 3)
            for share in (0.5, 0.05, 0.005)
            for n in (100, 1_000, 20_000)
        ),
        *(
            Cell(f"clusters g={g} size={size} share={share}", GIVEN, clusters(Clustered(2, g, size, share)))
            for g, size in ((30, 10), (200, 5))
            for share in (0.2, 0.5)
        ),
        *_cells("elsewhere", "NEC of the tuned thresholds", elsewhere, small, tied),
        *_cells("equal given", "no difference", equals_given, pairs, tied, rejects=True),
        *_cells("same", "lower envelope", same, large, tied),
        *_cells("equal best", "no difference", equals_best, best, tied, rejects=True),
    ]


GIVEN = "NEC of the threshold"


def _given_cell(separation: float, prevalence: float, records: int) -> Cell:
    """Return a cell of a given threshold; every class has two records or more."""
    positives = max(2, round(prevalence * records))
    population = Normal(separation, positives, records - positives)
    key = f"given d={separation} prevalence={prevalence} n={records}"
    return Cell(key, GIVEN, given(population), expected_errors=expected_errors(population))


def _cells(
    name: str,
    target: str,
    make: Callable[[Normal], Any],
    designs: list[tuple[int, int, int]],
    tied: Normal,
    *,
    rejects: bool = False,
) -> Iterator[Cell]:
    """Yield the cells of one question, and one more with tied scores."""
    keys = {f"{name} d={d} P={p} N={n}": Normal(d, p, n) for d, p, n in designs}
    keys[f"{name} d={tied.separation:g} P={tied.positives} N={tied.negatives} ties"] = tied
    for key, population in keys.items():
        discordant = expected_discordant(population) if rejects else None
        yield Cell(key, target, make(population), rejects, expected_discordant=discordant)
