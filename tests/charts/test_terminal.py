"""Charts and tables as text."""

from __future__ import annotations

import io

import numpy as np
import pytest
from rich.console import Console

from costcurves._ground.tables import Column, Table
from costcurves.charts.chart import Chart
from costcurves.charts.grids import Grid
from costcurves.charts.lettering import cell_width
from costcurves.charts.marks import Bars, Line, Mark, Note, Points, Ribbon, Spans
from costcurves.charts.render.terminal import print_chart, render
from costcurves.charts.render.text_tables import render_table, table_text
from costcurves.charts.scales import Axis
from tests.charts.sample_charts import HOSTILE, SAMPLES, cost, hostile, identical, many
from tests.members import each

X = Axis("x", 0, 1)

COST = Chart(
    "cost",
    "Cost curves",
    Axis("PC(+)", 0, 1),
    Axis("NEC", 0, 0.5),
    [
        Line([0, 0.5, 1], [0, 0.5, 0], label="trivial", role="trivial"),
        Line([0, 0.25, 0.6, 1], [0, 0.2, 0.3, 0], label="1R", series=0),
        Line([0, 0.4, 0.9, 1], [0, 0.3, 0.1, 0], label="C4.5", series=1),
        Points([0.25], [0.2], role="decision", label="decision"),
        Spans([0, 0.44], [0.44, 1], ["1R", "C4.5"], [0, 1], label="Cheapest"),
    ],
    subtitle="made numbers",
    notes=["A note."],
)

IN_DOTS = """\
Cost curves
made numbers
     Cheapest
     ├─────● 1R─────┤├───────▲ C4.5───────┤
NEC
    │                 ⠠⠌⠡⠄
    │               ⠠⠌⠁  ⠈⠡⠄
0.4 ┤             ⢀⠈⠁      ⠈⠁⡀
    │           ⢀⡀⠁          ⠈⢀⡀
    │          ⡄ ⢀⡤⠚⠉⣓⣲⢤⣔⠒⠋⠉⠳⢤⡀ ⢠
0.2 ┤        ⡄@⣠⡶▲⠒⠊⠉⠁   ⠉⠒⠦⢤⣀●⠢⣄⠘⢠
    │      ⡄⣣⡶⠛⠁             ⠈⠉⠒⠬⣕⣦⡘⢠
    │    ⣄⣧●⠉                     ⠈⠙⠲▲⣠⡀
    │ ⢀⣠⡶⠋                            ⠑⢷⣄⡀
  0 ┤⡠⠞⠁                                ⠈⠻⢄
    └┬────────┬─────────┬────────┬────────┬
     0      0.25       0.5     0.75       1
                     PC(+)
⠒⠂ trivial   ● 1R   ▲ C4.5   @ decision
A note."""

IN_ASCII = """\
Cost curves
made numbers
      Cheapest
      [-----o 1R-----][------^ C4.5-------]
NEC
 0.5 +                 . .
     |              . .   . .
     |             .         .
     |          . ^^^^^^^^ooooo .
0.25 +       . @^^^ooo   ^^^^^^^oo .
     |    .^^^^^               ^^^^^^^.
     | .^^^^                         o^^^^
   0 +^^                                 ^^
     ++--------+--------+--------+--------+
      0      0.25      0.5     0.75       1
                      PC(+)
.. trivial   o 1R   ^ C4.5   @ decision
A note."""

AREAS = """\
Bars
profit
20 ┤         ⣤⣤⣤⣤⣤⣤⣤⣤⡄⡠⢀⠄⡠⢀⠄⡠⢂⠔⡠⢂⠔⡠⢊⠔⡡⢊
   │⠔⡠⢂⠔⡠⢊⠔⡡⢊⣿⣿⣿⣿⣿⣿⣿⣿⡇⠔⡡⢊⠔⡡⢊⠔⡡⢊⠔⡡⢊⠔⡡⢊⠔⡡
   │⠊⠔⠡⠊⠔⠡⠊⠔⠡⣿⣿⣿⣿⣿⣿⣿⣿⡇⠊⠔⠡⠊⠔⠡⠊⠔⣀⣀⣀⣀⣀⣀⣀⣀⣀
   │         ⣿⣿⣿⣿⣿⣿⣿⣿⡇        ⣿⣿⣿⣿⣿⣿⣿⣿⣿
   │⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡇        ⣿⣿⣿⣿⣿⣿⣿⣿⣿
 0 ┤⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⢳⣶⣶⣶⣶⣶⣶⣶⣶⠛⠛⠛⠛⠛⠛⠛⠛⠛
   │                 ⠸⠿⠿⠿⠿⠿⠿⠿⠿
   │             here
   └┬───────┬────────┬────────┬───────┬
    0       1        2        3       4
                   depth
⣿⣿ b   ⢊⠔ r"""


def test_curves_in_dots() -> None:
    assert render(COST, width=44, height=13) == IN_DOTS


def test_curves_in_ascii() -> None:
    assert render(COST, width=44, height=11, ascii_only=True) == IN_ASCII


def test_areas_in_dots() -> None:
    bars = Bars([0, 1, 2, 3], [1, 2, 3, 4], [5, 18, -5, 9], label="b", series=0)
    band = Ribbon([0, 4], [10, 10], [15, 20], label="r", series=2)
    marks: list[Mark] = [bars, band, Note(1.5, -7, "here")]
    chart = Chart("bars", "Bars", Axis("depth", 0, 4), Axis("profit", -10, 20), marks)
    assert render(chart, width=40, height=11) == AREAS


@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_band_lies_behind_its_line_whatever_is_drawn_first(ascii_only) -> None:
    line, band = Line([0, 4], [10, 10], label="l", series=0), Ribbon([0, 4], [2, 2], [18, 18], series=0)
    axes = Axis("x", 0, 4), Axis("y", 0, 20)
    orders: list[list[Mark]] = [[line], [line, band], [band, line]]
    alone, *both = (
        render(Chart("b", "Band", *axes, marks), width=40, height=13, ascii_only=ascii_only).split("\n")
        for marks in orders
    )
    assert both[0] == both[1]
    (middle,) = [i for i, row in enumerate(alone) if row.startswith("10 ")]
    assert both[0][middle] == alone[middle]
    assert both[0][middle + 2] != alone[middle + 2]


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("width", [40, 78, 120])
@each("make", SAMPLES, ids=lambda make: make.__name__)
def test_text_charts_keep_their_width(make, ascii_only, width) -> None:
    text = render(make(), width=width, ascii_only=ascii_only)
    for line in text.split("\n"):
        assert cell_width(line) <= width
        assert line == line.rstrip()
    assert not set(text) & {chr(i) for i in range(32)} - {"\n"}
    if ascii_only:
        assert text.isascii()


def test_series_differ_without_colour() -> None:
    text = render(many())
    legend = text[text.index("Share flagged") :]
    for glyph in "●▲■◆▼✚✖○△□◇▽":
        assert glyph in legend
        assert glyph in text[: text.index("Share flagged")]


def test_lines_that_coincide_are_both_seen() -> None:
    plot = render(identical()).split("Identical models")[1].split(" one")[0]
    assert "●" in plot
    assert "▲" in plot


def test_narrow_ranges_keep_their_place() -> None:
    spans = Spans([0, 0.02, 0.1, 0.5, 2], [0.02, 0.1, 0.5, 1, 3], list("abcde"), [0, 1, None, 2, 3])
    line = render(Chart("k", "", X, Axis("", 0, 1), [spans]), width=66).split("\n")[0]
    assert "├● " not in line
    assert "├─▲─┤" in line
    assert "■ d" in line
    assert "c" in line
    assert "e" not in line


def coloured(width: int = 78, encoding: str = "utf-8") -> Console:
    """A console that writes colours into memory."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    return Console(file=file, width=width, force_terminal=True, color_system="standard", legacy_windows=False)


def written(console: Console) -> str:
    """What a console wrote."""
    console.file.seek(0)
    return console.file.read()


def test_a_console_shows_colours_and_the_same_text() -> None:
    console = coloured(60)
    print_chart(cost(), console, height=14)
    text = written(console)
    assert "\x1b[34m" in text
    assert "\x1b[33m" in text
    file = io.StringIO()
    print_chart(cost(), Console(file=file, width=60), height=14)
    got = [line.rstrip() for line in file.getvalue().splitlines()]
    assert "\n".join(got) == render(cost(), width=60, height=14)


def test_a_console_without_unicode_gets_ascii() -> None:
    console = coloured(encoding="ascii")
    print_chart(cost(), console)
    render_table(TABLE, console)
    assert written(console).isascii()


def test_wide_characters_take_two_cells() -> None:
    chart = Chart(
        "k",
        "",
        Axis("", 0, 1),
        Axis("", 0, 1),
        [Note(0, 0.5, "模型 a"), Note(1, 0.9, "模"), Note(2, 0, "no")],
    )
    lines = render(chart, width=30).split("\n")
    assert [line.strip(" 0.5┤│") for line in lines if "模" in line] == ["模型 a"]
    assert not any("no" in line for line in lines)
    assert all(cell_width(line) <= 30 for line in lines)


def test_names_are_no_markup() -> None:
    console = coloured(100)
    print_chart(hostile(), console)
    text = written(console)
    assert HOSTILE[3] in text
    assert HOSTILE[0] in text


TABLE = Table(
    "measures",
    "Measures of three models",
    [
        Column("model", "Model", align="left"),
        Column("auc", "AUC", best="high", decimals=4),
        Column("n", "Records"),
        Column("area", "Area under cost curve", best="low"),
        Column("cost", "Expected cost", decimals=2, best="low"),
        Column("kind", "Kind", align="left"),
    ],
    [
        ("gradient boosting of 2021", 0.91234, 1_234_567, 0.1, np.inf, "ranker"),
        ("1R", 0.91234, 12, 0.08, -1234.5, "hard classifier"),
        ("模型", 0.5, -3, 1e-7, None, ""),
    ],
    notes=["Made numbers."],
)


def test_a_table_that_fits_is_one_block() -> None:
    lines = table_text(TABLE, width=100).split("\n")
    assert lines[0] == "Measures of three models"
    assert lines[-2:] == ["* best of its column", "Made numbers."]
    rows = [line for line in lines if line.startswith(("gradient", "1R", "模型"))]
    assert len(rows) == 3
    assert rows[1].split() == ["1R", "0.9123*", "12", "0.0800", "−1,234.50*", "hard", "classifier"]
    assert rows[0].index("0.9123") == rows[1].index("0.9123")


@pytest.mark.parametrize("width", [24, 36, 50, 78, 120])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_numbers_are_never_cut(width, ascii_only) -> None:
    text = table_text(TABLE, width=width, ascii_only=ascii_only)
    minus = "-" if ascii_only else "−"
    for number in ("0.9123*", "1,234,567", f"{minus}1,234.50*", f"1e{minus}7*", "inf" if ascii_only else "∞"):
        assert number in text
    for line in text.split("\n"):
        assert cell_width(line) <= width
    assert not ascii_only or text.isascii()


def test_each_block_repeats_the_names() -> None:
    text = table_text(TABLE, width=36)
    assert text.count("1R") == text.count("Model") > 2


def test_tables_without_names_or_columns() -> None:
    numbers = Table("t", "", [Column("a", "a"), Column("b", "b")], [[1, 2]])
    assert table_text(numbers) == "a  b\n────\n1  2"
    assert table_text(numbers, width=2) == table_text(numbers)  # the least that can be shown
    assert table_text(Table("t", "Nothing", [], [])) == "Nothing"
    assert table_text(Table("t", "", [Column("a", "A")], [])) == "A\n─"


def test_a_console_shows_the_same_table() -> None:
    file = io.StringIO()
    render_table(TABLE, Console(file=file, width=70))
    got = [line.rstrip() for line in file.getvalue().splitlines()]
    assert "\n".join(got) == table_text(TABLE, width=70)


def test_a_grid_is_shaded_and_its_ramp_explained() -> None:
    grid = Grid([0, 0.5, 1], [0, 0.5, 1], [[0, 4], [2, 8]], label="cost", low=0, high=10)
    chart = Chart("k", "t", X, X, [grid])
    lines = render(chart, width=24, height=7).splitlines()
    plot = [line.partition("│")[2] or line.partition("┤")[2] for line in lines[2:6]]
    assert plot == ["░" * 9 + "█" * 9] * 2 + ["·" * 9 + "▒" * 9] * 2
    assert lines[-1] == "0 ·░▒▓█ 10  cost"
    plain = render(chart, width=24, height=7, ascii_only=True)
    assert ":" * 9 + "%" * 9 in plain
    assert plain.endswith("0  .:-=+*#%@ 10  cost")


def test_lines_stay_visible_on_a_grid() -> None:
    grid = Grid([0, 1], [0, 1], [[9]], low=0, high=10)
    text = render(
        Chart("k", "t", X, X, [grid, Line([0, 1], [0.5, 0.5], role="reference")]), width=24, height=7
    )
    assert "█" in text
    assert any("\u2801" <= character <= "\u28ff" for character in text)


def test_no_line_breaks_between_a_number_and_its_per_cent_sign() -> None:
    note = "Every interval of these numbers has a level of 90 % and holds by itself."
    table = Table("t", note, [Column("a", "at 90 % simultaneous")], [(1,)], notes=(note,))
    for width in range(12, 60):
        text = table_text(table, width=width)
        assert not any(line.lstrip().startswith("%") for line in text.splitlines())
        assert "90 %" in text
