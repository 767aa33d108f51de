"""What is said where: results on standard output, what was read and what went wrong on standard error."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console

    from costcurves._ground.tables import Table
    from costcurves.charts.chart import Chart
    from costcurves.cli.loaded import Step

__all__ = ["complain", "remark", "show", "show_chart", "show_table", "state", "watched", "write_text"]

_NAME = "costcurves"

#: Longer errors, such as those that quote a huge cell, are cut in their middle.
_LONGEST = 1000


def _console(*, stderr: bool = False) -> Console:
    """Console on one of the two streams, as it is now."""
    from rich.console import Console  # heavy, and not needed by --help

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def show(text: str, *, style: str = "") -> None:
    """Print a result; on a terminal lines break between words, elsewhere they are left whole."""
    _print(_console(), text, style)


def show_table(table: Table) -> None:
    """Print a table."""
    from costcurves.charts.render.terminal import render_table

    render_table(table, _console())


def show_chart(chart: Chart, *, height: int | None = None) -> None:
    """Print a chart, in so many lines if they are not to be as usual."""
    from costcurves.charts.render.terminal import print_chart

    lines = {} if height is None else {"height": height}
    print_chart(chart, _console(), **lines)


def state(lines: Iterable[str], *, quiet: bool) -> None:
    """Say what was read, unless asked to be quiet: first line flush, the others below it."""
    if quiet:
        return
    console = _console(stderr=True)
    for number, line in enumerate(lines):
        _print(console, line if not number else f"  {line}", "")


def remark(text: str, *, quiet: bool) -> None:
    """Say what was done, unless asked to be quiet."""
    state([text], quiet=quiet)


def complain(message: str) -> None:
    """Say in one line what went wrong."""
    from costcurves.charts.lettering import printable

    line = printable(f"{_NAME}: error: {' '.join(message.split())}")
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST // 2]} … {line[-_LONGEST // 3 :]}"
    encoding = getattr(sys.stderr, "encoding", None) or "ascii"
    click.echo(line.encode(encoding, "backslashreplace").decode(encoding), err=True)


def write_text(text: str) -> None:
    """Write data to standard output as they are."""
    click.echo(text.encode("utf-8") if _is_bytes() else text, nl=False)


def _is_bytes() -> bool:
    """Whether standard output takes bytes: then data are UTF-8 whatever the locale says."""
    return hasattr(sys.stdout, "buffer")


@contextlib.contextmanager
def watched(*, quiet: bool) -> Iterator[Step]:
    """Yield what to call with the title of each step of long work; a terminal that watches sees a bar.

    The bar is wiped away in the end.
    """
    console = _console(stderr=True) if not quiet and sys.stderr.isatty() else None
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
