"""What the repository says about itself is true: README, CONTRIBUTING, decisions, fragments, versions."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

from costcurves import examples
from tests.architecture.layers import LAYERS
from tests.architecture.sources import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))


def test_documents_name_the_layers_and_files_that_exist() -> None:
    """Folders, modules and documents in backticks or links; a bare file name may lie anywhere."""
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = contributing.partition("## The layers")[2].partition("\n## ")[0]
    assert tuple(re.findall(r"^\| `([\w./]+)` \| (.+?) \|$", table, re.MULTILINE)) == LAYERS

    named = re.compile(r"`([\w./-]+(?:\.py|\.pyi|\.md|\.toml|\.json|\.csv|/))`|\]\(([\w./-]+)\)")
    made = {"dist/", "report.html"}
    bare = {path.name for top in ("src", "tests", "studies", ".ci") for path in (ROOT / top).rglob("*.py*")}
    faults: list[tuple[str, str]] = []
    for paper in ("CONTRIBUTING.md", "README.md", "MAINTENANCE.md"):
        text = (ROOT / paper).read_text(encoding="utf-8")
        names = {found for pair in named.findall(text) for found in pair if found} - made
        assert names, f"{paper} names no file"
        faults += [
            (paper, name)
            for name in sorted(names)
            if name not in bare
            and not any((top / name).exists() for top in (ROOT, ROOT / "src" / "costcurves"))
        ]
    assert faults == []


def test_readme_opens_with_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^```(?:sh|bash|shell|console)\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    assert found is not None
    commands = [line for line in found[1].splitlines() if line.strip() and not line.startswith("#")]
    assert [re.sub(r"\s+#.*", "", command) for command in commands] == ["make report", "make test"]


def test_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"^```python\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    y_true, scores = examples.personal_loans()
    monkeypatch.chdir(tmp_path)
    exec(lines, {"y_true": y_true, "s1": scores["logistic"], "s2": scores["forest"]})
    assert (tmp_path / "evaluation.html").stat().st_size > 10_000


def test_make_help_names_every_target_and_the_check_runs_them() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    explained = re.findall(r"^([a-z]+):.*## ", makefile, re.MULTILINE)
    assert sorted(phony[1].split()) == sorted(explained)
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    legs = dict(re.findall(r'^  "(\w+) +make (\w+)', run, re.MULTILINE))
    assert {"tests", "lint", "types", "docs", "lowest"} <= set(legs)
    assert set(legs.values()) <= set(explained)


def test_decisions_are_whole_and_give_every_dependency_its_reason() -> None:
    assert [int(path.name[:4]) for path in DECISIONS] == list(range(1, len(DECISIONS) + 1))
    said = "\n".join(path.read_text(encoding="utf-8") for path in DECISIONS)
    names = [re.split(r"[>=<\[]", requirement)[0] for requirement in SETTINGS["project"]["dependencies"]]
    assert [name for name in names if not re.search(rf"\b{name}\b", said)] == []
    faults: list[tuple[str, str, str | list[str]]] = []
    for path in DECISIONS:
        lines = path.read_text(encoding="utf-8").splitlines()
        if not lines[0].startswith(f"# {int(path.name[:4])}. "):
            faults.append((path.name, "its title does not begin with its number", lines[0]))
        if (parts := [line for line in lines if line.startswith("## ")]) != ["## Why", "## Price"]:
            faults.append((path.name, "its parts are not Why and Price", parts))
        if not re.fullmatch(r"Status: (accepted|superseded by \d+) · \d{4}-\d{2}-\d{2}", lines[2]):
            faults.append((path.name, "its third line does not say its status and day", lines[2]))
    assert faults == []


def test_fragments_and_versions_are_known() -> None:
    kinds = {kind["directory"] for kind in SETTINGS["tool"]["towncrier"]["type"]}
    names = [path.name for path in (ROOT / "changelog.d").iterdir() if path.name != "README.md"]
    assert [name for name in names if not re.fullmatch(rf"\+[\w-]+\.({'|'.join(kinds)})\.md", name)] == []

    assert importlib.metadata.version("costcurves") == SETTINGS["project"]["version"]

    script = ROOT / ".ci" / "lowest.py"
    printed = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True).stdout
    pinned = {line.partition("==")[0] for line in printed.splitlines()}
    asked = SETTINGS["project"]["dependencies"] + SETTINGS["dependency-groups"]["frames"]
    assert {re.split(r"[>=<]", requirement)[0] for requirement in asked} <= pinned
