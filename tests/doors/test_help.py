"""Help: one screen for what most need, all of it on demand, and what shells complete."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import click
import pytest

from costcurves.cli.helping import USUAL, SectionedCommand
from costcurves.cli.program import COMMANDS, MAIN, program
from tests.doors.running import environment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], [], ["--help", "all"]])
def test_help_lists_every_command(cli: Cli, arguments: list[str]) -> None:
    outcome = cli(*arguments)
    assert (outcome.code, outcome.err) == (0, "")
    shown = COMMANDS if "all" in arguments else MAIN
    for name, (_, summary) in COMMANDS.items():
        assert name in outcome.out
        assert (f"{name}  " in outcome.out and summary in outcome.out) == (name in shown)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_examples(cli: Cli, command: str) -> None:
    for whole in ([], ["all"]):
        outcome = cli(command, "--help", *whole)
        assert outcome.code == 0
        assert outcome.out.startswith(f"Usage: costcurves {command} ")
        assert f"\n    costcurves {command} " in outcome.out


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help_is_one_screen_and_its_last_line_leads_to_the_rest(cli: Cli, command: str | None) -> None:
    short, whole = (cli(*filter(None, [command]), "--help", *more).out for more in ([], ["all"]))
    assert len(short.splitlines()) <= 25
    found = program if command is None else program.get_command(click.Context(program), command)
    assert isinstance(found, click.Command)
    options = [one for one in found.params if isinstance(one, click.Option)]
    for option in options:
        assert f" {max(option.opts, key=len)}" in whole
    if isinstance(found, SectionedCommand) and found.shown_first:
        typed = {name for option in options for name in option.opts}
        assert found.shown_first - set(USUAL) <= typed  # a name of old would be shown no more, silently
        assert f"All {len(options)} options: costcurves {command} --help all" == short.splitlines()[-1]


def test_help_comes_before_anything_else_that_is_wrong(cli: Cli) -> None:
    for typed in (["decide", "--help", "nonsense"], ["decide", "no.csv", "-h"], ["plot", "--help", "roc"]):
        outcome = cli(*typed)
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.out.startswith(f"Usage: costcurves {typed[0]} ")


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from costcurves.cli import main; main(['report', '--help']); "
        "print([n for n in ('numpy', 'scipy', 'duckdb', 'rich') if n in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "[]"


# ---- completion -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("costcurves pl", ["plain,plot"]),
        ("costcurves plot relia", ["plain,reliability"]),
        ("costcurves curve brier_by_s", []),
        ("costcurves plot --joint", ["plain,--joint-hull"]),
        ("costcurves plot roc sc", ["file,sc"]),
        ("costcurves decide sc", ["file,sc"]),
        ("costcurves apply d", ["file,d"]),
        ("costcurves decide scores.csv -o d", ["file,d"]),
        ("costcurves completion f", ["plain,fish"]),
    ],
)
def test_what_a_line_is_completed_to(
    typed: str, completed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
    monkeypatch.setenv("_COSTCURVES_COMPLETE", "bash_complete")
    with pytest.raises(SystemExit):
        program.main([], prog_name="costcurves", standalone_mode=False)
    assert capsys.readouterr().out.split() == completed


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_are_given_a_script(cli: Cli, shell: str, tmp_path: Path) -> None:
    outcome = cli("completion", shell)
    assert (outcome.code, outcome.err) == (0, "")
    assert f"_COSTCURVES_COMPLETE={shell}_complete" in outcome.out
    assert outcome.out.splitlines()[-1].startswith("# To keep it, ")
    found = shutil.which(shell)
    if found is not None:  # the script is one that this shell reads
        (tmp_path / "script").write_text(outcome.out, encoding="utf-8")
        subprocess.run([found, "-n", str(tmp_path / "script")], check=True, capture_output=True)


def test_another_shell_is_refused(cli: Cli) -> None:
    assert (
        "no such value of SHELL 'tcsh'; choose from 'bash', 'zsh', 'fish'" in cli("completion", "tcsh").error
    )
