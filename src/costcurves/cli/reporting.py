"""Commands that write a page: `report` and `demo`."""

from __future__ import annotations

import itertools
from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from costcurves.cli import console
from costcurves.cli.console import check_output
from costcurves.cli.options import file_argument, quiet_option, request_options
from costcurves.cli.sections import command

if TYPE_CHECKING:
    from costcurves.cli.loaded import Loaded
    from costcurves.cli.request import Request

_PAGES = (".html", ".htm")
_output_option = click.option(
    "-o", "--output", metavar="PAGE.html", default="report.html", show_default=True, help="The page to write."
)


@command(
    """
    report scores.csv
    report scores.csv --label outcome --prevalence 2% --cost-fp 1 --cost-fn 50 -o report.html
    report scores.csv --partition part --choose-on validation --benefit-tp 24.35 --cost-fp 0.65
    report scores.csv --cost-fp 1 --cost-fn 50 --level 95% --band simultaneous
    """
)
@file_argument
@_output_option
@click.option("--title", metavar="TEXT", default="", help="Title of the page.")
@quiet_option
@request_options("reading", "condition", "goal", "model", "choose_on", "intervals")
def report(*, file: str, output: str, title: str, quiet: bool, request: Request) -> None:
    """Write one HTML page that needs no network: curves, measures and, with costs or a goal, the decision."""
    check_output(output, [file, request.choose_on or ""], _PAGES)
    found = _report(file, output, request, title, quiet=quiet)
    if found:
        console.show("\n\n".join(found))
    console.remark(f"wrote {output}", quiet=quiet)


def _report(file: str, output: str, request: Request, title: str = "", *, quiet: bool) -> list[str]:
    """Read, judge, write the page; say what was decided, and its uncertainty if there are intervals."""
    from costcurves.cli.intervals import cross_fitting, uncertainty
    from costcurves.cli.judging import in_question, verdict
    from costcurves.cli.loading import load
    from costcurves.cli.parts import which_part
    from costcurves.evaluation.reports import report_of  # here and below on use: --help is quick without
    from costcurves.report.page import write_page

    with console.watched(quiet=quiet) as step:
        loaded = load(file, request.reading, choose_on=request.choose_on, step=step)
        step("choosing")
        found = verdict(loaded, request) if request.is_decided else None
        here = in_question(loaded, request)
        intervals = uncertainty(here, request, step)
        with cross_fitting(loaded.evaluation):
            page = report_of(
                here.evaluation,
                found,
                here.parts,
                intervals,
                of=which_part(loaded),
                title=title,
                statements=_on_page(loaded, [file, request.choose_on or ""]),
            )
        step(f"writing {output}")
        write_page(page, output)
    console.state(loaded.statements, quiet=quiet)
    return list(page.sentences)


def _on_page(loaded: Loaded, files: list[str]) -> list[str]:
    """What was read, for others: files by their names, without the folders of this machine."""
    lines = list(loaded.statements)
    for path, start in itertools.product(filter(None, files), ("", "and ")):
        head = f"{start}{path}: "
        short = f"{start}{PurePath(path).name}: "
        lines = [short + line.removeprefix(head) if line.startswith(head) else line for line in lines]
    return lines


@command(
    """
    demo
    demo -o loans.html
    """
)
@_output_option
@quiet_option
def demo(*, output: str, quiet: bool) -> None:
    """Do the main job on a shipped example: who accepts a personal loan, judged by three models."""
    from costcurves.cli.condition_options import ConditionOptions
    from costcurves.cli.request import Request
    from costcurves.examples import personal_loans_path

    check_output(output, suffixes=_PAGES)
    path = personal_loans_path()
    console.remark(
        "2,000 customers of a bank were scored by three models: who accepts a personal loan?\n"
        "To call somebody in vain costs 1, to miss somebody who would accept costs 20.\n"
        "The command of this report:\n\n"
        f"  costcurves report {path} --prevalence 0.096 --cost-fp 1 --cost-fn 20 -o {output}\n",
        quiet=quiet,
    )
    condition = ConditionOptions(prevalence=0.096, costs={"fp": 1.0, "fn": 20.0})
    found = _report(str(path), output, Request(condition=condition), quiet=quiet)
    console.remark("", quiet=quiet)
    console.show("\n\n".join(found))
    console.remark(
        f"\nwrote {output}: open it in a browser. Next: costcurves report or decide with a file of your own.",
        quiet=quiet,
    )
