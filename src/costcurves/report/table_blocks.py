"""Tables of a page, which become blocks of one row each where there is no room for their columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves.charts.lettering import printable, text_width
from costcurves.report.elements import Html, folded, join, swatch, tag, unbroken

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from costcurves._ground.tables import Column, Table

#: Tables of more columns are set more densely.
_SPACIOUS = 9
#: Columns of short texts that are not broken.
_WHOLE = frozenset({"rule", "alike"})
#: Widths, in rem, below which tables become blocks: each table the least at which it has room.
ROOMS = (21, 27, 33, 40, 48, 58, 70)
#: Longer words of texts are broken.
_LONGEST = 24
#: Size of text in tables and in dense ones, room beside it in a cell, and least width of texts: in pixels.
_SIZES, _PADS, _LEAST = (14.4, 13.2), (14.0, 9.0), (112.0, 72.0)
#: Pixels of a rem, and of the swatch before a name.
_REM, _SWATCH = 16.0, 36.0

_BLOCKS = """@container (max-width:{room}rem){{
.fit{room},.fit{room} tbody,.fit{room} caption:not(.unseen){{display:block;width:auto}}
.fit{room} thead{{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}
.fit{room} tr{{display:flex;flex-wrap:wrap;gap:0 .9rem;padding:.4rem 0;border-bottom:1px solid var(--line)}}
.fit{room} tr>*{{display:block;border:0;padding:0;text-align:left;max-width:100%;white-space:normal}}
.fit{room} tbody{{font-size:.84rem;line-height:1.4}}
.fit{room} tbody tr>th{{font-weight:650;min-width:0}}
.fit{room} td::before{{display:inline}}
.fit{room} td:empty,.fit{room} .bars{{display:none}}
}}"""


#: Before a cell of a block stands the heading of its column, which the style of the table tells.
_HEADED = "td::before{display:none;color:var(--muted);font-weight:400;font-size:.78rem}"
#: Columns that can be headed so.
_MOST_COLUMNS = 30


def block_styles() -> str:
    """Style sheet of tables that become blocks."""
    places = range(1, _MOST_COLUMNS + 1)
    heads = [f'td:nth-child({place})::before{{content:var(--c{place}) " "}}' for place in places]
    return "\n".join([_HEADED, *heads, *(_BLOCKS.format(room=room) for room in ROOMS)])


def table_block(  # noqa: PLR0913 - each keyword is one thing that tables of a page differ in
    table: Table,
    *,
    series: Mapping[str, int] | None = None,
    by: str = "model",
    head: str = "",
    extra: Iterable[str] = (),
    beside: Mapping[int, str] | None = None,
    beside_of: str = "",
    caption: bool = True,
    remark: bool = True,
    faint: Collection[int] = (),
    many: str = "Why some values are missing",
) -> Html:
    """Write a table with its notes.

    Parameters
    ----------
    table : Table
    series : mapping of str to int, optional
        Number of the series by name: its swatch is put before the name.
    by : str
        Key of the column that holds those names.
    head : str
        Key of the column that names the rows; by default the first.
    extra : iterable of str
        One more cell a row, e.g. a bar.
    beside : mapping of int to str, optional
        By row: what stands small beside the text of one column.
    beside_of : str
        Key of that column.
    caption : bool
        Whether the title is shown above the table.
    remark : bool
        Whether it is said below that bold marks the best.
    faint : collection of int
        Rows of lesser weight, such as differences.
    many : str
        What many notes are about.
    """
    head = head or table.columns[0].key
    best = table.best_rows()
    extra, small = list(extra), beside or {}
    classes = [_align(column, texts) for column, texts in zip(table.columns, _texts(table), strict=True)]
    rows = []
    for number, texts in enumerate(table.to_rows()):
        cells = [
            _cell(
                text,
                kind,
                series.get(text) if series and column.key == by else None,
                best=number in best.get(column.key, ()),
                head=column.key == head,
                small=small.get(number, "") if column.key == beside_of else "",
            )
            for column, text, kind in zip(table.columns, texts, classes, strict=True)
        ]
        cells += [tag("td", extra[number], class_="bars")] if extra else []
        rows.append(tag("tr", *cells, class_="faint" if number in faint else None))
    heads = [
        tag("th", column.title, scope="col", class_=kind, title=column.hint or None)
        for column, kind in zip(table.columns, classes, strict=True)
    ]
    heads += [tag("td", class_="bars")] if extra else []
    title = tag("caption", table.title, class_=None if caption else "unseen")
    kinds = " ".join(filter(None, (_dense(table), _fit(table, head, by if series else ""))))
    grid = tag(
        "table",
        title,
        tag("thead", tag("tr", *heads)),
        tag("tbody", *rows),
        class_=kinds,
        style=_heads(table.columns, head),
    )
    region = tag("div", grid, class_="scroll", tabindex=0, role="region", aria_label=f"Table: {table.title}")
    return join([region, *_notes(table, many, marked=remark and bool(best))])


def _cell(text: str, kind: str, series: int | None, *, best: bool, head: bool, small: str) -> Html:
    """Write one cell; the best of a column is bold and says so to screen readers."""
    content = [text] if series is None else [swatch(series), "\N{NO-BREAK SPACE}", text]
    content += [" ", tag("small", small)] if small else []
    if best:
        content.append(tag("span", " (best)", class_="unseen"))
    kinds = {kind: True, "best": best, "named": series is not None}
    classes = " ".join(kind for kind, holds in kinds.items() if holds)
    if head:
        return tag("th", *content, scope="row", class_=classes)
    return tag("td", *(content if text else ()), class_=classes)


def _heads(columns: Sequence[Column], head: str) -> str:
    """Write the headings of columns as texts of a style sheet; what heads a block itself needs none."""
    texts = (printable(column.title).replace("\\", "\\\\").replace('"', '\\"') for column in columns)
    both = enumerate(zip(columns, texts, strict=True), start=1)
    return ";".join(f'--c{place}:"{text}"' for place, (column, text) in both if column.key != head)


def _texts(table: Table) -> list[list[str]]:
    """Return the texts of every column; what is kept together has no blank."""
    rows = [[str(unbroken(text)) for text in row] for row in table.to_rows()]
    return [[row[place] for row in rows] for place in range(len(table.columns))]


def _longest(texts: Iterable[str]) -> list[str]:
    """Return the words of texts: what a line cannot break."""
    return [word for text in texts for word in text.split(" ")]


def _align(column: Column, texts: Sequence[str]) -> str:
    """Class of the cells of a column."""
    if column.align == "right":
        return "number"
    if column.key in _WHOLE:
        return "whole"
    return "text long" if max(map(len, _longest(texts)), default=0) > _LONGEST else "text"


def _dense(table: Table) -> str:
    return "dense" if len(table.columns) > _SPACIOUS else ""


def _fit(table: Table, head: str, named: str) -> str:
    """Name the least width at which a table has room for its columns."""
    needed = sum(_widths(table, head, named)) / _REM
    return f"fit{next((room for room in ROOMS if room >= needed), ROOMS[-1])}"


def _widths(table: Table, head: str, named: str) -> Iterable[float]:
    """Estimate the least width of every column, rather too wide: texts are broken, numbers are not."""
    dense = bool(_dense(table))
    size, pad, least = _SIZES[dense], _PADS[dense], _LEAST[dense]
    for column, texts in zip(table.columns, _texts(table), strict=True):
        kind = _align(column, texts)
        units = texts if kind in {"number", "whole"} else _longest(texts)
        widest = max((text_width(unit, size) for unit in units), default=0.0)
        widest = least if kind == "text long" else widest
        widest = max(widest, least) if column.key == head and kind != "number" else widest
        widest = max(widest, *(text_width(word, 0.92 * size) for word in _longest([column.title])))
        yield widest + pad + _SWATCH * (column.key == named)


def _notes(table: Table, many: str, *, marked: bool) -> list[Html]:
    """Write remarks below a table; more than three are folded."""
    notes = [tag("p", "Bold: the best of its column.", class_="note")] if marked else []
    if len(table.notes) > 3:
        items = tag("ul", *(tag("li", note) for note in table.notes))
        return [*notes, folded(f"{many} ({len(table.notes)})", items)]
    return [*notes, *(tag("p", note, class_="note") for note in table.notes)]
