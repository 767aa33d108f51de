"""A gate for pipelines: `check` fails when a model has become too costly."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import click

from costcurves.cli import console
from costcurves.cli.commands import any_file, command, in_section, misused
from costcurves.cli.option_types import Choice
from costcurves.cli.options import NUMBER, SHARE, file_argument, quiet_option, request_options
from costcurves.cli.program import DONE, NOT_MET
from costcurves.errors import UndefinedError
from costcurves.results.headline import NO_SIZE

if TYPE_CHECKING:
    from costcurves.cli.condition_options import ConditionOptions
    from costcurves.cli.gates import Judged
    from costcurves.cli.loaded import Loaded, Step
    from costcurves.cli.request import Request
    from costcurves.criteria.decision import Decision

#: Why a decision should not be checked by the records that chose it.
SEEN = "if it is the same table, the cost is too low"

_option = in_section("Gate (at least one; all must be met)")


@command(
    """
    check new.csv --prevalence 2% --cost-fp 1 --cost-fn 20 --max-cost 0.15
    check new.csv --cost-fp 1 --cost-fn 20 --baseline old.csv
    check new.csv --cost-fp 1 --cost-fn 20 --threshold forest=0.05 --max-cost 0.15
    check new.csv --decision decision.json --max-nec 0.1
    check new.csv --cost-fp 1 --cost-fn 20 --max-cost 0.15 --demand upper
    """,
    main="--max-cost --baseline",
)
@file_argument
@_option("--max-nec", type=SHARE, metavar="X", help="At most this normalised expected cost.")
@_option("--max-cost", type=NUMBER, metavar="Y", help="At most this expected cost per case.")
@_option(
    "--baseline",
    metavar="OLD",
    shell_complete=any_file,
    help="At most the cost of this table, saved evaluation or decision.",
)
@_option(
    "--demand",
    type=Choice(["estimate", "upper"]),
    default="estimate",
    help="What has to be within the limit: the cost, or the upper end of its 95% interval.",
)
@_option(
    "--decision",
    "decision_file",
    metavar="DECISION.json",
    shell_complete=any_file,
    help="Check this saved decision, not the best threshold, by its own costs unless others are stated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
@quiet_option
@request_options("reading", "condition", "model", "champion", "thresholds", "choose_on", "judge_on")
def check(
    *,
    file: str,
    max_nec: float | None,
    max_cost: float | None,
    baseline: str | None,
    demand: str,
    decision_file: str | None,
    as_json: bool,
    request: Request,
) -> int:
    """Exit with 0 if the best (or a saved) decision on FILE is cheap enough, with 1 if not.

    The best one is judged on records left out of the choice of model and threshold; a stated
    --threshold is judged as given.
    """
    from costcurves.cli.gates import baseline_gate, limit_gates  # here on use: --help is quick without
    from costcurves.cli.loading import load_asked, read_twice

    if max_nec is None and max_cost is None and baseline is None:
        raise misused(wrong="nothing to check", fix="give --max-nec, --max-cost or --baseline")
    if decision_file is not None and request.thresholds:
        raise misused(wrong="--decision has its own threshold", fix="leave out --threshold")
    if decision_file is not None and (request.model is not None or request.choose_on is not None):
        fix = "leave out --model and --choose-on"
        raise misused(wrong="--decision has its own model and threshold", fix=fix)
    if decision_file is None:
        request.require_decided()
    if file == baseline == "-":
        raise read_twice(option="--baseline")
    with console.watched() as step:
        # The sentence of a decision says where it was chosen and judged.
        choosing = decision_file is None and request.is_chosen_unsaid
        loaded = load_asked(file, request, step, choosing=choosing)
        checked = _checked(loaded, request, decision_file, step)
        if demand == "upper" and checked.judged.upper is None:
            raise misused(wrong="there is no interval whose upper end could be within a limit", fix=NO_UPPER)
        gates = limit_gates(checked.judged, max_nec, max_cost, demand)
        if baseline is not None:
            step(f"reading {baseline}")
            gates.append(baseline_gate(checked.judged, loaded.evaluation, baseline, request, demand))
    console.state([*loaded.statements, *checked.warnings])
    is_met = all(gate.is_met for gate in gates)
    code = click.get_current_context().meta[console.OUTCOME] = DONE if is_met else NOT_MET
    if as_json:
        outcome = [dataclasses.asdict(gate) | {"met": gate.is_met} for gate in gates]
        document = {"met": is_met, "gates": outcome, "decision": checked.document}
        console.write_json(document)
    else:
        for gate in gates:
            console.show(gate.sentence, style="" if gate.is_met else "bold")
        console.show(checked.sentence)
    return code


#: What to do where there is no interval to demand something of.
NO_UPPER = "state costs, give records, and leave out --choose-on and --decision; or leave out --demand"


@dataclasses.dataclass(frozen=True, slots=True)
class _Checked:
    """What is checked: what gates look at, and how it is shown."""

    judged: Judged
    document: dict[str, Any]
    sentence: str
    warnings: tuple[str, ...] = ()


def _checked(loaded: Loaded, request: Request, path: str | None, step: Step) -> _Checked:
    """Return what is checked: the saved decision, or the best one."""
    from costcurves.cli.gates import Judged
    from costcurves.cli.judged_request import rarer, verdict

    if path is not None:
        decision = _saved(loaded, path, request.condition)
        warnings = (f"{path} was also chosen on a table called {decision.chosen_on}: {SEEN}",)
        shown = warnings if decision.optimistic else ()
        return _Checked(Judged(decision), decision.to_json(), str(decision), shown)
    found = verdict(loaded, request, step)
    decision, recommended = found.decision, found.recommended
    if found.given is not None:
        own = found.given.rows[0]
        judged = Judged(decision, None if own.nec is None else own.nec.high)
        return _Checked(judged, decision.to_json() | found.given.to_json(), "\n".join(found.given.sentences))
    if recommended is None:
        return _Checked(Judged(decision), decision.to_json(), str(decision))
    if not recommended.is_left_out and recommended.headline.reason != NO_SIZE:
        raise UndefinedError(
            "a cost can only be checked on records left out of the choice, and there are too few for that",
            rarer(loaded.evaluation),
            "give more records, or a saved decision with --decision",
            where=loaded.evaluation.name,
        )
    document = decision.to_json() | recommended.to_json()
    return _Checked(Judged.of(recommended), document, "\n".join(recommended.sentences))


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
