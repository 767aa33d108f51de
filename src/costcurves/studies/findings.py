"""What is found in a study: a sentence, tests, tables, a picture; and what a sign test says."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING, Any, ClassVar

from costcurves._ground import documents
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import percent, pvalue_text, short
from costcurves._ground.tables import Column, Table
from costcurves.charts.figures.group_figures import rank_chart
from costcurves.errors import UndefinedError
from costcurves.inference.pvalues import false_alarm
from costcurves.inference.studies.gain_tests import paired_t_test, signed_rank_posterior, wilcoxon_test
from costcurves.inference.studies.mean_ranks import friedman_test, iman_davenport_test, mean_ranks
from costcurves.inference.studies.posthoc import bonferroni_dunn_test, holm_test, nemenyi_test
from costcurves.inference.studies.signs import EXACT_UP_TO, sign_test, sign_test_critical, win_tie_loss

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.charts.chart import Chart
    from costcurves.inference.estimate import TestResult
    from costcurves.inference.studies.gain_tests import PracticalVerdict
    from costcurves.inference.studies.mean_ranks import MeanRanks
    from costcurves.inference.studies.posthoc import PostHoc
    from costcurves.inference.studies.study import Study

_PAIR = (Column("a", "first", align="left"), Column("b", "second", align="left"))


def _pvalues(titles: dict[str, str]) -> list[Column]:
    """Columns of p-values, by their keys."""
    return [Column(key, title, decimals=4, least=1e-4) for key, title in titles.items()]


def rank_table(study: Study) -> Table:
    """One row an algorithm, the best mean rank first: mean rank and mean result."""
    ranks = mean_ranks(study)
    assert ranks.means is not None
    columns = (
        Column("algorithm", "algorithm", align="left"),
        Column("mean_rank", "mean rank", decimals=3, best="low"),
        Column("mean", "mean result", digits=6, best=study.better),
    )
    rows = [(ranks.algorithms[i], float(ranks.ranks[i]), float(ranks.means[i])) for i in ranks.order]
    return Table("ranks", f"Mean ranks over {len(study)} data sets", columns, rows)


def pair_table(study: Study, *, alpha: float = 0.05, tie_within: float = 0.0) -> Table:
    """One row a pair: wins/ties/losses, mean gain, and p-values of the tests of two algorithms."""
    columns = (
        *_PAIR,
        Column("outcome", "win/tie/loss", align="left"),
        Column("mean_gain", "mean gain", hint="how much better the first is on average"),
        *_pvalues({"sign": "p: sign", "wilcoxon": "Wilcoxon", "t": "paired t"}),
    )
    found = win_tie_loss(study, tie_within=tie_within).pairs
    rows = [
        (
            *pair,
            str(outcome),
            float(sum(study.gains(*pair))) / len(study),
            sign_test(*outcome).pvalue,
            wilcoxon_test(study, *pair, method="exact" if len(study) <= 1000 else "normal").pvalue,
            _t_pvalue(study, pair),
        )
        for pair, outcome in found.items()
    ]
    note = "p-values of single tests"
    if len(rows) > 1:
        alarm = percent(false_alarm(len(rows), alpha=alpha))
        note += (
            f": {len(rows)} independent ones at {percent(alpha)} give a false alarm with a chance of {alarm}"
        )
    return Table("pairs", "Pairs of algorithms", columns, rows, notes=(f"{note}.",))


def _t_pvalue(study: Study, pair: tuple[str, str]) -> float | None:
    """P-value of the paired t test, where it has one."""
    try:
        return paired_t_test(study, *pair).pvalue
    except UndefinedError:
        return None


def post_hoc_table(study: Study | MeanRanks, *, alpha: float = 0.05, control: str | None = None) -> Table:
    """One row a comparison of mean ranks: z, p-values alone and adjusted in two ways, and the verdict."""
    found = told_apart_by(study, alpha=alpha, control=control)
    stepwise = holm_test(study, control, alpha=alpha)
    columns = (
        *_PAIR,
        Column("z", "z", decimals=3),
        *_pvalues({"unadjusted": "p alone", "adjusted": found.method, "holm": "Holm"}),
        Column("told_apart", "told apart?", align="left"),
    )
    numbers = (found.z, found.unadjusted, found.pvalues, stepwise.pvalues)
    rows = [
        (*pair, *values, bool(values[2] <= alpha))
        for pair, *values in zip(found.pairs, *(column.tolist() for column in numbers), strict=True)
    ]
    title = "Comparisons of mean ranks" + ("" if control is None else f" with {control}")
    reach = short(found.critical_difference or 0.0)
    note = (
        f"Told apart: by {found.method} at {percent(alpha)}, where mean ranks differ by more than {reach}, "
        "as the diagram shows. z is positive where the first ranks better."
    )
    return Table("post_hoc", title, columns, rows, notes=(note,))


def told_apart_by(study: Study | MeanRanks, *, alpha: float, control: str | None) -> PostHoc:
    """Return the test that sentence, table and diagram go by: of all pairs, or of all with the control."""
    if control is None:
        return nemenyi_test(study, alpha=alpha)
    return bonferroni_dunn_test(study, control, alpha=alpha)


def practical_table(verdicts: Sequence[PracticalVerdict]) -> Table:
    """One row a pair: how likely the first is practically better, alike, or worse."""
    columns = (
        *_PAIR,
        Column("better", "first better", decimals=3),
        Column("alike", "alike", decimals=3),
        Column("worse", "second better", decimals=3),
    )
    rows = [(v.a, v.b, v.better, v.alike, v.worse) for v in verdicts]
    rope = short(verdicts[0].rope)
    error = max(v.standard_error for v in verdicts)
    notes = (f"Drawn with an error of at most {short(error)}.",)
    return Table("practical", f"Chances of differences of more than {rope}", columns, rows, notes=notes)


#: Of more pairs that differ, a sentence says the number only.
MOST_NAMED = 4


@dataclasses.dataclass(frozen=True, repr=False, slots=True, eq=False)
class StudyFindings(Shown):
    """What is found in a study; made by :func:`study_findings`.

    Attributes
    ----------
    study : Study
    alpha : float
        Error rate of all comparisons together.
    control : str or None
        The algorithm that the others are compared with; None for all pairs.
    tie_within : float
        Gains that are no larger count as ties among wins and losses.
    tests : tuple of TestResult
        Friedman's test of all algorithms together and, of two data sets or more, its F version.
    tables : tuple of Table
        Mean ranks, pairs, comparisons of mean ranks and, where a region of practical equivalence was
        given, the chances of practical differences.
    chart : Chart
        The critical-difference diagram.

    Examples
    --------
    >>> from costcurves.studies import Study
    >>> results = [[0.9, 0.8], [0.7, 0.6], [0.8, 0.7], [0.6, 0.5], [0.9, 0.7]]
    >>> print(study_findings(Study(results, ["A", "B"], better="high")))  # doctest: +ELLIPSIS
    A has the best mean rank, 1. The algorithms differ (...
    """

    kind: ClassVar[str] = "study_findings"
    study: Study
    alpha: float
    control: str | None
    tie_within: float
    tests: tuple[TestResult, ...]
    tables: tuple[Table, ...]
    chart: Chart

    @property
    def sentence(self) -> str:
        """Which algorithm ranks best, and what that is worth."""
        study, ranks, test = self.study, mean_ranks(self.study), self.tests[-1]
        best = ranks.order[0]
        leader = f"{study.algorithms[best]} has the best mean rank, {short(float(ranks.ranks[best]))}"
        compared = told_apart_by(study, alpha=self.alpha, control=self.control)
        differ = [
            f"{first} from {second}" if z > 0 else f"{second} from {first}"
            for (first, second), z, pvalue in zip(
                compared.pairs, compared.z.tolist(), compared.pvalues.tolist(), strict=True
            )
            if pvalue <= self.alpha
        ]
        apart = ", ".join(differ)
        if len(differ) > MOST_NAMED:
            apart = f"{len(differ)} of {len(compared.pairs)} pairs"
        verdict = "differ" if test.significant(self.alpha) else "may all be alike"
        return (
            f"{leader}. The algorithms {verdict} ({test.method}, {pvalue_text(test.pvalue)}); at "
            f"{percent(self.alpha)} the {compared.method} test distinguishes {apart or 'no pair'}."
        )

    def to_json(self) -> dict[str, Any]:
        """Return the findings as plain values."""
        names = ("friedman", "iman_davenport")
        return {
            "kind": self.kind, "version": documents.VERSION, "study": self.study.to_json(),
            "alpha": self.alpha, "control": self.control, "tie_within": self.tie_within,
            "sentence": self.sentence,
            **{name: test.to_json() for name, test in zip(names, self.tests, strict=False)},
            **{table.key: table.to_json()["rows"] for table in self.tables},
            "notes": [note for table in self.tables for note in table.notes],
        }  # fmt: skip

    def table(self) -> Table:
        """Return the table of mean ranks."""
        return self.tables[0]

    def picture(self) -> Chart:
        """Return the chart of mean ranks."""
        return self.chart

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence

    def __repr__(self) -> str:
        """Show the algorithms and the number of data sets."""
        return f"StudyFindings({', '.join(self.study.algorithms)}; {len(self.study)} data sets)"


def study_findings(
    study: Study,
    *,
    alpha: float = 0.05,
    control: str | None = None,
    rope: float | None = None,
    seed: int = 0,
    tie_within: float = 0.0,
) -> StudyFindings:
    """Test all algorithms together, every pair, and mean ranks; with a region, practical differences too.

    Parameters
    ----------
    study : Study
    alpha : float
        Error rate of all comparisons together.
    control : str, optional
        The algorithm that the others are compared with; without one, all pairs are.
    rope : float, optional
        Region of practical equivalence: also say how likely gains exceed this.
    seed : int
        Of the draws for `rope`.
    tie_within : float
        Results that differ by no more count as ties among wins and losses.

    Returns
    -------
    StudyFindings

    Examples
    --------
    >>> from costcurves.examples import accuracies26
    >>> from costcurves.studies import Study
    >>> len(study_findings(Study.of(accuracies26()[1], better="high")).tables) > 0
    True
    """
    if control is not None:
        study.place(control)  # says which algorithms there are
    several = (iman_davenport_test(study),) if len(study) > 1 else ()
    tables = [
        rank_table(study),
        pair_table(study, alpha=alpha, tie_within=tie_within),
        post_hoc_table(study, alpha=alpha, control=control),
    ]
    if rope is not None:
        pairs = itertools.combinations(study.algorithms, 2)
        tables.append(
            practical_table([signed_rank_posterior(study, *p, rope=rope, seed=seed) for p in pairs])
        )
    chart = rank_chart(study, alpha=alpha, control=control)
    return StudyFindings(
        study, alpha, control, tie_within, (friedman_test(study), *several), tuple(tables), chart
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


def critical_counts(datasets: int, alpha: float, *, alternative: str = "two-sided") -> str:
    """Say which counts of the rarer outcome are significant; nothing of too many data sets."""
    if not 0 < datasets <= EXACT_UP_TO:
        return ""
    critical = sign_test_critical(datasets, alpha=alpha, alternative=alternative)
    limit = "no count is" if critical is None else f"counts up to {critical} are"
    return f"of {datasets} data {'set' if datasets == 1 else 'sets'}, {limit} significant"
