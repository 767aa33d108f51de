"""Charts as SVG, read back with an XML parser."""

from __future__ import annotations

import itertools
import json
import re
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest

from costcurves.charts.chart import Chart
from costcurves.charts.grids import Grid
from costcurves.charts.layout import Entry, plan_chart
from costcurves.charts.marks import Line, Mark, Note, Points, Ribbon, Spans
from costcurves.charts.palette import LIGHT
from costcurves.charts.paths import THIN_ABOVE
from costcurves.charts.render import svg
from costcurves.charts.render.svg_marks import style_sheet
from costcurves.charts.scales import Axis, scale_of
from costcurves.errors import InputError
from tests.charts.sample_charts import (
    HOSTILE,
    SAMPLES,
    cost,
    cost_with_bands,
    every_mark,
    hostile,
    long_line,
    many,
    roc,
    surface,
)
from tests.members import each

COORDINATES = ("x", "y", "low", "high", "left", "right")
SVG = "{http://www.w3.org/2000/svg}"
X = Axis("x", 0, 1)


def parse(chart: Chart, **options) -> ET.Element:
    """Draw a chart and parse the document."""
    return ET.fromstring(svg.render(chart, **options))


def drawn_marks(root: ET.Element) -> list[ET.Element]:
    """Groups of the marks."""
    return [group for group in root.iter(f"{SVG}g") if group.get("class") == "cc-mark"]


def texts(root: ET.Element) -> list[str]:
    """Visible texts."""
    return [text.text or "" for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("make", [f for f in SAMPLES if f is not long_line], ids=lambda make: make.__name__)
def test_marks_read_back_equal_the_chart(make) -> None:
    chart = make()
    found = drawn_marks(parse(chart))
    assert len(found) == len(chart.marks)
    for mark, group in zip(chart.marks, found, strict=True):
        assert group.get("data-kind") == mark.kind
        assert group.get("data-role") == mark.role
        for name in COORDINATES:
            if hasattr(mark, name):
                values = [float(value) for value in (group.get(f"data-{name}") or "").split()]
                assert values == np.atleast_1d(getattr(mark, name)).tolist()
        assert group.get("data-of") is None
        if isinstance(mark, Grid):
            values = [float(value) for value in group.attrib["data-values"].split()]
            assert values == mark.values.ravel().tolist()
            assert json.loads(group.get("data-texts") or "[]") == list(mark.texts)
        names = json.loads(group.get("data-names") or "null")
        assert names == (list(mark.names) if isinstance(mark, Spans) else None)
        series = getattr(mark, "series", None)
        assert group.get("data-series") == (None if series is None else str(series))


def test_names_read_back_unless_xml_cannot_hold_them() -> None:
    labels = [group.get("data-label") for group in drawn_marks(parse(hostile()))]
    expected = [name.replace("\x1b", "\ufffd").replace("\x00", "\ufffd") for name in HOSTILE]
    assert labels[: len(HOSTILE)] == expected


def places(axis: Axis, data: ET.Element, values: np.ndarray) -> np.ndarray:
    """Pixels of values by what the drawing says about its axis."""
    start, stop = float(data.attrib["data-start"]), float(data.attrib["data-stop"])
    assert (float(data.attrib["data-low"]), float(data.attrib["data-high"])) == (axis.low, axis.high)
    return start + (stop - start) * scale_of(data.attrib["data-scale"]).fractions(values, axis.low, axis.high)


@pytest.mark.parametrize("make", SAMPLES, ids=lambda make: make.__name__)
def test_paths_go_where_the_data_say(make) -> None:
    chart = make()
    root = parse(chart)
    x_axis, y_axis = (group for group in root.iter(f"{SVG}g") if group.get("class") == "cc-axis")
    for mark, group in zip(chart.marks, drawn_marks(root), strict=True):
        path = group.find(f"{SVG}path")
        if not isinstance(mark, Line) or path is None:
            continue
        drawn = np.array([float(v) for v in re.findall(r"-?[\d.]+", path.attrib["d"])]).reshape(-1, 2)
        kept = [np.array([float(v) for v in group.attrib[f"data-{name}"].split()]) for name in "xy"]
        expected = np.column_stack([places(chart.x, x_axis, kept[0]), places(chart.y, y_axis, kept[1])])
        plot = plan_chart(chart, 640, 480, frozenset()).plot
        assert drawn[:, 0].min() >= plot.left - 0.01
        for point in drawn:  # every drawn vertex is a vertex of the data, or lies on the edge of the plot
            gap = np.abs(expected - point).max(axis=1).min()
            ends = [
                float(axis.attrib[f"data-{end}"]) for axis in (x_axis, y_axis) for end in ("start", "stop")
            ]
            on_edge = min(abs(point[0] - ends[0]), abs(point[0] - ends[1]), abs(point[1] - ends[2]),
                          abs(point[1] - ends[3])) < 0.01  # fmt: skip
            assert gap < 0.0075 or on_edge


def test_long_marks_are_thinned_and_keep_their_extremes() -> None:
    chart = long_line()
    marks: list[Any] = list(chart.marks)
    for mark, group in zip(marks, drawn_marks(parse(chart)), strict=True):
        assert group.get("data-of") == "20000"
        x = [float(v) for v in group.attrib["data-x"].split()]
        names = ("low", "high") if mark.kind == "ribbon" else ("y",)
        assert THIN_ABOVE / 3 < len(x) < 4500
        assert [x[0], x[-1]] == [0, 1]
        for name in names:
            values = [float(v) for v in group.attrib[f"data-{name}"].split()]
            exact = getattr(mark, name)
            assert (min(values), max(values)) == (exact.min(), exact.max())
            assert set(zip(x, values, strict=True)) <= set(zip(mark.x.tolist(), exact.tolist(), strict=True))
    spike = [float(v) for v in drawn_marks(parse(chart))[0].attrib["data-y"].split()]
    assert 0.125 in spike


@pytest.mark.parametrize("theme", ["auto", "light", "dark", "page"])
@each("make", SAMPLES, ids=lambda make: make.__name__)
def test_documents_are_safe_and_named(make, theme) -> None:
    text = svg.render(make(), theme=theme)
    root = ET.fromstring(text)
    assert root.get("role") == "img"
    assert root.get("aria-label")
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "style", "g", "path", "text", "rect", "circle", "polygon"}
    # Nothing is loaded, run or shared with the rest of a page.
    for element in root.iter():
        assert not {
            name for name in element.attrib if name.startswith("on") or name in {"id", "href", "style"}
        }
    assert "url(" not in text
    assert ("<style>" in text) is (theme == "auto")
    assert ('class="cc-f-' in text) is (theme in {"auto", "page"})
    assert "nan" not in re.sub(r'(data-label|aria-label)="[^"]*"|<desc>.*?</desc>', "", text)


def test_a_theme_has_its_colours() -> None:
    assert "#16181D" in svg.render(cost(), theme="dark")
    assert "#16181D" not in svg.render(cost(), theme="light")
    assert "prefers-color-scheme:dark" in svg.render(cost(), theme="auto")
    # Viewers that know no style sheets see the light colours.
    assert 'fill="#FFFFFF"' in svg.render(cost(), theme="auto")
    with pytest.raises(InputError, match="no such theme 'blue'; choose from 'auto', 'light', 'dark', 'page'"):
        svg.render(cost(), theme="blue")


def test_the_style_sheet_knows_light_dark_choice_and_print() -> None:
    sheet = style_sheet()
    for rule in ("prefers-color-scheme:dark", "[data-theme=dark]", "[data-theme=light]", "@media print"):
        assert rule in sheet
    used = set(re.findall(r"cc-[fk]-\w+", "".join(svg.render(make(), theme="page") for make in SAMPLES)))
    assert used <= set(re.findall(r"cc-[fk]-\w+", sheet))


def test_few_names_stand_beside_their_lines() -> None:
    root = parse(cost())
    assert not [g for g in root.iter(f"{SVG}g") if g.get("class") == "cc-legend"]
    shown = texts(root)
    for name in ("C4.5", "1R", "naive Bayes", "flag nobody", "flag everybody", "your condition"):
        assert name in shown


@pytest.mark.parametrize("make", [many, hostile], ids=lambda make: make.__name__)
def test_many_or_crowded_names_go_to_the_legend(make) -> None:
    root = parse(make())
    legend = [g for g in root.iter(f"{SVG}g") if g.get("class") == "cc-legend"]
    assert len(legend) == (12 if make is many else 6)


def test_marks_of_a_kind_that_share_a_name_lie_side_by_side_in_the_legend() -> None:
    (entry, *_) = [
        g for g in parse(cost_with_bands()).iter(f"{SVG}g")
        if g.get("class") == "cc-legend" and g.find(f"{SVG}text").text == "95 % band, simultaneous"  # type: ignore[union-attr]  # there is one
    ]  # fmt: skip
    swatches = [(float(r.get("x", 0)), float(r.get("width", 0))) for r in entry.iter(f"{SVG}rect")]
    assert len(swatches) == 3
    for (left, width), (following, _) in itertools.pairwise(swatches):
        assert left + width == pytest.approx(following, abs=0.02)
    many_bands = Entry("b", tuple(Ribbon([0], [0], [1], label="b", series=i) for i in range(9)))
    assert [(of, count) for _, of, count in many_bands.swatches()] == [(i, 4) for i in range(4)]


def test_lines_that_coincide_are_named_in_a_legend() -> None:
    x = np.linspace(0, 1, 20)
    chart = Chart("k", "t", X, X, [Line(x, x, label="a", series=0), Line(x, x, label="b", series=1)])
    legend = [g for g in parse(chart).iter(f"{SVG}g") if g.get("class") == "cc-legend"]
    assert [g.find(f"{SVG}text").text for g in legend] == ["a", "b"]  # type: ignore[union-attr]  # there is one


def boxes_of(root: ET.Element) -> list[tuple[float, float, float, float]]:
    """Boxes of the texts beside marks, from their halos."""
    found = []
    for text in root.iter(f"{SVG}text"):
        if text.get("paint-order"):
            x, y = float(text.attrib["x"]), float(text.attrib["y"])
            found.append((x, y - 9, x + 5 * len(text.text or ""), y + 2))
    return found


@pytest.mark.parametrize("make", [cost, roc], ids=lambda make: make.__name__)
@pytest.mark.parametrize("size", [(640, 480), (480, 480), (900, 600)])
def test_names_do_not_overlap(make, size) -> None:
    boxes = boxes_of(parse(make(), width=size[0], height=size[1]))
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart


def test_points_and_bars_say_their_texts() -> None:
    root = parse(every_mark())
    titles = [title.text for title in root.iter(f"{SVG}title")]
    assert {"a", "b", "c", "bar 0", "x = 0.5"} <= set(titles)
    assert "d" not in titles  # that point lies beyond the axis and is not drawn


def test_cells_have_their_places_colours_and_texts() -> None:
    chart = surface()
    (group, _) = drawn_marks(parse(chart, theme="light"))
    cells = list(group.iter(f"{SVG}rect"))
    assert len(cells) == 80  # ten of twelve columns lie on the axis
    texts_of_cells = [rect.findtext(f"{SVG}title") for rect in cells]
    assert texts_of_cells[:2] == ["row 0, column 0", "row 0, column 1"]
    plot = plan_chart(chart, 640, 480, frozenset({"equal cost"})).plot
    first, last = cells[0], cells[-1]
    assert float(first.attrib["x"]) == pytest.approx(plot.left, abs=0.01)
    assert float(first.attrib["y"]) + float(first.attrib["height"]) == pytest.approx(plot.bottom, abs=0.02)
    assert float(last.attrib["x"]) + float(last.attrib["width"]) == pytest.approx(plot.right, abs=0.02)
    assert float(last.attrib["y"]) == pytest.approx(plot.top, abs=0.01)
    # Lightness falls as values rise, from 12.4 of 250 to 207.6.
    assert (first.attrib["fill"], last.attrib["fill"]) == (LIGHT.ramp[0], LIGHT.ramp[9])


def test_neighbours_of_one_colour_are_one_rectangle() -> None:
    grid = Grid([0, 0.2, 0.4, 0.6, 1], [0, 0.5, 1], [[1, 1, 9, 9], [5, 5, 5, 5]], low=0, high=10)
    (group,) = drawn_marks(parse(Chart("k", "t", X, X, [grid]), theme="light"))
    fills = [rect.attrib["fill"] for rect in group.iter(f"{SVG}rect")]
    assert fills == [LIGHT.ramp[i] for i in (1, 10, 6)]


def test_a_ramp_has_a_legend_with_round_ticks() -> None:
    root = parse(surface())
    (key,) = [g for g in root.iter(f"{SVG}g") if g.get("class") == "cc-ramp"]
    assert texts(key) == ["0", "50", "100", "150", "200", "250", "Mean cost"]
    assert len(list(key.iter(f"{SVG}rect"))) == len(LIGHT.ramp)
    assert "Grid: Mean cost, 0 to 250" in (root.findtext(f"{SVG}desc") or "")


@pytest.mark.parametrize("height", range(300, 520, 7))
def test_a_line_along_an_edge_is_drawn_whole(height) -> None:
    chart = Chart("k", "t", X, X, [Line([0, 0.5, 1], [0, 1, 1])], square=True, subtitle="s")
    (path,) = [group.find(f"{SVG}path") for group in drawn_marks(parse(chart, height=height))]
    assert path is not None
    assert path.attrib["d"].count("L") == 2


def test_an_empty_chart_is_a_chart() -> None:
    chart = Chart("k", "", Axis("", 0, 1), Axis("", 0, 1), [])
    assert drawn_marks(parse(chart)) == []


def test_marks_beyond_the_axes_leave_nothing_behind() -> None:
    marks: list[Mark] = [
        Line([2, 3], [0, 1], label="away", series=0),
        Points([2], [2], label="far", series=1),
        Spans([2], [3], ["gone"], [0], label=""),
    ]
    for group in drawn_marks(parse(Chart("k", "t", X, X, marks))):
        assert list(group) == []


def test_long_texts_are_shortened_and_kept_as_hover_texts() -> None:
    name = "a model whose name is so long that it fits nowhere, " * 3
    x = np.linspace(0, 1, 9)
    beside = parse(Chart("k", "t", X, X, [Line(x, x, label=name, series=0)]))
    assert name not in texts(beside)
    assert any("…" in text for text in texts(beside))
    lines: list[Mark] = [Line(x, x, label=f"{name}{i}", series=i) for i in range(8)]
    legend = parse(Chart("k", "t", X, X, [*lines, Note(0.5, 0.5, name)]), width=300)
    assert any("…" in text for text in texts(legend))
    assert name in [(title.text or "") for title in legend.iter(f"{SVG}title")]


def test_the_sheet_grows_rather_than_losing_its_plot() -> None:
    root = parse(many(), width=300, height=200)
    assert float(root.attrib["height"]) > 300
    bottom = max(float(text.attrib["y"]) for text in root.iter(f"{SVG}text"))
    assert bottom < float(root.attrib["height"])


def test_a_square_plot_is_square() -> None:
    for size in ((640, 480), (400, 600)):
        axes = [
            g
            for g in parse(roc(), width=size[0], height=size[1]).iter(f"{SVG}g")
            if g.get("class") == "cc-axis"
        ]
        lengths = [abs(float(a.attrib["data-stop"]) - float(a.attrib["data-start"])) for a in axes]
        assert lengths[0] == pytest.approx(lengths[1])


def test_a_reader_who_does_not_see_is_told() -> None:
    said = svg.describe(cost())
    assert "Probability cost PC(+): 0 to 1" in said
    assert "Line: C4.5" in said
    assert "Least expected cost: flag nobody or everybody from 0 to" in said
    assert said.endswith("Judged on the records on which thresholds were chosen.")
    assert "here" in svg.describe(Chart("k", "t", X, X, [Note(0, 0, "here")]))
