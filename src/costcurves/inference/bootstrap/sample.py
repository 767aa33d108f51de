"""The bootstrap: records drawn anew, as stacks of tallies over the cells of the sample."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.number_words import short
from costcurves.errors import InputError, no_such
from costcurves.inference.arguments import whole_number
from costcurves.inference.bootstrap.units import (
    MERGED,
    Coarse,
    Spread,
    Stratum,
    class_stratum,
    cluster_stratum,
    coarsened,
    on_its_side,
)
from costcurves.inference.resampling import Placed, counted_columns, generators
from costcurves.tallies.cells import Cells
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats
    from costcurves.tallies.records import Records

#: Replicates that share one generator. A constant: with another, the same seed gives other numbers.
BLOCK = 100
#: Bytes that a batch of replicates takes if it can: what fits the cache is worked on twice as fast.
BUDGET = 2**20
#: Groups that are left out in turn where there are more units.
GROUPS = 200


class Batch(dict[str, Tally]):
    """By model a stack of tallies; all models are of the same draws.

    Attributes
    ----------
    redrawn : int
        Draws that were taken again because a class was missing.
    """

    redrawn: int = 0


class Left(dict[str, Tally]):
    """By model a stack of tallies, from each of which a unit (or a group) is left out.

    Attributes
    ----------
    times : ndarray of int, shape (members,)
        How many like members each stands for.
    """

    times: NDArray[np.int64]


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Sample:
    """Records as units that are drawn with replacement, and what each adds to every model.

    By default records are drawn within their class, so that class sizes stay; of clusters whole
    ones are drawn, and class sizes vary. All models see the same draws, so that differences of
    models are differences on the same records.

    Attributes
    ----------
    tallies : mapping of str to Tally
        By model what the records are themselves; a stated prevalence is that of all replicates.
    strata : tuple of Stratum
        Units that are drawn apart: positives and negatives, or all clusters.

    Examples
    --------
    >>> sample = Sample.of_tally(Tally.from_confusion(tp=4, fn=2, fp=3, tn=7))
    >>> batch = next(sample.replicates(replicates=3))
    >>> batch["model"].positives.sum(axis=1).tolist()
    [6, 6, 6]
    """

    tallies: Mapping[str, Tally]
    strata: tuple[Stratum, ...]

    # ---- making one -------------------------------------------------------------------------

    @classmethod
    def of(cls, source: Sample | Tally) -> Sample:
        """Return a sample, or that of a tally."""
        return source if isinstance(source, Sample) else cls.of_tally(source)

    @classmethod
    def of_tally(cls, tally: Tally, model: str = "model") -> Sample:
        """Draw the records that a tally of whole weights counts, within each class.

        Raises
        ------
        InputError
            If weights are fractional: they do not say how many records there are.
        UndefinedError
            If a class has no records, or class sizes are unknown.
        """
        Tally.require(tally, "resampling").require_both_classes("resampling")
        strata = []
        for side, column in enumerate(counted_columns(tally, "resampling")):
            place = np.flatnonzero(column)
            spread = Spread.of(place, len(column))
            strata.append(Stratum(column[place], {model: on_its_side(spread, side)}))
        return cls({model: tally}, tuple(strata))

    @classmethod
    def of_records(
        cls, records: Records, models: Iterable[str] | None = None, *, cluster: bool = False
    ) -> Sample:
        """Draw rows within each class, or whole clusters; a row counts with its weight.

        Parameters
        ----------
        records : Records
        models : iterable of str, optional
            By default all.
        cluster : bool
            Whether clusters are drawn. A draw without one of the classes is taken again.
        """
        names = list(records.scores if models is None else models)
        return cls.of_placed(
            Placed.of_records(records, {name: records.tally(name) for name in names}), cluster=cluster
        )

    @classmethod
    def of_placed(cls, placed: Placed, *, cluster: bool = False) -> Sample:
        """Draw records that are placed in their cells already; see :meth:`of_records`."""
        for tally in placed.tallies.values():
            tally.require_both_classes("resampling")
        if not cluster:
            strata = tuple(class_stratum(placed, side) for side in (0, 1))
        elif placed.cluster is None:
            raise InputError("clusters need records that have some", "none", "give cluster=")
        else:
            strata = (cluster_stratum(placed, placed.cluster),)
        return cls(placed.tallies, strata)

    @property
    def moving(self) -> bool:
        """Whether class sizes, and so the prevalence, vary from replicate to replicate."""
        return any(stratum.needed or stratum.uneven for stratum in self.strata) and not all(
            tally.stated_prevalence for tally in self.tallies.values()
        )

    def only(self, models: Iterable[str]) -> Sample:
        """Return the sample of some of its models."""
        names = list(models)
        for name in names:
            if name not in self.tallies:
                raise no_such(name, self.tallies, what="model")
        strata = (
            dataclasses.replace(stratum, adds={name: stratum.adds[name] for name in names})
            for stratum in self.strata
        )
        return Sample({name: self.tallies[name] for name in names}, tuple(strata))

    def coarsened(
        self, keep: Mapping[str, Any] | None = None, merged: int = MERGED
    ) -> tuple[Sample, dict[str, Coarse]]:
        """Return the sample over merged cells, and how those of each model were merged.

        Parameters
        ----------
        keep : mapping of str to array_like, optional
            By model the thresholds that no cell may cross.
        merged : int
            See :func:`costcurves.inference.bootstrap.units.coarsened`.
        """
        kept = keep or {}
        coarse = {name: coarsened(tally, kept.get(name, ()), merged) for name, tally in self.tallies.items()}
        tallies = {name: one.tally for name, one in coarse.items()}
        if all(tally is self.tallies[name] for name, tally in tallies.items()):
            return self, coarse
        return Sample(tallies, tuple(stratum.merged(coarse) for stratum in self.strata)), coarse

    # ---- drawing ----------------------------------------------------------------------------

    def replicates(
        self, *, replicates: int = 2000, seed: int = 0, batch: int | None = None
    ) -> Iterator[Batch]:
        """Draw replicates of the whole sample.

        Parameters
        ----------
        replicates : int
            How many.
        seed : int
            The same seed draws the same replicates, whatever the batches; the first ones are the same
            however many are drawn.
        batch : int, optional
            Most replicates at once (at most 100); by default as many as fit 1 MB.

        Yields
        ------
        Batch
            By model a stack of shape (replicates, cells).
        """
        for block in self._blocks(replicates, seed, batch):
            yield from block

    def map(
        self,
        function: Callable[[Mapping[str, Tally]], Any],
        *,
        replicates: int = 2000,
        seed: int = 0,
        batch: int | None = None,
        n_jobs: int = 1,
        progress: Callable[[int, int], Any] | None = None,
    ) -> tuple[Floats, tuple[str, ...]]:
        """Return what a function makes of every replicate, and what a reader should know of the draws.

        Parameters
        ----------
        function : callable
            Maps a batch to an array of shape (replicates, ...).
        replicates, seed, batch
            See :meth:`replicates`.
        n_jobs : int
            Threads; the answer does not depend on it.
        progress : callable, optional
            Called with the number of replicates done and of all, after every batch (with several
            threads after every hundred).

        Returns
        -------
        values : ndarray, shape (replicates, ...)
        notes : tuple of str
        """

        def run(block: Iterable[Batch]) -> tuple[Floats, int]:
            """Return the values of one block, and the draws that were taken again."""
            found = [(np.asarray(function(one), float), one.redrawn) for one in block]
            return np.concatenate([values for values, _ in found]), sum(again for _, again in found)

        parts, redrawn, done = [], 0, 0
        threads = whole_number(n_jobs, "n_jobs", 1)
        work: Iterator[Iterable[Batch]] = self._blocks(replicates, seed, batch)
        if threads == 1:  # batches are shorter, so that progress is seen to move
            work = ((one,) for block in work for one in block)
        for values, again in _in_order(run, work, threads):
            parts.append(values)
            redrawn += again
            done += len(values)
            if progress is not None:
                progress(done, replicates)
        notes = (f"{redrawn} draws that lacked a class were repeated",) if redrawn else ()
        return np.concatenate(parts), notes

    def _blocks(self, replicates: int, seed: int, batch: int | None) -> Iterator[Iterator[Batch]]:
        """Yield the batches of every block, which has generators of its own."""
        replicates = whole_number(replicates, "the number of replicates", 1)
        most = min(BLOCK, self._affordable() if batch is None else whole_number(batch, "batch", 1))
        starts, each = range(0, replicates, BLOCK), len(self.strata)
        streams = generators(seed, len(starts) * each)
        for start in starts:
            rngs = [next(streams) for _ in range(each)]
            yield self._block(rngs, min(BLOCK, replicates - start), most)

    def _affordable(self) -> int:
        """Replicates that fit the budget: two columns of each model, and the counts of units."""
        numbers = sum(2 * len(tally.cells) for tally in self.tallies.values())
        numbers += sum(len(stratum.times) for stratum in self.strata)
        return int(max(1, BUDGET // (8 * numbers)))

    def _block(self, rngs: list[np.random.Generator], count: int, most: int) -> Iterator[Batch]:
        for start in range(0, count, most):
            size = min(most, count - start)
            drawn = [stratum.drawn(rng, size) for stratum, rng in zip(self.strata, rngs, strict=True)]
            found = Batch(self._stacks([counts for counts, _ in drawn], size))
            found.redrawn = sum(again for _, again in drawn)
            yield found

    def _stacks(self, counts: list[Any], members: int) -> dict[str, Tally]:
        """Turn counts of units into a stack a model."""

        def column(model: str, side: int) -> Any:
            """Find what is added to one class of one model, by the one stratum that holds it."""
            (found,) = (
                spread(drawn)
                for stratum, drawn in zip(self.strata, counts, strict=True)
                if (spread := stratum.adds[model][side]) is not None
            )
            return np.broadcast_to(found, (members, found.shape[-1]))

        cells = {
            model: Cells(tally.cells.high, tally.cells.low, column(model, 0), column(model, 1))
            for model, tally in self.tallies.items()
        }
        return {model: dataclasses.replace(self.tallies[model], source=own) for model, own in cells.items()}

    # ---- leaving out ------------------------------------------------------------------------

    def jackknife(self, *, groups: int = GROUPS, seed: int = 0) -> Iterator[Iterator[Left]]:
        """Leave out every unit in turn, like ones once, or groups of units where there are many.

        Parameters
        ----------
        groups : int
            Most groups of a stratum.
        seed : int
            Deals units into groups.

        Yields
        ------
        iterator of Left
            One a stratum: batches of stacks, each member without one unit or group.
        """
        most = self._affordable()
        groups = whole_number(groups, "groups", 2)
        for number, rng in enumerate(generators(seed, len(self.strata))):
            yield self._left(number, *self.strata[number].groups(groups, rng), most)

    def _left(self, number: int, out: Any, times: NDArray[np.int64], most: int) -> Iterator[Left]:
        """Yield the sample without what is left out of one stratum."""
        for start in range(0, len(out), most):
            part = out[start : start + most]
            counts = [stratum.times[None] for stratum in self.strata]
            counts[number] = counts[number] - part
            found = Left(self._stacks(counts, len(part)))
            found.times = times[start : start + most]
            yield found

    def __repr__(self) -> str:
        units = " + ".join(f"{stratum.size}" for stratum in self.strata)
        return f"Sample({units} units, {', '.join(self.tallies)})"


def one_model(source: Sample | Tally, model: str | None) -> tuple[Sample, str]:
    """Return the sample of the model that is meant, and its name; refuse to guess among several."""
    sample = Sample.of(source)
    if model is None and len(sample.tallies) > 1:
        raise InputError(
            "one model must be named",
            f"{len(sample.tallies)} models",
            "give model=, one of " + ", ".join(sample.tallies),
        )
    name = next(iter(sample.tallies)) if model is None else model
    return sample.only([name]), name


def over_merged_cells(
    sample: Sample, keep: Mapping[str, Any] | None = None, merged: int = MERGED
) -> tuple[Sample, tuple[str, ...]]:
    """Return the sample over merged cells, and how far rates are off that are read of them."""
    drawn, coarse = sample.coarsened(keep, merged)
    moved = max(one.moves for one in coarse.values()) if merged else 0.0
    notes = (f"drawn over merged scores, which moves no rate by more than {short(moved)}",) if moved else ()
    return drawn, notes


def _in_order(
    run: Callable[[Iterable[Batch]], Any], blocks: Iterator[Iterable[Batch]], threads: int
) -> Iterator[Any]:
    """Run blocks in threads, a few ahead, and yield what comes of them in order."""
    if threads == 1:
        yield from map(run, blocks)
        return
    from collections import deque
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Any] = deque()
        for block in blocks:
            waiting.append(pool.submit(run, block))
            if len(waiting) > threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
