"""Damage to valid files of every format: what reads them gives a result or one of the package's own errors.

``python -m tests.doors.fuzz --cases 20000`` tries that many damaged files, always the same ones, and lists those
that end otherwise; ``--keep FOLDER`` writes them there. The tests try 300.
"""

from __future__ import annotations

import argparse
import dataclasses
import io as streams
import json
import random
import tempfile
import traceback
import warnings
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import feather

from costcurves.cli.loading import load
from costcurves.errors import CostCurvesError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Twelve records: a word and two numbers in each.
ROWS = tuple(
    (("no", "yes")[place % 3 == 0], round(0.05 + 0.07 * (place * 5 % 12), 2), 3 * (place * 7 % 12) - 9)
    for place in range(12)
)
NAMES = ("label", "forest", "points")
_ATTRIBUTES = "@attribute label {no,yes}\n@attribute forest numeric\n@attribute points numeric\n"


def _lines(separator: str, *, comma: bool = False) -> str:
    cells = [NAMES, *ROWS]
    texts = [separator.join(map(str, row)) for row in cells]
    return "\n".join(text.replace(".", ",") if comma else text for text in texts) + "\n"


def _objects() -> list[dict[str, object]]:
    return [dict(zip(NAMES, row, strict=True)) for row in ROWS]


def _quoted() -> str:
    rows = [f'"{label}","{forest}","{points}","said ""no"",\nthen left"' for label, forest, points in ROWS]
    return "\r\n".join(["label,forest,points,remark", *rows]) + "\r\n"


def _weka() -> str:
    rows = []
    for place, (label, forest, _) in enumerate(ROWS, start=1):
        actual, guess = (2 if label == "yes" else 1), (2 if forest > 0.5 else 1)
        mark = "" if actual == guess else "+"
        shares = f"{round(1 - forest, 3)},*{forest}" if guess == 2 else f"*{round(1 - forest, 3)},{forest}"
        rows.append(f"{place},{actual}:{label},{guess}:{('no', 'yes')[guess - 1]},{mark},{shares}")
    return "\n".join(["inst#,actual,predicted,error,distribution,", *rows]) + "\n\n"


def _binary(write: Callable[[pa.Table, streams.BytesIO], object]) -> bytes:
    table = pa.table(dict(zip(NAMES, map(list, zip(*ROWS, strict=True)), strict=True)))
    content = streams.BytesIO()
    write(table, content)
    return content.getvalue()


def _stream(table: pa.Table, content: streams.BytesIO) -> None:
    with pa.ipc.new_stream(content, table.schema) as writer:
        writer.write_table(table)


def _workbook() -> bytes:
    book = openpyxl.Workbook()
    for row in (NAMES, *ROWS):
        book.active.append(row)
    book.create_sheet("notes").append(["nothing"])
    content = streams.BytesIO()
    book.save(content)
    # Written anew, since it holds the time of writing.
    found = {name: data for name, data in _members(content.getvalue()).items() if "docProps" not in name}
    return _zipped(found)


def _members(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(streams.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _zipped(members: dict[str, bytes]) -> bytes:
    content = streams.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return content.getvalue()


def seeds() -> dict[str, bytes]:
    """Valid files, by name."""
    texts = {
        "commas.csv": _lines(","),
        "semicolons.csv": _lines(";", comma=True),
        "bars.txt": _lines("|"),
        "quoted.csv": _quoted(),
        "tabs.tsv": _lines("\t"),
        "blanks.txt": _lines("   "),
        "titles.csv": "Scores of May\n\n" + _lines(","),
        "points.csv": "model,tp,fn,fp,tn\na,5,5,1,9\na,8,2,4,6\nb,7,3,3,7\n",
        "counts.csv": "model,score,positives,negatives\na,1,0,8\na,2,4,5\nb,1,1,8\nb,2,3,5\n",
        "rows.json": json.dumps(_objects()),
        "rows.jsonl": "".join(f"{json.dumps(row)}\n" for row in _objects()),
        "dense.arff": f"@relation a\n{_ATTRIBUTES}@data\n" + _lines(",").partition("\n")[2],
        "sparse.arff": f"@relation a\n{_ATTRIBUTES}@data\n"
        + "".join(f"{{0 {label}, 1 {forest}, 2 {points}}}\n" for label, forest, points in ROWS),
        "weka.csv": _weka(),
    }
    return {name: text.encode() for name, text in texts.items()} | {
        "table.parquet": _binary(pq.write_table),
        "plain.parquet": _binary(lambda table, to: pq.write_table(table, to, compression="none")),
        "table.feather": _binary(
            lambda table, to: feather.write_feather(table, to, compression="uncompressed")
        ),
        "table.arrows": _binary(_stream),
        "book.xlsx": _workbook(),
    }


# ---- damage ---------------------------------------------------------------------------------

_BYTES = (b'"', b"'", b",", b";", b"\t", b"|", b" ", b"\n", b"\r", b"\0", b"#", b"%", b"{", b"}", b"[", b"\\", b"-",
          b"e", b".", b"9", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"nan", b"inf", b"NA", b"1e999", b"@data", b"*", b"?", b":")  # fmt: skip


def _flip(content: bytes, deal: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(deal.choice((1, 1, 1, 2, 8, 64))):
        changed[deal.randrange(len(changed))] ^= 1 << deal.randrange(8)
    return bytes(changed)


def _cut(content: bytes, deal: random.Random) -> bytes:
    return content[: deal.randrange(len(content))]


def _remove(content: bytes, deal: random.Random) -> bytes:
    start = deal.randrange(len(content))
    return content[:start] + content[start + deal.choice((1, 1, 4, 50)) :]


def _repeat(content: bytes, deal: random.Random) -> bytes:
    start = deal.randrange(len(content))
    return content[:start] + content[start : start + deal.choice((1, 4, 50))] * 2 + content[start:]


def _insert(content: bytes, deal: random.Random) -> bytes:
    start = deal.randrange(len(content) + 1)
    return content[:start] + deal.choice(_BYTES) * deal.choice((1, 1, 1, 2, 3)) + content[start:]


def _huge(content: bytes, deal: random.Random) -> bytes:
    start = deal.randrange(len(content) + 1)
    # Of separators fewer: each makes a column.
    piece = deal.choice(
        (b"," * 300, *(one * size for one in (b"9", b"x", b'"') for size in (400, 5_000, 140_000)))
    )
    return content[:start] + piece + content[start:]


def _swap(content: bytes, deal: random.Random) -> bytes:
    return content.replace(deal.choice(_BYTES), deal.choice(_BYTES), deal.choice((1, 3, -1)))


def _lines_moved(content: bytes, deal: random.Random) -> bytes:
    lines = content.split(b"\n")
    place = deal.randrange(len(lines))
    what = deal.randrange(5)
    if what == 0:
        del lines[place]
    elif what == 1:
        lines.insert(place, lines[deal.randrange(len(lines))])
    elif what == 2:
        lines.insert(place, deal.choice((b"", b"  ", b"# why", b"Total,9,9", b'"')))
    elif what == 3:
        deal.shuffle(lines)
    else:
        lines = lines[: place + 1]
    return b"\n".join(lines)


def _encoded(content: bytes, deal: random.Random) -> bytes:
    text = content.decode("latin-1")
    form = deal.choice(("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "utf-8"))
    return text.replace("e", "é", 2).encode(form)


def _member(content: bytes, deal: random.Random) -> bytes:
    """Damage a member of an archive, and leave the archive whole."""
    try:
        members = _members(content)
    except (zipfile.BadZipFile, ValueError, OSError, EOFError, NotImplementedError, RuntimeError, zlib.error):
        return _flip(content, deal)
    name = deal.choice(sorted(members))
    if not deal.randrange(6):
        del members[name]
    else:
        members[name] = deal.choice((_flip, _cut, _remove, _repeat, _insert, _swap))(members[name], deal)
    return _zipped(members)


DAMAGES = (_flip, _cut, _remove, _repeat, _insert, _huge, _swap, _lines_moved, _encoded, _member)


@dataclasses.dataclass(frozen=True)
class Case:
    """A damaged file."""

    number: int
    name: str
    content: bytes


def cases(count: int, start: int = 0) -> Iterator[Case]:
    """Damaged files, the same for every number whatever the others are."""
    valid = list(seeds().items())
    for number in range(start, start + count):
        deal = random.Random(number)
        name, content = valid[number % len(valid)]
        for damage in deal.choices(DAMAGES, k=deal.choice((1, 1, 2, 3))):
            content = damage(content, deal) if content else content
        yield Case(number, name, content)


def fault(case: Case, folder: Path) -> str:
    """Read a damaged file as the command line does; what went wrong that is no error of ours, else empty."""
    path = folder / case.name
    path.write_bytes(case.content)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            load(str(path))
    except CostCurvesError as error:
        return "" if str(error) and "\n" not in str(error) else f"a message of several lines: {error}"
    except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
        return traceback.format_exc()
    return ""


def main() -> None:
    """Try as many damaged files as are asked for."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--cases", type=int, default=20_000)
    asked.add_argument("--start", type=int, default=0)
    asked.add_argument("--keep", type=Path)
    given = asked.parse_args()
    seen: dict[str, list[int]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(given.cases, given.start):
            found = fault(case, Path(folder))
            if not found:
                continue
            # Of faults that end alike, the first is shown.
            key = found.strip().splitlines()[-1]
            if key not in seen:
                pass
            seen.setdefault(key, []).append(case.number)
            if given.keep:
                given.keep.mkdir(exist_ok=True)
                (given.keep / f"{case.number}-{case.name}").write_bytes(case.content)
    raise SystemExit(bool(seen))


if __name__ == "__main__":
    main()
