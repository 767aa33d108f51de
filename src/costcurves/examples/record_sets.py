"""Labels and scores, record by record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import InputError
from costcurves.examples.literature import columns, numbers, shipped

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Scored = tuple[NDArray[np.int64], NDArray[np.float64]]
    Labelled = tuple[NDArray[np.int64], dict[str, NDArray[np.float64]]]


def records24() -> Scored:
    """Labels and scores of 24 records, 12 of each class, in the order printed: highest score first.

    Returns
    -------
    labels : ndarray of shape (24,)
        1 for a record of the class of interest, else 0.
    scores : ndarray of shape (24,)
        Estimated probability of label 1; no two are equal.

    References
    ----------
    Shmueli, Patel, Bruce, *Data Mining for Business Intelligence*, 2nd ed., Wiley 2010, Table 5.2.

    Examples
    --------
    >>> labels, scores = records24()
    >>> int(labels.sum()), float(scores[0])
    (12, 0.995976726)
    """
    return _scored("records24.csv")


def twenty_instances() -> Scored:
    """Labels and scores of 20 instances, 10 of each class, highest score first; their AUC is 0.68.

    Returns
    -------
    labels : ndarray of shape (20,)
        1 for a positive instance, else 0.
    scores : ndarray of shape (20,)
        Score of each instance; no two are equal.

    References
    ----------
    Fawcett, *An introduction to ROC analysis*, Pattern Recognition Letters 27, 2006, Figure 3.

    Examples
    --------
    >>> labels, scores = twenty_instances()
    >>> int(labels.sum()), float(scores[-1])
    (10, 0.1)
    """
    return _scored("twenty_instances.csv")


def personal_loans() -> Labelled:
    """Who accepted a personal loan, and the probabilities of three models, for 2,000 customers of a bank.

    The models were trained on 3,000 other customers. 192 of the 2,000 accepted (9.6 %).

    Returns
    -------
    labels : ndarray of shape (2000,)
        1 where the customer accepted the loan, else 0.
    scores : dict of str to ndarray of shape (2000,)
        Probability of acceptance by `"logistic"` (logistic regression), `"forest"` (200 trees, so multiples
        of 0.005) and `"boosting"` (gradient boosting), rounded to 6 decimals.

    References
    ----------
    The UniversalBank table of the dmba 0.2.4 package (MIT licence), companion of Shmueli, Bruce, Gedeck,
    Patel, *Data Mining for Business Analytics*, Wiley 2019.

    Examples
    --------
    >>> labels, scores = personal_loans()
    >>> len(labels), int(labels.sum()), list(scores)
    (2000, 192, ['logistic', 'forest', 'boosting'])
    """
    return _labelled("personal_loans.csv", "label")


def personal_loans_path() -> Path:
    """Where the file of `personal_loans` lies, for the command line and for other programs.

    Returns
    -------
    Path

    Raises
    ------
    InputError
        When the package runs from a zip, where no such path exists.

    Examples
    --------
    >>> personal_loans_path().name
    'personal_loans.csv'
    """
    found = shipped("personal_loans.csv")
    if not isinstance(found, Path):
        raise InputError(
            "the package must lie in a folder",
            "a package inside a zip",
            "install it, or use personal_loans()",
        )
    return found


def fundraising() -> tuple[NDArray[np.int64], NDArray[np.float64], dict[str, NDArray[np.float64]]]:
    """Who answered a letter that asks for gifts, what they gave, and the probabilities of three models.

    A letter costs 0.68 dollars, so a mailed donor brings the gift less 0.68, anybody else who is mailed
    costs 0.68. Half of these 1,248 people gave; of all people who are mailed, 5.1 % do. The models were
    trained on 1,872 others, of whom half gave too.

    Returns
    -------
    labels : ndarray of shape (1248,)
        1 where the person gave, else 0.
    gifts : ndarray of shape (1248,)
        The gift in dollars, 0 where there was none: known only afterwards.
    scores : dict of str to ndarray of shape (1248,)
        Probability of a gift by `"logistic"`, `"forest"` and `"boosting"`, as in a sample of which half
        gives; rounded to 6 decimals.

    References
    ----------
    The Fundraising table of the dmba 0.2.4 package (MIT licence), companion of Shmueli, Bruce, Gedeck,
    Patel, *Data Mining for Business Analytics*, Wiley 2019, whose case states the cost and the rate.

    Examples
    --------
    >>> labels, gifts, scores = fundraising()
    >>> int(labels.sum()), float(gifts.sum()), list(scores)
    (624, 8250.0, ['logistic', 'forest', 'boosting'])
    """
    table = columns("fundraising.csv")
    labels, gifts = np.array(table.pop("label"), dtype=np.int64), numbers(table.pop("gift"))
    return labels, gifts, {model: numbers(texts) for model, texts in table.items()}


def _scored(name: str) -> Scored:
    """The label and score columns of a shipped table."""
    table = columns(name)
    return np.array(table["label"], dtype=np.int64), numbers(table["score"])


def households() -> Labelled:
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


def bank_customers() -> Labelled:
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


def _labelled(name: str, label: str) -> Labelled:
    """The label and the other columns of a shipped table."""
    table = columns(name)
    labels = np.array(table.pop(label), dtype=np.int64)
    return labels, {key: numbers(texts) for key, texts in table.items()}
