"""How a command is made: what its options need, and how errors name them."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from costcurves.cli.helping import TYPED, SectionedCommand
from costcurves.errors import CostCurvesError, InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from click.shell_completion import CompletionItem

    from costcurves.errors import Code


class _Option(click.Option):
    """An option that knows its section."""

    def __init__(self, *names: Any, section: str, **facts: Any) -> None:
        """Keep the section."""
        super().__init__(*names, **facts)
        self.section = section


def in_section(title: str) -> Callable[..., Callable[[Any], Any]]:
    """Return `click.option` for options of one section."""
    return functools.partial(click.option, cls=_Option, section=title)


def command(
    examples: str, *, main: str = "", cls: type[SectionedCommand] = SectionedCommand
) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a command of a function.

    Its help ends with examples, one a line. `main` are the options that it shows beside the usual ones;
    `--help all` shows all.
    """
    return click.command(cls=cls, examples=examples, main=main)


def any_file(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Let the shell complete the names of files."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(begun, type="file")]


# ---- refusals -------------------------------------------------------------------------------


def typed_name(param: click.Parameter | None) -> str:
    """Return how an option or argument is typed."""
    if param is None:
        return ""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.human_readable_name.removesuffix("…")  # one of several


def misused(*, wrong: str, fix: str = "", ctx: click.Context | None = None) -> click.UsageError:
    """Word a command that was called in a wrong way: what is wrong, then what to do."""
    return click.UsageError(f"{wrong}; {fix}" if fix else wrong, ctx)


def is_file(name: str) -> bool:
    """Whether a table can be read from there."""
    return name == "-" or (Path(name).exists() and not Path(name).is_dir())


def refuse_swapped(belongs: Callable[[str], bool], first: str, *others: str, rule: str) -> None:
    """Refuse arguments of which another one belongs first, saying how they are to be typed."""
    found = None if belongs(first) else next((one for one in others if belongs(one)), None)
    if found is None:
        return  # what is wrong with the first one is said where it is used
    ctx = click.get_current_context()
    typed = list(ctx.meta[TYPED])
    typed.remove(found)
    typed.insert(typed.index(first), found)
    raise misused(wrong=f"{first!r} is where {rule}", fix=f"write `{ctx.command_path} {shlex.join(typed)}`")


@contextlib.contextmanager
def as_typed(*names: str, fixes: Mapping[Code, str] | None = None) -> Iterator[None]:
    """Name options in errors as they were typed, not as the arguments of the library that they become.

    Parameters
    ----------
    *names : str
        Arguments that are options of that name.
    fixes : mapping of Code to str
        What to do on the command line, by what is wrong.
    """
    try:
        yield
    except CostCurvesError as problem:
        option = f"--{problem.argument.replace('_', '-')}" if problem.argument in names else None
        fix = (fixes or {}).get(problem.code)
        if option is None and fix is None:
            raise
        raise problem.but(argument=option, fix=fix) from None


# ---- what options need ----------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What must hold for options to have an effect; elsewhere they are refused, not taken silently.

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


def is_priced(given: Mapping[str, Any]) -> bool:
    """Whether costs that all records share make a condition."""
    return bool(given["request"].condition.is_priced)


#: Where models are compared at one condition, if at any.
CONDITION = (
    Need(
        options=("--prevalence",),
        holds=is_priced,
        must="needs costs to make a condition",
        came="without costs, which compares at all PC(+)",
        fix="also state --cost-fp and --cost-fn",
    ),
    Need(
        options=("--band simultaneous",),
        holds=is_priced,
        must="needs one condition, at which there is an interval",
        came="without a condition",
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
