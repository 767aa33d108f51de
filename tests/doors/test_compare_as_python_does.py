"""`compare` and `test` say what the same comparison says in Python: sentence by sentence, number by number."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from costcurves import evaluate
from tests.doors.test_interval_options import LABELS, SCORES, scored
from tests.doors.test_pairs import one_line

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli

__all__ = ["scored"]  # the fixture

PAIR = ("good", "poor")


def near(wanted: Any) -> Any:
    """Return a document whose numbers are compared as they come back from a file."""
    if isinstance(wanted, dict):
        return {name: near(value) for name, value in wanted.items()}
    if isinstance(wanted, (list, tuple)):
        return [near(value) for value in wanted]
    return pytest.approx(wanted, rel=1e-9) if isinstance(wanted, float) else wanted


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ((), {}),
        (("--pc", "0.4"), {"condition": 0.4}),
        (("--pc", "0.4", "--level", "90%", "--seed", "3"), {"condition": 0.4, "level": 0.9, "seed": 3}),
        (("--pc", "0.4", "--alternative", "less"), {"condition": 0.4, "alternative": "less"}),
        (("--pc", "0.4", "--margin", "0.3"), {"condition": 0.4, "margin": 0.3}),
    ],
)
def test_a_test_is_that_of_python(
    cli: Cli, scored: Path, typed: tuple[str, ...], asked: dict[str, Any]
) -> None:
    own = evaluate(LABELS, SCORES).compare(*PAIR, **asked)
    out = cli("test", scored, *PAIR, *typed, "-q").out
    assert out.startswith(f"{own.test_sentence}\n")
    assert out.endswith(f"\n{own.cheaper_sentence}\n{own.verdict}\n")
    found = json.loads(cli("test", scored, *PAIR, *typed, "--json", "-q").out)
    wanted = {name: value for name, value in own.test_json().items() if name != "notes"}
    assert {name: found[name] for name in wanted} == near(wanted)


@pytest.mark.parametrize(("typed", "condition"), [((), None), (("--pc", "0.4"), 0.4)])
def test_comparisons_are_those_of_python(
    cli: Cli, scored: Path, typed: tuple[str, ...], condition: float | None
) -> None:
    ev = evaluate(LABELS, SCORES)
    models = [option for name in SCORES for option in ("--score", name)]
    found = json.loads(cli("compare", scored, *PAIR, *typed, "--level", "95%", "--json", "-q").out)
    own = ev.compare(*PAIR, condition)
    costs = own.costs_json()
    assert {name: found[name] for name in costs} == near(costs)
    assert found["uncertainty"][0]["pvalue"] == near(own.pvalue)
    every = ev.pairwise(condition)
    out = one_line(cli("compare", scored, *models, *typed, "--level", "95%", "-q").out)
    for line in (*every.notes, *every.verdicts):
        assert one_line(line) in out
