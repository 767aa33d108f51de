"""The source files of the package as the architecture tests read them: without importing anything."""

from __future__ import annotations

import ast
import functools
from pathlib import Path
from typing import NamedTuple, TypeAlias

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "costcurves"

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Import(NamedTuple):
    """One imported name: `from module import name`, or `import module` with an empty name."""

    module: str
    name: str
    line: int

    @property
    def parts(self) -> list[str]:
        """The dotted name in pieces."""
        return [part for part in (*self.module.split("."), self.name) if part]

    @property
    def is_own(self) -> bool:
        """Whether it comes from this package."""
        return self.parts[0] == "costcurves"


@functools.cache
def files() -> tuple[str, ...]:
    """Every module of the package, as a path relative to it."""
    return tuple(sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py")))


@functools.cache
def text(file: str) -> str:
    """The source text of a module."""
    return PACKAGE.joinpath(file).read_text(encoding="utf-8")


@functools.cache
def tree(file: str) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(text(file))


@functools.cache
def imports(file: str) -> tuple[Import, ...]:
    """Every import of a module, wherever it stands; what the stub of a package names counts as imported.

    Imports inside functions count, and so do those for the type checker alone: being lazy does not make them
    point upwards, and a signature names whom it serves.
    """
    found = []
    stub = PACKAGE.joinpath(f"{file}i")
    named = ast.walk(ast.parse(stub.read_text(encoding="utf-8"))) if stub.exists() else ()
    for node in (*ast.walk(tree(file)), *named):
        if isinstance(node, ast.Import):
            found += [Import(alias.name, "", node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno} imports relatively"
            found += [Import(node.module or "", alias.name, node.lineno) for alias in node.names]
    return tuple(found)


def target(found: Import) -> str:
    """The module that an import of this package loads: the longest part of the name that is a file.

    A module that is not there yet is taken to be a single file.
    """
    own = found.parts[1:]
    for length in range(len(own), 0, -1):
        stem = "/".join(own[:length])
        for file in (f"{stem}.py", f"{stem}/__init__.py"):
            if file in files():
                return file
    missing = own[:-1] if found.name else own
    return "/".join(missing) + ".py" if missing else "__init__.py"


@functools.cache
def functions(file: str) -> tuple[Function, ...]:
    """Every function and method of a module."""
    return tuple(n for n in ast.walk(tree(file)) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)))


def body_length(function: Function) -> int:
    """Lines of a function without its signature and docstring."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0


def public_definitions(file: str) -> list[tuple[str, Function | ast.ClassDef]]:
    """Public classes and functions of a module and their public methods, by their dotted name."""
    found: list[tuple[str, Function | ast.ClassDef]] = []

    def visit(nodes: list[ast.stmt], prefix: str) -> None:
        for node in nodes:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                if node.name.startswith("_") or is_second_definition(node):
                    continue
                found.append((prefix + node.name, node))
                if isinstance(node, ast.ClassDef):
                    visit(node.body, f"{prefix}{node.name}.")

    visit(tree(file).body, "")
    return found


def is_second_definition(node: Function | ast.ClassDef) -> bool:
    """Whether a definition is an overload or the setter of a property, which the first one explains."""
    marks = {ast.unparse(mark).rpartition(".")[2] for mark in node.decorator_list}
    return bool(marks & {"overload", "setter"})
