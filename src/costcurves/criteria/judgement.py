"""What a decision tells of itself: how choosing this way does on records that had no part in the choice."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves._ground.documents import Document


class Judgement(Protocol):
    """A recommendation by costs, or how well a goal is met on other records."""

    @property
    def headline(self) -> Document:
        """The number to expect, and what it rests on."""

    @property
    def rows(self) -> tuple[Any, ...]:
        """Every model beside the others, the leading one first."""

    @property
    def lead(self) -> Any:
        """The leading model with its distance from the runner-up."""

    @property
    def not_told_apart(self) -> tuple[str, ...]:
        """Models whose distance from the leading one may be chance."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The answer in words."""

    def to_json(self) -> dict[str, Any]:
        """Return all of it as plain values."""


@dataclasses.dataclass(frozen=True, eq=False)
class Judging:
    """A judgement that is found on first use, for it takes longer than the choice.

    Attributes
    ----------
    find : callable
        Returns the judgement.
    """

    find: Callable[[], Judgement]

    @functools.cached_property
    def found(self) -> Judgement:
        """The judgement."""
        return self.find()


class WithJudgement:
    """What decisions tell that were made by ``evaluation.decide``; nothing of all others."""

    __slots__ = ()

    judging: Judging | None
    flags: Any

    @property
    def judgement(self) -> Judgement | None:
        """What choosing this way comes to on records that had no part in it; None if that is not known."""
        return None if self.judging is None else self.judging.found

    @property
    def headline(self) -> Any:
        """What to expect on new records, a :class:`costcurves.results.headline.Headline`; else None."""
        return None if self.judgement is None else self.judgement.headline

    @property
    def verdict(self) -> str:
        """Whom to ask: "model", or "nobody" or "everybody" where flagging those is decided."""
        return "model" if self.flags == "some" else str(self.flags)

    @property
    def rows(self) -> tuple[Any, ...]:
        """Every model at its own best threshold, the cheapest first; empty where models were not compared."""
        return () if self.judgement is None else self.judgement.rows

    @property
    def lead(self) -> Any:
        """The row of the leading model, with its distance from the runner-up; None of a single model."""
        return None if self.judgement is None else self.judgement.lead

    @property
    def not_told_apart(self) -> tuple[str, ...]:
        """The models whose distance from the leading one may be chance; empty where that is not known."""
        return () if self.judgement is None else self.judgement.not_told_apart
