"""Tables and pictures of an evaluation; loaded on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves.evaluation.models_on_records import ModelsOnRecords

if TYPE_CHECKING:
    from costcurves._ground.tables import Table
    from costcurves.charts.chart import Chart
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.curves.curve import Curve
    from costcurves.decisions.decision import Decision
    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.rules.rule import Rule

__all__ = ["WithPictures"]


class WithPictures(ModelsOnRecords):
    """Models on the same records, as tables and pictures."""

    __slots__ = ()

    def summary(self, *, full: bool = False) -> Table:
        """Return the table of summaries, one row a model; undefined ones are missing, with a note.

        Of the main summaries, or with `full` of all of :data:`~costcurves.measures.SUMMARIES`.
        """
        from costcurves.evaluation.views import summary_table

        return summary_table(self.models, full=full)

    def threshold_table(self, model: str) -> Table:
        """Return outcomes and measures at every distinct threshold, both trivial classifiers included."""
        from costcurves.evaluation.views import threshold_table

        return threshold_table(model, self.tally(model))

    def to_frame(self, backend: str | None = None) -> Any:
        """Return the summary table as a data frame of pandas, polars or arrow."""
        return self.summary().to_frame(backend)

    def curve(
        self,
        name: str,
        model: str,
        condition: OperatingCondition | None = None,
        *,
        prevalence: float | None = None,
        rule: Rule | None = None,
        test_cost: float = 0.0,
    ) -> Curve:
        """Return a curve of a model: any of :data:`costcurves.curves.CURVES`, by its name.

        Parameters
        ----------
        name : str
            Such as "precision_recall", "gains", "net_benefit", "brier".
        model : str
        condition : OperatingCondition, optional
            Gives costs and, unless stated otherwise, the prevalence.
        prevalence : float, optional
            Share of positives; by default that of the condition, and without one that of the records.
        rule : Rule, optional
            How thresholds follow the condition, of curves over conditions.
        test_cost : float
            What one use of a classifier costs, of curves over conditions.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1, 1, 0, 1, 0], {"a": [0.9, 0.8, 0.7, 0.4, 0.1]})
        >>> round(ev.curve("net_benefit", "a")(0.5), 6)
        0.2
        """
        from costcurves.curves.kind import CurveOptions
        from costcurves.curves.registry import curve_kind

        options = CurveOptions(prevalence=prevalence, condition=condition, rule=rule, test_cost=test_cost)
        return curve_kind(name).of(self.tally(model), options)

    def curve_columns(
        self,
        name: str,
        condition: OperatingCondition | None = None,
        *,
        prevalence: float | None = None,
        rule: Rule | None = None,
        test_cost: float = 0.0,
    ) -> dict[str, list[Any]]:
        """Return a curve of every model as long columns; see :meth:`curve`."""
        from costcurves.curves.kind import CurveOptions
        from costcurves.evaluation.views import curve_columns

        options = CurveOptions(prevalence=prevalence, condition=condition, rule=rule, test_cost=test_cost)
        return curve_columns(name, self.models, options)

    def curve_frame(
        self,
        name: str,
        condition: OperatingCondition | None = None,
        *,
        prevalence: float | None = None,
        rule: Rule | None = None,
        test_cost: float = 0.0,
        backend: str | None = None,
    ) -> Any:
        """Return a curve of every model as a long data frame; see :meth:`curve`."""
        from costcurves._ground.tables import to_frame

        columns = self.curve_columns(name, condition, prevalence=prevalence, rule=rule, test_cost=test_cost)
        return to_frame(columns, backend)

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
            One of :data:`costcurves.curves.CURVES`, or another picture: "threshold", "ks", "deciles", …
        decision : Decision, optional
            Marked where the picture has its axes: as a point, a line, a depth, a threshold.
        uncertainty : Uncertainty, optional
            Draws a band behind every curve; see :meth:`uncertainty`.
        **options
            `prevalence`: share of positives that the picture is drawn for, by default that of the
            condition, and without one that of the records; `condition`: gives costs; `rule` and
            `test_cost`, for curves over conditions; and those of the picture.
        """
        from costcurves.curves.kind import CurveOptions
        from costcurves.evaluation.banded_charts import banded_chart

        shared = {key: options.pop(key) for key in SHARED if options.get(key) is not None}
        own = {key: value for key, value in options.items() if key not in SHARED}
        return banded_chart(name, self, decision, CurveOptions(**shared), own, uncertainty)

    def plot(self, name: str, ax: Any = None, *, decision: Decision | None = None, **options: Any) -> Any:
        """Draw a picture with matplotlib and return its Axes; see :meth:`chart`."""
        from costcurves.charts.render.matplotlib import draw

        return draw(self.chart(name, decision=decision, **options), ax)


#: What single curves take, and the pictures of them.
SHARED = ("prevalence", "condition", "rule", "test_cost")
