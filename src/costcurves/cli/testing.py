"""The command `test`: whether two models cost the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from costcurves.cli import console
from costcurves.cli.commands import CONDITION, Need, command, is_file, is_priced, needing, refuse_swapped
from costcurves.cli.option_types import Choice
from costcurves.cli.options import (
    BOOTSTRAP,
    CELLS,
    NUMBER,
    OUTCOMES,
    SEGMENT,
    file_argument,
    quiet_option,
    request_options,
)
from costcurves.errors import InputError, exact

if TYPE_CHECKING:
    from costcurves.cli.loaded import Loaded
    from costcurves.cli.request import Request


#: What is tested, as options name it.
COST, DELONG, MCNEMAR = "cost", "delong", "mcnemar"
#: Options that only a test of costs knows.
OF_COSTS = (
    "--margin",
    *(f"--{word}-{outcome}" for word in ("cost", "benefit") for outcome in OUTCOMES),
    *("--pc", "--ratio", "--threshold-probability", "--seed", "--band", "--choose-on"),
)
#: What the options of a test need to have an effect.
NEEDS = (
    Need(
        options=("--margin",),
        holds=is_priced,
        must="needs one condition",
        came="without a condition",
        fix="state --pc, or --cost-fp and --cost-fn",
    ),
    Need(
        options=("--margin",),
        holds=lambda given: given["alternative"] != "greater",
        must="needs --alternative two-sided or less",
        came="with greater",
        fix="swap A and B, and write --alternative less",
    ),
    *CONDITION,
    *(
        Need(
            options=(option,),
            holds=lambda given: given["method"] == COST,
            must="needs --method cost",
            came="with another method, which does not use costs",
        )
        for option in (
            "--margin",
            "--cost-fp",
            "--cost-fn",
            "--benefit-tp",
            "--pc",
            "--ratio",
            "--seed",
            "--band",
            "--choose-on",
        )
    ),
    Need(
        options=("--threshold",),
        holds=lambda given: given["method"] == MCNEMAR,
        must="needs --method mcnemar",
        came="with a test that uses all thresholds",
    ),
    Need(
        options=("--band simultaneous",),
        holds=lambda given: given["margin"] is None,
        must="needs a test of equal costs",
        came="and --margin, beside which an interval holds by itself",
    ),
)


@command(
    """
    test scores.csv forest boosting
    test scores.csv forest boosting --cost-fp 1 --cost-fn 20 --prevalence 2%
    test scores.csv forest boosting --pc 0.4 --margin 0.02
    test scores.csv new old --pc 0.4 --margin 0.02 --alternative less --json
    test scores.csv forest boosting --method delong
    test scores.csv forest boosting --method mcnemar --threshold 0.5
    """,
    main="--margin",
)
@file_argument
@click.argument("a", metavar="MODEL_A")
@click.argument("b", metavar="MODEL_B")
@click.option(
    "--method",
    type=Choice([COST, DELONG, MCNEMAR]),
    default=COST,
    show_default=True,
    help="cost: whether they cost the same; delong: DeLong's test of their AUCs, on records with scores; "
    "mcnemar: McNemar's test of their error rates, at one --threshold each or by --predicted labels.",
)
@click.option(
    "--margin",
    type=NUMBER,
    metavar="NEC",
    help="Test whether the costs differ by less than this; with --alternative less, whether A costs at most "
    "this much more than B.",
)
@click.option(
    "--alternative",
    type=Choice(["two-sided", "less", "greater"]),
    default="two-sided",
    show_default=True,
    help="less: cost, AUC or error rate of A is less than that of B; greater: it is greater.",
)
@click.option(
    "--different-records",
    is_flag=True,
    help="A and B are published points counted on different records; else they may share records.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@quiet_option
@request_options(
    "reading",
    "condition",
    "thresholds",
    "choose_on",
    "judge_on",
    "intervals",
    without=(*CELLS, SEGMENT, BOOTSTRAP),
)
@needing(*NEEDS)
def test(
    *,
    file: str,
    a: str,
    b: str,
    method: str,
    margin: float | None,
    different_records: bool,
    as_json: bool,
    request: Request,
    **options: Any,
) -> None:
    """Test whether two models cost the same on the records of FILE, which both scored, or by their counts.

    At the stated condition, or else on average over all PC(+). Each model is taken at its best
    thresholds, which widens the interval; with --choose-on, at thresholds chosen there.
    """
    from costcurves.cli import judged_request
    from costcurves.cli.loading import load_asked
    from costcurves.results.pairwise_comparisons import PairwiseComparisons
    from costcurves.results.remarks import SAME_RECORDS

    if margin is not None and not 0 < margin < 1:
        must = "must be a difference in normalised expected cost, above 0 and below 1, such as 0.02"
        raise InputError(must, exact(margin), argument="--margin")
    refuse_swapped(is_file, file, a, b, rule="the file belongs")
    with console.watched() as step:
        loaded = load_asked(file, request, step, choosing=False)
        loaded.require_models(a, b)
        step("testing")
        if method != COST:
            _show_named(loaded, request, (a, b), method, as_json=as_json, **options)
            return
        if loaded.evaluation.records is None:
            _show_counted(
                loaded, request, (a, b), margin, as_json=as_json, apart=different_records, **options
            )
            return
        if different_records:
            raise InputError("--different-records needs published points", "records", "leave it out")
        condition = judged_request.condition_of(loaded, request)
        uncertainty = judged_request.questioned(loaded, request, step)
        pair = uncertainty.compare(a, b, condition, margin=margin, **options)
        with judged_request.cross_fitting(loaded.evaluation, "choose thresholds elsewhere with --choose-on"):
            document = pair.test_json()
    alone = PairwiseComparisons((pair,))
    same = [] if loaded.chosen_on is not None else [SAME_RECORDS]
    console.state([*loaded.statements, *same])
    if as_json:
        document |= {"seed": uncertainty.seed, "notes": list(alone.notes)}
        console.write_json(document | loaded.part_json(request.condition.prevalence, condition))
        return
    verdict = f"{pair.cheaper_sentence}\n{pair.verdict}"
    part = loaded.part(request.condition.prevalence, condition)
    of = "" if part is None else part.title
    console.show_all(pair.test_sentence, alone.tests_table(of=of, ranges=False), verdict)


def _show_named(
    loaded: Loaded, request: Request, pair: tuple[str, str], method: str, *, alternative: str, as_json: bool
) -> None:
    """Test AUCs or error rates, and print what was found."""
    from costcurves.cli.given_options import by_model
    from costcurves.results.named_tests_in_words import auc_verdict, difference_sentence, error_verdict

    level = request.intervals.level
    uncertainty = loaded.evaluation.uncertainty(level=0.95 if level is None else level)
    if method == DELONG:
        found = uncertainty.delong(*pair, alternative=alternative)
        what, verdict = "AUC", auc_verdict(found, *pair, level=uncertainty.level)
    else:
        thresholds = by_model(request.thresholds, pair, None)
        found = uncertainty.mcnemar(*pair, thresholds, alternative=alternative)
        what, verdict = "error rate", error_verdict(found, *pair, level=uncertainty.level)
    console.state([*loaded.statements, loaded.data_sentence])
    if as_json:
        console.write_json(found.to_json() | {"sentence": verdict, **loaded.part_json()})
        return
    part = loaded.part()
    of = "" if part is None else part.title
    console.show_all(difference_sentence(found, *pair, what, of=of), verdict)


def _show_counted(
    loaded: Loaded,
    request: Request,
    pair: tuple[str, str],
    margin: float | None,
    *,
    alternative: str,
    as_json: bool,
    apart: bool,
) -> None:
    """Test published points by their counts, and print what was found."""
    from costcurves._ground.number_words import short
    from costcurves.results.named_tests_in_words import cost_verdict, difference_sentence

    condition = request.condition.known(loaded.evaluation.prevalence)
    if condition is None or margin is not None:
        came, fix = ("none", "state --pc, or --cost-fp and --cost-fn")
        came, fix = (came, fix) if margin is None else ("--margin", "leave it out")
        raise InputError("a test of published points by counts needs one condition, and no margin", came, fix)
    level = request.intervals.level
    uncertainty = loaded.evaluation.uncertainty(level=0.95 if level is None else level)
    found = uncertainty.by_counts(*pair, condition, alternative=alternative, different_records=apart)
    verdict = cost_verdict(found, *pair, condition.pc, uncertainty.level)
    console.state(loaded.statements)
    if as_json:
        console.write_json(found.to_json() | {"pc": condition.pc, "sentence": verdict})
        return
    what = f"NEC at PC(+) = {short(condition.pc)}"
    console.show_all(difference_sentence(found, *pair, what), verdict)
