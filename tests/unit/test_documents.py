"""Results read back equal from versioned JSON and turn into frames."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

import costcurves as cc

if TYPE_CHECKING:
    from costcurves._ground.documents import Document

Y = [1, 1, 0, 1, 0, 0]
SCORES = {"a": [0.9, 0.8, 0.8, 0.4, 0.1, 0.3], "b": [np.inf, 2, 1, -1, -np.inf, 0]}
EV = cc.evaluate(Y, SCORES)
FLOATS = cc.tally(Y, SCORES["a"], sample_weight=[0.5, 1, 2, 0.25, 1, 1])
RESULTS: dict[str, Document] = {
    "tally": EV.tally("b"),
    "weighted tally": FLOATS,
    "tally at a prevalence": EV.tally("a").at_prevalence(0.1),
    "points": cc.Tally.from_points([0.3], [0.7]),
    "stack": cc.Tally.stack([EV.tally("a"), EV.tally("b")]),
    "roc": EV.roc("b"),
    "hull": EV.roc("a").hull(),
    "cost curve": EV.cost_curve("a"),
    "rate-driven curve": cc.rules.rate_driven()(FLOATS),
    "comparison": EV.compare("a", "b"),
    "comparison at a condition": EV.compare("a", "b", 0.3),
    "comparison of curves": cc.ModelComparison("a", "b", EV.cost_curve("a"), EV.cost_curve("b")),
    "comparisons in pairs": EV.pairwise(0.3),
    "estimate": cc.stats.nec_interval(fn=1, positives=12, fp=2, negatives=12, pc=0.5),
    "test": cc.studies.sign_test(4, 14, 2),
    "test with an estimate": cc.studies.paired_t_test(
        cc.studies.Study([[1, 2], [2, 2], [5, 1]], ["a", "b"], better="low"), "a", "b"
    ),
    "sample size": cc.stats.sample_size(fpr=0.1, fnr=0.2, pc=0.5, half_width=0.1, share_positive=0.5),
}


@pytest.mark.parametrize("name", RESULTS)
def test_documents_read_back_equal(name: str, tmp_path) -> None:
    value = RESULTS[name]
    path = tmp_path / "result.json"
    value.save(path)
    assert type(value).load(path) == value
    assert json.loads(path.read_text(encoding="utf8")) == json.loads(json.dumps(value.to_json()))


@pytest.mark.parametrize(
    ("name", "part", "content"),
    [
        ("sample size", "interval", None),
        ("sample size", "interval", {"kind": "other"}),
        ("test with an estimate", "estimate", "text"),
    ],
)
def test_documents_inside_others_must_be_whole(name: str, part: str, content: object) -> None:
    with pytest.raises(cc.InputError, match="a document must be complete"):
        type(RESULTS[name]).from_json(RESULTS[name].to_json() | {part: content})


def test_documents_inside_others_may_be_left_out_where_there_may_be_none() -> None:
    test = RESULTS["test with an estimate"]
    without = test.to_json() | {"estimate": None}
    assert type(test).from_json(without).to_json() == without


@pytest.mark.parametrize("name", sorted(set(RESULTS) - {"stack"}))
@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_results_turn_into_frames(name: str, backend: str) -> None:
    value = RESULTS[name]
    columns = value.to_columns()
    frame = value.to_frame(backend)
    assert frame.shape == (len(next(iter(columns.values()))), len(columns))


def test_infinities_are_strings_and_arrays_say_their_type() -> None:
    document = EV.roc("b").to_json()
    assert document["high"]["values"][:2] == ["inf", "inf"]
    assert document["low"]["values"][-1] == "-inf"
    assert document["fp"]["dtype"] == "int64"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"kind": "decision"}, "^the document must be a costcurves cost_curve; got 'decision'"),
        ({"version": 99}, "^the document must have version 1; got 99"),
        ({"edges": {"dtype": "float64", "values": ["x"]}}, "^a document must be complete; got ValueError"),
    ],
)
def test_strange_documents_are_refused(change, text: str) -> None:
    document = EV.cost_curve("a").to_json() | change
    with pytest.raises(cc.InputError, match=text):
        cc.CostCurve.from_json(document)


def test_missing_fields_are_named() -> None:
    document = EV.cost_curve("a").to_json()
    del document["edges"]
    with pytest.raises(
        cc.InputError, match=r"^a document must be complete; got KeyError: 'edges' \(cost_curve\)"
    ):
        cc.CostCurve.from_json(document)
