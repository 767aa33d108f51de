"""The layers as data: which package may import which.

CONTRIBUTING.md shows the same table; a test compares the two. To move a layer, change both and write a decision record.
"""

from __future__ import annotations

# From the ground up: a package imports only from packages that stand before it. A name that ends in a slash is
# a package, whose modules import each other freely, but never in a circle.
LAYERS: tuple[tuple[str, str], ...] = (
    ("errors.py", "exceptions, and the form of their messages"),
    ("_ground/", "users' arrays, sorting, labels, documents, tables, frames, numbers in words"),
    ("conditions/", "costs, operating conditions, beliefs about them, costs that differ by record"),
    ("tallies/", "the tally and its cells, records, published counts, confusion matrices, values"),
    ("space/", "ROC curves and hulls, points and lines, cost curves, winners"),
    ("rules/", "a threshold for every condition; averages of curves"),
    ("binormal/", "smooth curves"),
    ("measures/", "measures of outcomes, proper scores, areas, the H-measure, intervals of rates"),
    ("criteria/", "an answer for one condition: criteria, decisions, totals in money"),
    ("curves/", "the table of curves: kinds, axes, scales, calibration"),
    ("inference/", "estimates, bands and tests: counts, AUC, bootstrap, costs, folds, studies"),
    ("charts/", "a chart as data; figures; what draws them"),
    ("results/", "values that answers are made of, and their words"),
    ("studies/", "public names: many data sets"),
    ("report/", "the report page"),
    ("evaluation/", "what a person holds: evaluations and their uncertainty"),
    ("stats/", "public names: intervals and tests"),
    ("learn/", "display classes with the habits of scikit-learn"),
    ("io/", "readers, writers, roles of columns"),
    ("examples/", "shipped data"),
    ("api.py", "functions on arrays"),
    ("cli/", "the command line"),
    ("__init__.py", "the public names"),
    ("__main__.py", "`python -m costcurves`"),
)

# Which modules may name which library; numpy is free to all. Whoever imports scipy does so inside a function.
LIBRARIES: dict[str, tuple[str, ...]] = {
    "click": ("cli/",),
    "duckdb": ("io/",),
    "matplotlib": ("charts/chart.py", "charts/render/matplotlib.py", "learn/display.py"),
    "narwhals": ("_ground/", "tallies/records.py", "io/"),
    "numpy": ("*",),
    "openpyxl": ("io/",),
    "pandas": ("_ground/tables.py",),
    "polars": ("_ground/tables.py",),
    "pyarrow": ("_ground/containers.py", "_ground/tables.py", "io/"),
    "rich": ("charts/render/terminal.py", "charts/render/text_tables.py", "cli/"),
    "scipy": ("*",),
    "sklearn": (),
}

# Loaded on first use, never by `import costcurves`.
HEAVY = (*(set(LIBRARIES) - {"numpy"}), "importlib.metadata")

# A module is named after what it holds; these names hold anything.
BANNED_NAMES = {
    "base", "common", "core", "functions", "helper", "helpers", "lib", "manager", "managers", "misc",
    "shared", "stuff", "tools", "util", "utilities", "utils",
}  # fmt: skip

LONGEST_MODULE = 400
MEDIAN_MODULE = 200
LONGEST_BODY = 50


def covers(entry: str, file: str) -> bool:
    """Whether an entry of a table stands for a module."""
    return entry in {"*", file} or (entry.endswith("/") and file.startswith(entry))


def rank(file: str) -> int | None:
    """The place of a module's layer, counted from the ground; None if it has none."""
    return next((place for place, (entry, _) in enumerate(LAYERS) if covers(entry, file)), None)
