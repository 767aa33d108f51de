"""The optional C extension: whether it is used, and its passes over points.

Whatever it does has a twin in numpy that gives the same numbers; see `_kernel.c` beside this file.
"""

from __future__ import annotations

import functools
import importlib
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import threads

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats, Numbers

#: Of the extension that is used, as `VERSION` in its source: a build of other sources is left alone.
VERSION = 4
#: The variable of the environment that switches the extension off.
VARIABLE = "COSTCURVES_KERNEL"


@functools.cache
def why_not() -> str:
    """Return why the extension is not used; nothing if it is."""
    if os.environ.get(VARIABLE, "").strip() == "0":
        return f"switched off by {VARIABLE}=0"
    try:
        version = importlib.import_module("costcurves._ground._kernel").VERSION
    except ModuleNotFoundError:
        return "not built"
    except ImportError as problem:
        return f"cannot be loaded ({problem})"
    return "" if version == VERSION else f"built from other sources (version {version}, not {VERSION})"


def active() -> bool:
    """Tell whether the extension is used."""
    return not why_not()


def in_order(values: Any, dtype: Any) -> NDArray[Any]:
    """Lay an array out as the extension reads it: contiguous, aligned, in this machine's order of bytes."""
    return np.require(values, dtype, ["C_CONTIGUOUS", "ALIGNED"])


def number_type(*columns: Numbers) -> Any:
    """Return int64 where all columns are whole, else float64."""
    return np.int64 if all(column.dtype.kind in "iub" for column in columns) else np.float64


def upper_hull(fp: Numbers, tp: Numbers) -> NDArray[np.int64]:
    """Return the indices of the corners of the upper hull, as `costcurves.space.hull` finds them.

    Parameters
    ----------
    fp, tp : ndarray, shape (points,)
        Cumulative weights, neither ever falling.
    """
    from costcurves._ground import _kernel

    kind = number_type(fp, tp)
    fp, tp = in_order(fp, kind), in_order(tp, kind)
    if kind is np.int64 or len(fp) <= _kernel.BLOCK:
        return _corners(fp, tp)
    blocks = -(-len(fp) // _kernel.BLOCK)
    parts = threads.slices(blocks, min(threads.workers(len(fp)), blocks))
    jobs = [functools.partial(_pruned, fp, tp, part) for part in parts]
    left, x, y = (np.concatenate(columns) for columns in zip(*threads.on_threads(jobs), strict=True))
    corners: NDArray[np.int64] = left[_corners(x, y)]
    return corners


def _pruned(fp: Floats, tp: Floats, blocks: slice) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Return the points of some blocks that their block leaves, by index and scaled."""
    from costcurves._ground import _kernel

    start, stop = blocks.start * _kernel.BLOCK, min(blocks.stop * _kernel.BLOCK, len(fp))
    keep, x, y = np.empty(stop - start, np.int64), np.empty(stop - start), np.empty(stop - start)
    count = _kernel.prune_blocks(fp, tp, start, stop, keep, x, y)
    return keep[:count], x[:count], y[:count]


def _corners(fp: Numbers, tp: Numbers) -> NDArray[np.int64]:
    from costcurves._ground import _kernel

    keep = np.empty(len(fp), np.int64)
    spare = (None, None) if fp.dtype.kind == "i" else (np.empty(len(fp)), np.empty(len(fp)))
    count = _kernel.upper_hull(fp, tp, keep, *spare)
    return keep[:count].copy()


def stack_corners(
    positives: Numbers, negatives: Numbers
) -> tuple[Numbers, Numbers, NDArray[np.int64], NDArray[np.int64]]:
    """Find the corners of the upper hull of each member of a stack.

    Parameters
    ----------
    positives, negatives : ndarray, shape (members, cells)
        Weight of each class per cell, the highest score first.

    Returns
    -------
    fp, tp : ndarray, shape (corners,)
        Cumulative weights at the corners of the first member, then of the second, and so on. Exact on whole
        weights; floats are compared by their products as they are rounded.
    flagged : ndarray of int64, shape (corners,)
        How many cells each flags, empty ones at its end left out.
    offsets : ndarray of int64, shape (members + 1,)
        Member i has the corners from offsets[i] to offsets[i + 1].
    """
    kind = number_type(positives, negatives)
    tables = in_order(negatives, kind), in_order(positives, kind)
    count = min(threads.workers(positives.size), max(len(positives), 1))
    jobs = [
        functools.partial(_member_corners, *tables, part) for part in threads.slices(len(positives), count)
    ]
    parts = threads.on_threads(jobs, count)
    fp, tp, flagged = (np.concatenate([part[side] for part in parts]) for side in range(3))
    corners = np.concatenate([np.diff(part[3]) for part in parts])
    return fp, tp, flagged, np.concatenate([np.zeros(1, np.int64), np.cumsum(corners)])


def _member_corners(
    negatives: Numbers, positives: Numbers, members: slice
) -> tuple[Numbers, Numbers, NDArray[np.int64], NDArray[np.int64]]:
    from costcurves._ground import _kernel

    n, p = negatives[members], positives[members]
    cells = n.shape[1]
    room = len(n) * (cells + 1)
    fp, tp, flagged = np.empty(room, n.dtype), np.empty(room, n.dtype), np.empty(room, np.int64)
    offsets = np.zeros(len(n) + 1, np.int64)
    _kernel.stack_corners(n, p, cells, fp, tp, flagged, offsets)
    fp, tp, flagged = (column[: offsets[-1]].copy() for column in (fp, tp, flagged))
    return fp, tp, flagged, offsets
