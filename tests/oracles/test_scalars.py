"""Numbers of one tally against exact answers and other programs, the peer named where it is wrong."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import InputError
from costcurves.measures.summaries import SUMMARIES
from tests.members import each
from tests.oracles.cases import HERE, NAMES, case

ANSWERS: dict[str, Any] = json.loads((HERE / "answers" / "scalars.json").read_text(encoding="utf-8"))
CLOSE = 1e-9
#: precrec adds up trapezoids over 1,000 places.
CLOSE_TO = {"precrec": 2e-6}
ROW = {row.key: row for row in SUMMARIES}
CASES = each("name", NAMES)
#: H under the laws of the peers, and how it is asked for.
SEVERITIES: dict[str, dict[str, Any]] = {
    "sr_default": {},
    "sr_1": {"severity_ratio": 1},
    "sr_5": {"severity_ratio": 5},
    "sr_0.2": {"severity_ratio": 0.2},
    "sr_negative": {"severity": "recommended"},
}

#: Quantity, peer and cases in which the peer is wrong, or means something else: see the tests below.
OTHERWISE = {
    ("partial_auc_standardised", "pROC"): {"inverted"},
    ("fvc_eer", "pyeer"): {"all_tied"},
}


def answer(name: str, quantity: str, who: str) -> float | None:
    """What a peer answered; None if it was not asked."""
    found = ANSWERS[name][quantity].get(who)
    return None if found is None else math.inf if found == "Inf" else float(found)


def ours(name: str, quantity: str) -> float:
    """What we answer."""
    tally = case(name).tally
    if quantity.startswith("partial_auc"):
        return cc.measures.partial_auc(tally, fpr=(0, 0.2), standardised=quantity.endswith("standardised"))
    return ROW[quantity](tally)


@CASES
@pytest.mark.parametrize(
    ("quantity", "peers"),
    [
        ("average_precision", ("exact", "sklearn", "weka")),
        ("precision_recall_area", ("precrec",)),
        ("partial_auc", ("pROC",)),
        ("partial_auc_standardised", ("pROC", "sklearn")),
        ("log_loss", ("ROCR",)),
        ("eer", ("exact",)),
        ("interpolated_eer", ("exact",)),
        ("nearest_eer", ("exact", "bob")),
        ("fvc_eer", ("pyeer",)),
    ],
)
def test_peers_agree(name, quantity, peers):
    for who in peers:
        if name in OTHERWISE.get((quantity, who), ()):
            continue
        expected = answer(name, quantity, who)
        if expected is not None:
            assert ours(name, quantity) == pytest.approx(expected, rel=0, abs=CLOSE_TO.get(who, CLOSE)), who


@CASES
@pytest.mark.parametrize("law", SEVERITIES)
def test_h_under_every_severity(name, law):
    found = cc.measures.h_measure(case(name).tally, **SEVERITIES[law])
    assert found == pytest.approx(ANSWERS[name]["h"][law]["exact"], abs=CLOSE)
    peers = ANSWERS[name]["h"][law]
    # hmeasure (R) turns scores round where AUC < ½, and merges scores of 15 equal digits.
    if name not in {"inverted", "near_ties"} and "R" in peers:
        assert found == pytest.approx(peers["R"], abs=CLOSE)
    if "PyPI" in peers:
        assert found == pytest.approx(peers["PyPI"], abs=CLOSE)


def test_h_does_not_switch_a_ranking_round():
    for law, ways in SEVERITIES.items():
        c = case("inverted")
        assert cc.measures.h_measure(c.tally, **ways) == 0
        assert ANSWERS["inverted"]["h"][law]["PyPI"] == pytest.approx(0, abs=CLOSE)
        turned = cc.Tally.from_scores(c.labels, -c.scores)
        assert cc.measures.h_measure(turned, **ways) == pytest.approx(
            ANSWERS["inverted"]["h"][law]["R"], abs=CLOSE
        )


def test_h_keeps_scores_apart_that_differ_in_the_last_bit():
    assert cc.measures.h_measure(case("near_ties").tally) == pytest.approx(0.125)
    assert ANSWERS["near_ties"]["h"]["sr_default"]["R"] == 0


@pytest.mark.parametrize("name", ["integer_scores", "logodds"])
def test_h_needs_ranks_only(name):
    # hmeasure (PyPI) refuses scores above 1; its docstring words the ratio the other way round.
    assert "PyPI" not in ANSWERS[name]["h"]["sr_5"]
    assert cc.measures.h_measure(case(name).tally, severity_ratio=5) == pytest.approx(
        ANSWERS[name]["h"]["sr_5"]["R"], abs=CLOSE
    )


@CASES
def test_least_detection_costs(name):
    tally = case(name).tally
    for point in ANSWERS[name]["min_dcf"]:
        condition = cc.OperatingCondition(point["p_target"], cc.Costs(fp=point["c_fa"], fn=point["c_miss"]))
        least = cc.measures.dcf(tally, condition, rule=cc.rules.optimal)
        normalised = cc.measures.dcf(tally, condition, rule=cc.rules.optimal, normalised=True)
        assert least == pytest.approx(point["min_dcf"], abs=CLOSE)
        trivial = min(point["p_target"] * point["c_miss"], (1 - point["p_target"]) * point["c_fa"])
        assert normalised == pytest.approx(point["min_dcf"] / trivial, abs=CLOSE)
        assert normalised <= 1 + 1e-12
        # bob loses the threshold that flags nobody where the top score is shared by both classes, and
        # its midpoints round onto a score.
        if name not in {"ties_heavy", "all_tied", "near_ties"} and "bob_norm" in point:
            assert normalised == pytest.approx(point["bob_norm"], abs=CLOSE)


@pytest.mark.parametrize(("name", "wrong"), [("ties_heavy", 6.17), ("all_tied", 999)])
def test_flagging_nobody_is_never_lost(name, wrong):
    point = next(p for p in ANSWERS[name]["min_dcf"] if p["name"] == "sre10")
    condition = cc.OperatingCondition(point["p_target"], cc.Costs(fp=point["c_fa"], fn=point["c_miss"]))
    assert cc.measures.dcf(
        case(name).tally, condition, rule=cc.rules.optimal, normalised=True
    ) == pytest.approx(1)
    assert point["bob_norm"] == pytest.approx(wrong, rel=1e-3)


def test_pyeer_loses_it_too():
    # Of one score for all, nobody (0, 1) and everybody (1, 0) are the thresholds.
    assert ROW["fvc_eer"](case("all_tied").tally) == 0.5
    assert answer("all_tied", "fvc_eer", "pyeer") == 1


def test_standardised_areas_below_the_diagonal_are_given():
    # By hand: ½·(1 + (area − 0.02)/(0.2 − 0.02)); scikit-learn agrees, pROC declines.
    area = cc.measures.partial_auc(case("inverted").tally, fpr=(0, 0.2))
    found = ours("inverted", "partial_auc_standardised")
    assert found == pytest.approx(0.5 * (1 + (area - 0.02) / 0.18)) == pytest.approx(0.44478, abs=1e-5)
    assert ANSWERS["inverted"]["partial_auc_standardised"]["pROC"] == "NA"


def test_straight_lines_between_precisions_are_too_high():
    # One positive at rank 3: TPR/(TPR + odds·FPR) is x/(x + 2), whose integral is 1 − 2·ln 1.5.
    assert ours("single_pos", "precision_recall_area") == pytest.approx(1 - 2 * math.log(1.5))
    assert ours("single_pos", "average_precision") == pytest.approx(1 / 3)
    # ROCR keeps the least FP of each TP, sets precision 1 at recall 0 and joins by straight lines.
    assert answer("single_pos", "precision_recall_area", "ROCR") == pytest.approx(2 / 3)
    for name in NAMES:
        theirs = answer(name, "precision_recall_area", "ROCR")
        if theirs is not None:
            assert theirs >= ours(name, "precision_recall_area") - CLOSE


def test_a_wrong_certainty_costs_without_end():
    assert ours("ties_heavy", "log_loss") == math.inf == answer("ties_heavy", "log_loss", "ROCR")
    assert ROW["deviance_r_squared"](case("ties_heavy").tally) == -math.inf


@pytest.mark.parametrize("name", ["integer_scores", "logodds"])
def test_scores_that_are_no_probabilities_are_refused(name):
    for row in SUMMARIES:
        if row.probabilities:
            with pytest.raises(InputError, match=r"scores taken as probabilities must lie in \[0, 1\]"):
                row(case(name).tally)


@pytest.mark.parametrize("name", ["calibrated", "weighted_int", "weighted_frac", "t52_24", "near_ties"])
def test_log_loss_of_rows(name):
    c = case(name)
    chance = np.where(c.labels == 1, c.scores, 1 - c.scores)
    assert ours(name, "log_loss") == pytest.approx(np.average(-np.log(chance), weights=c.weights), rel=1e-13)
