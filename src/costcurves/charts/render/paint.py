"""SVG elements and their colours: fixed for files, by style sheet for pages."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from costcurves.charts.lettering import printable
from costcurves.charts.palette import DARK, LIGHT, Theme
from costcurves.errors import InputError

__all__ = ["THEMES", "Paint", "element", "style_sheet", "written"]

#: How a chart gets its colours.
THEMES = ("auto", "light", "dark", "page")

_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def written(text: str) -> str:
    """Escape a text for an attribute, so that reading the document gives it back.

    What XML cannot hold becomes U+FFFD.
    """
    text = escape(_NOT_XML.sub("\ufffd", text), quote=True)
    return text.replace("\t", "&#9;").replace("\n", "&#10;").replace("\r", "&#13;")


def element(name: str, text: str = "", inner: str = "", **attributes: Any) -> str:
    """Write an element; underscores in attribute names stand for hyphens, None leaves one out."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{written(_number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    content = escape(printable(text), quote=False) + inner
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


def _number(value: object) -> str:
    """Write a place in pixels with two decimals, anything else as it is."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _colours(theme: Theme) -> dict[str, str]:
    """Colours of a theme by their short names."""
    found = {"paper": theme.paper, "ink": theme.ink, "muted": theme.muted, "grid": theme.grid}
    found |= {f"s{i}": colour for i, colour in enumerate(theme.series)}
    found |= {f"w{i}": colour for i, colour in enumerate(theme.words)}
    return found | {f"r{i}": colour for i, colour in enumerate(theme.ramp)}


_LIGHT, _DARK = _colours(LIGHT), _colours(DARK)


def style_sheet() -> str:
    """Style sheet for charts drawn with ``theme="page"``.

    Light or dark follows the reader's system, or ``data-theme="light"|"dark"`` on any element around a chart;
    prints are light. A page may set the properties ``--cc-paper``, ``--cc-ink``, ``--cc-s0`` … itself.
    """
    light, dark = (
        "{" + "".join(f"--cc-{name}:{colour};" for name, colour in colours.items()) + "}"
        for colours in (_LIGHT, _DARK)
    )
    rules = [
        f".cc-chart{light}",
        f"@media (prefers-color-scheme:dark){{.cc-chart{dark}}}",
        f"[data-theme=light] .cc-chart{light}",
        f"[data-theme=dark] .cc-chart{dark}",
        f"@media print{{.cc-chart,[data-theme] .cc-chart{light}}}",
    ]
    rules += [f".cc-f-{name}{{fill:var(--cc-{name})}}" for name in _LIGHT]
    rules += [f".cc-k-{name}{{stroke:var(--cc-{name})}}" for name in _LIGHT]
    return "\n".join(rules)


class Paint:
    """Colours of one drawing.

    Parameters
    ----------
    theme : str
        One of `THEMES`.

    Raises
    ------
    InputError
        If the theme is unknown.
    """

    def __init__(self, theme: str) -> None:
        if theme not in THEMES:
            raise InputError.because(must=f"theme is one of {', '.join(THEMES)}", came=repr(theme))
        self.by_class = theme in {"auto", "page"}
        self.style = style_sheet() if theme == "auto" else ""
        self._colours = _DARK if theme == "dark" else _LIGHT

    def __call__(self, fill: str | None = None, stroke: str | None = None) -> dict[str, Any]:
        """Attributes for a fill and a stroke; fixed colours stay behind the classes for simple viewers."""
        found: dict[str, Any] = {"fill": self._colours[fill] if fill else "none"}
        classes = [f"cc-f-{fill}"] if fill else []
        if stroke:
            found["stroke"] = self._colours[stroke]
            classes.append(f"cc-k-{stroke}")
        if self.by_class and classes:
            found["class_"] = " ".join(classes)
        return found
