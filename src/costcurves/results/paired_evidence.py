"""What tells whether two models differ by more than chance: what it offers, and what it has found."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

from costcurves._ground.documents import Document
from costcurves.inference.costs.places import CheaperRange
from costcurves.inference.estimate import TestResult

if TYPE_CHECKING:
    from collections.abc import Sequence


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


def ranges_json(ranges: Sequence[CheaperRange]) -> list[dict[str, Any]]:
    """Return ranges of PC(+) with their winners as plain values."""
    return [{"low": r.low, "high": r.high, "winner": r.winner} for r in ranges]
