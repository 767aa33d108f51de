"""Every result prints, shows itself in a notebook, and leaves as a frame and as JSON."""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
from typing import TYPE_CHECKING, Any

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

import costcurves as cc
from costcurves._ground.documents import Document, Shown
from tests.doors.showing import RARE, evaluation, samples

if TYPE_CHECKING:
    from collections.abc import Iterator

#: What a person must never see: an address, arrays or fields of a dataclass spelled out.
RAW = re.compile(r"0x[0-9a-f]{6}|array\(|dtype=|<function|object at|=\(\)|Target\.|Scope\.")


@pytest.fixture(scope="module", name="found")
def _found() -> dict[str, Any]:
    return samples()


def kinds(kind: type = Shown) -> Iterator[type]:
    """Every class that shows itself."""
    one: type
    for one in kind.__subclasses__():
        yield one
        yield from kinds(one)


def test_every_kind_of_result_has_a_sample(found: dict[str, Any]) -> None:
    for module in pkgutil.walk_packages(cc.__path__, "costcurves."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    own = {one.__name__ for one in kinds() if one is not Document and one.__module__.startswith("costcurves")}
    assert own == set(found)


def test_results_print_in_words(found: dict[str, Any]) -> None:
    wrong = {name: str(one) for name, one in found.items() if not str(one) or RAW.search(str(one))}
    assert wrong == {}


def test_results_name_themselves_in_one_short_line(found: dict[str, Any]) -> None:
    lines = {name: repr(one) for name, one in found.items()}
    assert {
        name: line for name, line in lines.items() if RAW.search(line) or "\n" in line or len(line) > 250
    } == {}


def test_notebooks_show_a_table_in_the_colours_of_the_page(found: dict[str, Any]) -> None:
    faults = {}
    for name, one in found.items():
        html = one._repr_html_()
        cells = re.findall(r"<td[^>]*>([^<]*)</td>", html)
        if (
            not any(cells)
            or "<script" in html
            or re.search(r"(?<!background-)color:\s*#", html)
            or RAW.search(html)
        ):
            faults[name] = html
    assert faults == {}


#: Results that a notebook shows by a picture, too; all others are single numbers, or tables of facts.
PICTURED = {
    "Band", "ClassCounts", "ClassPairs", "ClassRecommendation", "CostCurve", "Curve", "Decision", "DecisionUncertainty", "ErrorSummary",
    "Evaluation", "JudgedDecision", "LossCurve", "MeanRanks", "ModelComparison", "NumericEvaluation",
    "PairwiseComparisons", "PartResults", "Recommendation", "RegionMap", "RegressionRoc", "RocCurve",
    "RocHull", "Segments", "ShiftRecommendation", "Study", "StudyFindings", "TrainingSelection",
    "Uncertainty",
}  # fmt: skip


def test_notebooks_show_pictures_in_light_and_dark(found: dict[str, Any]) -> None:
    assert {name for name, one in found.items() if "<svg" in one._repr_html_()} == PICTURED
    for name in PICTURED:
        html = found[name]._repr_html_()
        assert html.count("<svg") == html.count("<table") == 1, name
        for theme in (
            "prefers-color-scheme:dark",
            "data-jp-theme-light=false",
            ".vscode-dark",
            "[theme=dark]",
        ):
            assert theme in html, name


def test_nothing_that_a_notebook_shows_is_long(found: dict[str, Any]) -> None:
    rng = np.random.default_rng(1)
    label = rng.random(3000) < 0.3
    many = {
        f"model_of_a_long_name_number_{i}": label * (1 + i / 10) + rng.normal(size=3000) for i in range(24)
    }
    ev = cc.evaluate(label, many)
    large: dict[str, Any] = {"ev": ev, "roc": ev.chart("roc"), "table": ev.threshold_table(next(iter(many)))}
    lengths = {name: len(one._repr_html_()) for name, one in (found | large).items()}
    assert {name: length for name, length in lengths.items() if length > 100_000} == {}
    assert "rows between them are left out." in large["table"]._repr_html_()


def test_a_single_point_is_drawn_and_what_cannot_be_is_left_out() -> None:
    nobody = cc.evaluate([1, 0], {"a": [1.0, 2.0]}).decide(cc.OperatingCondition(0.01, cc.Costs(1, 1)))
    assert nobody.picture() is not None
    unknown = cc.evaluate_points({"a": (0.1, 0.9)}).decide(criterion=cc.criteria.max_fpr(0.5))
    assert "<table" in unknown._repr_html_()
    alone = cc.studies.Study.of({"a": [1, 2], "b": [2, 1]}, datasets=["x", "y"], better="low")
    assert "<table" in alone._repr_html_()


def test_a_picture_without_a_name_is_the_cost_curve() -> None:
    assert evaluation().chart().key == "cost"
    assert evaluation().plot().get_title(loc="left") == "Cost curves"


def test_results_become_frames_and_json(found: dict[str, Any]) -> None:
    for name, one in found.items():
        frame = one.to_frame("pandas")
        assert len(frame) > 0, name
        assert list(frame.columns) == list(one.to_columns()), name
        assert json.loads(json.dumps(one.to_json(), allow_nan=False)), name


def test_long_tables_show_their_ends() -> None:
    curve = cc.roc_curve([0, 1] * 50, list(range(100)))
    table = curve.table()
    assert len(table.rows) == 12
    assert table.notes == (f"{len(curve) - 12} rows between them are left out.",)
    assert str(table).splitlines()[-1] == table.notes[0]
    assert repr(table) == f"Table('RocCurve', 12 × {len(table.columns)})"


CELLS = (
    "ev",
    "ev.summary()",
    "ev.decide(RARE)",
    "ev.compare('a', 'b', RARE)",
    "ev.compare('a', 'b', RARE).test",
    "ev.uncertainty(bootstrap=50, seed=1)",
    "ev.uncertainty(bootstrap=50, seed=1).auc('a')",
    "ev.uncertainty(bootstrap=50, seed=1).decision(ev.decide(RARE))",
    "ev.cost_curve('a')",
    "ev.curve('gains', 'b')",
    "ev.chart('cost')",
    "ev.segments(RARE)",
    "RARE",
)


def test_a_notebook_shows_what_is_asked() -> None:
    start = "from tests.doors.showing import RARE, evaluation\nev = evaluation()"
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in (start, *CELLS)])
    NotebookClient(book, timeout=120, kernel_name="python3").execute()
    faults = {}
    for cell in book.cells[1:]:
        shown = [output.get("data", {}) for output in cell.outputs]
        texts = [text for data in shown for text in data.values()]
        if (
            not texts
            or any(not text.strip() or RAW.search(text) for text in texts)
            or "text/html" not in shown[0]
        ):
            faults[cell.source] = texts
    assert faults == {}
    assert evaluation().decide(RARE).model in book.cells[3].outputs[0]["data"]["text/html"]
