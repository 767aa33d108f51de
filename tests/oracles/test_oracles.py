"""Every case and every quantity against exact rational arithmetic, R, WEKA and Python peers, to 1e-9.

Where a peer is known to answer something else, `OTHERWISE` names it: our value is the exact one there, and
the peer's frozen answer is another. See README.md in this folder for the reasons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.measures.confusion_measures import measure
from costcurves.measures.costs_over_beliefs import h_measure
from costcurves.measures.proper_scores import brier
from costcurves.measures.summaries import SUMMARIES
from costcurves.space.winners import winner_ranges
from tests.members import each
from tests.oracles.cases import NAMES, Case, answers, case, numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CLOSE = 1e-9
SUMMARY = {row.key: row for row in SUMMARIES}
SEVERITIES = ("sr_default", "sr_1", "sr_5", "sr_0.2", "sr_negative")

Answer = tuple[str, Any]


def at(answer: dict[str, Any], *keys: str | int) -> Any:
    """A part of an answer, None where it is missing."""
    found: Any = answer
    for key in keys:
        if isinstance(key, str) and not (isinstance(found, dict) and key in found):
            return None
        found = found[key]
    return found


# --- what we answer ---


def rates(c: Case) -> Any:
    """FPR and TPR of every threshold, from nobody to everybody."""
    roc = cc.RocCurve.of(c.tally)
    return [roc.fpr, roc.tpr]


def thresholds(c: Case) -> Any:
    """The threshold of every point but nobody's."""
    return cc.RocCurve.of(c.tally).thresholds[1:]


def corners(c: Case) -> Any:
    """Vertices of the ROC hull."""
    hull = cc.RocHull.of(c.tally)
    return [hull.fpr, hull.tpr]


def envelope_knots(c: Case) -> Any:
    """Where the envelope bends, and its height there."""
    curve = cc.rules.optimal(c.tally)
    return [curve.knots, curve.values]


def envelope_over(c: Case) -> Any:
    """The envelope on the grid of the peers."""
    return cc.rules.optimal(c.tally)(np.array(c.exact["nec_grid"]["pc"]))


def useful_range(c: Case) -> Any:
    """The PC(+) range in which some threshold beats both trivial classifiers; empty if none does."""
    useful = [part for part in winner_ranges({"model": cc.rules.optimal(c.tally)}) if not part.trivial]
    return [useful[0].low, useful[-1].high] if useful else []


def h_measures(c: Case) -> Any:
    """H under the five conventions."""
    return [h_measure(c.tally, *c.exact["h"][name]["beta"]) for name in SEVERITIES]


def weighted_loss(c: Case) -> Any:
    """Least loss, fp and fn costing 2 together, at the four cost ratios that have one."""
    curve = cc.rules.optimal(c.tally).at_prevalence(c.tally.prevalence)
    ratios = [c.exact["h"][name]["sr"] for name in SEVERITIES[:4]]
    return [curve.loss(1 - ratio / (1 + ratio)) for ratio in ratios]


def lifts(c: Case) -> Any:
    """Lift at every threshold but nobody's."""
    return measure("lift")(c.tally.confusion())[1:]


def brier_by_class(c: Case) -> Any:
    """Brier score, and the mean of the two classes' scores."""
    return [brier(c.tally), brier(c.tally.at_prevalence(0.5))]


def score_driven_over(c: Case) -> Any:
    """Cost of taking scores as probabilities: loss by cost share c of a false positive, NEC at 1 − c."""
    grid = 1 - np.arange(21) / 20  # the same doubles as the scores, so jumps fall on the grid alike
    return [cc.rules.score_driven()(c.tally).loss(grid), cc.rules.score_driven(0.5)(c.tally)(grid)]


def detection_costs(c: Case) -> Any:
    """Least detection cost at the operating points of speaker recognition."""
    found = []
    for point in c.exact["min_dcf"]:
        condition = cc.OperatingCondition(point["p_target"], cc.Costs(fp=point["c_fa"], fn=point["c_miss"]))
        assert condition.pc == pytest.approx(point["pc_plus"], abs=1e-15)
        fpr, tpr = cc.rules.optimal(c.tally).rates(condition.pc)
        found.append(condition.expected_cost(fpr, tpr))
    return found


def youden_costs(c: Case) -> Any:
    """NEC at the five weightings of Youden's index."""
    return [cc.rules.optimal(c.tally)(point["nec_at_pc"]) for point in c.exact["weighted_youden"]]


def costs_five_to_one(c: Case) -> Any:
    """Least cost a record with a false negative at 5, and least error rate."""
    condition = cc.OperatingCondition(c.tally.prevalence, cc.Costs(fp=1, fn=5))
    fpr, tpr = cc.rules.optimal(c.tally).rates(condition.pc)
    return [condition.expected_cost(fpr, tpr), SUMMARY["least_error"](c.tally)]


# --- what the others answered ---


def peers_of_rates(c: Case) -> Iterator[Answer]:
    """ROCR from nobody on, pROC and WEKA from everybody on."""
    roc = c.exact["roc"]
    yield "exact", [np.array(roc["fp"]) / c.exact["N"], np.array(roc["tp"]) / c.exact["P"]]
    yield "ROCR", at(c.r, "ROCR", "roc") and [c.r["ROCR"]["roc"][k] for k in ("fpr", "tpr")]
    if c.r:
        sens, spec = (np.array(c.r["pROC"]["roc"][k])[::-1] for k in ("sens", "spec"))
        yield "pROC", [1 - spec, sens]
    lines = [np.array(c.weka["cost_curve"][k])[::-1] for k in ("y_at_0", "y_at_1")]
    yield "WEKA", [lines[0], 1 - lines[1]]


def peers_of_thresholds(c: Case) -> Iterator[Answer]:
    """Every peer but pROC reports the score itself."""
    yield "exact", c.exact["roc"]["threshold_ge"][1:]
    if c.r:
        yield "ROCR", c.r["ROCR"]["roc"]["cutoff"][1:]
    yield "WEKA", c.weka["threshold_curve"]["threshold"][-2::-1]


def peers_of_auc(c: Case) -> Iterator[Answer]:
    """Everybody has an AUC."""
    yield "exact", c.exact["auc"]["value"]
    yield "ROCR", at(c.r, "ROCR", "auc")
    yield "pROC", at(c.r, "pROC", "auc")
    yield "pROC auto", at(c.r, "pROC", "auc_auto_direction", "auc")
    yield "hmeasure R", at(c.r, "hmeasure", "sr_default", "metrics", "AUC")
    yield "WEKA", c.weka["roc_area"]
    yield "scikit-learn", c.python["sklearn"]["auc"]
    yield "pyeer", at(c.python, "pyeer", "auc")


def peers_of_ranking(c: Case) -> Iterator[Answer]:
    """Area under the hull, Gini, KS, least error."""
    yield "exact", [c.exact["auch"], c.exact["gini"], c.exact["ks"]["max_tpr_minus_fpr"], c.exact["mer"]]
    metrics = at(c.r, "hmeasure", "sr_default", "metrics")
    yield "hmeasure R", metrics and [metrics[k] for k in ("AUCH", "Gini", "KS", "MER")]


def peers_of_h(c: Case) -> Iterator[Answer]:
    """H by exact arithmetic, R and Python."""
    yield "exact", [c.exact["h"][name]["H"] for name in SEVERITIES]
    if c.r:
        found = c.r["hmeasure"]
        yield "hmeasure R", [found[name].get("metrics", found[name])["H"] for name in SEVERITIES]
    if "hmeasure" in c.python:
        yield "hmeasure Python", [c.python["hmeasure"][name] for name in SEVERITIES]


def peers_of_loss(c: Case) -> Iterator[Answer]:
    """Minimum weighted loss."""
    yield "exact", [c.exact["h"][name]["MWL"] for name in SEVERITIES[:4]]
    if c.r:
        found = c.r["hmeasure"]
        yield "hmeasure R", [found[name].get("metrics", found[name])["MWL"] for name in SEVERITIES[:4]]


def peers_of_envelope(c: Case) -> Iterator[Answer]:
    """The envelope on a grid."""
    yield "exact", c.exact["nec_grid"]["nec"]
    yield "ROCR envelope", at(c.r, "ROCR", "ecost_on_grid")
    yield "ROCR least cost", at(c.r, "ROCR", "min_cost_on_grid")
    yield "WEKA", at(c.weka, "cost_curve", "min_over_lines_on_grid")
    yield "bob.measure", at(c.python, "bob.measure", "nec_on_grid")


def peers_of_lift(c: Case) -> Iterator[Answer]:
    """Lift; WEKA leaves it out where it expects less than one positive."""
    yield "exact", c.exact["lift_at_threshold"][1:]
    if c.r:
        yield "ROCR", c.r["ROCR"]["lift"][1:]
    if "lift" in c.weka["threshold_curve"]:
        yield "WEKA", c.weka["threshold_curve"]["lift"][-2::-1]


def peers_of_brier(c: Case) -> Iterator[Answer]:
    """Brier scores; CSMES as the areas of its curves."""
    yield "exact", [c.exact["brier"]["brier"], c.exact["brier"]["balanced"]]
    yield "exact areas", [c.exact["score_driven"]["area_cost"], c.exact["score_driven"]["area_skew"]]
    if c.r:
        yield "ROCR", [numbers(c.r["ROCR"]["rmse"]) ** 2, np.nan]
        yield "CSMES", [c.r["CSMES"]["auc_cost"], c.r["CSMES"]["auc_skew"]]
    yield "scikit-learn", [c.python["sklearn"]["brier"], np.nan]


def peers_of_detection(c: Case) -> Iterator[Answer]:
    """Least detection cost."""
    yield "exact", [point["min_dcf"] for point in c.exact["min_dcf"]]
    costs = at(c.python, "bob.measure", "min_dcf")
    yield "bob.measure", costs and [costs[point["name"]] for point in c.exact["min_dcf"]]


def peers_of_youden(c: Case) -> Iterator[Answer]:
    """pROC maximises J = sensitivity + r specificity; NEC = (1 + r − J)/(1 + r)."""
    points = c.exact["weighted_youden"]
    yield "exact", [point["nec"] for point in points]
    if c.r:
        r = np.array([point["r"] for point in points])
        best = [np.max(numbers(found["youden"]["youden"])) for found in c.r["pROC"]["best"]]
        yield "pROC", (1 + r - np.array(best)) / (1 + r)


def peers_of_costs(c: Case) -> Iterator[Answer]:
    """ROCR's cost and error measures."""
    if c.r:
        yield "ROCR", [c.r["ROCR"]["cost_fn5_fp1"]["min"], c.r["ROCR"]["err_min"]["min"]]


def only_exact(*path: str) -> Callable[[Case], Iterator[Answer]]:
    """Quantities that no peer has."""

    def peers(c: Case) -> Iterator[Answer]:
        found = at(c.exact, *path[:1])
        yield "exact", [found[key] for key in path[1:]] if len(path) > 1 else [] if found is None else found

    return peers


QUANTITIES: dict[str, tuple[Callable[[Case], Any], Callable[[Case], Iterator[Answer]]]] = {
    "ROC points": (rates, peers_of_rates),
    "thresholds": (thresholds, peers_of_thresholds),
    "AUC": (lambda c: SUMMARY["auc"](c.tally), peers_of_auc),
    "hull vertices": (corners, only_exact("hull", "fpr", "tpr")),
    "AUCH, Gini, KS, MER": (
        lambda c: [SUMMARY[key](c.tally) for key in ("auch", "gini", "ks", "least_error")],
        peers_of_ranking,
    ),
    "envelope knots": (envelope_knots, only_exact("envelope", "pc", "nec")),
    "envelope area": (lambda c: [SUMMARY["area"](c.tally)], only_exact("envelope_area", "value")),
    "envelope maximum": (lambda c: [SUMMARY["eer"](c.tally)], only_exact("envelope_max", "nec")),
    "equal error rate of the hull": (lambda c: SUMMARY["eer"](c.tally), only_exact("eer_hull")),
    "envelope on a grid": (envelope_over, peers_of_envelope),
    "operating range": (useful_range, only_exact("operating_range")),
    "H": (h_measures, peers_of_h),
    "minimum weighted loss": (weighted_loss, peers_of_loss),
    "Brier": (brier_by_class, peers_of_brier),
    "score-driven curve on a grid": (score_driven_over, only_exact("score_driven", "cost_ge", "skew_ge")),
    "lift": (lifts, peers_of_lift),
    "detection cost": (detection_costs, peers_of_detection),
    "weighted Youden": (youden_costs, peers_of_youden),
    "cost 5:1 and least error": (costs_five_to_one, peers_of_costs),
}

#: Quantities that take scores as probabilities, which these cases do not have.
NEED_PROBABILITIES = ("Brier", "score-driven curve on a grid")
NO_PROBABILITIES = ("integer_scores", "logodds")

#: (quantity, peer) and the cases in which the peer's answer is not the exact one.
OTHERWISE: dict[tuple[str, str], tuple[str, ...]] = {
    # Turns a ranking with AUC < 1/2 round without being asked.
    ("AUC", "pROC auto"): ("inverted",),
    ("AUC", "hmeasure R"): ("inverted", "near_ties"),  # near_ties: merges scores equal to 15 digits
    ("AUCH, Gini, KS, MER", "hmeasure R"): ("inverted", "near_ties"),
    ("H", "hmeasure R"): ("inverted", "near_ties"),
    ("minimum weighted loss", "hmeasure R"): ("inverted", "near_ties"),
    # Loses "nobody" when both classes share the top score; near_ties: midpoints round onto a score.
    ("envelope on a grid", "bob.measure"): ("all_tied", "near_ties", "ties_heavy"),
    ("detection cost", "bob.measure"): ("all_tied", "near_ties", "ties_heavy"),
    ("AUC", "pyeer"): ("all_tied", "ties_heavy"),
    # Joins the jumps of the curve by sloping lines.
    ("Brier", "CSMES"): tuple(name for name in NAMES if name not in {*NO_PROBABILITIES, "weighted_frac"}),
}


def defined(name: str, quantity: str) -> bool:
    """Whether a quantity makes sense for a case."""
    return not (quantity in NEED_PROBABILITIES and name in NO_PROBABILITIES)


def far(found: Any, answer: Any) -> float:
    """Largest difference, over what was answered."""
    ours, theirs = np.asarray(found, float), numbers(np.asarray(answer, dtype=object).tolist())
    assert ours.shape == theirs.shape
    if not ours.size:
        return 0.0
    return float(np.nanmax(np.where(np.isnan(theirs), 0.0, np.abs(ours - theirs))))


@pytest.mark.parametrize("quantity", QUANTITIES)
@each("name", NAMES)
def test_quantity_agrees_with_exact_arithmetic_and_peers(name, quantity):
    ours, others = QUANTITIES[quantity]
    if not defined(name, quantity):
        with pytest.raises(cc.InputError, match=r"\[0, 1\]"):
            ours(case(name))
    else:
        found = ours(case(name))
        compared = {peer: far(found, answer) for peer, answer in others(case(name)) if answer is not None}
        wrong = {peer for peer in compared if name in OTHERWISE.get((quantity, peer), ())}
        assert {peer for peer, distance in compared.items() if not distance <= CLOSE} == wrong
        assert not {"exact", "exact areas"} & wrong


def test_every_peer_that_answers_otherwise_was_asked():
    asked = {
        (quantity, peer)
        for name in NAMES
        for quantity, (_, others) in QUANTITIES.items()
        if defined(name, quantity)
        for peer, answer in others(case(name))
        if answer is not None
    }
    assert set(OTHERWISE) <= asked


# --- answers of another shape ---


@pytest.mark.parametrize("name", NAMES)
def test_counts_are_exact(name):
    c = case(name)
    roc = cc.RocCurve.of(c.tally)
    if c.name != "weighted_frac":
        assert roc.fp.tolist() == c.exact["roc"]["fp"]
        assert roc.tp.tolist() == c.exact["roc"]["tp"]
    else:
        assert roc.fp == pytest.approx(c.exact["roc"]["fp"], abs=1e-12)
        assert roc.tp == pytest.approx(c.exact["roc"]["tp"], abs=1e-12)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "weighted_frac"])
def test_hulls_of_rocr_and_hmeasure_are_ours_as_curves(name):
    """They may keep collinear points through rounding, so least costs are compared, not lists."""
    c = case(name)
    grid = np.linspace(0, 1, 101)
    theirs = {"ROCR": [c.r["ROCR"]["rch"]["fpr"], c.r["ROCR"]["rch"]["tpr"]]}
    if name not in {"inverted", "near_ties"}:  # hmeasure answers for other scores there
        theirs["hmeasure"] = [c.r["hmeasure"]["sr_default"]["G0"], c.r["hmeasure"]["sr_default"]["G1"]]
    for fpr, tpr in theirs.values():
        lines = np.array(fpr)[:, None] * (1 - grid) + (1 - np.array(tpr))[:, None] * grid
        assert lines.min(axis=0) == pytest.approx(cc.rules.optimal(c.tally)(grid), abs=CLOSE)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "weighted_frac"])
def test_envelope_of_rocr_lies_on_ours(name):
    """ROCR repeats vertices where three or more lines meet."""
    ecost = case(name).r["ROCR"]["ecost"]
    assert cc.rules.optimal(case(name).tally)(np.array(ecost["pcf"])) == pytest.approx(
        ecost["nec"], abs=CLOSE
    )


@pytest.mark.parametrize("name", [name for name in NAMES if name not in {"weighted_frac", "near_ties"}])
def test_thresholds_of_proc_lie_in_our_intervals(name):
    """pROC reports midpoints between scores (to 15 digits, too few for near_ties)."""
    middle = numbers(case(name).r["pROC"]["roc"]["threshold"])[::-1]
    roc = cc.RocCurve.of(case(name).tally)
    assert np.all(roc.low <= middle)
    assert np.all(middle <= roc.high)


@pytest.mark.parametrize("name", NAMES)
def test_every_optimal_threshold_is_found_and_no_other(name):
    """The reference lists all thresholds of least cost at each PC(+); ours is one of them."""
    c = case(name)
    grid = c.exact["nec_grid"]
    for pc, best in zip(grid["pc"], grid["optimal_thresholds"], strict=True):
        decision = cc.criteria.least_cost(cc.OperatingCondition.from_pc(pc))(c.tally)
        if decision.flags == "nobody":
            assert "inf" in best
        else:
            assert decision.high in best


@pytest.mark.parametrize("name", ["crossing_b", "calibrated"])
def test_proc_finds_only_some_of_several_equal_optima(name):
    """It compares doubles exactly; the criterion agrees, the number of rows does not."""
    c = case(name)
    rows = zip(c.exact["weighted_youden"], c.r["pROC"]["best"], strict=True)
    fewer = [
        (exact, found) for exact, found in rows if np.size(found["youden"]["youden"]) < len(exact["fpr"])
    ]
    assert fewer
    for exact, found in fewer:
        assert np.max(numbers(found["youden"]["youden"])) == pytest.approx(exact["crit"], abs=CLOSE)


def test_hmeasure_in_r_answers_for_reversed_scores_when_auc_is_below_one_half():
    c = case("inverted")
    reversed_ = cc.Tally.from_scores(c.labels, -c.scores)
    theirs = c.r["hmeasure"]["sr_default"]["metrics"]
    assert SUMMARY["auc"](reversed_) == pytest.approx(theirs["AUC"], abs=CLOSE)
    assert h_measure(reversed_) == pytest.approx(theirs["H"], abs=CLOSE)
    assert SUMMARY["ks"](reversed_) == pytest.approx(theirs["KS"], abs=CLOSE)
    assert theirs["AUC"] == pytest.approx(c.exact["h_reversed_scores"]["auc"], abs=CLOSE)
    assert c.r["hmeasure"]["sr_1"]["warnings"].endswith("Switching scores.")


@pytest.mark.parametrize(
    ("name", "bob", "pyeer"), [("integer_scores", 0.221269, 0.216412), ("inverted", 0.724101, 0.717608)]
)
def test_equal_error_rates_of_others_are_other_definitions(name, bob, pyeer):
    """bob.measure: mean of the nearest FPR and FNR; pyeer: of one straddling threshold; ours: the hull."""
    c = case(name)
    assert c.python["bob.measure"]["eer"]["eer"] == pytest.approx(bob, abs=1e-6)
    assert c.python["pyeer"]["eer"] == pytest.approx(pyeer, abs=1e-6)
    assert SUMMARY["eer"](c.tally) == pytest.approx(c.exact["eer_hull"], abs=CLOSE)
    assert abs(SUMMARY["eer"](c.tally) - bob) > 1e-4
    assert abs(SUMMARY["eer"](c.tally) - pyeer) > 1e-4


@pytest.mark.parametrize("name", ["integer_scores", "logodds"])
def test_hmeasure_in_python_refuses_scores_above_one_though_h_needs_only_the_ranking(name):
    c = case(name)
    assert "error" in c.python["hmeasure"]["sr_default"]
    assert h_measure(c.tally) == pytest.approx(c.exact["h"]["sr_default"]["H"], abs=CLOSE)


# --- pairs ---


def test_crossing_at_a_vertex_of_both_curves():
    exact = answers("reference", "pairs")["crossing"]
    a, b = (cc.rules.optimal(case(name).tally) for name in ("crossing_a", "crossing_b"))
    assert a.crossings(b) == pytest.approx(exact["envelope_crossings_pc"], abs=CLOSE)
    assert [a(x) for x in a.crossings(b)] == pytest.approx(exact["crossing_nec"], abs=CLOSE)
    parts = a.minus(b).signs()
    regions = exact["regions_lower_envelope_wins"]
    assert [{-1: "a", 1: "b", 0: "tie"}[sign] for _, _, sign in parts] == [who for _, _, who in regions]
    assert [high for _, high, _ in parts] == pytest.approx([high for _, high, _ in regions], abs=CLOSE)


def test_one_ranking_on_two_scales_is_a_tie_everywhere():
    a, b = (cc.rules.optimal(case(name).tally) for name in ("calibrated", "miscalibrated"))
    assert a == b
    assert a.crossings(b) == []
    assert [sign for _, _, sign in a.minus(b).signs()] == [0]
