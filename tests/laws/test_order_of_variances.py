"""Standard errors and intervals of weights that round: neither threads nor the order of rows change a digit."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from threadpoolctl import threadpool_limits  # comes with scikit-learn

import costcurves as cc
from costcurves._ground import threads
from costcurves.inference.auc.delong import Placements
from costcurves.inference.costs.cost_bands import CostSample
from costcurves.inference.costs.mean_losses import mean_loss_interval
from costcurves.inference.costs.paired import PairedCosts
from costcurves.inference.resampling import Placed
from costcurves.stats import auc_covariance, auc_error

if TYPE_CHECKING:
    from numpy.typing import NDArray

X = np.linspace(0.0, 1.0, 7)
CUT = cc.rules.fixed(0.5)


@dataclasses.dataclass(frozen=True)
class Rows:
    """Two models on records with weights, and perhaps in clusters."""

    labels: NDArray[np.bool_]
    scores: dict[str, NDArray[np.float64]]
    weights: NDArray[np.float64]
    clusters: NDArray[np.intp] | None = None

    @classmethod
    def drawn(cls, size: int, seed: int, clusters: int = 0) -> Rows:
        """Two records or more of each class; no two scores of a model are equal."""
        rng = np.random.default_rng(seed)
        labels = rng.permutation(np.arange(size) % 3 == 0)
        scores = {name: rng.permutation(np.arange(1, size + 1)) / (size + 1) for name in "ab"}
        weights = rng.choice([0.1, 1 / 3, 0.7, 1e3], size) * rng.random(size)
        return cls(labels, scores, weights, rng.integers(0, clusters, size) if clusters else None)

    def take(self, rows: NDArray[np.intp]) -> Rows:
        """The same records in another order."""
        scores = {name: column[rows] for name, column in self.scores.items()}
        clusters = None if self.clusters is None else self.clusters[rows]
        return Rows(self.labels[rows], scores, self.weights[rows], clusters)

    def numbers(self) -> list[Any]:
        """What hangs on sums over rows."""
        records = cc.Records.read(self.labels, self.scores, sample_weight=self.weights, cluster=self.clusters)
        placed = Placed.of_records(records, {model: records.tally(model) for model in self.scores})
        sample, paired = CostSample(placed, "a"), PairedCosts.given(placed, "a", "b", CUT, CUT)
        rankings = Placements.of(records)
        return [
            (placed.effective, rankings.auc.tolist(), rankings.totals),
            (auc_error(records, model="a"), auc_error(records, model="b"), auc_covariance(records).tolist()),
            sample.band(X, CUT),
            sample.band(X, CUT, simultaneous=True),
            sample.expected(cc.ConditionPrior.beta(2, 3), CUT),
            paired.band(X),
            paired.band(X, simultaneous=True),
            paired.test(0.4),
            mean_loss_interval(placed, "a", "brier"),
        ]

    def with_threads(self, count: int) -> list[Any]:
        """The same on so many threads, however few records there are."""
        with (
            patch.object(threads, "RECORDS_FOR_THREADS", 1),
            patch.dict("os.environ", {threads.SETTING: str(count)}),
        ):
            return self.numbers()


@given(st.integers(8, 60), st.integers(0, 999), st.sampled_from([0, 5]), st.data())
def test_neither_threads_nor_the_order_of_rows_change_a_digit(size, seed, clusters, data):
    rows = Rows.drawn(size, seed, clusters)
    plain = rows.numbers()
    moved = rows.take(np.array(data.draw(st.permutations(range(size)))))
    assert moved.numbers() == plain
    assert moved.with_threads(data.draw(st.integers(1, 8))) == plain


def test_the_threads_of_linear_algebra_change_no_digit():
    """Libraries part large products among threads, and add the parts in another order."""
    rows = Rows.drawn(20_000, seed=1)
    plain = rows.numbers()
    for count in (1, 3, 8):
        with threadpool_limits(count):
            assert rows.numbers() == plain, count
