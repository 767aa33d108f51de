"""The report page: one HTML file with everything in it, which loads nothing and runs nothing."""

from __future__ import annotations

import contextlib
import dataclasses
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from costcurves._ground.wording import format_value, percent
from costcurves.charts.figures import roc_and_cost_figures as figures
from costcurves.charts.figures.band_figures import banded
from costcurves.charts.figures.subject import Subject
from costcurves.charts.palette import DARK, LIGHT, Theme
from costcurves.charts.render.svg_marks import style_sheet
from costcurves.errors import InputError
from costcurves.measures.summaries import SUMMARIES
from costcurves.report.answer import answer, series_of
from costcurves.report.elements import (
    WIDE,
    Html,
    definitions,
    figure,
    folded,
    join,
    section,
    table_block,
    tag,
)
from costcurves.report.glossary import GLOSSARY, UNCERTAINTY_GLOSSARY
from costcurves.report.page_tables import (
    abridged,
    corners_table,
    examples_table,
    judged_table,
    operating_table,
    parts_table,
    ranges_table,
    shared_prevalence,
    shared_sizes,
    thresholds_table,
)
from costcurves.report.uncertainty_section import numbers_block, tests_block

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurves.criteria.decision import Decision
    from costcurves.report.page_tables import Evaluated
    from costcurves.report.uncertainty_section import PageUncertainty

_NO_PARTS: Mapping[str, Evaluated] = MappingProxyType({})

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

#: Colours that charts do not have, for light and dark: tint of cards, lines, links, matrix cells, warnings.
_MORE = {
    "light": {
        "tint": "#F6F8FA", "line": "#DADDE2", "link": "#0B57A4", "right": "#E8F1FA", "wrong": "#FCEBDD",
        "warn": "#FFF4DC", "warn-edge": "#B26A00",
    },
    "dark": {
        "tint": "#1C1F26", "line": "#343942", "link": "#7DB9F2", "right": "#1B2C3D", "wrong": "#3B2A1C",
        "warn": "#33290F", "warn-edge": "#E0A030",
    },
}  # fmt: skip


def write_page(
    path: str | Path,
    evaluation: Evaluated,
    decision: Decision | None = None,
    *,
    parts: Mapping[str, Evaluated] = _NO_PARTS,
    judged: Sequence[Decision] = (),
    statements: Sequence[str] = (),
    title: str = "",
    uncertainty: PageUncertainty | None = None,
) -> Path:
    """Write the report page to a file, whole or not at all.

    Parameters
    ----------
    path : path-like
        The file; an older one is replaced.
    evaluation : Evaluation
    decision : Decision, optional
        The answer for stated costs or another criterion; without it the page says where which model is
        cheapest.
    parts : mapping of str to Evaluation
        Parts of the records, such as train, validation and test, each shown with its gap.
    judged : sequence of Decision
        Decisions chosen on some records and judged on others.
    statements : sequence of str
        What was read, one sentence a line.
    title : str
        Heading; by default the names of the models.
    uncertainty : PageUncertainty, optional
        Bands, intervals and tests.

    Returns
    -------
    pathlib.Path

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    page = render_page(
        evaluation,
        decision,
        parts=parts,
        judged=judged,
        statements=statements,
        title=title,
        uncertainty=uncertainty,
    )
    target = Path(path)
    beside = Path(f"{target}.part")
    try:
        beside.write_text(page, encoding="utf-8")
        beside.replace(target)
    except OSError as problem:
        with contextlib.suppress(OSError):
            beside.unlink()
        came = "a folder" if target.is_dir() else problem.strerror or str(problem)
        raise InputError(
            "the page cannot be written",
            came,
            "name a file in a folder that exists and that you may write to",
            where=str(path),
        ) from None
    return target


def render_page(
    evaluation: Evaluated,
    decision: Decision | None = None,
    *,
    parts: Mapping[str, Evaluated] = _NO_PARTS,
    judged: Sequence[Decision] = (),
    statements: Sequence[str] = (),
    title: str = "",
    uncertainty: PageUncertainty | None = None,
) -> str:
    """Return the report page as text; parameters as of :func:`write_page`."""
    title = title or _title(evaluation)
    sections = [
        ("answer", "The answer", answer(evaluation, decision, parts, uncertainty)),
        ("cost", "Cost curves", _cost(evaluation, decision, uncertainty)),
        ("roc", "ROC curves", _roc(evaluation, decision, uncertainty)),
        ("measures", "Measures", _measures(evaluation, decision, uncertainty)),
        ("parts", "Parts", _parts(evaluation, parts, decision) if parts else ""),
        ("judged", "Decisions elsewhere", _judged(evaluation, judged) if judged else ""),
        ("reading", "How to read this page", _reading(uncertainty)),
    ]
    contents = {key: name for key, name, content in sections if content}
    body = [
        tag("a", "Skip to the answer", href="#answer", class_="skip"),
        tag(
            "div",
            _header(evaluation, title, statements, contents),
            tag("main", *(content for _, _, content in sections)),
            _footer(),
            class_="sheet",
        ),
    ]
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("title", title),
        tag("style", Html(_style())),
    ]
    document = tag("html", tag("head", join(head, "\n")), "\n", tag("body", join(body, "\n")), lang="en")
    return f"<!DOCTYPE html>\n{document}\n"


# ---- shell ----------------------------------------------------------------------------------


def _title(evaluation: Evaluated) -> str:
    """Head the page with the names of the models."""
    names = list(evaluation.models)
    if len(names) == 1:
        title = f"Evaluation of {names[0]}"
    elif len(names) < 4:
        title = f"Comparison of {', '.join(names[:-1])} and {names[-1]}"
    else:
        title = f"Comparison of {len(names)} models"
    return title if evaluation.name == "these records" else f"{title} on {evaluation.name}"


def _style() -> str:
    """Style sheet of the page and of its charts."""
    light, dark = (
        ":root{" + "".join(f"--{key}:{colour};" for key, colour in _colours(theme, name).items()) + "}"
        for theme, name in ((LIGHT, "light"), (DARK, "dark"))
    )
    rules = resources.files("costcurves.report").joinpath("page.css").read_text(encoding="utf-8")
    themes = f"{light}\n@media (prefers-color-scheme:dark){{{dark}}}\n@media print{{{light}}}"
    return f"{themes}\n{style_sheet()}\n{rules}"


def _colours(theme: Theme, name: str) -> dict[str, str]:
    """Colours of the page in one theme."""
    return {"paper": theme.paper, "ink": theme.ink, "muted": theme.muted, **_MORE[name]}


def _header(
    evaluation: Evaluated, title: str, statements: Sequence[str], contents: Mapping[str, str]
) -> Html:
    """Write title, facts, what was read, and the contents."""
    lines = list(dict.fromkeys([*statements, *evaluation.notes]))
    links = [tag("li", tag("a", name, href=f"#{key}")) for key, name in contents.items()]
    return tag(
        "header",
        tag("p", "costcurves report", class_="kicker"),
        tag("h1", title),
        definitions(_facts(evaluation), class_="facts"),
        tag("ul", *(tag("li", line) for line in lines), class_="read") if lines else "",
        tag("nav", tag("ul", *links), aria_label="Contents"),
    )


def _facts(evaluation: Evaluated) -> list[tuple[str, str]]:
    """Say how many records of which class and how many models there are."""
    models = ("Models", str(len(evaluation.models)))
    sizes = shared_sizes(evaluation.models)
    if sizes is None:
        counted = all(tally.counted for tally in evaluation.models.values())
        return [("Records", "differ by model" if counted else "class sizes not known"), models]
    positives, negatives = sizes
    share = percent(positives / (positives + negatives))
    records = evaluation.records
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


def _footer() -> Html:
    """Say what made the page."""
    from importlib.metadata import PackageNotFoundError, version  # they take as long to load as numpy

    try:
        made = f"Written by costcurves {version('costcurves')}."
    except PackageNotFoundError:  # used from a source tree, without installation
        made = "Written by costcurves."
    return tag("footer", tag("p", f"{made} This page is complete: it loads nothing and sends nothing."))


# ---- sections -------------------------------------------------------------------------------


def _cost(evaluation: Evaluated, decision: Decision | None, uncertainty: PageUncertainty | None) -> Html:
    """Draw the cost curves, with the ranges of the cheapest models and of use."""
    models = evaluation.models
    prevalence = shared_prevalence(models)
    chart = figures.cost(Subject(models, decision, resolution=WIDE))
    chart = chart if uncertainty is None else banded(chart, uncertainty.cost_bands)
    caption = (
        "Lower is better. On the left positives are rare or cheap to miss, on the right common or costly to "
        "miss. Dashed grey: flagging nobody, flagging everybody. A model is of use where its curve is below "
        "both."
    )
    series = series_of(models)
    thresholds = thresholds_table(models)
    drawn = figure(chart, caption)
    beside = Html("")
    if decision is not None:  # without one, these ranges are the answer and stand there
        beside = table_block(ranges_table(models, prevalence), series=series, by="winner", head="winner")
    elif prevalence is not None:
        beside = table_block(examples_table(thresholds, prevalence), series=series)
    if beside:
        drawn = tag("div", drawn, tag("div", beside), class_="side")
    return section(
        "cost",
        "Cost curves: which model is cheapest where",
        drawn,
        folded(
            f"Model and threshold for every PC(+) ({len(thresholds.rows)} ranges)",
            table_block(abridged(thresholds), series=series, caption=False),
            unfolded=decision is None,
            class_="printed",
        ),
    )


def _roc(evaluation: Evaluated, decision: Decision | None, uncertainty: PageUncertainty | None) -> Html:
    """Draw the ROC curves, with the thresholds at the corners of their hulls."""
    models = evaluation.models
    chart = figures.roc(Subject(models, decision, resolution=WIDE))
    chart = chart if uncertainty is None else banded(chart, uncertainty.roc_bands)
    caption = (
        "Nearer to the upper left corner is better. Each point of a curve is a threshold; only those on "
        "the dotted hull are ever worth using. The diagonal is what a random ranking would do."
    )
    ranges = table_block(
        operating_table(models, shared_prevalence(models)), series=series_of(models), remark=False
    )
    tables = [
        folded(f"{table.title} ({len(table.rows)} ranges)", table_block(abridged(table), caption=False))
        for table in (corners_table(name, tally) for name, tally in models.items())
    ]
    drawn = tag("div", figure(chart, caption, height=500), tag("div", ranges), class_="side")
    return section("roc", "ROC curves: which errors a threshold trades", drawn, *tables)


def _measures(evaluation: Evaluated, decision: Decision | None, uncertainty: PageUncertainty | None) -> Html:
    """Write the table of summaries, what they mean, and which models differ by more than chance."""
    table = evaluation.summary()
    meanings = [
        (s.title, f"{s.formula}. {'Higher' if s.better == 'high' else 'Lower'} is better.")
        for s in SUMMARIES
        if s.main
    ]
    series = series_of(evaluation.models)
    return section(
        "measures",
        "Measures",
        table_block(table, series=series, caption=False),
        folded("What these measures are", definitions(meanings, class_="glossary"), class_="printed"),
        numbers_block(uncertainty, series, decision),
        tests_block(uncertainty, series, None if decision is None else decision.pc),
    )


def _parts(evaluation: Evaluated, parts: Mapping[str, Evaluated], decision: Decision | None) -> Html:
    """Show every model on every part, with the gap to the part that others are compared with."""
    chosen = decision.chosen_on if decision is not None else ""
    reference = chosen if chosen in parts else next(iter(parts))
    charts = []
    for model in evaluation.models:
        tallies = {name: part.models[model] for name, part in parts.items() if model in part.models}
        if tallies:
            base = reference if reference in tallies else ""
            charts.append(figures.cost_by_part(tallies, model, reference=base))
    # One scale for all, so that they can be compared.
    scale = max((chart.y for chart in charts), key=lambda axis: axis.high)
    drawn = [figure(dataclasses.replace(chart, y=scale), "", height=380, width=540) for chart in charts]
    table = parts_table(parts, reference)
    gaps = [i for i, row in enumerate(table.rows) if row[1] not in parts]
    lead = tag("p", f"Every number on every part of the records, and its difference from {reference}.")
    numbers = table_block(table, series=series_of(parts), by="part", caption=False, faint=gaps)
    return section("parts", "Parts of the records", lead, numbers, tag("div", *drawn, class_="grid"))


def _judged(evaluation: Evaluated, judged: Sequence[Decision]) -> Html:
    """Write what decisions cost on records that did not choose them."""
    lead = "Thresholds are chosen on some records; what they cost on others is what to expect."
    table = table_block(judged_table(judged), series=series_of(evaluation.models), caption=False)
    note = tag("p", "Gap: minus the same decision on the records that chose it.", class_="note")
    return section("judged", "Decisions on other records", tag("p", lead), table, note)


def _reading(uncertainty: PageUncertainty | None) -> Html:
    """Explain the words and pictures of the page."""
    words = GLOSSARY if uncertainty is None else (*GLOSSARY, *UNCERTAINTY_GLOSSARY)
    return section("reading", "How to read this page", definitions(words, class_="glossary"))
