"""Models in pairs: which differences in cost are more than chance, where, and for what that holds."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.tables import Column, Table
from costcurves._ground.wording import percent, pvalue_text, short
from costcurves.errors import InputError
from costcurves.inference.costs.paired import BY_ENDS
from costcurves.inference.meaning import Scope
from costcurves.inference.multiplicity import adjusted
from costcurves.results.interval_tables import ENDS, cheaper_column, cheaper_over

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.inference.costs.places import SureRange
    from costcurves.inference.estimate import Estimate, TestResult
    from costcurves.tasks.loaded import Loaded

__all__ = [
    "Pair",
    "beside_others",
    "decide_alike",
    "one_pair",
    "pairs",
    "pairs_notes",
    "pairs_table",
    "require_models",
    "require_two",
    "verdicts",
]

#: Of more pairs only the number of those that differ is told.
MOST_TOLD = 6


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Two models, tested on the same records.

    Attributes
    ----------
    a, b : str
    result : TestResult
    ranges : tuple of SureRange
        Where one of them is cheaper, at the level for all conditions together.
    level : float
        Of confidence; the test has an error rate of 1 − level.
    condition : OperatingCondition or None
        Where they are compared; None for the average over PC(+).
    margin : float or None
        What the difference is tested against, instead of 0.
    alike : bool
        Whether both decide every record alike, so that there is nothing to test.
    """

    a: str
    b: str
    result: TestResult
    ranges: tuple[SureRange, ...]
    level: float
    condition: OperatingCondition | None
    margin: float | None = None
    alike: bool = False

    @property
    def difference(self) -> Estimate:
        """What `a` costs more than `b`, in NEC."""
        assert self.result.estimate is not None  # every test of costs has one
        return self.result.estimate

    @property
    def pvalue(self) -> float:
        """The p-value among all tests that were made."""
        return self.result.pvalue if self.result.adjusted is None else self.result.adjusted

    @property
    def is_one_sided(self) -> bool:
        """Whether the test, unlike the interval, looks to one side only."""
        return self.margin is None and self.result.alternative != "two-sided"

    @property
    def sentence(self) -> str:
        """What was estimated and tested."""
        found = f"{self.a} minus {self.b} in NEC, {place(self.condition)}: {self.difference}"
        return f"{found}. Tested: {self.result.null}."

    @property
    def verdict(self) -> str:
        """What follows from the test, in one plain sentence."""
        where, p = place(self.condition), pvalue_text(self.pvalue)
        if self.alike and self.margin is None:
            every = "at every PC(+)" if self.condition is None else where
            return f"{self.a} and {self.b} decide every record alike {every}: nothing tells them apart."
        shown = self.result.significant(1 - self.level)
        if self.margin is None and self.result.alternative == "two-sided":
            if not shown:
                return (
                    f"Which of {self.a} and {self.b} is cheaper {where} is left open: the difference may be "
                    f"chance ({p}). That does not show that they cost the same."
                )
            return f"{self._cheaper(self.difference.estimate < 0)} {where} ({p})."
        claim = self._claim()
        return f"{claim} {where} ({p})." if shown else f"It is not shown that {claim} {where} ({p})."

    def _claim(self) -> str:
        """Word what the test is to show, where that is one thing."""
        if self.margin is None:
            return self._cheaper(self.result.alternative == "less")
        if self.result.alternative == "less":
            return f"{self.a} costs less than {short(self.margin)} in NEC above {self.b}"
        return f"{self.a} and {self.b} differ by less than {short(self.margin)} in NEC"

    def _cheaper(self, first: bool) -> str:  # noqa: FBT001 - which of two
        """Say that one of the two is cheaper."""
        one, other = (self.a, self.b) if first else (self.b, self.a)
        return f"{one} is cheaper than {other}"

    @property
    def where(self) -> str:
        """The ranges of PC(+) in which one of the two is cheaper, in one sentence."""
        held = f"{percent(self.level)} simultaneous"
        if not self.ranges:
            return f"At no PC(+) is {self.a} or {self.b} cheaper by more than chance ({held})."
        found: dict[str, list[str]] = {}
        for one in self.ranges:
            found.setdefault(one.winner, []).append(f"{one.low:.3f} to {one.high:.3f}")
        said = [f"{model} is cheaper over PC(+) {' and '.join(own)}" for model, own in found.items()]
        return f"{'; '.join(said)} ({held})."

    def to_json(self) -> dict[str, Any]:
        """Return what documents carry: the result of the test, and where one is cheaper."""
        ranges = [{"low": r.low, "high": r.high, "winner": r.winner} for r in self.ranges]
        return self.result.to_json() | {
            "estimate": self.difference.to_json(),
            "a": self.a, "b": self.b, "pc": None if self.condition is None else self.condition.pc,
            "margin": self.margin, "level": self.level, "scope": self.difference.scope_words,
            "verdict": self.verdict,
            "cheaper": {"level": self.level, "scope": Scope.CONDITIONS.words(), "ranges": ranges},
        }  # fmt: skip


def place(condition: OperatingCondition | None) -> str:
    """Say where models are compared."""
    return "on average over PC(+)" if condition is None else f"at PC(+) = {short(condition.pc)}"


def require_two(a: str, b: str) -> None:
    """Refuse to compare a model with itself."""
    if a == b:
        raise InputError.because(
            must="two different models are compared", came=f"{a} twice", fix="name another model"
        )


def require_models(loaded: Loaded, *names: str) -> None:
    """Refuse what is no model of a file; say so of a column that was left out, and why."""
    for name in names:
        left = [said for said in loaded.statements if said.startswith("left out: ") and name in said]
        if name not in loaded.evaluation.models and left:
            raise InputError.because(
                must="the model is one of the evaluation", came=repr(name), where=loaded.evaluation.name,
                fix=f"the models are {', '.join(loaded.evaluation.models)}; {left[0]}; name every model that "
                "you mean with --score",
            )  # fmt: skip
        loaded.evaluation.tally(name)


def one_pair(
    asked: Uncertainty,
    a: str,
    b: str,
    condition: OperatingCondition | None,
    *,
    margin: float | None = None,
    alternative: str = "two-sided",
) -> Pair:
    """Test two models at a condition, else on average over PC(+)."""
    require_two(a, b)
    result = asked.test(a, b, condition, margin=margin, alternative=alternative)
    together = asked.simultaneous and condition is not None and margin is None
    told = dataclasses.replace(
        result,
        null=_null(result, a, b, margin),
        method=result.method.replace(BY_ENDS, _by_ends(alternative, together=together)),
    )
    alike = told.pvalue == 1 and decide_alike(asked, a, b, condition)
    return Pair(
        a, b, told, asked.better(a, b), asked.level, condition, margin, alike
    )  # fmt: skip


def _null(result: TestResult, a: str, b: str, margin: float | None) -> str:
    """Word the hypothesis that is tested, by the names of the models where it looks to one side."""
    if result.alternative == "two-sided":
        return result.null
    if margin is not None:
        return f"{a} costs {short(margin)} or more above {b} (one-sided)"
    side = "more" if result.alternative == "less" else "less"
    return f"{a} costs as much as {b} or {side} (one-sided)"


def _by_ends(alternative: str, *, together: bool) -> str:
    """Say at which interval's end a p-value is read off: not always that of the one that is shown."""
    side = "" if alternative == "two-sided" else "one-sided "
    alone = " of this condition alone" if together else ""
    return f"error rate at which the {side}interval{alone} ends at 0"


def decide_alike(asked: Uncertainty, a: str, b: str, condition: OperatingCondition | None) -> bool:
    """Whether two models decide every record alike at a condition, else at all of them."""
    compared = asked.compared(a, b)
    turns = [(compared.turn_a, compared.turn_b), *([] if compared.best is None else [compared.best])]
    if condition is None:
        return all(np.array_equal(one, other) for one, other in turns)
    return all(np.array_equal(one > condition.pc, other > condition.pc) for one, other in turns)


def pairs(asked: Uncertainty, names: Sequence[str], condition: OperatingCondition | None) -> list[Pair]:
    """Test all pairs of some models, with p-values adjusted for each other."""
    found = [one_pair(asked, a, b, condition) for a, b in itertools.combinations(names, 2)]
    results = adjusted({place: pair.result for place, pair in enumerate(found)})
    return [dataclasses.replace(pair, result=results[place]) for place, pair in enumerate(found)]


def pairs_table(found: Sequence[Pair], *notes: str, ranges: bool = True) -> Table:
    """Show the tests of pairs of models, with ranges unless they are said, and what else there is to note."""
    first = found[0]
    columns = [
        Column("a", "model", align="left"),
        Column("b", "against", align="left"),
        Column("difference", "difference", decimals=4),
        *ENDS,
        Column("pvalue", "p" if len(found) == 1 else "p (Holm)", decimals=4, least=1e-4),
        cheaper_column(first.level),
    ]
    rows: list[tuple[Any, ...]] = [
        (
            pair.a, pair.b, pair.difference.estimate, pair.difference.low, pair.difference.high, pair.pvalue,
            cheaper_over(pair.ranges),
        )
        for pair in found
    ]  # fmt: skip
    if not ranges:
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    title = f"Difference in NEC {place(first.condition)}, {percent(first.difference.level)} intervals"
    return Table("pairs", title, columns, rows, notes=(*pairs_notes(found), *notes))


def pairs_notes(found: Sequence[Pair]) -> tuple[str, ...]:
    """Say what the numbers of pairs are of, and what intervals and p-values hold for."""
    first = found[0]
    scope, words = first.difference.scope, first.difference.scope_words
    held = "" if scope is Scope.ALONE else f", {words}"
    said = _sentences(pair.difference.target_words for pair in found)
    if len(found) == 1:
        alone = "; p is of this condition alone" if held else ""
        said.append(f"The interval holds {words}{alone}.")
        if first.margin is not None:
            rate, level = percent(1 - first.level), percent(first.difference.level)
            said.append(f"A test against a margin at {rate} goes with an interval of {level}.")
        if first.is_one_sided:
            said.append("The interval is two-sided, the test one-sided.")
    else:
        alone = "of this condition alone, and " if held else ""
        said.append(
            f"Every interval holds for its pair alone{held}; p-values are {alone}adjusted for all "
            f"{len(found)} pairs together (Holm)."
        )
    return (*said, *_methods(found), *_sentences(_every_note(found)))


def _methods(found: Sequence[Pair]) -> list[str]:
    """Say how intervals and p-values were made."""
    texts: list[str] = []
    for pair in found:
        interval = pair.difference.method
        # The method of a test ends with that of its interval where it rests on one.
        test = pair.result.method.removesuffix(interval).rstrip(" :,")
        texts += [f"interval: {interval}", f"p-value: {test}"]
    return _sentences(texts)


def beside_others(asked: Uncertainty, condition: OperatingCondition | None) -> str:
    """Say why intervals of single models, as other commands print them, are other ones."""
    decided = ""
    if condition is not None:
        held = Scope.of(models=len(asked.models), conditions=asked.simultaneous).words(len(asked.models))
        decided = f"; decide one that holds {held}, since the cheapest was chosen among them"
    return (
        "Both models of a pair judged the same records, so they may differ where the intervals of single "
        f"models overlap: evaluate gives every model an interval of its own{decided}."
    )


def verdicts(found: Sequence[Pair]) -> list[str]:
    """Say what follows for every pair, or for how many where they are many."""
    if len(found) <= MOST_TOLD:
        return [pair.verdict for pair in found]
    clear = sum(pair.result.significant(1 - pair.level) for pair in found)
    return [
        f"{clear} of {len(found)} pairs of models differ by more than chance {place(found[0].condition)}."
    ]


def _every_note(found: Iterable[Pair]) -> Iterable[str]:
    """Yield what the results of pairs have to note."""
    return (note for pair in found for note in (*pair.result.notes, *pair.difference.notes))


def _sentences(texts: Iterable[str]) -> list[str]:
    """Return texts once each, as sentences, without empty ones."""
    return [f"{text[:1].upper()}{text[1:].rstrip('.')}." for text in dict.fromkeys(texts) if text]
