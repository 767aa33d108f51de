"""`sample-size`: how many records it takes, on the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import costcurves as cc

if TYPE_CHECKING:
    from tests.doors.conftest import Cli

GUESS = ("--fpr", "10%", "--fnr", "0.2", "--half-width", 0.05)
CHEAPEST = cc.stats.sample_size(fpr=0.1, fnr=0.2, pc=0.5, half_width=0.05)


def test_sample_size_in_words(cli: Cli) -> None:
    outcome = cli("sample-size", *GUESS, "--pc", 0.5, "--cheapest")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines() == [
        CHEAPEST.sentence,
        "With more errors than expected the interval is wider.",
    ]
    assert outcome.out.startswith(
        f"{CHEAPEST.positives} positives and {CHEAPEST.negatives} negatives ({CHEAPEST.records} records) are "
        "enough to know the normalised expected cost at PC(+) = 0.5 to ± 0.05: where it is 0.15, "
    )


def test_sample_size_as_json(cli: Cli) -> None:
    found = json.loads(cli("sample-size", *GUESS, "--pc", 0.5, "--cheapest", "--json").out)
    assert (found["records"], found["half_width"]) == (CHEAPEST.records, CHEAPEST.half_width)
    assert cc.stats.SampleSize.from_json({name: found[name] for name in CHEAPEST.to_json()}) == CHEAPEST


def test_a_condition_of_costs_and_a_share(cli: Cli) -> None:
    condition = cc.OperatingCondition(prevalence=0.02, costs=cc.Costs(fp=1, fn=20))
    want = cc.stats.sample_size(
        fpr=0.1, fnr=0.2, pc=condition, half_width=0.05, level=0.9, share_positive=0.1
    )
    stated = ("--prevalence", "2%", "--cost-fp", 1, "--cost-fn", 20)
    outcome = cli("sample-size", *GUESS, *stated, "--level", 0.9, "--share-positive", "10%")
    assert outcome.out.startswith(want.sentence)


def test_prices_of_records(cli: Cli) -> None:
    want = cc.stats.sample_size(fpr=0.1, fnr=0.2, pc=0.5, half_width=0.05, prices=(50, 1))
    outcome = cli("sample-size", *GUESS, "--pc", 0.5, "--cheapest", "--price-positive", 50)
    assert outcome.out.startswith(want.sentence)
    assert f"They cost {50 * want.positives + want.negatives:,}." in outcome.out


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (
            ["--pc", 0.5],
            "one of --share-positive and --cheapest must be given; got neither",
        ),
        (
            ["--pc", 0.5, "--cheapest", "--share-positive", 0.5],
            "one of --share-positive and --cheapest must be given; got both",
        ),
        (
            ["--cheapest"],
            "the condition must be stated; give --pc, or --prevalence with --cost-fp",
        ),
        (
            ["--cheapest", "--ratio", 0.1],
            "the prevalence must be known; state it with --prevalence",
        ),
        (
            ["--pc", 0.5, "--share-positive", 0.5, "--price-negative", 2],
            "--price-negative needs --cheapest; got --price-negative without --cheapest: leave out --price-negative",
        ),
        (["--pc", 1, "--cheapest"], "--pc must lie strictly between 0 and 1; got 1.0"),
        (
            ["--pc", 0.5, "--cheapest", "--fnr", 20],
            "must be a share, at most 1 or 100%; got '20': write 20% for a percentage",
        ),
        (
            ["--pc", 0.5, "--cheapest", "--half-width", -1],
            "--half-width must lie above 0, and at most at 1; got -1.0",
        ),
        (["--pc", 0.5, "--share-positive", 1], "--share-positive must lie strictly between 0 and 1; got 1.0"),
        (["--pc", 0.5, "--cheapest", "--price-negative", 0], "--price-negative must be above 0; got 0"),
        (["--pc", 0.5, "--cheapest", "--level", 95], "got 95 (--level): write 95%"),
        (["--pc", 0.5, "--cheapest", "--level", "x"], "must be a share; got 'x': write it like 0.95"),
    ],
)
def test_what_sample_size_refuses(cli: Cli, arguments: list[object], error: str) -> None:
    outcome = cli("sample-size", *GUESS, *arguments)
    assert error in outcome.error
    assert outcome.code == 2


def test_the_guesses_are_asked_for(cli: Cli) -> None:
    assert "missing --fpr" in cli("sample-size", "--pc", 0.5, "--cheapest").error


def test_one_record_is_one(cli: Cli) -> None:
    out = cli("sample-size", "--fpr", "0", "--fnr", "0", "--pc", 0.5, "--half-width", 0.9, "--cheapest").out
    assert out.startswith("1 positive and 1 negative (2 records) are enough")


def test_help_speaks_of_no_records_that_there_are_not(cli: Cli) -> None:
    out = " ".join(cli("sample-size", "--help").out.split())
    assert "e.g. 0.02 or 2%; needs costs." in out
    assert "records that choose the threshold" not in out
