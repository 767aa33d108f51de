"""Files: reading tables, finding the roles of their columns, writing results."""

from __future__ import annotations

from costcurves.io.classes import labelled
from costcurves.io.column_roles import Roles, assign, partition_of
from costcurves.io.file_column import FileColumn
from costcurves.io.model_columns import scores_of
from costcurves.io.reading import FORMATS, read
from costcurves.io.table import Columns
from costcurves.io.writing import write

__all__ = [
    "FORMATS",
    "Columns",
    "FileColumn",
    "Roles",
    "assign",
    "labelled",
    "partition_of",
    "read",
    "scores_of",
    "write",
]
