"""Records of many classes: aligned rows of labels, scores by class or predicted labels of models, weights."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import ByValue, Floats, Numbers, frozen
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import short
from costcurves._ground.row_indexes import aligned, row_index
from costcurves.errors import Code, InputError, UndefinedError, exact, no_such, nth_row
from costcurves.tallies.class_counts import ClassCounts
from costcurves.tallies.class_labels import ClassLabels
from costcurves.tallies.class_scores import class_scores, is_by_class, models_of, without_missing
from costcurves.tallies.probabilities import slack
from costcurves.tallies.record_columns import belonging

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: How far the probabilities of a record may be from adding up to 1, since they are written rounded.
SUM = 0.01


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class ClassRecords(Shown, ByValue):
    """Rows of two or more classes that belong together.

    Make one with :meth:`read`. Arrays are copies.

    Attributes
    ----------
    classes : tuple of str
        The K classes in their order, in which columns of scores stand and costs are stated.
    codes : ndarray of int, shape (records,)
        Place of the true class of each record.
    scores : dict of str to ndarray, shape (records, K)
        Scores by model, one column a class.
    predicted : dict of str to ndarray of int, shape (records,)
        Places of predicted classes, of models that are predicted labels.
    weight, fold, cluster : ndarray or None
    notes : tuple of str

    Examples
    --------
    >>> records = ClassRecords.read(["a", "b", "c"], {"m": np.eye(3)[[0, 1, 1]], "guess": ["a", "a", "a"]})
    >>> records.classes, records.codes.tolist(), records.models
    (('a', 'b', 'c'), [0, 1, 2], ('m', 'guess'))
    >>> records.counts("m").weight.tolist()
    [[1, 0, 0], [0, 1, 0], [0, 1, 0]]
    """

    classes: tuple[str, ...]
    codes: NDArray[np.intp]
    scores: dict[str, Floats]
    predicted: dict[str, NDArray[np.intp]]
    models: tuple[str, ...]
    weight: Numbers | None = None
    fold: NDArray[Any] | None = None
    cluster: NDArray[Any] | None = None
    notes: tuple[str, ...] = ()

    @classmethod
    def read(
        cls,
        y_true: Any,
        y_pred: Any,
        *,
        classes: Any = None,
        sample_weight: Any = None,
        fold: Any = None,
        cluster: Any = None,
        missing: str = "error",
        label_name: str = "y_true",
    ) -> ClassRecords:
        """Read and check columns of any make; see :func:`costcurves.evaluate_classes`.

        Parameters
        ----------
        label_name : str
            What the column of labels is called in errors.

        Raises
        ------
        InputError
            If columns do not fit together, a label is none of the classes, or values are missing that are
            not dropped.
        UndefinedError
            If a class has no records.
        """
        given = models_of(y_pred)
        others = {"sample_weight": sample_weight, "fold": fold, "cluster": cluster}
        index = row_index(y_true)
        given = {name: aligned(values, index, f"model {name!r}") for name, values in given.items()}
        others = {name: aligned(values, index, name) for name, values in others.items()}
        y_true, given, others, notes = without_missing(y_true, given, others, missing)
        truth = ClassLabels.read(y_true, classes, label_name)
        count, scores, predicted = len(truth.codes), {}, {}
        for name, values in given.items():
            title = f"the scores of {name!r}"
            if is_by_class(values):
                scores[name] = class_scores(values, truth.classes, count, title)
            else:
                predicted[name] = frozen(truth.codes_of(values, f"the labels of {name!r}"))
        weight = arrays.weights(others["sample_weight"], count)
        records = cls(
            truth.classes,
            frozen(truth.codes),
            scores,
            predicted,
            tuple(given),
            None if weight is None else frozen(weight.copy()),
            belonging(others["fold"], count, "fold"),
            belonging(others["cluster"], count, "cluster"),
            (*notes, *filter(None, [truth.note])),
        )
        records.require_all_classes()
        return records if weight is None or weight.all() else records.take(np.flatnonzero(weight))

    def require_all_classes(self) -> None:
        """Refuse classes whose records weigh nothing together."""
        sizes = np.bincount(self.codes, self.weight, len(self.classes))
        if (empty := np.flatnonzero(sizes == 0)).size:
            raise UndefinedError("every class needs a record", f"none of {self.classes[empty[0]]!r}")

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def sizes(self) -> Floats:
        """Weight of each class, shape (K,)."""
        return np.bincount(self.codes, self.weight, len(self.classes)).astype(float)

    @property
    def prevalence(self) -> Floats:
        """Share of each class, shape (K,)."""
        return np.asarray(self.sizes / self.sizes.sum())

    def require(self, model: str) -> str:
        """Return the name of a model; refuse one that is not there."""
        if model not in self.models:
            raise no_such(model, self.models, what="model")
        return model

    def by_class(self, model: str, purpose: str = "this") -> Floats:
        """Return scores by class, shape (records, K); refuse models that are labels alone."""
        if self.require(model) not in self.scores:
            raise UndefinedError(
                f"{purpose} needs scores by class", f"labels alone of {model!r}",
                "give an array of shape (records, classes)",
            )  # fmt: skip
        return self.scores[model]

    def probabilities(self, model: str) -> Floats:
        """Return scores by class that are probabilities; rows add up to 1 exactly as far as floats can."""
        score = self.by_class(model, "a probability")
        row = not_probabilities(score)
        if row is not None:
            raise InputError(
                f"the scores of {model!r} must be probabilities, from 0 to 1 and adding up to 1",
                f"{', '.join(exact(value) for value in score[row])}",
                "calibrate them", where=nth_row(row), code=Code.NOT_PROBABILITIES,
            )  # fmt: skip
        clipped = score if _is_within(score) else np.clip(score, 0.0, 1.0)
        return np.asarray(clipped / clipped.sum(axis=1, keepdims=True))

    def has_probabilities(self, model: str) -> bool:
        """Whether the scores of a model are probabilities."""
        return self.require(model) in self.scores and not_probabilities(self.scores[model]) is None

    def labels(self, model: str) -> NDArray[np.intp]:
        """Return places of predicted classes: those given, or those of the highest score.

        Of equal scores that of the later class is taken, as ≥ ½ is positive of two classes.
        """
        if self.require(model) in self.predicted:
            return self.predicted[model]
        score = self.scores[model]
        return np.asarray(score.shape[1] - 1 - np.argmax(score[:, ::-1], axis=1))

    def counts(self, model: str) -> ClassCounts:
        """Return the table of true and predicted classes of a model."""
        return ClassCounts.of_codes(self.codes, self.labels(model), self.classes, (), self.weight)

    def take(self, rows: NDArray[Any]) -> ClassRecords:
        """Return some of the records."""
        cut: dict[str, Any] = {
            name: None if (column := getattr(self, name)) is None else frozen(column[rows])
            for name in ("weight", "fold", "cluster")
        }
        return dataclasses.replace(
            self,
            codes=frozen(self.codes[rows]),
            scores={name: frozen(score[rows]) for name, score in self.scores.items()},
            predicted={name: frozen(codes[rows]) for name, codes in self.predicted.items()},
            **cut,
        )

    def to_columns(self) -> dict[str, Any]:
        """Return true and predicted classes as columns."""
        names = np.array(self.classes, dtype=object)
        return {"class": names[self.codes]} | {m: names[self.labels(m)] for m in self.models}

    def __repr__(self) -> str:
        return f"ClassRecords({len(self)} of {len(self.classes)} classes × {', '.join(self.models)})"


def not_probabilities(score: Floats) -> int | None:
    """Return the first row that is not of probabilities in [0, 1] that add up to 1; None if all are."""
    if _is_within(score) and np.all(np.abs(score.sum(axis=1) - 1) <= SUM):
        return None
    reach = slack(score.ravel())
    with np.errstate(invalid="ignore"):
        off = np.abs(score.sum(axis=1) - 1) > SUM
    wrong = np.flatnonzero(
        ((score < -reach) | (score > 1 + reach)).any(axis=1) | off | ~np.isfinite(score).all(1)
    )
    return int(wrong[0]) if wrong.size else None


def why_no_probabilities(score: Floats) -> str:
    """Say why scores are no probabilities; empty if they are.

    Examples
    --------
    >>> (
    ...     why_no_probabilities(np.array([[0.5, 0.5], [0.9, 0.4]])),
    ...     why_no_probabilities(np.array([[-1.0, 2.0]])),
    ... )
    ('rows add up to 1 to 1.3', '−1 to 2')
    """
    if not_probabilities(score) is None:
        return ""
    low, high, sums = float(score.min()), float(score.max()), score.sum(axis=1)
    least, most = float(sums.min()), float(sums.max())
    if low >= 0 and abs(least - 100) <= 100 * SUM and abs(most - 100) <= 100 * SUM:
        return "rows add up to 100: divide them by 100"
    if low < 0 or high > max(most, 1):
        return f"{short(low)} to {short(high)}"
    sums_said = dict.fromkeys((short(least), short(most)))
    return f"rows add up to {' to '.join(sums_said)}"


def _is_within(score: Floats) -> bool:
    """Whether all scores lie in [0, 1]; one that is missing does not."""
    return bool(score.min() >= 0 and score.max() <= 1)
