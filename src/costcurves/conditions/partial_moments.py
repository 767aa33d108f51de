"""Partial moments of laws on [0, 1] in closed form: the integral of tᵏ from the lower end to x."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats


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
    low, high = ends
    # E[tᵏ; t < x] = E[tᵏ] · I_x(a + k, b), with E[tᵏ] = a(a+1)…/((a+b)(a+b+1)…).
    factor = math.prod((a + i) / (a + b + i) for i in range(k))
    part = beta_mass(a + k, b, (low, np.clip(x, low, high)))
    return np.asarray(factor * part / beta_mass(a, b, ends))


def beta_mass(a: float, b: float, ends: tuple[float, Any]) -> Any:
    """Probability between two ends, by the upper tail where that is the smaller one."""
    from scipy.special import betainc, betaincc

    low, high = ends
    if low > a / (a + b):
        return betaincc(a, b, low) - betaincc(a, b, high)
    return betainc(a, b, high) - betainc(a, b, low)


def triangular(low: float, mode: float, high: float, x: Floats, k: int) -> Floats:
    """Integrate under the rising and the falling side."""
    at = np.clip(x, low, high)
    total = np.zeros_like(at)
    if mode > low:
        rise = np.minimum(at, mode) - low
        total += _from_foot(low, rise, k) * 2 / ((high - low) * (mode - low))
    if high > mode:
        fall = high - np.maximum(at, mode)
        part = _from_foot(high, -(high - mode), k) - _from_foot(high, -fall, k)
        total += part * 2 / ((high - low) * (high - mode))
    return np.asarray(total)


def _from_foot(foot: float, u: Any, k: int) -> Any:
    """Integrate (foot + u)ᵏ·|u| from 0 outwards: powers of u, so that narrow laws cancel nothing."""
    half, third, fourth = u * u / 2, u * u * u / 3, u * u * u * u / 4
    return (half, foot * half + third, foot * foot * half + 2 * foot * third + fourth)[k]


def log_odds_uniform(low: float, high: float, x: Floats, k: int) -> Floats:
    """Integrate tᵏ/(t(1 − t)): log-odds, −ln(1 − t), −ln(1 − t) − t."""
    at = np.clip(x, low, high)
    width = _log_odds(high) - _log_odds(low)
    if k == 0:
        return np.asarray((_log_odds(at) - _log_odds(low)) / width)
    part = np.log1p(-low) - np.log1p(-at)
    return np.asarray((part if k == 1 else part - (at - low)) / width)


def _log_odds(x: Any) -> Any:
    return np.log(x) - np.log1p(-x)
