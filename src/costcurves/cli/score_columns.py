"""Which columns of a table hold the scores that a saved decision needs."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from costcurves.errors import Code, InputError, listed, meant
from costcurves.io import labelled, scores_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurves._ground.arrays import Floats
    from costcurves.io import Columns

#: Columns that are listed in an error.
MOST_COLUMNS = 12


def scores_by_model(
    columns: Columns,
    models: Sequence[str],
    positive: str,
    named: Sequence[str] = (),
    *,
    label: str | None = None,
) -> dict[str, Floats]:
    """Return the scores of the models of a decision.

    Parameters
    ----------
    columns : Columns
    models : sequence of str
        One or two.
    positive : str
        The positive class, to find ``<model>_p_<class>`` of a many-class model.
    named : sequence of str
        Columns that are not called like their models: one alone, or MODEL=COLUMN.
    label : str, optional
        That of the positive class, where the models are predicted labels.

    Raises
    ------
    InputError
        If a model has no column: those of other models mean something else.
    """
    names = _named(models, named)
    for model in models:
        name = names.get(model, model)
        if name in columns or f"{name}_p_{positive}" in columns:
            continue
        typed = "COLUMN" if len(models) == 1 else f"{shlex.quote(model)}=COLUMN"
        fix = f"{meant(name, columns.names)} if another column holds the scores of {model!r}, write --score "
        fix += f"{typed}; the columns are {listed(columns.names, most=MOST_COLUMNS)}"
        wrong = f"no column {name!r} in {columns.source}, and scores of other models mean something else"
        raise InputError(wrong, fix=fix.strip(), code=Code.NO_SUCH_NAME)
    if label is not None:
        return {model: labelled(columns, names.get(model, model), label) for model in models}
    return {model: scores_of(columns, names.get(model, model), positive) for model in models}


def _named(models: Sequence[str], named: Sequence[str]) -> Mapping[str, str]:
    """Read which column each model has, as far as that is stated."""
    found: dict[str, str] = {}
    for text in named:
        # The longest name that fits: a model may be called like the beginning of another.
        fits = [one for one in models if text.startswith(f"{one}=") and len(text) > len(one) + 1]
        model = max(fits, key=len, default=models[0] if len(models) == 1 else "")
        column = text.removeprefix(f"{model}=") if fits else text
        if not fits and len(models) > 1:
            each = " ".join(f"--score {shlex.quote(one)}=COLUMN" for one in models)
            raise InputError("a decision about two models needs the column of each", text, f"write {each}")
        if model in found:
            raise InputError(f"--score must name one column for {model!r}", f"{found[model]} and {column}")
        found[model] = column
    return found
