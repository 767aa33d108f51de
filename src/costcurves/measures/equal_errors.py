"""The numbers of detection and biometrics: detection costs, and equal error rates by each definition."""

from __future__ import annotations

import numpy as np

from costcurves._ground.arrays import TIE, Floats
from costcurves.conditions.operating_condition import OperatingCondition
from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.rules.driven_rules import score_driven
from costcurves.rules.rule import Rule, every_threshold, optimal
from costcurves.space.roc import RocCurve
from costcurves.tallies.tally import Tally


def dcf(
    tally: Tally, condition: OperatingCondition, *, rule: Rule | None = None, normalised: bool = False
) -> float:
    """Detection cost, fn·p·FNR + fp·(1 − p)·FPR: the expected cost a record at one condition.

    Errors are charged what they cost more than a correct decision. The *actual* cost takes scores at
    their word: a record is flagged where its probability, carried from the prevalence of the tally
    to that of the condition, reaches the Bayes threshold fp/(fp + fn). The *least* is that of the
    rule :data:`~costcurves.rules.optimal`; the difference is what miscalibration costs there.

    Parameters
    ----------
    tally : Tally
    condition : OperatingCondition
        Prevalence p of the targets (the positive class), and the costs of a miss (fn) and of a
        false alarm (fp).
    rule : Rule, optional
        How the threshold is chosen; by default :func:`~costcurves.rules.score_driven`, for scores that are
        probabilities at the prevalence of the tally. For scores that are log-likelihood ratios,
        ``fixed(log(condition.slope))``.
    normalised : bool
        Divide by the cost of the better trivial decision, min(fn·p, fp·(1 − p)): above 1 the scores
        are worse than none.

    Returns
    -------
    float
        In the unit of the costs; normalised, NEC/min(PC, 1 − PC).

    Raises
    ------
    UndefinedError
        Normalised, if a trivial decision costs nothing; else if only a ratio of costs is known.

    References
    ----------
    Martin & Przybocki (2000), Digital Signal Processing 10; Brümmer & du Preez (2006), Computer
    Speech & Language 20.

    Examples
    --------
    >>> from costcurves import Costs, OperatingCondition, Tally
    >>> from costcurves.rules import optimal
    >>> tally = Tally.from_scores([1, 1, 0, 0], [0.9, 0.4, 0.3, 0.1])
    >>> equal = OperatingCondition(0.5, Costs(fp=1, fn=1))
    >>> dcf(tally, equal), dcf(tally, equal, rule=optimal), dcf(tally, equal, normalised=True)
    (0.25, 0.0, 0.5)
    """
    Tally.require(tally, "a detection cost")
    if not isinstance(condition, OperatingCondition):
        raise InputError("a detection cost needs an OperatingCondition", kind_of(condition))
    fp, fn = condition.costs.effective_fp, condition.costs.effective_fn
    chosen = score_driven() if rule is None else Rule.require(rule)
    fpr, tpr = chosen.served(tally, condition.prevalence, fp, fn)
    if normalised:
        return float(condition.nec(fpr, tpr)) / _trivial(condition)
    if condition.relative:
        raise UndefinedError(
            "a detection cost needs costs in a unit",
            "a condition of which only the ratio of costs is known",
            "give Costs, or ask for the normalised one",
        )
    return float(condition.weight_positive * (1 - tpr) + condition.weight_negative * fpr)


def _trivial(condition: OperatingCondition) -> float:
    """Return the NEC of the better trivial decision, where there is one."""
    best = min(condition.pc, 1 - condition.pc)
    if best <= 0:
        raise UndefinedError(
            "a detection cost must be normalised by trivial decisions that cost something",
            f"PC(+) = {condition.pc:g}",
            "ask for the one that is not normalised",
        )
    return best


# ---- equal error rates ----------------------------------------------------------------------


def equal_error_rate(tally: Tally) -> float:
    """Error rate at which FPR = FNR on the hull, the maximum of the lower envelope (ROCCH-EER).

    The least worst case over all conditions; never above ½.

    References
    ----------
    Brümmer & de Villiers (2011), The BOSARIS toolkit.
    """
    return float(optimal(tally).values.max())


def interpolated_equal_error_rate(tally: Tally) -> float:
    """Error rate at which FPR = FNR on the ROC curve itself, straight between its points.

    Above ½ where the ranking is worse than chance there.

    Examples
    --------
    >>> from costcurves import Tally
    >>> interpolated_equal_error_rate(Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1]))
    0.5
    """
    Tally.require(tally, "an equal error rate")
    roc = RocCurve.ranked(tally)
    gap = roc.fpr - (1 - roc.tpr)
    after = int(np.searchsorted(gap, 0, side="left"))
    if gap[after] == 0:
        return float(roc.fpr[after])
    share = -gap[after - 1] / (gap[after] - gap[after - 1])
    return float(roc.fpr[after - 1] + share * (roc.fpr[after] - roc.fpr[after - 1]))


def nearest_equal_error_rate(tally: Tally) -> float:
    """Mean (FPR + FNR)/2 at the threshold where the two are nearest; of equally near ones the least.

    Flagging nobody and everybody count as thresholds. Merged cells are refused, since they hide some.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(nearest_equal_error_rate(Tally.from_scores([1, 1, 0, 1, 0], [5, 4, 3, 2, 1])), 6)
    0.416667
    """
    fpr, fnr = _errors(tally)
    gap = np.abs(fpr - fnr)
    near = gap <= gap.min() + TIE
    return float((fpr + fnr)[near].min() / 2)


def fvc_equal_error_rate(tally: Tally) -> float:
    """Mean (FPR + FNR)/2 at the better of the two thresholds between which FPR overtakes FNR (FVC2000).

    The greatest threshold with FNR ≤ FPR and the smallest with FNR ≥ FPR are compared by FPR + FNR.
    Merged cells are refused, since they hide thresholds.

    References
    ----------
    Maio, Maltoni, Cappelli, Wayman & Jain (2002), IEEE PAMI 24.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(fvc_equal_error_rate(Tally.from_scores([1, 1, 0, 1, 0], [5, 4, 3, 2, 1])), 6)
    0.166667
    """
    fpr, fnr = _errors(tally)
    # Rates of the two classes that are equal may differ in the last bit.
    first = int(np.flatnonzero(fnr <= fpr + TIE)[0])
    last = int(np.flatnonzero(fnr >= fpr - TIE)[-1])
    return float(min(fpr[first] + fnr[first], fpr[last] + fnr[last]) / 2)


def _errors(tally: Tally) -> tuple[Floats, Floats]:
    """Error rates of every threshold, from nobody to everybody."""
    Tally.require(tally, "an equal error rate")
    roc = every_threshold(tally, "an equal error rate")
    return roc.fpr, 1 - roc.tpr
