"""Measures of many classes as scikit-learn 1.9.1 gives them, frozen; its areas where weights are none."""

from __future__ import annotations

import numpy as np
import pytest

import costcurves as cc

PLACES = np.arange(60)
TRUE = (PLACES * PLACES + PLACES // 7) % 3
RAW = np.stack([((PLACES * 37 + k * 101) % 97) / 97 for k in range(3)], axis=1) + 0.6 * np.eye(3)[TRUE]
SCORES = RAW / RAW.sum(axis=1, keepdims=True)
WEIGHT = 1 + PLACES % 4

#: sklearn.metrics of `SCORES.argmax(axis=1)` and of `SCORES`, without and with `sample_weight=WEIGHT`.
ANSWERS = {
    "accuracy": (0.95, 0.94),
    "balanced_accuracy": (0.9500000000000001, 0.9411764705882352),
    "kappa": (0.9245599329421627, 0.9098617880750484),
    "mcc": (0.9280790597761025, 0.914826042549168),
    "macro_precision": (0.96, 0.9508196721311476),
    "macro_f1": (0.9516963772282921, 0.9411932629174994),
    "macro_jaccard": (0.91, 0.8919961427193828),
    "micro_f1": (0.95, 0.94),
    "micro_jaccard": (0.9047619047619048, 0.8867924528301887),
    "weighted_precision": (0.956, 0.9488524590163934),
    "weighted_f1": (0.949568717653824, 0.9394861547245218),
    "weighted_jaccard": (0.906, 0.8888524590163933),
    "log_loss": (0.6027034547227695, 0.6149266801831723),
    # The areas of one class against the rest, as common as it is.
    "provost_domingos_auc": (0.9828947368421053, 0.979795918367347),
}


@pytest.mark.parametrize("key", ANSWERS)
def test_scikit_learn_agrees(key: str) -> None:
    for weight, want in zip((None, WEIGHT), ANSWERS[key], strict=True):
        found = cc.evaluate_classes(TRUE, SCORES, sample_weight=weight).measure("model", key)
        assert found.estimate == pytest.approx(want, abs=1e-14)
        assert found.low <= found.estimate <= found.high


def test_the_mean_of_pairs_is_that_of_one_against_one() -> None:
    """roc_auc_score(multi_class="ovo") of scikit-learn 1.9.1, which takes no weights."""
    found = cc.evaluate_classes(TRUE, SCORES).measure("model", "hand_till_m")
    assert found.estimate == pytest.approx(0.9852272727272727, abs=1e-14)


#: Nine records of three classes, by which the reference formulas were checked.
NINE = [
    [0.7, 0.2, 0.1], [0.5, 0.3, 0.2], [0.3, 0.4, 0.3], [0.2, 0.6, 0.2], [0.4, 0.5, 0.1], [0.1, 0.3, 0.6],
    [0.1, 0.2, 0.7], [0.2, 0.2, 0.6], [0.3, 0.4, 0.3],
]  # fmt: skip


def test_nine_records() -> None:
    """Hand and Till's M, every A(i|j), and areas against the rest, each by all pairs."""
    model = cc.evaluate_classes([0] * 3 + [1] * 3 + [2] * 3, NINE).model("model")
    area = model.ranks.areas.area
    want = {(0, 1): 0.8889, (0, 2): 0.9444, (1, 0): 0.8333, (1, 2): 0.8889, (2, 0): 0.9444, (2, 1): 0.8333}
    assert {pair: round(float(area[pair]), 4) for pair in want} == want
    assert model.hand_till().estimate == pytest.approx(8 / 9)
    assert model.provost_domingos().estimate == pytest.approx(8 / 9)
    assert [one.estimate for one in model.areas_against_rest()] == pytest.approx([11 / 12, 31 / 36, 8 / 9])


def test_nine_records_cost_what_the_formulas_say() -> None:
    """Predictions 1,1,2,1,1,2,2,2,2 at C = [[0,2,10],[1,0,4],[3,1,0]], whose rows are predictions."""
    costs = np.array([[0, 2, 10], [1, 0, 4], [3, 1, 0]]).T
    labels = [1, 1, 2, 1, 1, 2, 2, 2, 2]
    ev = cc.evaluate_classes([0] * 3 + [1] * 3 + [2] * 3, {"m": labels}, costs=costs)
    counts = ev.counts("m")
    cost = float((counts.weight * ev.cost_matrix.costs).sum() / counts.total)
    assert cost == pytest.approx(2 / 3)
    constant, worst = ev.cost_matrix.constant(ev.shares)[1], ev.cost_matrix.worst(ev.shares)
    assert [constant, worst] == pytest.approx([4 / 3, 5])
    assert [cost / constant, cost / worst] == pytest.approx([0.5, 0.133333], abs=1e-6)


def test_the_volume_of_ten_scores() -> None:
    y, score = [0] * 4 + [1] * 3 + [2] * 3, [1, 2, 3, 4, 2, 4, 5, 4, 6, 7]
    found = cc.stats.ordered_volume(y, score, order=[0, 1, 2])
    assert found.estimate == pytest.approx(0.587963, abs=5e-7)
    assert found.low < found.estimate < found.high
