"""Decision problems with their costs: loans, spam, a diagnosis, a mailing."""

from __future__ import annotations

from costcurves.conditions.operating_condition import Costs
from costcurves.tallies.confusion import Confusion

__all__ = ["DIAGNOSIS_COSTS", "LOAN_COSTS", "SPAM_COSTS", "mailing"]

LOAN_COSTS = Costs(fp=1, fn=5)
"""German credit: the positives are bad payers; accepting one costs 5, refusing a good one costs 1.

The cost matrix that comes with the Statlog German Credit data of the UCI repository.
"""

SPAM_COSTS = Costs(fp=99, fn=1)
"""Mail: the positives are spam; losing a good mail costs 99 times as much as reading a spam.

Filter only what is spam with a probability of at least 0.99 (Fürnkranz, course slides on cost-sensitive
learning).
"""

DIAGNOSIS_COSTS = Costs(fp=5, fn=30, tp=-20, tn=0)
"""A diagnosis with a full matrix: a treated case gains 20, a missed one costs 30, a false alarm costs 5.

Made numbers; the least probability worth treating is 5/55 (Elkan's rule, *The foundations of cost-sensitive
learning*, 2001).
"""


def mailing() -> tuple[Confusion, Costs]:
    """Result and costs of a mailing to 1,000 people, of whom 10 would buy.

    A mailed buyer brings 10 net of postage, any other mailed person costs 1. The model mails 28 people and
    finds 8 of the 10 buyers, so it earns 8·10 − 20·1 = 60; mailing nobody earns 0, although that has fewer
    errors (10 instead of 22).

    Returns
    -------
    confusion : Confusion
        tp 8, fn 2, fp 20, tn 970.
    costs : Costs
        From the benefits tp 10 and fp −1.

    References
    ----------
    Shmueli, Patel, Bruce, *Data Mining for Business Intelligence*, 2nd ed., Wiley 2010, section 5.2. The book
    also prints a cost of 48, which counts a buyer as 10 before postage; here he is 10 after it.

    Examples
    --------
    >>> confusion, costs = mailing()
    >>> float(confusion.fp), float(costs.effective_fn)
    (20.0, 10.0)
    """
    return Confusion.from_matrix([[970, 20], [2, 8]]), Costs.from_benefits(tp=10, fp=-1)
