"""Costs that differ by record, and costs with a limit: the best shift in exact arithmetic, and what it costs."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from costcurves import InputError, UndefinedError, UnitCosts, evaluate_numeric
from costcurves.charts.render import svg
from costcurves.inference.numbers.shift_choice import CONSTANT, ShiftChoice
from costcurves.inference.numbers.shift_losses import PinballLoss, RecordLoss
from costcurves.space.cheapest_shifts import RecordCosts, cheapest_shifts
from costcurves.stats import Splits

RNG = np.random.default_rng(9)
NONE = np.inf
#: Costs of one record: under, over, and the most that each can cost.
KINDS = [(2, 1, NONE, NONE), (1, 3, 4, NONE), (3, 1, 2, 3), (0, 2, NONE, 5), (2, 0, 3, NONE), (1, 1, NONE, 1)]


def exact_total(rows, shift):
    """What all records cost after a shift, in rational numbers; rows are (error, weight, costs)."""
    total = Fraction(0)
    for e, w, (under, over, under_cap, over_cap) in rows:
        left = Fraction(e) - shift
        cost, cap = (under * left, under_cap) if left > 0 else (-over * left, over_cap)
        total += w * (cost if cap == NONE else min(cost, Fraction(cap)))
    return total


def bends(rows):
    """Every place where the total can bend, and the middles between and the places beyond them."""
    found = set()
    for e, _, (under, over, under_cap, over_cap) in rows:
        found |= {Fraction(e)}
        found |= {Fraction(e) - Fraction(under_cap, under)} if under and under_cap != NONE else set()
        found |= {Fraction(e) + Fraction(over_cap, over)} if over and over_cap != NONE else set()
    places = sorted(found)
    middles = [(a + b) / 2 for a, b in itertools.pairwise(places)]
    return [places[0] - 1, *places, *middles, places[-1] + 1]


def found_of(rows):
    """The range of shifts that the library finds, rows in any order."""
    error, weight = (np.array(column) for column in list(zip(*rows, strict=True))[:2])
    costs = RecordCosts(*np.array([row[2] for row in rows], float).T)
    order = np.lexsort((weight, *costs, error))
    return cheapest_shifts(error[order].astype(float), costs.take(order), weight[order])


def check(rows):
    low, high = found_of(rows)
    least = min(exact_total(rows, shift) for shift in bends(rows))
    for shift in (low, high, low + (high - low) / 2):
        assert exact_total(rows, Fraction(shift)) == least
    # The lowest of all errors that matter and cost the least.
    matter = [e for e, _, (under, over, a, b) in rows if (under and a) or (over and b)]
    assert low == min(e for e in matter if exact_total(rows, Fraction(e)) == least)


def test_every_two_and_three_records_in_exact_arithmetic():
    one = [(e, w, kind) for e in (-2, 0, 3) for w in (1, 2) for kind in KINDS]
    for pair in itertools.combinations_with_replacement(one, 2):
        check(pair)
    few = [(e, 1, kind) for e in (-2, 1) for kind in KINDS]
    for rows in itertools.combinations_with_replacement(few, 3):
        check(rows)


@pytest.mark.parametrize("records", [4, 5, 6])
def test_up_to_six_records_in_exact_arithmetic(records):
    rng = np.random.default_rng(records)
    for _ in range(300):
        errors, weights = rng.integers(-4, 5, records).tolist(), rng.integers(1, 4, records).tolist()
        kinds = [KINDS[place] for place in rng.integers(0, len(KINDS), records)]
        check(list(zip(errors, weights, kinds, strict=True)))


def test_where_nothing_costs_anything_every_shift_is_as_good():
    free = RecordCosts(*np.zeros((4, 2)))
    assert cheapest_shifts(np.array([1.0, 3.0]), free, np.ones(2)) == (1, 3)


def test_nothing_depends_on_the_order_of_rows_and_weights_are_repeated_rows():
    error, weight = RNG.normal(0, 3, 40).round(1), RNG.integers(1, 4, 40)
    kinds = [KINDS[place] for place in RNG.integers(0, len(KINDS), 40)]
    rows = list(zip(error.tolist(), weight.tolist(), kinds, strict=True))
    want = found_of(rows)
    for seed in range(5):
        assert found_of([rows[place] for place in np.random.default_rng(seed).permutation(40)]) == want
    assert found_of([(e, 1, kind) for e, w, kind in rows for _ in range(w)]) == want


def test_limits_never_cost_more_and_reach_what_there_is_without_them():
    """As a third action with a cost of its own: never dearer, and as without it from its greatest cost on."""
    rng = np.random.default_rng(3)
    for records in range(1, 7):
        for _ in range(30):
            errors, (under, over) = rng.integers(-4, 5, records).tolist(), rng.integers(1, 4, 2).tolist()
            least = []
            for cap in (Fraction(1, 2), 1, 2, 5, 9 * max(under, over), NONE):
                rows = [(e, 1, (under, over, float(cap), float(cap))) for e in errors]
                low, _ = found_of(rows)
                least.append(exact_total([(e, 1, (under, over, cap, cap)) for e in errors], Fraction(low)))
            assert least == sorted(least)
            assert least[-2] == least[-1]  # no error is greater than 8


Y = RNG.lognormal(3, 0.4, 60)
MODELS = {"near": Y + RNG.normal(0, 1, 60), "far": Y + RNG.normal(4, 6, 60)}
FOLD = np.arange(60) % 3
UNDER, OVER = RNG.uniform(0, 3, 60), RNG.uniform(0.5, 1, 60)


def test_columns_of_one_number_give_what_the_number_gives():
    ev = evaluate_numeric(Y, MODELS)
    one, many = ev.decide(UnitCosts(3, 1)), ev.decide(UnitCosts(np.full(60, 3.0), np.full(60, 1.0)))
    for a, b in zip((*one.rows, one.constant), (*many.rows, many.constant), strict=True):
        assert (a.model, a.shift) == (b.model, b.shift)
        for name in ("loss", "unshifted"):
            for end in ("estimate", "low", "high"):
                assert 4 * getattr(getattr(a, name), end) == pytest.approx(getattr(getattr(b, name), end))
    assert one.headline.estimate == pytest.approx(many.headline.estimate)
    assert (many.kappa, many.stands, one.kappa) == (None, None, 0.75)
    wide = ev.decide(UnitCosts(3, 1, under_cap=1e9, over_cap=1e9))
    assert [row.shift for row in wide.rows] == [row.shift for row in one.rows]
    assert wide.headline.estimate == pytest.approx(one.headline.estimate)


def brute(error, weight, costs, rows):
    """The middle of the lowest range of best errors, by trying all of them."""
    part = RecordCosts(*costs).take(rows)
    tried = sorted({float(e) for e in error[rows]})
    totals = [float(np.sum(weight[rows] * part.of(error[rows] - shift))) for shift in tried]
    best = [s for s, total in zip(tried, totals, strict=True) if total <= min(totals) + 1e-9]
    assert len(best) == 1  # numbers without ties
    return best[0]


@pytest.mark.parametrize("caps", [(None, None), (4.0, 6.0)])
def test_the_whole_choice_by_brute_force(caps):
    weight = RNG.integers(1, 4, 60)
    records = evaluate_numeric(Y, MODELS, sample_weight=weight, fold=FOLD).records
    stated = UnitCosts(UNDER, OVER, under_cap=caps[0], over_cap=caps[1])
    loss = RecordLoss.of_costs(stated, records)
    choice = ShiftChoice.of(records, tuple(MODELS), Splits(), loss)
    errors = {name: Y - p for name, p in MODELS.items()} | {CONSTANT: Y}
    judged = np.empty(60)
    for fold in range(3):
        here, there = np.flatnonzero(fold == FOLD), np.flatnonzero(fold != FOLD)
        learned = {}
        for name, e in errors.items():
            shift = brute(e, weight, loss.costs, there)
            assert choice.shifts[name][0, fold] == shift
            cost = loss.costs.of(e - shift)
            learned[name] = (np.average(cost[there], weights=weight[there]), cost)
        judged[here] = min(learned.values(), key=lambda one: one[0])[1][here]
    assert choice.cost().estimate == pytest.approx(np.average(judged, weights=weight))


def test_the_recommendation_in_words_tables_and_json():
    costs = UnitCosts(UNDER, 0.5, "EUR", over_cap=5)
    found = evaluate_numeric(Y, MODELS).decide(costs)
    assert found.model == "near"
    total = 60 * found.headline.estimate
    assert found.weight == 60
    assert f"EUR a record (95 % interval {found.headline.low:.4g}"[:30] in found.sentence
    assert f"on new records, {total:.4g} in all on as many as these, judged" in found.sentence
    table = found.table()
    assert [column.key for column in table.columns] == [
        "model", "shift", "cost", "total", "unshifted", "gap", "apart",
    ]  # fmt: skip
    assert "Every model at capped costs by record" in str(table)
    assert "EUR by record (mean" in str(table)
    document = json.loads(json.dumps(found.to_json()))
    assert document["kappa"] is None
    assert set(document["costs"]) == {"under", "over", "over_cap"}
    assert document["costs"]["under"]["mean"] == pytest.approx(UNDER.mean())
    assert document["total"]["estimate"] == pytest.approx(total)
    assert evaluate_numeric(Y, MODELS).decide(0.5).to_json()["total"] is None
    plain = evaluate_numeric(Y, MODELS).decide(costs, level=None)
    assert plain.to_json()["total"]["low"] is None
    assert "Every model at capped costs by record" in svg.render(found.picture())


def test_a_few_dear_errors_do_not_rule_a_capped_cost():
    y = np.array([10.0] * 9 + [1000.0])
    ev = evaluate_numeric(y, {"m": np.zeros(10)}, fold=np.arange(10) % 2)
    assert ev.decide(UnitCosts(20, 1)).shift == 1000
    assert ev.decide(UnitCosts(20, 1, under_cap=500)).shift == 10


def test_costs_find_their_records():
    pd = pytest.importorskip("pandas")
    y, m = pd.Series([1.0, 5.0, None, 4.0, 9.0]), [1.0, 3.0, 2.0, 7.0, 9.5]
    weight, under = [1, 2, 1, 0, 1], [1.0, 2.0, 3.0, 4.0, 5.0]
    ev = evaluate_numeric(y, m, sample_weight=weight, missing="drop")
    assert ev.records.costs_of(UnitCosts(under, 1), "under").tolist() == [1, 2, 5]
    assert ev.records.costs_of(UnitCosts(under, 1), "over").tolist() == [1, 1, 1]
    shuffled = pd.Series(under, index=range(5)).iloc[[3, 1, 4, 0, 2]]
    assert ev.records.costs_of(UnitCosts(shuffled, 1), "under").tolist() == [1, 2, 5]
    assert ev.records.take(np.array([2, 0])).costs_of(UnitCosts(shuffled, 1), "under").tolist() == [5, 1]
    other = pd.Series(under, index=list("abcde"))
    with pytest.raises(InputError, match="under must have the index of y_true"):
        ev.records.costs_of(UnitCosts(other, 1), "under")
    mixed = UnitCosts(shuffled, pd.Series(under, index=range(5)))
    assert mixed.over.tolist() == [4, 2, 5, 1, 3]


WRONG: list[tuple[Any, str]] = [
    (lambda: UnitCosts([1, -2], 1), "under must not be below 0; got -2 (row 2"),
    (lambda: UnitCosts([0, 0], 1), "under must be above 0 in some record; got 0 in every record"),
    (lambda: UnitCosts([], 1), "under must be above 0 in some record; got no record"),
    (lambda: UnitCosts([1, float("nan")], 1), "under must have no missing values"),
    (lambda: UnitCosts([1, float("inf")], 1), "under must be finite"),
    (lambda: UnitCosts(["a", "b"], 1), "under must hold numbers"),
    (lambda: UnitCosts([1, 2], [1, 2, 3]), "over must have one value per record; got 3 values for 2 records"),
    (lambda: UnitCosts([[1, 2]], 1), "under must"),
    (lambda: UnitCosts([1, 1e101], 1), "under must be at most 1e+100; got 1e+101 (row 2"),
    (lambda: UnitCosts(1, 1e101), "over must be at most 1e+100; got 1e+101: state it in a larger unit"),
    (lambda: UnitCosts(1, 1, under_cap=1e300), "under_cap must be at most 1e+100"),
    (lambda: UnitCosts(1e-320, 1), "under and over must not be so far apart that one is lost in rounding"),
    (lambda: UnitCosts(1e17, 1), "under and over must not be so far apart that one is lost in rounding"),
    (lambda: UnitCosts("margin", 1), "under must be a finite number; got 'margin'"),
    (lambda: UnitCosts(1, 1, under_cap=0), "under_cap must be above 0; got 0: leave it out for no limit"),
    (lambda: UnitCosts(1, 1, over_cap=[1, float("nan")]), "over_cap must have no missing values"),
    (lambda: UnitCosts(1, 1, over_cap=float("inf")), "over_cap must be a finite number"),
    (lambda: UnitCosts(1, 1, 5), "a currency must be a string"),  # type: ignore[arg-type]  # on purpose
    (
        lambda: evaluate_numeric([1, 2, 3], [1, 2, 4]).decide(UnitCosts([1, 2], 1)),
        "under must have one value per record; got 2 values for 3 records",
    ),
    (
        lambda: evaluate_numeric([1, 2, 3], [1, 2, 4], sample_weight=[1, 1, 0]).decide(
            UnitCosts([0, 0, 1], 1)
        ),
        "under must be above 0 in some record; got 0 in all that are judged",
    ),
]


@pytest.mark.parametrize(("call", "said"), WRONG, ids=range(len(WRONG)))
def test_wrong_costs(call, said):
    with pytest.raises(InputError) as caught:
        call()
    assert f"{caught.value}".startswith(said)


def test_what_is_undefined_without_kappa():
    costs = UnitCosts([1, 2], 1)
    for read in (lambda: costs.kappa, lambda: costs.scale, lambda: UnitCosts.kappa_of(costs)):
        with pytest.raises(UndefinedError, match="is undefined where costs differ by record"):
            read()
    with pytest.raises(UndefinedError, match="κ is undefined where costs have a limit"):
        _ = UnitCosts(1, 1, over_cap=3).kappa
    assert UnitCosts.kappa_if_known(costs) is None
    assert UnitCosts.kappa_if_known(None) is None
    assert UnitCosts.kappa_if_known(UnitCosts(3, 1)) == UnitCosts.kappa_if_known(0.75) == 0.75


def test_costs_are_values():
    costs = UnitCosts([1, 2], 1, over_cap=[3, float("inf")])
    assert costs == UnitCosts([1, 2], 1, over_cap=[3, float("inf")]) != UnitCosts([1, 2], 1)
    assert hash(UnitCosts(3, 1)) == hash(UnitCosts(3, 1))
    with pytest.raises(TypeError, match="unhashable"):
        hash(costs)
    assert repr(costs) == "UnitCosts(under=(2 values), over=1, over_cap=(2 values))"
    assert (costs.title, UnitCosts(1, 1, under_cap=2).title) == ("capped costs by record", "capped costs")
    assert UnitCosts(1, [1, 2]).title == "costs by record"
    assert list(costs.to_columns()) == ["under", "over", "over_cap"]
    assert UnitCosts(3, 1, "EUR").to_json() == {"under": [3.0], "over": [1.0], "currency": ["EUR"]}


def test_losses_by_kappa_are_those_of_equal_costs():
    error, weight = RNG.normal(0, 2, 30), RNG.integers(1, 3, 30)
    kappa, by_record = (
        PinballLoss(0.75),
        RecordLoss(RecordCosts(*np.full((2, 30), [[0.75], [0.25]]), *np.full((2, 30), NONE))),
    )
    assert np.allclose(kappa.of(error, 0.3), by_record.of(error, 0.3))
    assert kappa.best_of_all(error, weight) == by_record.best_of_all(error, weight)
    assert kappa.mean(error, weight, 0.3) == pytest.approx(by_record.mean(error, weight, 0.3))
    assert kappa.mean(error, None, 0.3) == pytest.approx(by_record.mean(error, None, 0.3))
