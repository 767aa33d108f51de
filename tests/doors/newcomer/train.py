"""Three models of scikit-learn on its data of breast tumours, and their scores as a table; run it to write it anew.

    python -m tests.doors.newcomer.train

The table that is shipped was made by scikit-learn 1.9.1: what the commands say of it does not depend on a version.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
SCORES = FOLDER / "scores.csv"
#: By the row, of five: models learn from three, and one is left to choose and one to judge.
PARTS = ("train", "validation", "train", "test", "train")


def predictions() -> dict[str, list[Any]]:
    """Train three models on the training rows; return the columns of the table."""
    from sklearn.datasets import load_breast_cancer  # here on use: the shipped table needs no scikit-learn
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    data = load_breast_cancer()
    tumours, is_malignant = data.data[:, :4], 1 - data.target
    part = [PARTS[row % len(PARTS)] for row in range(len(is_malignant))]
    known = [row for row, name in enumerate(part) if name == "train"]
    models = {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
        "forest": RandomForestClassifier(random_state=0),
        "bayes": GaussianNB(),
    }
    columns: dict[str, list[Any]] = {"part": part, "label": is_malignant.tolist()}
    for name, model in models.items():
        model.fit(tumours[known], is_malignant[known])
        columns[name] = [round(float(score), 3) for score in model.predict_proba(tumours)[:, 1]]
    return columns | {"amount": [round(float(area) / 100, 1) for area in tumours[:, 3]]}


def main() -> None:
    """Write the table."""
    columns = predictions()
    with SCORES.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


if __name__ == "__main__":
    main()
