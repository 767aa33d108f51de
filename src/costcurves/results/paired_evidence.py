"""Where two models are compared, and what tells whether they differ there by more than chance."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

import numpy as np

from costcurves._ground.arrays import frozen
from costcurves._ground.documents import Document, plain_json
from costcurves._ground.number_words import short
from costcurves.conditions import beliefs
from costcurves.conditions.beliefs import ConditionPrior
from costcurves.errors import InputError, kind_of
from costcurves.inference.costs.cost_scales import CheaperRange
from costcurves.inference.estimate import TestResult

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurves.inference.bootstrap.crossings import Crossing
    from costcurves.space.winners import WinnerRange

#: Laws that documents know, by the names they have there.
LAWS: dict[str, Any] = {
    law.__name__: law
    for law in (
        beliefs.Samples, beliefs.Histogram, beliefs.Beta, beliefs.Triangular, beliefs.LogOddsUniform,
        beliefs.Beliefs,
    )
}  # fmt: skip


# ---- the place ------------------------------------------------------------------------------


def place_text(place: float | ConditionPrior) -> str:
    """Say where models are compared.

    Examples
    --------
    >>> place_text(0.25), place_text(ConditionPrior.uniform())
    ('at PC(+) = 0.25', 'on average over PC(+)')
    """
    if not isinstance(place, ConditionPrior):
        return f"at PC(+) = {short(place)}"
    alike = place == ConditionPrior.uniform()
    return "on average over PC(+)" if alike else "on average under the belief about PC(+)"


def belief_json(belief: ConditionPrior) -> dict[str, Any]:
    """Return a belief as plain values: the name of its law, and the parameters of that.

    Examples
    --------
    >>> belief_json(ConditionPrior.triangular(0.1, 0.3, 0.8))
    {'law': 'Triangular', 'low': 0.1, 'mode': 0.3, 'high': 0.8}
    """
    law = type(belief)
    if law not in LAWS.values():
        raise InputError(
            "a belief can only be written if it has one of the laws of ConditionPrior",
            kind_of(belief),
            "make one with a classmethod, such as ConditionPrior.histogram",
        )
    fields = {field.name: getattr(belief, field.name) for field in dataclasses.fields(LAWS[law.__name__])}
    return {
        "law": law.__name__,
        **{
            name: belief_json(value) if isinstance(value, ConditionPrior) else plain_json(value)
            for name, value in fields.items()
        },
    }


def belief_of(document: Mapping[str, Any]) -> ConditionPrior:
    """Read what :func:`belief_json` wrote."""
    read: dict[str, Any] = {}
    for name, value in document.items():
        inner = belief_of(value) if isinstance(value, dict) else value
        read[name] = tuple(inner) if isinstance(inner, list) else inner
    belief: ConditionPrior = LAWS[read.pop("law")](**read)
    if "weights" in read:  # their sum is 1 up to rounding, so that dividing by it again would change them
        object.__setattr__(belief, "weights", frozen(np.array(read["weights"])))
    return belief


# ---- the evidence ---------------------------------------------------------------------------


class PairedEvidence(Protocol):
    """Two models on the records that both scored; what takes long is computed on first use."""

    @property
    def level(self) -> float:
        """Of confidence; the test has an error rate of 1 − level."""

    @property
    def margin(self) -> float | None:
        """What the difference is tested against, instead of 0."""

    @property
    def result(self) -> TestResult:
        """The test, with the difference in NEC and its interval."""

    @property
    def cheaper(self) -> tuple[CheaperRange, ...]:
        """Ranges of PC(+) in which one is cheaper, at the level for all conditions together."""

    @property
    def alike(self) -> bool:
        """Whether both decide every record alike, so that there is nothing to test."""

    @property
    def crossings(self) -> tuple[Crossing, ...]:
        """Where the cheaper one changes, with intervals that are drawn anew from the records."""


@dataclasses.dataclass(frozen=True, repr=False, eq=False, slots=True)
class FoundEvidence(Document):
    """The same as a plain value: what is written to documents and read back."""

    kind: ClassVar[str] = "paired_evidence"
    level: float
    margin: float | None
    result: TestResult
    cheaper: tuple[CheaperRange, ...]
    alike: bool

    @classmethod
    def of(cls, evidence: PairedEvidence) -> FoundEvidence:
        """Compute all that there is."""
        return cls(**{field.name: getattr(evidence, field.name) for field in dataclasses.fields(cls)})

    @property
    def crossings(self) -> tuple[Crossing, ...]:
        """Refused: documents do not hold what is drawn from the records."""
        raise InputError(
            "intervals of crossings can only be drawn from the records",
            "a document",
            "compare the models of the evaluation",
        )

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON with kind and version."""
        return Document.to_json(self) | {"cheaper": ranges_json(self.cheaper)}

    @classmethod
    def _restored(cls, contents: dict[str, Any]) -> Self:
        level = contents["level"]
        cheaper = tuple(CheaperRange(r["low"], r["high"], r["winner"], level) for r in contents["cheaper"])
        return cls(
            level, contents["margin"], TestResult.from_json(contents["result"]), cheaper,
            contents["alike"],
        )  # fmt: skip


def ranges_json(ranges: Sequence[CheaperRange | WinnerRange]) -> list[dict[str, Any]]:
    """Return ranges of PC(+) with their winners as plain values."""
    return [{"low": r.low, "high": r.high, "winner": r.winner} for r in ranges]
