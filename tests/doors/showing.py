"""One sample of every kind of result, as a person gets it."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

import costcurves as cc
from costcurves.binormal import Binormal
from costcurves.curves.calibration import binned, consistency_band
from costcurves.curves.distributions import score_density, score_histogram
from costcurves.curves.planes import cost_surface
from costcurves.evaluation.numeric_parts import NumericParts
from costcurves.studies.findings import study_findings

RARE = cc.OperatingCondition(prevalence=0.2, costs=cc.Costs(fp=1, fn=4))


def evaluation() -> cc.Evaluation:
    """Two models on 120 records with folds and segments, their scores probabilities."""
    draw = np.random.default_rng(11)
    label = np.arange(120) % 3 == 0
    score = {
        name: 1 / (1 + np.exp(-(draw.normal(size=120) + skill * label)))
        for name, skill in (("a", 2), ("b", 1))
    }
    place = np.arange(120)
    return cc.evaluate(label, score, fold=place % 4, segment=np.where(place % 2, "north", "south"))


def crossed() -> cc.Records:
    """Two models of which one ranks the best records better, the other the worst ones."""
    label = [1] * 10 + [0] * 10
    top = [*range(40, 35, -1), *range(15, 10, -1), *range(30, 20, -1)]
    bottom = [*range(30, 20, -1), *range(40, 35, -1), *range(15, 10, -1)]
    return cc.Records.read(label, {"x": top, "y": bottom})


def counted_pairs() -> Any:
    """Published points, tested by their counts."""
    points = cc.evaluate_points({"a": (0.1, 0.9), "b": (0.2, 0.8)}, positives=30, negatives=40)
    return points.uncertainty().pairs_by_counts(["a", "b"], 0.4)


def samples() -> dict[str, Any]:
    """Every kind of result by its name."""
    found = [*of_models(), *of_records(), *of_studies(), *of_numbers(), *of_classes()]
    return {type(one).__name__: one for one in found}


def of_models() -> list[Any]:
    """What an evaluation and its uncertainty answer."""
    ev = evaluation()
    sure, decision = ev.uncertainty(bootstrap=50, seed=1), ev.decide(RARE)
    capped = ev.decide(criterion=cc.criteria.capacity(0.25))
    pair, segments = ev.compare("a", "b", RARE), ev.segments(RARE, model="a")
    advice = sure.recommendation(RARE)
    return [
        advice, advice.headline, advice.rows[0], advice.given[0], sure.left_out(capped), stated := ev.given(0.5, RARE), stated.rows[0], counted_pairs(), dataclasses.replace(ev.judge_parts(decision), population=500).in_population, ev, sure, decision, ev.judge_parts(decision, ev.by("segment")), sure.decision(decision),
        sure.decision(capped).goal[0], pair, pair.test, pair._found, ev.pairwise(RARE),
        ev.parts("segment"), ev.folds(RARE), segments, segments.overall,
        sure.auc("a"), sure.band("cost", "a"), sure.operating_range("a"), sure.plateau("a", RARE),
        sure.threshold("a", criterion=cc.criteria.least_cost(RARE)), cc.stats.fold_summary(ev.records, "a", pc=0.3),
    ]  # fmt: skip


def of_records() -> list[Any]:
    """What records, tallies and counts give."""
    ev = evaluation()
    tally = ev.tally("a")
    smooth = Binormal.fitted_to_scores(tally)
    staked = cc.evaluate([1, 0, 1, 0], {"a": [0.9, 0.6, 0.4, 0.1]}, costs={"fp": [1, 2, 3, 4], "fn": 5})
    total = staked.least_total_cost("a")
    assert total.decision is not None
    one_sided = cc.evaluate([1, 0, 1, 0, 1], {"a": [5, 4, 3, 2, 1]}, segment=list("xxxxy")).segments(
        RARE, model="a"
    )
    crossing = cc.stats.crossing_intervals(cc.stats.Sample.of_records(crossed()), "x", "y", replicates=50)
    return [
        RARE, RARE.costs, tally, tally.confusion(), ev.records, cc.ValueTally.of_costs(tally, RARE.costs),
        ev.roc("a"), ev.roc("a").hull(), ev.hull(), ev.cost_curve("a"), ev.curve("lift", "a"), crossing[0], smooth, smooth.fit,
        total, total.decision.judgement, staked.uncertainty().totals(total.decision)[0], one_sided.refused[0],
        cc.measures.IsotonicFit.of(tally), binned(tally), consistency_band(tally, resamples=20),
        score_histogram(tally), score_density(tally), cost_surface(tally),
        cc.stats.sample_size(fpr=0.1, fnr=0.2, pc=0.3, half_width=0.05),
        cc.stats.nec_law(fn=3, positives=40, fp=5, negatives=80, pc=0.3),
        cc.evaluate_points({"a": ([0.1, 0.3], [0.5, 0.8])}, trained_for={"a": [0.2, 0.6]}).selection(),
    ]  # fmt: skip


def of_studies() -> list[Any]:
    """What results on many data sets give."""
    results = {"a": [1, 2, 3, 4], "b": [2, 3, 4, 4], "c": [2, 5, 6, 8]}
    study = cc.studies.Study.of(results, datasets=["w", "x", "y", "z"], better="low")
    return [
        study, study_findings(study), cc.studies.win_tie_loss(study), cc.studies.mean_ranks(study),
        cc.studies.nemenyi_test(study), cc.studies.signed_rank_posterior(study, "a", "c", rope=0.5),
    ]  # fmt: skip


def of_numbers() -> list[Any]:
    """What predictions of a number give."""
    y, draw = np.arange(40.0), np.random.default_rng(3)
    near, far = y + draw.normal(size=40), y + draw.normal(size=40, scale=3)
    ev = cc.evaluate_numeric(y, {"near": near, "far": far}, baseline=20)
    summary, pairs, advice = ev.summary(), ev.pairwise(), ev.decide(costs := cc.UnitCosts(under=3, over=1))
    parts = NumericParts({"train": ev, "test": ev}, "test")
    return [
        ev, summary, summary.models["near"]["rmse"], pairs, next(iter(pairs)), advice, advice.rows[0], costs, parts, ev.records,
        ev.loss_curve("near"), cc.space.RegressionRoc.of(ev.tally("near")), ev.tally("near"),
    ]  # fmt: skip


def of_classes() -> list[Any]:
    """What models of three classes give."""
    codes, draw = np.arange(60) % 3, np.random.default_rng(4)
    score = np.exp(draw.normal(size=(60, 3)) + 1.5 * np.eye(3)[codes])
    models = {"a": score / score.sum(axis=1, keepdims=True), "b": np.roll(codes, 7) % 3}
    ev = cc.evaluate_classes(codes, models)
    advice, pair = ev.decide(), ev.compare("a", "b")
    return [
        ev, ev.summary(), advice, advice.rows[0], pair, pair.rows[0], ev.counts("a"), ev.records, ev.cost_matrix,
        ev.regions(), ev.mean_costs(), ev.pairwise(),
    ]  # fmt: skip
