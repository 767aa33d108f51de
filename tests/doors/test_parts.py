"""Choosing on one table and judging on another: `--choose-on` and `--partition`."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.cli.loading import load
from costcurves.cli.request import ReadingOptions
from costcurves.io.naming import part_rows

if TYPE_CHECKING:
    from tests.doors.conftest import Cli

COSTS = ("--cost-fp", 1, "--cost-fn", 1)

# By hand: on train the threshold 0.8 makes no error; on test it misses the positive at 0.6 and flags the
# negative at 0.85, one each of two; on validation it misses the positive at 0.5.
PARTS = """label,m,part
1,0.9,train
1,0.8,train
0,0.3,train
0,0.2,train
1,0.95,validation
1,0.5,validation
0,0.4,validation
0,0.1,validation
1,0.9,test
1,0.6,test
0,0.85,test
0,0.2,test
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table with three parts."""
    path = tmp_path / "parts.csv"
    path.write_text(PARTS, encoding="utf-8")
    return path


@pytest.fixture
def files(table: Path) -> dict[str, Path]:
    """Its parts as files."""
    header, *lines = PARTS.splitlines()
    found = {}
    for part in ("train", "validation", "test"):
        found[part] = table.parent / f"{part}.csv"
        kept = [line.rpartition(",")[0] for line in [header, *lines] if line.endswith((f",{part}", ",part"))]
        found[part].write_text("\n".join(kept) + "\n", encoding="utf-8")
    return found


def test_choose_on_a_part(cli: Cli, table: Path) -> None:
    outcome = cli("decide", table, "--partition", "part", "--choose-on", "train", *COSTS, "--json")
    found = json.loads(outcome.out)
    assert (found["chosen_on"], found["judged_on"]) == ("train", "test")
    assert found["threshold"] == {"low": 0.3, "high": 0.8}
    assert (found["fpr"], found["tpr"], found["expected_cost"]) == (0.5, 0.5, 0.5)
    assert {name: part["expected_cost"] for name, part in found["parts"].items()} == {
        "train": 0.0, "validation": 0.25, "test": 0.5,
    }  # fmt: skip
    assert "Chosen on train, judged on test." in found["sentence"]
    assert "partition: train 4, validation 4, test 4" in outcome.err
    assert "thresholds chosen on part 'train', judged on 'test'" in outcome.err
    assert "same records" not in outcome.err + found["sentence"]


def test_choose_on_a_file_is_the_same(cli: Cli, table: Path, files: dict[str, Path]) -> None:
    by_part = json.loads(
        cli("decide", table, "--partition", "part", "--choose-on", "train", *COSTS, "--json").out
    )
    outcome = cli("decide", files["test"], "--choose-on", files["train"], *COSTS, "--json")
    by_file = json.loads(outcome.out)
    for key in ("model", "threshold", "fpr", "tpr", "pc", "nec", "expected_cost"):
        assert by_file[key] == by_part[key]
    assert (by_file["chosen_on"], by_file["judged_on"]) == ("train.csv", "test.csv")
    assert "thresholds chosen on train.csv, judged on test.csv" in outcome.err
    assert f"and {files['train']}: 4 rows" in outcome.err


def test_the_gap_is_shown(cli: Cli, table: Path) -> None:
    out = cli("decide", table, "--partition", "part", "--choose-on", "train", *COSTS).out
    assert "The same decision on every part" in out
    last = out.splitlines()[-1].split()
    # FPR, TPR, flagged, NEC, best there, gap, cost
    assert last == ["test", "0.5000", "0.5000", "50.00", "0.5000", "0.2500", "0.5000", "0.50000"]


def test_evaluate_shows_numbers_curves_and_gaps_by_part(cli: Cli, table: Path) -> None:
    found = json.loads(cli("evaluate", table, "--partition", "part", "--json").out)
    assert found["positives"] == 2  # those of the test part; each part has its own
    assert {name: part["positives"] for name, part in found["parts"].items()} == {
        "train": 2,
        "validation": 2,
        "test": 2,
    }
    assert {name: part["models"]["m"]["auc"] for name, part in found["parts"].items()} == {
        "train": 1.0, "validation": 1.0, "test": 0.75,
    }  # fmt: skip
    assert found["reference"] == "validation"
    assert found["gaps"]["m"]["test"]["auc"] == -0.25
    outcome = cli("evaluate", table, "--partition", "part")
    assert "m, test − validation" in outcome.out
    assert "m: cost by part" in outcome.out
    assert "thresholds chosen on part 'validation', judged on 'test'" in outcome.err


def test_evaluate_with_thresholds_from_elsewhere(cli: Cli, files: dict[str, Path]) -> None:
    found = json.loads(cli("evaluate", files["test"], "--choose-on", files["train"], "--json").out)
    train, test = (load(str(files[part])).evaluation.tally("m") for part in ("train", "test"))
    expected = cc.rules.tuned_on(train)(test).area - cc.rules.tuned_on(train)(train).area
    assert found["gaps"]["m"]["test.csv"]["tuned_area"] == pytest.approx(expected)


def test_without_a_test_part_all_other_parts_judge(cli: Cli, table: Path) -> None:
    table.write_text(
        PARTS.replace("train", "a").replace("validation", "b").replace("test", "c"), encoding="utf-8"
    )
    found = json.loads(cli("decide", table, "--partition", "part", "--choose-on", "a", *COSTS, "--json").out)
    assert (found["judged_on"], found["expected_cost"]) == ("the other parts", (0.25 + 0.5) / 2)


def test_a_missing_prevalence_is_that_of_the_choosing_records(cli: Cli, files: dict[str, Path]) -> None:
    with files["test"].open("a", encoding="utf-8") as file:
        file.write("0,0.1\n0,0.1\n")
    found = json.loads(cli("decide", files["test"], "--choose-on", files["train"], *COSTS, "--json").out)
    # The records that judge take no part in the choice: neither of the threshold nor of the condition.
    assert (found["prevalence"], found["pc"], found["sample_prevalence"]) == (0.5, 0.5, True)
    assert "At a prevalence of 50 %, the share in train.csv, this flags" in found["sentence"]
    for part in ("train.csv", "test.csv"):
        assert found["parts"][part]["prevalence"] == 0.5
    assert "the share in these records" in found["parts"]["train.csv"]["sentence"]
    assert "the share in train.csv" in found["parts"]["test.csv"]["sentence"]
    goal = json.loads(
        cli("decide", files["test"], "--choose-on", files["train"], "--max-fpr", 0, "--json").out
    )
    assert goal["prevalence"] == pytest.approx(1 / 3)  # no costs: what is flagged among those that judge
    assert "the share in test.csv" in goal["sentence"]
    stated = json.loads(
        cli(
            "decide",
            files["test"],
            "--choose-on",
            files["train"],
            "--max-fpr",
            0,
            "--prevalence",
            0.2,
            "--json",
        ).out
    )
    assert (stated["prevalence"], stated["sample_prevalence"]) == (0.2, False)
    assert {part["prevalence"] for part in stated["parts"].values()} == {0.2}


def test_the_file_itself_is_no_other_file(cli: Cli, files: dict[str, Path]) -> None:
    outcome = cli("decide", files["test"], "--choose-on", files["test"], *COSTS)
    assert "judged on records left out of the choice" in outcome.out


def test_files_of_one_name_are_told_apart(cli: Cli, files: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    files["train"].rename(tmp_path / "old" / "test.csv")
    found = json.loads(cli("decide", files["test"], "--choose-on", "old/test.csv", *COSTS, "--json").out)
    assert (found["chosen_on"], found["judged_on"]) == ("the other test.csv", "test.csv")


def test_models_that_only_one_table_has_are_left_out(cli: Cli, files: dict[str, Path]) -> None:
    files["train"].write_text("label,m,k\n1,.9,.8\n0,.1,.2\n", encoding="utf-8")
    outcome = cli("evaluate", files["test"], "--choose-on", files["train"])
    assert "models that only one of the tables has are left out: k" in outcome.err


def test_check_and_report_choose_elsewhere(cli: Cli, table: Path) -> None:
    arguments = (table, "--partition", "part", "--choose-on", "train", *COSTS)
    assert cli("check", *arguments, "--max-cost", 0.5).code == 0
    assert cli("check", *arguments, "--max-cost", 0.49).code == 1
    outcome = cli("report", *arguments)
    page = Path("report.html").read_text(encoding="utf-8")
    for text in (outcome.out, page):
        assert "the cheapest threshold on all 4 records of train." in text
        assert "judged on test, which had no part in the choice" in text
    assert "thresholds chosen on part" in page


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (
            ["--partition", "part", "--choose-on", "tset"],
            "no such part or file 'tset' (--choose-on); did you mean 'test'?",
        ),
        (["--choose-on", "nope.csv"], "no such file: 'nope.csv'"),
        (["--choose-on", "other.csv"], "got 'other' (other.csv): they are 'm' in test"),
        (
            ["--choose-on", "classes.csv"],
            "got '1' in test and 'yes' in classes.csv: name it with --positive",
        ),
        (
            ["--partition", "one", "--choose-on", "x"],
            "judged on a part other than the one they were chosen on; got 'x' alone",
        ),
        (["--partition", "m2"], "a partition must have at most 50 parts; got 51 different values"),
    ],
)
def test_choosing_on_what_does_not_fit(cli: Cli, table: Path, arguments: list[str], error: str) -> None:
    Path("other.csv").write_text("label,other\n1,.9\n0,.1\n", encoding="utf-8")
    Path("classes.csv").write_text("label,m\nyes,.9\nno,.1\n", encoding="utf-8")
    if "one" in arguments:
        table.write_text("label,m,one\n1,.9,x\n0,.1,x\n", encoding="utf-8")
    if "m2" in arguments:
        table.write_text(
            "label,m,m2\n" + "".join(f"{i % 2},{i * i / 2},{i}\n" for i in range(51)), encoding="utf-8"
        )
    assert error in cli("evaluate", table, *arguments).error


@pytest.mark.parametrize(
    ("values", "order"),
    [
        (["test", "train", "Valid"], ["train", "Valid", "test"]),
        (["out-of-time", "dev"], ["dev", "out-of-time"]),
        ([10, 9, 2], ["2", "9", "10"]),
        (["b", "holdout", "a"], ["holdout", "a", "b"]),
    ],
)
def test_parts_come_in_the_order_of_their_use(values: list[Any], order: list[str]) -> None:
    rows = part_rows(np.array(values, dtype=object))
    assert list(rows) == order
    assert all(int(mask.sum()) == 1 for mask in rows.values())


def test_load_tells_its_steps(table: Path) -> None:
    told: list[Any] = []
    load(str(table), ReadingOptions(partition="part"), step=lambda *step: told.append(step))
    assert told[0] == (f"reading {table}",)
    assert told[1] == ("sorting m", 0, 1)


# ---- training records -----------------------------------------------------------------------


def held_out(table: Path, *parts: str) -> None:
    """Leave some parts of the table."""
    header, *lines = PARTS.splitlines()
    kept = [line for line in lines if line.endswith(tuple(f",{part}" for part in parts))]
    table.write_text("\n".join([header, *kept]) + "\n", encoding="utf-8")


def test_validation_chooses_and_test_judges(cli: Cli, table: Path) -> None:
    outcome = cli("decide", table, "--partition", "part", *COSTS, "--json")
    found = json.loads(outcome.out)
    assert (found["chosen_on"], found["judged_on"]) == ("validation", "test")
    assert set(found["parts"]) == {"train", "validation", "test"}
    assert "thresholds chosen on part 'validation', judged on 'test'" in outcome.err
    asked = cli("decide", table, "--partition", "part", "--choose-on", "validation", *COSTS, "--json")
    assert found == json.loads(asked.out)


def test_training_records_neither_choose_nor_judge(cli: Cli, table: Path) -> None:
    held_out(table, "train", "test")
    outcome = cli("decide", table, "--partition", "part", *COSTS, "--json")
    found = json.loads(outcome.out)
    assert (found["chosen_on"], found["judged_on"]) == ("test", "test")
    assert found["headline"]["basis"] == "cross-fitted"
    assert "judged on part 'test' alone" in outcome.err
    held_out(table, "test")
    alone = json.loads(cli("decide", table, *COSTS, "--json").out)
    assert found["headline"] == alone["headline"]
    assert set(found["parts"]) == {"train", "test"}


def test_training_records_alone_are_refused(cli: Cli, table: Path) -> None:
    held_out(table, "train")
    outcome = cli("decide", table, "--partition", "part", *COSTS)
    assert outcome.code == 2
    assert (
        "thresholds must not be chosen or judged on training records; got the part 'train' alone"
        in outcome.error
    )


def test_parts_of_unknown_names_are_never_put_together(cli: Cli, table: Path) -> None:
    table.write_text(
        PARTS.replace("train", "2022").replace("validation", "2023").replace("test", "2024"), "utf-8"
    )
    outcome = cli("decide", table, "--partition", "part", *COSTS)
    assert outcome.code == 2
    assert (
        "got the parts '2022', '2023', '2024' (parts.csv): state --choose-on PART and --judge-on PART"
        in outcome.error
    )
    stated = ("--partition", "part", "--choose-on", "2022", "--judge-on", "2023")
    found = json.loads(cli("decide", table, *stated, *COSTS, "--json").out)
    assert (found["chosen_on"], found["judged_on"]) == ("2022", "2023")
    assert "no such part '2025' (--judge-on)" in cli("decide", table, *stated[:-1], "2025", *COSTS).error
    assert "name the column of parts with --partition" in cli("decide", table, *stated[2:], *COSTS).error


@pytest.mark.parametrize("column", ["part", "split", "set", "data_split"])
def test_parts_are_found_without_being_named(cli: Cli, table: Path, column: str) -> None:
    table.write_text(PARTS.replace("label,m,part", f"label,m,{column}"), encoding="utf-8")
    unasked = cli("decide", table, *COSTS, "--json")
    assert json.loads(unasked.out) == json.loads(
        cli("decide", table, "--partition", column, *COSTS, "--json").out
    )
    assert "partition: train 4, validation 4, test 4" in unasked.err


def test_a_column_of_other_words_is_no_partition(cli: Cli, table: Path) -> None:
    table.write_text(PARTS.replace("validation", "somewhere"), encoding="utf-8")
    assert "partition: " not in cli("evaluate", table).err
    table.write_text(PARTS, encoding="utf-8")
    assert "partition: " not in cli("evaluate", table, "--segment", "part").err
    table.write_text(PARTS.replace("label,m,part", "label,m,phase"), encoding="utf-8")
    assert "partition: " not in cli("evaluate", table).err


def test_every_curve_is_shown_by_part(cli: Cli, table: Path) -> None:
    for name, column in (("gains", "part"), ("deciles", "partition")):
        rows = list(csv.DictReader(cli("curve", name, table).out.splitlines()))
        assert {row[column] for row in rows} == {"train", "validation", "test"}
        document = json.loads(cli("curve", name, table, "--json").out)
        assert set(document[f"{column}s"]) == {"train", "validation", "test"}


def test_pictures_are_of_the_part_that_judges(cli: Cli, table: Path) -> None:
    shown = cli("plot", "roc", table)
    held_out(table, "test")
    said = "Part shown: test, at its prevalence of 50 %.\n"
    assert shown.out.replace(said, "") == cli("plot", "roc", table).out
    assert said in shown.out
    assert "judged on 'test'" in shown.err
