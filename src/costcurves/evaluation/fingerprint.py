"""A short text that tells data apart: whoever gets the same one has judged the same records."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurves.tallies.records import Records
    from costcurves.tallies.tally import Tally

#: So many characters differ by chance once in 2.8 · 10¹⁴ pairs of data.
LENGTH = 12


def fingerprint(models: Mapping[str, Tally], records: Records | None) -> str:
    """Return the first characters of the SHA-256 sum of names, labels, scores and weights, or of all counts.

    Parameters
    ----------
    models : mapping of str to Tally
    records : Records or None
        As they were read: the order of rows matters.

    Examples
    --------
    >>> from costcurves import Tally
    >>> fingerprint({"m": Tally.from_scores([1, 0], [0.9, 0.1])}, None)
    'c477e41df267'
    """
    found = hashlib.sha256()
    for column in _columns(models, records):
        found.update(column if isinstance(column, bytes) else np.ascontiguousarray(column, "<f8").data)
    return found.hexdigest()[:LENGTH]


def _columns(models: Mapping[str, Tally], records: Records | None) -> Iterator[Any]:
    """Yield what tells the data apart."""
    if records is not None:
        yield np.packbits(records.is_positive).tobytes()
        yield from (() if records.weight is None else (records.weight,))
    for name, tally in models.items():
        yield f"{name}\0{tally.direction}".encode()
        if records is not None:
            yield records.score(name)
            continue
        yield from (tally.cells.low, tally.cells.high, tally.positives, tally.negatives)
