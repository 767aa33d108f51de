"""What an evaluation shows: its tables, its curves as columns, its numbers as JSON, its file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves import _json
from costcurves.charts.figures import FIGURES
from costcurves.charts.tables import Column, Table
from costcurves.driven import low_probabilities
from costcurves.errors import InputError, UndefinedError
from costcurves.measures import MEASURES
from costcurves.roc import RocCurve, RocHull
from costcurves.selection import every_cut, optimal
from costcurves.summaries import SUMMARIES, h_convention
from costcurves.tallies import Tally
from costcurves.winners import winner_ranges

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from costcurves.charts.marks import Chart
    from costcurves.decisions import Decision

Models = dict[str, Tally]


def summary_values(tally: Tally, *, lower: bool = False) -> tuple[dict[str, float | None], dict[str, str]]:
    """Return every summary of a tally, None where undefined, and the reasons of those."""
    values: dict[str, float | None] = {}
    reasons: dict[str, str] = {}
    for summary in SUMMARIES:
        try:
            values[summary.key] = summary(tally)
        except (UndefinedError, InputError) as problem:
            values[summary.key] = None
            # The tally of a model whose low scores mean positive holds negated ones: do not speak of them.
            turned = lower and tally.scored and summary.probabilities
            reason = str(low_probabilities() if turned else problem)
            # A measure is of one rule: the advice to use another belongs to curves.
            reason = reason.removesuffix(", or use another rule")
            reasons[summary.title] = "needs scores" if summary.probabilities and not tally.scored else reason
    return values, reasons


def summary_table(models: Models, lower: Collection[str] = ()) -> Table:
    """One row a model, one column a summary; undefined ones are missing, with a note."""
    columns = [Column("model", "model", align="left")]
    columns += [Column(s.key, s.title, best=s.better, hint=s.formula) for s in SUMMARIES]
    rows, notes = [], []
    for model, tally in models.items():
        values, reasons = summary_values(tally, lower=model in lower)
        rows.append((model, *values.values()))
        notes += [f"{title} of {model}: {reason}" for title, reason in reasons.items()]
    return Table("summary", "Summary measures", tuple(columns), tuple(rows), notes=tuple(notes))


def threshold_table(model: str, tally: Tally, *, lower: bool) -> Table:
    """Outcomes and measures at every distinct threshold, both trivial classifiers included."""
    cuts = tally.confusion()
    data = _thresholds(every_cut(tally, "a table of thresholds"), lower=lower)
    data |= {"tp": cuts.tp, "fn": cuts.fn, "fp": cuts.fp, "tn": cuts.tn}
    data |= {row.key: row(cuts) for row in MEASURES}
    titles = {row.key: row.title for row in MEASURES}
    titles |= {"threshold_low": "threshold from", "threshold_high": "to", "flagged_if": "flagged if score"}
    columns = tuple(Column(key, titles.get(key, key)) for key in data)
    rows = tuple(zip(*(column.tolist() for column in data.values()), strict=True))
    return Table("thresholds", f"Outcomes of {model} at every threshold", columns, rows)


def _thresholds(roc: RocCurve, *, lower: bool) -> dict[str, Any]:
    """Thresholds of each point in the model's own scores.

    A record is flagged if its score is ">=" t, for low < t ≤ high; where low scores mean positive,
    if it is "<=" t, for low ≤ t < high.
    """
    low, high = (-roc.high, -roc.low) if lower else (roc.low, roc.high)
    # Adding 0 turns −0 into 0.
    ends = {"threshold_low": low + 0.0, "threshold_high": high + 0.0}
    return {**ends, "flagged_if": np.full(len(roc), "<=" if lower else ">=")}


def curve_columns(name: str, models: Models, lower: Collection[str]) -> dict[str, list[Any]]:
    """Return a curve of every model as long columns: "roc" (all points) or "cost" (knots)."""
    columns: dict[str, list[Any]] = {}
    for model, tally in models.items():
        data = _curve(name, tally, lower=model in lower)
        columns.setdefault("model", []).extend([model] * len(next(iter(data.values()))))
        for key, values in data.items():
            columns.setdefault(key, []).extend(values.tolist())
    return columns


def _curve(name: str, tally: Tally, *, lower: bool) -> dict[str, Any]:
    """Columns of one curve of one model."""
    if name == "roc":
        roc = RocCurve.of(tally)
        return {"fpr": roc.fpr, "tpr": roc.tpr, **_thresholds(roc, lower=lower)}
    if name == "cost":
        curve = optimal(tally)
        return {"pc": curve.knots, "nec": curve.values}
    raise InputError.because(must=f"a curve is one of {', '.join(FIGURES)}", came=repr(name))


def chart(name: str, models: Models, decision: Decision | None, lower: Collection[str]) -> Chart:
    """Return a picture as data."""
    if name not in FIGURES:
        raise InputError.because(must=f"a picture is one of {', '.join(FIGURES)}", came=repr(name))
    return FIGURES[name](models, decision=decision, lower_is_positive=lower)


def sizes(models: Models) -> dict[str, Any]:
    """Weights of the two classes, where all models share them; else None."""
    found = [(t.total_positive, t.total_negative) for t in models.values() if t.counted]
    # Weights that are not whole add up to rounding only, model by model.
    if len(found) == len(models) and np.allclose(found, found[0], rtol=1e-9, atol=0):
        return {"positives": found[0][0], "negatives": found[0][1]}
    return {"positives": None, "negatives": None}


def numbers(models: Models, lower: Collection[str]) -> dict[str, Any]:
    """All numbers of an evaluation as plain values."""
    winners = winner_ranges({name: optimal(tally) for name, tally in models.items()})
    return {
        **sizes(models),
        "models": {name: _model_numbers(tally, lower=name in lower) for name, tally in models.items()},
        "winners": [{"low": r.low, "high": r.high, "winner": r.winner} for r in winners],
    }


def _model_numbers(tally: Tally, *, lower: bool) -> dict[str, Any]:
    """Numbers of one model."""
    hull, curve = RocHull.of(tally), optimal(tally)
    known = tally.counted or tally.stated_prevalence is not None
    return {
        **summary_values(tally)[0],
        "h_convention": h_convention(tally) if known else None,
        "operating_range": hull.operating_range,
        "hull": {
            "fpr": hull.fpr,
            "tpr": hull.tpr,
            "thresholds": -hull.thresholds if lower else hull.thresholds,
        },
        "lower_is_positive": lower,
        "cost_curve": {"pc": curve.knots, "nec": curve.values},
    }


def stored(models: Models, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return tallies as a versioned document that gives equal answers when read back."""
    tallies = {name: tally.to_json() for name, tally in models.items()}
    return {"kind": "evaluation", "version": _json.VERSION, **facts, "tallies": tallies}


def restored(tallies: Mapping[str, Any]) -> Models:
    """Read the tallies of a document."""
    return {name: Tally.from_json(one) for name, one in tallies.items()}
