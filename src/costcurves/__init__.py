"""Judge classifiers when errors do not cost the same and conditions are not known in advance."""

from __future__ import annotations

from costcurves.conditions import Costs, OperatingCondition
from costcurves.confusion import Confusion
from costcurves.costcurve import CostCurve
from costcurves.priors import ConditionPrior
from costcurves.roc import RocCurve, RocHull
from costcurves.selection import (
    fixed,
    optimal,
    optimal_without_trivial,
    parameter_based,
    rate_driven,
    score_driven,
    tuned_on,
)
from costcurves.tally import Tally
