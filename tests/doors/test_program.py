"""The program itself: help, errors, interrupts, pipes, and the pages of `report` and `demo`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest

from costcurves._ground import threads
from costcurves._ground.documents import write_text
from costcurves._ground.versions import version_line
from costcurves.cli import console, main
from costcurves.cli.console import check_output
from costcurves.errors import InputError
from costcurves.examples.literature import shipped
from tests.doors.running import SOURCE, environment, run

if TYPE_CHECKING:
    from tests.doors.conftest import Cli

LOANS = shipped("personal_loans.csv")
COSTS = ("--cost-fp", 1, "--cost-fn", 20)


# ---- the program ---------------------------------------------------------------------------


def test_version(cli: Cli) -> None:
    found = cli("--version").out
    assert found == version_line() + "\n"
    assert found.startswith("costcurves 0.1.0 (C extension ")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["decid"], "no such command 'decid'; did you mean 'decide'?"),
        (["xyzzy"], "no such command 'xyzzy'; choose from 'report', 'evaluate', 'compare'"),
        (["--nonsense"], "--nonsense"),
        (["evaluate", "f.csv", "--width"], "--width"),
        (["decide", "f.csv", "--minimax", "0.1"], "--minimax"),
    ],
)
def test_bad_usage_is_one_line(cli: Cli, arguments: list[str], error: str) -> None:
    outcome = cli(*arguments)
    assert error in outcome.error
    assert outcome.code == 2


# ---- when things go wrong -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("problem", "error"),
    [
        (RuntimeError("a\nb"), "please report it (RuntimeError: a b; COSTCURVES_TRACEBACK=1"),
        (MemoryError(), "not enough memory for this table"),
        (OSError(28, "No space left on device", "x.html"), "no space left on device (x.html)"),
        (ValueError("long " * 1000), "…"),
    ],
)  # fmt: skip
def test_no_traceback_ever(
    cli: Cli, five: Path, monkeypatch: pytest.MonkeyPatch, problem: Exception, error: str
) -> None:
    monkeypatch.setattr("costcurves.cli.loading.load", raising(problem))
    outcome = cli("evaluate", five)
    assert error in outcome.error
    assert len(outcome.error) <= 1000
    assert outcome.code == 2


def test_who_wants_a_traceback_gets_it(cli: Cli, five: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COSTCURVES_TRACEBACK", "1")
    monkeypatch.setattr("costcurves.cli.loading.load", raising(RuntimeError("why")))
    with pytest.raises(RuntimeError, match="why"):
        cli("evaluate", five)


def raising(problem: BaseException) -> Any:
    """A function that fails."""

    def fail(*_: object, **__: object) -> None:
        raise problem

    return fail


@pytest.mark.parametrize("problem", [KeyboardInterrupt(), RuntimeError("Query interrupted")])
def test_an_interrupt_is_quiet(
    cli: Cli, five: Path, monkeypatch: pytest.MonkeyPatch, problem: BaseException
) -> None:
    monkeypatch.setattr("costcurves.cli.loading.load", raising(problem))
    outcome = cli("evaluate", five)
    assert (outcome.code, outcome.out, outcome.err.strip()) == (130, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGPIPE there")
def test_a_reader_that_goes_away_is_no_trouble(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "costcurves", "curve", "roc", str(LOANS), "-q"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, env=environment(),
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 0


@pytest.mark.parametrize("given", ["abc", "0", "-1"])
def test_a_wrong_number_of_threads_is_refused_for_a_small_table(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv(threads.SETTING, given)
    outcome = cli("evaluate", LOANS, "--label", "label", *COSTS)
    said = f"COSTCURVES_THREADS must be a whole number from 1 to 256; got '{given}'"
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert said in outcome.err


# ---- terminals ------------------------------------------------------------------------------


def test_a_terminal_without_unicode_gets_ascii(tmp_path: Path) -> None:
    env = environment(PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    outcome = run("evaluate", LOANS, *COSTS, folder=tmp_path, env=env)
    assert outcome.code == 0
    assert outcome.out.isascii()
    assert outcome.err.isascii()
    error = run("evaluate", "größe.csv", folder=tmp_path, env=env)
    assert error.code == 2
    assert "no such file" in error.error


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_a_terminal_sees_progress_that_is_wiped_away(tmp_path: Path) -> None:
    leader, follower = os.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "costcurves", "evaluate", str(LOANS), "--json"],
        stdout=subprocess.PIPE, stderr=follower, cwd=tmp_path, env=environment(TERM="xterm"), check=False,
    )  # fmt: skip
    os.close(follower)
    said = os.read(leader, 1 << 20).decode(errors="replace")  # may end within a character
    os.close(leader)
    assert done.returncode == 0
    assert "sorting" in said or "reading" in said or "evaluating" in said
    assert "\x1b[2K" in said  # a line is wiped


def test_data_are_utf8_whatever_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text("label,größe\n1,2\n0,1\n", encoding="utf-8")
    env = environment(PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    outcome = run("evaluate", "f.csv", "--json", "-q", folder=tmp_path, env=env)
    assert '"größe"' in outcome.out


def test_long_lines_are_left_whole_in_files(cli: Cli) -> None:
    first = cli("decide", LOANS, *COSTS).out.splitlines()[0]
    assert len(first) > 300
    assert first.startswith("Use boosting")
    assert first.endswith("flagging everybody 0.904.")


# ---- pages ----------------------------------------------------------------------------------


def test_report_writes_one_page_and_says_so(cli: Cli) -> None:
    outcome = cli(
        "report", LOANS, "--prevalence", 0.096, *COSTS, "-o", "page.html", "--title", "Loans & <more>"
    )
    assert outcome.code == 0
    assert outcome.out.startswith("Use boosting and flag a case")
    assert outcome.err.endswith("wrote page.html\n")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "flag a case when its score is at least 0.044868" in page
    assert "3 models: logistic, forest, boosting" in page
    assert "Loans &amp; &lt;more&gt;" in page
    assert [path.name for path in Path().iterdir()] == ["page.html"]


def test_report_without_costs(cli: Cli, five: Path) -> None:
    outcome = cli("report", five, "-q")
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    assert Path("report.html").stat().st_size > 10_000


def test_report_of_points(cli: Cli) -> None:
    assert cli("report", shipped("sonar_hulls.csv"), "--cost-fp", 1, "--cost-fn", 2).code == 0


def test_demo_does_the_main_job_and_says_what_it_did(cli: Cli) -> None:
    outcome = cli("demo")
    assert outcome.code == 0
    assert "Use boosting and flag a case when its score is at least 0.044868" in outcome.out
    for words in (
        "costcurves report",
        "--prevalence 0.096 --cost-fp 1 --cost-fn 20",
        "2,000 rows",
        "wrote report.html",
    ):
        assert words in outcome.err
    assert Path("report.html").exists()
    assert cli("demo", "-o", "nowhere/x.html").code == 2


# ---- outputs --------------------------------------------------------------------------------


def test_an_output_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(ValueError, match="no permission to write the output"):
        check_output(str(tmp_path / "x.html"))


def test_files_are_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "x.json"
    target.write_text("old", encoding="utf-8")
    monkeypatch.setattr(Path, "replace", raising(OSError(28, "No space left on device")))
    with pytest.raises(InputError, match=r"cannot write .*: no space left on device; check the folder"):
        write_text(str(target), "new")
    assert target.read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["x.json"]
    write_text(os.devnull, "new")


def test_watching_is_silent_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    with console.watched() as step:
        step("working", 1, 2)
    assert capsys.readouterr().err == ""


def test_the_module_runs(tmp_path: Path) -> None:
    assert run("--help", folder=tmp_path).out.startswith("Usage: costcurves")
    assert SOURCE.endswith("src")


def test_main_takes_the_arguments_of_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["costcurves", "nonsense"])
    assert main() == 2
    assert "no such command 'nonsense'" in capsys.readouterr().err


def test_click_exits_are_codes(cli: Cli, five: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("costcurves.cli.loading.load", raising(click.exceptions.Exit(0)))
    assert cli("evaluate", five).code == 0
