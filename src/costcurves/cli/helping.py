"""What `--help` shows: the options that most people need, and by `--help all` every one."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

#: What follows `--help` for all there is, and what stands for nothing.
_ALL, _MAIN = "all", "main"
#: Where the running command keeps which of the two was asked for, and all that was typed after its name.
_ASKED, TYPED = "costcurves.help", "costcurves.typed"
#: Options that most need wherever a command has them.
USUAL = ("--label", "--positive", "--score", "--prevalence", "--cost-fp", "--cost-fn", "--output", "--help")
#: Examples that are shown unless all is.
_EXAMPLES = 2


class HelpOption(click.Option):
    """`--help`, or `--help all`."""

    def __init__(self, names: Sequence[str]) -> None:
        """Make the option of a command."""
        super().__init__(
            list(names), is_flag=False, flag_value=_MAIN, metavar="[all]", is_eager=True, expose_value=False,
            callback=_show, help="Show help; with all, every option.",
        )  # fmt: skip

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:  # noqa: ARG002 - click's signature
        """Word the option: other versions of click write its value in other ways."""
        return f"{', '.join(sorted(self.opts, key=len))} [all]", self.help or ""


def _show(ctx: click.Context, _: click.Parameter, asked: str | None) -> None:
    """Print help and stop."""
    if asked is None or ctx.resilient_parsing:
        return
    ctx.meta[_ASKED] = asked
    click.echo(ctx.get_help(), color=ctx.color)
    ctx.exit()


def is_whole(ctx: click.Context) -> bool:
    """Whether all there is was asked for."""
    return bool(ctx.meta.get(_ASKED, _MAIN) == _ALL)


class Helped(click.Command):
    """A command or group whose `--help` is short."""

    #: Paragraphs of what it does that short help shows.
    paragraphs = 1

    def is_short(self, ctx: click.Context) -> bool:
        """Whether help leaves something out."""
        return not is_whole(ctx)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does."""
        shown = self.paragraphs if self.is_short(ctx) else None
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("\n\n".join(inspect.cleandoc(self.help or "").split("\n\n")[:shown]))

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option, made once: versions of click look for it by what it is."""
        made: HelpOption = self.__dict__.setdefault("_help_option_here", HelpOption(ctx.help_option_names))
        return made


class SectionedCommand(Helped):
    """A command whose help lists the main options, or all by section, its own ones first, and examples."""

    def __init__(self, *names: Any, examples: str, main: str = "", **facts: Any) -> None:
        """Keep examples, one a line, and the main options as they are typed; without them all are."""
        super().__init__(*names, **facts)
        self.examples = [line.strip() for line in examples.strip().splitlines()]
        self.shown_first = {*main.split(), *USUAL} if main else set()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep what was typed: errors say how to type it."""
        ctx.meta[TYPED] = list(args)
        ctx.allow_extra_args = True  # they are refused here, with what the command takes
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            taken = " ".join(
                one.human_readable_name for one in self.params if isinstance(one, click.Argument)
            )
            extra = " ".join(rest)
            raise click.UsageError(
                f"{ctx.command_path} takes {taken or 'options'} and no more; leave out {extra!r}", ctx
            )
        return rest

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options."""
        sections: dict[str, list[tuple[str, str]]] = {"Options": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            # Arguments stand in the usage line; only some versions of click list them too.
            if record is None or not isinstance(parameter, click.Option):
                continue
            if not self.is_short(ctx):
                sections.setdefault(getattr(parameter, "section", "Options"), []).append(record)
            elif self.shown_first.intersection(parameter.opts):
                sections["Options"].append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, and what else there is."""
        is_short = self.is_short(ctx)
        with formatter.section("Examples"):
            for line in self.examples[:_EXAMPLES] if is_short else self.examples:
                formatter.write(f"    costcurves {line}\n")
        if is_short:
            count = sum(isinstance(one, click.Option) for one in self.params)
            formatter.write(f"\nAll {count} options: {ctx.command_path} --help all\n")

    def is_short(self, ctx: click.Context) -> bool:
        """Whether help leaves something out: nothing where all options are main ones."""
        return bool(self.shown_first) and super().is_short(ctx)
