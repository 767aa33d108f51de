"""The page of the reference, made from the public names: nothing has to be listed twice."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import costcurves as cc

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.architecture.layers import LAYERS, covers

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


def layer_of(value: object) -> str:
    """Find the layer of the module that defines a public value, by what lives there."""
    module = getattr(value, "__module__", None) or type(value).__module__
    path = module.removeprefix("costcurves").removeprefix(".").replace(".", "/")
    files = (f"{path}.py", f"{path}/__init__.py")
    return next(told for entry, told in LAYERS if any(covers(entry, file) for file in files))


def section(title: str, names: list[str]) -> list[str]:
    """List names with the first line of their docstrings; each gets a page of its own."""
    listed = [f"   {name}" for name in names]
    return [title, "-" * len(title), "", ".. autosummary::", "   :toctree:", "", *listed, ""]


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


def registry(name: str) -> list[str]:
    """Show a registry as a table."""
    rows = [HEADER, *(row(item) for item in getattr(cc, name))]
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
    """Write the whole page: doors first, the ground last, then the registries."""
    registries = [name for name in cc.__all__ if isinstance(getattr(cc, name), tuple)]
    named = {name: layer_of(getattr(cc, name)) for name in cc.__all__ if name not in registries}
    lines = ["Reference", "=========", "", ".. currentmodule:: costcurves", ""]
    for _, layer in reversed(LAYERS):
        names = [name for name, own in named.items() if own == layer]
        lines += section(layer[0].upper() + layer[1:], names) if names else []
    for name in registries:
        lines += registry(name)
    return "\n".join(lines)


def write(page: Path) -> None:
    """Write the page unless it stands there already: an untouched file is not built again."""
    page.parent.mkdir(parents=True, exist_ok=True)
    for stub in page.parent.glob("costcurves.*.rst"):
        if f"   {stub.stem.removeprefix('costcurves.')}\n" not in reference():
            stub.unlink()  # of a name that is public no longer
    if not page.exists() or page.read_text(encoding="utf-8") != reference():
        page.write_text(reference(), encoding="utf-8")
