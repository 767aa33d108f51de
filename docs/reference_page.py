"""The page of the reference, made from the public names: nothing has to be listed twice."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import costcurves as cc

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.public import public

if TYPE_CHECKING:
    from collections.abc import Callable

Row = tuple[str, ...]
HEADER = (
    "key",
    "title",
    "definition",
    "range",
    "better",
    "undefined when",
    "also called",
    "in cost space",
    "reference",
)


def section(title: str, lead: str, names: list[str]) -> list[str]:
    """List names with the first line of their docstrings; each gets a page of its own, below the question."""
    listed = [f"   {name}" for name in names]
    options = ["   :toctree:", f"   :caption: {title}"]
    return [title, "-" * len(title), "", lead, "", ".. autosummary::", *options, "", *listed, ""]


def row(item: Any) -> Row:
    """One row of a registry of measures or curves, as text."""
    fact = {
        name: getattr(item, name, "")
        for name in ("title", "formula", "better", "undefined", "cost_space", "reference", "source")
    }
    # Curves have no range.
    bounds = f"{item.low:g} … {item.high:g}".replace("inf", "∞") if hasattr(item, "low") else ""
    key = f"``{getattr(item, 'key', '')}``"
    aliases = ", ".join(getattr(item, "aliases", ())).replace("_", " ")
    return (
        key,
        fact["title"],
        fact["formula"],
        bounds,
        fact["better"],
        fact["undefined"],
        aliases,
        fact["cost_space"],
        fact["reference"] or fact["source"],
    )


def table(name: str, items: tuple[Any, ...]) -> list[str]:
    """Show a table of measures, summaries or curves."""
    rows = [HEADER, *(row(item) for item in items)]
    used = [column for column in range(len(HEADER)) if any(cells[column] for cells in rows[1:])]
    title = f"``{name}``"
    lines = [title, "-" * len(title), "", ".. list-table::", "   :header-rows: 1", ""]
    for cells in rows:
        marks = ["   * - ", *["     - "] * (len(used) - 1)]
        # A bar is a name to be replaced unless it is escaped.
        texts = [cell.replace("|", "\\|") for cell in cells]
        lines += [(mark + texts[column]).rstrip() for mark, column in zip(marks, used, strict=True)]
    return [*lines, ""]


def reference() -> str:
    """Write the whole page: one section a question, then the tables."""
    lines = ["Reference", "=========", "", ".. currentmodule:: costcurves", ""]
    tables = {
        name: value
        for name, value in public().items()
        if isinstance(value, tuple) and not name.startswith("examples.")
    }
    names = [name for name, value in public().items() if name not in tables and is_documented(value)]
    for question, lead, belongs in QUESTIONS:
        answers = [name for name in names if belongs(name, public()[name])]
        answers.sort(key=lambda name: not name.startswith("evaluate"))  # where one begins
        lines += section(question, lead, answers)
    for name, rows in tables.items():
        lines += table(name, rows)
    return "\n".join(lines)


def is_documented(value: Any) -> bool:
    """Whether a value has a docstring of its own: costs of an example have that of their class."""
    return inspect.isclass(value) or inspect.isroutine(value) or callable(value)


def top(kind: Callable[[Any], bool]) -> Callable[[str, Any], bool]:
    """Match names at the top whose value is of a kind."""
    return lambda name, value: "." not in name and kind(value)


def within(namespace: str) -> Callable[[str, Any], bool]:
    """Match names of a namespace."""
    return lambda name, _: name.startswith(f"{namespace}.")


def is_error(value: Any) -> bool:
    """Whether a value is a class of errors."""
    return inspect.isclass(value) and issubclass(value, Exception)


def is_display(value: Any) -> bool:
    """Whether a value is a display class."""
    return inspect.isclass(value) and issubclass(value, cc.CurveDisplay)


def is_noun(value: Any) -> bool:
    """Whether a value is a class of things that one holds."""
    return inspect.isclass(value) and not is_error(value) and not is_display(value)


#: What people come with, and which names answer it.
QUESTIONS: tuple[tuple[str, str, Callable[[str, Any], bool]], ...] = (
    ("From data to results", "Start here: labels and scores, or published tables.", top(inspect.isfunction)),
    (
        "What data, conditions and answers are made of",
        "What you hold: most answers come from the methods of `Evaluation` and `Uncertainty`.",
        top(is_noun),
    ),
    (
        "Which threshold for one operating condition?",
        "Criteria, for `ev.decide(criterion=…)` or to be called on a tally.",
        within("criteria"),
    ),
    (
        "Which threshold for every operating condition?",
        "Rules make a cost curve of a tally; pass one as `rule=`.",
        within("rules"),
    ),
    (
        "How good is one model?",
        "Numbers of a tally; the tables of all measures stand below.",
        within("measures"),
    ),
    (
        "How uncertain is it, and is a difference more than chance?",
        "Intervals and tests from counts and records; `ev.uncertainty()` and `ev.compare()` use them.",
        within("stats"),
    ),
    (
        "Which algorithm over many data sets?",
        "Studies: one result of every algorithm on every data set.",
        within("studies"),
    ),
    (
        "How do I draw it with scikit-learn's habits?",
        "Display classes; they need matplotlib.",
        lambda _, value: is_display(value),
    ),
    (
        "Which curves are there?",
        "Kinds of curves, for `ev.curve` and `ev.plot`; the table stands below.",
        within("curves"),
    ),
    ("Points, lines and their duality", "ROC space and cost space.", within("space")),
    ("Smooth curves", "ROC curves of normal scores.", within("binormal")),
    ("What data can I try this on?", "Small data sets, and figures of published tables.", within("examples")),
    ("What can go wrong?", "Errors that are raised on purpose.", top(is_error)),
)


def write(page: Path) -> None:
    """Write the page unless it stands there already: an untouched file is not built again."""
    page.parent.mkdir(parents=True, exist_ok=True)
    for stub in page.parent.glob("costcurves.*.rst"):
        if f"   {stub.stem.removeprefix('costcurves.')}\n" not in reference():
            stub.unlink()  # of a name that is public no longer
    if not page.exists() or page.read_text(encoding="utf-8") != reference():
        page.write_text(reference(), encoding="utf-8")
