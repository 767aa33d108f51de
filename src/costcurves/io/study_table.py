"""A study read from a table of results."""

from __future__ import annotations

import numpy as np

from costcurves.errors import InputError
from costcurves.inference.studies.study import Study
from costcurves.io.numeric import numbers
from costcurves.io.reading import read

__all__ = ["read_study", "statement_of_study"]


def read_study(path: str, better: str) -> Study:
    """Read a table whose first column names data sets and whose others hold results of algorithms."""
    columns = read(path)
    named, *others = columns.columns
    if len(others) < 2:
        raise InputError.because(
            must="a study must have a column of names and one for each of at least two algorithms",
            came=", ".join(columns.names), where=path,
        )  # fmt: skip
    table = np.column_stack([numbers(column, "the column") for column in others])
    names = tuple(column.name for column in others)
    return Study(table, names, tuple(map(str, named.values.tolist())), better=better)


def statement_of_study(study: Study, path: str) -> str:
    """Say what was read."""
    direction = "larger" if study.better == "high" else "smaller"
    names = ", ".join(study.algorithms)
    counted = f"{len(study)} data {'set' if len(study) == 1 else 'sets'}"
    return f"{path}: {counted}; {names}; {direction} results are better"
