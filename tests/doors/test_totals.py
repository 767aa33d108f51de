"""`totals`: costs that differ by record, on the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli


@pytest.fixture
def loans(tmp_path: Path) -> Path:
    """Five loans with an amount each; the second model is no probability."""
    path = tmp_path / "loans.csv"
    path.write_text(
        "label,amount,m,margin\n1,100,0.9,3\n0,40,0.7,-1\n1,10,0.6,2\n0,300,0.2,-3\n0,20,0.1,-2\n",
        encoding="utf-8",
    )
    return path


def test_totals_by_hand(cli: Cli, loans: Path) -> None:
    found = json.loads(
        cli("totals", loans, "--score", "m", "--row-fn", "amount", "--row-fp", "12", "--json", "-q").out
    )["m"]
    cheapest, bayes = found["cheapest_threshold"], found["bayes_by_record"]
    # Nobody: 100 + 10. Everybody: 3 · 12. At 0.9: the 10 is lost. By record: flag where p·amount ≥ 12·(1 − p).
    assert (cheapest["of_nobody"], cheapest["of_everybody"], cheapest["cost"]) == (110, 36, 10)
    flagged = [0.9 * 100 >= 1.2, 0.7 * 40 >= 3.6, 0.6 * 10 >= 4.8, 0.2 * 300 >= 9.6, 0.1 * 20 >= 10.8]
    assert bayes["cost"] == 12 * flagged[1] + 12 * flagged[3] + 12 * flagged[4] + 10 * (not flagged[2])
    assert bayes["flagged"] == sum(flagged)


def test_totals_in_words(cli: Cli, loans: Path) -> None:
    outcome = cli("totals", loans, "--score", "m", "--row-fn", "amount", "--row-fp", "12")
    assert "In all it costs 10, against 110 for flagging nobody and 36 for flagging everybody" in outcome.out
    assert "cheapest threshold" in outcome.out


def test_scores_that_are_no_probabilities_have_a_threshold_only(cli: Cli, loans: Path) -> None:
    arguments = ("--score", "margin", "--row-fn", "amount", "--row-fp", "12", "--json", "-q")
    found = json.loads(cli("totals", loans, *arguments).out)["margin"]
    assert list(found) == ["cheapest_threshold", "headline", "left_out"]


def test_amounts_are_no_models(cli: Cli, loans: Path) -> None:
    found = json.loads(cli("totals", loans, "--row-fn", "amount", "--row-fp", "1", "--json", "-q").out)
    assert list(found) == ["m", "margin"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ([], "totals need the costs of records; state --row-fn and --row-fp"),
        (["--row-fn", "amunt"], "no column 'amunt' in"),
        (["--row-fn", "amount", "--row-fp", "inf"], "finite"),
        (["--row-fn", "amount", "--counts"], "--row-fn belongs to tables of records; got --counts"),
        (["--row-fn", "amount", "--model", "x"], "no such model"),
    ],
)
def test_what_totals_refuse(cli: Cli, loans: Path, arguments: list[str], error: str) -> None:
    assert error in cli("totals", loans, "-q", *arguments).error
