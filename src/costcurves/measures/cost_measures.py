"""Measures of a confusion matrix that need the costs of errors: each is a measure once costs are stated."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np

from costcurves._ground.arrays import Floats, number
from costcurves.conditions.operating_condition import Costs
from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.measures.confusion_measures import Measure, share_of
from costcurves.tallies.confusion import Confusion


@dataclasses.dataclass(frozen=True, slots=True)
class _Cost:
    """Mean cost of a record."""

    costs: Costs

    def __call__(self, c: Confusion) -> Floats:
        """Weigh the four outcomes."""
        k = self.costs
        return share_of(k.fp * c.fp + k.fn * c.fn + k.tp * c.tp + k.tn * c.tn, c.total)


def cost_measure(costs: Costs) -> Measure:
    """Return the measure "mean cost of a record", (fp·FP + fn·FN + tp·TP + tn·TN)/n.

    Examples
    --------
    >>> float(cost_measure(Costs(fp=1, fn=10))(Confusion(tp=8, fn=2, fp=20, tn=970)))
    0.04
    """
    if not isinstance(costs, Costs):
        raise InputError("costs must be a Costs", kind_of(costs), "write Costs(fp=1, fn=10)")
    low = min(costs.fp, costs.fn, costs.tp, costs.tn)
    high = max(costs.fp, costs.fn, costs.tp, costs.tn)
    formula = "(cost fp · fp + cost fn · fn + cost tp · tp + cost tn · tn) / n"
    return Measure("cost", "mean cost of a record", formula, _Cost(costs), low, high, better="low")


def _threshold(value: float) -> float:
    if not 0 < number(value, "a threshold probability") < 1:
        raise InputError(
            "a threshold probability fp/(fp + fn) must lie strictly between 0 and 1", repr(value)
        )
    return float(value)


@dataclasses.dataclass(frozen=True, slots=True)
class _Skill:
    """What is saved of the loss of the better trivial classifier."""

    threshold: float

    def __call__(self, c: Confusion) -> Floats:
        """1 − loss / loss of the better trivial classifier."""
        t = self.threshold
        best = np.minimum(np.multiply(c.positives, 1 - t), np.multiply(c.negatives, t))
        return 1 - share_of(np.multiply(c.fn, 1 - t) + np.multiply(c.fp, t), best)


def skill_measure(threshold: float) -> Measure:
    """Return the skill at a threshold probability θ = fp/(fp + fn): 1 − NEC/min(PC, 1 − PC).

    The same number is called relative economic value (Richardson 2000) and relative utility
    (Baker 2009). 1 is perfect, 0 as good as the better trivial classifier, below 0 worse.

    References
    ----------
    Briggs & Zaretzki (2008), Biometrics 63.

    Examples
    --------
    >>> float(skill_measure(0.5)(Confusion(tp=11, fn=1, fp=2, tn=10)))
    0.75
    """
    formula = "1 − (fn·(1 − θ) + fp·θ) / min(P·(1 − θ), N·θ)"
    aliases = ("relative_utility", "relative_value")
    return Measure(
        "skill", "skill", formula, _Skill(_threshold(threshold)), low=-math.inf, aliases=aliases,
        reference="Briggs & Zaretzki (2008)",
    )  # fmt: skip


@dataclasses.dataclass(frozen=True, slots=True)
class SkillTest:
    """The likelihood-ratio test of skill: whether flagging is right more often than the costs demand.

    Attributes
    ----------
    statistic : float
        G ≥ 0.
    p_value : float
        One-sided, ½·P(χ²₁ > G), and 1 where the sample shows no skill.
    """

    statistic: float
    p_value: float


def skill_test(confusion: Any, threshold: float) -> SkillTest:
    """Test whether a classifier has skill at a threshold probability θ.

    If positives are rarer than θ, flagging must be right more often than θ (PPV > θ); otherwise
    leaving alone must be (NPV > 1 − θ). With q the share right of the n₁ records so decided and q₀
    the share demanded, G = 2·n₁·[q·ln(q/q₀) + (1 − q)·ln((1 − q)/(1 − q₀))] if q > q₀, else 0.

    Parameters
    ----------
    confusion : Confusion
        Counts of one classifier.
    threshold : float
        θ = fp/(fp + fn).

    Returns
    -------
    SkillTest
        Undefined when nobody is so decided.

    References
    ----------
    Briggs & Zaretzki (2008), Biometrics 63.

    Examples
    --------
    >>> skill_test(Confusion(tp=11, fn=1, fp=2, tn=10), 0.5).p_value.__round__(6)
    0.004409
    """
    from scipy.special import chdtrc, xlogy

    theta = _threshold(threshold)
    if not isinstance(confusion, Confusion) or np.ndim(confusion.tp):
        came = f"shape {confusion.tp.shape}" if isinstance(confusion, Confusion) else kind_of(confusion)
        raise InputError("skill can only be tested for one confusion matrix", came)
    rare = confusion.positives <= theta * confusion.total
    right, decided = (
        (confusion.tp, confusion.flagged) if rare else (confusion.tn, confusion.total - confusion.flagged)
    )
    if decided == 0:
        raise UndefinedError(
            "the test of skill needs decisions against the cheaper trivial classifier",
            "nobody flagged" if rare else "everybody flagged",
        )
    demanded, share, count = theta if rare else 1 - theta, float(right / decided), float(decided)
    if share <= demanded:
        return SkillTest(0.0, 1.0)
    g = 2 * count * (xlogy(share, share / demanded) + xlogy(1 - share, (1 - share) / (1 - demanded)))
    return SkillTest(float(g), float(chdtrc(1, g) / 2))
