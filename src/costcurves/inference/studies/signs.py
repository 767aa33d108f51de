"""The sign test: whether two algorithms win equally often."""

from __future__ import annotations

import math
from fractions import Fraction

from costcurves._ground.arrays import inner_share
from costcurves.errors import Code, InputError, UndefinedError
from costcurves.inference.arguments import one_of, whole_number
from costcurves.inference.estimate import TestResult
from costcurves.inference.pvalues import ALTERNATIVES

__all__ = ["sign_test", "sign_test_critical"]

_NULL = "both win equally often"
#: Exact sums of more terms take long, and the normal law is as good.
EXACT_UP_TO = 100_000


def sign_test(
    wins: int,
    losses: int,
    ties: int = 0,
    *,
    tie_rule: str = "drop",
    method: str = "exact",
    alternative: str = "two-sided",
) -> TestResult:
    """Test whether two algorithms win on equally many data sets.

    Of N = wins + losses data sets the rarer outcome came k times: p = min(1, 2·Σᵢ₌₀ᵏ C(N, i)/2ᴺ), and
    one-sided the single tail.

    Parameters
    ----------
    wins, losses, ties : int
        Outcomes of the first algorithm, such as `win_tie_loss(study).of(first, second)`.
    tie_rule : {"drop", "split"}
        Ties are left out, or given half to each side; of an odd number one is left out.
    method : {"exact", "normal"}
        Binomial law, or its normal approximation with a continuity correction of ½.
    alternative : {"two-sided", "greater", "less"}
        "greater": the first algorithm wins more often.

    Returns
    -------
    TestResult
        Its statistic is k: the rarer outcome of the two, or the one that speaks against the alternative.

    Raises
    ------
    UndefinedError
        If there are no data sets at all. If all of them tie, p = 1.

    References
    ----------
    Demšar, JMLR 7, 2006, section 3.1.4.

    Examples
    --------
    >>> result = sign_test(4, 14, 2)
    >>> round(result.pvalue, 6), result.significant(0.05), result.significant(0.01)
    (0.030884, True, False)
    """
    won, lost, tied = (whole_number(v, n) for v, n in ((wins, "wins"), (losses, "losses"), (ties, "ties")))
    one_of(tie_rule, "tie_rule", ("drop", "split"))
    one_of(method, "method", ("exact", "normal"))
    one_of(alternative, "alternative", ALTERNATIVES)
    if won + lost + tied == 0:
        raise UndefinedError.because(
            must="a sign test needs at least one data set", came="no wins, losses or ties"
        )
    half = tied // 2 if tie_rule == "split" else 0
    won, lost = won + half, lost + half
    rare = {"two-sided": min(won, lost), "greater": lost, "less": won}[alternative]
    tail = _exact_tail if method == "exact" else _normal_tail
    sides = 2 if alternative == "two-sided" else 1
    return TestResult(
        f"{'exact' if method == 'exact' else 'normal'} sign test",
        float(min(1, sides * tail(rare, won + lost))),
        _NULL,
        statistic=rare,
        alternative=alternative,
        notes=_of_ties(2 * half, tied - 2 * half),
    )


def _of_ties(shared: int, left_out: int) -> tuple[str, ...]:
    """Say what became of ties."""
    found = [f"{shared} tied, half of them given to each side"] if shared else []
    return (*found, *([f"{left_out} tied, left out"] if left_out else []))


def sign_test_critical(datasets: int, alpha: float = 0.05, *, alternative: str = "two-sided") -> int | None:
    """Critical value of the exact sign test: the most losses that are still significant.

    Parameters
    ----------
    datasets : int
        Number of data sets without ties.
    alpha : float
        Error rate of the test.
    alternative : {"two-sided", "greater", "less"}
        The value is the same for both one-sided tests.

    Returns
    -------
    int or None
        Largest k with p ≤ `alpha`; None if not even k = 0 is significant.

    Examples
    --------
    >>> sign_test_critical(18), sign_test_critical(18, 0.01), sign_test_critical(5)
    (4, 3, None)
    """
    size = whole_number(datasets, "datasets")
    one_of(alternative, "alternative", ALTERNATIVES)
    sides = 2 if alternative == "two-sided" else 1
    most = Fraction(inner_share(alpha, "alpha")) * 2**size / sides
    term, total, found = 1, 1, None
    for k in range(size + 1):
        if total > most:
            break
        found = k
        term = term * (size - k) // (k + 1)
        total += term
    return found


def _exact_tail(k: int, size: int) -> Fraction:
    """Chance of at most k heads in so many throws of a coin."""
    if size > EXACT_UP_TO:
        raise InputError.because(
            must=f"an exact sign test must have at most {EXACT_UP_TO:,} data sets", came=f"{size:,}",
            fix='use method="normal"', code=Code.TOO_MANY,
        )  # fmt: skip
    term, total = 1, 1
    for i in range(k):
        term = term * (size - i) // (i + 1)
        total += term
    return Fraction(total, 2**size)


def _normal_tail(k: int, size: int) -> float:
    """Return the same by the normal law, half a throw further out."""
    return 0.5 * math.erfc((size - 2 * k - 1) / math.sqrt(2 * size)) if size else 1.0
