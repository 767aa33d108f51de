"""The picture of a confusion matrix of many classes: counts, coloured by their share of the true class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.number_words import enumerated, percent, short
from costcurves.charts.chart import Chart
from costcurves.charts.grids import Grid
from costcurves.charts.lettering import shorten, text_width
from costcurves.charts.scales import Axis

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves._ground.arrays import Floats
    from costcurves.tallies.class_counts import ClassCounts

#: Name of the picture.
KEY = "matrix"
#: More classes than this are drawn as the most common ones, and all others together.
MOST = 15
#: Room of names beside and below the cells, in pixels at this size of text; of a phone.
_BESIDE, _BELOW, _SIZE = (130.0, 90.0), 230.0, 11.0
#: Of more classes less room is left beside the cells.
_FEW = 5


def matrix_chart(counts: ClassCounts, model: str = "") -> Chart:
    r"""Draw records by true class (rows) and by what is done (columns), coloured by share of the true class.

    Parameters
    ----------
    counts : ClassCounts
        Of more than 15 classes the 14 most common ones are drawn, and all others as one.
    model : str
        Whose they are, for the title.

    Examples
    --------
    >>> from costcurves.tallies.class_counts import ClassCounts
    >>> chart = matrix_chart(ClassCounts([[8, 2], [1, 9]], ["ham", "spam"]))
    >>> chart.marks[0].texts
    ('1\n10 %', '9\n90 %', '8\n80 %', '2\n20 %')
    """
    table, rows, columns, notes = _gathered(counts)
    whole = table.sum(axis=1, keepdims=True)
    share = np.divide(table, whole, out=np.zeros(table.shape), where=whole > 0)
    names, said = _column_names(columns)
    square = counts.is_square
    y_names = [f"{name} ({number})" for number, name in enumerate(rows, 1)] if said and square else rows
    grid = Grid(
        np.arange(len(columns) + 1) + 0.5,
        np.arange(len(rows) + 1) + 0.5,
        share[::-1],
        low=0,
        high=1,
        label="share of the records of the true class",
        texts=_texts(table[::-1], share[::-1]),
    )
    if said and not square:
        notes = (
            *notes,
            f"Columns: {enumerated(f'{number}: {name}' for number, name in enumerate(columns, 1))}.",
        )
    label = "Predicted class" if square else "What is done"
    return Chart(
        KEY,
        f"Confusion matrix of {model}" if model else "Confusion matrix",
        Axis(f"{label}, numbered as rows are" if said and square else label, 0.5, len(columns) + 0.5,
             ticks=list(range(1, len(columns) + 1)), tick_labels=names),
        Axis("True class", 0.5, len(rows) + 0.5, ticks=list(range(len(rows), 0, -1)),
             tick_labels=[shorten(name, _BESIDE[len(rows) > _FEW], _SIZE) for name in y_names]),
        [grid],
        notes=notes,
    )  # fmt: skip


def _column_names(columns: Sequence[str]) -> tuple[list[str], bool]:
    """Return what stands below the columns: names where they fit on a phone, too, else numbers."""
    room = _BELOW / len(columns) - 4
    if all(text_width(name, _SIZE) <= room for name in columns):
        return list(columns), False
    return [str(number) for number in range(1, len(columns) + 1)], True


def _texts(table: Floats, share: Floats) -> list[str]:
    return [
        f"{_count(count)}\n{percent(round(part, 2))}" if count else "0\n"
        for count, part in zip(table.ravel().tolist(), share.ravel().tolist(), strict=True)
    ]


def _count(count: float) -> str:
    return f"{count:,.0f}" if float(count).is_integer() else short(count)


def _gathered(counts: ClassCounts) -> tuple[Any, list[str], list[str], tuple[str, ...]]:
    """Return the table that is drawn, its names, and what that leaves together."""
    table = np.asarray(counts.weight, float)
    if max(table.shape) <= MOST:
        return table, list(counts.classes), list(counts.actions), ()
    common = np.sort(np.argsort(-table.sum(axis=1), kind="stable")[: MOST - 1])
    kept = [counts.classes[place] for place in common.tolist()]
    done = [name for name in counts.actions if name in kept or name not in counts.classes][: MOST - 1]
    rows = [*([name] for name in kept), [name for name in counts.classes if name not in kept]]
    columns = [*([name] for name in done), [name for name in counts.actions if name not in done]]
    rows, columns = [one for one in rows if one], [one for one in columns if one]
    sums = np.array([
        [_sum(table, _places(counts.classes, row), _places(counts.actions, column)) for column in columns]
        for row in rows
    ])  # fmt: skip
    said: tuple[str, ...] = ()
    if (left := len(rows[-1])) > 1:
        said = (f"The {len(kept)} most common classes; the other {left} are taken together.",)
    elif (left := len(columns[-1])) > 1:
        said = (f"{left} actions are taken together.",)
    return sums, _together(rows), _together(columns), said


def _together(names: Sequence[Sequence[str]]) -> list[str]:
    return [one[0] if len(one) == 1 else f"{len(one)} others" for one in names]


def _places(names: Sequence[str], wanted: Sequence[str]) -> list[int]:
    return [place for place, name in enumerate(names) if name in wanted]


def _sum(table: Floats, rows: list[int], columns: list[int]) -> float:
    return float(table[np.ix_(rows, columns)].sum())
