"""Commands whose answers are recorded, how they are run, and what of an answer is kept.

What commands gave once stands in `recorded/`, one file a command; `test_recorded.py` asks them again. Kept are
documents and tables (`--json`, CSV, saved files) as they are, and of prose and pages the numbers alone, so that
sentences may be put better while no number moves. Numbers that are meant to change are recorded again by

    python -m tests.doors.recording [COMMAND …]

and the difference is read before it is committed. `recorded/saved` holds decisions and an evaluation as users
have them on disk. They stay as they are, so that the test shows that old files still work: only those that are
missing are made.
"""

from __future__ import annotations

import collections
import csv
import io
import json
import math
import os
import re
import shlex
import shutil
import sys
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest import mock

import costcurves as cc
from costcurves.cli import main
from tests.doors.running import Outcome

RECORDED = Path(__file__).parent / "recorded"
SAVED = RECORDED / "saved"
EXAMPLES = Path(cc.__file__).parent / "examples" / "data"

#: Command lines, in a folder with the shipped examples, the tables made below, and `saved`.
CASES = tuple(
    line
    for line in (RECORDED / "commands.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
)

#: Commands that can print a document instead of prose: those run once more with this option.
WITH_JSON = (
    "evaluate",
    "compare",
    "classes",
    "hull",
    "decide",
    "totals",
    "check",
    "matrix",
    "numeric",
    "test",
    "sample-size",
    "sign-test",
    "study",
)

#: Saved files, and how each was made.
MADE = {
    "least_cost.json": "decide personal_loans.csv --cost-fp 1 --cost-fn 20",
    "benefits.json": "decide fundraising.csv --score logistic --benefit-tp 24.35 --cost-fp 0.65 --prevalence 5.1%",
    "capacity.json": "decide personal_loans.csv --capacity 10% --model forest",
    "by_lot.json": "decide personal_loans.csv --max-fpr 1% --randomised --model boosting",
    "by_lot_of_two.json": "decide personal_loans.csv --max-fpr 1% --randomised",
    "low_scores.json": "decide made.csv --score low --lower low --best f1",
    "minimax.json": "decide records24.csv --minimax 0.2 0.7 --randomised",
    "row_costs.json": "decide fundraising.csv --row-fn gift --row-fp 0.68 --row-tp 0.68",
    "judged_apart.json": "decide made.csv --score m --score k --partition wave --choose-on train --pc 0.4",
    "uncertain.json": "decide made.csv --score m --score k --pc 0.4 --level 90% --bootstrap 20",
    "evaluation.json": "evaluate records24.csv --ratio 0.5",
}


# ---- a folder to run in ---------------------------------------------------------------------


def prepare(folder: Path) -> None:
    """Lay the inputs of all commands into an empty folder."""
    for path in EXAMPLES.glob("*.csv"):
        shutil.copy(path, folder)
    shutil.copytree(SAVED, folder / "saved")
    rows = [*_made()]
    _write(folder / "made.csv", rows)
    for part in ("train", "test"):
        _write(folder / f"{part}.csv", [row for row in rows if row["wave"] == part])
    kept = ("m", "k", "low", "region")
    _write(folder / "new.csv", [{name: row[name] for name in kept} for row in rows[:30]])
    _write(folder / "counts.csv", _counts())
    _write(folder / "prices.csv", _prices())


def _made() -> list[dict[str, object]]:
    """Give 150 records with every column that has a part to play."""
    return [
        {
            "label": int(i % 3 == 0),
            "m": (i * 37 % 50 + 20 * (i % 3 == 0)) / 80,
            "k": (i * 11 % 17 + 5 * (i % 3 == 0)) / 25,
            "low": (i * 23 % 40 - 15 * (i % 3 == 0)) / 4,
            "weight": 1 + i % 4,
            "fold": "abcde"[i // 30],
            "cluster": i // 2,
            "region": ("north", "south", "west")[i * 7 % 10 % 3],
            "wave": ("train", "test", "validation")[i * 3 % 11 % 3],
            "amount": 10 + i * 13 % 90,
        }
        for i in range(150)
    ]


def _prices() -> list[dict[str, object]]:
    """Give 60 prices, two of them 0, with what two models predict."""
    return [
        {
            "part": ("train", "test")[i % 2],
            "price": (i * 37 % 50) * 20,
            "near": (i * 37 % 50) * 20 + i * 23 % 41 - 30,
            "far": (i * 37 % 50) * 18 + i * 29 % 97 + 40,
            "weight": 1 + i % 3,
            "fold": "abc"[i // 20],
            "seller": f"s{i // 2}",
        }
        for i in range(60)
    ]


def _counts() -> list[dict[str, object]]:
    """Give two models whose records were counted by score."""
    return [
        {"model": model, "score": score / 10, "positives": slope * score, "negatives": (10 - score) ** 2}
        for model, slope in (("a", 3), ("b", 5))
        for score in range(1, 10)
    ]


def _write(path: Path, rows: list[dict[str, object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


# ---- running --------------------------------------------------------------------------------


def run(arguments: list[str], folder: Path, *, columns: int = 100) -> Outcome:
    """Run a command within this process; warnings are what the caller makes of them."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with (
        chdir(folder),
        mock.patch.dict(os.environ, {"COLUMNS": f"{columns}"}),
        mock.patch.object(sys, "warnoptions", ["error"]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = main(arguments)
    for stream in (out, err):
        stream.seek(0)
    return Outcome(code, out.read(), err.read())


def answer(line: str, folder: Path) -> dict[str, Any]:
    """Run a command line of the table and return what is kept of its answer."""
    arguments = shlex.split(line)
    before = {*folder.iterdir()}
    outcome = run(arguments, folder)
    assert outcome.code < 2, f"{line}: {outcome.err}"
    found: dict[str, Any] = {"code": outcome.code}
    if "--json" in arguments:
        found["json"] = json.loads(outcome.out)
    elif arguments[0] in {"apply", "curve"} and not {"--list", "-o"} & {*arguments}:
        found["table"] = table(outcome.out)
        found["said"] = numbers(outcome.err)
    else:
        found["said"] = numbers(f"{outcome.out}\n{outcome.err}")
    for path in sorted({*folder.iterdir()} - before):
        found[path.name] = _kept(path)
        path.unlink()
    if arguments[0] in WITH_JSON and not {"--json", "-o"} & {*arguments}:
        found["json"] = json.loads(run([*arguments, "--json"], folder).out)
    return found


def _kept(path: Path) -> Any:
    """Return what is kept of a file that a command wrote."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        return json.loads(text)
    return table(text) if path.suffix == ".csv" else numbers(visible(text))


# ---- what is kept ---------------------------------------------------------------------------

_NUMBER = re.compile(r"(?<![\w.)])-?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:e[+-]?\d+)?(?!\w|\.\d)")


def numbers(text: str) -> dict[str, int]:
    """Count the numbers shown in a text, as they are printed."""
    found = collections.Counter(_NUMBER.findall(text.replace("−", "-")))
    return {number: found[number] for number in sorted(found)}


def table(text: str) -> dict[str, list[Any]]:
    """Read CSV by columns; what looks like a finite number is one."""
    header, *rows = csv.reader(io.StringIO(text))
    return {name: [_cell(row[i]) for row in rows] for i, name in enumerate(header)}


def _cell(text: str) -> Any:
    try:
        value = float(text)
    except ValueError:
        return text
    return value if math.isfinite(value) else text


class _Visible(HTMLParser):
    """Text that a page or picture shows; of pages without what a pointer brings up, which repeats curves."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - the parser's signature
        if tag not in {"br", "col", "hr", "input", "link", "meta"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        hidden = {"script", "style"} | ({"title", "desc"} if "html" in self.open else set())
        if not hidden & {*self.open}:
            self.texts.append(data)


def visible(markup: str) -> str:
    """Return the text that a page or an SVG picture shows."""
    reader = _Visible()
    reader.feed(markup)
    return "\n".join(reader.texts)


# ---- recording ------------------------------------------------------------------------------


def recorded(command: str) -> dict[str, Any]:
    """Return what was recorded of a command, by command line."""
    found: dict[str, Any] = json.loads((RECORDED / f"{command}.json").read_text(encoding="utf-8"))
    return found


def save_missing(folder: Path) -> None:
    """Make saved files that are not there."""
    for name, line in MADE.items():
        if not (SAVED / name).exists():
            outcome = run([*shlex.split(line), "-q", "-o", name], folder)
            assert outcome.code == 0, outcome.err
            shutil.copy(folder / name, SAVED)
            (folder / name).rename(folder / "saved" / name)


def record(commands: list[str]) -> None:
    """Ask commands (by default all) and write down what they answer."""
    SAVED.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        prepare(folder)
        save_missing(folder)
        for command in commands or sorted({line.split(maxsplit=1)[0] for line in CASES}):
            lines = [line for line in CASES if line.split(maxsplit=1)[0] == command]
            answers = {line: answer(line, folder) for line in lines}
            text = ",\n".join(f"{json.dumps(line)}: {_laid_out(kept)}" for line, kept in answers.items())
            (RECORDED / f"{command}.json").write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


def _laid_out(kept: dict[str, Any]) -> str:
    """Write what is kept of one answer, a line for each thing, so that a difference can be read."""
    things = [f" {json.dumps(name)}: {json.dumps(_short(thing))}" for name, thing in kept.items()]
    return "{\n" + ",\n".join(things) + "\n}"


def _short(value: Any) -> Any:
    """Cut numbers to the digits that are compared, and a few more."""
    if isinstance(value, float):
        return float(f"{value:.12g}")
    if isinstance(value, dict):
        return {key: _short(inner) for key, inner in value.items()}
    return [_short(inner) for inner in value] if isinstance(value, list) else value


if __name__ == "__main__":
    record(sys.argv[1:])
