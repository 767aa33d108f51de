"""The predictions that WEKA writes as CSV (its output class `prediction.CSV`).

A row is ``inst#,actual,predicted,error`` and then ``prediction``, the probability of the predicted class, or
``distribution``, the probabilities of all classes with a star before that of the predicted one. Classes are
written ``2:name``; the actual one is quoted if its name holds anything special, the predicted one never.
Attributes may follow. Predictions of a number have no fifth column.

References
----------
Hall et al. (2009), The WEKA data mining software: an update. The form is that of WEKA 3.9.7.
"""

from __future__ import annotations

import dataclasses
import decimal
import re
from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import InputError
from costcurves.io import complaints
from costcurves.io.file_column import FileColumn
from costcurves.io.kinds import from_text
from costcurves.io.literals import NUMBER, matches
from costcurves.io.row_places import RowPlaces
from costcurves.io.table import Columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.io.input_sources import Source

#: What the model is called: WEKA does not write its name.
MODEL = "prediction"

_HEADER = re.compile(r"^inst#([,\t])actual\1predicted\1error(.*)$", re.MULTILINE)
_QUOTED = r"'(?:[^'\\]|\\.)*'"
_ROW = {
    # Lazily up to the mark of errors: the predicted name is not quoted and may hold anything.
    s: re.compile(
        rf"(\d+){s}(\d{{1,9}}):({_QUOTED}|[^{s}]*){s}(?:\?|(\d{{1,9}}):(.*?)){s}\+?{s}((?:\*?[\d.]|\?).*)"
    )
    for s in ",\t"
}
_PART = {s: re.compile(rf"({_QUOTED}|[^{s}]*){s}") for s in ",\t"}
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


@dataclasses.dataclass(frozen=True, slots=True)
class Prediction:
    """One row: its number, the actual class (label None: unknown), the predicted one, and what follows."""

    number: str
    actual: int
    label: str | None
    predicted: int | None
    guess: str
    rest: tuple[str, ...]


def is_weka(text: str) -> bool:
    """Tell whether a text holds predictions of WEKA."""
    return _HEADER.search(text) is not None


def read_weka(source: Source) -> Columns:
    """Read WEKA's predictions: the label "actual" and a column "prediction_p_<class>" per class.

    Without the distribution there must be two classes; the probability of the one that was not predicted is
    then one minus that of the other, in the decimals that were written. Of a numeric class the columns are
    read as they are.

    Raises
    ------
    InputError
        If a line does not have the form, or if there are more than two classes and no distribution.
    """
    header = _HEADER.search(text := source.text().replace("\r\n", "\n"))
    if header is None:
        raise complaints.damaged(
            source.name, "WEKA predictions", "it has no header inst#,actual,predicted,error"
        )
    separator, tail = header.groups()
    first = text.count("\n", 0, header.end()) + 2
    # A blank line ends the predictions; a summary may follow.
    block = text[header.end() + 1 :].partition("\n\n")[0].rstrip("\n")
    lines = list(enumerate(block.split("\n"), start=first)) if block.strip() else []
    if not lines:
        raise complaints.no_rows(source.name)
    form = re.match(rf"{separator}(prediction|distribution)(?={separator}|$)", tail)
    if form is None:
        return _numeric(source, header.group().split(separator), separator, lines)
    tail = tail[form.end() :]
    # Of the separators, one stands before each class but the first and one before the attributes.
    names = tail.lstrip(separator)
    classes = len(tail) - len(names) + (not names)
    rows = [_prediction(source, place, line, separator) for place, line in lines]
    if form.group(1) == "distribution":
        note = f"{MODEL}_p_<class> is the distribution that WEKA wrote"
        scores = [
            _distribution(source, place, row, classes) for (place, _), row in zip(lines, rows, strict=True)
        ]
    else:
        classes, note = 2, f"{MODEL}_p_<class> is the probability of the predicted class, or one minus it"
        scores = [_two(source, place, row) for (place, _), row in zip(lines, rows, strict=True)]
    actual = np.array([row.label or "" for row in rows], dtype=object)
    unknown = np.array([row.label is None for row in rows])
    columns = [
        from_text("inst#", [row.number for row in rows]),
        FileColumn("actual", "text", actual, unknown),
    ]
    # The names of the classes, as far as they occur.
    called = {row.predicted: row.guess for row in rows if row.predicted is not None}
    called |= {row.actual: row.label for row in rows if row.label is not None}
    for place, cells in enumerate(zip(*scores, strict=True), start=1):
        columns.append(from_text(f"{MODEL}_p_{called.get(place, f'class {place}')}", cells))
    width = classes if form.group(1) == "distribution" else 1
    values = [row.rest[1 if row.predicted is None else width :] for row in rows]
    attributes = names.split(separator) if names else []
    notes = [*source.notes, note]
    if all(len(row) == len(attributes) for row in values):
        for name, cells in zip(attributes, zip(*values, strict=True), strict=True):
            columns.append(from_text(name, [None if cell == "?" else _plain(cell) for cell in cells]))
    else:
        notes.append("attributes are left out, since their names contain separators")
    places = RowPlaces("line", first, source=source.name)
    return Columns(tuple(columns), source.name, "weka", tuple(notes)).placed(places)


def _prediction(source: Source, place: int, line: str, separator: str) -> Prediction:
    found = _ROW[separator].fullmatch(line)
    if found is None:
        raise complaints.bad_line(source.name, "WEKA predictions", place, repr(line[:60]))
    number, actual, label, predicted, guess, rest = found.groups()
    return Prediction(
        number=number,
        actual=int(actual),
        label=None if label == "?" else _plain(label),
        predicted=int(predicted) if predicted else None,
        guess=guess or "",
        rest=_parts(rest, separator),
    )


def _parts(text: str, separator: str) -> tuple[str, ...]:
    """Part a text at separators outside quotes."""
    return tuple(found.group(1) for found in _PART[separator].finditer(text + separator))


def _distribution(source: Source, place: int, row: Prediction, classes: int) -> list[str | None]:
    """The probabilities of all classes; none where WEKA predicted nothing."""
    if row.predicted is None:
        return [None] * classes
    written = [part.removeprefix("*") for part in row.rest[:classes]]
    if len(written) < classes or not all(matches(part, NUMBER) for part in written):
        raise complaints.bad_line(source.name, "WEKA predictions", place, f"no {classes} probabilities")
    return list(written)


def _two(source: Source, place: int, row: Prediction) -> list[str | None]:
    """The probabilities of two classes, from that of the predicted one."""
    if row.predicted is None:
        return [None, None]
    if not matches(row.rest[0], NUMBER):
        raise complaints.bad_line(source.name, "WEKA predictions", place, repr(row.rest[0]))
    # In decimals, as they were written: as floats, 1 - 0.7 is not 0.3.
    given = decimal.Decimal(row.rest[0])
    if row.predicted > 2 or row.actual > 2 or given < decimal.Decimal("0.5"):
        raise InputError(
            "WEKA predictions of more than two classes must have the distribution",
            "the probability of the predicted class only",
            'write them with "weka.classifiers.evaluation.output.prediction.CSV -distribution"',
            where=source.name,
        )
    pair: list[str | None] = [str(given), str(1 - given)]
    return pair if row.predicted == 1 else pair[::-1]


def _numeric(source: Source, names: list[str], separator: str, lines: Sequence[tuple[int, str]]) -> Columns:
    rows = []
    for place, line in lines:
        rows.append(_parts(line, separator))
        if len(rows[-1]) != len(names):
            raise complaints.ragged(source.name, place, len(rows[-1]), len(names))
    cells = zip(*rows, strict=True)
    found = Columns(tuple(map(from_text, names, cells)), source.name, "weka", source.notes)
    return found.placed(RowPlaces("line", lines[0][0], source=source.name))


def _plain(text: str) -> str:
    """A text without its quotes and the backslashes inside them."""
    if len(text) > 1 and text[0] == text[-1] == "'":
        return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found.group(1), found.group(1)), text[1:-1])
    return text
