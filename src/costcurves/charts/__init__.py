"""Charts and tables as frozen data, and what draws them: SVG, matplotlib, the terminal."""

from __future__ import annotations

from costcurves._ground.tables import Column, Table
from costcurves.charts.chart import Chart
from costcurves.charts.marks import Bars, Line, Note, Points, Ribbon, Spans
from costcurves.charts.scales import Axis

__all__ = ["Axis", "Bars", "Chart", "Column", "Line", "Note", "Points", "Ribbon", "Spans", "Table"]
