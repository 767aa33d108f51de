"""Sheets of workbooks, titles and comments above headers, and tables of studies without names."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.doors.conftest import Cli

DATA = Path(__file__).with_name("data")
#: Of both workbooks, pairs counted by hand.
AUC = 7 / 9
TABLE = "label,m\n1,.5\n0,.4\n0,.7\n1,.9\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    """Lay the data into the folder of the test."""
    for path in DATA.iterdir():
        shutil.copy(path, tmp_path)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["two_sheets.xlsx"], "sheet 'scores' of 2; --sheet reads 'readme'"),
        (["two_sheets.xlsx", "--sheet", "scores"], "sheet 'scores' of 2"),
        (
            ["title_lines.xlsx"],
            "1 line above the header left out, 'Scores of May'; --skip-rows sets how many",
        ),
        (["title_lines.xlsx", "--skip-rows", "2"], "6 rows (xlsx)"),
    ],
)
def test_workbooks(cli: Cli, arguments: list[str], said: str) -> None:
    found = cli("evaluate", *arguments, "--label", "outcome", "--level", "none", "--json")
    assert json.loads(found.out)["models"]["score"]["auc"] == pytest.approx(AUC, abs=1e-15)
    assert said in found.err


@pytest.mark.parametrize(
    ("above", "options", "said"),
    [
        ("Scores of May\n", [], "1 line above the header left out, 'Scores of May'"),
        ("# by hand, twice, in May\n\n", [], "1 line above the header left out, '# by hand twice in May'"),
        ("Scores,\n# of May\n", [], "2 lines above the header left out, 'Scores'"),
        ("a,b,c\n1,2,3\n", ["--skip-rows", "2"], "f.csv: 4 rows (CSV)"),
        ("\n\n", [], "f.csv: 4 rows (CSV)"),
    ],
)
def test_what_stands_above_a_header(
    cli: Cli, tmp_path: Path, above: str, options: list[str], said: str
) -> None:
    (tmp_path / "f.csv").write_text(above + TABLE, encoding="utf-8")
    found = cli("evaluate", "f.csv", "--level", "none", *options)
    assert found.code == 0
    assert said in found.err
    assert "label label: 2 × 1 (50 %, positive), 2 × 0" in found.err


@pytest.mark.parametrize(
    ("arguments", "text", "said"),
    [
        (["two_sheets.xlsx", "--sheet", "score"], "", "no such sheet 'score' (two_sheets.xlsx); did you mean 'scores'?"),
        (["two_sheets.xlsx", "--sheet", "readme"], "", "'two_sheets.xlsx' has a header but no rows"),
        (["f.csv", "--sheet", "a"], TABLE, "--sheet belongs to files in the formats xlsx; got csv (f.csv): leave it out"),
        (["index.parquet", "--skip-rows", "1"], "", "--skip-rows belongs to files in the formats csv, tsv, xlsx; got parquet"),
        (["f.csv", "--skip-rows", "-1"], TABLE, "--skip-rows must be a whole number, 0 or more"),
        (["f.csv", "--skip-rows", "99"], TABLE, "'f.csv' is empty"),
        (["title_lines.xlsx", "--skip-rows", "99"], "", "'title_lines.xlsx' is empty"),
        (["f.csv", "--skip-rows", "1"], TABLE, "the first line holds values"),
        (["f.csv"], "label\n1,.5\n0,.4\n", "every line must have 1 fields"),
        (["f.csv"], "Scores of May\n" + TABLE + "1,.2,.3\n", "got 3 (f.csv, line 7)"),
    ],
)  # fmt: skip
def test_what_is_refused(cli: Cli, tmp_path: Path, arguments: list[str], text: str, said: str) -> None:
    (tmp_path / "f.csv").write_text(text, encoding="utf-8")
    assert said in cli("evaluate", *arguments).error


@pytest.mark.parametrize(
    ("header", "column"),
    [
        ("a,b,c", None),
        ("name,a,b,c", ["one", "two", "three", "four", "five"]),
        ("dataset,a,b,c", [3, 1, 9, 2, 5]),
        (",a,b,c", [3, 1, 9, 2, 5]),
    ],
)
def test_studies_find_names_by_what_columns_hold(
    cli: Cli, tmp_path: Path, header: str, column: list[object] | None
) -> None:
    rows = (DATA / "results.csv").read_text(encoding="utf-8").splitlines()[1:]
    lines = rows if column is None else [f"{one},{row}" for one, row in zip(column, rows, strict=True)]
    (tmp_path / "f.csv").write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    found = cli("study", "table", "f.csv", "--larger")
    assert "f.csv: 5 data sets; a, b, c; larger results are better" in found.err
    # Mean ranks in fractions: 8/5, 2 and 12/5.
    ranks = [line.split()[:2] for line in found.out.splitlines() if line[:5] in {"a    ", "b    ", "c    "}][
        :3
    ]
    assert ranks == [["a", "1.600*"], ["b", "2.000"], ["c", "2.400"]]


def test_two_columns_of_texts_could_both_be_names(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text("set,who,a,b\nx,y,1,2\nz,w,2,1\n", encoding="utf-8")
    error = cli("study", "table", "f.csv", "--larger").error
    assert error.startswith("one column must name the data sets; got texts in 'set', 'who' (f.csv)")
