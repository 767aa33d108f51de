"""Records: aligned rows of labels, scores of several models, weights, and what they belong to."""

from __future__ import annotations

import contextlib
import dataclasses
import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import arrays, containers
from costcurves._ground.arrays import ByValue, Floats, Numbers, frozen
from costcurves._ground.documents import Shown
from costcurves._ground.labels import Labels, labels, predicted_positive
from costcurves.conditions.row_costs import RowCosts
from costcurves.errors import Code, InputError, exact, kind_of, no_such, nth_row, one_class
from costcurves.tallies.cells import Direction
from costcurves.tallies.probabilities import as_probability, slack
from costcurves.tallies.record_columns import RecordColumns, belonging, score_title
from costcurves.tallies.tally import Tally
from costcurves.tallies.values import ValueTally

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: What to do about missing values.
FILL = 'fill them, or leave these records out with missing="drop"'
#: Columns by which records can be parted.
PARTS = ("fold", "cluster", "segment")


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Records(Shown, ByValue):
    """Rows that belong together; the only type that holds rows.

    Make one with :meth:`read`. Arrays are copies: later changes of the caller's arrays do not
    reach them.

    Attributes
    ----------
    is_positive : ndarray of bool, shape (records,)
    scores : dict of str to ndarray
        Scores by model, as given (also where low scores mean positive).
    weight : ndarray or None
    costs : RowCosts or None
        What each outcome would cost, record by record.
    fold, cluster, segment : ndarray or None
        What each record belongs to.
    positive, negative : str
        How the classes are spelled.
    lower_is_positive : frozenset of str
        Models whose low scores mean positive.
    predicted : frozenset of str
        Models that are predicted labels; their scores are 1 for the positive class and 0 for others.
    notes : tuple of str
        Remarks on the labels, for whoever reads the results.
    odds : float
        What the odds of scores are multiplied by where they are taken as probabilities.
    places : object or None
        Where records stand in the file that they come from: ``places.one(0)`` names the first line.
    rows : ndarray of int or None
        Of some of the records, which of all they are, from 0 on.

    Examples
    --------
    >>> records = Records.read(["yes", "no", "yes"], {"m": [0.9, 0.4, 0.3]}, pos_label="yes")
    >>> records.is_positive.tolist(), records.positive, records.negative
    ([True, False, True], 'yes', 'no')
    """

    is_positive: NDArray[np.bool_]
    scores: dict[str, Floats]
    weight: Numbers | None = None
    costs: RowCosts | None = None
    fold: NDArray[Any] | None = None
    cluster: NDArray[Any] | None = None
    segment: NDArray[Any] | None = None
    positive: str = "1"
    negative: str = "0"
    lower_is_positive: frozenset[str] = frozenset()
    predicted: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    odds: float = 1.0
    places: Any = dataclasses.field(default=None, compare=False)
    rows: NDArray[np.intp] | None = dataclasses.field(default=None, compare=False)

    @classmethod
    def read(  # noqa: PLR0913 - one argument a use
        cls,
        y_true: Any,
        y_score: Any = None,
        *,
        predictions: Mapping[str, Any] | None = None,
        sample_weight: Any = None,
        pos_label: Any = None,
        costs: Mapping[str, Any] | None = None,
        fold: Any = None,
        cluster: Any = None,
        segment: Any = None,
        lower_is_positive: Any = (),
        classes: Any = None,
        missing: str = "error",
    ) -> Records:
        """Read and check columns of any make; see :func:`costcurves.evaluate`.

        Parameters
        ----------
        costs : mapping, optional
            Per-row costs by outcome, ``{"fp": …, "fn": …, "tp": …, "tn": …}``: a column or one
            number each; outcomes left out cost nothing.

        Raises
        ------
        InputError
            If columns do not fit together, or hold missing values that are not dropped.
        """
        if not isinstance(predictions or {}, Mapping):
            raise InputError("predictions must be given by model", kind_of(predictions), 'write {"model": …}')
        others = {"sample_weight": sample_weight, "fold": fold, "cluster": cluster, "segment": segment}
        given = RecordColumns(
            y_true,
            _by_model(y_score, optional=bool(predictions)),
            dict(predictions or {}),
            dict(costs) if isinstance(costs, Mapping) else {},
            {name: values for name, values in others.items() if values is not None},
        )
        given = given.aligned().of_positive(classes, pos_label).complete(missing)
        return cls._of_columns(given, pos_label, given.costs or costs, lower_is_positive)

    @classmethod
    def _of_columns(cls, given: RecordColumns, pos_label: Any, costs: Any, lower_is_positive: Any) -> Records:
        """Read columns that are aligned."""
        with _droppable():
            read = labels(given.y_true, pos_label)
            count = len(read.is_positive)
            scores = {}
            for name, values in given.scores.items():
                title = score_title(name)
                column = arrays.scores(values, title)
                arrays.check_length(column, count, title)
                arrays.refuse_nan(column, title)
                scores[name] = frozen(column.copy())
            low = low_models(lower_is_positive, scores)
            found = _predicted(given.predictions, given.y_true, read, scores)
        weight = arrays.weights(given.others.get("sample_weight"), count)
        groups: dict[str, Any] = {name: belonging(given.others.get(name), count, name) for name in PARTS}
        return cls(
            frozen(read.is_positive.copy()),
            scores | found,
            None if weight is None else frozen(weight.copy()),
            None if costs is None else RowCosts.read(costs, count),
            positive=read.positive,
            negative=read.negative,
            lower_is_positive=low,
            predicted=frozenset(found),
            notes=(*given.notes, *filter(None, [read.note])),
            rows=None if given.rows is None else frozen(given.rows),
            **groups,
        )

    def __len__(self) -> int:
        return len(self.is_positive)

    def score(self, model: str) -> Floats:
        """Return the scores of a model as given; refuse one that is not there."""
        if model not in self.scores:
            raise no_such(model, self.scores, what="model")
        return self.scores[model]

    def ranked(self, model: str) -> Floats:
        """Return scores of a model that are higher for positives."""
        return self.direction(model).turned(self.score(model))

    def direction(self, model: str) -> Direction:
        """Return whether high or low scores of a model mean positive."""
        return Direction.of(lower_is_positive=model in self.lower_is_positive)

    def tally(self, model: str) -> Tally:
        """Return the tally of one model."""
        score, direction = self.score(model), self.direction(model)
        found = Tally.of_records(self.is_positive, score, self.weight, direction)
        return found if self.odds == 1 else dataclasses.replace(found, odds=self.odds)

    # ---- costs of every record --------------------------------------------------------------

    @property
    def benefit(self) -> Floats | None:
        """Cost of leaving each record alone minus cost of acting on it; None without per-row costs."""
        return None if self.costs is None else frozen(self.costs.benefit(self.is_positive))

    def require_costs(self, purpose: str) -> RowCosts:
        """Return the costs of every record, or say that `purpose` needs them."""
        if self.costs is None:
            raise InputError(
                f"{purpose} need the costs of every record", "none", 'give costs={"fp": …, "fn": …}'
            )
        return self.costs

    def stakes(self, model: str) -> Tally:
        """Return the tally of one model with every record weighed by what a decision about it is worth.

        See :meth:`costcurves.Tally.from_stakes`; needs per-row costs.
        """
        benefit = self.require_costs("stakes").benefit(self.is_positive)
        weighed = benefit if self.weight is None else benefit * self.weight
        lower = model in self.lower_is_positive
        return Tally.from_stakes(weighed, self.score(model), lower_is_positive=lower)

    def valued(self, model: str) -> ValueTally:
        """Return the value tally of one model: what acting on the records saves or brings, by score.

        Its running value is the profit of acting on the best-scored records, against acting on
        nobody; needs per-row costs.

        Examples
        --------
        >>> records = Records.read([1, 0, 1], [0.9, 0.5, 0.4], costs={"fp": 1, "fn": [7, 0, 9], "tp": 1})
        >>> records.valued("model").running()[1]
        array([ 0.,  6.,  5., 13.])
        """
        benefit = self.require_costs("values").benefit(self.is_positive)
        lower = model in self.lower_is_positive
        return ValueTally.from_values(benefit, self.score(model), self.weight, lower_is_positive=lower)

    def probability(self, model: str) -> Floats:
        """Return scores of a model that are probabilities of being positive, as they claim to be.

        Where low scores mean positive they are taken for probabilities of being negative. What lies beyond
        [0, 1] by rounding counts as 0 or 1, and odds are moved where the scores are recalibrated.
        """
        score = self.score(model)
        bad = np.flatnonzero((score < 0) | (score > 1))
        if bad.size:
            reach = slack(score)
            bad = bad[(score[bad] < -reach) | (score[bad] > 1 + reach)]
        if bad.size:
            raise InputError(
                f"the scores of {model!r} must be probabilities, from 0 to 1",
                exact(score[bad[0]]),
                "calibrate them, or choose a threshold instead",
                where=self.place(int(bad[0])),
                code=Code.NOT_PROBABILITIES,
            )
        score = np.clip(score, 0.0, 1.0)
        return as_probability(1 - score if self.direction(model) is Direction.LOW else score, self.odds)

    def place(self, record: int) -> str:
        """Say where a record stands in what was read: its row, from 1 on, or its line of the file."""
        row = record if self.rows is None else int(self.rows[record])
        return nth_row(row) if self.places is None else f"{self.places.one(row)} of the file"

    def expected_benefit(self, model: str) -> Floats:
        """Return what acting on each record saves on average, if the scores of a model are probabilities.

        p·(c_fn − c_tp) + (1 − p)·(c_tn − c_fp). Needs per-row costs that say for *every* record what
        either error would cost: a cost known only afterwards, such as the gift of those who gave,
        would tell the label.
        """
        return self.require_costs("expected benefits").expected_benefit(self.probability(model))

    # ---- other records ----------------------------------------------------------------------

    def at_prevalence(self, prevalence: float) -> Records:
        """Return the same records weighed to a stated share of positives; their total weight is kept.

        For samples in which positives were made more common: totals in money are then those of as
        many records where the model is used.
        """
        share = arrays.inner_share(prevalence, "prevalence")
        weight = np.ones(len(self)) if self.weight is None else self.weight
        positive, negative = (math.fsum(weight[rows]) for rows in (self.is_positive, ~self.is_positive))
        if not (positive and negative):
            purpose, missing = "a stated prevalence", "negative" if positive else "positive"
            raise one_class(purpose, missing, positive + negative)
        total = positive + negative
        factor = np.where(self.is_positive, share * total / positive, (1 - share) * total / negative)
        return dataclasses.replace(self, weight=frozen(weight * factor))

    def take(self, rows: NDArray[Any]) -> Records:
        """Return some of the records."""
        columns: dict[str, Any] = {
            name: None if (column := getattr(self, name)) is None else frozen(column[rows])
            for name in ("is_positive", "weight", *PARTS)
        }
        scores = {name: frozen(score[rows]) for name, score in self.scores.items()}
        costs = None if self.costs is None else self.costs.take(rows)
        places = np.arange(len(self))[rows] if self.rows is None else self.rows[rows]
        return dataclasses.replace(self, scores=scores, costs=costs, rows=places, **columns)

    def parts(self, column: str) -> dict[Any, Records]:
        """Part the records by fold, cluster or segment, in the order of its values."""
        return {value: self.take(rows) for value, rows in self.rows_by(column).items()}

    def rows_by(self, column: str) -> dict[Any, NDArray[np.intp]]:
        """Return which rows belong to each fold, cluster or segment; see :meth:`parts`."""
        if column not in PARTS:
            raise no_such(column, PARTS, what="column of parts")
        values = getattr(self, column)
        if values is None:
            raise InputError(f"the records must have a {column}", "none", f"give {column}=")
        try:
            distinct = list(np.unique(values))
        except TypeError:  # values of several types have no order but that of the rows
            distinct = list(dict.fromkeys(values.tolist()))
        return {_plain_key(value): np.flatnonzero(values == value) for value in distinct}

    def __repr__(self) -> str:
        return f"Records({len(self)} × {', '.join(self.scores)})"


@contextlib.contextmanager
def _droppable() -> Iterator[None]:
    """Say of missing values that their records can be left out."""
    try:
        yield
    except InputError as error:
        raise error.but(fix=FILL) if error.code is Code.MISSING_VALUES else error from None


def _by_model(y_score: Any, *, optional: bool = False) -> dict[str, Any]:
    """Name the score columns: of a mapping, of a data frame, or one alone."""
    if y_score is None:
        if not optional:
            raise InputError("there must be scores or predicted labels", "neither", "give y_score=")
        return {}
    if isinstance(y_score, Mapping):
        models = dict(y_score)
    elif containers.is_table(y_score):
        models = containers.columns_of(y_score)
    else:
        return {"model": y_score}
    if not models:
        raise InputError("there must be at least one column of scores", "none")
    bad = [name for name in models if not isinstance(name, str)]
    if bad:
        raise InputError("model names must be strings", repr(bad[0]))
    return models


def _predicted(
    predictions: Mapping[str, Any], y_true: Any, read: Labels, scores: Mapping[str, Any]
) -> dict[str, Floats]:
    """Read predicted labels by model, as scores of 1 and 0."""
    found = {}
    for name, values in predictions.items():
        if not isinstance(name, str):
            raise InputError("model names must be strings", repr(name))
        if name in scores:
            raise InputError("a model must have scores or predicted labels", f"both of {name!r}")
        flagged = predicted_positive(values, y_true, read, f"the predictions of {name!r}")
        found[name] = frozen(flagged.astype(float))
    return found


def _plain_key(value: Any) -> Any:
    """Turn a numpy value into Python's; dates finer than Python's stay text."""
    if not isinstance(value, np.generic):
        return value
    dated = isinstance(value, (np.datetime64, np.timedelta64))
    return str(value) if dated and isinstance(value.item(), int) else value.item()


def low_models(names: Any, scores: Mapping[str, Any]) -> frozenset[str]:
    """Read for which models low scores mean positive: True for all, or their names."""
    if isinstance(names, (bool, np.bool_)) or names is None:
        return frozenset(scores if names else ())
    try:
        found = [names] if isinstance(names, str) else list(names)
    except TypeError:
        found = [names]
    for name in found:
        if not isinstance(name, str) or name not in scores:
            raise no_such(name, scores, what="model", where="lower_is_positive")
    return frozenset(found)
