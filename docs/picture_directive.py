"""The directive ``picture``: lines of Python, and the chart that they draw when the pages are built.

::

    ```{picture} What to see in it.
    import costcurves as cc

    cc.evaluate([1, 0, 1], {"model": [0.9, 0.2, 0.4]}).chart("cost")
    ```

The lines are shown, run and drawn for light and dark pages. An error in them fails the build.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import picture_blocks  # stands beside this file
from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from costcurves.charts.render import svg

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

#: Below the pages; not under version control.
FOLDER = Path("generated") / "pictures"


class PictureDirective(SphinxDirective):
    """Show code, and below it the chart that it makes, with a caption."""

    has_content: ClassVar[bool] = True
    required_arguments: ClassVar[int] = 1
    final_argument_whitespace: ClassVar[bool] = True

    def run(self) -> list[nodes.Node]:
        """Run the code and draw what it ends with."""
        code = "\n".join(self.content)
        line = self.lineno + 1
        block = picture_blocks.PictureBlock(self.arguments[0], code, self.env.docname, line)
        try:
            chart = block.chart()
        except Exception as error:
            where = f"{self.env.docname}, line {line}"
            raise ExtensionError(f"the picture of {where} cannot be drawn: {error}") from error
        shown = nodes.literal_block(code, code, language="python")
        inline, messages = self.parse_inline(block.caption)
        # Beside a picture that it hides the theme hides the caption, too: pictures have a box of their own.
        both = nodes.container("", *self._images(chart))
        return [shown, nodes.figure("", both, nodes.caption("", "", *inline)), *messages]

    def _images(self, chart: Any) -> list[nodes.image]:
        page = self.env.docname.replace("/", "-")
        stem = f"{page}-{self.env.new_serialno('picture') + 1}"
        folder = Path(self.env.srcdir) / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        images = []
        for theme in ("light", "dark"):
            name = f"{stem}-{theme}.svg"
            (folder / name).write_text(svg.render(chart, theme=theme), encoding="utf-8")
            uri = f"/{(FOLDER / name).as_posix()}"
            alt = f"{chart.title}. {svg.describe(chart)}"
            # The theme of the pages hides what is for the other kind of page.
            images.append(self._found(nodes.image(uri=uri, alt=alt, classes=[f"only-{theme}"])))
        return images

    def _found(self, image: nodes.image) -> nodes.image:
        self.set_source_info(image)
        return image


def pages_with_pictures(_app: Sphinx, env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """Name the pages to be read anew: their pictures follow the package, which Sphinx does not watch."""
    return [name for name in env.found_docs if any(picture_blocks.blocks_of(Path(env.doc2path(name))))]


def setup(app: Sphinx) -> dict[str, Any]:
    """Tell Sphinx of the directive."""
    app.add_directive("picture", PictureDirective)
    app.connect("env-get-outdated", pages_with_pictures)
    return {"parallel_read_safe": True}
