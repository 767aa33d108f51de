"""How sure a decision is: lots, published points, goals, limits, plateaus, totals, and scopes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.examples.literature import shipped

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli

RNG = np.random.default_rng(3)
LABELS = (RNG.random(300) < 0.4).astype(int)
SIGNAL = (RNG.normal(size=300) + 1.5 * LABELS).round(2)
SCORES = {"good": SIGNAL, "poor": (SIGNAL + 2 * RNG.normal(size=300)).round(2)}
COSTS = ("--cost-fp", "1", "--cost-fn", "3")
QUICK = ("--level", "90%", "--bootstrap", "60", "-q")
RULES = shipped("credit_rules.csv")  # 1R: tp 284, fn 23, fp 77, tn 306; C4.5: 256, 51, 49, 334
LETTERS = shipped("fundraising.csv")


@pytest.fixture
def scored(tmp_path: Path) -> Path:
    """Two models."""
    path = tmp_path / "scores.csv"
    rows = zip(LABELS.tolist(), *(score.tolist() for score in SCORES.values()), strict=True)
    lines = [f"{label},{good!r},{poor!r}" for label, good, poor in rows]
    path.write_text("label,good,poor\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def quick(arguments: tuple[Any, ...]) -> tuple[str, ...]:
    """How to ask so that it is quick; totals of costs by record draw nothing."""
    return ("--level", "90%", "-q") if "--row-fn" in arguments else QUICK


def document(cli: Cli, *arguments: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The decision, and how sure it is."""
    found = json.loads(cli("decide", *arguments, *quick(arguments), "--json").out)
    return found, found["uncertainty"]


def said(cli: Cli, *arguments: Any) -> str:
    """What is printed, on one line."""
    return " ".join(cli("decide", *arguments, *quick(arguments)).out.split())


# ---- by lot ---------------------------------------------------------------------------------


def test_a_lot_has_the_rates_of_both_thresholds_mixed(cli: Cli, scored: Path) -> None:
    found, sure = document(cli, scored, *COSTS, "--max-fpr", "0.1", "--randomised")
    share, other = found["mixture"]["share"], found["mixture"]["threshold"]["high"]
    assert 0 < share < 1
    asked = cc.evaluate(LABELS, SCORES).uncertainty(level=0.9)
    each = [
        asked.rates(found["model"], rule=cc.rules.fixed(threshold))
        for threshold in (found["threshold"]["high"], other)
    ]
    for name in ("tpr", "fpr"):
        one, two = (rates[name] for rates in each)
        assert sure[name]["estimate"] == pytest.approx(found[name])
        for end in ("low", "high"):
            assert sure[name][end] == pytest.approx(
                (1 - share) * getattr(one, end) + share * getattr(two, end)
            )
        assert sure[name]["target"] == one.target_words


def test_a_lot_has_a_cost_and_no_threshold(cli: Cli, scored: Path) -> None:
    found, sure = document(cli, scored, *COSTS, "--max-fpr", "0.1", "--randomised", "--band", "simultaneous")
    assert sure["cost"]["estimate"] == pytest.approx(found["expected_cost"])
    assert sure["cost"]["low"] < found["expected_cost"] < sure["cost"]["high"]
    assert sure["cost"]["scope"] == "by itself"
    assert "threshold" not in sure
    assert "optimism" not in sure
    assert any("a mixture has two, and the share decided by each" in one for one in sure["sentences"])


def test_who_flags_nobody_or_everybody_in_a_lot_is_sure(cli: Cli, scored: Path) -> None:
    # Fewer than the strictest threshold flags: the lot flags nobody, or as that does.
    found, sure = document(cli, scored, "--capacity", "0.1%", "--randomised", "--model", "good")
    assert "nobody" in {found["cut_flags"], found["mixture"]["flags"]}
    share = found["mixture"]["share"]
    share = share if found["cut_flags"] == "nobody" else 1 - share
    assert 0 < sure["tpr"]["high"] <= share + 1e-12


# ---- published points -----------------------------------------------------------------------


def test_published_points_have_a_cost_by_their_counts_and_no_threshold(cli: Cli) -> None:
    found, sure = document(cli, RULES, *COSTS, "--max-fpr", "0.15")
    assert found["model"] == "C4.5"
    condition = cc.OperatingCondition(307 / 690, cc.Costs(fp=1, fn=3))
    nec = cc.stats.nec_interval(fn=51, positives=307, fp=49, negatives=383, pc=condition.pc, level=0.9)
    stake = condition.weight_positive + condition.weight_negative
    assert (sure["cost"]["low"], sure["cost"]["high"]) == pytest.approx((stake * nec.low, stake * nec.high))
    assert sure["cost"]["target"] == nec.target_words
    rate = cc.stats.rate_interval(256, 307, level=0.9)
    assert (sure["tpr"]["low"], sure["tpr"]["high"]) == pytest.approx((rate.low, rate.high))
    assert "threshold" not in sure
    assert any("published operating points give rates" in one for one in sure["sentences"])


def test_the_cheapest_published_point_says_that_it_was_chosen(cli: Cli) -> None:
    out = said(cli, RULES, *COSTS)
    assert "this ignores that 1R was chosen among 2 models" in out
    assert "No interval is given for the threshold: published operating points" in out
    assert "for all" not in out
    assert "operating points chosen on the other folds (cross-fitted)" in out
    assert "thresholds chosen" not in out
    assert "`decide` chooses" not in cli("evaluate", RULES, *COSTS, *QUICK).out


def test_rates_without_class_sizes_have_no_intervals(cli: Cli) -> None:
    arguments = (shipped("figure_points.csv"), "--points", "--prevalence", "10%", *COSTS, *QUICK)
    for command in ("decide", "evaluate"):
        outcome = cli(command, *arguments)
        assert outcome.code == 2
        assert "intervals need the number of records of each class" in outcome.error
        assert "give tp, fn, fp and tn" in outcome.error


# ---- what intervals hold for ----------------------------------------------------------------


def test_bands_say_what_they_hold_for(cli: Cli, scored: Path) -> None:
    narrow = document(cli, scored, *COSTS, "--model", "good")[1]["cost"]
    wide = document(cli, scored, *COSTS, "--model", "good", "--band", "simultaneous")[1]["cost"]
    assert (narrow["scope"], wide["scope"]) == ("by itself", "at all conditions together")
    assert wide["low"] < narrow["low"] < narrow["high"] < wide["high"]
    every = document(cli, scored, *COSTS, "--band", "simultaneous")[1]
    assert every["cost"]["scope"] == "for both models and at all conditions together"
    assert {every[name]["scope"] for name in ("tpr", "fpr", "threshold")} == {"by itself"}
    out = said(cli, scored, *COSTS, "--band", "simultaneous")
    assert "The interval holds for both models and at all conditions together, as good was chosen" in out


def test_a_model_that_was_named_was_not_chosen(cli: Cli, scored: Path) -> None:
    alone, among = (document(cli, scored, *COSTS, *more)[1] for more in (("--model", "good"), ()))
    assert alone["cost"]["estimate"] == pytest.approx(among["cost"]["estimate"])
    assert alone["cost"]["high"] < among["cost"]["high"]
    assert "among" not in said(cli, scored, *COSTS, "--model", "good")


def test_evaluations_name_the_scope_of_every_interval(cli: Cli, scored: Path) -> None:
    arguments = ("evaluate", scored, *COSTS, "--band", "simultaneous", *QUICK)
    found = json.loads(cli(*arguments, "--json").out)["uncertainty"]["good"]
    assert {found.pop(name)["scope"] for name in ("cost", "money")} == {"at all conditions together"}
    assert {one["scope"] for one in found.values()} == {"by itself"}
    out = " ".join(cli(*arguments).out.split())
    assert "90 % intervals: costs at all conditions together, all else by itself, each for its model" in out
    assert "each by itself" not in out
    chooses = "its interval of the cost holds for both models together"
    assert f"{chooses}, and with the same --band is wider" in out
    pointwise = cli("evaluate", scored, *COSTS, *QUICK).out
    assert f"{chooses}, and is wider" in " ".join(pointwise.split())
    assert "holds for both models" not in cli(*arguments, "--model", "good").out


# ---- goals ----------------------------------------------------------------------------------


def test_a_capacity_has_an_interval_of_the_share_flagged(cli: Cli, scored: Path) -> None:
    found, sure = document(cli, scored, "--capacity", "30%", "--prevalence", "20%")
    share = 0.2 * found["tpr"] + 0.8 * found["fpr"]
    assert sure["flagged"]["estimate"] == pytest.approx(share)
    ends = [0.2 * sure["tpr"][end] + 0.8 * sure["fpr"][end] for end in ("low", "high")]
    # Both rates at an end of their interval together are less likely than one alone.
    assert ends[0] < sure["flagged"]["low"] < share < sure["flagged"]["high"] < ends[1]
    # The threshold of the interval is that of the decision, at the stated prevalence.
    assert sure["threshold"]["estimate"] == found["threshold"]["high"]
    out = said(cli, scored, "--capacity", "30%", "--prevalence", "20%")
    assert "At a prevalence of 20 % this flags" in out
    assert ("The limit of 30 % may be exceeded on new records." in out) == (sure["flagged"]["high"] > 0.3)


def test_limits_may_be_exceeded(cli: Cli, scored: Path) -> None:
    _, sure = document(cli, scored, "--max-fpr", "0.1")
    assert sure["fpr"]["high"] > 0.1
    assert "The limit of 10 % may be exceeded on new records." in said(cli, scored, "--max-fpr", "0.1")
    assert "exceeded" not in said(cli, scored, "--max-fpr", "100%")


def test_the_best_measure_has_an_interval(cli: Cli, scored: Path) -> None:
    found, sure = document(cli, scored, "--best", "f1")
    p, tpr, fpr = found["prevalence"], found["tpr"], found["fpr"]
    f1 = 2 * p * tpr / (2 * p * tpr + (1 - p) * fpr + p * (1 - tpr))
    assert sure["f1"]["estimate"] == pytest.approx(f1)
    assert sure["f1"]["low"] < f1 < sure["f1"]["high"]
    assert "F1" in sure["f1"]["target"]


def test_a_bound_may_be_missed(cli: Cli, scored: Path) -> None:
    arguments = (scored, "--best", "precision", "--given", "recall", "--floor", "0.8")
    found, sure = document(cli, *arguments)
    assert sure["tpr"]["low"] < 0.8 <= found["tpr"]
    assert sure["ppv"]["low"] < sure["ppv"]["estimate"]
    assert "The bound of 0.8 on true positive rate may be missed on new records." in said(cli, *arguments)


def test_what_has_no_interval_is_said(cli: Cli, scored: Path) -> None:
    assert "No interval is given for the worst case" in said(cli, scored, "--minimax", "0.2", "0.8")
    assert "No interval is given for F1" in said(cli, RULES, "--best", "f1")


@pytest.mark.parametrize(
    ("costs", "who"),
    [
        (("--cost-fp", "100", "--cost-fn", "1"), "nobody"),
        (("--cost-fp", "1", "--cost-fn", "100"), "everybody"),
    ],
)
def test_flagging_nobody_or_everybody_has_nothing_to_be_unsure_of(
    cli: Cli, tmp_path: Path, costs: tuple[str, ...], who: str
) -> None:
    (tmp_path / "f.csv").write_text("label,m\n1,3\n0,4\n1,2\n0,1\n0,2\n1,1\n", encoding="utf-8")
    found, sure = document(cli, "f.csv", *costs)
    assert found["flags"] == who
    assert set(sure) == {"sentences"}
    assert len(sure["sentences"]) == 1
    assert f"Flagging {who} takes no threshold" in sure["sentences"][0]


# ---- the plateau ----------------------------------------------------------------------------


def test_a_plateau_is_in_money_where_costs_are_known(cli: Cli, scored: Path) -> None:
    evaluation = cc.evaluate(LABELS, SCORES)
    condition = cc.OperatingCondition(float(LABELS.mean()), cc.Costs(fp=1, fn=3))
    found = cc.stats.cost_plateau(evaluation.tally("good"), condition)
    extra = max(found.slack, found.between)
    money = extra * (condition.weight_positive + condition.weight_negative)
    out = said(cli, scored, *COSTS, "--model", "good")
    assert f"{money:.4g} a case more than the least ({100 * extra / found.nec:.3g} % more)" in out
    relative = said(cli, scored, "--ratio", "0.3333333333", "--model", "good")
    assert "in NEC more than the least" in relative
    assert "a case more" not in relative


def test_a_plateau_of_benefits_brings_less(cli: Cli, scored: Path) -> None:
    out = said(cli, scored, "--benefit-tp", "3", "--cost-fp", "1", "--model", "good")
    assert "A case brings" in out
    assert "a case less than the most" in out
    assert "% of NEC)" in out


# ---- totals ---------------------------------------------------------------------------------

GIFTS = ("--row-fn", "gift", "--row-fp", "0.68", "--row-tp", "0.68")


def test_totals_and_savings_have_intervals_at_the_stated_prevalence(cli: Cli) -> None:
    found, sure = document(cli, LETTERS, *GIFTS, "--prevalence", "5.1%")
    for name, way in (("", "total_cost"), ("bayes_", "bayes_by_record")):
        total, savings = sure[f"{name}total"], sure[f"{name}savings"]
        assert total["estimate"] == pytest.approx(found[way]["cost"])
        assert total["low"] < total["estimate"] < total["high"]
        assert savings["estimate"] == pytest.approx(found[way]["savings"])
        assert savings["low"] < savings["estimate"] < savings["high"]
        assert total["scope"] == savings["scope"] == "by itself"
    assert "threshold" not in sure


def test_totals_are_written_as_money_and_called_optimistic(cli: Cli, tmp_path: Path) -> None:
    rows = [
        f"{label},{score!r},100000" for label, score in zip(LABELS.tolist(), SIGNAL.tolist(), strict=True)
    ]
    (tmp_path / "f.csv").write_text("label,m,amount\n" + "\n".join(rows) + "\n", encoding="utf-8")
    out = said(cli, "f.csv", "--score", "m", "--row-fn", "amount", "--row-fp", "0.5*amount")
    sentence = out[out.index("The decision costs") :]
    assert "e+" not in sentence
    assert "00,000 in all (90 % interval" in sentence
    assert "The threshold was chosen on the same records, which is ignored here" in sentence
    assert "No interval is given for the threshold: it was chosen by totals" in sentence


def test_totals_say_that_their_model_was_chosen(cli: Cli, scored: Path) -> None:
    row = ("--row-fn", "3", "--row-fp", "1")
    chosen = "Each interval holds by itself; this ignores that good was chosen among 2 models."
    assert chosen in said(cli, scored, *row)
    named = said(cli, scored, *row, "--model", "good")
    assert "Each interval holds by itself." in named
    assert "was chosen among" not in named


def test_the_totals_of_all_models_have_intervals(cli: Cli) -> None:
    found = json.loads(cli("totals", LETTERS, *GIFTS, "--level", "90%", "--json", "-q").out)
    for own in found.values():
        assert own["uncertainty"]["total"]["estimate"] == pytest.approx(own["cheapest_threshold"]["cost"])
        assert own["uncertainty"]["bayes_total"]["level"] == 0.9
    out = cli("totals", LETTERS, *GIFTS, "--level", "90%", "-q").out
    assert "90 % intervals, each by itself" in out
    assert "Cheapest thresholds were chosen on these records" in out
    assert "intervals" not in cli("totals", LETTERS, *GIFTS, "-q").out
    assert cli("totals", LETTERS, *GIFTS, "--bootstrap", "100").code == 2  # nothing is drawn
