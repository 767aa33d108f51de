"""A triangle cut into small ones, refined where neighbours differ, and the outlines of what is alike.

A triangle of `steps` steps an edge has nodes (i, j), whose shares of the three corners are
(steps − i − j, i, j)/steps. Small triangles are numbered by their node of least i and j: those that
point as the large one does (`mesh[0]`) and those between them (`mesh[1]`); outside the triangle stands -1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats

    Mesh = NDArray[np.intp]

#: Each kind of small triangle: its corners against the clock, beside its node.
_CORNERS = np.array([[[0, 0], [1, 0], [0, 1]], [[1, 0], [1, 1], [0, 1]]])
#: Beyond the edge that starts in each corner lies a triangle of the other kind, so far from its node.
_BEYOND = np.array([[[0, -1], [0, 0], [-1, 0]], [[1, 0], [0, 1], [0, 0]]])
#: The four triangles that each is cut into: kind, and place beside the doubled node.
_PARTS = (((0, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0)), ((1, 1, 0), (1, 0, 1), (1, 1, 1), (0, 1, 1)))


def winning_mesh(winner_at: Callable[[Floats], NDArray[np.intp]], steps: int, halvings: int) -> Mesh:
    """Find out who wins in the middle of each small triangle, finely only where neighbours differ.

    Parameters
    ----------
    winner_at : callable
        Gives numbers ≥ 0 for places of shape (places, 3).
    steps : int
        Of an edge, to begin with.
    halvings : int
        How often triangles beside others are cut into four.

    Returns
    -------
    ndarray of int, shape (2, n, n) with n = steps·2^halvings
    """
    mesh = np.full((2, steps, steps), -1)
    every = _inside(steps)
    mesh[every] = winner_at(_middles(every, steps))
    for _ in range(halvings):
        mesh = _cut_in_four(mesh)
        todo = _beside_others(mesh)
        seen = np.zeros(mesh.shape, dtype=bool)
        while todo.any():  # a narrow region is followed beyond the neighbours of what was coarser
            places = np.nonzero(todo)
            seen |= todo
            mesh[places] = winner_at(_middles(places, mesh.shape[1]))
            todo = _beside_others(mesh) & ~seen
    return mesh


def shares_of_mesh(mesh: Mesh, count: int) -> Floats:
    """Return the share of the triangle that each of the winners from 0 has."""
    return np.asarray(np.bincount(mesh[mesh >= 0], minlength=count) / mesh.shape[1] ** 2)


def outlines(mesh: Mesh, winner: int) -> list[Floats]:
    """Return the rings around the regions of a winner, of shape (vertices, 3); holes turn the other way.

    Examples
    --------
    >>> mesh = winning_mesh(lambda places: np.argmax(places, axis=1), 6, 1)
    >>> [len(outlines(mesh, winner)) for winner in range(3)]
    [1, 1, 1]
    """
    following: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for kind in (0, 1):
        for corner in range(3):
            i, j = np.nonzero((mesh[kind] == winner) & (_beyond(mesh, kind, corner) != winner))
            start, end = _CORNERS[kind, corner], _CORNERS[kind, (corner + 1) % 3]
            ends = zip((i + end[0]).tolist(), (j + end[1]).tolist(), strict=True)
            starts = zip((i + start[0]).tolist(), (j + start[1]).tolist(), strict=True)
            for one, other in zip(starts, ends, strict=True):
                following.setdefault(one, []).append(other)
    found = []
    while following:
        ring = [next(iter(following))]
        while (here := ring[-1]) in following:
            ring.append(following[here].pop())
            if not following[here]:
                del following[here]
        i, j = _corners_of(np.array(ring[:-1])).T
        found.append(np.column_stack([mesh.shape[1] - i - j, i, j]) / mesh.shape[1])
    return found


def _inside(steps: int) -> tuple[NDArray[np.intp], ...]:
    """Return the places of all small triangles."""
    i, j = np.indices((steps, steps))
    return np.nonzero(np.stack([i + j < steps, i + j < steps - 1]))


def _middles(places: tuple[NDArray[np.intp], ...], steps: int) -> Floats:
    """Return the shares in the middle of small triangles."""
    kind, i, j = places
    x, y = ((place + (1 + kind) / 3) / steps for place in (i, j))
    return np.column_stack([1 - x - y, x, y])


def _cut_in_four(mesh: Mesh) -> Mesh:
    """Cut every triangle into four with its winner."""
    steps = mesh.shape[1]
    fine = np.full((2, 2 * steps, 2 * steps), -1)
    for kind, parts in enumerate(_PARTS):
        places = np.nonzero(mesh[kind] >= 0)
        for small, right, up in parts:
            fine[small, 2 * places[0] + right, 2 * places[1] + up] = mesh[kind][places]
    return fine


def _beyond(mesh: Mesh, kind: int, corner: int) -> Mesh:
    """Return who wins beyond one edge of all triangles of a kind; -1 outside."""
    padded = np.pad(mesh[1 - kind], 1, constant_values=-1)
    right, up = _BEYOND[kind, corner] + 1
    steps = mesh.shape[1]
    return np.asarray(padded[right : right + steps, up : up + steps])


def _beside_others(mesh: Mesh) -> NDArray[np.bool_]:
    """Tell which triangles have a neighbour with another winner."""
    found = np.zeros(mesh.shape, dtype=bool)
    for kind in (0, 1):
        for corner in range(3):
            other = _beyond(mesh, kind, corner)
            found[kind] |= (other >= 0) & (mesh[kind] >= 0) & (other != mesh[kind])
    return found


def _corners_of(ring: NDArray[np.intp]) -> NDArray[np.intp]:
    """Leave out the nodes of a ring between others on one line."""
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    return np.asarray(ring[np.any(before != after, axis=1)])
