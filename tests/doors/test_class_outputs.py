"""`report` and `plot` of files of many classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from costcurves.evaluation import class_evaluation
from costcurves.examples import car_price_bands

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli

BANDS = "low", "middle", "high"


@pytest.fixture(name="bands")
def _bands(tmp_path: Path) -> Path:
    """Every fifth car: labels, scores of two models by class, a column of parts."""
    labels, probabilities = car_price_bands()
    names = [f"{model}_p_{band}" for model in ("forest", "bayes") for band in BANDS]
    lines = [f"label,part,{','.join(names)}"]
    for row in range(0, len(labels), 3):
        scores = [f"{one:.4f}" for model in ("forest", "bayes") for one in probabilities[model][row]]
        lines.append(",".join([labels[row], "test" if row % 2 else "validation", *scores]))
    path = tmp_path / "bands.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(name="labels")
def _labels(tmp_path: Path) -> Path:
    """Labels of three classes and predicted labels, no scores."""
    path = tmp_path / "labels.csv"
    rows = [f"{BANDS[k % 3]},{BANDS[k % 3 if k % 4 else (k + 1) % 3]}" for k in range(60)]
    path.write_text("label,said\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_a_table_with_scores_by_class_has_a_page_of_all_classes(
    cli: Cli, bands: Path, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    found = cli("report", bands, "-o", page, "--title", "Cars")
    assert found.code == 0
    assert found.out.startswith("Use forest and take the class of highest probability.")
    text = page.read_text(encoding="utf-8").replace("\N{NO-BREAK SPACE}", " ")
    for wanted in (
        "<h1>Cars</h1>",
        "Who is cheapest where",
        "PC(low)",
        "best class for all",
        "95 % interval",
    ):
        assert wanted in text, wanted
    assert "shown: part test" in found.err


def test_without_intervals_a_page_has_none(cli: Cli, bands: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert cli("report", bands, "-o", page, "--level", "none").code == 0
    text = page.read_text(encoding="utf-8").replace("\N{NO-BREAK SPACE}", " ")
    assert "Who is cheapest where" in text
    assert "95 %" not in text
    by_command = tmp_path / "other.html"
    shown = cli("classes", bands, "-o", by_command, "--level", "none")
    assert by_command.read_text(encoding="utf-8") == page.read_text(encoding="utf-8")
    assert "95 %" not in shown.out


def test_a_positive_class_or_the_option_makes_it_one_against_the_rest(
    cli: Cli, bands: Path, tmp_path: Path
) -> None:
    for stated in (["--positive", "high"], ["--target", "two"]):
        page = tmp_path / "page.html"
        assert cli("report", bands, "-o", page, *stated).code == 0, stated
        assert "Who is cheapest where" not in page.read_text(encoding="utf-8")


def test_labels_alone_leave_it_open_and_both_commands_are_offered(
    cli: Cli, labels: Path, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    found = cli("report", labels, "-o", page)
    assert found.code == 2
    assert "do not say which class is positive, or whether they are classes" in found.err
    assert "--target classes" in found.err
    assert "--positive" in found.err
    assert cli("report", labels, "-o", page, "--target", "classes").code == 0
    assert "Costs are linear, and the regions are exact." in page.read_text(encoding="utf-8")


def test_the_map_is_a_picture(cli: Cli, bands: Path, labels: Path, tmp_path: Path) -> None:
    shown = cli("plot", "regions", bands)
    assert shown.code == 0
    assert "Cheapest by region" in shown.out
    assert "Part shown: test." in shown.out
    picture = tmp_path / "map.svg"
    assert cli("plot", "regions", labels, "-o", picture).code == 0
    assert "PC(middle)" in picture.read_text(encoding="utf-8")


def test_a_confusion_matrix_is_a_picture(cli: Cli, bands: Path, labels: Path, tmp_path: Path) -> None:
    shown = cli("plot", "matrix", bands)
    assert "Confusion matrix of forest" in shown.out
    assert "Part shown: test." in shown.out
    assert "Confusion matrix of bayes" in cli("plot", "matrix", bands, "--model", "bayes").out
    assert (
        cli("plot", "matrix", bands, "--model", "bays").error == "no such model 'bays'; did you mean 'bayes'?"
    )
    for name in ("matrix.svg", "matrix.png"):
        assert cli("plot", "matrix", labels, "-o", tmp_path / name).code == 0
    written = (tmp_path / "matrix.svg").read_text(encoding="utf-8")
    assert "share of the records of the true class" in written
    page = tmp_path / "page.html"
    assert cli("report", bands, "-o", page, "--level", "none").code == 0
    text = page.read_text(encoding="utf-8")
    assert text.count('data-key="matrix"') == 2 * 2  # two models, each for wide windows and for phones


def test_costs_and_pairs_are_pictures(cli: Cli, bands: Path) -> None:
    assert "error rate" in cli("plot", "costs", bands).out
    assert "forest − bayes" in cli("plot", "pairs", bands).out
    assert "a model belongs to the picture of a confusion matrix; got 'pairs'" in (
        cli("plot", "pairs", bands, "--model", "forest").error
    )


COSTS = "class,low,middle,high,inspect\nlow,0,1,3,.3\nmiddle,1,0,1.5,.3\nhigh,2,1,0,.3\n"


def test_pages_of_stated_costs_say_the_same(cli: Cli, bands: Path, tmp_path: Path) -> None:
    costs, pages = tmp_path / "costs.csv", [tmp_path / "one.html", tmp_path / "two.html"]
    costs.write_text(COSTS, encoding="utf-8")
    for words, page in ((("classes", bands), pages[0]), (("report", bands, "--label", "label"), pages[1])):
        assert cli(*words, "--costs", costs, "-o", page).code == 0
    one, two = (page.read_text(encoding="utf-8") for page in pages)
    assert one == two
    text = one.replace("\N{NO-BREAK SPACE}", " ")
    assert "take the action of least expected cost by its probabilities" in text
    assert "What every model costs in all, and does" in text
    assert "Costs by true class (rows) and by what is done (columns)" in text
    shown = cli("plot", "costs", bands, "--costs", costs).out
    assert "cost a case" in shown
    assert "always inspect" in shown


def test_a_page_says_what_is_never_worth_taking(cli: Cli, labels: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    typed = "low:middle=1,low:high=2,low:wait=3,middle:low=1,middle:high=1,middle:wait=2"
    found = cli(
        "report", labels, "--costs", typed, "--costs", "high:low=2,high:middle=1,high:wait=4", "-o", page
    )
    assert "At these costs wait is never worth taking." in found.out
    assert "Never worth taking, whatever the probabilities: wait." in page.read_text(encoding="utf-8")


def test_a_command_that_prints_and_writes_a_page_judges_once(
    cli: Cli, bands: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[str] = []
    for name in ("recommended", "summarised"):
        work = getattr(class_evaluation, name)

        def counted(*given: Any, name: str = name, work: Any = work, **options: Any) -> Any:
            judged.append(name)
            return work(*given, **options)

        monkeypatch.setattr(class_evaluation, name, counted)
    whole = tmp_path / "whole.csv"  # without parts
    rows = bands.read_text(encoding="utf-8").splitlines()
    whole.write_text("\n".join(",".join([row.split(",")[0], *row.split(",")[2:]]) for row in rows) + "\n")
    for more in ([], ["--json"]):
        judged.clear()
        assert cli("classes", whole, "-o", tmp_path / "page.html", *more).code == 0
        assert sorted(judged) == ["recommended", "summarised"]


def test_what_is_refused(cli: Cli, bands: Path, tmp_path: Path) -> None:
    two = tmp_path / "two.csv"
    two.write_text("label,said\n" + "a,a\nb,b\na,b\nb,b\n" * 5, encoding="utf-8")
    page = tmp_path / "page.html"
    wrong = {
        (
            "plot",
            "cost",
            bands,
            "--target",
            "classes",
        ): "'cost' is no picture of many classes; choose from 'matrix', 'regions', 'costs', 'pairs'",
        (
            "plot",
            "regions",
            bands,
            "--positive",
            "low",
        ): "--positive means nothing where labels are of many classes",
        ("report", bands, "--costs", "low:high=1", "--target", "two", "-o", page): (
            "--costs states what actions cost by class; got --target two; leave out one of them"
        ),
        ("report", bands, "--costs", "nosuch.csv", "-o", page): "no such file: 'nosuch.csv'",
        ("plot", "cost", bands, "--costs", "low:high=1"): "'cost' is no picture of many classes",
        ("plot", "loss", bands, "--costs", "low:high=1"): "'loss' is no picture of many classes",
        ("plot", "regions", two): "a map shows three classes; got 2 (two.csv)",
        ("plot", "regions", bands, bands): "records of many classes must be read from one file; got 2 files",
        (
            "report",
            bands,
            "-o",
            page,
            "--cost-fp",
            "1",
            "--cost-fn",
            "2",
        ): "--cost-fp means nothing where labels are of",
        (
            "report",
            bands,
            "-o",
            page,
            "--target",
            "classes",
            "--joint-hull",
        ): "--joint-hull means nothing where labels",
        (
            "report",
            bands,
            "-o",
            page,
            "--under",
            "3",
        ): "--under means nothing where labels are of many classes",
    }
    for words, message in wrong.items():
        found = cli(*words)
        assert (found.code, message in found.err) == (2, True), (words, found.err)
    assert not page.exists()
