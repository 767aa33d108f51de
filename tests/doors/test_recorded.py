"""No number changes: every command still answers what was recorded of it, in whatever words.

`tests.doors.recording` says what is kept, and how it is recorded again when a number is meant to change.
"""

from __future__ import annotations

import json
import math
import shlex
from typing import TYPE_CHECKING, Any

import pytest

from tests.doors.recording import CASES, MADE, SAVED, answer, numbers, prepare, recorded, run, table, visible

if TYPE_CHECKING:
    from pathlib import Path

#: Keys whose values are put in words, which may be put better; all other strings stay as they are.
PROSE = {
    "flag",
    "h_convention",
    "method",
    "notes",
    "null",
    "policy",
    "quantity",
    "read",
    "remarks",
    "rule",
    "scope",
    "sentence",
    "sentences",
    "source",
    "target",
    "verdict",
}

#: Relative to the number; absolute for those that would be 0 but for rounding.
RELATIVE, ABSOLUTE = 1e-9, 1e-12

#: Of simultaneous bands, whose critical value is solved for, and of weights, which ask for Student's t:
#: versions of scipy agree on fewer digits.
SOLVED = 1e-7


def differences(was: Any, now: Any, path: str = "", *, relative: float = RELATIVE) -> list[str]:
    """Say what of a recorded document is no longer there, or is otherwise; new keys may come."""
    if _type(was) != _type(now):
        return [f"{path}: was {_type(was)} {was!r}, is {_type(now)} {now!r}"]
    if path.rpartition(".")[2] in PROSE:
        return []
    if isinstance(was, dict):
        lost = [f"{path}.{key} is gone" for key in was if key not in now]
        return lost + [
            line
            for key, inner in was.items()
            if key in now
            for line in differences(inner, now[key], f"{path}.{key}", relative=relative)
        ]
    if isinstance(was, list):
        if len(was) != len(now):
            return [f"{path}: had {len(was)} entries, has {len(now)}"]
        return [
            line
            for i, (old, new) in enumerate(zip(was, now, strict=True))
            for line in differences(old, new, f"{path}[{i}]", relative=relative)
        ]
    return [] if _same(was, now, relative) else [f"{path}: was {was!r}, is {now!r}"]


def _same(was: Any, now: Any, relative: float) -> bool:
    if _type(was) == "number":
        return math.isclose(was, now, rel_tol=relative, abs_tol=ABSOLUTE)
    return bool(was == now)


def _type(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return str(type(value).__name__)
    return "number" if isinstance(value, int | float) else str(type(value).__name__)


def unsaid(was: dict[str, int], now: dict[str, int]) -> list[str]:
    """Say which numbers are shown less often than they were."""
    return [
        f"{number}: was shown {times} times, is {now.get(number, 0)}"
        for number, times in was.items()
        if now.get(number, 0) < times
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the recorded commands run in."""
    made: Path = tmp_path_factory.mktemp("recorded")
    prepare(made)
    return made


def test_every_command_line_is_recorded_and_every_recording_asked() -> None:
    commands = sorted({line.split(maxsplit=1)[0] for line in CASES})
    assert sorted(CASES) == sorted(line for command in commands for line in recorded(command))


def test_every_command_is_recorded(folder: Path) -> None:
    listed = run(["--help", "all"], folder).out.partition("Commands:\n")[2].partition("\n\n")[0]
    names = {line.split(maxsplit=1)[0] for line in listed.splitlines()}
    # What `completion` prints is a library's, of one version or another.
    assert names - {"completion"} == {line.split(maxsplit=1)[0] for line in CASES}


@pytest.mark.parametrize("line", CASES)
def test_answers_are_as_recorded(folder: Path, line: str) -> None:
    was = recorded(line.split(maxsplit=1)[0])[line]
    now = answer(line, folder)
    assert list(was) == list(now)
    relative = SOLVED if "--band simultaneous" in line or "--weight" in line else RELATIVE
    changed = [
        f"{name}{change}"
        for name, kept in was.items()
        for change in (
            [f": {number}" for number in unsaid(kept, now[name])]
            if _is_counted(name)
            else differences(kept, now[name], relative=relative)
        )
    ]
    assert not changed, "\n".join([line, *changed])


def _is_counted(name: str) -> bool:
    """Whether numbers alone are kept: of prose, of pages and of pictures."""
    return name == "said" or name.endswith((".html", ".svg"))


@pytest.mark.parametrize("name", MADE)
def test_files_are_still_saved_as_they_were(folder: Path, name: str) -> None:
    command = [*shlex.split(MADE[name]), "-q", "-o", "made_again.json"]
    assert run(command, folder).code == 0
    now = json.loads((folder / "made_again.json").read_text(encoding="utf-8"))
    assert differences(json.loads((SAVED / name).read_text(encoding="utf-8")), now) == []


# ---- the comparison itself ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "found"),
    [
        ({"nec": 0.25, "rates": [0.5, None], "model": "m", "sentence": "Use m.", "more": 1}, []),
        ({"nec": 0.25 + 1e-11, "rates": [0.5, None], "model": "m", "sentence": "Take m."}, []),
        ({"nec": 0.2501, "rates": [0.5, None], "model": "m", "sentence": ""}, [".nec: was 0.25, is 0.2501"]),
        ({"nec": 0.25, "rates": [0.5], "model": "m", "sentence": ""}, [".rates: had 2 entries, has 1"]),
        (
            {"nec": "0.25", "rates": [0.5, 0], "model": "k"},
            [
                ".sentence is gone",
                ".nec: was number 0.25, is str '0.25'",
                ".rates[1]: was NoneType None, is number 0",
                ".model: was 'm', is 'k'",
            ],
        ),
    ],
)
def test_a_change_of_a_document_is_noticed(now: dict[str, Any], found: list[str]) -> None:
    was = {"nec": 0.25, "rates": [0.5, None], "model": "m", "sentence": "Use m."}
    assert differences(was, now) == found


def test_numbers_are_counted_as_they_are_printed() -> None:
    text = "2,000 rows of f1.csv (9.6 %), from −0.5 to 1.4e−05; PC(+) = 0.5, 0.50, x2, 10–20, 3d, 123x, version 0.1.0."
    want = {"2,000": 1, "9.6": 1, "-0.5": 1, "1.4e-05": 1, "0.5": 1, "0.50": 1, "10": 1, "20": 1}
    assert numbers(text) == want
    assert unsaid({"0.5": 2, "9.6": 1}, want) == ["0.5: was shown 2 times, is 1"]


def test_of_pages_only_what_is_seen_counts() -> None:
    picture = '<svg viewBox="0 0 9 9"><title>4</title><path d="M 8 8"/><text x="6">5</text></svg>'
    head = "<html><head><meta charset=utf-8><style>p {margin: 7px}</style></head>"
    page = f"{head}<body><p>3<br>2</p>{picture}"
    assert numbers(visible(page)) == {"2": 1, "3": 1, "5": 1}
    assert numbers(visible(picture)) == {"4": 1, "5": 1}


def test_tables_are_read_by_columns() -> None:
    assert table("m,t\na,inf\nb,0.5\n") == {"m": ["a", "b"], "t": ["inf", 0.5]}
