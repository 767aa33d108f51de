"""Which part of a table, or which other table, chooses thresholds, and which one judges them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from costcurves.cli.file_statements import FileRead
from costcurves.errors import InputError, listed, no_such

if TYPE_CHECKING:
    from costcurves.cli.loaded import Loaded
    from costcurves.evaluation.evaluation import Evaluation

_OTHERS = "the other parts"


def told_apart(
    loaded: Loaded, *, choose_on: str | None = None, judge_on: str | None = None, every_part: bool = False
) -> Loaded:
    """Find the parts that choose and judge: those that are named, else by what they are for.

    With `every_part` none needs to be known, since all are shown. A name of `choose_on` that is no part
    may be another file.

    Raises
    ------
    InputError
        If it is not known what parts are for, or a part is named that there is not.
    """
    if judge_on is not None:
        _require_part(judge_on, loaded, "--judge-on")
        if choose_on is None:
            fix = "name the part to choose on with --choose-on"
            raise InputError("--judge-on needs --choose-on", "--judge-on alone", fix)
        _require_part(choose_on, loaded, "--choose-on")
    if choose_on in loaded.parts:
        return choose_from_part(loaded, choose_on, judge_on)
    return without_training(loaded) if loaded.parts and not every_part else loaded


def _require_part(name: str, loaded: Loaded, option: str) -> None:
    """Refuse what is no part of the table."""
    if not loaded.parts:
        fix = "name the column of parts with --partition"
        raise InputError("--judge-on needs a table with parts", "none", fix, where=loaded.evaluation.name)
    if name not in loaded.parts:
        raise no_such(name, loaded.parts, what="part", where=option, other="the parts are")


def without_training(loaded: Loaded) -> Loaded:
    """Let no training records choose or judge: a validation part chooses and a test part judges.

    With one part that was held out, that one does both, on records left out of the choice; the parts
    stand beside.

    Raises
    ------
    InputError
        If it is not known what a part is for, or there are training records only.
    """
    of = _by_role(loaded)
    if of[""] or len(of["validation"]) > 1:
        raise InputError(
            "it must be known on which part to choose thresholds and on which to judge them",
            f"the parts {listed(list(loaded.parts))}",
            "state --choose-on PART and --judge-on PART",
            where=loaded.evaluation.name,
        )
    if of["validation"] and of["test"]:
        return choose_from_part(loaded, of["validation"][0])
    held_out = of["test"] or of["validation"]
    if not held_out:
        raise InputError(
            "thresholds must not be chosen or judged on training records",
            f"the part {listed(list(loaded.parts))} alone",
            "give records that were held out, or name the part with --choose-on and --judge-on",
            where=loaded.evaluation.name,
        )
    judge = _pooled([loaded.parts[name] for name in held_out])
    return dataclasses.replace(
        loaded, evaluation=judge, statements=(*loaded.statements, f"judged on part {judge.name!r} alone")
    )


def choosing_part(loaded: Loaded) -> Evaluation | None:
    """Return the part that would choose thresholds, if the names of the parts tell."""
    of = _by_role(loaded)
    found = of["validation"] or of["test"]
    return loaded.parts[found[0]] if len(found) == 1 and not of[""] else None


def _by_role(loaded: Loaded) -> dict[str, list[str]]:
    """Return the names of parts by what they are for; an empty text where that is not known."""
    roles = loaded.roles
    return {role: [name for name in roles if roles[name] == role] for role in ("", "validation", "test")}


def choose_from_part(loaded: Loaded, part: str, judge_on: str | None = None) -> Loaded:
    """Choose thresholds on one part, and judge on another: by default on the test part, else on all others.

    Raises
    ------
    InputError
        If there is no other part.
    """
    others = [name for name in loaded.parts if name != part]
    if not others:
        raise InputError(
            "thresholds must be judged on a part other than the one they were chosen on", f"{part!r} alone"
        )
    tests = [name for name in others if loaded.roles[name] == "test"]
    names = [judge_on] if judge_on is not None else tests or others
    judge = _pooled([loaded.parts[name] for name in names])
    statement = f"thresholds chosen on part {part!r}, judged on {judge.name!r}"
    return dataclasses.replace(
        loaded,
        evaluation=judge,
        statements=(*loaded.statements, statement),
        parts={part: loaded.parts[part], **loaded.parts},
        reference=part,
        chosen_on=loaded.parts[part],
    )


def _pooled(parts: list[Evaluation]) -> Evaluation:
    """Put parts together."""
    if len(parts) == 1:
        return parts[0]
    first, *rest = parts
    models = dict(first.models)
    for part in rest:
        models = {name: tally + part.models[name] for name, tally in models.items()}
    return dataclasses.replace(first, models=models, records=None, name=_OTHERS)


def choose_from_file(loaded: Loaded, other: Loaded) -> Loaded:
    """Choose thresholds on the table of another file.

    Raises
    ------
    InputError
        If the two tables share no model, or name the positive class differently.
    """
    here, there = loaded.evaluation, other.evaluation
    if here.name == there.name:  # files of one name in two folders
        there = dataclasses.replace(there, name=f"the other {there.name}")
    if loaded.positive and other.positive and loaded.positive != other.positive:
        raise InputError(
            "both tables must have the same positive class",
            f"{loaded.positive!r} in {here.name} and {other.positive!r} in {there.name}",
            "name it with --positive",
        )
    shared = [name for name in here.models if name in there.models]
    if not shared:
        raise InputError(
            "the table of --choose-on must have the same models",
            listed(list(there.models)),
            f"they are {listed(list(here.models))} in {here.name}",
            where=there.name,
        )
    here, there = (only(evaluation, shared) for evaluation in (here, there))
    statements = [
        *(one.after() if isinstance(one, FileRead) else one for one in other.statements),
        f"thresholds chosen on {there.name}, judged on {here.name}",
    ]
    dropped = [name for name in {**loaded.evaluation.models, **other.evaluation.models} if name not in shared]
    if dropped:
        statements.append(f"models that only one of the tables has are left out: {', '.join(dropped)}")
    parts = {name: only(part, shared) for name, part in loaded.parts.items()} or {here.name: here}
    return dataclasses.replace(
        loaded,
        evaluation=here,
        statements=(*loaded.statements, *statements),
        parts={there.name: there, **parts},
        reference=there.name,
        chosen_on=there,
    )


def only(evaluation: Evaluation, models: list[str]) -> Evaluation:
    """Keep some of the models."""
    kept = {name: evaluation.models[name] for name in models}
    return dataclasses.replace(evaluation, models=kept)
