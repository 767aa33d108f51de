"""Gates: whether a model is good enough to pass, and by how much."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import documents
from costcurves._ground.arrays import TIE
from costcurves._ground.number_words import short
from costcurves.cli.loading import load_other
from costcurves.criteria.decision import Decision
from costcurves.errors import InputError

if TYPE_CHECKING:
    from costcurves.cli.request import ReadingOptions
    from costcurves.conditions.operating_condition import OperatingCondition


@dataclasses.dataclass(frozen=True, slots=True)
class Gate:
    """One demand on a number, and whether it is met.

    Attributes
    ----------
    name : str
        What is demanded, such as "NEC".
    value, limit : float
        The number, and the most it may be.
    source : str
        Where the limit comes from; empty if it was stated.
    """

    name: str
    value: float
    limit: float
    source: str = ""

    @property
    def is_met(self) -> bool:
        """Whether the number is at most the limit."""
        return self.value <= self.limit + TIE * max(1.0, abs(self.limit))

    @property
    def sentence(self) -> str:
        """The demand in words."""
        sign, word = ("≤", "met") if self.is_met else (">", "not met")
        source = f", {self.source}" if self.source else ""
        return f"{word}: {self.name} {short(self.value)} {sign} {short(self.limit)}{source}"


def limit_gates(decision: Decision, max_nec: float | None, max_cost: float | None) -> list[Gate]:
    """Demand at most a stated normalised cost, and at most a stated cost a case."""
    gates = []
    if max_nec is not None:
        if decision.nec is None:
            raise no_condition(option="--max-nec")
        gates.append(Gate("NEC", decision.nec, max_nec))
    if max_cost is not None:
        if decision.expected_cost is None:
            fix = "state --cost-fp and --cost-fn, or use --max-nec"
            raise InputError("--max-cost needs costs in money", fix=fix)
        gates.append(Gate("cost a case", decision.expected_cost, max_cost))
    return gates


def baseline_gate(decision: Decision, path: str, reading: ReadingOptions, model: str | None) -> Gate:
    """Demand no more cost than a former table, evaluation or decision had, at the same condition.

    Parameters
    ----------
    decision : Decision
        What is checked; its condition is used for both.
    path : str
        A table, or JSON: a saved evaluation, numbers of `evaluate --json`, or a saved decision.
    reading : ReadingOptions
        What was said of the columns of tables.
    model : str, optional
        The model of the former table, if it has it; by default the best one.
    """
    if decision.condition is None:
        raise no_condition(option="--baseline")
    name, nec = _former(path, decision.condition, reading, model)
    condition = decision.condition
    source = f"of {name} in {Path(path).name}"
    if condition.relative or decision.expected_cost is None:
        return Gate("NEC", float(condition.nec(decision.fpr, decision.tpr)), nec, source)
    scale = condition.weight_positive + condition.weight_negative
    return Gate("cost a case", decision.expected_cost, condition.offset + nec * scale, source)


def no_condition(*, option: str) -> InputError:
    """Word that costs are missing."""
    fix = "state --cost-fp and --cost-fn, or --pc"
    return InputError(f"{option} needs an operating condition", fix=fix)


def _former(
    path: str, condition: OperatingCondition, reading: ReadingOptions, model: str | None
) -> tuple[str, float]:
    """Name and normalised cost of the former model at the condition."""
    document = _document(path)
    if document is not None and document.get("kind") == "decision":
        former = Decision.from_json(document)
        return former.model, float(condition.nec(former.fpr, former.tpr))
    if document is not None and isinstance(document.get("models"), dict):
        return _from_numbers(document["models"], path, condition, model)
    evaluation = load_other(path, reading).evaluation
    known = model if model in evaluation.models else None
    best = evaluation.decide(condition, model=known)
    return best.model, float(condition.nec(best.fpr, best.tpr))


def _document(path: str) -> dict[str, Any] | None:
    """Read JSON that is no table and no saved evaluation; None if it is something else."""
    if not path.lower().endswith(".json"):
        return None
    try:
        value = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return None  # the reader of tables says why
    return value if isinstance(value, dict) and value.get("kind") != "evaluation" else None


def _from_numbers(
    models: dict[str, Any], path: str, condition: OperatingCondition, model: str | None
) -> tuple[str, float]:
    """Least cost among the hulls that `evaluate --json` wrote."""
    names = [model] if model in models else list(models)
    found = {}
    try:
        for name in names:
            hull = models[name]["hull"]
            fpr, tpr = (np.array([documents.number(v) for v in hull[key]]) for key in ("fpr", "tpr"))
            found[name] = float(np.min(condition.nec(fpr, tpr)))
    except (KeyError, TypeError, ValueError) as problem:
        raise InputError(
            "the baseline must be what `evaluate --json` wrote", f"{problem}", where=path
        ) from None
    if not found:
        raise InputError("the baseline must have models", "none", where=path)
    best = min(found, key=lambda name: found[name])
    return str(best), found[best]
