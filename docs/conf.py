from __future__ import annotations

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS))

import reference_page  # noqa: E402 - stands beside this file
import speed_page  # noqa: E402 - likewise

project = "costcurves"
author = "the costcurves developers"
copyright = "2026, the costcurves developers"
version = release = installed_version("costcurves")

extensions = [
    "myst_parser",
    "numpydoc",
    "picture_directive",  # stands beside this file
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_build", "auto_gallery/*.ipynb", "gallery"]
templates_path = ["_templates"]
default_role = "literal"  # `x` in a docstring is code

autosummary_generate = True
autodoc_typehints = "none"  # numpydoc sections state the types in words
autodoc_member_order = "bysource"
numpydoc_show_class_members = False  # the template of a class lists its members itself
myst_heading_anchors = 3
suppress_warnings = ["config.cache"]  # the gallery's settings hold what cannot be pickled

GALLERY_MAP = (DOCS / "gallery" / "GALLERY_HEADER.rst").read_text(encoding="utf-8")
sphinx_gallery_conf = {
    "examples_dirs": "gallery",
    "gallery_dirs": "auto_gallery",
    "filename_pattern": r"\.py$",  # every script runs
    "within_subsection_order": GALLERY_MAP.find,  # pictures stand in the order of the map
    "capture_repr": (),  # what a cell prints is shown, not what its last line returns
    "abort_on_example_error": True,
    "download_all_examples": False,
    "show_signature": False,
    "show_memory": False,
    "write_computation_times": False,
}

html_theme = "pydata_sphinx_theme"
html_static_path = ["_static"]
html_css_files = ["captions.css"]
html_title = "costcurves"
html_show_sourcelink = False
html_theme_options = {
    "navbar_end": ["theme-switcher"],
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
}

reference_page.write(DOCS / "api" / "generated" / "index.rst")
speed_page.write(DOCS / "generated" / "how-fast.md")
