"""The house as data: which module may import which.

The same table stands in CONTRIBUTING.md, with a word on what lives in each stratum; a test compares the two.
To move a room, change both and write a decision record.
"""

from __future__ import annotations

# From the ground up. A module imports only what stands before it: modules of earlier strata, or earlier
# modules of its own. A name that ends in a slash stands for a package whose modules import each other freely,
# but never in a circle.
STRATA: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "ground",
        ("errors.py", "_arrays.py", "_sorting.py", "_labels.py", "_json.py", "_frames.py", "_documents.py"),
    ),
    (
        "nouns",
        (
            "conditions.py",
            "densities.py",
            "priors.py",
            "cells.py",
            "_keys.py",
            "_scored.py",
            "confusion.py",
            "published.py",
            "tallies.py",
            "values.py",
            "row_costs.py",
            "records.py",
            "examples/",
        ),
    ),
    (
        "geometry",
        ("hull.py", "roc.py", "duality.py", "pieces.py", "costcurve.py", "winners.py"),
    ),
    (
        "meaning",
        (
            "selection.py",
            "driven.py",
            "measures.py",
            "priced.py",
            "isotonic.py",
            "proper_scores.py",
            "partial_areas.py",
            "detection.py",
            "expected.py",
            "severity.py",
            "summaries.py",
            "thresholds.py",
            "rate_intervals.py",
            "wording.py",
            "decisions.py",
            "criterion.py",
            "goals.py",
            "criteria.py",
            "averaging.py",
            "binormal/",
            "staking.py",
        ),
    ),
    (
        "curves",
        (
            "curves/kind.py",
            "curves/over_threshold.py",
            "curves/over_depth.py",
            "curves/axes.py",
            "curves/scales.py",
            "curves/over_condition.py",
            "curves/condition_rows.py",
            "curves/surface.py",
            "curves/isometrics.py",
            "curves/calibration.py",
            "curves/murphy.py",
            "curves/concavities.py",
            "curves/distributions.py",
            "curves/separation.py",
            "curves/rows.py",
            "curves/__init__.py",
        ),
    ),
    (
        "inference",
        (
            "inference/counting.py",
            "inference/estimate.py",
            "inference/alternatives.py",
            "inference/flips.py",
            "inference/multiplicity.py",
            "inference/resampling.py",
            "inference/maximum.py",
            "inference/means.py",
            "inference/spread.py",
            "inference/counts/rates.py",
            "inference/counts/paired_rates.py",
            "inference/counts/mcnemar.py",
            "inference/counts/laws.py",
            "inference/counts/cost_intervals.py",
            "inference/counts/cost_matrices.py",
            "inference/counts/sizing.py",
            "inference/counts/sample_size.py",
            "inference/counts/__init__.py",
            "inference/rankings/delong.py",
            "inference/rankings/auc_intervals.py",
            "inference/rankings/ranking.py",
            "inference/rankings/auc_tests.py",
            "inference/rankings/__init__.py",
            "inference/replicates/coarse.py",
            "inference/replicates/units.py",
            "inference/replicates/sample.py",
            "inference/replicates/drawing.py",
            "inference/replicates/ends.py",
            "inference/replicates/asked.py",
            "inference/replicates/reading.py",
            "inference/replicates/bands.py",
            "inference/replicates/quick.py",
            "inference/replicates/statistics.py",
            "inference/replicates/crossings.py",
            "inference/replicates/chosen.py",
            "inference/replicates/__init__.py",
            "inference/costs/crossfit.py",
            "inference/costs/turning.py",
            "inference/costs/cost_bands.py",
            "inference/costs/scaled.py",
            "inference/costs/places.py",
            "inference/costs/totals.py",
            "inference/costs/paired.py",
            "inference/costs/models.py",
            "inference/costs/__init__.py",
            "inference/parts/fold_tests.py",
            "inference/parts/folds.py",
            "inference/parts/segments.py",
            "inference/parts/segment_trial.py",
            "inference/parts/segment_costs.py",
            "inference/parts/__init__.py",
            "inference/studies/study.py",
            "inference/studies/outcomes.py",
            "inference/studies/signs.py",
            "inference/studies/gains.py",
            "inference/studies/ranks.py",
            "inference/studies/posthoc.py",
            "inference/studies/practical.py",
            "inference/studies/__init__.py",
            "inference/__init__.py",
        ),
    ),
    (
        "charts",
        (
            "charts/palette.py",
            "charts/paths.py",
            "charts/words.py",
            "charts/scales.py",
            "charts/placing.py",
            "charts/paint.py",
            "charts/checks.py",
            "charts/grids.py",
            "charts/marks.py",
            "charts/layout.py",
            "charts/labels.py",
            "charts/tables.py",
            "charts/text_tables.py",
            "charts/dots.py",
            "charts/simplify.py",
            "charts/phrases.py",
            "charts/marking.py",
            "charts/band_figures.py",
            "charts/plane_figures.py",
            "charts/space_figures.py",
            "charts/curve_figures.py",
            "charts/step_figures.py",
            "charts/pair_figures.py",
            "charts/class_figures.py",
            "charts/calibration_figures.py",
            "charts/rank_figures.py",
            "charts/segment_figures.py",
            "charts/figures.py",
            "charts/svg_marks.py",
            "charts/svg.py",
            "charts/matplotlib.py",
            "charts/terminal.py",
            "charts/page_glossary.py",
            "charts/page_parts.py",
            "charts/page_tables.py",
            "charts/sure_tables.py",
            "charts/page_sure.py",
            "charts/page_answer.py",
            "charts/page.py",
            "charts/__init__.py",
        ),
    ),
    (
        "facade",
        (
            "choosing.py",
            "comparison.py",
            "results.py",
            "study_results.py",
            "segment_results.py",
            "uncertainty/",
            "sureness.py",
            "evaluation.py",
        ),
    ),
    (
        "learn",
        (
            "learn/responses.py",
            "learn/looks.py",
            "learn/display.py",
            "learn/displays.py",
            "learn/__init__.py",
        ),
    ),
    ("doors", ("api.py", "io/", "tasks/", "cli/")),
    ("surface", ("__init__.py", "__main__.py")),
)

# Which modules may name which library; numpy is free to all. Whoever imports scipy does so inside a function.
LIBRARIES: dict[str, tuple[str, ...]] = {
    "click": ("cli/",),
    "duckdb": ("io/",),
    "matplotlib": ("charts/matplotlib.py", "learn/display.py"),
    "narwhals": ("_arrays.py", "_frames.py", "records.py", "io/"),
    "numpy": ("*",),
    "openpyxl": ("io/",),
    "pandas": ("_frames.py",),
    "polars": ("_frames.py",),
    "pyarrow": ("_frames.py", "io/"),
    "rich": ("charts/terminal.py", "cli/"),
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
MEDIAN_MODULE = 180
LONGEST_BODY = 50


def covers(entry: str, file: str) -> bool:
    """Whether an entry of a table stands for a module."""
    return entry in {"*", file} or (entry.endswith("/") and file.startswith(entry))


def rank(file: str) -> int | None:
    """The place of a module in the house, counted from the ground; None if it has none."""
    entries = [entry for _, modules in STRATA for entry in modules]
    return next((place for place, entry in enumerate(entries) if covers(entry, file)), None)
