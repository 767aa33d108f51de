"""What thresholds are chosen on: the same records, cross-fitted, or other records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from costcurves.errors import InputError, kind_of
from costcurves.tallies.records import Records
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["CROSS_FITTED", "SAME", "read_chosen_on"]

CROSS_FITTED, SAME = "cross-fitted", "same"


def read_chosen_on(value: Any, models: Iterable[str], lower_is_positive: frozenset[str]) -> Any:
    """Return a word, or the tallies of other records by model.

    Parameters
    ----------
    value : "cross-fitted", "same", Evaluation, Records or mapping of str to Tally
    models : iterable of str
        Those that are judged.
    lower_is_positive : frozenset of str
        Those of them whose low scores mean positive. Other records must agree: a threshold of scores
        that point the other way says nothing here.
    """
    if isinstance(value, str) and value in (CROSS_FITTED, SAME):
        return value
    if isinstance(value, Records):
        _require_same_way(value.lower_is_positive, set(value.scores) & set(models), lower_is_positive)
        return {model: value.tally(model) for model in value.scores}
    if hasattr(value, "lower_is_positive"):
        _require_same_way(value.lower_is_positive, set(value.models) & set(models), lower_is_positive)
    tallies = getattr(value, "models", value)
    if not isinstance(tallies, Mapping):
        raise InputError.because(
            must="thresholds are chosen on the same records, cross-fitted, or on another evaluation",
            came=repr(value) if isinstance(value, str) or value is None else kind_of(value),
            fix='write "cross-fitted", "same", the evaluation of other records, or {"model": tally}',
        )
    return {model: Tally.require(tally, f"chosen_on for {model!r}") for model, tally in tallies.items()}


def _require_same_way(theirs: frozenset[str], common: set[str], ours: frozenset[str]) -> None:
    """Refuse other records whose scores point the other way."""
    if astray := sorted(common & (theirs ^ ours)):
        there = astray[0] in theirs
        raise InputError.because(
            must="scores point the same way where thresholds are chosen and where they are judged",
            came=f"low scores of {astray[0]!r} mean positive {'there' if there else 'here'} only",
            where="chosen_on",
            fix="give lower_is_positive= to both, or to neither",
        )
