"""What choosing by costs that differ by record comes to on records left out of the choice."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import amount, percent

if TYPE_CHECKING:
    from costcurves.criteria.decision import Decision
    from costcurves.results.headline import Headline


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class TotalJudged(Shown, ByValue):
    """A decision by costs that differ by record, and its total on records that had no part in it.

    Attributes
    ----------
    decision : Decision
    headline : Headline
        The total of as many records as judge it.
    seems : float
        The total on the records that chose.
    flagged : float
        Share of the records that is flagged where it is judged; NaN where it is not.
    currency : str
        The unit of money; empty if none was named.
    """

    rows: ClassVar[tuple[Any, ...]] = ()  # models are not compared
    lead: ClassVar[None] = None
    not_told_apart: ClassVar[tuple[str, ...]] = ()
    decision: Decision
    headline: Headline
    seems: float
    flagged: float
    currency: str = ""

    @property
    def sentence(self) -> str:
        """What choosing this way comes to on new records."""
        found = self.headline
        if found.basis == "same-records":
            return f"It is not judged on records left out of the choice: {found.reason}."
        total = f"{amount(found.estimate)}{f' {self.currency}' if self.currency else ''}"
        if found.low is not None and found.high is not None and found.level is not None:
            ends = f"{amount(found.low)} to {amount(found.high)}"
            total = f"{total} ({percent(found.level)} interval {ends})"
        if found.basis == "held-out":
            return f"On {self.decision.judged_on}, which had no part in the choice, it costs {total} in all."
        what = "model and threshold" if found.covers == "model+threshold" else "the threshold"
        return (
            f"Choosing {what} this way costs about {total} in all on as many new records, judged on records "
            f"left out of the choice; on the records used for the choice, it looks like {amount(self.seems)}."
        )

    @property
    def sentences(self) -> tuple[str, ...]:
        """The decision in words, and what choosing this way comes to."""
        return self.decision.sentence, self.sentence

    def without_intervals(self) -> TotalJudged:
        """Return the same number on the same basis without its interval."""
        return dataclasses.replace(
            self, headline=dataclasses.replace(self.headline, low=None, high=None, level=None)
        )

    def to_columns(self) -> dict[str, Any]:
        """Return the total and its interval as one row."""
        return {name: [getattr(self.headline, name)] for name in ("estimate", "low", "high", "level")}

    def to_json(self) -> dict[str, Any]:
        """Return the headline and the share flagged where it is judged as plain values."""
        left_out = {} if self.headline.basis == "same-records" else {"flagged": self.flagged}
        return {"headline": self.headline.to_json(), "left_out": left_out}

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence

    def __repr__(self) -> str:
        """Say what it is of, in one short line."""
        return f"TotalJudged({self.decision.model}: {self.headline.estimate:g})"
