"""The command `classes`: it says what Python says, and refuses in one line what it cannot read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import costcurves as cc
from tests.doors import recording
from tests.doors.newcomer.path import page_text

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.running import Outcome

HEAD = "label,m_p_a,m_p_b,m_p_c,rule,x,part"
ROWS = ["a,.7,.2,.1,a,1,train", "b,.2,.6,.2,b,2,train", "c,.1,.2,.7,b,3,test", "a,.5,.3,.2,a,4,test"]
ROWS += ["b,.1,.8,.1,c,5,test", "c,.2,.2,.6,c,6,train"]
COSTS = "class,a,b,c,ask\na,0,1,2,.5\nb,1,0,3,.5\nc,4,5,0,.5\n"


def run(folder: Path, *arguments: str) -> Outcome:
    """Run the command within this process."""
    return recording.run(["classes", *arguments], folder)


def written(folder: Path, *lines: str, name: str = "table.csv") -> str:
    """Write a table."""
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def table(folder: Path) -> str:
    """A table of two models, without its parts."""
    return written(folder, *(line.rpartition(",")[0] for line in (HEAD, *ROWS)))


def test_json_is_what_python_says(tmp_path: Path) -> None:
    costs = written(tmp_path, COSTS.strip(), name="costs.csv")
    found = run(tmp_path, table(tmp_path), "--costs", costs, "--json")
    labels = [row.split(",")[0] for row in ROWS]
    score = [[float(cell) for cell in row.split(",")[1:4]] for row in ROWS]
    rule = [row.split(",")[4] for row in ROWS]
    matrix = [[0, 1, 2, 0.5], [1, 0, 3, 0.5], [4, 5, 0, 0.5]]
    ev = cc.evaluate_classes(labels, {"m": score, "rule": rule}, costs=matrix, actions=["a", "b", "c", "ask"])
    want = json.loads(json.dumps(ev.to_json()))
    document = json.loads(found.out)
    assert {key: document[key] for key in want} == want
    assert document["models"]["m"]["hand_till_m"]["estimate"] == 1.0
    assert document["models"]["rule"]["hand_till_m"]["estimate"] is None
    assert set(document["models"]["m"]["accuracy"]) == {"estimate", "low", "high"}


def test_costs_can_be_typed(tmp_path: Path) -> None:
    costs = written(tmp_path, COSTS.strip(), name="costs.csv")
    typed = "a:b=1,a:c=2,a:ask=.5,b:a=1,b:c=3,b:ask=.5,c:a=4,c:b=5,c:ask=.5"
    one, other = (run(tmp_path, table(tmp_path), "--costs", one, "--json").out for one in (costs, typed))
    assert json.loads(one) == json.loads(other)


def test_sentences_are_those_of_python(tmp_path: Path) -> None:
    found = run(tmp_path, table(tmp_path))
    names = [row.split(",")[0] for row in ROWS]
    score = [[float(cell) for cell in row.split(",")[1:4]] for row in ROWS]
    rule = [row.split(",")[4] for row in ROWS]
    ev = cc.evaluate_classes(names, {"m": score, "rule": rule})
    assert ev.decide().sentence in found.out
    assert "left out: x (not labels, such as '1')" in found.err


def test_the_test_part_judges(tmp_path: Path) -> None:
    document = json.loads(run(tmp_path, written(tmp_path, HEAD, *ROWS), "--json").out)
    assert (document["part"], list(document["parts"])) == ("test", ["train", "test"])
    assert document["models"] == document["parts"]["test"]["models"]
    assert "Parts of the table" in run(tmp_path, written(tmp_path, HEAD, *ROWS)).out


def test_a_class_less_than_two_records_is_judged_on_the_same(tmp_path: Path) -> None:
    found = run(tmp_path, written(tmp_path, HEAD, *ROWS))  # of the test part: one record a class
    assert "on the same records: expect worse on new ones" in found.out


def test_missing_values_are_left_out_on_request(tmp_path: Path) -> None:
    path = written(tmp_path, HEAD, *ROWS, "a,.7,,.1,a,1,train", *ROWS)
    assert "score 'm_p_b' must have a value in every row" in run(tmp_path, path).err
    assert "1 of 13 rows left out for missing values" in run(tmp_path, path, "--drop-missing").err


def test_the_page_says_what_the_command_says(tmp_path: Path) -> None:
    costs = written(tmp_path, COSTS.strip(), name="costs.csv")
    found = run(tmp_path, table(tmp_path), "--costs", costs, "-o", "page.html")
    assert found.err.endswith("wrote page.html\n")
    words = page_text(tmp_path / "page.html")
    for sentence in found.out.splitlines()[0].split(". ")[:2]:
        assert sentence.rstrip(".") in words.replace("\N{NO-BREAK SPACE}", " ")
    for said in (
        "Confusion matrices",
        "a against the rest",
        "Costs by true class",
        "left out: x",
        "macro F1",
    ):
        assert said in words
    assert "<script" not in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_page_by_python_is_that_of_the_command(tmp_path: Path) -> None:
    run(tmp_path, table(tmp_path), "-o", "page.html")
    labels = [row.split(",")[0] for row in ROWS]
    score = [[float(cell) for cell in row.split(",")[1:4]] for row in ROWS]
    ev = cc.evaluate_classes(labels, {"m": score, "rule": [row.split(",")[4] for row in ROWS]})
    ev.report(tmp_path / "own.html")
    typed = page_text(tmp_path / "page.html").splitlines()
    kept = [line for line in page_text(tmp_path / "own.html").splitlines() if line not in typed]
    assert kept == []


WRONG = [
    (("--costs", "a:b=1"), "no cost of 'c' is stated where the class is 'a'; write a:c=…"),
    (("--costs", "a=1"), "a cost must be stated as true class, action and number; got 'a=1' (--costs)"),
    (("--costs", "a:b=x"), "a cost must be stated as true class, action and number; got 'a:b=x' (--costs)"),
    (("--costs", "a:b=1,a:b=2"), "a cost must be stated once; got a:b twice (--costs)"),
    (("--costs", "z:b=1"), "no such class 'z' (costs); choose from 'a', 'b', 'c'"),
    (("--costs", "nowhere.csv"), "no such file: 'nowhere.csv'"),
    (("--classes", "a,b"), "no such class 'c' (column 'label'"),
    (("--classes", "a,b,c,d"), "every class needs a record; got none of 'd' (column 'label')"),
    (("--classes", "a"), "there must be two classes or more, all different"),
    (("--prevalence", "a=.5,b=.5"), "prevalence must state the share of every class; got none of 'c'"),
    (("--prevalence", "a=.5,b=.3,c=.3"), "prevalence must have 3 shares that add up to 1"),
    (
        ("--prevalence", "a=50%,b"),
        "the share of a class must be a number from 0 to 1, or a percentage; got 'b'",
    ),
    (("--model", "zz"), "no such model 'zz'; choose from 'm', 'rule'"),
    (("--score", "zz"), "no model 'zz' with columns such as zz_p_a (--score); the models are 'm'"),
    (("--predicted", "x"), "predicted labels must be spelled as the labels in 'label' are; got '1'"),
    (("--label", "x"), "is of a model of these classes"),
    (("--weight", "rule"), "weight 'rule' must hold numbers"),
    (("-o", "page.pdf"), "the output 'page.pdf' has no known extension"),
    (("--level", "2"), "a confidence level must lie between 0 and 1"),
    (("--positive", "a"), "no such option '--positive'"),
    (("--baseline", "3"), "no such option '--baseline'; did you mean --baseline of `costcurves numeric`?"),
    (("more.csv",), "takes FILE and no more; leave out 'more.csv' (see costcurves classes --help)"),
]


@pytest.mark.parametrize(
    ("options", "says"), WRONG, ids=lambda one: " ".join(one) if isinstance(one, tuple) else ""
)
def test_wrong_options_are_refused_in_one_line(tmp_path: Path, options: tuple[str, ...], says: str) -> None:
    found = run(tmp_path, table(tmp_path), *options)
    assert (found.code, found.out) == (2, "")
    assert says in found.err
    assert len(found.err.strip().splitlines()) == 1


def test_tables_of_costs_name_their_actions_as_the_classes_are(tmp_path: Path) -> None:
    """A header that is nearly a class which is no action is a slip, not an action of its own."""
    file = table(tmp_path)
    (tmp_path / "costs.csv").write_text("class,apple,b,c\na,0,1,1\nb,1,0,1\nc,1,1,0\n", encoding="utf-8")
    assert run(tmp_path, file, "--costs", "costs.csv").code == 0
    names = {"a": "late", "b": "ok", "c": "default"}
    rows = [",".join([names[row.split(",")[0]], *row.split(",")[1:4]]) for row in ROWS]
    named = written(tmp_path, "label,m_p_late,m_p_ok,m_p_default", *rows)
    (tmp_path / "slip.csv").write_text(
        "class,late,ok,defualt\nlate,0,1,1\nok,1,0,1\ndefault,1,1,0\n", encoding="utf-8"
    )
    found = run(tmp_path, named, "--costs", "slip.csv")
    assert (found.code, found.out) == (2, "")
    assert "no such class 'defualt' (costs)" in found.err
    assert "'default'" in found.err


def test_costs_that_do_not_differ_are_refused(tmp_path: Path) -> None:
    (tmp_path / "same.csv").write_text("class,a,b,c\na,1,1,1\nb,0,0,0\nc,2,2,2\n", encoding="utf-8")
    found = run(tmp_path, table(tmp_path), "--costs", "same.csv")
    assert (found.code, found.out) == (2, "")
    assert "costs must differ between actions; got the same cost of every action" in found.err


def test_no_model_leads_where_none_costs_less_than_one_action() -> None:
    """Labels that are all given the same action cost what that action costs for all."""
    labels = ["a", "b", "c"] * 20
    costs = {(true, "review"): 0.1 for true in "abc"} | {
        (true, said): 1.0 for true in "abc" for said in "abc" if true != said
    }
    one, two = [name for name in "abc" for _ in range(20)], [name for name in "abcabc" for _ in range(10)]
    decision = cc.evaluate_classes(labels, {"one": one, "two": two}, costs=costs).decide()
    assert decision.is_constant
    assert decision.sentence.startswith("Always take review: no model costs less.")
    assert "chance" not in decision.sentence


TABLES = [
    (["label,m_p_a,m_p_b", "a,.7,.3", "b,.2,.8", "c,.5,.5"], "model 'm' must have a column for each class; got none of 'c'"),
    (["label,m_p_a,m_p_b,m_p_c", "a,.7,.2,.1", "b,.2,.6,.2"], "every class needs a record; got none of 'c'"),
    (["label,m_p_a,m_p_b", "a,.7,x", "b,.2,.8", "b,.2,.8"], "score 'm_p_b' must hold numbers; got the text 'x'"),
    (["label,x", "a,.7", "b,.2", "c,.1"], "is of a model of these classes; call columns of scores <model>_p_<class>"),
    (["label,x", "a,.7", "b,.2", "a,.1"], "models of two classes are judged with `costcurves evaluate`"),
    (["label,x", "3,.7", "5,.2", "9,.1"], "predictions of a number are judged with `costcurves numeric`"),
    (["label,m_p_ok,m_p_late,m_p_bad", "ok,.7,.2,.1", "late,.2,.7,.1", "bad,.2,.3,.5", "OK,.5,.4,.1"], "line 5): did you mean 'ok'? else add m_p_OK, or leave the model out with --score"),
    (["label,m_p_ok,m_p_late,m_p_bad", "ok,.7,.2,.1", "late,.2,.7,.1", "bad,.2,.3,.5", '" ok",.5,.4,.1'], "line 5): did you mean 'ok'? else add m_p_ ok, or leave the model out with --score"),
    (["label,m_p_ok,m_p_late,m_p_bad", "ok,.7,.2,.1", "late,.2,.7,.1", "bad,.2,.3,.5", "laet,.2,.7,.1", "ok,.7,.2,.1", "laet,.1,.8,.1"], "lines 5, 7): did you mean 'late'? else add m_p_laet, or leave"),
    (["label,m_p_ok,m_p_late,m_p_bad", "ok,.7,.2,.1", "late,.2,.7,.1", "bad,.2,.3,.5", "zebra,.2,.7,.1"], "line 5): add m_p_zebra, or leave"),
    (["label,m_p_ok,m_p_late,m_p_bad", "ok,.7,.2,.1", "late,.2,.7,.1", "bad,.2,.3,.5", *["OK,.5,.4,.1"] * 4], "table.csv): add m_p_OK, or leave"),
    (["label,m_p_a", "a,.7"], "there must be two classes or more; got only 'a'"),
    (["one,m_p_a,m_p_b", "a,.7,.3"], "is named like a label"),
    (["label,m_p_a,m_p_b,m_p_c,n_p_a,n_p_b,n_p_c", "a,.7,.2,.1,.7,.2,.1", "b,.2,.6,.2,.2,.6,.2"], "or drop columns 'm_p_c', 'n_p_c'"),
    (["label,m_p_a,m_p_b,part", "a,.7,.3,train", "b,.2,.8,train", "a,.5,.5,test"], "every class needs a record; got none of 'b' (part test): give records of it, or leave the class out"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "says"), TABLES)
def test_wrong_tables_are_refused_in_one_line(tmp_path: Path, lines: list[str], says: str) -> None:
    found = run(tmp_path, written(tmp_path, *lines))
    assert (found.code, found.out) == (2, "")
    assert says in found.err
    assert len(found.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("scale", "says"),
    [
        (1.37, "m: no probabilities (rows add up to 1.37), so only labels of the highest score decide"),
        (100, "m: no probabilities (rows add up to 100: divide them by 100)"),
        (-1, "m: no probabilities (−0.8 to −0.1), so"),
    ],
)
def test_why_scores_are_no_probabilities_is_said(tmp_path: Path, scale: float, says: str) -> None:
    rows = [row.split(",")[:4] for row in ROWS]
    lines = [",".join([label, *(f"{scale * float(one):.6g}" for one in scores)]) for label, *scores in rows]
    found = run(tmp_path, written(tmp_path, "label,m_p_a,m_p_b,m_p_c", *lines))
    assert found.code == 0
    assert says in found.err


def test_many_classes_are_told_by_the_most_common_ones(tmp_path: Path) -> None:
    codes = [k for k in range(15) for _ in range(20 - k)]
    lines = [f"c{k:02},c{k if place % 4 else (k + 1) % 15:02}" for place, k in enumerate(codes)]
    found = run(tmp_path, written(tmp_path, "label,said", *lines))
    assert found.code == 0
    assert "label label: 15 classes; 20 × c00 (10.3 %), 19 × c01 (9.74 %)" in found.err
    assert "and 11 of 6 to 16" in found.err
    assert "Most common errors, said" in found.out
    assert "Records by true class" not in found.out
    assert "Of 15 actions taken for all 12 are left out, which cost more." in found.out
    few = run(tmp_path, table(tmp_path))
    assert "Records by true class (rows) and predicted class (columns), m" in few.out
