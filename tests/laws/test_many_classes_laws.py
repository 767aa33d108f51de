"""Laws of records of many classes: permutations, weights, two classes as ever, what "cannot say" costs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import costcurves as cc
from costcurves.conditions.cost_matrix import CostMatrix
from costcurves.inference.counts.cost_intervals import nec_difference_interval
from costcurves.rules.rule import fixed
from costcurves.tallies.class_counts import ClassCounts


@st.composite
def judged(draw: st.DrawFn, classes: int = 3, most: int = 12, each: int = 1) -> tuple[Any, Any, Any]:
    """Codes of all classes, probabilities with few decimals, and whole weights."""
    size = draw(st.integers(classes * each + 1, most))
    codes = [*range(classes)] * each
    codes += [draw(st.integers(0, classes - 1)) for _ in range(size - len(codes))]
    rows = [draw(st.lists(st.integers(0, 4), min_size=classes, max_size=classes)) for _ in codes]
    parts = np.array(rows, float) + (np.array(rows).sum(axis=1, keepdims=True) == 0)
    weight = [draw(st.integers(1, 3)) for _ in codes]
    return np.array(codes), parts / parts.sum(axis=1, keepdims=True), np.array(weight)


def numbers(ev: cc.ClassEvaluation) -> dict[str, float | None]:
    """All measures of the only model; None where there is no value."""
    return {
        key: None if isinstance(one, str) else one.estimate
        for key, one in ev.summary().figures["model"].items()
    }


@settings(max_examples=25)
@given(judged(), st.permutations(range(3)))
def test_permuting_classes_permutes_answers(case: Any, order: list[int]) -> None:
    codes, score, _ = case
    names = np.array(["a", "b", "c"])
    one = cc.evaluate_classes(names[codes], score, classes=list(names))
    other = cc.evaluate_classes(names[codes], score[:, order], classes=list(names[order]))
    ranked = [ev.measure("model", "hand_till_m") for ev in (one, other)]
    assert ranked[0].estimate == ranked[1].estimate
    assert (ranked[0].low, ranked[0].high) == pytest.approx((ranked[1].low, ranked[1].high))
    assert np.array_equal(
        one.model("model").ranks.areas.area[np.ix_(order, order)],
        other.model("model").ranks.areas.area,
        equal_nan=True,
    )
    # Labels of equal scores go to the later class, so tables are compared where there are none.
    if all(len(set(row)) == 3 for row in score.tolist()):
        assert np.array_equal(one.counts("model").weight[np.ix_(order, order)], other.counts("model").weight)


@settings(max_examples=25)
@given(judged(), st.randoms(use_true_random=False))
def test_row_order_never_matters_and_weights_repeat(case: Any, random: Any) -> None:
    codes, score, weight = case
    rows = list(range(len(codes)))
    random.shuffle(rows)
    weighed = cc.evaluate_classes(codes, score, sample_weight=weight)
    shuffled = cc.evaluate_classes(codes[rows], score[rows], sample_weight=weight[rows])
    repeated = cc.evaluate_classes(np.repeat(codes, weight), np.repeat(score, weight, axis=0))
    assert numbers(weighed).keys() == numbers(repeated).keys()
    assert numbers(shuffled) == pytest.approx(numbers(weighed))
    assert numbers(repeated) == pytest.approx(numbers(weighed))


@settings(max_examples=25)
@given(judged(), judged())
def test_tables_add(one: Any, other: Any) -> None:
    tables = [ClassCounts.of_codes(codes, score.argmax(axis=1), "abc") for codes, score, _ in (one, other)]
    codes = np.concatenate([one[0], other[0]])
    labels = np.concatenate([one[1].argmax(axis=1), other[1].argmax(axis=1)])
    assert tables[0] + tables[1] == ClassCounts.of_codes(codes, labels, "abc")


@settings(max_examples=25)
@given(judged(classes=2, most=25, each=2), st.integers(1, 9), st.integers(1, 9))
def test_two_classes_are_as_ever(case: Any, fp: int, fn: int) -> None:
    """Actions, costs, intervals and areas are number for number those of two classes at the threshold."""
    codes, score, _ = case
    p, threshold = score[:, 1], fp / (fp + fn)
    shares = [float(1 - codes.mean()), float(codes.mean())]
    ev = cc.evaluate_classes(codes, score, costs=[[0, fp], [fn, 0]], prevalence=shares)
    taken = ev.cost_matrix.decide(score)
    assert np.array_equal(taken, p >= threshold)
    two = cc.evaluate(codes, p)
    assert ev.measure("model", "hand_till_m").estimate == pytest.approx(two.roc("model").auc, abs=1e-15)
    condition = cc.OperatingCondition(prevalence=float(codes.mean()), costs=cc.Costs(fp=fp, fn=fn))
    want = two.uncertainty().cost("model", condition, rule=fixed(threshold))
    found = ev.decide().rows[0].cost
    scale = condition.weight_positive + condition.weight_negative
    for end in ("estimate", "low", "high"):
        assert getattr(found, end) == pytest.approx(scale * getattr(want, end), abs=1e-12)


@settings(max_examples=25)
@given(judged(classes=2, most=25, each=2), st.integers(1, 9), st.integers(1, 9))
def test_differences_of_two_classes_are_as_ever(case: Any, fp: int, fn: int) -> None:
    codes, score, _ = case
    other = score[:, ::-1]
    shares = [float(1 - codes.mean()), float(codes.mean())]
    ev = cc.evaluate_classes(codes, {"a": score, "b": other}, costs=[[0, fp], [fn, 0]], prevalence=shares)
    flags = [one[:, 1] >= fp / (fp + fn) for one in (score, other)]
    sides = codes == 1
    missed = [int((~a & b & sides).sum()) for a, b in (flags, flags[::-1])]
    alarms = [int((a & ~b & ~sides).sum()) for a, b in (flags, flags[::-1])]
    condition = cc.OperatingCondition(prevalence=float(codes.mean()), costs=cc.Costs(fp=fp, fn=fn))
    want = nec_difference_interval(
        fn=(missed[0], missed[1]),
        positives=int(sides.sum()),
        fp=(alarms[0], alarms[1]),
        negatives=int((~sides).sum()),
        pc=condition.pc,
    )
    found = ev.compare("a", "b").rows[0].test.estimate
    assert found is not None
    scale = condition.weight_positive + condition.weight_negative
    for end in ("estimate", "low", "high"):
        assert getattr(found, end) == pytest.approx(scale * getattr(want, end), abs=1e-9)


@settings(max_examples=25)
@given(judged(classes=2, most=25, each=2), st.integers(1, 9), st.integers(1, 9), st.floats(0.01, 1.0))
def test_saying_nothing_costs_no_more_than_expected(case: Any, fp: int, fn: int, share: float) -> None:
    """By the probabilities themselves; from the bound fp·fn/(fp + fn) on, all is as without it."""
    _, score, _ = case
    bound = fp * fn / (fp + fn)
    plain = CostMatrix([[0, fp], [fn, 0]], ["n", "p"])
    reject = CostMatrix(
        [[0, fp, share * bound], [fn, 0, share * bound]], ["n", "p"], ["n", "p", "cannot say"]
    )
    costs = [float((score @ one.costs).min(axis=1).sum()) for one in (reject, plain)]
    assert costs[0] <= costs[1] + 1e-12
    beyond = CostMatrix([[0, fp, 1.01 * bound], [fn, 0, 1.01 * bound]], ["n", "p"], ["n", "p", "cannot say"])
    assert np.array_equal(beyond.decide(score), plain.decide(score))
    assert beyond.never_worth_taking == ("cannot say",)
    if share < 0.99:
        assert reject.never_worth_taking == ()


@pytest.mark.parametrize(
    ("reject", "want", "said"),
    [(0.1, 0.0375, 9), (0.2, 0.075, 9), (0.3, 0.1041667, 5), (0.45, 0.1208333, 2), (0.5, 0.125, 0)],
)
def test_reject_costs_of_the_24_records(reject: float, want: float, said: int) -> None:
    """Costs of 1 for each error and of so much for saying nothing, on calibrated scores: all by brute force."""
    y, score = cc.examples.records24()
    fit = cc.measures.IsotonicFit.of(cc.Tally.from_scores(y, score))
    p = np.asarray(fit.apply(score))
    costs = [[0, 1, reject], [1, 0, reject]]
    ev = cc.evaluate_classes(
        np.asarray(y, int), np.column_stack([1 - p, p]), costs=costs, actions=["0", "1", "cannot say"]
    )
    row = ev.decide().rows[0]
    assert row.seems == pytest.approx(want, abs=5e-8)
    assert row.taken["cannot say"] * 24 == pytest.approx(said)
