"""The command `classes`: models of many classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from costcurves.cli import console
from costcurves.cli.class_options import CLASS_COSTS, of_classes
from costcurves.cli.commands import any_file, command
from costcurves.cli.options import INTERVALS, READING, file_argument, quiet_option, request_options
from costcurves.errors import InputError

if TYPE_CHECKING:
    from costcurves._ground.tables import Table
    from costcurves.cli.class_loading import LoadedClasses
    from costcurves.cli.request import Request
    from costcurves.tallies.class_counts import ClassCounts

#: What only two classes have: a positive one, low scores that mean it, segments, points and counts.
_TWO_CLASSES = (READING[1], *READING[4:6], READING[9], *READING[16:])

#: Confusion matrices of more classes do not fit on a screen.
MOST_CLASSES = 12


@command(
    """
    classes wine.csv --label cultivar
    classes scores.csv --costs costs.csv
    classes scores.csv --costs good:bad=1,bad:good=5,good:review=0.3,bad:review=0.3
    classes scores.csv --classes low,mid,high --ordered --json
    """,
    main="--json --costs",
)
@file_argument
@of_classes(
    "--classes",
    metavar="A,B,C",
    help="The classes in their order; by default numbers by size, names by alphabet.",
)
@CLASS_COSTS
@of_classes(
    "--prevalence",
    multiple=True,
    metavar="CLASS=SHARE,…",
    help="Shares of all classes in practice; by default those of the records.",
)
@of_classes(
    "--ordered", is_flag=True, help="The classes are in an order: show the volume under the ROC surface."
)
@click.option("--model", metavar="MODEL", help="Show this model by class; by default the cheapest one.")
@click.option("--all-measures", is_flag=True, help="Show every measure; --json has them all.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option(
    "-o",
    "--output",
    metavar="PAGE.html",
    shell_complete=any_file,
    help="Also write one self-contained HTML page.",
)
@quiet_option
@request_options("reading", "intervals", without=(*_TWO_CLASSES, INTERVALS[1], INTERVALS[3]))
def classes(
    *,
    file: str,
    classes: str | None,
    class_costs: tuple[str, ...],
    prevalence: tuple[str, ...],
    ordered: bool,
    model: str | None,
    all_measures: bool,
    as_json: bool,
    output: str | None,
    request: Request,
) -> None:
    """Judge models of three or more classes: measures, the cheapest model at stated costs, each class.

    FILE has a column of labels, and for each model columns <model>_p_<class> of probabilities (or other
    scores) or one column of predicted labels.
    """
    from costcurves.cli.class_loading import load_classes  # here and below on use: --help is quick without
    from costcurves.cli.class_outputs import page_of
    from costcurves.io.cost_tables import stated_costs, stated_shares
    from costcurves.report.class_page import write_class_page

    console.check_output(output, [file], [".html", ".htm"])
    level, seed = request.intervals.level, request.intervals.seed
    names = [] if classes is None else [name.strip() for name in classes.split(",")]
    with console.watched() as step:
        step(f"reading {file}")
        loaded = load_classes(
            file, request.reading, classes=names, costs=stated_costs(class_costs),
            prevalence=stated_shares(prevalence), ordered=ordered,
            level=0.95 if level is None else level, seed=0 if seed is None else seed,
        )  # fmt: skip
        known = loaded.evaluation.classes
        if ordered and len(known) != 3:
            raise InputError("--ordered needs three classes", f"{len(known)}", "leave it out", where=file)
        if model is not None:
            loaded.evaluation.records.require(model)
        step("judging")
        document = _document(loaded) if as_json else {}
        with_intervals = not request.intervals.is_off
        shown = [] if as_json else _shown(loaded, model, full=all_measures, with_intervals=with_intervals)
        if output is not None:
            step(f"writing {output}")
            write_class_page(page_of(loaded, with_intervals=with_intervals), output)
    console.state(loaded.statements)
    if output is not None:
        console.remark(f"wrote {output}")
    if as_json:
        console.write_json(document)
    else:
        console.show_all(*shown)


def _document(loaded: LoadedClasses) -> dict[str, Any]:
    """All numbers of the records in question, and of every part."""
    document = loaded.evaluation.to_json() | {"read": list(map(str, loaded.statements))}
    if loaded.parts:
        document |= {"part": loaded.evaluation.name}
        document["parts"] = {name: part.to_json() for name, part in loaded.parts.items()}
    return document


def _shown(
    loaded: LoadedClasses, model: str | None, *, full: bool, with_intervals: bool
) -> list[str | Table | None]:
    """What is printed: the recommendation first."""
    from costcurves.evaluation.class_parts import parts_table

    evaluation = loaded.evaluation
    summary, decision = evaluation.summary(), evaluation.decide()
    model = model or decision.rows[0].model
    if not with_intervals:
        summary, decision = summary.without_intervals(), decision.without_intervals()
    pairs = evaluation.pairwise() if with_intervals and len(evaluation.models) > 2 else None
    of = f" on part {evaluation.name}" if loaded.parts else ""
    keys = [] if pairs is None else [*pairs.measures][: None if full else 1]
    return [
        decision.sentence,
        summary.table().of(of),
        summary.all_measures().of(of) if full else None,
        decision.table().of(of),
        None if evaluation.costs is None else decision.totals_table().of(of),
        *(pairs.table(key).of(of) for key in keys if pairs is not None),
        _matrix(evaluation.counts(model)).of(f", {model}{of}"),
        evaluation.by_class(model, with_intervals=with_intervals).of(of),
        parts_table(loaded.parts) if loaded.parts else None,
        None if evaluation.costs is None else evaluation.costs.table(),
    ]


def _matrix(counts: ClassCounts) -> Table:
    """The confusion matrix; of many classes the most common errors."""
    return counts.table() if len(counts.classes) <= MOST_CLASSES else counts.confusions()
