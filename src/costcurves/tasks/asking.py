"""What is asked for: an operating condition and a goal, as far as somebody stated them.

Messages name the options of the command line, as those of `costcurves.io` do.
"""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

from costcurves.conditions.operating_condition import Costs, OperatingCondition
from costcurves.decisions import criteria
from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.decisions.criterion import Criterion

__all__ = ["OUTCOMES", "Asked", "Goal"]

#: The four outcomes, as options name them.
OUTCOMES = ("fp", "fn", "tp", "tn")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """An operating condition as far as it was stated.

    Parameters
    ----------
    prevalence : float, optional
        Share of positives; by default that of the records that choose the threshold.
    costs, benefits : mapping of str to float
        What outcomes cost, and what they bring, by "fp", "fn", "tp" or "tn"; of an outcome with both, the
        difference counts. Outcomes left out cost nothing, but something must be known of each class.
    pc, ratio, threshold : float, optional
        Instead of costs: PC(+), the ratio fp/fn, or the probability from which flagging pays.

    Raises
    ------
    InputError
        If the condition is stated in two ways, by halves, or with a prevalence outside [0, 1].
    """

    prevalence: float | None = None
    costs: Mapping[str, float] = dataclasses.field(default_factory=dict)
    benefits: Mapping[str, float] = dataclasses.field(default_factory=dict)
    pc: float | None = None
    ratio: float | None = None
    threshold: float | None = None

    def __post_init__(self) -> None:
        """Refuse what contradicts itself before any file is read."""
        if self.prevalence is not None and not 0 <= self.prevalence <= 1:
            raise InputError.because(
                must="prevalence lies in [0, 1]",
                came=f"{self.prevalence:g}",
                where="--prevalence",
                fix=f"write {self.prevalence:g}% for a percentage" if 1 < self.prevalence <= 100 else "",
            )
        ways = self.ways()
        if len(ways) > 1:
            raise InputError.because(
                must="the condition is stated in one way",
                came=" and ".join(ways),
                fix="leave out all but one",
            )
        self._check_outcomes()
        if self.is_priced and self.prevalence is not None:
            self.condition(self.prevalence)  # whatever is wrong with it shows now

    def ways(self) -> list[str]:
        """The ways in which errors were priced, as options."""
        priced = [f"--cost-{name}" for name in self.costs] + [f"--benefit-{name}" for name in self.benefits]
        others = {"--pc": self.pc, "--ratio": self.ratio, "--threshold-probability": self.threshold}
        return priced[:1] + [option for option, value in others.items() if value is not None]

    def _check_outcomes(self) -> None:
        """Refuse costs that say nothing of one class."""
        stated = {*self.costs, *self.benefits}
        for one, other in (("fp", "tn"), ("fn", "tp")):
            if stated and not stated & {one, other}:
                raise InputError.because(
                    must="something is known of what both kinds of errors cost",
                    came=f"nothing for {one}",
                    fix=f"state --cost-{one} (or --benefit-{other})",
                )

    @property
    def is_priced(self) -> bool:
        """Whether errors have a price, so that there is a condition."""
        return bool(self.ways())

    def condition(self, prevalence: float | None) -> OperatingCondition:
        """Build the condition.

        Parameters
        ----------
        prevalence : float or None
            That of the records, for want of a stated one.

        Raises
        ------
        InputError
            If neither is known.
        UndefinedError
            If no trade-off exists under these costs.
        """
        share = self.prevalence if self.prevalence is not None else prevalence
        if share is None:
            raise unknown_prevalence()
        if self.pc is not None:
            return OperatingCondition.from_pc(self.pc, prevalence=share)
        if self.ratio is not None:
            return OperatingCondition.from_ratio(self.ratio, prevalence=share)
        if self.threshold is not None:
            return OperatingCondition.from_threshold(self.threshold, prevalence=share)
        return OperatingCondition(share, self._costs())

    def _costs(self) -> Costs:
        """Costs of the four outcomes; benefits are negative costs, and make the sentence say "brings"."""
        if not self.benefits:
            fp, fn, tp, tn = (self.costs.get(name, 0.0) for name in OUTCOMES)
            return Costs(fp, fn, tp, tn)
        fp, fn, tp, tn = (self.benefits.get(name, 0.0) - self.costs.get(name, 0.0) for name in OUTCOMES)
        return Costs.from_benefits(tp=tp, fp=fp, fn=fn, tn=tn)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """What the threshold is chosen for: the least cost, unless something else is stated.

    Parameters
    ----------
    max_fpr, capacity : float, optional
        Greatest false positive rate; greatest share of cases flagged.
    budget, price, cases : float, optional
        Money to spend, price of a flagged case, number of cases.
    equal_errors : bool
        Whether both error rates shall be equal.
    best, given, floor : optional
        A measure to make best, and another that stays at least at `floor`.
    minimax, minimax_regret : (float, float), optional
        Ranges of PC(+) whose worst case counts.
    randomised : bool
        Whether cases may be decided by lot.

    Raises
    ------
    InputError
        If two goals are stated, or one by halves.
    """

    max_fpr: float | None = None
    capacity: float | None = None
    budget: float | None = None
    price: float | None = None
    cases: float | None = None
    equal_errors: bool = False
    best: str | None = None
    given: str | None = None
    floor: float | None = None
    minimax: tuple[float, float] | None = None
    minimax_regret: tuple[float, float] | None = None
    randomised: bool = False

    def __post_init__(self) -> None:
        """Refuse what contradicts itself, and what belongs to another goal."""
        goals = self._goals()
        if len(goals) > 1:
            raise InputError.because(
                must="there is one goal", came=" and ".join(goals), fix="leave out all but one"
            )
        for options, owner in ((("price", "cases"), "budget"), (("given", "floor"), "best")):
            for name in options:
                if getattr(self, name) is not None and getattr(self, owner) is None:
                    raise InputError.because(must=f"--{name} belongs to --{owner}", came=f"--{name} alone")
        for together in (("budget", "price", "cases"), ("given", "floor")):
            absent = [f"--{name}" for name in together if getattr(self, name) is None]
            if absent and len(absent) < len(together):
                raise InputError.because(
                    must=f"{', '.join(f'--{name}' for name in together)} are stated together",
                    came=f"no {' and no '.join(absent)}",
                )
        if self.floor is not None and not math.isfinite(self.floor):
            raise InputError.because(must="--floor is a finite number", came=f"{self.floor}")
        if self.is_stated:
            self.criterion(None)  # whatever is wrong with it shows now

    def _goals(self) -> list[str]:
        """The goals that were stated, as options."""
        names = ("max_fpr", "capacity", "budget", "equal_errors", "best", "minimax", "minimax_regret")
        stated = [name for name in names if getattr(self, name) not in {None, False}]
        return [f"--{name.replace('_', '-')}" for name in stated]

    @property
    def is_stated(self) -> bool:
        """Whether there is a goal other than the least cost."""
        return bool(self._goals())

    def criterion(self, condition: OperatingCondition | None) -> Criterion:
        """Return the criterion that pursues the goal, priced at a condition if there is one.

        Raises
        ------
        InputError
            If there is neither a goal nor a condition.
        """
        return self._by_lot_or_not(condition) or self._sure(condition)

    def _by_lot_or_not(self, condition: OperatingCondition | None) -> Criterion | None:
        """Return one of the criteria that may decide by lot; None if another is the goal."""
        lot = self.randomised
        if self.max_fpr is not None:
            return criteria.max_fpr(self.max_fpr, condition=condition, randomised=lot)
        if self.capacity is not None:
            return criteria.capacity(self.capacity, condition=condition, randomised=lot)
        if self.budget is not None and self.price is not None and self.cases is not None:
            return criteria.budget(self.budget, self.price, self.cases, condition=condition, randomised=lot)
        if self.equal_errors:
            return criteria.equal_errors(condition=condition, randomised=lot)
        if self.minimax is not None:
            return criteria.minimax(*self.minimax, condition=condition, randomised=lot)
        if self.minimax_regret is not None:
            return criteria.minimax_regret(*self.minimax_regret, condition=condition, randomised=lot)
        return None

    def _sure(self, condition: OperatingCondition | None) -> Criterion:
        """Return one of the criteria that never decide by lot."""
        if self.randomised:
            raise InputError.because(
                must="--randomised belongs to a constraint or a worst case",
                came=f"--randomised with {' '.join(self._goals()) or 'the least cost'}",
                fix="leave it out",
            )
        if self.best is not None and self.given is not None and self.floor is not None:
            return criteria.best_given(self.best, self.given, self.floor, condition=condition)
        if self.best is not None:
            return criteria.best(self.best, condition=condition)
        if condition is None:
            raise InputError.because(
                must="a decision has costs or a constraint",
                came="neither",
                fix="state --cost-fp and --cost-fn, or e.g. --capacity 10% or --max-fpr 0.05",
            )
        return criteria.least_cost(condition)


def unknown_prevalence() -> InputError:
    """Word that nobody knows how common positives are."""
    return InputError.because(
        must="the share of positives is known",
        came="operating points without class sizes, or of different ones",
        fix="state it with --prevalence",
    )
