"""A display of any kind of curve, with the habits of scikit-learn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from costcurves.charts.render.matplotlib import require_matplotlib
from costcurves.curves.kind import CurveKind, CurveOptions, Family, Reference
from costcurves.curves.registry import curve_kind
from costcurves.errors import InputError
from costcurves.learn.shown_display import ShownDisplay
from costcurves.learn.styles import OF_CHANCE, OF_TRIVIAL, auc_intervals, looks, part_of, responses
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurves.conditions.operating_condition import Costs
    from costcurves.curves.curve import Curve
    from costcurves.inference.estimate import Estimate
    from costcurves.rules.rule import Rule

#: Kinds whose area is a number that people compare.
WITH_AREA = {"cost", "cost_by_proportion", "brier", "brier_by_proportion", "roc", "precision_recall", "gains"}


class CurveDisplay(ShownDisplay):
    """A curve of any kind, drawn the way scikit-learn's displays are.

    Make one with :meth:`from_predictions`, :meth:`from_estimator` or :meth:`from_cv_results`; of
    the subclasses each shows one kind of :data:`costcurves.curves.CURVES`.

    Parameters
    ----------
    curve : Curve or sequence of Curve
        One curve, or one a fold.
    kind : str or CurveKind, optional
        The kind of curve, or its name; a subclass has its own.
    name : str or sequence of str, optional
        Name in the legend.
    pos_label : optional
        The positive class, named at the axes.
    references : sequence of Reference
        What chance, or a trivial classifier, would reach.
    intervals : sequence of Estimate
        Of the areas, one a curve, where they are known.

    Attributes
    ----------
    line_ : matplotlib Artist or list of Artists
    chance_level_ : matplotlib Artist, list of Artists or None
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure

    Examples
    --------
    >>> display = CurveDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> display.line_.get_label()
    'Classifier (area = 0.12)'
    """

    kind_name: ClassVar[str] = "cost"
    # Artists and axes are matplotlib's, one or several of them, as there.
    line_: Any
    chance_level_: Any
    ax_: Any
    figure_: Any

    def __init__(
        self,
        *,
        curve: Curve | Sequence[Curve],
        kind: str | CurveKind | None = None,
        name: str | Sequence[str] | None = None,
        pos_label: Any = None,
        references: Sequence[Reference] = (),
        intervals: Sequence[Estimate] = (),
    ) -> None:
        """Keep what is to be drawn."""
        self.kind = curve_kind(kind or self.kind_name)
        self.curve: Any = curve
        self.name = name
        self.pos_label = pos_label
        self.references = tuple(references)
        self.intervals = tuple(intervals)

    # ---- making one -------------------------------------------------------------------------

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_score: Any,
        *,
        sample_weight: Any = None,
        pos_label: Any = None,
        kind: str | CurveKind | None = None,
        prevalence: float | None = None,
        rule: Rule | None = None,
        costs: Costs | None = None,
        test_cost: float = 0.0,
        name: str | None = None,
        ax: Any = None,
        curve_kwargs: Any = None,
        plot_chance_level: bool = False,
        chance_level_kw: Mapping[str, Any] | None = None,
        despine: bool = False,
    ) -> Self:
        """Draw the curve of scores.

        Parameters
        ----------
        y_true, y_score : array_like, shape (records,)
        sample_weight : array_like, shape (records,), optional
        pos_label : optional
            Label of the positive class.
        kind : str or CurveKind, optional
            The kind of curve, or its name; a subclass has its own.
        prevalence : float, optional
            Share of positives to draw the curve for; by default that of the records.
        rule : Rule, optional
            How thresholds follow the condition, of curves over conditions.
        costs : Costs, optional
            Of profit, and of curves over the prevalence.
        test_cost : float
            What one use of the classifier costs, of curves over conditions.
        name : str, optional
            Name in the legend; by default "Classifier".
        ax : matplotlib Axes, optional
        curve_kwargs : dict, optional
            Passed to matplotlib's `plot`.
        plot_chance_level : bool
            Whether to draw what chance, or the trivial classifiers, reach. What flagging nobody and everybody
            cost or bring is drawn behind every curve over conditions, without it thin and grey.
        chance_level_kw : mapping, optional
            Passed to matplotlib's `plot` for that.
        despine : bool
            Whether to take away the upper and the right edge.
        """
        require_matplotlib()
        options = CurveOptions(prevalence=prevalence, rule=rule, costs=costs, test_cost=test_cost)
        tally = Tally.from_scores(y_true, y_score, sample_weight, pos_label=pos_label)
        display = cls._of([tally], kind, options, name or "Classifier", pos_label)
        return display.plot(
            ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            despine=despine,
        )

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        sample_weight: Any = None,
        response_method: str | Sequence[str] = "auto",
        pos_label: Any = None,
        kind: str | CurveKind | None = None,
        prevalence: float | None = None,
        rule: Rule | None = None,
        costs: Costs | None = None,
        test_cost: float = 0.0,
        name: str | None = None,
        ax: Any = None,
        curve_kwargs: Any = None,
        plot_chance_level: bool = False,
        chance_level_kw: Mapping[str, Any] | None = None,
        despine: bool = False,
    ) -> Self:
        """Draw the curve of a fitted classifier on some records.

        Parameters
        ----------
        estimator : object
            A fitted classifier of two classes, or a pipeline or search that ends in one.
        X, y : array_like
            Records and labels.
        response_method : {"auto", "predict_proba", "decision_function"} or sequence of these
        sample_weight, pos_label, kind, prevalence, rule, costs, test_cost, name, ax, curve_kwargs
            As in :meth:`from_predictions`; the name is by default that of the class.
        plot_chance_level, chance_level_kw, despine
            As in :meth:`from_predictions`.
        """
        score, positive = responses(estimator, X, response_method=response_method, pos_label=pos_label)
        return cls.from_predictions(
            y,
            score,
            sample_weight=sample_weight,
            pos_label=positive,
            kind=kind,
            prevalence=prevalence,
            rule=rule,
            costs=costs,
            test_cost=test_cost,
            name=name or type(estimator).__name__,
            ax=ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            despine=despine,
        )

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any],
        X: Any,
        y: Any,
        *,
        sample_weight: Any = None,
        response_method: str | Sequence[str] = "auto",
        pos_label: Any = None,
        kind: str | CurveKind | None = None,
        prevalence: float | None = None,
        rule: Rule | None = None,
        costs: Costs | None = None,
        test_cost: float = 0.0,
        name: str | Sequence[str] | None = None,
        ax: Any = None,
        curve_kwargs: Any = None,
        plot_chance_level: bool = False,
        chance_level_kwargs: Mapping[str, Any] | None = None,
        despine: bool = False,
    ) -> Self:
        """Draw one curve a fold.

        Parameters
        ----------
        cv_results : mapping
            What `cross_validate` returns with `return_estimator=True` and `return_indices=True`.
        name : str or sequence of str, optional
            Of all folds, or one a fold if `curve_kwargs` is a list.
        X, y, sample_weight, response_method, pos_label, kind, prevalence, rule, costs, test_cost, ax
            As in :meth:`from_estimator`.
        curve_kwargs : dict or list of dict, optional
            One look for all folds and one entry in the legend, or one a fold.
        plot_chance_level, chance_level_kwargs, despine
            As in :meth:`from_predictions`.
        """
        require_matplotlib()
        if not {"estimator", "indices"} <= set(cv_results):
            raise InputError(
                'cv_results must have the keys "estimator" and "indices"',
                ", ".join(map(str, cv_results)) or "none",
                "call cross_validate with return_estimator=True and return_indices=True",
            )
        tallies, positive = [], pos_label
        for estimator, rows in zip(cv_results["estimator"], cv_results["indices"]["test"], strict=True):
            score, positive = responses(
                estimator, part_of(X, rows), response_method=response_method, pos_label=pos_label
            )
            weight = part_of(sample_weight, rows)
            tallies.append(Tally.from_scores(part_of(y, rows), score, weight, pos_label=positive))
        options = CurveOptions(prevalence=prevalence, rule=rule, costs=costs, test_cost=test_cost)
        display = cls._of(tallies, kind, options, name, positive)
        return display.plot(
            ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kwargs,
            despine=despine,
        )

    @classmethod
    def _of(
        cls,
        tallies: list[Tally],
        kind: str | CurveKind | None,
        options: CurveOptions,
        name: str | Sequence[str] | None,
        pos_label: Any,
    ) -> Self:
        """Make the curves of tallies."""
        one = curve_kind(kind or cls.kind_name)
        curves = [one.of(tally, options) for tally in tallies]
        references = one.references(tallies[0], options)
        shown = curves if len(curves) > 1 else curves[0]
        intervals = auc_intervals(tallies) if one.key == "roc" else ()
        return cls(
            curve=shown,
            kind=one,
            name=name,
            pos_label=pos_label,
            references=references,
            intervals=intervals,
        )

    # ---- drawing ----------------------------------------------------------------------------

    def plot(
        self,
        ax: Any = None,
        *,
        name: str | Sequence[str] | None = None,
        curve_kwargs: Any = None,
        plot_chance_level: bool = False,
        chance_level_kw: Mapping[str, Any] | None = None,
        despine: bool = False,
    ) -> Self:
        """Draw, and return the display; see :meth:`from_predictions`."""
        require_matplotlib()
        from matplotlib import pyplot as plt

        self.ax_ = plt.subplots()[1] if ax is None else ax
        self.figure_ = self.ax_.figure
        curves = self.curves
        areas = [curve.area for curve in curves] if self.kind.key in WITH_AREA else None
        named = self.name if name is None else name
        styles = looks(len(curves), named, curve_kwargs, areas, self.intervals)
        lines = []
        for curve, style in zip(curves, styles, strict=True):
            x, y = curve.drawn()
            known = np.isfinite(y)
            lines += self.ax_.plot(x[known], y[known], **style)
        self.line_ = lines[0] if len(lines) == 1 else lines
        self._frame(curves)
        self.chance_level_ = self._chance(chance_level_kw) if plot_chance_level else None
        trivial = self.kind.family is Family.CONDITION and bool(self.references)
        if trivial and not plot_chance_level:
            self._chance(OF_TRIVIAL)
        if despine:
            for side in ("top", "right"):
                self.ax_.spines[side].set_visible(False)
        if any(style.get("label") for style in styles) or trivial or self.chance_level_ is not None:
            self.ax_.legend(loc="best")
        return self

    def _frame(self, curves: list[Curve]) -> None:
        ends = f" (Positive label: {self.pos_label})" if self.pos_label is not None else ""
        self.ax_.set(xlabel=f"{self.kind.x_title}{ends}", ylabel=self.kind.y_title)
        if self.kind.axis_scale == "probit":
            from scipy.special import ndtr, ndtri

            for axis in ("x", "y"):
                getattr(self.ax_, f"set_{axis}scale")("function", functions=(ndtri, ndtr))
                self.ax_.set(**{f"{axis}lim": (0.005, 0.995)})
                getattr(self.ax_, f"set_{axis}ticks")([0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99])
            return
        if self.kind.key == "coverage":
            return
        self.ax_.set_xlim(-0.01, 1.01)
        if self.kind.better == "high" and self.kind.family is Family.CONDITION:
            top = max(float(np.max(curve.y[np.isfinite(curve.y)])) for curve in curves)
            self.ax_.set_ylim(-0.25 * top, 1.05 * top)

    def _chance(self, look: Mapping[str, Any] | None) -> Any:
        """Draw what chance reaches; one line, or one a trivial classifier."""
        if not self.references:
            raise InputError(
                "a curve with a chance level must have one to draw",
                "none",
                "leave out plot_chance_level",
                where=self.kind.key,
            )
        kept = self.ax_.get_ylim()
        lines: list[Any] = []
        for reference in self.references:
            style = {**OF_CHANCE, "label": reference.label, **(look or {})}
            lines += self.ax_.plot(reference.x, reference.y, **style)
        self.ax_.set_ylim(kept)
        return lines[0] if len(lines) == 1 else lines
