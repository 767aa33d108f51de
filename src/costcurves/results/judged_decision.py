"""A decision judged on several parts of the records: rates and costs there, remarks, and tables."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.tables import Column, Table
from costcurves.charts.part_shown import STATED, at_prevalence
from costcurves.results.decision_tables import by_columns, choices_table, in_money, minus
from costcurves.results.given_classifiers import GivenClassifiers
from costcurves.results.goal_judged import GoalJudged
from costcurves.results.headline import FINE_PRINT, TRAINED
from costcurves.results.population import InPopulation
from costcurves.results.recommendation import Recommendation
from costcurves.results.recommendation_facts import LEFT_OUT
from costcurves.results.total_judged import TotalJudged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.charts.chart import Chart
    from costcurves.criteria.decision import Decision
    from costcurves.criteria.judgement import Judgement
    from costcurves.criteria.total_cost import TotalCost
    from costcurves.results.remarks import Remark


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class JudgedDecision(Shown, ByValue):
    """A decision and what becomes of it elsewhere; made by ``evaluation.judge_parts(decision, parts)``.

    Attributes
    ----------
    decision : Decision
        Judged on the records in question.
    parts : dict of str to Decision
        The same decision judged on each part, by the name of the part.
    best : dict of str to float
        What the best threshold of the same model would cost there, as NEC, of two models the better one;
        empty without a condition.
    remarks : tuple of Remark
        What a careful reader would add.
    totals : tuple of TotalCost
        Where every record has costs of its own: what the decision comes to and, where the scores are
        probabilities, what Bayes' rule case by case does.
    recommended : Recommendation or None
        Where it was chosen by costs on these records: what choosing this way costs on new ones.
    met : GoalJudged, TotalJudged or None
        Where it was chosen for another goal, or by costs of every record: what choosing this way reaches on
        new records.
    population : float or None
        How many cases there are where it is used; then outcomes and costs are those of all of them.
    given : GivenClassifiers or None
        Where nothing was chosen: the matrix, all measures and the cost as given, beside the best choice.
    """

    decision: Decision
    parts: Mapping[str, Decision] = dataclasses.field(default_factory=dict)
    best: Mapping[str, float] = dataclasses.field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    totals: tuple[TotalCost, ...] = ()
    recommended: Recommendation | None = None
    met: GoalJudged | TotalJudged | None = None
    population: float | None = None
    given: GivenClassifiers | None = None

    def with_judgement(self, judgement: Judgement) -> JudgedDecision:
        """Return it with what is known of the choice, by costs or for a goal."""
        plain = dataclasses.replace(self.decision, judging=None)  # what it tells stands beside it
        found = dataclasses.replace(self, decision=plain)
        if isinstance(judgement, Recommendation):
            return dataclasses.replace(found, recommended=judgement)
        if isinstance(judgement, GoalJudged | TotalJudged):
            return dataclasses.replace(found, met=judgement)
        if isinstance(judgement, GivenClassifiers):
            return dataclasses.replace(found, given=judgement)
        return found

    @property
    def to_expect(self) -> Decision:
        """The decision with the rates to expect on new records, as far as they are known."""
        if self.recommended is not None:
            return self.recommended.to_expect
        if not isinstance(self.met, GoalJudged) or not self.met.is_judged:
            return self.decision
        fpr, tpr = (self.met.rates[name].estimate for name in ("fpr", "tpr"))
        judged_on = LEFT_OUT if self.decision.optimistic else self.decision.judged_on
        return dataclasses.replace(self.decision, fpr=fpr, tpr=tpr, judged_on=judged_on)

    @property
    def in_population(self) -> InPopulation | None:
        """What the decision comes to among so many cases as were stated; None where none were."""
        judged = self.recommended or self.given
        headline = None if judged is None else judged.headline
        return None if self.population is None else InPopulation(self.to_expect, headline, self.population)

    @property
    def sentence(self) -> str:
        """The decision in words, with what it and Bayes' rule come to, and all remarks."""
        return " ".join(self.sentences)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The same in paragraphs."""
        own, bayes = self.totals[:1], self.totals[1:]
        money, other = [total.money for total in own], [total.sentence for total in bayes]
        judged = self.recommended or self.given
        chosen = (self.decision.sentence,) if judged is None else judged.sentences
        met = [] if self.met is None else [self.met.sentence]
        among = [] if self.in_population is None else [self.in_population.sentence]
        more = " ".join([*money, *met, *other, *among, *map(str, self.remarks)])
        if judged is None:
            return (" ".join(filter(None, (*chosen, more))),)
        return (*chosen, *([more] if more else []))

    def picture(self) -> Chart | None:
        """Return the picture of the choice, else that of the decision."""
        return self.decision.picture() if self.recommended is None else self.recommended.picture()

    @property
    def reference(self) -> str:
        """The part that others are compared with: the one that chose the decision, else the first."""
        chose = (part for part, judged in self.parts.items() if judged.optimistic)
        return next(chose, next(iter(self.parts), ""))

    @property
    def compared_at(self) -> tuple[float, str]:
        """The one prevalence at which parts are compared, NaN where it is not known, and whose that is.

        The stated one, else that of the part that chose the decision, else that of the records in question.
        """
        chose = self.parts.get(self.reference)
        known = self.decision if chose is None or not chose.optimistic else chose
        placed = self.decision.condition is not None and self.decision.condition.placed
        source = self.decision.chosen_on if placed or known is chose else self.decision.judged_on
        return known.prevalence, source if self.decision.sample_prevalence else STATED

    def table(self) -> Table:
        """Return rates and costs on every part; without parts, those beside flagging nobody and everybody."""
        if not self.parts and self.given is not None:
            return self.given.table()
        if not self.parts:
            return self.outcome_table()
        shown: dict[Column, list[Any]] = {Column("part", "part", align="left"): list(self.parts)}
        share, source = self.compared_at
        judged = [dataclasses.replace(one, prevalence=share) for one in self.parts.values()]
        home = self.parts[self.reference]
        shown[Column("fpr", "FPR", decimals=4)] = [one.fpr for one in judged]
        shown[Column("tpr", "TPR", decimals=4)] = [one.tpr for one in judged]
        shown[Column("flagged", "flagged, %", decimals=2)] = [100 * one.flagged for one in judged]
        if self.best:
            shown[Column("nec", "NEC", decimals=4)] = [one.nec for one in judged]
            shown[Column("best", "best NEC there", decimals=4)] = [self.best[part] for part in self.parts]
            gaps = [minus(one.nec, home.nec) for one in judged]
            shown[Column("gap", f"NEC − that of {self.reference}", decimals=4)] = gaps
        shown |= in_money(self.decision, [one.expected_cost for one in judged], ranked=False)
        at = "" if math.isnan(share) else f", {at_prevalence(share, source)}"
        return by_columns("parts", f"The same decision on every part{at}", shown)

    def outcome_table(self) -> Table:
        """Outcomes and costs beside flagging nobody and everybody: of 1,000 cases, or of all."""
        if self.in_population is not None:
            return self.in_population.table()
        if self.recommended is not None:
            return self.recommended.outcome_table()
        expected = self.to_expect
        where = f", judged on {LEFT_OUT}" if expected.judged_on == LEFT_OUT else ""
        table, known = choices_table(expected), []
        if self.given is None:  # whose own table says so
            known = [TRAINED if expected.condition is None else FINE_PRINT]
        return dataclasses.replace(table, title=f"Expected outcomes{where}", notes=(*table.notes, *known))

    def to_columns(self) -> dict[str, Any]:
        """Return the decision on the records in question and on each part as columns."""
        judged = {self.decision.judged_on: self.decision, **self.parts}
        rows = {name: one.to_columns() for name, one in judged.items()}
        names = list(next(iter(rows.values())))
        return {"part": list(rows)} | {name: [row[name][0] for row in rows.values()] for name in names}

    def __repr__(self) -> str:
        """Name the decision and the parts."""
        models, parts = " and ".join(self.decision.models), ", ".join(self.parts)
        return f"JudgedDecision({models}; {parts or self.decision.judged_on})"

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence
