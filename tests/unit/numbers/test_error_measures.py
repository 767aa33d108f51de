"""Measures of errors: the worked example, formulas in exact arithmetic, weights, order, where undefined."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from costcurves import InputError, UndefinedError, evaluate_numeric
from costcurves.measures.error_measures import ERROR_MEASURES, error_measure
from costcurves.tallies.numeric_records import NumericRecords
from tests.members import each

Y, PREDICTED = [10, 12, 8, 15, 20], [11, 10, 9, 15, 16]
#: Every pair of small outcomes and predictions, with weights.
SMALL = [
    (y, p, w)
    for y in itertools.product((-1, 0, 2), repeat=3)
    for p in ((0, 0, 0), (1, -1, 2), (2, 2, -1))
    for w in ((1, 1, 1), (1, 3, 2))
]


def measured(key, y, prediction, weight=None, **options):
    records = NumericRecords.read(y, {"m": prediction}, sample_weight=weight, **options)
    return error_measure(key)(records.predicted("m"))


def exactly(key, y, prediction, weight, centre):
    """A measure in rational numbers, RMSE squared, straight from its definition; None where undefined."""
    y, prediction, w = ([Fraction(v) for v in column] for column in (y, prediction, weight))
    e = [a - b for a, b in zip(y, prediction, strict=True)]

    def mean(values):
        return sum(a * b for a, b in zip(values, w, strict=True)) / sum(w)

    def median(values):
        one_by_one = sorted(v for v, n in zip(values, w, strict=True) for _ in range(int(n)))
        half = len(one_by_one) // 2
        return (one_by_one[half] + one_by_one[~half]) / 2

    square, size = [v * v for v in e], [abs(v) for v in e]
    if key in {"r2", "r2_training"}:
        middle = mean(y) if key == "r2" else Fraction(centre)
        base = mean([(v - middle) ** 2 for v in y])
        return None if base == 0 else 1 - mean(square) / base
    if key == "mape":
        return None if 0 in y else mean([100 * abs(a / b) for a, b in zip(e, y, strict=True)])
    if key == "wape":
        whole = mean([abs(v) for v in y])
        return None if whole == 0 else mean(size) / whole
    sizes = [abs(a) + abs(b) for a, b in zip(y, prediction, strict=True)]
    return {
        "rmse": lambda: mean(square),
        "mae": lambda: mean(size),
        "mean_error": lambda: mean(e),
        "median_error": lambda: median(e),
        "median_absolute_error": lambda: median(size),
        "max_error": lambda: max(size),
        "sse": lambda: sum(a * b for a, b in zip(square, w, strict=True)),
        "smape": lambda: mean([200 * a / b if b else 0 for a, b in zip(size, sizes, strict=True)]),
        "pinball": lambda: mean(size) / 2,
    }[key]()


def test_the_worked_example():
    """The numbers of the formula reference, §25."""
    ev = evaluate_numeric(Y, PREDICTED, baseline=13)
    found = {key: one.estimate for key, one in ev.summary()["model"].items()}
    want = {
        "mae": 1.6, "mean_error": 0.8, "mape": 11.8333, "rmse": 2.097618, "sse": 22.0,
        "median_absolute_error": 1.0, "r2_training": 0.75, "r2": 0.75, "max_error": 4.0,
    }  # fmt: skip
    assert {key: found[key] for key in want} == pytest.approx(want, rel=1e-5)


@each("row", ERROR_MEASURES, ids=lambda row: row.key)
def test_formulas_in_exact_arithmetic(row):
    for y, prediction, weight in SMALL:
        want = exactly(row.key, y, prediction, weight, 1)
        try:
            found = measured(row.key, y, prediction, weight, baseline=1)
        except UndefinedError:
            found = None
        if want is None:
            assert found is None, (y, prediction)
            continue
        assert found == pytest.approx(math.sqrt(want) if row.key == "rmse" else float(want), abs=1e-12)
        assert row.low <= found <= row.high


#: An outcome and its prediction; every multiset of up to six of them is looked at.
PAIRS = ((-1, 0), (0, 0), (1, 3), (2, -1), (2, 2))


def test_up_to_six_records_in_exact_arithmetic():
    for records in range(1, 7):
        for rows in itertools.combinations_with_replacement(PAIRS, records):
            y, prediction = zip(*rows, strict=True)
            of = NumericRecords.read(y, {"m": prediction}, baseline=1).predicted("m")
            for row in ERROR_MEASURES:
                want = exactly(row.key, y, prediction, [1] * records, 1)
                assert (want is None) == bool(row.reason(of))
                if want is not None:
                    root = math.sqrt(want) if row.key == "rmse" else float(want)
                    assert row(of) == pytest.approx(root, abs=1e-12)


@each("row", ERROR_MEASURES, ids=lambda row: row.key)
def test_row_order_leaves_no_trace_and_weights_count_records(row):
    rng = np.random.default_rng(0)
    y, prediction, weight = rng.lognormal(size=60), rng.lognormal(size=60), rng.uniform(0.1, 3, 60)
    order = rng.permutation(60)
    args = (row.key, y, prediction, weight)
    again = (row.key, y[order], prediction[order], weight[order])
    assert measured(*args, baseline=2) == measured(*again, baseline=2)
    whole = rng.integers(1, 4, 60)
    repeated = measured(row.key, np.repeat(y, whole), np.repeat(prediction, whole), baseline=2)
    assert measured(row.key, y, prediction, whole, baseline=2) == pytest.approx(repeated, rel=1e-13)


@pytest.mark.parametrize(
    ("key", "y", "said"),
    [
        ("mape", [0, 1, 0], "MAPE, % is undefined: y is 0 in 2 of 3 records; WAPE and sMAPE are defined"),
        ("wape", [0, 0, 0], "WAPE is undefined: y is 0 in every record"),
        ("r2", [3, 3, 3], "Ordinary R² is undefined: y is the same in every record"),
        (
            "r2_training",
            [1, 2, 3],
            "R², training mean is undefined: the training mean is not known; give it as the baseline",
        ),
    ],
)
def test_where_measures_are_undefined(key, y, said):
    with pytest.raises(UndefinedError) as found:
        measured(key, y, [1, 2, 4])
    assert str(found.value) == said


def test_smape_of_nothing_is_no_error():
    assert measured("smape", [0, 1], [0, 1]) == 0
    assert measured("smape", [0, 1], [0, -1]) == 100


def test_benchmarks():
    """Training mean and median, the last value where order is known; else constants of the records."""
    of = {
        "mean": evaluate_numeric(Y, PREDICTED, baseline=13.0),
        "outcomes": evaluate_numeric(Y, PREDICTED, baseline=[1, 2, 9]),
        "ordered": evaluate_numeric(Y, PREDICTED, baseline=[1, 2, 9], ordered=True),
        "own": evaluate_numeric(Y, PREDICTED),
    }
    found = {name: ev.records.constants.benchmarks for name, ev in of.items()}
    assert found == {
        "mean": {"training mean": 13.0},
        "outcomes": {"training mean": 4.0, "training median": 2.0},
        "ordered": {"training mean": 4.0, "training median": 2.0, "last training value": 9.0},
        "own": {"mean of these records": 13.0, "median of these records": 12.0},
    }
    assert of["own"].summary()["model"]["r2_training"].estimate is None
    assert of["mean"].summary()["training mean"]["r2_training"].estimate == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"y_true": [1, np.nan]}, "y_true must have no missing values"),
        ({"y_true": [1, np.inf]}, "y_true must be finite"),
        ({"y_true": ["a", "b"]}, "y_true must hold numbers; got the text 'a'"),
        ({"y_pred": [1]}, "the predictions of 'model' must have one value per record"),
        ({"y_pred": {}}, "there must be at least one column of predictions"),
        ({"y_pred": {1: [1, 2]}}, "model names must be strings; got 1"),
        ({"y_true": [], "y_pred": []}, "there must be records"),
        ({"sample_weight": [0, 0]}, "at least one record must have a weight above 0"),
        ({"sample_weight": [1, -1]}, "sample_weight must be finite and not negative"),
        ({"y_true": [1e200, 1], "y_pred": [-1e200, 1]}, r"errors must be at most 1e\+140"),
        ({"baseline": []}, "baseline must hold the outcomes of training records"),
        ({"baseline": "mean"}, "baseline must be the training mean, or the training outcomes"),
        ({"ordered": True}, "a last value needs the outcomes of the training records"),
        ({"cluster": [[1], [2, 3]]}, "cluster must have one dimension; got rows of unequal length"),
        ({"missing": "zero"}, "no such way with missing values 'zero'"),
    ],
)
def test_wrong_input(change, said):
    given = {"y_true": [1, 2], "y_pred": [1, 3]} | change
    with pytest.raises(InputError, match=said):
        evaluate_numeric(given.pop("y_true"), given.pop("y_pred"), **given)


def test_missing_values_and_weights_of_0_are_left_out_and_noted():
    y, prediction = [1, np.nan, 3, 4], [1, 2, np.nan, 5]
    ev = evaluate_numeric(y, {"m": prediction}, missing="drop")
    assert ev.records.y.tolist() == [1, 4]
    assert "2 of 4 records left out for missing values" in ev.records.notes[0]
    ev = evaluate_numeric([1, 2, 3], {"m": [1, 2, 5]}, sample_weight=[1, 0, 2])
    assert (len(ev.records), ev.records.notes) == (2, ("1 record of weight 0 is left out",))
    with pytest.raises(InputError, match="no such model 'n'"):
        ev.records.prediction("n")
    with pytest.raises(InputError, match="no such benchmark 'n'"):
        ev.records.benchmark("n")
