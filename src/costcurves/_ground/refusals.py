"""Words that many refusals share: a name that is not there, and a number exactly as it came."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves.errors import Code, InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["exact", "listed", "meant", "near_names", "no_such"]

#: Names listed in full where none is near the given one.
_MOST = 12

#: Likeness from which on a name may have been meant: of one that begins alike, and of any.
_NEAR, _CLEAR = 0.65, 0.7
#: How much less than the best others may have.
_AS_NEAR = 0.1


def no_such(
    given: object, known: Iterable[object], *, what: str, where: str = "", other: str = "choose from"
) -> InputError:
    """Word that there is nothing of that name, and which there is instead.

    Examples
    --------
    >>> print(no_such("repot", ["report", "evaluate"], what="command"))
    no such command 'repot'; did you mean 'report'?
    >>> print(no_such("blue", ["light", "dark"], what="theme"))
    no such theme 'blue'; choose from 'light', 'dark'
    """
    names = [str(name) for name in known]
    fix = meant(str(given), names) or (f"{other} {listed(names, most=_MOST)}" if names else "")
    return InputError(f"no such {what} {given!r}", where=where, fix=fix, code=Code.NO_SUCH_NAME)


def meant(given: str, known: Sequence[str]) -> str:
    """Ask whether a name near the given one was meant; empty if none is near."""
    near = [name for name in known if name.lower() == given.lower()] or near_names(given, known)
    return f"did you mean {' or '.join(map(repr, near))}?" if near else ""


def near_names(given: str, known: Sequence[str]) -> list[str]:
    """Return the names most like a given one, the most like first."""
    import difflib  # for errors only

    found = {
        name: difflib.SequenceMatcher(None, given, name).ratio()
        for name in difflib.get_close_matches(given, known, n=3, cutoff=_NEAR)
    }
    found = {name: like for name, like in found.items() if like >= _CLEAR or name[:1] == given[:1]}
    return [name for name, like in found.items() if like > max(found.values()) - _AS_NEAR]


def listed(values: Sequence[str], most: int = 6) -> str:
    """List a few texts in quotes."""
    shown = ", ".join(map(repr, values[:most]))
    return shown + (f" … ({len(values)} in all)" if len(values) > most else "")


def exact(value: float) -> str:
    """Write a number so that it reads back as itself: what is refused never looks like the bound it passes.

    Examples
    --------
    >>> exact(2.0), exact(1.0000001), exact(1 / 3)
    ('2', '1.0000001', '0.3333333333333333')
    """
    number = float(value)
    short = f"{number:g}"
    return short if float(short) == number else repr(number)
