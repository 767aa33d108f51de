"""Every chart goes through every renderer."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest
from matplotlib.figure import Figure
from rich.console import Console

from costcurves.charts.lettering import printable
from costcurves.charts.render import matplotlib as with_matplotlib
from costcurves.charts.render import svg, terminal
from tests.charts.sample_charts import SAMPLES
from tests.members import each

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves.charts.chart import Chart


def drawn(chart: Chart) -> str:
    """Names in the legend and the title of matplotlib axes."""
    ax = Figure(figsize=(20, 10)).subplots()
    with_matplotlib.draw(chart, ax)
    legend = ax.get_legend()
    ramps = [other.get_ylabel() for other in ax.figure.axes if other is not ax]
    names = [text.get_text() for text in legend.get_texts()] if legend else []
    return "\n".join([*names, *ramps, ax.get_title(loc="left"), *(text.get_text() for text in ax.texts)])


def printed(chart: Chart) -> str:
    """What a console shows."""
    file = io.StringIO()
    terminal.print_chart(chart, Console(file=file, width=120))
    return file.getvalue()


def unescaped(text: str) -> str:
    """Undo what XML needs."""
    for escaped, plain in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#x27;", "'"), ("&amp;", "&")):
        text = text.replace(escaped, plain)
    return text


RENDERERS: dict[str, Callable[[Chart], str]] = {
    "svg": lambda chart: unescaped(svg.render(chart, width=1200, height=700)),
    "matplotlib": drawn,
    "terminal": lambda chart: terminal.render(chart, width=120),
    "console": printed,
    "json": lambda chart: json.dumps(chart.to_json(), ensure_ascii=False),
}


@pytest.mark.parametrize("renderer", RENDERERS)
@each("make", SAMPLES, ids=lambda make: make.__name__)
def test_every_chart_through_every_renderer(make, renderer) -> None:
    chart = make()
    text = RENDERERS[renderer](chart)
    if renderer == "json":
        assert json.loads(text)["title"] == chart.title
    else:
        assert printable(chart.title) in text
        labels = {getattr(mark, "label", "") for mark in chart.marks if mark.kind != "spans"}
        assert {label for label in labels if printable(label) not in text} == set()
