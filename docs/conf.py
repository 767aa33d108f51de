from __future__ import annotations

import inspect
import sys
from importlib.metadata import version as installed_version
from pathlib import Path

import costcurves as cc

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))

from tests.architecture.strata import STRATA, covers  # noqa: E402 - the house as data orders the reference

project = "costcurves"
author = "the costcurves developers"
copyright = "2026, the costcurves developers"
version = release = installed_version("costcurves")

extensions = [
    "myst_parser",
    "numpydoc",
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

sphinx_gallery_conf = {
    "examples_dirs": "gallery",
    "gallery_dirs": "auto_gallery",
    "filename_pattern": r"\.py$",  # every script runs
    "abort_on_example_error": True,
    "download_all_examples": False,
    "show_signature": False,
    "show_memory": False,
    "write_computation_times": False,
}

html_theme = "pydata_sphinx_theme"
html_title = "costcurves"
html_show_sourcelink = False
html_theme_options = {
    "navbar_end": ["theme-switcher"],
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
}


def stratum_of(value: object) -> str:
    """Find the stratum of the module that defines a public value."""
    module = getattr(value, "__module__", None) or type(value).__module__
    path = module.removeprefix("costcurves").removeprefix(".").replace(".", "/")
    files = (f"{path}.py", f"{path}/__init__.py")
    for stratum, entries in STRATA:
        if any(covers(entry, file) for entry in entries for file in files):
            return stratum
    return STRATA[-1][0]


def reference() -> str:
    """Write the page that lists every public name under its stratum."""
    lines = ["Reference", "=========", "", ".. currentmodule:: costcurves", ""]
    names = [name for name in cc.__all__ if not name.startswith("__")]
    for stratum, _ in STRATA:
        own = [name for name in names if stratum_of(getattr(cc, name)) == stratum]
        listed = [name for name in own if not inspect.ismodule(getattr(cc, name))]
        if listed:
            lines += [stratum.capitalize(), "-" * len(stratum), "", ".. autosummary::", "   :toctree:", ""]
            lines += [*(f"   {name}" for name in listed), ""]
    return "\n".join(lines)


generated = DOCS / "api" / "generated"
generated.mkdir(parents=True, exist_ok=True)
page = generated / "index.rst"
if not page.exists() or page.read_text(encoding="utf-8") != reference():
    page.write_text(reference(), encoding="utf-8")
