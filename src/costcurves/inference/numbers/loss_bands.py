"""Bands of loss curves: of predictions as they are, and with shifts chosen on the other folds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import Code, UndefinedError
from costcurves.inference.estimate import Band, confidence
from costcurves.inference.numbers.shift_losses import PinballLoss
from costcurves.inference.numbers.unit_spread import UnitSpread
from costcurves.inference.pvalues import pointwise_level
from costcurves.inference.targets import Scope, Target

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats
    from costcurves.inference.numbers.dealt_shifts import CrossFittedShifts

#: Shifts that fewer records are beyond have no band.
FEWEST = 8

METHOD = "Student's t with Hall's correction for skewness at every κ"
TOGETHER = f"{METHOD}, all κ together by the greatest of correlated normal variables"


def loss_band(
    rule: CrossFittedShifts,
    kappa: Floats,
    *,
    level: float = 0.95,
    simultaneous: bool = False,
    shifted: bool = True,
    seed: int = 0,
) -> Band:
    """Return the loss over κ with a band.

    Parameters
    ----------
    rule : CrossFittedShifts
        A model on records that are dealt into folds.
    kappa : ndarray of float, shape (places,)
        Strictly between 0 and 1, ascending. There is no band of shifts that fewer than :data:`FEWEST` records
        are expected to lie beyond: they vary more than records can tell.
    level : float
    simultaneous : bool
        Whether it holds at all places together.
    shifted : bool
        Whether predictions are shifted as the other folds choose, or taken as they are.
    seed : int
        Of the draws that tell how far a simultaneous band must reach.
    """
    dealt, weight = rule.dealt, rule.dealt.weights
    if shifted:
        beyond = np.minimum(kappa, 1 - kappa) * float(weight.sum()) ** 2 / float((weight * weight).sum())
        kappa = kappa[beyond >= FEWEST]
        if not len(kappa):
            raise UndefinedError(
                f"a band of shifts needs {2 * FEWEST} records or more",
                f"{len(rule.error)}",
                code=Code.TOO_FEW,
            )
    share = weight / weight.sum()
    shifts = rule.shifts(kappa) if shifted else np.zeros((1, 1, len(kappa)))
    centre, added, spreads = [], [], []
    for place, each in enumerate(kappa.tolist()):
        pinball = PinballLoss(each)
        judged = rule.left_out(pinball, shifts[..., place]) if shifted else None
        loss = pinball.of(rule.error, 0.0) if judged is None else judged.loss
        centre.append(float(np.sum(share * loss)))
        added.append(share * (loss - centre[-1]))
        spread = UnitSpread.of(added[-1], dealt.cluster, dealt.weight)
        spreads.append(spread if judged is None else spread.with_splits(judged.by_split))
    each_level = confidence(level)
    if simultaneous:
        units = np.array(added)
        if dealt.cluster is not None:
            units = np.array([np.bincount(dealt.cluster, one) for one in added])
        size = max(float(np.max(centre)), 1e-300)
        each_level = min(pointwise_level(units @ units.T / size**2, each_level, seed), 1 - 1e-9)
    ends = [
        (mean, mean) if spread.is_none(mean) else spread.positive_ends(mean, each_level)
        for mean, spread in zip(centre, spreads, strict=True)
    ]
    low, high = np.array(ends).T
    scope = Scope.CONDITIONS if simultaneous else Scope.ALONE
    return Band(
        kappa, np.array(centre), np.minimum(low, centre), np.maximum(high, centre), level, scope,
        TOGETHER if simultaneous else METHOD,
        "shifts chosen on the other folds (cross-fitted)" if shifted else "predictions as they are",
        "κ", "Normalised loss", target=Target.CROSS_FITTED if shifted else Target.GIVEN,
    )  # fmt: skip
