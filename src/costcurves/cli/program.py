"""The program: its commands, each loaded when it is called, and what becomes of errors."""

from __future__ import annotations

import importlib
import os
import shlex
import sys
import warnings
from typing import TYPE_CHECKING, Any

import click

from costcurves.cli import console
from costcurves.cli.commands import is_file, misused, typed_name
from costcurves.cli.helping import Helped, is_whole
from costcurves.errors import CostCurvesError, near_names, no_such

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Exit codes: done; a check was not met (`check` alone gives it); bad usage or data.
DONE, NOT_MET, BAD = 0, 1, 2

#: As shells report a program that was interrupted.
INTERRUPTED = 130

#: Commands by name (of the function too, but for the hyphen): module in this package, and what it does in a
#: few words.
COMMANDS: dict[str, tuple[str, str]] = {
    "report": ("reporting", "Write one HTML page: curves, measures, decision."),
    "evaluate": ("evaluating", "Print measures and cost curves of all models."),
    "compare": ("evaluating", "Show where each model is cheaper, and by how much."),
    "hull": ("hulls", "Show the joint hull of all models: which is best where."),
    "decide": ("deciding", "Recommend model and threshold in a sentence."),
    "numeric": ("numeric_command", "Judge predictions of a number: errors, costs of a unit, shifts."),
    "matrix": ("matrix_command", "Evaluate a confusion matrix."),
    "classes": ("class_command", "Judge models of three or more classes."),
    "totals": ("deciding", "Add up costs that differ by record."),
    "apply": ("deciding", "Apply a saved decision to new records."),
    "check": ("checking", "Pass or fail: cost within a limit, or not above a baseline."),
    "curve": ("curves", "Write the numbers of a curve as CSV or JSON."),
    "plot": ("curves", "Draw a curve as SVG, PNG or PDF, or as text."),
    "test": ("testing", "Test whether two models cost the same."),
    "sample-size": ("sizing", "Say how many records it takes to know a cost to ± X."),
    "sign-test": ("studying", "Test whether two algorithms win equally often."),
    "study": ("studying", "Compare algorithms over many data sets."),
    "demo": ("reporting", "Write the report of a bundled example."),
    "completion": ("completing", "Print a shell completion script."),
}

#: Commands that most need.
MAIN = ("report", "evaluate", "compare", "decide", "apply", "check", "plot", "demo")


class UnreadError(Exception):
    """Whoever read the output has gone away: no failure, but what was found out so far counts."""

    def __init__(self, code: int) -> None:
        """Keep the exit code."""
        super().__init__()
        self.code = code


class _Program(Helped, click.Group):
    """A group whose commands are imported only when they are called."""

    paragraphs = 2

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the commands in the order of a day's work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        home = importlib.import_module(f"costcurves.cli.{COMMANDS[cmd_name][0]}")
        found: click.Command = getattr(home, cmd_name.replace("-", "_"))
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them: what each does of those that most need, or of all."""
        shown = [name for name in COMMANDS if name in MAIN or is_whole(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in shown])
        others = [name for name in COMMANDS if name not in shown]
        if others:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(f"More: {', '.join(others)}; see --help all.")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command, or say which one may have been meant."""
        if args[0] in COMMANDS or args[0].startswith("-"):
            return super().resolve_command(ctx, args)
        raise _no_command(args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed; options of a command that stand before it are told where they belong."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as problem:
            found = next((one for one in given if one in COMMANDS), None)
            if found is None:
                raise
            wrong = f"{problem.option_name} must come after the command it belongs to"
            raise misused(wrong=wrong, fix=_typed(found, given)) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run, and tell a reader that went away (`| head`) from other trouble with files."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise UnreadError(ctx.meta.get(console.OUTCOME, DONE)) from None
        else:
            return result


def _typed(command: str, args: Sequence[str]) -> str:
    """Say how to type a command and all that came with it."""
    return f"write `costcurves {shlex.join([command, *(one for one in args if one != command)])}`"


def _no_command(args: Sequence[str]) -> CostCurvesError | click.UsageError:
    """Word that there is no such command, and what may have been meant: a file, a picture or help."""
    name, *others = args
    if is_file(name):
        found = next((one for one in others if one in COMMANDS), "evaluate")
        return misused(wrong=f"{name!r} is where a command belongs", fix=_typed(found, args))
    unknown = no_such(name, COMMANDS, what="command")
    if name == "help":
        asked = [one for one in others if one in COMMANDS][:1]
        return unknown.but(fix=f"write `{shlex.join(['costcurves', *asked, '--help'])}`")
    if others and is_file(others[0]):
        from costcurves.cli.picture_options import is_picture  # heavy, and hardly ever needed

        if is_picture(name):
            return unknown.but(fix=f"to draw it, write `costcurves plot {shlex.join(args)}`")
    return unknown


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - as click calls
    if wanted:
        from costcurves._ground.versions import version_line

        click.echo(version_line())
        ctx.exit()


@click.group(
    cls=_Program,
    name="costcurves",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="COMMAND --help shows its main options, COMMAND --help all shows every option. "
    "Exit codes: 0 success, 1 check not met, 2 bad usage or data.",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version,
    help="Show the version, and whether the C extension is used.",
)  # fmt: skip
def program() -> None:
    """Choose a model and threshold by what errors cost.

    FILE is a table: labels and scores, operating points, or counts per score.

    Formats: CSV, TSV, Parquet, Arrow, xlsx, JSON lines, ARFF, WEKA predictions; "-" is standard input.
    """


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; every error is one line on standard error."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    given = sys.argv[1:] if args is None else list(args)
    try:
        code = program.main(given or ["--help"], prog_name="costcurves", standalone_mode=False)
    except UnreadError as unread:
        # Python would try to flush once more at its end, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return unread.code
    except click.Abort:
        return INTERRUPTED
    except Exception as problem:  # the last stop: a person sees one line, never a traceback
        if _is_interrupt(problem):
            return INTERRUPTED
        if os.environ.get("COSTCURVES_TRACEBACK"):
            raise
        console.complain(_worded(problem, given))
        return BAD
    return code if isinstance(code, int) else DONE


def _of_click(problem: click.ClickException) -> str:
    """Word an error of click as ours are: what is wrong, then what to do."""
    param = problem.param if isinstance(problem, click.BadParameter) else None
    if isinstance(problem, click.NoSuchOption):
        known = [one.removeprefix("--") for one in problem.possibilities or []]
        near = [f"--{one}" for one in near_names(problem.option_name.removeprefix("--"), known)]
        near += _of_others(problem.option_name, problem.ctx)
        return f"no such option {problem.option_name!r}" + (
            f"; did you mean {' or '.join(near)}?" if near else ""
        )
    if param is not None:
        if isinstance(problem, click.MissingParameter):
            return f"missing {typed_name(param)}"
        return f"{typed_name(param)}: {problem.message.rstrip('.')}"
    text = problem.format_message().rstrip(".")
    return text[:1].lower() + text[1:]


def _of_others(option: str, ctx: click.Context | None) -> list[str]:
    """Name a command that has an option of that name: one that shows it first, if any does."""
    found = [program.get_command(ctx, name) for name in COMMANDS] if ctx is not None else []
    owners = [(one, param) for one in found if one for param in one.params if option in param.opts]
    main = [one for one, param in owners if {*param.opts} & getattr(one, "shown_first", set())]
    return [f"{option} of `costcurves {one.name}`" for one in [*main, *(one for one, _ in owners)][:1]]


def _is_interrupt(problem: Exception) -> bool:
    """Whether somebody pressed Ctrl-C while the engine read: it makes an error of its own of that."""
    return isinstance(problem, RuntimeError) and str(problem) == "Query interrupted"


def _worded(problem: Exception, given: Sequence[str]) -> str:
    """Word an error in one line; ways out of it are whole commands, which can be pasted."""
    if isinstance(problem, CostCurvesError):
        return str(problem.typed(["costcurves", *given]))
    if isinstance(problem, click.ClickException):
        hint = ""
        if isinstance(problem, click.UsageError) and problem.ctx is not None:
            hint = f" (see {problem.ctx.command_path} --help)"
        return f"{_of_click(problem)}{hint}"
    if isinstance(problem, OSError) and problem.strerror:
        place = f" ({problem.filename})" if problem.filename else ""
        return f"the system reports: {problem.strerror.lower()}{place}"
    if isinstance(problem, MemoryError):
        return "not enough memory for this table; give fewer models or rows"
    fault = f"{type(problem).__name__}: {problem}"
    return f"this is a bug in costcurves; please report it ({fault}; COSTCURVES_TRACEBACK=1 shows where)"
