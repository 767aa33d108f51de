"""Shipped records of many classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.examples.literature import columns, numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The classes, in the order of the columns.
BANDS = ("low", "middle", "high")


def car_price_bands() -> tuple[NDArray[np.str_], dict[str, NDArray[np.float64]]]:
    """Return the price bands of 479 used cars, and the probabilities of three models.

    Returns
    -------
    labels : ndarray of str, shape (479,)
        "low" (below 9,000 euros), "middle" or "high" (from 12,000 on).
    probabilities : dict of str to ndarray, shape (479, 3)
        Of `"logistic"`, `"forest"` and `"bayes"`, in this order of the bands: each from the nine folds that
        a record is not in, rounded to 4 decimals. The models know mileage, power, weight, doors, cubic
        capacity and tax of a car, not its age.

    References
    ----------
    The ToyotaCorolla table of the dmba package (MIT).

    Examples
    --------
    >>> labels, probabilities = car_price_bands()
    >>> len(labels), probabilities["forest"].shape
    (479, (479, 3))
    """
    table = columns("car_price_bands.csv")
    labels = np.array(table.pop("label"))
    models = dict.fromkeys(name.rpartition("_p_")[0] for name in table)
    return labels, {
        model: np.column_stack([numbers(table[f"{model}_p_{name}"]) for name in BANDS]) for model in models
    }
