"""Options of a decision: an operating condition and a goal, as far as somebody stated them.

Messages name the options of the command line, as those of `costcurves.io` do.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves.conditions.operating_condition import Costs, OperatingCondition
from costcurves.criteria import criterion_table
from costcurves.errors import InputError, exact

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from costcurves.criteria.criterion import Criterion
    from costcurves.criteria.criterion_table import CriterionRow
    from costcurves.evaluation.decision_methods import AtPrevalence

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
                    "the costs of both kinds of errors must be stated",
                    f"nothing for {one}",
                    f"state --cost-{one} (or --benefit-{other})",
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
        return OperatingCondition(share, Costs(**costs, stated_as_benefits=bool(self.benefits)))


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class GoalOptions:
    """What the threshold is chosen for: the least cost, unless another criterion is stated.

    Parameters
    ----------
    options : mapping of str to value
        Options of the table of criteria, by name; None and False are as good as absent.
    randomised : bool
        Whether two thresholds may be mixed.

    Raises
    ------
    InputError
        If two criteria are stated, or one by halves.
    """

    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    randomised: bool = False

    def __post_init__(self) -> None:
        """Keep what is stated, and refuse what contradicts itself before any file is read."""
        stated = {name: one for name, one in self.options.items() if one is not None and one is not False}
        object.__setattr__(self, "options", stated)
        if self.is_stated or self.randomised:
            _ = self.criterion  # whatever is wrong with it shows now

    @property
    def is_stated(self) -> bool:
        """Whether there is a criterion other than the least cost."""
        return bool(self.options)

    @property
    def criterion(self) -> Criterion | None:
        """The criterion, None for the least cost; it has no condition yet."""
        row = stated_row(self.options)
        if self.randomised and not row.kind.can_mix:
            raise InputError(
                "--randomised needs a constraint or a worst case",
                f"--randomised with {row.typed[0] if row.options else 'the least cost'}",
                "leave it out",
            )
        if not row.options:
            return None
        given: dict[str, Any] = {}
        for option in row.options:
            given |= option.arguments(self.options[option.name])
        return row.kind(**given, randomised=self.randomised)


def stated_row(stated: Collection[str]) -> CriterionRow:
    """Return the criterion that some options state.

    Raises
    ------
    InputError
        If they state two, or one by halves.
    """
    rows = criterion_table.CRITERIA
    leads = list(dict.fromkeys(row.options[0] for row in rows if row.options))
    leads = [lead for lead in leads if lead.name in stated]
    if len(leads) > 1:
        raise InputError(
            "only one criterion can be stated",
            " and ".join(lead.typed for lead in leads),
            "leave out all but one",
        )
    meant = [row for row in rows if row.options[:1] == tuple(leads)]
    for row in rows:
        for option in row.options[1:]:
            if option.name in stated and row not in meant:
                raise InputError(f"{option.typed} belongs to {row.typed[0]}", f"{option.typed} alone")
    # The criterion of fewest options that takes all that are stated; it must not lack any.
    row = min(
        (row for row in meant if set(stated) <= {option.name for option in row.options}),
        key=lambda row: len(row.options),
    )
    absent = [option.typed for option in row.options if option.name not in stated]
    if absent:
        raise InputError(f"{', '.join(row.typed)} must be stated together", f"no {' and no '.join(absent)}")
    return row
