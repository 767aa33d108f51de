"""Scores taken as probabilities: rounding beyond [0, 1], margins, and shares of positives they are not for."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.curves.calibration import binned, consistency_band, murphy, reliability
from costcurves.errors import InputError, UndefinedError
from costcurves.measures import proper_scores
from costcurves.tallies.probabilities import recalibrated

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tests.doors.conftest import Cli

#: A calibrator returned 1.0000000000000002: https://github.com/EFS-OpenSource/calibration-framework/issues/54
ABOVE = Path(__file__).with_name("data") / "above_one.csv"
#: Leaves of a tree on a balanced sample, after a reader's question on "Adjusting for Oversampling" at
#: https://blog.data-miners.com: score, positives, negatives.
LEAVES = [(0.95, 95, 5), (float(Fraction(4, 39)), 4, 35), (float(Fraction(1, 61)), 1, 60)]
#: Bayes' theorem in fractions, where 1 % are positive.
MOVED = [Fraction(19, 118), Fraction(4, 3469), Fraction(1, 5941)]
FIELD = ("--prevalence", "1%")
REMARK = "p has a mean score of 10.1 % at the stated prevalence of 1 %"
WAY = "add --recalibrate-to 1% (in Python recalibrated_to(0.01))"


def balanced() -> tuple[list[int], list[float]]:
    """Labels and scores of the leaves."""
    labels = [label for _, p, n in LEAVES for label in [1] * p + [0] * n]
    return labels, [score for score, p, n in LEAVES for _ in range(p + n)]


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    path = tmp_path / "balanced.csv"
    rows = zip(*balanced(), strict=True)
    path.write_text("y,p\n" + "".join(f"{label},{score!r}\n" for label, score in rows), encoding="utf-8")
    return path


def written(path: Path, columns: Mapping[str, Sequence[Any]]) -> Path:
    """A table of columns."""
    with path.open("w", encoding="utf-8", newline="") as text:
        out = csv.writer(text)
        out.writerow(columns)
        out.writerows(zip(*columns.values(), strict=True))
    return path


# ---- rounding -------------------------------------------------------------------------------


def test_a_score_above_one_by_rounding_counts_as_one(cli: Cli, tmp_path: Path) -> None:
    found = cli("evaluate", ABOVE, "--json", "--level", "none")
    model = json.loads(found.out)["models"]["s"]
    assert (model["brier"], model["auc"]) == (pytest.approx(11 / 120, abs=1e-15), 1.0)
    said = "1 score of s lies beyond [0, 1] by rounding"
    assert found.err.count(said) == 1
    for picture in ("reliability", "net_benefit", "murphy"):
        assert said in cli("plot", picture, ABOVE, "-o", tmp_path / "p.svg").err
    # Thresholds stay as they came.
    rows = list(csv.DictReader(cli("curve", "roc", ABOVE, "-q").out.splitlines()))
    assert "1.0000000000000002" in {row["threshold_high"] for row in rows}


@pytest.mark.parametrize(
    ("score", "kind", "inside"),
    [
        (1 + 4 * 2.0**-52, np.float64, True),
        (-4 * 2.0**-52, np.float64, True),
        (1 + 5 * 2.0**-52, np.float64, False),
        (-5 * 2.0**-52, np.float64, False),
        (1 + 1e-9, np.float64, False),
        (1 + 4 * 2.0**-23, np.float32, True),
        (-4 * 2.0**-23, np.float32, True),
        (1 + 5 * 2.0**-23, np.float32, False),
        (1.5, np.float32, False),
        (np.inf, np.float64, False),
        (-np.inf, np.float32, False),
    ],
)
def test_rounding_is_four_units_of_the_precision_of_the_column(score: float, kind: Any, inside: bool) -> None:
    scores = np.array([score, 0.3, 0.1, 0.7, 0.6, 0.4], kind)
    labels = [int(score > 0.5), 0, 0, 1, 1, 0]
    tally, clipped = (cc.Tally.from_scores(labels, s) for s in (scores, np.clip(scores, 0, 1)))
    asked: list[Callable[[cc.Tally], Any]] = [
        proper_scores.brier, proper_scores.log_loss, proper_scores.mean_absolute_error, proper_scores.cllr,
        proper_scores.decomposition_by_score, lambda t: reliability(t)[0].tolist(), lambda t: binned(t).score.tolist(),
        lambda t: murphy(t)(0.25), lambda t: cc.rules.score_driven()(t).area,
        lambda t: consistency_band(t, resamples=20).score.tolist(),
    ]  # fmt: skip
    for function in asked:
        if inside:
            assert function(tally) == function(clipped)
        else:
            with pytest.raises(InputError, match="must lie in"):
                function(tally)
    remarks = cc.evaluate(labels, scores).remarks()
    assert ["clipped"] * inside == [one.kind for one in remarks]


def test_the_same_text_is_of_double_precision(cli: Cli, tmp_path: Path) -> None:
    scores = ["1.0000001", "0.2", "0.7", "0.1"]
    path = written(tmp_path / "s.csv", {"y": [1, 0, 1, 0], "s": scores})
    found = cli("plot", "reliability", path, "-o", tmp_path / "p.svg")
    assert found.code == 2
    assert (
        "the scores of 's' must be probabilities, from 0 to 1; got 1.0000001 (line 2 of the file)"
        in found.err
    )


# ---- what is no probability -----------------------------------------------------------------

MIXED: dict[str, list[Any]] = {
    "y": [1, 0, 1, 0, 1, 0],
    "svm": [2.5, -1, 1, -2, 0.4, 0.1],
    "p": [0.9, 0.2, 0.7, 0.1, 0.6, 0.5],
}
LEFT_OUT = "svm is left out, since it has no scores that are probabilities: got 2.5 (line 2 of the file)"


def test_one_model_of_margins_is_left_out_by_name(cli: Cli, tmp_path: Path) -> None:
    path = written(tmp_path / "m.csv", MIXED)
    for picture in ("net_benefit", "reliability", "brier", "binned_reliability"):
        found = cli("plot", picture, path, "-o", tmp_path / "p.svg")
        assert (found.code, found.err.count(LEFT_OUT)) == (0, 1)
        assert LEFT_OUT not in cli("plot", picture, path).err  # the picture itself says it
    found = cli("curve", "net_benefit", path)
    assert {line.partition(",")[0] for line in found.out.splitlines()[1:]} == {"p"}
    assert found.err.count(LEFT_OUT) == 1
    roc = cli("curve", "roc", path)
    assert {line.partition(",")[0] for line in roc.out.splitlines()[1:]} == {"svm", "p"}
    alone = cli("plot", "net_benefit", path, "--score", "svm")
    assert (alone.code, "got 2.5 (line 2 of the file)" in alone.err) == (2, True)


def test_models_keep_their_colours_where_one_is_left_out() -> None:
    models = {name: MIXED[name] for name in ("svm", "p")}
    chart = cc.evaluate(MIXED["y"], models).chart("net_benefit")
    assert [mark.series for mark in chart.marks if mark.label == "p"] == [1]
    assert LEFT_OUT.replace("line 2 of the file", "row 1, counted from 1") + "." in chart.notes
    whole = cc.evaluate(MIXED["y"], models).chart("cost", rule=cc.rules.score_driven())
    assert [mark.series for mark in whole.marks if mark.label == "p"] == [1]


def test_rows_are_named_as_the_file_counts_them(cli: Cli, tmp_path: Path) -> None:
    parted = {**MIXED, "part": ["train", "train", "test", "test", "test", "test"]}
    parted["svm"] = [0.5, 0.4, 0.7, 0.2, 0.4, 7]
    path = written(tmp_path / "m.csv", parted)
    found = cli("plot", "reliability", path, "--score", "svm")
    assert "got 7 (line 7 of the file)" in found.err
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(["", *lines]), encoding="utf-8")
    assert "got 7 (line 8 of the file)" in cli("plot", "reliability", path, "--score", "svm").err


# ---- another share of positives -------------------------------------------------------------


def net_benefit(evaluation: cc.Evaluation) -> float:
    return float(evaluation.curve("net_benefit", "p", prevalence=0.01)(0.1))


def test_probabilities_of_a_balanced_sample_are_moved_to_the_field() -> None:
    evaluation = cc.evaluate(*[balanced()[0], {"p": balanced()[1]}])
    assert net_benefit(evaluation) == pytest.approx(-341 / 10_000, abs=1e-15)
    moved = evaluation.recalibrated_to(0.01)
    assert moved.records is not None
    found = sorted(set(moved.records.probability("p").tolist()), reverse=True)
    assert found == pytest.approx([float(one) for one in MOVED], rel=1e-14)
    assert net_benefit(moved) == pytest.approx(1 / 250, abs=1e-15)
    said = "Scores are recalibrated: their odds are multiplied by 0.0101."
    assert [said in moved.chart(name, prevalence=0.01).notes for name in ("net_benefit", "murphy", "roc")] == [
        True, True, False,
    ]  # fmt: skip
    # Rankings, thresholds and what they cost stay.
    field = cc.OperatingCondition.from_threshold(0.1, prevalence=0.01)
    assert moved.decide(field).thresholds == evaluation.decide(field).thresholds
    assert moved.roc("p") == evaluation.roc("p")
    placed = moved.at_prevalence(0.01).models["p"]
    shares = [(0.01 * p / 100, 0.99 * n / 100) for _, p, n in LEAVES]
    exact = sum(p * (1 - float(q)) ** 2 + n * float(q) ** 2 for (p, n), q in zip(shares, MOVED, strict=True))
    assert proper_scores.brier(placed) == pytest.approx(exact, rel=1e-13)


def test_recalibration_is_kept_by_files_sums_and_replicates(tmp_path: Path) -> None:
    moved = cc.evaluate(balanced()[0], {"p": balanced()[1]}).recalibrated_to(0.01)
    moved.save(tmp_path / "saved.json")
    again = cc.Evaluation.load(tmp_path / "saved.json")
    assert net_benefit(again) == net_benefit(moved)
    tally = moved.models["p"]
    assert (tally + tally).odds == tally.odds
    with pytest.raises(InputError, match="recalibrated alike"):
        tally + cc.Tally.from_scores([1, 0], [0.5, 0.4])
    uncertain = moved.at_prevalence(0.01).uncertainty(bootstrap=20)
    low, high = (getattr(uncertain.summary("p", "brier"), end) for end in ("low", "high"))
    assert low < proper_scores.brier(tally.at_prevalence(0.01)) < high < 0.02
    band = moved.uncertainty(bootstrap=20).band("net_benefit", "p")
    assert np.all(band.low <= band.high)


def test_a_remark_names_the_model_both_figures_and_the_way_out(
    cli: Cli, sample: Path, tmp_path: Path
) -> None:
    for command in (
        ("evaluate", sample, *FIELD, "--level", "none"),
        ("decide", sample, *FIELD, "--threshold-probability", "10%"),
        ("curve", "net_benefit", sample, *FIELD),
        ("plot", "net_benefit", sample, *FIELD, "-o", tmp_path / "p.svg"),
        ("report", sample, *FIELD, "-o", tmp_path / "p.html"),
    ):
        found = cli(*command)
        assert found.err.count(REMARK) == 1, command
        assert WAY in found.err
        then = cli(*command, "--recalibrate-to", "1%")
        assert REMARK not in then.err
        assert "of which 50 % are positive, and recalibrated to 1 %" in then.err
    evaluation = cc.evaluate(balanced()[0], {"p": balanced()[1]})
    assert [one.kind for one in evaluation.at_prevalence(0.01).remarks()] == ["calibrated_elsewhere"]
    for quiet in (
        evaluation,
        evaluation.at_prevalence(0.4),
        evaluation.recalibrated_to(0.01).at_prevalence(0.01),
    ):
        assert quiet.remarks() == ()
    assert REMARK not in cli("plot", "roc", sample, *FIELD, "-o", tmp_path / "p.svg").err


def test_a_decision_of_the_field_flags_the_first_leaf_only(cli: Cli, sample: Path) -> None:
    asked = ("decide", sample, *FIELD, "--threshold-probability", "10%")
    for more in ((), ("--recalibrate-to", "1%")):
        found = cli(*asked, *more)
        assert "flag a case when its score is at least 0.95" in " ".join(found.out.split())
    # Where flagging pays in theory, on the scale of the scores as given: odds 1/9 times 99.
    document = json.loads(cli(*asked, "--recalibrate-to", "1%", "--json").out)
    given = document["given"]
    assert [row["probability"] for row in given] == [0.5, pytest.approx(0.1)]
    assert [row["threshold"] for row in given] == pytest.approx([0.99, 11 / 12])
    assert given[1]["flagged"] == pytest.approx(0.059)


def test_the_part_that_trained_tells_where_scores_are_calibrated(cli: Cli, tmp_path: Path) -> None:
    labels = [1] * 10 + [0] * 10 + [1] * 2 + [0] * 18 + [1] * 2 + [0] * 18
    scores = np.linspace(0.9, 0.1, 20).tolist() * 3
    parts = ["train"] * 20 + ["validation"] * 20 + ["test"] * 20
    path = written(tmp_path / "m.csv", {"y": labels, "p": scores, "part": parts})
    found = cli("plot", "reliability", path, "--recalibrate-to", "10%", "-o", tmp_path / "p.svg")
    assert "scores are taken as probabilities of train, of which 50 % are positive" in found.err


@pytest.mark.parametrize(
    ("share", "said"),
    [
        ("0", "--recalibrate-to must lie between 0 and 1; got 0"),
        ("100%", "--recalibrate-to must lie between 0 and 1; got 1"),
        ("1.5", "--recalibrate-to must be a share, at most 1 or 100%"),
        ("-1%", "--recalibrate-to must lie between 0 and 1; got -0.01"),
        ("half", "--recalibrate-to must be a share; got 'half': write it like 0.05 or 5%"),
    ],
)
def test_what_is_no_share_is_refused(cli: Cli, share: str, said: str) -> None:
    found = cli("evaluate", ABOVE, "--recalibrate-to", share)
    assert (found.code, said in found.err) == (2, True)


def test_rates_alone_tell_no_share() -> None:
    points = cc.Tally.from_points([0.1], [0.8], threshold=[0.5])
    with pytest.raises(UndefinedError, match="needs the share of positives that scores are calibrated at"):
        recalibrated(points, 0.1)
    assert recalibrated(points, 0.1, calibrated_at=0.1).odds == pytest.approx(1)
    with pytest.raises(UndefinedError, match="needs records of both classes"):
        recalibrated(cc.Tally.from_scores([1, 1], [0.5, 0.6]), 0.1)


def test_a_page_leaves_models_of_margins_out_of_calibration_by_name(cli: Cli, tmp_path: Path) -> None:
    rows = ["label,margin,share", "1,2,.9", "1,1.5,.8", "0,-.5,.6", "1,.5,.3", "0,-1,.2", "0,-2,.1"]
    (tmp_path / "f.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    for models, is_drawn in (
        (["--score", "margin", "--score", "share"], True),
        (["--score", "margin"], False),
    ):
        cli("report", "f.csv", *models, "-q", "-o", "page.html")
        page = (tmp_path / "page.html").read_text(encoding="utf-8")
        assert ('id="calibration"' in page) == is_drawn
        said = "margin is left out, since it has no scores that are probabilities: got scores from -2 to 2."
        assert (said in page) == is_drawn
