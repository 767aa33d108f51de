"""What a label holds: two classes, or numbers. An option says so; else the labels do, or both are offered."""

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
    NUMERIC = "numeric"


TARGET = in_section("Columns of FILE")(
    "--target",
    type=Choice([kind.value for kind in TargetKind]),
    help="What the labels are: two classes (one against all others), or numbers; by default told by them.",
)


def by_target(
    stated: str | None, files: Sequence[str], two: Callable[[], Found], numbers: Callable[[], Found]
) -> Found:
    """Do what a command does where labels are two classes, or what it does where they are numbers.

    Labels with a fraction, or with more than 100 different numbers, are numbers. Three to 100 whole numbers
    may be either, unless a positive class is named: then both commands are offered.

    Parameters
    ----------
    stated : str or None
        What the option says.
    files : sequence of str
        What is read, standard input only once.
    two, numbers : callable

    Raises
    ------
    InputError
        If it is unclear what the labels are.
    """
    if stated == TargetKind.NUMERIC:
        return numbers()
    try:
        return two()
    except InputError as problem:
        told = problem.code if stated is None else None
        if told is Code.MEASUREMENTS and "-" not in files:
            return numbers()
        as_numbers = [("--target", TargetKind.NUMERIC.value)]
        if told is Code.MEASUREMENTS:
            raise InputError(problem.must, fix="write", ways=as_numbers, code=problem.code) from None
        if told is not Code.CLASSES_OR_NUMBERS:
            raise
        raise InputError(
            f"{problem.must}, or whether they are numbers",
            fix="write",
            where=problem.where,
            ways=[problem.ways[-1], *as_numbers],
            code=problem.code,
        ) from None


def refuse_all_but(known: Collection[str], what: str) -> None:
    """Refuse options that were typed and mean nothing for what labels hold."""
    ctx = click.get_current_context()
    for param in ctx.command.params:
        name = param.name or ""
        if name not in known and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise misused(wrong=f"{typed_name(param)} means nothing where {what}", fix="leave it out")
