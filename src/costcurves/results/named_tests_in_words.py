"""What tests of AUCs, of error rates and of published counts say of two models, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves._ground.number_words import pvalue_text, short

if TYPE_CHECKING:
    from costcurves.inference.estimate import TestResult


def auc_verdict(found: TestResult, a: str, b: str, level: float = 0.95) -> str:
    """Say which of two models has the larger AUC, as far as a test at 1 − level shows that.

    Examples
    --------
    >>> from costcurves.inference.estimate import Estimate, TestResult
    >>> found = TestResult("DeLong's test", 0.012, "the AUCs are equal", estimate=Estimate(0.1, 0.02, 0.18))
    >>> auc_verdict(found, "new", "old")
    'new has a larger AUC than old (p = 0.012).'
    """
    is_first = _is_greater(found)
    one, other = (a, b) if is_first else (b, a)
    return _verdict(found, f"{one} has a larger AUC than {other}", f"has the larger AUC, {a} or {b}", level)


def error_verdict(found: TestResult, a: str, b: str, level: float = 0.95) -> str:
    """Say which of two models errs less often, as far as a test at 1 − level shows that.

    Examples
    --------
    >>> from costcurves.inference.estimate import Estimate, TestResult
    >>> found = TestResult("McNemar's test", 0.4, "both err equally often", estimate=Estimate(0.1, -0.2, 0.4))
    >>> print(error_verdict(found, "new", "old"))
    Which errs less often, new or old, is left open: the difference may be chance (p = 0.4).
    """
    one, other = (b, a) if _is_greater(found) else (a, b)
    return _verdict(found, f"{one} errs less often than {other}", f"errs less often, {a} or {b},", level)


def cost_verdict(found: TestResult, a: str, b: str, pc: float, level: float = 0.95) -> str:
    """Say which of two classifiers is cheaper at a condition, as far as a test at 1 − level shows that.

    Examples
    --------
    >>> from costcurves.inference.estimate import Estimate, TestResult
    >>> found = TestResult("test", 0.02, "both cost the same", estimate=Estimate(-0.1, -0.2, -0.01))
    >>> cost_verdict(found, "new", "old", 0.3)
    'new is cheaper than old at PC(+) = 0.3 (p = 0.02).'
    """
    one, other = (b, a) if _is_greater(found) else (a, b)
    at = f"at PC(+) = {short(pc)}"
    return _verdict(found, f"{one} is cheaper than {other} {at}", f"is cheaper {at}, {a} or {b}", level)


def difference_sentence(found: TestResult, a: str, b: str, what: str, *, of: str = "") -> str:
    """Say what was estimated (AUC, error rate, NEC …) and tested; `of` names a part of the records."""
    statistic = "" if found.statistic is None else f", statistic {short(found.statistic)}"
    return f"{a} minus {b} in {what}{of}: {found.estimate}. Tested: {found.null} ({found.method}{statistic})."


def _is_greater(found: TestResult) -> bool:
    """Whether the number of the first model is greater, or is to be shown to be."""
    if found.alternative != "two-sided":
        return found.alternative == "greater"
    return found.estimate is not None and found.estimate.estimate > 0


def _verdict(found: TestResult, claim: str, question: str, level: float) -> str:
    """Say what is shown, or that it is not."""
    p = pvalue_text(found.pvalue if found.adjusted is None else found.adjusted)
    if found.significant(1 - level):
        return f"{claim} ({p})."
    if found.alternative != "two-sided":
        return f"It is not shown that {claim} ({p})."
    return f"Which {question.removesuffix(',')}, is left open: the difference may be chance ({p})."
