"""Scales of cost: what a picture over conditions shows, as an affine function of the two error rates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.rules.rule import pc_of

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats

__all__ = [
    "Affine",
    "as_it_is",
    "by_proportion",
    "in_money",
    "interventions_avoided",
    "net_benefit",
    "normalised",
    "skill",
    "standardised",
]

# Each scale takes the prevalence p and the costs fp and fn of the errors, of one shape, and returns what a
# picture shows as offset + a·FPR + b·FNR. Each is affine in NEC too; by rates it keeps its value where PC(+)
# is 0 or 1, and is infinite only where an error that costs infinitely more is made.

#: Offset, factor of FPR, factor of FNR.
Affine = tuple["Floats | float", "Floats | float", "Floats | float"]


def as_it_is(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """NEC itself."""
    pc = pc_of(p, fp, fn)
    return 0.0, 1 - pc, pc


def by_proportion(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """Loss with costs scaled to fn + fp = 2."""
    _, per_fpr, per_fnr = in_money(p, fp, fn)
    return 0.0, 2 * per_fpr / (fp + fn), 2 * per_fnr / (fp + fn)


def in_money(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """Expected cost of a record, EC."""
    return 0.0, (1 - p) * fp, p * fn


def net_benefit(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """P − EC/fn: true positives a record, false ones taken off at the exchange rate."""
    return p, -(1 - p) * _ratio(fp, fn), -p


def standardised(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """Net benefit as a share of the greatest, p."""
    return 1.0, -(1 - p) / p * _ratio(fp, fn), -1.0


def interventions_avoided(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """(1 − p) − EC/fp: what is won against flagging everybody, in false positives avoided a record."""
    return 1 - p, -(1 - p), -p * _ratio(fn, fp)


def skill(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """1 − NEC/min(PC, 1 − PC)."""
    _, per_fpr, per_fnr = normalised(p, fp, fn)
    return 1.0, -per_fpr, -per_fnr


def normalised(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """NEC/min(PC, 1 − PC)."""
    negative, positive = (1 - p) * fp, p * fn
    least = np.minimum(negative, positive)
    # The smaller weight over itself is 1, also where it is 0.
    return (
        0.0,
        np.where(negative <= positive, 1.0, _ratio(negative, least)),
        np.where(positive <= negative, 1.0, _ratio(positive, least)),
    )


def _ratio(part: Floats, whole: Floats) -> Floats:
    """Divide, giving infinity for a part of nothing."""
    return np.asarray(
        np.divide(part, whole, out=np.full(np.shape(part), np.inf), where=np.asarray(whole) > 0)
    )
