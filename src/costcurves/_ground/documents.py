"""Results as documents: values that show themselves, and versioned JSON that reads back equal.

Numbers are written exactly, infinities as the strings "inf" and "-inf".
"""

from __future__ import annotations

import contextlib
import dataclasses
import math
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from costcurves._ground.arrays import ByValue, frozen
from costcurves._ground.number_words import format_value
from costcurves._ground.tables import Column, Table, plain_scalar, table_html, to_frame
from costcurves.errors import Code, InputError, not_written

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

#: Version of every JSON document that the package writes.
VERSION = 1


def plain_json(value: Any) -> Any:
    """Turn documents, arrays, numpy numbers, tuples and infinities into what JSON knows; NaN becomes null."""
    if isinstance(value, Document):
        return value.to_json()
    if isinstance(value, dict):
        return {str(key): plain_json(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return plain_json(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain_json(item) for item in value]
    return plain_scalar(value)


def number(value: Any) -> float:
    """Read a number that :func:`plain_json` wrote."""
    return math.nan if value is None else float(value)


def dumps(value: Any) -> str:
    """Write a document; every float round-trips exactly."""
    import json

    return json.dumps(plain_json(value), ensure_ascii=False, indent=1, allow_nan=False)


def write(path: str | Path, value: Any) -> None:
    """Write a document to a file, whole or not at all."""
    write_text(path, dumps(value) + "\n")


def write_text(path: str | Path, text: str) -> Path:
    """Write a text to a file, whole or not at all, and return its path."""
    from pathlib import Path

    target = Path(path)
    if not target.name or target.is_dir():
        raise not_written(path, "is a directory")
    special = target.exists() and not target.is_file()  # such as /dev/null
    beside = target if special else target.with_name(f"{target.name}.part")
    try:
        beside.write_text(text, encoding="utf8", newline="")
        if not special:
            beside.replace(target)
    except OSError as problem:
        raise not_written(path, problem.strerror or "it cannot be written") from None
    finally:
        with contextlib.suppress(OSError):  # its folder may be none
            if not special:
                beside.unlink(missing_ok=True)
    return target


def read(path: str | Path, kind: str) -> dict[str, Any]:
    """Read a document of one kind and of a version this package knows."""
    import json
    from pathlib import Path

    try:
        value = json.loads(Path(path).read_text(encoding="utf8"))
    except OSError as problem:
        reason = (problem.strerror or "it cannot be read").lower()
        raise InputError(f"cannot open {str(path)!r}: {reason}", fix="check the path") from None
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as problem:
        wrong = f"the file is not valid JSON: {problem}"
        raise InputError(wrong, fix="write it again", where=str(path)) from None
    return checked(value, kind, str(path))


def checked(value: Any, kind: str, where: str = "") -> dict[str, Any]:
    """Check kind and version of a document."""
    if not isinstance(value, dict) or value.get("kind") != kind:
        came = value.get("kind") if isinstance(value, dict) else type(value).__name__
        raise InputError(
            f"the document must be a costcurves {kind}",
            f"{came!r}",
            "write one with save() or --json",
            where=where,
        )
    if value.get("version") != VERSION:
        raise InputError(
            f"the document must have version {VERSION}",
            f"{value.get('version')!r}",
            "write it again with this version of costcurves",
            where=where,
            code=Code.OTHER_VERSION,
        )
    return value


#: Draws values of packages above charts; loaded where a notebook shows one.
FIGURES = "costcurves.charts.figures.value_figures"
#: Rows that a notebook shows of a long value, half of them from each end.
MOST_ROWS = 12
#: Characters of a short line.
MOST_CHARACTERS = 100


class Shown:
    """A value that anybody can look at.

    ``print`` gives its sentence, the prompt one short line, a notebook its table, :meth:`to_frame` columns.
    """

    __slots__ = ()

    def to_columns(self) -> dict[str, Any]:
        """Return the value as columns of equal length.

        They are those of its table where it makes one; else its arrays, or one row of its numbers and texts.
        """
        if type(self).table is not Shown.table:
            return self.table().to_columns()
        return _arrays(self) or {
            name: [str(value) if isinstance(value, Shown) else value] for name, value in _facts(self).items()
        }

    def to_frame(self, backend: str | None = None) -> Any:
        """Return the value as a data frame.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            The library; by default the first that is installed.
        """
        return to_frame(self.to_columns(), backend)

    def to_json(self) -> dict[str, Any]:
        """Return the columns as plain JSON; infinities are "inf" and "-inf", what is undefined is null."""
        return {name: plain_json(list(column)) for name, column in self.to_columns().items()}

    def table(self) -> Table:
        """Return the value as the table that a notebook shows: long ones with their ends only."""
        columns = self.to_columns()
        columns.pop("sentence", None)  # it stands above the table
        return table_of(type(self).__name__, columns)

    def __repr__(self) -> str:
        arrays = _arrays(self)
        facts = [f"{len(next(iter(arrays.values())))} rows"] if arrays else []
        facts += [f"{name}={_short(value)}" for name, value in _facts(self).items()]
        line = f"{type(self).__name__}({', '.join(facts)})"
        return line if len(line) <= MOST_CHARACTERS else f"{line[: MOST_CHARACTERS - 2]}…)"

    def picture(self) -> Any:
        """Return the chart that a notebook shows above the table; None where there is none.

        Values that stand below charts are drawn by a table of figures there, which is found by its name.
        """
        import importlib

        return importlib.import_module(FIGURES).picture_of(self)

    def _repr_html_(self) -> str:
        """Show the value in a notebook: its picture, what it says, and its table."""
        drawn = self.picture()
        return ("" if drawn is None else drawn._repr_html_()) + table_html(self.table(), str(self))


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}


def _facts(value: Any) -> dict[str, Any]:
    """Collect the fields of a value that fit into a cell: numbers, texts, and what shows itself."""
    plain = (str, int, float, np.integer, np.floating, Shown)
    return {name: item for name, item in _fields(value).items() if isinstance(item, plain) and item != ""}


def _arrays(value: Any) -> dict[str, Any]:
    """Collect the fields of a value that are columns, if they have one length."""
    columns = {name: item for name, item in _fields(value).items() if isinstance(item, np.ndarray)}
    found = {name: column for name, column in columns.items() if column.ndim == 1}
    return found if len({len(item) for item in found.values()}) == 1 else {}


def _short(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, (float, np.floating)) else repr(value)


def table_of(title: str, columns: Mapping[str, Any]) -> Table:
    """Make a table of columns: of one row as facts below each other, of many rows with their ends only."""
    count = max((len(column) for column in columns.values()), default=0)
    if count == 1:
        facts = [(name.replace("_", " "), format_value(column[0])) for name, column in columns.items()]
        return Table(
            "facts", title, (Column("fact", "", align="left"), Column("value", "", align="left")), facts
        )
    half = MOST_ROWS // 2
    places = range(count) if count <= MOST_ROWS else (*range(half), *range(count - half, count))
    heads = []
    for name, column in columns.items():
        is_numeric = np.asarray(column).dtype.kind in "bifu"
        heads.append(Column(name, name.replace("_", " "), align="right" if is_numeric else "left"))
    rows = [[column[place] for column in columns.values()] for place in places]
    left = count - len(rows)
    return Table(
        "columns", title, heads, rows, notes=[f"{left:,} rows between them are left out."] if left else ()
    )


class FrozenArrays(ByValue):
    """A value of which no array can be written to from the start."""

    __slots__ = ()

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):  # type: ignore[arg-type]  # a mixin of dataclasses
            if isinstance(value := getattr(self, field.name), np.ndarray):
                object.__setattr__(self, field.name, frozen(value))


class Document(Shown, ByValue):
    """A value that shows itself, is written to versioned JSON, and read back equal."""

    __slots__ = ()

    #: What the document says it is.
    kind: ClassVar[str]
    #: The types of fields that hold a document or a list of them.
    nested: ClassVar[Mapping[str, type[Document]]] = MappingProxyType({})
    #: What is written with the fields, because it follows from them.
    derived: ClassVar[tuple[str, ...]] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the value as plain JSON with its kind and version; infinities are "inf" and "-inf"."""
        fields = {name: _written(value) for name, value in self._contents().items()}
        return {"kind": self.kind, "version": VERSION, **fields}

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Self:
        """Read what :meth:`to_json` wrote.

        Raises
        ------
        InputError
            If the document is of another kind or version, or not whole.
        """
        value = checked(document, cls.kind)
        try:
            fields = {name: item for name, item in value.items() if name not in {"kind", "version"}}
            return cls._restored({name: _read(item) for name, item in fields.items()})
        except (LookupError, TypeError, ValueError, OverflowError) as problem:
            raise InputError(
                "a document must be complete", f"{type(problem).__name__}: {problem}", where=cls.kind
            ) from None

    def _contents(self) -> dict[str, Any]:
        """Return what is written: by default every field and what follows from them."""
        return _fields(self) | {name: getattr(self, name) for name in self.derived}

    @classmethod
    def _restored(cls, contents: dict[str, Any]) -> Self:
        fields = {}
        for field in dataclasses.fields(cls):  # type: ignore[arg-type]  # a mixin of dataclasses
            value, kind = contents[field.name], cls.nested.get(field.name)
            is_left_out = value is None and field.default is None
            fields[field.name] = value if kind is None or is_left_out else _nested(kind, value)
        return cls(**fields)

    def save(self, path: str | Path) -> None:
        """Write the value to a JSON file, whole or not at all."""
        write(path, self.to_json())

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a value from a JSON file."""
        return cls.from_json(read(path, cls.kind))


def _nested(kind: type[Document], value: Any) -> Any:
    """Read a document, or a list of them."""
    return tuple(_nested(kind, one) for one in value) if isinstance(value, list) else kind.from_json(value)


def _written(value: Any) -> Any:
    """Write one field; arrays say their type."""
    if isinstance(value, np.ndarray):
        return {"dtype": value.dtype.name, "values": plain_json(value)}
    return plain_json(value)


def _read(value: Any) -> Any:
    if isinstance(value, dict) and set(value) == {"dtype", "values"}:
        if value["dtype"] == "float64":
            return np.array(_numbers(value["values"]), dtype=np.float64)
        return np.array(value["values"], dtype=value["dtype"])
    return value


def _numbers(values: Any) -> Any:
    return [_numbers(v) for v in values] if isinstance(values, list) else number(values)
