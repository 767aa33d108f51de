"""The joint hull of several models, whose corners know their models and thresholds."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground.arrays import TIE, Floats
from costcurves._ground.number_words import enumerated, short
from costcurves._ground.tables import Column, Table
from costcurves.errors import InputError
from costcurves.space.cost_curve import CostCurve
from costcurves.space.hull_corners import CornerModel, joint_corners, shared_corners
from costcurves.space.roc import RocHull
from costcurves.space.winners import WinnerRange

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.tallies.cells import Direction
    from costcurves.tallies.tally import Tally

#: More ranges than this are counted, not listed, in a sentence.
MOST_RANGES = 8


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class JointHull(RocHull):
    """The upper hull of the ROC points of several models; every corner knows its models and thresholds.

    Its cost curve is the lower envelope of those of all models, min over models of env(PC). Attributes and
    methods are those of :class:`~costcurves.RocHull`; made by ``evaluation.hull()``. Where the models were
    judged on equally many records, `fp` and `tp` are weights and the corners are exact where these are
    whole; otherwise they are rates.

    Parameters
    ----------
    serving : tuple of tuple of CornerModel
        The models that have each corner, in the order of the models; all of them for nobody and everybody.
    areas : mapping of str to float
        Area under the cost curve of each model by itself.

    Examples
    --------
    >>> from costcurves import Tally
    >>> points = {"C4.5": Tally.from_points([0.2], [0.8]), "CN2": Tally.from_points([0.05], [0.6])}
    >>> hull = JointHull.of_models(points)
    >>> hull.models_at(1), hull.models_at(2), round(hull.tpr_at(0.1), 4)
    (('CN2',), ('C4.5',), 0.6667)
    """

    kind: ClassVar[str] = "joint_hull"
    serving: tuple[tuple[CornerModel, ...], ...] = ()
    areas: Mapping[str, float] = dataclasses.field(default_factory=dict)

    @classmethod
    def of_models(cls, models: Mapping[str, Tally]) -> JointHull:
        """Return the joint hull of models by name."""
        if not models:
            raise InputError("a joint hull needs models", "none")
        hulls = {model: RocHull.of(tally) for model, tally in models.items()}
        fp, tp = joint_corners(list(hulls.values()))
        rates = fp / fp[-1], tp / tp[-1]
        found: list[list[CornerModel]] = [[] for _ in fp]
        for model, hull in hulls.items():
            for corner, own in zip(*shared_corners(*rates, hull), strict=True):
                ends = float(hull.low[own]), float(hull.high[own])
                found[corner].append(CornerModel(model, *ends, hull.direction))
        low, high = (np.array([getattr(one[0], end) for one in found]) for end in ("low", "high"))
        areas = {model: _envelope(hull).area for model, hull in hulls.items()}
        return cls(fp, tp, low, high, found[0][0].direction, tuple(map(tuple, found)), areas)

    # ---- who serves where -------------------------------------------------------------------

    @property
    def models(self) -> tuple[str, ...]:
        """All models, those too that serve nowhere."""
        return tuple(self.areas)

    def models_at(self, corner: int) -> tuple[str, ...]:
        """Return the models that have a corner; none for nobody and everybody, which need no model."""
        if self.flags(corner) != "some":
            return ()
        return tuple(one.model for one in self.serving[corner])

    def of_model(self, corner: int, model: str) -> CornerModel | None:
        """Return the thresholds by which a model has a corner; None if it has none."""
        return next((one for one in self.serving[corner] if one.model == model), None)

    def edge_models(self, corner: int) -> tuple[CornerModel, CornerModel]:
        """Return who has a corner and who has the next one: one model for both, where one has both."""
        one, other = self.serving[corner], self.serving[corner + 1]
        both = ((a, b) for a in one for b in other if a.model == b.model)
        return next(both, (one[0], other[0]))

    def direction_at(self, point: int) -> Direction:
        """Return which scores of the model of a corner mean positive."""
        return self.serving[point][0].direction

    @property
    def thresholds(self) -> Floats:
        """The threshold to use for each corner, in the scores of the first model that has it."""
        return np.array([one[0].threshold for one in self.serving])

    @property
    def beyond(self) -> Floats:
        """The first score that each corner no longer flags, of the same model."""
        return np.array([one[0].beyond for one in self.serving])

    @property
    def winners(self) -> tuple[WinnerRange, ...]:
        """Ranges of PC(+) with the models that serve them, from 0 to 1."""
        found: list[WinnerRange] = []
        for corner, (low, high) in enumerate(self.ranges.tolist()):
            flags = self.flags(corner)
            models, trivial = self.models_at(corner), "" if flags == "some" else flags
            if found and (found[-1].models, found[-1].trivial) == (models, trivial):
                found[-1] = dataclasses.replace(found[-1], high=high)
            elif low < high:
                found.append(WinnerRange(low, high, models, trivial))
        return tuple(found)

    # ---- its cost curve ---------------------------------------------------------------------

    def cost_curve(self) -> CostCurve:
        """Return the lower envelope of the cost curves of all models: best model, best threshold."""
        return _envelope(self, "best model and threshold")

    @property
    def area(self) -> float:
        """Area under that cost curve: expected cost if every PC(+) is equally likely, in [0, 1/4]."""
        return self.cost_curve().area

    # ---- how it shows itself ----------------------------------------------------------------

    @property
    def sentence(self) -> str:
        """Which models serve where, and what choosing among them is worth."""
        names, ranges = self.models, self.winners
        corners = f"{len(self)} corners"
        said = f"The joint hull of {enumerated(names)} has {corners}."
        if len(names) == 1:
            said = f"The hull of {names[0]} has {corners}."
        where = "; ".join(f"{one.winner} from {short(one.low)} to {short(one.high)}" for one in ranges)
        if len(ranges) > MOST_RANGES:
            served = sorted({model for one in ranges for model in one.models}, key=names.index)
            where = f"{enumerated(served)} in turn, in {len(ranges)} ranges"
        best = min(self.areas, key=lambda name: self.areas[name])
        area = f"The area under its cost curve is {short(self.area)}"
        if len(names) > 1:
            gained = self.areas[best] - self.area > TIE
            alone = f", against {short(self.areas[best])} of" if gained else ", the same as that of"
            area += f"{alone} {best} alone"
        return f"{said} Cheapest by PC(+): {where}. {area}."

    def __str__(self) -> str:
        return self.sentence

    def table(self) -> Table:
        """Return one row a corner, or a model that has it, with the range of PC(+) in which it is best."""
        columns = self.to_columns()
        shown = [
            Column("pc_low", "from PC(+)", decimals=4), Column("pc_high", "to PC(+)", decimals=4),
            Column("model", "model", align="left"), Column("threshold", "threshold", digits=6),
            Column("fpr", "FPR", decimals=4), Column("tpr", "TPR", decimals=4),
        ]  # fmt: skip
        if len(set(columns["flagged_if"])) > 1:
            shown.insert(4, Column("flagged_if", "flagged if score", align="left"))
        columns["model"] = [
            f"flag {flags}" if flags != "some" else model
            for model, flags in zip(columns["model"], columns["flags"], strict=True)
        ]
        rows = zip(*(list(columns[column.key]) for column in shown), strict=True)
        wide = [row for row in rows if row[0] < row[1]]
        return Table("hull", "Joint hull, corner by corner", shown, wide)

    def to_columns(self) -> dict[str, Any]:
        """Return the corners as columns, one row for each model that has one; nobody and everybody once."""
        rows = [
            (corner, one)
            for corner, models in enumerate(self.serving)
            for one in (models if self.flags(corner) == "some" else models[:1])
        ]
        index = np.array([corner for corner, _ in rows])
        low, high = self.ranges[index].T
        flags = [self.flags(corner) for corner, _ in rows]
        return {
            "pc_low": low, "pc_high": high,
            "model": [one.model if own == "some" else "" for (_, one), own in zip(rows, flags, strict=True)],
            "flags": flags,
            "threshold": np.array([
                one.threshold if own == "some" else np.nan for (_, one), own in zip(rows, flags, strict=True)
            ]),
            "fpr": self.fpr[index], "tpr": self.tpr[index], "fp": self.fp[index], "tp": self.tp[index],
            "threshold_low": np.array([one.low for _, one in rows]),
            "threshold_high": np.array([one.high for _, one in rows]),
            "flagged_if": [str(one.direction) for _, one in rows],
        }  # fmt: skip

    # ---- JSON -------------------------------------------------------------------------------

    def _contents(self) -> dict[str, Any]:
        """Write corner by corner what a reader looks for, and what the value is made of."""
        corners = [
            {
                "pc_low": low, "pc_high": high, "fpr": fpr, "tpr": tpr, "flags": self.flags(corner),
                "models": [one.to_json() for one in self.serving[corner]],
            }
            for corner, (low, high, fpr, tpr) in enumerate(
                np.column_stack([self.ranges, self.fpr, self.tpr]).tolist()
            )
        ]  # fmt: skip
        curve = self.cost_curve()
        return {
            "models": list(self.models),
            "sentence": self.sentence,
            "winners": [{"low": one.low, "high": one.high, "winner": one.winner} for one in self.winners],
            "operating_range": self.operating_range,
            "area": self.area,
            "areas": dict(self.areas),
            "auc": self.auc,
            "cost_curve": {"pc": curve.knots, "nec": curve.values},
            "corners": corners,
            "fp": self.fp,
            "tp": self.tp,
        }

    @classmethod
    def _restored(cls, contents: dict[str, Any]) -> JointHull:
        serving = tuple(tuple(map(CornerModel.from_json, one["models"])) for one in contents["corners"])
        low, high = (np.array([getattr(one[0], end) for one in serving]) for end in ("low", "high"))
        fp, tp = contents["fp"], contents["tp"]
        areas = {str(model): float(area) for model, area in contents["areas"].items()}
        return cls(fp, tp, low, high, serving[0][0].direction, serving, areas)

    def __repr__(self) -> str:
        return f"JointHull({', '.join(self.models)}; {len(self)} corners, area {self.area:.6g})"


def _envelope(hull: RocHull, rule: str = "best threshold") -> CostCurve:
    return CostCurve.serving(hull.edges, hull.fpr, 1 - hull.tpr, rule=rule, optimistic=True)
