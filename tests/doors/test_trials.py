"""Whatever a newcomer types is answered in one line, which stays as it was written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.doors.trials import ANSWERS, TRIALS, answer, prepare

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of all trials."""
    made = tmp_path_factory.mktemp("trials")
    prepare(made)
    return made


def test_trials_are_answered_as_they_were(folder: Path) -> None:
    written = ANSWERS.read_text(encoding="utf-8").split("\n\n")
    for line, wanted in zip(TRIALS, written, strict=True):
        assert answer(line, folder).strip() == wanted.strip()


def test_none_of_them_ends_in_a_fault_of_ours() -> None:
    answers = ANSWERS.read_text(encoding="utf-8")
    assert len(TRIALS) >= 69
    assert "fault of costcurves" not in answers
    assert "Traceback" not in answers
    for first in answers.splitlines():
        assert not first.startswith("2: ") or first.startswith("2: costcurves: error: ")


def test_a_command_in_another_order_is_given_whole(folder: Path) -> None:
    typed = "test forest boosting scores.csv --cost-fp 1 --cost-fn 20 --level 90% -q"
    assert "`costcurves test scores.csv forest boosting --cost-fp 1 --cost-fn 20 --level 90% -q`" in answer(
        typed, folder
    )
    assert "no such command '.'" in answer(". decide", folder)  # a folder is no table
