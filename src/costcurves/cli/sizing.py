"""The command `sample-size`: how many records make a cost known well enough."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import click

from costcurves.cli import console
from costcurves.cli.commands import Need, as_typed, command, misused, needing
from costcurves.cli.options import LEVEL, NUMBER, PREVALENCE, PREVALENCE_IN_USE, SHARE, request_options
from costcurves.errors import InputError, exact

if TYPE_CHECKING:
    from costcurves.cli.condition_options import ConditionOptions
    from costcurves.cli.request import Request
    from costcurves.conditions.operating_condition import OperatingCondition

_price_option = functools.partial(click.option, type=NUMBER, metavar="PRICE", default=1)


@command(
    """
    sample-size --fpr 10% --fnr 20% --pc 0.5 --half-width 0.05 --cheapest
    sample-size --fpr 2% --fnr 30% --pc 0.2 --half-width 0.02 --cheapest --price-positive 50
    sample-size --fpr 2% --fnr 30% --ratio 0.05 --prevalence 2% --half-width 0.02 --share-positive 2%
    """,
    main="--fpr --fnr --half-width --pc --cheapest",
)
@click.option("--fpr", type=SHARE, metavar="SHARE", required=True, help="Assumed false positive rate.")
@click.option("--fnr", type=SHARE, metavar="SHARE", required=True, help="Assumed false negative rate.")
@click.option(
    "--half-width",
    type=NUMBER,
    metavar="NEC",
    required=True,
    help="How far an interval end may lie from the normalised expected cost.",
)
@click.option(
    "--level", type=LEVEL, metavar="SHARE", default=0.95, show_default=True, help="Confidence level."
)
@click.option("--share-positive", type=SHARE, metavar="SHARE", help="Share of positives among the records.")
@click.option("--cheapest", is_flag=True, help="Choose the share that makes the records cheapest.")
@_price_option("--price-positive", help="What a positive record costs …")
@_price_option("--price-negative", help="… and a negative one, with --cheapest; by default 1 each.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@PREVALENCE_IN_USE
@request_options("condition", without=(PREVALENCE,))
@needing(
    Need(
        options=("--price-positive", "--price-negative"),
        holds=lambda given: given["cheapest"],
        must="needs --cheapest",
        came="without --cheapest",
    )
)
def sample_size(
    *,
    share_positive: float | None,
    cheapest: bool,
    price_positive: float,
    price_negative: float,
    as_json: bool,
    request: Request,
    **design: float,
) -> None:
    """Say how many records it takes to know a classifier's cost at a condition to ± X."""
    from costcurves.cli.request import IntervalOptions
    from costcurves.inference.counts import sample_size as sizes

    if cheapest == (share_positive is not None):
        came = "both" if cheapest else "neither"
        raise misused(wrong=f"one of --share-positive and --cheapest must be given; got {came}")
    prices = (price_positive, price_negative)
    for option, price in zip(("--price-positive", "--price-negative"), prices, strict=True):
        if price <= 0:
            raise InputError("must be above 0", exact(price), argument=option)
    IntervalOptions(level=design["level"])  # says how a level is written
    with as_typed("fpr", "fnr", "pc", "half_width", "share_positive"):
        found = sizes.sample_size(
            **design,
            pc=_stated_condition(request.condition),
            share_positive="cheapest" if share_positive is None else share_positive,
            prices=prices,
        )
    if as_json:
        more = {"records": found.records, "half_width": found.half_width, "sentence": found.sentence}
        console.write_json(found.to_json() | more)
        return
    console.show(found.statement(prices))


def _stated_condition(options: ConditionOptions) -> float | OperatingCondition:
    """Return the condition: there are no records to take the prevalence from.

    Raises
    ------
    InputError
        If it is not stated, or only by costs.
    """
    if options.pc is not None:
        return options.pc
    if not options.is_priced:
        fix = "give --pc, or --prevalence with --cost-fp and --cost-fn"
        raise InputError("the condition must be stated", fix=fix)
    return options.at(None)
