"""The tally: making, adding, stacking, stating a prevalence."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import costcurves as cc
from costcurves import InputError, Tally, UndefinedError
from tests.unit.refusals import refusal

LABELS, SCORES = [1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.4, 0.1]
SINGLE = "take its members() or pooled()"


def one() -> Tally:
    """Three positives and two negatives on four scores, one of them shared."""
    return Tally.from_scores(LABELS, SCORES)


def columns(tally: Tally) -> list[list[float]]:
    """Scores and weights of the cells."""
    return [tally.high.tolist(), tally.positives.tolist(), tally.negatives.tolist()]


# --- making one ---


@pytest.mark.parametrize(
    "make",
    [list, tuple, np.array, pd.Series, pl.Series, pa.array, lambda v: pd.DataFrame({"x": v})],
    ids=["list", "tuple", "array", "pandas", "polars", "arrow", "frame"],
)
def test_records_of_every_make(make):
    tally = Tally.from_scores(make(LABELS), make(SCORES), make([1, 1, 1, 1, 1]))
    assert tally == one()
    assert columns(tally) == [[0.9, 0.8, 0.4, 0.1], [1, 1, 1, 0], [0, 1, 0, 1]]
    assert (tally.total_positive, tally.total_negative, tally.prevalence) == (3, 2, 0.6)
    assert tally.low.tolist() == tally.high.tolist()
    assert not tally.is_stack


def test_counts_are_python_numbers():
    assert type(one().total_positive) is int
    assert type(Tally.from_scores(LABELS, SCORES, [0.5] * 5).total_positive) is float


def test_other_labels_and_pairs():
    assert Tally.from_scores(list("aabab"), SCORES, pos_label="a") == one()
    above, below = np.array(SCORES), np.array([2.0] * 5)
    assert columns(Tally.from_scores(LABELS, (above, below)))[0] == [0.45, 0.4, 0.2, 0.05]


def test_the_caller_s_arrays_may_change_later():
    labels, scores, weights = np.array(LABELS), np.array(SCORES), np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    booleans = labels == 1
    tallies = [Tally.from_scores(labels, scores), Tally.from_scores(booleans, scores, weights)]
    tallies += [Tally.from_counts(scores, labels, weights), Tally.from_stakes(weights - 3, scores)]
    tallies += [Tally.from_points(scores[::-1], scores[::-1] ** 0.5, threshold=scores * 0 + range(5, 0, -1))]
    before = [copy.deepcopy(tally) for tally in tallies]
    for array in (labels, scores, weights, booleans):
        array[:] = 0
    for tally, then in zip(tallies, before, strict=True):
        assert columns(tally) == columns(then)


def test_whole_weights_repeat_records():
    twice = Tally.from_scores(LABELS, SCORES, [2, 1, 1, 1, 3])
    rows = [0, 0, 1, 2, 3, 4, 4, 4]
    assert twice == Tally.from_scores(np.array(LABELS)[rows], np.array(SCORES)[rows])


def test_weightless_records_leave_no_trace():
    assert Tally.from_scores([*LABELS, 1], [*SCORES, 7.0], [1, 1, 1, 1, 1, 0]) == one()


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (([], []), "at least one record is needed; got none (y_true)"),
        (
            (LABELS, SCORES[:3]),
            "y_score must have one value per record; got 3 values for 5 records: give columns of equal length",
        ),
        (
            (LABELS, [0.9, np.nan, 0.8, 0.4, 0.1]),
            "y_score must have no missing values; got a missing value at row 2, counted from 1: drop or fill these records first",
        ),
        (
            (LABELS, SCORES, [1, 1]),
            "sample_weight must have one value per record; got 2 values for 5 records: give columns of equal length",
        ),
        (
            ([1, 2], [1, 2]),
            (
                "without pos_label, labels must be 0/1, -1/1 or booleans; got 1, 2 (y_true): name the positive class with pos_label"
            ),
        ),
    ],
)
def test_odd_records_are_refused(arguments, text):
    assert refusal(lambda: Tally.from_scores(*arguments)) == text


def test_one_class_is_a_tally_but_no_curve():
    tally = Tally.from_scores([1, 1], [1, 2])
    assert (tally.total_positive, tally.total_negative, tally.prevalence) == (2, 0, 1.0)
    assert refusal(lambda: tally.require_both_classes("a ROC curve"), UndefinedError) == (
        "a ROC curve needs records of both classes; got no negative ones (2 × positive): "
        "give records of both classes"
    )
    assert refusal(lambda: Tally.from_scores([0], [1]).at_prevalence(0.5), UndefinedError) == (
        "stating a prevalence needs records of both classes; got no positive ones (1 × negative): "
        "give records of both classes"
    )


def test_no_weight_at_all_has_no_prevalence():
    nothing = Tally.from_scores([1, 0], [1, 2], [0, 0])
    assert repr(nothing) == "Tally(0 positives, 0 negatives, 0 cells)"
    assert (
        refusal(lambda: nothing.prevalence, UndefinedError) == "the prevalence must be known; got no records"
    )


# --- adding and stacking ---


def test_adding_is_tallying_all_records():
    rows = slice(2), slice(2, None)
    parts = [Tally.from_scores(LABELS[row], SCORES[row]) for row in rows]
    assert parts[0] + parts[1] == one()
    assert parts[1] + parts[0] == one()


def test_a_tally_adds_to_tallies_only():
    with pytest.raises(TypeError, match="unsupported operand"):
        one() + 1  # type: ignore[operator]


def test_huge_sums_become_floats_instead_of_wrapping():
    big = Tally.from_confusion(tp=2**61, fn=2**61 - 1, fp=1, tn=1)
    assert (big + big + big).total_positive == pytest.approx(3 * 2.0**62, rel=1e-15)


def test_a_stack_keeps_its_members():
    other = Tally.from_scores([1, 0], [0.8, 0.2])
    stack = Tally.stack([one(), other])
    assert stack.is_stack
    assert stack.high.tolist() == [0.9, 0.8, 0.4, 0.2, 0.1]
    assert stack.total_positive.tolist() == [3, 1]
    assert stack.members() == [one(), other]
    assert stack.pooled() == one() + other
    assert one().members() == [one()]
    assert one().pooled() == one()
    assert Tally.stack(member for member in [one()]).members() == [one()]
    assert repr(stack) == "Tally(stack of shape (2,), 5 cells)"


def test_a_stack_at_a_prevalence_rescales_every_member():
    stack = Tally.stack([one(), Tally.from_scores([1, 0], [0.8, 0.2])]).at_prevalence(0.25)
    outcomes = stack.confusion()
    for k, member in enumerate(stack.members()):
        alone = member.confusion()
        assert outcomes.tp[k, -1] == alone.tp[-1] == 0.25 * [5, 2][k]
        assert outcomes.fp[k, -1] == alone.fp[-1] == 0.75 * [5, 2][k]
    assert repr(stack) == "Tally(stack of shape (2,), 5 cells, prevalence 0.25)"


WHERE_ONE_IS_NEEDED: dict[str, Any] = {
    "prevalence": lambda stack: stack.prevalence,
    "compact()": lambda stack: stack.compact(),
    "adding or stacking": lambda stack: Tally.stack([stack, stack]),
    "a ROC curve": cc.RocCurve.of,
    "a Brier curve": cc.rules.score_driven(),
    "tuning": cc.rules.tuned_on,
}


@pytest.mark.parametrize("purpose", WHERE_ONE_IS_NEEDED)
def test_a_stack_is_refused_where_one_tally_is_needed(purpose):
    stack = Tally.stack([one(), one()])
    name = f"the {purpose}" if purpose == "prevalence" else purpose
    assert refusal(lambda: WHERE_ONE_IS_NEEDED[purpose](stack)) == (
        f"{name} needs a single tally; got Tally(stack of shape (2,), 4 cells): {SINGLE}"
    )


@pytest.mark.parametrize("pair", [lambda s: s + one(), lambda s: one() + s, lambda s: s + s])
def test_stacks_are_not_added(pair):
    assert refusal(lambda: pair(Tally.stack([one(), one()]))).startswith(
        "adding or stacking needs a single tally"
    )


@pytest.mark.parametrize(
    "use",
    [
        cc.RocCurve.of,
        cc.RocCurve.ranked,
        cc.RocHull.of,
        cc.rules.optimal,
        cc.rules.optimal_without_trivial,
        cc.rules.rate_driven(),
        cc.rules.fixed(0.5),
        cc.measures.h_measure,
        cc.criteria.least_cost(cc.OperatingCondition.from_pc(0.3)),
        cc.criteria.max_fpr(0.1),
        cc.criteria.capacity(0.1, randomised=True),
        cc.criteria.minimax(),
        cc.criteria.best("f1"),
        *cc.measures.SUMMARIES,
    ],
    ids=lambda use: getattr(use, "key", "") or getattr(use, "__qualname__", type(use).__name__),
)
def test_nothing_makes_one_number_of_a_stack(use):
    assert "needs a single tally; got Tally(stack" in refusal(lambda: use(Tally.stack([one(), one()])))


@pytest.mark.parametrize("other", [5, None, [1, 2]])
def test_what_is_no_tally_is_refused(other):
    kind = type(other).__name__
    assert refusal(lambda: cc.rules.optimal(other)) == (
        f"a ROC curve needs a single tally; got an object of type {kind}: make one with Tally.from_scores"
    )
    assert refusal(lambda: Tally.stack([other])).startswith(
        "adding or stacking needs a single tally; got an object"
    )


@pytest.mark.parametrize(
    ("add", "text"),
    [
        (lambda: Tally.stack([]), "a stack must have at least one tally; got none"),
        (
            lambda: one() + Tally.from_points([0.1], [0.2], positives=1, negatives=1),
            (
                "only tallies with exact scores can be added or stacked; got operating points: add before compact(), and tallies of scored records only"
            ),
        ),
        (
            lambda: Tally.from_scores([1, 1, 0], [3, 2, 1]).compact() + one(),
            (
                "only tallies with exact scores can be added or stacked; got merged cells: add before compact(), and tallies of scored records only"
            ),
        ),
        (
            lambda: one() + one().at_prevalence(0.1),
            (
                "only tallies at the prevalence of their sample can be added; got a stated prevalence of 0.1: add first, then state the prevalence"
            ),
        ),
    ],
)
def test_what_has_no_common_cells_is_not_added(add, text):
    assert refusal(add) == text


# --- prevalence and compaction ---


def test_a_stated_prevalence_rescales_the_classes_and_keeps_their_sum():
    stated = one().at_prevalence(0.1)
    assert stated.prevalence == 0.1
    assert (stated.total_positive, stated.total_negative) == (3, 2)
    outcomes = stated.confusion()
    assert outcomes.tp.tolist() == pytest.approx([0, 1 / 6, 1 / 3, 0.5, 0.5])
    assert outcomes.fp.tolist() == [0, 0, 2.25, 2.25, 4.5]
    assert outcomes.total.tolist() == [5] * 5
    assert repr(stated) == "Tally(3 positives, 2 negatives, 4 cells, prevalence 0.1)"
    assert stated != one()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "prevalence must lie strictly between 0 and 1; got 0"),
        (1, "prevalence must lie strictly between 0 and 1; got 1"),
        (float("nan"), "prevalence must be a finite number; got nan"),
        ("a", "prevalence must be a finite number; got 'a'"),
        ([0.1], "prevalence must be a finite number; got [0.1]"),
    ],
)
def test_odd_prevalences_are_refused(value, text):
    assert refusal(lambda: one().at_prevalence(value)) == text


def test_compact_tallies_keep_every_ranking_quantity():
    rng = np.random.default_rng(1)
    tally = Tally.from_scores(rng.integers(0, 2, 60), rng.integers(0, 30, 60))
    small = tally.compact()
    assert len(small.cells) < len(tally.cells)
    assert small.compact() == small
    assert cc.RocCurve.of(small).auc == cc.RocCurve.of(tally).auc
    assert cc.rules.optimal(small) == cc.rules.optimal(tally)
    assert cc.RocHull.of(small) == cc.RocCurve.of(tally).hull() == cc.RocHull.of(tally)


# --- a value ---


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
@pytest.mark.parametrize(
    "tally", [one(), one().compact(), one().at_prevalence(0.2), Tally.stack([one(), one()])], ids=str
)
def test_copies_are_equal_and_read_only(how, tally):
    other = how(tally)
    assert other == tally
    for array in (other.high, other.low, other.positives, other.negatives):
        assert not array.flags.writeable


def test_documents_read_back_equal():
    for tally in (
        one(),
        Tally.from_scores([1, 0, 1], [float("inf"), 2.0, -float("inf")], [0.1, 0.2, 0.3]),
        one().at_prevalence(0.3),
        Tally.from_points([0.1], [0.5]),
    ):
        again = Tally.from_json(tally.to_json())
        assert again == tally
        assert again.positives.dtype == tally.positives.dtype


def test_broken_documents_are_refused():
    document = one().to_json()
    assert refusal(
        lambda: Tally.from_json({**document, "high": {"dtype": "float64", "values": [1.0]}})
    ).startswith(
        "a document must be complete; got InputError: high, low, positives and negatives must have one value per cell; got 1, 4, 4, 4"
    )
    del document["low"]
    assert (
        refusal(lambda: Tally.from_json(document))
        == "a document must be complete; got KeyError: 'low' (tally)"
    )


def test_equality_asks_for_the_same_facts():
    assert one() != one().compact() or len(one().cells) == len(one().compact().cells)
    assert one() != "tally"
    assert Tally.from_points([0.1], [0.5], positives=10, negatives=10) != Tally.from_points([0.1], [0.5])
    with pytest.raises(TypeError, match="unhashable"):
        hash(one())


def test_tallies_become_frames():
    frame = one().to_frame("pandas")
    assert list(frame.columns) == ["high", "low", "positives", "negatives"]
    assert frame["positives"].tolist() == [1, 1, 1, 0]
    assert refusal(lambda: Tally.stack([one()]).to_frame()).startswith("a frame needs a single tally")


def test_unknown_keywords_are_type_errors():
    with pytest.raises(TypeError, match="sample_weigth"):
        Tally.from_scores(LABELS, SCORES, sample_weigth=[1] * 5)  # type: ignore[call-arg]
    assert issubclass(InputError, ValueError)


def test_a_hard_classifier_is_tallied_by_its_predictions():
    truth, predicted = ["spam", "ham", "ham", "spam"], ["spam", "spam", "ham", "ham"]
    tally = Tally.from_predictions(truth, predicted, pos_label="spam")
    assert tally == Tally.from_confusion(tp=1, fn=1, fp=1, tn=1)
    assert Tally.from_predictions([1, 0], [True, False], [3, 2]) == Tally.from_confusion(
        tp=3, fn=0, fp=0, tn=2
    )


def test_tallies_sum_up():
    tallies = [Tally.from_scores([1, 0], [2, 1]), Tally.from_scores([0, 1], [2, 3])]
    assert sum(tallies) == tallies[0] + tallies[1]
    loose: Any = tallies[0]
    with pytest.raises(TypeError):
        1 + loose
