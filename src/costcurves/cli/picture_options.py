"""Curves and pictures by options of commands: the rule, the condition and the options of one picture."""

from __future__ import annotations

import contextlib
import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves.charts.figures.by_name import FIGURES, figure
from costcurves.charts.figures.group_figures import segment_chart
from costcurves.charts.figures.numeric_figures import NUMERIC_FIGURES
from costcurves.charts.figures.score_figures import separation
from costcurves.charts.figures.selection_figures import KEY as SELECTION
from costcurves.charts.figures.selection_figures import selection_figure
from costcurves.charts.part_shown import ALL_PARTS, PartShown
from costcurves.cli import judged_request
from costcurves.cli.console import SEGMENTS
from costcurves.cli.loaded import silent
from costcurves.curves.kind import CurveOptions
from costcurves.curves.registry import CURVES, curve_kind
from costcurves.errors import InputError, UndefinedError, listed, meant, no_such
from costcurves.evaluation.class_pictures import CLASS_PICTURES
from costcurves.evaluation.probable_models import remarks_on
from costcurves.evaluation.views import has_bands
from costcurves.io.predictors import line_between, predictors
from costcurves.rules.driven_rules import rate_driven, score_driven
from costcurves.rules.rule import fixed, optimal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.charts.chart import Chart
    from costcurves.cli.loaded import Loaded, Step
    from costcurves.cli.request import ReadingOptions, Request
    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.rules.rule import Rule

#: Pictures that are nothing without costs.
PRICED = ("profit", "cumulative_net_value", "cost_by_threshold")
#: The picture that needs two predictors, and no model.
SEPARATION = "separation"
#: Options of pictures that Python knows by the same names.
OWN = ("measures", "parts", "of", "capacity", "population", "isometrics", "bins", "joint_hull", "lines")
#: Rules by the words of the command line; a number is a fixed threshold.
RULES = {"best": optimal, "scores": score_driven(), "share": rate_driven()}


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class PictureOptions:
    """Options of one picture beside the condition.

    Attributes
    ----------
    rule : str, optional
        "best", "scores", "share", or a threshold.
    test_cost : float, optional
    measures : tuple of str
    parts : int, optional
    of : str, optional
        The curve that a difference is of.
    capacity : float, optional
        Share of the records that can be handled.
    population : float, optional
        How many cases there are where it is used.
    isometrics : str, optional
        The measure whose lines of one value are drawn.
    bins : int, optional
    joint_hull : bool
        Whether the joint hull of all models is drawn.
    lines : bool
        Whether the cost line of every threshold is drawn.
    features : str, optional
        Two columns, with a comma between them.
    line : str, optional
        A line between the classes.
    """

    rule: str | None = None
    test_cost: float | None = None
    measures: tuple[str, ...] = ()
    parts: int | None = None
    of: str | None = None
    capacity: float | None = None
    population: float | None = None
    isometrics: str | None = None
    bins: int | None = None
    joint_hull: bool = False
    lines: bool = False
    features: str | None = None
    line: str | None = None

    def own(self) -> dict[str, Any]:
        """Return what was stated, by the names of the pictures' options."""
        values = {name: getattr(self, name) for name in OWN}
        return {name: one for name, one in values.items() if not (one is None or one is False or one == ())}

    def reading(self, columns: ReadingOptions) -> ReadingOptions:
        """Return how columns are read, with the predictors that are to be drawn."""
        return dataclasses.replace(columns, features=predictors(self.features)) if self.features else columns

    def chosen(self) -> Rule | None:
        """Return the rule that was named."""
        if self.rule is None:
            return None
        if self.rule in RULES:
            return RULES[self.rule]
        try:
            return fixed(float(self.rule))
        except ValueError:
            fix = meant(self.rule, list(RULES)) or "write best, scores, share, or a threshold"
            raise InputError(f"no such rule {self.rule!r}", where="--rule", fix=fix) from None


def check_curve(name: str) -> None:
    """Refuse a curve that there is not, before any file is read."""
    if name not in {"deciles", SELECTION}:
        curve_kind(name)


def check_picture(name: str, options: PictureOptions) -> None:
    """Refuse a picture that there is not, or predictors of another, before any file is read."""
    if name == SEPARATION or is_numeric(name) or is_of_classes(name):
        return
    if not is_picture(name):
        unknown = no_such(name, names(), what="picture")
        raise unknown.but(fix=f"{unknown.fix} (`costcurves plot --list` shows all)")
    if name not in {SEGMENTS, SELECTION}:
        figure(name)
    for option in ("features", "line"):
        if getattr(options, option) is not None:
            raise InputError(f"--{option} belongs to the picture of the separation", repr(name))


def is_curve(name: str) -> bool:
    """Whether there is a curve of that name."""
    with contextlib.suppress(InputError):
        check_curve(name)
        return True
    return False


def is_picture(name: str) -> bool:
    """Whether there is a picture of that name."""
    others = {SEPARATION, SEGMENTS, SELECTION, *CLASS_PICTURES}
    return name in others or name in FIGURES or name in NUMERIC_FIGURES or is_curve(name)


def is_numeric(name: str) -> bool:
    """Whether a picture is one of numeric predictions alone."""
    return name in NUMERIC_FIGURES and name not in FIGURES


def is_of_classes(name: str) -> bool:
    """Whether a picture is one of many classes alone."""
    return name in CLASS_PICTURES


def choice_of_classes() -> str:
    """Say which pictures many classes have."""
    return f"choose from {listed(list(CLASS_PICTURES))}"


def is_by_part(name: str, request: Request, options: PictureOptions) -> bool:
    """Whether a picture shows every part of a table: of cost, one model, its best threshold everywhere."""
    return name == "cost" and request.choose_on is None and options == PictureOptions()


def require_costs(name: str, request: Request) -> None:
    """Refuse a curve that is nothing without costs, where none are stated."""
    if name in PRICED and not request.condition.is_priced:
        fix = "state --cost-fp and --cost-fn, or --benefit-tp and --cost-fp"
        raise InputError(f"{name} needs costs or benefits of outcomes, the same for all records", fix=fix)


def curve_options(loaded: Loaded, request: Request, options: PictureOptions) -> dict[str, Any]:
    """Return the options of a curve: prevalence, condition, rule and the cost of a test.

    The condition is that of a decision: without a stated prevalence at that of the records that choose.
    """
    return {
        "prevalence": request.condition.prevalence,
        "condition": judged_request.condition_of(loaded, request),
        "rule": options.chosen(),
        "test_cost": options.test_cost or 0.0,
    }


def of_probabilities(
    name: str, evaluation: Evaluation, stated: Mapping[str, Any]
) -> tuple[list[str], list[str]]:
    """Return the models that a curve or a picture shows, and remarks where it takes probabilities."""
    if name in {SEGMENTS, SELECTION, SEPARATION, "deciles"}:
        return list(evaluation.models), []
    options = CurveOptions(**stated)
    models = {model: options.weighed(tally) for model, tally in evaluation.models.items()}
    made = FIGURES.get(name) or curve_kind(name)
    kept, said = remarks_on(made, options, models, evaluation.records)
    return kept, list(map(str, said))


def picture(
    name: str, loaded: Loaded, request: Request, options: PictureOptions, step: Step = silent
) -> Chart:
    """Return a picture; with costs, the decision is marked."""
    if name == SEGMENTS:  # with intervals always
        return _by_segment(loaded, request)
    if request.intervals.is_stated:
        _require_bands(name, loaded, request, options)
    if name == SELECTION:
        part, drawn = loaded.part(), loaded.evaluation.selection().chart()
        return drawn if part is None else drawn.of_part(part)
    if name == SEPARATION:
        return _two_predictors(loaded, options)
    if is_by_part(name, request, options) and loaded.parts:
        return loaded.part_results.chart(request.model)
    require_costs(name, request)
    intervals = judged_request.uncertainty(loaded, request, step)
    decision = judged_request.verdict(loaded, request).decision if request.is_decided else None
    found = curve_options(loaded, request, options)
    stated = {key: value for key, value in found.items() if value}
    with judged_request.cross_fitting(loaded.evaluation):
        return loaded.evaluation.chart(
            name, decision=decision, uncertainty=intervals, part=loaded.shown_part, **stated, **options.own()
        )


def _require_bands(name: str, loaded: Loaded, request: Request, options: PictureOptions) -> None:
    came = ""
    if name == SEPARATION:
        came = "a picture of two predictors"
    elif is_by_part(name, request, options) and loaded.parts:
        came = "a picture of the parts of a table"
    elif not has_bands(name):
        came = f"a picture of {name}"
    if came:
        raise InputError(
            "a band must be drawn behind one curve per model, or behind the difference of two",
            came,
            "leave out --level and the like",
        )


def _by_segment(loaded: Loaded, request: Request) -> Chart:
    if request.reading.segment is None and getattr(loaded.evaluation.records, "segment", None) is None:
        fix = "name it, such as --segment region"
        raise InputError("a picture of segments needs the column of segments", fix=fix)
    if not request.condition.is_priced:
        fix = "state --cost-fp and --cost-fn, or --pc"
        raise InputError("a picture of segments needs a decision and its costs", fix=fix)
    decided = judged_request.verdict(loaded, request)
    found = judged_request.in_segments(loaded, decided, request)
    assert found is not None  # there are segments and costs
    if isinstance(found, UndefinedError):
        raise found
    part = loaded.part(request.condition.prevalence, decision=decided.decision)
    return judged_request.drawn_segments(found, part)


def _two_predictors(loaded: Loaded, options: PictureOptions) -> Chart:
    points, part = loaded.separation, None
    if loaded.parts:
        name = loaded.evaluation.name
        points = loaded.separations.get(name, points)
        part = loaded.part() if name in loaded.separations else PartShown(ALL_PARTS)
    if points is None:
        fix = "name two columns, such as --features income,age"
        raise InputError("a picture of the separation needs two predictors", fix=fix)
    drawn = separation(points, line=line_between(options.line, points.names) if options.line else None)
    return drawn if part is None else drawn.of_part(part)


_OTHERS = {
    **FIGURES, SEPARATION: separation, SEGMENTS: segment_chart, SELECTION: selection_figure,
    **{name: draw for name, draw in NUMERIC_FIGURES.items() if name not in FIGURES}, **CLASS_PICTURES,
}  # fmt: skip


def catalogue() -> str:
    """List every picture: its names, what it shows, and how it maps to the cost curve."""
    lines = []
    for one in CURVES:
        also = f" (also: {', '.join(one.aliases)})" if one.aliases else ""
        lines += [
            f"{one.key}: {one.title}{also}",
            f"    {one.formula}",
            f"    in cost space: {one.cost_space}",
        ]
    for name in names()[len(CURVES) :]:
        lines += [name, f"    {(_OTHERS[name].__doc__ or '').partition(chr(10))[0]}"]
    return "\n".join(lines) + "\n"


def names() -> list[str]:
    """Return the names of all pictures, those of curves first."""
    curves = [one.key for one in CURVES]
    return [*curves, *(name for name in _OTHERS if name not in curves)]
