"""Where a method is known to hold less often than it says."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves.selection import Optimal

if TYPE_CHECKING:
    from costcurves._arrays import Floats
    from costcurves.inference.estimate import Band
    from costcurves.selection import Rule
    from costcurves.tallies import Tally

__all__ = ["cautioned"]

#: Outside of these PC(+) nobody or everybody is best, or nearly so.
INNER = (0.1, 0.9)
#: Distinct scores that are few.
FEW = 30
#: Of 2,000 samples with ties at PC(+) 0.05 and 0.95, see studies/coverage.csv.
OUTER_TIES = (
    "at PC(+) below 0.1 and above 0.9 and with few distinct scores, intervals for the best thresholds of "
    "the same records hold less often than they say (91 % of the time in a study of 95 % ones)"
)


def cautioned(band: Band, tally: Tally, rule: Rule | None, pc: Floats) -> Band:
    """Return a band of costs with a note where intervals under its rule are known to fall short.

    Parameters
    ----------
    band : Band
    tally : Tally
        What is judged.
    rule : Rule or None
        None for cross-fitted thresholds.
    pc : ndarray, shape (places,)
        The conditions that are asked about.
    """
    outer = (pc > 0) & (pc < 1) & ((pc < INNER[0]) | (pc > INNER[1]))
    if type(rule) is not Optimal or len(tally.cells) >= FEW or not np.any(outer):
        return band
    return dataclasses.replace(band, notes=(*band.notes, OUTER_TIES))
