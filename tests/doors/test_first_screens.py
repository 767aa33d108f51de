"""What is read first stays as it was written down, word by word, at 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.doors.first_screens import ASKED, PAGED, PAGES, SCREENS, answer, prepare, screen

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The inputs of all screens."""
    made = tmp_path_factory.mktemp("screens")
    prepare(made)
    return made


def test_every_screen_is_asked_for() -> None:
    assert {path.stem for path in SCREENS.glob("*.txt")} == ASKED.keys()
    assert {path.stem for path in PAGES.glob("*.txt")} == set(PAGED)


@pytest.mark.parametrize("name", ASKED)
def test_screens_are_as_they_were(folder: Path, name: str) -> None:
    assert screen(ASKED[name], folder) == (SCREENS / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGED)
def test_answers_of_pages_are_as_they_were(folder: Path, name: str) -> None:
    assert answer(ASKED[name], folder) == (PAGES / f"{name}.txt").read_text(encoding="utf-8")
