"""Malformed and odd inputs: each with its exit code and sentence, or with its numbers.

Numbers are exact: AUC and area under the lower envelope of these few records, as fractions (`tests.exact`).
"""

from __future__ import annotations

import dataclasses
import gzip
import json
from fractions import Fraction
from typing import TYPE_CHECKING

import duckdb
import pytest

from tests.doors.running import Outcome, run

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli


@dataclasses.dataclass(frozen=True)
class Odd:
    """One odd input: its arguments and files, and the sentence or the (AUC, area) of each model that it gives."""

    name: str
    args: str
    files: dict[str, bytes] = dataclasses.field(default_factory=dict)
    error: str = ""
    models: dict[str, tuple[Fraction, Fraction]] = dataclasses.field(default_factory=dict)


FIVE = b"label,m\n1,0.9\n1,0.8\n0,0.7\n1,0.4\n0,0.1\n"
# Points (FP of 2, TP of 3): (0,0) (0,1) (0,2) (1,2) (1,3) (2,3).
AS_FIVE = {"m": (Fraction(5, 6), Fraction(1, 10))}
PERFECT = (Fraction(1), Fraction(0))
CHANCE = (Fraction(1, 2), Fraction(1, 4))
COSTS = "--cost-fp 1 --cost-fn 1"


def csv(text: str) -> dict[str, bytes]:
    """One CSV file."""
    return {"f.csv": text.encode()}


def five(change: bytes = FIVE) -> dict[str, bytes]:
    """The five records, perhaps in another spelling."""
    return {"f.csv": change}


ODD = (
    # ---- no table ----
    Odd("empty file", "evaluate f.csv", csv(""), "'f.csv' is empty"),
    Odd("blank lines only", "evaluate f.csv", csv("\n\n\n"), "'f.csv' is empty"),
    Odd("header only", "evaluate f.csv", csv("label,m\n"), "'f.csv' has a header but no rows"),
    Odd("no such file", "evaluate nope.csv", {}, "no such file: 'nope.csv'; check the path"),
    Odd("folder", "evaluate d", {"d/x": b""}, "'d' is a folder"),
    Odd("0-byte Parquet", "evaluate f.parquet", {"f.parquet": b""}, "'f.parquet' is empty"),
    Odd("truncated Parquet", "evaluate half.parquet", {}, "is not valid Parquet: it is cut short"),
    Odd("junk xlsx", "evaluate f.xlsx", {"f.xlsx": b"PK\x03\x04junk"}, "xlsx"),
    Odd("binary file", "evaluate f.bin", {"f.bin": bytes(range(256)) * 10}, "cannot tell the format of 'f.bin'; export the table as CSV, or as one of csv, tsv, parquet"),
    # ---- encodings and separators ----
    Odd("not UTF-8", "evaluate f.csv", {"f.csv": "label,größe\n1,2\n0,1\n".encode("latin-1")}, "text must be UTF-8; got byte 0xF6"),
    Odd("UTF-16 without mark", "evaluate f.csv", five(FIVE.decode().encode("utf-16-le")), "text must have no NUL bytes"),
    Odd("NUL byte", "evaluate f.csv", five(b"label,m\n1,2\n0,\x001\n"), "text must have no NUL bytes"),
    Odd("ragged line", "evaluate f.csv", csv("label,m\n1,.2\n0,.1,5\n"), "every line must have 2 fields, like the header; got 3 (f.csv, line 3)"),
    Odd("open quote", "evaluate f.csv", csv('label,m\n1,"0.2\n0,0.1\n'), "(f.csv, line 2)"),
    Odd("broken JSON line", "evaluate f.jsonl", {"f.jsonl": b'{"label":1,"m":2}\n{"label":0,"m":}\n'}, "every line must be valid JSON"),
    Odd("UTF-16", "evaluate f.csv", five(FIVE.decode().encode("utf-16")), models=AS_FIVE),
    Odd("byte order mark", "evaluate f.csv", five(b"\xef\xbb\xbf" + FIVE), models=AS_FIVE),
    Odd("semicolons", "evaluate f.csv", five(FIVE.replace(b",", b";")), models=AS_FIVE),
    Odd("decimal commas", "evaluate f.csv", five(FIVE.replace(b",", b";").replace(b".", b",")), models=AS_FIVE),
    Odd("CRLF", "evaluate f.csv", five(FIVE.replace(b"\n", b"\r\n")), models=AS_FIVE),
    Odd("no final line end", "evaluate f.csv", five(FIVE.rstrip()), models=AS_FIVE),
    Odd("unknown ending", "evaluate f.xyz", {"f.xyz": FIVE}, models=AS_FIVE),
    Odd("gzip", "evaluate f.csv.gz", {"f.csv.gz": gzip.compress(FIVE)}, models=AS_FIVE),
    Odd("Parquet", "evaluate five.parquet", {}, models=AS_FIVE),
    Odd("line end in a name", "evaluate a\nb.csv", {"a\nb.csv": FIVE}, models=AS_FIVE),
    # ---- columns ----
    Odd("single column", "evaluate f.csv", csv("label\n1\n0\n"), "no column of f.csv holds scores"),
    Odd("equal names", "evaluate f.csv", csv("label,m,m\n1,.9,.1\n0,.4,.2\n"), "column names must differ; got 'm' more than once"),
    Odd("no label", "evaluate f.csv", csv("a,b\n1,.2\n0,.1\n"), "none of the columns 'a', 'b' is named like a label"),
    Odd("missing label column", "evaluate f.csv --label outcome", five(), "no column 'outcome' in"),
    Odd("missing score column", "evaluate f.csv --score n", five(), "no column 'n' in f.csv (a score); the columns are 'label', 'm'"),
    Odd("name in another case", "evaluate f.csv --score M", five(), "did you mean 'm'?"),
    Odd("missing partition", "evaluate f.csv --partition part", five(), "no column 'part' in f.csv (the partition)"),
    Odd("formula as a name", "evaluate f.csv", csv("label,=cmd|' /C calc'!A0\n1,.9\n0,.1\n"), models={"=cmd|' /C calc'!A0": PERFECT}),
    Odd("script as a name", "evaluate f.csv", csv("label,<script>alert(1)</script>\n1,.9\n0,.1\n"), models={"<script>alert(1)</script>": PERFECT}),
    # ---- cells ----
    Odd("missing score", "evaluate f.csv", csv("label,m\n1,0.9\n0,\n1,.4\n"), "score 'm' must have a value in every row; got 1 missing value (f.csv, line 3)"),
    Odd("NaN score", "evaluate f.csv", csv("label,m\n1,0.9\n0,NaN\n1,.4\n"), "score 'm' must have a value in every row; got 1 missing value (f.csv, line 3)"),
    Odd("text among scores", "evaluate f.csv", csv("label,m\n1,0.9\n0,high\n1,.4\n0,.3\n"), "got 'high' among numbers (f.csv, line 3)"),
    Odd("text as scores", "evaluate f.csv --score k", csv("label,k\n1,a\n0,b\n"), "score 'k' must hold numbers; got the texts 'a', 'b' (f.csv, lines 2, 3)"),
    Odd("missing label", "evaluate f.csv", csv("label,m\n1,0.9\n,.3\n0,.4\n"), "label 'label' must have a value in every row"),
    Odd("huge whole numbers", "evaluate f.csv --score m", csv("label,m\n1,18446744073709551616\n0,18446744073709551617\n"), "whole numbers beyond 64 bits"),
    Odd("whole numbers that collide", "evaluate f.csv --score m", csv("label,m\n1,9007199254740993\n0,9007199254740992\n"), "a whole number that float64 cannot hold, 9007199254740993 in line 2"),
    Odd("very long number", "evaluate f.csv --score m", csv(f"label,m\n1,{'9' * 4000}\n0,.1\n"), "a number too large for float64"),
    Odd("negative weight", "evaluate f.csv --weight w", csv("label,m,w\n1,.5,1\n0,.4,-1\n"), "weight 'w' must be finite and at least 0; got -1 (f.csv, line 3)"),
    Odd("a class without weight", "evaluate f.csv --weight w", csv("label,m,w\n1,.5,0\n0,.4,1\n"), "each class needs records with a weight above 0; got weight 0 in all rows of class '1'"),
    Odd("infinite scores", "evaluate f.csv", csv("label,m\n1,inf\n1,0.5\n0,-inf\n0,.1\n"), models={"m": PERFECT}),
    Odd("equal scores", "evaluate f.csv", csv("label,m\n1,.5\n1,.5\n0,.5\n"), "holds scores (m: constant, 0.5 in every row)"),
    Odd("equal scores, named", "evaluate f.csv --score m", csv("label,m\n1,.5\n1,.5\n0,.5\n"), models={"m": CHANCE}),
    # ---- classes ----
    Odd("one class", "evaluate f.csv", csv("label,m\n1,.2\n1,.3\n"), "column 'label' holds only one class (2 × 1)"),
    Odd("three classes", "evaluate f.csv", csv("label,m\na,1\nb,2\nc,3\n"), "the labels 'a', 'b', 'c' do not say which class is positive"),
    Odd("three classes, one named", "evaluate f.csv --positive c", csv("label,m\na,1.5\nb,2\nc,3\n"), models={"m": PERFECT}),
    Odd("unknown class", "evaluate f.csv --positive 2", five(), "no such label '2' (--positive, in column 'label')"),
    Odd("a part of one class", "evaluate f.csv --partition part", csv("label,m,part\n1,.9,train\n0,.2,train\n1,.8,test\n"), "an evaluation of test needs records of both classes"),
    # ---- points and counts ----
    Odd("point out of range", "evaluate f.csv", csv("model,fpr,tpr\na,.1,1.2\n"), "'tpr' must be between 0 and 1; got 1.2 (f.csv, line 2)"),
    Odd("negative outcome", "evaluate f.csv", csv("model,tp,fn,fp,tn\na,5,-1,2,3\n"), "'fn' must be finite and at least 0; got -1 (f.csv, line 2)"),
    Odd("negative count", "evaluate f.csv", csv("model,score,positives,negatives\na,1,-2,3\na,2,5,1\n"), "'positives' must be finite and at least 0; got -2 (f.csv, line 2)"),
    Odd("points of records", "evaluate f.csv --points", five(), "a table of points needs the columns tp, fn, fp, tn, or fpr, tpr"),
    Odd("points and counts", "evaluate f.csv --points --counts", five(), "--points and --counts exclude each other; leave out one of them"),
    Odd("points with a label", "evaluate f.csv --points --label label", five(), "--label belongs to tables of records; got --points"),
    Odd("weights of points", "evaluate f.csv --weight w", csv("model,tp,fn,fp,tn,w\na,8,2,1,9,1\n"), "--weight belongs to tables of records; got a table of points"),
    Odd("one point", "evaluate f.csv", csv("model,tp,fn,fp,tn\na,8,2,1,9\n"), models={"a": (Fraction(17, 20), Fraction(25, 198))}),
    Odd("counts", "evaluate f.csv", csv("model,score,positives,negatives\na,1,0,8\na,2,4,5\n"), models={"a": (Fraction(21, 26), Fraction(5, 36))}),
    # ---- conditions and goals ----
    Odd("prevalence as a percentage", f"decide f.csv --prevalence 2 {COSTS}", five(), "at most 1 or 100%; got '2': write 2% for a percentage"),
    Odd("prevalence below 0", f"decide f.csv --prevalence -0.1 {COSTS}", five(), "prevalence must lie in [0, 1]; got -0.1"),
    Odd("prevalence with a comma", f"decide f.csv --prevalence 0,02 {COSTS}", five(), "must be a share; got '0,02': write it like 0.05 or 5%"),
    Odd("prevalence NaN", f"decide f.csv --prevalence nan {COSTS}", five(), "must be a share; got 'nan'"),
    Odd("prevalence 0 without costs", "evaluate f.csv --prevalence 0", five(), "prevalence must lie strictly between 0 and 1"),
    Odd("negative cost", "decide f.csv --cost-fp -1 --cost-fn 5", five(), "so flagging everybody is never worse"),
    Odd("no cost at all", "decide f.csv --cost-fp 0 --cost-fn 0 --free-errors", five(), "at least one kind of error must cost something"),
    Odd("half of the costs", "decide f.csv --cost-fp 1", five(), "got nothing for fn: state --cost-fn (or --benefit-tp)"),
    Odd("nothing to decide by", "decide f.csv", five(), "a decision needs costs or a constraint; state --cost-fp"),
    Odd("unknown model", f"decide f.csv --model x {COSTS}", five(), "no such model 'x'; choose from 'm'"),
    Odd("two conditions", f"decide f.csv --pc 0.3 {COSTS}", five(), "the condition must be stated in one way only; got --cost-fp and --pc"),
    Odd("two goals", "decide f.csv --capacity 10% --max-fpr 0.1", five(), "only one criterion can be stated; got --max-fpr and --capacity"),
    Odd("unknown measure", "decide f.csv --best f7", five(), "no such measure 'f7'"),
    # ---- outputs and usage ----
    Odd("output is the input", "report f.html -o f.html", {"f.html": FIVE}, "the output 'f.html' is also an input; choose another name"),
    Odd("output in no folder", "report f.csv -o nowhere/x.html", five(), "no folder 'nowhere' for the output; create it first"),
    Odd("output is a folder", "report f.csv -o x.html", {**five(), "x.html/y": b""}, "the output 'x.html' is a folder; name a file in it"),
    Odd("unknown kind of output", "plot roc f.csv -o x.gif", five(), "the output 'x.gif' has no known extension; use .svg or .png or .pdf"),
    Odd("no decision", "apply d.json f.csv", {**five(), "d.json": b"{}"}, "the document must be a costcurves decision"),
    Odd("unknown command", "evalute f.csv", five(), "no such command 'evalute'; did you mean 'evaluate'?"),
    Odd("unknown option", "evaluate f.csv --lable x", five(), "--lable"),
    Odd("no file named", "evaluate", {}, "missing FILE (see costcurves evaluate --help)"),
)  # fmt: skip


@pytest.fixture(scope="session")
def parquet(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The five records as Parquet, whole and cut."""
    path = tmp_path_factory.mktemp("parquet") / "five.parquet"
    rows = "(1, 0.9), (1, 0.8), (0, 0.7), (1, 0.4), (0, 0.1)"
    with duckdb.connect(":memory:") as engine:
        engine.execute(f"COPY (SELECT * FROM (VALUES {rows}) t(label, m)) TO '{path}' (FORMAT parquet)")
    whole = path.read_bytes()
    return {"five.parquet": whole, "half.parquet": whole[: len(whole) // 2]}


def test_the_table_is_long_enough() -> None:
    assert len(ODD) >= 60
    assert {bool(odd.error) for odd in ODD[::8]} == {True, False}
    assert len({odd.name for odd in ODD}) == len(ODD)


def prepared(odd: Odd, folder: Path, parquet: dict[str, bytes]) -> tuple[list[str], set[Path]]:
    """Write the files; return the arguments, and what lies in the folder then."""
    for name, content in {**parquet, **odd.files}.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    return [*odd.args.split(" "), *(["--json"] if odd.models else [])], set(folder.rglob("*"))


def compare(odd: Odd, outcome: Outcome) -> None:
    """Compare what was said with the table."""
    if odd.error:
        assert odd.error in outcome.error
        assert (outcome.code, outcome.out) == (2, "")
    else:
        assert outcome.code == 0, outcome.err
        found = json.loads(outcome.out)["models"]
        assert list(found) == list(odd.models)
        for model, (auc, area) in odd.models.items():
            assert found[model]["auc"] == pytest.approx(float(auc), abs=1e-12)
            assert found[model]["area"] == pytest.approx(float(area), abs=1e-12)


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd.name)
def test_odd_input(odd: Odd, tmp_path: Path, cli: Cli, parquet: dict[str, bytes]) -> None:
    arguments, before = prepared(odd, tmp_path, parquet)
    compare(odd, cli(*arguments))
    assert set(tmp_path.rglob("*")) == before  # nothing half done


# A process says what the same command says within this one, and takes most of a second: some have to do.
@pytest.mark.parametrize("odd", ODD[::8], ids=lambda odd: odd.name)
def test_odd_input_of_a_process(odd: Odd, tmp_path: Path, parquet: dict[str, bytes]) -> None:
    arguments, before = prepared(odd, tmp_path, parquet)
    compare(odd, run(*arguments, folder=tmp_path))
    assert set(tmp_path.rglob("*")) == before
