"""Every measure: range, direction, where it is undefined, its formula, weights, prevalence."""

from __future__ import annotations

import itertools
import math
import re

import numpy as np
import pytest

from costcurves import Confusion
from costcurves.measures.confusion_measures import MEASURES, measure
from tests.members import each
from tests.registry.samples import CHANGES, SAMPLES, STATED, reweighed

ROWS = pytest.mark.parametrize("row", MEASURES, ids=lambda row: row.key)
#: Those of which more, or less, is better.
DIRECTED = pytest.mark.parametrize("row", [row for row in MEASURES if row.better], ids=lambda row: row.key)

#: Every table with up to four records per class, and both classes there.
TABLES = Confusion(
    *np.array(
        [
            (tp, p - tp, fp, n - fp)
            for p, n in itertools.product(range(1, 5), repeat=2)
            for tp in range(p + 1)
            for fp in range(n + 1)
        ]
    ).T
)

#: What the words in the rows mean.
CASES = {
    "": np.zeros(len(TABLES.tp), dtype=bool),
    "nobody is flagged": TABLES.flagged == 0,
    "everybody is flagged": TABLES.fn + TABLES.tn == 0,
    "nobody or everybody is flagged": (TABLES.flagged == 0) | (TABLES.fn + TABLES.tn == 0),
}


def alike(one, other):
    """Equal to the last bits, undefined in the same places, infinite in the same places."""
    return np.allclose(one, other, rtol=1e-12, atol=1e-14, equal_nan=True)


@ROWS
def test_values_lie_in_the_range(row):
    values = row(TABLES)
    defined = values[~np.isnan(values)]
    assert defined.min() >= row.low - 1e-15
    assert defined.max() <= row.high + 1e-15
    for s in SAMPLES.values():
        values = row(s.tally().confusion())
        defined = values[~np.isnan(values)]
        assert np.all((defined >= row.low - 1e-15) & (defined <= row.high + 1e-15))


@ROWS
def test_both_ends_of_the_range_are_met(row):
    values = row(TABLES)
    assert np.nanmin(values) == pytest.approx(row.low)
    if row.key != "lift":  # at most 1/prevalence
        assert np.nanmax(values) == pytest.approx(row.high)


@ROWS
def test_values_are_undefined_exactly_where_said(row):
    assert np.array_equal(np.isnan(row(TABLES)), CASES[row.undefined])


@DIRECTED
def test_correcting_an_error_never_makes_a_measure_worse(row):
    sign = 1 if row.better == "high" else -1
    before = sign * row(TABLES)
    caught = Confusion(TABLES.tp + 1, np.maximum(TABLES.fn - 1, 0), TABLES.fp, TABLES.tn)
    spared = Confusion(TABLES.tp, TABLES.fn, np.maximum(TABLES.fp - 1, 0), TABLES.tn + 1)
    for wrong, right in ((TABLES.fn, caught), (TABLES.fp, spared)):
        after = sign * row(right)
        both = (wrong > 0) & ~np.isnan(before) & ~np.isnan(after)
        assert np.all(after[both] >= before[both] - 1e-15)


@DIRECTED
def test_the_perfect_table_is_the_best(row):
    best = row.high if row.better == "high" else row.low
    value = float(row(Confusion(3, 0, 0, 5)))
    assert value == pytest.approx(8 / 3 if row.key == "lift" else best)


def spelled(row, table):
    """The value of a row's formula as it is written."""
    tp, fn, fp, tn = (float(getattr(table, name)) for name in ("tp", "fn", "fp", "tn"))
    positives, negatives = tp + fn, fp + tn
    n = positives + negatives
    words = {
        "tp": tp, "fn": fn, "fp": fp, "tn": tn, "P": positives, "N": negatives, "n": n,
        "tpr": tp / positives, "fnr": fn / positives, "fpr": fp / negatives, "tnr": tn / negatives,
        "ppv": tp / (tp + fp), "npv": tn / (tn + fn), "accuracy": (tp + tn) / n,
        "chance": (positives * (tp + fp) + negatives * (tn + fn)) / n**2, "sqrt": math.sqrt,
    }  # fmt: skip
    if beta := re.fullmatch(r"f([\d.]+)", row.key):
        words["beta"] = float(beta[1])
    text = row.formula
    for sign, code in {"·": "*", "−": "-", "√": "sqrt", "²": "**2", "β": "beta"}.items():
        text = text.replace(sign, code)
    return eval(text, {"__builtins__": {}}, words)


@ROWS
def test_the_formula_as_written_is_what_is_computed(row):
    for entries in ((201, 85, 25, 2689), (8, 2, 8, 82), (1, 3, 2, 5)):
        table = Confusion(*entries)
        assert float(row(table)) == pytest.approx(spelled(row, table), rel=1e-12)


@ROWS
@each("change", CHANGES.values(), ids=CHANGES.keys())
def test_order_and_repetition_change_nothing(row, change):
    for s in SAMPLES.values():
        assert alike(row(change(s).tally().confusion()), row(s.tally().confusion()))


@ROWS
@each("prevalence", STATED)
def test_a_stated_prevalence_is_that_of_a_sample(row, prevalence):
    for s in SAMPLES.values():
        stated = s.tally().at_prevalence(prevalence).confusion()
        assert alike(row(stated), row(reweighed(s, prevalence).tally().confusion()))


@ROWS
def test_aliases_find_the_row(row):
    for name in (row.key, *row.aliases):
        assert measure(name) is row
