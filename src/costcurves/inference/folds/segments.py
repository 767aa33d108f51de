"""What a model costs in each segment of the records: one threshold for all against one of its own."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

from costcurves._ground.documents import Document
from costcurves._ground.number_words import enumerated, short
from costcurves.conditions.operating_condition import OperatingCondition
from costcurves.errors import InputError
from costcurves.inference.estimate import Estimate

#: The estimates of a segment, in the order in which they are shown.
ESTIMATES = ("tpr", "fpr", "nec", "cost", "difference", "own", "loss")


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Segment(Document):
    """A model in one segment of the records, or in all of them.

    Attributes
    ----------
    name : str
    records : int
    share : float
        Share of all cases that belong to the segment, where the model is used.
    prevalence : float
        Share of positives in the segment, where the model is used.
    pc : float
        PC(+) of the segment: the same costs at its own prevalence.
    tpr, fpr : Estimate
        Rates of the common threshold, with Wilson's intervals.
    nec : Estimate
        Normalised expected cost of the common threshold.
    cost : Estimate or None
        The same a case, in the unit of the costs; None if only their ratio is known.
    difference : Estimate or None
        NEC here less that of all records; None for all records.
    own : Estimate or None
        NEC of the segment's own best threshold; None for all records, and where too few records would
        choose it.
    loss : Estimate or None
        What sharing one threshold costs: NEC of the common one less that of the own one.
    flag : str
        The threshold that the records of the segment choose, in words.
    expected_errors : float
        Records that the common threshold decides wrongly.
    notes : tuple of str
        What a reader should know before acting on it.

    Examples
    --------
    >>> from costcurves import evaluate
    >>> ev = evaluate([1, 1, 0, 0] * 6, {"m": [3, 1, 2, 0] * 6}, segment=["north", "south"] * 12)
    >>> north = ev.segments(OperatingCondition.from_pc(0.5))["north"]
    >>> north.records, north.tpr.estimate
    (12, 1.0)
    """

    kind: ClassVar[str] = "segment"
    nested: ClassVar = dict.fromkeys(ESTIMATES, Estimate)
    name: str
    records: int
    share: float
    prevalence: float
    pc: float
    tpr: Estimate
    fpr: Estimate
    nec: Estimate
    cost: Estimate | None = None
    difference: Estimate | None = None
    own: Estimate | None = None
    loss: Estimate | None = None
    flag: str = ""
    expected_errors: float = 0.0
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "notes", tuple(self.notes))

    def to_columns(self) -> dict[str, Any]:
        """Return the segment as one row: every estimate with its ends."""
        row: dict[str, Any] = {"segment": self.name, "records": self.records, "share": self.share}
        row |= {"prevalence": self.prevalence, "pc": self.pc}
        for name in ESTIMATES:
            found = getattr(self, name)
            ends = (None,) * 3 if found is None else (found.estimate, found.low, found.high)
            row |= dict(zip((name, f"{name}_low", f"{name}_high"), ends, strict=True))
        row |= {"flag": self.flag, "expected_errors": self.expected_errors, "notes": "; ".join(self.notes)}
        return {name: [value] for name, value in row.items()}


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class Refused(Document):
    """A segment without a cost: its records are of one class."""

    kind: ClassVar[str] = "refused_segment"
    name: str
    records: int
    reason: str


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Segments(Document):
    """A model in every segment of the records under one operating condition, and in all of them.

    Attributes
    ----------
    model : str
    condition : OperatingCondition
        Costs, and the prevalence over all segments.
    rule : str
        How the common threshold was chosen.
    overall : Segment
        All records.
    segments : tuple of Segment
        In the order of their values.
    refused : tuple of Refused
        Segments that hold one class only.
    level : float
        Each interval holds its target this often, one by one.
    notes : tuple of str

    Examples
    --------
    >>> from costcurves import evaluate
    >>> ev = evaluate([1, 1, 0, 0] * 6, {"m": [3, 1, 2, 0] * 6}, segment=["north", "south"] * 12)
    >>> found = ev.segments(OperatingCondition.from_pc(0.5))
    >>> [(one.name, round(one.nec.estimate, 3)) for one in found.segments]
    [('north', 0.425), ('south', 0.208)]
    """

    kind: ClassVar[str] = "segments"
    nested: ClassVar = {
        "condition": OperatingCondition,
        "overall": Segment,
        "segments": Segment,
        "refused": Refused,
    }
    model: str
    condition: OperatingCondition
    rule: str
    overall: Segment
    segments: tuple[Segment, ...]
    refused: tuple[Refused, ...] = ()
    level: float = 0.95
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("segments", "refused", "notes"):
            object.__setattr__(self, name, tuple(getattr(self, name)))

    def __getitem__(self, name: str) -> Segment:
        """Return a segment by its name."""
        found = {segment.name: segment for segment in self.segments}.get(str(name))
        if found is None:
            raise InputError(
                "the segment must be one that was judged",
                repr(name),
                ", ".join(segment.name for segment in self.segments),
            )
        return found

    def __len__(self) -> int:
        return len(self.segments)

    @property
    def sentence(self) -> str:
        """The findings in words: the range of costs, who differs, and what own thresholds would save."""
        return " ".join(filter(None, (self._range(), self._apart(), self._gain(), self._left_out())))

    def _range(self) -> str:
        """Say what the common threshold costs, from the least segment to the dearest."""
        start, unit = f"One threshold of {self.model} for all segments", f"{self.condition.unit} a case"
        if self.overall.cost is None:
            verb, unit = "has a normalised expected cost of", ""
        else:
            verb = "brings" if self.condition.costs.stated_as_benefits else "costs"
        overall = f"{start} {verb} {short(self._shown(self.overall))}{unit}"
        if len(self.segments) < 2:
            return f"{overall}."
        least, most = min(self.segments, key=self._shown), max(self.segments, key=self._shown)
        ends = f"{short(self._shown(least))} in {least.name} to {short(self._shown(most))} in {most.name}"
        return f"{overall}: from {ends}."

    def _shown(self, one: Segment) -> float:
        """NEC of a segment or, where money is known, what a case costs or brings."""
        if one.cost is None:
            return one.nec.estimate
        return -one.cost.estimate if self.condition.costs.stated_as_benefits else one.cost.estimate

    def _apart(self) -> str:
        """Say which segments differ from the whole by more than chance, once prevalence is set aside."""
        differing = [one for one in self.segments if one.difference and one.difference.excludes(0)]
        if not differing:
            return "" if len(self.segments) < 2 else "No segment's NEC differs from the whole beyond chance."
        parts = [
            f"{'above' if above else 'below'} that of the whole in {enumerated(names)}"
            for above in (True, False)
            if (names := [s.name for s in differing if s.difference and (s.difference.low > 0) == above])
        ]
        return f"Its normalised expected cost is {' and '.join(parts)}, beyond chance."

    def _gain(self) -> str:
        """Say where a threshold of its own would save something, beyond chance."""
        gains = [one for one in self.segments if one.loss is not None and one.loss.low > 0]
        if not gains:
            return "No segment would gain from a threshold of its own beyond chance."
        parts = [f"{one.name} (NEC {short(one.loss.estimate)})" for one in gains if one.loss is not None]
        return f"A threshold of its own would save in {enumerated(parts)}, beyond chance."

    def _left_out(self) -> str:
        names = [one.name for one in self.refused]
        return f"Not judged, as one class is missing: {enumerated(names)}." if names else ""

    def to_columns(self) -> dict[str, Any]:
        """Return one row a segment, all records first; refused segments have their reason as a note."""
        rows = [one.to_columns() for one in (self.overall, *self.segments)]
        for one in self.refused:
            known = {"segment": one.name, "records": one.records, "notes": one.reason}
            rows.append({name: [known.get(name)] for name in rows[0]})
        return {name: [row[name][0] for row in rows] for name in rows[0]}

    def __repr__(self) -> str:
        return self.sentence
