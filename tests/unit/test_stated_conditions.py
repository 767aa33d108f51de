"""A condition may be given in the same forms wherever one is asked for."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from costcurves import (
    ConditionPrior,
    Costs,
    Evaluation,
    OperatingCondition,
    Uncertainty,
    evaluate,
    evaluate_points,
    stats,
)
from costcurves.conditions.stated_condition import StatedCondition
from costcurves.criteria import max_fpr
from tests.unit.refusals import refusal

if TYPE_CHECKING:
    from collections.abc import Callable

RNG = np.random.default_rng(5)
LABELS = np.array([1] * 24 + [0] * 36)
SCORES = {name: RNG.random(60) + 0.6 * LABELS for name in "ab"}
POINTS: Any = evaluate_points({"a": (0.1, 0.8), "b": (0.2, 0.9)}, positives=24, negatives=36)
EV: Any = evaluate(LABELS, SCORES, fold=np.arange(60) % 3)
PARTED: Any = evaluate(LABELS, SCORES, segment=np.arange(60) % 2)
UNCERTAINTY: Any = EV.uncertainty(bootstrap=20)
COSTS = Costs(fp=1, fn=3)
#: The same condition in both forms; 24 of 60 records are positive.
EXPLICIT = OperatingCondition(0.4, COSTS)
PC = 2 / 3


#: By method: the question, whether a belief makes sense, and whether None does.
ASKED: dict[str, tuple[Callable[[Any], Any], bool, bool]] = {
    "Evaluation.decide": (functools.partial(EV.decide, criterion=max_fpr(0.3)), False, True),
    "Evaluation.compare": (lambda given: EV.compare("a", "b", given).test, True, True),
    "Evaluation.pairwise": (lambda given: EV.pairwise(given).tested[0].test, True, True),
    "Evaluation.folds": (lambda given: EV.folds(given).costs["a"], False, True),
    "Evaluation.segments": (PARTED.segments, False, False),
    "Evaluation.curve": (lambda given: EV.curve("error_by_prevalence", "a", given), False, True),
    "Evaluation.curve_columns": (functools.partial(EV.curve_columns, "error_by_prevalence"), False, True),
    "Evaluation.curve_frame": (lambda given: EV.curve_frame("cost", given, backend="pandas").to_dict(), False, True),
    "Evaluation.chart": (functools.partial(EV.chart, "cost"), False, True),
    "Evaluation.plot": (lambda given: EV.plot("cost", given).get_title(), False, True),
    "Uncertainty.cost": (functools.partial(UNCERTAINTY.cost, "a"), True, True),
    "Uncertainty.costs": (lambda given: UNCERTAINTY.costs(given)["a"], True, True),
    "Uncertainty.money": (functools.partial(UNCERTAINTY.money, "a"), False, False),
    "Uncertainty.band": (functools.partial(UNCERTAINTY.band, "error_by_prevalence", "a"), False, True),
    "Uncertainty.difference_band": (
        functools.partial(UNCERTAINTY.difference_band, "error_by_prevalence", "a", "b"), False, True
    ),
    "Uncertainty.compare": (lambda given: UNCERTAINTY.compare("a", "b", given).test, True, True),
    "Uncertainty.pairwise": (lambda given: UNCERTAINTY.pairwise(given).tested[0].test, True, True),
    "Uncertainty.recommendation": (lambda given: UNCERTAINTY.recommendation(given).headline, False, False),
    "Uncertainty.choice": (UNCERTAINTY.choice, False, False),
    "Evaluation.given": (lambda given: EV.given(0.8, given).rows[0].decision.fpr, False, True),
    "Uncertainty.given": (lambda given: UNCERTAINTY.given(0.8, given, beside=False).rows[0].nec, False, True),
    "Uncertainty.by_counts": (functools.partial(POINTS.uncertainty().by_counts, "a", "b"), False, False),
    "Uncertainty.pairs_by_counts": (
        lambda given: POINTS.uncertainty().pairs_by_counts("ab", given).tests["a", "b"], False, False
    ),
    "Uncertainty.plateau": (functools.partial(UNCERTAINTY.plateau, "a"), False, False),
    "Uncertainty.numbers": (lambda given: UNCERTAINTY.numbers(given)["a"]["cost"], False, True),
    "stats.segment_costs": (lambda given: stats.segment_costs(PARTED.records, given, "a"), False, False),
}  # fmt: skip
#: Those that write a file.
WRITTEN = {"Evaluation.report"}
#: Those of the library below, which know no records that could tell a prevalence.
BELOW = {"stats.cost_plateau"}


def notes(result: Any) -> tuple[str, ...]:
    """What a result notes, its interval too."""
    estimate = getattr(result, "estimate", None)
    return (*getattr(result, "notes", ()), *getattr(estimate, "notes", ()))


def without_notes(result: Any) -> Any:
    """Return a result without what it notes of the prevalence."""
    fields = (
        {field.name for field in dataclasses.fields(result)} if dataclasses.is_dataclass(result) else set()
    )
    if dataclasses.is_dataclass(getattr(result, "estimate", None)):
        result = dataclasses.replace(result, estimate=without_notes(result.estimate))
    if "sample_prevalence" in fields:
        result = dataclasses.replace(result, sample_prevalence=False)
    return dataclasses.replace(result, notes=()) if "notes" in fields else result


def test_every_method_that_takes_a_condition_is_in_the_table():
    known = {
        f"{kind.__name__}.{name}": method
        for kind in (Evaluation, Uncertainty)
        for name, method in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_")
    }
    known |= {f"stats.{name}": getattr(stats, name) for name in dir(stats) if name.islower()}
    found = {name for name, one in known.items() if "condition" in inspect.signature(one).parameters}
    assert found == ASKED.keys() | WRITTEN | BELOW


@pytest.mark.parametrize("name", ASKED)
def test_costs_alone_are_taken_at_the_prevalence_of_the_records(name):
    ask, _, _ = ASKED[name]
    assert without_notes(ask(COSTS)) == without_notes(ask(EXPLICIT))


@pytest.mark.parametrize("name", sorted(ASKED.keys() - {"Uncertainty.money"}))
def test_pc_is_that_of_a_condition(name):
    ask, _, _ = ASKED[name]
    assert without_notes(ask(PC)) == without_notes(ask(OperatingCondition.from_pc(PC, prevalence=0.4)))


@pytest.mark.parametrize(
    "name",
    [
        "Evaluation.compare", "Evaluation.folds", "Evaluation.segments", "Uncertainty.cost", "Uncertainty.costs",
        "Uncertainty.money", "Uncertainty.numbers", "Uncertainty.compare", "stats.segment_costs",
    ],
)  # fmt: skip
def test_results_at_costs_alone_say_at_which_prevalence(name):
    ask, _, _ = ASKED[name]
    said = "costs are taken at the prevalence of the records, 0.4"
    assert notes(ask(COSTS)).count(said) == 1
    assert said not in notes(ask(EXPLICIT))


def test_decisions_at_costs_alone_say_at_which_prevalence():
    assert EV.decide(COSTS).sample_prevalence
    assert not EV.decide(EXPLICIT).sample_prevalence


@pytest.mark.parametrize("name", ASKED)
def test_anything_else_is_refused_in_the_same_words(name):
    ask, beliefs, optional = ASKED[name]
    last = "PC(+) as a number, or a ConditionPrior" if beliefs else "or PC(+) as a number"
    for wrong in ("0.3", True, (0.2, 0.3), *(() if optional else (None,))):
        assert refusal(functools.partial(ask, wrong)) == (
            f"a condition must be an OperatingCondition, Costs, {last}; got an object of type "
            f"{type(wrong).__name__}: write OperatingCondition(prevalence, costs)"
        )
    belief = ConditionPrior.beta(2, 5)
    if beliefs:
        assert ask(belief) != ask(None)
    else:
        assert refusal(functools.partial(ask, belief)).startswith("a condition must be an OperatingCondition")
    assert refusal(functools.partial(ask, 1.5)) == "PC(+) must lie in [0, 1]; got 1.5" or name.endswith(
        "money"
    )


def test_a_report_takes_the_same_forms(tmp_path):
    for given in (EXPLICIT, COSTS, PC):
        assert EV.report(tmp_path / "page.html", given).exists()
    said = refusal(functools.partial(EV.report, tmp_path / "page.html", "0.3"))
    assert said.startswith("a condition must be an OperatingCondition, Costs, or PC(+) as a number")


def test_costs_alone_need_records_that_tell_the_prevalence():
    said = "costs alone need the share of positives; got records that do not show it"
    assert refusal(lambda: StatedCondition.read(COSTS)).startswith(said)


def test_money_needs_costs():
    assert refusal(lambda: UNCERTAINTY.money("a", 0.3)).startswith(
        "money needs a condition with costs; got PC(+)"
    )


def test_numbers_of_numpy_are_numbers():
    assert StatedCondition.read(np.float32(0.25)).pc == 0.25
    assert StatedCondition.read(np.int64(1)).pc == 1
