"""What to do and what that costs on new records: the headline, every model beside it, and who leads."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import enumerated, format_value, percent, short
from costcurves._ground.tables import Column, Table
from costcurves.results.decision_tables import choices_table
from costcurves.results.headline import (
    DIGITS,
    cost_and_ends,
    cost_title,
    difference_in_unit_of,
    in_unit_of,
    with_brackets,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.criteria.threshold_interval import ThresholdInterval
    from costcurves.inference.estimate import Estimate
    from costcurves.results.headline import GivenRow, Headline, ModelRow

#: More models are counted, not shown.
MOST_SHOWN = 12
#: More thresholds that are as cheap are counted, not listed.
MOST_TIES = 3
#: What no interval tells.
FINE_PRINT = (
    "Costs and the share of positives are taken as given; if these records trained the models, every figure "
    "is too good."
)
#: What records are called that judge a choice which was made without them.
LEFT_OUT = "records left out of the choice"
#: What was chosen anew, and where the choice was judged, by basis.
JUDGED = {
    "cross-fitted": f"judged on {LEFT_OUT}",
    "given": "on the records that counted it",
    "same-records": "on the very records that chose it",
}


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class Recommendation(Shown, ByValue):
    """The model and threshold to use, or nobody or everybody, and what choosing this way costs.

    Made by ``evaluation.uncertainty(…).recommendation(condition)``.

    Attributes
    ----------
    decision : Decision
        The model of least cost, with the threshold that is cheapest on all records; flagging nobody or
        everybody where no model costs less than that.
    condition : OperatingCondition
    fpr, tpr : float
        Rates behind the headline: of what was chosen, where that was judged.
    rows : tuple of ModelRow
        Every model, the cheapest first.
    headline : Headline
    nec : Estimate or None
        The headline in NEC, with its interval; None without one.
    seems : float
        NEC of the leading model on the records that chose its threshold.
    records : float
        How many there are; NaN where that is not known.
    picked : dict of str to float
        In what share of the folds each model was chosen, or nobody or everybody was flagged.
    given : tuple of GivenRow
        The leading model at ½ and at fp/(fp + fn), if its scores are probabilities.
    mean_score, share : float
        Then the mean of its scores, and the share of positives among the records.
    stands : (float, float) or None
        Range of PC(+) in which the leading model is the cheapest choice on all records.
    tied : tuple of str
        Models that cost exactly what the leading one does, on the records that chose and on those left out.
    equally_cheap : tuple of ThresholdInterval
        All thresholds of the leading model that cost least on all records; mixtures of them do, too.
    """

    decision: Decision
    condition: OperatingCondition
    fpr: float
    tpr: float
    rows: tuple[ModelRow, ...]
    headline: Headline
    nec: Estimate | None
    seems: float
    records: float = math.nan
    picked: Mapping[str, float] = dataclasses.field(default_factory=dict)
    given: tuple[GivenRow, ...] = ()
    mean_score: float = math.nan
    share: float = math.nan
    stands: tuple[float, float] | None = None
    tied: tuple[str, ...] = ()
    equally_cheap: tuple[ThresholdInterval, ...] = ()

    # ---- what follows -----------------------------------------------------------------------

    @property
    def verdict(self) -> str:
        """Whom to ask: "model", or "nobody" or "everybody" where no model costs less than flagging those."""
        return "model" if self.decision.flags == "some" else self.decision.flags

    @property
    def lead(self) -> ModelRow | None:
        """The leading model with its distance from the runner-up; None of a single model."""
        return self.rows[0] if len(self.rows) > 1 else None

    @property
    def not_told_apart(self) -> tuple[str, ...]:
        """The models whose distance from the leading one may be chance; empty where that is not known."""
        return tuple(row.model for row in self.rows[1:] if row.told_apart is False)

    @property
    def pays(self) -> bool:
        """Whether choosing this way costs less, where it was judged, than flagging nobody, or everybody."""
        return float(self.condition.nec(self.fpr, self.tpr)) < min(self.condition.pc, 1 - self.condition.pc)

    @property
    def is_left_out(self) -> bool:
        """Whether records judge that were left out of the choice."""
        return self.headline.basis == "cross-fitted"

    @property
    def to_expect(self) -> Decision:
        """The decision with the rates behind the headline: what it flags and finds on new records."""
        judged_on = LEFT_OUT if self.is_left_out else self.decision.judged_on
        found = dataclasses.replace(self.decision, judged_on=judged_on)
        return found if found.flags != "some" else dataclasses.replace(found, fpr=self.fpr, tpr=self.tpr)

    def without_intervals(self) -> Recommendation:
        """Return the same numbers on the same basis without their intervals."""
        rows = tuple(dataclasses.replace(row, interval=None, gap=None) for row in self.rows)
        headline = dataclasses.replace(self.headline, low=None, high=None, level=None)
        return dataclasses.replace(self, rows=rows, headline=headline, nec=None)

    # ---- words ------------------------------------------------------------------------------

    @property
    def sentences(self) -> tuple[str, ...]:
        """What to do and what that costs on new records; whom it flags there; and how far that stands."""
        parts = (
            (self._action(), self._ties(), self._cost()),
            (self._outcome(),),
            (self._lead(), self._range()),
        )
        return tuple(filter(None, (" ".join(filter(None, part)) for part in parts)))

    @property
    def sentence(self) -> str:
        """All of it."""
        return " ".join(self.sentences)

    def _action(self) -> str:
        """Say what to do."""
        thresholds, model = self.decision.thresholds, self.rows[0].model
        size = "these records" if math.isnan(self.records) else f"all {self.records:,.0f} records"
        if self.decision.flags != "some":
            among = f"{model} does not cost" if len(self.rows) == 1 else "no model costs"
            return f"Flag {self.verdict}: {among} less, {JUDGED[self.headline.basis]}."
        if not self.decision.has_thresholds:
            return f"Use {model} at its cheapest operating point (its threshold is not known)."
        return f"Use {model} and {thresholds.action}{thresholds.alike}, the cheapest threshold on {size}."

    def _ties(self) -> str:
        """Say what costs exactly the same: other thresholds, and other models."""
        if self.decision.flags != "some":
            return ""
        found, first = [], self.rows[0].model
        if len(self.equally_cheap) > 1 and self.decision.has_thresholds:
            alike = [one.rule for one in self.equally_cheap if one != self.decision.thresholds]
            more = "" if len(alike) <= MOST_TIES else f" and {len(alike) - MOST_TIES} more"
            each = ", ".join(alike[:MOST_TIES]) if more else enumerated(alike)
            found.append(f"As cheap on them: {each}{more}, and any mixture.")
        if self.tied:
            found.append(f"{enumerated([first, *self.tied])} cost exactly the same.")
        return " ".join(found)

    def _cost(self) -> str:
        """Say what choosing this way costs, and what it looks like on the records that chose."""
        condition, found = self.condition, self.headline
        verb = "brings" if condition.costs.stated_as_benefits else "costs"
        unit = " in NEC" if condition.relative else " a case"
        cost = f"{short(found.estimate)}{unit}"
        if found.low is not None and found.high is not None and found.level is not None:
            cost += f" ({percent(found.level)} interval {short(found.low)} to {short(found.high)})"
        nobody, everybody = (short(in_unit_of(condition, nec)) for nec in (condition.pc, 1 - condition.pc))
        beside = f"Flagging nobody {verb} {nobody}, flagging everybody {everybody}."
        judged = JUDGED[found.basis]
        if found.basis == "same-records":
            return f"It {verb} {cost} {judged}: expect worse on new ones. {beside}"
        if found.covers == "nothing":
            return f"It {verb} {cost}, {judged}. {beside}"
        what = "model and threshold" if found.covers == "model+threshold" else "the threshold"
        if self.decision.flags == "some" and not self.pays:
            beside += f" So on new records choosing this way does not pay: {self._cheaper_one} costs no more."
        seems = short(in_unit_of(condition, self.seems))
        return (
            f"Choosing {what} this way {verb} about {cost} on new records, {judged}; on the records that "
            f"chose, it looks like {seems}. {beside}"
        )

    @property
    def _cheaper_one(self) -> str:
        """The cheaper of flagging nobody and flagging everybody."""
        return f"flagging {'nobody' if self.condition.pc <= 0.5 else 'everybody'}"

    def _outcome(self) -> str:
        """Say whom it flags where it was judged."""
        prevalence = self.decision.prevalence
        if self.decision.flags != "some" or math.isnan(prevalence):
            return ""
        source = ", the share in these records" if self.decision.sample_prevalence else ""
        flagged = percent(self.to_expect.flagged)
        return (
            f"At a prevalence of {percent(prevalence)}{source}, it flags {flagged} of all "
            f"cases, finds {percent(self.tpr)} of the positives and flags {percent(self.fpr)} of the "
            f"negatives by mistake{self._efforts()}."
        )

    def _efforts(self) -> str:
        """Say how many cases are flagged for each positive found."""
        flagged, found = self.to_expect.flagged, self.decision.prevalence * self.tpr
        if not 0 < found < flagged:
            return ""
        share, each = percent(found / flagged), format_value(flagged / found, decimals=1)
        return f"; {share} of those flagged are positive, so that {each} are flagged for each one found"

    def _range(self) -> str:
        """Say under which other conditions the leading model is the cheapest choice, too."""
        if self.stands is None or self.decision.flags != "some":
            return ""
        low, high = (short(end) for end in self.stands)
        sentence = (
            f"On these records {self.rows[0].model} is the cheapest choice for PC(+) from {low} to {high}"
        )
        if self.condition.relative:
            return f"{sentence}."
        least, most = (percent(self._prevalence_at(pc)) for pc in self.stands)
        return f"{sentence}, at these costs for a share of positives from {least} to {most}."

    def _prevalence_at(self, pc: float) -> float:
        """Share of positives at which the stated costs make a PC(+)."""
        positive, negative = self.condition.costs.effective_fn, self.condition.costs.effective_fp
        return pc * negative / (pc * negative + (1 - pc) * positive)

    def _lead(self) -> str:
        """Say whether the leading model leads by more than chance."""
        if len(self.rows) < 2:
            return ""
        first, others = self.rows[0].model, [name for name in self.not_told_apart if name not in self.tied]
        if self.rows[0].gap is None:
            return f"Whether {first} leads by more than chance is not said."
        if others:
            more = f" and {len(others) - MOST_SHOWN} more" if len(others) > MOST_SHOWN else ""
            names = ", ".join(others[:MOST_SHOWN]) if more else enumerated(others)
            return f"{first} may lead by chance: it is not told apart from {names}{more}."
        left = len(self.rows) - 1 - len(self.tied)
        if not left:
            return ""
        which = "the other model" if left == 1 else f"the other {left} models"
        return f"{first} is cheaper than {which} by more than chance."

    # ---- tables -----------------------------------------------------------------------------

    def table(self) -> Table:
        """One row a model, flagging nobody and everybody below: threshold, cost with interval, gap."""
        condition, level = self.condition, self.headline.level
        has_gaps, title = self.rows[0].gap is not None, cost_title(condition)
        columns = [
            Column("model", "model", align="left"),
            Column("threshold", "flag if score", align="left"),
            Column("flagged", "flagged, %", decimals=1),
            Column("cost", title if level is None else f"{title} [{percent(level)}]", align="left"),
            *([Column("gap", "gap", digits=DIGITS), Column("apart", "told apart?", align="left")] * has_gaps),
        ]
        shown = self.rows[:MOST_SHOWN]
        costs = [cost_and_ends(condition, row.nec, row.interval) for row in shown]
        costs += [cost_and_ends(condition, row.nec.estimate, self.nec and row.nec) for row in self.given]
        costs += [(in_unit_of(condition, nec),) for nec in (condition.pc, 1 - condition.pc)]
        rows: list[list[Any]] = []
        for row in shown:
            cells = [row.model, row.thresholds.rule.removeprefix("score "), 100 * row.flagged]
            if row.gap is not None:
                cells += [difference_in_unit_of(condition, row.gap)[0], "yes" if row.told_apart else "no"]
            rows.append(cells)
        blank = [None, ""] * has_gaps
        rows += [
            [row.model, f"given: ≥ {short(row.threshold)}", 100 * row.flagged, *blank] for row in self.given
        ]
        rows += [["nobody", "", 0.0, *blank], ["everybody", "", 100.0, *blank]]
        for written, cost in zip(rows, with_brackets(costs), strict=True):
            written.insert(3, cost)
        title = f"Every model at PC(+) = {short(condition.pc)}, {JUDGED[self.headline.basis]}"
        return Table("models", title, columns, rows, notes=tuple(self._notes()))

    def _notes(self) -> Iterator[str]:
        """Say what intervals hold for, and how records were dealt."""
        found, first = self.headline, self.rows[0]
        if len(self.rows) > MOST_SHOWN:
            yield f"{len(self.rows) - MOST_SHOWN:,} dearer models are left out."
        if first.interval is not None and len(self.rows) > 1:
            yield f"In brackets: intervals of costs hold {first.interval.scope_words}."
        if first.gap is not None:
            yield (
                f"Gap: cost less that of {first.model}; of {first.model}, less that of {self.rows[1].model}. "
                f"Told apart: the interval of the gap, which holds {first.gap.scope_words}, excludes 0."
            )
        if self.given:
            yield (
                f"Given: thresholds that look at no records, ½ and fp/(fp + fn); each interval by itself. "
                f"{first.model} has a mean score of {short(self.mean_score)}, the share of positives is "
                f"{short(self.share)}."
            )
        if found.folds is not None:
            dealt = "the given folds" if found.repeats is None else f"{found.repeats} × {found.folds} folds"
            seed = "" if found.seed is None else f", seed {found.seed}"
            yield f"Thresholds for each fold are those of the others ({dealt}{seed})."
        if found.reason:
            yield f"{found.reason[:1].upper()}{found.reason[1:]}."
        yield FINE_PRINT

    def outcome_table(self) -> Table:
        """Outcomes of 1,000 cases by the rates behind the headline, beside flagging nobody and everybody."""
        title = f"What it comes to, {JUDGED[self.headline.basis]}"
        return dataclasses.replace(choices_table(self.to_expect), title=title)

    # ---- documents --------------------------------------------------------------------------

    def to_columns(self) -> dict[str, Any]:
        """Return one row a model: its threshold, and its costs and gaps with their intervals, in NEC."""
        columns: dict[str, list[Any]] = {"model": [row.model for row in self.rows]}
        columns |= {
            name: [getattr(row.thresholds, name) for row in self.rows] for name in ("low", "high", "flags")
        }
        columns |= {"flagged": [row.flagged for row in self.rows], "nec": [row.nec for row in self.rows]}
        for name, found in (("nec", [r.interval for r in self.rows]), ("gap", [r.gap for r in self.rows])):
            columns.setdefault(name, [math.nan if one is None else one.estimate for one in found])
            for end in ("low", "high"):
                columns[f"{name}_{end}"] = [math.nan if one is None else getattr(one, end) for one in found]
        return columns | {"told_apart": [row.told_apart for row in self.rows]}

    def to_json(self) -> dict[str, Any]:
        """Return the headline, every model, who leads, and the verdict as plain values."""
        lead: dict[str, Any] | None = None
        if self.lead is not None:
            gap = None if self.lead.gap is None else self.lead.gap.to_json()
            apart = self.lead.told_apart
            lead = {
                "model": self.lead.model, "runner_up": self.rows[1].model, "gap": gap, "told_apart": apart,
            }  # fmt: skip
        return {
            "headline": self.headline.to_json(),
            "rows": [row.to_json() for row in self.rows],
            "given": [row.to_json() for row in self.given],
            "mean_score": self.mean_score if self.given else None,
            "lead": lead,
            "not_told_apart": list(self.not_told_apart),
            "verdict": self.verdict,
            "ties": {
                "models": list(self.tied),
                "thresholds": [_ends_json(one) for one in self.equally_cheap],
            },
            "picked": dict(self.picked),
            "stands": None if self.stands is None else {"low": self.stands[0], "high": self.stands[1]},
            "left_out": {"fpr": self.fpr, "tpr": self.tpr},
        }

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence

    def __repr__(self) -> str:
        """Say what to do, in one short line."""
        return f"Recommendation({self.decision.model}: {self.decision.thresholds.action})"


def _ends_json(thresholds: ThresholdInterval) -> dict[str, Any]:
    """Return thresholds that decide alike as plain values."""
    return {"threshold": thresholds.to_json(), "flags": thresholds.flags}
