"""What thresholds are chosen on: the same records, cross-fitted, or other records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from costcurves.errors import InputError, kind_of
from costcurves.tallies.cells import Direction
from costcurves.tallies.records import Records
from costcurves.tallies.tally import Tally

CROSS_FITTED, SAME = "cross-fitted", "same"


def read_chosen_on(value: Any, models: Mapping[str, Tally]) -> Any:
    """Return a word, or the tallies of other records by model.

    Parameters
    ----------
    value : "cross-fitted", "same", Evaluation, Records or mapping of str to Tally
    models : mapping of str to Tally
        Those that are judged. Other records must agree on which scores mean positive: a threshold of
        scores that point the other way says nothing here.
    """
    if isinstance(value, str) and value in (CROSS_FITTED, SAME):
        return value
    if isinstance(value, Records):
        value = {model: value.tally(model) for model in value.scores}
    tallies = getattr(value, "models", value)
    if not isinstance(tallies, Mapping):
        raise InputError(
            'chosen_on must be "same", "cross-fitted" or another evaluation',
            repr(value) if isinstance(value, str) or value is None else kind_of(value),
            'write "cross-fitted", "same", the evaluation of other records, or {"model": tally}',
        )
    found = {model: Tally.require(tally, f"chosen_on for {model!r}") for model, tally in tallies.items()}
    for model in sorted(set(found) & set(models)):
        _require_same_way(model, found[model], models[model])
    return found


def _require_same_way(model: str, theirs: Tally, ours: Tally) -> None:
    """Refuse other records whose scores point the other way."""
    if theirs.direction is not ours.direction:
        where = "there" if theirs.direction is Direction.LOW else "here"
        raise InputError(
            "scores must point the same way where thresholds are chosen and where they are judged",
            f"low scores of {model!r} mean positive {where} only",
            "give lower_is_positive= to both, or to neither",
            where="chosen_on",
        )
