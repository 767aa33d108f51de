"""The ways taken for many records, forced upon few: they give what the plain ways give, bit by bit."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import costcurves as cc
from costcurves._ground import kernel, threads
from costcurves.space import hull
from tests.laws import strategies as some


def in_parts(count: int):
    """Cut columns into so many chunks, however few records there are."""
    return patch.object(threads, "workers", lambda records: max(1, min(count, records)))


def numpy_alone():
    """Leave the C extension unused."""
    return patch.object(kernel, "active", lambda: False)


@given(some.whole_scored(), st.integers(2, 4))
def test_chunks_give_the_same_tally(records, count):
    plain = records.tally()
    with in_parts(count):
        chunked = records.tally()
        assert chunked.total_positive == plain.total_positive
        assert chunked == plain


@given(some.whole_scored(), st.integers(2, 4))
def test_chunks_give_the_same_hull_auc_and_envelope(records, count):
    with in_parts(count):
        short = records.tally()
        found = cc.RocHull.of(short), cc.rules.optimal(short), cc.measures.SUMMARIES[0](short)
    plain = records.tally()
    long = cc.RocCurve.of(plain)
    assert found[0] == long.hull()
    assert found[1] == cc.rules.optimal(plain)
    assert found[2] == long.auc


@given(some.whole_scored())
def test_the_short_form_of_a_tally_gives_the_same_hull_thresholds_and_auc(records):
    """Before anybody asks for cells, only the rarer class is laid out."""
    long = cc.RocCurve.of(records.tally())
    assert cc.RocHull.of(records.tally()) == long.hull()
    assert cc.measures.SUMMARIES[0](records.tally()) == long.auc
    assert cc.RocHull.of(records.tally().compact()) == long.hull()
    assert cc.measures.SUMMARIES[0](records.tally().compact()) == long.auc


@pytest.mark.parametrize("scores", [some.tied, some.any_score], ids=["tied", "any"])
@given(data=st.data())
def test_pruning_finds_the_same_corners_as_the_chain(scores, data):
    records = data.draw(some.any_scored(scores, max_size=40))
    roc = cc.RocCurve.of(records.tally())
    plain = hull.upper_hull(roc.fp, roc.tp)
    with numpy_alone(), patch.object(hull, "CHAIN", 2):
        pruned = hull.upper_hull(roc.fp, roc.tp)
    assert np.array_equal(roc.fp[pruned], roc.fp[plain])
    assert np.array_equal(roc.tp[pruned], roc.tp[plain])


@given(some.near_lines())
def test_pruning_is_exact_beyond_63_bits(table):
    tally = cc.Tally.from_counts(*zip(*[(s, int(p), int(n)) for s, p, n in table], strict=True))
    roc = cc.RocCurve.of(tally)
    plain = hull.upper_hull(roc.fp, roc.tp)
    with numpy_alone(), patch.object(hull, "CHAIN", 2), patch.object(hull, "INT64", 1):
        assert hull.upper_hull(roc.fp, roc.tp).tolist() == plain.tolist()


large = st.integers(0, 2**62)


@given(large, large, large, large)
def test_products_beyond_64_bits_compare_exactly(a, b, c, d):
    found = hull.product_at_most(*(np.array([value], dtype=np.int64) for value in (a, b, c, d)))
    assert found.tolist() == [a * b <= c * d]
    equal = hull.product_at_most(*(np.array([value], dtype=np.int64) for value in (a, b, b, a)))
    assert equal.tolist() == [True]


def test_the_real_ways_on_many_records_agree_with_the_plain_ones():
    """Enough records for threads and pruning, with many ties and infinite scores."""
    rng = np.random.default_rng(7)
    labels = rng.random(150_000) < 0.1
    scores = np.round(rng.normal(size=labels.size) + labels, 3)
    scores[rng.integers(0, labels.size, 40)] = np.inf
    scores[rng.integers(0, labels.size, 40)] = -np.inf
    threaded = cc.tally(labels, scores)
    short = cc.RocHull.of(threaded)
    with numpy_alone(), in_parts(1), patch.object(hull, "CHAIN", 10**9):
        plain = cc.tally(labels, scores)
        long = cc.RocCurve.of(plain)
        assert long.hull() == short
    assert threaded == plain
    values, place = np.unique(scores, return_inverse=True)
    assert np.array_equal(plain.high, values[::-1])
    assert np.array_equal(plain.positives, np.bincount(place[labels], minlength=len(values))[::-1])
    assert np.array_equal(plain.negatives, np.bincount(place[~labels], minlength=len(values))[::-1])
