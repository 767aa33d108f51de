"""Costs for users of scikit-learn: displays with its habits."""

from costcurves.learn.displays import BrierCurveDisplay as BrierCurveDisplay
from costcurves.learn.displays import DecisionCurveDisplay as DecisionCurveDisplay
from costcurves.learn.displays import GainsCurveDisplay as GainsCurveDisplay
from costcurves.learn.displays import LiftCurveDisplay as LiftCurveDisplay
from costcurves.learn.displays import PrecisionRecallGainDisplay as PrecisionRecallGainDisplay
from costcurves.learn.displays import RelativeUtilityDisplay as RelativeUtilityDisplay
