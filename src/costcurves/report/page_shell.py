"""What every page has: head, style, title, facts, contents and footer."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from costcurves.charts.palette import DARK, LIGHT
from costcurves.charts.render.svg_marks import style_sheet
from costcurves.report.elements import Html, definitions, join, tag
from costcurves.report.table_blocks import block_styles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page_shell(title: str, facts: Iterable[tuple[str, str]], sections: Sequence[tuple[str, str, str]]) -> str:
    """Return a page as text.

    Parameters
    ----------
    title : str
        Its heading.
    facts : iterable of (str, str)
        Names and values below the heading.
    sections : sequence of (str, str, str)
        Key, name in the contents, and content; those without content are left out.
    """
    contents = {key: name for key, name, content in sections if content}
    body = [
        tag("a", "Skip to the answer", href="#answer", class_="skip"),
        tag(
            "div",
            _header(title, facts, contents),
            tag("main", *(content for _, _, content in sections)),
            _footer(),
            class_="sheet",
        ),
    ]
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("title", title),
        tag("style", Html(_style())),
    ]
    document = tag("html", tag("head", join(head, "\n")), "\n", tag("body", join(body, "\n")), lang="en")
    return f"<!DOCTYPE html>\n{document}\n"


def shipped(name: str) -> str:
    """Read a file that stands beside this module."""
    return resources.files("costcurves.report").joinpath(name).read_text(encoding="utf-8")


def _style() -> str:
    """Style sheet of the page and of its charts."""
    light, dark = (
        f":root{{--paper:{theme.paper};--ink:{theme.ink};--muted:{theme.muted}}}" for theme in (LIGHT, DARK)
    )
    themes = f"{light}\n@media (prefers-color-scheme:dark){{{dark}}}\n@media print{{{light}}}"
    return "\n".join([themes, style_sheet(), shipped("page.css"), block_styles()])


def _header(title: str, facts: Iterable[tuple[str, str]], contents: Mapping[str, str]) -> Html:
    """Write title, facts, and the contents."""
    links = [tag("li", tag("a", name, href=f"#{key}")) for key, name in contents.items()]
    return tag(
        "header",
        tag("h1", title),
        definitions(facts, class_="facts"),
        tag("nav", tag("ul", *links), aria_label="Contents"),
    )


def _footer() -> Html:
    """Say what made the page."""
    from importlib.metadata import PackageNotFoundError, version  # they take as long to load as numpy

    try:
        made = f"Written by costcurves {version('costcurves')}."
    except PackageNotFoundError:  # used from a source tree, without installation
        made = "Written by costcurves."
    return tag("footer", tag("p", f"{made} This page is complete: it loads nothing and sends nothing."))
