"""The command `test`: whether two models cost the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from costcurves.cli import console
from costcurves.cli.options import NUMBER, file_argument, quiet_option, request_options
from costcurves.cli.sections import command

if TYPE_CHECKING:
    from costcurves.tasks.request import Request

__all__ = ["test"]


@command(
    """
    test scores.csv forest boosting
    test scores.csv forest boosting --cost-fp 1 --cost-fn 20 --prevalence 2%
    test scores.csv forest boosting --pc 0.4 --margin 0.02
    test scores.csv new old --pc 0.4 --margin 0.02 --alternative less --json
    """
)
@file_argument
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option(
    "--margin",
    type=NUMBER,
    metavar="NEC",
    help="Test whether the costs differ by less than this; with --alternative less, whether A costs at most "
    "so much more than B.",
)
@click.option(
    "--alternative",
    type=click.Choice(["two-sided", "less", "greater"]),
    default="two-sided",
    show_default=True,
    help="less: A is cheaper.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@quiet_option
@request_options("reading", "asked", "choose_on", "sureness")
def test(
    *,
    file: str,
    a: str,
    b: str,
    margin: float | None,
    alternative: str,
    as_json: bool,
    quiet: bool,
    request: Request,
) -> None:
    """Test whether models A and B cost the same on the records of FILE, which both scored.

    At the stated condition; without one on average over all PC(+). Each model is taken at its best
    thresholds, which adds its own doubt; with --choose-on at thresholds chosen there.
    """
    from costcurves import _json
    from costcurves.tasks import sureness
    from costcurves.tasks.judging import sample_prevalence
    from costcurves.tasks.loading import load

    with console.watched(quiet=quiet) as step:
        loaded = load(file, request.reading, choose_on=request.choose_on, step=step)
        step("testing")
        stated = request.asked
        condition = stated.condition(sample_prevalence(loaded.evaluation)) if stated.is_priced else None
        asked = sureness.questioned(loaded, request)
        result = asked.test(a, b, condition, margin=margin, alternative=alternative)
        pair = sureness.Pair(a, b, result, asked.better(a, b))
    console.state(loaded.statements, quiet=quiet)
    if as_json:
        console.write_text(_json.dumps(pair.to_json() | {"alternative": alternative}) + "\n")
        return
    console.show(f"{pair.sentence(condition, asked.level)}\n")
    console.show_table(sureness.pairs_table([pair], asked.level, condition))
