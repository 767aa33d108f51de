"""Which part of the records is shown, and at which prevalence: as captions, titles and columns say it."""

from __future__ import annotations

import dataclasses

from costcurves._ground.number_words import percent

#: Whose the prevalence is that was stated, and not taken from records.
STATED = "stated"


@dataclasses.dataclass(frozen=True, slots=True)
class PartShown:
    """The part of the records that something shown is of, and the prevalence that it is shown at.

    Parameters
    ----------
    name : str
        Of the part, such as "test".
    prevalence : float, optional
        Share of positives; None where it is not known.
    source : str
        The part whose share that is, "stated" where it is of none; by default the part itself.

    Examples
    --------
    >>> PartShown("test", 0.32, "validation").title
    ' on test, at a prevalence of 32 %, the share in validation'
    >>> PartShown("test", 0.18).caption
    'Part shown: test, at its prevalence of 18 %.'
    """

    name: str
    prevalence: float | None = None
    source: str = ""

    @property
    def title(self) -> str:
        """What follows in a title on what is shown."""
        return ", ".join(filter(None, (of_part(self.name), self.at)))

    @property
    def caption(self) -> str:
        """The sentence below a picture."""
        return f"Part shown: {', '.join(filter(None, (self.name, self.at)))}."

    @property
    def at(self) -> str:
        """At which prevalence it is shown, and whose that is; empty where it is not known."""
        if self.prevalence is None:
            return ""
        if self.source in {"", self.name}:
            return f"at its prevalence of {percent(self.prevalence)}"
        return at_prevalence(self.prevalence, self.source)


def at_prevalence(prevalence: float, source: str) -> str:
    """Word a prevalence and whose it is: stated, or the share in a part."""
    if source == STATED:
        return f"at a stated prevalence of {percent(prevalence)}"
    return f"at a prevalence of {percent(prevalence)}, the share in {source}"


#: What several parts are.
ALL_PARTS = "all parts together"


def of_part(part: str) -> str:
    """Word of which part numbers are, to follow on what they are; empty where there are no parts."""
    return f" of {part}" if part == ALL_PARTS else f" on {part}" if part else ""
