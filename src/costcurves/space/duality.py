"""The point–line duality between ROC space and cost space.

A point (FPR, TPR) of ROC space is the line from (0, FPR) to (1, FNR) of cost space; a line of ROC
space is a point of cost space, and the line through two ROC points is the crossing of their cost lines.
"""

from __future__ import annotations

import dataclasses

from costcurves._ground.arrays import FEW_EPS, number, share
from costcurves.errors import InputError, UndefinedError, kind_of


@dataclasses.dataclass(frozen=True, slots=True)
class RocPoint:
    """A classifier in ROC space.

    Examples
    --------
    >>> RocPoint(fpr=0.25, tpr=0.5).cost_line()
    CostLine(at_zero=0.25, at_one=0.5)
    """

    fpr: float
    tpr: float

    def __post_init__(self) -> None:
        """Refuse what is no number; mixtures and duals may lie outside [0, 1]."""
        _check_numbers(self)

    def cost_line(self) -> CostLine:
        """Return its line in cost space, NEC = FPR + (FNR − FPR)·PC."""
        return CostLine(at_zero=self.fpr, at_one=1 - self.tpr)

    def dominates(self, other: RocPoint) -> bool:
        """Tell whether this point is no worse in both rates and better in one."""
        if not isinstance(other, RocPoint):
            raise InputError("a ROC point can only dominate ROC points", kind_of(other))
        return self.fpr <= other.fpr and self.tpr >= other.tpr and self != other

    def line_to(self, other: RocPoint) -> RocLine:
        """Return the line through two points; undefined for one above the other (slope inf)."""
        if self.fpr == other.fpr:
            raise UndefinedError(
                "a line with a slope needs points of different FPR",
                f"FPR {self.fpr:g} twice",
                "use PC(+) = 0, the dual of a vertical line",
            )
        slope = (other.tpr - self.tpr) / (other.fpr - self.fpr)
        return RocLine(slope=slope, intercept=self.tpr - slope * self.fpr)


@dataclasses.dataclass(frozen=True, slots=True)
class RocLine:
    """A line TPR = slope·FPR + intercept of ROC space, such as a hull edge or an iso-performance line."""

    slope: float
    intercept: float

    def cost_point(self) -> CostPoint:
        """Return its point in cost space: PC = 1/(1 + slope), NEC = (1 − intercept)·PC.

        The point lies outside [0, 1] for negative slopes; undefined (at infinity) for slope −1.

        Examples
        --------
        >>> RocLine(slope=3, intercept=0.2).cost_point()
        CostPoint(pc=0.25, nec=0.2)
        """
        if self.slope == -1:
            raise UndefinedError("a ROC line of slope −1 has no dual point: it is at infinity")
        pc = 1 / (1 + self.slope)
        return CostPoint(pc=pc, nec=(1 - self.intercept) * pc)


@dataclasses.dataclass(frozen=True, slots=True)
class CostPoint:
    """A point of cost space, such as the crossing of two cost lines."""

    pc: float
    nec: float

    def roc_line(self) -> RocLine:
        """Return its line in ROC space: slope (1 − PC)/PC, intercept 1 − NEC/PC; undefined at PC = 0."""
        if self.pc == 0:
            raise UndefinedError("a cost point at PC = 0 has no dual line with a slope")
        return RocLine(slope=(1 - self.pc) / self.pc, intercept=1 - self.nec / self.pc)


@dataclasses.dataclass(frozen=True, slots=True)
class CostLine:
    """A classifier in cost space: the straight line of its NEC over PC(+).

    Parameters
    ----------
    at_zero : float
        NEC at PC(+) = 0, the false positive rate.
    at_one : float
        NEC at PC(+) = 1, the false negative rate.

    Examples
    --------
    >>> line = CostLine(at_zero=0.09, at_one=0.64)
    >>> round(line(0.5), 3)
    0.365
    """

    at_zero: float
    at_one: float

    def __post_init__(self) -> None:
        _check_numbers(self)

    def __call__(self, pc: float) -> float:
        """NEC at PC(+)."""
        return self.at_zero * (1 - pc) + self.at_one * pc

    def roc_point(self) -> RocPoint:
        """Return its point in ROC space."""
        return RocPoint(fpr=self.at_zero, tpr=1 - self.at_one)

    def crossing(self, other: CostLine) -> CostPoint | None:
        """Return where two cost lines cross, also outside [0, 1]; None for parallel lines.

        Left of it the line with the lower `at_zero` (the lower FPR) is cheaper.

        Examples
        --------
        >>> CostLine(0.25, 0.5).crossing(CostLine(0.0, 0.75))
        CostPoint(pc=0.5, nec=0.375)
        """
        rise = (other.at_zero - self.at_zero) + (self.at_one - other.at_one)
        if abs(rise) <= FEW_EPS:
            return None
        pc = (other.at_zero - self.at_zero) / rise
        return CostPoint(pc=pc, nec=self(pc))


def _check_numbers(value: RocPoint | CostLine) -> None:
    for field in dataclasses.fields(value):
        object.__setattr__(value, field.name, number(getattr(value, field.name), field.name))


def operating_range(fpr: float, tpr: float) -> tuple[float, float] | None:
    """Return the PC(+) interval in which a classifier beats both trivial classifiers.

    It is [FPR/(FPR + TPR), (1 − FPR)/((1 − FPR) + (1 − TPR))].

    Parameters
    ----------
    fpr, tpr : float
        Rates of the classifier.

    Returns
    -------
    tuple of float, or None
        None if TPR ≤ FPR: then some trivial classifier is always at least as good.

    References
    ----------
    Drummond & Holte (2000), KDD, section 2.1.

    Examples
    --------
    >>> [round(end, 6) for end in operating_range(0.3, 0.7)]
    [0.3, 0.7]
    """
    fpr, tpr = share(fpr, "fpr"), share(tpr, "tpr")
    if tpr <= fpr:
        return None
    return fpr / (fpr + tpr), (1 - fpr) / ((1 - fpr) + (1 - tpr))
