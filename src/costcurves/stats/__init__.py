"""Intervals and tests of counts, rates, AUC, costs, folds and segments."""

from __future__ import annotations

from costcurves.charts.figures.group_figures import segment_chart
from costcurves.inference.auc.auc_intervals import auc_interval, hanley_mcneil_error
from costcurves.inference.auc.auc_tests import (
    delong_overall_test,
    delong_pairwise_tests,
    delong_test,
    unpaired_delong_test,
)
from costcurves.inference.auc.delong import auc_covariance, auc_error
from costcurves.inference.auc.mann_whitney import mann_whitney_test
from costcurves.inference.bootstrap.bands import curve_band, curve_difference_band
from costcurves.inference.bootstrap.chosen import chosen_threshold, cost_plateau
from costcurves.inference.bootstrap.crossings import crossing_intervals, operating_range_interval
from costcurves.inference.bootstrap.sample import Sample
from costcurves.inference.costs.crossfit import cross_fitted
from costcurves.inference.counts.cost_intervals import nec_difference_interval, nec_interval
from costcurves.inference.counts.cost_matrices import class_counts, cost_matrix_interval, cost_matrix_test
from costcurves.inference.counts.laws import CostLaw, nec_difference_law, nec_law
from costcurves.inference.counts.paired_rates import mcnemar_test, paired_difference_interval
from costcurves.inference.counts.rates import rate_difference_interval, rate_interval
from costcurves.inference.counts.sample_size import SampleSize, sample_size, sample_size_of_difference
from costcurves.inference.folds.fold_summary import FoldSummary, fold_differences, fold_summary
from costcurves.inference.folds.fold_tests import corrected_t_test, five_by_two_f_test, five_by_two_t_test
from costcurves.inference.folds.segment_costs import segment_costs
from costcurves.inference.folds.segments import Segment, Segments
from costcurves.inference.multiplicity import bonferroni, false_alarm, holm
from costcurves.inference.resampling import Splits
from costcurves.inference.targets import Scope, Target

__all__ = [
    "CostLaw",
    "FoldSummary",
    "Sample",
    "SampleSize",
    "Scope",
    "Segment",
    "Segments",
    "Splits",
    "Target",
    "auc_covariance",
    "auc_error",
    "auc_interval",
    "bonferroni",
    "chosen_threshold",
    "class_counts",
    "corrected_t_test",
    "cost_matrix_interval",
    "cost_matrix_test",
    "cost_plateau",
    "cross_fitted",
    "crossing_intervals",
    "curve_band",
    "curve_difference_band",
    "delong_overall_test",
    "delong_pairwise_tests",
    "delong_test",
    "false_alarm",
    "five_by_two_f_test",
    "five_by_two_t_test",
    "fold_differences",
    "fold_summary",
    "hanley_mcneil_error",
    "holm",
    "mann_whitney_test",
    "mcnemar_test",
    "nec_difference_interval",
    "nec_difference_law",
    "nec_interval",
    "nec_law",
    "operating_range_interval",
    "paired_difference_interval",
    "rate_difference_interval",
    "rate_interval",
    "sample_size",
    "sample_size_of_difference",
    "segment_chart",
    "segment_costs",
    "unpaired_delong_test",
]
