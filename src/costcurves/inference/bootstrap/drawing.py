"""How replicates are drawn for an interval, and where drawing them says too little."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import InputError, kind_of
from costcurves.inference.arguments import whole_number
from costcurves.inference.resampling import seeded

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats
    from costcurves.inference.bootstrap.sample import Sample
    from costcurves.tallies.tally import Tally

#: With fewer replicates the ends of no usual interval lie among them.
FEWEST = 20


@dataclasses.dataclass(frozen=True, slots=True)
class Drawing:
    """How many replicates are drawn for an interval, by which seed, and who looks on.

    Attributes
    ----------
    count : int
        At least 20.
    seed : int
    n_jobs : int
        Threads; the answer does not depend on it.
    progress : callable or None
        Called with the number of replicates done and `count`, after every block of them.
    """

    count: int = 2000
    seed: int = 0
    n_jobs: int = 1
    progress: Callable[[int, int], Any] | None = None

    def __post_init__(self) -> None:
        """Refuse what draws no interval."""
        if whole_number(self.count, "the number of replicates", 1) < FEWEST:
            raise InputError.because(
                must=f"a bootstrap must have {FEWEST} replicates or more",
                came=str(self.count),
                fix="2000 are usual",
            )
        seeded(self.seed)
        whole_number(self.n_jobs, "n_jobs", 1)
        if self.progress is not None and not callable(self.progress):
            raise InputError.because(
                must="progress must be callable, with replicates done and in all",
                came=kind_of(self.progress),
                fix="give a function of two numbers, or leave it out",
            )  # fmt: skip

    def map(
        self, sample: Sample, look: Callable[[Mapping[str, Tally]], Any]
    ) -> tuple[Floats, tuple[str, ...]]:
        """Return what a function makes of every replicate, and notes; see :meth:`Sample.map`."""
        return sample.map(look, count=self.count, seed=self.seed, n_jobs=self.n_jobs, progress=self.progress)


def without_width(low: Floats, high: Floats, settled: NDArray[np.bool_] | None = None) -> tuple[str, ...]:
    """Say at how many places no replicate differs, so that the interval has no width and holds too rarely.

    Parameters
    ----------
    low, high : ndarray, shape (places,)
    settled : ndarray of bool, shape (places,), optional
        Places at which there is nothing to estimate.

    Examples
    --------
    >>> without_width(np.array([0.2, 1.0]), np.array([0.3, 1.0]))
    ('no replicate differs at 1 of 2 places: the interval there has no width and holds too rarely',)
    """
    still = int(np.count_nonzero(low == high if settled is None else (low == high) & ~settled))
    if not still:
        return ()
    where = f" at {still} of {len(low)} places" if len(low) > 1 else ""
    return (f"no replicate differs{where}: the interval there has no width and holds too rarely",)
