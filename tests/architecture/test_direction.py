"""Whether low scores mean positive is said where scores are read; from there on the tally knows."""

from __future__ import annotations

import ast

from tests.architecture.layers import covers
from tests.architecture.sources import files, tree

NAME = "lower_is_positive"

#: Where scores come in, and the two JSON documents that have a key of this name.
ALLOWED = {
    "api.py": "functions on arrays",
    "cli/": "an option of the commands, and what it becomes",
    "criteria/decision.py": "a key of saved decisions",
    "criteria/decision_document.py": "the same key",
    "evaluation/views.py": "a key of the numbers of an evaluation, and of saved ones",
    "io/": "roles of columns",
    "tallies/": "the tally knows",
}


def _names(node: ast.AST) -> set[object]:
    """What a node names, or writes as a key."""
    return {getattr(node, field, None) for field in ("id", "arg", "attr", "value")}


def test_nothing_above_the_tally_asks_whether_low_scores_mean_positive() -> None:
    using = {file for file in files() if any(NAME in _names(node) for node in ast.walk(tree(file)))}
    strange = {file for file in using if not any(covers(entry, file) for entry in ALLOWED)}
    assert strange == set()
    assert {entry for entry in ALLOWED if not any(covers(entry, file) for file in using)} == set()
