"""Laws of sample sizes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

import costcurves as cc

RATES = st.sampled_from([0.0, 0.01, 0.04, 0.1, 0.25, 0.5, 0.93, 1.0])
PCS = st.sampled_from([0.05, 0.2, 0.5, 0.7])
WIDTHS = st.sampled_from([0.01, 0.02, 0.05, 0.1, 0.3])
SHARES = st.sampled_from([0.02, 0.3, 0.5, 0.8])


@st.composite
def guesses(draw):
    """Rates and a condition."""
    return {"fpr": draw(RATES), "fnr": draw(RATES), "pc": draw(PCS)}


@given(guesses(), WIDTHS, WIDTHS, SHARES)
def test_a_wider_interval_takes_no_more_records(guess, one, other, share):
    sizes = [
        cc.stats.sample_size(**guess, half_width=width, share_positive=share)
        for width in sorted((one, other))
    ]
    assert sizes[0].records >= sizes[1].records
    assert all(size.half_width <= size.required_half_width * (1 + 1e-9) for size in sizes)


@given(guesses(), WIDTHS, SHARES)
def test_more_confidence_takes_no_fewer_records(guess, width, share):
    low, high = (
        cc.stats.sample_size(**guess, half_width=width, share_positive=share, level=level)
        for level in (0.8, 0.95)
    )
    assert low.records <= high.records


@given(guesses(), WIDTHS, SHARES)
@settings(max_examples=25)
def test_no_share_is_cheaper_than_the_cheapest(guess, width, share):
    cheapest = cc.stats.sample_size(**guess, half_width=width)
    assert cheapest.records <= cc.stats.sample_size(**guess, half_width=width, share_positive=share).records


@given(guesses(), WIDTHS)
@settings(max_examples=25)
def test_classes_may_change_places(guess, width):
    mirrored = {"fpr": guess["fnr"], "fnr": guess["fpr"], "pc": 1 - guess["pc"]}
    one = cc.stats.sample_size(**guess, half_width=width, prices=(2, 1))
    other = cc.stats.sample_size(**mirrored, half_width=width, prices=(1, 2))
    paid = (2 * one.positives + one.negatives, 2 * other.negatives + other.positives)
    assert abs(paid[0] - paid[1]) <= 1  # 1 − pc is rounded, and equal prices may have several sizes


@given(st.tuples(*[st.sampled_from([0.0, 0.02, 0.1, 0.3])] * 4), PCS, st.sampled_from([0.03, 0.1]), SHARES)
@settings(max_examples=12)
def test_models_may_change_places(shares, pc, width, share):
    a, b, c, d = shares
    one, other = (
        cc.stats.sample_size_of_difference(fnr=fnr, fpr=fpr, pc=pc, half_width=width, share_positive=share)
        for fnr, fpr in (((a, b), (c, d)), ((b, a), (d, c)))
    )
    assert (one.positives, one.negatives) == (other.positives, other.negatives)
    assert abs(one.interval.estimate + other.interval.estimate) < 1e-12
