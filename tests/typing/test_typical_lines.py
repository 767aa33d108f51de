"""Lines of use that are checked for their types also run."""

from __future__ import annotations

import ast
import runpy
from pathlib import Path

LINES = Path(__file__).with_name("typical_lines.py")


def test_typical_lines_run() -> None:
    calls = [
        node for node in ast.walk(ast.parse(LINES.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)
    ]
    checked = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "assert_type"]
    assert len(checked) >= 40
    assert runpy.run_path(str(LINES))["ev"].models.keys() == {"a", "b"}
