"""What actions cost, by true class: K × D matrices, the cheapest action for given probabilities."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground.arrays import TIE, ByValue, Floats, frozen
from costcurves._ground.documents import Document
from costcurves._ground.number_words import enumerated
from costcurves._ground.tables import Column, Table
from costcurves.conditions.useful_actions import never_worth_taking
from costcurves.errors import InputError, meant, near_names, no_such

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class CostMatrix(Document, ByValue):
    """What each action costs for a record of each class: costs[true, action].

    Parameters
    ----------
    costs : array_like, shape (K, D)
        **Rows are true classes**; any finite numbers, negative ones are benefits.
    classes : sequence of str
        The K classes, in order.
    actions : sequence of str, optional
        The D actions; by default the classes. Those named as a class are its prediction, others, such as
        "cannot say", stand beside them.

    Raises
    ------
    InputError
        If shapes do not fit, a cost is no finite number, or two actions have one name.

    Examples
    --------
    >>> costs = CostMatrix([[0, 1, 0.9], [5, 0, 0.9]], ["good", "bad"], ["good", "bad", "review"])
    >>> costs.never_worth_taking
    ('review',)
    >>> costs.decide([[0.9, 0.1], [0.8, 0.2]]).tolist()
    [0, 1]
    """

    kind: ClassVar[str] = "cost_matrix"
    # Whatever comes in, a float64 array and tuples are kept; no one type says so.
    costs: Any
    classes: Sequence[str]
    actions: Sequence[str] = ()

    def __post_init__(self) -> None:
        classes = tuple(map(str, self.classes))
        actions = tuple(map(str, self.actions)) or classes
        try:
            read = np.array(self.costs, dtype=np.float64)
        except (TypeError, ValueError):
            raise InputError("costs must hold numbers in equal rows", repr(self.costs)) from None
        shape = (len(classes), len(actions))
        if read.shape != shape:
            must = f"costs must have {shape[0]} rows (true classes) and {shape[1]} columns (actions)"
            raise InputError(
                must, f"shape {read.shape}", "costs[true, action]; name actions beyond the classes"
            )
        if not np.all(np.isfinite(read)):
            raise InputError("costs must be finite numbers", repr(read.tolist()))
        for names, what in ((classes, "classes"), (actions, "actions")):
            if len(set(names)) < len(names):
                raise InputError(f"{what} must have different names", enumerated(names))
        object.__setattr__(self, "costs", frozen(read))
        object.__setattr__(self, "classes", classes)
        object.__setattr__(self, "actions", actions)

    @classmethod
    def of_errors(cls, classes: Sequence[str]) -> CostMatrix:
        """Return costs of 1 for every error: the expected cost is the error rate.

        Examples
        --------
        >>> CostMatrix.of_errors(["a", "b"]).costs.tolist()
        [[0.0, 1.0], [1.0, 0.0]]
        """
        return cls(1.0 - np.eye(len(classes)), tuple(classes))

    @classmethod
    def read(cls, costs: Any, classes: Sequence[str], actions: Any = None) -> CostMatrix:
        """Read costs in any of their forms.

        Parameters
        ----------
        costs : CostMatrix, array_like of shape (K, D), or mapping
            A mapping of (true class, action) to a cost, or of true classes to mappings of actions to costs.
            Of actions that are classes, being right costs 0 if it is not stated; all others must be stated.
        classes : sequence of str
        actions : sequence of str, optional
            By default the classes, and whatever else a mapping names.
        """
        if isinstance(costs, cls):
            return costs.in_order(classes)
        named = None if actions is None else tuple(map(str, actions))
        if not hasattr(costs, "keys"):
            return cls(costs, tuple(classes), named or ())
        stated = _flat(costs, classes)
        others = tuple(dict.fromkeys(action for _, action in stated if action not in classes))
        used = {action for _, action in stated}
        named = named or tuple(name for name in classes if name in used or not others) + others
        if len(named) < 2:
            named = (*classes, *others)
        near = {one: text for one in others if (text := meant(one, classes))}
        found = [[_stated(stated, true, action, near) for action in named] for true in classes]
        for one in near:
            if any(name not in used for name in near_names(one, classes)):
                raise no_such(one, classes, what="class", where="costs")
        if unknown := [action for action in used if action not in named]:
            raise no_such(unknown[0], named, what="action", where="costs")
        return cls(np.array(found), tuple(classes), named)

    def in_order(self, classes: Sequence[str]) -> CostMatrix:
        """Return the matrix with its classes in another order."""
        if tuple(classes) == self.classes:
            return self
        if set(classes) != set(self.classes):
            raise InputError("costs must be stated for the same classes", enumerated(self.classes))
        rows = [self.classes.index(name) for name in classes]
        actions = (*(name for name in classes if name in self.actions), *self.beside)
        columns = [self.actions.index(name) for name in actions]
        return CostMatrix(self.costs[np.ix_(rows, columns)], tuple(classes), actions)

    @property
    def beside(self) -> tuple[str, ...]:
        """Actions that are no classes, such as "cannot say"."""
        return tuple(name for name in self.actions if name not in self.classes)

    @property
    def never_worth_taking(self) -> tuple[str, ...]:
        """Actions that are cheaper than all others for no probabilities of the classes.

        Found by linear programming: an action may be only second best everywhere, though no single other one
        is better everywhere.
        """
        return tuple(self.actions[place] for place in self._never)

    @functools.cached_property
    def _never(self) -> tuple[int, ...]:
        return never_worth_taking(self.costs)

    @functools.cached_property
    def _preference(self) -> NDArray[np.intp]:
        """Actions in the order in which they are taken at equal costs: later classes, then others."""
        is_class = np.array([name in self.classes for name in self.actions])
        places = np.arange(len(self.actions))
        return np.concatenate([places[is_class][::-1], places[~is_class]])

    def cheapest(self, expected: Floats) -> NDArray[np.intp]:
        """Return the place of the least of expected costs, shape (..., D); of equals the later class.

        So of two classes a record is taken for the later one if its probability reaches the threshold. What
        is no class is done only where it costs less.
        """
        ordered = expected[..., self._preference]
        slack = TIE * max(float(np.abs(self.costs).max()), np.finfo(float).tiny)
        best = ordered.min(axis=-1, keepdims=True) + slack
        return np.asarray(self._preference[np.argmax(ordered <= best, axis=-1)])

    def decide(self, probability: Any) -> NDArray[np.intp]:
        """Return the action of least expected cost, Σ_k p_k·costs[k, action], for every record.

        Parameters
        ----------
        probability : array_like, shape (records, K)

        Returns
        -------
        ndarray of int, shape (records,)
            Places of actions.
        """
        return self.cheapest(np.asarray(probability, dtype=float) @ self.costs)

    def constant(self, prevalence: Floats) -> tuple[int, float]:
        """Return the action that is cheapest if it is taken for all, and what it costs a record."""
        expected = prevalence @ self.costs
        place = int(self.cheapest(expected))
        return place, float(expected[place])

    def worst(self, prevalence: Floats) -> float:
        """Return what a record costs if the dearest action is taken for every one."""
        return float((prevalence * self.costs.max(axis=1)).sum())

    def table(self) -> Table:
        """Return true classes as rows, actions as columns."""
        columns = [Column("class", "true class", align="left")]
        places = next((n for n in range(4) if np.array_equal(self.costs.round(n), self.costs)), None)
        columns += [Column(f"action {name}", name, decimals=places) for name in self.actions]
        rows = [[name, *row] for name, row in zip(self.classes, self.costs.tolist(), strict=True)]
        never = self.never_worth_taking
        note = (f"Never worth taking, whatever the probabilities: {enumerated(never)}.",) if never else ()
        return Table(
            "costs", "Costs by true class (rows) and by what is done (columns)", columns, rows, notes=note
        )

    def __str__(self) -> str:
        return str(self.table())

    def __repr__(self) -> str:
        return f"CostMatrix({len(self.classes)} classes × {', '.join(self.actions)})"


def _flat(costs: Any, classes: Sequence[str]) -> dict[tuple[str, str], float]:
    """Read a mapping of pairs, or of mappings."""
    found: dict[tuple[str, str], Any] = {}
    for key, value in costs.items():
        if hasattr(value, "keys"):
            found |= {(str(key), str(action)): cost for action, cost in value.items()}
        elif isinstance(key, tuple) and len(key) == 2:
            found[str(key[0]), str(key[1])] = value
        else:
            raise InputError(
                "costs must be stated by true class and action", repr(key), "write (class, action): cost"
            )
    for true, _ in found:
        if true not in classes:
            raise no_such(true, classes, what="class", where="costs")
    return found


def _stated(stated: dict[tuple[str, str], Any], true: str, action: str, near: dict[str, str]) -> Any:
    """Return a cost; where one is missing, name actions that are nearly called as a class is."""
    if (true, action) not in stated and true != action:
        odd = next(((one, text) for one, text in near.items() if one == action or action in text), None)
        fix = f"{odd[0]!r} is no class: {odd[1]}" if odd else f"write {true}:{action}=…"
        raise InputError(f"no cost of {action!r} is stated where the class is {true!r}", fix=fix)
    return stated.get((true, action), 0.0)
