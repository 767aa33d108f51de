"""Tables and pictures of an evaluation; loaded on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves.errors import InputError
from costcurves.evaluation.models_on_records import ModelsOnRecords
from costcurves.rules.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves._ground.tables import Table
    from costcurves.charts.chart import Chart
    from costcurves.curves.curve import Curve
    from costcurves.decisions.decision import Decision
    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.evaluation.views import Wish

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

        return curve(name, self.tally(model), _wish(wish))

    def curve_columns(self, name: str, **wish: Any) -> dict[str, list[Any]]:
        """Return a curve of every model as long columns; see :meth:`curve`."""
        from costcurves.evaluation.views import curve_columns

        return curve_columns(name, self.models, _wish(wish))

    def curve_frame(self, name: str, backend: str | None = None, **wish: Any) -> Any:
        """Return a curve of every model as a long data frame; see :meth:`curve`."""
        from costcurves._ground.tables import to_frame

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
        from costcurves.evaluation.banded_charts import banded_chart

        asked = {key: options.pop(key) for key in WISHES if key in options}
        return banded_chart(name, self, decision, _wish(asked), options, uncertainty)

    def plot(self, name: str, ax: Any = None, *, decision: Decision | None = None, **options: Any) -> Any:
        """Draw a picture with matplotlib and return its Axes; see :meth:`chart`."""
        from costcurves.charts.render.matplotlib import draw

        return draw(self.chart(name, decision=decision, **options), ax)


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
