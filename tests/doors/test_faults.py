"""Cells that cannot be used, rows left out for missing values, lists of names, and columns parted by blanks."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING

import openpyxl
import pytest

from costcurves import io
from tests.doors import fuzz
from tests.unit.io.looking import refusal, refused, written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli

GAPS = "label,m,k\n1,0.9,1.5\n0,,2\n1,.4,.9\n,.3,\n0,.1,.2\n1,.8,.9\n0,,\n"
WRONG = "label,m,k,w\n1,0.9,1.5,1\n0,,2,2\n1,.4,high,-1\n,.3,,inf\n0,.1,.2,3\n1,.8,.9,1\n"
DROP = "leave rows with missing values out with --drop-missing"
NAME = "name the columns of scores with --score"
FILL = f"fill that cell, or {DROP}"
M_MISSING = "score 'm' must have a value in every row; got 1 missing value"

# Text, options of `io.assign`, message.
FAULTS = [
    ("label,m\n1,.5\n0,\n", {}, f"{M_MISSING} (f.csv, line 3): {FILL}"),
    ("label,m\n1,.5\n\n0,\n", {}, f"{M_MISSING} (f.csv, line 4): {FILL}"),
    ('label,m,n\n1,.5,"two\nlines"\n0,,x\n', {}, f"{M_MISSING} (f.csv, line 4): {FILL}"),
    ("Scores of May\n\n# by hand\nlabel,m\r\n1,.5\r\n0,\r\n1,.7\r\n0,.1\r\n", {}, f"{M_MISSING} (f.csv, line 6): {FILL}"),
    ("label m\n\n1 .5\n0 NA\n", {}, f"{M_MISSING} (f.csv, line 4): {FILL}"),
    ("label,m\n1,.5\n" + "0,\n" * 5, {}, ("score 'm' must have a value in every row; got 5 missing values "
     f"(f.csv, lines 3, 4, 5 and 2 more): fill these cells, or {DROP}")),
    (GAPS, {}, ("5 cells of f.csv cannot be used: 5 missing values (score 'm', line 3; label 'label', line 5; "
     f"score 'k', line 5; …); fill these cells, or {DROP}")),
    (WRONG, {}, ("4 cells of f.csv cannot be used: 3 missing values (score 'm', line 3; label 'label', line 5; "
     "score 'k', line 5), 1 text that is not a number ('high' in score 'k', line 4); correct these cells, or "
     f"{DROP}, or {NAME}")),
    (WRONG, {"weight": "w", "scores": ["m"], "drop_missing": True}, ("weight 'w' must be finite and at least 0; "
     "got -1 (f.csv, line 4): correct that cell")),
    (WRONG, {"weight": "w", "scores": ["k"]}, ("5 cells of f.csv cannot be used: 2 missing values (label 'label', "
     "line 5; score 'k', line 5), 1 text that is not a number ('high' in score 'k', line 4), 1 infinite number "
     "(inf in weight 'w', line 5), 1 number out of range (-1 in weight 'w', line 4); correct these cells, or "
     f"{DROP}")),
    (WRONG, {"drop_missing": True}, ("column 'k' must hold numbers or text, not both; got 'high' among numbers "
     f"(f.csv, line 4): correct that cell, or {NAME}")),
    ("label,m,n\n1,a,9007199254740993\n0,b,1\n", {"scores": ["m,n"]}, ("3 cells of f.csv cannot be used: 2 texts "
     "that are not numbers ('a' in score 'm', line 2; 'b' in score 'm', line 3), 1 whole number that float64 "
     "cannot hold (9007199254740993 in score 'n', line 2); correct these cells")),
    ("label,m,n\n1,007,.5\n0,010,.6\n", {"scores": ["m"]}, ("score 'm' must hold numbers that float64 holds exactly; "
     "got numbers with leading zeros: write plain numbers; of scores only the order matters")),
    ("label,m,n\n1,007,.5\n0,010,\n", {"scores": ["m", "n"]}, ("2 cells of f.csv cannot be used: 1 missing value "
     "(score 'n', line 3), 1 column that would not be read exactly (score 'm': numbers with leading zeros); "
     f"correct these cells, or {DROP}")),
    ("label,m,fold\n1,.5,a\n0,.2,\n", {"fold": "fold"}, ("fold 'fold' must have a value in every row; got 1 missing "
     "value (f.csv, line 3): fill that cell")),
    ("label,m\n,.5\n,.4\n", {"drop_missing": True}, ("label 'label' must have a value in every row; got 2 missing "
     "values (f.csv, lines 2, 3): fill these cells")),
    ("label,m,k\n1,.5,\n0,,.4\n", {"drop_missing": True}, ("no row has a label and the scores of all models; got "
     "missing values: 1 in m, 1 in k (f.csv): name the models that you mean with --score")),
    ("label,m\n1,.5\n0,\n0,NA\n", {"drop_missing": True}, ("column 'label' holds only one class (1 × 1); give records "
     "of both classes")),
    ("model,fpr,tpr\na,1.1,1\nb,,x\n", {}, ("3 cells of f.csv cannot be used: 1 missing value (rate 'fpr', line 3), "
     "1 text that is not a number ('x' in rate 'tpr', line 3), 1 number out of range (1.1 in rate 'fpr', line 2); "
     "correct these cells")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "options", "message"), FAULTS)
def test_all_faults_stand_in_one_message(
    tmp_path: Path, text: str, options: dict[str, object], message: str
) -> None:
    path = written(tmp_path, "f.csv", text)
    assert refusal(lambda: io.assign(io.read(path), **options), tmp_path) == message  # type: ignore[arg-type]


def test_other_formats_count_as_they_are_shown(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (["of May"], [], ["label", "m"], [1, 0.5], [], [0, None], [0, 0.3]):
        book.active.append(row)
    book.save(tmp_path / "f.xlsx")
    attributes = "@relation a\n% by hand\n@attribute label {0,1}\n@attribute m numeric\n@data\n"
    texts = {
        "f.jsonl": '{"label":1,"m":0.5}\n{"label":0,"m":null}\n',
        "f.json": '[{"label":1,\n"m":0.5},\n{"label":0,"m":null}]',
        "f.arff": f"{attributes}1,.5\n\n0,?\n",
        "f.tsv": "label\tm\n1\t.5\n0\t\n",
    }
    for name, text in texts.items():
        written(tmp_path, name, text)
    places = {
        "f.xlsx": "f.xlsx, sheet 'Sheet', row 6",
        "f.jsonl": "f.jsonl, line 2",
        "f.json": "f.json, row 2",
        "f.arff": "f.arff, line 8",
        "f.tsv": "f.tsv, line 3",
    }
    for name, place in places.items():
        said = refusal(lambda: io.assign(io.read(tmp_path / name)), tmp_path)  # noqa: B023 - called at once
        assert f"({place})" in said, name


# Options, rows that are left, what is said.
DROPPED = [
    ((), 4, "3 of 7 rows left out for missing values (1 in label, 2 in m, 2 in k)"),
    (("--score", "m"), 4, "3 of 7 rows left out for missing values (1 in label, 2 in m)"),
    (("--score", "k"), 5, "2 of 7 rows left out for missing values (1 in label, 2 in k)"),
    (("--score", "k,m"), 4, "3 of 7 rows left out for missing values (1 in label, 2 in k, 2 in m)"),
]


@pytest.mark.parametrize(("options", "left", "said"), DROPPED)
def test_all_models_keep_the_same_rows(
    cli: Cli, tmp_path: Path, options: tuple[str, ...], left: int, said: str
) -> None:
    written(tmp_path, "f.csv", GAPS)
    found = cli("evaluate", "f.csv", "--drop-missing", "--level", "none", "--json", *options)
    assert found.err.count(said) == 1
    assert f"{left} records used, {7 - left} others dropped" in found.err
    data = json.loads(found.out)["data"]
    assert (data["records"], data["used"], data["incomplete"]) == (left, left, 7 - left)
    # The same rows, written without the others, give the same numbers.
    rows = [
        line for line in GAPS.splitlines() if all(line.split(",")[: 2 if options == ("--score", "m") else 3])
    ]
    if options == ("--score", "k"):
        rows = [line for line in GAPS.splitlines() if line.split(",")[0] and line.split(",")[2]]
    written(tmp_path, "whole.csv", "\n".join(rows) + "\n")
    whole = cli("evaluate", "whole.csv", "--level", "none", "--json", *options)
    assert json.loads(found.out)["models"] == json.loads(whole.out)["models"]


def test_costs_and_parts_follow_the_rows_that_are_left(cli: Cli, tmp_path: Path) -> None:
    lines = GAPS.splitlines()
    text = "\n".join([f"{lines[0]},cost", *(f"{line},{place}" for place, line in enumerate(lines[1:]))])
    written(tmp_path, "f.csv", text)
    kept = [line for line in text.splitlines() if all(line.split(",")[:3])]
    written(tmp_path, "whole.csv", "\n".join(kept))
    options = ("--row-fn", "cost", "--row-fp", "1", "--level", "none", "--json")
    found = [
        cli("totals", name, *more, *options)
        for name, more in (("f.csv", ["--drop-missing"]), ("whole.csv", []))
    ]
    first, second = (json.loads(one.out) for one in found)
    for model in "mk":
        nobody = [one[model]["cheapest_threshold"]["of_nobody"] for one in (first, second)]
        assert nobody == [7, 7]  # what the positives of rows 1, 3 and 6 cost: 0 + 2 + 5


def test_a_column_of_no_model_costs_no_rows(cli: Cli, tmp_path: Path) -> None:
    written(tmp_path, "f.csv", "id,label,m,constant\n1,1,.9,\n,0,.4,1\n3,1,.5,1\n4,0,.3,1\n")
    found = cli("evaluate", "f.csv", "--drop-missing", "--level", "none")
    assert (
        "left out: id (named like an identifier), constant (constant, 1 in every row that has one)"
        in found.err.replace(";", ",")
    )
    assert "rows left out" not in found.err


def test_points_have_no_rows_to_leave_out(cli: Cli, tmp_path: Path) -> None:
    written(tmp_path, "f.csv", "model,fpr,tpr\na,.1,.8\n")
    assert "--drop-missing belongs to tables of records" in cli("evaluate", "f.csv", "--drop-missing").error


LISTS = "label,m,k,x_p_a,x_p_b\na,1.5,.2,.7,.3\nb,2,.9,.2,.8\na,1,.5,.6,.4\n"

# Options, models or message.
NAMES = [
    (["--score", "m,k"], ["m", "k"]),
    (["--score", " m , k "], ["m", "k"]),
    (["--score", "m,x"], ["m", "x"]),
    (["--score", "x,m", "--score", "k"], ["x", "m", "k"]),
    (["--score", "m,k", "--lower", "m,k"], ["m", "k"]),
    (["--score", "m,nothing"], "no column 'nothing' in f.csv (a score)"),
    (["--score", "none,nothing"], "no column 'none,nothing' in f.csv (a score)"),
    (["--score", "m,"], "no column 'm,' in f.csv (a score)"),
    (["--score", "m,k", "--lower", "m,q"], "no such model 'q' (--lower)"),
    (["--score", "m,m"], ["m"]),
]


@pytest.mark.parametrize(("options", "found"), NAMES)
def test_names_with_commas_between(
    cli: Cli, tmp_path: Path, options: list[str], found: list[str] | str
) -> None:
    written(tmp_path, "f.csv", LISTS)
    said = cli("evaluate", "f.csv", "--positive", "b", "--level", "none", "--json", *options)
    if isinstance(found, str):
        assert said.error.startswith(found)
    else:
        assert list(json.loads(said.out)["models"]) == found


def test_a_column_whose_name_has_a_comma_wins(cli: Cli, tmp_path: Path) -> None:
    written(tmp_path, "f.csv", 'label,m,k,"m,k"\n1,.5,.2,.7\n0,.1,.9,.2\n')
    found = cli("evaluate", "f.csv", "--score", "m,k", "--level", "none", "--json")
    assert list(json.loads(found.out)["models"]) == ["m,k"]


def test_lists_of_predicted_labels_and_of_points(cli: Cli, tmp_path: Path) -> None:
    written(tmp_path, "f.csv", "label,p,q\n1,1,0\n0,0,0\n1,0,1\n")
    found = cli("evaluate", "f.csv", "--predicted", "p,q", "--level", "none", "--json")
    assert list(json.loads(found.out)["models"]) == ["p", "q"]
    written(tmp_path, "c.csv", "model,score,positives,negatives\na,1,5,1\na,2,1,5\nb,1,4,1\nb,2,1,4\n")
    found = cli("evaluate", "c.csv", "--lower", "a,b", "--level", "none", "--json")
    assert min(model["auc"] for model in json.loads(found.out)["models"].values()) > 0.5


# Text, (label, model) of each row.
BLANKS = [
    ("label   m\n1  0.9\n 0 .2 \n\n1\t.7\n", [("1", 0.9), ("0", 0.2), ("1", 0.7)]),
    ("# by hand in May\nlabel m\n1 0,5\n0 0,25\n", [("1", 0.5), ("0", 0.25)]),
    ('"label" "m"\n"1" "a b" 0.9\n"2" "c" 0.4\n', [("a b", 0.9), ("c", 0.4)]),
    ('label m\n"say ""no""" .5\nyes .75\n', [('say "no"', 0.5), ("yes", 0.75)]),
]


@pytest.mark.parametrize(("text", "rows"), BLANKS)
def test_runs_of_blanks_separate_columns(tmp_path: Path, text: str, rows: list[tuple[str, float]]) -> None:
    columns = io.read(written(tmp_path, "f.txt", text))
    assert list(zip(map(str, columns["label"].values), columns["m"].values, strict=True)) == rows
    assert "separated by blanks" in columns.notes


NO_BLANKS = [
    (
        "label m\n1 .5\n0 .25 9\n0 .1\n",
        "every line must have 2 fields, like the header; got 3 (f.txt, line 3)",
    ),
    ("1 0.5\n0 0.25\n", "the first line holds values, '1', '0.5', not names of columns"),
    ("label m m\n1 .5 2\n0 .25 1\n", "column names must differ; got 'm' more than once"),
    ("label m\n1 .5\n0 \xff\n", "text must be UTF-8; got byte 0xFF"),
]


@pytest.mark.parametrize(("text", "said"), NO_BLANKS)
def test_what_no_runs_of_blanks_separate(tmp_path: Path, text: str, said: str) -> None:
    assert said in refused(tmp_path, "f.txt", text.encode("latin-1"))


def test_blanks_in_cells_separate_nothing(tmp_path: Path) -> None:
    texts = [
        "my label, my score\nof May, 0.5\nno, 0.2\n",
        "the label\nof May\nof June now\nno\n",
        "label;m m\n1;2\n",
    ]
    names = [io.read(written(tmp_path, "f.txt", text)).names for text in texts]
    assert names == [("my label", "my score"), ("the label",), ("label", "m m")]


# ---- damaged files --------------------------------------------------------------------------


def test_three_hundred_damaged_files_give_results_or_errors_of_ours(tmp_path: Path) -> None:
    for case in fuzz.cases(300):
        assert fuzz.fault(case, tmp_path) == "", case.number


def test_the_files_that_are_damaged_are_valid(tmp_path: Path) -> None:
    found = {
        name: fuzz.fault(fuzz.Case(0, name, content), tmp_path) for name, content in fuzz.seeds().items()
    }
    assert set(found.values()) == {""}
    models = {}
    for name in found:
        columns = io.read(tmp_path / name)
        roles = io.assign(columns)
        models[name] = tuple(roles.scores or roles.points or roles.counts)
    assert set(models.values()) == {("forest", "points"), ("a", "b"), ("prediction",)}


def test_what_is_no_error_of_ours_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "load", lambda _path: 1 / 0)
    case = next(fuzz.cases(1))
    assert "ZeroDivisionError" in fuzz.fault(case, tmp_path)
    assert dataclasses.asdict(case) == dataclasses.asdict(next(fuzz.cases(1)))


# What was found: a name, and content that gave a fault of ours or took minutes.
FOUND = {
    "digits.csv": b"label,m\n1,.5\n0,." + b"1" * 150_000 + b"x\n",
    "index.arff": b"@relation a\n@attribute label {0,1}\n@attribute m numeric\n@data\n{0 1, "
    + b"9" * 5000
    + b" 2}\n",
    "number.arff": b"@relation a\n@attribute label {0,1}\n@attribute m numeric\n@data\n1,"
    + b"9" * 5000
    + b"\n0,1\n",
    "class.weka": b"inst#,actual,predicted,error,prediction\n1," + b"9" * 5000 + b":no,1:no,,.9\n",
    "number.json": b'[{"label": 1, "m": ' + b"9" * 9000 + b"}, {]",
    "deep.json": b"[" * 100_000,
}


def test_a_ragged_line_is_found_below_a_long_field(tmp_path: Path) -> None:
    text = f'label,m,n\n1,.5,"{"x" * 200_000}"\n0,.2,"a",5\n'
    said = refused(tmp_path, "f.csv", text)
    assert said.startswith("every line must have 3 fields, like the header; got 4 (f.csv, line 3)")


def test_a_damaged_table_without_a_row_that_can_be_counted(tmp_path: Path) -> None:
    assert fuzz.fault(next(fuzz.cases(1, start=1622)), tmp_path) == ""


@pytest.mark.parametrize("name", FOUND)
def test_faults_that_were_found(tmp_path: Path, name: str) -> None:
    assert fuzz.fault(fuzz.Case(0, name, FOUND[name]), tmp_path) == ""
