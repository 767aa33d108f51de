"""Long curves lose vertices, never their shape."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from costcurves.charts.paths import FEW, simplified


def off(x: np.ndarray, y: np.ndarray, kept: np.ndarray) -> float:
    """Greatest distance of a vertex from the line through the kept ones."""
    start = np.clip(np.searchsorted(kept, np.arange(len(x)), side="right") - 1, 0, len(kept) - 2)
    a, b = kept[start], kept[start + 1]
    along = np.array([x[b] - x[a], y[b] - y[a]])
    gap = np.array([x - x[a], y - y[a]])
    length = np.maximum(np.hypot(*along), 1e-300)
    return float(np.max(np.abs(gap[0] * along[1] - gap[1] * along[0]) / length))


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.integers(FEW + 1, 5000), st.sampled_from([100, 1000]))
def test_no_vertex_lies_visibly_off_the_line(seed, count, resolution) -> None:
    rng = np.random.default_rng(seed)
    x, y = (np.cumsum(rng.exponential(size=count) ** 3) for _ in range(2))
    x, y = (v / v[-1] for v in (x, y))
    kept = simplified(x, y, resolution, keep=[7, count // 2])
    assert {0, 7, count // 2, count - 1} <= set(kept.tolist())
    assert np.all(np.diff(kept) > 0)
    assert off(x, y, kept) <= 1.5 / resolution


def test_short_curves_stay_whole() -> None:
    x = np.linspace(0, 1, FEW)
    assert simplified(x, x).tolist() == list(range(FEW))


def test_a_million_steps_become_few() -> None:
    rng = np.random.default_rng(1)
    across = rng.random(1_000_000) < 0.5
    x, y = np.cumsum(across), np.cumsum(~across)
    kept = simplified(x / x[-1], y / y[-1])
    assert len(kept) < 200


def test_a_curve_that_comes_back_to_its_start() -> None:
    angle = np.linspace(0, 2 * np.pi, 1001)
    x, y = (1 + np.cos(angle)) / 2, (1 + np.sin(angle)) / 2
    x[-1], y[-1] = x[0], y[0]
    kept = simplified(x, y)
    assert 40 < len(kept) < 200
