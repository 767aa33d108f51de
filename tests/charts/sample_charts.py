"""Made charts for the tests of the renderers; one of each kind and some that are hard to draw."""

from __future__ import annotations

import dataclasses

import numpy as np

from costcurves.api import evaluate
from costcurves.charts.areas import Areas
from costcurves.charts.chart import Chart
from costcurves.charts.figures.band_figures import banded, cheaper_over
from costcurves.charts.figures.class_figures import matrix_chart
from costcurves.charts.figures.group_figures import rank_chart
from costcurves.charts.figures.interval_figures import IntervalRow, interval_figure
from costcurves.charts.figures.region_figures import region_chart
from costcurves.charts.figures.value_figures import decision_figure
from costcurves.charts.grids import Grid
from costcurves.charts.marks import Bars, Line, Mark, Note, Points, Ribbon, Spans
from costcurves.charts.scales import Axis
from costcurves.conditions.operating_condition import Costs, OperatingCondition
from costcurves.criteria import max_fpr
from costcurves.inference.costs.cost_scales import CheaperRange
from costcurves.inference.estimate import Band
from costcurves.inference.studies.mean_ranks import MeanRanks
from costcurves.inference.targets import Scope, Target
from costcurves.space.region_map import RegionMap
from costcurves.tallies.class_counts import ClassCounts

HOSTILE = (
    "<script>alert(1)</script>",
    "=cmd|' /C calc'!A0",
    'a&b "quoted" <b>',
    "_hidden $x_1$ [red]markup[/red]",
    "two\nlines\tand \x1b[31m control \x00",
    "模型 ✓ naïve",
)


def roc() -> Chart:
    """Two ROC curves with hulls, the chance line and a decision."""
    marks: list[Mark] = [Line([0, 1], [0, 1], label="chance", role="reference", dash="dashed")]
    rng = np.random.default_rng(7)
    for series, (name, shape) in enumerate([("gradient boosting", 0.22), ("naive Bayes", 0.45)]):
        x = np.sort(np.concatenate([[0, 1], rng.uniform(size=60) ** 1.5]))
        y = np.minimum(1, np.maximum.accumulate(x**shape + rng.normal(0, 0.02, 62)))
        y[[0, -1]] = 0, 1
        y = np.maximum.accumulate(np.clip(y, 0, 1))
        stairs = np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]
        marks.append(Line(*stairs, label=name, series=series))
        hull = [0]
        while hull[-1] < 61:
            last = hull[-1]
            rest = np.arange(last + 1, 62)
            slopes = np.arctan2(y[rest] - y[last], x[rest] - x[last])
            hull.append(int(rest[np.flatnonzero(slopes == slopes.max())[-1]]))
        marks.append(Line(x[hull], y[hull], series=series, role="hull"))
    marks.append(Points([0.12], [0.61], label="decision", role="decision", hover=("threshold 0.31",)))
    return Chart(
        "roc",
        "ROC curves with their convex hulls",
        Axis("False positive rate", 0, 1),
        Axis("True positive rate", 0, 1),
        marks,
        subtitle="480 offers, 46 accepted",
        notes=("Thin dotted lines are the convex hulls.",),
        square=True,
    )


def envelope(points: list[tuple[float, float]], pc: np.ndarray) -> np.ndarray:
    """Least normalised expected cost over some (fpr, tpr) at each PC(+)."""
    lines = [(1 - tpr) * pc + fpr * (1 - pc) for fpr, tpr in [(0, 0), (1, 1), *points]]
    return np.asarray(np.array(lines).min(axis=0))


def cost() -> Chart:
    """Three cost curves, both trivial classifiers, winner ranges and a condition."""
    pc = np.linspace(0, 1, 401)
    models = {
        "C4.5": [(0.05, 0.5), (0.1, 0.65), (0.2, 0.78), (0.45, 0.93)],
        "1R": [(0.01, 0.35), (0.25, 0.7), (0.5, 0.84)],
        "naive Bayes": [(0.15, 0.6), (0.3, 0.88), (0.4, 0.955)],
    }
    curves = {name: envelope(points, pc) for name, points in models.items()}
    marks: list[Mark] = [
        Line([0, 0.5], [0, 0.5], label="flag nobody", role="trivial"),
        Line([0.5, 1], [0.5, 0], label="flag everybody", role="trivial"),
        Line([0.2, 0.2], [0, 0.5], role="decision", label="your condition"),
    ]
    for series, (name, curve) in enumerate(curves.items()):
        marks.append(Line(pc, curve, label=name, series=series))
    best = np.argmin(np.vstack([np.minimum(pc, 1 - pc) - 1e-12, *curves.values()]), axis=0)
    starts = np.flatnonzero(np.diff(best, prepend=-1))
    stops = np.append(starts[1:], 400)
    names = ["flag nobody or everybody", *models]
    marks.append(
        Spans(
            pc[starts],
            pc[stops],
            [names[best[i]] for i in starts],
            [None if best[i] == 0 else int(best[i]) - 1 for i in starts],
            label="Least expected cost",
        )
    )
    marks.append(Points([0.2], [float(np.interp(0.2, pc, curves["1R"]))], role="decision"))
    return Chart(
        "cost",
        "Cost curves",
        Axis("Probability cost PC(+)", 0, 1),
        Axis("Normalised expected cost", 0, 0.5),
        marks,
        subtitle="Lower is better; a flag-nobody or flag-everybody rule costs the dashed lines",
        notes=("Judged on the records on which thresholds were chosen.",),
    )


def every_mark() -> Chart:
    """One of each kind of mark, some of it beyond the axes."""
    x = np.linspace(0, 10, 21)
    return Chart(
        "every",
        "Every kind of mark",
        Axis("Depth (records)", 0, 10),
        Axis("Profit", -1500, 2500),
        [
            Bars(np.arange(0, 10, 2.0), np.arange(2, 12, 2.0), [900, 2700, 400, -300, -1800], label="bars",
                 series=3, hover=[f"bar {i}" for i in range(5)]),
            Ribbon(x, 800 * np.sin(x) - 400, 900 * np.sin(x) + 2000, label="band", series=0),
            Line(x, 900 * np.sin(x) + 600, label="line", series=0, hover=[f"x = {v:g}" for v in x]),
            Line(x - 3, 300 * x - 2000, label="clipped", series=1),
            Line([0, 10], [0, 0], role="reference"),
            Line(x, 300 * np.cos(x) - 900, role="detail", series=2),
            Points([1, 5, 9, 12], [2000, -1000, 1500, 0], label="points", series=2, hover=list("abcd")),
            Points([3, 4], [2100, 2200], label="vertices", series=1, role="hull"),
            Spans([0, 4], [4, 15], ["left", "right"], [0, None], label="Ranges"),
            Note(7, -600, "a note in words", role="decision"),
        ],
    )  # fmt: skip


def hostile() -> Chart:
    """Names that would break markup, formulas, mathematics and terminals."""
    x = np.linspace(0, 1, 11)
    marks: list[Mark] = [
        Line(x, x ** (0.2 + 0.3 * i), label=name, series=i, hover=[name] * 11)
        for i, name in enumerate(HOSTILE)
    ]
    marks += [Spans([0, 0.5], [0.5, 1], HOSTILE[:2], [0, 1], label=HOSTILE[2]), Note(0.5, 0.1, HOSTILE[0])]
    return Chart(
        'host"<ile>', f"Title {HOSTILE[0]}", Axis(HOSTILE[3], 0, 1), Axis(HOSTILE[2], 0, 1), marks,
        subtitle=HOSTILE[4], notes=HOSTILE,
    )  # fmt: skip


def empty() -> Chart:
    """Nothing to see: no vertices, no texts."""
    return Chart(
        "empty", "", Axis("", 0, 1), Axis("", 0, 1), [Line([], [], label="nothing", series=0), Points([], [])]
    )


def many() -> Chart:
    """Twelve series with long names."""
    x = np.linspace(0, 1, 30)
    marks: list[Mark] = [
        Line(x, x ** (1 / (i + 1.5)), label=f"model number {i + 1} of a long list", series=i)
        for i in range(12)
    ]
    return Chart("many", "Twelve models", Axis("Share flagged", 0, 1), Axis("Share found", 0, 1), marks)


def identical() -> Chart:
    """Two models that decide alike."""
    x = np.linspace(0, 1, 30)
    marks = [Line(x, np.sqrt(x), label=name, series=i) for i, name in enumerate(("one", "the same"))]
    return Chart("identical", "Identical models", Axis("x", 0, 1), Axis("y", 0, 1), marks)


def probit() -> Chart:
    """A curve on probit axes that runs into rates of 0 and 1."""
    fpr = np.array([0, 0.001, 0.01, 0.05, 0.2, 0.5, 1])
    fnr = np.array([1, 0.7, 0.4, 0.2, 0.08, 0.02, 0])
    return Chart(
        "det", "Detection error trade-off", Axis("False positive rate", 0.0005, 0.9, "probit"),
        Axis("False negative rate", 0.005, 0.9, "probit"), [Line(fpr, fnr, label="model", series=0)],
        square=True,
    )  # fmt: skip


def logarithmic() -> Chart:
    """Logarithmic and log-odds axes, own ticks."""
    return Chart(
        "log", "Expected cost by ratio of costs", Axis("Cost ratio", 0.01, 100, "log"),
        Axis("Prevalence", 0.01, 0.99, "logit", ticks=(0.1, 0.5, 0.9), tick_labels=("rare", "half", "usual")),
        [Points([0.01, 1, 100, 0], [0.02, 0.5, 0.97, 1], label="observed", series=4)],
    )  # fmt: skip


def long_line() -> Chart:
    """More vertices than a screen has pixels."""
    x = np.linspace(0, 1, 20_000)
    y = np.sqrt(x)
    y[7_777] = 0.125
    marks: list[Mark] = [
        Line(x, y, label="long", series=0),
        Ribbon(x, y / 2, y, series=1),
        Points(x, 1 - y, series=2),
    ]
    return Chart("long", "Many records", Axis("x", 0, 1), Axis("y", 0, 1), marks)


def beyond() -> Chart:
    """Marks of every kind beyond the axes, one line within."""
    marks: list[Mark] = [
        Line([0, 1], [0, 1], label="within", series=0),
        Line([2, 3], [0, 1], label="away", series=1),
        Points([2, 3], [0, 0], label="far", series=2),
        Ribbon([2, 3], [0, 0], [1, 1], label="off", series=3),
        Ribbon([], [], [], label="no band", series=3),
        Bars([2, -1], [3, -0.5], [1, 1], label="out", series=4),
        Spans([2, 0.2, 0.21], [3, 0.21, 0.9], ["gone", "narrow", "模型"], [0, 1, None]),
        Note(0.999, 0.5, "模型" * 40),
        Note(4, 0.5, "nowhere"),
    ]
    return Chart("beyond", "Beyond the axes", Axis("x", 0, 1), Axis("y", 0, 1), marks)


def surface() -> Chart:
    """A surface seen from above, with texts, beyond one axis, and a line across it."""
    x, y = np.linspace(0, 1.2, 13), np.linspace(0, 1, 9)
    middle = np.add.outer((y[1:] + y[:-1]) / 2, (x[1:] + x[:-1]) / 2)
    hover = [f"row {i}, column {j}" for i in range(8) for j in range(12)]
    marks: list[Mark] = [
        Grid(x, y, 110 * middle, label="Mean cost", hover=hover),
        Line([0, 1], [1, 0.2], label="equal cost", role="decision"),
    ]
    return Chart("surface", "A surface", Axis("Prevalence", 0, 1), Axis("Cost proportion", 0, 1), marks)


def two_grids() -> Chart:
    """Two grids side by side with ends of their own, on a square with a logarithmic axis."""
    marks: list[Mark] = [
        Grid([0.1, 1, 3], [0, 0.5, 1], [[0, 1], [1, 5]], label=HOSTILE[1], low=0, high=4),
        Grid([3, 10], [0, 1], [[7]]),
        Spans([0.1, 3], [3, 10], ["first", "second"], [0, 1], label="Grids"),
    ]
    x_axis = Axis("Cost ratio", 0.1, 10, "log")
    return Chart("grids", "Two grids", x_axis, Axis("y", 0, 1), marks, square=True)


def ranks() -> Chart:
    """Mean ranks with groups of algorithms on three levels."""
    return rank_chart(MeanRanks(tuple("abcdef"), [1.5, 2.25, 3.25, 4, 4.75, 5.25], datasets=20))


def ranks_with_control() -> Chart:
    """Mean ranks with a band around one of them, and a hostile name."""
    return rank_chart(MeanRanks(("control", HOSTILE[0], "c"), [1.5, 2, 2.5], datasets=20), control="control")


def cost_with_lines() -> Chart:
    """The cost lines of all thresholds behind the cost curves of two models, in a part of the records."""
    models = {"a": [0.9, 0.8, 0.7, 0.4, 0.1], "b": [5, 4, 1, 3, 2]}
    return evaluate([1, 1, 0, 1, 0], models).chart("cost", lines=True, part="test")


def mixed(name: str) -> Chart:
    """Two models with their joint hull, and a mixture of both, of names that are hostile."""
    models = {HOSTILE[0]: [9, 9, 1, 1, 1, 1, 1, 1], HOSTILE[2]: [5, 5, 5, 5, 5, 1, 1, 1]}
    ev = evaluate([1, 1, 1, 1, 0, 0, 0, 0], models)
    decision = ev.decide(0.4, criterion=max_fpr(0.125, randomised=True))
    assert len(decision.models) == 2
    return ev.chart(name, decision=decision, joint_hull=True)


def roc_with_joint_hull() -> Chart:
    """The joint hull behind ROC curves, and a mixture on one of its edges."""
    return mixed("roc")


def cost_with_joint_envelope() -> Chart:
    """The joint envelope behind cost curves, and the lines of a mixture and its members."""
    return mixed("cost")


def cost_with_bands() -> Chart:
    """Cost curves with the bands of cross-fitted thresholds, whose centres are other lines."""
    chart = cost()
    bands = {
        line.label: Band(
            line.x,
            1.1 * line.y,
            0.8 * line.y,
            1.4 * line.y,
            scope=Scope.CONDITIONS,
            target=Target.CROSS_FITTED,
        )
        for line in chart.marks
        if isinstance(line, Line) and line.role == "model"
    }
    return banded(chart, bands)


def roc_with_bands() -> Chart:
    """ROC curves with pointwise bands of new records."""
    chart = roc()
    x = np.linspace(0, 1, 51)
    bands = {}
    for line in chart.marks:
        if isinstance(line, Line) and line.role == "model":
            y = np.interp(x, line.x, line.y)
            low, high = np.maximum(y - 0.1, 0), np.minimum(y + 0.05, 1)
            bands[line.label] = Band(
                x, y, low, high, level=0.9, target_words="new records", notes=("500 draws",)
            )
    return banded(chart, bands)


def difference_with_band() -> Chart:
    """A difference with its band, and the ranges in which one model is cheaper by more than chance."""
    x = np.linspace(0, 1, 41)
    y = 0.1 * np.sin(6 * x) * x * (1 - x)
    marks: list[Mark] = [
        Line([0, 1], [0, 0], label="no difference", role="reference"),
        Line(x, y, label=f"a minus {HOSTILE[0]}", series=0),
        Spans([0, 0.52], [0.52, 1], [HOSTILE[0], "a"], [1, 0], label="better model"),
    ]
    chart = Chart(
        "difference", "Cost: a minus b", Axis("PC(+)", 0, 1), Axis("Difference", -0.02, 0.03), marks
    )
    shown = banded(chart, {f"a minus {HOSTILE[0]}": Band(x, y, y - 0.01, y + 0.01)})
    return cheaper_over(shown, [CheaperRange(0.2, 0.4, HOSTILE[0], 0.95)], ("a", HOSTILE[0]), 0.95)


def decision_alone() -> Chart:
    """A decision beside flagging nobody and everybody, with its condition."""
    records = [1, 1, 0, 1, 0, 0], {HOSTILE[0]: [0.9, 0.8, 0.7, 0.4, 0.3, 0.1]}
    found = decision_figure(evaluate(*records).decide(OperatingCondition(0.3, Costs(fp=1, fn=2))))
    assert found is not None
    return found


def intervals() -> Chart:
    """Models with intervals, one of which is a point, beside lines of reference."""
    rows = [IntervalRow(HOSTILE[0], -0.2, -0.3, 0.1), IntervalRow("b", 0.4, 0.4, 0.4)]
    return interval_figure(rows, "cost per case", "Every model", {"flag nobody": 0.5, "flag everybody": 0.3})


def regions() -> Chart:
    """Regions of a triangle: of models, of one that needs none, and one with a hole."""
    costs = np.array([[0, 1, 1], [0.3, 0.2, 0.4], [0.1, 0.5, 0.3]])
    names = {f"always {HOSTILE[0]}": None, HOSTILE[1]: 0, "b": 1}
    chart = region_chart(RegionMap.of_fixed((HOSTILE[2], "y", "z"), names, costs))
    inner = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    square = np.concatenate([inner * 0.3 + 0.6, inner[::-1] * 0.1 + 0.7])
    hole = Areas(square[:, 0], square[:, 1], np.repeat([0, 1], 4), label="with a hole", series=3)
    return dataclasses.replace(chart, marks=[*chart.marks, hole])


def confusion() -> Chart:
    """A confusion matrix with an action beside the classes, and weights."""
    table = [[80.5, 1234, 0, 3], [2, 9, 1, 0]]
    counts = ClassCounts(table, HOSTILE[:2], [*HOSTILE[:2], "y", "z"])
    return matrix_chart(counts, HOSTILE[2])


SAMPLES = (
    regions, confusion,
    decision_alone, intervals,
    cost_with_bands, cost_with_lines, roc_with_joint_hull, cost_with_joint_envelope, roc_with_bands, difference_with_band, beyond, roc, cost, every_mark, hostile, empty, many, identical, probit, logarithmic, long_line, surface,
    two_grids, ranks, ranks_with_control,
)  # fmt: skip
