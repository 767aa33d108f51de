"""Which side a test looks at, and the p-value on that side."""

from __future__ import annotations

from typing import Any

from costcurves.errors import InputError

__all__ = ["ALTERNATIVES", "one_of", "pvalue_of"]

#: Which results speak against the null hypothesis: of either side, above it, below it.
ALTERNATIVES = ("two-sided", "greater", "less")


def one_of(value: Any, name: str, known: tuple[str, ...]) -> None:
    """Refuse a word that an option does not know."""
    if value not in known:
        raise InputError.because(must=f"{name} is one of {', '.join(known)}", came=repr(value))


def pvalue_of(below: float, above: float, alternative: str) -> float:
    """Return the p-value of a difference from the probabilities beyond it on both sides.

    Examples
    --------
    >>> pvalue_of(0.99, 0.01, "two-sided"), pvalue_of(0.99, 0.01, "greater")
    (0.02, 0.01)
    """
    one_of(alternative, "alternative", ALTERNATIVES)
    if alternative == "two-sided":
        return min(1.0, 2 * min(below, above))
    return min(1.0, above if alternative == "greater" else below)
