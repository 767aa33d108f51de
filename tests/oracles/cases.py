"""The frozen cases: inputs, the answers of exact arithmetic and those of other programs."""

from __future__ import annotations

import csv
import dataclasses
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import costcurves as cc

HERE = Path(__file__).parent
NAMES = sorted(path.stem for path in (HERE / "answers" / "reference").glob("*.json") if path.stem != "pairs")


@dataclasses.dataclass(frozen=True)
class Case:
    """One input with all answers to it; a peer that was not asked has an empty answer."""

    name: str
    labels: Any
    scores: Any
    weights: Any
    exact: dict[str, Any]
    r: dict[str, Any]
    weka: dict[str, Any]
    python: dict[str, Any]

    @property
    def tally(self) -> cc.Tally:
        """The input through the public door."""
        return cc.Tally.from_scores(self.labels, self.scores, self.weights)


def answers(folder: str, name: str) -> dict[str, Any]:
    """What a peer answered; empty if it was not asked."""
    path = HERE / "answers" / folder / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


@cache
def case(name: str) -> Case:
    """Read a case."""
    exact = answers("reference", name)
    with (HERE / "data" / exact["file"]).open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    weight = exact["weight_column"]
    return Case(
        name,
        np.array([int(row["label"]) for row in rows]),
        np.array([float(row[exact["score_column"]]) for row in rows]),
        None if weight is None else np.array([float(row[weight]) for row in rows]),
        exact,
        answers("R", name),
        answers("weka", name),
        answers("python", name),
    )


def numbers(values: Any) -> Any:
    """Answers as floats; NaN where a peer gave none."""
    words = {"NaN": np.nan, "NA": np.nan, None: np.nan, "Inf": np.inf, "-Inf": -np.inf, "inf": np.inf}

    def read(value: Any) -> Any:
        if isinstance(value, list):
            return [read(item) for item in value]
        if isinstance(value, dict):  # a refusal
            return np.nan
        return words[value] if value is None or isinstance(value, str) else float(value)

    return np.array(read(values))
