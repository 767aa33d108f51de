"""Shipped records of many classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.examples.literature import columns, numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The classes, in the order of the columns.
METHODS = ("none", "long-term", "short-term")


def contraception() -> tuple[NDArray[np.str_], dict[str, NDArray[np.float64]]]:
    """Which contraceptive method 491 couples use, and the probabilities of three models.

    Returns
    -------
    labels : ndarray of str, shape (491,)
        "none", "long-term" or "short-term".
    probabilities : dict of str to ndarray, shape (491, 3)
        Of `"logistic"`, `"forest"` and `"bayes"`, in this order of the classes: each from the nine folds
        that a record is not in, rounded to 4 decimals.

    References
    ----------
    Lim, Loh & Shih (2000), Machine Learning 40; the Contraceptive Method Choice data of the UCI repository
    (CC BY 4.0).

    Examples
    --------
    >>> labels, probabilities = contraception()
    >>> len(labels), probabilities["forest"].shape
    (491, (491, 3))
    """
    table = columns("contraception.csv")
    labels = np.array(table.pop("label"))
    models = dict.fromkeys(name.rpartition("_p_")[0] for name in table)
    return labels, {
        model: np.column_stack([numbers(table[f"{model}_p_{name}"]) for name in METHODS]) for model in models
    }
