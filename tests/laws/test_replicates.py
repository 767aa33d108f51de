"""Replicates: what every draw keeps, and that what is read of whole stacks is what each member says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import costcurves as cc
from costcurves.curves.kind import CurveOptions
from costcurves.curves.registry import curve_kind
from costcurves.errors import UndefinedError
from costcurves.inference.bootstrap.curve_readings import MemberByMember, reading
from costcurves.inference.bootstrap.sample import Sample
from costcurves.inference.bootstrap.units import coarsened
from costcurves.measures.stack_summaries import STACK_SUMMARIES
from costcurves.space.envelope_crossings import EnvelopeCrossings
from costcurves.space.roc import RocHull
from costcurves.space.stacks import HullStack
from tests.laws import strategies

SUMMARIES = {one.key: one for one in cc.measures.SUMMARIES}
KEYS = (*(one.key for one in cc.curves.CURVES), "precision_by_threshold", "f1_by_threshold")
RULES = {
    "own": None,
    "fixed": cc.rules.fixed(0.5),
    "scores": cc.rules.score_driven(),
    "best": cc.rules.optimal,
}
CRITERIA = (
    *(cc.criteria.least_cost(cc.OperatingCondition.from_pc(pc)) for pc in (0.0, 0.3, 1.0)),
    cc.criteria.max_fpr(0.25),
    cc.criteria.capacity(0.4),
    cc.criteria.best("f1"),
    cc.criteria.best_given("ppv", "tpr", 0.6),
    cc.criteria.equal_errors(),
    cc.criteria.equal_errors(randomised=True),
    cc.criteria.minimax(0.2, 0.6),
    cc.criteria.minimax_regret(0.2, 0.6),
)
whole = strategies.whole_scored(strategies.probabilities)


def records(data, **more) -> cc.Records:
    """Both models see the same ranking, one of them through other scores."""
    scores = {"one": data.scores, "cubed": data.scores**3}
    return cc.Records.read(data.labels, scores, sample_weight=data.weights, **more)


def threshold(criterion: Any, tally: cc.Tally) -> float:
    """The ranked score from which on a criterion flags; NaN where no threshold meets it."""
    try:
        return float(tally.direction.turned(criterion(tally).thresholds.threshold))
    except UndefinedError:
        return np.nan


def columns(sample: Sample, model: str, replicates: int = 120, **how) -> np.ndarray:
    """Both columns of all replicates, one row a replicate."""
    parts = [
        np.hstack([one[model].positives, one[model].negatives])
        for one in sample.replicates(replicates=replicates, **how)
    ]
    return np.concatenate(parts)


@given(whole, st.integers(1, 40))
def test_the_same_seed_draws_the_same_whatever_the_batch(data, batch):
    sample = Sample.of_records(records(data))
    wanted = columns(sample, "one", seed=3)
    assert np.array_equal(columns(sample, "one", seed=3, batch=batch), wanted)
    assert np.array_equal(columns(sample, "one", replicates=110, seed=3), wanted[:110])
    threads, _ = sample.map(lambda stacks: stacks["one"].positives, replicates=120, seed=3, n_jobs=2)
    assert np.array_equal(threads, wanted[:, : threads.shape[1]])


@given(whole)
def test_classes_keep_their_sizes_and_models_see_the_same_draws(data):
    tally = cc.tally(data.labels, data.scores, sample_weight=data.weights)
    sample = Sample.of_tally(tally)
    for stack in (one["model"] for one in sample.replicates(replicates=30)):
        assert np.all(stack.positives.sum(axis=1) == tally.total_positive)
        assert np.all(stack.negatives.sum(axis=1) == tally.total_negative)
        assert stack.positives.dtype == np.int64
    paired = Sample.of_records(records(data))
    assert np.array_equal(columns(paired, "one"), columns(paired, "cubed"))


@given(strategies.any_scored(strategies.probabilities), st.integers(2, 4))
def test_clusters_come_whole_and_both_classes_are_there(data, every):
    cluster = np.arange(len(data.labels)) // every
    sample = Sample.of_records(records(data, cluster=cluster), cluster=True)
    for one in sample.replicates(replicates=30):
        stack = one["one"]
        assert np.all(stack.total_positive > 0)
        assert np.all(stack.total_negative > 0)
    alone = Sample.of_records(records(data, cluster=np.zeros(len(cluster), int)), cluster=True)
    drawn = np.unique(columns(alone, "one"), axis=0)
    assert len(drawn) == 1  # one cluster can only come as it is


@given(whole, st.booleans())
def test_leaving_out_is_leaving_out(data, clustered):
    """Each member is the tally of the other rows; like ones stand for each other."""
    cluster = np.arange(len(data.labels)) // 2
    table = records(data, cluster=cluster)
    sample = Sample.of_records(table, cluster=clustered)
    weight = np.ones(len(cluster), int) if data.weights is None else data.weights
    kept = np.flatnonzero(weight)
    tally, found, wanted = table.tally("one"), [], []
    for stratum in sample.jackknife():
        for left in stratum:
            rows = np.hstack([left["one"].positives, left["one"].negatives])
            found += [
                tuple(one) for one, often in zip(rows.tolist(), left.times, strict=True) for _ in range(often)
            ]
    whole_row = np.concatenate([tally.positives, tally.negatives])
    units = (
        [kept[cluster[kept] == one] for one in sorted(set(cluster[kept].tolist()))]
        if clustered
        else kept[:, None]
    )
    for unit in units:
        part = whole_row.astype(float).copy()
        for i in unit:
            cell = int(np.flatnonzero(tally.high == data.scores[i])[0])
            part[cell + (0 if data.labels[i] else len(tally.cells))] -= weight[i]
        wanted.append(tuple(part.tolist()))
    assert sorted(found) == sorted(wanted)


@given(
    whole,
    st.sampled_from(KEYS),
    st.sampled_from(sorted(RULES)),
    st.sampled_from([None, 0.125]),
    st.booleans(),
)
def test_curves_read_of_stacks_are_those_of_every_member(data, key, rule, prevalence, clustered):
    table = records(data, cluster=np.arange(len(data.labels)) // 2)
    sample = Sample.of_records(table, ["one"], cluster=clustered)
    if prevalence is not None:
        tallies = {"one": sample.tallies["one"].at_prevalence(prevalence)}
        sample = Sample(tallies, sample.strata)
    tally, kind = sample.tallies["one"], curve_kind(key)
    stated: Any = {"costs": cc.Costs(fp=1, fn=3, tp=-1), "rule": RULES[rule]}
    options = CurveOptions(**{name: stated[name] for name in stated.keys() & kind.takes})
    try:
        x = kind.grid(tally, options)[::5]
    except (cc.InputError, UndefinedError):  # e.g. no part of a precision–recall–gain curve is there
        assume(False)
    quick = reading(kind, tally, x, options, moving=sample.moving)
    slow = MemberByMember(kind, options, tally, x)
    for one in sample.replicates(replicates=5, seed=1):
        wanted = slow(one["one"])
        assert quick(one["one"]) == pytest.approx(wanted, rel=1e-9, abs=1e-12, nan_ok=True)


@given(whole, strategies.conditions_pc)
def test_the_envelope_of_a_replicate_is_the_least_of_all_its_points(data, pc):
    """Empty cells, of which some replicates are full, change nothing."""
    tally = cc.tally(data.labels, data.scores, sample_weight=data.weights)
    sample = Sample.of_tally(tally)
    read = reading(curve_kind("cost"), tally, np.array([pc]), CurveOptions())
    for one in sample.replicates(replicates=10):
        stack = one["model"]
        outcomes = stack.confusion()
        points = (
            pc * outcomes.fn / stack.total_positive[:, None]
            + (1 - pc) * outcomes.fp / stack.total_negative[:, None]
        )
        assert read(stack)[:, 0] == pytest.approx(points.min(axis=1), abs=1e-12)
        assert read(stack)[:, 0] == pytest.approx(
            [cc.rules.optimal(member)(pc) for member in stack.members()], abs=1e-12
        )


@given(whole, st.sampled_from(sorted(STACK_SUMMARIES)), st.booleans())
def test_summaries_of_stacks_are_those_of_every_member(data, key, clustered):
    table = records(data, cluster=np.arange(len(data.labels)) // 2)
    for one in Sample.of_records(table, ["one"], cluster=clustered).replicates(replicates=10):
        wanted = [SUMMARIES[key](member) for member in one["one"].members()]
        assert STACK_SUMMARIES[key](one["one"]) == pytest.approx(wanted, abs=1e-12)


@given(whole, st.booleans())
def test_hulls_of_stacks_are_those_of_every_member(data, clustered):
    table = records(data, cluster=np.arange(len(data.labels)) // 2)
    for one in Sample.of_records(table, ["one"], cluster=clustered).replicates(replicates=10):
        hulls = HullStack.of(one["one"])
        parts = zip(*(np.split(column, hulls.start[1:]) for column in (hulls.fp, hulls.tp)), strict=True)
        wanted = [RocHull.of(member) for member in one["one"].members()]
        assert [(fp.tolist(), tp.tolist()) for fp, tp in parts] == [
            (hull.fp.tolist(), hull.tp.tolist()) for hull in wanted
        ]


@given(
    strategies.whole_scored(strategies.probabilities),
    st.randoms(use_true_random=False),
    st.booleans(),
)
def test_crossings_of_stacks_are_those_of_every_member(data, random, clustered):
    other = random.sample(data.scores.tolist(), len(data.scores))
    groups = np.arange(len(data.labels)) // 2
    scores = {"one": data.scores, "other": other}
    table = cc.Records.read(data.labels, scores, sample_weight=data.weights, cluster=groups)
    for drawn in Sample.of_records(table, cluster=clustered).replicates(replicates=8):
        one, two = drawn["one"], drawn["other"]
        found = EnvelopeCrossings.between(HullStack.of(one), HullStack.of(two))
        for number, pair in enumerate(zip(one.members(), two.members(), strict=True)):
            difference = cc.rules.optimal(pair[0]).minus(cc.rules.optimal(pair[1]))
            mine = found.member == number
            assert found.pc[mine] == pytest.approx(difference.sign_changes(), abs=1e-9)
            places = np.array([0.0, *found.pc[mine], 1.0])
            for sign, low, high in zip(found.sign[mine], places[1:], places[2:], strict=False):
                assert sign * difference((low + high) / 2) >= -1e-12


@given(whole, st.booleans(), st.booleans())
def test_thresholds_of_stacks_are_those_of_every_member(data, clustered, lower):
    table = cc.Records.read(
        data.labels,
        {"one": data.scores},
        sample_weight=data.weights,
        cluster=np.arange(len(data.labels)) // 2,
        lower_is_positive=["one"] if lower else [],
    )
    for one in Sample.of_records(table, ["one"], cluster=clustered).replicates(replicates=5):
        stack = one["one"]
        for criterion in CRITERIA:
            wanted = [threshold(criterion, member) for member in stack.members()]
            np.testing.assert_array_equal(criterion.thresholds_of(stack), wanted, criterion.title)


@given(whole, st.integers(1, 4), strategies.conditions_pc, st.lists(strategies.probabilities, max_size=2))
def test_merged_cells_raise_an_envelope_by_no_more_than_they_say(data, merged, pc, keep):
    tally = cc.tally(data.labels, data.scores, sample_weight=data.weights)
    coarse = coarsened(tally, keep, merged, most=0)
    assert coarse.tally.total_positive == tally.total_positive
    assert np.array_equal(np.bincount(coarse.index, tally.positives), coarse.tally.positives)
    # Corners of the hull stay, so that the sample itself loses nothing.
    assert cc.rules.optimal(coarse.tally)(pc) == pytest.approx(cc.rules.optimal(tally)(pc), abs=1e-12)
    assert 0 <= coarse.moves <= 1
    for threshold in keep:
        assert not _is_split(coarse.tally, threshold)


@given(whole, st.integers(1, 3), strategies.conditions_pc)
def test_the_bound_holds_for_other_weights_of_the_same_cells(data, merged, pc):
    """Cells merged for one sample are used for its replicates: the bound is that of their own shares."""
    tally = cc.tally(data.labels, data.scores, sample_weight=data.weights)
    index = coarsened(tally, (), merged, most=0).index
    for one in Sample.of_tally(tally).replicates(replicates=5):
        for positives, negatives in zip(one["model"].positives, one["model"].negatives, strict=True):
            fine = [np.concatenate([[0], np.cumsum(c)]) / c.sum() for c in (positives, negatives)]
            ends = np.append(np.flatnonzero(np.diff(index, prepend=-1)), len(index))
            least = [np.min(pc * (1 - t) + (1 - pc) * f) for t, f in (fine, [c[ends] for c in fine])]
            a, b = (np.diff(c[ends]) for c in fine)
            bound = np.max(np.minimum(a * pc, b * (1 - pc)) * (np.diff(ends) > 1))
            assert -1e-12 <= least[1] - least[0] <= bound + 1e-12


def _is_split(tally: cc.Tally, threshold: float) -> bool:
    """Whether a threshold falls within a merged cell."""
    whole_cells = np.searchsorted(-tally.low, -threshold, side="right")
    touched = np.searchsorted(-tally.high, -threshold, side="right")
    return bool(whole_cells != touched)
