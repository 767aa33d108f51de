"""Criteria: what a threshold is chosen for under one condition."""

from costcurves.criteria.cheapest import least_cost as least_cost
from costcurves.criteria.constraints import budget as budget
from costcurves.criteria.constraints import capacity as capacity
from costcurves.criteria.constraints import equal_errors as equal_errors
from costcurves.criteria.constraints import max_fpr as max_fpr
from costcurves.criteria.optima import best as best
from costcurves.criteria.optima import best_given as best_given
from costcurves.criteria.optima import minimax as minimax
from costcurves.criteria.optima import minimax_regret as minimax_regret
from costcurves.criteria.total_cost import TotalCost as TotalCost
