"""Refusing cells that cannot be used: all of a table are found first, and one message names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import InputError
from costcurves.io.cell_faults import faults_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costcurves.io.cell_faults import Fault, Wanted

#: Examples of each kind of fault.
_MOST = 3
#: Kinds of faults: of one cell, of several.
_KINDS = {
    "missing": ("1 missing value", "{} missing values"),
    "text": ("1 text that is not a number", "{} texts that are not numbers"),
    "infinite": ("1 infinite number", "{} infinite numbers"),
    "range": ("1 number out of range", "{} numbers out of range"),
    "lost": ("1 whole number that float64 cannot hold", "{} whole numbers that float64 cannot hold"),
    "unusable": ("1 column that would not be read exactly", "{} columns that would not be read exactly"),
}


def refuse_faults(wanted: Iterable[Wanted]) -> None:
    """Refuse cells that cannot be used, all in one message with three examples of each kind.

    Raises
    ------
    InputError
        With the lines of the file.
    """
    wanted = list(wanted)
    for one in wanted:
        if one.is_number:
            one.column.refuse_doubt()
    faults = [fault for one in wanted for fault in faults_of(one)]
    if len(faults) == 1:
        raise _of_one(faults[0])
    if faults:
        raise _of_several(faults)


def unusable(wanted: Wanted, remark: str) -> InputError:
    """Word why a column of numbers cannot be read exactly."""
    must = f"{wanted.must} hold numbers that float64 holds exactly"
    return InputError(must, remark, "write plain numbers; of scores only the order matters")


def _of_one(fault: Fault) -> InputError:
    """Word what is wrong with the cells of one column."""
    wanted, rows = fault.wanted, fault.rows
    if fault.kind == "unusable":
        return unusable(wanted, wanted.column.why)
    count, some = fault.count, rows[:_MOST]
    values = ", ".join(fault.shown(row) for row in some)
    where = wanted.column.places.said(some)
    where += f" and {count - len(some):,} more" if count > len(some) else ""
    if fault.kind == "missing":
        must = f"{wanted.must} have a value in every row"
        return InputError(must, _counted("missing", count), _advice([fault]), where=where)
    if fault.kind == "text" and wanted.is_found:
        must, came = (
            f"column {wanted.column.name!r} must hold numbers or text, not both",
            f"{values} among numbers",
        )
    elif fault.kind == "text":
        must, came = f"{wanted.must} hold numbers", f"the text{'s' if count > 1 else ''} {values}"
    elif fault.kind == "lost":
        remark = f"a whole number that float64 cannot hold, {fault.shown(rows[0])}"
        return unusable(wanted, f"{remark} in {wanted.column.places.one(rows[0])}")
    else:
        most = wanted.most
        bounds = "finite and at least 0" if most is None or np.isinf(most) else f"between 0 and {most:g}"
        must, came = f"{wanted.must} be {bounds}", values
    return InputError(must, came, _advice([fault]), where=where)


def _of_several(faults: Sequence[Fault]) -> InputError:
    """Word what is wrong with the cells of several columns, or in several ways."""
    said = []
    for kind in _KINDS:
        alike = [fault for fault in faults if fault.kind == kind]
        if not alike:
            continue
        cells = sorted(
            (row, place) for place, fault in enumerate(alike) for row in fault.rows[:_MOST] or (0,)
        )
        examples = [alike[place].example(row) for row, place in cells[:_MOST]]
        count = sum(fault.count for fault in alike)
        more = "; …" if count > len(examples) else ""
        said.append(f"{_counted(kind, count)} ({'; '.join(examples)}{more})")
    total = sum(fault.count for fault in faults)
    source = faults[0].wanted.column.places.source
    wrong = f"{total:,} cells{f' of {source}' if source else ''} cannot be used: {', '.join(said)}"
    return InputError(wrong, fix=_advice(faults))


def _counted(kind: str, count: int) -> str:
    one, several = _KINDS[kind]
    return one if count == 1 else several.format(f"{count:,}")


def _advice(faults: Sequence[Fault]) -> str:
    """What to do about cells."""
    cells = "that cell" if sum(fault.count for fault in faults) == 1 else "these cells"
    ways = [f"correct {cells}" if any(fault.kind != "missing" for fault in faults) else f"fill {cells}"]
    if any(fault.kind == "missing" and fault.wanted.can_drop for fault in faults):
        ways.append("leave rows with missing values out with --drop-missing")
    if any(fault.kind == "text" and fault.wanted.is_found for fault in faults):
        ways.append("name the columns of scores with --score")
    return ", or ".join(ways)
