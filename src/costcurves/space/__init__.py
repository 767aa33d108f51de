"""ROC space and cost space: points, lines, hulls, cost curves, and who wins where."""

from __future__ import annotations

from costcurves.space.duality import CostLine, CostPoint, RocLine, RocPoint, operating_range

__all__ = ["CostLine", "CostPoint", "RocLine", "RocPoint", "operating_range"]
