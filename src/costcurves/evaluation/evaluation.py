"""The evaluation: named models on the same records. What a person holds and asks."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground import json
from costcurves.decisions import total_cost
from costcurves.decisions.criterion import Criterion, chosen
from costcurves.decisions.decision import Decision
from costcurves.decisions.optima import least_cost
from costcurves.errors import InputError
from costcurves.evaluation.compared_models import ComparedModels
from costcurves.evaluation.parted_records import PartedRecords
from costcurves.rules.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from costcurves._ground.tables import Table
    from costcurves.charts.marks import Chart
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.curves.curve import Curve
    from costcurves.decisions.total_cost import TotalCost
    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.evaluation.views import Wish

__all__ = ["Evaluation"]

#: What is noted where records are weighed by their stakes.
STAKED = "records weigh what is at stake; positives are those worth acting on"


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Evaluation(ComparedModels, PartedRecords):
    """Models judged on the same records (or on published counts), over all operating conditions.

    Make one with :func:`costcurves.evaluate`, :func:`costcurves.evaluate_points` or
    :func:`costcurves.evaluate_counts`.

    Attributes
    ----------
    models : dict of str to Tally
    records : Records or None
        The rows, where there are rows.
    name : str
        What the records are called in sentences.
    notes : tuple of str
        What a reader should be told about the input.
    lower_is_positive : frozenset of str
        Models whose low scores mean positive; their tallies hold negated scores.

    Examples
    --------
    >>> from costcurves import evaluate
    >>> ev = evaluate([1, 1, 0, 1, 0], {"a": [0.9, 0.8, 0.7, 0.4, 0.1], "b": [5, 4, 1, 3, 2]})
    >>> ev.cost_curve("b").area
    0.0
    """

    # ---- decisions --------------------------------------------------------------------------

    def decide(self, condition: OperatingCondition) -> Decision:
        """Choose model and threshold with the least expected cost at a condition."""
        return self.choose(least_cost(condition))

    def choose(self, criterion: Criterion, model: str | None = None) -> Decision:
        """Choose model and threshold (or only the threshold of one model) under any criterion.

        Among models that are equally good the first is taken.
        """
        names = list(self.models) if model is None else [model]
        decision = chosen({name: self.tally(name) for name in names}, criterion)
        lower = decision.model in self.lower_is_positive
        return dataclasses.replace(
            decision, chosen_on=self.name, judged_on=self.name, lower_is_positive=lower
        )

    def judge(self, decision: Decision) -> Decision:
        """Return a decision made elsewhere with its rates and costs on these records."""
        return decision.judged(self.tally(decision.model), self.name)

    # ---- costs of every record --------------------------------------------------------------

    def staked(self) -> Evaluation:
        """Return the evaluation with every record weighed by what a decision about it is worth.

        Its positives are the records worth acting on, its rates shares of money: all curves, hulls
        and comparisons hold as they do for counts. Needs per-row costs; see
        :meth:`costcurves.Tally.from_stakes`. A curve is undefined where no record, or every
        record, is worth acting on.
        """
        models = {model: self._rows("stakes").stakes(model) for model in self.models}
        return dataclasses.replace(self, models=models, records=None, notes=(*self.notes, STAKED))

    def least_total_cost(self, model: str | None = None) -> TotalCost:
        """Choose model and threshold (or only that of one model) with the least total of per-row costs."""
        return total_cost.least_total(self._rows("totals"), model, self.name)

    def bayes_total_cost(self, model: str | None = None) -> TotalCost:
        """Flag every record whose expected benefit at its own costs is not negative.

        Scores must be probabilities, and the costs of a record must not depend on its label; see
        :meth:`costcurves.Records.expected_benefit`.
        """
        return total_cost.bayes_by_row(self._rows("totals"), model, self.name)

    def profit_by_row(self, model: str) -> Curve:
        """Return what acting on the best-scored share of the records brings at per-row costs, so far."""
        from costcurves.curves.over_depth import DEPTH_ROWS

        profit = {row.key: row for row in DEPTH_ROWS}["profit"]
        return profit(self._rows("profits").valued(model))

    def total_cost(self, decision: Any) -> TotalCost:
        """Return what a decision, or flags for each record, come to in money at per-row costs."""
        if isinstance(decision, Decision):
            return total_cost.judged_total(self._rows("totals"), decision, self.name)
        return dataclasses.replace(total_cost.total_of(self._rows("totals"), decision), judged_on=self.name)

    # ---- tables and pictures (loaded on first use) ------------------------------------------

    def summary(self, *, full: bool = False) -> Table:
        """Return the table of summaries, one row a model; undefined ones are missing, with a note.

        Of the main summaries, or with `full` of all of :data:`~costcurves.measures.SUMMARIES`.
        """
        from costcurves.evaluation.views import summary_table

        return summary_table(self.models, self.lower_is_positive, full=full)

    def threshold_table(self, model: str) -> Table:
        """Return outcomes and measures at every distinct threshold, both trivial classifiers included."""
        from costcurves.evaluation.views import threshold_table

        return threshold_table(model, self.tally(model), lower=model in self.lower_is_positive)

    def to_frame(self, backend: str | None = None) -> Any:
        """Return the summary table as a data frame of pandas, polars or arrow."""
        return self.summary().to_frame(backend)

    def curve(self, name: str, model: str, **wish: Any) -> Curve:
        """Return a curve of a model: any row of the table of curves, by its name.

        Parameters
        ----------
        name : str
            Such as "precision_recall", "gains", "net_benefit", "brier".
        model : str
        **wish
            `prevalence`, `condition`, `rule`, `test_cost`; see :meth:`chart`.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1, 1, 0, 1, 0], {"a": [0.9, 0.8, 0.7, 0.4, 0.1]})
        >>> round(ev.curve("net_benefit", "a")(0.5), 6)
        0.2
        """
        from costcurves.evaluation.views import curve

        return curve(name, self.tally(model), _wish(wish), lower=model in self.lower_is_positive)

    def curve_columns(self, name: str, **wish: Any) -> dict[str, list[Any]]:
        """Return a curve of every model as long columns; see :meth:`curve`."""
        from costcurves.evaluation.views import curve_columns

        return curve_columns(name, self.models, self.lower_is_positive, _wish(wish))

    def curve_frame(self, name: str, backend: str | None = None, **wish: Any) -> Any:
        """Return a curve of every model as a long data frame; see :meth:`curve`."""
        from costcurves._ground.frames import to_frame

        return to_frame(self.curve_columns(name, **wish), backend)

    def chart(
        self,
        name: str,
        *,
        decision: Decision | None = None,
        uncertainty: Uncertainty | None = None,
        **options: Any,
    ) -> Chart:
        """Return a picture as data.

        Parameters
        ----------
        name : str
            A row of the table of curves, or another picture: "threshold", "ks", "deciles", …
        decision : Decision, optional
            Marked where the picture has its axes: as a point, a line, a depth, a threshold.
        uncertainty : Uncertainty, optional
            Draws a band behind every curve; see :meth:`uncertainty`.
        **options
            `prevalence`: share of positives that the picture is drawn for, by default that of the
            condition, and without one that of the records; `condition`: gives costs; `rule` and
            `test_cost`, for curves over conditions; and those of the picture.
        """
        from costcurves.evaluation.uncertainty_views import banded_chart

        asked = {key: options.pop(key) for key in WISHES if key in options}
        return banded_chart(name, self, decision, _wish(asked), options, uncertainty)

    def plot(self, name: str, ax: Any = None, *, decision: Decision | None = None, **options: Any) -> Any:
        """Draw a picture with matplotlib and return its Axes; see :meth:`chart`."""
        from costcurves.charts.render.matplotlib import draw

        return draw(self.chart(name, decision=decision, **options), ax)

    def report(
        self, path: str | Path, *, decision: Decision | None = None, uncertainty: Uncertainty | None = None
    ) -> Path:
        """Write one self-contained HTML page, with intervals if asked for, and return its path."""
        from costcurves.evaluation.uncertainty_views import sureness
        from costcurves.report.page import write_page

        return write_page(path, self, decision, sure=sureness(self, decision, uncertainty))

    # ---- JSON -------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the numbers of the evaluation as plain values; infinities are "inf" and "-inf"."""
        from costcurves.evaluation.views import numbers

        return dict(json.plain_json(numbers(self.models, self.lower_is_positive)))

    def save(self, path: str | Path) -> None:
        """Write the tallies (not the rows) to a versioned JSON file; :meth:`load` gives equal answers."""
        from costcurves.evaluation.views import stored

        json.write(path, stored(self.models, self.name, self.notes, self.lower_is_positive))

    @classmethod
    def load(cls, path: str | Path) -> Evaluation:
        """Read what :meth:`save` wrote."""
        return cls.from_json(json.read(path, "evaluation"))

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Evaluation:
        """Read the contents of a file that :meth:`save` wrote; :meth:`to_json` gives numbers only."""
        from costcurves.evaluation.views import restored

        return cls(**restored(json.checked(document, "evaluation")))

    def __repr__(self) -> str:
        """Show the models and the sizes."""
        known = [t for t in self.models.values() if t.counted]
        sizes = {f", {t.total_positive:g} + {t.total_negative:g} records" for t in known}
        size = sizes.pop() if len(sizes) == 1 else ""
        return f"Evaluation({', '.join(self.models)}{size})"


#: What a curve can be asked for.
WISHES = ("prevalence", "condition", "rule", "test_cost")


def _wish(asked: Mapping[str, Any]) -> Wish:
    """Check what is asked of a curve."""
    from costcurves.evaluation.views import Wish

    strange = set(asked) - set(WISHES)
    if strange:
        raise InputError.because(must=f"a curve takes {', '.join(WISHES)}", came=", ".join(sorted(strange)))
    if asked.get("rule") is not None:
        Rule.require(asked["rule"])
    return Wish(**asked)
