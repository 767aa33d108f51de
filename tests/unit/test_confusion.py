"""The four outcome weights."""

from __future__ import annotations

import numpy as np
import pytest

from costcurves import Confusion
from tests.unit.refusals import refusal


def test_sums():
    # Shmueli, Patel & Bruce (2010), figure 5.2: 3,000 records.
    one = Confusion(tp=201, fn=85, fp=25, tn=2689)
    assert (one.positives, one.negatives, one.flagged, one.total) == (286, 2714, 226, 3000)


def test_a_matrix_has_actual_rows_and_predicted_columns():
    assert Confusion.from_matrix([[970, 20], [2, 8]]) == Confusion(tp=8, fn=2, fp=20, tn=970)


@pytest.mark.parametrize(
    ("positives", "negatives", "sizes", "want"),
    [
        ([1, 0, 2], [0, 3, 1], None, {"tp": [0, 1, 1, 3], "fp": [0, 0, 3, 4]}),
        ([1, 0, 2], [0, 3, 1], (6, 1), {"tp": [0, 2, 2, 6], "fp": [0, 0, 0.75, 1]}),
        (
            [[1, 1], [0, 2]],
            [[1, 0], [1, 1]],
            None,
            {"tp": [[0, 1, 2], [0, 0, 2]], "fp": [[0, 1, 1], [0, 1, 2]]},
        ),
        (
            [[1, 1], [0, 2]],
            [[1, 0], [1, 1]],
            (np.array([1, 10]), np.array([2, 20])),
            {"tp": [[0, 0.5, 1], [0, 0, 10]], "fp": [[0, 2, 2], [0, 10, 20]]},
        ),
    ],
)
def test_outcomes_are_cumulated(positives, negatives, sizes, want):
    outcomes = Confusion.cumulated(np.array(positives), np.array(negatives), sizes)
    for name, values in want.items():
        assert getattr(outcomes, name).tolist() == values
    last = (outcomes.tp + outcomes.fn, outcomes.fp + outcomes.tn)
    assert np.all(last[0] == outcomes.tp[..., -1:])
    assert np.all(last[1] == outcomes.fp[..., -1:])


@pytest.mark.parametrize(
    ("entry", "kind", "total"),
    [
        (np.uint8(200), np.int64, 800),
        (np.array([200], np.uint8), np.int64, [800]),
        (np.int8(100), np.int64, 400),
        (np.float16(60000), np.float64, 240000.0),
        (np.float32(2**24), np.float64, 2.0**26),
        (2**61, np.float64, 2.0**63),
        (np.uint64(2**63), np.float64, 2.0**65),
    ],
)
def test_narrow_numbers_do_not_overflow(entry, kind, total):
    one = Confusion(entry, entry, entry, entry)
    assert one.tp.dtype == kind
    assert one.total.tolist() == total


def test_the_caller_s_array_is_copied():
    mine = np.array([1, 2])
    one = Confusion(mine, mine, mine, mine)
    mine[0] = 99
    assert one.tp.tolist() == [1, 2]
    assert not one.tp.flags.writeable


def test_selection_and_display():
    many = Confusion([1, 2], [3, 4], [5, 6], [7, 8])
    assert many[1] == Confusion(2, 4, 6, 8)
    assert many[1:] == Confusion([2], [4], [6], [8])
    assert repr(many[0]) == "Confusion(tp=1, fn=3, fp=5, tn=7)"
    assert repr(many) == "Confusion(of shape (2,))"
    assert many.to_columns() == {"tp": [1, 2], "fn": [3, 4], "fp": [5, 6], "tn": [7, 8]}


ENTRIES = "the entries of a confusion matrix must be finite numbers, not negative; got tp ="


@pytest.mark.parametrize(
    ("tp", "shown"),
    [
        (-1, "-1"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (None, "None"),
        ("1", "'1'"),
        (True, "True"),
        (2**64, "18446744073709551616"),
        ([1, -1], "[1, -1]"),
    ],
)
def test_entries_that_mean_nothing_are_refused(tp, shown):
    assert refusal(lambda: Confusion(tp, 1, 1, 1)) == f"{ENTRIES} {shown}"


def test_shapes_must_agree():
    assert refusal(lambda: Confusion([1], [1, 2], 1, 1)) == (
        "tp, fn, fp and tn must have one shape; got tp (1,), fn (2,), fp (), tn ()"
    )


@pytest.mark.parametrize(
    ("matrix", "shape"), [(np.zeros((3, 3)), "(3, 3)"), ([[1], [2, 3]], "(2,)"), (5, "()")]
)
def test_other_matrices_are_refused(matrix, shape):
    assert refusal(lambda: Confusion.from_matrix(matrix)) == (
        f"a confusion matrix must be 2×2 (rows = actual, columns = predicted, negative first); got shape {shape}"
    )
