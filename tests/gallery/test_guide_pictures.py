"""Every page of the guide has pictures, whose lines run and draw; the documentation builds with the same lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from costcurves.charts.render import svg
from docs.picture_blocks import PictureBlock, blocks_of

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / "index.md", *sorted(path for path in (DOCS / "guide").glob("*.md") if path.stem != "index")]


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_page_has_pictures_that_can_be_drawn(page):
    blocks = list(blocks_of(page))
    assert blocks, "a page of the guide needs a picture: see docs/picture_directive.py"
    assert len(blocks) == page.read_text(encoding="utf-8").count("{picture}"), "a fence has no end"
    for block in blocks:
        assert block.caption.endswith("."), f"line {block.line}: a caption is a sentence, what to see"
        chart = block.chart()
        assert any(mark.in_words for mark in chart.marks)
        assert f">{chart.title}<" in svg.render(chart, theme="dark")


def test_ten_minutes_show_each_step():
    text = (DOCS / "guide" / "cost-curves.md").read_text(encoding="utf-8")
    steps = [part for part in text.split("\n## ")[1:] if not part.startswith("Sources")]
    assert [step.partition("\n")[0] for step in steps if "```{picture}" not in step] == []


def test_quick_start_has_ten_lines():
    (block,) = blocks_of(DOCS / "index.md")
    assert len([line for line in block.code.splitlines() if line.strip()]) <= 10


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("", r"a picture must end with an expression \(page.md, line 7\)"),
        ("x = 1\n", r"a picture must end with an expression \(page.md, line 7\)"),
        ("1 + 1\n", r"a picture must end with a chart, not int \(page.md, line 7\)"),
    ],
)
def test_what_is_no_picture_is_named(code, message):
    with pytest.raises(TypeError, match=message):
        PictureBlock("caption", code, "page.md", 7).chart()
