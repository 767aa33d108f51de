"""ROC space and cost space: points, lines, hulls, cost curves, and who wins where."""

from costcurves.space.duality import CostLine as CostLine
from costcurves.space.duality import CostPoint as CostPoint
from costcurves.space.duality import RocLine as RocLine
from costcurves.space.duality import RocPoint as RocPoint
from costcurves.space.duality import operating_range as operating_range
from costcurves.space.joint_hull import JointHull as JointHull
from costcurves.space.loss_curve import LossCurve as LossCurve
from costcurves.space.loss_curve import RegressionRoc as RegressionRoc
from costcurves.space.loss_winners import LossRange as LossRange
from costcurves.space.loss_winners import loss_ranges as loss_ranges
from costcurves.space.region_map import RegionMap as RegionMap
from costcurves.tallies.error_tally import ErrorTally as ErrorTally
