"""A study read from a table, and what is found in it: a sentence, tables, and a document."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves import io
from costcurves._ground.wording import percent, pvalue_text, short
from costcurves.charts.figures.rank_figures import rank_chart
from costcurves.errors import InputError
from costcurves.inference.studies.practical import signed_rank_posterior
from costcurves.inference.studies.ranks import friedman_test, iman_davenport_test, mean_ranks
from costcurves.inference.studies.signs import EXACT_UP_TO, sign_test_critical
from costcurves.inference.studies.study import Study
from costcurves.io.numeric import numbers
from costcurves.results.study_results import pair_table, post_hoc_table, practical_table, rank_table

if TYPE_CHECKING:
    from costcurves._ground.tables import Table
    from costcurves.charts.marks import Chart
    from costcurves.inference.estimate import TestResult

__all__ = ["Findings", "critical_count", "findings", "read_study", "sign_verdict", "statement", "ties_said"]

#: Of more pairs that differ, a sentence tells the number only.
MOST_TOLD = 4


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """What is found in a study."""

    sentence: str
    tests: tuple[TestResult, ...]
    tables: tuple[Table, ...]
    chart: Chart

    def to_json(self) -> dict[str, Any]:
        """Return the findings as plain values."""
        tables = {table.key: table.to_json()["rows"] for table in self.tables}
        tests = {"friedman": self.tests[0].to_json()}
        if len(self.tests) > 1:
            tests["iman_davenport"] = self.tests[1].to_json()
        notes = [note for table in self.tables for note in table.notes]
        return {"sentence": self.sentence, **tests, **tables, "notes": notes}


def read_study(path: str, better: str) -> Study:
    """Read a table whose first column names data sets and whose others hold results of algorithms."""
    columns = io.read(path)
    named, *others = columns.columns
    if len(others) < 2:
        raise InputError.because(
            must="a study has a column of names and one for each of at least two algorithms",
            came=", ".join(columns.names), where=path,
        )  # fmt: skip
    table = np.column_stack([numbers(column, "the column") for column in others])
    names = tuple(column.name for column in others)
    return Study(table, names, tuple(map(str, named.values.tolist())), better=better)


def statement(study: Study, path: str) -> str:
    """Say what was read."""
    direction = "larger" if study.better == "high" else "smaller"
    names = ", ".join(study.algorithms)
    counted = f"{len(study)} data {'set' if len(study) == 1 else 'sets'}"
    return f"{path}: {counted}; {names}; {direction} results are better"


def findings(
    study: Study,
    *,
    alpha: float = 0.05,
    control: str | None = None,
    rope: float | None = None,
    seed: int = 0,
    tie_within: float = 0.0,
) -> Findings:
    """Test all algorithms together, every pair, and mean ranks; with a region, practical differences too."""
    if control is not None:
        study.place(control)  # says which algorithms there are
    tests = [friedman_test(study)]
    if len(study) > 1:
        tests.append(iman_davenport_test(study))
    compared = post_hoc_table(study, alpha=alpha, control=control)
    tables = [rank_table(study), pair_table(study, alpha=alpha, tie_within=tie_within), compared]
    if rope is not None:
        pairs = itertools.combinations(study.algorithms, 2)
        verdicts = [signed_rank_posterior(study, *pair, rope=rope, seed=seed) for pair in pairs]
        tables.append(practical_table(verdicts))
    sentence = _sentence(study, tests[-1], compared, alpha)
    return Findings(sentence, tuple(tests), tuple(tables), rank_chart(study, alpha=alpha, control=control))


def _sentence(study: Study, test: TestResult, compared: Table, alpha: float) -> str:
    """Say which algorithm ranks best, and what that is worth."""
    ranks = mean_ranks(study)
    best = ranks.order[0]
    led = f"{study.algorithms[best]} has the best mean rank, {short(float(ranks.ranks[best]))}"
    place = [column.key for column in compared.columns].index("holm")
    told = [row for row in compared.rows if row[place] <= alpha]
    differ = [
        f"{first} from {second}" if z > 0 else f"{second} from {first}" for first, second, z, *_ in told
    ]
    apart = (
        ", ".join(differ)
        if len(differ) <= MOST_TOLD
        else f"{len(differ)} of {len(compared.rows)} pairs apart"
    )
    verdict = "differ" if test.significant(alpha) else "may all be alike"
    return (
        f"{led}. The algorithms {verdict} ({test.method}, {pvalue_text(test.pvalue)}); at {percent(alpha)} "
        f"Holm's test tells {apart or 'no two apart'}."
    )


def sign_verdict(result: TestResult, wins: int, losses: int, alpha: float) -> str:
    """Say what follows from wins and losses of the first of two algorithms."""
    if not wins + losses:
        return "Neither wins on any data set: all tie, and nothing tells them apart."
    p = pvalue_text(result.pvalue)
    way = {"greater": True, "less": False}.get(result.alternative, wins > losses)
    winner = "first" if way else "second"
    if result.significant(alpha):
        return f"The {winner} wins more often ({p})."
    if result.alternative == "two-sided":
        return f"Which of the two wins more often is left open ({p})."
    return f"It is not shown that the {winner} wins more often ({p})."


def ties_said(ties: int, *, split: bool) -> tuple[str, ...]:
    """Say what became of ties."""
    halved = ties - ties % 2 if split else 0
    left = ties - halved
    said = [f"{halved} tied, half of them given to each side"] if halved else []
    return (*said, *([f"{left} tied, left out"] if left else []))


def critical_count(count: int, alpha: float, alternative: str) -> dict[str, Any]:
    """Return the sentence on which counts are significant, and their limit; nothing of too many data sets."""
    if not 0 < count <= EXACT_UP_TO:
        return {}
    critical = sign_test_critical(count, alpha, alternative=alternative)
    limit = "no count is" if critical is None else f"counts up to {critical} are"
    return {
        "critical": critical,
        "limit": f"of {count} data {'set' if count == 1 else 'sets'}, {limit} significant",
    }
