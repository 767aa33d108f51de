"""What is timed: one function for us and one for the peer, on data made before the clock starts."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

Data = tuple[Any, ...]


@dataclasses.dataclass(frozen=True)
class Benchmark:
    """One comparison.

    Attributes
    ----------
    key, title, peer_name : str
    data : callable
        Makes the arguments of both sides.
    ours, peer : callable
        Import what they need and return a function to time; imports are not timed.
    target : float or None
        Least ratio peer time / our time; None for figures printed without a target.
    memory : float or None
        Greatest extra memory of our side, as a multiple of the bytes of the data.
    """

    key: str
    title: str
    peer_name: str
    data: Callable[[], Data]
    ours: Callable[[], Callable[..., Any]]
    peer: Callable[[], Callable[..., Any]]
    target: float | None = None
    memory: float | None = None


def records(count: int, share: float, *, distinct: int | None = None) -> Data:
    """Make labels (int64) and scores (float64, positives one standard deviation higher)."""
    rng = np.random.default_rng(20000820)
    label = (rng.random(count) < share).astype(np.int64)
    score = rng.normal(size=count) + label
    if distinct is not None:
        score = np.round((score - score.min()) / np.ptp(score) * (distinct - 1)) / (distinct - 1)
    return label, score


def weighted_records(count: int, share: float) -> Data:
    """Make labels, scores and weights."""
    label, score = records(count, share)
    return label, score, np.random.default_rng(1).random(count)


def probabilities(count: int, share: float) -> Data:
    """Make labels and scores in (0, 1)."""
    label, score = records(count, share)
    return label, 1 / (1 + np.exp(-score))


def points(count: int) -> Data:
    """Make the cumulative counts of many distinct points of a ROC curve, and the scores behind them."""
    label, score = records(count, 0.5)
    order = np.argsort(-score)
    tp = np.concatenate([[0], np.cumsum(label[order])])
    return np.arange(count + 1) - tp, tp, score


def loaded() -> Any:
    """Load what our side uses: names load on first use, and imports are not timed."""
    import concurrent.futures.thread  # noqa: F401 - the threads of large inputs

    import scipy.special  # noqa: F401 - the Beta laws

    import costcurves as cc

    for name in cc.__all__:
        getattr(cc, name)
    return cc


def our_cost_curve() -> Callable[..., Any]:
    """Cost curve with exact hull and envelope, and the AUC."""
    cc = loaded()
    auc = next(row for row in cc.SUMMARIES if row.key == "auc")

    def run(label: Any, score: Any, weight: Any = None) -> Any:
        tally = cc.tally(label, score, sample_weight=weight)
        return cc.optimal(tally).area, auc(tally)

    return run


def our_cost_curve_door() -> Callable[..., Any]:
    """The public door alone."""
    cc = loaded()
    return lambda label, score: cc.cost_curve(label, score).area


def sklearn_roc() -> Callable[..., Any]:
    """ROC curve of scikit-learn."""
    from sklearn.metrics import roc_curve

    return lambda label, score, weight=None: roc_curve(label, score, sample_weight=weight)


def our_counts() -> Callable[..., Any]:
    """All four counts at every distinct score, nobody and everybody included."""
    cc = loaded()

    def run(label: Any, score: Any) -> Any:
        tally = cc.tally(label, score)
        cuts = tally.confusion()
        return cuts.tp, cuts.fn, cuts.fp, cuts.tn, tally.low

    return run


def sklearn_counts() -> Callable[..., Any]:
    """All four counts at every distinct score (without "nobody")."""
    from sklearn.metrics import confusion_matrix_at_thresholds

    return confusion_matrix_at_thresholds


def our_profit() -> Callable[..., Any]:
    """Greatest profit a record over all thresholds, with its threshold."""
    cc = loaded()

    def run(label: Any, score: Any) -> Any:
        tally = cc.tally(label, score)
        condition = cc.OperatingCondition.from_benefits(tp=5, fp=-1, prevalence=tally.prevalence)
        decision = cc.least_cost(condition)(tally)
        return decision.expected_cost, decision.high

    return run


def empulse_profit() -> Callable[..., Any]:
    """Greatest profit of empulse."""
    from empulse.metrics import max_profit_score

    return lambda label, score: max_profit_score(label, score, tp_cost=-5, fp_cost=1)


def our_h() -> Callable[..., Any]:
    """H-measure under the default severity law."""
    cc = loaded()
    return lambda label, score: cc.h_measure(cc.tally(label, score))


def peer_h() -> Callable[..., Any]:
    """H-measure of the Python package hmeasure."""
    from hmeasure import h_score

    return h_score


def our_hull() -> Callable[..., Any]:
    """Exact hull of points already in order."""
    from costcurves.hull import upper_hull

    return lambda fp, tp, _score: upper_hull(fp, tp)


def argsort() -> Callable[..., Any]:
    """Sort the scores behind the points, as every ROC curve must."""
    return lambda _fp, _tp, score: np.argsort(score)


MILLION = 1_000_000
COST, SKLEARN = "cost curve: exact hull, AUC, envelope", "scikit-learn roc_curve"

#: Every comparison. One row is one benchmark.
BENCHMARKS = (
    Benchmark("cost_curve_10m", f"{COST}, 10 M records, 5 % positive", SKLEARN,
              lambda: records(10 * MILLION, 0.05), our_cost_curve, sklearn_roc, target=20, memory=3),
    Benchmark("cost_curve_door_10m", "cost_curve() alone, 10 M records, 5 % positive", SKLEARN,
              lambda: records(10 * MILLION, 0.05), our_cost_curve_door, sklearn_roc, target=20, memory=3),
    Benchmark("cost_curve_1m", f"{COST}, 1 M records, balanced", SKLEARN,
              lambda: records(MILLION, 0.5), our_cost_curve, sklearn_roc, target=4, memory=None),
    Benchmark("cost_curve_1000_scores", f"{COST}, 10 M records, 1,000 distinct scores", SKLEARN,
              lambda: records(10 * MILLION, 0.05, distinct=1000), our_cost_curve, sklearn_roc),
    Benchmark("cost_curve_weights", f"{COST}, 1 M weighted records", SKLEARN,
              lambda: weighted_records(MILLION, 0.05), our_cost_curve, sklearn_roc),
    Benchmark("counts_10m", "counts at every threshold, 10 M records, 5 % positive",
              "scikit-learn confusion_matrix_at_thresholds",
              lambda: records(10 * MILLION, 0.05), our_counts, sklearn_counts, target=8),
    Benchmark("profit_10m", "best-threshold profit, 10 M records, 5 % positive", "empulse max_profit_score",
              lambda: probabilities(10 * MILLION, 0.05), our_profit, empulse_profit, target=10),
    Benchmark("h_measure_1m", "H-measure, 1 M records, 5 % positive", "hmeasure h_score",
              lambda: probabilities(MILLION, 0.05), our_h, peer_h, target=25),
    Benchmark("hull_10m", "exact hull of 10 M distinct points", "np.argsort of their scores",
              lambda: points(10 * MILLION), our_hull, argsort, target=1),
)  # fmt: skip
