"""Commands for results on many data sets: `sign-test` and `study`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from costcurves.cli import console
from costcurves.cli.commands import Need, any_file, as_typed, command, misused, needing
from costcurves.cli.helping import Helped, SectionedCommand
from costcurves.cli.option_types import Choice, Whole
from costcurves.cli.options import NUMBER, SHARE, file_argument, mark_options, quiet_option
from costcurves.errors import Code

_alpha_option = click.option(
    "--alpha", type=SHARE, metavar="SHARE", default=0.05, show_default=True, help="Significance level."
)


class _Counts(SectionedCommand):
    """A command of counts: a negative one is no unknown option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as problem:
            named = problem.option_name
            if not named.lstrip("-")[:1].isdigit():
                raise
            count = next(text for text in given if text.startswith(named))
            wrong = f"wins, losses and ties must be whole numbers, 0 or more; got {count}"
            raise misused(wrong=wrong, ctx=ctx) from None


@command(
    """
    sign-test 4 14 2
    sign-test 4 14 2 --ties split --alternative less
    sign-test 400 460 --normal --json
    """,
    cls=_Counts,
)
@click.argument("wins", type=Whole(0), metavar="W")
@click.argument("losses", type=Whole(0), metavar="L")
@click.argument("ties", type=Whole(0), metavar="[T]", default=0)
@click.option(
    "--alternative",
    type=Choice(["two-sided", "greater", "less"]),
    default="two-sided",
    show_default=True,
    help="greater: the first wins more often.",
)
@click.option(
    "--ties",
    "tie_rule",
    type=Choice(["drop", "split"]),
    default="drop",
    show_default=True,
    help="Leave ties out, or give half of them to each side.",
)
@click.option("--normal", is_flag=True, help="Normal approximation, not the exact test.")
@_alpha_option
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def sign_test(
    *, wins: int, losses: int, ties: int, normal: bool, alpha: float, as_json: bool, **options: str
) -> None:
    """Test whether two algorithms win equally often, from W wins, L losses and T ties of the first."""
    from costcurves._ground.number_words import percent  # here and below on use: --help is quick without
    from costcurves.inference.studies import signs
    from costcurves.studies.findings import critical_counts, sign_verdict

    alternative = options["alternative"]
    with as_typed("alpha", fixes={Code.TOO_MANY: "give --normal"}):
        result = signs.sign_test(wins, losses, ties, method="normal" if normal else "exact", **options)
        count = wins + losses + (ties - ties % 2 if options["tie_rule"] == "split" else 0)
        limit = critical_counts(count, alpha, alternative=alternative)
    verdict = sign_verdict(result, wins, losses, alpha)
    if as_json:
        document = result.to_json() | {"alpha": alpha, "datasets": count, "verdict": verdict}
        if limit:
            document["critical"] = signs.sign_test_critical(count, alpha=alpha, alternative=alternative)
        console.write_json(document)
        return
    console.show("; ".join([str(result), *result.notes]))
    found = "significant" if result.significant(alpha) else "not significant"
    console.show("; ".join([f"{found} at {percent(alpha)}", *([limit] if limit else [])]))
    console.show(verdict)


class _Study(Helped, click.Group):
    """A group with the help of all commands."""


@click.group(
    cls=_Study,
    invoke_without_command=True,
    epilog="\b\nExamples:\n  costcurves study table accuracies.csv --larger",
)
@click.pass_context
def study(ctx: click.Context) -> None:
    """Compare algorithms over many data sets."""
    if ctx.invoked_subcommand is None:
        raise misused(wrong="missing command", fix="write `costcurves study table FILE`", ctx=ctx)


@study.command(
    "table",
    cls=SectionedCommand,
    examples="""
    study table accuracies.csv --larger
    study table costs.csv --smaller --control baseline -o ranks.svg
    study table accuracies.csv --larger --rope 1 --json
    """,
)
@file_argument
@click.option("--larger", is_flag=True, help="Larger results are better: accuracies, areas under ROC curves.")
@click.option("--smaller", is_flag=True, help="Smaller results are better: costs, errors.")
@_alpha_option
@click.option("--control", metavar="ALGORITHM", help="Compare the others with this one, not all pairs.")
@click.option(
    "--rope",
    type=NUMBER,
    metavar="GAIN",
    help="Also give chances of gains above this (region of practical equivalence).",
)
@click.option(
    "--seed", type=Whole(0), metavar="NUMBER", default=0, show_default=True, help="Seed for --rope."
)
@click.option(
    "--tie-within",
    type=NUMBER,
    metavar="GAIN",
    default=0.0,
    help="Results that differ by at most this count as ties in wins and losses.",
)
@click.option(
    "-o",
    "--output",
    metavar="PICTURE",
    shell_complete=any_file,
    help="Draw mean ranks to an svg, png or pdf file, not to the terminal.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@mark_options
@quiet_option
@needing(
    Need(
        options=("--seed",),
        holds=lambda given: given["rope"] is not None,
        must="needs --rope, whose draws it seeds",
        came="without --rope",
        fix="state --rope",
    )
)
def table(
    *,
    file: str,
    larger: bool,
    smaller: bool,
    output: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Rank and test algorithms from a table of results.

    A text or identifier column in FILE names the data sets; every other column holds the results of an
    algorithm.
    """
    from costcurves.io.study_tables import read_study, statement_of_study
    from costcurves.studies.findings import study_findings

    if larger == smaller:
        came = "both" if larger else "neither"
        wrong = f"one of --larger and --smaller must be given; got {came}"
        raise misused(wrong=wrong, fix="say which results are better")
    console.check_output(output, [file], [".svg", ".png", ".pdf"])
    with console.watched() as step:
        step(f"reading {file}")
        marks = {name: options.pop(name) for name in ("thousands", "decimal")}
        read = read_study(file, "high" if larger else "low", **marks)
        step("testing")
        with as_typed("alpha", "rope", "tie_within"):
            found = study_findings(read, **options)
    if output is not None and output != "-":
        from costcurves.charts.render import matplotlib

        matplotlib.save(found.chart, Path(output))
    console.state([statement_of_study(read, file)])
    if as_json:
        console.write_json(found.to_json() | {name: options[name] for name in ("rope", "seed")})
    else:
        ranks, *others = found.tables
        console.show_all(found.sentence, ranks)
        for test in found.tests:
            console.show("; ".join([str(test), *test.notes]))
        console.show("")
        console.show_all(*others)
    if output is not None and output != "-":
        console.remark(f"wrote {output}")
    elif not as_json:
        console.show("")
        console.show_all(found.chart)
