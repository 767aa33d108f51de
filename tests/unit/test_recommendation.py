"""Recommendations: what is recommended, what it costs, and what may be chance; in words, tables and documents."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import costcurves as cc
from costcurves._ground.number_words import amount
from costcurves.evaluation import judging_goals
from costcurves.results.goal_judged import GoalJudged
from costcurves.results.headline import FINE_PRINT
from costcurves.results.recommendation import MANY, MANY_HELD
from costcurves.results.recommendation_in_words import MOST_SHOWN

if TYPE_CHECKING:
    from costcurves.results.recommendation import Recommendation

COSTS = cc.Costs(fp=1, fn=4)


def made(size: int = 300, models: int = 2, seed: int = 0, skill: float = 1.5) -> cc.Evaluation:
    """Models that are equally good, and a better one called `good`."""
    draw = np.random.default_rng(seed)
    label = np.arange(size) % 3 == 0
    score = {f"m{i}": draw.normal(size=size) + skill / 2 * label for i in range(models)}
    return cc.evaluate(label, {**score, "good": draw.normal(size=size) + 2 * skill * label})


def scores_of(ev: cc.Evaluation) -> dict[str, Any]:
    """The scores of an evaluation by model."""
    assert ev.records is not None
    return dict(ev.records.scores)


def advice(ev: cc.Evaluation, condition: Any = COSTS, model: str | None = None) -> Recommendation:
    """What is recommended by default."""
    return ev.uncertainty().recommendation(condition, model=model)


# ---- what is recommended --------------------------------------------------------------------


def test_the_model_of_least_row_with_the_threshold_that_is_cheapest_on_all_records() -> None:
    ev = made()
    found = advice(ev)
    assert [row.nec for row in found.rows] == sorted(row.nec for row in found.rows)
    assert (found.verdict, found.decision.model, found.rows[0].model) == ("model", "good", "good")
    assert found.decision.thresholds == ev.decide(COSTS, model="good").thresholds
    assert found.decision.candidates == ("m0", "m1", "good")
    costs = ev.uncertainty().costs(COSTS)
    assert {row.model: str(row.interval) for row in found.rows} == {
        name: str(one) for name, one in costs.items()
    }


def test_nobody_or_everybody_where_no_row_is_cheaper() -> None:
    draw = np.random.default_rng(2)
    label = np.arange(200) % 4 == 0
    ev = cc.evaluate(label, {"a": draw.random(200), "b": draw.random(200)})
    for pc, whom in ((0.3, "nobody"), (0.7, "everybody")):
        found = advice(ev, pc)
        assert min(row.nec for row in found.rows) > 0.3
        assert (found.verdict, found.decision.flags) == (whom, whom)
        assert found.to_expect.nec == pytest.approx(0.3)
        assert found.sentence.startswith(f"Flag {whom}: no model costs less, judged on records left out")


def test_it_is_said_where_choosing_does_not_pay() -> None:
    draw = np.random.default_rng(4)
    guesses = {f"guess {i}": score for i, score in enumerate(draw.random((20, 300)))}
    found = advice(cc.evaluate(np.arange(300) % 3 == 0, guesses), 0.4)
    assert found.verdict == "model"
    assert not found.pays
    assert found.headline.estimate > 0.4 > found.rows[0].nec
    assert (
        "So on new records choosing this way does not pay: flagging nobody costs no more." in found.sentence
    )
    assert "and 7 more." in found.sentence
    assert advice(made()).pays


def test_counts_times_costs_are_the_cost_that_is_shown() -> None:
    found = advice(made())
    row = found.outcome_table().to_columns()
    fp, fn = row["fp"][0], row["fn"][0]
    assert row["choice"][0] == "this decision"
    assert (fp * 1 + fn * 4) / 1000 == pytest.approx(row["cost"][0]) == pytest.approx(found.headline.estimate)
    expected = found.to_expect
    assert expected.expected_cost == pytest.approx(found.headline.estimate)
    assert not expected.optimistic


def test_of_one_model_only_the_threshold_is_chosen() -> None:
    ev = made()
    one = advice(ev, model="good")
    assert (one.headline.covers, one.lead, len(one.rows)) == ("threshold", None, 1)
    assert str(one.rows[0].interval) == str(ev.uncertainty().cost("good", COSTS))
    assert one.decision.candidates == ("good",)
    with pytest.raises(cc.CostCurvesError, match="model"):
        advice(ev, model="none")


# ---- chance ---------------------------------------------------------------------------------


def test_told_apart_exactly_where_the_interval_of_the_gap_excludes_nothing() -> None:
    found = advice(made(600))
    assert found.rows[0].gap is not None
    assert found.rows[0].gap.estimate == pytest.approx(found.rows[0].nec - found.rows[1].nec)
    for row in found.rows[1:]:
        assert row.gap is not None
        assert row.gap.estimate == pytest.approx(row.nec - found.rows[0].nec)
        assert row.told_apart == (row.gap.low > 0 or row.gap.high < 0)
        assert row.told_apart
    assert found.not_told_apart == ()
    assert "good is cheaper than the other 2 models by more than chance." in found.sentence


def test_models_that_may_lead_by_chance_are_named() -> None:
    found = advice(made(90, models=3, skill=0.4))
    assert set(found.not_told_apart) == {row.model for row in found.rows[1:]}
    assert "may lead by chance: it cannot be told apart from" in found.sentence


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_the_table_never_contradicts_tests_of_pairs(first: int) -> None:
    """Twenty random files each, of models that differ by something or by nothing."""
    for seed in range(first, first + 20):
        found = advice(made(60, models=1 + seed % 3, seed=seed, skill=seed % 5 / 2), 0.4)
        apart = [row.model for row in found.rows[1:] if row.told_apart]
        if not apart:
            continue
        ev = made(60, models=1 + seed % 3, seed=seed, skill=seed % 5 / 2)
        pairs = {frozenset((one.a, one.b)): one.winner for one in ev.uncertainty().pairwise(0.4).tested}
        assert {pairs[frozenset((name, found.rows[0].model))] for name in apart} == {found.rows[0].model}


def test_exact_ties_are_said() -> None:
    label = [1, 0, 1, 0, 1, 0] * 10
    score = np.array([6, 5, 4, 3, 2, 1] * 10)
    found = advice(cc.evaluate(label, {"a": score, "b": 2 * score, "c": -score}), 0.45)
    assert found.tied == ("b",)
    assert "a and b cost exactly the same." in found.sentence
    assert found.to_json()["ties"]["models"] == ["b"]


def test_all_thresholds_that_are_as_cheap_are_listed() -> None:
    label = [1] * 40 + [0] * 40
    score = [5] * 20 + [4] * 5 + [3] * 5 + [2] * 10 + [4] * 5 + [3] * 5 + [2] * 10 + [1] * 20
    found = advice(cc.evaluate(label, {"m": score}), 0.5)
    assert [one.high for one in found.equally_cheap] == [5, 4, 3, 2]
    assert (
        "Equally cheap there: score ≥ 4, score ≥ 3 and score ≥ 2, and any mixture of these." in found.sentence
    )


def test_some_of_very_many_records_judge_and_all_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    ev = made(900)
    whole = advice(ev)
    monkeypatch.setattr(judging_goals, "MOST_OF_A_CLASS", 250)
    found, again = advice(ev), advice(ev)
    assert found.headline == again.headline  # drawn by the seed
    assert found.headline.reason == "judged on 500 records, drawn at random from each class"
    assert found.decision.thresholds == whole.decision.thresholds
    assert (found.records, found.seems, found.stands) == (900, whole.seems, whole.stands)
    assert found.headline.estimate != whole.headline.estimate
    assert found.headline.estimate == pytest.approx(whole.headline.estimate, abs=0.1)
    capped = ev.decide(criterion=cc.criteria.capacity(0.2))
    goal = ev.uncertainty().left_out(capped)
    assert goal.headline.reason == found.headline.reason
    flagged = capped.share_flagged(goal.rates["fpr"].estimate, goal.rates["tpr"].estimate)
    assert flagged == pytest.approx(0.2, abs=0.03)  # of all records, not of those drawn
    folds = cc.evaluate(np.arange(900) % 3 == 0, scores_of(ev), fold=np.arange(900) % 4)
    assert advice(folds).headline.reason == ""
    monkeypatch.undo()
    weighted = cc.evaluate(np.arange(900) % 3 == 0, scores_of(ev), sample_weight=np.arange(900) % 5)
    assert advice(weighted).headline.reason == ""  # records of weight 0 could not judge


# ---- where less is known --------------------------------------------------------------------


def test_one_record_of_a_class_judges_nothing() -> None:
    label = np.arange(20) == 0
    found = advice(cc.evaluate(label, {"m": 20 - np.arange(20)}), 0.5)
    headline = found.headline
    assert (headline.basis, headline.covers, headline.low) == ("same-records", "nothing", None)
    assert "two or more records of each class" in headline.reason
    assert found.decision.optimistic
    assert "on the same records it was chosen on: expect worse on new ones." in found.sentence


def test_counts_choose_thresholds_only_and_hold_for_all_models() -> None:
    ev = made()
    counted = cc.Evaluation(ev.models)
    found, own = advice(counted, 0.4), counted.uncertainty()
    assert found.headline.covers == "threshold"
    assert "do not show which records the models share" in found.headline.reason
    assert all(row.gap is None for row in found.rows)
    assert "Whether good leads by more than chance is not tested." in found.sentence
    each = own.cost("good", 0.4)
    row = next(row for row in found.rows if row.model == "good")
    assert row.interval is not None
    assert row.interval.models == 3
    assert row.interval.low < each.low
    assert each.high < row.interval.high


def test_published_points_have_intervals_of_their_counts() -> None:
    points = {"a": (0.05, 0.7), "b": (0.06, 0.6)}
    found = advice(cc.evaluate_points(points, positives=100, negatives=200), 0.5)
    assert (found.headline.basis, found.headline.covers, found.rows[0].model) == ("given", "nothing", "a")
    assert found.rows[0].interval is not None
    assert found.rows[0].interval.models == 2
    assert "cross" not in found.sentence
    rates = cc.evaluate_points({"a": (0.1, 0.7)})
    bare = advice(rates, cc.OperatingCondition(0.2, COSTS))
    assert bare.headline.reason == "as published, no sample size"
    assert bare.rows[0].interval is None


# ---- shown and written ----------------------------------------------------------------------


def test_intervals_can_be_left_out_but_not_the_folds() -> None:
    found = advice(made())
    bare = found.without_intervals()
    assert (bare.headline.estimate, bare.headline.basis) == (found.headline.estimate, "cross-fitted")
    assert (bare.headline.low, bare.headline.level, bare.rows[0].interval) == (None, None, None)
    assert "interval" not in bare.sentence


def test_the_table_shows_twelve_models_and_counts_the_rest() -> None:
    found = advice(made(models=14))
    table = found.table()
    assert len(table.rows) == MOST_SHOWN + 2
    assert "3 more expensive models are left out." in table.notes
    assert table.notes[-1] == FINE_PRINT
    assert [row[0] for row in table.rows][-2:] == ["nobody", "everybody"]
    assert len(found.to_columns()["model"]) == 15


def test_the_document_says_it_all() -> None:
    found = advice(made())
    document = found.to_json()
    assert set(document) == {
        "headline", "rows", "given", "mean_score", "lead", "not_told_apart", "verdict", "picked", "stands", "left_out", "ties",
    }  # fmt: skip
    headline = document["headline"]
    assert (headline["measure"], headline["basis"], headline["covers"]) == (
        "cost",
        "cross-fitted",
        "model+threshold",
    )
    assert (headline["folds"], headline["repeats"], headline["seed"], headline["level"]) == (5, 10, 0, 0.95)
    assert document["lead"]["runner_up"] == document["rows"][1]["model"]
    assert advice(made(), 0.4).headline.measure == "nec"


def test_it_is_said_how_far_the_choice_stands() -> None:
    ev = made()
    found = advice(ev)
    ranges = [one for one in ev.winners() if one.low <= found.condition.pc <= one.high]
    useful = ev.roc("good").hull().operating_range
    assert useful is not None
    assert found.stands == (max(ranges[0].low, useful[0]), min(ranges[0].high, useful[1]))
    assert advice(ev, cc.OperatingCondition(0.0001, COSTS)).stands is None
    assert ranges[0].models == ("good",)
    assert found.shares is not None
    assert found.ratios is not None
    assert (found.ratios[1], found.stands[1]) == (np.inf, 1.0)
    least = cc.OperatingCondition(found.condition.prevalence, cc.Costs(fp=1, fn=found.ratios[0]))
    assert least.pc == pytest.approx(found.stands[0])
    for share, pc in zip(found.shares, found.stands, strict=True):
        assert cc.OperatingCondition(share, COSTS).pc == pytest.approx(pc)
    positives = found.decision.prevalence * found.tpr
    assert f"so {found.to_expect.flagged / positives:.1f} are flagged for each one found" in found.sentence
    assert len(found.sentences) == 3


def test_probabilities_are_judged_at_given_thresholds_too() -> None:
    draw = np.random.default_rng(3)
    label = np.arange(200) % 3 == 0
    score = np.clip(0.3 + 0.3 * label + 0.2 * draw.normal(size=200), 0, 1)
    ev = cc.evaluate(label, {"p": score})
    found = advice(ev)
    assert [row.threshold for row in found.given] == [0.5, 0.2]
    for row in found.given:
        cost = ev.uncertainty().cost("p", COSTS, rule=cc.rules.fixed(row.threshold))
        assert str(row.nec) == str(cost)
        assert row.flagged == pytest.approx(np.mean(score >= row.threshold))
    assert found.mean_score == pytest.approx(score.mean())
    assert found.share == label.mean()
    assert [row[1] for row in found.table().rows][1:3] == ["given: ≥ 0.5", "given: ≥ 0.2"]
    assert advice(made()).given == ()
    bare = found.without_intervals()
    assert "[" not in "".join(str(row[3]) for row in bare.table().rows)


def test_benefits_are_shown_as_what_they_bring() -> None:
    gain = cc.Costs.from_benefits(tp=24, fp=-1)
    found = advice(made(), gain)
    headline = found.headline
    assert headline.measure == "benefit"
    assert headline.low is not None
    assert headline.high is not None
    assert headline.low < headline.estimate < headline.high
    assert "this way brings about" in found.sentence
    assert "Flagging nobody brings 0" in found.sentence
    assert found.table().columns[3].title == "benefit per case [95 %]"


def test_a_currency_names_the_unit_of_amounts() -> None:
    found = advice(made(), cc.Costs(fp=1, fn=4, currency="EUR"))
    assert f"costs about {found.headline.estimate:.4g} EUR a case" in found.sentence
    assert "cost per case, EUR [95 %]" in [column.title for column in found.table().columns]
    assert found.outcome_table().columns[-1].title == "cost per case, EUR"
    gain = advice(made(), cc.Costs.from_benefits(tp=5, fp=-1))
    assert gain.outcome_table().columns[-1].title == "benefit per case"
    given = made().decide(criterion=cc.criteria.least_cost(found.condition))
    assert " EUR a case, against " in given.sentence
    assert "EUR" not in advice(made(), 0.4).sentence
    with pytest.raises(cc.InputError, match="a currency must be a string; got an object of type int"):
        cc.Costs(1, 2, currency=3)  # type: ignore[arg-type]  # what is refused


def test_a_population_has_outcomes_and_totals() -> None:
    ev = made()
    condition = cc.OperatingCondition(0.2, cc.Costs(fp=1, fn=4, currency="EUR"))
    judged = dataclasses.replace(ev.judge_parts(ev.decide(condition)), population=5000)
    found, headline = judged.in_population, ev.decide(condition).headline
    assert found is not None
    assert found.cost == tuple(5000 * end for end in (headline.estimate, headline.low, headline.high))
    assert found.sentence in judged.sentence
    assert (
        f"of 1,000 positives; it costs {amount(5000 * headline.estimate)} EUR in all (95 % interval "
        in found.sentence
    )
    assert found.table().columns[-1].title == "total cost, EUR"
    assert found.table().rows[0][-1] == pytest.approx(found.cost[0])
    assert sum(found.to_json()[name] for name in ("tp", "fn", "fp", "tn")) == pytest.approx(5000)
    goal = dataclasses.replace(
        ev.judge_parts(ev.decide(criterion=cc.criteria.capacity(0.2))), population=1000
    )
    assert goal.in_population is not None
    assert isinstance(goal.met, GoalJudged)
    flagged = goal.in_population.decision.share_flagged(
        goal.met.rates["fpr"].estimate, goal.met.rates["tpr"].estimate
    )
    assert f"Of 1,000 cases it flags {1000 * flagged:,.0f} and finds" in goal.sentence
    assert (goal.in_population.cost, ev.judge_parts(ev.decide(condition)).in_population) == (None, None)
    with pytest.raises(cc.InputError, match="a population must have cases; got 0"):
        _ = dataclasses.replace(judged, population=0).in_population


def test_of_many_models_it_is_told_how_often_their_intervals_hold_together() -> None:
    assert MANY_HELD not in advice(made(90, models=MANY - 1)).table().notes
    many = advice(made(90, models=MANY))
    assert MANY_HELD in many.table().notes
    assert MANY_HELD not in many.without_intervals().table().notes
