"""The extension refuses what it cannot read, keeps no state, and says which sources it was built from."""

from __future__ import annotations

import importlib
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves._ground import kernel
from costcurves._ground.bucket_sorting import sorted_classes
from tests.kernel import plain
from tests.members import each

F, Q, B = np.float64, np.int64, np.bool_


def called(function: str, **changed: Any) -> Any:
    """Call a function of the extension with good arrays, but for some."""
    found = importlib.import_module("costcurves._ground._kernel")
    good: dict[str, dict[str, Any]] = {
        "histogram": {
            "score": np.zeros(4), "positive": np.zeros(4, B), "low": 0.0, "scale": 1.0, "shift": 0,
            "counts": np.zeros(8, Q),
        },
        "scatter": {
            "score": np.zeros(4), "positive": np.zeros(4, B), "load": np.zeros(4), "low": 0.0, "scale": 1.0,
            "shift": 0, "places": np.zeros(8, Q), "keys": np.zeros(4), "loads": np.zeros(4),
        },
        "sort_buckets": {
            "keys": np.zeros(4), "loads": np.zeros(4), "bounds": np.array([0, 4]), "spare": np.zeros(4),
            "spare_loads": np.zeros(4), "counters": np.zeros(found.COUNTERS, Q),
        },
        "fill_cells": {
            "negatives": np.zeros(2), "positives": np.ones(2), "negative_weight": np.ones(2),
            "positive_weight": np.ones(2), "score": np.zeros(4), "negative": np.zeros(4), "positive": np.zeros(4),
        },
        "count_flagged": {
            "negatives": np.zeros(2), "positives": np.ones(2), "fp": 0, "tp": 0, "score": np.zeros(4),
            "negative": np.zeros(4, Q), "positive": np.zeros(4, Q),
        },
        "exact_corners": {
            "negatives": np.zeros(2), "positives": np.ones(2), "negative_weight": np.ones(2, Q),
            "positive_weight": np.ones(2, Q), "fp": 0, "tp": 0, "above": np.inf, "below": -np.inf,
            "corner_fp": np.zeros(4, Q), "corner_tp": np.zeros(4, Q), "low": np.zeros(4), "high": np.zeros(4),
        },
        "upper_hull": {
            "fp": np.arange(4.0), "tp": np.arange(4.0), "keep": np.zeros(4, Q), "x": np.zeros(4), "y": np.zeros(4),
        },
        "prune_blocks": {
            "fp": np.arange(4.0), "tp": np.arange(4.0), "start": 0, "stop": 4, "keep": np.zeros(4, Q),
            "x": np.zeros(4), "y": np.zeros(4),
        },
        "stack_corners": {
            "negatives": np.ones((2, 3)), "positives": np.ones((2, 3)), "cells": 3, "fp": np.zeros(8),
            "tp": np.zeros(8), "flagged": np.zeros(8, Q), "offsets": np.zeros(3, Q),
        },
    }  # fmt: skip
    assert set(changed) <= set(good[function])
    return getattr(found, function)(*(good[function] | changed).values())


#: Which arrays each function writes to.
WRITTEN = {
    "histogram": ["counts"],
    "scatter": ["places", "keys", "loads"],
    "sort_buckets": ["keys", "loads", "spare", "spare_loads", "counters"],
    "fill_cells": ["score", "negative", "positive"],
    "count_flagged": ["score", "negative", "positive"],
    "exact_corners": ["corner_fp", "corner_tp", "low", "high"],
    "upper_hull": ["keep", "x", "y"],
    "prune_blocks": ["keep", "x", "y"],
    "stack_corners": ["fp", "tp", "flagged", "offsets"],
}
READ = {
    "histogram": ["score", "positive"],
    "scatter": ["score", "positive", "load"],
    "sort_buckets": ["bounds"],
    "fill_cells": ["negatives", "positives", "negative_weight", "positive_weight"],
    "count_flagged": ["negatives", "positives"],
    "exact_corners": ["negatives", "positives", "negative_weight", "positive_weight"],
    "upper_hull": ["fp", "tp"],
    "prune_blocks": ["fp", "tp"],
    "stack_corners": ["negatives", "positives"],
}
ARRAYS = [(function, name) for function, names in READ.items() for name in names + WRITTEN[function]]


def frozen(array):
    """Make an array read-only."""
    array.flags.writeable = False
    return array


@each("function, name", ARRAYS)
def test_arrays_of_other_numbers_are_refused(function, name):
    called(function)
    for kind in (np.float32, np.int32, np.complex128, ">f8", ">i8", "V8", "M8[s]"):
        with pytest.raises((TypeError, ValueError)):
            called(function, **{name: np.zeros(16, kind)})
    for other in ("text", 3, b"bytes", [1.0, 2.0], object()):
        with pytest.raises((TypeError, ValueError)):
            called(function, **{name: other})


@each("function, name", ARRAYS)
def test_arrays_of_another_layout_are_refused(function, name):
    kind = {"positive": B}.get(name, F) if function in {"histogram", "scatter"} else F
    kinds = [kind, Q]
    for one in kinds:
        with pytest.raises((TypeError, ValueError)):
            called(function, **{name: np.zeros(32, one)[::2]})
    if kind is not B:
        with pytest.raises((TypeError, ValueError)):
            called(function, **{name: np.zeros(8 * 16 + 1, np.uint8)[1:].view(F)})


@each("function, name", [(f, n) for f, names in WRITTEN.items() for n in names])
def test_read_only_arrays_are_not_written_to(function, name):
    for kind in (F, Q):
        with pytest.raises((TypeError, ValueError)):
            called(function, **{name: frozen(np.zeros(30_000, kind))})


#: Lengths that do not fit, by function and array.
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("histogram", {"positive": np.zeros(3, B)}, "positive must have 4 values"),
    ("histogram", {"counts": np.zeros(7, Q)}, "counts of both classes"),
    ("histogram", {"counts": np.zeros(0, Q)}, "counts of both classes"),
    ("histogram", {"shift": 64}, "a shift below 64"),
    ("histogram", {"shift": -1}, "a shift below 64"),
    ("histogram", {"low": np.nan}, "a finite low end"),
    ("histogram", {"low": np.inf}, "a finite low end"),
    ("scatter", {"load": None}, "load and loads must be given both"),
    ("scatter", {"loads": None}, "load and loads must be given both"),
    ("scatter", {"load": np.zeros(4, Q)}, "numbers of one kind"),
    ("scatter", {"load": np.zeros(5)}, "load must have 4 values"),
    ("scatter", {"loads": np.zeros(5)}, "loads must have 4 values"),
    ("scatter", {"keys": np.zeros(3), "loads": np.zeros(3)}, "places must lie within keys"),
    ("scatter", {"places": np.full(8, -1)}, "places must lie within keys"),
    ("scatter", {"places": np.full(8, 2**62)}, "places must lie within keys"),
    ("sort_buckets", {"bounds": np.array([0, 5])}, "bounds must rise and lie within keys"),
    ("sort_buckets", {"bounds": np.array([-1, 4])}, "bounds must rise and lie within keys"),
    ("sort_buckets", {"bounds": np.array([0, 4, 3])}, "bounds must rise and lie within keys"),
    ("sort_buckets", {"spare": np.zeros(3), "spare_loads": np.zeros(3)}, "spare must have 4 values"),
    ("sort_buckets", {"spare_loads": np.zeros(3)}, "spare_loads must have 4 values"),
    ("sort_buckets", {"spare_loads": None}, "must be given both"),
    ("sort_buckets", {"counters": np.zeros(9, Q)}, "counters must have"),
    ("fill_cells", {"positive_weight": None}, "weights must be given both"),
    ("fill_cells", {"positive_weight": np.ones(3)}, "positive_weight must have 2 values"),
    ("fill_cells", {"score": np.zeros(3)}, "score must have 4 values"),
    ("fill_cells", {"negative": np.zeros(3)}, "negative must have 4 values"),
    ("fill_cells", {"negative": np.zeros(4, Q)}, "numbers of kind d"),
    ("count_flagged", {"score": np.zeros(3)}, "score must have 4 values"),
    ("count_flagged", {"positive": np.zeros(3, Q)}, "positive must have 4 values"),
    ("exact_corners", {"low": np.zeros(3)}, "low must have 4 values"),
    ("exact_corners", {name: np.zeros(1, Q if "corner" in name else F) for name in WRITTEN["exact_corners"]},
     "corners must have room"),
    ("upper_hull", {"tp": np.zeros(3)}, "tp must have 4 values"),
    ("upper_hull", {"tp": np.zeros(4, Q)}, "fp and tp must be given both"),
    ("upper_hull", {"keep": np.zeros(3, Q)}, "keep must have 4 values"),
    ("upper_hull", {"x": np.zeros(3)}, "x must have 4 values"),
    ("upper_hull", {"x": None}, "x and y must be given both"),
    ("upper_hull", {"x": None, "y": None}, "floats need x and y"),
    ("prune_blocks", {"tp": np.zeros(3)}, "tp must have 4 values"),
    ("prune_blocks", {"start": -1}, "start and stop must be places"),
    ("prune_blocks", {"start": 5}, "start and stop must be places"),
    ("prune_blocks", {"stop": 5}, "start and stop must be places"),
    ("prune_blocks", {"start": 1}, "keep must have 3 values"),
    ("prune_blocks", {"x": np.zeros(3)}, "x must have 4 values"),
    ("prune_blocks", {"y": np.zeros(3)}, "y must have 4 values"),
    ("stack_corners", {"cells": -1}, "one value more than there are members"),
    ("stack_corners", {"cells": 2**62}, "one value more than there are members"),
    ("stack_corners", {"cells": 2}, "negatives must have 4 values"),
    ("stack_corners", {"positives": np.ones((3, 3))}, "positives must have 6 values"),
    ("stack_corners", {"fp": np.zeros(7)}, "fp must have 8 values"),
    ("stack_corners", {"tp": np.zeros(7)}, "tp must have 8 values"),
    ("stack_corners", {"flagged": np.zeros(7, Q)}, "flagged must have 8 values"),
    ("stack_corners", {"offsets": np.zeros(0, Q)}, "one value more than there are members"),
]  # fmt: skip


@each("function, changed, message", WRONG, ids=[str(number) for number in range(len(WRONG))])
def test_lengths_that_do_not_fit_are_refused(function, changed, message):
    with pytest.raises((ValueError, TypeError), match=message):
        called(function, **changed)


def test_products_of_weights_that_do_not_fit_are_refused():
    with pytest.raises(OverflowError, match="below 2"):
        called("exact_corners", negative_weight=np.full(2, 2**31), positive_weight=np.full(2, 2**31))
    with pytest.raises(OverflowError, match="below 2"):
        called("exact_corners", fp=-9)


def test_records_that_change_meanwhile_end_up_somewhere_in_the_arrays():
    """Scores beyond the buckets, NaN included, neither write elsewhere nor run forever."""
    wild = np.array([np.nan, np.inf, -np.inf, 1e308])
    for scale, shift in ((1.0, 0), (0.0, 3)):
        assert called("histogram", score=wild, scale=scale, shift=shift) == 1
        called("scatter", score=wild, scale=scale, shift=shift)
    called("fill_cells", negatives=wild[:2], positives=wild[:2])
    called("exact_corners", negatives=wild[:2], positives=wild[:2])
    called("upper_hull", fp=wild, tp=wild)
    called("prune_blocks", fp=wild, tp=wild)


def test_callers_side_by_side_do_not_meet():
    rng = np.random.default_rng(9)
    columns = [(rng.random(150_000) < 0.4, rng.random(150_000), rng.random(150_000)) for _ in range(4)]

    def answers(positive, score, weight):
        runs = sorted_classes(positive, score, weight)
        assert runs is not None
        return *runs.columns, *runs.cells()

    want = [(*plain.runs(*one).columns, *plain.cells(*one)) for one in columns]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda one: answers(*one), columns * 3))
    for one, other in zip(found, want * 3, strict=True):
        assert all(plain.same_bits(a, b) for a, b in zip(one, other, strict=True))


def test_the_version_stands_in_the_sources_and_in_python():
    source = Path(cc.__file__).parent.joinpath("_ground", "_kernel.c")
    if source.exists():  # an installed wheel holds no sources
        said = re.findall(r"#define VERSION (\d+)", source.read_text("utf-8"))
        assert said == [str(kernel.VERSION)]
    assert importlib.import_module("costcurves._ground._kernel").VERSION == kernel.VERSION
