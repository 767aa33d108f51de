"""Every script of the gallery runs, asserts what it shows, and the figures of the sources are all there."""

from __future__ import annotations

import os
import re
import runpy
import warnings
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"
SCRIPTS = sorted(GALLERY.glob("plot_*.py"))

#: Figures of the sources, and the script that draws each again.
FIGURES: dict[str, dict[Any, str]] = {
    "Drummond & Holte (2000)": {
        1: "one_dominates", 2: "two_curves_that_cross", 3: "corner_and_flat_top", 4: "corner_and_flat_top",
        5: "two_curves_that_cross", 6: "two_curves_that_cross", 7: "four_extremes", 8: "one_classifier_one_line",
        9: "envelope_step_by_step", 10: "mixture_of_two", 11: "limit_on_false_alarms",
        12: "limit_on_false_alarms", 13: "limited_capacity", 14: "limited_capacity",
        15: "average_of_curves", 16: "average_of_curves", 17: "trained_for_a_ratio", 18: "trained_for_a_ratio",
    },
    "Holte & Drummond (2008)": {1: "equally_many_errors"},
    "Shmueli, Patel & Bruce (2010)": {
        "5.1": "two_predictors_by_class", "5.2": "cutoffs_of_24_records", "5.3": "cutoffs_of_24_records",
        "5.4": "cutoffs_of_24_records", "5.5": "cutoffs_of_24_records", "5.6": "ranking_drawn_step_by_step",
        "5.7": "gains_and_deciles", "5.8": "gains_and_deciles", "5.9": "how_many_to_mail",
        "5.10": "repeating_the_dear_class", "5.11": "repeating_the_dear_class",
        "5.12": "repeating_the_dear_class", "5.13": "lift_of_car_prices",
        "5.14": "deciles_of_a_fraud_routine",
    },
}  # fmt: skip
#: Pictures of slides, which have no numbers.
SLIDES = {
    "LMU": ("two_curves_that_cross", "three_hard_classifiers", "four_extremes", "one_classifier_one_line",
            "envelope_step_by_step"),
    "Fürnkranz": ("accuracy_by_training_size", "four_folds", "choice_among_eight", "coverage_space",
                  "points_below_the_hull", "ranking_drawn_step_by_step", "five_rankers",
                  "two_curves_that_cross", "default_and_best_threshold"),
}  # fmt: skip
AUTHORS = {
    "Drummond & Holte (2000)": "C. Drummond and R. C. Holte",
    "Holte & Drummond (2008)": "R. C. Holte and C. Drummond",
    "Shmueli, Patel & Bruce (2010)": "G. Shmueli, N. R. Patel and P. C. Bruce",
}


def docstring(name: str) -> str:
    """What a script says of itself, on one line."""
    text = (GALLERY / f"plot_{name}.py").read_text(encoding="utf-8")
    return " ".join(text.split('"""')[1].split())


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem.removeprefix("plot_"))
def test_every_script_runs(script, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    mpl.use("Agg")
    from matplotlib import pyplot as plt

    assert re.search(r"^assert ", script.read_text(encoding="utf-8"), re.MULTILINE)
    with warnings.catch_warnings():
        warnings.simplefilter("error" if "PYTHONWARNINGS" not in os.environ else "default")
        runpy.run_path(str(script))
    assert plt.get_fignums()
    plt.close("all")


@pytest.mark.parametrize("source", FIGURES)
def test_every_figure_is_drawn_again(source):
    for number, name in FIGURES[source].items():
        told = docstring(name)
        assert AUTHORS[source] in told
        if source != "Holte & Drummond (2008)":
            last = str(number).removeprefix("5.")
            assert re.search(rf"figures? .*\b(5\.)?{last}\b", told)


@pytest.mark.parametrize("source", SLIDES)
def test_every_slide_is_drawn_again(source):
    for name in SLIDES[source]:
        assert source in docstring(name)
