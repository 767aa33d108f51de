"""The terminal text and the picture of the README are what the program gives now."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.doors import recording

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")

#: What is typed after the name of the program, and the lines below it.
SHOWN = {
    line.split()[0]: (line.replace("\\\n", " "), text)
    for line, text in re.findall(
        r"^```console\n\$ \.venv/bin/costcurves ((?:.*\\\n)*.*)\n((?:.*\n)*?)```$", README, re.MULTILINE
    )
}


def test_answer_in_the_readme_is_what_is_printed():
    line, text = SHOWN["decide"]
    found = recording.run(shlex.split(line), ROOT, columns=80)
    assert found.code == 0
    said, shown = found.out.split(), text.split()  # sentences are folded by words
    assert len(shown) > 100
    assert shown == said[: len(shown)]


def test_picture_in_the_readme_is_what_its_command_draws(tmp_path):
    line, _ = SHOWN["plot"]
    *command, output = shlex.split(line)
    assert f"]({output})" in README
    drawn = tmp_path / "drawn.svg"
    assert recording.run([*command, str(drawn)], ROOT).code == 0
    assert drawn.read_text(encoding="utf-8") == (ROOT / output).read_text(encoding="utf-8")


def test_picture_in_the_readme_is_of_the_answer_beside_it():
    decide, plot = (shlex.split(SHOWN[name][0]) for name in ("decide", "plot"))
    assert plot[2:-2] == decide[1:]
    words = re.search(r"!\[(.*?)\]", README)
    assert words is not None
    assert re.findall(r"\d\.\d+", words[1]) == ["0.24", "0.68"]
    assert "PC(+) from 0.2355 to 1" in " ".join(SHOWN["decide"][1].split())
    assert "PC(+) = 0.6799" in SHOWN["decide"][1]
