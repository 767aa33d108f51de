"""Applying a saved decision to new records."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground import documents
from costcurves._ground.number_words import percent, short
from costcurves.cli.score_columns import scores_by_model
from costcurves.criteria.decision import Decision
from costcurves.errors import Code, InputError, listed
from costcurves.io import Columns, FileColumn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

#: Columns that applying adds.
ADDED = ("decision", "rank", "expected_cost")

#: A flagged share further from the expected one than so many standard errors is remarkable.
_FAR = 3.0


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Applied:
    """What a decision makes of new records.

    Attributes
    ----------
    columns : Columns
        Those of the new table, then "decision" (1: flagged), "rank" (1: the most likely positive; equal
        scores share the best rank; left out where two models decide) and, where the decision has costs,
        "expected_cost" (what a case decided this way costs on average).
    flagged, rows : int
        How many records are flagged, of how many.
    expected : float
        Share of cases that was expected to be flagged; NaN if nobody knows.
    """

    columns: Columns
    flagged: int
    rows: int
    expected: float

    @property
    def is_far(self) -> bool:
        """Whether the flagged share is further from the expected one than chance explains."""
        if math.isnan(self.expected):
            return False
        spread = math.sqrt(self.expected * (1 - self.expected) / self.rows)
        return abs(self.flagged / self.rows - self.expected) > _FAR * spread + 1 / self.rows

    @property
    def sentence(self) -> str:
        """The flagged share against the expected one, in words."""
        sentence = f"flagged {self.flagged:,} of {self.rows:,} records ({percent(self.flagged / self.rows)})"
        if math.isnan(self.expected):
            return f"{sentence}; the expected share is not known"
        sentence += f", expected {percent(self.expected)}"
        far = ": far more or fewer than chance explains; look for a change in the data"
        return sentence + (far if self.is_far else "")


def load_decision(path: str | Path) -> tuple[Decision, str]:
    """Read a saved decision, and how its positive class is spelled (empty if nobody said)."""
    try:
        document = documents.read(path, "decision")
        return Decision.from_json(document), str(document.get("positive") or "")
    except InputError as problem:
        if problem.code is Code.OTHER_VERSION:
            raise
        raise problem.but(fix="write one with `costcurves decide FILE -o DECISION.json`") from None


def is_decision(path: str) -> bool:
    """Whether a file holds a saved decision."""
    try:
        documents.read(path, "decision")
    except InputError:
        return False
    return True


def apply_decision(
    columns: Columns,
    decision: Decision,
    positive: str,
    *,
    score: Sequence[str] = (),
    seed: int | None = None,
) -> Applied:
    """Decide about the records of a table.

    Parameters
    ----------
    columns : Columns
        A table with the scores of the model, or of both that are mixed; all of its columns are kept.
    decision : Decision
    positive : str
        The positive class, to find ``<model>_p_<class>`` of a many-class model.
    score : sequence of str
        The column of the scores, if it is not called like the model; MODEL=COLUMN of two models.
    seed : int, optional
        Needed by a decision that mixes two thresholds.

    Raises
    ------
    InputError
        If the scores are not there, some are missing, or a column that is added is there already.
    """
    taken = [name for name in ADDED if name in columns]
    if taken:
        raise InputError(
            f"the columns {', '.join(ADDED)} must be new",
            f"a table with {listed(taken)}",
            "rename or drop them",
            where=columns.source,
        )
    label = decision.criterion.parameters.get("label")
    scores = scores_by_model(columns, decision.models, positive, score, label=label)
    flagged = decision.apply(scores, seed=seed)
    added = [FileColumn("decision", "int", flagged.astype(np.int64))]
    if len(scores) == 1:  # two models rank the records differently
        ranked = decision.thresholds.direction.turned(scores[decision.model])
        added.append(FileColumn("rank", "int", _ranks(ranked)))
    cost = _expected_cost(decision, flagged)
    if cost is not None:
        added.append(FileColumn("expected_cost", "float", cost))
    table = dataclasses.replace(columns, columns=(*columns.columns, *added))
    return Applied(table, int(flagged.sum()), len(flagged), decision.flagged)


def _ranks(score: NDArray[np.float64]) -> NDArray[np.int64]:
    """Ranks from the greatest score on, 1 first; equal scores share the best rank."""
    distinct, place, counts = np.unique(-score, return_inverse=True, return_counts=True)
    firsts = np.cumsum(counts) - counts + 1
    return np.asarray(firsts[place.reshape(-1)] if len(distinct) else firsts, dtype=np.int64)


def _expected_cost(decision: Decision, flagged: NDArray[np.bool_]) -> NDArray[np.float64] | None:
    """What a flagged and an unflagged case cost on average, at the rates and costs of the decision."""
    if decision.condition is None or decision.expected_cost is None:
        return None
    costs, cells = decision.condition.costs, decision.confusion()
    means = []
    for weights, prices in (
        ((cells.fn, cells.tn), (costs.fn, costs.tn)),
        ((cells.tp, cells.fp), (costs.tp, costs.fp)),
    ):
        total = float(sum(weights))
        money = sum(float(weight) * price for weight, price in zip(weights, prices, strict=True))
        means.append(money / total if total > 0 else math.nan)
    return np.where(flagged, means[1], means[0])


def cost_note(decision: Decision) -> str:
    """Say what the column of expected costs means, or why there is none."""
    if decision.expected_cost is None:
        return "no column expected_cost: the decision has no costs in money"
    mean = short(decision.expected_cost)
    return f"expected_cost is what a case with the same decision costs on average ({mean} over all cases)"
