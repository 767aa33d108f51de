"""Every script of the gallery runs and asserts what it shows; every figure of the sources has a script."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import matplotlib as mpl
import pytest

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"
SCRIPTS = sorted(path.stem for path in GALLERY.glob("plot_*.py"))

#: Scripts that tell a story of their own.
OWN = {
    "plot_classes_that_are_confused",
    "plot_mean_ranks",
    "plot_regions_of_three_classes",
    "plot_shift_of_car_prices",
    "plot_smooth_curve",
    "plot_three_classes_and_an_expert",
    "plot_uncertainty",
    "plot_which_model_where",
}

#: Numbered figures, and the script that rebuilds each.
FIGURES = {
    "C. Drummond and R. C. Holte": {
        "1": "better_everywhere", "2": "two_rankers_that_cross", "3": "operating_range", "4": "operating_range",
        "5": "common_tangent", "6": "common_tangent", "7": "four_extremes", "8": "one_classifier_one_line",
        "9": "envelope_step_by_step", "10": "mixture_of_two", "11": "limit_on_false_alarms",
        "12": "limit_on_false_alarms", "13": "limited_capacity", "14": "limited_capacity",
        "15": "average_of_curves", "16": "average_of_curves", "17": "trained_for_a_ratio",
        "18": "trained_for_a_ratio",
    },
    "R. C. Holte and C. Drummond": {"1": "equally_many_errors"},
    "G. Shmueli, N. R. Patel and P. C. Bruce": {
        "5.1": "two_predictors_by_class", "5.2": "cutoffs_of_24_records", "5.3": "cutoffs_of_24_records",
        "5.4": "cutoffs_of_24_records", "5.5": "cutoffs_of_24_records", "5.6": "ranking_drawn_step_by_step",
        "5.7": "gains_and_deciles", "5.8": "gains_and_deciles", "5.9": "how_many_to_mail",
        "5.10": "repeating_the_dear_class", "5.11": "repeating_the_dear_class",
        "5.12": "repeating_the_dear_class", "5.13": "lift_of_car_prices",
        "5.14": "deciles_of_a_fraud_routine",
    },
}  # fmt: skip

#: Pictures of slides, which have no numbers, in the words of the script that rebuilds each.
SLIDES = {
    "LMU Munich": {
        "two scorers f₁ and f₂": "two_rankers_that_cross",
        "three hard classifiers": "better_everywhere",
        "worst and the perfect classifier": "four_extremes",
        "two families A and B": "one_classifier_one_line",
        "four steps from ROC points to a cost curve": "envelope_step_by_step",
    },
    "Fürnkranz": {
        "accuracy on training and on test data": "accuracy_by_training_size",
        "cross-validation with four folds": "four_folds",
        "eight classifiers among which three slopes choose": "choice_among_eight",
        "share of positives below which none is of use": "choice_among_eight",
        "parallel lines of equal cost": "choice_among_eight",
        "coverage spaces": "coverage_space",
        "convex hull with points below it, interpolated at q": "mixture_of_two",
        "ROC curve from a ranked list": "ranking_drawn_step_by_step",
        "area under the curve": "ranking_drawn_step_by_step",
        "five rankers": "five_rankers",
        "rankers that cross": "two_rankers_that_cross",
        "threshold for an uncalibrated ranker": "default_and_best_threshold",
    },
}

FIGURE_ROWS = [(source, number, name) for source, rows in FIGURES.items() for number, name in rows.items()]
SLIDE_ROWS = [(source, words, name) for source, rows in SLIDES.items() for words, name in rows.items()]


def docstring(name: str) -> str:
    """What a script says of itself, on one line."""
    text = (GALLERY / f"plot_{name}.py").read_text(encoding="utf-8")
    return " ".join(text.split('"""')[1].split())


def figures_named(told: str) -> set[str]:
    """The numbers of the figures that a docstring names, as in "figures 5.2, 5.3 and 5.4"."""
    lists = re.findall(r"figures? (\d[\d.]*(?:(?:, | and )\d[\d.]*)*)", told)
    return {number.rstrip(".") for found in lists for number in re.findall(r"\d[\d.]*", found)}


@pytest.mark.parametrize("script", SCRIPTS)
def test_script_runs_and_asserts(script, monkeypatch, tmp_path):
    path = GALLERY / f"{script}.py"
    monkeypatch.chdir(tmp_path)
    with mpl.rc_context():
        mpl.use("Agg")
        from matplotlib import pyplot as plt

        runpy.run_path(str(path))
        assert plt.get_fignums()
        plt.close("all")
    assert re.search(r"^ *assert ", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("source", "number", "name"), FIGURE_ROWS)
def test_figure_is_rebuilt(source, number, name):
    told = docstring(name)
    assert source in told
    assert number in figures_named(told)


@pytest.mark.parametrize(("source", "words", "name"), SLIDE_ROWS)
def test_slide_is_rebuilt(source, words, name):
    told = docstring(name)
    assert source in told
    assert words in told


def test_no_figure_is_left_out():
    assert [int(number) for number in FIGURES["C. Drummond and R. C. Holte"]] == list(range(1, 19))
    chapter_five = FIGURES["G. Shmueli, N. R. Patel and P. C. Bruce"]
    assert list(chapter_five) == [f"5.{number}" for number in range(1, 15)]


def test_every_script_rebuilds_a_figure_or_tells_its_own_story():
    assert set(SCRIPTS) - OWN == {f"plot_{name}" for _, _, name in FIGURE_ROWS + SLIDE_ROWS}


def test_the_map_of_the_gallery_names_every_script_once():
    header = (GALLERY / "GALLERY_HEADER.rst").read_text(encoding="utf-8")
    assert sorted(re.findall(r"sphx_glr_auto_gallery_(plot_\w+)\.py", header)) == SCRIPTS
