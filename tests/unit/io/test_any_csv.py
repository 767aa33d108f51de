"""Whatever Python's csv module writes is read back: every text, every number, every gap, in its row."""

from __future__ import annotations

import csv

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from costcurves.io import read

# A letter at both ends keeps a text from being a number, a gap, or padded with space.
texts = st.text("a\",;\t|\n é#1.-'\\=%", max_size=6).map("z{}z".format)
numbers = st.one_of(
    st.floats(allow_nan=False).map(repr),
    st.integers(-(2**64), 2**64).map(str),
    st.sampled_from(["", "NA", "inf", "-Infinity", "1e3", ".5"]),
)


@st.composite
def tables(draw):
    """Names, kinds and rows of a table."""
    kinds = draw(st.lists(st.sampled_from([texts, numbers]), min_size=2, max_size=4))
    rows = draw(st.lists(st.tuples(*kinds), min_size=1, max_size=8))
    return [f"c{place}" for place in range(len(kinds))], rows


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    table=tables(),
    delimiter=st.sampled_from(",;\t|"),
    lineterminator=st.sampled_from(["\n", "\r\n"]),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
def test_it_comes_back(tmp_path, table, delimiter, lineterminator, quoting):
    names, rows = table
    path = tmp_path / "a.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator=lineterminator, quoting=quoting)
        writer.writerows([names, *rows])
    columns = read(path)
    assert columns.names == tuple(names)
    assert columns.rows == len(rows)
    for column, cells in zip(columns.columns, zip(*rows, strict=True), strict=True):
        gaps = [row for row, cell in enumerate(cells, start=1) if cell in {"", "NA"}]
        assert column.missing_rows == gaps
        for cell, value in zip(cells, column.values.tolist(), strict=True):
            if column.kind == "text":
                assert value == cell
            elif cell not in {"", "NA"}:
                assert value == (int if column.kind == "int" else float)(cell)
                # Two whole numbers never become one.
                assert not cell.lstrip("-").isdigit() or int(cell) == int(value)
        is_text = any(cell.startswith("z") for cell in cells)
        assert (column.kind == "text") == (is_text or bool(column.remark))
