"""Comparisons of two models and of all pairs: what they compute, when, and from what."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import numpy as np
import pytest

from costcurves import ConditionPrior, Costs, ModelComparison, OperatingCondition, evaluate, evaluate_points
from costcurves._ground.number_words import pvalue_text
from costcurves.errors import Code, UndefinedError
from costcurves.evaluation.pair_on_records import PairOnRecords
from costcurves.inference.costs.paired import PairedCosts
from costcurves.results.paired_evidence import place_text
from costcurves.results.pairwise_comparisons import MANY, control_of_many
from costcurves.stats import PairwiseComparisons, holm
from tests.unit.refusals import refusal

RNG = np.random.default_rng(4)
LABELS = (RNG.random(240) < 0.4).astype(int)
SIGNAL = LABELS + RNG.normal(size=240)
SCORES = {name: SIGNAL + noise * RNG.normal(size=240) for name, noise in (("a", 0.2), ("b", 1.5), ("c", 2))}
EV = evaluate(LABELS, SCORES)
POINTS = evaluate_points({"x": ([0.1], [0.7]), "y": ([0.2], [0.8])})


def test_nothing_is_tested_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(PairOnRecords, "costs", property(refused))
    found = EV.compare("a", "b", 0.3)
    assert found.crossings == EV.cost_curve("a").crossings(EV.cost_curve("b"))
    assert found.costs_json()["sentence"] == found.sentence
    assert EV.pairwise(0.3).costs_table().rows
    with pytest.raises(AssertionError):
        _ = found.test


def test_the_interval_is_that_of_both_costs_record_by_record() -> None:
    asked = EV.uncertainty(level=0.9)
    samples = [asked._sample(model).cross_fitted for model in "ab"]
    wanted = PairedCosts.of_cross_fitted(*samples).test(0.3, "two-sided", 0.9)
    found = asked.compare("a", "b", 0.3)
    assert found.pvalue == wanted.pvalue
    assert wanted.estimate is not None
    assert (found.interval.low, found.interval.high) == (wanted.estimate.low, wanted.estimate.high)


@pytest.mark.parametrize(
    ("condition", "same"),
    [
        (OperatingCondition(0.25, Costs(fp=1, fn=1)), 0.25),
        (None, ConditionPrior.uniform()),
        (ConditionPrior.point(0.25), ConditionPrior.samples([0.25])),
    ],
)
def test_conditions_come_in_three_forms(condition: Any, same: Any) -> None:
    assert EV.compare("a", "b", condition).test == EV.compare("a", "b", same).test


def test_where_there_are_no_records_there_is_no_test_and_it_says_why() -> None:
    found = POINTS.compare("x", "y", 0.3)
    assert found.crossings
    assert found.why_no_test == "counts do not show which records two models share"
    assert str(found) == f"{found.sentence} {found.verdict}"
    assert found.verdict.startswith("Whether x and y differ by more than chance is not tested: counts do not")
    for use in (lambda: found.test, lambda: found.interval, lambda: found.cheaper, lambda: found.pvalue):
        assert "models can only be compared on the same records; got counts or operating points" in refusal(
            use
        )
    assert str(POINTS.pairwise()) == "Not tested: counts do not show which records two models share."
    assert POINTS.pairwise().to_frame("pandas").shape == (1, 6)


def test_too_few_records_are_said_by_the_value_and_refused_by_its_test() -> None:
    rare = evaluate([1, 0, 0, 0], {"a": [4, 3, 2, 1], "b": [3, 4, 2, 1]}).compare("a", "b")
    assert "of each class" in rare.why_no_test
    with pytest.raises(UndefinedError, match="of each class"):
        _ = rare.test
    assert ModelComparison.from_json(rare.to_json()) == rare


def test_print_gives_the_verdict_first() -> None:
    found = EV.compare("a", "b", 0.4)
    assert str(found) == f"{found.verdict} {found.sentence}"
    assert found.verdict == f"a is cheaper than b at PC(+) = 0.4 ({pvalue_text(found.pvalue)})."


def test_equal_comparisons_are_equal_before_and_after_they_are_computed() -> None:
    one, other = EV.compare("a", "b", 0.3), EV.compare("a", "b", 0.3)
    assert one.test == other.test
    assert one == other == EV.compare("a", "b", 0.3)
    assert one != EV.compare("a", "b", 0.3, level=0.9)
    assert one != EV.compare("a", "b", 0.31)
    assert one != "a"


@pytest.mark.parametrize(
    "belief",
    [
        ConditionPrior.triangular(0.1, 0.3, 0.8),
        ConditionPrior.beta(2, 5, 0.1, 0.9),
        ConditionPrior.log_odds_uniform(0.1, 0.9),
        ConditionPrior.uniform(0.2, 0.6),
        ConditionPrior.histogram(np.linspace(0, 1, 8), np.arange(1, 8) / 3),
        ConditionPrior.samples([0.1, 0.2, 0.7], [0.1, 0.2, 0.4]),
        ConditionPrior.from_beliefs(prevalence=0.2, costs=Costs(fp=1, fn=3)),
        ConditionPrior.from_beliefs(prevalence=ConditionPrior.beta(2, 5), costs=ConditionPrior.uniform()),
    ],
    ids=lambda belief: type(belief).__name__,
)
def test_a_belief_is_worded_and_read_back(belief: ConditionPrior) -> None:
    found = POINTS.compare("x", "y", belief)
    assert place_text(found.condition) == "on average under the belief about PC(+)"
    document = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert document["pc"] is None
    assert ModelComparison.from_json(document) == found
    assert ModelComparison.from_json(document).condition == belief


def test_a_verdict_under_a_belief_is_read_back() -> None:
    for belief in (ConditionPrior.triangular(0.1, 0.3, 0.8), None):
        found = EV.compare("a", "b", belief)
        assert ModelComparison.from_json(found.to_json()).verdict == found.verdict


def test_a_belief_of_an_unknown_law_is_refused_where_it_is_written() -> None:
    class Own(type(ConditionPrior.beta(2, 5))):  # type: ignore[misc]  # a law that documents do not know
        """Beta by another name."""

    text = refusal(POINTS.compare("x", "y", Own(2, 5)).to_json)
    assert "a belief can only be written if it has one of the laws of ConditionPrior; got an object" in text


def test_crossings_have_intervals_on_first_use() -> None:
    drawn = EV.uncertainty(bootstrap=50)
    found = drawn.compare("a", "b", 0.3)
    assert found.crossing_intervals == drawn.crossings("a", "b")
    assert [one.pc.estimate for one in found.crossing_intervals] == found.crossings
    read = ModelComparison.from_json(found.to_json())
    assert read == found
    assert refusal(lambda: read.crossing_intervals) == (
        "intervals of crossings can only be drawn from the records; got a document: compare the models of the "
        "evaluation"
    )


def test_comparisons_without_a_test_differ_by_why_there_is_none() -> None:
    found = POINTS.compare("x", "y")
    assert found == dataclasses.replace(found, untested="other words")
    assert found != dataclasses.replace(found, code=Code.TOO_FEW)


def test_pairs_are_adjusted_together() -> None:
    found = EV.pairwise(0.3)
    assert (len(found), found.models) == (3, ("a", "b", "c"))
    alone = [EV.compare(one.a, one.b, 0.3).pvalue for one in found]
    assert [one.pvalue for one in found.tested] == holm(alone).tolist()
    assert found.pair("a", "c").test.pvalue == alone[1]
    assert "the two models must be a pair; got 'c' and 'a': a and b, a and c" in refusal(
        lambda: found.pair("c", "a")
    )
    assert found.differ == sum("is cheaper than" in verdict for verdict in found.verdicts)
    assert PairwiseComparisons.from_json(found.to_json()) == found
    assert found.to_frame("pandas")["pvalue"].tolist() == [one.pvalue for one in found.tested]
    assert repr(found) == "PairwiseComparisons(a − b, a − c, b − c)"


def test_one_model_is_compared_with_the_others() -> None:
    found = EV.pairwise(0.3, control="c")
    assert [(one.a, one.b) for one in found] == [("c", "a"), ("c", "b")]
    assert [(one.a, one.b) for one in EV.pairwise(models=["b", "a"])] == [("b", "a")]
    curves = {f"m{i}": EV.cost_curve("b") for i in range(MANY)}
    assert control_of_many(curves) is None
    assert control_of_many(curves | {"best": EV.cost_curve("a")}) == "best"


def test_a_model_is_not_compared_with_itself() -> None:
    assert refusal(lambda: EV.compare("a", "a")) == (
        "two different models must be compared; got a twice: name another model"
    )
