"""Running the command line as another process, the way users do."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

#: Where the package lies, for processes that start in another folder.
SOURCE = str(Path(__file__).parents[2] / "src")


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What a run gave."""

    code: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The one line that errors are, without the name of the program."""
        assert self.err.startswith("costcurves: error: "), self.err
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err.removeprefix("costcurves: error: ").rstrip("\n")


def environment(**more: str) -> dict[str, str]:
    """The environment of the tests, with the package on the path."""
    path = os.pathsep.join(filter(None, [SOURCE, os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, **more}


def run(*arguments: object, folder: Path, **options: Any) -> Outcome:
    """Run `python -m costcurves` in a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "costcurves", *map(str, arguments)],
        cwd=folder,
        env=options.pop("env", environment()),
        capture_output=True,
        timeout=60,
        check=False,
        **options,
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def no_such(option: str) -> str:
    """Return how a command says that it has no such option."""
    return f"no such option {option!r}"
