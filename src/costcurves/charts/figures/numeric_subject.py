"""What figures of numeric predictions are drawn of."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.inference.estimate import Band
    from costcurves.inference.numbers.shift_costs import CostsByShift
    from costcurves.space.loss_curve import LossCurve
    from costcurves.tallies.numeric_records import Predicted


@dataclasses.dataclass(frozen=True, slots=True)
class NumericSubject:
    """What a figure of numeric predictions is drawn of.

    Attributes
    ----------
    models : dict of str to Predicted
    bins, parts : int
        Bars of a histogram; equal parts of the records.
    kappa : float or None
        A place on the axis of κ to mark.
    bands : dict of str to Band
        Of loss curves, by model.
    baseline : dict of str to LossCurve
        What a constant of the training records loses, by its name; empty where none is known.
    shifts : CostsByShift or None
        What every shift costs; None without costs.
    """

    models: Mapping[str, Predicted]
    bins: int = 30
    parts: int = 10
    kappa: float | None = None
    bands: Mapping[str, Band] = dataclasses.field(default_factory=dict)
    baseline: Mapping[str, LossCurve] = dataclasses.field(default_factory=dict)
    shifts: CostsByShift | None = None
