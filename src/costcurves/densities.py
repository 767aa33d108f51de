"""Partial moments of laws on [0, 1] in closed form: the integral of tᵏ from the lower end to x."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from costcurves._arrays import Floats


def piecewise_uniform(edges: Floats, weights: Floats, x: Floats, k: int) -> Floats:
    """Add up over intervals the weight below x times the mean of tᵏ there."""
    low = edges[:-1]
    top = np.clip(x[..., None], low, edges[1:])
    # The mean of tᵏ over [low, top], without a difference of powers.
    mean = (1.0, (top + low) / 2, (top * top + top * low + low * low) / 3)[k]
    share = (top - low) / np.diff(edges)
    return np.asarray((weights * share * mean).sum(axis=-1))


def beta(a: float, b: float, ends: tuple[float, float], x: Floats, k: int) -> Floats:
    """Use regularised incomplete beta functions of shifted parameters, truncated to the ends."""
    from scipy.special import betainc

    low, high = ends
    top = np.clip(x, low, high)
    # E[tᵏ; t < x] = E[tᵏ] · I_x(a + k, b), with E[tᵏ] = a(a+1)…/((a+b)(a+b+1)…).
    factor = math.prod((a + i) / (a + b + i) for i in range(k))
    mass = betainc(a, b, high) - betainc(a, b, low)
    return np.asarray(factor * (betainc(a + k, b, top) - betainc(a + k, b, low)) / mass)


def triangular(low: float, mode: float, high: float, x: Floats, k: int) -> Floats:
    """Integrate under the rising and the falling side."""
    at = np.clip(x, low, high)
    total = np.zeros_like(at)
    if mode > low:
        total += _under_side(low, np.minimum(at, mode), low, k) * 2 / ((high - low) * (mode - low))
    if high > mode:
        total -= _under_side(mode, np.maximum(at, mode), high, k) * 2 / ((high - low) * (high - mode))
    return np.asarray(total)


def _under_side(start: float, stop: Floats, foot: float, k: int) -> Floats:
    """Integrate tᵏ (t − foot) from start to stop."""
    first, second = ((stop**n - start**n) / n for n in (k + 1, k + 2))
    return np.asarray(second - foot * first)


def log_odds_uniform(low: float, high: float, x: Floats, k: int) -> Floats:
    """Integrate tᵏ/(t(1 − t)): log-odds, −ln(1 − t), −ln(1 − t) − t."""
    at = np.clip(x, low, high)
    width = _log_odds(high) - _log_odds(low)
    if k == 0:
        return np.asarray((_log_odds(at) - _log_odds(low)) / width)
    part = np.log1p(-low) - np.log1p(-at)
    return np.asarray((part if k == 1 else part - (at - low)) / width)


def _log_odds(x: Any) -> Any:
    """ln(x/(1 − x))."""
    return np.log(x) - np.log1p(-x)
