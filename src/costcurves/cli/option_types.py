"""How values of options are read: numbers, shares, levels of confidence, one of a few words."""

from __future__ import annotations

import math
import re
import unicodedata
from typing import Any

import click

from costcurves.cli.commands import typed_name
from costcurves.errors import InputError, no_such

#: What stands in the place of a level where no intervals are wanted.
NO_LEVEL = "none"


class Number(click.ParamType):  # type: ignore[type-arg] # generic in new versions of click only
    """A finite number; where it is a share, it may be written as a percentage."""

    name = "number"

    def __init__(self, *, like: str = "", most: float = math.inf) -> None:
        """Take numbers, or shares where it is said what one is written like; up to a greatest one."""
        self.like = like
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> float:  # noqa: ARG002 - click's
        """Read the number."""
        if isinstance(value, float):
            return value
        text = str(value).strip()
        percentage = bool(self.like) and text.endswith("%")
        if not self.like:
            _refuse_ambiguous(text, param)
            text = plain_amount(text)
        try:
            number = float(text.removesuffix("%") if percentage else text)
        except ValueError:
            number = math.nan
        must, fix = "must be a finite number, with a decimal point", _advice(text)
        if self.like:
            must, fix = "must be a share", f"write it like {self.like}"
        if math.isfinite(number) and "_" not in text:
            number = number / 100 if percentage else number
            if number <= self.most:
                return number
            must = "must be a share, at most 1 or 100%"
            fix = f"write {text}% for a percentage" if not percentage and number <= 100 else ""
        raise InputError(must, repr(value), fix, argument=typed_name(param))


#: Numbers whose thousands commas part, perhaps with decimals; those of one group may be either.
_PARTED, _EITHER = (
    re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?", re.ASCII),
    re.compile(r"[+-]?\d+,\d{3}", re.ASCII),
)
#: What amounts end with, and what that multiplies.
_SCALES = {"k": 3, "K": 3, "M": 6}


def plain_amount(text: str) -> str:
    """Write an amount without commas and without k or M; any other text as it is.

    Examples
    --------
    >>> plain_amount("5k"), plain_amount("1,000.50"), plain_amount("1.5M"), plain_amount("a,b")
    ('5e3', '1000.50', '1.5e6', 'a,b')
    """
    scale = _SCALES.get(text[-1:], 0)
    body = text[:-1] if scale else text
    if _PARTED.fullmatch(body):
        body = body.replace(",", "")
    is_amount = bool(re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)", body, re.ASCII))
    return f"{body}e{scale}" if scale and is_amount else body if is_amount else text


def _refuse_ambiguous(text: str, param: click.Parameter | None) -> None:
    """Refuse a comma that may part thousands or stand before decimals."""
    if not (_EITHER.fullmatch(text) and _PARTED.fullmatch(text)):
        return
    values = text.replace(",", ""), text.replace(",", ".")
    must = f"the comma in {text!r} may part thousands or stand before decimals"
    option = next(iter(param.opts), "") if isinstance(param, click.Option) and param.nargs == 1 else ""
    if not option:
        raise InputError(must, fix=f"write {' or '.join(values)}", where=typed_name(param))
    ways = [(option, value) for value in values]
    raise InputError(must, fix="write", where=option, ways=ways, replaces=(option, text))


def _advice(text: str) -> str:
    """What to do about an amount that is no number."""
    if text.endswith("%"):
        return "write it without %, as it is not a share"
    if any(unicodedata.category(one) == "Sc" for one in text) or re.match(
        r"[A-Z]{3}\b|.*[0-9 ][A-Z]{3}$", text
    ):
        return "leave the currency out, and name it with --currency; unquoted, a shell turns $50 into 0"
    return ""


class Level(Number):
    """A level of confidence, or "none" for no intervals."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> Any:
        """Read the level."""
        return value if value == NO_LEVEL else super().convert(value, param, ctx)


class Whole(click.ParamType):  # type: ignore[type-arg] # as above
    """A whole number, not below a least one where there is one."""

    name = "whole number"

    def __init__(self, least: int | None = None) -> None:
        """Take numbers from the least one on."""
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> int:  # noqa: ARG002 - click's
        """Read the number."""
        if isinstance(value, int):
            return value
        text = str(value).strip()
        number = int(text) if re.fullmatch(r"[+-]?[0-9]{1,18}", text, re.ASCII) else None
        if number is None or (self.least is not None and number < self.least):
            start = "" if self.least is None else f", {self.least} or more"
            raise InputError(f"must be a whole number{start}", repr(value), argument=typed_name(param))
        return number


class Choice(click.Choice):  # type: ignore[type-arg] # as above
    """One of a few words; the nearest one is proposed for another."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read the word."""
        if value not in self.choices:
            raise no_such(value, self.choices, what=f"value of {typed_name(param)}")
        return str(super().convert(value, param, ctx))
