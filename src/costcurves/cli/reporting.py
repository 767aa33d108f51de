"""Commands that write a page: `report` and `demo`."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import click

from costcurves.cli import console
from costcurves.cli.class_options import CLASS_COSTS, target_with
from costcurves.cli.commands import any_file, command
from costcurves.cli.numeric_options import also_numeric
from costcurves.cli.options import DECIDED, files_argument, quiet_option, request_options
from costcurves.cli.target_kinds import by_target

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves.cli.numeric_options import NumericAsked
    from costcurves.cli.request import Request

_PAGES = (".html", ".htm")
_output_option = click.option(
    "-o",
    "--output",
    metavar="PAGE.html",
    shell_complete=any_file,
    default="report.html",
    show_default=True,
    help="The page to write.",
)


@command(
    """
    report scores.csv
    report scores.csv --label outcome --prevalence 2% --cost-fp 1 --cost-fn 50 -o report.html
    report scores.csv --partition part --choose-on validation --benefit-tp 24.35 --cost-fp 0.65
    report scores.csv --cost-fp 1 --cost-fn 50 --level 95% --band simultaneous
    report prices.csv --label price --under 3 --over 1
    report wine.csv --label cultivar --target classes
    report wine.csv --label cultivar --costs costs.csv
    """,
    main="--currency --capacity",
)
@files_argument
@_output_option
@click.option("--title", metavar="TEXT", default="", help="Title of the page.")
@click.option("--joint-hull", is_flag=True, help="Also draw the joint hull of all models.")
@quiet_option
@also_numeric
@CLASS_COSTS
@request_options("reading", "condition", "goal", *DECIDED)
def report(
    *,
    files: tuple[str, ...],
    output: str,
    title: str,
    joint_hull: bool,
    request: Request,
    target: str | None,
    asked: NumericAsked,
    class_costs: tuple[str, ...],
) -> None:
    """Write one self-contained HTML page: curves, measures and, with costs or a goal, the decision.

    Predictions of a number have a page, too: errors, losses over the costs of a unit, lift. So have three or
    more classes, whose costs are stated by class and action (--costs).
    """
    from costcurves.cli.class_outputs import write_class_report
    from costcurves.cli.numeric_outputs import write_numeric_report

    told = dataclasses.replace(request.reading, told=True)

    def two() -> list[str]:
        wanted = request if target else dataclasses.replace(request, reading=told)
        return _report(files, output, wanted, asked.refuse, title=title, joint_hull=joint_hull)

    def numbers() -> list[str]:
        with console.watched() as step:
            found, read = write_numeric_report(files, output, request, asked, step, title=title)
        console.state(read)
        return found

    def many() -> list[str]:
        with console.watched() as step:
            found, read = write_class_report(files, output, request, step, title=title, costs=class_costs)
        console.state(read)
        return found

    console.check_output(output, [*files, request.choose_on or ""], _PAGES)
    found = by_target(target_with(class_costs, target), files, two, numbers, many)
    if found:
        console.show("\n\n".join(found))
    console.remark(f"wrote {output}")


def _report(
    files: tuple[str, ...], output: str, request: Request, check: Callable[[], None], **shown: Any
) -> list[str]:
    """Read, check, judge, write the page; say what was decided, and its uncertainty with intervals."""
    from costcurves.cli import judged_request  # here and below on use: --help is quick without
    from costcurves.cli.file_statements import FileRead
    from costcurves.cli.several_files import load_files
    from costcurves.evaluation.reports import report_of
    from costcurves.report.page import write_page

    with console.watched() as step:
        loaded = load_files(files, request, step, choosing=request.is_chosen_unsaid)
        check()
        loaded = loaded.remarked(request.condition.prevalence)
        step("choosing")
        found = judged_request.verdict(loaded, request, step) if request.is_decided else None
        here = judged_request.in_question(loaded, request)
        intervals = judged_request.uncertainty(here, request, step)
        lines = [one.without_folder if isinstance(one, FileRead) else one for one in loaded.statements]
        lines.append(loaded.data_sentence)
        with judged_request.cross_fitting(loaded.evaluation):
            page = report_of(
                here.evaluation, found, here.parts, intervals, of=loaded.shown_part, statements=lines, **shown
            )
        step(f"writing {output}")
        write_page(page, output)
    console.state([*loaded.statements, loaded.data_sentence])
    return list(page.sentences)


@command(
    """
    demo
    demo -o loans.html
    """
)
@_output_option
@quiet_option
def demo(*, output: str) -> None:
    """Write the report of a bundled example: who accepts a personal loan, scored by three models."""
    from costcurves.cli.condition_options import ConditionOptions
    from costcurves.cli.request import Request
    from costcurves.examples import personal_loans_path

    console.check_output(output, suffixes=_PAGES)
    path = personal_loans_path()
    console.remark(
        "Three models scored 2,000 customers of a bank: who accepts a personal loan?\n"
        "Calling somebody in vain costs 1, missing somebody who would accept costs 20.\n"
        "The command for this report:\n\n"
        f"  costcurves report {path} --prevalence 0.096 --cost-fp 1 --cost-fn 20 -o {output}\n"
    )
    condition = ConditionOptions(prevalence=0.096, costs={"fp": 1.0, "fn": 20.0})
    found = _report((str(path),), output, Request(condition=condition), lambda: None)
    console.remark("")
    console.show("\n\n".join(found))
    console.remark(
        f"\nwrote {output}: open it in a browser. Next: try costcurves report or decide on your own file."
    )
