"""A gate for pipelines: `check` fails when a model has become too costly."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import click

from costcurves.cli import console
from costcurves.cli.commands import command, in_section, misused
from costcurves.cli.options import NUMBER, SHARE, file_argument, quiet_option, request_options
from costcurves.cli.program import DONE, NOT_MET

if TYPE_CHECKING:
    from costcurves.cli.condition_options import ConditionOptions
    from costcurves.cli.loaded import Loaded
    from costcurves.cli.request import Request
    from costcurves.criteria.decision import Decision

_option = in_section("Gate (one at least; all must be met)")


@command(
    """
    check new.csv --prevalence 2% --cost-fp 1 --cost-fn 20 --max-cost 0.15
    check new.csv --cost-fp 1 --cost-fn 20 --baseline old.csv
    check new.csv --decision decision.json --max-nec 0.1
    """
)
@file_argument
@_option("--max-nec", type=SHARE, metavar="X", help="At most this normalised expected cost.")
@_option("--max-cost", type=NUMBER, metavar="Y", help="At most this expected cost a case.")
@_option("--baseline", metavar="OLD", help="No more cost than this table, saved evaluation or decision.")
@_option(
    "--decision",
    "decision_file",
    metavar="DECISION.json",
    help="Check this saved decision, not the best threshold, by its own costs unless others are stated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
@quiet_option
@request_options("reading", "condition", "model", "choose_on")
def check(
    *,
    file: str,
    max_nec: float | None,
    max_cost: float | None,
    baseline: str | None,
    decision_file: str | None,
    as_json: bool,
    request: Request,
) -> int:
    """Exit with 0 if FILE's best (or a saved) decision is cheap enough, with 1 if it is not."""
    from costcurves.cli.gates import baseline_gate, limit_gates  # here on use: --help is quick without
    from costcurves.cli.judged_request import verdict
    from costcurves.cli.loading import load, read_twice

    if max_nec is None and max_cost is None and baseline is None:
        raise misused(wrong="nothing to check", fix="give --max-nec, --max-cost or --baseline")
    if decision_file is not None and (request.model is not None or request.choose_on is not None):
        fix = "leave out --model and --choose-on"
        raise misused(wrong="--decision has its own model and threshold", fix=fix)
    if decision_file is None:
        request.require_decided()
    if file == baseline == "-":
        raise read_twice(option="--baseline")
    with console.watched() as step:
        # A saved threshold was chosen elsewhere; the decision's own sentence says where.
        choosing = decision_file is None
        loaded = load(file, request.reading, choose_on=request.choose_on, choosing=choosing, step=step)
        decision = (
            verdict(loaded, request).decision
            if decision_file is None
            else _saved(loaded, decision_file, request.condition)
        )
        gates = limit_gates(decision, max_nec, max_cost)
        if baseline is not None:
            step(f"reading {baseline}")
            gates.append(baseline_gate(decision, baseline, request.reading, request.model))
    console.state(loaded.statements)
    is_met = all(gate.is_met for gate in gates)
    if as_json:
        outcome = [dataclasses.asdict(gate) | {"met": gate.is_met} for gate in gates]
        document = {"met": is_met, "gates": outcome, "decision": decision.to_json()}
        console.write_json(document)
    else:
        for gate in gates:
            console.show(gate.sentence, style="" if gate.is_met else "bold")
        console.show(str(decision))
    return DONE if is_met else NOT_MET


def _saved(loaded: Loaded, path: str, stated: ConditionOptions) -> Decision:
    """Judge a saved decision on the records, at the stated condition or else at its own."""
    from costcurves.cli.applying import load_decision

    decision, _ = load_decision(path)
    own, condition = decision.condition, stated.known(loaded.evaluation.prevalence)
    if condition is None and own is not None and stated.prevalence is not None:
        condition = dataclasses.replace(own, prevalence=stated.prevalence)
    if condition is not None:
        # For want of a stated prevalence it is the share here, and not where the threshold was chosen.
        decision = dataclasses.replace(
            decision, condition=condition, prevalence=condition.prevalence, sample_prevalence=False
        )
    return loaded.evaluation.judge(decision)
