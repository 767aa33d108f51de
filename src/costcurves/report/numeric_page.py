"""The page of numeric predictions: what to do, losses over κ, errors, lift, measures, parts."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from costcurves._ground.documents import write_text
from costcurves._ground.number_words import amount, enumerated, format_value, percent, short
from costcurves.report.elements import Html, definitions, figure, folded, join, section, tag
from costcurves.report.page_shell import page_shell, shipped
from costcurves.report.table_blocks import table_block
from costcurves.results.error_pairs import MOST_VERDICTS
from costcurves.results.shift_words import raised

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from costcurves._ground.tables import Table
    from costcurves.charts.chart import Chart
    from costcurves.results.error_pairs import ErrorPairs
    from costcurves.results.error_summary import ErrorSummary
    from costcurves.results.shift_recommendation import ShiftRecommendation

_HOW = "costcurves report FILE --label COLUMN --under 3 --over 1"
#: What κ is called on phones.
_SHORT_X = "κ"


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class NumericReport:
    """What a page of numeric predictions shows.

    Attributes
    ----------
    summary : ErrorSummary
    charts : dict of str to Chart
        By name; those that cannot be drawn are not there.
    undrawn : dict of str to str
        Why charts are not there.
    pairs : ErrorPairs or None
    recommended : ShiftRecommendation or None
    parts : Table or None
        Every model by part.
    title : str
        By default the names of the models.
    statements : tuple of str
        What was read.
    """

    summary: ErrorSummary
    charts: Mapping[str, Chart]
    undrawn: Mapping[str, str] = dataclasses.field(default_factory=dict)
    pairs: ErrorPairs | None = None
    recommended: ShiftRecommendation | None = None
    parts: Table | None = None
    title: str = ""
    statements: Sequence[str] = ()

    @property
    def series(self) -> dict[str, int]:
        """Numbers of the models as charts number their series."""
        return {name: place for place, name in enumerate(self.summary.models)}

    @property
    def sentences(self) -> tuple[str, ...]:
        """What to do, where costs were stated; else which model errs least."""
        return (self.summary.sentence,) if self.recommended is None else self.recommended.sentences


def write_numeric_page(report: NumericReport, path: str | Path) -> Path:
    """Write the page to a file, whole or not at all."""
    return write_text(path, render_numeric_page(report))


def render_numeric_page(report: NumericReport) -> str:
    """Return the page as text."""
    sections = [
        ("answer", "The answer", _answer(report)),
        ("loss", "Costs of a unit", _pictures(report, "loss", "Costs of a unit", _COSTS)),
        (
            "errors",
            "Errors",
            _pictures(report, "errors", "Errors", ("residuals", "box_plot", "actual_predicted")),
        ),
        ("lift", "Lift", _pictures(report, "lift", "Actual outcomes in the order of predictions", _LIFT)),
        ("measures", "Measures", _measures(report)),
        ("parts", "Parts", _parts(report)),
        ("reading", "How to read", _reading()),
    ]
    return page_shell(report.title or _title(report), _facts(report), sections)


#: Pictures of costs.
_COSTS = ("shift_cost", "loss", "regression_roc")
#: Pictures over depth.
_LIFT = ("gains", "deciles", "double_lift")


def _title(report: NumericReport) -> str:
    """Head the page with the names of the models."""
    names, of = list(report.summary.models), report.summary.name
    which = names[0] if len(names) == 1 else enumerated(names) if len(names) < 4 else f"{len(names)} models"
    return f"Predictions of {which}" + ("" if of == "these records" else f" on {of}")


def _facts(report: NumericReport) -> list[tuple[str, str]]:
    """Say how many records and models there are."""
    return [
        ("Records", format_value(report.summary.records)),
        ("Models", str(len(report.summary.models))),
    ]


def _answer(report: NumericReport) -> Html:
    """Write what to do at the stated costs; without them which model errs least, and how to state them."""
    found = report.recommended
    told = [tag("p", text, class_="sentence") for text in report.sentences]
    read = (
        tag("ul", *(tag("li", line) for line in report.statements), class_="read")
        if report.statements
        else ""
    )
    if found is None:
        how = tag("p", "State what a unit of error costs to see which shift is best: ", tag("code", _HOW))
        return join([section("answer", "The answer", *told, how, class_="answer"), read])
    table = table_block(found.table(), series=report.series, many="What the intervals hold for")
    blocks = [_tiles(found), *told, table]
    return join([section("answer", "The answer", *blocks, class_="answer"), read])


def _tiles(found: ShiftRecommendation) -> Html:
    """Write the answer as tiles: model, shift, cost."""
    headline = found.headline
    if headline.low is None or headline.high is None or headline.level is None:
        small = ""
    else:
        small = f"{percent(headline.level)} interval {short(headline.low)} to {short(headline.high)}"
    what = "Cost a record" if found.costs is not None else "Loss"
    use = found.model or found.constant.model
    rule = raised(found.shift) if found.pays else f"{amount(found.shift)} for all"
    pairs = [
        ("Model", use),
        ("Predictions", rule),
        (what, join([short(headline.estimate), " ", tag("small", small)])),
        ("κ", short(found.kappa)) if found.kappa is not None else ("Costs", found.at),
    ]
    return definitions(pairs, class_="tiles")


def _pictures(report: NumericReport, key: str, title: str, names: Sequence[str]) -> Html:
    """Write pictures of a section, or why they are not there; nothing where there is neither."""
    drawn = [
        figure(report.charts[name], "", short_x=_SHORT_X if name == "loss" else "")
        for name in names
        if name in report.charts
    ]
    why = dict.fromkeys(report.undrawn[name] for name in names if name in report.undrawn)
    said = [tag("p", f"{text[:1].upper()}{text[1:]}.", class_="note") for text in why]
    return section(key, title, *drawn, *said) if drawn or said else Html("")


def _measures(report: NumericReport) -> Html:
    """Write the main measures, their intervals, the models in pairs, and all measures folded."""
    summary = report.summary
    intervals = summary.intervals_table()
    blocks = [table_block(summary.table(), series=report.series)]
    blocks += [table_block(intervals, series=report.series)] if intervals.rows else []
    if report.pairs is not None:
        verdicts = tag("ul", *(tag("li", text) for text in report.pairs.verdicts))
        table = table_block(report.pairs.table(), series=report.series, by="a")
        count = len(report.pairs)
        is_long = count > MOST_VERDICTS
        blocks += [tag("h3", "Which differences are more than chance"), verdicts]
        blocks.append(folded(f"{count} pairs of models", table, class_="printed") if is_long else table)
    every = table_block(summary.full_table())
    return section("measures", "Measures", *blocks, folded("Every measure", every, class_="printed"))


def _parts(report: NumericReport) -> Html:
    """Write every model by part; nothing without parts."""
    if report.parts is None:
        return Html("")
    return section("parts", "Parts of the records", table_block(report.parts, series=report.series))


def _reading() -> Html:
    """Explain the words and pictures of the page."""
    pairs = (entry.split("\n", 1) for entry in shipped("numeric_glossary.txt").strip().split("\n\n"))
    words = [(term, " ".join(meaning.split())) for term, meaning in pairs]
    return section("reading", "How to read", definitions(words, class_="glossary"))
