"""Maps of regions: exact ones, ones on a grid, what they say, and their picture."""

from __future__ import annotations

import numpy as np
import pytest

from costcurves.charts.areas import Areas
from costcurves.space.region_map import RegionMap
from costcurves.space.simplex import share_of_triangle

COSTS = np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0], [0.2, 0.3, 0.4], [0.1, 0.6, 0.2]])
NAMES = {"always a": None, "always b": None, "always c": None, "m": 0, "n": 1}
CLASSES = ("a", "b", "c")


def test_a_grid_finds_the_regions_of_linear_costs() -> None:
    exact = RegionMap.of_fixed(CLASSES, NAMES, COSTS)
    grid = RegionMap.of_costs(CLASSES, NAMES, lambda places: places @ COSTS.T, steps=40, halvings=2)
    assert (exact.steps, grid.steps) == (0, 160)
    assert grid.names == exact.names == tuple(NAMES)
    assert grid.series.tolist() == exact.series.tolist() == [-1, -1, -1, 0, 1]
    assert np.abs(grid.share - exact.share).max() < 0.005
    assert grid.mean == pytest.approx(exact.mean, abs=1e-3)
    for found in (exact, grid):
        areas = [sum(map(share_of_triangle, found.rings(name))) for name in found.names]
        assert areas == pytest.approx(found.share.tolist(), abs=1e-12)
        assert found.share.sum() == pytest.approx(1, abs=1e-12)
        assert RegionMap.from_json(found.to_json()) == found


def test_permuting_classes_permutes_the_map() -> None:
    order = [2, 0, 1]
    one = RegionMap.of_fixed(CLASSES, NAMES, COSTS)
    other = RegionMap.of_fixed([CLASSES[k] for k in order], NAMES, COSTS[:, order])
    assert other.share == pytest.approx(one.share, abs=1e-12)
    for name in one.names:
        places = {tuple(place) for place in np.round(other.rings(name)[0], 9).tolist()}
        assert places == {tuple(place) for place in np.round(one.rings(name)[0][:, order], 9).tolist()}


def test_what_is_never_cheapest_is_left_out_and_equal_costs_share_a_region() -> None:
    costs = np.vstack([COSTS[:3], [0.4, 0.4, 0.4], [0.4, 0.4, 0.4], [0.9, 0.9, 0.9]])
    names = {"x": None, "y": None, "z": None, "m": 0, "twin": 1, "poor": 2}
    assert RegionMap.of_fixed(CLASSES, names, costs).names == ("x", "y", "z", "m = twin")


def test_sentence_table_and_picture() -> None:
    found = RegionMap.of_fixed(CLASSES, NAMES, COSTS)
    assert str(found).startswith("always a, always b, always c, m and n are cheapest at ")
    assert str(found).endswith(" of the conditions of a, b and c.")
    assert found.table().rows[0][0] == found.names[int(np.argmax(found.share))]
    assert found.table().notes[0] == "Costs are linear, and the regions are exact."
    assert found.table().notes[1].startswith("With the cheapest at each it costs 0.")
    chart = found.picture()
    assert [mark.label.split(" (")[0] for mark in chart.marks if isinstance(mark, Areas)] == list(NAMES)
    assert (chart.x.label, chart.y.label) == ("PC(b)", "PC(c)")
    assert repr(found) == "RegionMap(a, b, c: always a, always b, always c, m, n)"
    shares = RegionMap.of_fixed(CLASSES, {"m": 0}, COSTS[3:4], axis="prevalence")
    assert str(shares) == "m is cheapest at 100 % of the class shares of a, b and c."
    assert shares.picture().x.label == "Share of b"
    tiny = RegionMap.of_fixed(CLASSES, {"m": 0, "n": 1}, np.array([[0.5, 0.5, 0.5], [0.49, 1, 1]]))
    assert tiny.share_texts == ["100 %", "< 0.1 %"]
