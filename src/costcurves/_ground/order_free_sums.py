"""Sums that are the same in whatever order their terms come."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

#: Two rounds leave less than a rounding of the sum of the sizes of the terms.
_ROUNDS = 2


def order_free_sum(values: ArrayLike) -> float:
    """Add up finite numbers so that their order leaves no trace in the rounding.

    Every term is parted into a multiple of one power of two, so coarse that sums of such multiples are
    exact in any order, and a rest, which is treated alike; what the last round leaves is dropped.

    References
    ----------
    S. M. Rump, T. Ogita, S. Oishi, *Accurate floating-point summation*, SIAM J. Sci. Comput. 31, 2008.

    Examples
    --------
    >>> order_free_sum([0.1, 0.2, 0.3]) == order_free_sum([0.3, 0.2, 0.1])
    True
    """
    rest = np.asarray(values, float)
    total = 0.0
    for _ in range(_ROUNDS):
        most = float(np.max(np.abs(rest), initial=0.0))
        if most == 0:
            break
        coarse = 2.0 ** (math.frexp(most)[1] + math.frexp(len(rest) + 2)[1])
        part = (coarse + rest) - coarse
        total += float(part.sum())
        rest = rest - part
    return total
