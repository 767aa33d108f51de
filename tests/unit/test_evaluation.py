"""The evaluation: what a person holds and asks."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import Costs, Evaluation, OperatingCondition, Tally, UndefinedError
from costcurves.charts.figures.by_name import FIGURES
from costcurves.errors import listed
from costcurves.rules import averages
from costcurves.tallies.cells import Direction
from tests.unit.refusals import refusal

LABELS = [1, 0, 1, 0, 0, 1]
MODELS = {"a": [0.9, 0.8, 0.7, 0.1, 0.05, 0.6], "b": [0.1, 0.2, 0.9, 0.3, 0.4, 0.8]}
EV = cc.evaluate(LABELS, MODELS, fold=[1, 1, 1, 2, 2, 2], segment=list("xxyyxy"))
BARE = cc.evaluate_points({"1R": (0.2, 0.7), "C4.5": ([0.05, 0.1], [0.5, 0.55], [0.8, 0.7])})
EVEN = OperatingCondition(0.5, Costs(1, 1))
# Untyped: tests hand in what no type allows.
loose: Any = EV


def test_curves_of_models():
    tally = Tally.from_scores(LABELS, MODELS["a"])
    assert EV.tally("a") == tally
    assert EV.roc("a") == cc.RocCurve.of(tally)
    assert EV.cost_curve("a") == cc.rules.optimal(tally)
    assert EV.cost_curve("a", rule=cc.rules.fixed(0.5)) == cc.rules.fixed(0.5)(tally)
    pair = EV.compare("a", "b")
    assert (pair.a, pair.b, pair.curve_a) == ("a", "b", cc.rules.optimal(tally))
    assert EV.winners() == pair.ranges
    assert repr(EV) == "Evaluation(a, b, 3 + 3 records)"
    assert repr(BARE) == "Evaluation(1R, C4.5)"


def test_a_fixed_threshold_is_one_of_scores_as_given():
    scores = {"up": MODELS["a"], "down": [-score for score in MODELS["a"]]}
    both = cc.evaluate(LABELS, scores, fold=[1, 1, 1, 2, 2, 2], lower_is_positive=["down"])
    for threshold in (0.6, 0.65, 2.0):
        up, down = (
            both.cost_curve("up", rule=cc.rules.fixed(threshold)),
            both.cost_curve("down", rule=cc.rules.fixed(-threshold)),
        )
        assert up.values.tolist() == down.values.tolist()
        assert down.rule == f"threshold {-threshold:g}"
        assert (
            both.average("up", rule=cc.rules.fixed(threshold)).area
            == both.average("down", rule=cc.rules.fixed(-threshold)).area
        )


# --- decisions ---


def test_a_ratio_is_taken_at_the_prevalence_of_the_records_that_choose():
    old, new = (cc.evaluate([1] * n + [0] * (4 - n), {"m": [4, 3, 2, 1]}) for n in (1, 2))

    def half(prevalence: Any) -> OperatingCondition:
        return OperatingCondition.from_ratio(0.5, prevalence=prevalence)

    found = new.decide(half, chosen_on=old)
    assert found.condition == OperatingCondition.from_ratio(0.5, prevalence=0.25)
    assert found.sample_prevalence


def test_the_cheapest_model_is_chosen():
    for condition in (EVEN, OperatingCondition(0.1, Costs(1, 30)), OperatingCondition.from_pc(0.2)):
        decision = EV.decide(criterion=cc.criteria.least_cost(condition))
        costs = {name: EV.cost_curve(name)(condition.pc) for name in MODELS}
        assert decision.nec == pytest.approx(min(costs.values()))
        assert costs[decision.model] == pytest.approx(min(costs.values()))
        assert (decision.chosen_on, decision.judged_on) == ("these records", "these records")


def test_of_equals_the_first_is_chosen():
    twins = cc.evaluate(LABELS, {"z": MODELS["a"], "a": MODELS["a"]})
    assert twins.decide(EVEN).model == "z"
    assert twins.decide(criterion=cc.criteria.least_cost(EVEN)).model == "z"
    assert twins.decide(criterion=cc.criteria.best("f1")).model == "z"


def test_tiny_costs_choose_too():
    models = {"bad": [1.0, 1.0, 1.0, 1.0, 1.0, 1.0], "good": LABELS}
    assert cc.evaluate(LABELS, models).decide(OperatingCondition(1e-13, Costs(1, 1))).model == "good"


def test_any_criterion_chooses():
    assert EV.decide(criterion=cc.criteria.max_fpr(0)).tpr == max(
        cc.criteria.max_fpr(0)(EV.tally(m)).tpr for m in MODELS
    )
    assert EV.decide(criterion=cc.criteria.max_fpr(0), model="b").model == "b"
    mixed = EV.decide(criterion=cc.criteria.max_fpr(1 / 7, randomised=True))
    assert mixed.fpr == pytest.approx(1 / 7)
    alone = max(cc.criteria.max_fpr(1 / 7, randomised=True)(EV.tally(m)).tpr for m in MODELS)
    assert mixed.tpr == pytest.approx(EV.hull().tpr_at(1 / 7))
    assert mixed.tpr > alone
    assert len(mixed.models) == 2


def test_models_without_an_answer_are_passed_over():
    few = cc.evaluate_counts({"bad": ([1, 2], [5, 5], [5, 5]), "good": ([1, 2], [1, 9], [9, 1])})
    assert few.decide(criterion=cc.criteria.best_given("tpr", "ppv", 0.8)).model == "good"
    assert "no threshold meets the criterion" in refusal(
        lambda: few.decide(criterion=cc.criteria.best_given("tpr", "ppv", 0.99)), UndefinedError
    )


def test_infinite_measures_choose():
    assert EV.decide(criterion=cc.criteria.best("lr_positive")).fpr == 0


def test_choosing_by_costs_and_its_remarks_lay_out_no_cells():
    ev = cc.evaluate(LABELS, MODELS)
    decision = ev.decide(criterion=cc.criteria.least_cost(EVEN))
    assert ev.judge_parts(decision).decision == decision
    assert [one.kind for one in (*ev.remarks(), *ev.remarks(decision))] == ["few_flagged"]
    assert [model for model, tally in ev.models.items() if "cells" in vars(tally)] == []


def test_judging_a_decision_made_elsewhere():
    decision = EV.decide(EVEN)
    other = cc.evaluate([1, 0], {decision.model: [0.65, 0.1]})
    judged = other.judge(decision)
    assert judged.thresholds == decision.thresholds
    assert judged.tpr == float(decision.high <= 0.65)


@pytest.mark.parametrize(
    ("use", "text"),
    [
        (lambda: loose.roc([1]), "no such model [1]; choose from 'a', 'b'"),
        (lambda: loose.compare("a", [1]), "no such model [1]; choose from 'a', 'b'"),
        (lambda: EV.roc("z"), "no such model 'z'; choose from 'a', 'b'"),
        (
            lambda: EV.decide(criterion=cc.criteria.max_fpr(0.1), model="z"),
            "no such model 'z'; choose from 'a', 'b'",
        ),
        (
            lambda: loose.decide(criterion="max_fpr"),
            "criterion must be a criterion; got an object of type str: e.g. max_fpr(0.05) or least_cost(…)",
        ),
        (
            lambda: loose.decide("rare"),
            (
                "a condition must be an OperatingCondition, Costs, or PC(+) as a number; got an object of type str: write OperatingCondition(prevalence, costs)"
            ),
        ),
        (
            lambda: loose.decide(None),
            (
                "a decision must have a condition or a criterion; got neither: give costs with a prevalence, PC(+), or criterion="
            ),
        ),
        (
            lambda: loose.decide(
                EVEN, criterion=cc.criteria.max_fpr(0.1, condition=OperatingCondition(0.1, Costs(1, 1)))
            ),
            "criterion and decision must have one condition; got two: state it once",
        ),
        (lambda: Evaluation({}).decide(EVEN), "at least one model is needed; got none"),
        (
            lambda: BARE.by("fold"),
            "parts need records; got counts or operating points: evaluate labels and scores",
        ),
        (
            lambda: cc.evaluate(LABELS, MODELS).by("fold"),
            "the records must have a fold; got none: give fold=",
        ),
        (lambda: EV.by("day"), "no such column of parts 'day'; choose from 'fold', 'cluster', 'segment'"),
        (
            lambda: EV.average_roc("a", "diagonal"),
            "no such average 'diagonal' (how); choose from 'vertical', 'horizontal', 'threshold', 'pooled'",
        ),
        *(
            (use, "a rule must choose thresholds; got an object of type str: e.g. optimal, or fixed(0.5)")
            for use in (
                lambda: loose.cost_curve("a", rule="optimal"),
                lambda: loose.compare("a", "b", rule="optimal"),
                lambda: loose.winners(rule="optimal"),
                lambda: loose.average("a", rule="optimal"),
                lambda: averages.cost_average([EV.tally("a")], loose.name),
            )
        ),
        (lambda: EV.average("z"), "no such model 'z'; choose from 'a', 'b'"),
        (lambda: EV.chart("pie"), f"no such picture 'pie'; choose from {listed(list(FIGURES), most=12)}"),
        (
            lambda: EV.curve_columns("pie"),
            "no such curve 'pie'; choose from 'roc', 'coverage', 'precision_recall', 'precision_recall_gain', 'det', 'gains', 'lift', 'profit', 'cost', 'cost_by_proportion', 'error_by_prevalence', 'brier' … (43 in all)",
        ),
        (
            lambda: Evaluation({"s": Tally.stack([EV.tally("a")])}),
            (
                "the model 's' needs a single tally; got Tally(stack of shape (1,), 6 cells): "
                "take its members() or pooled()"
            ),
        ),
        (
            lambda: loose.__class__({"s": [1, 2]}),
            "the model 's' needs a single tally; got an object of type list: make one with Tally.from_scores",
        ),
    ],
)
def test_questions_without_an_answer_are_refused(use, text):
    assert refusal(use) == text


# --- parts ---


def test_one_evaluation_a_part():
    parts = EV.by("segment")
    assert list(parts) == ["x", "y"]
    assert parts["y"].name == "segment y"
    assert parts["y"].tally("a") == Tally.from_scores([1, 0, 1], [0.7, 0.1, 0.6])
    assert parts["y"].decide(EVEN).chosen_on == "segment y"


def test_averages_over_folds():
    folds = [Tally.from_scores(LABELS[row], MODELS["a"][row]) for row in (slice(3), slice(3, None))]
    assert EV.average("a") == averages.cost_average(folds)
    for how, average in averages.AVERAGES.items():
        assert EV.average_roc("a", how) == average(folds)


# --- tables ---


def test_the_table_of_summaries():
    table = EV.summary()
    assert [row[0] for row in table.rows] == ["a", "b"]
    assert [column.key for column in table.columns] == [
        "model",
        *(r.key for r in cc.measures.SUMMARIES if r.main),
    ]
    assert [column.key for column in EV.summary(full=True).columns] == [
        "model",
        *(r.key for r in cc.measures.SUMMARIES),
    ]
    assert table.rows[0][1] == EV.roc("a").auc
    assert table.notes == ()
    assert EV.to_frame("pandas")["auc"].tolist() == [EV.roc(model).auc for model in MODELS]


def test_undefined_summaries_are_missing_and_explained():
    table = BARE.summary()
    keys = [column.key for column in table.columns]
    missing = {keys[i] for row in table.rows for i, value in enumerate(row) if value is None}
    assert missing == {"h_measure", "least_error", "brier"}
    # What several lack for one reason is said once.
    assert any(
        note.startswith("H-measure, least error rate of 1R: the prevalence must be known; got rates")
        for note in table.notes
    )


def test_the_table_of_thresholds():
    table = EV.threshold_table("a")
    keys = [column.key for column in table.columns]
    assert keys[:7] == ["threshold_low", "threshold_high", "flagged_if", "tp", "fn", "fp", "tn"]
    assert keys[7:] == [row.key for row in cc.measures.MEASURES]
    assert len(table.rows) == 7
    assert table.rows[0][:7] == (0.9, np.inf, ">=", 0, 3, 0, 3)
    assert table.rows[-1][:7] == (-np.inf, 0.05, ">=", 3, 0, 3, 0)


def test_rates_alone_have_no_table_of_outcomes():
    assert "the prevalence must be known" in refusal(lambda: BARE.threshold_table("1R"), UndefinedError)


def test_pictures_are_data():
    assert EV.chart("roc").title
    assert EV.chart("cost", decision=EV.decide(EVEN)).title


def test_curves_as_columns():
    columns = EV.curve_columns("cost")
    assert list(columns) == ["model", "pc", "nec"]
    assert columns["pc"][: columns["model"].count("a")] == EV.cost_curve("a").knots.tolist()
    roc = EV.curve_columns("roc")
    assert list(roc) == ["model", "fpr", "tpr", "threshold_low", "threshold_high", "flagged_if"]
    assert len(roc["fpr"]) == 14
    frame = EV.curve_frame("roc", backend="polars")
    assert frame["model"].to_list() == ["a"] * 7 + ["b"] * 7


# --- documents ---


@pytest.mark.parametrize(
    "ev", [BARE, cc.evaluate_counts({"m": ([np.inf, 1, -np.inf], [1, 2, 0.5], [2, 1, 3])})], ids=str
)
def test_files_read_back_equal(ev, tmp_path):
    ev.save(tmp_path / "ev.json")
    assert Evaluation.load(tmp_path / "ev.json") == ev


def test_files_keep_the_tallies_not_the_rows(tmp_path):
    low = cc.evaluate(list("abcabc"), MODELS, pos_label="a", lower_is_positive="b")
    low.save(tmp_path / "ev.json")
    again = Evaluation.load(tmp_path / "ev.json")
    assert again.models == low.models
    assert again.records is None
    assert again.notes == low.notes
    assert [tally.direction for tally in again.models.values()] == [Direction.HIGH, Direction.LOW]
    assert again.decide(EVEN) == low.decide(EVEN)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"tallies": None}, "an evaluation document must be complete; got "),
        ({"tallies": {"m": 5}}, "the document must be a costcurves tally; got 'int'"),
        ({"notes": None}, "an evaluation document must be complete; got "),
        ({"version": 9}, "the document must have version 1; got 9"),
        ({"kind": "decision"}, "the document must be a costcurves evaluation; got 'decision'"),
    ],
)
def test_broken_files_are_refused(change, text, tmp_path):
    EV.save(tmp_path / "ev.json")
    document = json.loads((tmp_path / "ev.json").read_text()) | change
    (tmp_path / "ev.json").write_text(json.dumps(document))
    assert refusal(lambda: Evaluation.load(tmp_path / "ev.json")).startswith(text)
    del document[next(iter(change))]
    (tmp_path / "ev.json").write_text(json.dumps(document))
    assert refusal(lambda: Evaluation.load(tmp_path / "ev.json"))


def test_numbers_as_plain_values():
    numbers = EV.to_json()
    assert (numbers["positives"], numbers["negatives"]) == (3, 3)
    model = numbers["models"]["a"]
    assert model["auc"] == EV.roc("a").auc
    assert model["h_convention"].startswith("severity fp/(fp + fn) ~ Beta(2, 2)")
    assert list(model["cost_curve"]) == ["pc", "nec"]
    assert list(model["hull"]) == ["fpr", "tpr", "thresholds"]
    assert json.loads(json.dumps(numbers, allow_nan=False)) == numbers
    bare = BARE.to_json()
    assert (bare["positives"], bare["models"]["1R"]["h_measure"], bare["models"]["1R"]["h_convention"]) == (
        None,
    ) * 3


# --- a value ---


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_evaluations_are_values(how):
    assert how(EV) == EV
    assert EV != BARE


def test_thresholds_are_those_of_the_scores_as_given():
    ev = cc.evaluate([1, 0, 1], {"distance": [1.0, 3.0, 2.0]}, lower_is_positive=True)
    columns = ev.curve_columns("roc")
    assert columns["threshold_low"] == [-np.inf, 1.0, 2.0, 3.0]
    assert columns["threshold_high"] == [1.0, 2.0, 3.0, np.inf]
    assert set(columns["flagged_if"]) == {"<="}
    model = ev.to_json()["models"]["distance"]
    assert model["hull"]["thresholds"] == ["-inf", 2.0, 3.0]
    assert model["lower_is_positive"] is True


def test_equal_errors_are_no_merit_in_themselves():
    y_true = [1, 1, 1, 1, 0, 0, 0, 0]
    good = [8, 7, 6, 5, 5.5, 3, 2, 1]  # at best one error of one class
    poor = [8, 7, 2, 1, 6, 5, 4, 3]  # two errors of each class
    ev = cc.evaluate(y_true, {"poor": poor, "good": good})
    assert ev.decide(criterion=cc.criteria.equal_errors()).model == "good"
    assert ev.decide(criterion=cc.criteria.equal_errors(randomised=True)).model == "good"


def test_regret_is_from_the_best_of_all_models():
    y_true = [1, 1, 1, 0, 0, 0]
    ev = cc.evaluate(y_true, {"useless": [1, 1, 1, 1, 1, 1], "good": [6, 5, 3, 4, 2, 1]})
    # Alone, the useless model regrets nothing at PC 0.5: both its classifiers are as bad.
    assert ev.decide(criterion=cc.criteria.minimax_regret(0.5, 0.5), model="useless").model == "useless"
    assert ev.decide(criterion=cc.criteria.minimax_regret(0.5, 0.5)).model == "good"


@pytest.mark.parametrize(
    "criterion", [cc.criteria.max_fpr(1, randomised=True), cc.criteria.capacity(1, randomised=True)]
)
def test_no_flag_is_spent_once_all_positives_are_found(criterion):
    ev = cc.evaluate([1, 1, 0, 0], {"m": [4, 3, 2, 1]})
    assert (ev.decide(criterion=criterion).tpr, ev.decide(criterion=criterion).fpr) == (1.0, 0.0)


def test_the_prevalence_of_a_constraint_is_that_of_the_records_that_judge():
    chosen = cc.evaluate([1, 0, 1, 0], {"m": [4, 2, 3, 1]}).decide(criterion=cc.criteria.max_fpr(0.5))
    other = cc.Evaluation(cc.evaluate([1, 0, 0, 0], {"m": [4, 3, 2, 1]}).models, name="new.csv")
    judged = other.judge(chosen)
    assert judged.prevalence == 0.25
    assert "At a prevalence of 25 %, the share in new.csv" in judged.sentence


# --- what is said of models whose low scores mean positive ---

LOW = cc.evaluate([1, 0, 0], {"m": [0.1, 0.2, 0.3]}, lower_is_positive=True)
NO_PROBABILITIES = "scores taken as probabilities must be those of the positive class; got a model whose low scores mean positive: give 1 − score for a probability of the negative class, or use another rule"


def test_nothing_is_said_of_negated_scores():
    assert refusal(lambda: LOW.cost_curve("m", rule=cc.rules.score_driven())) == NO_PROBABILITIES
    assert LOW.summary().notes == (
        f"Brier score of m: {NO_PROBABILITIES.removesuffix(', or use another rule')}",
    )
    # Scores given as −p are probabilities once their sign is turned.
    negated = cc.evaluate([1, 0, 0], {"m": [-0.8, -0.4, -0.1]}, lower_is_positive=True)
    assert negated.cost_curve("m", rule=cc.rules.score_driven()).area == pytest.approx(0.07)


def test_a_table_of_thresholds_shows_every_one():
    compact = cc.Evaluation({"m": Tally.from_scores([1, 1, 0], [3, 2, 1]).compact()})
    assert refusal(lambda: compact.threshold_table("m")) == (
        "a table of thresholds needs every threshold; got a compact tally, whose merged cells hide some: "
        "use the tally before compact()"
    )


def test_models_have_names(tmp_path):
    loose: Any = Evaluation
    assert refusal(lambda: loose([Tally.from_scores([1, 0], [2, 1])])) == (
        'models must be given by name; got an object of type list: write {"model": …}'
    )
    LOW.save(tmp_path / "evaluation.json")
    document = json.loads((tmp_path / "evaluation.json").read_text(encoding="utf8"))
    assert Evaluation.from_json(document).tally("m") == LOW.tally("m")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: loose.chart("gains", condition="x"), "a condition must be an OperatingCondition, Costs, or PC(+) as a number; got an object of type str"),
        (lambda: loose.chart("gains", decision="x"), "decision must be a Decision; got an object of type str"),
        (lambda: loose.chart("gains", capacity=2), "a capacity must lie in [0, 1]; got 2"),
        (lambda: loose.chart("gains", capacity="a"), "a capacity"),
        (lambda: loose.chart("gains", capacity=0), "a capacity must be a share of the records above 0; got 0"),
        (lambda: loose.chart("difference", pair=3), "a difference must be of two models of the evaluation; got 3"),
        (lambda: loose.chart("roc", isometrics="f1", levels=["a"]), "levels must hold"),
        (lambda: loose.chart("roc", capacity=0.1), "unknown option of a picture; got capacity (roc): it has isometrics, joint_hull, levels"),
        (lambda: loose.chart("difference", pair="a"), "a difference must be of two models of the evaluation; got 'a'"),
        (lambda: loose.chart("profit"), "profit needs what outcomes are worth; got no costs"),
        (lambda: loose.curve("roc", "a", rule=cc.rules.optimal), "'roc' does not take rule; it takes neither a rule nor costs"),
        (lambda: loose.curve("net_benefit", "a", rule="best"), "a rule must choose thresholds; got an object of type str"),
        (lambda: loose.curve("net_benefit", "a")("x"), "x must hold numbers"),
        (lambda: loose.curve_columns("deciles", rule=cc.rules.optimal), "'deciles' does not take rule; it takes neither a rule nor costs"),
        (lambda: loose.chart("roc", isometrics="lift"), "a measure that leaves [0, 1] needs stated levels; got lift"),
        (lambda: loose.chart("det", isometrics="f1"), "isometrics can only be drawn in coverage and in ROC space; got det"),
        (lambda: loose.chart("threshold", measures=[]), "a measure to draw must be named; got none"),
        (lambda: loose.chart("cost_by_threshold"), "a picture of cost by threshold needs costs; got none"),
    ],
)  # fmt: skip
def test_pictures_say_what_they_need(ask, message):
    assert refusal(ask).startswith(message)


def test_curves_at_a_stated_prevalence():
    half = EV.curve("precision_recall", "a", prevalence=0.5)
    rare = EV.curve("precision_recall", "a", condition=OperatingCondition(0.01, Costs(1, 1)))
    assert rare(1.0) < half(1.0)
    # A trivial prevalence says nothing on how to weigh two classes.
    assert EV.curve("precision_recall", "a", condition=OperatingCondition(0, Costs(1, 1))) == EV.curve(
        "precision_recall", "a"
    )


def test_curves_of_a_model_whose_low_scores_mean_positive():
    turned = cc.evaluate(LABELS, {"a": [1 - s for s in MODELS["a"]]}, lower_is_positive=True)
    steps, plain = turned.curve("tpr_by_threshold", "a"), EV.curve("tpr_by_threshold", "a")
    for threshold in (0.02, 0.35, 0.65, 0.95):
        assert steps(1 - threshold) == plain(threshold)
    assert turned.curve("cost", "a", rule=cc.rules.fixed(0.35))(0.5) == EV.curve(
        "cost", "a", rule=cc.rules.fixed(0.65)
    )(0.5)
    chart = turned.chart("threshold", measures="tpr")
    assert "at or below" in chart.x.label


def test_columns_of_curves():
    assert list(EV.curve_columns("net_benefit")) == ["model", "threshold", "net_benefit"]
    assert list(EV.curve_columns("recall_by_threshold")) == ["model", "threshold", "tpr"]
    assert EV.curve_columns("deciles")["part"] == list(range(1, 11)) * 2
    assert EV.curve_frame("gains", backend="pandas").columns.tolist() == ["model", "share", "gains"]
    best = EV.curve_columns("cost", rule=cc.rules.score_driven())
    assert list(best) == ["model", "pc", "cost"]


def test_profit_by_the_costs_of_every_record():
    ev = cc.evaluate([1, 0, 1], {"m": [0.9, 0.5, 0.4]}, costs={"fp": 1, "fn": [7, 0, 9], "tp": 1})
    chart = ev.chart("profit")
    line: Any = next(mark for mark in chart.marks if getattr(mark, "label", "") == "m")
    assert line.y.tolist() == ev.profit_by_row("m").y.tolist() == [0, 6, 5, 13]
    # Stated costs are those of all records alike.
    stated = ev.chart("profit", condition=OperatingCondition(2 / 3, Costs(fp=1, fn=10)))
    other: Any = next(mark for mark in stated.marks if getattr(mark, "label", "") == "m")
    assert other.y[-1] == pytest.approx(19)


ODD: Any = cc.evaluate(
    [1, 1, 0, 0] * 5, {"k": np.linspace(0, 1, 20), "m": [*np.linspace(0, 1, 19), 1.0000001]}
)
NAMED = "the scores of 'm' must be probabilities, from 0 to 1; got 1.0000001 (row 20, counted from 1)"


@pytest.mark.parametrize(
    "ask",
    [
        lambda: ODD.curve("brier", "m"),
        lambda: ODD.curve_columns("brier"),
        lambda: cc.evaluate([1, 1, 0, 0] * 5, {"m": ODD.records.scores["m"]}).chart("reliability"),
        lambda: ODD.cost_curve("m", rule=cc.rules.score_driven()),
        lambda: ODD.compare("k", "m", rule=cc.rules.score_driven()),
        lambda: ODD.uncertainty(bootstrap=20).summary("m", "brier"),
        lambda: ODD.uncertainty(bootstrap=20).band("brier", "m"),
        lambda: ODD.uncertainty(bootstrap=20).summary_difference("k", "m", "brier"),
    ],
)
def test_scores_that_are_no_probabilities_are_refused_by_model_and_row(ask):
    assert refusal(ask).startswith(NAMED)


def test_summaries_that_need_probabilities_name_model_and_row():
    (note,) = ODD.summary().notes
    assert note == f"Brier score of m: {NAMED}: calibrate them, or choose a threshold instead"
    counts = cc.evaluate_counts({"m": ([1, 2], [1, 2], [2, 1])})  # without rows
    assert "got scores from 1 to 2" in refusal(lambda: counts.curve("brier", "m"))


def test_a_fingerprint_tells_data_apart():
    same = cc.evaluate(LABELS, MODELS)
    assert same.fingerprint == cc.evaluate(LABELS, MODELS).fingerprint
    first = next(iter(MODELS))
    others = [
        cc.evaluate(LABELS, {name: score for name, score in MODELS.items() if name != first}),
        cc.evaluate(LABELS, MODELS | {first: [*MODELS[first][:-1], 77.0]}),
        cc.evaluate([1 - label for label in LABELS], MODELS),
        cc.evaluate(LABELS, MODELS, sample_weight=[*[1] * (len(LABELS) - 1), 2]),
        cc.evaluate(LABELS, MODELS, lower_is_positive=[first]),
        Evaluation(same.models),
    ]
    prints = {one.fingerprint for one in (same, *others)}
    assert len(prints) == 1 + len(others)
    assert {len(one) for one in prints} == {12}
