"""Looks of the lines of a display: names, numbers and styles, one for all folds or one a fold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["OF_CHANCE", "looks"]

#: Looks of lines that have none of their own: of several folds, and of chance.
OF_FOLDS = {"alpha": 0.5, "linestyle": "--", "color": "tab:blue"}
OF_CHANCE = {"color": "k", "linestyle": "--"}


def looks(count: int, name: Any, asked: Any, areas: Sequence[float] | None) -> list[dict[str, Any]]:
    """Return what matplotlib is told of each line, its label among it.

    Parameters
    ----------
    count : int
        Number of lines.
    name : str, sequence of str or None
        One for all lines, or one a line if there are several looks.
    asked : dict, sequence of dict or None
        One look for all lines and one entry in the legend, or one a line.
    areas : sequence of float or None
        Numbers told beside the names.
    """
    each = isinstance(asked, (list, tuple))
    names = _names(count, name, each=each)
    if each and len(asked) != count:
        raise InputError.because(
            must="curve_kwargs must be one dict, or one per curve", came=f"{len(asked)} for {count} curves"
        )
    styles = [dict(one) for one in asked] if each else [dict(asked or {}) for _ in range(count)]
    shared = OF_FOLDS if count > 1 and not each else {}
    labels = _labels(names, areas, each=each or count == 1)
    return [
        {**shared, **({"label": label} if label else {}), **style}
        for style, label in zip(styles, labels, strict=True)
    ]


def _names(count: int, name: Any, *, each: bool) -> list[str | None]:
    """Return the name of each line."""
    if isinstance(name, (str, type(None))):
        return [name] * count
    if count > 1 and not each:
        raise InputError.because(
            must="several names need as many curve_kwargs", came="a list of names, and one look",
            fix="give curve_kwargs a list of dicts",
        )  # fmt: skip
    if len(name) != count:
        raise InputError.because(must="names must be one per curve", came=f"{len(name)} for {count} curves")
    return list(name)


def _labels(names: list[str | None], areas: Sequence[float] | None, *, each: bool) -> list[str | None]:
    """Return the label of each line; of folds that look alike only the first has one."""
    if each:
        told = [""] * len(names) if areas is None else [f"area = {area:0.2f}" for area in areas]
        return [_label(name, text) for name, text in zip(names, told, strict=True)]
    text = "" if areas is None else f"area = {np.mean(areas):0.2f} +/- {np.std(areas):0.2f}"
    return [_label(names[0], text), *[None] * (len(names) - 1)]


def _label(name: str | None, told: str) -> str | None:
    """Join a name and a number."""
    if name is None:
        return told or None
    return f"{name} ({told})" if told else name
