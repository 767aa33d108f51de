"""Decisions tell what choosing this way comes to on records that had no part in the choice."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.errors import InputError

COSTS = cc.Costs(fp=1, fn=4)
F1 = next(measure for measure in cc.measures.MEASURES if measure.key == "f1")


def made(count: int = 300, seed: int = 3, **columns: Any) -> cc.Evaluation:
    """Two good models and one that guesses."""
    rng = np.random.default_rng(seed)
    label = np.arange(count) % 5 == 0
    scores = {
        name: rng.normal(size=count) + shift * label for name, shift in (("a", 1.3), ("b", 1.2), ("c", 0))
    }
    return cc.evaluate(label, scores, **columns)


def test_a_decision_by_costs_is_the_recommended_one() -> None:
    ev = made()
    for condition in (COSTS, 0.4, cc.OperatingCondition(0.02, COSTS), 0.999):
        decision, found = ev.decide(condition), ev.uncertainty().recommendation(condition)
        assert decision == found.decision
        assert decision.headline == found.headline
        assert decision.rows == found.rows
        assert decision.lead == found.lead
        assert (decision.verdict, decision.not_told_apart) == (found.verdict, found.not_told_apart)
        assert str(decision) == found.sentence
    assert ev.decide(0.999).verdict == "everybody"
    assert ev.decide(COSTS, model="c").headline.covers == "threshold"


def test_what_is_told_is_found_on_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    from costcurves.evaluation.uncertainty import Uncertainty

    asked = []
    found = Uncertainty.recommendation

    def counting(self: Uncertainty, *given: Any, **options: Any) -> Any:
        asked.append(given)
        return found(self, *given, **options)

    monkeypatch.setattr(Uncertainty, "recommendation", counting)
    decision = made().decide(COSTS)
    assert (decision.sentence, repr(decision), asked) == (decision.sentence, repr(decision), [])
    assert decision.headline is decision.headline
    assert len(asked) == 1


def test_the_choice_on_these_very_records_is_another_question() -> None:
    ev = made()
    decision = ev.decide(criterion=cc.criteria.least_cost(cc.OperatingCondition(0.2, COSTS)))
    assert decision.nec == min(ev.cost_curve(name)(decision.pc) for name in ev.models)
    assert (decision.headline, decision.rows, decision.lead, decision.not_told_apart) == (None, (), None, ())
    assert str(decision) == decision.sentence


def test_goals_are_told_too() -> None:
    ev = made()
    decision = ev.decide(criterion=cc.criteria.capacity(0.2))
    assert decision.headline == ev.uncertainty().left_out(decision).headline
    assert (decision.headline.measure, decision.headline.basis) == ("tpr", "cross-fitted")
    assert (decision.rows, decision.lead, decision.not_told_apart) == ((), None, ())
    assert str(decision).startswith(decision.sentence)
    assert ev.decide(criterion=cc.criteria.best("f1")).headline.measure == "f1"
    assert ev.decide(criterion=cc.criteria.capacity(0.2, randomised=True)).headline is None


def test_documents_tell_it_and_read_back_equal() -> None:
    decision = made().decide(COSTS)
    document = decision.to_json()
    assert document["headline"] == decision.headline.to_json()
    assert document["sentence"] == decision.sentence
    again = cc.Decision.from_json(document)
    assert again == decision
    assert again.headline is None
    for same in (copy.deepcopy(decision), pickle.loads(pickle.dumps(decision))):
        assert same == decision
        assert same.headline == decision.headline


def test_other_records_judge_as_given() -> None:
    old, new = made(seed=4), made(seed=5)
    decision = new.decide(COSTS, chosen_on=old)
    assert decision.chosen_on == "another evaluation"
    assert (decision.fpr, decision.tpr) == (
        new.judge(old.decide(COSTS)).fpr,
        new.judge(old.decide(COSTS)).tpr,
    )
    assert decision.thresholds == old.decide(COSTS).thresholds
    headline = decision.headline
    assert (headline.basis, headline.covers, headline.folds) == ("held-out", "nothing", None)
    assert headline.estimate == pytest.approx(decision.expected_cost)
    own = new.uncertainty(chosen_on=old).decision(decision).cost
    assert own is not None
    assert (headline.low, headline.high) == pytest.approx((own.low, own.high))
    first, *others = decision.rows
    condition = decision.condition
    assert condition is not None
    assert first.model == decision.model
    assert [row.nec for row in others] == sorted(row.nec for row in others)
    for row in decision.rows:
        kept = old.decide(criterion=cc.criteria.least_cost(condition), model=row.model)
        assert row.thresholds == kept.thresholds
        assert row.nec == new.judge(kept).nec
    for row in others:
        assert row.gap is not None
        assert row.gap.estimate == pytest.approx(row.nec - first.nec)
    assert decision.to_json()["lead"]["runner_up"] == others[0].model


def test_a_cheaper_rival_where_others_judge_is_mentioned() -> None:
    label = np.arange(200) % 2 == 0
    good, fair, poor = label + np.arange(200) % 7 / 9, label + np.arange(200) % 7 / 4, np.arange(200) % 11 / 9
    old = cc.evaluate(label, {"m": good, "k": fair})
    new = cc.evaluate(label, {"m": poor, "k": fair})
    decision = new.decide(0.5, chosen_on=old)
    assert decision.model == "m"
    assert "On these records, k costs less (0.21), by more than chance; " in str(decision)
    assert "if it is chosen for that, it must be judged on other records." in str(decision)
    assert "m may lead" not in str(decision)
    assert old.decide(0.5, chosen_on=old) == old.decide(0.5)


def test_who_is_flagged_whatever_the_scores_needs_no_interval() -> None:
    old, new = made(seed=4), made(seed=5)
    decision = new.decide(0.999, chosen_on=old)
    assert (decision.verdict, decision.headline.low) == ("everybody", None)
    assert decision.headline.estimate == pytest.approx(0.001)
    assert "no model costs less, on another evaluation, where it was chosen." in str(decision)


def test_counts_and_points_judge_others_too() -> None:
    old, new = made(seed=4), made(seed=5)
    counted = cc.Evaluation(new.models, name="counted")
    decision = counted.decide(0.5, chosen_on=old)
    assert decision.headline.low == pytest.approx(new.decide(0.5, chosen_on=old).headline.low, rel=1e-3)
    assert decision.rows[0].gap is None
    points = cc.evaluate_points({"a": (0.2, 0.8, 0.5)})
    judged = points.decide(0.5, chosen_on=cc.evaluate_points({"a": (0.1, 0.7, 0.5)}))
    assert (judged.headline.basis, judged.headline.low) == ("held-out", None)
    assert "no sample size" in judged.headline.reason


def test_goals_of_other_records_are_judged_as_given() -> None:
    old, new = made(seed=4), made(seed=5)
    decision = new.decide(criterion=cc.criteria.best("f1"), chosen_on=old)
    assert (decision.headline.basis, decision.headline.measure) == ("held-out", "f1")
    assert decision.headline.estimate == pytest.approx(float(F1(decision.confusion())))
    capacity = new.decide(criterion=cc.criteria.capacity(0.2), chosen_on=old)
    assert capacity.headline.estimate == capacity.tpr
    assert "had no part in the choice" in str(capacity)
    points, others = (cc.evaluate_points({"a": (0.2, tpr, 0.5)}) for tpr in (0.8, 0.7))
    judged = points.decide(criterion=cc.criteria.max_fpr(0.3), chosen_on=others)
    assert judged.headline.low is None


def test_only_decisions_of_others_are_held_out() -> None:
    ev = made()
    with pytest.raises(InputError, match="judged as given if it was chosen on other records"):
        ev.uncertainty().held_out(ev.decide(COSTS))
    mixed = ev.decide(criterion=cc.criteria.capacity(0.2, randomised=True))
    with pytest.raises(InputError, match="judged as given if it was chosen on other records"):
        ev.uncertainty(chosen_on=ev).held_out(mixed)


def test_a_page_of_a_decision_shows_what_it_tells(tmp_path: Any) -> None:
    ev = made()
    one = ev.report(tmp_path / "one.html", decision=ev.decide(COSTS)).read_text(encoding="utf-8")
    other = ev.report(tmp_path / "other.html", COSTS).read_text(encoding="utf-8")
    assert one == other


def test_a_champion_stays_unless_beaten_by_more_than_chance() -> None:
    ev = made()
    first, second, last = (row.model for row in ev.decide(COSTS).rows)
    kept = ev.decide(COSTS, champion=second)
    assert (kept.model, kept.rows[0].model, kept.headline.covers) == (second, second, "threshold")
    assert f"The champion {second} stays: {first} costs less (" in str(kept)
    assert kept.rows[0].gap.estimate > 0  # dearer than the runner-up
    assert kept.headline.estimate == pytest.approx(ev.decide(COSTS, model=second).headline.estimate)
    beaten = ev.decide(COSTS, champion=last)
    assert (beaten, beaten.headline) == (ev.decide(COSTS), ev.decide(COSTS).headline)
    assert f"{first} replaces the champion {last}: it is cheaper by more than chance." in str(beaten)
    best = ev.decide(COSTS, champion=first)
    assert best.headline == ev.decide(COSTS).headline
    assert f"The champion {first} stays: no other model costs less." in str(best)
    counts = cc.Evaluation(ev.models)
    assert "costs less (" in str(counts.decide(COSTS, champion=last))
    assert "but whether by more than chance is not known" in str(counts.decide(COSTS, champion=last))
    other = made(seed=5)
    held = other.decide(COSTS, champion=second, chosen_on=ev)
    assert held.model == second
    there = "cheaper by more than chance on another evaluation."
    assert f"The champion {second} stays: no other model is {there}" in str(held)
    replaced = str(other.decide(COSTS, champion=last, chosen_on=ev))
    assert f"{first} replaces the champion {last}: it is {there}" in replaced
    assert "the champion" not in str(other.decide(COSTS, chosen_on=ev))


def test_a_champion_is_one_of_the_models_where_costs_decide() -> None:
    ev = made()
    with pytest.raises(InputError, match="no such model 'd'"):
        ev.decide(COSTS, champion="d")
    with pytest.raises(InputError, match="a champion is kept or replaced by what models cost"):
        ev.decide(criterion=cc.criteria.capacity(0.2), champion="a")
