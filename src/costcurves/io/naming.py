"""What names say: that of a column, of its role; that of a part such as train or test, of its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from numpy.typing import NDArray

#: Names of columns that hold the label.
LABELS = (
    "label", "labels", "y", "y_true", "ytrue", "target", "class", "class_label", "actual", "outcome",
    "response", "truth", "ground_truth", "true_label", "true_class",
)  # fmt: skip

#: Names of columns that hold no scores, by what they hold.
OTHERS = {
    "an identifier": (
        "id", "ids", "uid", "uuid", "guid", "key", "index", "idx", "row", "rownum", "inst", "instance",
        "case", "record", "nr", "number", "customer", "client", "account", "name", "unnamed", "rowid",
        "rowname", "rownames", "index_level_0", "index_level_1", "level_0", "level_1",
    ),
    "a fold": ("fold", "folds", "cv", "repeat", "repetition", "seed"),
    "a weight": ("weight", "weights", "w"),
    "an amount": (
        "amount", "amt", "balance", "spending", "spend", "gift", "price", "income", "revenue", "salary",
        "profit", "benefit",
    ),
    "a cost": ("cost", "costs", "c_fp", "c_fn", "c_tp", "c_tn"),
    "a date": ("date", "datetime", "time", "timestamp", "year", "month", "week", "day", "hour"),
    "a cluster": ("cluster", "clusters", "patient", "subject", "person", "household"),
    "a segment": ("segment", "subgroup", "group", "stratum", "strata"),
    "a partition": ("partition", "split", "part", "subset", "set"),
}  # fmt: skip

#: Words by which a column says that it holds scores, whatever its values look like.
_SCORES = frozenset({
    "score", "scores", "rank", "ranks", "ranking", "rating", "points", "percentile", "risk", "propensity",
    "prob", "proba", "probability", "pred", "prediction", "predicted", "fico", "logit", "margin", "scorecard",
})  # fmt: skip

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
    "trained_for": ("trained_for",),
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


def parted(stated: Iterable[str], known: Collection[str]) -> tuple[str, ...]:
    """Part names that were written with commas between them, unless the whole is a name itself.

    Examples
    --------
    >>> parted(["a, b", "c,d", "e,f"], {"a", "b", "c,d"})
    ('a', 'b', 'c,d', 'e,f')
    """
    found: list[str] = []
    for text in stated:
        names = [name.strip() for name in text.split(",")]
        is_list = text not in known and all(names) and any(name in known for name in names)
        found += names if is_list else [text]
    return tuple(found)


def is_score_like(name: str) -> bool:
    """Whether a word of a name says that it holds scores or ranks.

    Examples
    --------
    >>> is_score_like("riskScore"), is_score_like("forest")
    (True, False)
    """
    return not _SCORES.isdisjoint(words(name))


def other_meaning(name: str) -> str:
    """What a column holds if its name says that it holds no scores; else empty.

    Examples
    --------
    >>> other_meaning("loan_amount"), other_meaning("cost_sensitive_tree")
    ('an amount', '')
    >>> other_meaning("Unnamed: 0"), other_meaning("risk_index")
    ('an identifier', '')
    """
    found = words(name)
    joined = "_".join(found)
    if joined in _MEANING:
        return _MEANING[joined]
    if found and found[-1] == "index" and is_score_like(name):
        return ""
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


#: What parts of known roles are called, in the order in which they are used.
ROLES: tuple[tuple[str, ...], ...] = (
    ("train", "training", "learn", "learning", "fit", "development", "dev", "in-sample", "insample"),
    ("validation", "valid", "val", "validate", "tune", "tuning", "calibration", "selection"),
    ("test", "testing", "holdout", "hold-out", "hold_out", "out-of-time", "oot", "out-of-sample"),
)  # fmt: skip

_MOST_PARTS = 50


def part_rows(column: NDArray[Any]) -> dict[str, NDArray[np.bool_]]:
    """Rows of each part, by the name of the part: train before validation before test, others as they sort.

    Raises
    ------
    InputError
        If there are so many parts that the column can hardly name any.
    """
    values = sorted(set(column.tolist()), key=lambda value: (_role(str(value)), _sortable(value)))
    if len(values) > _MOST_PARTS:
        raise InputError(
            f"a partition must have at most {_MOST_PARTS} parts",
            f"{len(values):,} different values",
            "name a column such as train/validation/test with --partition",
        )
    return {str(value): np.asarray(column == value) for value in values}


def _sortable(value: Any) -> tuple[bool, Any]:
    """Numbers by size before texts."""
    return isinstance(value, str), value


def _role(name: str) -> int:
    """Place of a part by its name; parts of unknown role come last."""
    return next((i for i, names in enumerate(ROLES) if name.strip().lower() in names), len(ROLES))


def part_role(name: str) -> str:
    """Return what a part is for by its name: "train", "validation" or "test"; empty where that is not known.

    Examples
    --------
    >>> part_role("Holdout"), part_role("dev"), part_role("2023")
    ('test', 'train', '')
    """
    place = _role(name)
    return ROLES[place][0] if place < len(ROLES) else ""


def file_role(name: str) -> str:
    """Return what a file is for by the words of its name: "train", "validation" or "test"; else empty.

    Examples
    --------
    >>> file_role("churn_test_2023.csv"), file_role("valid/scores.csv"), file_role("train_test.csv")
    ('test', 'validation', '')
    """
    bare = re.sub(r"(\.[A-Za-z]\w*)+$", "", name)
    joined = f"_{'_'.join(words(bare))}_"
    found = {names[0] for names in ROLES for known in names if f"_{re.sub('[^a-z]', '_', known)}_" in joined}
    return found.pop() if len(found) == 1 else ""


def is_partition(name: str, values: Iterable[Any]) -> bool:
    """Whether a column is named as partitions are, and holds the names of two parts or more, all known.

    Examples
    --------
    >>> is_partition("split", ["train", "test"]), is_partition("split", [1, 2]), is_partition("a", ["train"])
    (True, False, False)
    """
    if other_meaning(name) != "a partition":
        return False
    names = set(map(str, values))
    return len(names) > 1 and all(map(part_role, names))
