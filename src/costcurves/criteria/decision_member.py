"""The members of a decision: the one or two classifiers that decide, each for its share of the cases."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import ByValue, Floats
from costcurves._ground.number_words import percent
from costcurves.criteria.threshold_interval import ThresholdInterval
from costcurves.errors import InputError, no_such
from costcurves.rules.rule import points_at
from costcurves.space.roc import RocCurve
from costcurves.tallies.cells import Direction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from costcurves.tallies.tally import Tally


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class DecisionMember(ByValue):
    """One of the classifiers that a decision draws from.

    Attributes
    ----------
    model : str
    thresholds : ThresholdInterval
        Its thresholds, which decide alike; NaN at a published operating point.
    share : float
        Share of the cases that it decides, drawn at random; 1 where nothing is drawn.
    fpr, tpr : float
        Its rates on the records that judge the decision; NaN where a document does not tell.
    """

    model: str
    thresholds: ThresholdInterval
    share: float
    fpr: float
    tpr: float

    def rates_on(self, tally: Tally) -> tuple[float, float]:
        """Return its (fpr, tpr) on other records."""
        roc, thresholds = RocCurve.of(tally), self.thresholds
        point = {"nobody": 0, "everybody": len(roc) - 1}.get(thresholds.flags)
        if point is None:
            if thresholds.direction is not tally.direction:
                raise InputError(
                    "a decision must be judged on scores that mean positive at the same end",
                    f"scores flagged if {tally.direction} t, for a decision by {thresholds.direction} t",
                    "read both with the same lower_is_positive",
                )
            point = int(points_at(tally, np.array([thresholds.threshold]))[0])
        return float(roc.fpr[point]), float(roc.tpr[point])

    @property
    def action(self) -> str:
        """Whom to flag, as an order; a published point is told by its rates."""
        if self.thresholds.flags != "some" or not math.isnan(self.thresholds.high) or math.isnan(self.fpr):
            return self.thresholds.action
        return f"use the operating point with FPR {percent(self.fpr)} and TPR {percent(self.tpr)}"

    def to_json(self) -> dict[str, Any]:
        """Return the member as plain values; thresholds are those of the model's own scores."""
        return {
            "model": self.model,
            "share": self.share,
            "threshold": self.thresholds.to_json(),
            "flagged_if": self.thresholds.direction.value,
            "flags": self.thresholds.flags,
            "fpr": self.fpr,
            "tpr": self.tpr,
        }

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Self:
        """Read what :meth:`to_json` wrote."""
        direction = Direction(document["flagged_if"])
        if not isinstance(document["model"], str):
            text = f"model of a member = {document['model']!r}"
            raise TypeError(text)
        fpr, tpr = (
            math.nan if document[name] is None else arrays.share(document[name], name)
            for name in ("fpr", "tpr")
        )
        thresholds = ThresholdInterval.from_json(document["threshold"], document["flags"], direction)
        return cls(document["model"], thresholds, arrays.share(document["share"], "share"), fpr, tpr)


def scores_of_members(scores: Any, members: Sequence[DecisionMember]) -> dict[str, Floats]:
    """Read the scores of each member: one column for all of them, or columns by model.

    Raises
    ------
    InputError
        If a model has no scores, there is one column for two models, or columns differ in length.
    """
    models = list(dict.fromkeys(member.model for member in members))
    written = ", ".join(f"{model!r}: …" for model in models)
    if not isinstance(scores, Mapping):
        if len(models) > 1:
            raise InputError(
                "a decision that draws among models needs the scores of each",
                "one column",
                f"write {{{written}}}",
            )
        return dict.fromkeys(models, _column(scores, "scores"))
    absent = [model for model in models if model not in scores]
    if absent:
        problem = no_such(absent[0], scores, what="model", where="scores")
        raise problem if scores else problem.but(fix=f"write {{{written}}}")
    columns = {model: _column(scores[model], f"scores of {model!r}") for model in models}
    count = len(columns[models[0]])
    for model, column in columns.items():
        arrays.check_length(column, count, f"scores of {model!r}")
    return columns


def _column(values: Any, name: str) -> Floats:
    column = arrays.scores(values, name)
    arrays.refuse_nan(column, name)
    return column


def drawn_for_other(share: float, count: int, seed: Any) -> NDArray[np.bool_]:
    """Draw the cases that the second member of a decision decides."""
    if not isinstance(seed, (int, np.integer)) or isinstance(seed, bool) or seed < 0:
        raise InputError(
            "a randomised decision needs a seed" + ("" if seed is None else ", not below 0"),
            "none" if seed is None else repr(seed),
            "give seed=, e.g. seed=0",
        )
    return np.asarray(np.random.default_rng(seed).random(count) < share)


def tallies_of(members: Iterable[DecisionMember], models: Tally | Mapping[str, Tally]) -> list[Tally]:
    """Return the tally of each member, of one tally for all or of tallies by model."""
    members = list(members)
    if not isinstance(models, Mapping):
        if len({member.model for member in members}) > 1:
            raise InputError(
                "a decision that draws among models must be judged on the tallies of each",
                "one tally",
                "give them by name, or use ev.judge(decision)",
            )
        return [models] * len(members)
    for member in members:
        if member.model not in models:
            raise no_such(member.model, models, what="model")
    return [models[member.model] for member in members]


def shared_prevalence(tallies: Iterable[Tally]) -> float:
    """Return the share of positives that tallies have or state; NaN where it is unknown, or differs."""
    known = [
        tally.prevalence if tally.counted or tally.stated_prevalence is not None else math.nan
        for tally in tallies
    ]
    # Fractional weights add up to rounding only, model by model.
    return known[0] if math.isclose(min(known), max(known), rel_tol=1e-9) else math.nan
