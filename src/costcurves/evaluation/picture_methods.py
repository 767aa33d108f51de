"""Tables and pictures of an evaluation; loaded on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves.evaluation.models_on_records import ModelsOnRecords, naming_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves._ground.tables import Table
    from costcurves.charts.chart import Chart
    from costcurves.conditions.stated_condition import Condition
    from costcurves.criteria.decision import Decision
    from costcurves.curves.curve import Curve
    from costcurves.curves.kind import CurveOptions
    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.measures.confusion_measures import Measure
    from costcurves.rules.rule import Rule


class WithPictures(ModelsOnRecords):
    """Models on the same records, as tables and pictures."""

    __slots__ = ()

    def summary(self, *, full: bool = False) -> Table:
        """Return the table of summaries, one row a model; undefined ones are missing, with a note.

        Of the main summaries, or with `full` of all of :data:`~costcurves.measures.SUMMARIES`.
        """
        from costcurves.evaluation.views import summary_table

        return summary_table(self.models, self.records, full=full)

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
        condition: Condition | None = None,
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
        condition : OperatingCondition, Costs or float, optional
            Gives costs and, unless stated otherwise, the prevalence. Costs alone, and PC(+) as a number,
            are taken at the prevalence of the records.
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
        from costcurves.curves.registry import curve_kind

        options = self._options(condition, prevalence, rule, test_cost)
        with naming_rows(self.records, [model]):
            return curve_kind(name).of(self.tally(model), options)

    def curve_columns(
        self,
        name: str,
        condition: Condition | None = None,
        *,
        prevalence: float | None = None,
        rule: Rule | None = None,
        test_cost: float = 0.0,
    ) -> dict[str, list[Any]]:
        """Return a curve of every model as long columns; see :meth:`curve`."""
        from costcurves.evaluation.views import curve_columns

        options = self._options(condition, prevalence, rule, test_cost)
        with naming_rows(self.records, self.models):
            return curve_columns(name, self.models, options)

    def curve_frame(
        self,
        name: str,
        condition: Condition | None = None,
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

    def chart(  # noqa: PLR0913 - one keyword for each option of a picture
        self,
        name: str = "cost",
        condition: Condition | None = None,
        *,
        prevalence: float | None = None,
        rule: Rule | None = None,
        test_cost: float = 0.0,
        decision: Decision | None = None,
        uncertainty: Uncertainty | None = None,
        isometrics: str | Measure | None = None,
        levels: Sequence[float] | None = None,
        capacity: float | None = None,
        population: float | None = None,
        measures: Sequence[str | Measure] | None = None,
        parts: int | None = None,
        of: str | None = None,
        pair: tuple[str, str] | None = None,
        level: float | None = None,
        resamples: int | None = None,
        bins: int | None = None,
        spacing: str | None = None,
        counts: bool | None = None,
        bandwidth: float | None = None,
        joint_hull: bool | None = None,
        lines: bool | None = None,
        resolution: float | None = None,
        part: str = "",
    ) -> Chart:
        """Return a picture as data; an option that is left out is as usual for the picture.

        Parameters
        ----------
        name : str
            One of :data:`costcurves.curves.CURVES`, or another picture: "threshold", "ks", "deciles", …;
            by default the cost curves.
        condition : OperatingCondition, Costs or float, optional
            As of :meth:`curve`.
        prevalence : float, optional
            Share of positives that the picture is drawn for; by default that of the condition, and
            without one that of the records.
        rule, test_cost
            Of curves over conditions; see :meth:`curve`.
        decision : Decision, optional
            Marked where the picture has its axes: as a point, a line, a depth, a threshold.
        uncertainty : Uncertainty, optional
            Draws a band behind every curve; see :meth:`uncertainty`.
        isometrics : str or Measure, optional
            The measure whose lines of one value are drawn, in ROC, DET, coverage and PR space.
        levels : sequence of float, optional
            The values of those lines.
        capacity : float, optional
            Share of the records that can be handled, of gains, lift and profit.
        population : float, optional
            How many cases there are where it is used: axes of "gains", "lift" and "profit" count these.
        measures : sequence of str or Measure, optional
            What "threshold" shows.
        parts : int, optional
            Of "deciles".
        of : str, optional
            The curve that a "difference" is of.
        pair : tuple of two str, optional
            The models whose difference is drawn.
        level : float, optional
            Of the intervals of a reliability diagram, in (0, 1).
        resamples : int, optional
            Of the band of "reliability".
        bins : int, optional
            Of "binned_reliability" and "histogram".
        spacing : {"width", "count"}, optional
            Of the bins of "binned_reliability".
        counts : bool, optional
            Whether "histogram" shows counts instead of densities.
        bandwidth : float, optional
            Of "density".
        joint_hull : bool, optional
            Whether "roc" shows the joint hull of all models, and "cost" its cost curve; see :meth:`hull`.
        lines : bool, optional
            Whether "cost" shows the cost line of every threshold; of many, those on the hull and some others.
        resolution : float, optional
            How finely curves are drawn: in parts of an axis.
        part : str, optional
            The part of the records that this evaluation is of, such as "test": the caption and the columns
            of the picture name it, and its prevalence.

        Raises
        ------
        InputError
            If the picture has no such option, or needs costs that are not stated.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1, 1, 0, 1, 0], {"a": [0.9, 0.8, 0.7, 0.4, 0.1]})
        >>> ev.chart("roc", isometrics="f1").key
        'roc'
        """
        from costcurves.evaluation.views import chart

        own = {
            "isometrics": isometrics, "levels": levels, "capacity": capacity, "population": population,
            "measures": measures,
            "parts": parts, "of": of, "pair": pair, "level": level, "resamples": resamples, "bins": bins,
            "spacing": spacing, "counts": counts, "bandwidth": bandwidth, "joint_hull": joint_hull,
            "lines": lines, "resolution": resolution,
        }  # fmt: skip
        stated = {option: value for option, value in own.items() if value is not None}
        options = self._options(condition, prevalence, rule, test_cost)
        with naming_rows(self.records, self.models):
            return chart(name, self, decision, options, stated, uncertainty, part)

    def plot(  # noqa: PLR0913 - those of a chart
        self,
        name: str = "cost",
        condition: Condition | None = None,
        *,
        ax: Any = None,
        prevalence: float | None = None,
        rule: Rule | None = None,
        test_cost: float = 0.0,
        decision: Decision | None = None,
        uncertainty: Uncertainty | None = None,
        isometrics: str | Measure | None = None,
        levels: Sequence[float] | None = None,
        capacity: float | None = None,
        population: float | None = None,
        measures: Sequence[str | Measure] | None = None,
        parts: int | None = None,
        of: str | None = None,
        pair: tuple[str, str] | None = None,
        level: float | None = None,
        resamples: int | None = None,
        bins: int | None = None,
        spacing: str | None = None,
        counts: bool | None = None,
        bandwidth: float | None = None,
        joint_hull: bool | None = None,
        lines: bool | None = None,
        resolution: float | None = None,
        part: str = "",
    ) -> Any:
        """Draw a picture with matplotlib and return its Axes, by default new ones; see :meth:`chart`."""
        made = self.chart(
            name, condition, prevalence=prevalence, rule=rule, test_cost=test_cost, decision=decision,
            uncertainty=uncertainty, isometrics=isometrics, levels=levels, capacity=capacity,
            population=population,
            measures=measures, parts=parts, of=of, pair=pair, level=level, resamples=resamples, bins=bins,
            spacing=spacing, counts=counts, bandwidth=bandwidth,
            joint_hull=joint_hull, lines=lines, resolution=resolution, part=part,
        )  # fmt: skip
        return made.plot(ax)

    def _options(
        self, condition: Condition | None, prevalence: float | None, rule: Rule | None, test_cost: float
    ) -> CurveOptions:
        """Return how curves are drawn."""
        from costcurves.curves.kind import CurveOptions

        stated = self._condition(condition).condition
        return CurveOptions(prevalence=prevalence, condition=stated, rule=rule, test_cost=test_cost)
