"""The path of a newcomer: every command on the scores of three models, and what it says.

python -m tests.doors.newcomer.path
"""

from __future__ import annotations

import re
import shlex
import shutil
import tempfile
from html import unescape
from pathlib import Path

from tests.doors import recording
from tests.doors.newcomer.train import FOLDER, SCORES

SAID = FOLDER / "said.txt"
PAGE = FOLDER / "page.txt"
COSTS = "--cost-fp 1 --cost-fn 10"

#: What is typed, in this order, in a folder with the scores, those of new tumours, and a table of results.
COMMANDS = (
    "demo -o demo.html",
    "evaluate scores.csv",
    f"evaluate scores.csv {COSTS}",
    f"decide scores.csv {COSTS} -o decision.json",
    "apply decision.json new.csv -o decided.csv",
    "check test.csv --decision decision.json --max-cost 1",
    f"decide train.csv test.csv {COSTS}",
    f"decide scores.csv {COSTS} --threshold 0.5 --model forest",
    "numeric cars.csv --label price --under 3 --over 1",
    "matrix 90 10 20 180 --prevalence 1%",
    "compare scores.csv logistic forest",
    f"test scores.csv logistic forest {COSTS}",
    "hull scores.csv",
    "totals scores.csv --row-fn amount --row-fp 1",
    "classes car_price_bands.csv --score forest --score bayes",
    "plot cost scores.csv",
    "plot cost scores.csv --lines --score logistic",
    "plot roc scores.csv -o roc.svg",
    "curve net_benefit scores.csv -o net_benefit.csv",
    f"report scores.csv {COSTS} -o report.html",
    "sample-size --fpr 0.1 --fnr 0.1 --half-width 0.05 --pc 0.5 --share-positive 0.3",
    "sign-test 14 4 2",
    "study table results.csv --larger",
    f"decide scores.cvs {COSTS}",
)

RESULTS = """data,logistic,forest,bayes
a,.91,.93,.88
b,.80,.84,.82
c,.77,.75,.70
d,.95,.96,.91
e,.66,.71,.69
f,.88,.87,.86
"""


def prepare(folder: Path) -> None:
    """Lay the scores, each part of them, new records without labels and a table of results into a folder."""
    shutil.copy(SCORES, folder / "scores.csv")
    header, *rows = SCORES.read_text(encoding="utf-8").splitlines()
    for part in ("train", "validation", "test"):
        kept = [row.partition(",")[2] for row in rows if row.startswith(f"{part},")]
        _write(folder / f"{part}.csv", [header.partition(",")[2], *kept])
    unlabelled = [row.split(",", 2)[2] for row in [header, *rows[:20]]]
    _write(folder / "new.csv", unlabelled)
    shutil.copy(recording.EXAMPLES / "car_prices.csv", folder / "cars.csv")
    shutil.copy(recording.EXAMPLES / "car_price_bands.csv", folder)
    (folder / "results.csv").write_text(RESULTS, encoding="utf-8")


def _write(path: Path, lines: list[str]) -> None:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def said_by(line: str, folder: Path) -> str:
    """Run a command and return what it prints, with no folder of this machine."""
    found = recording.run(shlex.split(line), folder, columns=80)
    told = re.sub(r"/\S*/", "", found.err)
    out = re.sub(r"/\S*/", "", found.out) if line.startswith("demo") else found.out
    return f"$ costcurves {line}\n\n{out}\n{told}\nexit code {found.code}\n"


def walk(folder: Path) -> list[str]:
    """Run every command in turn."""
    prepare(folder)
    return [said_by(line, folder) for line in COMMANDS]


def page_text(path: Path) -> str:
    """Return the words of a page, a block a line: of pictures what readers are told who do not see them."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"<(style|head)\b.*?</\1>", "", text, flags=re.DOTALL)
    text = re.sub(
        r"<svg\b.*?</svg>",
        lambda found: "".join(re.findall(r"<desc>.*?</desc>", found[0])),
        text,
        flags=re.DOTALL,
    )
    text = re.sub(r"</(p|li|h\d|tr|dt|dd|summary|figcaption|desc|caption|pre)>", "\n", text)
    text = re.sub(r"</t[dh]>", " | ", text)
    lines = (" ".join(unescape(re.sub(r"<[^>]*>", " ", line)).split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line and "Written by costcurves" not in line) + "\n"


def main() -> None:
    """Write what every command says, and the words of the page."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        SAID.write_text(f"{'=' * 80}\n".join(walk(folder)), encoding="utf-8")
        PAGE.write_text(page_text(folder / "report.html"), encoding="utf-8")


if __name__ == "__main__":
    main()
