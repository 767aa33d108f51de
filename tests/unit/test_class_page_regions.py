"""The page of many classes maps who is cheapest where."""

from __future__ import annotations

import numpy as np

from costcurves import evaluate_classes
from costcurves.evaluation.class_reports import class_report_of
from costcurves.report.class_page import render_class_page


def of_classes(classes: int) -> str:
    """Return the page of a model of labels."""
    codes = np.repeat(np.arange(classes), [10 + 2 * k for k in range(classes)])
    said = np.where(np.arange(len(codes)) % 4 == 0, (codes + 1) % classes, codes)
    return render_class_page(class_report_of(evaluate_classes(codes, {"m": said})))


def test_three_classes_are_mapped_and_of_more_the_most_common_ones() -> None:
    page = of_classes(3)
    assert "Who is cheapest where" in page
    assert "conditions of 0, 1 and 2" in page.replace("\N{NO-BREAK SPACE}", " ")
    assert "PC(1)" in page
    assert "best class for all" in page
    assert "have no share there" not in page
    four = of_classes(4).replace("\N{NO-BREAK SPACE}", " ")
    assert "conditions of 1, 2 and 3" in four
    assert "three classes with most records; others have no share there" in four


def test_two_classes_have_mean_costs_and_no_map() -> None:
    page = of_classes(2)
    assert "Who is cheapest where" in page
    assert "Cheapest by region" not in page


def test_of_many_classes_the_most_common_ones_have_curves() -> None:
    page = of_classes(10).replace("\N{NO-BREAK SPACE}", " ")
    assert "Curves of the 8 most common classes." in page
    assert ("9 against the rest" in page, "0 against the rest" in page) == (True, False)
    assert "most common classes" not in of_classes(4)
