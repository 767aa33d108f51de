"""Records with predictors, and with a numeric response."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.examples.files import columns, numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Predictors = tuple[NDArray[np.int64], dict[str, NDArray[np.float64]]]

__all__ = ["bank_customers", "car_prices", "households"]


def households() -> Predictors:
    """Who owns a riding mower, with income and lot size, for 24 households.

    Returns
    -------
    labels : ndarray of shape (24,)
        1 for an owner, else 0; 12 of each.
    predictors : dict of str to ndarray
        `"income"` in thousands of dollars, `"lot_size"` in thousands of square feet.

    References
    ----------
    The RidingMowers table of the dmba 0.2.4 package (MIT licence), companion of Shmueli, Bruce,
    Gedeck, Patel, *Data Mining for Business Analytics*, Wiley 2019.

    Examples
    --------
    >>> labels, predictors = households()
    >>> int(labels.sum()), list(predictors)
    (12, ['income', 'lot_size'])
    """
    return _labelled("households.csv", "owner")


def bank_customers() -> Predictors:
    """Who accepted a personal loan, with income and card spending, for 5,000 customers of a bank.

    Returns
    -------
    labels : ndarray of shape (5000,)
        1 where the customer accepted the loan, else 0; 480 did.
    predictors : dict of str to ndarray
        `"income"` a year and `"card_spending"` a month, in thousands of dollars.

    References
    ----------
    The UniversalBank table of the dmba 0.2.4 package (MIT licence).

    Examples
    --------
    >>> labels, predictors = bank_customers()
    >>> int(labels.sum()), float(predictors["income"].max())
    (480, 224.0)
    """
    return _labelled("bank_customers.csv", "accepted")


def car_prices() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Prices of 400 used cars in euro, and those that a linear regression on 600 others predicts.

    Returns
    -------
    price, predicted : ndarray of shape (400,)

    References
    ----------
    The first 1,000 rows of the ToyotaCorolla table of the dmba 0.2.4 package (MIT licence).

    Examples
    --------
    >>> price, predicted = car_prices()
    >>> len(price), float(price.max())
    (400, 32500.0)
    """
    table = columns("car_prices.csv")
    return numbers(table["price"]), numbers(table["predicted"])


def _labelled(name: str, label: str) -> Predictors:
    """The label and the other columns of a shipped table."""
    table = columns(name)
    labels = np.array(table.pop(label), dtype=np.int64)
    return labels, {key: numbers(texts) for key, texts in table.items()}
