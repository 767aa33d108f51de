"""`numeric`: what it prints is what Python says, and what is wrong with a table is said in one line."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

import costcurves as cc
from costcurves.examples.literature import shipped

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli

CARS = shipped("car_prices.csv")
PRICE, PREDICTED = cc.examples.car_prices()
EV = cc.evaluate_numeric(PRICE, {"predicted": PREDICTED}, baseline=10_730)


def written(folder: Path, text: str) -> Path:
    path = folder / "table.csv"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def parted(tmp_path: Path) -> Path:
    """Two models on two parts, with clusters, weights and folds."""
    rng = np.random.default_rng(0)
    rows = [
        f"{('train', 'test')[i % 2]},{p},{q:.2f},{q + rng.normal(0, 900):.1f},{i // 4},{1 + i % 2},{i % 3}"
        for i, (p, q) in enumerate(zip(PRICE, PREDICTED, strict=True))
    ]
    return written(tmp_path, "part,price,linear,cruder,seller,weight,fold\n" + "\n".join(rows) + "\n")


def test_numbers_are_those_of_python(cli: Cli) -> None:
    outcome = cli("numeric", CARS, "--label", "price", "--baseline", "10,730.00", "--json")
    assert outcome.code == 0
    found = json.loads(outcome.out)
    want = json.loads(json.dumps(EV.to_json()))
    assert found["models"] == want["models"]
    assert found["benchmarks"] == want["benchmarks"]
    assert set(found["models"]["predicted"]["rmse"]) >= {"estimate", "low", "high"}
    assert found["loss_areas"]["predicted"]["best_shift"] == EV.loss_curve("predicted").area
    assert found["winners"] == [{"low": 0, "high": 1, "winner": "predicted"}]


def test_a_decision_is_that_of_python(cli: Cli) -> None:
    asked = ("numeric", CARS, "--label", "price", "--baseline", "10730", "--under", "3", "--over", "1")
    want = EV.decide(cc.UnitCosts(3, 1))
    assert cli(*asked).out.startswith(f"\n{want.sentences[0]}\n".lstrip())
    assert json.loads(cli(*asked, "--json").out)["decision"] == json.loads(json.dumps(want.to_json()))
    by_kappa = json.loads(cli("numeric", CARS, "--label", "price", "--kappa", "75%", "--json").out)
    assert by_kappa["decision"]["shift"] == want.shift
    assert by_kappa["kappa"] == 0.75


@pytest.fixture
def priced(tmp_path: Path) -> Path:
    """Two models, a margin for every record, a part that trained them."""
    rng = np.random.default_rng(1)
    rows = [
        f"{('train', 'test')[i % 2]},{p},{q:.2f},{q + rng.normal(0, 900):.1f},{0.5 + i % 4},{i % 7 and 1}"
        for i, (p, q) in enumerate(zip(PRICE, PREDICTED, strict=True))
    ]
    return written(tmp_path, "part,price,linear,cruder,margin,weight\n" + "\n".join(rows) + "\n")


def test_costs_of_every_record_are_those_of_python(cli: Cli, priced: Path) -> None:
    rows = np.arange(400) % 2 == 1
    margin = (0.5 + np.arange(400) % 4)[rows]
    table = np.genfromtxt(priced, delimiter=",", names=True, dtype=None, encoding="utf-8")[rows]
    ev = cc.evaluate_numeric(
        table["price"], {"linear": table["linear"], "cruder": table["cruder"]},
        sample_weight=table["weight"], baseline=PRICE[~rows],
    )  # fmt: skip
    want = ev.decide(cc.UnitCosts(margin, 0.1 * margin, "EUR", over_cap=300))
    asked = [
        "--label",
        "price",
        "--weight",
        "weight",
        "--under",
        "margin",
        "--over",
        "0.1*margin",
        "--over-cap",
        "300",
        "--currency",
        "EUR",
    ]
    outcome = cli("numeric", priced, *asked)
    assert outcome.out.startswith(want.sentences[0])
    assert "2 models: linear, cruder" in outcome.err
    assert "cost margin: 0.5 to 3.5, mean 2" in outcome.err
    found = json.loads(cli("numeric", priced, *asked, "--json").out)["decision"]
    assert found == json.loads(json.dumps(want.to_json()))
    assert cli("report", priced, *asked).out.startswith(want.sentences[0])
    page = (priced.parent / "report.html").read_text(encoding="utf-8")
    assert "capped costs by record" in page
    assert "EUR a record" in page
    refused = cli("plot", "loss", priced, *asked)
    assert refused.code == 2
    assert "the loss over κ is of costs that are the same for every record and have no limit" in refused.err
    assert "draw shift_cost, or leave the costs out" in refused.err
    assert "Cost by shift" in page
    assert "at capped costs by record, on these records" in cli("plot", "shift_cost", priced, *asked).out


def test_a_report_has_the_unit_of_costs(cli: Cli) -> None:
    found = cli(*f"report {CARS} --label price --under 3 --over 1 --currency EUR".split())
    assert "EUR a record (95 % interval" in found.out


def test_parts_pairs_and_uses(cli: Cli, parted: Path) -> None:
    outcome = cli(
        "numeric", parted, "--label", "price", "--cluster", "seller", "--weight", "weight", "--json"
    )
    found = json.loads(outcome.out)
    assert set(found["parts"]) == {"train", "test"}
    assert found["name"] == "test"
    assert set(found["benchmarks"]) == {"training mean", "training median"}
    assert found["benchmarks"]["training mean"]["r2_training"]["estimate"] == 0
    assert [(pair["a"], pair["b"]) for pair in found["pairs"]] == [("linear", "cruder")]
    assert "2 models: linear, cruder" in outcome.err
    assert "cluster: 100 values (kept together in intervals)" in outcome.err
    text = cli("numeric", parted, "--label", "price", "--ordered", "--fold", "fold", "--kappa", "0.5").out
    assert "last training value" in text
    assert "Every model by part" in text
    assert "(the given folds)" in text


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """The same models in a file that trained them and one that tests them; one model is in one file only."""
    rng = np.random.default_rng(2)
    noise = rng.normal(0, 900, 400)
    for name, rows in (("cars_test.csv", range(1, 400, 2)), ("cars_train.csv", range(0, 400, 2))):
        extra = ",old" if "test" in name else ""
        lines = [f"price,linear,cruder{extra},margin"]
        for i in rows:
            old = f",{PRICE[i] + 7.5}" if extra else ""
            lines.append(f"{PRICE[i]},{PREDICTED[i]:.2f},{PREDICTED[i] + noise[i]:.1f}{old},{1 + i % 3}")
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path / "cars_test.csv", tmp_path / "cars_train.csv"


def test_several_files_are_parts(cli: Cli, files: tuple[Path, Path]) -> None:
    asked = ["--label", "price", "--under", "margin", "--over", "1"]
    outcome = cli("numeric", *files, *asked, "--json")
    found = json.loads(outcome.out)
    assert list(found["parts"]) == ["cars_train.csv", "cars_test.csv"]
    assert found["name"] == "cars_test.csv"
    assert list(found["models"]) == ["linear", "cruder"]
    assert "models that only some of the tables have are left out: old" in outcome.err
    assert found["benchmarks"]["training mean"]["mae"]["estimate"] == pytest.approx(
        np.abs(PRICE[1::2] - PRICE[::2].mean()).mean()
    )
    tables = [np.genfromtxt(path, delimiter=",", names=True) for path in files]
    ev = cc.evaluate_numeric(
        tables[0]["price"], {n: tables[0][n] for n in ("linear", "cruder")}, baseline=tables[1]["price"]
    )
    want = ev.decide(cc.UnitCosts(tables[0]["margin"], 1))
    assert found["decision"] == json.loads(json.dumps(want.to_json()))
    text = cli("numeric", *files, *asked, "--ordered", "--model", "cruder").out
    assert text.startswith(ev.decide(cc.UnitCosts(tables[0]["margin"], 1), model="cruder").sentences[0])
    assert "last training value" in text
    assert cli("report", *files, *asked, "--target", "numeric").out.startswith(want.sentences[0])
    assert "Part shown: cars_test.csv." in cli("plot", "loss", *files, "--label", "price").out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "cars_test.csv cars_test.csv --label price",
            "every file must be given only once; got 'cars_test.csv'",
        ),
        (
            "cars_test.csv cars_train.csv --label price --partition part",
            "--partition names the parts of one table; got 2 files",
        ),
        ("cars_test.csv missing.csv --label price", "no such file: 'missing.csv'"),
        (
            "cars_test.csv cars_train.csv --label price --score old",
            "no column 'old' in cars_train.csv (a score)",
        ),
        (
            "cars_test.csv cars_train.csv --label price --model linear",
            "--model needs costs at which to use it",
        ),
        ("cars_test.csv --label price --kappa .5 --model tree", "no such model 'tree'"),
        (
            "cars_test.csv cars_train.csv --label price --ordered --baseline 3",
            "--ordered needs training records",
        ),
        (
            "cars_test.csv other.csv --label price",
            "the files must have a model in common; got 'linear', 'cruder'",
        ),
    ],
)
def test_wrong_files(cli: Cli, files: tuple[Path, Path], typed: str, said: str) -> None:
    (files[0].parent / "other.csv").write_text("price,tree\n1,2\n2,3.5\n", encoding="utf-8")
    outcome = cli("numeric", *typed.split())
    assert outcome.code == 2
    assert outcome.error.startswith(said)


def test_benchmarks_of_another_file(cli: Cli, parted: Path) -> None:
    asked = ("numeric", CARS, "--label", "price", "--json", "--baseline", parted, "--ordered")
    found = json.loads(cli(*asked).out)["benchmarks"]
    assert found["last training value"]["mean_error"]["estimate"] == pytest.approx(PRICE.mean() - PRICE[-1])


def test_without_intervals(cli: Cli) -> None:
    outcome = cli("numeric", CARS, "--label", "price", "--level", "none", "--kappa", "0.5")
    assert "interval" not in outcome.out
    found = json.loads(cli("numeric", CARS, "--label", "price", "--level", "none", "--json").out)
    assert found["models"]["predicted"]["rmse"]["low"] is None
    narrow = json.loads(cli("numeric", CARS, "--label", "price", "--level", "80%", "--json").out)
    assert narrow["models"]["predicted"]["rmse"]["level"] == 0.8
    assert "Pinball loss" in cli("numeric", CARS, "--label", "price", "--all-measures").out


def test_whole_predictions_are_no_identifiers(cli: Cli, tmp_path: Path) -> None:
    y = [(i * 37 % 50) * 20 for i in range(50)]
    rows = "\n".join(f"{i},{v},{v + 3 * (i % 7)},{9999 - 97 * i * i % 9973}" for i, v in enumerate(y))
    found = cli("numeric", written(tmp_path, f"nr,y,m,other\n{rows}\n"))
    assert "1 model: m" in found.err
    assert "m: taken for predictions, though whole numbers that all differ" in found.err
    assert "other (whole numbers that all differ and lie far apart, like identifiers)" in found.err


def test_what_is_undefined_is_said(cli: Cli, tmp_path: Path) -> None:
    path = written(tmp_path, "y,m\n0,1\n2,2.5\n4,3\n")
    out = cli("numeric", path).out
    assert "MAPE, % is undefined: y is 0 in 1 of 3 records; WAPE and sMAPE are defined." in out
    found = json.loads(cli("numeric", path, "--json").out)["models"]["m"]
    assert found["mape"]["estimate"] is None
    assert found["mape"]["reason"].startswith("y is 0 in 1 of 3 records")
    one = cli("numeric", written(tmp_path, "y,m\n1,2\n"), "--score", "m").out
    assert "No intervals: an interval needs two or more records" in one


WRONG = [
    (
        "y,m\n1,2\nx,3\n",
        (),
        "outcome 'y' must hold numbers; got the text 'x' (table.csv, line 3): correct that cell",
    ),
    (
        "y,m\n1,2\n,3\n",
        (),
        "outcome 'y' must have a value in every row; got 1 missing value (table.csv, line 3)",
    ),
    ("y,m\n1,2\n2,\n", (), "prediction 'm' must have a value in every row; got 1 missing value"),
    (
        "y,m\n1,2\ninf,3\n",
        (),
        "outcome 'y' must be finite; got inf (line 3): correct that cell, or leave the row",
    ),
    (
        "price,m\n1,2\n2,3\n",
        (),
        "none of the columns 'price', 'm' is named like a label (table.csv); name it with",
    ),
    (
        "y,name\n1,b\n2,c\n",
        (),
        "no column of table.csv holds predictions (name: named like an identifier); name",
    ),
    ("y,m\n1,2\n2,3\n", ("--score", "n"), "no column 'n' in table.csv (a score); the columns are 'y', 'm'"),
    (
        "y,m\n1,2\n2,3\n",
        ("--label", "m", "--score", "m"),
        "a column must have one role; got 'm' as label and as",
    ),
    ("y,m,w\n1,2,0\n2,3,0\n", ("--weight", "w"), "at least one record must have a weight above 0; got none"),
    ("y,m,w\n1,2,-1\n2,3,1\n", ("--weight", "w"), "weight 'w' must be finite and at least 0; got -1"),
    ('y,m\n"1,234",1\n"2,345",2\n', (), "the comma in '1,234' may part thousands or mark decimals"),
    (
        "y,m,f\n1,2,1\n2,3,1\n4,6,1\n",
        ("--fold", "f", "--kappa", ".5"),
        "cross-fitted shifts need two or more folds",
    ),
    ("y,m\n1e200,-1e200\n2,3\n", (), "errors must be at most 1e+140; got 2e+200"),
    ("y,m\n", (), "'table.csv' has a header but no rows"),
    ("y,m\n1,2\n2,3\n", ("--ordered",), "--ordered needs training records; got none: name their file with"),
    (
        "y,m\n1,2\n2,3\n",
        ("--baseline", "3", "--ordered"),
        "--ordered needs training records; got their mean alone",
    ),
    (
        "y,m\n1,2\n2,3\n",
        ("--baseline", "train.csv"),
        "no such file: 'train.csv' (--baseline); write the mean",
    ),
    ("y,m\n1,2\n2,3\n", ("--baseline", "nan"), "--baseline must be a finite number; got nan"),
    ("y,m\n1,2\n2,3\n", ("--under", "3"), "costs of a unit need both ways to err; state --over, too"),
    ("y,m\n1,2\n2,3\n", ("--under", "0", "--over", "1"), "--under must be above 0; got 0"),
    (
        "y,m\n1,2\n2,3\n",
        ("--under-cap", "3"),
        "costs of a unit need both ways to err; state --under and --over",
    ),
    (
        "y,m\n1,2\n2,3\n",
        ("--under", "3", "--over", "1", "--over-cap", "0"),
        "--over-cap must be above 0; got 0: leave it out for no limit",
    ),
    (
        "y,m\n1,2\n2,3\n",
        ("--under", "margin", "--over", "1"),
        "no column 'margin' in table.csv (a cost); the columns are 'y', 'm'",
    ),
    (
        "y,m\n1,2\n2,3\n",
        ("--under", "2*", "--over", "1"),
        "--under '2*' names no column; write such as 3, margin",
    ),
    ("y,m\n1,2\n2,3\n", ("--under", "1", "--over", ""), "--over '' names no column; write such as 3, margin"),
    ("y,m\n1,2\n2,3\n", ("--under", "$3", "--over", "1"), "no column '$3' in table.csv (a cost)"),
    (
        "y,m,c\n1,2,1\n2,3,-1\n",
        ("--under", "c", "--over", "1"),
        "cost 'c' must be finite and at least 0; got -1 (table.csv, line 3)",
    ),
    (
        "y,m,c\n1,2,1\n2,3,\n",
        ("--under", "c", "--over", "1"),
        "cost 'c' must have a value in every row; got 1 missing value",
    ),
    (
        "y,m,c\n1,2,a\n2,3,b\n",
        ("--under", "c", "--over", "1"),
        "cost 'c' must hold numbers; got the texts 'a', 'b'",
    ),
    (
        "y,m,c\n1,2,0\n2,3,0\n",
        ("--under", "c", "--over", "1"),
        "--under must be above 0 in some record; got 0 in every record",
    ),
    (
        "y,m,c\n1,2,1\n2,3,2\n",
        ("--under", "-1*c", "--over", "1"),
        "--under must not be below 0; got -1",
    ),
    (
        "y,m,c\n1,2,1\n2,3,2\n",
        ("--under", "c", "--over", "nan"),
        "--over must be a finite number; got nan",
    ),
    (
        "y,m\n1,2\n2,3\n",
        ("--kappa", ".5", "--over-cap", "1"),
        "--kappa stands for the ratio of --under and --over, so it does not go with --over-cap; leave out --kappa",
    ),
    (
        "y,m\n1,2\n2,3\n",
        ("--kappa", "1"),
        "--kappa must lie strictly between 0 and 1; got 1.0: κ is under/(under + over)",
    ),
    ("y,m\n1,2\n2,3\n", ("--kappa", "1.2"), "--kappa must lie strictly between 0 and 1; got 1.2: κ is under"),
    ("y,m\n1,2\n2,3\n", ("--kappa", "0"), "--kappa must lie strictly between 0 and 1; got 0.0: κ is under"),
    ("y,m\n1,2\n2,3\n", ("--kappa", "x"), "--kappa must be a share; got 'x': write it like 0.75 or 75%"),
    ("y,m\n1,2\n2,3\n", ("-o", "x.html"), "no such option '-o'; did you mean -o of `costcurves report`?"),
    (
        "y,m\na,2\nb,3\nc,4\na,5\n",
        (),
        (
            "outcome 'y' must hold numbers; got texts of 3 kinds, 'a', 'b', 'c' (table.csv): judge models of three "
            "or more classes with `costcurves classes`"
        ),
    ),
    (
        "y,m\na,2\nb,3\n,4\na,5\n",
        (),
        (
            "outcome 'y' must hold numbers; got texts of 2 kinds, 'a', 'b' (table.csv): judge models of two classes "
            "with `costcurves evaluate`"
        ),
    ),
    ("y,m\na,2\nb,3\n", (), "outcome 'y' must hold numbers; got the texts 'a', 'b' (table.csv, lines 2, 3)"),
    (
        "y,m\n1,2\n",
        (),
        "to tell columns of predictions needs two or more records; got 1 (table.csv): give more rows, or name one",
    ),
    (
        "y,m\n1,2\n2,3\n",
        ("--kappa", ".5", "--over", "1"),
        "--kappa stands for the ratio of --under and --over",
    ),
    (
        "y,m\n1,2\n2,3\n",
        ("--currency", "EUR"),
        "--currency needs stated costs, whose unit it names; state --under",
    ),
    ("y,m\n1,2\n2,3\n", ("--positive", "1"), "no such option '--positive'"),
    ("y,m\n1,2\n2,3\n", ("--level", "95"), "a confidence level must lie between 0 and 1; got 95 (--level)"),
]


@pytest.mark.parametrize(("text", "options", "said"), WRONG, ids=range(len(WRONG)))
def test_wrong_input(cli: Cli, tmp_path: Path, text: str, options: tuple[str, ...], said: str) -> None:
    outcome = cli("numeric", written(tmp_path, text).name, *options)
    assert outcome.code == 2
    assert outcome.error.startswith(said)


def test_rows_with_missing_values_are_left_out(cli: Cli, tmp_path: Path) -> None:
    path = written(tmp_path, "y,m\n1,2\n,3\n4,4.5\n5,\n6,7\n")
    outcome = cli("numeric", path, "--drop-missing", "--json")
    assert json.loads(outcome.out)["records"] == 3
    assert "2 of 5 rows left out for missing values (1 in y, 1 in m)" in outcome.err


# ---- pictures and pages ---------------------------------------------------------------------


def test_pictures_of_numbers(cli: Cli, tmp_path: Path, parted: Path) -> None:
    found = cli("plot", "deciles", CARS, "--label", "price", "-o", "deciles.svg", "--parts", "5")
    assert (found.code, (tmp_path / "deciles.svg").read_text(encoding="utf-8")[:4]) == (0, "<svg")
    assert "outcome price: 400 numbers" in found.err
    banded = cli("plot", "loss", CARS, "--label", "price", "--level", "90%", "--band", "simultaneous")
    assert "Loss by the costs of a unit" in banded.out
    assert "Part shown: test." in cli("plot", "double_lift", parted, "--label", "price").out
    stated = cli("plot", "gains", CARS, "--label", "price", "--target", "numeric")
    assert "Share of the total outcome" in stated.out
    assert "box_plot" in cli("plot", "--list").out


def test_a_page_of_numbers(cli: Cli, tmp_path: Path, parted: Path) -> None:
    found = cli("report", parted, "--label", "price", "--under", "3", "--over", "1", "--title", "Cars")
    want = json.loads(cli("numeric", parted, "--label", "price", "--kappa", "0.75", "--json").out)
    assert found.code == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<h1>Cars</h1>" in page
    for heading in (
        "The answer",
        "Costs of a unit",
        "Errors",
        "Measures",
        "Parts of the records",
        "How to read",
    ):
        assert heading in page
    assert f"{4 * want['decision']['headline']['estimate']:.4g}" in found.out
    plain = cli("report", CARS, "--label", "price", "--level", "none")
    assert plain.out.startswith("predicted has an RMSE of 1349, and an MAE of 1022")
    assert "State what a unit of error costs" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_twelve_models_are_told_in_short(cli: Cli, tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    rows = [
        ",".join([f"{y:.1f}", *(f"{y + rng.normal(0, 1 + k):.2f}" for k in range(12))])
        for y in rng.lognormal(3, 0.4, 60)
    ]
    path = written(tmp_path, ",".join(["y", *(f"m{k}" for k in range(12))]) + "\n" + "\n".join(rows) + "\n")
    out = cli("numeric", path).out
    assert "Of 66 pairs those of m0, the best by MAE." in out
    assert len(out.splitlines()) < 140
    assert len(json.loads(cli("numeric", path, "--json").out)["pairs"]) == 66
    assert cli("report", path).code == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "66 pairs of models</summary>" in page
    assert "of 66 pairs of models differ in MAE by more than chance." in page


def test_pages_say_why_lift_is_not_there(cli: Cli, tmp_path: Path) -> None:
    rows = "".join(f"{-i},{-i + 0.5}\n" for i in range(30))
    assert cli("report", written(tmp_path, f"y,m\n{rows}"), "--target", "numeric").code == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "need a mean outcome above 0" in page


WHOLE = "y,m\n" + "".join(f"{i % 7},{i % 5}.5\n" for i in range(60))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "plot gains table.csv",
            (
                "the labels '0', '1', '2', '3', '4', '5' … (7 in all) do not say which class is positive, or whether "
                "they are numbers (column 'y'); write `costcurves plot gains table.csv --positive 1` or `costcurves "
                "plot gains table.csv --target numeric`"
            ),
        ),
        (
            "report table.csv --target two",
            "the labels '0', '1', '2', '3', '4', '5' … (7 in all) do not say which",
        ),
        (
            "plot roc table.csv --target numeric",
            "no such picture of numeric predictions 'roc'; choose from 'loss',",
        ),
        (
            "plot gains table.csv --target numbers",
            "no such value of --target 'numbers'; did you mean 'numeric'?",
        ),
        ("plot shift_cost table.csv", "a picture of shifts needs what a unit of error costs; give costs="),
        (
            "plot los table.csv",
            "no such picture 'los'; did you mean 'loss'? (`costcurves plot --list` shows all)",
        ),
        ("plot double_lift table.csv", "a double lift compares two models; got 1: give two models"),
        (
            "report table.csv --target numeric --cost-fp 1 --cost-fn 2",
            "--cost-fp means nothing where a number is predicted; leave it out",
        ),
        (
            "report table.csv --positive 3 --kappa 0.4",
            "--kappa means nothing where labels are classes; leave it out",
        ),
        ("plot loss table.csv table.csv", "every file must be given only once; got 'table.csv'"),
    ],
)
def test_what_labels_are_is_told_or_asked(cli: Cli, tmp_path: Path, typed: str, said: str) -> None:
    written(tmp_path, WHOLE)
    outcome = cli(*typed.split())
    assert outcome.code == 2
    assert outcome.error.startswith(said)
    assert not (tmp_path / "report.html").exists()


def test_standard_input_is_read_once(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    class Typed:
        buffer = io.BytesIO(CARS.read_bytes())

    monkeypatch.setattr("sys.stdin", Typed())
    error = cli("plot", "gains", "-", "--label", "price").error
    assert "write `costcurves plot gains - --label price --target numeric`" in error


def test_commands_of_classes_name_the_one_of_numbers(cli: Cli) -> None:
    assert (
        "judge predictions of a number with `costcurves numeric`"
        in cli("evaluate", CARS, "--label", "price").error
    )
