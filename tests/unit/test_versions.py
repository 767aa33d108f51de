"""What is installed, printed for a report of an error."""

from __future__ import annotations

import costcurves as cc
from costcurves._ground import kernel, versions


def test_every_library_is_named_with_its_version(capsys):
    cc.show_versions()
    rows = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines() if line[0] != "C")
    assert rows["costcurves"] == cc.__version__
    named = {
        "numpy",
        "scipy",
        "narwhals",
        "duckdb",
        "matplotlib",
        "polars",
        "pyarrow",
        "pandas",
        "scikit-learn",
    }
    assert named <= set(rows)
    assert "tests" not in rows


def test_what_is_not_installed_is_said():
    assert versions.installed("no-such-package") == "not installed"


def test_the_extension_is_active_or_it_is_said_why_not(monkeypatch):
    monkeypatch.setattr(kernel, "why_not", lambda: "")
    assert versions.version_line().endswith("(C extension active)")
    monkeypatch.setattr(kernel, "why_not", lambda: "not built")
    assert versions.version_line().endswith("(C extension not used: not built)")
