"""Loss curves: every small input in exact arithmetic, identities of areas, duality, who loses least where."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest

from costcurves import Costs, InputError, UnitCosts
from costcurves.space import ErrorTally, LossCurve, LossRange, RegressionRoc, loss_ranges, loss_winners

KAPPAS = [Fraction(k) for k in (0, Fraction(1, 7), Fraction(1, 4), Fraction(1, 2), Fraction(2, 3), 1)]
#: Every multiset of up to four small errors, with weights; and of up to six, without.
ERRORS = [
    (e, w)
    for n in range(1, 7)
    for e in itertools.combinations_with_replacement((-2, 0, 1, 3), n)
    for w in ((1,) * n, tuple(range(1, n + 1)))[: 2 if n < 5 else 1]
]


def exact_loss(e, w, kappa, shift):
    """κ·mean (e − s)⁺ + (1 − κ)·mean (e − s)⁻ in rational numbers."""
    whole = Fraction(sum(w))
    under = sum(v * max(x - shift, 0) for x, v in zip(e, w, strict=True)) / whole
    over = sum(v * max(shift - x, 0) for x, v in zip(e, w, strict=True)) / whole
    return kappa * under + (1 - kappa) * over


def tallied(e, w):
    return ErrorTally.of(e, np.zeros(len(e)), w)


def test_small_curves_in_exact_arithmetic():
    for e, w in ERRORS:
        tally = tallied(e, w)
        fixed, best = LossCurve.fixed(tally), LossCurve.best_shift(tally)
        for kappa in KAPPAS:
            assert fixed(float(kappa)) == pytest.approx(float(exact_loss(e, w, kappa, 0)), abs=1e-12)
            least = min(exact_loss(e, w, kappa, shift) for shift in e)  # an optimum is among the errors
            assert best(float(kappa)) == pytest.approx(float(least), abs=1e-12)
            if 0 < kappa < 1:
                for shift in (*tally.quantiles(float(kappa)), tally.quantile(float(kappa))):
                    assert tally.loss(float(kappa), shift) == pytest.approx(float(least), abs=1e-12)


def test_constants_of_other_records_in_exact_arithmetic():
    """At every κ but the jumps: the loss of the κ-quantile of the training outcomes."""
    kappas = [Fraction(k, 29) for k in range(1, 29)]
    for training, w in ERRORS[::13]:
        for outcomes, v in ERRORS[::17]:
            curve = LossCurve.of_constants(tallied(training, w), tallied(outcomes, v))
            whole = sum(w)
            for kappa in kappas:
                constant = next(
                    x for place, x in enumerate(training) if Fraction(sum(w[: place + 1]), whole) >= kappa
                )
                want = exact_loss(outcomes, v, kappa, constant)
                assert curve(float(kappa)) == pytest.approx(float(want), abs=1e-12)
    own = tallied(*ERRORS[-1])
    assert LossCurve.of_constants(own, own).area == pytest.approx(LossCurve.best_shift(own).area)


def test_areas_are_the_identities():
    for e, w in ERRORS:
        tally, whole = tallied(e, w), Fraction(sum(w))
        mean = sum(x * v for x, v in zip(e, w, strict=True)) / whole
        mae = sum(abs(x) * v for x, v in zip(e, w, strict=True)) / whole
        pairs = sum(
            a * b * abs(x - y) for (x, a), (y, b) in itertools.product(zip(e, w, strict=True), repeat=2)
        )
        variance = sum(v * (x - mean) ** 2 for x, v in zip(e, w, strict=True)) / whole
        found = (
            LossCurve.fixed(tally).area,
            LossCurve.best_shift(tally).area,
            RegressionRoc.of(tally).area_over,
        )
        want = (mae / 2, pairs / whole**2 / 4, variance / 2)
        assert found == pytest.approx([float(one) for one in want], abs=1e-12)


def test_the_envelope_is_concave_0_at_both_ends_and_below_every_line():
    rng = np.random.default_rng(0)
    tally = ErrorTally.of(rng.normal(1000, 3, 200), np.zeros(200), rng.uniform(0.1, 2, 200))
    best = LossCurve.best_shift(tally)
    assert (best.kappa[0], best.kappa[-1], best.loss[0], best.loss[-1]) == (0, 1, 0, 0)
    slopes = np.diff(best.loss) / np.diff(best.kappa)
    assert np.all(np.diff(slopes) <= 1e-9)
    grid = np.linspace(0, 1, 101)
    for shift in (990.0, 1000.0, 1003.0):
        assert np.all(best(grid) <= LossCurve.fixed(tally, shift)(grid) + 1e-9)


def test_a_line_is_dual_to_its_point_of_regression_roc_space():
    tally = ErrorTally.of([10, 12, 8, 15, 20], [11, 10, 9, 15, 16])
    over, under = RegressionRoc.point(tally, 0.5)
    line = LossCurve.fixed(tally, 0.5)
    assert (line(0.0), line(1.0)) == (over, under)
    curve = RegressionRoc.of(tally)
    # At κ the envelope is the least κ·under + (1 − κ)·over along the curve.
    for kappa in (0.2, 0.5, 0.9):
        least = np.min(kappa * curve.under + (1 - kappa) * curve.over)
        assert LossCurve.best_shift(tally)(kappa) == pytest.approx(least)
    assert curve(over) == pytest.approx(under)


def test_winners_are_solved_not_searched():
    lines = {
        name: LossCurve(np.array([0.0, 1.0]), np.array(ends))
        for name, ends in (("a", [1.0, 3.0]), ("b", [2.0, 1.0]), ("c", [9.0, 9.0]))
    }
    first, second = loss_ranges(lines)
    assert first == LossRange(0.0, second.low, ("a",))
    assert second == LossRange(first.high, 1.0, ("b",))
    assert first.high == pytest.approx(1 / 3)
    assert [one.winner for one in loss_ranges({"a": lines["a"], "b": lines["a"]})] == ["a = b"]


def test_winners_of_envelopes_agree_with_a_grid():
    rng = np.random.default_rng(4)
    laws = {"a": rng.normal(size=30), "b": rng.laplace(size=30), "c": rng.uniform(-2, 2, 30)}
    curves = {n: LossCurve.best_shift(ErrorTally.of(e, np.zeros(30))) for n, e in laws.items()}
    ranges = loss_ranges(curves)
    assert (ranges[0].low, ranges[-1].high) == (0, 1)
    for kappa in np.linspace(0.003, 0.997, 400):
        here = next(one for one in ranges if one.low <= kappa <= one.high)
        least = min(curve(kappa) for curve in curves.values())
        assert min(curves[name](kappa) for name in here.models) == pytest.approx(least, abs=1e-12)


def test_tallies_add_and_know_no_order():
    rng = np.random.default_rng(1)
    e, w = rng.integers(-3, 4, 50).astype(float), rng.uniform(0.1, 1, 50)
    whole = ErrorTally.of(e, np.zeros(50), w)
    order = rng.permutation(50)
    assert ErrorTally.of(e[order], np.zeros(50), w[order]) == whole
    parts = ErrorTally.of(e[:20], np.zeros(20)) + ErrorTally.of(e[20:], np.zeros(30))
    assert parts == ErrorTally.of(e, np.zeros(50))
    assert ErrorTally.from_json(whole.to_json()) == whole
    assert (len(whole), repr(parts)) == (7, "ErrorTally(weight 50, 7 errors)")
    for value in (LossCurve.best_shift(whole), RegressionRoc.of(whole)):
        assert type(value).from_json(value.to_json()) == value
    with pytest.raises(TypeError):
        _ = whole + 1  # type: ignore[operator]  # that is the test
    with pytest.raises(InputError, match="at least one record must have a weight above 0"):
        ErrorTally.of([1], [1], [0])


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: UnitCosts(0, 1), "under must be above 0; got 0"),
        (lambda: UnitCosts(1, -2), "over must be above 0; got -2"),
        (lambda: UnitCosts(1, float("nan")), "over must be a finite number"),
        (lambda: UnitCosts.kappa_of(1.0), "kappa must lie strictly between 0 and 1"),
        (lambda: UnitCosts.kappa_of("half"), "kappa must be a finite number"),
        (
            lambda: UnitCosts.kappa_of((3, 1)),
            r"got \(3, 1\): give costs as UnitCosts\(under=…, over=…\), or κ",
        ),
        (lambda: UnitCosts.kappa_of({"under": 3, "over": 1}), "give costs as UnitCosts"),
        (lambda: UnitCosts.kappa_of(Costs(fp=1, fn=5)), "give costs as UnitCosts"),
        (lambda: UnitCosts.kappa_of(1.2), r"got 1.2: κ is under/\(under \+ over\)"),
        (lambda: LossCurve.fixed(tallied((1,), (1,)))(1.5), r"kappa must lie in \[0, 1\]"),
    ],
)
def test_wrong_costs(make, said):
    with pytest.raises(InputError, match=said):
        make()


def test_unit_costs_in_words():
    costs = UnitCosts(3, 1, "EUR")
    assert (costs.kappa, costs.scale) == (0.75, 4)
    assert str(costs) == "a unit too low costs 3 EUR, a unit too high 1 EUR: κ = 0.75"
    assert repr(costs) == "UnitCosts(under=3, over=1)"


def test_many_knots_are_looked_at_where_curves_are_near(monkeypatch):
    """Boxes of whatever width leave out nothing that matters."""
    rng, every = np.random.default_rng(4), []
    for size in (1, 40, 500):
        y = rng.normal(0, 1, size)
        for ties in (False, True):
            curves = {}
            for name in "abcd":
                error = y * rng.uniform(0.8, 1.2) + rng.normal(0, rng.uniform(0.01, 0.6), size)
                tally = tallied(
                    error.round(1) if ties else error, rng.choice([1, 0.3, 2], size) if ties else None
                )
                curves[name] = LossCurve.best_shift(tally)
            # Knots that are the same but for rounding.
            near = LossCurve.best_shift(tallied(y, np.full(size, 0.1)))
            every.append({"a": near, "b": LossCurve.best_shift(tallied(y * 1.001, None))})
            every += [curves, curves | {"as it is": LossCurve.fixed(tally)}, curves | {"e": curves["a"]}]
    want = [loss_ranges(curves) for curves in every]
    monkeypatch.setattr(loss_winners, "FEW", 0)
    for boxes in (1, 7, 64, 4096):
        monkeypatch.setattr(loss_winners, "BOXES", boxes)
        assert [loss_ranges(curves) for curves in every] == want
