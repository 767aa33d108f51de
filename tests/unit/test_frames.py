"""Results as frames of the user's own library."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from costcurves import MissingExtraError
from costcurves._ground import tables
from costcurves._ground.tables import BACKENDS, to_frame
from tests.unit.refusals import refusal

KINDS = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.Table}


@pytest.mark.parametrize("backend", BACKENDS)
def test_frames_of_every_library(backend):
    columns: dict[str, Any] = {
        "text": np.array(["a", "b"]),
        "object": np.array([1, 2], dtype=object),
        "reversed": np.array([1.5, 2.5])[::-1],
        "list": [True, False],
        "whole": np.array([1, 2]),
    }
    frame = to_frame(columns, backend)
    assert isinstance(frame, KINDS[backend])
    rows = (
        frame.to_dict("list")
        if backend == "pandas"
        else (frame.to_dict(as_series=False) if backend == "polars" else frame.to_pydict())
    )
    assert rows == {
        "text": ["a", "b"],
        "object": [1, 2],
        "reversed": [2.5, 1.5],
        "list": [True, False],
        "whole": [1, 2],
    }


@pytest.mark.parametrize(
    ("installed", "kind"),
    [({"pandas", "polars"}, "pandas"), ({"polars", "pyarrow"}, "polars"), ({"pyarrow"}, "pyarrow")],
)
def test_the_first_installed_library_is_taken(installed, kind, monkeypatch):
    monkeypatch.setattr(tables, "find_spec", lambda name: name in installed or None)
    assert isinstance(to_frame({"a": [1]}), KINDS[kind])


def test_a_library_that_is_missing_is_named(monkeypatch):
    monkeypatch.setattr(tables, "find_spec", lambda _: None)
    assert refusal(lambda: to_frame({"a": [1]}), MissingExtraError) == (
        "a data frame needs pandas, polars or pyarrow, which is not installed; use to_columns(), or pip install pandas"
    )
    assert refusal(lambda: to_frame({"a": [1]}, "polars"), MissingExtraError) == (
        "a data frame needs polars, which is not installed; use to_columns(), or pip install polars"
    )


def test_unknown_libraries_are_refused():
    assert (
        refusal(lambda: to_frame({"a": [1]}, "excel"))
        == "no such backend 'excel'; choose from 'pandas', 'polars', 'pyarrow'"
    )


def test_arrow_is_pyarrow():
    assert isinstance(to_frame({"a": [1]}, "arrow"), pa.Table)
