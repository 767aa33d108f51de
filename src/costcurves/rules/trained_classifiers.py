"""Classifiers that were each trained for a condition of their own: what selecting by that costs."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import ByValue, frozen
from costcurves.errors import InputError
from costcurves.rules.rule import optimal, parameter_based
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from costcurves._ground.arrays import Floats
    from costcurves.space.cost_curve import CostCurve


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class TrainedClassifiers(ByValue):
    """A family of classifiers, each with the PC(+) that it was trained for.

    Attributes
    ----------
    fpr, tpr : ndarray, shape (classifiers,)
        Rates in [0, 1]; those that others dominate are among them.
    pc : ndarray, shape (classifiers,)
        PC(+) in [0, 1] that each was trained for, all different: where both errors cost the same, the
        prevalence of its training records.

    Examples
    --------
    >>> family = TrainedClassifiers.read([0.02, 0.15, 0.40], [0.20, 0.60, 0.85], [1 / 12, 1 / 6.1, 0.5])
    >>> round(family.policy.area, 6), round(family.best.area, 6)
    (0.207537, 0.180648)
    """

    fpr: Floats
    tpr: Floats
    pc: Floats

    @classmethod
    def read(cls, fpr: ArrayLike, tpr: ArrayLike, pc: ArrayLike) -> Self:
        """Read and check columns of any make.

        Raises
        ------
        InputError
            If lengths differ, a number lies outside [0, 1], or two classifiers were trained for one PC(+).
        """
        named: dict[str, Any] = {"fpr": fpr, "tpr": tpr, "pc": pc}
        each = {name: [one] if np.ndim(one) == 0 else one for name, one in named.items()}
        columns = [frozen(arrays.numbers(one, name).copy()) for name, one in each.items()]
        parameter_based(columns[0], columns[1], pc=columns[2])  # refuses what does not fit
        return cls(*columns)

    @property
    def policy(self) -> CostCurve:
        """Cost of using, at each PC(+), the classifier that was trained for the nearest."""
        return parameter_based(self.fpr, self.tpr, pc=self.pc)

    @property
    def best(self) -> CostCurve:
        """Cost of the best choice: the lower envelope, flagging nobody and everybody among the choices."""
        return optimal(Tally.from_points(self.fpr, self.tpr))

    def __len__(self) -> int:
        """Count the classifiers."""
        return len(self.pc)

    def to_json(self) -> dict[str, Any]:
        """Return the columns as lists."""
        return {field.name: getattr(self, field.name).tolist() for field in dataclasses.fields(self)}


def families_of(
    points: Mapping[str, tuple[Any, Any]], trained_for: Mapping[str, Any]
) -> dict[str, TrainedClassifiers]:
    """Read the families of models whose points have a PC(+) that they were trained for.

    Parameters
    ----------
    points : mapping of str to (fpr, tpr)
        By model.
    trained_for : mapping of str to array_like
        Of some of the models.

    Raises
    ------
    InputError
        If the columns of a model do not fit together.
    """
    found = {}
    for model, pc in trained_for.items():
        try:
            found[model] = TrainedClassifiers.read(*points[model], pc)
        except InputError as problem:
            raise problem.but(where=f"trained_for of {model!r}") from None
    return found
