"""Records that are placed: with ties, weights and clusters, for tests of what is made of them."""

from __future__ import annotations

from typing import Any

import numpy as np

import costcurves as cc
from costcurves.inference.resampling import Placed


def drawn(seed: int, size: int = 40, **columns: Any) -> cc.Records:
    """Records of two models that are good, not very, with scores that tie."""
    rng = np.random.default_rng(seed)
    labels = rng.random(size) < 0.4
    labels[:2] = True, False
    scores = {model: np.clip(np.round(rng.normal(0.4 + 0.2 * labels, 0.25), 1), 0, 1) for model in ("a", "b")}
    return cc.Records.read(labels, scores, **columns)


def placed(records: cc.Records) -> Placed:
    """Place records by all their models."""
    return Placed.of_records(records, {model: records.tally(model) for model in records.scores})


def some_weights(seed: int, size: int = 40) -> np.ndarray:
    """Fractional weights, none of them 0."""
    return np.random.default_rng(seed).integers(1, 20, size) / 8


def some_clusters(seed: int, size: int = 40, count: int = 9) -> np.ndarray:
    """Clusters of unlike sizes, each holding a record at least."""
    rng = np.random.default_rng(seed)
    return np.concatenate([np.arange(count), rng.integers(0, count, size - count)])
