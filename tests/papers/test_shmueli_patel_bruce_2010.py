"""Shmueli, Patel, Bruce, "Data Mining for Business Intelligence", 2nd ed. 2010, chapter 5."""

from __future__ import annotations

import numpy as np
import pytest

import costcurves as cc
from costcurves.examples import mailing, printed_confusions, records24

TABLES = printed_confusions()


@pytest.fixture(scope="module")
def tally() -> cc.Tally:
    """The 24 records of Table 5.2."""
    return cc.Tally.from_scores(*records24())


def value(key: str, table: cc.Confusion) -> float:
    """A measure of one confusion matrix."""
    return float(cc.measures.measure(key)(table))


def flagged_from(tally: cc.Tally, cutoff: float) -> cc.Confusion:
    """Confusion matrix of flagging scores at or above a cutoff."""
    return tally.confusion()[int(np.sum(tally.low >= cutoff))]


# --- Figures 5.2 to 5.5: confusion matrices and cutoffs ---


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("error", 0.0367),
        ("accuracy", 0.9633),
        ("sensitivity", 0.702797),
        ("specificity", 0.990789),
        ("fdr", 0.110619),
        ("for", 0.030642),
    ],
)
def test_figure_5_2(key, expected):
    assert value(key, TABLES["figure 5.2"]) == pytest.approx(expected, abs=5e-5)


def test_figure_5_2_naive_rule():
    table = TABLES["figure 5.2"]
    assert float(table.positives / table.total) == pytest.approx(0.0953, abs=5e-5)
    assert cc.space.operating_range(25 / 2714, 201 / 286) == pytest.approx((0.012937, 0.769251), abs=5e-7)


def test_what_the_book_calls_false_positive_rate_is_the_false_discovery_rate():
    """n01/(n01 + n11) is the share of wrong ones among those flagged."""
    table = TABLES["figure 5.2"]
    assert value("fdr", table) == pytest.approx(25 / 226)
    assert value("fpr", table) == pytest.approx(25 / 2714)


@pytest.mark.parametrize(("cutoff", "errors"), [(0.5, 3), (0.25, 5), (0.75, 6)])
def test_figure_5_3_cutoffs(tally, cutoff, errors):
    table = flagged_from(tally, cutoff)
    assert table == TABLES[f"cutoff {cutoff}"]
    assert float(table.fn + table.fp) == errors


def test_figures_5_4_and_5_5_errors_over_cutoffs(tally):
    tables = [flagged_from(tally, k / 20) for k in range(21)]
    errors = [int(table.fn + table.fp) for table in tables]
    assert errors == [12, 6, 6, 5, 4, 5, 5, 4, 4, 4, 3, 4, 4, 3, 5, 6, 5, 6, 7, 8, 12]


def test_figure_5_4_accuracy_is_around_0_8_between_cutoffs_0_2_and_0_8(tally):
    accuracy = [value("accuracy", flagged_from(tally, k / 20)) for k in range(4, 17)]
    assert (min(accuracy), max(accuracy)) == (0.75, 0.875)
    assert np.mean(accuracy) == pytest.approx(0.8205, abs=5e-5)


def test_a_higher_cutoff_does_not_always_raise_the_error(tally):
    """The text says that errors typically rise on both sides of 0.5; two intervals have the least, 3/24."""
    roc, table = cc.RocCurve.of(tally), tally.confusion()
    least = np.flatnonzero(table.fn + table.fp == 3)
    intervals = [(roc.low[i], roc.high[i]) for i in least]
    assert intervals == [
        pytest.approx((0.622420, 0.656344), abs=5e-7),
        pytest.approx((0.471340, 0.505507), abs=5e-7),
    ]


# --- Figures 5.6 to 5.8: ROC curve, gains, deciles ---


def test_figure_5_6_area_under_the_roc_curve(tally):
    assert cc.RocCurve.of(tally).auc == 135 / 144 == 0.9375


def test_figure_5_7_cumulative_actuals(tally):
    assert tally.confusion().tp[1:].tolist() == [1, 2, 3, 4, 5, 6, 7, 7, 8, 9, 10, 10, 11, 11, 11, *[12] * 9]


def test_figure_5_7_lift_at_ten(tally):
    table = tally.confusion()[10]
    assert int(table.tp) == 9
    assert value("lift", table) == pytest.approx(1.8)


def test_figure_5_8_first_decile(tally):
    """2.4 records a decile; the first 2.4 are all positive, twice the average."""
    table = tally.confusion()
    found = np.interp(2.4, table.flagged, table.tp)
    assert found / (12 * 0.1) == pytest.approx(2.0)


# --- cost curve of the same records ---


def test_hull_of_the_24_records(tally):
    hull = cc.RocHull.of(tally)
    assert hull.fp.tolist() == [0, 0, 1, 2, 4, 12]
    assert hull.tp.tolist() == [0, 7, 10, 11, 12, 12]
    assert hull.thresholds[1:] == pytest.approx([0.847632, 0.656344, 0.505507, 0.217968, 0.003560], abs=5e-7)
    assert hull.slopes == pytest.approx([np.inf, 3, 1, 0.5, 0])
    assert hull.breakpoints == pytest.approx([0, 0.25, 0.5, 2 / 3, 1])


@pytest.mark.parametrize(
    ("pc", "nec"),
    [
        (0.1, 0.041667),
        (0.25, 0.104167),
        (0.3, 0.108333),
        (0.5, 0.125),
        (0.6, 0.116667),
        (2 / 3, 0.111111),
        (0.7, 0.1),
        (0.75, 0.083333),
        (0.9, 0.033333),
    ],
)
def test_envelope_of_the_24_records(tally, pc, nec):
    assert cc.rules.optimal(tally)(pc) == pytest.approx(nec, abs=5e-7)


def test_area_of_the_24_records(tally):
    assert cc.rules.optimal(tally).area == pytest.approx(23 / 288, abs=1e-16)


@pytest.mark.parametrize(("low", "high", "expected"), [(0.2, 0.7, 1)])
def test_cautious_choice_over_a_range(tally, low, high, expected):
    """Of the six vertices (1, 10) has the least greatest regret, 0.041667, and cost, 0.141667."""
    for criterion in (cc.criteria.minimax, cc.criteria.minimax_regret):
        decision = criterion(low, high)(tally)
        assert (decision.fpr * 12, decision.tpr * 12) == pytest.approx((expected, 10))
    worst = max(decision.fpr * (1 - x) + (1 - decision.tpr) * x for x in (low, high))
    assert worst == pytest.approx(0.141667, abs=5e-7)
    curve = cc.rules.optimal(tally)
    regret = max(decision.fpr * (1 - x) + (1 - decision.tpr) * x - curve(x) for x in (low, high))
    assert regret == pytest.approx(0.041667, abs=5e-7)


# --- misclassification costs ---


def test_average_cost_depends_on_the_ratio_of_costs_only():
    """(q₀ n₀₁ + q₁ n₁₀)/n with q₀ = 1, q₁ = 10: 20 false and 2 missed of 1,000."""
    table = TABLES["mailing"]
    per_record = (1 * table.fp + 10 * table.fn) / table.total
    assert float(per_record) == 0.040
    share, fpr, tpr = 10 / 1000, float(table.fp / table.negatives), float(table.tp / table.positives)
    for scale in (1, 7):
        condition = cc.OperatingCondition(share, cc.Costs(fp=scale, fn=10 * scale))
        assert condition.expected_cost(fpr, tpr) == pytest.approx(0.040 * scale)
        assert condition.nec(fpr, tpr) == pytest.approx(0.0366972, abs=5e-8)
        assert condition.pc == pytest.approx(0.0917431, abs=5e-8)


def test_mailing_error_is_twice_that_of_mailing_nobody():
    table, _ = mailing()
    assert value("error", table) == 0.022
    assert float(table.positives / table.total) == 0.01


def test_mailing_profit_and_its_cost_in_the_same_books():
    """$10 a response after postage: profit 60, cost with lost sales 40; a perfect mailing earns their sum."""
    table, costs = mailing()
    profit = -(costs.tp * table.tp + costs.fp * table.fp)
    assert float(profit) == 60
    condition = cc.OperatingCondition(0.01, costs)
    fpr, tpr = float(table.fp / table.negatives), float(table.tp / table.positives)
    assert condition.expected_cost(fpr, tpr) * 1000 == pytest.approx(-60)
    lost = condition.expected_cost(fpr, tpr) - condition.offset
    assert lost * 1000 == pytest.approx(40)
    assert condition.cost_of_nobody == pytest.approx(0)


def test_mailing_cost_in_the_other_books():
    """$10 a response before postage: cost 48 as printed beside the 60, but its own profit is 52."""
    table, _ = mailing()
    costs = cc.Costs(fp=1, fn=10, tp=1)
    condition = cc.OperatingCondition(0.01, costs)
    fpr, tpr = float(table.fp / table.negatives), float(table.tp / table.positives)
    assert condition.expected_cost(fpr, tpr) * 1000 == pytest.approx(48)
    assert condition.pc == pytest.approx(0.0833333, abs=5e-8)
    assert condition.nec(fpr, tpr) == pytest.approx(0.0351852, abs=5e-8)
    assert float(9 * table.tp - table.fp) == 52


def test_mailing_a_whole_list_loses_1500():
    """10,000 names, 2 % respond, $25 a response, $0.65 a piece."""
    condition = cc.OperatingCondition.from_benefits(tp=25 - 0.65, fp=-0.65, prevalence=0.02)
    assert condition.cost_of_everybody * 10_000 == pytest.approx(1500)
    assert condition.pc == pytest.approx(0.4332740, abs=5e-8)
    assert condition.threshold == pytest.approx(0.026)


def test_largest_profit_of_the_24_records(tally):
    """+9 for a positive and −6 for a negative acted upon: most, 87, from the first 13; all bring 36."""
    condition = cc.OperatingCondition.from_benefits(tp=9, fp=-6, prevalence=0.5)
    decision = cc.criteria.least_cost(condition)(tally)
    assert condition.pc == pytest.approx(0.6)
    assert decision.expected_cost == pytest.approx(-87 / 24)
    assert decision.high == pytest.approx(0.505507, abs=5e-7)
    assert decision.flagged * 24 == pytest.approx(13)
    assert condition.cost_of_everybody * 24 == pytest.approx(-36)


# --- oversampling ---


def judged(name: str, prevalence: float) -> tuple[float, float]:
    """Error rate and flagged share of a printed matrix where so many are positive."""
    c = TABLES[name]
    tally = cc.Tally.from_confusion(float(c.tp), float(c.fn), float(c.fp), float(c.tn)).at_prevalence(
        prevalence
    )
    point = cc.RocCurve.of(tally)
    condition = cc.OperatingCondition(tally.prevalence, cc.Costs(fp=1, fn=1))
    flagged = tally.prevalence * point.tpr[1] + (1 - tally.prevalence) * point.fpr[1]
    return condition.expected_cost(point.fpr[1], point.tpr[1]), float(flagged)


def least_ratio(fpr: float, tpr: float, prevalence: float) -> float:
    """Cost of a miss over that of a false alarm from which a model beats flagging nobody."""
    useful = cc.space.operating_range(fpr, tpr)
    assert useful is not None
    return useful[0] / (1 - useful[0]) * (1 - prevalence) / prevalence


def test_oversampled_validation_as_sampled():
    assert value("error", TABLES["oversampled"]) == pytest.approx(0.19)
    assert value("flagged", TABLES["oversampled"]) == pytest.approx(0.53)
    assert value("ppv", TABLES["oversampled"]) == pytest.approx(0.792, abs=5e-4)


def test_oversampled_validation_at_two_per_cent():
    """25,000 records, negatives 19,110 and 5,390; the book prints 21.4 % for the flagged 5,810."""
    table = TABLES["reweighted"]
    assert float(table.total) == 25_000
    assert (float(table.tn), float(table.fp)) == (19_110, 5_390)
    assert judged("oversampled", 0.02) == pytest.approx((0.2188, 0.2324), abs=1e-12)
    assert (value("error", table), value("flagged", table)) == pytest.approx((0.2188, 0.2324), abs=1e-12)
    assert value("ppv", table) == pytest.approx(0.0723, abs=5e-5)


def test_oversampled_model_pays_only_when_a_miss_costs_13_times_a_false_alarm():
    assert least_ratio(110 / 500, 420 / 500, 0.02) == pytest.approx(12.83, abs=5e-3)


def test_problem_5_1():
    assert value("error", TABLES["fraud"]) == pytest.approx(0.08654, abs=5e-6)
    table = TABLES["fraud"]
    assert float(table.positives / table.total) == pytest.approx(0.05962, abs=5e-6)


def test_problem_5_4():
    assert value("error", TABLES["fraud oversampled"]) == pytest.approx(0.275)
    assert judged("fraud oversampled", 0.01) == pytest.approx((0.324, 0.3295), abs=1e-12)
    assert least_ratio(0.325, 0.775, 0.01) == pytest.approx(41.52, abs=5e-3)


# --- Figures 5.10 to 5.12: two ways to split, costs 1 and 5 ---


@pytest.mark.parametrize(("miss", "preferred"), [(1, "vertical"), (5, "horizontal")])
def test_figures_5_10_to_5_12_dearer_misses_move_the_preference(miss, preferred):
    """The vertical line misses one O; the horizontal one raises two false alarms."""
    costs = {"vertical": 1 * miss, "horizontal": 2 * 1}
    assert costs["vertical"] == miss
    # Seven of each kind on the page: any equal sizes give the same preference.
    points = {"vertical": (0.0, 6 / 7), "horizontal": (2 / 7, 1.0)}
    ev = cc.evaluate_points(points, positives=7, negatives=7)
    decision = ev.decide(cc.OperatingCondition(0.5, cc.Costs(fp=1, fn=miss)))
    assert decision.model == preferred
    assert decision.expected_cost == pytest.approx(min(costs.values()) / 14)


def test_figure_5_12_replicating_each_o_four_more_times_is_a_cost_of_five():
    positives, negatives = 7 * 5, 7
    ev = cc.evaluate_points(
        {"vertical": (0.0, 6 / 7), "horizontal": (2 / 7, 1.0)}, positives=positives, negatives=negatives
    )
    decision = ev.decide(cc.OperatingCondition(positives / (positives + negatives), cc.Costs(fp=1, fn=1)))
    assert decision.model == "horizontal"
    assert decision.expected_cost == pytest.approx(2 / (positives + negatives))
