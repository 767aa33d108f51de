"""Charts on matplotlib axes: the data of the artists are those of the marks."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

import costcurves as cc
from costcurves.charts.chart import Chart
from costcurves.charts.grids import Grid
from costcurves.charts.marks import Bars, Line, Note, Points, Ribbon, Spans
from costcurves.charts.palette import DARK, LIGHT
from costcurves.charts.render.matplotlib import draw, save
from costcurves.charts.scales import Axis, scale_of
from costcurves.errors import InputError, MissingExtraError
from tests.charts.sample_charts import (
    HOSTILE,
    SAMPLES,
    beyond,
    cost,
    every_mark,
    hostile,
    logarithmic,
    probit,
    roc,
)

mpl.use("agg")


@pytest.fixture
def ax() -> Any:
    """Axes of a figure that pyplot does not know."""
    return Figure().subplots()


def shown(values: np.ndarray, axis: Axis) -> list[float]:
    """Values as matplotlib gets them."""
    return list(scale_of(axis.scale).finite(values, axis.low, axis.high).tolist())


@pytest.mark.parametrize("make", SAMPLES, ids=lambda make: make.__name__)
def test_artists_hold_the_data_of_the_marks(make, ax: Any) -> None:
    chart = make()
    assert draw(chart, ax) is ax
    lines: list[Any] = list(ax.lines)
    patches: list[Any] = list(ax.patches)
    areas: list[Any] = list(ax.collections)
    marks: list[Any] = list(chart.marks)
    for mark in marks:
        if isinstance(mark, (Line, Points)):
            artist = lines.pop(0)
            assert np.asarray(artist.get_xdata()).tolist() == shown(mark.x, chart.x)
            assert np.asarray(artist.get_ydata()).tolist() == shown(mark.y, chart.y)
            assert artist.get_label() == mark.label
        elif isinstance(mark, Bars):
            for left, right, end in zip(mark.left, mark.right, mark.y, strict=True):
                bar = patches.pop(0)
                assert (bar.get_x(), bar.get_width()) == pytest.approx((left, right - left))
                assert bar.get_y() + bar.get_height() == end or bar.get_y() == end
        elif isinstance(mark, Ribbon):
            area = areas.pop(0)
            edges = {float(y) for path in area.get_paths() for y in np.asarray(path.vertices)[:, 1]}
            assert {*mark.low.tolist(), *mark.high.tolist()} <= edges
            assert area.get_label() == mark.label
        elif isinstance(mark, Grid):
            mesh = areas.pop(0)
            assert np.asarray(mesh.get_array()).tolist() == mark.values.tolist()
            assert np.asarray(mesh.get_coordinates())[0, :, 0].tolist() == mark.x.tolist()
            assert np.asarray(mesh.get_coordinates())[:, 0, 1].tolist() == mark.y.tolist()
            assert mesh.get_clim() == (mark.low, mark.high)
            assert mesh.get_label() == mark.label
        elif isinstance(mark, Note):
            assert any(found.get_text()[:3] == mark.text[:3] for found in ax.texts)
    strips = [mark for mark in marks if isinstance(mark, Spans)]
    visible = [(low, high) for mark in strips for low, high in zip(mark.low, mark.high, strict=True)]
    assert len(lines) == sum(low < chart.x.high for low, _ in visible)
    assert ax.get_xlim() == (chart.x.low, chart.x.high)
    assert ax.get_ylim() == (chart.y.low, chart.y.high)


@pytest.mark.parametrize("make", [beyond, cost, every_mark, hostile, probit], ids=lambda make: make.__name__)
@pytest.mark.filterwarnings("ignore:Glyph")  # the fonts of a bare machine lack some scripts
def test_charts_become_files(make, tmp_path) -> None:
    for kind, start in (("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        path = save(make(), tmp_path / f"chart.{kind}", width=320, height=240)
        assert path.read_bytes().startswith(start)
    ET.parse(tmp_path / "chart.svg")


def test_without_axes_pyplot_makes_a_figure() -> None:
    before = plt.get_fignums()
    ax = draw(cost())
    assert len(plt.get_fignums()) == len(before) + 1
    assert ax.figure is plt.gcf()
    plt.close(plt.gcf())


def test_given_axes_leave_pyplot_alone(ax, tmp_path) -> None:
    before = plt.get_fignums()
    draw(cost(), ax)
    save(cost(), tmp_path / "chart.png")
    assert plt.get_fignums() == before


def test_names_are_shown_as_they_are(ax) -> None:
    draw(hostile(), ax)
    legend = [text.get_text() for text in ax.get_legend().get_texts()]
    assert legend[:4] == list(HOSTILE[:4])
    assert not any(text.get_parse_math() for text in ax.get_legend().get_texts())
    assert ax.get_title(loc="left") == f"Title {HOSTILE[0]}"
    assert ax.get_xlabel() == HOSTILE[3]


def test_colours_suit_the_background(ax) -> None:
    draw(cost(), ax)
    assert ax.lines[3].get_color() == LIGHT.series[0]
    dark = Figure().subplots()
    dark.set_facecolor("#101010")
    draw(cost(), dark)
    assert dark.lines[3].get_color() == DARK.series[0]


def test_strips_stay_within_the_axes(ax) -> None:
    draw(every_mark(), ax)
    strips = [np.asarray(line.get_xdata()).tolist() for line in ax.lines[-2:]]
    assert strips == [[0, 4], [4, 10]]
    assert {"left", "right"} <= {text.get_text() for text in ax.texts}


def test_markers_on_the_edge_stay_whole_and_those_beyond_it_are_cut(ax) -> None:
    draw(every_mark(), ax)
    cut = {line.get_label(): line.get_clip_on() for line in ax.lines}
    assert cut["points"]
    assert not cut["vertices"]


def test_scales_reach_matplotlib(ax) -> None:
    draw(probit(), ax)
    assert ax.get_xscale() == "function"
    other = draw(logarithmic(), Figure().subplots())
    assert (other.get_xscale(), other.get_yscale()) == ("log", "logit")
    assert [label.get_text() for label in other.get_yticklabels()] == ["rare", "half", "usual"]


def test_square_charts_are_square(ax) -> None:
    draw(roc(), ax)
    assert ax.get_box_aspect() == 1


def test_files_have_a_known_end(tmp_path) -> None:
    with pytest.raises(InputError) as caught:
        save(cost(), tmp_path / "chart.doc")
    assert str(caught.value) == (
        "a chart must be saved as svg, png, pdf; got 'chart.doc': change the extension"
    )


def test_without_matplotlib_only_svg_is_drawn(monkeypatch, tmp_path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert save(cost(), tmp_path / "chart.SVG").exists()
    for attempt in (lambda: draw(cost()), lambda: save(cost(), tmp_path / "chart.png")):
        with pytest.raises(MissingExtraError) as caught:
            attempt()
        assert str(caught.value) == (
            "drawing other pictures than SVG needs matplotlib, which is not installed; save the picture as "
            '.svg, or pip install matplotlib (extra "plot")'
        )


@pytest.mark.parametrize("name", ["roc", "cost"])
def test_many_models_leave_the_curves_free(name, tmp_path) -> None:
    rng = np.random.default_rng(1)
    label = rng.random(100) < 0.3
    scores = {f"a_long_name_of_the_model_number_{i:02d}": label + rng.normal(size=100) for i in range(24)}
    chart = cc.evaluate(label, scores).chart(name)
    figure = Figure(figsize=(7, 7), dpi=100, layout="constrained")
    ax = draw(chart, figure.subplots())
    figure.canvas.draw()
    legend = ax.get_legend()
    assert legend is not None
    assert legend.get_window_extent().x0 >= ax.get_window_extent().x1
    texts = [text.get_text() for text in legend.get_texts() if text.get_text().startswith("a_")]
    assert len(set(texts)) == 24
    colours = [line.get_color() for line in ax.lines if str(line.get_label()).startswith("a_")]
    drawn = [mark.series for mark in chart.marks if isinstance(mark, Line) and mark.label.startswith("a_")]
    assert colours[: len(drawn)] == [LIGHT.series[int(series or 0) % len(LIGHT.series)] for series in drawn]
    save(chart, tmp_path / "many.png")
    height, width = plt.imread(tmp_path / "many.png").shape[:2]
    assert height > 24 * 1.2 * 9 * 192 / 72 * 0.75
    assert width > height / 2


def test_strips_name_only_what_there_is_room_for_beside_a_long_legend() -> None:
    ends = np.linspace(0, 1, 3)
    strip = Spans(ends[:-1], ends[1:], names=("a name that just fits a half", "b"), serieses=(0, 1), label="")
    lines = [Line([0, 1], [0, 1], label=f"m{i}", series=i) for i in range(12)]
    for marks, named in (([strip], True), ([strip, *lines], False)):
        ax = draw(Chart("key", "title", Axis("x", 0, 1), Axis("y", 0, 1), marks), Figure().subplots())
        assert any(text.get_text() == strip.names[0] for text in ax.texts) is named
