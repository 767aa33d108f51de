"""Meaning is a field: nothing splits, searches or compares sentences, or the text of errors."""

from __future__ import annotations

import ast
import builtins

from tests.architecture.sources import files, tree

#: Attributes and names that are words for people.
PROSE = {
    "absent", "criterion", "method", "notes", "null", "scope", "sentence", "statement", "statements", "target",
    "title", "verdict", "why_no_test",
}  # fmt: skip
#: As a bare name this is an argument by which the caller chooses, and no words.
CHOICES = {"method"}

#: What strings have to be looked into, or taken apart.
LOOKS = {name for name in dir(str) if not name.startswith("_")} - {"encode", "format", "join"}
#: What nobody does to the words that a function returns.
CUTS = {"endswith", "partition", "removeprefix", "removesuffix", "rpartition", "startswith"}

#: Modules that read errors of other libraries, which have no codes.
FOREIGN = {
    "cli/program.py": "duckdb raises a bare RuntimeError where a query is interrupted",
    "io/text.py": "duckdb words what is wrong with a CSV file",
    "io/duckdb_engine.py": "the first line of an error of duckdb is shown, the others are advice on its options",
}


class Looks(ast.NodeVisitor):
    """Collects where a module compares, searches or takes apart words, or the text of errors."""

    def __init__(self, file: str) -> None:
        nodes = list(ast.walk(tree(file)))
        caught = {node.name for node in nodes if isinstance(node, ast.ExceptHandler) and node.name}
        self.errors = set() if file in FOREIGN else caught | {"error", "problem"}
        self.found: list[str] = []
        # Each of several notes is words as well, and so is what words are assigned to.
        self.aliases: set[str] = set()
        pairs = [
            *((node.target, node.iter) for node in nodes if isinstance(node, (ast.For, ast.comprehension))),
            *(
                (node.target, node.value)
                for node in nodes
                if isinstance(node, (ast.AnnAssign, ast.NamedExpr))
            ),
            *(
                (place, node.value)
                for node in nodes
                if isinstance(node, ast.Assign)
                for place in node.targets
            ),
        ]
        for _ in range(3):  # an alias of an alias of an alias
            self.aliases |= {
                place.id
                for place, value in pairs
                if isinstance(place, ast.Name) and value is not None and self.is_prose(value)
            }
        self.file = file
        self.visit(tree(file))

    def is_prose(self, node: ast.expr) -> bool:
        """Whether an expression is words for people."""
        if isinstance(node, ast.Attribute):
            return node.attr in PROSE
        return isinstance(node, ast.Name) and (node.id in PROSE - CHOICES or node.id in self.aliases)

    def is_text(self, node: ast.expr | None) -> bool:
        """Whether an expression is `str(error)`."""
        return (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) == "str"
            and any(isinstance(one, ast.Name) and one.id in self.errors for one in node.args)
        )

    def judge(self, where: ast.expr, *parts: ast.expr) -> None:
        """Keep an expression if one of its parts is words or the text of an error."""
        if any(self.is_prose(part) or self.is_text(part) for part in parts):
            self.found.append(f"{self.file}:{where.lineno}: {ast.unparse(where)}")

    def visit_Compare(self, node: ast.Compare) -> None:
        if any(isinstance(op, (ast.Eq, ast.NotEq, ast.In, ast.NotIn)) for op in node.ops):
            self.judge(node, node.left, *node.comparators)
        self.generic_visit(node)

    def visit_Match(self, node: ast.Match) -> None:
        self.judge(node.subject, node.subject)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute):
            of = node.func.value
            if node.func.attr in LOOKS:
                self.judge(node, of)
            maker = of.func.id if isinstance(of, ast.Call) and isinstance(of.func, ast.Name) else "str"
            if node.func.attr in CUTS and not hasattr(builtins, maker):
                self.found.append(f"{self.file}:{node.lineno}: {ast.unparse(node)}")
            if ast.unparse(node.func.value) == "re":
                self.judge(node, *node.args)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if self.is_text(node.value):  # under another name it would be looked into unseen
            self.judge(node.value, node.value)
        self.generic_visit(node)


def test_nothing_looks_into_sentences() -> None:
    assert [line for file in files() for line in Looks(file).found] == []
    idle = [file for file in FOREIGN if "str(" not in ast.unparse(tree(file))]
    assert idle == [], "these read no error and need no exception"
