"""Curves and areas of the field against exact answers and against other programs, the peer named where it is wrong."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.curves.over_depth import deciles
from costcurves.curves.registry import curve_kind
from costcurves.measures.confusion_measures import measure
from tests.oracles.cases import HERE, NAMES, case

ANSWERS: dict[str, Any] = json.loads((HERE / "answers" / "pictures.json").read_text(encoding="utf-8"))
#: Cases whose scores are probabilities.
SHARES = [name for name in NAMES if "net_benefit" in ANSWERS[name]["exact"]]
loose: Any = curve_kind


def exact(name: str, *path: str) -> Any:
    """An exact answer."""
    found = ANSWERS[name]["exact"]
    for part in path:
        found = found[part]
    return found


def peer(name: str, who: str) -> Any:
    """What a peer answered, or None."""
    return ANSWERS[name]["peers"].get(who)


def whole_deciles(name: str) -> bool:
    """Whether ten parts of equal size hold whole records of weight 1, of which no two have the same score."""
    records = case(name)
    size = len(records.labels)
    weight = records.tally.total_positive + records.tally.total_negative
    return size % 10 == 0 and len(set(records.scores)) == size == weight


def test_answers_of_every_case():
    assert set(ANSWERS) == set(NAMES)
    assert len(SHARES) >= 12


# ---- net benefit ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHARES)
def test_net_benefit(name):
    tally, at = case(name).tally, np.array(exact(name, "net_benefit", "threshold"))
    curve = loose("net_benefit").of(tally)
    assert curve(at) == pytest.approx(exact(name, "net_benefit", "ge"), abs=1e-12)
    assert loose("standardised_net_benefit").of(tally)(at) == pytest.approx(
        exact(name, "net_benefit", "std_ge"), abs=1e-12
    )
    everybody = next(
        line for line in loose("net_benefit").references(tally) if line.label == "flag everybody"
    )
    p = tally.prevalence
    assert p - (1 - p) * at / (1 - at) == pytest.approx(exact(name, "net_benefit", "all"), abs=1e-12)
    x = np.array(everybody.x)
    assert np.allclose(everybody.y, p - (1 - p) * x / (1 - x))


# Not of weighted records: dcurves takes no weights.
@pytest.mark.parametrize("who", ["dcurves (R)", "dcurves (Python)"])
@pytest.mark.parametrize("name", [name for name in SHARES if peer(name, "dcurves (R)") is not None])
def test_net_benefit_of_dcurves(name, who):
    curve = loose("net_benefit").of(case(name).tally)
    at = np.array(exact(name, "net_benefit", "threshold"))
    assert curve(at) == pytest.approx(peer(name, who), abs=1e-9)


def test_rmda_leaves_scores_at_the_threshold_untreated():
    # rmda 1.6 treats above the threshold only; at p = t both are equally good for calibrated scores, and ≥ is
    # what every ROC curve does.
    at = np.array(exact("ties_heavy", "net_benefit", "threshold"))
    own = loose("net_benefit").of(case("ties_heavy").tally)(at)
    other = np.array(peer("ties_heavy", "rmda"))
    assert other == pytest.approx(exact("ties_heavy", "net_benefit", "gt"), abs=1e-9)
    assert np.abs(own - other).max() == pytest.approx(0.08, abs=0.01)
    # Between scores the two agree.
    between = ~np.isin(at, case("ties_heavy").scores)
    assert own[between] == pytest.approx(other[between], abs=1e-9)


@pytest.mark.parametrize("name", [name for name in SHARES if peer(name, "rmda opt-out")])
def test_interventions_avoided_of_rmda(name):
    at = np.array(exact(name, "net_benefit", "threshold"))
    own = loose("interventions_avoided").of(case(name).tally)(at)
    off = ~np.isin(at, case(name).scores)
    assert own[off] == pytest.approx(np.array(peer(name, "rmda opt-out"))[off], abs=1e-9)


# ---- Brier curves ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHARES)
def test_brier_curves(name):
    tally = case(name).tally
    found = exact(name, "brier_curve")
    # There c is the cost share of a false positive, so κ = 1 − c.
    kappa = 1 - np.array(found["c"])
    curves = loose("brier_by_proportion").of(tally), loose("brier").of(tally)
    off = ~np.isin(np.array(found["c"]), case(name).scores)
    assert curves[0](kappa)[off] == pytest.approx(np.array(found["cost_ge"])[off], abs=1e-12)
    assert curves[1](kappa)[off] == pytest.approx(np.array(found["skew_ge"])[off], abs=1e-12)
    assert curves[0].area == pytest.approx(found["area_cost"], abs=1e-12)
    assert curves[1].area == pytest.approx(found["area_skew"], abs=1e-12)


@pytest.mark.parametrize(
    "name", [name for name in SHARES if isinstance(peer(name, "CSMES area"), float) and name != "all_tied"]
)
def test_csmes_joins_the_jumps_of_the_brier_curve(name):
    # CSMES 1.0.1 keeps the higher of two limits at a jump and joins them by slopes: its area is not the Brier score.
    area = loose("brier_by_proportion").of(case(name).tally).area
    assert area == pytest.approx(cc.rules.score_driven()(case(name).tally).area, abs=1e-12)
    assert abs(peer(name, "CSMES area") - area) > 5e-5


# ---- gains and deciles ----------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_deciles(name):
    parts = deciles(case(name).tally)
    found = exact(name, "deciles")
    assert [part.gain for part in parts] == pytest.approx(found["cum_gain"], abs=1e-12)
    assert [part.cumulative_lift for part in parts] == pytest.approx(found["cum_lift"], abs=1e-12)
    assert [part.lift for part in parts] == pytest.approx(found["decile_lift"], abs=1e-12)


def test_kds_cuts_ties_by_file_order():
    # kds 0.1.3 cuts by position: one score for all has lift 2.5 in its first decile, where any order must give 1.
    assert peer("all_tied", "kds")[0] == 2.5
    assert deciles(case("all_tied").tally)[0].lift == pytest.approx(1)
    # Of 24 records its parts hold 3, 2, 3, … records; ours 2.4 each.
    assert peer("t52_24", "kds")[2] == 1.75
    assert deciles(case("t52_24").tally)[2].cumulative_lift == pytest.approx(1.9444444444)


@pytest.mark.parametrize("name", [name for name in NAMES if peer(name, "kds") and whole_deciles(name)])
def test_kds_agrees_where_no_tie_and_no_remainder_is_cut(name):
    answer = peer(name, "kds")
    assert [part.cumulative_lift for part in deciles(case(name).tally)] == pytest.approx(answer, abs=1e-9)


# ---- precision–recall -----------------------------------------------------------------------


# Not of weighted records: precrec takes no weights.
@pytest.mark.parametrize("name", [name for name in NAMES if peer(name, "precrec PRC") is not None])
def test_precision_recall_area_of_precrec(name):
    # precrec works on 1,000 support points.
    assert loose("precision_recall").of(case(name).tally).area == pytest.approx(
        peer(name, "precrec PRC"), abs=3e-5
    )


def test_precision_recall_area_of_one_positive_by_hand():
    # Of one positive third in rank, precision along the segment is x/(x + 2): ∫ = 1 − 2·ln 1.5.
    area = loose("precision_recall").of(case("single_pos").tally).area
    assert area == pytest.approx(1 - 2 * np.log(1.5), abs=1e-12)
    # ROCR 1.0-11 sets precision 1 at recall 0 and joins linearly: too high.
    assert peer("single_pos", "ROCR aucpr") == pytest.approx(2 / 3)


@pytest.mark.parametrize("name", ["ties_heavy", "integer_scores", "weighted_int"])
def test_rocr_loses_the_break_even_point_between_cutoffs(name):
    # ROCR 1.0-11 returns the residual of its root search; precision = recall at the share P/n flagged.
    tally = case(name).tally
    gains = loose("gains").of(tally)
    assert gains(tally.prevalence) == pytest.approx(
        exact(name, "pr", "break_even_expected_over_ties"), abs=1e-12
    )
    answer = peer(name, "ROCR prbe")
    assert answer is None or np.max(np.abs(answer)) < 1e-12


# ---- lift -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_lift_at_every_threshold(name):
    outcomes = case(name).tally.confusion()
    assert measure("lift")(outcomes)[1:] == pytest.approx(loose("lift").of(case(name).tally).y[1:], rel=1e-12)
