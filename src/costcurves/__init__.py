"""Judge classifiers when errors do not cost the same and conditions are not known in advance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from costcurves.api import cost_curve as cost_curve
    from costcurves.api import evaluate as evaluate
    from costcurves.api import evaluate_counts as evaluate_counts
    from costcurves.api import evaluate_points as evaluate_points
    from costcurves.api import roc_curve as roc_curve
    from costcurves.api import tally as tally
    from costcurves.binormal.binormal import Binormal as Binormal
    from costcurves.charts.figures.rank_figures import rank_chart as rank_chart
    from costcurves.charts.figures.segment_figures import segment_chart as segment_chart
    from costcurves.conditions.beliefs import ConditionPrior as ConditionPrior
    from costcurves.conditions.operating_condition import Costs as Costs
    from costcurves.conditions.operating_condition import OperatingCondition as OperatingCondition
    from costcurves.curves.registry import ROWS as ROWS
    from costcurves.decisions.criteria import best as best
    from costcurves.decisions.criteria import best_given as best_given
    from costcurves.decisions.criteria import budget as budget
    from costcurves.decisions.criteria import capacity as capacity
    from costcurves.decisions.criteria import equal_errors as equal_errors
    from costcurves.decisions.criteria import least_cost as least_cost
    from costcurves.decisions.criteria import max_fpr as max_fpr
    from costcurves.decisions.criteria import minimax as minimax
    from costcurves.decisions.criteria import minimax_regret as minimax_regret
    from costcurves.decisions.decision import Decision as Decision
    from costcurves.decisions.total_cost import TotalCost as TotalCost
    from costcurves.errors import CostCurvesError as CostCurvesError
    from costcurves.errors import InputError as InputError
    from costcurves.errors import MissingExtraError as MissingExtraError
    from costcurves.errors import UndefinedError as UndefinedError
    from costcurves.evaluation.evaluation import Evaluation as Evaluation
    from costcurves.evaluation.uncertainty import Uncertainty as Uncertainty
    from costcurves.inference.auc.auc_intervals import auc_interval as auc_interval
    from costcurves.inference.auc.auc_intervals import hanley_mcneil_error as hanley_mcneil_error
    from costcurves.inference.auc.auc_tests import delong_overall_test as delong_overall_test
    from costcurves.inference.auc.auc_tests import delong_pairwise_tests as delong_pairwise_tests
    from costcurves.inference.auc.auc_tests import delong_test as delong_test
    from costcurves.inference.auc.auc_tests import unpaired_delong_test as unpaired_delong_test
    from costcurves.inference.auc.delong import auc_covariance as auc_covariance
    from costcurves.inference.auc.delong import auc_error as auc_error
    from costcurves.inference.auc.mann_whitney import mann_whitney_test as mann_whitney_test
    from costcurves.inference.bootstrap.bands import row_band as row_band
    from costcurves.inference.bootstrap.bands import row_difference_band as row_difference_band
    from costcurves.inference.bootstrap.chosen import chosen_threshold as chosen_threshold
    from costcurves.inference.bootstrap.chosen import cost_plateau as cost_plateau
    from costcurves.inference.bootstrap.crossings import crossing_intervals as crossing_intervals
    from costcurves.inference.bootstrap.crossings import operating_range_interval as operating_range_interval
    from costcurves.inference.bootstrap.sample import Sample as Sample
    from costcurves.inference.costs.crossfit import cross_fitted as cross_fitted
    from costcurves.inference.counts.cost_intervals import nec_difference_interval as nec_difference_interval
    from costcurves.inference.counts.cost_intervals import nec_interval as nec_interval
    from costcurves.inference.counts.cost_matrices import class_counts as class_counts
    from costcurves.inference.counts.cost_matrices import cost_matrix_interval as cost_matrix_interval
    from costcurves.inference.counts.cost_matrices import cost_matrix_test as cost_matrix_test
    from costcurves.inference.counts.laws import CostLaw as CostLaw
    from costcurves.inference.counts.laws import nec_difference_law as nec_difference_law
    from costcurves.inference.counts.laws import nec_law as nec_law
    from costcurves.inference.counts.mcnemar import mcnemar_test as mcnemar_test
    from costcurves.inference.counts.paired_rates import (
        paired_difference_interval as paired_difference_interval,
    )
    from costcurves.inference.counts.rates import rate_difference_interval as rate_difference_interval
    from costcurves.inference.counts.rates import rate_interval as rate_interval
    from costcurves.inference.counts.sample_size import SampleSize as SampleSize
    from costcurves.inference.counts.sample_size import sample_size as sample_size
    from costcurves.inference.counts.sample_size import sample_size_of_difference as sample_size_of_difference
    from costcurves.inference.estimate import Band as Band
    from costcurves.inference.estimate import Estimate as Estimate
    from costcurves.inference.estimate import TestResult as TestResult
    from costcurves.inference.folds.fold_summary import FoldSummary as FoldSummary
    from costcurves.inference.folds.fold_summary import fold_differences as fold_differences
    from costcurves.inference.folds.fold_summary import fold_summary as fold_summary
    from costcurves.inference.folds.fold_tests import corrected_t_test as corrected_t_test
    from costcurves.inference.folds.fold_tests import five_by_two_f_test as five_by_two_f_test
    from costcurves.inference.folds.fold_tests import five_by_two_t_test as five_by_two_t_test
    from costcurves.inference.folds.segment_costs import segment_costs as segment_costs
    from costcurves.inference.folds.segments import Segment as Segment
    from costcurves.inference.folds.segments import Segments as Segments
    from costcurves.inference.multiplicity import bonferroni as bonferroni
    from costcurves.inference.multiplicity import false_alarm as false_alarm
    from costcurves.inference.multiplicity import holm as holm
    from costcurves.inference.resampling import Splits as Splits
    from costcurves.inference.studies.gains import paired_t_test as paired_t_test
    from costcurves.inference.studies.gains import wilcoxon_test as wilcoxon_test
    from costcurves.inference.studies.outcomes import WinTieLoss as WinTieLoss
    from costcurves.inference.studies.outcomes import win_tie_loss as win_tie_loss
    from costcurves.inference.studies.posthoc import PostHoc as PostHoc
    from costcurves.inference.studies.posthoc import bonferroni_dunn_test as bonferroni_dunn_test
    from costcurves.inference.studies.posthoc import holm_test as holm_test
    from costcurves.inference.studies.posthoc import nemenyi_test as nemenyi_test
    from costcurves.inference.studies.practical import PracticalVerdict as PracticalVerdict
    from costcurves.inference.studies.practical import signed_rank_posterior as signed_rank_posterior
    from costcurves.inference.studies.ranks import MeanRanks as MeanRanks
    from costcurves.inference.studies.ranks import friedman_test as friedman_test
    from costcurves.inference.studies.ranks import iman_davenport_test as iman_davenport_test
    from costcurves.inference.studies.ranks import mean_ranks as mean_ranks
    from costcurves.inference.studies.signs import sign_test as sign_test
    from costcurves.inference.studies.signs import sign_test_critical as sign_test_critical
    from costcurves.inference.studies.study import Study as Study
    from costcurves.learn.display import CurveDisplay as CurveDisplay
    from costcurves.learn.displays import BrierCurveDisplay as BrierCurveDisplay
    from costcurves.learn.displays import CostCurveDisplay as CostCurveDisplay
    from costcurves.learn.displays import DecisionCurveDisplay as DecisionCurveDisplay
    from costcurves.learn.displays import GainsCurveDisplay as GainsCurveDisplay
    from costcurves.learn.displays import LiftCurveDisplay as LiftCurveDisplay
    from costcurves.learn.displays import PrecisionRecallGainDisplay as PrecisionRecallGainDisplay
    from costcurves.learn.displays import RelativeUtilityDisplay as RelativeUtilityDisplay
    from costcurves.measures.confusion_measures import MEASURES as MEASURES
    from costcurves.measures.confusion_measures import measure as measure
    from costcurves.measures.equal_errors import dcf as dcf
    from costcurves.measures.expected_costs import expected_cost as expected_cost
    from costcurves.measures.expected_costs import expected_nec as expected_nec
    from costcurves.measures.expected_costs import expected_profit as expected_profit
    from costcurves.measures.expected_costs import net_benefit_area as net_benefit_area
    from costcurves.measures.h_measure import h_measure as h_measure
    from costcurves.measures.isotonic import IsotonicFit as IsotonicFit
    from costcurves.measures.partial_areas import partial_auc as partial_auc
    from costcurves.measures.proper_scores import brier_skill as brier_skill
    from costcurves.measures.proper_scores import cllr as cllr
    from costcurves.measures.proper_scores import (
        decomposition_by_isotonic_fit as decomposition_by_isotonic_fit,
    )
    from costcurves.measures.proper_scores import decomposition_by_score as decomposition_by_score
    from costcurves.measures.proper_scores import deviance_r_squared as deviance_r_squared
    from costcurves.measures.summaries import SUMMARIES as SUMMARIES
    from costcurves.results.comparison import Comparison as Comparison
    from costcurves.results.segment_results import plot_segments as plot_segments
    from costcurves.results.study_results import plot_ranks as plot_ranks
    from costcurves.rules.driven_rules import excess as excess
    from costcurves.rules.driven_rules import kendall as kendall
    from costcurves.rules.driven_rules import rate_driven as rate_driven
    from costcurves.rules.driven_rules import rate_uniform as rate_uniform
    from costcurves.rules.driven_rules import score_driven as score_driven
    from costcurves.rules.driven_rules import score_uniform as score_uniform
    from costcurves.rules.rule import fixed as fixed
    from costcurves.rules.rule import optimal as optimal
    from costcurves.rules.rule import optimal_without_trivial as optimal_without_trivial
    from costcurves.rules.rule import parameter_based as parameter_based
    from costcurves.rules.rule import tuned_on as tuned_on
    from costcurves.space.cost_curve import CostCurve as CostCurve
    from costcurves.space.duality import CostLine as CostLine
    from costcurves.space.duality import CostPoint as CostPoint
    from costcurves.space.duality import RocLine as RocLine
    from costcurves.space.duality import RocPoint as RocPoint
    from costcurves.space.duality import operating_range as operating_range
    from costcurves.space.roc import RocCurve as RocCurve
    from costcurves.space.roc import RocHull as RocHull
    from costcurves.tallies.confusion import Confusion as Confusion
    from costcurves.tallies.records import Records as Records
    from costcurves.tallies.tally import Tally as Tally
    from costcurves.tallies.values import ValueTally as ValueTally

#: Where every public name lives. Modules load when a name of theirs is first used.
_HOMES = {
    "api": ("cost_curve", "evaluate", "evaluate_counts", "evaluate_points", "roc_curve", "tally"),
    "binormal.binormal": ("Binormal",),
    "charts.figures.rank_figures": ("rank_chart",),
    "charts.figures.segment_figures": ("segment_chart",),
    "results.comparison": ("Comparison",),
    "conditions.operating_condition": ("Costs", "OperatingCondition"),
    "tallies.confusion": ("Confusion",),
    "space.cost_curve": ("CostCurve",),
    "decisions.criteria": (
        "best", "best_given", "budget", "capacity", "equal_errors",
        "least_cost", "max_fpr", "minimax", "minimax_regret",
    ),
    "curves.registry": ("ROWS",),
    "decisions.decision": ("Decision",),
    "measures.equal_errors": ("dcf",),
    "rules.driven_rules": (
        "excess", "kendall", "rate_driven", "rate_uniform", "score_driven", "score_uniform",
    ),
    "space.duality": ("CostLine", "CostPoint", "RocLine", "RocPoint", "operating_range"),
    "errors": ("CostCurvesError", "InputError", "MissingExtraError", "UndefinedError"),
    "evaluation.evaluation": ("Evaluation",),
    "measures.expected_costs": ("expected_cost", "expected_nec", "expected_profit", "net_benefit_area"),
    "inference.costs.crossfit": ("cross_fitted",),
    "inference.counts.cost_intervals": ("nec_difference_interval", "nec_interval"),
    "inference.counts.cost_matrices": ("class_counts", "cost_matrix_interval", "cost_matrix_test"),
    "inference.counts.laws": ("CostLaw", "nec_difference_law", "nec_law"),
    "inference.counts.mcnemar": ("mcnemar_test",),
    "inference.counts.paired_rates": ("paired_difference_interval",),
    "inference.counts.rates": ("rate_difference_interval", "rate_interval"),
    "inference.counts.sample_size": ("SampleSize", "sample_size", "sample_size_of_difference"),
    "inference.estimate": ("Band", "Estimate", "TestResult"),
    "inference.multiplicity": ("bonferroni", "false_alarm", "holm"),
    "inference.folds.fold_tests": ("corrected_t_test", "five_by_two_f_test", "five_by_two_t_test"),
    "inference.folds.fold_summary": ("FoldSummary", "fold_differences", "fold_summary"),
    "inference.folds.segment_costs": ("segment_costs",),
    "inference.folds.segments": ("Segment", "Segments"),
    "inference.auc.auc_intervals": ("auc_interval", "hanley_mcneil_error"),
    "inference.auc.auc_tests": (
        "delong_overall_test", "delong_pairwise_tests", "delong_test", "unpaired_delong_test",
    ),
    "inference.auc.delong": ("auc_covariance", "auc_error"),
    "inference.auc.mann_whitney": ("mann_whitney_test",),
    "inference.bootstrap.bands": ("row_band", "row_difference_band"),
    "inference.bootstrap.chosen": ("chosen_threshold", "cost_plateau"),
    "inference.bootstrap.crossings": ("crossing_intervals", "operating_range_interval"),
    "inference.bootstrap.sample": ("Sample",),
    "inference.resampling": ("Splits",),
    "inference.studies.gains": ("paired_t_test", "wilcoxon_test"),
    "inference.studies.outcomes": ("WinTieLoss", "win_tie_loss"),
    "inference.studies.posthoc": ("PostHoc", "bonferroni_dunn_test", "holm_test", "nemenyi_test"),
    "inference.studies.practical": ("PracticalVerdict", "signed_rank_posterior"),
    "inference.studies.ranks": ("MeanRanks", "friedman_test", "iman_davenport_test", "mean_ranks"),
    "inference.studies.signs": ("sign_test", "sign_test_critical"),
    "inference.studies.study": ("Study",),
    "measures.isotonic": ("IsotonicFit",),
    "learn.display": ("CurveDisplay",),
    "learn.displays": (
        "BrierCurveDisplay", "CostCurveDisplay", "DecisionCurveDisplay", "GainsCurveDisplay",
        "LiftCurveDisplay", "PrecisionRecallGainDisplay", "RelativeUtilityDisplay",
    ),
    "measures.confusion_measures": ("MEASURES", "measure"),
    "measures.partial_areas": ("partial_auc",),
    "conditions.beliefs": ("ConditionPrior",),
    "measures.proper_scores": (
        "brier_skill", "cllr", "decomposition_by_isotonic_fit", "decomposition_by_score",
        "deviance_r_squared",
    ),
    "tallies.records": ("Records",),
    "space.roc": ("RocCurve", "RocHull"),
    "results.segment_results": ("plot_segments",),
    "rules.rule": (
        "fixed", "optimal", "optimal_without_trivial", "parameter_based", "tuned_on",
    ),
    "measures.h_measure": ("h_measure",),
    "decisions.total_cost": ("TotalCost",),
    "results.study_results": ("plot_ranks",),
    "measures.summaries": ("SUMMARIES",),
    "tallies.tally": ("Tally",),
    "evaluation.uncertainty": ("Uncertainty",),
    "tallies.values": ("ValueTally",),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)  # noqa: PLE0605 - a test holds it against the imports above


def __getattr__(name: str) -> Any:
    """Load a public name on first use."""
    if name == "__version__":
        from importlib.metadata import version

        return version("costcurves")
    if name not in _HOME_OF:
        text = f"module 'costcurves' has no attribute {name!r}"
        raise AttributeError(text)
    from importlib import import_module

    value = getattr(import_module(f"costcurves.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return [*__all__, "__version__"]
