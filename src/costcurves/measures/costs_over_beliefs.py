"""What a scorer costs and brings on average over a belief about the condition, and Hand's H-measure of it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import number, share, sum_of_products
from costcurves.conditions.beliefs import Beliefs, ConditionPrior
from costcurves.errors import InputError, UndefinedError, kind_of, no_such
from costcurves.rules.driven_rules import score_driven
from costcurves.rules.rule import Rule, optimal
from costcurves.space.cost_curve import CostCurve
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable


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

    Returns
    -------
    float

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
        raise InputError(
            "a range of threshold probabilities must ascend and end below 1", f"{low!r} to {high!r}"
        )
    curve = _curve(tally, score_driven() if rule is None else rule, "the area under a net benefit")
    if not curve.is_linear:
        raise UndefinedError(
            "the area under a net benefit needs a rule with constant rates", f"the rule {curve.rule!r}"
        )
    p = tally.prevalence
    curve = curve.at_prevalence(p)
    # The axis is the cost proportion κ = 1 − t.
    left, right = (np.clip(end, 1 - stop, 1 - start) for end in (curve.edges[:-1], curve.edges[1:]))
    width = right - left
    odds = np.log1p(width / left) - width
    tpr, fpr = 1 - curve.fnr[:, 0], curve.fpr[:, 0]
    return p * sum_of_products(tpr, width) - (1 - p) * sum_of_products(fpr, odds)


def _curve(tally: Tally, rule: Rule, purpose: str) -> CostCurve:
    """Return the cost curve of a tally under a rule."""
    return Rule.require(rule)(Tally.require(tally, purpose))


def _beliefs(beliefs: Beliefs) -> Beliefs:
    """Return separate beliefs; refuse a law of PC(+), which says nothing in money."""
    if isinstance(beliefs, Beliefs):
        return beliefs
    raise InputError(
        "a cost in money needs separate beliefs about prevalence and costs",
        kind_of(beliefs),
        "use ConditionPrior.from_beliefs, or expected_nec",
    )


#: Laws of the severity fp/(fp + fn), by name: parameters of the Beta law at a prevalence.
SEVERITIES: dict[str, Callable[[float], tuple[float, float]]] = {
    # Mode at the prevalence, where both trivial classifiers cost the same; so have the recommended.
    "default": lambda p: (2.0, 1 / p if p else math.inf),
    "recommended": lambda p: (1 + p, 2 - p),
    "symmetric": lambda _: (2.0, 2.0),
    "uniform": lambda _: (1.0, 1.0),
}


def h_measure(
    tally: Tally,
    a: float | None = None,
    b: float | None = None,
    *,
    severity: str | None = None,
    severity_ratio: float | None = None,
) -> float:
    """Return Hand's H: skill of the best threshold under a Beta law of the cost severity.

    H = 1 − E[loss]/E[loss of the better trivial classifier], with severity
    c = fp/(fp + fn) ~ Beta(a, b) at the prevalence of the tally. Never below 0: thresholds
    include flagging nobody and everybody. Scores are taken as they are, also where AUC < ½.

    Parameters
    ----------
    tally : Tally
    a, b : float, optional
        Both parameters of the law; or name it by one of the following.
    severity : {"default", "recommended", "symmetric", "uniform"}, optional
        With the prevalence p, Beta(2, 1/p), whose mode is p, where both trivial classifiers cost the
        same: the default of the R package hmeasure 1.0 and of this function; Beta(1 + p, 2 − p), with
        the same mode, recommended by the authors of that package since 2014; Beta(2, 2), of Hand's
        first paper; Beta(1, 1), under which H is 1 − Brier(isotonic fit)/(p·(1 − p)).
    severity_ratio : float, optional
        Beta(2, 1 + 1/ratio), whose mode is where fp/fn is this ratio.

    Returns
    -------
    float
        In [0, 1]; 1 is perfect separation.

    References
    ----------
    Hand (2009), Machine Learning 77; Hand & Anagnostopoulos (2014), Pattern Recognition Letters 40.

    Examples
    --------
    >>> from costcurves import Tally
    >>> tally = Tally.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1])
    >>> round(h_measure(tally, 1, 1), 6), round(h_measure(tally, severity="recommended"), 6)
    (0.583333, 0.587254)
    """
    Tally.require(tally, "the H-measure").require_both_classes("the H-measure")
    a, b = _law(tally.prevalence, (a, b), severity, severity_ratio)
    curve = optimal(tally).at_prevalence(tally.prevalence)
    # Severity weighs false positives, the axis of the curve false negatives: swap the parameters.
    return curve.skill(ConditionPrior.beta(b, a))


def _law(
    prevalence: float, given: tuple[float | None, float | None], name: str | None, ratio: float | None
) -> tuple[float, float]:
    a, b = given
    if (a is None) != (b is None):
        raise InputError("a severity law must be given by both a and b", f"a={a!r}, b={b!r}")
    if sum(way is not None for way in (a, name, ratio)) > 1:
        raise InputError(
            "a severity law can be given once only", f"a={a!r}, severity={name!r}, severity_ratio={ratio!r}"
        )
    if a is not None and b is not None:
        return _positive(a, "a of a severity law"), _positive(b, "b of a severity law")
    if ratio is not None:
        return 2.0, 1 + 1 / _positive(ratio, "a severity ratio fp/fn")
    name = "default" if name is None else name
    if name not in SEVERITIES:
        raise no_such(name, SEVERITIES, what="severity law")
    return SEVERITIES[name](prevalence)


def _positive(value: float, name: str) -> float:
    if (read := number(value, name)) <= 0:
        raise InputError(f"{name} must be above 0", repr(value))
    return read


def h_convention(tally: Tally) -> str:
    """Word the default severity law of :func:`h_measure` for a tally."""
    tally.require_both_classes("the H-measure")
    # A class may weigh so little that its share is 0 in float64.
    second = SEVERITIES["default"](tally.prevalence)[1]
    return f"severity fp/(fp + fn) ~ Beta(2, {second:.6g}), i.e. Beta(2, 1/prevalence)"
