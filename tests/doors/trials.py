"""What a newcomer may type: wrong names, orders, forms and files; `python -m tests.doors.trials` writes the answers anew."""

from __future__ import annotations

import re
import shlex
import tempfile
from pathlib import Path

from costcurves.examples.literature import shipped
from tests.doors import recording

ANSWERS = Path(__file__).with_name("trials.txt")
COSTS = "--cost-fp 1 --cost-fn 20"

TRIALS = (
    # ---- nothing, or not enough ----
    "",
    "evaluate",
    "decide",
    "decide scores.csv",
    "plot",
    "plot scores.csv",
    "test scores.csv",
    "test scores.csv forest",
    "check scores.csv",
    f"check scores.csv {COSTS}",
    "apply decision.json",
    "totals scores.csv",
    "study",
    "matrix 30 32 58",
    "sample-size --pc 0.5",
    # ---- wrong names ----
    "decied scores.csv",
    "evaluate score.csv",
    "evaluate scores.csv --lable label",
    "evaluate scores.csv --label lable",
    "evaluate scores.csv --label Label",
    "evaluate scores.csv --score forrest",
    f"decide scores.csv {COSTS} --model Forest",
    f"decide scores.csv {COSTS} --champion boost",
    "evaluate scores.csv --positive yes",
    "plot rok scores.csv",
    "plot ROC scores.csv",
    "plot los scores.csv",
    "evaluate scores.csv --costs costs.csv",
    "evaluate scores.csv --under 3",
    "numeric scores.csv -o page.html",
    "classes scores.csv",
    "classes scores.csv scores.csv",
    "curve lorenz scores.csv",
    "compare scores.csv forest bosting",
    "decide scores.csv --best f2",
    "decide scores.csv --best acuracy",
    f"evaluate scores.csv {COSTS} --segment region",
    "completion powershell",
    # ---- other orders ----
    "scores.csv",
    f"scores.csv decide {COSTS}",
    "plot scores.csv roc",
    "test forest boosting scores.csv",
    "compare forest boosting scores.csv",
    "apply scores.csv decision.json",
    f"{COSTS} decide scores.csv",
    "help decide",
    "decide --help",
    "decide help",
    # ---- other forms ----
    "decide scores.csv --cost-fp 1",
    "decide scores.csv --cost-fp=1 --cost-fn=20",
    "decide scores.csv --cost-fp 1 --cost-fn -20",
    "decide scores.csv --cost-fp one --cost-fn 20",
    "decide scores.csv --cost-fp $1 --cost-fn $20",
    "decide scores.csv --cost-fp 1,5 --cost-fn 20",
    "decide scores.csv --cost-fp 1,000 --cost-fn 20k",
    "decide scores.csv --cost-fp 0 --cost-fn 20",
    f"decide scores.csv {COSTS} --prevalence 2",
    f"decide scores.csv {COSTS} --prevalence 2%",
    f"decide scores.csv {COSTS} --prevalence 0",
    f"decide scores.csv {COSTS} --level 95",
    f"decide scores.csv {COSTS} --pc 0.3",
    f"decide scores.csv {COSTS} --capacity 10%",
    "decide scores.csv --capacity 200%",
    f"decide scores.csv {COSTS} --threshold forest=high",
    "evaluate scores.csv --score logistic,forest",
    "cost scores.csv",
    "plot cost scores.csv -o cost.gif",
    f"report scores.csv {COSTS} -o report.doc",
    f"decide scores.csv {COSTS} -o no/such/folder/decision.json",
    f"check scores.csv {COSTS} --max-cost 0.01",
    f"check scores.csv {COSTS} --max-cost 1",
    "sign-test 4 -14",
    # ---- other files ----
    "evaluate no-such-folder/scores.csv",
    "evaluate .",
    "evaluate empty.csv",
    "evaluate header.csv",
    "evaluate words.txt",
    "evaluate one_class.csv",
    "evaluate three_classes.csv",
    "evaluate gaps.csv",
    "evaluate text_scores.csv",
    "evaluate no_label.csv",
    "evaluate decision.json",
    "evaluate scores.csv scores.csv",
)

FILES = {
    "empty.csv": "",
    "header.csv": "label,m\n",
    "words.txt": "The model works well.\nWe should use it.\n",
    "one_class.csv": "label,m\n1,0.9\n1,0.8\n1,0.2\n",
    "three_classes.csv": "label,m\na,0.9\nb,0.8\nc,0.2\na,0.3\n",
    "gaps.csv": "label,m\n1,0.9\n0,\n1,0.7\n,0.1\n0,0.2\n",
    "text_scores.csv": "label,m\n1,high\n0,low\n1,high\n0,0.2\n",
    "no_label.csv": "a,b\n0.9,0.3\n0.8,0.2\n0.1,0.6\n",
}


def prepare(folder: Path) -> None:
    """Lay the files of all trials into a folder."""
    rows = shipped("personal_loans.csv").read_text(encoding="utf-8").splitlines()
    (folder / "scores.csv").write_text("\n".join([rows[0], *rows[1::5]]) + "\n", encoding="utf-8")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    recording.run(shlex.split(f"decide scores.csv {COSTS} -o decision.json"), folder, columns=80)


def answer(line: str, folder: Path) -> str:
    """Return a trial, its exit code and the first line of what it says, an error before anything else."""
    found = recording.run(shlex.split(line), folder, columns=80)
    said = found.err if found.code == 2 else found.out
    first = re.sub(r"/tmp/\S*/", "", next(iter(said.splitlines()), ""))
    return f"$ costcurves {line}".rstrip() + f"\n{found.code}: {first}\n"


def main() -> None:
    """Write all answers anew."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        prepare(folder)
        ANSWERS.write_text("\n".join(answer(line, folder) for line in TRIALS), encoding="utf-8")


if __name__ == "__main__":
    main()
