"""The answer of a page: the decision in words, in outcomes and in money, or how to ask for one."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from costcurves._ground.number_words import format_value, percent
from costcurves.report.contents import shared_sizes
from costcurves.report.elements import Html, bar, section, tag
from costcurves.report.page_tables import counted, expected, only, winners_block
from costcurves.report.table_blocks import table_block
from costcurves.report.tiles import key_figures, stated
from costcurves.results.decision_tables import choices_table
from costcurves.results.headline import FINE_PRINT, TRAINED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.criteria.decision import Decision
    from costcurves.report.contents import Report
    from costcurves.results.recommendation import Recommendation
    from costcurves.tallies.confusion import Confusion

_HOW_COMMAND = "costcurves report FILE --prevalence 0.02 --cost-fp 1 --cost-fn 20"
_HOW_PYTHON = (
    "condition = OperatingCondition(prevalence=0.02, costs=Costs(fp=1, fn=20))\n"
    "evaluation.report(path, decision=evaluation.decide(condition))"
)
_MANY = "What the intervals hold for"
_WARNING = tag(
    "p",
    tag("strong", "Thresholds chosen and judged on the same records."),
    " Expect worse results on new ones; choose thresholds on other records to see by how much.",
    class_="warning",
    role="note",
)


def answer(report: Report) -> Html:
    """Write what to do; without a decision, which model is cheapest where."""
    decision, found = report.decision, report.answer
    if decision is None:
        return _map(report)
    if report.judged is not None:
        decision = report.judged.to_expect
    fine_print = tag("p", TRAINED if decision.condition is None else FINE_PRINT, class_="note")
    blocks = [stated(decision), key_figures(report, decision), *_tables(report), fine_print, *_said(report)]
    blocks.append(tag("div", *_matrices(report, decision), _costs(decision), class_="cards"))
    blocks += [] if report.given is None else [table_block(report.given.measures_table())]
    corrected = found is not None and found.is_corrected
    if decision.optimistic and decision.flags == "some" and not corrected:
        blocks.append(_WARNING)
    if decision.condition is None:
        blocks.append(_how("No costs were stated, so no amounts of money are shown. State them"))
    return section("answer", "The answer", *blocks, class_="answer")


def _said(report: Report) -> list[Html]:
    """Write the answer in words, and its uncertainty."""
    decision, found, recommended = report.decision, report.answer, report.recommended
    judged = recommended or report.given
    met = None if report.judged is None else report.judged.met
    own = () if decision is None else (decision.sentence,)
    chosen = (*own, *([] if met is None else [met.sentence])) if judged is None else judged.sentences
    blocks = [tag("p", text, class_="sentence") for text in chosen]
    if report.judged is not None and report.judged.in_population is not None:
        blocks.append(tag("p", report.judged.in_population.sentence, class_="sentence"))
    if found is not None:
        told = "sentence" if recommended is None else "note"
        blocks += [tag("p", found.cost_sentence, class_=told)] if found.cost_sentence else []
        blocks += [tag("p", text, class_="note") for text in found.further_sentences]
    return blocks


def _tables(report: Report) -> list[Html]:
    """Write every model beside the one of the answer, or classifiers as given and the choice beside them."""
    given, recommended = report.given, report.recommended
    if recommended is not None:
        return [_models(report, recommended)]
    if given is None:
        return []
    own = given.table()
    own = own if given.best is not None else dataclasses.replace(own, notes=own.notes[:-1])
    block = table_block(own, series=report.series, many=_MANY)
    return [block, *([] if given.best is None else [_models(report, given.best)])]


def _models(report: Report, recommended: Recommendation) -> Html:
    """Write every model with its rounded threshold, and the exact one small beside.

    The last of the notes, what no interval tells, stands below all tables and is not folded away.
    """
    table, exact = recommended.table(), {}
    place = [column.key for column in table.columns].index("threshold")
    rows = [list(row) for row in table.rows]
    for number, (row, one) in enumerate(zip(rows, recommended.rows, strict=False)):
        written, rounded = (
            text.removeprefix("score ") for text in (one.thresholds.rule, one.thresholds.rounded_rule)
        )
        if row[place] == written != rounded:
            row[place], exact[number] = rounded, f"exactly {written.split()[-1]}"
    table = dataclasses.replace(table, rows=rows, notes=table.notes[:-1])
    return table_block(table, series=report.series, many=_MANY, beside=exact, beside_of="threshold")


def _map(report: Report) -> Html:
    """Write the cheapest model by range of PC(+), and how to state costs."""
    sentence = (
        "No costs were stated, so there is no single answer. Which choice is cheapest depends on how common "
        "positives are and on what errors cost. Both together are one number, PC(+):"
    )
    how = _how("For a threshold, its confusion matrix and its cost, state prevalence and costs")
    lead = tag("p", sentence, class_="sentence")
    block = winners_block(report, caption=False)
    return section("answer", "The answer", lead, block, _WARNING, how, class_="answer")


def _how(lead: str) -> Html:
    return tag(
        "div",
        tag("p", f"{lead} on the command line, or in Python:"),
        tag("pre", tag("code", Html(_HOW_COMMAND)), tabindex=0, aria_label="Command"),
        tag("pre", tag("code", Html(_HOW_PYTHON)), tabindex=0, aria_label="Python"),
        class_="how",
    )


# ---- what it comes to -----------------------------------------------------------------------


def _matrices(report: Report, decision: Decision) -> list[Html]:
    names, found = _class_names(report), []
    to_expect = expected(decision)
    if to_expect is not None:
        cases, confusion = to_expect
        title = f"Expected among {cases:,} cases, {percent(decision.prevalence)} of them positive"
        found.append(_matrix(title, confusion, names))
    known = {report.evaluation.name: report.models, **({} if report.parts is None else report.parts.tallies)}
    judges = known.get(decision.judged_on, {})
    tallies = {model: judges[model] for model in decision.models if model in judges}
    same = len(tallies) == len(decision.models) and shared_sizes(tallies) is not None
    in_records = counted(decision, tallies[decision.model]) if same else None
    if in_records is not None:
        found.append(_matrix(f"Counted in {decision.judged_on}", in_records, names))
    return found


def _class_names(report: Report) -> tuple[str, str]:
    records = report.evaluation.records
    if records is None or {records.positive, records.negative} <= {"0", "1", "-1", "True", "False"}:
        return "positive", "negative"
    return f"positive ({records.positive})", f"negative ({records.negative})"


def _matrix(title: str, outcomes: Confusion, names: Sequence[str]) -> Html:
    """Write a confusion matrix with its sums; counts that are not whole get one decimal place."""

    def cell(value: object, word: str = "", kind: str | None = None) -> Html:
        text = format_value(value, decimals=None if isinstance(value, int) else decimals)
        return tag(
            "td", text, " ", tag("small", word) if word else "", class_=f"number {kind}" if kind else "number"
        )

    o = {name: getattr(outcomes, name).item() for name in ("tp", "fn", "fp", "tn", "positives", "negatives")}
    decimals = int(any(abs(value - round(value)) > 1e-6 for value in o.values()))
    total = o["positives"] + o["negatives"]
    total = round(total) if abs(total - round(total)) < 1e-6 else total
    alarms, alone = cell(o["fp"], "false alarms", "wrong"), cell(o["tn"], "left alone", "right")
    rows = [
        (names[0], cell(o["tp"], "found", "right"), cell(o["fn"], "missed", "wrong"), cell(o["positives"])),
        (names[1], alarms, alone, cell(o["negatives"])),
        ("all", cell(o["tp"] + o["fp"]), cell(o["fn"] + o["tn"]), cell(total)),
    ]
    heads = (tag("th", text, scope="col", class_="number") for text in ("flagged", "not flagged", "all"))
    head = tag("tr", tag("td"), *heads)
    body = [tag("tr", tag("th", name, scope="row"), *cells) for name, *cells in rows]
    grid = tag("table", tag("caption", title), tag("thead", head), tag("tbody", *body), class_="matrix")
    return tag("div", grid, class_="card scroll", tabindex=0, role="region", aria_label=title)


def _costs(decision: Decision) -> Html:
    """Write costs against both trivial classifiers, with bars: in money, else as NEC."""
    if decision.condition is None:
        return Html("")
    keys = ("nec",) if decision.expected_cost is None else ("cost", "brings")
    table = only(choices_table(decision), "choice", *keys)
    values = [row[1] for row in table.rows]
    bars = [bar(v, min(values), max(values), own=i == 0) for i, v in enumerate(values)]
    return tag("div", table_block(table, extra=bars, remark=False), class_="card")
