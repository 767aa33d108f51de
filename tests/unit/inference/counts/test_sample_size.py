"""How many records it takes: brute force over all sizes, the normal formula, exact laws."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.inference.counts.cost_intervals import nec_ends
from costcurves.inference.counts.laws import CostLaw
from tests.unit.refusals import refusal

Z = NormalDist().inv_cdf(0.975)
# Untyped: tests hand in what no type allows.
sample_size: Any = cc.stats.sample_size
difference: Any = cc.stats.sample_size_of_difference
GUESS: dict[str, Any] = {"fpr": 0.1, "fnr": 0.2, "pc": 0.5, "half_width": 0.05}


def reach(fpr, fnr, pc, positives, negatives, level=0.95):
    """Farther distance of an end from the estimate, by the public interval."""
    one = cc.stats.nec_interval(
        fn=fnr * positives, positives=positives, fp=fpr * negatives, negatives=negatives, pc=pc, level=level
    )
    return max(one.high - one.estimate, one.estimate - one.low)


# ---- the fewest records ---------------------------------------------------------------------

DESIGNS = [
    (0.1, 0.2, 0.5, 0.08, 0.95),
    (0.0, 0.0, 0.3, 0.05, 0.95),
    (0.0, 0.3, 0.8, 0.08, 0.9),
    (1.0, 0.05, 0.2, 0.05, 0.95),
    (0.05, 0.05, 0.5, 0.08, 0.99),
    (0.5, 0.01, 0.1, 0.1, 0.95),
]


@pytest.mark.parametrize("prices", [(1.0, 1.0), (1.0, 3.0), (20.0, 1.0)])
@pytest.mark.parametrize("design", DESIGNS)
def test_the_cheapest_sizes_are_those_of_a_search_among_all(design, prices):
    fpr, fnr, pc, width, level = design
    found = cc.stats.sample_size(fpr=fpr, fnr=fnr, pc=pc, half_width=width, level=level, prices=prices)
    paid = prices[0] * found.positives + prices[1] * found.negatives
    axes = (np.arange(1, paid / price + 1) for price in prices)
    positives, negatives = np.meshgrid(*axes, indexing="ij")
    # Whole numbers make the valley uneven by less than one record of the cheaper class.
    cheaper = prices[0] * positives + prices[1] * negatives <= paid - min(prices)
    positives, negatives = positives[cheaper], negatives[cheaper]
    centre, low, high = nec_ends(fnr * positives, positives, fpr * negatives, negatives, pc, level)
    assert np.all(np.maximum(high - centre, centre - low) > width)
    assert found.half_width <= width * (1 + 1e-12)


@pytest.mark.parametrize("share", [0.03, 0.4, 0.9])
@pytest.mark.parametrize("design", DESIGNS)
def test_a_given_share_takes_the_least_number_that_is_enough(design, share):
    fpr, fnr, pc, width, level = design
    found = cc.stats.sample_size(fpr=fpr, fnr=fnr, pc=pc, half_width=width, level=level, share_positive=share)
    assert found.half_width <= width * (1 + 1e-12)
    assert abs(found.positives - share * found.records) <= 1
    for total in range(max(2, found.records - 200), found.records):
        positives = max(1, math.floor(share * total + 0.5))
        assert reach(fpr, fnr, pc, positives, max(1, total - positives), level) > width


def test_eight_errors_are_a_step():
    # From 8 expected errors on, the wider of two intervals is no longer asked for.
    at, before = (reach(0.02, 0.3, 0.2, 10**9, negatives) for negatives in (400, 399))
    assert before - at > 3 * (reach(0.02, 0.3, 0.2, 10**9, 398) - before)
    assert cc.stats.sample_size(fpr=0.02, fnr=0.3, pc=0.2, half_width=0.02).negatives >= 400


# ---- oracles --------------------------------------------------------------------------------


def test_many_records_follow_the_normal_formula():
    fpr, fnr, x, width = 0.2, 0.3, 0.4, 0.001
    spreads = x * math.sqrt(fnr * (1 - fnr)), (1 - x) * math.sqrt(fpr * (1 - fpr))
    total = (Z * sum(spreads) / width) ** 2
    found = cc.stats.sample_size(fpr=fpr, fnr=fnr, pc=x, half_width=width)
    assert total <= found.records <= total * 1.005
    assert found.positives / found.records == pytest.approx(spreads[0] / sum(spreads), rel=0.02)
    given = cc.stats.sample_size(fpr=fpr, fnr=fnr, pc=x, half_width=width, share_positive=0.1)
    of_share = (Z / width) ** 2 * (spreads[0] ** 2 / 0.1 + spreads[1] ** 2 / 0.9)
    assert of_share <= given.records <= of_share * 1.005


def test_prices_shift_the_shares_by_their_roots():
    found = cc.stats.sample_size(fpr=0.3, fnr=0.3, pc=0.5, half_width=0.001, prices=(9, 1))
    assert found.negatives / found.positives == pytest.approx(3, rel=0.02)


def test_many_records_of_a_difference_follow_the_normal_formula():
    x, width = 0.4, 0.001
    variances = 0.15 - 0.05**2, 0.05 - 0.01**2
    of_share = (Z / width) ** 2 * (x**2 * variances[0] / 0.3 + (1 - x) ** 2 * variances[1] / 0.7)
    found = cc.stats.sample_size_of_difference(
        fnr=(0.1, 0.05), fpr=(0.02, 0.03), pc=x, half_width=width, share_positive=0.3
    )
    assert found.records == pytest.approx(of_share, rel=2e-3)
    assert found.interval.estimate == pytest.approx(x * 0.05 - (1 - x) * 0.01)


@pytest.mark.parametrize(("fpr", "fnr", "pc", "width"), [(0.1, 0.2, 0.5, 0.05), (0.02, 0.3, 0.2, 0.02)])
def test_the_cost_seen_lies_within_the_width_as_often_as_the_level(fpr, fnr, pc, width):
    size = cc.stats.sample_size(fpr=fpr, fnr=fnr, pc=pc, half_width=width)
    law = CostLaw(pc, size.positives, size.negatives, adds=(fnr, fpr))
    inside = 1 - law.below(law.mean - width) - law.above(law.mean + width)
    assert inside >= 0.95
    half = CostLaw(pc, size.positives // 2, size.negatives // 2, adds=(fnr, fpr))
    assert 1 - half.below(half.mean - width) - half.above(half.mean + width) < 0.93


def test_the_difference_has_the_interval_of_paired_counts():
    found = cc.stats.sample_size_of_difference(
        fnr=(0.1, 0.05), fpr=(0.02, 0.04), pc=0.3, half_width=0.05, share_positive=0.5
    )

    def interval(positives, negatives):
        return cc.stats.nec_difference_interval(
            fn=(0.1 * positives, 0.05 * positives), positives=positives,
            fp=(0.02 * negatives, 0.04 * negatives), negatives=negatives, pc=0.3,
        )  # fmt: skip

    one = interval(found.positives, found.negatives)
    assert (one.low, one.high) == (found.interval.low, found.interval.high)
    for fewer in ((found.positives - 1, found.negatives), (found.positives, found.negatives - 1)):
        less = interval(*fewer)
        assert max(less.high - less.estimate, less.estimate - less.low) > one.high - one.estimate
    assert found.half_width <= 0.05


def test_agreeing_models_need_fewer_records_than_one_alone():
    alone = cc.stats.sample_size(**GUESS, share_positive=0.5)
    both = cc.stats.sample_size_of_difference(
        fnr=(0.02, 0.02), fpr=(0.01, 0.01), pc=0.5, half_width=0.05, share_positive=0.5
    )
    assert both.records < alone.records


# ---- what one gets --------------------------------------------------------------------------

SIZE = cc.stats.sample_size(**GUESS, share_positive=0.5)


def test_documents_frames_and_words():
    assert cc.stats.SampleSize.from_json(SIZE.to_json()) == SIZE
    assert SIZE.to_frame("pandas").loc[0, ["positives", "negatives", "records"]].tolist() == [130, 129, 259]
    assert (
        str(SIZE)
        == SIZE.sentence
        == (
            "130 positives and 129 negatives (259 records) are enough to know the normalised expected cost at "
            "PC(+) = 0.5 to ± 0.05: where it is 0.15, expect a 95 % interval from 0.1139 to 0.2."
        )
    )
    assert repr(SIZE) == "SampleSize(130 positives, 129 negatives, ± 0.04999 at PC(+) = 0.5)"
    assert SIZE.interval.notes == ("with more errors than expected the interval is wider",)


def test_a_condition_stands_for_its_pc():
    condition = cc.OperatingCondition(prevalence=0.02, costs=cc.Costs(fp=1, fn=20))
    other = GUESS | {"share_positive": 0.5}
    assert cc.stats.sample_size(**(other | {"pc": condition})) == cc.stats.sample_size(
        **(other | {"pc": condition.pc})
    )


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"fpr": 1.1}, "fpr must lie in [0, 1]; got 1.1"),
        ({"fnr": "a"}, "fnr must be a finite number; got 'a'"),
        ({"pc": 0}, "pc must lie strictly between 0 and 1; got 0"),
        ({"half_width": 0}, "half_width must lie above 0, and at most at 1; got 0"),
        ({"half_width": 1e-9}, ("the half-width must need at most 1e+12 records; got more for 1e-09: allow a wider interval")),
        ({"level": 1}, "a confidence level must lie between 0 and 1; got 1: 0.95 is usual"),
        ({"share_positive": 1}, "share_positive must lie strictly between 0 and 1; got 1"),
        ({"share_positive": "fair"}, "share_positive must be a number, or \"cheapest\"; got 'fair'"),
        ({"prices": (0, 1)}, "a price must be above 0; got (0, 1)"),
        ({"prices": 3}, "prices must be a pair: of a positive, of a negative; got 3"),
        ({"prices": (1, 2), "share_positive": 0.5}, ("prices can only be given without a share_positive; got both: leave out share_positive, or the prices")),
    ],
)  # fmt: skip
def test_what_is_refused(change, text):
    assert refusal(lambda: sample_size(**(GUESS | change))) == text


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"fnr": 0.1}, "fnr must be a pair: of a alone, of b alone; got 0.1"),
        ({"fpr": (0.7, 0.4)}, "both shares of fpr must add up to at most 1; got 0.7 and 0.4"),
        ({"fpr": (-0.1, 0.4)}, "fpr must lie in [0, 1]; got -0.1"),
    ],
)
def test_what_a_difference_refuses(change, text):
    guess = {"fnr": (0.1, 0.05), "fpr": (0.02, 0.04), "pc": 0.5, "half_width": 0.05}
    assert refusal(lambda: difference(**(guess | change))) == text
