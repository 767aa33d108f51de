"""Several files as the parts of one table: their names say which one trains, chooses and judges."""

from __future__ import annotations

import dataclasses
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from costcurves.cli.file_statements import FileRead
from costcurves.cli.loaded import Loaded, silent
from costcurves.cli.loading import is_same_file, load_asked, load_one, reading_of
from costcurves.cli.parts import only, told_apart
from costcurves.errors import InputError, listed, no_such
from costcurves.io.naming import ROLES, file_role
from costcurves.results.remarks import SAME_RECORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.cli.loaded import Step
    from costcurves.cli.request import ReadingOptions, Request


def load_files(
    files: Sequence[str],
    request: Request,
    step: Step = silent,
    *,
    choosing: bool = True,
    every_part: bool = False,
) -> Loaded:
    """Read one table, or several as parts, as a request asks; see :func:`costcurves.cli.loading.load`.

    Raises
    ------
    InputError
        If a file is given twice, or the files have no model in common, or other positive classes.
    """
    if len(files) == 1:
        return load_asked(files[0], request, step, choosing=choosing, every_part=every_part)
    check_several(files, request.reading)
    read = _as_parts(files, request.reading, step)
    names = dict(zip(files, read.parts, strict=True))
    named = {role: _part(stated, names, f"--{role.replace('_', '-')}") for role, stated in _stated(request)}
    found = told_apart(_in_order(read), **named, every_part=every_part)
    same = [SAME_RECORDS] if choosing and found.chosen_on is None else []
    found = dataclasses.replace(found, statements=(*found.statements, *same))
    return found.recalibrated(request.recalibrate_to)


def check_several(files: Sequence[str], reading: ReadingOptions) -> None:
    """Refuse a file that is given twice, and parts of one table."""
    for number, path in enumerate(files):
        if any(path == other or is_same_file(path, other) for other in files[:number]):
            raise InputError("every file must be given only once", repr(path), "leave out one of the two")
    if reading.partition is not None:
        fix = "leave it out, or give one file"
        raise InputError("--partition names the parts of one table", f"{len(files)} files", fix)


def _stated(request: Request) -> list[tuple[str, str | None]]:
    return [("choose_on", request.choose_on), ("judge_on", request.judge_on)]


def _part(stated: str | None, names: dict[str, str], option: str) -> str | None:
    """Find the part that a path or the name of a part means."""
    if stated is None or stated in names.values():
        return stated
    found = [name for path, name in names.items() if stated == path or is_same_file(stated, path)]
    if not found:
        raise no_such(stated, names.values(), what="file among those given", where=option, other="they are")
    return found[0]


def _as_parts(files: Sequence[str], reading: ReadingOptions, step: Step) -> Loaded:
    """Read every file whole, and keep the models that all have."""
    tables = [load_one(path, reading_of(path, reading), step, parted=False) for path in files]
    names = file_names(files)
    positives = {name: one.positive for name, one in zip(names, tables, strict=True) if one.positive}
    if len(set(positives.values())) > 1:
        each = " and ".join(f"{label!r} in {name}" for name, label in positives.items())
        raise InputError("all tables must have the same positive class", each, "name it with --positive")
    first, *others = tables
    models = dict.fromkeys(model for one in tables for model in one.evaluation.models)
    shared = [model for model in models if all(model in one.evaluation.models for one in tables)]
    if not shared:
        each = " and ".join(
            f"{listed(list(one.evaluation.models))} in {name}"
            for name, one in zip(names, tables, strict=True)
        )
        raise InputError("the files must have a model in common", each, "name it with --score")
    parts = {
        name: dataclasses.replace(only(one.evaluation, shared), name=name)
        for name, one in zip(names, tables, strict=True)
    }
    statements = [*first.statements]
    for one in others:
        statements += [text.after() if isinstance(text, FileRead) else text for text in one.statements]
    for name, part in parts.items():
        statements += [f"{name}: {remark}" for remark in part.remarks()]
    if left_out := [model for model in models if model not in shared]:
        statements.append(f"models that only some of the tables have are left out: {', '.join(left_out)}")
    return dataclasses.replace(
        first,
        evaluation=dataclasses.replace(parts[names[0]], name=f"{len(files)} files"),
        statements=tuple(statements),
        parts=parts,
        reference=names[0],
        roles={name: file_role(name) for name in names},
        incomplete=sum(one.incomplete for one in tables),
        separations={
            name: one.separation
            for name, one in zip(names, tables, strict=True)
            if one.separation is not None
        },
    )


def file_names(files: Sequence[str]) -> list[str]:
    """Name files, those of one name in several folders by their folders, too."""
    names = [Path(path).name if path != "-" else "standard input" for path in files]
    if max(Counter(names).values()) == 1:
        return names
    whole = [str(Path(path).absolute()) for path in files]
    shared = os.path.commonpath(whole)
    return [Path(os.path.relpath(path, shared)).as_posix() for path in whole]


def _in_order(read: Loaded) -> Loaded:
    """Put parts into the order in which they are used: those that train, choose, judge."""
    order = [names[0] for names in ROLES]
    place = {name: order.index(role) if role else len(order) for name, role in read.roles.items()}
    parts = {name: read.parts[name] for name in sorted(read.parts, key=lambda name: place[name])}
    return dataclasses.replace(read, parts=parts, reference=next(iter(parts)))
