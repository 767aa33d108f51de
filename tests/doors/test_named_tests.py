"""`test --method delong` and `--method mcnemar`: tests that know no costs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

import costcurves as cc
from costcurves.examples import personal_loans
from costcurves.examples.literature import shipped
from costcurves.results.named_tests_in_words import auc_verdict, difference_sentence, error_verdict

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli

LOANS = shipped("personal_loans.csv")
Y, SCORES = personal_loans()
EV = cc.evaluate(Y, SCORES)
PAIR = ("logistic", "forest")


def test_delong_is_the_test_of_the_library(cli: Cli) -> None:
    found = cc.stats.delong_test(EV, *PAIR)
    document = json.loads(cli("test", LOANS, *PAIR, "--method", "delong", "--json").out)
    assert cc.stats.delong_test(EV, *PAIR).to_json().items() <= document.items()
    out = cli("test", LOANS, *PAIR, "--method", "delong").out
    assert difference_sentence(found, *PAIR, "AUC") in out
    assert auc_verdict(found, *PAIR) in out
    assert auc_verdict(found, *PAIR) == "forest has a larger AUC than logistic (p < 0.0001)."
    assert EV.uncertainty().delong(*PAIR) == found


def test_mcnemar_counts_who_alone_is_wrong(cli: Cli) -> None:
    wrong = [(SCORES[name] >= at) != (Y == 1) for name, at in zip(PAIR, (0.5, 0.3), strict=True)]
    only = [int((one & ~other).sum()) for one, other in (wrong, wrong[::-1])]
    found = cc.stats.mcnemar_test(*only, records=len(Y))
    typed = ("test", LOANS, *PAIR, "--method", "mcnemar", "--threshold", ".5", "--threshold", "forest=.3")
    document = json.loads(cli(*typed, "--json").out)
    assert found.to_json().items() <= document.items()
    out = cli(*typed).out
    assert difference_sentence(found, *PAIR, "error rate") in out
    assert document["sentence"] == error_verdict(found, *PAIR)
    assert error_verdict(found, *PAIR) in out
    assert EV.uncertainty().mcnemar(*PAIR, {"logistic": 0.5, "forest": 0.3}) == found


def test_labels_need_no_threshold(cli: Cli, tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    truth = np.where(rng.random(80) < 0.4, "bad", "good")
    said = {name: np.where(rng.random(80) < share, truth, "good") for name, share in (("a", 0.9), ("b", 0.5))}
    rows = "".join(f"{t},{a},{b}\n" for t, a, b in zip(truth, said["a"], said["b"], strict=True))
    (tmp_path / "said.csv").write_text(f"label,a,b\n{rows}", encoding="utf-8")
    only = [
        int(((said[one] != truth) & (said[other] == truth)).sum()) for one, other in (("a", "b"), ("b", "a"))
    ]
    typed = ("said.csv", "a", "b", "--predicted", "a", "--predicted", "b", "--positive", "bad")
    document = json.loads(cli("test", *typed, "--method", "mcnemar", "--json").out)
    assert document["pvalue"] == cc.stats.mcnemar_test(*only).pvalue
    ev = cc.evaluate(truth, predictions=said, pos_label="bad")
    assert ev.uncertainty().mcnemar("a", "b").pvalue == document["pvalue"]


@pytest.mark.parametrize(
    ("alternative", "said"),
    [
        ("greater", "forest has a larger AUC than logistic (p"),
        ("less", "It is not shown that logistic has a larger AUC than forest (p"),
    ],
)
def test_one_side(cli: Cli, alternative: str, said: str) -> None:
    """The first model is the forest here, whose AUC is the greater one."""
    out = cli("test", LOANS, *PAIR[::-1], "--method", "delong", "--alternative", alternative).out
    assert out.rstrip("\n").rpartition("\n")[2].startswith(said)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("--method delong --pc .3", "--pc needs --method cost; got --pc with another method, which does not use costs: leave out --pc"),
        ("--method mcnemar --margin .1", "--margin needs one condition; got --margin without a condition: state --pc, or --cost-fp and --cost-fn, or leave out --margin"),
        ("--method delong --threshold .3", "--threshold needs --method mcnemar; got --threshold with a test that uses all thresholds: leave out --threshold"),
        ("--threshold .3", "--threshold needs --method mcnemar; got --threshold with a test that uses all thresholds: leave out --threshold"),
        ("--method mcnemar --threshold forest=.3", "McNemar's test takes one threshold per model; got none of logistic: state one"),
        ("--method mcnemar --threshold .3 --threshold .4", "McNemar's test takes one threshold per model; got 2 of logistic: state one"),
        ("--method auc", "no such value of --method 'auc'; choose from 'cost', 'delong', 'mcnemar'"),
    ],
)  # fmt: skip
def test_what_is_refused(cli: Cli, typed: str, message: str) -> None:
    outcome = cli("test", LOANS, *PAIR, *typed.split())
    assert (outcome.code, outcome.error) == (2, message)


def test_mcnemar_counts_records_one_by_one() -> None:
    weighed = cc.evaluate(Y, SCORES, sample_weight=np.full(len(Y), 2)).uncertainty()
    clustered = cc.evaluate(Y, SCORES, cluster=np.arange(len(Y)) // 2).uncertainty()
    for name, one in (("weight", weighed), ("cluster", clustered)):
        with pytest.raises(cc.InputError, match=f"records with a {name}"):
            one.mcnemar(*PAIR, 0.5)
    with pytest.raises(cc.InputError, match="two different models"):
        EV.uncertainty().delong("forest", "forest")


# ---- published points -----------------------------------------------------------------------

RULES = shipped("credit_rules.csv")


@pytest.mark.parametrize("apart", [False, True])
def test_published_points_are_tested_by_their_counts(cli: Cli, apart: bool) -> None:
    ev = cc.evaluate_points(
        {"1R": (77 / 383, 284 / 307), "C4.5": (49 / 383, 256 / 307)}, positives=307, negatives=383
    )
    found = ev.uncertainty().by_counts("1R", "C4.5", 0.8, different_records=apart)
    typed = ("test", RULES, "1R", "C4.5", "--pc", ".8", *(["--different-records"] if apart else []))
    document = json.loads(cli(*typed, "--json").out)
    assert document["pvalue"] == pytest.approx(found.pvalue)
    assert document["sentence"] in cli(*typed).out
    assert (document["sentence"] == "1R is cheaper than C4.5 at PC(+) = 0.8 (p = 0.007301).") == apart


def test_compare_shows_pairs_of_published_points(cli: Cli) -> None:
    document = json.loads(cli("compare", RULES, "--pc", ".8", "--level", "90%", "--json").out)
    (test,) = document["by_counts"]["tests"]
    assert (test["a"], test["b"], test["estimate"]["level"]) == ("1R", "C4.5", 0.9)
    out = cli("compare", RULES, "--pc", ".8", "--level", "90%").out
    assert "Differences at PC(+) = 0.8, 90 % intervals by counts" in out


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (f"test {RULES} 1R C4.5", "a test of published points by counts needs one condition, and no margin; got none: state --pc, or --cost-fp and --cost-fn"),
        (f"test {RULES} 1R C4.5 --pc .3 --margin .1", "a test of published points by counts needs one condition, and no margin; got --margin: leave it out"),
        (f"test {LOANS} forest boosting --different-records", "--different-records needs published points; got records: leave it out"),
        (f"compare {RULES} --level 95%", "intervals by counts need one condition; got none: state --pc, or --cost-fp and --cost-fn"),
    ],
)  # fmt: skip
def test_what_is_refused_of_points(cli: Cli, typed: str, message: str) -> None:
    outcome = cli(*typed.split())
    assert (outcome.code, outcome.err.splitlines()[-1]) == (2, f"costcurves: error: {message}")
