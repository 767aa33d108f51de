"""The command `matrix`: what a confusion matrix comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from costcurves.cli import console
from costcurves.cli.commands import command
from costcurves.cli.options import INTERVALS, NUMBER, PREVALENCE, PREVALENCE_OF_MATRIX, request_options

if TYPE_CHECKING:
    from costcurves.cli.request import Request

#: What sentences and tables call the classifier.
NAME = "this classifier"


@command(
    """
    matrix 30 32 58 920
    matrix 420 80 110 390 --prevalence 2%
    matrix 420 80 110 390 --prevalence 2% --cost-fp 1 --cost-fn 50 --json
    """,
    main="--json --benefit-tp",
)
@click.argument("tp", type=NUMBER, metavar="TP")
@click.argument("fn", type=NUMBER, metavar="FN")
@click.argument("fp", type=NUMBER, metavar="FP")
@click.argument("tn", type=NUMBER, metavar="TN")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@PREVALENCE_OF_MATRIX
@request_options("condition", "intervals", without=(PREVALENCE, *INTERVALS[1:]))
def matrix(*, tp: float, fn: float, fp: float, tn: float, as_json: bool, request: Request) -> None:
    """Evaluate a classifier by its confusion matrix: all measures and, with costs, what it costs.

    A stated share of positives replaces that of the matrix, as for a sample in which positives were
    made more common.
    """
    from costcurves.cli import decision_screen  # here and below on use: --help is quick without
    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.tallies.tally import Tally

    tally = Tally.from_confusion(tp=tp, fn=fn, fp=fp, tn=tn)
    tally.require_both_classes("a confusion matrix")
    evaluation, prevalence = Evaluation({NAME: tally}, name="this matrix"), request.condition.prevalence
    if prevalence is not None and not request.condition.is_priced:
        evaluation = evaluation.at_prevalence(prevalence)
    level = request.intervals.level
    level = 0.95 if level is None else level
    found = evaluation.given(condition=request.condition.stated, model=NAME, level=level)
    found = found.without_intervals() if request.intervals.is_off else found
    if as_json:
        console.write_json(found.to_json())
        return
    console.show_all(*decision_screen.lead(None, found))
