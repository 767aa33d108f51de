"""A recommended shift in words: what to do, what that costs, and how far that stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves._ground.number_words import amount, enumerated, short
from costcurves.results.headline import interval_words
from costcurves.results.recommendation_facts import LEFT_OUT

if TYPE_CHECKING:
    from costcurves.results.shift_facts import ShiftFacts


def raised(shift: float) -> str:
    """Say what to do to predictions.

    Examples
    --------
    >>> raised(1200.0), raised(-3.25), raised(0.0)
    ('raise by 1,200', 'lower by 3.25', 'as they are')
    """
    if shift == 0:
        return "as they are"
    return f"{'raise' if shift > 0 else 'lower'} by {amount(abs(shift))}"


def whole_amount(total: float) -> str:
    """Write a total, of more than a thousand without what follows the point.

    Examples
    --------
    >>> whole_amount(287391.53), whole_amount(12.345678)
    ('287,392', '12.35')
    """
    return amount(round(total)) if abs(total) >= 1000 else short(total)


def shift_sentences(found: ShiftFacts) -> tuple[str, ...]:
    """Say what to do and what that costs on new records; and how far that stands."""
    return tuple(filter(None, (f"{_action(found)} {_cost(found)}", _lead(found), _range(found))))


def _action(found: ShiftFacts) -> str:
    """Say what to do."""
    size = f"all {found.records:,} records"
    if not found.pays:
        among = f"{found.rows[0].model} does not lose" if len(found.rows) == 1 else "no model loses"
        return f"Predict {amount(found.shift)} for all: {among} less, judged on {LEFT_OUT}."
    first = found.rows[0]
    if first.shift[0] < first.shift[1]:
        low, high = (amount(end) for end in first.shift)
        alike = f" (any shift from {low} to {high} is as good there)"
    else:
        alike = ""
    if found.shift == 0:
        return f"Use {first.model} as it is: no shift is better on {size}{alike}."
    verb, size_of_shift = ("raise", found.shift) if found.shift > 0 else ("lower", -found.shift)
    return (
        f"Use {first.model} and {verb} its predictions by {amount(size_of_shift)}, the best shift on "
        f"{size}{alike}."
    )


def _cost(found: ShiftFacts) -> str:
    """Say what choosing this way costs, and what it looks like on the records that chose."""
    headline = found.headline
    what = "model and shift" if headline.covers == "model+shift" else "the shift"
    seems, beside = short(found.scale * found.seems), found.scale * found.constant.loss.estimate
    first = found.rows[0]
    as_is = short(found.scale * first.unshifted.estimate)
    text = (
        f"Choosing {what} this way costs about {short(headline.estimate)}{found.unit}"
        f"{interval_words(headline)} on new records{_in_all(found)}, judged on {LEFT_OUT}; on the records "
        f"used for the choice, it looks like {seems}. {first.model} as it is costs {as_is}, the best "
        f"constant {short(beside)}."
    )
    if found.pays and headline.estimate >= beside:
        text += " So on new records choosing this way does not pay: the best constant costs no more."
    elif found.pays and found.shift and not found.shift_pays:
        text += f" So on new records shifting {first.model} does not pay: as it is it costs no more."
    if headline.reason:
        text += f" The interval has no width: {headline.reason}."
    return text


def _in_all(found: ShiftFacts) -> str:
    """Say the total, where costs are those of records rather than of a unit."""
    if found.kappa is not None:
        return ""
    return f", {whole_amount(found.weight * found.headline.estimate)} in all on as many as these"


def _lead(found: ShiftFacts) -> str:
    """Say whether the leading model leads by more than chance."""
    return f"{_over_constant(found)} {_over_others(found)}".strip()


def _over_constant(found: ShiftFacts) -> str:
    if not found.pays or found.constant.told_apart is not False:
        return ""
    verb = "loses" if found.costs is None else "costs"
    return f"That {found.rows[0].model} {verb} less than the best constant may be chance."


def _over_others(found: ShiftFacts) -> str:
    if len(found.rows) < 2 or not found.pays:
        return ""
    first, alike = found.rows[0].model, [row.model for row in found.rows[1:] if row.is_alike]
    others = [name for name in found.not_told_apart if name not in alike]
    if found.rows[0].gap is None:
        return f"Whether {first} leads by more than chance is not tested."
    if alike and not others:
        return f"{enumerated([first, *alike])} cost the same for every record."
    if others:
        return f"{first} may lead by chance: it cannot be told apart from {enumerated(others)}."
    left = len(found.rows) - 1
    which = "the other model" if left == 1 else f"the other {left} models"
    return f"{first} loses less than {which} by more than chance."


def _range(found: ShiftFacts) -> str:
    """Say at which other κ the leading model loses least, too."""
    if found.stands is None or not found.pays or len(found.rows) < 2:
        return ""
    low, high = found.stands
    first = found.rows[0].model
    if (low, high) == (0.0, 1.0):
        return f"On these records, {first} loses least at every κ."
    return f"On these records, {first} loses least from κ = {short(low)} to {short(high)}."
