"""What a scorer costs and brings on average over a belief about the condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import share
from costcurves.conditions.beliefs import Beliefs
from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.rules.driven_rules import score_driven
from costcurves.rules.rule import Rule, optimal
from costcurves.space.cost_curve import CostCurve
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from costcurves.conditions.beliefs import ConditionPrior

__all__ = ["expected_cost", "expected_nec", "expected_profit", "net_benefit_area"]


def expected_nec(tally: Tally, prior: ConditionPrior, *, rule: Rule = optimal) -> float:
    """Expected normalised cost under a belief about PC(+), in closed form.

    Parameters
    ----------
    tally : Tally
    prior : ConditionPrior
        Law of PC(+).
    rule : Rule
        How the threshold follows the condition once that is known; by default the best one does.

    Returns
    -------
    float
        In [0, 1]; under a uniform law the area under the cost curve.

    Examples
    --------
    >>> from costcurves import ConditionPrior, Tally
    >>> tally = Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1])
    >>> expected_nec(tally, ConditionPrior.uniform())
    0.125
    """
    return _curve(tally, rule, "an expected cost").at_prevalence(0.5).expected(prior)


def expected_cost(tally: Tally, beliefs: Beliefs, *, rule: Rule = optimal) -> float:
    """Expected cost a record under separate beliefs about prevalence and costs.

    The law of PC(+) alone does not determine it: where more is at stake, cost counts for more.

    Parameters
    ----------
    tally : Tally
    beliefs : Beliefs
        From :meth:`~costcurves.ConditionPrior.from_beliefs`.
    rule : Rule
        How the threshold follows the condition; by default the best one does.

    Returns
    -------
    float
        In the unit of the costs.

    Examples
    --------
    >>> from costcurves import ConditionPrior, Costs, Tally
    >>> beliefs = ConditionPrior.from_beliefs(prevalence=0.5, costs=Costs(fp=1, fn=3))
    >>> expected_cost(Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1]), beliefs)
    0.25
    """
    return _beliefs(beliefs).expected_cost(_curve(tally, rule, "an expected cost"))


def expected_profit(tally: Tally, beliefs: Beliefs, *, rule: Rule = optimal) -> float:
    """Expected profit a record over flagging nobody, under separate beliefs about prevalence and costs.

    Where costs are benefits of acting, with nothing won or lost by leaving a case alone, it is the
    profit itself; under the best threshold it is the expected maximum profit. Never below 0 then.

    Parameters
    ----------
    tally : Tally
    beliefs : Beliefs
        From :meth:`~costcurves.ConditionPrior.from_beliefs`.
    rule : Rule
        How the threshold follows the condition; by default the best one does.

    References
    ----------
    Verbraken, Verbeke & Baesens (2013), IEEE Transactions on Knowledge and Data Engineering 25.

    Examples
    --------
    >>> from costcurves import ConditionPrior, Costs, Tally
    >>> mailing = Costs.from_benefits(tp=9, fp=-6)
    >>> beliefs = ConditionPrior.from_beliefs(prevalence=0.5, costs=mailing)
    >>> expected_profit(Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1]), beliefs)
    3.0
    """
    nobody = CostCurve.line(0, 0)
    return _beliefs(beliefs).expected_cost(nobody) - expected_cost(tally, beliefs, rule=rule)


def net_benefit_area(tally: Tally, low: float, high: float, *, rule: Rule | None = None) -> float:
    """Area under the net benefit over a range of threshold probabilities, in closed form.

    ∫ (p·TPR − (1 − p)·FPR·t/(1 − t)) dt at the prevalence p of the tally. Divided by high − low it is
    the mean net benefit if every threshold in the range is equally likely.

    Parameters
    ----------
    tally : Tally
    low, high : float
        Ends of the range, 0 ≤ low < high < 1: at 1 net benefit is undefined.
    rule : Rule, optional
        How the threshold follows t; by default :func:`~costcurves.rules.score_driven`, which flags where
        score ≥ t. :data:`~costcurves.rules.optimal` gives what calibration could reach.

    Returns
    -------
    float
        At most p·(high − low); flagging nobody has 0.

    Raises
    ------
    UndefinedError
        For rules whose rates move between their thresholds.

    References
    ----------
    Vickers & Elkin (2006), Medical Decision Making 26; Talluri & Shete (2016), BMC Medical Informatics
    and Decision Making 16 (area).

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(net_benefit_area(Tally.from_scores([1, 0], [0.8, 0.1]), 0, 0.5), 6)
    0.24732
    """
    start, stop = share(low, "the low end"), share(high, "the high end")
    if not start < stop < 1:
        raise InputError.because(
            must="a range of threshold probabilities must ascend and end below 1", came=f"{low!r} to {high!r}"
        )
    curve = _curve(tally, score_driven() if rule is None else rule, "the area under a net benefit")
    if not curve.is_linear:
        raise UndefinedError.because(
            must="the area under a net benefit needs a rule with standing rates",
            came=f"the rule {curve.rule!r}",
        )
    p = tally.prevalence
    curve = curve.at_prevalence(p)
    # The axis is the cost proportion κ = 1 − t.
    left, right = (np.clip(end, 1 - stop, 1 - start) for end in (curve.edges[:-1], curve.edges[1:]))
    width = right - left
    odds = np.log1p(width / left) - width
    tpr, fpr = 1 - curve.fnr[:, 0], curve.fpr[:, 0]
    return float(p * np.dot(tpr, width) - (1 - p) * np.dot(fpr, odds))


def _curve(tally: Tally, rule: Rule, purpose: str) -> CostCurve:
    """Return the cost curve of a tally under a rule."""
    return Rule.require(rule)(Tally.require(tally, purpose))


def _beliefs(beliefs: Beliefs) -> Beliefs:
    """Return separate beliefs; refuse a law of PC(+), which says nothing in money."""
    if isinstance(beliefs, Beliefs):
        return beliefs
    raise InputError.because(
        must="a cost in money needs separate beliefs about prevalence and costs",
        came=kind_of(beliefs),
        fix="use ConditionPrior.from_beliefs, or expected_nec",
    )
