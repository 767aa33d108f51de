"""Numbers by part, fold and segment: against numbers that are computed one by one."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import costcurves as cc
from costcurves.evaluation.part_results import ALL_RECORDS, PartResults
from costcurves.inference.folds.fold_summary import fold_summary
from costcurves.rules import tuned_on
from tests.unit.refusals import refusal

RNG = np.random.default_rng(6)
LABELS = (RNG.random(300) < 0.4).astype(int)
SCORES = {"m": LABELS + RNG.normal(size=300), "k": LABELS + 2 * RNG.normal(size=300)}
FOLD = np.arange(300) % 3
EV = cc.evaluate(LABELS, SCORES, fold=FOLD, segment=np.where(FOLD == 0, "north", "south"))


def half(rows: slice) -> cc.Evaluation:
    return cc.evaluate(LABELS[rows], {model: score[rows] for model, score in SCORES.items()})


TRAIN, TEST = half(slice(150)), half(slice(150, None))


def test_gaps_are_differences_to_the_part_of_reference() -> None:
    found = dataclasses.replace(TRAIN, name="train").beside({"test": TEST}, tuned=True)
    assert found.models == ("m", "k")
    for model in "mk":
        roc, other = TRAIN.roc(model), TEST.roc(model)
        assert found.numbers[model]["train"]["auc"] == roc.auc
        assert found.gaps[model]["test"]["auc"] == pytest.approx(other.auc - roc.auc)
        tuned = tuned_on(TRAIN.tally(model))(TEST.tally(model)).area
        assert found.numbers[model]["test"]["tuned_area"] == tuned
    assert "tuned_area" not in TRAIN.beside({"test": TEST}).numbers["m"]["test"]
    assert PartResults.from_json(found.to_json()) == found
    assert (
        found.to_frame("pandas").query("model == 'k' and part == 'test'")["auc"].item() == TEST.roc("k").auc
    )
    assert str(found) == str(found.table())
    assert repr(found) == "PartResults(train, test; models m, k)"


def test_parts_by_column_stand_beside_all_records() -> None:
    found = EV.parts("segment")
    assert list(found.tallies) == [ALL_RECORDS, "north", "south"]
    assert found.by_part["north"]["k"]["auc"] == EV.by("segment")["north"].roc("k").auc
    assert found.by_part["south"]["m"]["positives"] == LABELS[FOLD != 0].sum()
    table = found.table_by("segment")
    assert [row[0] for row in table.rows][:3] == ["all records, m", "all records, k", "north, m"]


def test_costs_over_folds_are_those_of_single_summaries() -> None:
    found = EV.folds(0.3)
    wanted = fold_summary(EV.records, "m", pc=0.3)
    assert (found.costs["m"].mean, found.costs["m"].pooled) == (wanted.mean, wanted.pooled)
    aucs = [float(part.roc("m").auc) for part in EV.by("fold").values()]
    assert found.auc["m"][0] == pytest.approx(np.mean(aucs))
    assert found.auc["m"][1] == pytest.approx(np.std(aucs, ddof=1))
    condition = cc.OperatingCondition(0.3, cc.Costs(fp=1, fn=1))
    assert EV.folds(condition).costs["k"].mean == EV.folds(0.3).costs["k"].mean
    assert str(found).startswith("NEC at PC(+) = 0.3: m ")
    assert str(EV.folds()).startswith("Cost curve area: m ")
    assert found.to_frame("pandas").shape == (4, 8)
    assert repr(found) == "FoldResults(m, k; 3 folds)"


@pytest.mark.parametrize(
    ("use", "text"),
    [
        (TRAIN.folds, "the records must have a fold; got none: give fold="),
        (lambda: TRAIN.parts("segment"), "the records must have a segment; got none: give segment="),
        (
            lambda: TRAIN.beside({"other": cc.evaluate([1, 0], {"m": [2, 1]})}),
            "all parts must have the same models; got no 'k' (other)",
        ),
        (lambda: PartResults({"a": {}}, "b"), "parts must be compared with one of them; got 'b': a"),
    ],
)
def test_parts_that_are_none_are_refused(use, text: str) -> None:
    assert refusal(use) == text
