"""How much measures of many classes vary: derivatives cell by cell, and intervals near the ends."""

import functools
import math

import numpy as np
import pytest

from costcurves import evaluate_classes
from costcurves.errors import UndefinedError
from costcurves.inference.classes.class_spread import moved_by_cells
from costcurves.inference.classes.mean_class_loss import LONE, NO_LOSS
from costcurves.inference.classes.varied_measure import VariedMeasure
from costcurves.measures.class_margins import ClassMargins
from costcurves.measures.class_measures import CLASS_MEASURES, class_measure
from costcurves.measures.confusion_measures import measure
from costcurves.measures.rate_intervals import clopper_pearson, wilson
from costcurves.tallies.class_counts import ClassCounts

ROWS = [*CLASS_MEASURES, class_measure("macro_mcc")]
TABLE = np.array([[30.0, 4, 2, 0], [3, 20, 6, 1], [1, 5, 12, 2], [2, 0, 1, 9]])
SHARES = np.array([0.1, 0.2, 0.3, 0.4])


def by_cells(of_table, table: np.ndarray) -> np.ndarray:
    """The derivative by each cell that holds something, moved one by one."""
    moved = np.zeros(table.shape)
    for cell in zip(*np.nonzero(table), strict=True):
        step = np.zeros(table.shape)
        step[cell] = 1e-5
        moved[cell] = (of_table(table + step) - of_table(table - step)) / 2e-5
    return moved


@pytest.mark.parametrize("row", ROWS, ids=[row.key for row in ROWS])
def test_measures_move_as_cell_by_cell(row) -> None:
    found = moved_by_cells(row.function, TABLE)
    wanted = by_cells(lambda table: row.value(ClassCounts(table, list("abcd"))), TABLE)
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-7)


@pytest.mark.parametrize("row", ROWS, ids=[row.key for row in ROWS])
def test_measures_at_stated_shares_move_as_cell_by_cell(row) -> None:
    found = VariedMeasure(row.function, TABLE, TABLE, SHARES).moved
    counts = functools.partial(ClassCounts, classes=list("abcd"))
    wanted = by_cells(lambda table: row.value(counts(table).at_prevalence(SHARES)), TABLE)
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-7)


def of_class(name: str):
    row = measure(name)
    return lambda margins: np.asarray(row(margins.against_rest))


def test_rates_count_the_records_they_are_of() -> None:
    true, predicted = TABLE.sum(axis=1), TABLE.sum(axis=0)
    # Of the evened table other records are predicted so: a few less, never more.
    for name, wanted, off in (
        ("tpr", true, 1e-6),
        ("tnr", TABLE.sum() - true, 1e-6),
        ("ppv", predicted, 0.005),
    ):
        varied = VariedMeasure(of_class(name), TABLE, TABLE)
        found = np.array([varied.size(place, (0.0, 1.0)) for place in range(4)])
        np.testing.assert_allclose(found, wanted, rtol=off)
        assert (found <= wanted * (1 + 1e-6)).all()
    accuracy = VariedMeasure(class_measure("accuracy").function, TABLE, TABLE)
    assert accuracy.size((), (0.0, 1.0)) == pytest.approx(TABLE.sum(), rel=1e-6)


def test_a_rate_that_is_1_counts_them_too() -> None:
    table = np.array([[7.0, 0, 0], [1, 5, 0], [0, 2, 9]])
    recall = VariedMeasure(of_class("tpr"), table, table)
    assert recall.size(0, (0.0, 1.0)) == pytest.approx(7, rel=1e-3)
    precision = VariedMeasure(of_class("ppv"), table, table)
    assert precision.size(2, (0.0, 1.0)) == pytest.approx(9, rel=1e-3)


def test_classes_without_errors_by_chance_widen_a_mean_of_recalls() -> None:
    """Three of three right is no certainty: the interval of the mean knows it."""
    table = np.array([[3.0, 0, 0], [0, 3, 0], [10, 10, 80]])
    varied = VariedMeasure(class_measure("macro_recall").function, table, table)
    seen = varied.size_of_rate((), (0.0, 1.0))
    # Only the third class varies, and counts a ninth: share·(1 − share)/(0.8·0.2/100/9).
    share = (1 + 1 + 0.8) / 3
    assert seen == pytest.approx(share * (1 - share) / (0.8 * 0.2 / 100 / 9), rel=1e-6)
    assert varied.size((), (0.0, 1.0)) < seen / 5


@pytest.mark.parametrize("row", ROWS, ids=[row.key for row in ROWS])
@pytest.mark.parametrize("shares", [None, SHARES])
def test_records_left_out_one_by_one(row, shares) -> None:
    """The jackknife, cell by cell; of many records it is the derivative."""

    def value(table: np.ndarray) -> float:
        counts = ClassCounts(table, list("abcd"))
        return float(row.value(counts if shares is None else counts.at_prevalence(shares)))

    found = VariedMeasure(row.function, TABLE, TABLE, shares).without_one
    wanted = np.zeros(TABLE.shape)
    for cell in zip(*np.nonzero(TABLE), strict=True):
        left = TABLE.copy()
        left[cell] -= 1
        wanted[cell] = (value(TABLE) - value(left)) * (1 - 1 / TABLE.sum())
    np.testing.assert_allclose(found, wanted, atol=1e-12)
    many = VariedMeasure(row.function, 1e4 * TABLE, 1e4 * TABLE, shares)
    np.testing.assert_allclose(many.without_one, many.moved, rtol=1e-2, atol=1e-10)


def test_one_record_does_not_tell_models_apart() -> None:
    """Two models that differ by one record of 136: one never finds the rare class, the other one of six."""
    true = np.repeat([0, 1, 2], [100, 30, 6])
    a = true.copy()
    a[:5], a[100:110], a[130:] = 1, 0, 1
    b = a.copy()
    b[135] = 2
    rows = (
        evaluate_classes(true, {"a": a, "b": b}).compare("a", "b", measures=["g_mean", "macro_recall"]).rows
    )
    for row in rows:
        assert row.test.pvalue > 0.3
        assert row.test.estimate is not None
        assert row.test.estimate.low < 0 < row.test.estimate.high
    assert rows[0].a - rows[0].b == pytest.approx(-0.4726, abs=1e-4)


def test_a_measure_that_one_record_decides_has_no_test() -> None:
    """Each model predicts the rare class once: without that record its precision has no value."""
    true = np.repeat([0, 1, 2], [20, 20, 5])
    a, b = true.copy(), true.copy()
    a[41:], b[41:] = 0, 1
    with pytest.raises(
        UndefinedError, match="macro precision has no test: without one record it has no value"
    ):
        evaluate_classes(true, {"a": a, "b": b}).compare("a", "b", measures=["macro_precision"])


def test_evened_tables_keep_the_classes_as_large_as_they_are() -> None:
    seen = []

    def accuracy(margins: ClassMargins) -> np.ndarray:
        seen.append(margins.true.reshape(-1, 4)[0])
        return class_measure("accuracy").function(margins)

    VariedMeasure(accuracy, TABLE, TABLE).size((), (0.0, 1.0))
    assert all(np.allclose(one, TABLE.sum(axis=1), rtol=1e-3) for one in seen)
    assert len(seen) > 6


def probabilities(true: list[float]) -> np.ndarray:
    rows = np.array([[p, (1 - p) / 2, (1 - p) / 2] for p in true])
    return np.array([np.roll(row, place % 3) for place, row in enumerate(rows)])


def test_losses_of_few_records_have_the_intervals_of_errors() -> None:
    """One record of 30 loses all it can: as one error of 10 in its class, none of 10 in both others."""
    p = probabilities([1.0] * 30)
    p[0] = [0, 1, 0]
    found = evaluate_classes(np.arange(30) % 3, {"m": p}, prevalence=[1 / 3] * 3).measure("m", "brier")
    assert found.estimate == pytest.approx(2 / 30)
    one, none = clopper_pearson(1, 10, 0.95), clopper_pearson(0, 10, 0.95)
    wide = math.sqrt((one[1] - 0.1) ** 2 + 2 * none[1] ** 2) * 2 / 3
    assert found.high == pytest.approx(found.estimate + wide)
    assert float(wilson(1, 10, 0.95)[1]) < float(one[1])


def test_losses_that_tell_nothing() -> None:
    ev = evaluate_classes(np.arange(30) % 3, {"m": probabilities([1.0] * 30)})
    brier, log_loss = ev.measure("m", "brier"), ev.measure("m", "log_loss")
    assert brier.estimate == 0 < brier.high < 1
    assert (log_loss.estimate, log_loss.low, log_loss.high) == (0, 0, math.inf)
    assert log_loss.notes == (NO_LOSS,)
    assert ev.summary().to_json()["models"]["m"]["log_loss"] == {"estimate": 0.0, "low": 0.0, "high": "inf"}


def test_a_class_of_one_record() -> None:
    ev = evaluate_classes([0, 1, 2, 0, 1], {"m": probabilities([0.5, 0.3, 0.4, 0.6, 0.7])})
    brier, log_loss = ev.measure("m", "brier"), ev.measure("m", "log_loss")
    assert 0 <= brier.low < brier.estimate < brier.high <= 2
    assert (log_loss.low, log_loss.high, log_loss.notes) == (0, math.inf, (LONE,))


def test_skewed_losses_reach_further_up_than_down() -> None:
    true = [0.98, 0.9, 0.95] * 40 + [0.05, 0.1, 0.02]
    ev = evaluate_classes(np.arange(123) % 3, {"m": probabilities(true)})
    for name in ("brier", "log_loss"):
        found = ev.measure("m", name)
        assert found.high - found.estimate > 1.3 * (found.estimate - found.low)


def test_a_single_cluster_tells_as_much_as_one_record() -> None:
    """Every number has an interval that is as wide as can be, or is refused in words."""
    rng = np.random.default_rng(1)
    models = {name: probabilities(rng.uniform(0.2, 0.9, 30).tolist()) for name in "ab"}
    ev = evaluate_classes(np.arange(30) % 3, models, cluster=[0] * 30)
    accuracy = ev.measure("a", "accuracy")
    assert accuracy.high - accuracy.low > 0.8
    assert ev.measure("a", "log_loss").notes == (LONE,)
    assert ev.measure("a", "brier").high > 1.5
    for row in ev.compare("a", "b", measures=["error", "macro_f1"]).rows:
        assert row.difference.low < 0 < row.difference.high
    assert len(ev.mean_costs().table().rows) == 3
    assert len(ev.pairwise().table().rows) == 1


def test_clusters_of_losses_widen_them() -> None:
    rng = np.random.default_rng(0)
    true = np.repeat(rng.uniform(0.2, 0.9, 40), 6).tolist()
    labels = np.arange(240) % 3
    alone = evaluate_classes(labels, {"m": probabilities(true)}).measure("m", "log_loss")
    whole = evaluate_classes(labels, {"m": probabilities(true)}, cluster=np.repeat(np.arange(40), 6))
    found = whole.measure("m", "log_loss")
    assert found.high - found.low > 1.5 * (alone.high - alone.low)


def test_clusters_whose_errors_cancel() -> None:
    """Each cluster holds one record right and one wrong of every class: their sums do not vary at all."""
    true = np.repeat([0, 1, 2], 2).tolist() * 8
    said = [0, 1, 1, 2, 2, 0] * 8
    ev = evaluate_classes(true, said, cluster=np.repeat(np.arange(8), 6))
    found = ev.measure("model", "accuracy")
    assert 0 < found.low < 0.5 < found.high < 1
    assert ev.decide().headline.estimate >= 0.5
