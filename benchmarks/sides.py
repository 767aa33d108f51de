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
    peer_times : int
        By what the time of the peer is multiplied: a long loop of like rounds is run in part.
    """

    key: str
    title: str
    peer_name: str
    data: Callable[[], Data]
    ours: Callable[[], Callable[..., Any]]
    peer: Callable[[], Callable[..., Any]]
    target: float | None = None
    memory: float | None = None
    peer_times: int = 1


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


def class_probabilities(count: int, classes: int) -> Data:
    """Make labels of many classes and their probabilities."""
    rng = np.random.default_rng(10)
    label = rng.integers(0, classes, count)
    score = rng.random((count, classes)) + 0.3 * np.eye(classes)[label]
    return label, score / score.sum(axis=1, keepdims=True)


def ordered_scores(count: int) -> Data:
    """Make labels of three classes in order and one score."""
    rng = np.random.default_rng(3)
    label = rng.integers(0, 3, count)
    return label, rng.normal(label)


def our_hand_till() -> Callable[..., Any]:
    """Hand and Till's M from labels and scores."""
    cc = loaded()
    areas, records = cc.measures.PairwiseAreas, cc.stats.ClassRecords
    return lambda label, score: areas.of(records.read(label, score), "model").hand_till


def sklearn_one_against_one() -> Callable[..., Any]:
    """The same of scikit-learn, pair by pair."""
    from sklearn.metrics import roc_auc_score

    return lambda label, score: roc_auc_score(label, score, multi_class="ovo")


def models_of_classes(count: int, classes: int, models: int) -> Data:
    """Make labels of many classes and several models of their probabilities."""
    rng = np.random.default_rng(20)
    label = rng.integers(0, classes, count)
    raw = np.exp(rng.normal(size=(models, count, classes)) + 2 * np.eye(classes)[label])
    return label, {f"m{place}": one / one.sum(axis=1, keepdims=True) for place, one in enumerate(raw)}


def our_class_summary() -> Callable[..., Any]:
    """All measures of many classes with their intervals, from labels and probabilities."""
    cc = loaded()
    return lambda label, models: cc.evaluate_classes(label, models).summary()


def sklearn_class_summary() -> Callable[..., Any]:
    """Measures of one model by scikit-learn, without intervals."""
    from sklearn import metrics

    def run(label: Any, models: Any) -> Any:
        score = next(iter(models.values()))
        said = score.argmax(axis=1)
        found = [measure(label, said) for measure in (metrics.cohen_kappa_score, metrics.matthews_corrcoef)]
        found.append(metrics.classification_report(label, said, output_dict=True))
        found += [metrics.jaccard_score(label, said, average=way) for way in ("macro", "micro", "weighted")]
        found += [metrics.log_loss(label, score), metrics.brier_score_loss(label, score)]
        return found + [metrics.roc_auc_score(label, score, multi_class=way) for way in ("ovo", "ovr")]

    return run


def our_volume() -> Callable[..., Any]:
    """Volume under the ROC surface with its variance and interval."""
    cc = loaded()
    return lambda label, score: cc.stats.ordered_volume(label, score, order=[0, 1, 2])


def sorted_scores() -> Callable[..., Any]:
    """Sort the scores, which is the least that it takes."""
    return lambda label, score: (label.sum(), np.argsort(score))


def five_models_of_classes(count: int) -> Data:
    """Make labels of three classes and five models of their probabilities."""
    rng = np.random.default_rng(5)
    label = rng.integers(0, 3, count)
    models = {}
    for name in "abcde":
        score = np.exp(rng.normal(size=(count, 3)) + rng.uniform(0.5, 1.5, 3) * np.eye(3)[label])
        models[name] = score / score.sum(axis=1, keepdims=True)
    return label, models


def our_regions() -> Callable[..., Any]:
    """Which of five models is cheapest where, from labels and probabilities."""
    cc = loaded()
    return lambda label, models: cc.evaluate_classes(label, models).regions()


def sklearn_regions() -> Callable[..., Any]:
    """Recalls by scikit-learn of each model at each triangle of the same grid, of which 72 are tried."""
    from sklearn.metrics import recall_score

    places = np.random.default_rng(0).dirichlet(np.ones(3), 72)

    def run(label: Any, models: Any) -> Any:
        shares = np.bincount(label) / len(label)
        taken = [[np.argmax(p / shares * place, axis=1) for p in models.values()] for place in places]
        return [[recall_score(label, said, average=None) for said in row] for row in taken]

    return run


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

    for package in (cc, cc.criteria, cc.curves, cc.measures, cc.rules, cc.space, cc.stats):
        for name in dir(package):
            getattr(package, name)
    return cc


def our_cost_curve() -> Callable[..., Any]:
    """Cost curve with exact hull and envelope, and the AUC."""
    cc = loaded()
    auc = next(row for row in cc.measures.SUMMARIES if row.key == "auc")

    def run(label: Any, score: Any, weight: Any = None) -> Any:
        tally = cc.tally(label, score, sample_weight=weight)
        return cc.rules.optimal(tally).area, auc(tally)

    return run


def our_cost_curve_door() -> Callable[..., Any]:
    """The public door alone."""
    cc = loaded()
    return lambda label, score: cc.cost_curve(label, score).area


def sklearn_roc() -> Callable[..., Any]:
    """ROC curve of scikit-learn."""
    from sklearn.metrics import roc_curve

    return lambda label, score, weight=None: roc_curve(label, score, sample_weight=weight)


def one_pass() -> Callable[..., Any]:
    """Look at every label and every score once."""
    return lambda label, score: (label.sum(), score.max())


def our_h_interval() -> Callable[..., Any]:
    """Interval of the H-measure from 2,000 replicates."""
    cc = loaded()
    from costcurves.inference.bootstrap.statistics import interval

    return lambda label, score: interval(cc.tally(label, score), "h_measure")


def hmeasure_replicates() -> Callable[..., Any]:
    """The H-measure of one set of records, 2,000 times; 100 of them are run."""
    from hmeasure import h_score

    return lambda label, score: [h_score(label, score) for _ in range(100)]


def our_counts() -> Callable[..., Any]:
    """All four counts at every distinct score, nobody and everybody included."""
    cc = loaded()

    def run(label: Any, score: Any) -> Any:
        tally = cc.tally(label, score)
        outcomes = tally.confusion()
        return outcomes.tp, outcomes.fn, outcomes.fp, outcomes.tn, tally.low

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
        decision = cc.criteria.least_cost(condition)(tally)
        return decision.expected_cost, decision.high

    return run


def empulse_profit() -> Callable[..., Any]:
    """Greatest profit of empulse."""
    from empulse.metrics import max_profit_score

    return lambda label, score: max_profit_score(label, score, tp_cost=-5, fp_cost=1)


def our_h() -> Callable[..., Any]:
    """H-measure under the default severity law."""
    cc = loaded()
    return lambda label, score: cc.measures.h_measure(cc.tally(label, score))


def peer_h() -> Callable[..., Any]:
    """H-measure of the Python package hmeasure."""
    from hmeasure import h_score

    return h_score


def our_hull() -> Callable[..., Any]:
    """Exact hull of points already in order."""
    from costcurves.space.hull import upper_hull

    return lambda fp, tp, _score: upper_hull(fp, tp)


def argsort() -> Callable[..., Any]:
    """Sort the scores behind the points, as every ROC curve must."""
    return lambda _fp, _tp, score: np.argsort(score)


def our_decision_curve() -> Callable[..., Any]:
    """Net benefit at 100 thresholds."""
    cc = loaded()
    from costcurves.curves.registry import curve_kind

    net_benefit = curve_kind("net_benefit")
    return lambda label, score: net_benefit.at(cc.tally(label, score), np.arange(100) / 100)


def dcurves_decision_curve() -> Callable[..., Any]:
    """Net benefit at 100 thresholds of dcurves."""
    import pandas as pd
    from dcurves import dca

    def run(label: Any, score: Any) -> Any:
        frame = pd.DataFrame({"label": label, "score": score})
        return dca(data=frame, outcome="label", modelnames=["score"], thresholds=np.arange(100) / 100)

    return run


def our_brier_values() -> Callable[..., Any]:
    """The Brier curve at 100 conditions, exact."""
    cc = loaded()
    from costcurves.curves.registry import curve_kind

    brier = curve_kind("brier_by_proportion")
    return lambda label, score: brier.at(cc.tally(label, score), np.linspace(0, 1, 100))


def our_brier_curve() -> Callable[..., Any]:
    """The whole Brier curve, every jump, and its area."""
    cc = loaded()
    rule = cc.rules.score_driven()
    return lambda label, score: rule(cc.tally(label, score)).area


def murphy_diagram() -> Callable[..., Any]:
    """The Murphy diagram of model-diagnostics at its 100 places: the Brier curve in other units."""
    import matplotlib as mpl

    mpl.use("Agg")
    from model_diagnostics.scoring import plot_murphy_diagram

    return plot_murphy_diagram


def our_measure() -> Callable[..., Any]:
    """F2 at every threshold."""
    cc = loaded()
    f2 = cc.measures.measure("f2")
    return lambda label, score: f2(cc.tally(label, score).confusion())


def sklearn_metric() -> Callable[..., Any]:
    """F2 at every threshold of scikit-learn."""
    from sklearn.metrics import fbeta_score, metric_at_thresholds

    parameters = {"beta": 2, "zero_division": 0}
    return lambda label, score: metric_at_thresholds(label, score, fbeta_score, metric_params=parameters)


def our_deciles() -> Callable[..., Any]:
    """Gains curve at every record and the decile table."""
    cc = loaded()
    from costcurves.curves.over_depth import deciles
    from costcurves.curves.registry import curve_kind

    gains = curve_kind("gains")

    def run(label: Any, score: Any) -> Any:
        tally = cc.tally(label, score)
        return gains.of(tally), deciles(tally)

    return run


def kds_deciles() -> Callable[..., Any]:
    """Decile table of kds, with its cumulative gains by decile."""
    import warnings

    from kds.metrics import decile_table

    warnings.simplefilter("ignore")
    return lambda label, score: decile_table(label, score, labels=False)


def two_models(count: int, share: float) -> Data:
    """Make labels and the probabilities of two models, the second with more noise."""
    label, score = records(count, share)
    noisy = score + np.random.default_rng(2).normal(size=count)
    return label, 1 / (1 + np.exp(-score)), 1 / (1 + np.exp(-noisy))


def our_cost_band() -> Callable[..., Any]:
    """Band of the cost curve, the best threshold chosen anew on 1,000 replicates."""
    cc = loaded()
    from costcurves.inference.bootstrap.bands import curve_band

    return lambda label, score: curve_band(cc.tally(label, score), "cost", replicates=1000)


def sklearn_cost_band() -> Callable[..., Any]:
    """The same by a loop over rows drawn anew; 20 of the 1,000 rounds, all alike, are run."""
    from sklearn.metrics import roc_curve

    pc = np.linspace(0, 1, 101)

    def run(label: Any, score: Any) -> Any:
        rng = np.random.default_rng(0)
        classes = [np.flatnonzero(label == value) for value in (0, 1)]
        costs = []
        for _ in range(SOME):
            rows = np.concatenate([rng.choice(mine, len(mine)) for mine in classes])
            fpr, tpr, _ = roc_curve(label[rows], score[rows])
            costs.append([np.min((1 - tpr) * x + fpr * (1 - x)) for x in pc])
        return np.quantile(costs, [0.025, 0.975], axis=0)

    return run


def our_roc_band() -> Callable[..., Any]:
    """Simultaneous band of the ROC curve from 2,000 replicates, on all cores."""
    import os

    cc = loaded()
    from costcurves.inference.bootstrap.bands import curve_band

    threads = os.cpu_count() or 1
    return lambda label, score: curve_band(cc.tally(label, score), "roc", simultaneous=True, n_jobs=threads)


def rocci_roc_band() -> Callable[..., Any]:
    """Simultaneous band of rocci from 2,000 replicates, on all cores."""
    from rocci import roc_band

    return lambda label, score: roc_band(label, score, n_boot=2000, random_state=0)


def our_paired_bootstrap() -> Callable[..., Any]:
    """Differences of AUC and Brier score of two models from 500 paired replicates."""
    cc = loaded()
    import scipy.sparse  # noqa: F401 - what rows add to cells

    from costcurves.inference.bootstrap.sample import Sample
    from costcurves.inference.bootstrap.statistics import difference_intervals

    def run(label: Any, one: Any, two: Any) -> Any:
        sample = Sample.of_records(cc.Records.read(label, {"one": one, "two": two}))
        return difference_intervals(
            sample, ["auc", "brier"], "one", "two", replicates=500, method="percentile"
        )

    return run


def stambo_paired_bootstrap() -> Callable[..., Any]:
    """The same two differences by stambo; for two classes its MSE is the Brier score."""
    from stambo import compare_models

    options = {"metrics": ("ROCAUC", "MSE"), "n_bootstrap": 500, "seed": 0, "silent": True}
    return lambda label, one, two: compare_models(label, one, two, **options)


def our_delong() -> Callable[..., Any]:
    """Test of two AUCs on the same records."""
    cc = loaded()

    def run(label: Any, one: Any, two: Any) -> Any:
        return cc.stats.delong_test(cc.Records.read(label, {"one": one, "two": two}), "one", "two")

    return run


def mlstatkit_delong() -> Callable[..., Any]:
    """The same by MLstatkit."""
    from MLstatkit import Delong_test

    return Delong_test


#: Rounds of a slow loop that are run of 1,000: its time is multiplied.
SOME = 20
MILLION = 1_000_000
COST, SKLEARN = "cost curve: exact hull, AUC, envelope", "scikit-learn roc_curve"


def predictions(count: int, models: int) -> Data:
    """Make outcomes and the predictions of several models, with errors of heavy tails."""
    rng = np.random.default_rng(5)
    y = rng.lognormal(3, 0.5, count)
    return y, *(y + rng.standard_t(5, count) for _ in range(models))


def our_loss_curves() -> Callable[..., Any]:
    """Loss of every model over all κ with the best shift at each, and who loses least where."""
    cc = loaded()
    space = cc.space

    def run(y: Any, *models: Any) -> Any:
        tallies = {str(place): space.ErrorTally.of(y, model) for place, model in enumerate(models)}
        return space.loss_ranges({name: space.LossCurve.best_shift(one) for name, one in tallies.items()})

    return run


def sklearn_pinball() -> Callable[..., Any]:
    """The same at 100 places by quantiles and a loss of scikit-learn; 5 of these, all alike, are run."""
    from sklearn.metrics import mean_pinball_loss

    def run(y: Any, *models: Any) -> Any:
        return [
            [mean_pinball_loss(y, model + np.quantile(y - model, kappa), alpha=kappa) for model in models]
            for kappa in np.linspace(0.1, 0.9, 5)
        ]

    return run


def our_rmse_interval() -> Callable[..., Any]:
    """RMSE with its interval in closed form."""
    cc = loaded()
    return lambda y, model: cc.evaluate_numeric(y, model).interval("rmse", "model")


def sklearn_rmse_bootstrap() -> Callable[..., Any]:
    """RMSE of scikit-learn on 2,000 samples of rows; 20 of these, all alike, are drawn."""
    from sklearn.metrics import root_mean_squared_error

    def run(y: Any, model: Any) -> Any:
        rng = np.random.default_rng(0)
        rows = (rng.integers(0, len(y), len(y)) for _ in range(SOME))
        return np.quantile([root_mean_squared_error(y[each], model[each]) for each in rows], [0.025, 0.975])

    return run


#: Every comparison. One row is one benchmark.
BENCHMARKS = (
    Benchmark("cost_curve_10m", f"{COST}, 10 M records, 5 % positive", SKLEARN,
              lambda: records(10 * MILLION, 0.05), our_cost_curve, sklearn_roc, target=25, memory=3),
    Benchmark("cost_curve_door_10m", "cost_curve() alone, 10 M records, 5 % positive", SKLEARN,
              lambda: records(10 * MILLION, 0.05), our_cost_curve_door, sklearn_roc, target=25, memory=3),
    Benchmark("cost_curve_10m_balanced", f"{COST}, 10 M records, balanced", SKLEARN,
              lambda: records(10 * MILLION, 0.5), our_cost_curve, sklearn_roc, target=20),
    Benchmark("cost_curve_pass", f"{COST}, 10 M records, 5 % positive", "one pass over labels and scores",
              lambda: records(10 * MILLION, 0.05), our_cost_curve, one_pass, target=1 / 30),
    Benchmark("cost_curve_1m", f"{COST}, 1 M records, balanced", SKLEARN,
              lambda: records(MILLION, 0.5), our_cost_curve, sklearn_roc, target=10),
    Benchmark("cost_curve_1000_scores", f"{COST}, 10 M records, 1,000 distinct scores", SKLEARN,
              lambda: records(10 * MILLION, 0.05, distinct=1000), our_cost_curve, sklearn_roc),
    Benchmark("cost_curve_weights", f"{COST}, 1 M records of fractional weight", SKLEARN,
              lambda: weighted_records(MILLION, 0.05), our_cost_curve, sklearn_roc, target=8),
    Benchmark("cost_curve_weights_10m", f"{COST}, 10 M records of fractional weight", SKLEARN,
              lambda: weighted_records(10 * MILLION, 0.05), our_cost_curve, sklearn_roc, target=15),
    Benchmark("counts_10m", "counts at every threshold, 10 M records, 5 % positive",
              "scikit-learn confusion_matrix_at_thresholds",
              lambda: records(10 * MILLION, 0.05), our_counts, sklearn_counts, target=15),
    Benchmark("profit_10m", "best-threshold profit, 10 M records, 5 % positive", "empulse max_profit_score",
              lambda: probabilities(10 * MILLION, 0.05), our_profit, empulse_profit, target=20),
    Benchmark("h_measure_1m", "H-measure, 1 M records, 5 % positive", "hmeasure h_score",
              lambda: probabilities(MILLION, 0.05), our_h, peer_h, target=25),
    Benchmark("hull_10m", "exact hull of 10 M distinct points", "np.argsort of their scores",
              lambda: points(10 * MILLION), our_hull, argsort, target=1),
    Benchmark("decision_curve_1m", "decision curve, 1 M records, 100 thresholds", "dcurves dca",
              lambda: probabilities(MILLION, 0.05), our_decision_curve, dcurves_decision_curve, target=100),
    Benchmark("brier_curve_1m", "Brier curve at 100 conditions, exact, 1 M records",
              "model-diagnostics plot_murphy_diagram at 100 places",
              lambda: probabilities(MILLION, 0.05), our_brier_values, murphy_diagram, target=25),
    Benchmark("brier_curve_whole_1m", "Brier curve with every jump and its area, 1 M records",
              "model-diagnostics plot_murphy_diagram at 100 places",
              lambda: probabilities(MILLION, 0.05), our_brier_curve, murphy_diagram, target=8, memory=3),
    Benchmark("measure_4000", "F2 at every threshold, 4,000 records", "scikit-learn metric_at_thresholds",
              lambda: probabilities(4000, 0.3), our_measure, sklearn_metric, target=1000),
    Benchmark("deciles_1m", "gains curve and decile table, 1 M records", "kds decile_table",
              lambda: probabilities(MILLION, 0.05), our_deciles, kds_deciles, target=15),
    Benchmark("hand_till_100k", "Hand and Till's M, 100,000 records of 10 classes",
              "scikit-learn roc_auc_score, one against one", lambda: class_probabilities(100_000, 10),
              our_hand_till, sklearn_one_against_one, target=10),
    Benchmark("class_summary_100k", "every measure with its interval, 3 models, 10 classes, 100,000 records",
              "scikit-learn, without intervals", lambda: models_of_classes(100_000, 10, 3),
              our_class_summary, sklearn_class_summary, peer_times=3),
    Benchmark("class_summary_100", "every measure with its interval, 2 models, 100 classes, 20,000 records",
              "scikit-learn, without intervals", lambda: models_of_classes(20_000, 100, 2),
              our_class_summary, sklearn_class_summary, target=10, peer_times=2),
    Benchmark("ordered_volume_100k", "volume under the ROC surface with its interval, 100,000 records",
              "np.argsort of the scores", lambda: ordered_scores(100_000), our_volume, sorted_scores),
    Benchmark("region_map", "who is cheapest where, 5 models of 3 classes, 2,000 records, 120 steps an edge",
              "scikit-learn recall_score at every triangle", lambda: five_models_of_classes(2000),
              our_regions, sklearn_regions, target=50, peer_times=200),
    Benchmark("cost_band", "cost band, thresholds chosen anew on 1,000 replicates of 100,000 records",
              "loop over scikit-learn roc_curve", lambda: records(100_000, 0.5),
              our_cost_band, sklearn_cost_band, target=100, peer_times=50),
    Benchmark("h_interval", "interval of the H-measure, 2,000 replicates of 2,000 records",
              "hmeasure h_score of 2,000 tables", lambda: probabilities(2000, 0.3),
              our_h_interval, hmeasure_replicates, peer_times=20),
    Benchmark("roc_band", "simultaneous ROC band, 2,000 replicates of 100,000 records", "rocci roc_band",
              lambda: records(100_000, 0.5), our_roc_band, rocci_roc_band, target=6),
    Benchmark("paired_bootstrap", "differences of AUC and Brier score, 500 replicates of 2,000 records",
              "stambo compare_models", lambda: two_models(2000, 0.3),
              our_paired_bootstrap, stambo_paired_bootstrap, target=150),
    Benchmark("delong", "DeLong's test of two models, 1 M records", "MLstatkit Delong_test",
              lambda: two_models(MILLION, 0.5), our_delong, mlstatkit_delong, target=10),
    Benchmark("loss_curves_5m", "loss curves over all κ and winners, 5 models of 1 M records",
              "scikit-learn mean_pinball_loss at 100 κ", lambda: predictions(MILLION, 5),
              our_loss_curves, sklearn_pinball, target=25, peer_times=20),
    Benchmark("rmse_interval_100k", "RMSE with its interval, 100,000 records",
              "2,000 samples of scikit-learn root_mean_squared_error", lambda: predictions(100_000, 1),
              our_rmse_interval, sklearn_rmse_bootstrap, target=40, peer_times=100),
)  # fmt: skip
