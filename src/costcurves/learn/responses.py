"""Scores of estimators, asked for as scikit-learn's displays do: by what an object can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import InputError, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["part_of", "responses"]

#: Methods that give scores, in the order in which "auto" tries them.
METHODS = ("predict_proba", "decision_function")


def responses(
    estimator: Any, X: Any, *, response_method: str | Sequence[str] = "auto", pos_label: Any = None
) -> tuple[Any, Any]:
    """Return the scores of a fitted classifier of two classes, and its positive class.

    Parameters
    ----------
    estimator : object
        With `classes_` and `predict_proba` or `decision_function`; pipelines and searches too.
    X : array_like or frame, shape (records, features)
    response_method : {"auto", "predict_proba", "decision_function"} or sequence of these
        What to call; of several the first that the estimator has.
    pos_label : optional
        By default the second of its classes.
    """
    classes = _classes(estimator)
    positive = classes[1] if pos_label is None else pos_label
    found = np.flatnonzero(classes == positive)
    if len(found) != 1:
        raise InputError.because(
            must="pos_label must be a class of the estimator",
            came=repr(pos_label),
            fix=", ".join(map(repr, classes)),
        )
    second = bool(found[0])
    name = _method(estimator, response_method)
    values = np.asarray(getattr(estimator, name)(X))
    if name == "predict_proba":
        return values[:, int(second)], positive
    return (values if second else -values), positive


def _classes(estimator: Any) -> Any:
    """Return the two classes of a fitted classifier."""
    classes = getattr(estimator, "classes_", None)
    if classes is None:
        raise InputError.because(
            must="the estimator must be a fitted classifier", came=kind_of(estimator), where="no classes_",
            fix="fit it, or use from_predictions with its scores",
        )  # fmt: skip
    if len(classes) != 2:
        raise InputError.because(must="the estimator must have two classes", came=f"{len(classes)} classes")
    return np.asarray(classes)


def _method(estimator: Any, asked: str | Sequence[str]) -> str:
    """Choose the method that gives scores."""
    names = METHODS if asked == "auto" else (asked,) if isinstance(asked, str) else tuple(asked)
    strange = [name for name in names if name not in METHODS]
    if strange:
        raise InputError.because(
            must=f"response_method must be auto, {' or '.join(METHODS)}", came=repr(strange[0])
        )
    for name in names:
        # Searches and pipelines have the method only if what is inside them has it.
        if hasattr(estimator, name):
            return name
    raise InputError.because(must=f"the estimator must have {' or '.join(names)}", came=kind_of(estimator))


def part_of(values: Any, rows: Any) -> Any:
    """Take rows of an array, a frame or a list."""
    if values is None:
        return None
    if hasattr(values, "iloc"):
        return values.iloc[rows]
    if hasattr(values, "shape") or hasattr(values, "__array__"):
        return values[rows]
    return [values[row] for row in rows]
