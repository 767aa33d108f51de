"""Options of many classes that several commands have."""

from __future__ import annotations

from costcurves.cli.commands import in_section, misused
from costcurves.cli.target_kinds import TargetKind

of_classes = in_section("Classes and costs")
CLASS_COSTS = of_classes(
    "--costs",
    "class_costs",  # conditions of two classes have costs, too
    multiple=True,
    metavar="FILE|CLASS:ACTION=COST",
    help="What each action costs for a record of each class: a table with a row a class, or statements "
    "(repeatable, or joined by commas). Without it every error costs 1; with it each must be stated.",
)


def target_with(costs: tuple[str, ...], target: str | None) -> str | None:
    """Return what labels hold: many classes, where costs by class and action are stated."""
    if not costs:
        return target
    if target is not None and TargetKind(target) is not TargetKind.CLASSES:
        raise misused(
            wrong=f"--costs states what actions cost by class; got --target {target}",
            fix="leave out one of them",
        )
    return TargetKind.CLASSES.value
