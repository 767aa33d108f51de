"""Expected cost of scorers of many classes over beliefs about the operating condition, record by record.

The condition PC is a place of a simplex; at each, the class with the greatest PC_j·p_ij/π_j is decided for.
What this costs on average over a Dirichlet law of PC has a value of its own for every record: the cost of a
scorer is the sum over the classes of the mean of these values within the class.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats

#: Numbers that are worked on at a time: few enough to stay near the processor.
CHUNK = 1 << 16

#: Sums over more subsets of the classes than those of so many take longer than quadrature, and lose digits.
MOST_CLASSES = 10

#: Nodes of quadrature; the error is told by half as many.
NODES = 128

#: Mass of a law that is left out at each end, and what is as good as infinite to it.
TAIL, LARGEST = 1e-17, 1e300


def uniform_losses(ratios: Floats, true: NDArray[np.intp]) -> Floats:
    """Expected cost of each record under a uniform law of the operating condition, in closed form.

    With a_j = r_y/r_j, where y is the true class, E[PC_y·1(decided wrongly)] =
    (1 − Σ_S (−1)^|S| / (1 + Σ_{j∈S} a_j)²)/K over all sets S of other classes. Of two classes that is half
    the square of the other class's share in r.

    Parameters
    ----------
    ratios : ndarray of float, shape (records, K)
        Scores, each divided by the share of its class.
    true : ndarray of int, shape (records,)
        True classes.

    Returns
    -------
    ndarray of float, shape (records,)
        In [0, 1/K]: 0 where only the true class is possible, 1/K where it is not.

    Examples
    --------
    >>> uniform_losses(np.array([[0.75, 0.25], [1.0, 0.0]]), np.array([0, 0])).tolist()
    [0.03125, 0.0]
    """
    classes = ratios.shape[1]
    odds, subsets = _odds(ratios, true), list(_subsets(classes - 1))
    place = {tuple(chosen): number for number, chosen in enumerate(subsets)}
    signs = np.array([-1.0 if len(chosen) % 2 else 1.0 for chosen in subsets])[:, None]
    kept, step = np.empty(len(odds)), max(CHUNK * 8 // len(subsets), 1)
    for start in range(0, len(odds), step):
        part = np.ascontiguousarray(odds[start : start + step].T)
        sums = np.zeros((len(subsets), part.shape[1]))
        for number, chosen in enumerate(subsets[1:], 1):
            # That of a set is that of the set without its last class, and one term more.
            np.add(sums[place[tuple(chosen[:-1])]], part[chosen[-1]], out=sums[number])
        sums += 1
        np.multiply(sums, sums, out=sums)
        kept[start : start + step] = np.divide(signs, sums, out=sums).sum(axis=0)
    return np.asarray(np.clip((1 - kept) / classes, 0, 1 / classes))


def dirichlet_losses(ratios: Floats, true: NDArray[np.intp], alpha: Floats, nodes: int = NODES) -> Floats:
    """Expected cost of each record under a Dirichlet law of the operating condition, by quadrature.

    PC_j = G_j/ΣG with independent gamma variables, so that E[PC_y·1(decided for y)] is the mean of
    Π_{j≠y} F_j(G·a_j) over a gamma law of shape α_y + 1, times α_y/Σα: one integral in one variable.

    Parameters
    ----------
    ratios, true
        As of :func:`uniform_losses`.
    alpha : ndarray of float, shape (K,)
        α > 0; all 1 is the uniform law.
    nodes : int
        Places of the trapezoidal rule along the logarithm of G, for which what is integrated is smooth.

    Examples
    --------
    >>> ratios, true = np.array([[0.75, 0.25], [0.5, 0.5]]), np.array([0, 1])
    >>> np.round(dirichlet_losses(ratios, true, np.ones(2)), 12).tolist()
    [0.03125, 0.125]
    """
    from scipy.special import gammainc

    odds, found = _odds(ratios, true), np.empty(len(ratios))
    for own in np.unique(true).tolist():
        others = np.delete(np.arange(len(alpha)), own).tolist()
        points, mass = _of_gamma(float(alpha[own]) + 1, nodes)
        rows, step = np.flatnonzero(true == own), max(CHUNK // nodes, 1)
        for start in range(0, len(rows), step):
            part = rows[start : start + step]
            kept = np.ones((len(part), nodes))
            for place, other in enumerate(others):
                reach = np.minimum(odds[part, place, None] * points, LARGEST)
                # Of shape 1 that is the exponential law, which is far quicker.
                kept *= 1 - np.exp(-reach) if alpha[other] == 1 else gammainc(alpha[other], reach)
            found[part] = alpha[own] / alpha.sum() * np.clip(1 - kept @ mass, 0, 1)
    return found


def _of_gamma(shape: float, nodes: int) -> tuple[Floats, Floats]:
    """Return places of a gamma law and their mass, evenly along the logarithm."""
    from scipy.special import gammainccinv, gammaincinv, gammaln

    low, high = np.log([gammaincinv(shape, TAIL), gammainccinv(shape, TAIL)]).tolist()
    along = np.linspace(low, high, nodes)
    mass = np.exp(shape * along - np.exp(along) - gammaln(shape)) * (along[1] - along[0])
    return np.exp(along), mass


def _odds(ratios: Floats, true: NDArray[np.intp]) -> Floats:
    """Return r_y/r_j of every other class j; 0/0 as 0, where a third class beats both."""
    rows = np.arange(len(ratios))
    others = np.ones(ratios.shape, dtype=bool)
    others[rows, true] = False
    rest = ratios[others].reshape(len(ratios), -1)
    own = np.broadcast_to(ratios[rows, true][:, None], rest.shape)
    with np.errstate(over="ignore"):
        return np.divide(own, rest, out=np.where(own > 0, np.inf, 0.0), where=rest > 0)


def _subsets(count: int) -> Iterator[list[int]]:
    for size in range(count + 1):
        for chosen in combinations(range(count), size):
            yield list(chosen)
