"""Gates: whether a model is good enough to pass, and by how much."""

from __future__ import annotations

import dataclasses
import enum
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import documents
from costcurves._ground.arrays import TIE
from costcurves._ground.number_words import short
from costcurves.cli.given_options import by_model
from costcurves.cli.loading import load_other
from costcurves.criteria.cheapest import least_cost
from costcurves.criteria.decision import Decision
from costcurves.errors import InputError

if TYPE_CHECKING:
    from costcurves.cli.request import Request
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.results.recommendation import Recommendation

#: What is demanded, as gates name it.
NEC, COST = "NEC", "cost per case"


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
    upper : float or None
        The upper end of its interval, where there is one.
    demand : {"estimate", "upper"}
        Which of both has to be within the limit.
    unit : str
        Of money, where one was named.
    """

    name: str
    value: float
    limit: float
    source: str = ""
    upper: float | None = None
    demand: str = "estimate"
    unit: str = ""

    @property
    def is_met(self) -> bool:
        """Whether what is demanded is at most the limit."""
        return self._is_within(
            self.upper if self.demand == "upper" and self.upper is not None else self.value
        )

    def _is_within(self, value: float) -> bool:
        return value <= self.limit + TIE * max(1.0, abs(self.limit))

    @property
    def sentence(self) -> str:
        """The demand in words; what the interval says beside it."""
        is_upper = self.demand == "upper" and self.upper is not None
        name, shown = (f"upper end of {self.name}", self.upper) if is_upper else (self.name, self.value)
        sign, word = ("≤", "met") if self.is_met else (">", "not met")
        source = f", {self.source}" if self.source else ""
        sentence = f"{word}: {name} {short(shown or 0.0)} {sign} {short(self.limit)}{self.unit}{source}"
        if self.upper is None:
            return sentence
        if is_upper:
            return f"{sentence} (the {self.name} itself is {short(self.value)})"
        if self._is_within(self.upper):
            return f"{sentence} (as is the upper end of its interval, {short(self.upper)})"
        return f"{sentence} (but its interval extends beyond the limit, to {short(self.upper)})"


@dataclasses.dataclass(frozen=True, slots=True)
class Judged:
    """What gates look at: a decision by its rates, and the upper end of its cost where that is known.

    Attributes
    ----------
    decision : Decision
    upper : float or None
        NEC.
    is_left_out : bool
        Whether records judge it that were left out of the choice.
    """

    decision: Decision
    upper: float | None = None
    is_left_out: bool = False

    @classmethod
    def of(cls, found: Recommendation) -> Judged:
        """Look at the cost of the whole choice."""
        decision = dataclasses.replace(found.decision, fpr=found.fpr, tpr=found.tpr)
        return cls(decision, None if found.nec is None else found.nec.high, found.is_left_out)

    @property
    def nec(self) -> float | None:
        """Normalised expected cost."""
        return self.decision.nec

    def gate(self, name: str, limit: float, source: str = "", *, demand: str = "estimate") -> Gate:
        """Demand at most so much NEC, or cost a case."""
        condition, decision = self.decision.condition, self.decision
        assert condition is not None  # looked at before
        own, upper = (decision.expected_cost, self.upper) if name == COST else (decision.nec, self.upper)
        assert own is not None  # looked at before
        if upper is not None and name == COST:
            upper = condition.offset + (condition.weight_positive + condition.weight_negative) * upper
        return Gate(name, own, limit, source, upper, demand, condition.unit if name == COST else "")


def limit_gates(
    judged: Judged, max_nec: float | None, max_cost: float | None, demand: str = "estimate"
) -> list[Gate]:
    """Demand at most a stated normalised cost, and at most a stated cost a case."""
    gates = []
    if max_nec is not None:
        if judged.nec is None:
            raise no_condition(option="--max-nec")
        gates.append(judged.gate(NEC, max_nec, demand=demand))
    if max_cost is not None:
        if judged.decision.expected_cost is None:
            fix = "state --cost-fp and --cost-fn, or use --max-nec"
            raise InputError("--max-cost needs costs in money", fix=fix)
        gates.append(judged.gate(COST, max_cost, demand=demand))
    return gates


def baseline_gate(
    judged: Judged, evaluation: Evaluation, path: str, request: Request, demand: str = "estimate"
) -> Gate:
    """Demand no more cost than a former table, evaluation or decision had, at the same condition.

    Like is compared with like: where the former one is known by counts only, or on the records that chose
    it, this is judged so, too.

    Parameters
    ----------
    judged : Judged
        What is checked; its condition is used for both.
    evaluation : Evaluation
        What it was chosen among.
    path : str
        A table, or JSON: a saved evaluation, numbers of `evaluate --json`, or a saved decision.
    request : Request
        What was said of the columns of tables, and the model of the former table, if it has it; by default
        the best one.
    demand : str
    """
    condition = judged.decision.condition
    if condition is None:
        raise no_condition(option="--baseline")
    name, nec, basis = _former(path, condition, request)
    source = f"of {name} in {Path(path).name}"
    compared = judged
    if judged.is_left_out and basis is not Basis.LEFT_OUT:
        compared = _judged_alike(evaluation, condition, request.model, basis)
    if condition.relative or compared.decision.expected_cost is None:
        return compared.gate(NEC, nec, source, demand=demand)
    scale = condition.weight_positive + condition.weight_negative
    return compared.gate(COST, condition.offset + nec * scale, source, demand=demand)


class Basis(enum.Enum):
    """Where a former model was judged: on records left out, by counts, or on the records that chose it."""

    LEFT_OUT, COUNTS, SAME = range(3)


def _judged_alike(
    evaluation: Evaluation, condition: OperatingCondition, model: str | None, basis: Basis
) -> Judged:
    """Judge this evaluation as a former one was judged."""
    if basis is Basis.SAME:
        return Judged(evaluation.decide(criterion=least_cost(condition), model=model))
    counts = dataclasses.replace(evaluation, records=None)
    return Judged.of(counts.uncertainty().recommendation(condition, model=model))


def no_condition(*, option: str) -> InputError:
    """Word that costs are missing."""
    fix = "state --cost-fp and --cost-fn, or --pc"
    return InputError(f"{option} needs an operating condition", fix=fix)


def _former(path: str, condition: OperatingCondition, request: Request) -> tuple[str, float, Basis]:
    """Name and NEC of the former model at the condition, and where it was judged."""
    document, model = _document(path), request.model
    if document is not None and document.get("kind") == "decision":
        former, rates = Decision.from_json(document), document.get("left_out")
        if request.is_recommended and isinstance(rates, dict) and {"fpr", "tpr"} <= rates.keys():
            return former.model, float(condition.nec(rates["fpr"], rates["tpr"])), Basis.LEFT_OUT
        basis = Basis.SAME if former.optimistic else Basis.LEFT_OUT
        return former.model, float(condition.nec(former.fpr, former.tpr)), basis
    if document is not None and isinstance(document.get("models"), dict):
        return *_from_numbers(document["models"], path, condition, model), Basis.SAME
    evaluation = load_other(path, request.reading).evaluation
    known = model if model in evaluation.models else None
    if request.is_given:
        own = by_model(request.thresholds, list(evaluation.models), known)
        given = evaluation.given(own, condition, model=known).decision
        return given.model, float(condition.nec(given.fpr, given.tpr)), Basis.LEFT_OUT
    if not request.is_recommended:
        best = evaluation.decide(criterion=least_cost(condition), model=known)
        return best.model, float(condition.nec(best.fpr, best.tpr)), Basis.SAME
    found = evaluation.uncertainty().recommendation(condition, model=known)
    basis = Basis.COUNTS if evaluation.records is None else Basis.LEFT_OUT
    return found.rows[0].model, float(condition.nec(found.fpr, found.tpr)), basis


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
