"""Two predictors by class: the outcomes of a line, and where it runs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from costcurves import Confusion, InputError, Tally
from costcurves.curves.separation import DecisionLine, Separation
from tests.unit.refusals import refusal

X, Y, CLASS = [1, 2, 3, 4, 5, 6], [6, 1, 4, 2, 2, 5], list("nypyny")


def separation(**more):
    return Separation.read(CLASS, X, Y, pos_label="y", **more)


def test_a_line_flags_like_a_threshold_of_the_linear_score():
    found, line = separation(), DecisionLine(2, -1, 3)
    score = 2 * np.array(X) - np.array(Y)
    tally = Tally.from_scores(np.array(CLASS) == "y", score)
    flagged = int(np.searchsorted(-tally.low, -3, side="right"))
    assert found.confusion(line) == tally.confusion()[flagged]


def test_splits_parallel_to_an_axis():
    assert separation().confusion(DecisionLine(1, 0, 4)) == Confusion(tp=2, fn=1, fp=1, tn=2)
    # Flagged are low values: −y ≥ −2.
    assert separation().confusion(DecisionLine(0, -1, -2)) == Confusion(tp=2, fn=1, fp=1, tn=2)
    # What lies on the line is flagged.
    assert DecisionLine(1, 0, 4).flags(4, 0).tolist() is True


def test_weights_count():
    assert separation(sample_weight=[1, 2, 4, 8, 16, 32]).confusion(DecisionLine(1, 0, 4)) == Confusion(
        40, 2, 16, 5
    )


coefficient = st.integers(-20, 20).map(lambda k: k / 4)


@given(coefficient, coefficient, coefficient)
def test_a_piece_of_the_line_crosses_the_rectangle_where_the_line_does(a, b, c):
    assume(a or b)
    line, (x, y) = DecisionLine(a, b, c), ((-3.0, 5.0), (0.0, 2.0))
    ends = line.within(x, y)
    assert a * ends[0] + b * ends[1] == pytest.approx(c, abs=1e-9)
    # Nothing of the rectangle is beyond the ends: along one axis they are its own.
    assert sorted(ends[0]) == list(x) or sorted(ends[1]) == list(y)
    assert np.ptp(ends[0]) <= 8 + 1e-9
    assert np.ptp(ends[1]) <= 2 + 1e-9


def test_what_was_read():
    found = separation(names=("income", "lot size"))
    assert len(found) == 6
    assert found.names == ("income", "lot size")
    assert (found.positive, found.negative) == ("y", "the rest")
    assert found.weight is None
    assert found == separation(names=["income", "lot size"])


def test_refusals():
    assert "a decision line a·x + b·y = c must have an a or a b; got 0 for both" in refusal(
        lambda: DecisionLine(0, 0, 1)
    )
    assert "c of a decision line must be a finite number" in refusal(lambda: DecisionLine(1, 0, math.inf))
    assert "two predictors must have two names; got 'ab'" in refusal(lambda: separation(names="ab"))
    assert "two predictors must have two names" in refusal(lambda: separation(names=("a",)))
    with pytest.raises(InputError, match="predictor 'y' must be finite"):
        Separation.read([1, 0], [1, 2], [1, math.inf])
    with pytest.raises(InputError, match="predictor 'x' must have one value per record"):
        Separation.read([1, 0], [1, 2, 3], [1, 2])
