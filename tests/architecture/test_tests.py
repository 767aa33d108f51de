"""Every case of the tests looks at something, and many members of one law are one case."""

from __future__ import annotations

import ast
import functools

from tests.architecture.sources import ROOT

TESTS = tuple(sorted((ROOT / "tests").rglob("test_*.py")))


@functools.cache
def functions() -> dict[str, ast.FunctionDef]:
    """Every test function, by its place."""
    return {
        f"{path.relative_to(ROOT)}:{node.lineno}": node
        for path in TESTS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_no_test_returns_before_it_has_looked() -> None:
    """What a test is not for is left out of its parameters, so that a case that passes has shown something."""
    early = [
        place
        for place, test in functions().items()
        if any(isinstance(node, ast.Return) and node.value is None for node in ast.walk(test))
    ]
    assert early == []


def test_parameters_are_not_multiplied_out() -> None:
    """Of thousands of combinations a test makes one case: `tests.members.each` names those that fail."""
    products = {"combinations", "permutations", "product"}
    multiplied = [
        place
        for place, test in functions().items()
        for mark in test.decorator_list
        if ast.unparse(mark).startswith("pytest.mark.parametrize")
        and products
        & {word for node in ast.walk(mark) for word in (vars(node).get("id"), vars(node).get("attr"))}
    ]
    assert multiplied == []
