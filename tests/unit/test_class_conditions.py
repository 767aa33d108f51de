"""Models of many classes over all conditions: maps of who is cheapest, and mean costs with their choice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from costcurves import InputError, evaluate_classes
from costcurves.charts.areas import within

NAMES = np.array(["ok", "review", "fraud"])


def made(
    seed: int = 0, count: int = 60, *, shares: tuple[float, ...] = (0.5, 0.3, 0.2)
) -> tuple[Any, dict[str, Any]]:
    """Return labels of as many classes as shares, probabilities of two models, and labels of a third."""
    rng, classes = np.random.default_rng(seed), len(shares)
    codes = np.concatenate(
        [np.tile(np.arange(classes), 3), rng.choice(classes, count - 3 * classes, p=shares)]
    )
    models: dict[str, Any] = {}
    for name, skill in (("a", rng.uniform(0.5, 2, classes)), ("b", rng.uniform(0.5, 2, classes))):
        raw = np.exp(rng.normal(size=(count, classes)) + skill * np.eye(classes)[codes] + np.log(shares))
        models[name] = raw / raw.sum(axis=1, keepdims=True)
    models["labels"] = np.where(rng.uniform(size=count) < 0.7, codes, rng.integers(0, classes, count))
    return codes, models


def brute_cost(codes: np.ndarray, said: np.ndarray, condition: np.ndarray, classes: int) -> float:
    """Return Σ PC_k·(share of class k decided wrongly), class by class and record by record."""
    cost, shares = 0.0, np.bincount(codes) / len(codes)
    for true in range(classes):
        rows = [i for i in range(len(codes)) if codes[i] == true]
        wrong = 0
        for i in rows:
            if said.ndim == 1:
                decided = int(said[i])
            else:
                stakes = [condition[k] * said[i, k] / shares[k] for k in range(classes)]
                decided = max(range(classes), key=lambda k: (stakes[k], k))
            wrong += decided != true
        cost += condition[true] * wrong / len(rows)
    return cost


@pytest.mark.parametrize("seed", range(3))
def test_a_map_is_what_trying_all_candidates_finds(seed) -> None:
    codes, models = made(seed)
    found = evaluate_classes(codes, models).regions()
    assert found.steps == 120
    for place in np.random.default_rng(seed).dirichlet(np.ones(3), 60):
        costs = {f"always {k}": 1 - place[k] for k in range(3)}
        costs |= {name: brute_cost(codes, said, place, 3) for name, said in models.items()}
        (winner,) = [
            name
            for name in found.names
            if within(place[1:2], place[2:3], iter([(one[:, 1], one[:, 2]) for one in found.rings(name)]))[0]
        ]
        # Within a step of the grid another one may be as cheap.
        assert costs[winner] <= min(costs.values()) + 2 / found.steps


def test_labels_alone_have_exact_regions() -> None:
    codes, models = made()
    found = evaluate_classes(codes, {"m": models["labels"], "n": np.zeros(60, int)}).regions()
    assert found.steps == 0
    wrong = [np.mean(models["labels"][codes == k] != k) for k in range(3)]
    corner = np.array([wrong, [0, 1, 1]])
    assert "n" not in found.names  # always 0 is as cheap, and stands before it
    assert "always 0 = n" in found.names
    for place in found.rings("m")[0]:
        assert corner[0] @ place <= min(1 - place.max(), corner[1] @ place) + 1e-12


def test_costs_by_true_class_are_mapped_by_condition_and_others_by_shares() -> None:
    codes, models = made()
    plain = evaluate_classes(codes, models).regions()
    assert evaluate_classes(codes, models, costs=[[0, 2, 2], [1, 0, 1], [7, 7, 0]]).regions() == plain
    actions = ["0", "1", "2", "ask"]
    costs = np.array([[0, 1, 1, 0.4], [1, 0, 2, 0.4], [9, 5, 0, 0.4]])
    found = evaluate_classes(codes, models, costs=costs, actions=actions).regions()
    assert (plain.axis, found.axis) == ("condition", "prevalence")
    assert "class shares" in str(found)
    assert found.picture().x.label == "Share of 1"
    for place in np.random.default_rng(1).dirichlet(np.ones(3), 40):
        values = {f"always {name}": float(place @ costs[:, d]) for d, name in enumerate(actions)}
        shares = np.bincount(codes) / len(codes)
        for name, said in models.items():
            taken = said
            if said.ndim == 2:
                moved = said / shares * place
                expected = moved @ costs
                taken = 3 - np.argmin(expected[:, ::-1], axis=1)
            each = costs[codes, taken]
            values[name] = float(sum(place[k] * each[codes == k].mean() for k in range(3)))
        (winner,) = [
            name
            for name in found.names
            if within(place[1:2], place[2:3], iter([(one[:, 1], one[:, 2]) for one in found.rings(name)]))[0]
        ]
        assert values[winner] <= min(values.values()) + 18 / found.steps


def test_a_face_of_four_classes_gives_the_fourth_no_share() -> None:
    codes, models = made(shares=(0.4, 0.3, 0.2, 0.1))
    ev = evaluate_classes(codes, {"labels": models["labels"]})
    face = ev.regions([3, 1, 0])
    assert face.classes == ("3", "1", "0")
    wrong = [np.mean(models["labels"][codes == k] != k) for k in (3, 1, 0)]
    for place in face.rings("labels")[0]:
        assert place @ wrong <= 1 - place.max() + 1e-12
    with pytest.raises(InputError, match="a map shows three classes; got 4 classes: name three of them"):
        ev.regions()


def test_fitted_weights_are_said_to_flatter() -> None:
    codes, models = made(count=30)
    found = evaluate_classes(codes, {"a": models["a"]}).regions(fitted=True)
    assert found.steps == 30
    assert found.notes[0].startswith("Weights of the classes are fitted on these records")
    assert found.notes[0] in found.picture().notes
    trusted = evaluate_classes(codes, {"a": models["a"]}).regions()
    assert found.share[found.names.index("a")] >= trusted.share[trusted.names.index("a")] - 0.02


def test_mean_costs_are_means_of_costs() -> None:
    codes, models = made()
    ev = evaluate_classes(codes, models)
    found = ev.mean_costs()
    places = np.random.default_rng(0).dirichlet(np.ones(3), 1500)
    for name, said in models.items():
        costs = np.array([brute_cost(codes, said, place, 3) for place in places[:300]])
        assert abs(found.costs[name].estimate - costs.mean()) < 4 * costs.std() / np.sqrt(len(costs))
    assert found.constant == pytest.approx(7 / 18, abs=1e-14)
    wrong = [np.mean(models["labels"][codes == k] != k) for k in range(3)]
    assert found.costs["labels"].estimate == pytest.approx(np.mean(wrong), abs=1e-14)
    law = ev.mean_costs({0: 2, 1: 1, 2: 5})
    assert law.costs["labels"].estimate == pytest.approx(np.dot([2, 1, 5], wrong) / 8, abs=1e-14)
    assert ev.mean_costs([1.0, 1.0, 1.0]).costs == found.costs
    assert found.error == 0
    assert 0 < law.error < 1e-6
    assert law.table().notes[1].startswith("Integrated numerically, with an error of about ")


def test_mean_cost_of_two_classes_is_half_the_balanced_brier_score() -> None:
    codes, models = made(shares=(0.7, 0.3))
    found = evaluate_classes(codes, {"a": models["a"]}).mean_costs()
    balanced = models["a"] / (np.bincount(codes) / len(codes))
    p = balanced[:, 1] / balanced.sum(axis=1)
    brier = sum(np.mean((p - codes)[codes == k] ** 2) for k in range(2)) / 2
    assert found.costs["a"].estimate == pytest.approx(brier, abs=1e-13)
    assert found.constant == pytest.approx(0.25, abs=1e-14)


def test_permuting_classes_permutes_nothing_that_is_said_of_models() -> None:
    codes, models = made(3)
    order = np.array([2, 0, 1])
    one = evaluate_classes(NAMES[codes], {"a": models["a"], "b": models["b"]}, classes=list(NAMES))
    moved = {name: models[name][:, order] for name in ("a", "b")}
    other = evaluate_classes(NAMES[codes], moved, classes=list(NAMES[order]))
    for name, cost in one.mean_costs().costs.items():
        same = other.mean_costs().costs[name]
        assert [same.estimate, same.low, same.high] == pytest.approx(
            [cost.estimate, cost.low, cost.high], abs=1e-12
        )


def test_the_choice_is_judged_on_other_folds_and_gaps_for_all_pairs() -> None:
    codes, models = made(1, 200)
    found = evaluate_classes(codes, models).mean_costs()
    whole = found.whole
    assert whole is not None
    assert whole.estimate >= min(one.estimate for one in found.costs.values()) - 1e-12
    assert whole.low < whole.estimate < whole.high
    first, *rest = found.costs
    assert found.gaps[first].estimate == pytest.approx(-found.gaps[rest[0]].estimate)
    for name in rest:
        assert found.gaps[name].estimate == pytest.approx(
            found.costs[name].estimate - found.costs[first].estimate
        )
    assert set(found.not_told_apart) == {name for name in rest if not found.gaps[name].excludes(0)}
    text = f"{first} costs least on average over all conditions"
    assert str(found).startswith(text)
    assert "judged on records left out of the choice" in str(found)
    assert found.table().rows[-1][0] == "best class for all"
    assert "10 × 5 folds, seed 0" in found.table().notes[-1]
    assert list(found.to_columns()["model"]) == list(found.costs)
    alone = evaluate_classes(codes, {"a": models["a"]}).mean_costs()
    assert alone.whole is not None
    assert alone.whole.estimate == pytest.approx(alone.costs["a"].estimate)
    assert alone.gaps == {}


def test_with_one_record_of_a_class_no_choice_is_judged() -> None:
    codes = np.array([0, 0, 0, 1, 1, 2])
    found = evaluate_classes(codes, {"m": [0, 0, 1, 1, 1, 2], "n": [0, 1, 1, 1, 2, 0]}).mean_costs()
    assert found.whole is None
    assert "new records" not in str(found)


def test_models_that_are_worse_than_one_class_for_all_are_said_to_be() -> None:
    codes, _ = made()
    poor = evaluate_classes(codes, {"m": (codes + 1) % 3}).mean_costs()
    assert (
        str(poor) == "No model costs less on average over all conditions than the best class for all, 0.3889."
    )


WRONG = {
    "a map shows three classes; got ok, review: name three that differ": lambda ev: ev.regions(
        ["ok", "review"]
    ),
    "no such class 'x'; choose from 'ok', 'review', 'fraud'": lambda ev: ev.regions(["ok", "review", "x"]),
    "no such model 'zz'; choose from 'a', 'b', 'labels'": lambda ev: ev.regions(models=["zz"]),
    "alpha must have 3 numbers above 0, one a class; got [1, 2]": lambda ev: ev.mean_costs([1, 2]),
    "alpha must have 3 numbers above 0, one a class; got [1, 0, 1]": lambda ev: ev.mean_costs([1, 0, 1]),
    "alpha must be given of every class; got none of 'review'": lambda ev: ev.mean_costs({"ok": 1}),
    "no such class 'okk' (alpha); did you mean 'ok'?": lambda ev: ev.mean_costs({"okk": 1}),
}


@pytest.mark.parametrize("message", WRONG)
def test_what_is_refused(message) -> None:
    codes, models = made()
    ev = evaluate_classes(NAMES[codes], models | {"labels": NAMES[models["labels"]]}, classes=list(NAMES))
    with pytest.raises(InputError) as caught:
        WRONG[message](ev)
    assert str(caught.value) == message


def test_fitted_weights_need_costs_by_true_class_and_labels_need_actions() -> None:
    codes, models = made()
    costs = [[0, 1, 2], [1, 0, 1], [3, 5, 0]]
    with pytest.raises(
        InputError, match="weights are fitted only where the cost of an error depends on the true"
    ):
        evaluate_classes(codes, models, costs=costs).regions(fitted=True)
    triage = evaluate_classes(codes, models, costs=[[0, 1], [1, 0], [1, 2]], actions=["pass", "stop"])
    with pytest.raises(InputError, match="no such action '0' \\(labels of labels\\)"):
        triage.regions()
    assert set(triage.regions(models=["a"]).names) <= {"always pass", "always stop", "a"}
