"""Which models of a picture have scores that are probabilities, and what is said of the others."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from costcurves._ground.number_words import short
from costcurves.charts.figures.calibration_figures import OF_PROBABILITIES
from costcurves.curves.over_condition import OverConditions
from costcurves.errors import Code, InputError
from costcurves.results import remarks
from costcurves.tallies.probabilities import probabilities_of
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.curves.kind import CurveOptions
    from costcurves.tallies.records import Records


def takes_probabilities(made: Any, options: CurveOptions) -> bool:
    """Tell whether a kind of curve, or the function of a figure, takes scores as probabilities."""
    kind = made.args[0] if isinstance(made, functools.partial) else made
    rule = options.rule
    if rule is None and isinstance(kind, OverConditions):
        rule = kind.policy(0.5)
    return made in OF_PROBABILITIES or bool(getattr(rule, "of_probabilities", False))


def probable(models: Mapping[str, Tally], records: Records | None) -> tuple[list[str], list[remarks.Remark]]:
    """Return the models whose scores are probabilities, with a remark on each of the others."""
    kept, others = [], []
    for model, tally in models.items():
        try:
            if records is not None and model in records.scores:
                records.probability(model)  # names the row
            probabilities_of(tally, "a picture of probabilities")
            kept.append(model)
        except InputError as problem:
            if problem.code is not Code.NOT_PROBABILITIES:
                raise
            others.append(remarks.no_probabilities(model, problem))
    return kept, others


def remarks_on(
    made: Any, options: CurveOptions, models: Mapping[str, Any], records: Records | None
) -> tuple[list[str], list[remarks.Remark]]:
    """Return the models that a picture shows, and what is to be said of them and of those left out.

    All are shown where the picture takes no probabilities, and where none has them, which it refuses itself.
    """
    names = list(models)
    if not takes_probabilities(made, options):
        return names, []
    kept, found = probable(models, records)
    if not kept:
        return names, []
    return kept, [*found, *remarks.calibrated_elsewhere({name: models[name] for name in kept})]


def recalibration_of(made: Any, options: CurveOptions, models: Mapping[str, Any]) -> list[str]:
    """Say that the probabilities of a picture are recalibrated ones, where they are."""
    odds = {tally.odds for tally in models.values() if isinstance(tally, Tally)} - {1.0}
    if not odds or not takes_probabilities(made, options):
        return []
    return [f"Scores are recalibrated: their odds are multiplied by {short(max(odds))}"]
