"""The table of curves: every picture that is one curve a model."""

from __future__ import annotations

from costcurves._ground.refusals import no_such
from costcurves.curves.condition_curves import CONDITION_CURVES
from costcurves.curves.kind import CurveKind
from costcurves.curves.over_depth import DEPTH_CURVES
from costcurves.curves.over_threshold import MEASURE_CURVES, OverThreshold

__all__ = ["CURVES", "curve_kind"]

#: Every kind of curve with a name of its own.
CURVES: tuple[CurveKind, ...] = (*MEASURE_CURVES, *DEPTH_CURVES, *CONDITION_CURVES)


#: Ending of the names of curves of one measure.
BY_THRESHOLD = "_by_threshold"


def curve_kind(name: str | CurveKind) -> CurveKind:
    """Find a kind of curve by its key or by any of its other names; a kind is returned as it is.

    Of any measure there is a kind over the threshold: its name followed by "_by_threshold".

    Parameters
    ----------
    name : str or CurveKind

    Returns
    -------
    CurveKind

    Examples
    --------
    >>> curve_kind("decision_curve").key, curve_kind("recall_by_threshold").key
    ('net_benefit', 'tpr_by_threshold')
    """
    if isinstance(name, CurveKind):
        return name
    if str(name).endswith(BY_THRESHOLD):
        return OverThreshold.of_measure(str(name).removesuffix(BY_THRESHOLD))
    for one in CURVES:
        if str(name) in (one.key, *one.aliases):
            return one
    aliases = [alias for one in CURVES for alias in one.aliases]
    known = [*(one.key for one in CURVES), f"MEASURE{BY_THRESHOLD}", *aliases]
    raise no_such(name, known, what="curve")
