"""Pictures of the guide: where they stand in a page, and what their lines of Python draw."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from costcurves.charts.chart import Chart

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: A fence of MyST: the caption stands behind the name of the directive.
FENCE = re.compile(r"^```\{picture\}(?P<caption>.*)\n(?P<code>(?:.*\n)*?)```$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PictureBlock:
    """Lines of Python whose last one is a chart.

    Parameters
    ----------
    caption : str
        What the reader should see.
    code : str
        Self-contained: nothing of the page runs before.
    where : str
        The page, for tracebacks.
    line : int
        Of the page, on which the code begins.
    """

    caption: str
    code: str
    where: str
    line: int

    def chart(self) -> Chart:
        """Run the lines; raise a TypeError if the last one is no chart."""
        tree = ast.parse(self.code, self.where)
        ast.increment_lineno(tree, self.line - 1)
        last = tree.body.pop() if tree.body else None
        where = f"({self.where}, line {self.line})"
        if not isinstance(last, ast.Expr):
            raise TypeError(f"a picture must end with an expression {where}")
        names: dict[str, Any] = {}
        exec(compile(tree, self.where, "exec"), names)  # noqa: S102 - the guide is our own code
        chart = eval(compile(ast.Expression(last.value), self.where, "eval"), names)  # noqa: S307 - likewise
        if not isinstance(chart, Chart):
            raise TypeError(f"a picture must end with a chart, not {type(chart).__name__} {where}")
        return chart


def blocks_of(page: Path) -> Iterator[PictureBlock]:
    """Find the pictures of a page."""
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start("code")) + 1
        yield PictureBlock(found["caption"].strip(), found["code"], page.as_posix(), line)
