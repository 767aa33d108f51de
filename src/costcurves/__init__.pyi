"""Judge classifiers when errors do not cost the same and conditions are not known in advance."""

from costcurves import binormal as binormal
from costcurves import criteria as criteria
from costcurves import curves as curves
from costcurves import examples as examples
from costcurves import learn as learn
from costcurves import measures as measures
from costcurves import rules as rules
from costcurves import space as space
from costcurves import stats as stats
from costcurves import studies as studies
from costcurves._ground.versions import show_versions as show_versions
from costcurves.api import cost_curve as cost_curve
from costcurves.api import evaluate as evaluate
from costcurves.api import evaluate_counts as evaluate_counts
from costcurves.api import evaluate_numeric as evaluate_numeric
from costcurves.api import evaluate_points as evaluate_points
from costcurves.api import roc_curve as roc_curve
from costcurves.api import tally as tally
from costcurves.conditions.beliefs import ConditionPrior as ConditionPrior
from costcurves.conditions.operating_condition import Costs as Costs
from costcurves.conditions.operating_condition import OperatingCondition as OperatingCondition
from costcurves.conditions.unit_costs import UnitCosts as UnitCosts
from costcurves.criteria.decision import Decision as Decision
from costcurves.errors import CostCurvesError as CostCurvesError
from costcurves.errors import InputError as InputError
from costcurves.errors import MissingExtraError as MissingExtraError
from costcurves.errors import UndefinedError as UndefinedError
from costcurves.evaluation.class_evaluation import ClassEvaluation as ClassEvaluation
from costcurves.evaluation.evaluating_classes import evaluate_classes as evaluate_classes
from costcurves.evaluation.evaluation import Evaluation as Evaluation
from costcurves.evaluation.numeric_evaluation import NumericEvaluation as NumericEvaluation
from costcurves.evaluation.uncertainty import Uncertainty as Uncertainty
from costcurves.inference.estimate import Band as Band
from costcurves.inference.estimate import Estimate as Estimate
from costcurves.inference.estimate import TestResult as TestResult
from costcurves.learn.display import CurveDisplay as CurveDisplay
from costcurves.learn.displays import CostCurveDisplay as CostCurveDisplay
from costcurves.results.model_comparison import ModelComparison as ModelComparison
from costcurves.space.cost_curve import CostCurve as CostCurve
from costcurves.space.roc import RocCurve as RocCurve
from costcurves.space.roc import RocHull as RocHull
from costcurves.tallies.confusion import Confusion as Confusion
from costcurves.tallies.records import Records as Records
from costcurves.tallies.tally import Tally as Tally
from costcurves.tallies.values import ValueTally as ValueTally

__all__ = [
    "Band",
    "ClassEvaluation",
    "ConditionPrior",
    "Confusion",
    "CostCurve",
    "CostCurveDisplay",
    "CostCurvesError",
    "Costs",
    "CurveDisplay",
    "Decision",
    "Estimate",
    "Evaluation",
    "InputError",
    "MissingExtraError",
    "ModelComparison",
    "NumericEvaluation",
    "OperatingCondition",
    "Records",
    "RocCurve",
    "RocHull",
    "Tally",
    "TestResult",
    "Uncertainty",
    "UndefinedError",
    "UnitCosts",
    "ValueTally",
    "binormal",
    "cost_curve",
    "criteria",
    "curves",
    "evaluate",
    "evaluate_classes",
    "evaluate_counts",
    "evaluate_numeric",
    "evaluate_points",
    "examples",
    "learn",
    "measures",
    "roc_curve",
    "rules",
    "show_versions",
    "space",
    "stats",
    "studies",
    "tally",
]

__version__: str
