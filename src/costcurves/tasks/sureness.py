"""How sure a decision, a comparison and the numbers of an evaluation are: what commands say of it."""

from __future__ import annotations

import dataclasses
import itertools
import math
from typing import TYPE_CHECKING, Any

from costcurves.charts.tables import Column, Table
from costcurves.errors import InputError, UndefinedError
from costcurves.results import Wish
from costcurves.selection import fixed
from costcurves.sureness import asked_of, decision_cost
from costcurves.wording import percent, short

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costcurves.conditions import OperatingCondition
    from costcurves.decisions import Decision
    from costcurves.inference.costs.places import SureRange
    from costcurves.inference.estimate import Band, Estimate, TestResult
    from costcurves.tasks.judging import Verdict
    from costcurves.tasks.loaded import Loaded
    from costcurves.tasks.request import Request
    from costcurves.uncertainty import Uncertainty

__all__ = [
    "Doubt", "Pair", "band_columns", "decided", "evaluated", "evaluated_json", "evaluated_table", "pairs",
    "pairs_table", "plain", "questioned", "ranges_sentence", "uncertainty",
]  # fmt: skip

#: Numbers of a model whose intervals `evaluate` shows.
SHOWN = ("auc", "h_measure", "brier")


def uncertainty(loaded: Loaded, request: Request) -> Uncertainty | None:
    """Return what answers how sure things are, or None if nobody asked."""
    return questioned(loaded, request) if request.sureness.is_asked else None


def questioned(loaded: Loaded, request: Request) -> Uncertainty:
    """Return what answers how sure things are."""
    chosen_on = "cross-fitted" if loaded.chosen_on is None else loaded.chosen_on
    return loaded.evaluation.uncertainty(chosen_on=chosen_on, **request.sureness.stated())


def plain(estimate: Estimate) -> dict[str, Any]:
    """Return an estimate as documents carry it."""
    names = ("estimate", "low", "high", "level", "method", "target")
    found = {name: getattr(estimate, name) for name in names}
    return found | ({"notes": list(estimate.notes)} if estimate.notes else {})


# ---- a decision -----------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Doubt:
    """How sure a decision is.

    Attributes
    ----------
    estimates : dict of str to Estimate
        What was asked of it: "cost" (in the unit of the condition), "tpr", "fpr", "threshold".
    optimism : float or None
        How much too cheap the decision looks on the records that chose it.
    sentences : tuple of str
    """

    estimates: dict[str, Estimate]
    optimism: float | None
    sentences: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return what documents carry."""
        found: dict[str, Any] = {name: plain(one) for name, one in self.estimates.items()}
        return found if self.optimism is None else found | {"optimism": self.optimism}


def decided(found: Verdict, loaded: Loaded, request: Request, asked: Uncertainty) -> Doubt:
    """Say how sure a decision is: its cost, its rates, its threshold."""
    decision = found.decision
    estimates: dict[str, Estimate] = {}
    optimism, said = None, []
    cost = None if found.totals else decision_cost(loaded.evaluation, decision, asked)
    if found.totals:
        estimates["total"] = asked.total(decision)
        said.append(f"The total of this decision on such records: {estimates['total']}.")
    elif cost is not None:
        estimates["cost"], optimism = cost, _optimism(decision, cost)
        said.append(_cost_sentence(decision, cost, optimism))
    if math.isfinite(decision.threshold):
        rates = asked.rates(decision.model, fixed(decision.threshold))
        estimates |= rates
        said.append(_rates_sentence(rates, same=loaded.chosen_on is None))
    if loaded.chosen_on is None and not found.totals:
        chosen = asked.threshold(decision.model, request.goal.criterion(decision.condition))
        estimates["threshold"] = chosen.threshold
        said.append(chosen.sentence)
    return Doubt(estimates, optimism, tuple(said))


def _brings(decision: Decision) -> bool:
    """Whether amounts are what a case brings, not what it costs."""
    return decision.condition is not None and decision.condition.costs.stated_as_benefits


def _optimism(decision: Decision, cost: Estimate) -> float | None:
    """Return how much better a decision looks on the records that chose it than on others."""
    own = decision.nec if decision.expected_cost is None else decision.expected_cost
    if own is None or not decision.optimistic:
        return None
    return -own - cost.estimate if _brings(decision) else cost.estimate - own


def _cost_sentence(decision: Decision, cost: Estimate, optimism: float | None) -> str:
    """Word the cost with its interval."""
    assert decision.condition is not None  # without one there is no cost
    what = "A case brings" if _brings(decision) else "A case costs"
    what = "NEC is" if decision.condition.relative else what
    sentence = f"{what} {cost}: {cost.target}."
    if optimism is None or optimism <= 0:
        return sentence
    return f"{sentence} Chosen and judged on the same records it looks {short(optimism)} better."


def _rates_sentence(rates: dict[str, Estimate], *, same: bool) -> str:
    """Word the rates with their intervals."""
    tpr, fpr = (f"{percent(r.estimate)} ({percent(r.low)} to {percent(r.high)})" for r in rates.values())
    found = f"At this threshold {tpr} of the positives and {fpr} of the negatives are flagged"
    return f"{found}; that it was chosen on the same records is left out of account." if same else f"{found}."


# ---- an evaluation --------------------------------------------------------------------------


def evaluated(asked: Uncertainty, condition: OperatingCondition | None) -> dict[str, dict[str, Estimate]]:
    """Return cost (at a condition, else the average over PC(+)) and main numbers of all models."""
    found: dict[str, dict[str, Estimate]] = {}
    for model in asked.models:
        found[model] = {"cost" if condition is not None else "area": asked.cost(model, condition)}
        for key in SHOWN:
            try:
                found[model][key] = asked.summary(model, key)
            except (InputError, UndefinedError):  # as in the table of summaries, where the reason stands
                continue
    return found


def evaluated_json(found: dict[str, dict[str, Estimate]]) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the intervals of all models as documents carry them."""
    return {model: {key: plain(one) for key, one in own.items()} for model, own in found.items()}


def evaluated_table(found: dict[str, dict[str, Estimate]], condition: OperatingCondition | None) -> Table:
    """Show the intervals of all models, one row a number."""
    columns = [
        Column("model", "model", align="left"),
        Column("number", "number", align="left"),
        Column("estimate", "estimate", decimals=4),
        Column("low", "from", decimals=4),
        Column("high", "to", decimals=4),
    ]
    rows, level = [], 0.0
    targets: dict[str, list[str]] = {}
    for model, own in found.items():
        for key, one in own.items():
            level = one.level
            rows.append((model, NAMES[key], one.estimate, one.low, one.high))
            targets.setdefault(one.target, []).append(NAMES[key])
    where = "" if condition is None else f"; NEC at PC(+) = {short(condition.pc)}"
    notes = tuple(f"{', '.join(dict.fromkeys(names))}: {target}" for target, names in targets.items())
    return Table("sureness", f"{percent(level)} intervals{where}", columns, rows, notes=notes)


#: What the numbers are called in tables.
NAMES = {
    "cost": "NEC",
    "area": "NEC, average over PC(+)",
    "auc": "AUC",
    "h_measure": "H",
    "brier": "Brier score",
}


# ---- models in pairs ------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Pair:
    """Two models, tested on the same records.

    Attributes
    ----------
    a, b : str
    result : TestResult
    ranges : tuple of SureRange
        Where one of them is surely cheaper.
    """

    a: str
    b: str
    result: TestResult
    ranges: tuple[SureRange, ...]

    def sentence(self, condition: OperatingCondition | None, level: float) -> str:
        """Word what the test found, at an error rate of 1 − level."""
        result, estimate = self.result, self.result.estimate
        assert estimate is not None  # every test of costs has one
        where = "on average over PC(+)" if condition is None else f"at PC(+) = {short(condition.pc)}"
        verdict = "is" if result.significant(1 - level) else "is not"
        return (
            f"{self.a} minus {self.b}, {where}: {estimate} in NEC, {estimate.target}. That {result.null} "
            f"{verdict} rejected at {percent(1 - level)}: p = {short(result.pvalue)}, {result.method}."
        )

    def to_json(self) -> dict[str, Any]:
        """Return what documents carry."""
        result = self.result
        assert result.estimate is not None  # every test of costs has one
        ranges = [{"low": r.low, "high": r.high, "winner": r.winner} for r in self.ranges]
        return {
            "a": self.a, "b": self.b, "difference": plain(result.estimate), "test": result.method,
            "statistic": result.statistic, "pvalue": result.pvalue, "adjusted": result.adjusted,
            "null": result.null, "surely_cheaper": ranges,
        }  # fmt: skip


def pairs(asked: Uncertainty, names: Sequence[str], condition: OperatingCondition | None) -> list[Pair]:
    """Test all pairs of some models at a condition, else on average over PC(+)."""
    from costcurves.inference.costs.models import adjusted

    results = {(a, b): asked.test(a, b, condition) for a, b in itertools.combinations(names, 2)}
    return [Pair(a, b, result, asked.better(a, b)) for (a, b), result in adjusted(results).items()]


def pairs_table(found: Iterable[Pair], level: float, condition: OperatingCondition | None) -> Table:
    """Show the tests of pairs of models."""
    columns = [
        Column("a", "model", align="left"),
        Column("b", "against", align="left"),
        Column("difference", "difference", decimals=4),
        Column("low", "from", decimals=4),
        Column("high", "to", decimals=4),
        Column("pvalue", "p (Holm)", decimals=4),
        Column("ranges", "surely cheaper, PC(+)", align="left"),
    ]
    rows = []
    for pair in found:
        level = level if pair.result.estimate is None else pair.result.estimate.level
        estimate, p = pair.result.estimate, pair.result.adjusted
        p = pair.result.pvalue if p is None else p
        assert estimate is not None  # every test of costs has one
        said = ranges_sentence(pair.ranges)
        rows.append((pair.a, pair.b, estimate.estimate, estimate.low, estimate.high, p, said))
    where = "on average over PC(+)" if condition is None else f"at PC(+) = {short(condition.pc)}"
    return Table("pairs", f"Difference in NEC {where}, {percent(level)} intervals", columns, rows)


def ranges_sentence(ranges: Iterable[SureRange]) -> str:
    """List ranges with their winners."""
    return "; ".join(f"{r.winner} {r.low:.3f} to {r.high:.3f}" for r in ranges) or "nowhere"


# ---- a curve --------------------------------------------------------------------------------


def band_columns(asked: Uncertainty, name: str, wished: dict[str, Any]) -> dict[str, list[Any]]:
    """Return the bands of a curve of every model as long columns."""
    if name == "deciles":
        raise InputError.because(
            must="a band is of a curve", came=repr(name), fix="leave out --level and its like"
        )
    columns: dict[str, list[Any]] = {}
    for model in asked.models:
        wish = Wish(**wished)
        band = asked.band(model, name, **asked_of(name, wish, lower=model in asked.lower_is_positive))
        columns.setdefault("model", []).extend([model] * len(band.x))
        for key, values in _named(band, name).items():
            columns.setdefault(key, []).extend(values.tolist())
    return columns


def _named(band: Band, name: str) -> dict[str, Any]:
    """Return the columns of a band by the names that the curve has for them."""
    from costcurves.curves.rows import row

    found: Any = row(name)
    across, up = found.columns
    return {across: band.x, up: band.estimate, f"{up}_low": band.low, f"{up}_high": band.high}
