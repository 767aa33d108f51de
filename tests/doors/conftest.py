"""The command line within the process of the tests: quick, and its warnings are errors."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from costcurves.cli import main
from tests.doors.running import Outcome

if TYPE_CHECKING:
    from pathlib import Path

Cli = Callable[..., Outcome]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    """Run a command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "warnoptions", ["error"])  # else the program silences warnings
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: object) -> Outcome:
        code = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Outcome(code, said.out, said.err)

    return run


@pytest.fixture
def five(tmp_path: Path) -> Path:
    """Five records of one model."""
    path = tmp_path / "five.csv"
    path.write_text("label,m\n1,0.9\n1,0.8\n0,0.7\n1,0.4\n0,0.1\n", encoding="utf-8")
    return path
