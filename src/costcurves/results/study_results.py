"""What a study shows: its tables and its picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves._ground.tables import Column, Table
from costcurves._ground.wording import percent, short
from costcurves.charts.figures.group_figures import rank_chart
from costcurves.charts.render.matplotlib import draw
from costcurves.errors import UndefinedError
from costcurves.inference.multiplicity import false_alarm
from costcurves.inference.studies.gains import paired_t_test, wilcoxon_test
from costcurves.inference.studies.posthoc import bonferroni_dunn_test, holm_test, nemenyi_test
from costcurves.inference.studies.ranks import mean_ranks
from costcurves.inference.studies.signs import sign_test, win_tie_loss

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.inference.studies.gains import PracticalVerdict
    from costcurves.inference.studies.ranks import MeanRanks
    from costcurves.inference.studies.study import Study

__all__ = ["pair_table", "plot_ranks", "post_hoc_table", "practical_table", "rank_table"]

_PAIR = (Column("first", "first", align="left"), Column("second", "second", align="left"))


def plot_ranks(
    study: Study | MeanRanks, ax: Any = None, *, alpha: float = 0.05, control: str | None = None
) -> Any:
    """Draw a critical-difference diagram with matplotlib.

    Parameters
    ----------
    study : Study or MeanRanks
    ax : matplotlib.axes.Axes, optional
        Where; by default on a new figure.
    alpha : float
        Error rate of all comparisons together.
    control : str, optional
        The algorithm that the others are compared with; without one, all pairs are.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.

    Examples
    --------
    >>> from costcurves.studies import MeanRanks
    >>> ax = plot_ranks(MeanRanks(("A", "B", "C"), [1.25, 2.0, 2.75], datasets=12))  # doctest: +SKIP
    """
    return draw(rank_chart(study, alpha=alpha, control=control), ax)


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
        Column("sign", "p: sign", decimals=4, least=1e-4),
        Column("wilcoxon", "Wilcoxon", decimals=4, least=1e-4),
        Column("t", "paired t", decimals=4, least=1e-4),
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
    count = len(rows)
    alarm = percent(false_alarm(count, alpha))
    note = (
        "p-values of single tests."
        if count == 1
        else f"p-values of single tests: {count} independent ones at {percent(alpha)} give a false alarm "
        f"with a chance of {alarm}."
    )
    return Table("pairs", "Pairs of algorithms", columns, rows, notes=(note,))


def _t_pvalue(study: Study, pair: tuple[str, str]) -> float | None:
    """P-value of the paired t test, where it has one."""
    try:
        return paired_t_test(study, *pair).pvalue
    except UndefinedError:
        return None


def post_hoc_table(study: Study | MeanRanks, *, alpha: float = 0.05, control: str | None = None) -> Table:
    """One row a comparison of mean ranks: z, and p-values alone and adjusted in two ways."""
    found = nemenyi_test(study, alpha) if control is None else bonferroni_dunn_test(study, control, alpha)
    stepwise = holm_test(study, control, alpha)
    columns = (
        *_PAIR,
        Column("z", "z", decimals=3),
        Column("unadjusted", "p alone", decimals=4, least=1e-4),
        Column("adjusted", found.method, decimals=4, least=1e-4),
        Column("holm", "Holm", decimals=4, least=1e-4),
    )
    numbers = (found.z, found.unadjusted, found.pvalues, stepwise.pvalues)
    rows = [
        (*pair, *values)
        for pair, *values in zip(found.pairs, *(column.tolist() for column in numbers), strict=True)
    ]
    title = "Comparisons of mean ranks" + ("" if control is None else f" with {control}")
    reach = short(found.critical_difference or 0.0)
    note = f"Critical difference at {percent(alpha)}: {reach}. z is positive where the first ranks better."
    return Table("post_hoc", title, columns, rows, notes=(note,))


def practical_table(verdicts: Sequence[PracticalVerdict]) -> Table:
    """One row a pair: how likely the first is practically better, alike, or worse."""
    columns = (
        *_PAIR,
        Column("better", "first better", decimals=3),
        Column("alike", "alike", decimals=3),
        Column("worse", "second better", decimals=3),
    )
    rows = [(v.first, v.second, v.better, v.alike, v.worse) for v in verdicts]
    rope = short(verdicts[0].rope)
    error = max(v.standard_error for v in verdicts)
    notes = (f"Drawn with an error of {short(error)} at most.",)
    return Table("practical", f"Chances of differences of more than {rope}", columns, rows, notes=notes)
