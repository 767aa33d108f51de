"""What is said of a table beyond its size: scores the wrong way round, what is not used, odd names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.doors.conftest import Cli

#: Of 20 + 20 records a random ranking has an AUC with a standard error of 0.092 (Mann and Whitney, 1947).
ROWS = [(int(i >= 20), i / 40) for i in range(40)]


def written(name: str, header: str, rows: list[tuple[object, ...]]) -> Path:
    """A table as CSV."""
    path = Path(name)
    lines = [header, *(",".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_model_worse_than_chance_is_pointed_out(cli: Cli) -> None:
    file = written("f.csv", "label,up,down", [(label, score, 1 - score) for label, score in ROWS])
    said = "down ranks worse than chance (AUC 0.00): if low scores mean positive, use --lower down"
    outcome = cli("evaluate", file)
    assert said in outcome.err
    assert "up ranks" not in outcome.err
    assert "worse than chance" not in cli("evaluate", file, "--lower", "down").err
    assert (
        "up ranks worse than chance (AUC 0.00): if high scores"
        in cli("evaluate", file, "--lower", "up", "--lower", "down").err
    )
    cli("report", file)
    assert said in Path("report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(("swaps", "warned"), [(10, False), (2, True)])
def test_only_what_is_no_accident_is_pointed_out(cli: Cli, swaps: int, warned: bool) -> None:
    # Upside down, but for so many of each twenty: at ten the AUC is a half, at two it is far below.
    rows = [(label if i % 20 < swaps else 1 - label, score) for i, (label, score) in enumerate(ROWS)]
    assert ("worse than chance" in cli("evaluate", written("f.csv", "label,m", list(rows))).err) is warned


def test_clusters_are_said_to_be_unused_and_repetitions_to_count_once(cli: Cli) -> None:
    file = written("f.csv", "label,m,who", [(*row, f"p{i // 2}") for i, row in enumerate(ROWS)])
    outcome = cli("evaluate", file, "--cluster", "who", "--score", "m", "--score", "m")
    assert "cluster: 20 values (kept together in intervals)" in outcome.err
    assert "--score m is given more than once and counts once" in outcome.err
    assert "1 model: m" in outcome.err


def test_a_line_break_in_a_name_makes_no_new_line(cli: Cli) -> None:
    file = written("f.csv", 'label,"my\nmodel"', list(ROWS))
    assert "  1 model: my model\n" in cli("evaluate", file).err


def test_a_stated_prevalence_is_named_where_it_counts(cli: Cli) -> None:
    file = written("f.csv", "label,m", list(ROWS))
    assert "Summary measures at a prevalence of 10 %" in cli("evaluate", file, "--prevalence", "10%").out
    assert "at a prevalence" not in cli("evaluate", file).out
    assert json.loads(cli("evaluate", file, "--prevalence", "10%", "--json").out)["prevalence"] == 0.1
    assert json.loads(cli("evaluate", file, "--json").out)["prevalence"] == 0.5


def test_a_class_without_weight_is_called_so(cli: Cli) -> None:
    file = written("f.csv", "label,m,w", [(*row, row[0]) for row in ROWS])
    assert (
        "got weight 0 in all rows of class '0': name another column"
        in cli("evaluate", file, "--weight", "w").error
    )


def test_advice_can_be_followed(cli: Cli) -> None:
    file = written("f.csv", "label,m", list(ROWS))
    Path("bad.json").write_text('{"kind": "evaluation"}', encoding="utf-8")
    Path("torn.json").write_text("{", encoding="utf-8")
    Path("old.json").write_text('{"kind": "decision", "version": 0}', encoding="utf-8")
    fix = "write one with `costcurves decide FILE -o DECISION.json`"
    for name in ("bad.json", "torn.json", "none.json"):
        assert cli("apply", name, file).error.endswith(fix)
    assert "with this version" in cli("apply", "old.json", file).error
    said = "name the column of parts with --partition"
    assert said in cli("evaluate", file, "--choose-on", "validation").error
    once = 'standard input can be read only once; got "-" for FILE and for '
    assert f"{once}--choose-on" in cli("evaluate", "-", "--choose-on", "-").error
    assert f"{once}--baseline" in cli("check", "-", "--pc", 0.5, "--baseline", "-").error


def test_the_positive_class_is_named_where_its_label_does_not_tell(cli: Cli) -> None:
    rows = [("bad" if label else "good", score) for label, score in ROWS]
    file = written("f.csv", "outcome,m", list(rows))
    said = "Positives are the records labelled 'bad'."
    outcome = cli("decide", file, "--label", "outcome", "--positive", "bad", "--pc", 0.5, "-o", "d.json")
    assert said in outcome.out
    assert said in json.loads(Path("d.json").read_text(encoding="utf-8"))["remarks"]
    refused = cli("decide", file, "--label", "outcome", "--pc", 0.5).error
    ways = [f"`costcurves decide f.csv --label outcome --pc 0.5 --positive {one}`" for one in ("bad", "good")]
    assert refused.endswith(f"name it, e.g. {' or '.join(ways)}")
    plain = cli("decide", written("f.csv", "label,m", list(ROWS)), "--pc", 0.5)
    assert "labelled" not in plain.out


def test_a_page_names_files_without_their_folders(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    one, other = (written(f"secret/{name}.csv", "label,m", list(ROWS)) for name in ("one", "other"))
    outcome = cli("report", one.absolute(), "--choose-on", other.absolute(), "--pc", 0.5)
    assert f"{one.absolute()}: 40 rows" in outcome.err
    page = Path("report.html").read_text(encoding="utf-8")
    assert "secret" not in page
    assert ">one.csv: 40 rows" in page
    assert ">and other.csv: 40 rows" in page


def test_charts_do_not_contradict_the_answer(cli: Cli) -> None:
    file = written("f.csv", "label,m,part", [(*row, "ab"[i % 2]) for i, row in enumerate(ROWS)])
    asked = ("evaluate", file, "--partition", "part", "--pc", 0.5)
    assert "Thresholds are chosen and judged on the same records" in cli("evaluate", file, "--pc", 0.5).out
    out = cli(*asked, "--choose-on", "a").out
    assert "Curves: each threshold is the best on these records." in out
    assert "same records" not in out


def test_measures_give_no_advice_on_rules(cli: Cli) -> None:
    points = written("p.csv", "model,tp,fn,fp,tn", [("a", 8, 2, 1, 9)])
    out = cli("evaluate", points).out
    assert "Brier score of a: needs scores\n" in out
    beyond = cli("evaluate", written("f.csv", "label,m", [(label, 9 * score) for label, score in ROWS])).out
    assert "calibrate them" in " ".join(beyond.split())  # on a narrow terminal lines break
    assert "another rule" not in " ".join((out + beyond).split())
