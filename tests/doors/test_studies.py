"""`sign-test` and `study`: results on many data sets, on the command line."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

import costcurves as cc
from costcurves._ground.documents import plain_json
from costcurves.examples import accuracies26
from costcurves.examples.literature import shipped
from tests.doors.running import no_such

if TYPE_CHECKING:
    from pathlib import Path

    from costcurves.inference.estimate import TestResult
    from tests.doors.conftest import Cli

TABLE = shipped("accuracies26.csv")
STUDY = cc.studies.Study.of(accuracies26()[1], better="high", datasets=accuracies26()[0])


# ---- sign-test ------------------------------------------------------------------------------


def test_sign_test_in_words(cli: Cli) -> None:
    outcome = cli("sign-test", 4, 14, 2)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines() == [
        "p = 0.03088 (both win equally often); exact sign test, statistic 4; 2 tied, left out",
        "significant at 5 %; of 18 data sets, counts up to 4 are significant",
        "The second wins more often (p = 0.03088).",
    ]


@pytest.mark.parametrize(
    ("options", "want", "critical"),
    [
        ([], cc.studies.sign_test(4, 14, 3), 4),
        (["--ties", "split"], cc.studies.sign_test(4, 14, 3, tie_rule="split"), 5),
        (["--normal"], cc.studies.sign_test(4, 14, 3, method="normal"), 4),
        (["--alternative", "less"], cc.studies.sign_test(4, 14, 3, alternative="less"), 5),
        (["--alpha", "1%"], cc.studies.sign_test(4, 14, 3), 3),
    ],
)
def test_options_of_the_sign_test(cli: Cli, options: list[str], want: TestResult, critical: int) -> None:
    found = json.loads(cli("sign-test", 4, 14, 3, "--json", *options).out)
    assert (found["critical"], found["pvalue"]) == (critical, want.pvalue)
    assert found["datasets"] == (20 if "split" in options else 18)


@pytest.mark.parametrize(
    ("arguments", "verdict"),
    [
        ([200, 400], "The second wins more often (p < 0.0001)."),
        ([4, 5], "Which of the two wins more often is left open (p = 1)."),
        ([14, 4, "--alternative", "greater"], "The first wins more often (p = 0.01544)."),
        ([14, 4, "--alternative", "less"], "It is not shown that the second wins more often (p = 0.9962)."),
    ],
)
def test_sign_tests_end_with_a_verdict(cli: Cli, arguments: list[object], verdict: str) -> None:
    assert cli("sign-test", *arguments).out.splitlines()[-1] == verdict
    assert json.loads(cli("sign-test", *arguments, "--json").out)["verdict"] == verdict


def test_sign_tests_say_what_became_of_ties(cli: Cli) -> None:
    split = cli("sign-test", 4, 14, 3, "--ties", "split").out
    assert "2 tied, half of them given to each side; 1 tied, left out\n" in split
    assert "; 3 tied, left out\n" in cli("sign-test", 4, 14, 3).out
    assert "left out" not in cli("sign-test", 4, 14, 2, "--ties", "split").out
    alone = cli("sign-test", 0, 0, 5).out
    assert alone.endswith("Neither wins on any data set: all tie, and nothing tells them apart.\n")
    assert "of 0 data sets" not in alone


def test_many_data_sets_need_no_exact_limit(cli: Cli) -> None:
    found = json.loads(cli("sign-test", 100_000_000, 3, "--normal", "--json").out)
    assert "critical" not in found
    assert found["verdict"] == "The first wins more often (p < 0.0001)."


def test_few_data_sets_are_never_significant(cli: Cli) -> None:
    assert "of 5 data sets, no count is significant" in cli("sign-test", 5, 0).out


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ([4], "missing L"),
        ([4, "x"], "L must be a whole number, 0 or more; got 'x'"),
        ([4.5, 3], "W must be a whole number, 0 or more; got '4.5'"),
        (["--", 4, -1], "L must be a whole number, 0 or more; got '-1'"),
        ([4, 3, "--ties", "splitt"], "no such value of --ties 'splitt'; did you mean 'split'?"),
        ([4, 3, "--alternative", "x"], "--alternative 'x'; choose from 'two-sided', 'greater', 'less'"),
        ([0, 0], "a sign test needs at least one data set; got no wins, losses or ties"),
        ([-1, 3], "wins, losses and ties must be whole numbers, 0 or more; got -1"),
        ([4, 3, "--foo"], no_such("--foo")),
        ([100_000_000, 3], "at most 100,000 data sets; got 100,000,003: give --normal"),
        (
            [4, 14, "--alpha", "5"],
            "must be a share, at most 1 or 100%; got '5': write 5% for a percentage",
        ),
        ([4, 14, "--alpha", "0"], "--alpha must lie strictly between 0 and 1; got 0.0"),
    ],
)
def test_what_the_sign_test_refuses(cli: Cli, arguments: list[object], error: str) -> None:
    outcome = cli("sign-test", *arguments)
    assert error in outcome.error
    assert outcome.code == 2


# ---- study table ----------------------------------------------------------------------------


def test_a_study_in_words(cli: Cli) -> None:
    outcome = cli("study", "table", TABLE, "--larger", "--rope", 1)
    assert outcome.code == 0
    assert outcome.err.endswith(
        "26 data sets; Grading, Select, Stacking, Voting; larger results are better\n"
    )
    assert outcome.out.startswith("Stacking has the best mean rank, 2.25. The algorithms may all be alike")
    for text in ("15/1/10", "p = 0.7012 (all algorithms rank alike); Friedman test, statistic 1.419", "by Nemenyi at 5 %, where mean ranks differ by more than 0.9199,",
                 "a false alarm\nwith a chance of 26.5 %", "Chances of differences of more than 1",
                 "Mean rank (1 is best)"):  # fmt: skip
        assert " ".join(text.split()) in " ".join(outcome.out.split())


def test_a_study_as_json(cli: Cli) -> None:
    found = json.loads(
        cli("study", "table", TABLE, "--larger", "--control", "Stacking", "--rope", 1, "--json", "-q").out
    )
    assert cc.studies.Study.from_json(found["study"]) == STUDY
    assert found["friedman"]["pvalue"] == cc.studies.friedman_test(STUDY).pvalue
    assert found["iman_davenport"]["statistic"] == cc.studies.iman_davenport_test(STUDY).statistic
    assert [row["holm"] for row in found["post_hoc"]] == cc.studies.holm_test(
        STUDY, "Stacking"
    ).pvalues.tolist()
    assert [row["algorithm"] for row in found["ranks"]] == ["Stacking", "Grading", "Voting", "Select"]
    assert found["pairs"][0]["outcome"] == "15/1/10"
    verdict = cc.studies.signed_rank_posterior(STUDY, "Grading", "Select", rope=1)
    assert found["practical"][0]["alike"] == verdict.alike


def test_smaller_results_may_be_better(cli: Cli) -> None:
    found = json.loads(cli("study", "table", TABLE, "--smaller", "--json", "-q").out)
    assert [row["algorithm"] for row in found["ranks"]] == ["Select", "Voting", "Grading", "Stacking"]


def test_differences_are_told(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "costs.csv"
    rows = [f"d{i},{i},{i + 1},{i + 2}" for i in range(9)]
    path.write_text("\n".join(["data,a,b,c", *rows]), encoding="utf-8")
    outcome = cli("study", "table", path, "--smaller", "-q")
    assert (
        "The algorithms differ (Iman–Davenport test, p < 0.0001); at 5 % the Nemenyi test distinguishes a from c"
        in outcome.out
    )
    assert "paired" in outcome.out  # all gains alike: no t test, a dash instead


@pytest.mark.parametrize("control", [[], ["--control", "b"]])
def test_sentence_table_and_diagram_go_by_one_test(cli: Cli, tmp_path: Path, control: list[str]) -> None:
    path, rng = tmp_path / "results.csv", np.random.default_rng(5)
    for _ in range(12):
        results = rng.normal(size=(9, 4)).round(2) + np.array([0.0, 0.6, 0.9, 1.7])
        rows = [f"d{i}," + ",".join(map(str, row)) for i, row in enumerate(results.tolist())]
        path.write_text("\n".join(["data,a,b,c,d", *rows]), encoding="utf-8")
        found = json.loads(cli("study", "table", path, "--larger", "--json", "-q", *control).out)
        reach = float(found["notes"][1].partition("differ by more than ")[2].split(",")[0])
        ranks = {row["algorithm"]: row["mean_rank"] for row in found["ranks"]}
        said = found["sentence"]
        for row in found["post_hoc"]:
            a, b = sorted((row["a"], row["b"]), key=ranks.__getitem__)
            assert row["told_apart"] == (f"{a} from {b}" in said)
            assert row["told_apart"] == (ranks[b] - ranks[a] > reach)


def test_a_tolerance_makes_ties(cli: Cli) -> None:
    found = json.loads(cli("study", "table", TABLE, "--larger", "--tie-within", 100, "--json", "-q").out)
    assert {row["outcome"] for row in found["pairs"]} == {"0/26/0"}


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_the_diagram_is_written(cli: Cli, tmp_path: Path, suffix: str) -> None:
    outcome = cli("study", "table", TABLE, "--larger", "-o", f"ranks{suffix}")
    assert outcome.err.endswith(f"wrote ranks{suffix}\n")
    assert "Mean rank (1 is best)" not in outcome.out
    content = (tmp_path / f"ranks{suffix}").read_bytes()
    assert content.startswith(b"<svg" if suffix == ".svg" else b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ([], "one of --larger and --smaller must be given; got neither; say which results are better"),
        (
            ["--larger", "--smaller"],
            "one of --larger and --smaller must be given; got both; say which results are better",
        ),
        (
            ["--larger", "--control", "x"],
            "no such algorithm 'x'; choose from 'Grading', 'Select', 'Stacking', 'Voting'",
        ),
        (["--larger", "--rope", "-1"], "--rope must not be negative; got -1.0"),
        (["--larger", "--tie-within", "-1"], "--tie-within must not be negative; got -1.0"),
        (
            ["--larger", "-o", "ranks.txt"],
            "the output 'ranks.txt' has no known extension; use .svg or .png or .pdf",
        ),
    ],
)
def test_what_studies_refuse(cli: Cli, arguments: list[str], error: str) -> None:
    outcome = cli("study", "table", TABLE, *arguments)
    assert error in outcome.error
    assert outcome.code == 2


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            "d,a\nx,1\n",
            "a study must have a column of results for each of at least two algorithms; got d, a",
        ),
        (
            "d,a,b\nx,1,\ny,2,3\n",
            "study.csv, line 2): fill that cell",
        ),
        ("d,a,b\nx,1,2\nx,2,3\n", "every data set must have a name of its own; got 'x' twice"),
        ("d,a,b\nx,1,good\ny,2,3\n", "study.csv, line 2): correct that cell"),
        ("d,a,b\nx,1,1\n", "a test of ranks needs a data set on which algorithms differ"),
    ],
)
def test_tables_that_are_no_study(cli: Cli, tmp_path: Path, text: str, error: str) -> None:
    path = tmp_path / "study.csv"
    path.write_text(text, encoding="utf-8")
    assert error in cli("study", "table", path, "--larger").error


def test_documents_of_studies_have_the_notes_of_the_text(cli: Cli) -> None:
    found = json.loads(cli("study", "table", TABLE, "--larger", "--json", "-q").out)
    assert (found["kind"], found["version"]) == ("study_findings", 1)
    out = " ".join(cli("study", "table", TABLE, "--larger", "-q").out.split())
    assert found["notes"]
    assert all(note in out for note in found["notes"])


def test_python_finds_in_a_study_what_the_command_prints(cli: Cli) -> None:
    own = cc.studies.study_findings(STUDY, control="Voting", rope=1, seed=4)
    typed = ("study", "table", TABLE, "--larger", "--control", "Voting", "--rope", "1", "--seed", "4", "-q")
    out = cli(*typed).out
    assert out.startswith(f"{own}\n")
    assert all(table.title in out for table in own.tables)
    found = json.loads(cli(*typed, "--json").out)
    assert found == json.loads(json.dumps(plain_json(own.to_json()))) | {"rope": 1.0, "seed": 4}


def test_a_study_needs_a_command(cli: Cli) -> None:
    assert "missing command; write `costcurves study table FILE`" in cli("study").error


def test_tiny_p_values_are_never_zero(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "study.csv"
    rows = "".join(f"d{i},{i % 7 + 10},{i % 5}\n" for i in range(40))
    path.write_text(f"d,a,b\n{rows}", encoding="utf-8")
    out = cli("study", "table", path, "--larger", "-q").out
    assert "< 0.0001" in out
    assert "p < 0.0001" in out
    assert not re.search(r"\b0\.0000\b", out)
