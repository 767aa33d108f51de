"""Arrow files and streams, and Feather."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.io import complaints
from costcurves.io.engine import first_line
from costcurves.io.kinds import BIG_WHOLE
from costcurves.io.literals import NUMBER, matches
from costcurves.io.table import Columns, FileColumn, refuse_duplicates

if TYPE_CHECKING:
    from costcurves.io.sources import Source


def read_arrow(source: Source) -> Columns:
    """Read an Arrow IPC file or stream, or a Feather file.

    Raises
    ------
    MissingExtraError
        If pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow import feather
    except ImportError:
        raise complaints.needs_pyarrow() from None
    try:
        if source.head(4) == b"FEA1" or source.head(6) == b"ARROW1":
            table = feather.read_table(source.path, memory_map=False)
        else:
            table = pa.ipc.open_stream(source.path.read_bytes()).read_all()
    except (pa.ArrowException, OSError) as error:
        raise complaints.damaged(source.name, "Arrow", first_line(error)) from None
    refuse_duplicates(table.column_names, source.name)
    columns = [_column(name, part) for name, part in zip(table.column_names, table.columns, strict=True)]
    return Columns(tuple(columns), source.name, "arrow", source.notes)


def _column(name: str, chunks: Any) -> FileColumn:
    """Read one column by its type."""
    import pyarrow as pa

    column = chunks.combine_chunks() if isinstance(chunks, pa.ChunkedArray) else chunks
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    kind = column.type
    missing = np.asarray(column.is_null().to_numpy(zero_copy_only=False))
    if pa.types.is_integer(kind) or (pa.types.is_decimal(kind) and not kind.scale):
        return _whole(name, column, missing)
    if pa.types.is_floating(kind) or pa.types.is_null(kind):
        floats = column.cast(pa.float64()).to_numpy(zero_copy_only=False)
        return FileColumn(name, "float", floats, missing)
    if pa.types.is_decimal(kind):
        floats = np.array([np.nan if v is None else float(v) for v in column.to_pylist()])
        return FileColumn(name, "float", floats, missing)
    if pa.types.is_boolean(kind):
        return FileColumn(name, "bool", column.fill_null(False).to_numpy(zero_copy_only=False), missing)  # noqa: FBT003
    if pa.types.is_timestamp(kind) or pa.types.is_date(kind):
        dates = column.cast(pa.timestamp("us")).to_numpy(zero_copy_only=False)
        return FileColumn(name, "date", dates.astype("datetime64[us]"), missing)
    texts = ["" if value is None else str(value) for value in column.to_pylist()]
    numbers = sum(matches(text, NUMBER) for text in texts)
    return FileColumn(name, "text", np.array(texts, dtype=object), missing, numbers=numbers)


def _whole(name: str, column: Any, missing: np.ndarray) -> FileColumn:
    """Read whole numbers as int64, or leave them text if one does not fit."""
    import pyarrow as pa

    try:
        whole = column.cast(pa.int64()).fill_null(0).to_numpy(zero_copy_only=False)
    except pa.ArrowInvalid:
        texts = np.array(["" if value is None else str(value) for value in column.to_pylist()], dtype=object)
        return FileColumn(name, "text", texts, missing, numbers=int((~missing).sum()), remark=BIG_WHOLE)
    return FileColumn(name, "int", whole, missing)
