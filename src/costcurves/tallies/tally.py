"""The tally: weight per score cell. Everything else is a view of it under an operating condition."""

from __future__ import annotations

import dataclasses
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.documents import Document
from costcurves._ground.labels import labels
from costcurves._ground.row_indexes import all_aligned
from costcurves.errors import InputError, UndefinedError, kind_of, one_class
from costcurves.tallies.cells import Cells, Direction, HullPoints, RunningWeights, alike, reaching
from costcurves.tallies.confusion import Confusion
from costcurves.tallies.published import class_sizes, confusion_cells, count_cells, point_cells, stakes
from costcurves.tallies.record_sorting import SortedRecords, sorted_records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import ArrayLike, NDArray

    from costcurves._ground.arrays import Floats, Numbers

#: What is written of a tally: the columns of its cells, and what it knows beside them.
COLUMNS, FACTS = ("high", "low", "positives", "negatives"), ("stated_prevalence", "scored", "counted")


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Tally(Document):
    """Weight of positives and negatives per score cell, in the order in which records are flagged.

    All that any ranking, threshold or cost quantity needs of the records. It adds (``a + b`` is
    the tally of both sets), never depends on row order and never splits records of equal score.
    A record is predicted positive when its score is at or above the threshold, or at or below it
    where low scores mean positive. The ways to make one begin with `from_`.

    Parameters
    ----------
    source : SortedRecords
        Cells, or sorted records from which cells are made on first use.
    stated_prevalence : float or None
        Share of positives that the rates are to be weighed with; None for the sample's own.
    scored : bool
        False when only the order of the cells is known, as for published operating points.
    counted : bool
        False when only rates are known, not how many records of each class there are.
    direction : Direction
        Whether high scores mean positive or low ones. Cells hold ranked scores, higher for
        positives; `high`, `low` and every threshold are scores as given.
    odds : float
        What the odds of scores are multiplied by where they are taken as probabilities.

    Examples
    --------
    >>> tally = Tally.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.4, 0.1])
    >>> tally
    Tally(3 positives, 2 negatives, 4 cells)
    """

    kind: ClassVar[str] = "tally"
    source: SortedRecords = dataclasses.field(compare=False)
    stated_prevalence: float | None = None
    scored: bool = True
    counted: bool = True
    direction: Direction = Direction.HIGH
    odds: float = 1.0

    @classmethod
    def from_scores(
        cls, y_true: Any, y_score: Any, sample_weight: Any = None, *, pos_label: Any = None,
        lower_is_positive: bool = False,
    ) -> Tally:  # fmt: skip
        """Tally records by score.

        Parameters
        ----------
        y_true : array_like, shape (records,)
            Labels: booleans, 0/1 or -1/1; any others with `pos_label`.
        y_score : array_like, shape (records,), or pair of such
            Scores; ±inf are scores, NaN is refused. A pair (f₊, f₋) is ranked by f₊/f₋.
        sample_weight : array_like, shape (records,), optional
            Weights ≥ 0; 0 leaves no trace. Whole ones are added exactly, others one after the other: highest
            ranked scores first, ties in the order of rows; totals are running sums over cells.
        pos_label : optional
            Label of the positive class; all other labels are negative.
        lower_is_positive : bool
            Whether low scores mean positive.

        Raises
        ------
        InputError
            If the columns do not fit together or hold anything but the above.
        """
        y_score, sample_weight = all_aligned(y_true, y_score=y_score, sample_weight=sample_weight)
        is_positive, score = labels(y_true, pos_label).is_positive, arrays.scores(y_score)
        arrays.check_length(score, len(is_positive), "y_score")
        weight = arrays.weights(sample_weight, len(is_positive))
        return cls.of_records(is_positive, score, weight, Direction.of(lower_is_positive=lower_is_positive))

    @classmethod
    def of_records(
        cls, is_positive: Any, score: Floats, weight: Numbers | None, direction: Direction = Direction.HIGH
    ) -> Tally:
        """Tally columns that are checked already."""
        return cls(sorted_records(is_positive, direction.turned(score), weight), direction=direction)

    @classmethod
    def from_predictions(
        cls, y_true: Any, y_pred: Any, sample_weight: Any = None, *, pos_label: Any = None
    ) -> Tally:
        """Tally a hard classifier by its predicted labels, spelled like `y_true`: 1 if positive, else 0.

        Examples
        --------
        >>> Tally.from_predictions(["ham", "spam", "ham"], ["ham", "spam", "spam"], pos_label="spam")
        Tally(1 positives, 2 negatives, 2 cells)
        """
        (predicted,) = all_aligned(y_true, y_pred=y_pred)
        predicted = labels(predicted, pos_label, "y_pred").is_positive
        return cls.from_scores(y_true, predicted, sample_weight, pos_label=pos_label)

    @classmethod
    def from_confusion(cls, tp: float, fn: float, fp: float, tn: float) -> Tally:
        """Tally a hard classifier by its confusion matrix: two cells, flagged (1) and not (0).

        Examples
        --------
        >>> Tally.from_confusion(tp=201, fn=85, fp=25, tn=2689)
        Tally(286 positives, 2714 negatives, 2 cells)
        """
        return cls(confusion_cells(tp, fn, fp, tn))

    @classmethod
    def from_counts(
        cls, score: ArrayLike, positives: ArrayLike, negatives: ArrayLike, *, lower_is_positive: bool = False
    ) -> Tally:
        """Tally a table of counts (or weights) per score; repeated scores add up.

        Examples
        --------
        >>> Tally.from_counts([1, 2, 3], positives=[0, 4, 9], negatives=[8, 5, 1])
        Tally(13 positives, 14 negatives, 3 cells)
        """
        direction = Direction.of(lower_is_positive=lower_is_positive)
        return cls(count_cells(score, positives, negatives, direction), direction=direction)

    @classmethod
    def from_points(
        cls,
        fpr: ArrayLike,
        tpr: ArrayLike,
        *,
        positives: float | None = None,
        negatives: float | None = None,
        threshold: ArrayLike | None = None,
        lower_is_positive: bool = False,
    ) -> Tally:
        """Tally the operating points of one model, such as points read off a published ROC curve.

        Points that another dominates (no higher FPR, no lower TPR) take no part: no condition chooses them.

        Parameters
        ----------
        fpr, tpr : array_like, shape (points,)
            Rates in [0, 1]; the trivial points (0, 0) and (1, 1) are always added.
        positives, negatives : float, optional
            Number of records of each class, both or neither: without them money needs a stated prevalence.
        threshold : array_like, shape (points,), optional
            The threshold behind each point, falling as the rates rise.
        lower_is_positive : bool
            Whether low scores mean positive: then thresholds rise as the rates do.

        Examples
        --------
        >>> Tally.from_points([0.3], [0.7], positives=10, negatives=20).confusion().tp
        array([ 0,  7, 10])
        """
        sizes = class_sizes(positives, negatives)
        direction = Direction.of(lower_is_positive=lower_is_positive)
        cells = point_cells(fpr, tpr, sizes, threshold, direction)
        return cls(cells, scored=threshold is not None, counted=sizes is not None, direction=direction)

    @classmethod
    def from_stakes(cls, benefit: ArrayLike, score: ArrayLike, *, lower_is_positive: bool = False) -> Tally:
        """Tally records whose costs differ, by what acting on each would save.

        Records with a benefit above 0 are the positives, those below 0 the negatives, each with
        weight `|benefit|`. Then the least total cost over thresholds is
        cost(nobody) − P + (P+N)·env(P/(P+N)), P and N being the weights of the two classes.

        Parameters
        ----------
        benefit : array_like, shape (records,)
            Cost of leaving the record alone minus cost of acting on it, in money.
        score : array_like, shape (records,)

        References
        ----------
        Fawcett (2006), ROC graphs with instance-varying costs.

        Examples
        --------
        >>> Tally.from_stakes([10, 2, -5, 4], [0.9, 0.8, 0.7, 0.6])
        Tally(16 positives, 5 negatives, 4 cells)
        """
        return cls.of_records(*stakes(benefit, score), Direction.of(lower_is_positive=lower_is_positive))

    @classmethod
    def stack(cls, tallies: Iterable[Tally]) -> Tally:
        """Lay tallies over their common scores; the first axis of the weights is the tally."""
        members = [Tally.require(tally, "adding or stacking") for tally in tallies]
        first: Tally = alike(members)
        return dataclasses.replace(first, source=Cells.stacked([one.cells for one in members]))

    @cached_property
    def cells(self) -> Cells:
        """One cell a distinct score, in descending order; kept instead of the running weights."""
        made: Cells = vars(self).pop("flagged", self.source).cells()
        return made

    @property
    def running_weights(self) -> RunningWeights:
        """Weight of both classes flagged at every threshold."""
        if "cells" in vars(self) or isinstance(self.source, Cells):
            return self.cells.running_weights()
        made: RunningWeights = self.remembered("flagged", self.source.running_weights)
        return made

    @property
    def laid_out(self) -> Cells | RunningWeights:
        """What already knows every score, else the cells."""
        return vars(self).get("flagged") or self.cells

    @cached_property
    def hull_points(self) -> HullPoints:
        """Points that are quickly had and give hull and area exactly."""
        return self.source.hull_points()

    @property
    def low(self) -> Floats:
        """Smallest score attained in each cell, as given."""
        return self.direction.interval(self.laid_out.low, self.laid_out.high)[0]

    @property
    def high(self) -> Floats:
        """Greatest score attained in each cell, as given."""
        return self.direction.interval(self.laid_out.low, self.laid_out.high)[1]

    def cells_flagged(self, threshold: Floats) -> NDArray[np.intp]:
        """Return how many cells each threshold, a score as given, flags whole."""
        return reaching(self.laid_out.low, self.direction.turned(threshold))

    @property
    def positives(self) -> Numbers:
        """Weight of the positives in each cell."""
        return self.cells.positives

    @property
    def negatives(self) -> Numbers:
        """Weight of the negatives in each cell."""
        return self.cells.negatives

    @cached_property
    def total_positive(self) -> Any:
        """Weight of the positive class (of each member of a stack)."""
        return self.source.weight(positive=True)

    @cached_property
    def total_negative(self) -> Any:
        """Weight of the negative class (of each member of a stack)."""
        return self.source.weight(positive=False)

    @property
    def is_stack(self) -> bool:
        """Whether the weights have leading axes."""
        return isinstance(self.source, Cells) and self.source.positives.ndim > 1

    @property
    def prevalence(self) -> float:
        """Share of positives: the stated one, else the sample's; rates without class sizes have none."""
        Tally.require(self, "the prevalence")
        if self.stated_prevalence is not None:
            return self.stated_prevalence
        if not self.counted:
            fix = "state a prevalence, or give the number of positives and negatives"
            raise UndefinedError("the prevalence must be known", "rates without class sizes", fix)
        if not (total := self.total_positive + self.total_negative):
            raise UndefinedError("the prevalence must be known", "no records")
        return float(self.total_positive / total)

    @staticmethod
    def require(tally: Any, purpose: str) -> Tally:
        """Return a tally of one set of records; refuse a stack and anything else."""
        must = f"{purpose} needs a single tally"
        if not isinstance(tally, Tally):
            raise InputError(must, kind_of(tally), "make one with Tally.from_scores")
        if tally.is_stack:
            raise InputError(must, repr(tally), "take its members() or pooled()")
        return tally

    def remembered(self, what: str, make: Callable[[], Any]) -> Any:
        """Return what a later layer derives from this tally, made only once."""
        return self.__dict__[what] if what in self.__dict__ else self.__dict__.setdefault(what, make())

    def require_both_classes(self, purpose: str) -> None:
        """Raise unless there is weight in both classes."""
        if not np.all(self.total_positive):
            raise one_class(purpose, "positive", float(np.max(self.total_negative)))
        if not np.all(self.total_negative):
            raise one_class(purpose, "negative", float(np.max(self.total_positive)))

    def __add__(self, other: Tally) -> Tally:
        """Tally of both sets of records."""
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally.stack([self, other]).pooled()

    def __radd__(self, other: object) -> Tally:
        """Let `sum` begin at 0."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    def at_prevalence(self, prevalence: float) -> Tally:
        """Weigh the same class-conditional rates at a stated share of positives.

        Examples
        --------
        >>> Tally.from_confusion(tp=420, fn=80, fp=110, tn=390).at_prevalence(0.02).prevalence
        0.02
        """
        share = arrays.inner_share(prevalence, "prevalence")
        self.require_both_classes("stating a prevalence")
        return dataclasses.replace(self, stated_prevalence=share)

    def compact(self) -> Tally:
        """Merge neighbouring cells of one class: rankings stay, thresholds between them go."""
        return dataclasses.replace(self, source=Tally.require(self, "compact()").cells.compact())

    def members(self) -> list[Tally]:
        """Return the tallies of a stack, each with its own non-empty cells only."""
        return [dataclasses.replace(self, source=cells) for cells in self.cells.members()]

    def pooled(self) -> Tally:
        """Add up the members of a stack."""
        return dataclasses.replace(self, source=self.cells.pooled())

    def confusion(self) -> Confusion:
        """Outcome weights at every threshold, from nobody flagged to everybody flagged.

        Its arrays have shape (..., cells + 1): entry i flags the first i cells. At a stated prevalence the
        classes are rescaled and their sum is kept; rates without class sizes need one.
        """
        share = self.stated_prevalence if self.counted else self.prevalence
        if share is None and not self.is_stack:
            flagged = self.running_weights
            return Confusion.of_flagged(flagged.tp, flagged.fp)
        total = np.add(self.total_positive, self.total_negative)
        sizes = None if share is None else (share * total, (1 - share) * total)
        return Confusion.cumulated(self.positives, self.negatives, sizes)

    def _contents(self) -> dict[str, Any]:
        """Write the cells, however the tally was made."""
        facts = (*FACTS, "direction", *(["odds"] if self.odds != 1 else []))
        return {name: getattr(self, name) for name in (*COLUMNS, *facts)}

    @classmethod
    def _restored(cls, contents: dict[str, Any]) -> Tally:
        contents = dict[str, Any](direction=Direction.HIGH, odds=1.0) | contents
        direction = Direction(contents["direction"])
        low, high = direction.interval(contents["low"], contents["high"])
        cells = Cells(high, low, contents["positives"], contents["negatives"])
        return cls(cells, **{name: contents[name] for name in (*FACTS, "odds")}, direction=direction)

    def to_columns(self) -> dict[str, Any]:
        """Return the cells as columns."""
        return {name: getattr(Tally.require(self, "a frame"), name) for name in COLUMNS}

    def __eq__(self, other: object) -> bool:
        """Compare cells and stated facts, however the tallies were made."""
        if not isinstance(other, Tally):
            return NotImplemented
        return arrays.same_value(self, other) and self.cells == other.cells

    __hash__ = None  # type: ignore[assignment]  # values with arrays have no stable hash

    def __repr__(self) -> str:
        """Show the weights and the number of cells."""
        stated = "" if self.stated_prevalence is None else f", prevalence {self.stated_prevalence:g}"
        if self.is_stack:
            return f"Tally(stack of shape {self.cells.positives.shape[:-1]}, {len(self.cells)} cells{stated})"
        sizes = f"{self.total_positive:g} positives, {self.total_negative:g} negatives"
        if not self.counted:
            sizes = "rates without class sizes"
        low = ", low scores positive" if self.direction is Direction.LOW else ""
        return f"Tally({sizes}, {len(self.laid_out.high)} cells{stated}{low})"
