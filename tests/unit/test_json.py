"""Versioned JSON and documents."""

from __future__ import annotations

import dataclasses
import json
import math
from typing import Any, ClassVar

import numpy as np
import pytest

from costcurves._ground import documents
from costcurves._ground.documents import Document
from tests.unit.refusals import refusal

INF, NAN = float("inf"), float("nan")


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (INF, "inf"),
        (-INF, "-inf"),
        (NAN, None),
        (np.float64(INF), "inf"),
        (np.float32(0.5), 0.5),
        (np.int64(3), 3),
        (np.bool_(True), True),
        ((1, 2.5), [1, 2.5]),
        (np.array([[1.0, INF]]), [[1.0, "inf"]]),
        ({1: {"a": NAN}}, {"1": {"a": None}}),
        ("text", "text"),
        (None, None),
    ],
)
def test_plain_values(value, plain):
    assert documents.plain_json(value) == plain


@pytest.mark.parametrize("value", [0.1, 1e-320, 1.7976931348623157e308, -0.0, 2.0**53 + 2, INF, -INF])
def test_floats_read_back_exactly(value):
    read = documents.number(json.loads(documents.dumps(value)))
    assert (read, math.copysign(1, read)) == (value, math.copysign(1, value))
    assert math.isnan(documents.number(None))


CHECK = "check the folder and its permissions"


def test_files_are_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    documents.write(path, {"kind": "x", "version": 1, "é": "ü"})
    assert "ü" in path.read_text(encoding="utf8")
    assert documents.read(path, "x")["é"] == "ü"
    before = path.read_text(encoding="utf8")

    def full(*_args: Any, **_options: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    assert refusal(lambda: documents.write(path, {"new": 1})) == (
        f"cannot write {str(path)!r}: no space left on device; {CHECK}"
    )
    assert path.read_text(encoding="utf8") == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]


def test_places_that_cannot_be_written_are_refused(tmp_path):
    assert refusal(lambda: documents.write("", 1)) == f"cannot write '': is a directory; {CHECK}"
    assert (
        refusal(lambda: documents.write(tmp_path, 1))
        == f"cannot write {str(tmp_path)!r}: is a directory; {CHECK}"
    )
    missing = tmp_path / "no" / "a.json"
    assert refusal(lambda: documents.write(missing, 1)) == (
        f"cannot write {str(missing)!r}: no such file or directory; {CHECK}"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "start"),
    [
        (b"{", "the file is not valid JSON: Expecting property name"),
        (b"", "the file is not valid JSON: Expecting value"),
        (b"\xff\xfe", "the file is not valid JSON: 'utf-8' codec can't decode byte 0xff"),
        (b"[" * 100_000, "the file is not valid JSON: maximum recursion depth exceeded"),
        (b"[1]", "the document must be a costcurves x; got 'list'"),
        (b'{"kind": "y", "version": 1}', "the document must be a costcurves x; got 'y'"),
        (b'{"kind": "x", "version": "1"}', "the document must have version 1; got '1'"),
        (b'{"kind": "x"}', "the document must have version 1; got None"),
    ],
)
def test_files_that_hold_something_else_are_refused(content, start, tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(content)
    text = refusal(lambda: documents.read(path, "x"))
    assert text.startswith(start)
    assert f"({path})" in text
    assert "\n" not in text


def test_files_that_cannot_be_read_are_refused(tmp_path):
    missing = tmp_path / "a.json"
    assert (
        refusal(lambda: documents.read(missing, "x"))
        == f"cannot open {str(missing)!r}: no such file or directory; check the path"
    )
    assert (
        refusal(lambda: documents.read(tmp_path, "x"))
        == f"cannot open {str(tmp_path)!r}: is a directory; check the path"
    )


# --- documents ---


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Leaf(Document):
    """A value inside a value."""

    kind: ClassVar[str] = "leaf"
    array: Any


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Tree(Document):
    """A value of several fields."""

    kind: ClassVar[str] = "tree"
    floats: Any
    whole: Any
    text: str
    number: float

    def to_columns(self):
        return {"floats": self.floats}


TREE = Tree(np.array([[0.1, INF], [-INF, NAN]]), np.array([1, 2]), "a", 2.5)


def test_arrays_keep_their_type_and_shape(tmp_path):
    TREE.save(tmp_path / "tree.json")
    again = Tree.load(tmp_path / "tree.json")
    assert again == TREE
    assert again.whole.dtype == TREE.whole.dtype
    assert TREE.to_json()["floats"] == {"dtype": "float64", "values": [[0.1, "inf"], ["-inf", None]]}


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (
            {"floats": {"dtype": "float64", "values": ["a"]}},
            "a document must be complete; got ValueError: could not convert",
        ),
        (
            {"whole": {"dtype": "nonsense", "values": [1]}},
            "a document must be complete; got TypeError: data type 'nonsense'",
        ),
        ({"kind": "leaf"}, "the document must be a costcurves tree; got 'leaf'"),
    ],
)
def test_broken_documents_are_refused(change, text):
    assert refusal(lambda: Tree.from_json(TREE.to_json() | change)).startswith(text)


def test_missing_fields_are_named():
    document = TREE.to_json()
    del document["text"]
    assert (
        refusal(lambda: Tree.from_json(document))
        == "a document must be complete; got KeyError: 'text' (tree)"
    )


def test_documents_become_frames():
    assert Tree(np.array([1.0, 2.0]), None, "", 0).to_frame("pandas")["floats"].tolist() == [1, 2]
    assert Leaf(1.5).to_frame("pandas").iloc[0].tolist() == [1.5]
