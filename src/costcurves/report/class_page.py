"""The page of many classes: what to do, measures, each class, costs, parts."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from costcurves._ground.documents import write_text
from costcurves._ground.number_words import enumerated, format_value, percent, short
from costcurves.charts.figures.class_figures import matrix_chart
from costcurves.report.elements import Html, definitions, figure, folded, join, section, tag
from costcurves.report.page_shell import page_shell, shipped
from costcurves.report.table_blocks import table_block

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from costcurves._ground.tables import Table
    from costcurves.charts.chart import Chart
    from costcurves.results.class_pairs import ClassPairs
    from costcurves.results.class_recommendation import ClassRecommendation
    from costcurves.results.class_summary import ClassSummary
    from costcurves.results.condition_means import ConditionMeans
    from costcurves.space.region_map import RegionMap

#: More pairs of models than this are folded.
MOST_PAIRS = 10
#: So many confusion matrices are drawn, the leading model's first; every one is a table.
MOST_DRAWN = 5
#: Errors of fewer classes are seen at a glance.
FEW_CLASSES = 4
#: What a map of some of the classes says.
MAPPED = "The map is of the three classes with most records; others have no share there."


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class ClassReport:
    """What a page of many classes shows.

    Attributes
    ----------
    summary : ClassSummary
    recommended : ClassRecommendation
    by_class : dict of str to Table
        Measures of each class, by model.
    curves : dict of str to (dict of str to Chart)
        Pictures of each class against the rest, by class and name.
    pairs : ClassPairs or None
        What models differ by; None of a single one, and without intervals.
    regions : RegionMap or None
        Who is cheapest where, of three classes; None of two.
    means : ConditionMeans or None
        Mean costs over all conditions.
    parts : Table or None
    priced : bool
        Whether costs were stated.
    title : str
    statements : tuple of str
        What was read.
    """

    summary: ClassSummary
    recommended: ClassRecommendation
    by_class: Mapping[str, Table]
    curves: Mapping[str, Mapping[str, Chart]]
    pairs: ClassPairs | None = None
    regions: RegionMap | None = None
    means: ConditionMeans | None = None
    parts: Table | None = None
    priced: bool = False
    title: str = ""
    statements: Sequence[str] = ()

    @property
    def series(self) -> dict[str, int]:
        """Numbers of the models as charts number their series."""
        return {name: place for place, name in enumerate(self.summary.figures)}


def write_class_page(report: ClassReport, path: str | Path) -> Path:
    """Write the page to a file, whole or not at all."""
    return write_text(path, render_class_page(report))


def render_class_page(report: ClassReport) -> str:
    """Return the page as text."""
    sections = [
        ("answer", "The answer", _answer(report)),
        ("costs", _costs_title(report), _costs(report)),
        ("regions", "Cheapest where", _regions(report)),
        ("measures", "Measures", _measures(report)),
        ("matrix", "Confusion matrices", _matrices(report)),
        ("classes", "Each class", _classes(report)),
        ("parts", "Parts", _parts(report)),
        ("reading", "How to read", _reading()),
    ]
    names = list(report.summary.figures)
    which = enumerated(names) if len(names) < 4 else f"{len(names)} models"
    facts = [
        ("Records", format_value(report.summary.records)),
        ("Classes", str(len(report.summary.classes))),
        ("Models", str(len(names))),
    ]
    return page_shell(report.title or f"{len(report.summary.classes)} classes: {which}", facts, sections)


def _answer(report: ClassReport) -> Html:
    """Write what to do, what that costs, and every model beside it."""
    found, headline = report.recommended, report.recommended.headline
    small = ""
    if headline.low is not None and headline.high is not None and headline.level is not None:
        small = f"{percent(headline.level)} interval {short(headline.low)} to {short(headline.high)}"
    what = "Errors a case" if found.of_errors else "Cost a case"
    use = f"always {found.constant}" if found.is_constant else found.rows[0].model
    tiles = definitions(
        [
            ("Use", use),
            (what, join([short(headline.estimate), " ", tag("small", small)])),
            (f"Always {found.constant}", short(found.always[found.constant])),
        ],
        class_="tiles",
    )
    told = [tag("p", text, class_="sentence") for text in found.sentences]
    table = table_block(found.table(), series=report.series, many="What the intervals hold for")
    lines = (tag("li", line) for line in report.statements)
    read = tag("ul", *lines, class_="read") if report.statements else ""
    return join([section("answer", "The answer", tiles, *told, table, class_="answer"), read])


def _costs(report: ClassReport) -> Html:
    """Draw what every model costs; where costs are stated, with totals, what is done, and these costs."""
    blocks, found = [figure(report.recommended.picture(), "")], report.recommended
    if report.priced:
        blocks += [table_block(found.totals_table(), series=report.series), table_block(found.costs.table())]
    return section("costs", _costs_title(report), *blocks)


def _costs_title(report: ClassReport) -> str:
    return "Costs" if report.priced else "Errors"


def _regions(report: ClassReport) -> Html:
    """Draw who is cheapest where, and write what every model costs on average over all conditions."""
    blocks: list[Html] = []
    if report.regions is not None:
        blocks += [tag("p", str(report.regions)), figure(report.regions.picture(), "")]
        if len(report.summary.classes) > len(report.regions.classes):
            blocks.append(tag("p", MAPPED, class_="note"))
    if report.means is not None:
        blocks += [tag("p", report.means.sentence), table_block(report.means.table(), series=report.series)]
    return section("regions", "Who is cheapest where", *blocks) if blocks else Html("")


def _measures(report: ClassReport) -> Html:
    """Write the main measures, what differs by more than chance, and all measures folded."""
    blocks = [table_block(report.summary.table(), series=report.series)]
    if report.pairs is not None:
        blocks.append(tag("h3", "Which differences are more than chance"))
        blocks.append(tag("ul", *(tag("li", text) for text in report.pairs.sentences)))
        blocks += _pairs(report.pairs, report.series)
    every = table_block(report.summary.all_measures())
    return section("measures", "Measures", *blocks, folded("Every measure", every, class_="printed"))


def _pairs(pairs: ClassPairs, series: Mapping[str, int]) -> list[Html]:
    """Write all differences of two models; of more the pairs by measure, those after the first folded."""
    if len(pairs) == 1:
        return [table_block(pairs.pairs[0].table())]
    blocks = [table_block(pairs.table(key), series=series, by="a") for key in pairs.measures]
    others = [
        folded(title, one) for title, one in zip([*pairs.measures.values()][1:], blocks[1:], strict=True)
    ]
    if len(pairs) > MOST_PAIRS:
        return [folded(f"{len(pairs)} pairs of models", blocks[0]), *others]
    return [blocks[0], *others]


def _matrices(report: ClassReport) -> Html:
    """Draw and write the table of true and predicted classes of every model, that of the first one open."""
    counts, first = report.summary.counts, report.recommended.rows[0].model
    order, blocks = sorted(counts, key=lambda model: model != first), []
    for place, model in enumerate(order):
        drawn = [figure(matrix_chart(counts[model], model), "")] if place < MOST_DRAWN else []
        tables = [table_block(counts[model].table())]
        if len(counts[model].classes) > FEW_CLASSES:
            tables.insert(0, table_block(counts[model].confusions()))
        blocks.append(folded(model, *drawn, *tables, unfolded=model == first))
    return section("matrix", "Confusion matrices", *blocks)


def _classes(report: ClassReport) -> Html:
    """Write measures of each class, and draw its curves against the rest."""
    first = report.recommended.rows[0].model
    order = sorted(report.by_class, key=lambda model: model != first)
    blocks = [folded(model, table_block(report.by_class[model]), unfolded=model == first) for model in order]
    if len(report.curves) < len(report.summary.classes):
        blocks.append(tag("p", f"Curves of the {len(report.curves)} most common classes.", class_="note"))
    for place, (label, charts) in enumerate(report.curves.items()):
        drawn = [figure(chart, "") for chart in charts.values()]
        blocks.append(folded(f"{label} against the rest", *drawn, unfolded=place == 0))
    return section("classes", "Each class", *blocks)


def _parts(report: ClassReport) -> Html:
    """Write every model by part; nothing without parts."""
    if report.parts is None:
        return Html("")
    return section("parts", "Parts of the records", table_block(report.parts, series=report.series))


def _reading() -> Html:
    """Explain the words of the page."""
    pairs = (entry.split("\n", 1) for entry in shipped("class_glossary.txt").strip().split("\n\n"))
    words = [(term, " ".join(meaning.split())) for term, meaning in pairs]
    return section("reading", "How to read", definitions(words, class_="glossary"))
