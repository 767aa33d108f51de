"""Proper scores of probabilities of many classes: what each record loses."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats


@dataclasses.dataclass(frozen=True, slots=True)
class ClassLoss:
    """A loss of predicted probabilities; call it on codes of the true classes and probabilities.

    Attributes
    ----------
    key, title, formula : str
    function : callable
        Maps codes, shape (n,), and probabilities, shape (n, K), to losses, shape (n,).
    high : float
        Greatest loss of a record; the least is 0.
    reference : str

    Examples
    --------
    >>> [float(row(np.array([0]), np.array([[0.5, 0.25, 0.25]]))[0].round(4)) for row in CLASS_LOSSES]
    [0.6931, 0.375]
    """

    key: str
    title: str
    formula: str
    function: Callable[[NDArray[np.intp], Floats], Floats]
    high: float
    reference: str

    def __call__(self, codes: NDArray[np.intp], probability: Floats) -> Floats:
        """Return the loss of each record; infinite where the log of a probability of 0 is."""
        return self.function(codes, probability)


def _log_loss(codes: NDArray[np.intp], probability: Floats) -> Floats:
    true = probability[np.arange(len(codes)), codes]
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log(true) + 0.0)


def _brier(codes: NDArray[np.intp], probability: Floats) -> Floats:
    true = probability[np.arange(len(codes)), codes]
    return np.asarray((probability * probability).sum(axis=1) - 2 * true + 1)


#: Losses of probabilities; one row is one loss.
CLASS_LOSSES: tuple[ClassLoss, ...] = (
    ClassLoss("log_loss", "log loss", "mean of −ln p(true class)", _log_loss, np.inf, "Good (1952)"),
    ClassLoss(
        "brier", "Brier score of all classes",
        "mean of Σ_k (p_k − [k is the true class])², twice that of two classes",
        _brier, 2.0, "Brier (1950)",
    ),
)  # fmt: skip
