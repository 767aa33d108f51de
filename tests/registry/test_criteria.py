"""Every criterion: the best there is, by threshold what it says by rates, weights, order, prevalence."""

from __future__ import annotations

import dataclasses
import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import costcurves as cc
from costcurves import Costs, Decision, OperatingCondition, RocCurve
from costcurves.cli.deciding import decide
from costcurves.cli.reporting import report
from costcurves.criteria.criterion import Criterion
from costcurves.criteria.criterion_spec import CriterionSpec
from costcurves.criteria.criterion_table import CRITERIA, criterion_of, criterion_options
from costcurves.measures.confusion_measures import f_measure
from tests.members import each
from tests.registry.samples import CHANGES, SAMPLES, STATED, reweighed

CONDITION = OperatingCondition(0.3, Costs(fp=1, fn=2))
#: One instance or more of every criterion.
CERTAIN = {
    "least cost": cc.criteria.least_cost(CONDITION),
    "least cost, PC 0": cc.criteria.least_cost(OperatingCondition.from_pc(0)),
    "least cost, PC 1": cc.criteria.least_cost(OperatingCondition.from_pc(1)),
    "max FPR": cc.criteria.max_fpr(0.2),
    "max FPR 0": cc.criteria.max_fpr(0),
    "capacity": cc.criteria.capacity(0.3),
    "capacity at a prevalence": cc.criteria.capacity(0.3, prevalence=0.1),
    "budget": cc.criteria.budget(100, 1, 250),
    "equal errors": cc.criteria.equal_errors(),
    "best F1": cc.criteria.best("f1"),
    "best precision": cc.criteria.best("ppv"),
    "best likelihood ratio": cc.criteria.best("lr_positive"),
    "recall with a floor": cc.criteria.best_given("tpr", "tnr", 0.5),
    "minimax": cc.criteria.minimax(0.2, 0.7),
    "minimax regret": cc.criteria.minimax_regret(0.2, 0.7),
}
MIXED = {
    "max FPR": cc.criteria.max_fpr(0.2, randomised=True),
    "capacity": cc.criteria.capacity(0.3, randomised=True),
    "budget": cc.criteria.budget(100, 1, 250, randomised=True),
    "equal errors": cc.criteria.equal_errors(randomised=True),
    "minimax": cc.criteria.minimax(randomised=True),
    "minimax regret": cc.criteria.minimax_regret(0.2, 0.7, randomised=True),
}
ALL = {**CERTAIN, **{f"{name}, mixed": row for name, row in MIXED.items()}}
SINGLE = pytest.mark.parametrize("criterion", CERTAIN.values(), ids=CERTAIN.keys())
EVERY = pytest.mark.parametrize("criterion", ALL.values(), ids=ALL.keys())
EACH = each("name", SAMPLES)
ROWS = pytest.mark.parametrize("row", CRITERIA, ids=lambda row: row.key)


def test_every_criterion_has_an_instance():
    assert {type(criterion) for criterion in CERTAIN.values()} == {row.kind for row in CRITERIA}


@ROWS
def test_a_row_is_its_class_and_its_constructor(row):
    assert row.kind.key == row.key
    made = inspect.signature(getattr(cc.criteria, row.key)).parameters
    fields = {field.name for field in dataclasses.fields(row.kind) if field.name != "rivals"}
    assert set(made) == fields - ({"randomised"} if not row.kind.can_mix else set())


@ROWS
def test_options_give_the_parameters_that_a_criterion_cannot_do_without(row):
    given = {name for option in row.options for name in option.parameters}
    needed = {
        field.name
        for field in dataclasses.fields(row.kind)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    }
    assert needed <= given <= {field.name for field in dataclasses.fields(row.kind)}


def test_options_are_told_apart_by_their_names():
    names = [option.name for option in criterion_options()]
    assert len(names) == len(set(names))
    assert [row.key for row in CRITERIA if not row.options] == ["least_cost"]


@pytest.mark.parametrize("command", [decide, report], ids=lambda command: command.name)
def test_commands_have_the_options_of_the_table(command):
    offered = {option for parameter in command.params for option in parameter.opts}
    assert {option.typed for option in criterion_options()} <= offered


@ROWS
def test_the_guide_lists_every_criterion(row):
    guide = Path(__file__).parents[2] / "docs" / "guide" / "thresholds.md"
    assert f"| `{row.key}` |" in guide.read_text(encoding="utf-8")


@EVERY
def test_a_criterion_is_made_again_of_its_key_and_parameters(criterion):
    spec = CriterionSpec.from_json(criterion.title, json.loads(json.dumps(criterion.spec.to_json())))
    assert spec == criterion.spec
    condition = {} if criterion.condition is None else {"condition": criterion.condition}
    assert getattr(cc.criteria, spec.key)(**spec.parameters, **condition) == criterion
    assert criterion_of(spec, criterion.condition) == criterion


def test_criteria_that_no_table_knows_are_not_made_again():
    assert criterion_of(CriterionSpec("", "the most of something"), None) is None
    assert criterion_of(cc.criteria.best(f_measure(3)).spec, None) is None


def test_a_criterion_that_speaks_of_a_bound_has_one():
    silent = [name for name, criterion in ALL.items() if criterion.bound is None]
    assert [name for name in silent if type(ALL[name]).bound is not Criterion.bound] == []


@pytest.mark.parametrize("name", [name for name, criterion in ALL.items() if criterion.bound is not None])
def test_what_a_criterion_bounds_is_kept(name):
    criterion, bound = ALL[name], ALL[name].bound
    assert bound is not None
    for sample in SAMPLES.values():
        value = float(bound.measure(criterion(sample.tally()).confusion()))
        assert not bound.excludes(value + 1e-9, value - 1e-9)


#: A criterion in a module of its own, and a program to which its row is added.
FEWEST = """
import dataclasses
from typing import ClassVar

import numpy as np

from costcurves.criteria.criterion import Criterion


@dataclasses.dataclass(frozen=True, slots=True)
class FewestFlagged(Criterion):
    key: ClassVar[str] = "fewest_flagged"
    recall: float

    @property
    def title(self):
        return f"the fewest cases flagged that finds {self.recall:g} of the positives"

    def loss(self, fpr, tpr, tally):
        return np.where(tpr >= self.recall, fpr, np.inf)
"""
PROGRAM = """
import sys
from costcurves.criteria import criterion_table
from costcurves.criteria.criterion_table import CriterionOption, CriterionRow

option = CriterionOption("find", ("recall",), "Fewest cases flagged that finds so much.", "SHARE")
criterion_table.CRITERIA += (CriterionRow("fewest_flagged", "fewest", "FewestFlagged", (option,)),)

from costcurves.cli import main
sys.exit(main())
"""


def test_a_class_and_a_row_are_an_option_help_and_a_decision(tmp_path):
    (tmp_path / "fewest.py").write_text(FEWEST, encoding="utf-8")
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "five.csv").write_text("label,m\n1,0.9\n1,0.8\n0,0.7\n1,0.4\n0,0.1\n", encoding="utf-8")

    def run(*arguments):
        return subprocess.run(
            [sys.executable, "program.py", "decide", *arguments],
            cwd=tmp_path, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True, text=True, encoding="utf-8", check=False,
        )  # fmt: skip

    assert "--find SHARE  " in run("--help", "all").stdout
    decided = json.loads(run("five.csv", "--find", "60%", "--json").stdout)
    assert decided["criterion"] == "the fewest cases flagged that finds 0.6 of the positives"
    assert decided["criterion_spec"] == {"key": "fewest_flagged", "parameters": {"recall": 0.6}}
    assert (decided["tpr"], decided["fpr"]) == (2 / 3, 0)
    refused = run("five.csv", "--find", "60%", "--capacity", "10%").stderr
    assert "--capacity and --find: leave out all but one" in refused


@SINGLE
@EACH
def test_no_other_point_is_better(criterion, name):
    tally = SAMPLES[name].tally()
    decision, roc = criterion(tally), RocCurve.of(tally)
    losses = np.asarray(criterion.loss(roc.fpr, roc.tpr, tally))
    own = float(criterion.loss(decision.fpr, decision.tpr, tally))
    assert own < np.inf
    assert own <= np.nanmin(losses) + 1e-12 or own == np.nanmin(losses)


@SINGLE
@EACH
def test_the_threshold_has_the_rates_stated(criterion, name):
    s = SAMPLES[name]
    decision = criterion(s.tally())
    flagged = decision.apply(s.scores)
    for rate, held in ((decision.tpr, s.labels), (decision.fpr, ~s.labels)):
        assert s.weights[flagged & held].sum() / s.weights[held].sum() == pytest.approx(rate)
    if decision.flags == "some":
        for threshold in (decision.high, np.nextafter(decision.low, np.inf)):
            assert np.array_equal(s.scores >= threshold, flagged)
    else:
        assert flagged.all() == (decision.flags == "everybody")


@pytest.mark.parametrize("name", MIXED)
@each("records", SAMPLES)
def test_mixtures_do_at_least_as_well(name, records):
    tally = SAMPLES[records].tally()
    mixed = MIXED[name]
    single = cc.criteria.minimax() if name == "minimax" else CERTAIN[name]
    losses = [float(mixed.loss(d.fpr, d.tpr, tally)) for d in (mixed(tally), single(tally))]
    assert losses[0] <= losses[1] + 1e-12
    assert 0 <= mixed(tally).other_share < 1


@EVERY
@EACH
def test_decisions_are_whole(criterion, name):
    decision = criterion(SAMPLES[name].tally())
    assert 0 <= decision.fpr <= 1
    assert 0 <= decision.tpr <= 1
    assert decision.criterion == criterion.spec
    assert decision.sentence.startswith(f"For {criterion.title}: ")
    assert decision.sentence.endswith(".")
    assert "nan" not in decision.sentence
    assert Decision.from_json(json.loads(json.dumps(decision.to_json(), allow_nan=False))) == decision


@EVERY
@EACH
@each("change", CHANGES.values(), ids=CHANGES.keys())
def test_order_and_repetition_change_nothing(criterion, name, change):
    s = SAMPLES[name]
    one, other = criterion(s.tally()), criterion(change(s).tally())
    assert (one.thresholds, one.other, one.flags) == (other.thresholds, other.other, other.flags)
    assert (one.fpr, one.tpr, one.other_share) == pytest.approx((other.fpr, other.tpr, other.other_share))


@EVERY
@EACH
@each("prevalence", STATED)
def test_a_stated_prevalence_is_that_of_a_sample(criterion, name, prevalence):
    s = SAMPLES[name]
    stated, physical = s.tally().at_prevalence(prevalence), reweighed(s, prevalence).tally()
    one, other = criterion(stated), criterion(physical)
    losses = [float(criterion.loss(d.fpr, d.tpr, stated)) for d in (one, other)]
    # Equal or, where rounding decides between two equal points, as good.
    assert losses[0] == pytest.approx(losses[1], abs=1e-9)
    assert one.prevalence == pytest.approx(other.prevalence)


@EVERY
def test_titles_follow_for(criterion):
    assert criterion.title[0].islower()
    assert not criterion.title.endswith(".")


@EVERY
def test_one_class_is_undefined(criterion):
    for labels in ([1, 1], [0, 0]):
        with pytest.raises(cc.UndefinedError, match="needs records of both classes"):
            criterion(cc.Tally.from_scores(labels, [0.2, 0.1]))
