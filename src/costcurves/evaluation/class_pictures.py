"""Pictures of an evaluation of many classes by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.charts.figures.class_figures import KEY as MATRIX
from costcurves.charts.figures.class_figures import matrix_chart
from costcurves.charts.figures.region_figures import KEY as REGIONS
from costcurves.errors import InputError, no_such

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurves.charts.chart import Chart

#: A map shows so many classes.
CORNERS = 3
COSTS, PAIRS = "costs", "pairs"


def _matrix(evaluation: Any, model: str | None) -> Chart:
    """Draw records by true and predicted class, coloured by share of the true class."""
    if model is None:
        model = evaluation.models[0] if len(evaluation.models) == 1 else evaluation.decide().rows[0].model
    return matrix_chart(evaluation.counts(model), model)


def _regions(evaluation: Any, _: str | None) -> Chart:
    """Draw who is cheapest where, of the three classes that are most common."""
    corners = commonest(evaluation, CORNERS)
    if len(corners) < CORNERS:
        raise InputError("a map shows three classes", f"{len(corners)}", where=evaluation.name)
    chart: Chart = evaluation.regions(corners).picture()
    return chart


def _costs(evaluation: Any, _: str | None) -> Chart:
    """Draw what every model costs a case, with its interval; where no costs are stated, its error rate."""
    chart: Chart = evaluation.decide().picture()
    return chart


def _pairs(evaluation: Any, _: str | None) -> Chart:
    """Draw by how much models of many classes differ in pairs, with intervals that hold together."""
    chart: Chart = evaluation.pairwise().picture()
    return chart


#: Pictures of many classes, by name; the first line of each tells what it shows.
CLASS_PICTURES: dict[str, Callable[[Any, str | None], Chart]] = {
    MATRIX: _matrix,
    REGIONS: _regions,
    COSTS: _costs,
    PAIRS: _pairs,
}


def commonest(evaluation: Any, count: int) -> Sequence[str]:
    """Return the classes of most records, in the order of all."""
    places = np.sort(np.argsort(-evaluation.records.sizes, kind="stable")[:count]).tolist()
    return [evaluation.classes[place] for place in places]


class WithClassPictures:
    """Methods of an evaluation of many classes that draw."""

    __slots__ = ()

    def chart(self, name: str = MATRIX, *, model: str | None = None) -> Chart:
        """Return a picture as data.

        Parameters
        ----------
        name : str
            "matrix": the confusion matrix of a model; "regions": who is cheapest where, of the three most
            common classes; "costs": what every model costs, with intervals; "pairs": by how much models
            differ.
        model : str, optional
            Whose confusion matrix; by default that of the cheapest model.

        Raises
        ------
        InputError
            If there is no such picture or model.

        Examples
        --------
        >>> from costcurves import evaluate_classes
        >>> ev = evaluate_classes([0, 0, 1, 1, 2, 2], {"m": [0, 0, 1, 0, 2, 1]})
        >>> print(ev.chart("matrix"))
        Confusion matrix of m
        """
        if name not in CLASS_PICTURES:
            raise no_such(name, CLASS_PICTURES, what="picture of many classes")
        if model is not None and name != MATRIX:
            raise InputError(
                "a model belongs to the picture of a confusion matrix", repr(name), "leave it out"
            )
        return CLASS_PICTURES[name](self, model)

    def plot(self, name: str = MATRIX, *, model: str | None = None, ax: Any = None) -> Any:
        """Draw a picture with matplotlib and return its Axes, by default new ones; see :meth:`chart`."""
        return self.chart(name, model=model).plot(ax)
