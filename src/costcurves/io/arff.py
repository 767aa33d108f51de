"""WEKA's attribute-relation files (ARFF)."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING

import numpy as np

from costcurves.io import complaints
from costcurves.io.file_column import FileColumn
from costcurves.io.kinds import from_text
from costcurves.io.row_places import RowPlaces
from costcurves.io.table import Columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurves.errors import InputError
    from costcurves.io.input_sources import Source

_QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_ATTRIBUTE = re.compile(rf"@attribute\s+({_QUOTED}|[^\s'\"{{]\S*)\s+(.+)", re.IGNORECASE)
# Values are separated by commas or white space; % starts a comment.
_VALUE = re.compile(rf"\s*({_QUOTED}|[^\s,{{}}'\"%]+)\s*(?:,|(?=[\s}}%])|$)")
_WEIGHT = re.compile(r",?\s*\{\s*([^\s{}]+)\s*\}\s*$")
_KINDS = {"numeric": "numeric", "real": "numeric", "integer": "numeric", "string": "text", "date": "text"}


@dataclasses.dataclass(frozen=True, slots=True)
class Attribute:
    """A declared column: its name and, if it is nominal, its values; numbers have kind "numeric"."""

    name: str
    kind: str
    values: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        """What a sparse row means by saying nothing."""
        return self.values[0] if self.values else "0"


def read_arff(source: Source) -> Columns:
    """Read an ARFF file, dense or sparse; weights of rows become the column "weight".

    Raises
    ------
    InputError
        If a line is no ARFF, or a row does not fit the attributes.
    """
    lines = enumerate(source.text().splitlines(), start=1)
    attributes = _header(source, lines)
    rows: list[list[str | None]] = []
    places: list[int] = []
    weights: list[str | None] = []
    for place, line in lines:
        text = line.strip()
        if text and not text.startswith("%"):
            row, weight = _row(source, place, text, attributes)
            rows.append(row)
            places.append(place)
            weights.append(weight)
    if not rows:
        raise complaints.no_rows(source.name)
    columns = [_column(a, list(cells)) for a, cells in zip(attributes, zip(*rows, strict=True), strict=True)]
    if any(weights) and "weight" not in {a.name for a in attributes}:
        columns.append(from_text("weight", [weight or "1" for weight in weights]))
    found = Columns(tuple(columns), source.name, "arff", source.notes)
    return found.placed(RowPlaces("line", each=np.array(places), source=source.name))


def _header(source: Source, lines: Iterator[tuple[int, str]]) -> list[Attribute]:
    attributes: list[Attribute] = []
    for place, line in lines:
        text = line.strip()
        key = text.partition(" ")[0].lower()
        if not text or text.startswith("%") or key == "@relation":
            continue
        if key == "@data":
            if not attributes:
                raise complaints.bad_line(source.name, "ARFF", place, "@data before any @attribute")
            return attributes
        found = _ATTRIBUTE.match(text)
        if found is None:
            raise _unreadable(source, place, text)
        attributes.append(_attribute(source, place, *found.groups()))
    raise complaints.damaged(source.name, "ARFF", "it has no line @data")


def _attribute(source: Source, place: int, name: str, kind: str) -> Attribute:
    word = kind.split(maxsplit=1)[0].lower()
    if kind.startswith("{"):
        inside = kind.partition("%")[0].strip() if "'" not in kind and '"' not in kind else kind.strip()
        values = _VALUE.findall(inside.removeprefix("{").removesuffix("}"))
        return Attribute(_plain(name), "nominal", tuple(map(_plain, values)))
    if word not in _KINDS:
        raise complaints.bad_line(source.name, "ARFF", place, f"an attribute of type {word}")
    return Attribute(_plain(name), _KINDS[word])


def _row(
    source: Source, place: int, text: str, attributes: list[Attribute]
) -> tuple[list[str | None], str | None]:
    """Read one row and its weight, if it has one."""
    weight = None
    is_sparse = text.startswith("{")
    found = _WEIGHT.search(text, 1) if not is_sparse or text.count("{") > 1 else None
    if found:
        weight, text = found.group(1), text[: found.start()].rstrip()
    if is_sparse:
        inside = text.removeprefix("{").removesuffix("}")
        values = _values(source, place, inside)
        if len(values) % 2:
            raise _unreadable(source, place, inside)
        written = [attribute.default for attribute in attributes]
        for index, value in zip(values[::2], values[1::2], strict=True):
            if not re.fullmatch("[0-9]{1,9}", index) or int(index) >= len(attributes):
                raise complaints.bad_line(source.name, "ARFF", place, f"the index {index!r} of no attribute")
            written[int(index)] = value
    else:
        written = _values(source, place, text)
    if len(written) != len(attributes):
        came = f"{len(written)} values for {len(attributes)} attributes"
        raise complaints.bad_line(source.name, "ARFF", place, came)
    return [_checked(source, place, a, cell) for a, cell in zip(attributes, written, strict=True)], weight


def _values(source: Source, place: int, text: str) -> list[str]:
    """Part a row into its values, still quoted; those of a sparse row alternate with their indices."""
    if not set(text) & set("'\"{}%\\"):
        return text.replace(",", " ").split()
    values, start = [], 0
    while start < len(text) and not text[start:].lstrip().startswith("%"):
        found = _VALUE.match(text, start)
        if found is None:
            raise _unreadable(source, place, text[start:])
        values.append(found.group(1))
        start = found.end()
    return values


def _unreadable(source: Source, place: int, text: str) -> InputError:
    return complaints.bad_line(source.name, "ARFF", place, repr(text.strip()[:60]))


def _checked(source: Source, place: int, attribute: Attribute, written: str) -> str | None:
    """One value without its quotes; None where it is missing."""
    if written == "?":
        return None
    value = _plain(written)
    if attribute.values and value not in attribute.values:
        came = f"{value!r}, which attribute {attribute.name!r} does not declare"
        raise complaints.bad_line(source.name, "ARFF", place, came)
    return value


def _column(attribute: Attribute, cells: list[str | None]) -> FileColumn:
    """Make a column of the type that was declared."""
    if attribute.kind == "numeric":
        return from_text(attribute.name, cells)
    missing = np.array([cell is None for cell in cells])
    values = np.array([cell or "" for cell in cells], dtype=object)
    return FileColumn(attribute.name, "text", values, missing)


def _plain(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text
