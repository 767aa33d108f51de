"""Help in sections: options under the heading of what they are about."""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING, Any

import click

from costcurves.errors import CostCurvesError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from costcurves.errors import Code


class _Option(click.Option):
    """An option that knows its section."""

    def __init__(self, *names: Any, section: str, **facts: Any) -> None:
        """Keep the section."""
        super().__init__(*names, **facts)
        self.section = section


class SectionedCommand(click.Command):
    """A command whose help lists options by section, its own ones first."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections."""
        sections: dict[str, list[tuple[str, str]]] = {"Options": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            # Arguments stand in the usage line; only some versions of click list them too.
            if record is not None and isinstance(parameter, click.Option):
                sections.setdefault(getattr(parameter, "section", "Options"), []).append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)


def in_section(title: str) -> Callable[..., Callable[[Any], Any]]:
    """Return `click.option` for options of one section."""
    return functools.partial(click.option, cls=_Option, section=title)


def command(
    examples: str, cls: type[SectionedCommand] = SectionedCommand
) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a command of a function; the help ends with examples, one a line."""
    lines = "\n".join(f"  costcurves {line.strip()}" for line in examples.strip().splitlines())
    return click.command(cls=cls, epilog=f"\b\nExamples:\n{lines}")


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
