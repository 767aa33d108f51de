"""Scores that sorting code trips over, by name; labels and weights to go with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    Maker = Callable[[np.random.Generator, int], NDArray[Any]]

INF = np.inf
TINY = 5e-324
HUGE = 1.7976931348623157e308


def beside_far_ones(rng: np.random.Generator, size: int) -> NDArray[np.float64]:
    """Nearly all scores in the billionth part of the range."""
    scores = 0.5 + 1e-9 * rng.random(size)
    scores[: min(2, size)] = [100.0, 1e300][: min(2, size)]
    return scores


def far_octaves(rng: np.random.Generator, size: int) -> NDArray[Any]:
    """Each score far from all others: whatever buckets are taken, most records share one."""
    return np.ldexp(0.5 + rng.random(size) / 4, -(np.arange(size) % 1000))


ADVERSARIES: dict[str, Maker] = {
    "uniform": lambda rng, size: rng.random(size),
    "probabilities": lambda rng, size: 1 / (1 + np.exp(-2 * rng.normal(size=size))),
    "log-odds": lambda rng, size: 3 * rng.normal(size=size),
    "heavy tails": lambda rng, size: np.exp(30 * rng.normal(size=size)),
    "Cauchy": lambda rng, size: rng.standard_cauchy(size),
    "beside far ones": beside_far_ones,
    "far octaves": far_octaves,
    "all equal": lambda _, size: np.full(size, 7.0),
    "zeros of both signs": lambda rng, size: rng.choice([0.0, -0.0], size),
    "one bucket": lambda rng, size: 1.0 + rng.integers(0, 50, size) * 2.0**-52,
    "neighbours": lambda rng, size: rng.integers(0, size + 1, size).astype(np.int64).view(np.float64),
    "few values": lambda rng, size: np.round(rng.random(size), 2),
    "ends of the floats": lambda rng, size: rng.choice(
        [-INF, INF, TINY, -TINY, HUGE, -HUGE, 0.0, -0.0, 1.0], size
    ),
    "half infinite": lambda rng, size: np.where(rng.random(size) < 0.5, rng.random(size), INF),
    "all infinite": lambda rng, size: rng.choice([-INF, INF], size),
    "ascending": lambda _, size: np.arange(size) / 7,
    "descending": lambda _, size: -np.arange(size) / 7,
}

#: Around the sizes at which another way is taken.
SIZES = (0, 1, 2, 23, 24, 25, 31, 32, 33, 500, 4095, 4096, 4097)


def weights(rng: np.random.Generator, size: int) -> dict[str, NDArray[Any] | None]:
    """No weights, whole ones, fractional ones."""
    return {"none": None, "whole": rng.integers(1, 9, size), "fractional": rng.random(size) + 0.01}


def cases(
    size: int, shares: Iterable[float] = (0.05, 0.5)
) -> Iterator[tuple[str, NDArray[np.bool_], NDArray[np.float64], NDArray[Any] | None]]:
    """Labels, scores and weights of one size, of every kind."""
    rng = np.random.default_rng(size)
    for name, make in ADVERSARIES.items():
        for share in shares:
            scores, positive = make(rng, size), rng.random(size) < share
            for kind, weight in weights(rng, size).items():
                yield f"{name}, {share:g} positive, weights {kind}", positive, scores, weight
