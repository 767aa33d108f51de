"""What the name of a column says of its role."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Names of columns that hold the label.
LABELS = (
    "label", "labels", "y", "y_true", "ytrue", "target", "class", "class_label", "actual", "outcome",
    "response", "truth", "ground_truth", "true_label", "true_class",
)  # fmt: skip

#: Names of columns that hold no scores, by what they hold.
OTHERS = {
    "an identifier": (
        "id", "ids", "uid", "uuid", "guid", "key", "index", "idx", "row", "rownum", "inst", "instance",
        "case", "record", "nr", "number", "customer", "client", "account", "name",
    ),
    "a fold": ("fold", "folds", "cv", "repeat", "repetition", "seed"),
    "a weight": ("weight", "weights", "w"),
    "an amount": (
        "amount", "amt", "balance", "spending", "spend", "gift", "price", "income", "revenue", "salary",
        "profit", "benefit",
    ),
    "a cost": ("cost", "costs", "c_fp", "c_fn", "c_tp", "c_tn"),
    "a date": ("date", "datetime", "time", "timestamp", "year", "month", "week", "day", "hour"),
    "a cluster": ("cluster",),
    "a segment": ("segment", "subgroup", "group", "stratum", "strata"),
    "a partition": ("partition", "split", "part", "subset", "set"),
}  # fmt: skip

#: What may follow such a word without changing what it says: amount_eur, cost_fp, date_of_birth, id_1.
_QUALIFIERS = re.compile(r"eur|usd|gbp|chf|dm|fp|fn|tp|tn|no|of|birth|start|end|[0-9]+")
_MEANING = {word: meaning for meaning, known in OTHERS.items() for word in known}

#: Names of the columns of tables of points and counts.
ALIASES: dict[str, tuple[str, ...]] = {
    "model": ("model", "classifier", "learner", "algorithm", "method"),
    "tp": ("tp", "true_positive", "true_positives"),
    "fn": ("fn", "false_negative", "false_negatives"),
    "fp": ("fp", "false_positive", "false_positives"),
    "tn": ("tn", "true_negative", "true_negatives"),
    "fpr": ("fpr", "fp_rate", "false_positive_rate"),
    "tpr": ("tpr", "tp_rate", "true_positive_rate", "recall", "sensitivity"),
    "positives": ("positives", "pos", "p", "n_positives", "n_pos"),
    "negatives": ("negatives", "neg", "n", "n_negatives", "n_neg"),
    "score": ("score",),
    "threshold": ("threshold",),
}


def words(name: str) -> list[str]:
    """The words of a name in lower case: "CustomerID" is customer, id.

    Examples
    --------
    >>> words("CustomerID"), words("cost_FP")
    (['customer', 'id'], ['cost', 'fp'])
    """
    parted = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name)
    return re.findall(r"[^\W_]+", parted.lower())


def label_candidates(names: Iterable[str]) -> list[str]:
    """The columns that are named like a label."""
    return [name for name in names if name.strip().lower() in LABELS or "_".join(words(name)) in LABELS]


def other_meaning(name: str) -> str:
    """What a column holds if its name says that it holds no scores; else empty.

    Examples
    --------
    >>> other_meaning("loan_amount"), other_meaning("cost_sensitive_tree")
    ('an amount', '')
    """
    found = words(name)
    joined = "_".join(found)
    if joined in _MEANING:
        return _MEANING[joined]
    if found and found[-1] in _MEANING:
        return _MEANING[found[-1]]
    if found and all(_QUALIFIERS.fullmatch(word) for word in found[1:]):
        return _MEANING.get(found[0], "")
    return ""


def aggregate_columns(names: Iterable[str]) -> dict[str, str]:
    """The columns of a table of points or counts that are there: what they are called, by what they mean."""
    known = {alias: meaning for meaning, aliases in ALIASES.items() for alias in aliases}
    found: dict[str, str] = {}
    for name in names:
        meaning = known.get("_".join(words(name)))
        if meaning is not None:
            found.setdefault(meaning, name)
    return found
