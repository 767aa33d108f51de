"""An operating condition as far as options of the command line state it.

Messages name the options of the command line, as those of `costcurves.io` do.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from costcurves.conditions.operating_condition import Costs, OperatingCondition
from costcurves.errors import InputError, exact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.conditions.stated_condition import AtPrevalence

#: The four outcomes, as options name them.
OUTCOMES = ("fp", "fn", "tp", "tn")
#: What may be stated instead of costs.
RELATIVE = {
    "pc": OperatingCondition.from_pc,
    "ratio": OperatingCondition.from_ratio,
    "threshold_probability": OperatingCondition.from_threshold,
}


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class ConditionOptions:
    """An operating condition as far as it was stated.

    Parameters
    ----------
    prevalence : float, optional
        Share of positives; by default that of the records that choose the threshold.
    costs, benefits : mapping of str to float
        What outcomes cost, and what they bring, by "fp", "fn", "tp" or "tn"; of an outcome with both, the
        difference counts. Outcomes left out cost nothing, but something must be known of each class.
    pc, ratio, threshold_probability : float, optional
        Instead of costs: PC(+), the ratio fp/fn, or the probability from which flagging pays.
    currency : str, optional
        The unit of costs and benefits.
    free_errors : bool
        Whether a false positive or a false negative may cost 0.

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
    threshold_probability: float | None = None
    currency: str | None = None
    free_errors: bool = False

    def __post_init__(self) -> None:
        """Refuse what contradicts itself before any file is read."""
        if self.prevalence is not None and not 0 <= self.prevalence <= 1:
            raise InputError(
                "prevalence must lie in [0, 1]",
                exact(self.prevalence),
                f"write {self.prevalence:g}% for a percentage" if 1 < self.prevalence <= 100 else "",
                where="--prevalence",
            )
        ways = self.ways()
        if len(ways) > 1:
            raise InputError(
                "the condition must be stated in one way only", " and ".join(ways), "leave out all but one"
            )
        self._check_outcomes()
        self._check_free_errors()
        if self.is_priced and self.prevalence is not None:
            self.at(self.prevalence)  # whatever is wrong with it shows now

    def ways(self) -> list[str]:
        """The ways in which errors were priced, as options."""
        priced = [f"--cost-{name}" for name in self.costs] + [f"--benefit-{name}" for name in self.benefits]
        others = [
            name for name in ("pc", "ratio", "threshold_probability") if getattr(self, name) is not None
        ]
        return priced[:1] + [f"--{name.replace('_', '-')}" for name in others]

    def _check_outcomes(self) -> None:
        """Refuse costs that say nothing of one class."""
        stated = {*self.costs, *self.benefits}
        for one, other in (("fp", "tn"), ("fn", "tp")):
            if stated and not stated & {one, other}:
                raise InputError(
                    "the costs of both kinds of error must be stated",
                    f"nothing for {one}",
                    f"state --cost-{one} (or --benefit-{other})",
                )

    def _check_free_errors(self) -> None:
        """Refuse errors that cost 0, unless that is meant: a shell turns $50 into 0."""
        kinds = {"fp": "a false positive", "fn": "a false negative"}
        free = [name for name in kinds if self.costs.get(name) == 0]
        if self.free_errors and not free:
            raise InputError("--free-errors goes with an error that costs 0", "none", "leave it out")
        if free and not self.free_errors:
            raise InputError(
                f"{kinds[free[0]]} must cost more than 0",
                f"--cost-{free[0]} 0",
                "leave out currency signs, since a shell turns $50 into 0; if such an error is free, write",
                ways=[["--free-errors"]],
            )

    @property
    def is_priced(self) -> bool:
        """Whether errors have a price, so that there is a condition."""
        return bool(self.ways())

    @property
    def stated(self) -> OperatingCondition | AtPrevalence | None:
        """The condition, as `Evaluation.decide` takes it: what makes it, where no prevalence was stated."""
        return self.at if self.is_priced and self.prevalence is None else self.known(None)

    def known(self, prevalence: float | None) -> OperatingCondition | None:
        """Return the condition, for want of a prevalence at that of the records; None without costs."""
        return self.at(prevalence) if self.is_priced else None

    def at(self, prevalence: float | None) -> OperatingCondition:
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
            raise InputError("the prevalence must be known", fix="state it with --prevalence")
        for name, make in RELATIVE.items():
            if (value := getattr(self, name)) is not None:
                return make(value, prevalence=share)
        # Benefits are negative costs, and make the sentence say "brings".
        costs = {name: self.costs.get(name, 0.0) - self.benefits.get(name, 0.0) for name in OUTCOMES}
        benefits, currency = bool(self.benefits), self.currency or ""
        return OperatingCondition(share, Costs(**costs, stated_as_benefits=benefits, currency=currency))
