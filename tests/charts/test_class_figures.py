"""Confusion matrices of many classes as pictures."""

from __future__ import annotations

import numpy as np
import pytest

import costcurves as cc
from costcurves import InputError
from costcurves.charts.figures.class_figures import MOST, matrix_chart
from costcurves.charts.grids import Grid
from costcurves.charts.lettering import in_cells
from costcurves.charts.render import svg, terminal
from costcurves.tallies.class_counts import ClassCounts


def grid_of(counts: ClassCounts) -> Grid:
    """The cells of a picture."""
    (mark,) = matrix_chart(counts).marks
    assert isinstance(mark, Grid)
    return mark


def test_cells_have_counts_and_shares_of_the_true_class() -> None:
    chart = matrix_chart(ClassCounts([[8, 2, 0], [1, 8, 1], [0, 2, 3]], "abc"), "forest")
    grid = grid_of(ClassCounts([[8, 2, 0], [1, 8, 1], [0, 2, 3]], "abc"))
    assert chart.title == "Confusion matrix of forest"
    # The first class stands on top; rows of a grid are written from the bottom.
    assert chart.y.tick_labels == ("a", "b", "c")
    assert chart.y.ticks == (3.0, 2.0, 1.0)
    assert grid.values.tolist() == [[0, 0.4, 0.6], [0.1, 0.8, 0.1], [0.8, 0.2, 0]]
    assert grid.texts[-3:] == ("8\n80 %", "2\n20 %", "0\n")
    assert (grid.low, grid.high) == (0, 1)


@pytest.mark.parametrize("classes", range(2, 13))
@pytest.mark.parametrize("size", [(640, 480), (360, 380)])
def test_every_count_is_readable(classes: int, size: tuple[int, int]) -> None:
    """Up to twelve classes and four digits, also on a phone."""
    table = np.full((classes, classes), 1234) + 7 * np.eye(classes, dtype=int)
    drawn = svg.render(
        matrix_chart(ClassCounts(table, [f"class {k}" for k in range(classes)])),
        width=size[0],
        height=size[1],
    ).replace(",", "")
    assert drawn.count(">1234</text>") == classes * (classes - 1)
    assert drawn.count(">1241</text>") == classes


def test_names_that_do_not_fit_are_numbers_of_rows() -> None:
    names = [f"a long name of a class {k}" for k in range(5)]
    chart = matrix_chart(ClassCounts(np.eye(5, dtype=int), names))
    assert chart.x.label == "Predicted class, numbered as rows are"
    assert chart.x.tick_labels == ("1", "2", "3", "4", "5")
    assert chart.y.tick_labels is not None
    assert [label[-3:] for label in chart.y.tick_labels] == ["(1)", "(2)", "(3)", "(4)", "(5)"]
    counts = ClassCounts(np.ones((2, 5)), ["x", "y"], names)
    chart = matrix_chart(counts)
    assert chart.x.label == "What is done"
    assert chart.notes[-1].startswith("Columns: 1: a long name of a class 0, 2: a long")


def test_of_many_classes_the_most_common_ones_are_drawn() -> None:
    names = [f"c{k}" for k in range(40)]
    table = np.diag(np.arange(1, 41)) + 1
    chart, grid = matrix_chart(ClassCounts(table, names)), grid_of(ClassCounts(table, names))
    assert grid.values.shape == (MOST, MOST)
    assert chart.notes == ("The 14 most common classes; the other 26 are taken together.",)
    assert chart.y.tick_labels is not None
    assert chart.y.tick_labels[0] == "c26 (1)"
    assert chart.y.tick_labels[-1] == "26 others (15)"
    # No record is lost: the cells add up to all.
    counted = sum(int(text.partition("\n")[0].replace(",", "")) for text in grid.texts)
    assert counted == table.sum()
    assert grid_of(ClassCounts(np.eye(MOST), names[:MOST])).values.shape == (MOST, MOST)


def test_many_actions_of_few_classes_are_drawn_together() -> None:
    actions = ["a", "b", *(f"call {k}" for k in range(18))]
    counts = ClassCounts(np.ones((2, 20), int), "ab", actions)
    chart, grid = matrix_chart(counts), grid_of(counts)
    assert grid.values.shape == (2, MOST)
    assert grid.values.sum() == pytest.approx(2)
    assert chart.notes[0] == "6 actions are taken together."
    assert chart.y.tick_labels == ("a", "b")
    assert chart.notes[1].endswith("and 15: 6 others.")


def test_weights_are_written_short() -> None:
    assert grid_of(ClassCounts([[0.25, 1.5], [1, 0]], "ab")).texts[2:] == ("0.25\n14 %", "1.5\n86 %")


def test_texts_fit_their_cells() -> None:
    both, room = ["1,234\n50 %", "9\n1 %"], (60.0, 40.0)
    assert in_cells(both, [room] * 2) == [(["1,234", "50 %"], 12.0), (["9", "1 %"], 12.0)]
    # Where one cell has no room for all its lines, none shows more than the first.
    assert in_cells(both, [(60.0, 18.0), room]) == [(["1,234"], 12.0), (["9"], 12.0)]
    assert in_cells(both, [(19.0, 40.0)] * 2) == [(["1234"], 7.0), (["9"], 8.0)]
    assert in_cells(both, [(5.0, 40.0), room]) == [([], 12.0), (["9"], 12.0)]


def test_a_terminal_writes_counts_into_shaded_cells() -> None:
    text = terminal.render(
        matrix_chart(ClassCounts([[80, 20], [5, 95]], ["ham", "spam"])), width=60, height=14
    )
    assert next(line.strip("│┤ ") for line in text.splitlines() if "95" in line).endswith("█")
    for word in (" 80 ", " 20 %", " 5 ", "ham", "Predicted class"):
        assert word in text


def test_evaluations_draw() -> None:
    codes = np.arange(60) % 3
    ev = cc.evaluate_classes(codes, {"a": codes, "b": np.roll(codes, 1)})
    assert ev.chart().title == "Confusion matrix of a"
    assert ev.chart("matrix", model="b").title == "Confusion matrix of b"
    assert ev.chart("regions") == ev.regions().picture()
    assert ev.chart("costs") == ev.decide().picture()
    assert ev.chart("pairs") == ev.pairwise().picture()
    assert ev.plot("matrix", model="a").get_title(loc="left") == "Confusion matrix of a"
    wrong = {
        "no such picture of many classes 'matricks'": lambda: ev.chart("matricks"),
        "no such model 'c'": lambda: ev.chart("matrix", model="c"),
        "a model belongs to the picture of a confusion matrix; got 'costs'": lambda: ev.chart(
            "costs", model="a"
        ),
        "a map shows three classes; got 2": lambda: cc.evaluate_classes([0, 1], {"m": [0, 1]}).chart(
            "regions"
        ),
    }
    for message, ask in wrong.items():
        with pytest.raises(InputError, match=message):
            ask()
