"""What a label holds: two classes, many, or numbers. An option says so, the labels do, or each is offered."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, TypeVar

import click
from click.core import ParameterSource

from costcurves.cli.commands import in_section, misused, typed_name
from costcurves.cli.option_types import Choice
from costcurves.errors import Code, InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    Found = TypeVar("Found")


class TargetKind(enum.StrEnum):
    """What a label holds."""

    TWO = "two"
    CLASSES = "classes"
    NUMERIC = "numeric"


TARGET = in_section("Columns of FILE")(
    "--target",
    type=Choice([kind.value for kind in TargetKind]),
    help="What the labels are: two classes (one against all others), three or more, or numbers; by default "
    "told by them.",
)


def by_target(
    stated: str | None,
    files: Sequence[str],
    two: Callable[[], Found],
    numbers: Callable[[], Found],
    classes: Callable[[], Found] | None = None,
) -> Found:
    """Do what a command does where labels are two classes, or what it does where they are many, or numbers.

    Labels with a fraction, or with more than 100 different numbers, are numbers; three or more classes with
    scores for each are many. Of others it is unclear unless a positive class is named: commands are offered.

    Parameters
    ----------
    stated : str or None
        What the option says.
    files : sequence of str
        What is read, standard input only once.
    two, numbers, classes : callable
        The last one None where many classes have no such thing.

    Raises
    ------
    InputError
        If it is unclear what the labels are.
    """
    known = {TargetKind.TWO: two, TargetKind.NUMERIC: numbers, TargetKind.CLASSES: classes}
    chosen = known[TargetKind(stated or TargetKind.TWO)] or two
    try:
        return chosen()
    except InputError as problem:
        told = problem.code if stated is None else None
        sure = known.get(CERTAIN[told]) if told in CERTAIN else None
        if sure is not None and "-" not in files:
            return sure()
        must, kinds = WAYS.get(told, ("", ()))
        offered = [("--target", kind.value) for kind in kinds if known[kind] is not None]
        if not offered:
            raise
        raise InputError(
            f"{problem.must}{must}",
            fix="write",
            where=problem.where,
            ways=[*problem.ways[-1:], *offered],
            code=problem.code,
        ) from None


#: What labels are beyond doubt, by what was wrong with them as two classes.
CERTAIN = {Code.MEASUREMENTS: TargetKind.NUMERIC, Code.SCORES_BY_CLASS: TargetKind.CLASSES}
#: By what is unclear of labels: what else they do not say, and what they may be beside two classes.
WAYS: dict[Code | None, tuple[str, tuple[TargetKind, ...]]] = {
    Code.MEASUREMENTS: ("", (TargetKind.NUMERIC,)),
    Code.SCORES_BY_CLASS: (", or whether they are classes", (TargetKind.CLASSES,)),
    Code.SEVERAL_CLASSES: (", or whether they are classes", (TargetKind.CLASSES,)),
    Code.CLASSES_OR_NUMBERS: (", or whether they are numbers", (TargetKind.CLASSES, TargetKind.NUMERIC)),
}


def refuse_all_but(known: Collection[str], what: str) -> None:
    """Refuse options that were typed and mean nothing for what labels hold."""
    ctx = click.get_current_context()
    for param in ctx.command.params:
        name = param.name or ""
        if name not in known and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise misused(wrong=f"{typed_name(param)} means nothing where {what}", fix="leave it out")
