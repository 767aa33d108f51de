"""Reading how many, and whether."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from costcurves.inference.arguments import whole_number, yes_or_no
from tests.unit.refusals import refusal


def test_whole_numbers_of_python_and_numpy_are_read():
    found = [whole_number(value, "n", 2) for value in (2, np.int32(5), np.uint8(7))]
    assert found == [2, 5, 7]
    assert {type(value) for value in found} == {int}


@pytest.mark.parametrize("value", [1, -3, 2.0, True, np.True_, "3", None, [3], np.array([3])])
def test_anything_else_is_refused(value: Any):
    assert (
        refusal(lambda: whole_number(value, "n", 2)) == f"n must be a whole number, 2 or more; got {value!r}"
    )


def test_yes_and_no_are_read():
    assert [yes_or_no(value, "all") for value in (True, np.False_)] == [True, False]


@pytest.mark.parametrize("value", [1, 0.0, "yes", None, []])
def test_what_only_looks_true_is_refused(value: Any):
    assert refusal(lambda: yes_or_no(value, "all")) == f"all must be True or False; got {value!r}"
