"""Pieces of an axis."""

from __future__ import annotations

import numpy as np
import pytest

from costcurves.space.pieces import at_ends, distinct_places, roots

EPS = 2.0**-52


@pytest.mark.parametrize(
    ("places", "want"),
    [
        ([1.0, 0.0], [0, 1]),
        ([0.0, 1.0, 0.5, 0.25, 0.5], [0, 0.25, 0.5, 1]),
        ([0.0, 0.5, 0.5 + EPS, 1.0], [0, 0.5, 1]),
        ([0.0, EPS, 1 - EPS, 1.0], [0, 1]),
        ([0.0, 0.5, 0.5 + 1e-12, 1.0], [0, 0.5, 0.5 + 1e-12, 1]),
    ],
)
def test_places_that_differ_by_rounding_are_one(places, want):
    assert distinct_places(np.array(places)).tolist() == want


def test_rates_are_read_at_both_ends_of_finer_pieces():
    edges, rate = np.array([0.0, 0.5, 1.0]), np.array([[0.0, 1.0], [0.25, 0.25]])
    finer = np.array([0.0, 0.25, 0.5, 1.0])
    assert at_ends(edges, rate, finer).tolist() == [[0, 0.5], [0.5, 1], [0.25, 0.25]]


@pytest.mark.parametrize(
    ("at", "want"),
    [
        ((-1, 0, 1), [0.5]),  # straight through ½
        ((-1, -1, -1), []),
        ((0, 0, 0), []),
        ((1, 1, 1), []),
        ((-1, 1, 3), [0.25]),  # straight: −1 + 4t
        ((1, 2, 3), []),
        # (t − ¼)(t − ¾): 3/16 at the ends, −1/16 in the middle
        ((3 / 16, -1 / 16, 3 / 16), [0.25, 0.75]),
        # (t − ¼)(t − 2): roots outside do not count
        ((0.5, -0.375, -0.75), [0.25]),
        # t² + 1: no root
        ((1, 1.25, 2), []),
        # t(t − ½): an end that is 0 is no root inside
        ((0, 0, 0.5), [0.5]),
        # (t − ½)²
        ((0.25, 0, 0.25), [0.5]),
        ((1e-13, 0, -1e-13), []),  # all rounding
    ],
)
def test_roots_of_a_parabola_through_three_values(at, want):
    assert roots(*at) == pytest.approx(want)
