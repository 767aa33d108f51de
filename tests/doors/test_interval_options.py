"""How sure: intervals, tests and bands on the command line."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurves import Costs, OperatingCondition, evaluate
from costcurves.cli.judged_request import questioned
from costcurves.cli.loading import load
from costcurves.cli.request import IntervalOptions, Request

if TYPE_CHECKING:
    from pathlib import Path

    from costcurves.inference.estimate import Estimate
    from tests.doors.conftest import Cli

RNG = np.random.default_rng(12)
LABELS = (RNG.random(240) < 0.4).astype(int)
SIGNAL = RNG.normal(size=240) + 1.5 * LABELS
SCORES = {"good": SIGNAL, "poor": SIGNAL + 2 * RNG.normal(size=240)}
COSTS = ("--cost-fp", "1", "--cost-fn", "3")


@pytest.fixture
def scored(tmp_path: Path) -> Path:
    """Two models, an amount, and what belongs together."""
    path = tmp_path / "scores.csv"
    lines = [
        f"{label},{good!r},{poor!r},{i // 4},{'train' if i % 2 else 'test'}"
        for i, (label, good, poor) in enumerate(
            zip(LABELS.tolist(), *(s.tolist() for s in SCORES.values()), strict=True)
        )
    ]
    path.write_text("label,good,poor,patient,wave\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


MODELS = ("--score", "good", "--score", "poor")


def asked() -> OperatingCondition:
    """The condition of the commands below."""
    return OperatingCondition(float(LABELS.mean()), Costs(fp=1, fn=3))


def wanted(level: float = 0.95) -> Estimate:
    """What the library says of the cheaper model."""
    return evaluate(LABELS, SCORES).uncertainty(level=level).costs(asked())["good"]


def test_decisions_carry_their_intervals(cli: Cli, scored: Path) -> None:
    found = json.loads(
        cli("decide", scored, *MODELS, *COSTS, "--level", "90%", "--bootstrap", "100", "--json", "-q").out
    )
    cost = found["uncertainty"]["cost"]
    # The cheapest of two models: its interval holds for both together.
    nec, stake = wanted(0.9), asked().weight_positive + asked().weight_negative
    assert cost["estimate"] == pytest.approx(stake * nec.estimate)
    assert (cost["low"], cost["high"]) == pytest.approx((stake * nec.low, stake * nec.high))
    assert {"estimate", "low", "high", "level", "method", "target", "scope"} <= set(cost)
    assert cost["scope"] == "for both models together"
    assert found["uncertainty"]["tpr"]["scope"] == "by itself"
    assert cost["level"] == 0.9
    assert "cross-fitted" in cost["target"]
    assert found["uncertainty"]["optimism"] == pytest.approx(cost["estimate"] - found["expected_cost"])
    threshold = found["uncertainty"]["threshold"]
    assert threshold["low"] <= threshold["estimate"] <= threshold["high"]
    assert cost["target"] == "thresholds chosen on the other folds (cross-fitted)"
    plateau = evaluate(LABELS, SCORES).uncertainty().plateau("good", asked())
    written = found["uncertainty"]["plateau"]
    assert (written["low"], written["high"]) == pytest.approx((plateau.low, plateau.high))


def intervals(found: object) -> list[dict[str, object]]:
    """All intervals of a document, however deep."""
    if isinstance(found, dict):
        own = [found] if {"estimate", "low", "high"} <= set(found) else []
        return own + [one for value in found.values() for one in intervals(value)]
    return [one for value in found for one in intervals(value)] if isinstance(found, list) else []


@pytest.mark.parametrize(
    ("arguments", "least"),
    [
        (("decide", "{}", *MODELS, *COSTS, "--seed", "3", "--bootstrap", "40"), 4),
        (("evaluate", "{}", *MODELS, *COSTS, "--seed", "3", "--bootstrap", "40"), 8),
        (("compare", "{}", *MODELS, *COSTS, "--seed", "3"), 1),
        (("test", "{}", "good", "poor", "--seed", "3"), 1),
    ],
)
def test_documents_say_what_every_interval_holds_for(
    cli: Cli, scored: Path, arguments: tuple[str, ...], least: int
) -> None:
    found = json.loads(cli(*(scored if one == "{}" else one for one in arguments), "--json", "-q").out)
    assert found["seed"] == 3
    held = intervals({key: found[key] for key in ("uncertainty", "estimate") if key in found})
    assert len(held) >= least
    for one in held:
        assert {"estimate", "low", "high", "level", "method", "target", "scope"} <= set(one)


def test_costs_say_where_and_bands_what_they_hold_for(cli: Cli, scored: Path) -> None:
    arguments = ("evaluate", scored, *MODELS, *COSTS, "--bootstrap", "40", "--json", "-q")
    for own in json.loads(cli(*arguments).out)["uncertainty"].values():
        assert own["cost"]["pc"] == own["money"]["pc"] == pytest.approx(asked().pc)
        assert "pc" not in own["auc"]
    for name, more, wanted in (
        ("cost", ("--band", "simultaneous"), "at all conditions together"),
        ("cost", ("--level", "90%"), "by itself"),
        ("roc", ("--band", "simultaneous", "--bootstrap", "40"), "at all places together"),
    ):
        found = json.loads(cli("curve", name, scored, *MODELS, *more, "--json", "-q").out)
        assert {band["scope"] for band in found["bands"].values()} == {wanted}
    size = ("--fpr", "10%", "--fnr", "20%", "--pc", "0.5", "--half-width", "0.1", "--cheapest", "--json")
    assert json.loads(cli("sample-size", *size).out)["interval"]["scope"] == "by itself"


def test_decisions_say_in_words_how_sure_they_are(cli: Cli, scored: Path) -> None:
    out = " ".join(
        cli("decide", scored, *MODELS, *COSTS, "--level", "0.95", "--bootstrap", "100").out.split()
    )
    assert "A case costs" in out
    assert f"{wanted().target_words}. The interval holds for both models together" in out
    assert (
        "as good was chosen among the models; `evaluate` gives one for each model alone, which is narrower."
        in out
    )
    assert "95 % interval" in out
    assert "Chosen and judged on the same records it looks" in out
    assert "this ignores that" in out
    assert "on other samples" in out


def test_a_threshold_chosen_elsewhere_is_a_given_one(cli: Cli, scored: Path) -> None:
    arguments = ("--partition", "wave", "--choose-on", "train", "--level", "95%", "--json", "-q")
    found = json.loads(cli("decide", scored, *MODELS, *COSTS, *arguments).out)["uncertainty"]
    assert found["cost"]["target"] == "the threshold as given"
    assert "optimism" not in found
    assert "threshold" not in found


def test_goals_have_intervals_of_their_rates(cli: Cli, scored: Path) -> None:
    found = json.loads(
        cli(
            "decide", scored, *MODELS, "--max-fpr", "0.1", "--seed", "1", "--bootstrap", "50", "--json", "-q"
        ).out
    )["uncertainty"]
    assert set(found) == {"tpr", "fpr", "threshold", "sentences"}
    assert found["fpr"]["low"] < 0.1


def test_totals_have_an_interval(cli: Cli, scored: Path) -> None:
    arguments = ("--row-fn", "3", "--row-fp", "1", "--level", "95%", "--json", "-q")
    found = json.loads(cli("decide", scored, *MODELS, *arguments).out)
    total = found["uncertainty"]["total"]
    assert total["estimate"] == pytest.approx(found["total_cost"]["cost"])
    assert total["low"] < total["estimate"] < total["high"]


def test_evaluations_show_the_intervals_of_all_models(cli: Cli, scored: Path) -> None:
    arguments = (*MODELS, "--level", "95%", "--bootstrap", "60")
    document = json.loads(cli("evaluate", scored, *arguments, "--json", "-q").out)["uncertainty"]
    assert set(document) == set(SCORES)
    assert (
        document["good"]["auc"]["low"] < document["good"]["auc"]["estimate"] < document["good"]["auc"]["high"]
    )
    assert "area" in document["good"]
    out = cli("evaluate", scored, *arguments, *COSTS).out
    assert "95 % intervals, each by itself; NEC at PC(+) =" in out
    assert "AUC: the AUC" not in out
    assert "`decide` chooses among the models" in out
    assert "NEC: thresholds chosen on the other folds (cross-fitted)" in out


def test_evaluations_show_money_beside_nec(cli: Cli, scored: Path) -> None:
    arguments = ("evaluate", scored, *MODELS, *COSTS, "--level", "95%", "--bootstrap", "40", "-q")
    found = json.loads(cli(*arguments, "--json").out)["uncertainty"]["good"]
    decided = json.loads(cli("decide", *arguments[1:], "--model", "good", "--json").out)["uncertainty"]
    for end in ("estimate", "low", "high"):
        assert found["money"][end] == pytest.approx(decided["cost"][end])
    assert f"cost per case    {found['money']['estimate']:.4f}" in cli(*arguments).out
    benefits = ("--benefit-tp", "3", "--cost-fp", "1")
    brings = cli("evaluate", scored, *MODELS, *benefits, *arguments[-5:])
    assert "benefit per case" in brings.out
    relative = cli("evaluate", scored, *MODELS, "--pc", "0.4", *arguments[-5:], "--json")
    assert "money" not in json.loads(relative.out)["uncertainty"]["good"]


def test_intervals_say_which_parts_they_are_of(cli: Cli, scored: Path) -> None:
    arguments = (scored, *MODELS, "--partition", "wave", "--level", "95%", "-q")
    for command, heading in (("evaluate", "95 % intervals"), ("compare", "over PC(+), 95 % intervals")):
        few = ("--bootstrap", "40") if command == "evaluate" else ()
        assert f"{heading} on test, at its prevalence of" in cli(command, *arguments, *few).out
        document = json.loads(cli(command, *arguments, *few, "--json").out)
        assert document["uncertainty_of"] == "test"
        plain = cli(command, scored, *MODELS, "--level", "95%", "-q", *few)
        assert "parts" not in plain.out
    chosen = cli("evaluate", *arguments, "--bootstrap", "40", "--choose-on", "train")
    assert "95 % intervals on test, at its prevalence of 41.7 %, each by itself" in chosen.out


def test_notes_say_whose_they_are(cli: Cli, tmp_path: Path) -> None:
    lines = [f"{int(i < 12)},{12 - i / 2},{(i * 7) % 24 / 2}" for i in range(24)]
    (tmp_path / "perfect.csv").write_text("label,best,other\n" + "\n".join(lines) + "\n", encoding="utf-8")
    out = " ".join(cli("evaluate", "perfect.csv", "--level", "95%", "--bootstrap", "40", "-q").out.split())
    assert "best, AUC: every record of one class outranks every one of the other" in out
    assert "best, H: no replicate differs" in out
    assert "other, AUC: every" not in out


def test_pairs_are_tested_and_say_where_one_is_cheaper(cli: Cli, scored: Path) -> None:
    document = json.loads(cli("compare", scored, *MODELS, *COSTS, "--level", "95%", "--json", "-q").out)
    (pair,) = document["uncertainty"]
    wanted = evaluate(LABELS, SCORES).compare("good", "poor", asked())
    assert pair["pvalue"] == pytest.approx(wanted.pvalue)
    assert all(one["winner"] == "good" for one in pair["cheaper"]["ranges"])
    out = cli("compare", scored, *MODELS, "--level", "95%").out
    assert "Difference in NEC on average over PC(+), 95 % intervals" in out


def test_the_test_of_two_models(cli: Cli, scored: Path) -> None:
    found = json.loads(cli("test", scored, "good", "poor", "--pc", "0.4", "--json", "-q").out)
    assert found["pvalue"] == pytest.approx(evaluate(LABELS, SCORES).compare("good", "poor", 0.4).pvalue)
    out = cli("test", scored, "good", "poor", "--pc", "0.4", "--margin", "0.3").out
    assert "good and poor differ by less than 0.3 in NEC at PC(+) = 0.4 (p" in out
    assert "two one-sided tests" in out
    alone, clustered = (
        json.loads(cli("test", scored, "good", "poor", *more, "--json", "-q").out)
        for more in ((), ("--cluster", "patient"))
    )
    assert clustered["estimate"]["low"] != alone["estimate"]["low"]


def test_curves_have_bands(cli: Cli, scored: Path) -> None:
    text = cli("curve", "cost", scored, *MODELS, "--band", "simultaneous", "-q").out
    rows = list(csv.DictReader(io.StringIO(text)))
    assert set(rows[0]) == {"model", "pc", "cost", "cost_low", "cost_high"}
    assert all(float(row["cost_low"]) <= float(row["cost"]) <= float(row["cost_high"]) for row in rows)
    text = cli("curve", "roc", scored, *MODELS, "--level", "90%", "--bootstrap", "60", "-q").out
    assert next(csv.reader(io.StringIO(text))) == ["model", "fpr", "tpr", "tpr_low", "tpr_high"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("decide", "{}", *COSTS, "--level", "95"),
            "a confidence level must lie between 0 and 1; got 95 (--level): write 95%",
        ),
        (("decide", "{}", *COSTS, "--level", "200%"), "got 2, that is 200% (--level): 95% is usual"),
        (("decide", "{}", *COSTS, "--level", "1"), "got 1, that is 100% (--level): 95% is usual"),
        (("decide", "{}", *COSTS, "--level", "abc"), "got 'abc': write it like 0.95 or 95%"),
        (
            ("decide", "{}", *COSTS, "--bootstrap", "-5"),
            "a bootstrap must have 20 replicates or more; got -5",
        ),
        (("evaluate", "{}", "--bootstrap", "1e3"), "must be a whole number; got '1e3'"),
        (("evaluate", "{}", "--seed", "x"), "--seed must be a whole number, 0 or more; got 'x'"),
        (("decide", "{}", *COSTS, "--bootstrap", "3"), "a bootstrap must have 20 replicates or more; got 3"),
        (("test", "{}", "good", "other"), "no such model 'other'"),
        (("test", "{}", "good", "poor", "--margin", "0.1"), "--margin needs one condition"),
        (("test", "{}", "good", "poor", "--pc", "0.4", "--margin", "-1"), "above 0 and below 1"),
        (("curve", "deciles", "{}", "--level", "95%"), "a band must be of a curve; got 'deciles'"),
        (("decide", "{}", *COSTS, "--seed", "-4"), "--seed"),
    ],
)
def test_wrong_wishes_are_refused_in_words(
    cli: Cli, scored: Path, arguments: tuple[str, ...], said: str
) -> None:
    outcome = cli(*(scored if one == "{}" else one for one in arguments))
    assert outcome.code == 2
    assert said in outcome.err
    assert "Traceback" not in outcome.err


def test_intervals_are_those_of_the_stated_prevalence(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "probabilities.csv"
    chances = 1 / (1 + np.exp(-SIGNAL))
    lines = [f"{label},{chance!r}" for label, chance in zip(LABELS.tolist(), chances.tolist(), strict=True)]
    path.write_text("label,m\n" + "\n".join(lines) + "\n", encoding="utf-8")
    arguments = ("--prevalence", "5%", "--level", "95%", "--bootstrap", "60", "--json", "-q")
    document = json.loads(cli("evaluate", path, *arguments).out)
    for key in ("brier", "h_measure"):
        assert document["uncertainty"]["m"][key]["estimate"] == pytest.approx(document["models"]["m"][key])


def test_whoever_waits_is_told_how_many_replicates_are_drawn(scored: Path) -> None:
    told: list[tuple[object, ...]] = []
    request = Request(intervals=IntervalOptions(bootstrap=200))
    uncertainty = questioned(load(str(scored)), request, lambda *step: told.append(step))
    assert told == []
    uncertainty.summary("good", "h_measure")
    assert told == [("making intervals", done, 200) for done in (100, 200)]
