"""`decide` says of a decision what Python says: intervals, sentences, remarks, key by key."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

import pytest

from costcurves import Costs, Evaluation, evaluate
from costcurves.criteria import capacity, max_fpr
from tests.doors.test_compare_as_python_does import near
from tests.doors.test_interval_options import LABELS, SCORES, scored

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from costcurves import Decision
    from tests.doors.conftest import Cli

__all__ = ["scored"]  # the fixture

MODELS = ("--score", "good", "--score", "poor")
COSTS = ("--cost-fp", "1", "--cost-fn", "3")


@pytest.mark.parametrize(
    ("typed", "decide"),
    [
        (COSTS, lambda ev: ev.decide(Costs(fp=1, fn=3))),
        ((*COSTS, "--model", "poor"), lambda ev: ev.decide(Costs(fp=1, fn=3), model="poor")),
        (("--max-fpr", "10%"), lambda ev: ev.decide(criterion=max_fpr(0.1))),
        (("--capacity", "20%"), lambda ev: ev.decide(criterion=capacity(0.2))),
    ],
)
def test_a_decision_is_as_uncertain_as_in_python(
    cli: Cli, scored: Path, typed: tuple[str, ...], decide: Callable[[Evaluation], Decision]
) -> None:
    ev: Any = dataclasses.replace(evaluate(LABELS, SCORES), name=scored.name)
    decision = decide(ev)
    own = ev.uncertainty(level=0.9, bootstrap=40).decision(decision)
    options = (*MODELS, *typed, "--level", "90%", "--bootstrap", "40", "--json", "-q")
    found = json.loads(cli("decide", scored, *options).out)
    assert found["uncertainty"] == near(json.loads(json.dumps(own.to_json())))
    assert found["remarks"] == [str(one) for one in ev.remarks(decision)]
    assert found["sentence"] == decision.sentence
