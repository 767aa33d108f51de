"""Fail if a page of the built documentation would fetch a script, style, font or picture from elsewhere."""

from __future__ import annotations

import re
import sys
from pathlib import Path

FETCHED = re.compile(
    r"""<(?:script|img|iframe|link)\b[^>]*?\b(?:src|href)=["'](?:https?:)?//[^"']+["'][^>]*>"""
    r"""|@import\s+(?:url\()?["']?(?:https?:)?//|url\(["']?(?:https?:)?//""",
    re.IGNORECASE,
)
NAMED_ONLY = re.compile(r"""<link\b[^>]*\brel=["'](?:canonical|author|license)["']""", re.IGNORECASE)


def fetches(page: Path) -> list[str]:
    """List what a page or style sheet would load over the network."""
    text = page.read_text(encoding="utf-8", errors="replace")
    return [found for found in FETCHED.findall(text) if not NAMED_ONLY.match(found)]


def main(folder: str) -> int:
    """Print each offender; 1 if there is one."""
    pages = [path for path in Path(folder).rglob("*") if path.suffix in {".html", ".css"}]
    offenders = [f"{path}: {found}" for path in pages for found in fetches(path)]
    print("\n".join(offenders) or f"{len(pages)} pages and style sheets, none needs the network")
    return 1 if offenders or not pages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
