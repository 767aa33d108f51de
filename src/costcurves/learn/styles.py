"""What a display takes: scores of estimators, asked for as scikit-learn does, and the looks of its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import CostCurvesError, InputError, kind_of
from costcurves.inference.auc.auc_intervals import auc_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.inference.estimate import Estimate
    from costcurves.tallies.tally import Tally

#: Looks of lines that have none of their own: of several folds, and of chance.
OF_FOLDS = {"alpha": 0.5, "linestyle": "--", "color": "tab:blue"}
OF_CHANCE = {"color": "k", "linestyle": "--"}
OF_TRIVIAL = {"color": "0.5", "linewidth": 1.0, "zorder": 1.5}


def auc_intervals(tallies: Sequence[Tally]) -> tuple[Estimate, ...]:
    """Return the interval of the AUC of each tally; none where one of them has none."""
    try:
        return tuple(auc_interval(tally) for tally in tallies)
    except CostCurvesError:
        return ()


def auc_text(found: Estimate) -> str:
    """Write an AUC with its interval, as legends do.

    Examples
    --------
    >>> from costcurves import tally
    >>> auc_text(auc_interval(tally([0, 0, 1, 1, 0, 1], [1, 2, 3, 4, 3, 2])))
    'AUC 0.78 (0.32–0.96)'
    """
    return f"AUC {found.estimate:.2f} ({found.low:.2f}–{found.high:.2f})"


def looks(
    count: int,
    name: Any,
    given: Any,
    areas: Sequence[float] | None,
    intervals: Sequence[Estimate] = (),
) -> list[dict[str, Any]]:
    """Return what matplotlib is given for each line, its label among it.

    Parameters
    ----------
    count : int
        Number of lines.
    name : str, sequence of str or None
        One for all lines, or one a line if there are several looks.
    given : dict, sequence of dict or None
        One look for all lines and one entry in the legend, or one a line.
    areas : sequence of float or None
        Numbers beside the names.
    intervals : sequence of Estimate
        Of the AUC of each line, where they are known: stand in place of the areas.
    """
    each = isinstance(given, (list, tuple))
    if each and len(given) != count:
        raise InputError(
            "curve_kwargs must be one dict, or one per curve", f"{len(given)} for {count} curves"
        )
    alike = count > 1 and not each
    texts = [""] * count if areas is None else [f"area = {area:0.2f}" for area in areas]
    told = len(intervals) == count and not alike  # with brackets of its own
    if told:
        texts = [auc_text(found) for found in intervals]
    if alike and areas is not None:
        texts[0] = f"area = {np.mean(areas):0.2f} +/- {np.std(areas):0.2f}"
    found = []
    for place, (own, text) in enumerate(zip(_names(count, name, each=each), texts, strict=True)):
        label = (f"{own} {text}" if told else f"{own} ({text})") if own and text else own or text
        # Of folds that look alike only the first has a label.
        labelled = {"label": label} if label and not (alike and place) else {}
        found.append((OF_FOLDS if alike else {}) | labelled | dict((given[place] if each else given) or {}))
    return found


def _names(count: int, name: Any, *, each: bool) -> list[str | None]:
    if isinstance(name, (str, type(None))):
        return [name] * count
    if count > 1 and not each:
        raise InputError(
            "several names need as many curve_kwargs",
            "a list of names, and one look",
            "give curve_kwargs a list of dicts",
        )
    if len(name) != count:
        raise InputError("names must be one per curve", f"{len(name)} for {count} curves")
    return list(name)


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
        raise InputError(
            "pos_label must be a class of the estimator", repr(pos_label), ", ".join(map(repr, classes))
        )
    second = bool(found[0])
    name = _method(estimator, response_method)
    values = np.asarray(getattr(estimator, name)(X))
    if name == "predict_proba":
        return values[:, int(second)], positive
    return (values if second else -values), positive


def _classes(estimator: Any) -> Any:
    classes = getattr(estimator, "classes_", None)
    if classes is None:
        raise InputError(
            "the estimator must be a fitted classifier",
            kind_of(estimator),
            "fit it, or use from_predictions with its scores",
            where="no classes_",
        )
    if len(classes) != 2:
        raise InputError("the estimator must have two classes", f"{len(classes)} classes")
    return np.asarray(classes)


def _method(estimator: Any, stated: str | Sequence[str]) -> str:
    names = METHODS if stated == "auto" else (stated,) if isinstance(stated, str) else tuple(stated)
    strange = [name for name in names if name not in METHODS]
    if strange:
        raise InputError(f"response_method must be auto, {' or '.join(METHODS)}", repr(strange[0]))
    for name in names:
        # Searches and pipelines have the method only if what is inside them has it.
        if hasattr(estimator, name):
            return name
    raise InputError(f"the estimator must have {' or '.join(names)}", kind_of(estimator))


def part_of(values: Any, rows: Any) -> Any:
    """Take rows of an array, a frame or a list."""
    if values is None:
        return None
    if hasattr(values, "iloc"):
        return values.iloc[rows]
    if hasattr(values, "shape") or hasattr(values, "__array__"):
        return values[rows]
    return [values[row] for row in rows]
