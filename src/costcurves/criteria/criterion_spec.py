"""A criterion as a plain value, which a decision keeps."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, Self

#: Key of what chooses nothing: a stated threshold, predicted labels, a confusion matrix.
GIVEN = "given"


@dataclasses.dataclass(frozen=True, slots=True)
class CriterionSpec:
    """A criterion as a plain value: its key, its parameters, and the words for it.

    Attributes
    ----------
    key : str
        Name of its constructor in :mod:`costcurves.criteria`; empty where only the words are known,
        "least_total_cost" where costs differ by record, and "given" where nothing was chosen.
    title : str
        The criterion in words, to follow "for".
    parameters : dict of str to plain values
        Arguments of the constructor, apart from the condition; measures by their keys.

    Examples
    --------
    >>> from costcurves import criteria
    >>> spec = criteria.max_fpr(0.05).spec
    >>> spec.key, spec.parameters
    ('max_fpr', {'limit': 0.05, 'randomised': False})
    """

    key: str
    title: str
    parameters: dict[str, Any] = dataclasses.field(default_factory=dict, hash=False)

    @property
    def is_least_cost(self) -> bool:
        """Whether costs alone were made small, so that flagging nobody means that no threshold pays."""
        return self.key in {"least_cost", "least_total_cost"}

    @property
    def is_given(self) -> bool:
        """Whether nothing was chosen, so that any records judge fairly."""
        return self.key == GIVEN

    def as_given(self, model: str, action: str) -> str:
        """Say whom a classifier flags that nobody chose; `action` says it of thresholds."""
        label = self.parameters.get("label")
        if label is not None:
            return f"As given: flag the cases that {model} labels {label!r}."
        return f"As given: use {model}{f' and {action}' if 'threshold' in self.parameters else ''}."

    def __str__(self) -> str:
        return self.title

    def to_json(self) -> dict[str, Any]:
        """Return key and parameters; documents carry the words beside them."""
        return {"key": self.key, "parameters": dict(self.parameters)}

    @classmethod
    def from_json(cls, title: str, document: dict[str, Any] | None) -> Self:
        """Read what :meth:`to_json` wrote; older documents, which lack it, know the words alone."""
        if document is None:
            return cls("", title)
        if not isinstance(key := document["key"], str):
            text = f"key of the criterion = {key!r}"
            raise TypeError(text)
        infinite = {"inf": math.inf, "-inf": -math.inf}
        return cls(key, title, {name: infinite.get(v, v) for name, v in document["parameters"].items()})
