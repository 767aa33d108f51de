"""Two models side by side: what they cost over all operating conditions, and what of it may be chance."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from costcurves._ground import documents
from costcurves._ground.arrays import TIE
from costcurves._ground.documents import Document
from costcurves._ground.number_words import percent, pvalue_text, short
from costcurves.charts.figures.interval_figures import cost_curves_figure
from costcurves.conditions.beliefs import ConditionPrior
from costcurves.conditions.stated_condition import StatedCondition
from costcurves.errors import Code, CostCurvesError, InputError
from costcurves.inference.targets import Scope
from costcurves.results.paired_evidence import (
    FoundEvidence,
    PairedEvidence,
    belief_json,
    belief_of,
    place_text,
    ranges_json,
)
from costcurves.space.cost_curve import CostCurve
from costcurves.space.winners import WinnerRange, winner_ranges

if TYPE_CHECKING:
    from costcurves.charts.chart import Chart
    from costcurves.inference.bootstrap.crossings import Crossing
    from costcurves.inference.costs.cost_scales import CheaperRange
    from costcurves.inference.estimate import Estimate, TestResult

#: So far beside a jump no curve has moved by more than a printed digit.
BESIDE = 1e-9
#: Why models are not tested where nothing else is known.
COUNTS = "counts do not show which records two models share"


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class ModelComparison(Document):
    """Which of two models is cheaper where, by how much, and whether that is more than chance.

    Make one with :meth:`costcurves.Evaluation.compare`. What rests on the records (:attr:`test`,
    :attr:`interval`, :attr:`cheaper`, :attr:`crossing_intervals`) is computed on first use; models that
    are known by counts or operating points have none of it, and :attr:`why_no_test` says so.

    Attributes
    ----------
    a, b : str
        Names of the models.
    curve_a, curve_b : CostCurve
    condition : OperatingCondition, float, ConditionPrior or None
        Where they are tested: a condition, PC(+), or a belief about it; kept as PC(+) or as a belief.
        None for all PC(+) alike.
    evidence : PairedEvidence or None
        What the records say.
    adjusted : float or None
        The p-value adjusted for other pairs that are tested, too.
    untested : str
        Why there is no evidence, in words.
    code : Code
        The same for programs.

    Examples
    --------
    >>> from costcurves import CostCurve
    >>> lines = CostCurve.line(0.20, 0.925), CostCurve.line(0.128, 0.834)
    >>> comparison = ModelComparison("1R", "C4.5", *lines)
    >>> [round(x, 4) for x in comparison.crossings]
    [0.4417]
    >>> comparison.why_no_test
    'counts do not show which records two models share'
    """

    kind: ClassVar[str] = "comparison"
    a: str
    b: str
    curve_a: CostCurve
    curve_b: CostCurve
    condition: Any = None
    evidence: PairedEvidence | None = None
    adjusted: float | None = None
    untested: str = COUNTS
    code: Code = Code.INPUT

    def __post_init__(self) -> None:
        """Keep PC(+) of a condition, or the belief."""
        object.__setattr__(self, "condition", StatedCondition.read(self.condition, beliefs=True).place)

    def __eq__(self, other: object) -> bool:
        """Compare by value; evidence of different makes by what it has found."""
        if not isinstance(other, ModelComparison):
            return NotImplemented
        names = ("a", "b", "curve_a", "curve_b", "condition", "adjusted")
        if any(getattr(self, name) != getattr(other, name) for name in names):
            return False
        return (self.evidence is not None and self.evidence == other.evidence) or self._found == other._found

    __hash__ = None  # type: ignore[assignment]  # values with arrays have no stable hash

    # ---- costs ------------------------------------------------------------------------------

    @property
    def difference(self) -> CostCurve:
        """Cost of `a` minus cost of `b`: negative where `a` is cheaper."""
        return self.curve_a.minus(self.curve_b)

    @property
    def ranges(self) -> tuple[WinnerRange, ...]:
        """Ranges of PC(+) with the cheaper model, or the trivial classifier that is as cheap."""
        return winner_ranges({self.a: self.curve_a, self.b: self.curve_b})

    def picture(self) -> Chart:
        """Return the cost curves of both models, and which is cheaper where."""
        return cost_curves_figure({self.a: self.curve_a, self.b: self.curve_b}, self.ranges)

    @property
    def crossings(self) -> list[float]:
        """PC(+) at which the cheaper model changes."""
        return self.curve_a.crossings(self.curve_b)

    @property
    def largest_gap(self) -> tuple[float, float]:
        """(PC, cost of `a` − cost of `b`) where the two are farthest apart."""
        return self.difference.largest_gap()

    @property
    def dominant(self) -> str:
        """The model that is nowhere dearer and somewhere cheaper; empty if there is none."""
        signs = {sign for _, _, sign in self.difference.signs() if sign}
        return {frozenset({-1}): self.a, frozenset({1}): self.b}.get(frozenset(signs), "")

    def expected(self, prior: ConditionPrior | None = None) -> float:
        """Expected cost of `a` minus that of `b` under a belief about the axis, by default uniform.

        The axis is PC(+), or the cost proportion at the prevalence of a rule that has one.
        """
        return self.difference.area if prior is None else self.difference.expected(prior)

    def probability(self, prior: ConditionPrior | None = None) -> tuple[float, float]:
        """Probability that `a` is strictly cheaper, and that `b` is; ties count for neither.

        Their difference is the LC index of Adams & Hand (1999). The belief is about the axis, as in
        :meth:`expected`.
        """
        belief = prior or ConditionPrior.uniform()
        shares = [0.0, 0.0]
        for low, high, sign in self.difference.signs():
            if sign:
                shares[sign > 0] += belief.probability(low, float("inf") if high == 1 else high)
        return shares[0], shares[1]

    @property
    def sentence(self) -> str:
        """The comparison in words."""
        pc, gap = self.largest_gap
        if abs(gap) <= TIE:
            return f"{self.a} and {self.b} cost the same at every operating condition."
        parts = [f"{r.winner} for PC(+) from {short(r.low)} to {short(r.high)}" for r in self.ranges]
        winner, loser = (self.a, self.b) if gap < 0 else (self.b, self.a)
        worse = self._dearer_cost(pc)
        lead = f"{self.dominant} is nowhere more expensive. " if self.dominant else ""
        return (
            f"{lead}Cheapest: {'; '.join(parts)}. The gap is widest at PC(+) = {short(pc)}, where {winner} "
            f"costs {short(abs(gap))} less than {loser} ({percent(abs(gap) / worse)} of its cost)."
        )

    def _dearer_cost(self, pc: float) -> float:
        """Cost of the dearer model where the gap is widest, on that side of a jump where it is so wide."""
        sides = np.clip([pc, pc - BESIDE, pc + BESIDE], 0, 1)
        costs = np.array([self.curve_a(sides), self.curve_b(sides)])
        return float(costs.max(axis=0)[np.argmax(np.ptp(costs, axis=0))])

    # ---- more than chance -------------------------------------------------------------------

    @property
    def _tested(self) -> PairedEvidence:
        """What the records say, where there are some."""
        if self.evidence is None:
            raise InputError(
                "models can only be compared on the same records",
                "counts or operating points",
                "evaluate labels and scores",
            )
        return self.evidence

    @property
    def why_no_test(self) -> str:
        """Why the models are not tested; empty if they are."""
        if self.evidence is None:
            return self.untested
        problem = self._problem
        return "" if problem is None else str(problem)

    @property
    def _problem(self) -> CostCurvesError | None:
        """The error that the test of the evidence ends in, if it does."""
        try:
            self._tested.result  # noqa: B018 - computed here for the first time, or refused
        except CostCurvesError as problem:
            return problem
        return None

    @property
    def test(self) -> TestResult:
        """Test whether both cost the same at the condition, with the difference in NEC, `a` minus `b`.

        Raises
        ------
        InputError
            If there are no records.
        UndefinedError
            If there are too few to choose thresholds and judge them.
        """
        found = self._tested.result
        return found if self.adjusted is None else dataclasses.replace(found, adjusted=self.adjusted)

    @property
    def interval(self) -> Estimate:
        """The difference in NEC at the condition, `a` minus `b`, with its interval; see :attr:`test`."""
        found = self.test.estimate
        assert found is not None  # every test of costs has one
        return found

    @property
    def level(self) -> float:
        """Level of confidence: the test has an error rate of 1 − level."""
        return self._tested.level

    @property
    def margin(self) -> float | None:
        """What the difference is tested against, instead of 0."""
        return self._tested.margin

    @property
    def winner(self) -> str:
        """The model that is cheaper at the condition by more than chance; empty where that is left open."""
        if self.margin is not None or not self.test.significant(1 - self.level):
            return ""
        return self.a if self.interval.estimate < 0 else self.b

    @property
    def is_one_sided(self) -> bool:
        """Whether the test, unlike the interval, looks to one side only."""
        return self.margin is None and self.test.alternative != "two-sided"

    @property
    def pvalue(self) -> float:
        """The p-value, adjusted where several pairs are tested."""
        return self._tested.result.pvalue if self.adjusted is None else self.adjusted

    @property
    def cheaper(self) -> tuple[CheaperRange, ...]:
        """Ranges of PC(+) in which one is cheaper by more than chance, at the level for all together.

        Nothing is said where flagging nobody or everybody is cheaper than both.
        """
        return self._tested.cheaper

    @property
    def crossing_intervals(self) -> tuple[Crossing, ...]:
        """The crossings with intervals, drawn anew from the records; see :meth:`Uncertainty.crossings`."""
        return self._tested.crossings

    @property
    def verdict(self) -> str:
        """What follows from the test, in one plain sentence, or why there is none."""
        if why := self.why_no_test:
            return f"Whether {self.a} and {self.b} differ by more than chance is not tested: {why}."
        where, p, found = place_text(self.condition), pvalue_text(self.pvalue), self.test
        margin, two_sided = self.margin, found.alternative == "two-sided"
        if margin is None and self._tested.alike:
            every = "at every PC(+)" if isinstance(self.condition, ConditionPrior) else where
            return f"{self.a} and {self.b} decide every record alike {every}: nothing tells them apart."
        shown = found.significant(1 - self.level)
        if margin is None and two_sided:
            if not shown:
                return (
                    f"Which of {self.a} and {self.b} is cheaper {where} is left open: the difference may be "
                    f"chance ({p}). That does not show that they cost the same."
                )
            return f"{self._cheaper_one(first=self.interval.estimate < 0)} {where} ({p})."
        claim = self._claim(margin, found.alternative)
        return f"{claim} {where} ({p})." if shown else f"It is not shown that {claim} {where} ({p})."

    def _claim(self, margin: float | None, alternative: str) -> str:
        """Word what the test is to show, where that is one thing."""
        if margin is None:
            return self._cheaper_one(first=alternative == "less")
        if alternative == "less":
            return f"{self.a} costs less than {short(margin)} in NEC above {self.b}"
        return f"{self.a} and {self.b} differ by less than {short(margin)} in NEC"

    def _cheaper_one(self, *, first: bool) -> str:
        """Say that one of the two is cheaper."""
        one, other = (self.a, self.b) if first else (self.b, self.a)
        return f"{one} is cheaper than {other}"

    @property
    def test_sentence(self) -> str:
        """What was estimated and tested."""
        found = f"{self.a} minus {self.b} in NEC, {place_text(self.condition)}: {self.interval}"
        return f"{found}. Tested: {self.test.null}."

    @property
    def cheaper_sentence(self) -> str:
        """The ranges of PC(+) in which one of the two is cheaper by more than chance, in one sentence."""
        together = f"{percent(self.level)} simultaneous"
        if not self.cheaper:
            return f"At no PC(+) is {self.a} or {self.b} cheaper by more than chance ({together})."
        found: dict[str, list[str]] = {}
        for one in self.cheaper:
            found.setdefault(one.winner, []).append(f"{one.low:.3f} to {one.high:.3f}")
        each = [f"{model} is cheaper over PC(+) {' and '.join(own)}" for model, own in found.items()]
        return f"{'; '.join(each)} ({together})."

    # ---- documents --------------------------------------------------------------------------

    @property
    def _found(self) -> FoundEvidence | Code:
        """All that the records say, or why they say nothing."""
        if self.evidence is None:
            return self.code
        problem = self._problem
        return FoundEvidence.of(self.evidence) if problem is None else problem.code

    def costs_json(self) -> dict[str, Any]:
        """Return what both cost as plain JSON, without curves and tests: no interval is computed."""
        pc, gap = self.largest_gap
        return {
            "kind": self.kind,
            "version": documents.VERSION,
            "a": self.a,
            "b": self.b,
            "area": {self.a: self.curve_a.area, self.b: self.curve_b.area},
            "crossings": self.crossings,
            "ranges": ranges_json(self.ranges),
            "largest_gap": {"pc": pc, "difference": gap},
            "dominant": self.dominant,
            "sentence": self.sentence,
        }

    def test_json(self) -> dict[str, Any]:
        """Return the result of the test as plain JSON, with what its numbers hold for, and its verdict."""
        return self.test.to_json() | {
            "estimate": self.interval.to_json(), "scope": self.interval.scope_words,
            "a": self.a, "b": self.b, "pc": self._pc, "margin": self.margin, "level": self.level,
            "verdict": self.verdict,
            "cheaper": {
                "level": self.level, "scope": Scope.CONDITIONS.words(), "ranges": ranges_json(self.cheaper)
            },
        }  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain JSON with kind and version: costs, curves, and what the records say."""
        found, belief = self._found, self.condition
        named = not isinstance(belief, ConditionPrior) or belief == ConditionPrior.uniform()
        return self.costs_json() | {
            "curve_a": self.curve_a.to_json(), "curve_b": self.curve_b.to_json(), "pc": self._pc,
            "belief": None if named else belief_json(belief), "adjusted": self.adjusted,
            "verdict": self.verdict, "why_no_test": self.why_no_test,
            "code": found if isinstance(found, Code) else None,
            "evidence": None if isinstance(found, Code) else found.to_json(),
        }  # fmt: skip

    @property
    def _pc(self) -> float | None:
        """PC(+) of the condition; None under a belief."""
        return None if isinstance(self.condition, ConditionPrior) else self.condition

    @classmethod
    def _restored(cls, contents: dict[str, Any]) -> Self:
        found, belief = contents["evidence"], contents["belief"]
        return cls(
            contents["a"], contents["b"],
            CostCurve.from_json(contents["curve_a"]), CostCurve.from_json(contents["curve_b"]),
            contents["pc"] if belief is None else belief_of(belief),
            None if found is None else FoundEvidence.from_json(found),
            contents["adjusted"], contents["why_no_test"], Code(contents["code"] or Code.INPUT),
        )  # fmt: skip

    def to_columns(self) -> dict[str, Any]:
        """Return the winner ranges as columns."""
        ranges = self.ranges
        return {
            "low": [r.low for r in ranges],
            "high": [r.high for r in ranges],
            "winner": [r.winner for r in ranges],
        }

    def __str__(self) -> str:
        """Print the verdict and what the two cost."""
        return f"{self.sentence} {self.verdict}" if self.why_no_test else f"{self.verdict} {self.sentence}"

    def __repr__(self) -> str:
        """Show the two names and the crossings."""
        return f"ModelComparison({self.a!r}, {self.b!r}, crossings {[round(x, 6) for x in self.crossings]})"
