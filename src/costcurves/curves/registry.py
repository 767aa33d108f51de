"""The table of curves: those over conditions, and all kinds by their names."""

from __future__ import annotations

from functools import partial

from costcurves.curves import axes
from costcurves.curves.kind import CurveKind
from costcurves.curves.over_condition import OverConditions
from costcurves.curves.over_depth import DEPTH_CURVES
from costcurves.curves.over_threshold import MEASURE_CURVES, OverThreshold
from costcurves.errors import no_such
from costcurves.rules.driven_rules import Excess, kendall, rate_driven, score_driven, score_uniform

#: Costs over PC(+), over the cost proportion, over the log-odds of PC(+) and over the prevalence; benefits.
_nec = partial(
    OverConditions, y_title="Normalised expected cost (NEC)", axis=axes.OVER_PC, scale=axes.as_it_is
)
_by_proportion = partial(
    OverConditions,
    y_title="Expected cost, costs scaled to fn + fp = 2",
    axis=axes.OVER_PROPORTION,
    scale=axes.by_proportion,
)
_log_odds = partial(
    OverConditions, axis=axes.OVER_LOG_ODDS, policy=lambda _: score_driven(), beside_best=True
)
_over_prevalence = partial(OverConditions, axis=axes.OVER_PREVALENCE, scale=axes.in_money)
_benefit = partial(OverConditions, better="high", axis=axes.OVER_THRESHOLD, policy=score_driven)

#: Every kind over conditions: a rule, an axis and a scale.
CONDITION_CURVES: tuple[OverConditions, ...] = (
    _nec(
        key="cost",
        title="Cost curve",
        formula="FNR·PC + FPR·(1 − PC)",
        aliases=("cost_by_skew",),
        cost_space="the cost curve itself",
        source="Drummond & Holte (2000)",
    ),
    _by_proportion(
        key="cost_by_proportion",
        title="Cost curve by cost proportion",
        formula="2·(κ·p·FNR + (1 − κ)·(1 − p)·FPR)",
        cost_space="NEC times 2·(κ·p + (1 − κ)·(1 − p)), at the PC(+) of κ and p",
        source="Hernández-Orallo, Flach & Ferri (2011)",
    ),
    _over_prevalence(
        key="error_by_prevalence",
        title="Error rate by prevalence",
        y_title="Error rate",
        formula="p·FNR + (1 − p)·FPR",
        fixed_costs=axes.EQUAL,
        cost_space="the cost curve where both errors cost the same: PC(+) is the prevalence",
    ),
    _nec(
        key="brier",
        title="Brier curve",
        formula="NEC with threshold 1 − PC on the score",
        policy=lambda _: score_driven(0.5),
        aliases=("brier_by_skew",),
        beside_best=True,
        cost_space="the cost curve of scores as probabilities; area: mean Brier score of the two classes",
        source="Hernández-Orallo, Flach & Ferri (2011)",
    ),
    _by_proportion(
        key="brier_by_proportion",
        title="Brier curve by cost proportion",
        formula="2·(κ·p·FNR + (1 − κ)·(1 − p)·FPR) with threshold 1 − κ on the score",
        policy=score_driven,
        beside_best=True,
        cost_space="the cost curve of scores as probabilities; area: the Brier score",
        source="Hernández-Orallo, Flach & Ferri (2011)",
    ),
    _by_proportion(
        key="score_uniform",
        title="Cost of a random threshold",
        formula="threshold drawn from [0, 1]",
        policy=score_uniform,
        beside_best=True,
        cost_space="a cost line; area: the mean absolute error",
        source="Hernández-Orallo, Flach & Ferri (2012)",
    ),
    _by_proportion(
        key="rate_driven",
        title="Rate-driven cost curve",
        formula="share flagged = κ",
        policy=rate_driven,
        beside_best=True,
        cost_space="piecewise quadratic; area: p·(1 − p)·(1 − 2·AUC) + ⅓",
        source="Hernández-Orallo, Flach & Ferri (2013)",
    ),
    _by_proportion(
        key="kendall",
        title="Kendall curve",
        y_title="Expected cost above that of a perfect ranking",
        formula="rate-driven, less that of a perfect ranking",
        policy=lambda prevalence: partial(kendall, prevalence=prevalence),
        trivial=False,
        cost_space="area: 2·p·(1 − p)·(1 − AUC)",
        source="Hernández-Orallo, Flach & Ferri (2013)",
    ),
    _nec(
        key="excess",
        title="Excess cost of scores as probabilities",
        y_title="NEC above that of the best threshold",
        formula="NEC of score-driven thresholds − env(PC)",
        policy=lambda _: Excess(score_driven(0.5)),
        trivial=False,
        aliases=("calibration_loss",),
        cost_space="the Brier curve less the cost curve: what wrong probabilities cost",
    ),
    _benefit(
        key="net_benefit",
        title="Decision curve",
        y_title="Net benefit",
        formula="TP/n − FP/n · t/(1 − t), flagged where score ≥ t",
        scale=axes.net_benefit,
        aliases=("decision_curve", "dca"),
        cost_space="p·(1 − NEC/PC) at PC = p(1 − t)/(p(1 − t) + (1 − p)t)",
        source="Vickers & Elkin (2006)",
    ),
    _benefit(
        key="standardised_net_benefit",
        title="Standardised net benefit",
        y_title="Net benefit / prevalence",
        formula="net benefit / p",
        scale=axes.standardised,
        aliases=("standardized_net_benefit",),
        cost_space="1 − NEC/PC",
        source="Kerr et al. (2016)",
    ),
    _benefit(
        key="interventions_avoided",
        title="Interventions avoided",
        y_title="Net interventions avoided per record",
        formula="TN/n − FN/n · (1 − t)/t, flagged where score ≥ t",
        scale=axes.interventions_avoided,
        aliases=("net_benefit_untreated",),
        cost_space="(1 − p)·(1 − NEC/(1 − PC))",
        source="Vickers & Elkin (2006)",
    ),
    _benefit(
        key="relative_utility",
        title="Relative utility",
        y_title="Relative utility",
        formula="1 − NEC/min(PC, 1 − PC), flagged where score ≥ t",
        scale=axes.skill,
        cost_space="1 − NEC/min(PC, 1 − PC)",
        source="Baker (2009)",
    ),
    OverConditions(
        key="relative_value",
        title="Relative economic value",
        x_title="Cost–loss ratio fp/(fp + fn)",
        y_title="Relative economic value",
        formula="1 − NEC/min(PC, 1 − PC), best threshold",
        better="high",
        axis=axes.OVER_THRESHOLD,
        scale=axes.skill,
        aliases=("economic_value",),
        cost_space="1 − env(PC)/min(PC, 1 − PC); highest at fp/(fp + fn) = p, where it is TPR − FPR",
        source="Richardson (2000)",
    ),
    _over_prevalence(
        key="regret",
        title="Regret graph",
        y_title="Expected regret per case",
        formula="p·FNR·fn + (1 − p)·FPR·fp + cost of the test",
        cost_space="NEC·(p·fn + (1 − p)·fp) at the PC(+) of p",
        source="Hilden & Glasziou (1996)",
    ),
    OverConditions(
        key="value_slice",
        title="Prevalence–value–accuracy slice",
        x_title="Unit cost ratio fp/(fp + fn)",
        y_title="Expected cost of a record, costs scaled to fp + fn = 1",
        formula="[p(1 − u) + (1 − p)u]·env(PC)",
        axis=axes.OVER_THRESHOLD,
        scale=axes.in_money,
        aliases=("pva_slice",),
        cost_space="NEC·(p(1 − u) + (1 − p)u) at the PC(+) of p and u",
        source="Remaley et al. (1999)",
    ),
    _log_odds(
        key="ape",
        title="Applied probability of error",
        y_title="Normalised expected cost (NEC)",
        formula="NEC over logit PC, Bayes threshold on the log-likelihood ratio",
        scale=axes.as_it_is,
        cost_space="the cost curve of the scores on a log-odds axis; area/(2·ln 2): Cllr",
        source="Brümmer & du Preez (2006)",
    ),
    _log_odds(
        key="nbe",
        title="Normalised Bayes error",
        y_title="NEC / min(PC, 1 − PC)",
        formula="NEC/min(PC, 1 − PC) over logit PC, Bayes threshold on the log-likelihood ratio",
        scale=axes.normalised,
        cost_space="actual DCF, normalised; above 1 is worse than a trivial classifier",
        source="Brümmer & de Villiers (2011)",
    ),
)

#: Every kind of curve with a name of its own.
CURVES: tuple[CurveKind, ...] = (*MEASURE_CURVES, *DEPTH_CURVES, *CONDITION_CURVES)


#: Ending of the names of curves of one measure.
BY_THRESHOLD = "_by_threshold"


def curve_kind(name: str | CurveKind) -> CurveKind:
    """Find a kind of curve by its key or by any of its other names; a kind is returned as it is.

    Of any measure there is a kind over the threshold: its name followed by "_by_threshold".

    Parameters
    ----------
    name : str or CurveKind

    Returns
    -------
    CurveKind

    Examples
    --------
    >>> curve_kind("decision_curve").key, curve_kind("recall_by_threshold").key
    ('net_benefit', 'tpr_by_threshold')
    """
    if isinstance(name, CurveKind):
        return name
    if str(name).endswith(BY_THRESHOLD):
        return OverThreshold.of_measure(str(name).removesuffix(BY_THRESHOLD))
    for one in CURVES:
        if str(name) in (one.key, *one.aliases):
            return one
    aliases = [alias for one in CURVES for alias in one.aliases]
    known = [*(one.key for one in CURVES), f"MEASURE{BY_THRESHOLD}", *aliases]
    raise no_such(name, known, what="curve")
