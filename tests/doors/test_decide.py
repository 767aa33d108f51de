"""`decide`, `apply` and `check`: one answer from choosing to use, and the gate in front of it."""

from __future__ import annotations

import csv
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import criteria
from costcurves.examples import personal_loans
from costcurves.examples.literature import shipped
from costcurves.tallies.cells import RunningWeights

if TYPE_CHECKING:
    from costcurves.criteria.criterion import Criterion
    from tests.doors.conftest import Cli

LOANS = shipped("personal_loans.csv")
COSTS = ("--cost-fp", "1", "--cost-fn", "20")
GOALS = [
    ("--max-fpr 1%", criteria.max_fpr(0.01)),
    ("--capacity 0.1", criteria.capacity(0.1)),
    ("--budget 600 --price 5 --cases 1000", criteria.budget(600, 5, 1000)),
    ("--equal-errors", criteria.equal_errors()),
    ("--best f1", criteria.best("f1")),
    ("--best precision --given recall --floor 90%", criteria.best_given("precision", "recall", 0.9)),
    ("--minimax 0.1 0.3", criteria.minimax(0.1, 0.3)),
    ("--minimax-regret 10% 30%", criteria.minimax_regret(0.1, 0.3)),
    ("--max-fpr 0.01 --randomised", criteria.max_fpr(0.01, randomised=True)),
    ("--capacity 10% --randomised", criteria.capacity(0.1, randomised=True)),
]
KEYS = {
    "model", "criterion", "chosen_on", "threshold", "flags", "mixture", "fpr", "tpr", "pc", "nec",
    "expected_cost", "sentence",
}  # fmt: skip


def brute_force(costs: tuple[int, int] = (1, 20)) -> tuple[Fraction, str, float]:
    """Least cost of the personal loans by counting, with its model and threshold."""
    labels, scores = personal_loans()
    found = []
    for model, score in scores.items():
        for threshold in {*score.tolist(), float("inf")}:
            flagged = score >= threshold
            fp, fn = int((flagged & (labels == 0)).sum()), int((~flagged & (labels == 1)).sum())
            found.append((Fraction(fp * costs[0] + fn * costs[1], len(labels)), model, -threshold))
    cost, model, threshold = min(found)
    return cost, model, -threshold


# ---- decide ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "criterion",
    [criteria.least_cost(cc.OperatingCondition.from_pc(0.3)), *(criterion for _, criterion in GOALS)],
    ids=lambda criterion: criterion.title,
)
def test_choosing_a_threshold_lays_out_no_cells(
    criterion: Criterion, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Running weights suffice; only judging on records left out takes the records apart."""
    laid_out: list[Any] = []
    monkeypatch.setattr(cc.Tally, "cells", property(laid_out.append))
    monkeypatch.setattr(RunningWeights, "cells", laid_out.append)
    labels, scores = personal_loans()
    assert cc.evaluate(labels, scores).decide(criterion=criterion).model in scores
    assert laid_out == []


def test_decide_by_costs(cli: Cli) -> None:
    outcome = cli("decide", LOANS, *COSTS, "--json", "-o", "d.json")
    found = json.loads(outcome.out)
    cost, model, threshold = brute_force()
    assert set(found) >= KEYS
    assert found["expected_cost"] == pytest.approx(float(cost), abs=1e-12)
    assert (found["model"], found["threshold"]["high"]) == (model, threshold)
    assert found["flags"] == "some"
    assert found["mixture"] is None
    assert found["chosen_on"] == "personal_loans.csv"
    assert found["pc"] == pytest.approx(192 * 20 / (192 * 20 + 1808))
    assert "At a prevalence of 9.6 %, the share in these records" in found["sentence"]
    assert json.loads(Path("d.json").read_text(encoding="utf-8")) == found


def test_decide_says_it_in_a_sentence_and_a_table(cli: Cli) -> None:
    outcome = cli("decide", LOANS, *COSTS)
    assert "Use boosting and flag a case when its score is at least 0.044868" in outcome.out
    assert "on the records used for the choice, it looks like 0.057." in outcome.out
    assert "Flagging nobody costs 1.92, flagging everybody 0.904." in outcome.out
    assert "same records" not in outcome.out + outcome.err
    assert re.search(r"flag everybody +100\.00 .* 0\.9040", outcome.out)


def test_a_stated_prevalence_is_not_called_the_share_of_the_records(cli: Cli) -> None:
    found = json.loads(cli("decide", LOANS, *COSTS, "--prevalence", "9.6%", "--json").out)
    assert found["sample_prevalence"] is False
    assert "the share in these records" not in found["sentence"]


def test_benefits_make_it_bring(cli: Cli, five: Path) -> None:
    outcome = cli("decide", five, "--benefit-tp", 24.35, "--cost-fp", 0.65)
    # Of the four best three are positives; one of the two negatives is among them.
    assert f"it looks like {(3 * 24.35 - 0.65) / 5:.4g}. Flagging nobody brings 0" in outcome.out
    assert "benefit" in outcome.out.split("Expected outcomes")[1]


def test_nobody_is_the_open_end_of_the_thresholds(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text("label,m\n0,.9\n1,.8\n0,.7\n1,.1\n", encoding="utf-8")
    found = json.loads(cli("decide", "f.csv", "--pc", 0.05, "--json").out)
    assert (found["flags"], found["threshold"]) == ("nobody", {"low": 0.9, "high": "inf"})
    assert found["expected_cost"] is None  # PC(+) alone is no money
    everybody = json.loads(cli("decide", "f.csv", "--pc", 0.95, "--json").out)
    assert everybody["flags"] == "everybody"
    assert everybody["threshold"]["high"] == 0.1


@pytest.mark.parametrize(
    ("arguments", "condition"),
    [
        (["--cost-fp", 1, "--cost-fn", 20], cc.OperatingCondition(0.6, cc.Costs(1, 20))),
        (["--cost-fp", 1, "--cost-fn", 9, "--prevalence", "2%"], cc.OperatingCondition(0.02, cc.Costs(1, 9))),
        (["--cost-fp", 5, "--cost-tp", -3], cc.OperatingCondition(0.6, cc.Costs(5, 0, tp=-3))),
        (["--cost-fn", 5, "--cost-tn", -1], cc.OperatingCondition(0.6, cc.Costs(0, 5, tn=-1))),
        (["--pc", 0.3], cc.OperatingCondition.from_pc(0.3)),
        (["--ratio", 0.25, "--prevalence", 0.5], cc.OperatingCondition.from_ratio(0.25, prevalence=0.5)),
        (
            ["--threshold-probability", "99%", "--prevalence", 0.5],
            cc.OperatingCondition.from_threshold(0.99, prevalence=0.5),
        ),
        (
            ["--benefit-tp", 24, "--benefit-fp", -1, "--benefit-fn", 0.5, "--benefit-tn", 2],
            cc.OperatingCondition.from_benefits(tp=24, fp=-1, fn=0.5, tn=2, prevalence=0.6),
        ),
    ],
)  # fmt: skip
def test_every_way_to_state_a_condition(
    cli: Cli, five: Path, arguments: list[Any], condition: cc.OperatingCondition
) -> None:
    found = json.loads(cli("decide", five, *arguments, "--json").out)
    ev = cc.evaluate([1, 1, 0, 1, 0], {"m": [0.9, 0.8, 0.7, 0.4, 0.1]})
    expected = ev.uncertainty().recommendation(condition).decision
    assert found["pc"] == pytest.approx(condition.pc, abs=1e-15)
    assert (found["fpr"], found["tpr"]) == (expected.fpr, expected.tpr)
    assert found["nec"] == pytest.approx(expected.nec, abs=1e-15)
    assert found["expected_cost"] == (None if condition.relative else pytest.approx(expected.expected_cost))


@pytest.mark.parametrize(
    ("arguments", "criterion"),
    GOALS,
    ids=lambda value: value.replace(" ", "_") if isinstance(value, str) else "",
)
def test_every_goal(cli: Cli, arguments: str, criterion: Criterion) -> None:
    found = json.loads(cli("decide", LOANS, *arguments.split(), "--json").out)
    labels, scores = personal_loans()
    expected = cc.evaluate(labels, scores).decide(criterion=criterion)
    assert found["criterion"] == criterion.title
    assert (found["model"], found["fpr"], found["tpr"]) == (expected.model, expected.fpr, expected.tpr)
    assert (found["mixture"] is None) == (expected.other is None)


def test_a_goal_may_be_priced_and_one_model_be_named(cli: Cli) -> None:
    found = json.loads(cli("decide", LOANS, "--capacity", "10%", *COSTS, "--model", "logistic", "--json").out)
    assert found["model"] == "logistic"
    assert found["expected_cost"] > float(brute_force()[0])


def test_points_need_no_rows(cli: Cli) -> None:
    found = json.loads(
        cli("decide", shipped("credit_rules.csv"), "--cost-fp", 1, "--cost-fn", 1, "--json").out
    )
    assert found["expected_cost"] == pytest.approx(100 / 690)  # both rules make 100 errors
    assert found["threshold"] is None


def test_rates_without_sizes_need_a_prevalence(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text("model,fpr,tpr\na,0.2,0.8\n", encoding="utf-8")
    assert "state it with --prevalence" in cli("decide", "f.csv", "--cost-fp", 1, "--cost-fn", 1).error
    found = json.loads(
        cli("decide", "f.csv", "--cost-fp", 1, "--cost-fn", 1, "--prevalence", 0.4, "--json").out
    )
    assert found["expected_cost"] == pytest.approx(0.2)


def test_goals_say_what_they_reach(cli: Cli, five: Path) -> None:
    # The four best of five: three positives and one of two negatives, so that precision is 3/4.
    outcome = cli("decide", five, "--best", "precision", "--given", "recall", "--floor", 1)
    assert "Its precision is 0.75." in outcome.out
    found = json.loads(cli("decide", five, "--minimax", 0.2, 0.3, "--json").out)
    assert (found["fpr"], found["tpr"]) == (0.0, 2 / 3)
    assert found["remarks"][0] == "At worst its normalised cost is 0.1, at PC(+) 0.3."
    # Two flagged cost PC/3, four cost (1 - PC)/2: at 0.5 the first are 1/12 cheaper, at 0.8 the others 1/6.
    found = json.loads(cli("decide", five, "--minimax-regret", 0.5, 0.8, "--json").out)
    assert (found["fpr"], found["tpr"]) == (0.5, 1.0)
    assert found["remarks"][0] == "At worst its regret is 0.08333, at PC(+) 0.5."


def test_decisions_on_few_records_are_called_so(cli: Cli, five: Path) -> None:
    few = cli("decide", five, "--max-fpr", 0).out
    assert "Only 2 records of five.csv are flagged: too few to rely on." in few
    assert "too few" not in cli("decide", LOANS, *COSTS).out


# ---- apply ----------------------------------------------------------------------------------


def applied(path: str) -> list[dict[str, str]]:
    """Rows of a written CSV file."""
    with Path(path).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def test_apply_gives_back_what_was_decided(cli: Cli) -> None:
    decision = json.loads(cli("decide", LOANS, *COSTS, "-o", "d.json", "--json").out)
    outcome = cli("apply", "d.json", LOANS, "-o", "out.csv")
    found = applied("out.csv")
    labels, scores = personal_loans()
    score = scores["boosting"].tolist()
    assert list(found[0]) == ["label", "logistic", "forest", "boosting", "decision", "rank", "expected_cost"]
    assert [row["decision"] == "1" for row in found] == [s >= decision["threshold"]["high"] for s in score]
    assert [float(row["boosting"]) for row in found] == score
    assert [int(row["rank"]) for row in found] == [1 + sum(other > s for other in score) for s in score]
    # On the records that chose it, the mean of the expected costs is what the decision costs.
    assert sum(float(row["expected_cost"]) for row in found) / len(found) == pytest.approx(
        decision["expected_cost"]
    )
    tp = sum(row["decision"] == row["label"] == "1" for row in found)
    assert tp / labels.sum() == pytest.approx(decision["tpr"])
    assert "flagged 243 of 2,000 records (12.2 %), expected 12.2 %" in outcome.err


def test_apply_keeps_other_columns_and_needs_no_label(cli: Cli, five: Path, tmp_path: Path) -> None:
    cli("decide", five, "--pc", 0.5, "-o", "d.json")
    (tmp_path / "new.csv").write_text("id,name,m\n007,=1+1,0.85\n008,Zoë,0.2\n", encoding="utf-8")
    outcome = cli("apply", "d.json", "new.csv")
    assert outcome.out.splitlines() == ["id,name,m,decision,rank", "007,=1+1,0.85,1,1", "008,Zoë,0.2,0,2"]
    assert "no column expected_cost: the decision has no costs in money" in outcome.err
    assert "a spreadsheet may run them as formulas" in outcome.err
    assert cli("apply", "d.json", "new.csv", "-q").err == ""


def test_apply_says_when_the_flagged_share_is_strange(cli: Cli, five: Path, tmp_path: Path) -> None:
    cli("decide", five, "--pc", 0.5, "-o", "d.json")
    (tmp_path / "new.csv").write_text("m\n" + "0.95\n" * 100, encoding="utf-8")
    assert (
        "flagged 100 of 100 records (100 %), expected 40 %: far more or fewer"
        in cli("apply", "d.json", "new.csv").err
    )


def test_apply_where_the_expected_share_is_unknown(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text("model,threshold,fpr,tpr\na,0.5,0.1,0.8\n", encoding="utf-8")
    cli("decide", "f.csv", "--max-fpr", 0.1, "-o", "d.json")
    (tmp_path / "new.csv").write_text("a\n0.4\n0.6\n", encoding="utf-8")
    outcome = cli("apply", "d.json", "new.csv")
    assert outcome.out.splitlines() == ["a,decision,rank", "0.4,0,2", "0.6,1,1"]
    assert "the expected share is not known" in outcome.err


def test_apply_finds_scores_under_another_name(cli: Cli, five: Path, tmp_path: Path) -> None:
    cli("decide", five, "--pc", 0.5, "-o", "d.json")
    (tmp_path / "new.csv").write_text("p\n0.85\n0.2\n", encoding="utf-8")
    assert "no column 'm' in" in cli("apply", "d.json", "new.csv").error
    assert cli("apply", "d.json", "new.csv", "--score", "p").out.splitlines()[1] == "0.85,1,1"


def test_apply_finds_the_column_of_a_class(cli: Cli, tmp_path: Path) -> None:
    text = "label,rf_p_a,rf_p_b,rf_p_c\na,.7,.2,.1\nb,.1,.8,.1\nc,.2,.2,.6\n"
    (tmp_path / "many.csv").write_text(text, encoding="utf-8")
    cli("decide", "many.csv", "--positive", "b", "--pc", 0.5, "-o", "d.json")
    assert [
        row["decision"] for row in csv.DictReader(cli("apply", "d.json", "many.csv").out.splitlines())
    ] == ["0", "1", "0"]


def test_apply_low_scores(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text("label,m\n1,1\n1,2\n0,3\n0,5\n", encoding="utf-8")
    cli("decide", "f.csv", "--lower-is-positive", "--pc", 0.5, "-o", "d.json")
    found = list(csv.DictReader(cli("apply", "d.json", "f.csv").out.splitlines()))
    assert [(row["decision"], row["rank"]) for row in found] == [
        ("1", "1"),
        ("1", "2"),
        ("0", "3"),
        ("0", "4"),
    ]


def test_apply_says_that_a_seed_is_not_needed(cli: Cli, five: Path) -> None:
    cli("decide", five, "--pc", 0.5, "-o", "d.json")
    assert "--seed is not needed" in cli("apply", "d.json", five, "--seed", 1).err
    assert "--seed" not in cli("apply", "d.json", five).err


def test_apply_by_lot_needs_a_seed(cli: Cli) -> None:
    cli("decide", LOANS, "--max-fpr", "1%", "--randomised", "-o", "d.json")
    assert "give e.g. --seed 1" in cli("apply", "d.json", LOANS).error
    first, again = (cli("apply", "d.json", LOANS, "--seed", 3).out for _ in range(2))
    assert first == again
    assert first != cli("apply", "d.json", LOANS, "--seed", 4).out


def test_apply_refuses_columns_that_are_there_already(cli: Cli, five: Path) -> None:
    cli("decide", five, "--pc", 0.5, "-o", "d.json")
    cli("apply", "d.json", five, "-o", "out.csv")
    assert "got a table with 'decision', 'rank'" in cli("apply", "d.json", "out.csv").error
    assert "is also an input" in cli("apply", "d.json", "out.csv", "-o", "out.csv").error


# ---- check ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cost() -> tuple[float, float, float]:
    """What choosing a model for the loans costs on records left out, and both ends of its interval."""
    labels, scores = personal_loans()
    headline = cc.evaluate(labels, scores).uncertainty().recommendation(cc.Costs(fp=1, fn=20)).headline
    assert headline.low is not None
    assert headline.high is not None
    return headline.estimate, headline.low, headline.high


@pytest.mark.parametrize(
    ("more", "demand", "met"), [(1.01, "estimate", True), (0.99, "estimate", False), (1.01, "upper", False)]
)
def test_check_is_a_gate(
    cli: Cli, cost: tuple[float, float, float], more: float, demand: str, met: bool
) -> None:
    limit = more * cost[0]
    outcome = cli("check", LOANS, *COSTS, "--max-cost", limit, "--demand", demand)
    assert outcome.code == (not met)
    word = "met" if met else "not met"
    if demand == "upper":
        assert outcome.out.startswith(f"{word}: upper end of cost per case {cost[2]:.4g} > {limit:.4g}")
        assert f"(the cost per case itself is {cost[0]:.4g})" in outcome.out
    else:
        sign = "≤" if more > 1 else ">"
        assert outcome.out.startswith(f"{word}: cost per case {cost[0]:.4g} {sign} {limit:.4g}")
        assert f"(but its interval extends beyond the limit, to {cost[2]:.4g})" in outcome.out
    assert "judged on records left out of the choice" in outcome.out
    found = json.loads(cli("check", LOANS, *COSTS, "--max-cost", limit, "--demand", demand, "--json").out)
    assert found["met"] is met
    assert found["decision"]["headline"]["estimate"] == pytest.approx(cost[0])


def test_a_gate_may_be_met_by_the_whole_interval(cli: Cli, cost: tuple[float, float, float]) -> None:
    outcome = cli("check", LOANS, *COSTS, "--max-cost", 1.01 * cost[2], "--demand", "upper")
    assert outcome.code == 0
    assert outcome.out.startswith(f"met: upper end of cost per case {cost[2]:.4g} ≤")
    plain = cli("check", LOANS, *COSTS, "--max-cost", 1.01 * cost[2])
    assert f"(as is the upper end of its interval, {cost[2]:.4g})" in plain.out
    nec = cli("check", LOANS, *COSTS, "--max-nec", 1, "--max-cost", 0.001)
    assert nec.code == 1
    assert nec.out.splitlines()[0].startswith("met: NEC ")


def test_a_gate_needs_records_left_out(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("label,m\n1,9\n" + "0,1\n0,2\n" * 9, encoding="utf-8")
    outcome = cli("check", "one.csv", "--pc", 0.5, "--max-nec", 1)
    assert outcome.code == 2
    assert "a cost can only be checked on records left out of the choice" in outcome.error
    assert cli("decide", "one.csv", "--pc", 0.5).code == 0
    upper = cli("check", LOANS, "--max-fpr", 0.1, *COSTS, "--max-nec", 1, "--demand", "upper")
    assert upper.code == 2


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (COSTS, "nothing to check; give --max-nec"),
        (["--max-nec", 0.1], "a decision needs costs or a constraint; state --cost-fp"),
        (["--pc", 0.1, "--max-cost", 1], "--max-cost needs costs in money"),
        ([*COSTS, "--baseline", "nope.csv"], "no such file: 'nope.csv'"),
        ([*COSTS, "--baseline", "bad.json"], "the baseline must be what `evaluate --json` wrote"),
        ([*COSTS, "--baseline", "none.json"], "the baseline must have models; got none"),
        (
            [*COSTS, "--max-nec", 1, "--decision", "d.json", "--model", "m"],
            "leave out --model and --choose-on",
        ),
        (["--max-nec", 1, "--decision", "goal.json"], "--max-nec needs an operating condition"),
        (["--baseline", "goal.json", "--decision", "goal.json"], "--baseline needs an operating condition"),
    ],
)
def test_check_says_what_it_needs(cli: Cli, five: Path, arguments: list[Any], error: str) -> None:
    Path("bad.json").write_text('{"models": {"m": {}}}', encoding="utf-8")
    Path("none.json").write_text('{"models": {}}', encoding="utf-8")
    cli("decide", five, "--max-fpr", 0.5, "-o", "goal.json")
    outcome = cli("check", five, *arguments)
    assert error in outcome.error
    assert outcome.code == 2


def test_check_against_what_was_there_before(cli: Cli) -> None:
    cli("evaluate", LOANS, "-o", "saved.json")
    Path("numbers.json").write_text(cli("evaluate", LOANS, "--json").out, encoding="utf-8")
    cli("decide", LOANS, *COSTS, "-o", "decision.json")
    for old in (LOANS, "saved.json", "numbers.json", "decision.json"):
        outcome = cli("check", LOANS, *COSTS, "--baseline", old)
        assert outcome.code == 0
        own, former = re.findall(r"met: cost per case ([0-9.]+) ≤ ([0-9.]+), of boosting in", outcome.out)[0]
        assert own == former
        # A model is compared with itself where it was there before, with the decision in use otherwise.
        outcome = cli("check", LOANS, *COSTS, "--model", "logistic", "--score", "logistic", "--baseline", old)
        assert outcome.code == (1 if old == "decision.json" else 0)
    worse = cli("check", LOANS, "--pc", 0.5, "--score", "logistic", "--baseline", "saved.json")
    assert worse.code == 1
    assert worse.out.startswith("not met: NEC ")


def test_check_compares_guesses_with_themselves(cli: Cli) -> None:
    """On the records that chose it a guess may look better than flagging nobody: there it is judged so, too."""
    rng = np.random.default_rng(6)
    rows = "".join(f"{int(place % 3 == 0)},{score}\n" for place, score in enumerate(rng.random(150)))
    Path("noise.csv").write_text(f"label,m\n{rows}", encoding="utf-8")
    Path("numbers.json").write_text(cli("evaluate", "noise.csv", "--json").out, encoding="utf-8")
    assert json.loads(cli("decide", "noise.csv", "--pc", 0.4, "--json").out)["verdict"] == "nobody"
    outcome = cli("check", "noise.csv", "--pc", 0.4, "--baseline", "numbers.json")
    own, former = re.findall(r"met: NEC ([0-9.]+) ≤ ([0-9.]+), of m in", outcome.out)[0]
    assert own == former
    assert float(own) < 0.4


def test_check_against_decisions_that_no_left_out_rates_are_known_of(cli: Cli, five: Path) -> None:
    Path("few.csv").write_text("label,m\n1,3\n0,2\n0,1\n", encoding="utf-8")
    Path("rows.csv").write_text("label,m,amount\n" + "1,3,9\n0,2,5\n0,1,4\n" * 4, encoding="utf-8")
    cli("decide", "few.csv", "--max-fpr", 0.5, "-o", "goal.json")
    cli("decide", "rows.csv", "--row-fn", "amount", "--row-fp", 3, "-o", "total.json")
    for former in ("goal.json", "total.json"):
        outcome = cli(
            "check", "rows.csv", "--cost-fp", 1, "--cost-fn", 4, "--score", "m", "--baseline", former
        )
        assert f"of m in {former}" in outcome.out
        assert outcome.code in {0, 1}


def test_check_a_saved_decision(cli: Cli, five: Path, tmp_path: Path) -> None:
    twice = Path("five twice.csv")  # of five records alone nobody is told from everybody
    head, *rows = five.read_text(encoding="utf-8").splitlines(keepends=True)
    twice.write_text("".join([head, *rows * 4]), encoding="utf-8")
    cli("decide", twice, "--cost-fp", 1, "--cost-fn", 2, "-o", "d.json")
    (tmp_path / "new.csv").write_text("label,m\n1,0.9\n1,0.2\n0,0.7\n0,0.1\n", encoding="utf-8")
    # Its threshold 0.4 makes FPR and FNR a half; costs and prevalence 0.6 come from the decision.
    outcome = cli("check", "new.csv", "--decision", "d.json", "--max-cost", 0.4)
    assert outcome.code == 1
    assert "not met: cost per case 0.8 > 0.4" in outcome.out
    assert "Chosen on five twice.csv, judged on new.csv." in outcome.out
    assert "same records" not in outcome.err  # the threshold was chosen elsewhere
    for more, cost in ((["--prevalence", 0.2], 0.6), (["--cost-fp", 1, "--cost-fn", 3], 1.0)):
        document = json.loads(
            cli("check", "new.csv", "--decision", "d.json", "--max-cost", 9, *more, "--json").out
        )
        assert document["gates"][0]["value"] == pytest.approx(cost)
        assert "the share in" not in document["decision"]["sentence"]  # nor is it that of five.csv


def test_fractional_weights_have_one_share_of_positives_for_all_models(cli: Cli, tmp_path: Path) -> None:
    weights = [0.1, 0.2, 0.3, 0.7, 0.15, 0.35, 0.9, 0.6]
    scores = [[8, 1, 2, 7, 4, 3, 6, 5], [1, 2, 3, 4, 5, 6, 7, 8], [3, 8, 6, 1, 2, 7, 5, 4]]
    rows = zip([1, 0, 1, 0, 1, 0, 1, 0], *scores, weights, strict=True)
    path = tmp_path / "weighted.csv"
    path.write_text("label,a,b,c,w\n" + "".join(",".join(map(str, row)) + "\n" for row in rows), "utf-8")
    outcome = cli("decide", path, "--weight", "w", "--cost-fp", "1", "--cost-fn", "2", "--json", "-q")
    assert outcome.code == 0, outcome.err
    assert json.loads(outcome.out)["prevalence"] == pytest.approx(1.45 / 3.3)
