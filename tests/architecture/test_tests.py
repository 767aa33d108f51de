"""Every case of the tests looks at something, and many members of one law are one case."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tests.architecture.sources import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

#: What multiplies parameters out: of thousands of combinations `tests.members.each` makes one case.
PRODUCTS = {"combinations", "permutations", "product"}


def faults(test: ast.FunctionDef) -> Iterator[str]:
    """What is wrong with a test: it may return before it has looked, or its parameters are multiplied out."""
    if any(isinstance(node, ast.Return) and node.value is None for node in ast.walk(test)):
        yield "returns early: leave what it is not for out of its parameters"
    for mark in test.decorator_list:
        words = {word for node in ast.walk(mark) for word in (vars(node).get("id"), vars(node).get("attr"))}
        if ast.unparse(mark).startswith("pytest.mark.parametrize") and words & PRODUCTS:
            yield "multiplies parameters out: use tests.members.each"


def test_every_case_looks_at_something_and_many_members_are_one_case() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno} {fault}"
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for fault in faults(node)
    ]
    assert found == []
