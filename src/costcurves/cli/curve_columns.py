"""A curve of every model with its band: as columns, and as a document that says what the band holds for."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground import documents
from costcurves.charts.figures.selection_figures import KEY as SELECTION
from costcurves.cli.judged_request import cross_fitting, uncertainty
from costcurves.cli.loaded import silent
from costcurves.cli.parts import choosing_part, only
from costcurves.cli.picture_options import curve_options, of_probabilities, require_costs
from costcurves.curves.kind import CurveOptions
from costcurves.curves.registry import CURVES, curve_kind
from costcurves.errors import InputError
from costcurves.evaluation.shown_parts import part_shown
from costcurves.evaluation.views import shared_costs
from costcurves.rules.rule import optimal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.charts.part_shown import PartShown
    from costcurves.cli.loaded import Loaded, Step
    from costcurves.cli.picture_options import PictureOptions
    from costcurves.cli.request import Request
    from costcurves.inference.estimate import Band

#: The column of parts where a curve has parts itself.
PARTITION = "partition"


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Curves:
    """The numbers of a curve, of every model of every part.

    Attributes
    ----------
    name : str
        Of the curve.
    columns : dict of str to list
        One row a point; led by part (if there are parts), the prevalence that was stated or that the part
        has, and model.
    bands : dict
        By model (in every part, if there are parts); empty unless they were asked for.
    seed : int or None
        Of the bands.
    remarks : tuple of str
        Which models are left out, and what is to be said of the others.
    """

    name: str
    columns: dict[str, list[Any]]
    bands: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    seed: int | None = None
    remarks: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the columns of each model, and what each band is, as plain values."""
        parted = PARTITION if PARTITION in self.columns else "part"
        keys: list[str] = [key for key in (parted, "model") if key in self.columns]
        found: dict[str, Any] = {}
        for cells in zip(*self.columns.values(), strict=True):
            values = dict(zip(self.columns, cells, strict=True))
            place = found
            for key in keys:
                place = place.setdefault(values.pop(key), {})
            for key, value in values.items():
                place.setdefault(key, []).append(value)
        document = {"kind": "curve", "version": documents.VERSION, "curve": self.name, f"{keys[0]}s": found}
        return document | ({"seed": self.seed, "bands": self.bands} if self.bands else {})


def curves(name: str, loaded: Loaded, request: Request, given: PictureOptions, step: Step = silent) -> Curves:
    """Return a curve of every model in every part, with bands if they were asked for.

    Costs without a prevalence are taken at that of the part that would choose, if the names of parts tell,
    else at that of each part.
    """
    chooser = choosing_part(loaded) if loaded.parts else None
    columns: dict[str, list[Any]] = {}
    bands: dict[str, Any] = {}
    seed = None
    remarks: list[str] = []
    for part, whole in (loaded.parts or {"": loaded.evaluation}).items():
        here = dataclasses.replace(loaded, evaluation=whole)
        options = curve_options(dataclasses.replace(here, chosen_on=chooser), request, given)
        kept, said = of_probabilities(name, whole, options)
        remarks += [f"{part}: {one}" if part else one for one in said]
        evaluation = only(whole, kept)
        here = dataclasses.replace(here, evaluation=evaluation)
        intervals = uncertainty(here, request, step)
        if name == SELECTION and intervals is None:
            found = evaluation.selection().curve_columns()
        elif intervals is None:
            found = evaluation.curve_columns(name, **options)
        else:
            require_costs(name, request)
            with cross_fitting(evaluation):
                made = _bands(intervals, name, options)
            seed = intervals.seed
            found = _columns(made, name)
            facts = {model: _facts(band) for model, band in made.items()}
            bands |= {part: facts} if loaded.parts else facts
        shown = part_shown(part, evaluation.models, options["prevalence"], options["condition"])
        stated = options["prevalence"] is not None or options["condition"] is not None
        for key, values in _led(found, shown, parted=bool(loaded.parts), stated=stated).items():
            columns.setdefault(key, []).extend(values)
    return Curves(name, columns, bands, seed, tuple(remarks))


def _led(
    found: dict[str, list[Any]], shown: PartShown, *, parted: bool, stated: bool
) -> dict[str, list[Any]]:
    """Add columns of the part and its prevalence; without parts, of a prevalence that was stated."""
    rows = len(found["model"])
    share = [shown.prevalence] * rows
    if not parted:
        return {"prevalence": share, **found} if stated and "prevalence" not in found else found
    # Deciles have a column of their own that is called so, and some curves have a prevalence for an axis.
    names = (
        PARTITION if "part" in found else "part",
        "part_prevalence" if "prevalence" in found else "prevalence",
    )
    return {names[0]: [shown.name] * rows, names[1]: share, **found}


def draws(name: str, options: PictureOptions) -> bool:
    """Tell whether a band, if there is one of that name, is drawn from replicates."""
    key = options.of or "cost" if name == "difference" else name
    found = next((one for one in CURVES if key in {one.key, *one.aliases}), None)
    return found is None or not found.is_of_rule(optimal if options.rule else None)


def _bands(intervals: Any, name: str, options: dict[str, Any]) -> dict[str, Band]:
    """Return the band of a curve of every model."""
    if name in {"deciles", SELECTION}:
        raise InputError("a band must be of a curve", repr(name), "leave out --level and the like")
    stated = CurveOptions(**options)
    kind = shared_costs(name, stated)
    return {model: intervals.curve_band(kind, [model], stated) for model in intervals.models}


def _columns(bands: Mapping[str, Band], name: str) -> dict[str, list[Any]]:
    """Return bands as long columns, by the names that the curve has for them."""
    across, up = curve_kind(name).columns
    columns: dict[str, list[Any]] = {}
    for model, band in bands.items():
        columns.setdefault("model", []).extend([model] * len(band.x))
        named = {across: band.x, up: band.estimate, f"{up}_low": band.low, f"{up}_high": band.high}
        for key, values in named.items():
            columns.setdefault(key, []).extend(values.tolist())
    return columns


def _facts(band: Band) -> dict[str, Any]:
    """Return what a band is, without its numbers."""
    return {
        "level": band.level,
        "band": "simultaneous" if band.simultaneous else "pointwise",
        "scope": band.scope.words(),
        "method": band.method,
        "target": band.target_words,
        "notes": list(band.notes),
    }
