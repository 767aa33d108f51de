"""Passes over records that numpy has no call for; `costcurves._ground.kernel` calls them."""

from typing import Any

from numpy.typing import NDArray

from costcurves._ground.arrays import Floats

Ints = NDArray[Any]
Loads = NDArray[Any]
Mask = NDArray[Any]

VERSION: int
COUNTERS: int
BLOCK: int

def histogram(
    score: Floats, positive: Mask, low: float, scale: float, shift: int, counts: Ints, /
) -> int: ...
def scatter(
    score: Floats,
    positive: Mask,
    load: Loads | None,
    low: float,
    scale: float,
    shift: int,
    places: Ints,
    keys: Floats,
    loads: Loads | None,
    /,
) -> None: ...
def sort_buckets(
    keys: Floats,
    loads: Loads | None,
    bounds: Ints,
    spare: Floats,
    spare_loads: Loads | None,
    counters: Ints,
    /,
) -> int: ...
def fill_cells(
    negatives: Floats,
    positives: Floats,
    negative_weight: Loads | None,
    positive_weight: Loads | None,
    score: Floats,
    negative: Loads,
    positive: Loads,
    /,
) -> int: ...
def count_flagged(
    negatives: Floats,
    positives: Floats,
    fp: int,
    tp: int,
    score: Floats,
    negative: Ints,
    positive: Ints,
    /,
) -> int: ...
def exact_corners(
    negatives: Floats,
    positives: Floats,
    negative_weight: Ints | None,
    positive_weight: Ints | None,
    fp: int,
    tp: int,
    above: float,
    below: float,
    corner_fp: Ints,
    corner_tp: Ints,
    low: Floats,
    high: Floats,
    /,
) -> tuple[int, int]: ...
def upper_hull(fp: Loads, tp: Loads, keep: Ints, x: Floats | None, y: Floats | None, /) -> int: ...
def prune_blocks(
    fp: Floats, tp: Floats, start: int, stop: int, keep: Ints, x: Floats, y: Floats, /
) -> int: ...
def stack_corners(
    negatives: Loads, positives: Loads, cells: int, fp: Loads, tp: Loads, flagged: Ints, offsets: Ints, /
) -> None: ...
