"""The report page: complete, escaped, accessible, whole or not at all, with the numbers of the evaluation."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves._ground.number_words import format_value, percent, short
from costcurves._ground.tables import Column, Table
from costcurves.charts.figures import roc_and_cost_figures
from costcurves.charts.figures.band_figures import banded
from costcurves.charts.figures.subject import Subject
from costcurves.charts.lettering import printable
from costcurves.charts.render.svg_marks import style_sheet
from costcurves.evaluation.reports import page_uncertainty, part_results
from costcurves.inference.targets import Scope
from costcurves.report.contents import Report
from costcurves.report.elements import Html, bar, folded, join, tag
from costcurves.report.page import write_page
from costcurves.report.page_tables import (
    abridged,
    corners_table,
    cost_ratio,
    counted,
    expected,
    only,
    thresholds_table,
)
from costcurves.report.table_blocks import table_block
from costcurves.results.decision_tables import choices_table
from costcurves.space.roc import RocHull
from costcurves.space.winners import winner_ranges
from tests.charts.pages import CASES, condition, loans, page, parts, points, rates, render, weighted
from tests.charts.sample_charts import HOSTILE
from tests.members import each


class Reader(HTMLParser):
    """Tags and attributes as a browser meets them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)


class Pages(Mapping[str, str]):
    """Every case as a page, made when it is looked at."""

    def __getitem__(self, name: str) -> str:
        return page(name)

    def __iter__(self) -> Iterator[str]:
        return iter(CASES)

    def __len__(self) -> int:
        return len(CASES)


@pytest.fixture(scope="module")
def pages() -> Mapping[str, str]:
    """Every case as a page."""
    return Pages()


@functools.cache
def tree(page: str) -> ET.Element:
    """The page as XML: it is well-formed."""
    return ET.fromstring(page)


def said(element: ET.Element | None, *, charts: bool = False) -> str:
    """Text of an element without style sheets and, by default, without what charts say."""
    assert element is not None
    skipped = {"style"} if charts else {"style", f"{SVG}svg"}

    def walk(node: ET.Element) -> str:
        inner = "" if node.tag in skipped else (node.text or "") + "".join(map(walk, node))
        return f"{inner} {node.tail or ''}" if node is not element else inner

    return " ".join(walk(element).split())


LOADING = {"script", "link", "iframe", "object", "embed", "img", "form", "base", "image", "use"}
SVG = "{http://www.w3.org/2000/svg}"
every_case = each("name", CASES)


# ---- what no page may or must have ----------------------------------------------------------


@every_case
def test_nothing_is_loaded_and_nothing_runs(pages, name) -> None:
    reader = Reader(pages[name])
    names = {tag for tag, _ in reader.tags}
    assert (
        names & {"script", "link", "iframe", "object", "embed", "img", "form", "base", "image", "use"}
        == set()
    )
    for _, attributes in reader.tags:
        assert [key for key in attributes if key.startswith("on")] == []
        assert {"src", "srcset", "data", "action", "xlink:href", "poster"} & set(attributes) == set()
        assert re.fullmatch(r"#[a-z]+", attributes.get("href") or "#ok")
    meta = next(attributes for _, attributes in reader.tags if "http-equiv" in attributes)
    assert meta["content"] == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    addresses = set(re.findall(r"""(?:https?:)?//[^\s"'<>)]+""", pages[name]))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert "url(" not in pages[name]
    assert "@import" not in pages[name]


@every_case
def test_the_page_is_well_formed_and_its_parts_can_be_reached(pages, name) -> None:
    page = tree(pages[name])
    assert pages[name].startswith("<!DOCTYPE html>\n")
    assert page.get("lang") == "en"
    ids = [node.get("id") for node in page.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert {(a.get("href") or "")[1:] for a in page.iter("a")} <= set(ids)
    assert {section.get("aria-labelledby") for section in page.iter("section")} <= set(ids)
    links = [a.get("href") for a in page.iter("a")]
    assert links[0] == "#answer"  # the link that skips what was read
    assert links[1:] == [f"#{section.get('id')}" for section in page.iter("section")]
    for region in (node for node in page.iter() if "scroll" in (node.get("class") or "").split()):
        assert (region.get("tabindex"), region.get("role")) == ("0", "region")
        assert region.get("aria-label")
    for chart in page.iter(f"{SVG}svg"):
        assert chart.get("aria-hidden") == "true" or (chart.get("role") == "img" and chart.get("aria-label"))


@every_case
def test_headings_follow_each_other(pages, name) -> None:
    levels = [int(node.tag[1]) for node in tree(pages[name]).iter() if re.fullmatch("h[1-6]", str(node.tag))]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(deeper - level <= 1 for level, deeper in itertools.pairwise(levels))


@every_case
def test_tables_name_their_rows_and_columns(pages, name) -> None:
    for table in tree(pages[name]).iter("table"):
        assert said(table.find("caption"))
        head = table.find("thead/tr")
        assert head is not None
        assert all(cell.get("scope") == "col" for cell in head.iter("th"))
        for row in table.iterfind("tbody/tr"):
            assert len(list(row)) == len(list(head))
            assert [cell.get("scope") for cell in row.iter("th")] == ["row"]


# ---- numbers --------------------------------------------------------------------------------


@every_case
def test_every_summary_is_on_the_page(pages, name) -> None:
    evaluation = CASES[name]().evaluation
    section = next(node for node in tree(pages[name]).iter("section") if node.get("id") == "measures")
    text = said(section)
    table = evaluation.summary()
    for row in table.to_rows():
        for cell in row:
            assert " ".join(printable(cell).split()) in text
    for note in table.notes:
        assert " ".join(printable(note).split()) in text
    best = [node for node in section.iter() if "best" in (node.get("class") or "").split()]
    assert len(best) == sum(map(len, table.best_rows().values()))
    assert all(said(node).endswith("(best)") for node in best)


@every_case
def test_every_winner_and_every_operating_range_is_on_the_page(pages, name) -> None:
    models = CASES[name]().evaluation.models
    text = said(tree(pages[name]))
    for found in winner_ranges({model: cc.rules.optimal(tally) for model, tally in models.items()}):
        row = f"{found.low:.4f} {found.high:.4f} {' '.join(printable(found.winner).split())}"
        assert row in text
    for model, tally in models.items():
        ends = RocHull.of(tally).operating_range
        row = "– –" if ends is None else f"{ends[0]:.4f} {ends[1]:.4f}"
        assert f"{' '.join(printable(model).split())} {row}" in text


@every_case
def test_the_decision_is_on_the_page(pages, name) -> None:
    decision = CASES[name]().decision
    text = said(tree(pages[name]))
    if decision is None:
        assert "No costs were stated, so there is no single answer." in text
        assert "costcurves report FILE --prevalence 0.02 --cost-fp 1 --cost-fn 20" in text
    else:
        assert " ".join(printable(decision.sentence).split()) in text
        answer = text[: text.index("Cost curves: which model")]
        for share in (decision.flagged, decision.tpr, decision.fpr):
            assert math.isnan(share) or percent(share) in answer
        assert ("Stated condition" in answer) == (decision.condition is not None)
        warning = "Thresholds chosen and judged on the same records."
        # Without a threshold nothing could be worse on new records; with an interval it is said how much is.
        told = CASES[name]().report.answer
        corrected = told is not None and told.is_corrected
        untold = decision.optimistic and decision.flags == "some" and not corrected
        assert (warning in answer) == untold


def test_costs_and_outcomes_of_a_decision(pages) -> None:
    decision = loans().decide(condition())
    table = only(choices_table(decision), "choice", "cost")
    assert [row[1] for row in table.rows] == [
        decision.expected_cost, decision.cost_of_nobody, decision.cost_of_everybody,
    ]  # fmt: skip
    cards = [
        said(node) for node in tree(pages["least cost"]).iter() if "card" in (node.get("class") or "").split()
    ]
    assert len(cards) == 3
    assert cards[0].startswith("Expected among 1,000 cases, 10 % of them positive")
    assert cards[1].startswith("Counted in these records")
    assert cards[2].startswith("Expected outcomes choice cost per case decision (optimistic)")
    for text in table.to_rows():
        assert " ".join(text) in cards[2]
    matrix = counted(decision, loans().models[decision.model])
    assert matrix is not None
    assert (int(matrix.positives), int(matrix.negatives)) == (192, 1808)
    for value in (matrix.tp, matrix.fn, matrix.fp, matrix.tn):
        assert f" {format_value(int(value))} " in cards[1]
    saved = 1000 * (
        min(decision.cost_of_nobody or 0, decision.cost_of_everybody or 0) - (decision.expected_cost or 0)
    )
    assert f"Saves {saved:.4g} per 1,000 cases" in said(tree(pages["least cost"]))


def test_profit_is_worded_as_profit(pages) -> None:
    text = said(tree(pages["benefits"]))
    case = CASES["benefits"]()
    table = only(choices_table(case.decision), "choice", "brings")
    assert "Expected outcomes choice benefit per case decision (optimistic)" in text
    assert [column.best for column in table.columns[1:]] == ["high"]
    assert [row[1] for row in table.rows] == [
        pytest.approx(-(cost or 0)) for cost in
        (case.decision.expected_cost, case.decision.cost_of_nobody, case.decision.cost_of_everybody)
    ]  # fmt: skip
    assert "Gains" in text
    assert "A true positive brings 24.35 A" not in text  # shown in the order stated costs are
    assert re.search(r"A true positive brings 24\.35 ", text)
    assert re.search(r"A false positive brings −0\.65 ", text)
    assert "Saves" not in text


def test_relative_conditions_name_no_money(pages) -> None:
    text = said(tree(pages["relative"]))
    assert "Expected outcomes choice NEC decision (optimistic)" in text
    assert "cost per case" not in text
    assert "Stated condition PC(+) 0.4" in text


@pytest.mark.parametrize(("name", "flags"), [("nobody", "flag nobody"), ("everybody", "flag everybody")])
def test_trivial_decisions(pages, name, flags) -> None:
    assert CASES[name]().decision.flags == name
    assert f"Rule {flags} Cost per case" in said(tree(pages[name]))


def test_a_mixture_lists_both_thresholds(pages) -> None:
    decision = CASES["mixture"]().decision
    text = said(tree(pages["mixture"]))
    assert f"for {percent(decision.other_share)} of the cases" in text
    assert f"for {percent(1 - decision.other_share)} of the cases" in text


def test_low_scores_and_spelled_classes(pages) -> None:
    text = said(tree(pages["lower"]), charts=True)
    assert re.search(r"Rule score ≤ \S+ alike: \[", text)
    assert "positive (bad)" in text
    assert "distance: score ≤" in text
    assert "Positives bad: " in text
    assert "Weight" in text


def test_unknown_thresholds_and_sizes_are_said(pages) -> None:
    text = said(tree(pages["points"]))
    assert "Rule threshold not known" in text
    assert "Counted in these records" in text
    assert "Records class sizes not known" in said(tree(pages["rates"]))
    assert "Counted in" not in said(tree(pages["rates"]))
    assert "Expected among" not in said(tree(pages["rates under a constraint"]))
    assert "from fn/fp" not in said(tree(pages["rates without costs"]))
    sizes = cc.evaluate_counts({"a": ([1, 2], [1, 5], [5, 1]), "b": ([1, 2], [1, 6], [5, 1])})
    assert "Records differ by model" in said(tree(render(sizes)))


def test_what_was_read_is_said_once(pages) -> None:
    page = tree(pages["no costs"])
    lines = page.findall(".//ul[@class='read']/li")
    assert [said(line) for line in lines] == ["read loans.csv", "left out: id (row counter)"]
    header = page.find(".//header")
    assert "Records 2,000 Positives 192 (9.6 %) Negatives 1,808 Models 3" in said(header)
    noted = cc.evaluate([1, 2, 3], {"m": [3.0, 1, 2]}, pos_label=3)
    page = tree(render(noted, statements=noted.notes))
    assert noted.notes
    assert len(page.findall(".//ul[@class='read']/li")) == len(noted.notes)


def test_titles(pages) -> None:
    found = {name: said(tree(page).find(".//h1")) for name, page in pages.items()}
    assert found["least cost"] == "Comparison of logistic, forest and boosting"
    assert found["points"] == "Comparison of 1R and C4.5"
    assert found["one model"] == "Evaluation of model"
    assert found["parts"] == "Comparison of overfitted and steady on test"
    assert found["hostile"] == HOSTILE[0]
    many = cc.evaluate([1, 0], {name: [1, 0] for name in "abcd"})
    assert "<title>Comparison of 4 models</title>" in render(many)


def test_the_version_is_said(pages) -> None:
    assert f"Written by costcurves {cc.__version__}." in said(tree(pages["points"]).find(".//footer"))


def test_a_version_that_nobody_knows_is_not_said(monkeypatch) -> None:
    import importlib.metadata

    def unknown(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", unknown)
    assert "Written by costcurves. This" in render(points())


# ---- charts ---------------------------------------------------------------------------------


def test_charts_are_drawn_for_wide_windows_and_for_phones(pages) -> None:
    page = tree(pages["least cost"])
    figures = list(page.iter("figure"))
    names = ["cost_by_threshold", "cost", "roc", "gains", "deciles", "profit", "binned_reliability"]
    drawn = [[svg.get("data-key") for svg in figure.iter(f"{SVG}svg")] for figure in figures]
    assert drawn == [[name, name] for name in names]
    for figure in figures:
        wide, narrow, caption = figure
        assert (wide.get("class"), narrow.get("class"), caption.tag) == ("wide", "narrow", "figcaption")
        for drawing, is_exact in ((wide, True), (narrow, False)):
            exact = [g for g in drawing.iter(f"{SVG}g") if g.get("data-label") == "boosting"]
            assert bool(exact) is is_exact
    assert pages["least cost"].count(style_sheet()) == 1


def test_cost_by_threshold_is_drawn_at_the_scores_of_the_model_decided_for() -> None:
    rng = np.random.default_rng(2)
    label = rng.random(200) < 0.3
    chance = 1 / (1 + np.exp(-2 * label - rng.normal(size=200)))
    for rating, low, high in ((300 + 500 * rng.random(200), 0, 1.5), (1.5 * rng.random(200), 0, 2)):
        evaluation = cc.evaluate(label, {"rating": rating, "chance": chance})
        page = tree(render(evaluation, evaluation.decide(condition(), model="chance")))
        (axis,) = [
            group for chart in page.iter(f"{SVG}svg") if chart.get("data-key") == "cost_by_threshold"
            for group in chart.iter(f"{SVG}g") if group.get("data-axis") == "x"
        ][:1]  # fmt: skip
        assert low <= float(axis.get("data-low") or "nan") + 0.1
        assert float(axis.get("data-high") or "nan") <= high


def test_tables_become_blocks_where_there_is_no_room() -> None:
    columns = [Column("a", "name", align="left"), *(Column(f"c{i}", f"column {i}") for i in range(12))]
    narrow = table_block(Table("t", "t", columns[:2], [["x", 1.0]]))
    wide = table_block(Table("t", "t", columns, [["x", *[1.0] * 12]]))
    rooms = [int(re.search(r"fit(\d+)", block)[1]) for block in (narrow, wide)]  # type: ignore[index]  # is there
    assert rooms[0] < rooms[1]
    quoted = table_block(Table("t", "t", [columns[0], Column("b", 'say "\\no"')], [["x", 1.0]]))
    assert "--c2:&quot;say \\&quot;\\\\no\\&quot;&quot;" in quoted


def test_pages_are_small(pages) -> None:
    assert len(pages["least cost"].encode()) < 250_000
    assert len(pages["points"].encode()) < 110_000


def test_a_page_of_many_distinct_scores_stays_small() -> None:
    rng = np.random.default_rng(0)
    label = rng.random(300_000) < 0.3
    scores = {
        name: lift * label + rng.normal(size=len(label)) for name, lift in (("a", 1), ("b", 1.5), ("c", 0.7))
    }
    evaluation = cc.evaluate(label, scores)
    page = render(evaluation, evaluation.decide(condition()))
    assert len(page.encode()) < 400_000
    corners = corners_table("b", evaluation.models["b"])
    assert len(corners.rows) > 100
    text = said(tree(page))
    assert f"Thresholds of b by range of PC(+) ({len(corners.rows)} ranges)" in text
    assert f"of {len(corners.rows)} ranges: those that contain a two-decimal PC(+)" in text


# ---- parts and decisions elsewhere ----------------------------------------------------------


def test_every_number_of_every_part_and_its_gap(pages) -> None:
    evaluations = parts()
    found = part_results(evaluations, None)
    assert found is not None
    table = found.table()
    assert [row[0] for row in table.rows[:5]] == [
        "overfitted, train", "overfitted, validation", "overfitted, test",
        "overfitted, validation − train", "overfitted, test − train",
    ]  # fmt: skip
    rows = {row[0]: dict(zip([one.key for one in table.columns], row, strict=True)) for row in table.rows}
    for name, part in evaluations.items():
        tally, values = part.models["steady"], rows[f"steady, {name}"]
        assert values["auc"] == part.roc("steady").auc
        assert (values["positives"], values["negatives"]) == (tally.total_positive, tally.total_negative)
    gap = rows["steady, test − train"]["auc"]
    assert gap == evaluations["test"].roc("steady").auc - evaluations["train"].roc("steady").auc
    section = next(node for node in tree(pages["parts"]).iter("section") if node.get("id") == "parts")
    text = said(section)
    for texts in table.to_rows():
        assert " ".join(" ".join(texts).split()) in text
    assert len(list(section.iter("figure"))) == 2
    scales = {g.get("data-high") for g in section.iter(f"{SVG}g") if g.get("data-axis") == "y"}
    assert len(scales) == 1


def test_gaps_start_from_the_part_that_chose(pages) -> None:
    assert "its difference from train" in said(tree(pages["parts"]))
    text = said(tree(pages["elsewhere"]))
    assert "its difference from validation" in text
    assert "test − validation" in text
    assert "Thresholds chosen and judged on the same records" not in text


def test_models_that_a_part_lacks_are_left_out() -> None:
    full = parts()
    lacking = {
        "train": full["train"],
        "test": cc.evaluate([1, 0, 1], {"steady": [3.0, 1, 2], "new": [1.0, 2, 3]}),
    }
    found = part_results(lacking, None)
    assert found is not None
    assert [row[0] for row in found.table().rows] == [
        "overfitted, train", "steady, train", "steady, test", "steady, test − train", "new, test",
    ]  # fmt: skip
    assert found.to_frame("pandas")["model"].tolist() == ["overfitted", "steady", "steady", "new"]
    page = render(full["train"], parts=lacking)
    assert "overfitted: cost by part" in page


def test_judged_decisions_have_their_gap(pages) -> None:
    judged = CASES["elsewhere"]().more["judged"]
    table = judged.table()
    columns = dict(zip([one.key for one in table.columns], zip(*table.rows, strict=True), strict=True))
    decisions = list(judged.parts.values())
    assert judged.reference == "validation"
    assert columns["cost"] == tuple(one.expected_cost for one in decisions)
    assert columns["gap"] == tuple(one.nec - decisions[1].nec for one in decisions)
    assert columns["flagged"] == tuple(100 * one.flagged for one in decisions)
    section = next(node for node in tree(pages["elsewhere"]).iter("section") if node.get("id") == "judged")
    for texts in table.to_rows():
        assert " ".join(texts) in said(section)


def test_judged_decisions_without_money() -> None:
    train = parts()["train"]
    bounded = train.judge_parts(train.decide(criterion=cc.criteria.max_fpr(0.1)), parts())
    assert [column.key for column in bounded.table().columns] == ["part", "fpr", "tpr", "flagged"]
    relative = train.judge_parts(train.decide(cc.OperatingCondition.from_pc(0.4)), parts())
    assert [column.key for column in relative.table().columns][-3:] == ["nec", "best", "gap"]
    gain = cc.OperatingCondition(0.3, cc.Costs.from_benefits(tp=5, fp=-1))
    assert train.judge_parts(train.decide(gain), parts()).table().columns[-1].title == "benefit per case"
    cheapest = train.decide(criterion=cc.criteria.least_cost(gain))
    assert train.judge_parts(cheapest).table().rows == choices_table(cheapest).rows
    assert train.judge_parts(train.decide(gain)).table().title.endswith("records left out of the choice")


def test_a_decision_for_a_model_that_is_not_here() -> None:
    decision = loans().decide(condition())
    text = said(tree(render(points(), decision)))
    assert "Counted in" not in text
    assert "use boosting" in text


# ---- escaping -------------------------------------------------------------------------------


def test_names_are_text_wherever_they_stand(pages) -> None:
    page = pages["hostile"]
    assert "<script" not in page
    assert "<b>" not in page
    reader = Reader(page)
    assert {tag for tag, _ in reader.tags} == {tag for tag, _ in Reader(pages["least cost"]).tags}
    text = said(tree(page), charts=True)
    for name in CASES["hostile"]().evaluation.models:
        assert " ".join(printable(name).split()) in text
    controls = set(map(chr, range(32))) - {"\n"}
    assert controls & set(page) == set()


def test_elements() -> None:
    assert tag("p", "a & b", Html("<i>"), title="\"'<") == '<p title="&quot;&#x27;&lt;">a &amp; b<i></p>'
    assert tag("td") == "<td></td>"
    assert tag("meta", http_equiv="x", content=None) == '<meta http-equiv="x"/>'
    assert join(["<", Html("<b>")], "\n") == "&lt;\n<b>"
    assert tag("p", "5 % of 10 %") == "<p>5\N{NO-BREAK SPACE}% of 10\N{NO-BREAK SPACE}%</p>"
    assert folded("more", "x", unfolded=True) == '<details open="open"><summary>more</summary>x</details>'


def test_many_notes_are_folded_and_few_are_not() -> None:
    columns = [Column("a", "a", align="left")]
    few = Table("t", "few", columns, [["x"]], notes=("one", "two", "three"))
    many = Table("t", "many", columns, [["x"]], notes=("one", "two", "three", "four"))
    assert "<details" not in table_block(few)
    assert "Why some values are missing (4)" in table_block(many)


@pytest.mark.parametrize(
    ("value", "least", "greatest", "x", "width"),
    [(5, 0, 10, 0, 50), (-5, -5, 5, 0, 50), (5, -5, 5, 50, 50), (2, 2, 4, 0, 50), (0, 0, 0, 0, 0.6)],
)
def test_bars_start_at_zero(value, least, greatest, x, width) -> None:
    drawn = bar(value, least, greatest, own=True)
    assert f'x="{x:.2f}"' in drawn
    assert f'width="{width:.2f}"' in drawn


# ---- tables ---------------------------------------------------------------------------------


def test_thresholds_cover_all_conditions_without_a_gap() -> None:
    for evaluation in (loans(), points(), rates(), weighted()):
        rows = thresholds_table(evaluation.models).rows
        assert (rows[0][0], rows[-1][1]) == (0.0, 1.0)
        assert [row[1] for row in rows[:-1]] == [row[0] for row in rows[1:]]
        curves = [cc.rules.optimal(tally) for tally in evaluation.models.values()]
        for low, high, *_, fpr, tpr in rows:
            middle = (low + high) / 2
            cost = fpr * (1 - middle) + (1 - tpr) * middle
            assert cost == pytest.approx(min(curve(middle) for curve in curves), abs=1e-12)


def test_ratios_of_costs() -> None:
    for pc in (0.0, 0.2, 0.9):
        ratio = cost_ratio(pc, 0.1)
        back = cc.OperatingCondition(0.1, cc.Costs(fp=1, fn=ratio)).pc
        assert back == pytest.approx(pc)
    assert cost_ratio(1.0, 0.1) == math.inf


@pytest.mark.parametrize(
    ("prevalence", "cases"), [(0.5, 1_000), (0.019, 10_000), (0.99995, 1_000_000), (0.0, 1_000)]
)
def test_the_number_of_cases_shows_both_classes(prevalence, cases) -> None:
    decision = points().decide(cc.OperatingCondition(prevalence, cc.Costs(fp=1, fn=1)))
    found = expected(decision)
    assert found is not None
    assert found[0] == cases
    assert float(found[1].total) == pytest.approx(cases)


def test_long_tables_of_ranges_keep_what_is_looked_up() -> None:
    ends = np.linspace(0, 1, 1001)
    columns = [Column("low", "from"), Column("high", "to")]
    table = Table("t", "t", columns, list(zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)))
    short = abridged(table)
    for pc in np.arange(101) / 100:
        assert any(low - 1e-12 <= pc <= high + 1e-12 for low, high in short.rows)
    assert len(short.rows) == 200
    assert abridged(short.__class__("t", "t", columns, table.rows[:100])).notes == ()


# ---- files ----------------------------------------------------------------------------------


def test_a_page_is_written_whole(tmp_path) -> None:
    path = write_page(Report(points()), tmp_path / "report.html")
    assert path.read_text(encoding="utf-8") == render(points())
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]
    assert points().report(str(path)) == path
    assert (
        write_page(Report(points(), title="again"), str(path)).read_text(encoding="utf-8").count("again</")
        == 2
    )


@pytest.mark.parametrize(
    ("path", "came"),
    [
        ("nowhere/report.html", "no such file or directory"),
        ("file/report.html", "not a directory"),
        (".", "is a directory"),
    ],
)
def test_a_page_that_cannot_be_written_leaves_nothing(tmp_path, monkeypatch, path, came) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("kept")
    with pytest.raises(cc.InputError) as refused:
        write_page(Report(points()), path)
    assert str(refused.value) == f"cannot write {path!r}: {came}; check the folder and its permissions"
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("file", "kept")]
    assert not (tmp_path.parent / f"{tmp_path.name}.part").exists()


def test_an_older_page_survives_a_failure(tmp_path, monkeypatch) -> None:
    path = tmp_path / "report.html"
    path.write_text("older")

    def fail(*_: object) -> None:
        raise OSError(28, "disk full")

    monkeypatch.setattr(type(path), "replace", fail)
    with pytest.raises(cc.InputError, match="disk full"):
        write_page(Report(points()), path)
    assert path.read_text() == "older"
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]


def test_a_goal_met_at_a_loss_saves_nothing() -> None:
    decision = loans().decide(
        criterion=cc.criteria.max_fpr(0.5, condition=cc.OperatingCondition(0.001, cc.Costs(1, 1)))
    )
    text = said(tree(render(loans(), decision)))
    assert decision.expected_cost is not None
    assert decision.cost_of_nobody is not None
    loss = 1000 * (decision.expected_cost - decision.cost_of_nobody)
    assert f"Loses {loss:.4g} per 1,000 cases, against flagging nobody" in text
    assert "that is more than flagging nobody." in text


@pytest.mark.parametrize("flags", ["nobody", "everybody"])
def test_no_model_is_named_where_none_is_used(pages, flags) -> None:
    assert f"Model – Rule flag {flags}" in said(tree(pages[flags]))


# ---- how sure -------------------------------------------------------------------------------


def sure_of(evaluation: cc.Evaluation, decision: cc.Decision | None) -> Any:
    """How sure a page of an evaluation may be."""
    return page_uncertainty(evaluation, decision, evaluation.uncertainty(bootstrap=50))


def plain(page: str) -> str:
    """What a page says, with usual blanks and without charts."""
    return said(tree(page)).replace("\N{NO-BREAK SPACE}", " ")


def test_the_answer_states_its_cost_with_an_interval_and_the_optimism(pages) -> None:
    case = CASES["sure"]()
    asked = case.evaluation.uncertainty(level=0.9, bootstrap=100)
    boosting = asked.costs(condition())["boosting"]  # holds for all models, so for the cheapest too
    stake = 0.1 * 20 + 0.9
    found, low, high = (stake * value for value in (boosting.estimate, boosting.low, boosting.high))
    text = plain(pages["sure"])
    assert (
        f"A case costs {short(found)} (90 % interval {short(low)} to {short(high)}): {boosting.target_words}. "
        "The interval holds for all 3 models together"
    ) in text
    optimism = asked.decision(case.decision).optimism
    assert optimism == pytest.approx(found - case.decision.expected_cost)
    assert f"Chosen and judged on the same records it looks {short(optimism)} better." in text
    assert "Thresholds chosen and judged on the same records." not in text
    assert low < found < high


def test_bands_are_drawn_in_both_charts_and_explained(pages) -> None:
    for name, models in (
        ("sure", 3),
        ("sure without costs", len(CASES["sure without costs"]().evaluation.models)),
    ):
        page = pages[name]
        assert page.count('data-kind="ribbon"') == 2 * models  # those for phones carry no data
        assert "90 % band, pointwise" in page
        assert "<dt>Cross-fitted</dt>" in page
    assert "<dt>Cross-fitted</dt>" not in pages["least cost"]


def test_differences_beyond_chance_are_told(pages) -> None:
    case = CASES["sure"]()
    pairs = case.evaluation.uncertainty(level=0.9, bootstrap=100).pairwise(condition())
    text = plain(pages["sure"])
    assert "Difference in NEC at PC(+) = 0.6897, 90 % intervals" in text
    for pair in pairs.tested:
        verdict = f"{pair.b} is cheaper" if pair.pvalue <= 0.1 else "left open"
        assert pair.interval.estimate > 0
        pvalue = "< 0.0001" if pair.pvalue < 1e-4 else f"{pair.pvalue:.4f}"
        assert re.search(
            rf"{pair.a} {pair.b} {pair.interval.estimate:.4f} .{{1,40}} {pvalue} {verdict}", text
        )
    assert "Difference in NEC on average over PC(+)" in plain(pages["sure without costs"])
    assert all(note in text for note in pairs.notes)


def test_every_interval_and_band_says_what_it_holds_for() -> None:
    case = CASES["sure"]()
    together = case.evaluation.uncertainty(level=0.9, simultaneous=True, bootstrap=50)
    found = page_uncertainty(case.evaluation, case.decision, together)
    one = dataclasses.replace(case.decision, candidates=(case.decision.model,))
    named = page_uncertainty(case.evaluation, one, together)
    assert found is not None
    assert named is not None
    text = plain(render(case.evaluation, case.decision, uncertainty=found))
    assert "The interval holds for all 3 models and at all conditions together" in text
    assert (
        "Every interval holds for its pair alone, at all conditions together; p-values are for this" in text
    )
    notes = banded(roc_and_cost_figures.cost(Subject(case.evaluation.models)), found.cost_bands).notes
    assert any("holds at all places together, for each model by itself" in note for note in notes)
    assert found.answer is not None
    assert named.answer is not None
    all_models, alone = found.answer.cost, named.answer.cost
    assert all_models is not None
    assert alone is not None
    assert alone.scope is Scope.CONDITIONS
    assert alone.high < all_models.high
    assert "The interval holds at all conditions together." in named.answer.cost_sentence


def test_what_is_said_is_what_the_page_says(pages) -> None:
    report = CASES["sure"]().report
    own = report.evaluation.uncertainty(level=0.9, bootstrap=100).decision(report.decision)
    assert report.sentences == (report.judged.sentence, *own.sentences)
    for sentence in report.sentences:
        assert sentence.replace("\N{NO-BREAK SPACE}", " ") in plain(pages["sure"])
    assert CASES["no costs"]().report.sentences == ()


def test_the_numbers_of_every_model_have_intervals(pages) -> None:
    case = CASES["sure"]()
    asked = case.evaluation.uncertainty(level=0.9, bootstrap=100)
    text = plain(pages["sure"])
    assert "90 % intervals, each by itself; NEC at PC(+) = 0.6897" in text
    for model in case.evaluation.models:
        found = {
            "NEC": asked.cost(model, condition()),
            "cost per case": asked.money(model, condition()),
            "AUC": asked.auc(model),
            "H": asked.summary(model, "h_measure"),
            "Brier score": asked.summary(model, "brier"),
        }
        for name, one in found.items():
            assert f"{model} {name} {one.estimate:.4f} {one.low:.4f} {one.high:.4f}" in text
    assert "The interval of the answer holds for all 3 models together, and is wider." in text
    one = dataclasses.replace(case.decision, candidates=(case.decision.model,))
    named = page_uncertainty(case.evaluation, one, asked)
    alone = plain(render(case.evaluation, case.decision, uncertainty=named))
    assert "The interval of the answer holds" not in alone


def test_ranges_in_which_one_model_is_cheaper_are_told(pages) -> None:
    case = CASES["sure"]()
    asked = case.evaluation.uncertainty(level=0.9, bootstrap=100)
    text = plain(pages["sure"])
    (sure_range,) = asked.compare("logistic", "boosting").cheaper
    assert f"boosting is cheaper boosting {sure_range.low:.3f} to {sure_range.high:.3f}" in text
    assert asked.compare("forest", "boosting").cheaper == ()
    assert re.search(r"forest boosting [^a-z]* (left open|boosting is cheaper) nowhere", text)


def test_notes_say_whose_they_are() -> None:
    perfect = cc.evaluate(
        [1] * 12 + [0] * 12, {"best": range(24, 0, -1), "other": [7 * i % 24 for i in range(24)]}
    )
    text = plain(render(perfect, None, uncertainty=sure_of(perfect, None)))
    assert "best, AUC: every record of one class outranks every one of the other" in text
    assert "best, H: no replicate differs" in text
    assert "Notes (" in text


def test_a_threshold_judged_where_it_was_chosen_is_not_what_to_expect(pages) -> None:
    decision = loans().decide(criterion=cc.criteria.capacity(0.1, condition=condition()))
    assert decision.optimistic
    found = sure_of(loans(), decision)
    text = plain(render(loans(), decision, uncertainty=found))
    assert f"A case costs {short(found.answer.cost.estimate)} (95 % interval" in text
    assert "this ignores that it was chosen on the same records." in text
    assert not found.answer.is_corrected
    assert "Thresholds chosen and judged on the same records." in text
    assert "decision (optimistic)" in text
    assert "Optimistic: judged on the records the threshold was chosen on." in text
    assert "Optimistic" not in plain(pages["elsewhere"])


def test_many_pairs_are_folded(pages) -> None:
    case = CASES["sure without costs"]()
    pairs = len(case.more["uncertainty"].pairs)
    clear = sum(one.test.significant(0.1) for one in case.more["uncertainty"].pairs.tested)
    assert pairs > 10
    summary = f"<summary>{clear} of {pairs} pairs of models differ by more than chance</summary>"
    assert summary in pages["sure without costs"]


def test_counts_have_intervals_but_no_tests(pages) -> None:
    case = CASES["sure of counts"]()
    assert case.more["uncertainty"].pairs is None
    text = plain(pages["sure of counts"])
    assert "Counts do not tell which records two models share" in text
    alone = case.evaluation.uncertainty(level=0.9).money(case.decision.model, condition())
    assert (
        f"A case costs {short(alone.estimate)} (90 % interval {short(alone.low)} to {short(alone.high)})"
        in text
    )


@pytest.mark.parametrize(
    ("name", "why", "corrected"),
    [
        ("nobody", "Flagging nobody takes no threshold, and its rates are not estimates", False),
        ("mixture", "With this mixture", False),
        ("constraint", "At this threshold", False),
    ],
)
def test_pages_say_of_any_decision_what_its_uncertainty_says(name, why, corrected) -> None:
    case = CASES[name]()
    found = sure_of(case.evaluation, case.decision)
    assert why in found.answer.further_sentences[0]
    assert found.answer.is_corrected is corrected
    text = plain(render(case.evaluation, case.decision, uncertainty=found))
    for sentence in found.answer.sentences:
        assert sentence in text
    warned = name != "nobody" and case.decision.optimistic
    assert ("Thresholds chosen and judged on the same records." in text) is warned


def test_benefits_and_ratios_keep_their_unit() -> None:
    case = CASES["benefits"]()
    asked = case.evaluation.uncertainty(bootstrap=50)
    found = sure_of(case.evaluation, case.decision)
    cost = asked.costs(case.decision.condition)[case.decision.model]
    stated = case.decision.condition
    assert found.answer.cost.high == pytest.approx(
        -(stated.offset + (stated.weight_positive + stated.weight_negative) * cost.low)
    )
    brought = found.answer.cost.estimate
    assert found.answer.cost.low < brought < -case.decision.expected_cost
    assert found.answer.optimism == pytest.approx(-case.decision.expected_cost - brought)
    text = plain(render(case.evaluation, case.decision, uncertainty=found))
    assert f"A case brings {short(brought)} (95 % interval" in text
    assert f"it looks {short(-case.decision.expected_cost - brought)} better" in text
    relative = CASES["relative"]()
    found = sure_of(relative.evaluation, relative.decision)
    assert found.answer.cost == asked.costs(relative.decision.condition)[relative.decision.model]
    text = plain(render(relative.evaluation, relative.decision, uncertainty=found))
    assert f"NEC is {short(found.answer.cost.estimate)} (95 % interval" in text


def test_a_threshold_that_was_given_is_judged_as_it_is(tmp_path) -> None:
    found = parts()
    decision = found["test"].judge(found["validation"].decide(condition()))
    asked = found["test"].uncertainty(bootstrap=50)
    path = found["test"].report(tmp_path / "page.html", decision=decision, uncertainty=asked)
    cost = asked.money(decision.model, condition(), rule=cc.rules.fixed(decision.threshold))
    assert cost.estimate == pytest.approx(decision.expected_cost)
    text = plain(path.read_text(encoding="utf-8"))
    assert (
        f"A case costs {short(cost.estimate)} (95 % interval {short(cost.low)} to {short(cost.high)})" in text
    )
    assert "the threshold as given. The interval holds by itself." in text
    assert "Chosen and judged on the same records it looks" not in text
    elsewhere = sure_of(found["train"], decision).answer  # judged on the records of the uncertainty
    assert elsewhere.decision == found["train"].judge(decision)
