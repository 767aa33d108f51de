"""What a threshold is chosen for, as far as options of the command line state it."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves.criteria import criterion_table
from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from costcurves.criteria.criterion import Criterion
    from costcurves.criteria.criterion_table import CriterionRow


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
