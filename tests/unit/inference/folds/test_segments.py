"""Costs by segment."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy import stats

import costcurves as cc
from costcurves import Costs, OperatingCondition, Records, Tally
from costcurves.inference.costs.crossfit import cross_fitted
from costcurves.inference.counts.cost_intervals import nec_interval
from costcurves.measures.rate_intervals import wilson
from costcurves.stats import Segment, Segments, segment_costs
from tests.unit.refusals import refusal

loose: Any = cc

COSTS = Costs(fp=1, fn=4)
SIZES = {
    "east": (20, 30, 5, 6),
    "north": (15, 60, 2, 9),
    "west": (40, 25, 12, 3),
}  # P, N, misses, false alarms


def counted(**more: Any) -> Records:
    """Segments whose outcomes at the threshold 5 are known: scores are 9 above it and 1 below."""
    y, score, segment = [], [], []
    for name, (p, n, fn, fp) in SIZES.items():
        y += [1] * p + [0] * n
        score += [1] * fn + [9] * (p - fn) + [9] * fp + [1] * (n - fp)
        segment += [name] * (p + n)
    return Records.read(y, {"m": score}, segment=segment, **more)


def drawn(seed: int = 0, count: int = 300, **more: Any) -> Records:
    """Three segments with different thresholds and prevalences."""
    rng = np.random.default_rng(seed)
    place = rng.integers(0, 3, count)
    y = rng.random(count) < np.array([0.2, 0.4, 0.6])[place]
    score = np.round(rng.normal(size=count) + 1.5 * y + np.array([0, 1, -1])[place], 2)
    return Records.read(y, {"m": score}, segment=np.array(["a", "b", "c"])[place], **more)


def exactly(prevalence: Fraction) -> dict[str, Fraction]:
    """NEC of each segment and of all, and the cost per case, in fractions."""
    sums = [sum(column) for column in zip(*SIZES.values(), strict=True)]
    found: dict[str, Fraction] = {}
    for name, (p, n, fn, fp) in {**SIZES, "all records": tuple(sums)}.items():
        positive = prevalence * Fraction(p, sums[0])
        negative = (1 - prevalence) * Fraction(n, sums[1])
        share = positive / (positive + negative)
        plus, minus = share * 4, 1 - share
        found[name] = (plus * Fraction(fn, p) + minus * Fraction(fp, n)) / (plus + minus)
        found[f"{name}: cost"] = plus * Fraction(fn, p) + minus * Fraction(fp, n)
        found[f"{name}: pc"] = plus / (plus + minus)
        found[f"{name}: share"] = positive + negative
    return found


@pytest.mark.parametrize("prevalence", [Fraction(75, 190), Fraction(1, 10)])
def test_one_threshold_by_hand(prevalence):
    found = segment_costs(counted(), OperatingCondition(float(prevalence), COSTS), rule=cc.rules.fixed(5))
    exact = exactly(prevalence)
    assert [one.name for one in found.segments] == ["east", "north", "west"]
    for one in (found.overall, *found.segments):
        assert one.nec.estimate == pytest.approx(float(exact[one.name]))
        assert one.cost is not None
        assert one.cost.estimate == pytest.approx(float(exact[f"{one.name}: cost"]))
        assert one.pc == pytest.approx(float(exact[f"{one.name}: pc"]))
        assert one.share == pytest.approx(float(exact[f"{one.name}: share"]))
        if one.difference is not None:
            assert one.difference.estimate == pytest.approx(float(exact[one.name] - exact["all records"]))
    assert found.overall.difference is None
    assert found.rule == "threshold 5"


def test_intervals_of_rates_and_costs():
    found = segment_costs(counted(), OperatingCondition(75 / 190, COSTS), rule=cc.rules.fixed(5), level=0.9)
    for name, (p, n, fn, fp) in SIZES.items():
        one = found[name]
        for rate, hits, size in ((one.tpr, p - fn, p), (one.fpr, fp, n)):
            low, high = wilson(hits, size, 0.9)
            assert (rate.estimate, rate.low, rate.high) == pytest.approx((hits / size, low, high))
        nec = nec_interval(fn=fn, positives=p, fp=fp, negatives=n, pc=one.pc, level=0.9)
        assert (one.nec.low, one.nec.high) == pytest.approx((nec.low, nec.high))
        # Money is a straight line of NEC: from nothing wrong to everything wrong.
        scale = 4 * one.prevalence + (1 - one.prevalence)
        assert one.cost is not None
        assert (one.cost.low, one.cost.high) == pytest.approx((nec.low * scale, nec.high * scale))
        assert one.expected_errors == fn + fp
        assert bool(one.notes) == (fn + fp < 10)


def test_intervals_of_differences_are_right_for_many_records():
    """Against the variance of the linearised difference, record by record."""
    records = drawn(count=12_000)
    found = segment_costs(records, OperatingCondition(0.3, COSTS), rule=cc.rules.fixed(1.0), repeats=1)
    y, wrong = records.is_positive, (records.scores["m"] >= 1.0) != records.is_positive
    assert records.segment is not None
    for one in found.segments:
        here, variance = records.segment == one.name, 0.0
        for label, pc, own in ((True, found.overall.pc, one.pc), (False, 1 - found.overall.pc, 1 - one.pc)):
            mine, all_of = (y == label) & here, y == label
            for rows in (mine, all_of & ~mine):
                factor = (own / mine.sum() - pc / all_of.sum()) if rows is mine else -pc / all_of.sum()
                rate = wrong[rows].mean()
                variance += factor**2 * rows.sum() * rate * (1 - rate)
        width = 2 * stats.norm.ppf(0.975) * variance**0.5
        assert one.difference is not None
        assert one.difference.width == pytest.approx(width, rel=0.02)


def test_own_thresholds_are_cross_fitted_and_paired_with_the_common_one():
    records = drawn()
    found = segment_costs(records, OperatingCondition(0.4, COSTS), folds=4, repeats=3, seed=2)
    tally = records.tally("m")
    rule = cross_fitted(tally, folds=4, repeats=3, seed=2)
    assert found.overall.nec.estimate == pytest.approx(rule(tally)(found.overall.pc), abs=0.02)
    for name, rows in records.parts("segment").items():
        one, own = found[name], rows.tally("m")
        best = cc.rules.optimal(own)(one.pc)
        assert one.own is not None
        assert one.loss is not None
        assert best <= one.own.estimate <= 1
        assert one.loss.estimate == pytest.approx(one.nec.estimate - one.own.estimate)
        assert one.loss.low <= one.loss.estimate <= one.loss.high
        chosen = cc.criteria.least_cost(OperatingCondition(one.prevalence, COSTS))(own)
        assert float(one.flag.removeprefix("score ≥ ").replace("−", "-")) == chosen.high


def test_other_records_choose_both_thresholds():
    records, others = drawn(0), drawn(1)
    condition = OperatingCondition(0.4, COSTS)
    found = segment_costs(records, condition, chosen_on=others)
    assert found.overall.nec.estimate == pytest.approx(
        cc.rules.tuned_on(others.tally("m"))(records.tally("m"))(condition.pc)
    )
    elsewhere = others.parts("segment")
    for name, rows in records.parts("segment").items():
        one, own = found[name], cc.rules.tuned_on(elsewhere[name].tally("m"))
        assert one.own is not None
        assert one.own.estimate == pytest.approx(own(rows.tally("m"))(one.pc))
        chosen = cc.criteria.least_cost(OperatingCondition(one.prevalence, COSTS))(elsewhere[name].tally("m"))
        assert float(one.flag.removeprefix("score ≥ ").replace("−", "-")) == chosen.high


def test_a_segment_that_no_other_records_know_has_no_threshold_of_its_own():
    others = drawn(1)
    assert others.segment is not None
    found = segment_costs(
        drawn(), OperatingCondition(0.4, COSTS), chosen_on=others.take(np.flatnonzero(others.segment != "b"))
    )
    assert found["b"].own is None
    assert found["b"].flag == ""
    assert "no threshold of its own" in found["b"].notes[-1]
    assert found["a"].own is not None


def test_the_prevalence_of_a_condition_without_one_is_that_of_the_records():
    records = counted()
    one = segment_costs(records, OperatingCondition.from_pc(0.6), rule=cc.rules.fixed(5))
    other = segment_costs(
        records, OperatingCondition.from_pc(0.6, prevalence=75 / 190), rule=cc.rules.fixed(5)
    )
    assert one == other
    assert one.overall.pc == pytest.approx(0.6)
    assert one.overall.cost is None
    assert "has a normalised expected cost of" in one.sentence


def test_low_scores_that_mean_positive():
    records = drawn()
    assert records.segment is not None
    turned = Records.read(
        records.is_positive, {"m": -records.scores["m"]}, segment=records.segment, lower_is_positive=True
    )
    for rule, same in ((None, None), (cc.rules.fixed(-1), cc.rules.fixed(1))):
        one, other = (
            segment_costs(r, OperatingCondition(0.4, COSTS), rule=way, repeats=2)
            for r, way in ((turned, rule), (records, same))
        )
        assert one["a"].nec.estimate == other["a"].nec.estimate
        assert one["a"].own.estimate == other["a"].own.estimate  # type: ignore[union-attr]  # both have one
        assert one["a"].flag.startswith("score ≤ ")


def test_a_segment_of_one_class_is_listed_and_the_others_go_on():
    y, segment = [1, 0, 1, 0, 1, 1, 0, 0, 0], list("aaaabbccc")
    records = Records.read(y, {"m": [9, 1, 8, 2, 5, 6, 1, 2, 3]}, segment=segment)
    found = segment_costs(records, OperatingCondition(0.5, COSTS), rule=cc.rules.fixed(5))
    assert [one.name for one in found.segments] == ["a"]
    assert [(one.name, one.records, one.reason) for one in found.refused] == [
        ("b", 2, "no negative records"),
        ("c", 3, "no positive records"),
    ]
    assert found.sentence.endswith("Not judged, as one class is missing: b and c.")
    assert found.to_columns()["notes"][-2:] == ["no negative records", "no positive records"]
    only = segment_costs(
        Records.read([1, 0, 1, 0], {"m": [4, 3, 2, 1]}, segment=[1, 1, 1, 1]), OperatingCondition(0.5, COSTS)
    )
    assert only["1"].difference is None
    assert only.sentence.startswith("One threshold of m for all segments costs")


def test_too_few_records_have_no_threshold_of_their_own():
    y = [1, 0, 0, 1, 1, 0, 0, 1]
    records = Records.read(y, {"m": [9, 1, 2, 8, 3, 4, 5, 7]}, segment=list("aaabbbbb"))
    found = segment_costs(records, OperatingCondition(0.5, COSTS))
    assert found["a"].own is None
    assert found["b"].own is not None
    assert found["a"].notes[1].startswith("no threshold of its own: cross-fitted thresholds need two")


def test_weights_count_and_rows_of_weight_nought_leave_no_trace():
    records = drawn()
    weight = np.random.default_rng(1).integers(0, 3, len(records))
    rule, condition = cc.rules.fixed(1.0), OperatingCondition(0.3, COSTS)
    assert records.segment is not None
    weighted = Records.read(
        records.is_positive, records.scores, sample_weight=weight, segment=records.segment
    )
    one = segment_costs(weighted, condition, rule=rule)
    repeated = segment_costs(records.take(np.repeat(np.arange(300), weight)), condition, rule=rule)
    for mine, other in zip(one.segments, repeated.segments, strict=True):
        assert mine.nec.estimate == pytest.approx(other.nec.estimate)
        assert mine.share == pytest.approx(other.share)
        # A record that counts twice is one record: less sure than two.
        assert mine.nec.width > other.nec.width
    assert one.overall.records == np.count_nonzero(weight)


def test_clusters_make_intervals_wider():
    records, condition = counted(), OperatingCondition(0.4, COSTS)
    cluster = np.arange(len(records)) // 5  # neighbours have the same outcome, mostly
    one, other = (
        segment_costs(r, condition, rule=cc.rules.fixed(5)) for r in (counted(cluster=cluster), records)
    )
    assert one.overall.nec.width > other.overall.nec.width
    assert "cluster" in one.notes[-1]
    assert one["west"].difference is not None


def test_findings_are_documents():
    records = drawn()
    found = segment_costs(records, OperatingCondition(0.4, COSTS), repeats=2)
    assert Segments.from_json(found.to_json()) == found
    assert Segment.from_json(found["a"].to_json()) == found["a"]
    columns = found.to_columns()
    assert columns["segment"] == ["all records", "a", "b", "c"]
    assert columns["nec_low"] == [one.nec.low for one in (found.overall, *found.segments)]
    assert {len(column) for column in columns.values()} == {4}
    assert found.to_frame().shape[0] == 4
    assert len(found) == 3
    assert refusal(lambda: found["d"]) == "the segment must be one that was judged; got 'd': a, b, c"


def test_a_sentence_says_who_differs_and_what_sharing_loses():
    records = drawn(count=3000)
    found = segment_costs(records, OperatingCondition(0.4, COSTS), repeats=2)
    assert "beyond chance" in found.sentence
    assert "A threshold of its own would save in " in found.sentence
    assert found.sentence == str(found)
    gains = OperatingCondition.from_benefits(tp=4, fp=-1, prevalence=0.4)
    brings = segment_costs(records, gains, rule=cc.rules.fixed(1)).sentence
    assert brings.startswith("One threshold of m for all segments brings ")
    alike = Records.read([1, 0] * 20, {"m": [9, 1] * 20}, segment=[1, 1, 2, 2] * 10)
    told = segment_costs(alike, OperatingCondition(0.5, COSTS)).sentence
    assert "No segment's NEC differs from the whole beyond chance." in told
    assert "No segment would gain from a threshold of its own beyond chance." in told


def test_evaluations_judge_the_cheapest_model():
    rng = np.random.default_rng(0)
    y, segment = rng.random(200) < 0.4, rng.integers(0, 2, 200)
    scores = {"poor": rng.normal(size=200), "good": rng.normal(size=200) + 2 * y}
    ev, condition = cc.evaluate(y, scores, segment=segment), OperatingCondition(0.4, COSTS)
    assert ev.segments(condition).model == "good"
    assert ev.records is not None
    assert ev.segments(condition, model="poor", repeats=2) == segment_costs(
        ev.records, condition, "poor", repeats=2
    )


RECORDS = drawn()


@pytest.mark.parametrize(
    ("use", "kind", "text"),
    [
        (
            lambda: segment_costs(
                Records.read([1, 0], [1, 2]), OperatingCondition(0.5, COSTS), rule=cc.rules.fixed(1)
            ),
            cc.InputError,
            "the records must have a segment; got none: give segment=",
        ),
        (
            lambda: loose.stats.segment_costs(
                Tally.from_scores([1, 0], [1, 2]), OperatingCondition(0.5, COSTS)
            ),
            cc.InputError,
            "segments need records; got an object of type Tally: use Records.read(…)",
        ),
        (
            lambda: loose.stats.segment_costs(RECORDS, "0.3"),
            cc.InputError,
            (
                "a condition must be an OperatingCondition, Costs, or PC(+) as a number; got an object of type str: write OperatingCondition(prevalence, costs)"
            ),
        ),
        (
            lambda: segment_costs(RECORDS, OperatingCondition(1.0, COSTS)),
            cc.InputError,
            "the prevalence of segments must lie strictly between 0 and 1; got 1.0",
        ),
        (
            lambda: segment_costs(RECORDS, OperatingCondition(0.5, COSTS), "k"),
            cc.InputError,
            "no such model 'k'; choose from 'm'",
        ),
        (
            lambda: segment_costs(
                Records.read([1, 0], {"a": [1, 2], "b": [2, 1]}, segment=[1, 2]),
                OperatingCondition(0.5, COSTS),
            ),
            cc.InputError,
            "segments are judged one model at a time; got no model: name one of a, b",
        ),
        (
            lambda: segment_costs(
                RECORDS, OperatingCondition(0.5, COSTS), rule=cc.rules.fixed(1), chosen_on=RECORDS
            ),
            cc.InputError,
            "the common threshold must be chosen in one way; got both rule and chosen_on: leave out one",
        ),
        (
            lambda: segment_costs(
                Records.read([1, 0], [1, 2], segment=[1, 2]),
                OperatingCondition(0.5, COSTS),
                rule=cc.rules.fixed(1),
            ),
            cc.UndefinedError,
            (
                "a segment needs records of both classes; got one class in every one of 2 segments: give more records, or wider segments"
            ),
        ),
        (
            lambda: segment_costs(
                Records.read([1, 1], [1, 2], segment=[1, 2]), OperatingCondition(0.5, COSTS)
            ),
            cc.UndefinedError,
            (
                "judging segments needs records of both classes; got no negative ones (2 × positive): "
                "give records of both classes"
            ),
        ),
    ],
)
def test_what_has_no_segments_is_refused(use, kind, text):
    assert refusal(use, kind) == text
