"""First screens at 80 columns and answers of pages, one a kind of input; `python -m` writes them anew."""

from __future__ import annotations

import re
import shlex
import shutil
import tempfile
from pathlib import Path

from tests.doors import recording
from tests.doors.newcomer.path import page_text

SCREENS = Path(__file__).with_name("screens")
PAGES = SCREENS / "pages"
COSTS = "--cost-fp 1 --cost-fn 4"
MADE = "made.csv --score m --score k"

#: By name: what is typed.
ASKED = {
    "records": f"decide {MADE} {COSTS}",
    "no-intervals": f"decide {MADE} {COSTS} --level none",
    "one-model": f"decide {MADE} {COSTS} --model k",
    "weights": f"decide {MADE} --weight weight {COSTS}",
    "clusters": f"decide {MADE} --cluster cluster {COSTS}",
    "given-folds": f"decide {MADE} --fold fold {COSTS}",
    "parts": f"decide {MADE} --partition wave {COSTS}",
    "several-files": f"decide train.csv test.csv --score m --score k {COSTS}",
    "pc-alone": f"decide {MADE} --pc 0.4",
    "benefits": "decide fundraising.csv --benefit-tp 24.35 --cost-fp 0.65",
    "counts": f"decide counts.csv --prevalence 20% {COSTS}",
    "points": f"decide credit_rules.csv {COSTS}",
    "points-without-counts": f"decide rates.csv --prevalence 20% {COSTS}",
    "three-positives": f"decide three.csv {COSTS}",
    "one-positive": f"decide one.csv {COSTS}",
    "ties": f"decide ties.csv {COSTS}",
    "capacity": f"decide {MADE} --capacity 20%",
    "mixture": f"decide {MADE} --max-fpr 20% --randomised",
    "two-models-mixed": "decide personal_loans.csv --max-fpr 1% --randomised",
    "best-f1": f"decide {MADE} --best f1",
    "held-out": f"decide {MADE} {COSTS} --choose-on train.csv",
    "champion": f"decide {MADE} {COSTS} --champion k",
    "population": f"decide {MADE} {COSTS} --currency EUR --population 50000",
    "costs-of-records": f"decide {MADE} --row-fn amount --row-fp 0.1*amount",
    "totals": f"totals {MADE} --row-fn amount --row-fp 0.1*amount",
    "no-costs": f"decide {MADE}",
    "no-costs-to-evaluate": f"evaluate {MADE}",
    "folds-of-one-class": f"decide halves.csv --fold half {COSTS}",
    "check-of-one-positive": f"check one.csv {COSTS} --max-cost 0.5",
    "threshold": f"decide {MADE} {COSTS} --threshold 0.5 --model k",
    "thresholds": f"decide {MADE} --threshold 0.3 --threshold k=0.5",
    "threshold-and-parts": f"decide {MADE} --partition wave {COSTS} --threshold m=0.5",
    "labels": f"decide labels.csv --positive bad --predicted rule {COSTS}",
    "labels-as-given": "decide labels.csv --positive bad --predicted rule",
    "matrix": "matrix 30 32 58 920",
    "matrix-elsewhere": "matrix 420 80 110 390 --prevalence 2% --cost-fp 1 --cost-fn 50",
    "check-threshold": f"check {MADE} {COSTS} --threshold m=0.5 --max-cost 0.8",
    "check": f"check {MADE} {COSTS} --max-cost 0.5",
    "balanced-sample": f"decide balanced.csv --prevalence 2% {COSTS}",
    "recalibrated": f"decide balanced.csv --prevalence 2% {COSTS} --recalibrate-to 2%",
    "margins-beside-probabilities": "plot reliability margins.csv",
    "no-probabilities": "plot reliability margins.csv --score svm",
    "above-one-by-rounding": "plot murphy above_one.csv",
    "thousands-or-decimals": "evaluate amounts.csv",
    "thousands": f"decide amounts.csv --thousands . {COSTS}",
    "percentages": f"decide percentages.csv {COSTS}",
    "typed-thousands": "decide balanced.csv --cost-fp 1 --cost-fn 1,000",
    "typed-currency": "decide balanced.csv --cost-fp 1 --cost-fn '$50'",
    "typed-zero": "decide balanced.csv --cost-fp 0 --cost-fn 5",
    "missing-values": f"decide gaps.txt {COSTS}",
    "missing-values-dropped": f"decide gaps.txt {COSTS} --drop-missing",
    "numbers": "numeric car_prices.csv --label price",
    "numbers-costs": "numeric prices.csv --label price --under 3 --over 1 --currency EUR",
    "numbers-costs-by-record": "numeric prices.csv --label price --under 0.5*weight --over 1 --over-cap 40",
    "numbers-of-one": "numeric prices.csv --label price --score near --partition part --all-measures",
    "numbers-wrong": "numeric made.csv --label region",
    "many-classes": "classes car_price_bands.csv",
    "many-classes-costs": "classes car_price_bands.csv --score logistic --score forest --costs "
    "low:middle=1,low:high=3,low:inspect=.3,middle:low=1,middle:high=1.5,middle:inspect=.3,"
    "high:low=2,high:middle=1,high:inspect=.3",
    "many-classes-without-intervals": "classes car_price_bands.csv --level none --model bayes",
    "check-upper": f"check {MADE} {COSTS} --max-cost 0.5 --demand upper",
}
#: What a page does not answer: costs of every record, several thresholds, and nothing at all.
UNPAGED = {
    "costs-of-records", "thresholds", "no-costs", "folds-of-one-class",
    "typed-thousands", "typed-currency", "typed-zero", "missing-values",
}  # fmt: skip
#: Those whose page answers the same question.
PAGED = tuple(name for name, line in ASKED.items() if line.startswith("decide ") and name not in UNPAGED)


def prepare(folder: Path) -> None:
    """Lay the inputs of all screens into an empty folder."""
    recording.prepare(folder)
    few = "".join(f"0,{place / 40},{place * 7 % 31 / 40}\n" for place in range(30))
    for name, positives in (("one", 1), ("three", 3)):
        rows = "".join(f"1,{0.7 + place / 10},{0.5 + place / 10}\n" for place in range(positives))
        (folder / f"{name}.csv").write_text(f"label,a,b\n{rows}{few}", encoding="utf-8")
    rows = "".join(f"{place % 2},{place / 20},{'ab'[place % 2]}\n" for place in range(20))
    (folder / "halves.csv").write_text(f"label,m,half\n{rows}", encoding="utf-8")
    rows = "".join(f"{int(place % 3 == 0)},{place % 7},{2 * (place % 7)}\n" for place in range(60))
    (folder / "ties.csv").write_text(f"label,a,b\n{rows}", encoding="utf-8")
    words = ("good", "bad")
    rows = "".join(
        f"{words[place % 3 == 0]},{place * 7 % 31 / 31},{words[place % 3 == 0 or place % 5 == 0]}\n"
        for place in range(90)
    )
    (folder / "labels.csv").write_text(f"label,m,rule\n{rows}", encoding="utf-8")
    scores = [(place % 2, (2 + place * 7 % 11 + 7 * (place % 2)) / 21) for place in range(120)]
    rows = "".join(f"{label},{score}\n" for label, score in scores)
    (folder / "balanced.csv").write_text(f"label,m\n{rows}", encoding="utf-8")
    rows = "".join(f"{label},{8 * score - 4},{score}\n" for label, score in scores)
    (folder / "margins.csv").write_text(f"label,svm,m\n{rows}", encoding="utf-8")
    rows = "".join(
        f"{label},{int(3000 * score):,}\n".replace(",", ".").replace(".", ",", 1) for label, score in scores
    )
    (folder / "amounts.csv").write_text(f"label,m\n{rows}", encoding="utf-8")
    rows = "".join(f"{label},{score:.1%}\n" for label, score in scores)
    (folder / "percentages.csv").write_text(f"label,m\n{rows}", encoding="utf-8")
    shutil.copy(Path(__file__).with_name("data") / "above_one.csv", folder)
    cells = [(place % 3 == 0, place * 7 % 31 / 31, place * 5 % 31 / 31) for place in range(90)]
    rows = "".join(
        f"{int(label)}  {'NA' if place % 40 == 7 else f'{m:.3f}'}  {'NA' if place % 29 == 5 else f'{k:.3f}'}\n"
        for place, (label, m, k) in enumerate(cells)
    )
    (folder / "gaps.txt").write_text(f"label  m  k\n{rows}", encoding="utf-8")
    (folder / "rates.csv").write_text("model,fpr,tpr\na,0.1,0.7\nb,0.3,0.9\n", encoding="utf-8")


def screen(line: str, folder: Path) -> str:
    """Run a command and return what it prints, its result first."""
    found = recording.run(shlex.split(line), folder, columns=80)
    said = re.sub(r"(?m)^\S*/", "", found.err)  # no folder of this machine
    return f"$ costcurves {line}\n\n{found.out}\n{said}\nexit code {found.code}\n"


def answer(line: str, folder: Path) -> str:
    """Return the words of the answer on the page of what is decided."""
    found = recording.run(shlex.split(line.replace("decide", "report", 1)), folder, columns=80)
    assert found.code == 0, found.err
    text = page_text(folder / "report.html")
    return text.split("\nThe answer\n")[2].partition("\nCost curves: which model")[0] + "\n"


def main() -> None:
    """Write all screens and pages."""
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        for name, line in ASKED.items():
            (SCREENS / f"{name}.txt").write_text(screen(line, Path(folder)), encoding="utf-8")
        for name in PAGED:
            (PAGES / f"{name}.txt").write_text(answer(ASKED[name], Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
