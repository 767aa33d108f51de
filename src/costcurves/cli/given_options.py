"""Options that state classifiers, of which nothing is chosen: thresholds, and columns of predicted labels."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import click

from costcurves.cli.commands import in_section, typed_name
from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.evaluation.judging_given import Thresholds


class StatedThreshold(click.ParamType):  # type: ignore[type-arg] # generic in new versions of click only
    """A threshold of every model, or MODEL=THRESHOLD."""

    name = "threshold"

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> tuple[str | None, float]:  # noqa: ARG002 - click's
        """Read the threshold; a model may have "=" in its name."""
        if isinstance(value, tuple):
            return value
        model, sign, text = str(value).rpartition("=")
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not math.isfinite(number) or "_" in text or (sign and not model):
            must, fix = "must be a finite number, or a model and a number", "write 0.5 or model=0.5"
            raise InputError(must, repr(value), fix, argument=typed_name(param))
        return (model if sign else None), number


THRESHOLD = (
    in_section("Choice")(
        "--threshold",
        type=StatedThreshold(),
        multiple=True,
        metavar="[MODEL=]T",
        help="Choose nothing: judge this threshold for every model, or one (repeatable), beside the best.",
    ),
)
PREDICTED = in_section("Columns of FILE")(
    "--predicted",
    multiple=True,
    metavar="COLUMN",
    help="Predicted labels of a model, spelled like the labels (repeatable, or a,b).",
)


def by_model(
    stated: Sequence[tuple[str | None, float]], models: Sequence[str], model: str | None
) -> Thresholds | dict[str, Thresholds] | None:
    """Return thresholds as ``evaluation.given`` takes them.

    Those without a model hold for every model (or the only one that is meant) without one of its own.
    """
    own: dict[str, list[float]] = {}
    for name, threshold in stated:
        if name is not None:
            own.setdefault(name, []).append(threshold)
    every = [threshold for name, threshold in stated if name is None]
    if not own:
        return every or None
    meant = ([model] if model is not None else models) if every else []
    return {**{name: every for name in meant if name not in own}, **own}
