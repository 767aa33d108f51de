"""The report page: one HTML file with everything in it, which loads nothing and runs nothing."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from costcurves._ground.documents import write_text
from costcurves._ground.number_words import format_value, percent
from costcurves.charts.part_shown import at_prevalence
from costcurves.measures.summaries import SUMMARIES
from costcurves.report.answer import answer
from costcurves.report.contents import shared_sizes
from costcurves.report.elements import Html, definitions, figure, folded, join, section, tag
from costcurves.report.page_pictures import (
    SHORT_PC,
    calibration_section,
    cost_section,
    gains_section,
    roc_section,
)
from costcurves.report.page_shell import page_shell, shipped
from costcurves.report.table_blocks import table_block
from costcurves.results.interval_tables import numbers_table

if TYPE_CHECKING:
    from pathlib import Path

    from costcurves.report.contents import PageUncertainty, Parted, Report
    from costcurves.results.judged_decision import JudgedDecision
    from costcurves.results.pairwise_comparisons import PairwiseComparisons

#: More pairs of models than this are folded.
_MOST_PAIRS = 10


def write_page(report: Report, path: str | Path) -> Path:
    """Write a report page to a file, whole or not at all; an older one is replaced.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    return write_text(path, render_page(report))


def render_page(report: Report) -> str:
    """Return a report page as text."""
    title = report.title or _title(report)
    sections = [
        ("answer", "The answer", join([answer(report), _read(report)])),
        ("cost", "Cost curves", cost_section(report)),
        ("roc", "ROC curves", roc_section(report)),
        ("gains", "Gains", gains_section(report)),
        ("calibration", "Calibration", calibration_section(report)),
        ("measures", "Measures", _measures(report)),
        ("selection", "Selection by training", _selection(report)),
        ("parts", "Parts", "" if report.parts is None else _parts(report, report.parts)),
        ("judged", "Decisions elsewhere", "" if report.judged is None else _judged(report.judged)),
        ("reading", "How to read", _reading(report)),
    ]
    return page_shell(title, _facts(report), sections)


# ---- head -----------------------------------------------------------------------------------


def _title(report: Report) -> str:
    """Head the page with the names of the models."""
    names, of = list(report.models), report.evaluation.name
    if len(names) == 1:
        title = f"Evaluation of {names[0]}"
    elif len(names) < 4:
        title = f"Comparison of {', '.join(names[:-1])} and {names[-1]}"
    else:
        title = f"Comparison of {len(names)} models"
    return title if of == "these records" else f"{title} on {of}"


def _read(report: Report) -> Html:
    """Write what was read, and what is remarked on it."""
    lines = list(dict.fromkeys([*report.statements, *report.evaluation.notes]))
    if not lines:
        return Html("")
    return tag("ul", *(tag("li", line) for line in lines), class_="read")


def _facts(report: Report) -> list[tuple[str, str]]:
    """Say how many records of which class and how many models there are."""
    models, sizes = ("Models", str(len(report.models))), shared_sizes(report.models)
    if sizes is None:
        counted = all(tally.counted for tally in report.models.values())
        return [("Records", "differ by model" if counted else "class sizes not known"), models]
    positives, negatives = sizes
    share = percent(positives / (positives + negatives))
    records = report.evaluation.records
    spelled = "" if records is None or records.positive in {"1", "True"} else f"{records.positive}: "
    facts = [("Records", format_value(len(records) if records else positives + negatives))]
    if records is not None and records.weight is not None:
        facts.append(("Weight", format_value(positives + negatives)))
    return [
        *facts,
        ("Positives", f"{spelled}{format_value(positives)} ({share})"),
        ("Negatives", format_value(negatives)),
        models,
    ]


# ---- sections -------------------------------------------------------------------------------


def _measures(report: Report) -> Html:
    """Write the table of summaries, what they mean, and which models differ by more than chance."""
    meanings = [
        (s.title, f"{s.formula}. {'Higher' if s.better == 'high' else 'Lower'} is better.")
        for s in SUMMARIES
        if s.main
    ]
    uncertainty, summary = report.uncertainty, report.evaluation.summary()
    of = "" if report.part is None else report.part.title
    summary = dataclasses.replace(summary, title=f"{summary.title}{of}")
    return section(
        "measures",
        "Measures",
        tag("p", f"{summary.title}.", class_="note") if report.part is not None else "",
        table_block(summary, series=report.series, caption=False),
        folded("What these measures are", definitions(meanings, class_="glossary"), class_="printed"),
        "" if uncertainty is None else _numbers(report, uncertainty),
        "" if uncertainty is None or len(report.models) < 2 else _tests(report, uncertainty.pairs),
    )


def _numbers(report: Report, uncertainty: PageUncertainty) -> Html:
    """Write the intervals of costs and main numbers of every model, and what there is to note."""
    condition = None if report.decision is None else report.decision.condition
    cost = None if report.answer is None else report.answer.cost
    notes = []
    if cost is not None and cost.models > 1:
        notes.append(f"The interval of the answer holds {cost.scope_words}, and is wider.")
    table = numbers_table(uncertainty.numbers, condition, notes, of=uncertainty.of)
    return join(
        [tag("h3", table.title), table_block(table, series=report.series, caption=False, many="Notes")]
    )


def _tests(report: Report, pairs: PairwiseComparisons | None) -> Html:
    """Write which models differ in cost by more than chance."""
    heading = tag("h3", "Which differences are more than chance")
    if pairs is None:
        why = "Counts do not tell which records two models share, so their difference cannot be tested."
        return join([heading, tag("p", why, class_="note")])
    of = "" if report.uncertainty is None else report.uncertainty.of
    verdicts = tag("ul", *(tag("li", text) for text in pairs.statements))
    block = join(
        [verdicts, table_block(pairs.tests_table(of=of), series=report.series, by="a", many="Notes")]
    )
    if len(pairs) > _MOST_PAIRS:
        summary = f"{pairs.differ} of {len(pairs)} pairs of models differ by more than chance"
        block = folded(summary, block, class_="printed")
    return join([heading, block])


def _selection(report: Report) -> Html:
    """Show what selecting classifiers by their training condition costs; nothing where that is not known."""
    found = report.selection
    if found is None:
        return Html("")
    drawn = figure(report.captioned(found.chart()), "", short_x=SHORT_PC)
    table = table_block(found.table(), series=report.series, caption=False)
    return section("selection", "Selection by training condition", tag("p", found.sentence), drawn, table)


def _parts(report: Report, parts: Parted) -> Html:
    """Show every model on every part, with the gap to the part that others are compared with."""
    charts = [parts.chart(model) for model in report.models if model in parts.models]
    # One scale for all, so that they can be compared.
    scale = max((chart.y for chart in charts), key=lambda axis: axis.high)
    drawn = [
        figure(dataclasses.replace(chart, y=scale), "", height=380, width=540, short_x=SHORT_PC)
        for chart in charts
    ]
    series = {f"{model}, {part}": i for i, part in enumerate(parts.tallies) for model in parts.models}
    table = parts.table()
    gaps = [number for number, row in enumerate(table.rows) if row[0] not in series]
    at = "" if parts.prevalence is None else f", {at_prevalence(parts.prevalence, parts.source)}"
    lead = f"Every number on every part of the records, and its difference from {parts.reference}{at}."
    numbers = table_block(table, series=series, by="part", caption=False, faint=gaps)
    grid = tag("div", *drawn, class_="grid")
    return section("parts", "Parts of the records", tag("p", lead), numbers, grid)


def _judged(judged: JudgedDecision) -> Html:
    """Write what a decision costs on records that did not choose it; nothing where there are no parts."""
    if not judged.parts:
        return Html("")
    lead = "Thresholds are chosen on some records; what they cost on others is what to expect."
    table = judged.table()
    title = tag("p", f"{table.title}.", class_="note")
    return section(
        "judged", "Decisions on other records", tag("p", lead), title, table_block(table, caption=False)
    )


def _reading(report: Report) -> Html:
    """Explain the words and pictures of the page, in the order in which a reader meets them."""
    glossary = shipped("glossary.txt")
    always, _, with_intervals = glossary.partition("-- with intervals --")
    entries = always.strip().split("\n\n")
    entries += [] if report.uncertainty is None else with_intervals.strip().split("\n\n")
    pairs = (entry.split("\n", 1) for entry in entries)
    words = [(term, " ".join(meaning.split())) for term, meaning in pairs]
    return section("reading", "How to read", definitions(words, class_="glossary"))
