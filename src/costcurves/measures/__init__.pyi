"""Measures: of outcomes, of scores, of whole curves."""

from costcurves.measures.class_measures import CLASS_MEASURES as CLASS_MEASURES
from costcurves.measures.class_measures import class_measure as class_measure
from costcurves.measures.class_proper_scores import CLASS_LOSSES as CLASS_LOSSES
from costcurves.measures.class_ranking import PairwiseAreas as PairwiseAreas
from costcurves.measures.confusion_measures import MEASURES as MEASURES
from costcurves.measures.confusion_measures import measure as measure
from costcurves.measures.costs_over_beliefs import expected_cost as expected_cost
from costcurves.measures.costs_over_beliefs import expected_nec as expected_nec
from costcurves.measures.costs_over_beliefs import expected_profit as expected_profit
from costcurves.measures.costs_over_beliefs import h_measure as h_measure
from costcurves.measures.costs_over_beliefs import net_benefit_area as net_benefit_area
from costcurves.measures.equal_errors import dcf as dcf
from costcurves.measures.error_measures import ERROR_MEASURES as ERROR_MEASURES
from costcurves.measures.error_measures import error_measure as error_measure
from costcurves.measures.error_shapes import box_summary as box_summary
from costcurves.measures.error_shapes import double_lift as double_lift
from costcurves.measures.isotonic import IsotonicFit as IsotonicFit
from costcurves.measures.partial_areas import partial_auc as partial_auc
from costcurves.measures.proper_scores import brier_skill as brier_skill
from costcurves.measures.proper_scores import cllr as cllr
from costcurves.measures.proper_scores import decomposition_by_isotonic_fit as decomposition_by_isotonic_fit
from costcurves.measures.proper_scores import decomposition_by_score as decomposition_by_score
from costcurves.measures.proper_scores import deviance_r_squared as deviance_r_squared
from costcurves.measures.summaries import SUMMARIES as SUMMARIES
