"""P-values agree with the side that a test looks at."""

from __future__ import annotations

import pytest

from costcurves.inference.pvalues import pvalue_of
from tests.unit.refusals import refusal


@pytest.mark.parametrize(
    ("below", "above", "alternative", "want"),
    [
        (0.3, 0.7, "two-sided", 0.6),
        (0.7, 0.3, "two-sided", 0.6),
        (0.8, 0.8, "two-sided", 1.0),
        (0.3, 0.7, "less", 0.3),
        (0.3, 0.7, "greater", 0.7),
        (0.0, 1.0000000000000002, "greater", 1.0),
    ],
)
def test_sides(below, above, alternative, want):
    assert pvalue_of(below, above, alternative) == want


def test_what_is_refused():
    assert refusal(lambda: pvalue_of(0.5, 0.5, "both")) == (
        "no such alternative 'both'; choose from 'two-sided', 'greater', 'less'"
    )
