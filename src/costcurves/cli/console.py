"""What is said where: results on standard output or in files, notes and errors on standard error."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rich.console import Console

    from costcurves._ground.tables import Table
    from costcurves.charts.chart import Chart
    from costcurves.cli.loaded import Step

_NAME = "costcurves"
#: Where a command keeps whether it is to be quiet.
_QUIET = "costcurves.quiet"
#: Where a command whose exit code is its answer keeps that before it prints anything.
OUTCOME = "costcurves.outcome"
#: The chart whose rows are segments.
SEGMENTS = "segments"

#: Longer errors, such as those that quote a huge cell, are cut in their middle.
_LONGEST = 1000

#: Lines of the plot of a chart: as many as usual, and as few as show something; those of a screen where
#: none is known.
_FULL, _LEAST, _LINES = 22, 10, 40


def _console(*, stderr: bool = False) -> Console:
    """Console on one of the two streams, as it is now."""
    from rich.console import Console  # heavy, and not needed by --help

    class Unread(Console):
        """Some versions would end the program by themselves where nobody reads on."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Unread(stderr=stderr, highlight=False, markup=False, emoji=False)


def show(text: str, *, style: str = "") -> None:
    """Print a result; on a terminal lines break between words, elsewhere they are left whole."""
    _print(_console(), text, style)


def show_all(*results: str | Table | Chart | None, screens: int | None = None) -> None:
    """Print results with an empty line between them; None is no result.

    Where all has to fit so many screens, charts take the lines that the rest leaves; on a terminal where
    these are too few to see anything, a line says so in their place.
    """
    from costcurves._ground.tables import Table
    from costcurves.charts.render.terminal import print_chart
    from costcurves.charts.render.text_tables import render_table

    console, shown = _console(), [one for one in results if one is not None]
    height = _FULL if screens is None else _left_for_charts(shown, screens, console)
    for number, result in enumerate(shown):
        if number:
            show("")
        if isinstance(result, str):
            show(result)
        elif isinstance(result, Table):
            render_table(result, console)
        elif height < _LEAST:
            show(f"{result.title}: not drawn, since the window has too few lines; see `{_NAME} plot`.")
        else:  # a chart of segments has three lines for each
            print_chart(
                result, console, height=3 * len(result.y.ticks or ()) if result.key == SEGMENTS else height
            )


def _left_for_charts(results: Sequence[str | Table | Chart], screens: int, console: Console) -> int:
    """Return how many lines the plot of each chart can have, so that all fits so many screens."""
    from costcurves._ground.tables import Table
    from costcurves.charts.render.terminal import chart_lines
    from costcurves.charts.render.text_tables import table_lines

    width, taken, charts = console.width, len(results) - 1, 0
    for one in results:
        if isinstance(one, str):
            taken += sum(len(textwrap.wrap(line, width)) or 1 for line in one.split("\n"))
        elif isinstance(one, Table):
            taken += len(table_lines(one, width, ascii_only=False))
        else:
            charts += 1
            taken += len(chart_lines(one, width, _LEAST, ascii_only=False)) - _LEAST
    if not console.is_terminal:  # all is drawn where nobody has to scroll
        return min(_FULL, max(_LEAST, (screens * _LINES - taken) // max(charts, 1)))
    return min(_FULL, (screens * console.height - taken) // max(charts, 1))


def hush(ctx: click.Context, _: click.Parameter, quiet: bool) -> None:  # noqa: FBT001 - click's
    """Keep for the running command whether it is to say what it reads and writes."""
    ctx.meta[_QUIET] = quiet


def _is_quiet() -> bool:
    """Whether the running command, if there is one, is to be quiet."""
    ctx = click.get_current_context(silent=True)
    return ctx is not None and bool(ctx.meta.get(_QUIET))


def state(lines: Iterable[object]) -> None:
    """Say what was read, unless asked to be quiet: first line flush, the others below it."""
    if _is_quiet():
        return
    console = _console(stderr=True)
    for number, line in enumerate(lines):
        _print(console, f"  {line}" if number else str(line), "")


def remark(text: str) -> None:
    """Say what was done, unless asked to be quiet."""
    state([text])


def complain(message: str) -> None:
    """Say in one line what went wrong."""
    from costcurves.charts.lettering import printable

    line = printable(f"{_NAME}: error: {' '.join(message.split())}")
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST // 2]} … {line[-_LONGEST // 3 :]}"
    encoding = getattr(sys.stderr, "encoding", None) or "ascii"
    click.echo(line.encode(encoding, "backslashreplace").decode(encoding), err=True)


def write_json(document: Mapping[str, Any]) -> None:
    """Write a document to standard output."""
    write_text(json_text(document))


def json_text(document: Mapping[str, Any]) -> str:
    """Return a document as it is written."""
    from costcurves._ground import documents  # heavy, and not needed by --help

    return f"{documents.dumps(document)}\n"


def csv_text(columns: Mapping[str, list[Any]]) -> str:
    """Write columns as CSV; every number round-trips."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue()


def write_text(text: str) -> None:
    """Write data to standard output as they are; where it takes bytes, as UTF-8 whatever the locale says."""
    click.echo(text.encode("utf-8") if hasattr(sys.stdout, "buffer") else text, nl=False)


@contextlib.contextmanager
def watched() -> Iterator[Step]:
    """Yield what to call with the title of each step of long work; a terminal that watches sees a bar.

    The bar is wiped away in the end.
    """
    console = _console(stderr=True) if not _is_quiet() and sys.stderr.isatty() else None
    if console is None or not console.is_terminal:
        yield lambda title, done=None, total=None: None  # noqa: ARG005 - nobody watches
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from costcurves.charts.lettering import printable

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=None)

        def step(title: str, done: int | None = None, total: int | None = None) -> None:
            progress.update(task, description=printable(title), completed=done or 0, total=total)

        yield step


def _print(console: Console, text: str, style: str) -> None:
    """Print lines without markup."""
    from rich.text import Text

    from costcurves.charts.lettering import ascii_text, printable

    only = console.options.ascii_only
    shown = "\n".join(ascii_text(printable(line)) if only else printable(line) for line in text.split("\n"))
    console.print(Text(shown, style=style), soft_wrap=not console.is_terminal)


def check_output(path: str | None, inputs: Sequence[str] = (), suffixes: Sequence[str] = ()) -> None:
    """Refuse an output that cannot be written, or that would replace an input.

    Parameters
    ----------
    path : str or None
        None and "-" are standard output.
    inputs : sequence of str
        Files that are read.
    suffixes : sequence of str
        Endings of names that are known; empty if any will do.
    """
    if path is None or path == "-":
        return
    target = Path(path)
    if suffixes and target.suffix.lower() not in suffixes:
        fix = f"use {' or '.join(suffixes)}"
        raise InputError(f"the output {path!r} has no known extension", fix=fix)
    if target.is_dir():
        raise InputError(f"the output {path!r} is a folder", fix="name a file in it")
    if not target.absolute().parent.is_dir():
        raise InputError(f"no folder {str(target.parent)!r} for the output", fix="create it first")
    if not os.access(target if target.exists() else target.absolute().parent, os.W_OK):
        raise InputError(f"no permission to write the output {path!r}", fix="choose another place")
    for name in inputs:
        with contextlib.suppress(OSError):
            if target.exists() and target.samefile(name):
                raise InputError(f"the output {path!r} is also an input", fix="choose another name")
