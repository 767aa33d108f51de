"""Totals of per-row costs, and what they save, with their intervals."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from costcurves import Records, evaluate
from costcurves.errors import UndefinedError
from costcurves.inference.costs.totals import savings_interval, total_interval
from tests.unit.refusals import refusal

RNG = np.random.default_rng(5)
LABELS = (RNG.random(120) < 0.4).astype(int)
SCORES = RNG.normal(size=120) + LABELS
AMOUNTS = RNG.exponential(10, size=120)
EVALUATION = evaluate(LABELS, {"m": SCORES}, costs={"fp": np.full(120, 2.0), "fn": AMOUNTS})
RECORDS = EVALUATION.records


def by_hand(values: np.ndarray) -> tuple[float, float, float]:
    """Total of values, its standard error within classes, and Welch and Satterthwaite's freedom."""
    parts = [values[label == LABELS] for label in (0, 1)]
    variances = [len(part) * part.var(ddof=1) for part in parts]
    freedom = sum(variances) ** 2 / sum(v**2 / (len(p) - 1) for v, p in zip(variances, parts, strict=True))
    return float(values.sum()), float(np.sqrt(sum(variances))), float(freedom)


def costs(flags: np.ndarray) -> np.ndarray:
    """What every record costs."""
    return np.where(flags, np.where(LABELS == 0, 2.0, 0.0), np.where(LABELS == 1, AMOUNTS, 0.0))


def test_totals_of_decisions_and_of_their_flags_are_the_same():
    assert RECORDS is not None
    decision = EVALUATION.least_total_cost("m").decision
    assert decision is not None
    flags = decision.thresholds.apply(SCORES)
    one, other = total_interval(RECORDS, decision, 0.9), total_interval(RECORDS, flags, 0.9)
    assert (one.estimate, one.low, one.high) == (other.estimate, other.low, other.high)
    assert (one.target_words, other.target_words) == ("the decision as given", "the flags as given")
    assert one.estimate == pytest.approx(by_hand(costs(flags))[0])
    assert one.low < one.estimate < one.high


def matched(count: float, size: int, level: float) -> tuple[float, float]:
    """The wider of Wilson's interval of a rate and Clopper and Pearson's, by their formulas."""
    tail, p = (1 - level) / 2, count / size
    z2 = stats.norm.isf(tail) ** 2
    centre, reach = count + z2 / 2, np.sqrt(z2 * (count * (1 - p) + z2 / 4))
    low, high = (centre - reach) / (size + z2), (centre + reach) / (size + z2)
    if min(count, size - count) < 8:
        low = min(low, stats.beta.ppf(tail, count, size - count + 1))
        high = max(high, stats.beta.isf(tail, count + 1, size - count))
    return low, high


def not_rejected(ratio: float, flags: np.ndarray, everybody: bool, level: float) -> tuple[float, float]:
    """Ends of the total of what flags cost less a ratio of a baseline, by hand."""
    ways = [costs(np.full(120, way)) for way in (False, True)]
    base = ways[everybody]
    total, below, above = 0.0, 0.0, 0.0
    for label in (0, 1):
        mine = np.equal(LABELS, label)
        size = int(mine.sum())
        least, most = (end([(way - ratio * base)[mine] for way in ways]) for end in (np.min, np.max))
        value = (costs(flags) - ratio * base)[mine]
        ends = []
        for loss in (value - least, most - value):
            unit = (loss**2).mean() / loss.mean()
            ends.append([unit * end for end in matched(size * loss.mean() / unit, size, level)])
        (low, high), (more, less) = ends
        total += value.sum()
        below += (value.sum() - size * min(least + low, most - less)) ** 2
        above += (size * max(least + high, most - more) - value.sum()) ** 2
    return total - below**0.5, total + above**0.5


@pytest.mark.parametrize("threshold", [0.5, 1.5])
def test_savings_end_where_no_total_less_a_share_of_a_baseline_is_nothing(threshold):
    assert RECORDS is not None
    flags = threshold <= SCORES
    found = savings_interval(RECORDS, flags, 0.9)
    assert found is not None
    own, trivial = costs(flags), [costs(np.full(120, which)) for which in (False, True)]
    assert found.estimate == pytest.approx(1 - own.sum() / min(one.sum() for one in trivial))
    for place, end in enumerate((found.high, found.low)):
        reach = [not_rejected(1 - end, flags, everybody, 0.9)[place] for everybody in (False, True)]
        assert max(reach) == pytest.approx(0, abs=1e-5)
    assert found.low < found.estimate < found.high


def test_of_baselines_that_are_sure_savings_are_as_sure_as_totals():
    """Also where the decision brings money."""
    labels = np.repeat([1, 0], [10, 50])
    flags = labels == 1
    flags[[0, 12, 13]] ^= True
    for tp in (0.0, -1.0):
        money = {"fp": np.ones(60), "fn": np.full(60, 2.0), "tp": np.full(60, tp)}
        records = evaluate(labels, {"m": flags.astype(float)}, costs=money).records
        assert records is not None
        total, saved = total_interval(records, flags), savings_interval(records, flags)
        assert saved is not None
        base = min(20, 50 + 10 * tp)
        found = (saved.estimate, saved.low, saved.high)
        assert found == pytest.approx([1 - one / base for one in (total.estimate, total.high, total.low)])


def test_errors_that_nobody_made_may_still_cost_savings():
    labels = np.repeat([1, 0], 10)
    most = stats.beta.ppf(0.975, 1, 10)
    for amounts, low in ((np.ones(20), 1 - np.hypot(most, most)), (np.arange(1.0, 21), None)):
        records = evaluate(labels, {"m": labels}, costs={"fp": np.ones(20), "fn": amounts}).records
        assert records is not None
        found = savings_interval(records, labels == 1)
        assert found is not None
        assert (found.estimate, found.high) == (1, 1)
        assert found.low < 0.7
        assert low is None or found.low == pytest.approx(low)


def test_one_record_of_each_class_says_little():
    records = evaluate([1, 0], {"m": [0, 1]}, costs={"fp": [1, 1], "fn": [1, 1]}).records
    assert records is not None
    found = savings_interval(records, [0, 1])
    assert found is not None
    # One of one is wrong: from 2.5 to 100 of 100 by Clopper and Pearson.
    assert (found.estimate, found.low) == (-1, -1)
    assert found.high == pytest.approx(1 - (2 - np.hypot(0.975, 0.975)))


def test_which_baseline_is_cheaper_is_not_known_for_sure():
    """Nobody costs 165 here, and might cost less than the 155 that everybody does."""
    labels, amounts = np.repeat([1, 0], [40, 155]), np.ones(195)
    amounts[:40] = RNG.exponential(size=40)
    amounts[:40] *= 165 / amounts[:40].sum()
    records = evaluate(labels, {"m": labels}, costs={"fp": np.ones(195), "fn": amounts}).records
    assert records is not None
    everybody, nobody = (savings_interval(records, np.full(195, way)) for way in (True, False))
    assert everybody is not None
    assert nobody is not None
    assert everybody.low < -0.1
    assert (everybody.estimate, everybody.high) == (0, 0)
    assert nobody.low < nobody.estimate == pytest.approx(1 - 165 / 155)
    assert nobody.high == 0


def test_flagging_as_a_sure_baseline_does_saves_nothing_for_sure():
    labels = np.repeat([1, 0], [10, 50])
    records = evaluate(labels, {"m": labels}, costs={"fp": np.ones(60), "fn": np.ones(60)}).records
    assert records is not None
    found = savings_interval(records, np.zeros(60))
    assert found is not None
    assert (found.estimate, found.low, found.high) == (0, 0, 0)


def test_records_seen_twice_do_not_make_savings_surer():
    assert RECORDS is not None
    twice, flags = np.tile(np.arange(120), 2), SCORES >= 0.5
    money = {"fp": np.full(240, 2.0), "fn": AMOUNTS[twice]}
    doubled, clustered = (
        evaluate(LABELS[twice], {"m": SCORES[twice]}, costs=money, cluster=cluster).records
        for cluster in (None, twice)
    )
    assert doubled is not None
    assert clustered is not None
    once, same = savings_interval(RECORDS, flags), savings_interval(clustered, flags[twice])
    more = savings_interval(doubled, flags[twice])
    assert once is not None
    assert same is not None
    assert more is not None
    assert same.estimate == pytest.approx(once.estimate)
    assert more.width < 0.8 * once.width
    assert same.width == pytest.approx(once.width, rel=0.15)


@pytest.mark.parametrize("ask", [total_interval, savings_interval])
def test_records_of_one_class_are_refused(ask):
    money = {"fp": np.ones(3), "fn": np.ones(3)}
    alone = Records.read([1, 1, 0], {"m": [1, 2, 3]}, costs=money, sample_weight=[1, 1, 0])
    said = refusal(lambda: ask(alone, np.ones(3)), UndefinedError)
    assert "needs records of both classes" in said
    assert "no negative ones" in said


def test_nothing_is_a_share_of_a_baseline_that_might_bring_money():
    unsure = AMOUNTS - AMOUNTS[LABELS == 1].mean() + 0.1
    records = evaluate(LABELS, {"m": SCORES}, costs={"fp": np.full(120, 2.0), "fn": unsure}).records
    assert records is not None
    assert unsure[LABELS == 1].sum() > 0
    assert savings_interval(records, SCORES >= 0.5) is None


def test_nothing_is_a_share_of_a_baseline_that_may_be_nothing():
    gains = evaluate(LABELS, {"m": SCORES}, costs={"fp": np.ones(120), "fn": np.zeros(120)})
    assert gains.records is not None
    assert savings_interval(gains.records, SCORES >= 0.5) is None


@pytest.mark.parametrize("flags", [np.zeros(120), np.ones(120)])
def test_treating_all_alike_is_as_sure_as_what_records_cost(flags):
    """Everybody costs 2 or nothing, certainly; nobody costs what the positives' amounts come to."""
    assert RECORDS is not None
    found = total_interval(RECORDS, flags)
    values = costs(flags)
    assert found.estimate == pytest.approx(values.sum())
    if flags.all():
        assert found.high - found.low == pytest.approx(0, abs=1e-9)
    else:
        _, spread, _ = by_hand(values)
        assert found.high - found.low == pytest.approx(2 * 1.96 * spread, rel=0.1)


def test_errors_that_nobody_made_are_not_certain_to_stay_away():
    labels, amounts = np.repeat([1, 0], 10), np.full(20, 7.0)
    right = evaluate(labels, {"m": labels}, costs={"fp": np.ones(20), "fn": amounts})
    assert right.records is not None
    found = total_interval(right.records, labels == 1)
    assert (found.estimate, found.low) == (0, 0)
    # None of ten: up to 31 of 100 by Clopper and Pearson, of either class.
    most = stats.beta.ppf(0.975, 1, 10)
    assert found.high == pytest.approx(np.hypot(10 * 7 * most, 10 * most))
