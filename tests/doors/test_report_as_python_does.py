"""`costcurves report` and `evaluation.report` write one page: apart from what was read, it is the same text."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

from costcurves import Costs, Evaluation, OperatingCondition, Records, criteria
from costcurves.io.row_places import RowPlaces

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.doors.conftest import Cli

RNG = np.random.default_rng(3)
LABELS = (RNG.random(90) < 0.4).astype(int)
SIGNAL = RNG.normal(size=90) + 1.2 * LABELS
SCORES = {"good": SIGNAL, "poor": SIGNAL + RNG.normal(size=90), "wrong": -SIGNAL}
WEIGHTS = RNG.integers(1, 4, size=90).astype(float)
CLUSTERS = np.arange(90) // 2
FOLDS = np.arange(90) % 3
#: What was read from a file, and what is remarked on it.
READ = re.compile(r'<ul class="read">(.*?)</ul>')


class Case(NamedTuple):
    """One page by both ways."""

    typed: tuple[str, ...]
    report: Callable[[Evaluation, Path], Any]
    models: tuple[str, ...] = ("good",)
    columns: tuple[str, ...] = ()


COSTS = ("--cost-fp", "1", "--cost-fn", "3")
INTERVALS = ("--level", "90%", "--bootstrap", "40", "--seed", "5")
RARE = OperatingCondition(0.02, Costs(fp=1, fn=3))


def asked(ev: Evaluation) -> Any:
    """The uncertainty that the options state."""
    return ev.uncertainty(level=0.9, bootstrap=40, seed=5)


CASES = {
    "no costs": Case((), lambda ev, path: ev.report(path)),
    "costs": Case(COSTS, lambda ev, path: ev.report(path, Costs(fp=1, fn=3))),
    "costs and a prevalence": Case(
        (*COSTS, "--prevalence", "2%"), lambda ev, path: ev.report(path, RARE), ("good", "poor")
    ),
    "PC(+)": Case(("--pc", "0.3"), lambda ev, path: ev.report(path, 0.3), ("good", "poor", "wrong")),
    "a limit": Case(
        ("--max-fpr", "0.1"),
        lambda ev, path: ev.report(path, decision=ev.decide(criterion=criteria.max_fpr(0.1))),
    ),
    "intervals without costs": Case(
        INTERVALS, lambda ev, path: ev.report(path, uncertainty=asked(ev)), ("good", "poor")
    ),
    "intervals": Case(
        (*COSTS, *INTERVALS),
        lambda ev, path: ev.report(path, Costs(fp=1, fn=3), uncertainty=asked(ev)),
        ("good", "poor"),
    ),
    "intervals of a goal at a prevalence": Case(
        (*COSTS, *INTERVALS, "--prevalence", "2%", "--capacity", "10%", "--model", "good"),
        lambda ev, path: ev.report(
            path,
            decision=ev.decide(RARE, criterion=criteria.capacity(0.1), model="good"),
            uncertainty=asked(ev),
        ),
        ("good", "poor"),
    ),
    "weights": Case(COSTS, lambda ev, path: ev.report(path, Costs(fp=1, fn=3)), ("good",), ("weight",)),
    "clusters and folds": Case(
        (*COSTS, *INTERVALS),
        lambda ev, path: ev.report(path, Costs(fp=1, fn=3), uncertainty=asked(ev)),
        ("good",),
        ("cluster", "fold"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_both_ways_write_the_same_page(cli: Cli, tmp_path: Path, name: str) -> None:
    case = CASES[name]
    values = {"weight": WEIGHTS, "cluster": CLUSTERS, "fold": FOLDS}
    columns = {"label": LABELS, **{m: SCORES[m] for m in case.models}, **{c: values[c] for c in case.columns}}
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)
    lines = [",".join(columns), *(",".join(map(repr, row)) for row in rows)]
    (tmp_path / "scores.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    options = [text for column in case.columns for text in (f"--{column}", column)]
    scores = [text for model in case.models for text in ("--score", model)]
    outcome = cli("report", "scores.csv", *scores, *options, *case.typed, "-o", "typed.html", "-q")
    assert outcome.code == 0, outcome.err

    facts: dict[str, Any] = {"weight": "sample_weight"}
    given: Any = {facts.get(column, column): values[column] for column in case.columns}
    records = Records.read(LABELS, {model: SCORES[model] for model in case.models}, **given)
    records = dataclasses.replace(records, places=RowPlaces("line", 2))  # messages name lines of the file
    ev = dataclasses.replace(Evaluation.of_records(records), name="scores.csv")
    case.report(ev, tmp_path / "python.html")

    typed, python = ((tmp_path / file).read_text(encoding="utf-8") for file in ("typed.html", "python.html"))
    assert READ.sub("", python) == READ.sub("", typed)
    said, read = (re.findall("<li>(.*?)</li>", "".join(READ.findall(page))) for page in (python, typed))
    assert read
    assert set(said) <= set(read)
    assert not any("scores.csv: 90 rows" in line for line in said)
