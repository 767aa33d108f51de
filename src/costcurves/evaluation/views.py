"""What an evaluation shows: tables, curves as columns, charts with bands, numbers as JSON, its file."""

from __future__ import annotations

import dataclasses
import inspect
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import documents
from costcurves._ground.tables import Column, Table
from costcurves.charts.figures.band_figures import banded, cheaper_over
from costcurves.charts.figures.by_name import FIGURES, figure
from costcurves.charts.figures.difference_figures import pair_of
from costcurves.charts.figures.subject import RESOLUTION, Subject
from costcurves.criteria.decision import Decision
from costcurves.curves.over_depth import deciles
from costcurves.curves.registry import CURVES, curve_kind
from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.evaluation.models_on_records import naming_rows
from costcurves.evaluation.probable_models import recalibration_of, remarks_on
from costcurves.evaluation.shown_parts import part_shown
from costcurves.evaluation.uncertainty import Uncertainty
from costcurves.inference.costs.cost_scales import rule_at
from costcurves.measures.confusion_measures import MEASURES
from costcurves.measures.costs_over_beliefs import h_convention
from costcurves.measures.summaries import SUMMARIES
from costcurves.report.contents import Evaluated, shared_sizes
from costcurves.rules.rule import every_threshold, optimal
from costcurves.rules.trained_classifiers import TrainedClassifiers
from costcurves.space.joint_hull import JointHull
from costcurves.space.roc import RocCurve, RocHull
from costcurves.space.winners import winner_ranges
from costcurves.tallies.cells import Direction
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from costcurves.charts.chart import Chart
    from costcurves.curves.kind import AnyTally, CurveKind, CurveOptions
    from costcurves.measures.summaries import Summary
    from costcurves.tallies.records import Records

Models = dict[str, Tally]
#: What every picture takes besides its own options.
COMMON = {"kind", "subject"}


def summary_values(
    tally: Tally, model: str = "", records: Records | None = None, *, full: bool = True
) -> tuple[dict[str, float | None], dict[str, str]]:
    """Return summaries of a tally, None where undefined, and the reasons of those; all, or the main ones."""
    values: dict[str, float | None] = {}
    reasons: dict[str, str] = {}
    for summary in shown_summaries(full=full):
        try:
            with naming_rows(records, [model]):
                values[summary.key] = summary(tally)
        except (UndefinedError, InputError) as problem:
            values[summary.key] = None
            unknown = summary.probabilities and not tally.scored
            reasons[summary.title] = "needs scores" if unknown else str(problem)
    return values, reasons


def shown_summaries(*, full: bool) -> list[Summary]:
    """Return all summaries, or the main ones."""
    return [summary for summary in SUMMARIES if full or summary.main]


def summary_table(models: Models, records: Records | None = None, *, full: bool = False) -> Table:
    """One row a model, one column a summary (or a main one); undefined ones are missing, with a note."""
    columns = [Column("model", "model", align="left")]
    columns += [Column(s.key, s.title, best=s.better, hint=s.formula) for s in shown_summaries(full=full)]
    rows, notes = [], []
    for model, tally in models.items():
        values, reasons = summary_values(tally, model, records, full=full)
        rows.append((model, *values.values()))
        for reason in dict.fromkeys(reasons.values()):
            titles = [title for title in reasons if reasons[title] == reason]
            notes.append(f"{', '.join(titles)} of {model}: {reason}")
    return Table("summary", "Summary measures", tuple(columns), tuple(rows), notes=tuple(notes))


def threshold_table(model: str, tally: Tally) -> Table:
    """Outcomes and measures at every distinct threshold, both trivial classifiers included."""
    outcomes = tally.confusion()
    data = _thresholds(every_threshold(tally, "a table of thresholds"))
    data |= {"tp": outcomes.tp, "fn": outcomes.fn, "fp": outcomes.fp, "tn": outcomes.tn}
    data |= {row.key: row(outcomes) for row in MEASURES}
    titles = {row.key: row.title for row in MEASURES}
    titles |= {"threshold_low": "threshold from", "threshold_high": "to", "flagged_if": "flagged if score"}
    columns = tuple(Column(key, titles.get(key, key)) for key in data)
    rows = tuple(zip(*(column.tolist() for column in data.values()), strict=True))
    return Table("thresholds", f"Outcomes of {model} at every threshold", columns, rows)


def _thresholds(roc: RocCurve) -> dict[str, Any]:
    """Thresholds of each point, and how flagged scores stand to them."""
    columns = roc.to_columns()
    return {name: columns[name] for name in ("threshold_low", "threshold_high", "flagged_if")}


def curve_columns(name: str, models: Models, options: CurveOptions) -> dict[str, list[Any]]:
    """Return a curve of every model as long columns; of "roc" all points with their thresholds."""
    columns: dict[str, list[Any]] = {}
    for model, tally in models.items():
        data = _columns(name, tally, options)
        columns.setdefault("model", []).extend([model] * len(next(iter(data.values()))))
        for key, values in data.items():
            columns.setdefault(key, []).extend(values.tolist())
    return columns


def _columns(name: str, tally: Tally, options: CurveOptions) -> dict[str, Any]:
    """Columns of one curve of one model."""
    if name in {"roc", "deciles"}:
        options.check(name)
    if name == "roc":
        roc = RocCurve.of(tally)
        return {"fpr": roc.fpr, "tpr": roc.tpr, **_thresholds(roc)}
    if name == "cost" and not options.stated:
        envelope = optimal(tally)
        return {"pc": envelope.knots, "nec": envelope.values}
    if name == "deciles":
        parts = deciles(options.weighed(tally))
        fields = [field.name for field in dataclasses.fields(parts[0])]
        return {field: np.array([getattr(part, field) for part in parts]) for field in fields}
    kind = curve_kind(name)
    x, y = kind.of(tally, options).drawn()
    across, up = kind.columns
    return {across: x, up: y}


def numbers(models: Models) -> dict[str, Any]:
    """All numbers of an evaluation as plain values."""
    winners = winner_ranges({name: optimal(tally) for name, tally in models.items()})
    positives, negatives = shared_sizes(models) or (None, None)
    return {
        "positives": positives,
        "negatives": negatives,
        "models": {name: _model_numbers(tally) for name, tally in models.items()},
        "winners": [{"low": r.low, "high": r.high, "winner": r.winner} for r in winners],
        **({"hull": JointHull.of_models(models)} if len(models) > 1 else {}),
    }


def _model_numbers(tally: Tally) -> dict[str, Any]:
    """Numbers of one model."""
    hull, curve = RocHull.of(tally), optimal(tally)
    known = tally.counted or tally.stated_prevalence is not None
    return {
        **summary_values(tally)[0],
        "h_convention": h_convention(tally) if known else None,
        "operating_range": hull.operating_range,
        "hull": {"fpr": hull.fpr, "tpr": hull.tpr, "thresholds": hull.thresholds},
        "lower_is_positive": tally.direction is Direction.LOW,
        "cost_curve": {"pc": curve.knots, "nec": curve.values},
    }


def stored(
    models: Models, name: str, notes: Collection[str], trained: Mapping[str, TrainedClassifiers]
) -> dict[str, Any]:
    """Return tallies as a versioned document that gives equal answers when read back."""
    lower = sorted(model for model, tally in models.items() if tally.direction is Direction.LOW)
    facts = {"name": name, "notes": list(notes), "lower_is_positive": lower}
    tallies = {model: tally.to_json() for model, tally in models.items()}
    document = {"kind": "evaluation", "version": documents.VERSION, **facts, "tallies": tallies}
    families = {model: one.to_json() for model, one in trained.items()}
    return document | ({"trained": families} if families else {})


def restored(document: Mapping[str, Any]) -> dict[str, Any]:
    """Read the tallies of a document, and what it says of them."""
    try:
        lower, notes = frozenset(document["lower_is_positive"]), tuple(document["notes"])
        models = {
            model: dataclasses.replace(
                Tally.from_json(one), direction=Direction.of(lower_is_positive=model in lower)
            )
            for model, one in document["tallies"].items()
        }
        families = document.get("trained", {}).items()  # most documents have none
        trained = {model: TrainedClassifiers.read(**one) for model, one in families}
        return {"models": models, "name": document["name"], "notes": notes, "trained": trained}
    except (AttributeError, KeyError, TypeError) as problem:
        came = f"no {problem}" if isinstance(problem, KeyError) else f"{problem}"
        raise InputError("an evaluation document must be complete", came) from None


#: Pictures with bands: those of one curve a model, and the difference of two.
BANDED = (*(one.key for one in CURVES), "lift_by_threshold", "difference")


# ---- pictures -------------------------------------------------------------------------------


def chart(
    name: str,
    evaluation: Evaluated,
    decision: Any,
    options: CurveOptions,
    own: Mapping[str, Any],
    uncertainty: Uncertainty | None,
    part: str = "",
) -> Chart:
    """Return a picture as data, with the band of every model where an uncertainty is given.

    What single curves take is in `options`, what only this picture takes in `own`; `part` names the part of
    the records that is shown.
    """
    make, models = figure(name), dict(evaluation.models)
    if not isinstance(decision, (Decision, type(None))):
        raise InputError("decision must be a Decision", kind_of(decision), "e.g. ev.decide(condition)")
    options = options.defaulting_to(decision.condition if decision else None)
    given = {option: getattr(options, option) for option in sorted(options.stated)} | dict(own)
    resolution = given.pop("resolution", RESOLUTION)
    known = set(inspect.signature(make).parameters) - COMMON
    if strange := sorted(set(given) - known):
        offered = sorted(known)
        raise InputError(
            "unknown option of a picture",
            ", ".join(strange),
            f"it has {', '.join(offered)}" if offered else "it has none",
            where=name,
        )
    shown = _shown(make, evaluation, options)
    of = None
    if not isinstance(part, str):
        raise InputError("the part that is shown must be a name", kind_of(part), 'e.g. part="test"')
    if part:
        place = options.prevalence, options.condition
        of = part_shown(part, evaluation.models, *place, decision)
    kept, said = remarks_on(make, options, shown, evaluation.records)
    some = {model: shown[model] for model in kept}
    made = make(Subject(some, decision, options.condition, resolution, of), **given)
    lines = [*map(str, said), *recalibration_of(make, options, some)]
    if lines or len(some) < len(shown):
        made = made.remarked(lines, [list(shown).index(model) for model in kept])
    made = made if of is None else made.of_part(of)
    if uncertainty is None:
        return made
    require_same_models(uncertainty, evaluation)
    if made.key not in BANDED:
        raise InputError(
            "bands can only be drawn for pictures of one curve per model, and for the difference of two",
            name,
            f"leave the uncertainty out, or draw one of {', '.join(BANDED)}",
        )
    if made.key == "difference":
        return _difference(made, models, options, own, uncertainty)
    kind = shared_costs(made.key, options)
    return banded(made, {model: uncertainty.curve_band(kind, [model], options) for model in kept})


def _shown(make: Any, evaluation: Evaluated, options: CurveOptions) -> dict[str, AnyTally]:
    """Return what is drawn: of profit, the costs of every record where no others are stated."""
    records = evaluation.records
    by_record = records is not None and records.costs is not None and options.condition is None
    if records is not None and by_record and make is FIGURES["profit"]:
        return {model: records.valued(model) for model in evaluation.models}
    return {model: options.weighed(tally) for model, tally in evaluation.models.items()}


def require_same_models(uncertainty: Any, evaluation: Evaluated) -> None:
    """Refuse what is no uncertainty of these models."""
    if not isinstance(uncertainty, Uncertainty):
        came = kind_of(uncertainty)
    elif any(uncertainty.models.get(model) != tally for model, tally in evaluation.models.items()):
        came = "one of another evaluation"
    else:
        return
    raise InputError(
        "uncertainty must be of the models that are shown",
        came,
        "write uncertainty=ev.uncertainty(level=0.95)",
    )


def has_bands(name: str) -> bool:
    """Tell whether a picture, by any of its names, has bands."""
    names = {alias: one.key for one in CURVES for alias in one.aliases}
    return names.get(name, name) in BANDED


def shared_costs(name: str, options: CurveOptions) -> CurveKind:
    """Return a kind of curve; refuse bands of money at costs that differ by record."""
    kind = curve_kind(name)
    if kind.needs_costs and options.stated_costs is None:
        raise InputError(
            f"a band of {kind.key} needs costs that all records share",
            "costs by record",
            "give condition=, or leave the uncertainty out",
        )
    return kind


def _difference(
    made: Chart,
    models: Mapping[str, Any],
    options: CurveOptions,
    own: Mapping[str, Any],
    uncertainty: Uncertainty,
) -> Chart:
    """Draw the band of the difference of two models; of cost, also where one is cheaper, not by chance."""
    kind = shared_costs(own.get("of", "cost"), options)
    a, b = pair_of(models, own.get("pair"))
    band = uncertainty.curve_band(kind, [a, b], options)
    shown = banded(made, {f"{a} minus {b}": band}, growth=math.inf)  # it may be far wider than its line
    if kind.key != "cost":
        return shown
    rule = None if options.rule is None else rule_at(options.rule, options.share)
    return cheaper_over(shown, uncertainty.compare(a, b, rule=rule).cheaper, tuple(models), uncertainty.level)
