"""Display classes of single kinds of curves, under the names that users of scikit-learn look for."""

from __future__ import annotations

from costcurves.learn.display import CurveDisplay


class CostCurveDisplay(CurveDisplay):
    """The cost curve: normalised expected cost over PC(+); see :class:`CurveDisplay`."""

    kind_name = "cost"


class BrierCurveDisplay(CurveDisplay):
    """The Brier curve: the cost of scores taken as probabilities; see :class:`CurveDisplay`."""

    kind_name = "brier"


class DecisionCurveDisplay(CurveDisplay):
    """The decision curve: net benefit over the threshold probability; see :class:`CurveDisplay`."""

    kind_name = "net_benefit"


class RelativeUtilityDisplay(CurveDisplay):
    """The relative utility over the threshold probability; see :class:`CurveDisplay`."""

    kind_name = "relative_utility"


class GainsCurveDisplay(CurveDisplay):
    """Cumulative gains: positives found over the share flagged; see :class:`CurveDisplay`."""

    kind_name = "gains"


class LiftCurveDisplay(CurveDisplay):
    """Lift over the share flagged; see :class:`CurveDisplay`."""

    kind_name = "lift"


class PrecisionRecallGainDisplay(CurveDisplay):
    """Precision gain over recall gain; see :class:`CurveDisplay`."""

    kind_name = "precision_recall_gain"
