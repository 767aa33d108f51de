"""Options that do something only where something holds: elsewhere they are refused, not taken silently."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What must hold for options to have an effect.

    Attributes
    ----------
    options : tuple of str
        As they are typed, each with its value where only that one needs something.
    holds : callable
        Maps all that a command is given to whether they have an effect.
    must : str
        What they are for.
    came : str
        What is there instead.
    fix : str
        Another way out than to leave them out.
    """

    options: tuple[str, ...]
    holds: Callable[[Mapping[str, Any]], bool]
    must: str
    came: str
    fix: str = ""

    def check(self, ctx: click.Context, given: Mapping[str, Any]) -> None:
        """Refuse the first of the options that was typed, if it has no effect."""
        typed = next((option for option in self.options if _is_typed(option, ctx)), None)
        if typed is None or self.holds(given):
            return
        name = typed.partition(" ")[0]
        fix = f"{self.fix}, or leave out {name}" if self.fix else f"leave out {name}"
        raise InputError(f"{name} {self.must}", f"{typed} {self.came}", fix)


def _is_typed(option: str, ctx: click.Context) -> bool:
    """Whether an option was typed, with its value where one is named."""
    name, _, value = option.partition(" ")
    place = next(one.name for one in ctx.command.params if name in one.opts)
    assert place is not None  # every option has a name
    typed = ctx.get_parameter_source(place) is ParameterSource.COMMANDLINE
    return typed and value in {"", str(ctx.params[place])}


#: Where models are compared at one condition, if at any.
CONDITION = (
    Need(
        options=("--prevalence",),
        holds=lambda given: given["request"].condition.is_priced,
        must="needs costs to make a condition",
        came="and no costs, which compares at all PC(+)",
        fix="state --cost-fp and --cost-fn, too",
    ),
    Need(
        options=("--band simultaneous",),
        holds=lambda given: given["request"].condition.is_priced,
        must="needs one condition, at which there is an interval",
        came="and no condition",
        fix="state --pc, or --cost-fp and --cost-fn",
    ),
)


def needing(*needs: Need) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Check what options need, before a command reads any file."""

    def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def run(**given: Any) -> Any:
            for need in needs:
                need.check(click.get_current_context(), given)
            return function(**given)

        return run

    return decorated
