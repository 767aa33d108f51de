"""The exceptions of the package and the form of their messages.

What is wrong comes first, then what to do. Where a rule is broken: the rule; got what came (where): what to
do. Where something is not there, or cannot be: that (where); what to do.
"""

from __future__ import annotations

import enum
import shlex
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Code", "CostCurvesError", "InputError", "MissingExtraError", "UndefinedError"]

#: Characters shown of what came.
LONGEST = 300
#: Names listed in full where none is near the given one.
_MOST = 12

#: Likeness from which on a name may have been meant: of one that begins alike, and of any.
_NEAR, _CLEAR = 0.65, 0.7
#: How much less than the best others may have.
_AS_NEAR = 0.1


class Code(enum.StrEnum):
    """What is wrong, for programs: stable, whatever the words for people.

    Examples
    --------
    >>> from costcurves import InputError
    >>> error = InputError("the document has version 1", "7", code=Code.OTHER_VERSION)
    >>> error.code == "other_version"
    True
    """

    INPUT = "input"
    UNDEFINED = "undefined"
    MISSING_EXTRA = "missing_extra"
    #: Records of one class only.
    ONE_CLASS = "one_class"
    #: Too few records to choose thresholds on some of them and to judge these on others.
    TOO_FEW = "too_few"
    #: More than an exact method takes.
    TOO_MANY = "too_many"
    #: Scores that should be probabilities of the positive class.
    NOT_PROBABILITIES = "not_probabilities"
    #: Missing values where every record needs one.
    MISSING_VALUES = "missing_values"
    #: Labels that are measurements, not classes.
    MEASUREMENTS = "measurements"
    #: Labels of several whole numbers, which may be classes or measurements.
    CLASSES_OR_NUMBERS = "classes_or_numbers"
    #: Labels of several classes, none of which is said to be the positive one.
    SEVERAL_CLASSES = "several_classes"
    #: Labels of several classes in a table that has scores for each.
    SCORES_BY_CLASS = "scores_by_class"
    #: A document of another version of the package.
    OTHER_VERSION = "other_version"
    #: A file that does not exist.
    NO_SUCH_FILE = "no_such_file"
    #: A model, a column, a measure, an option … of a name that is not known.
    NO_SUCH_NAME = "no_such_name"


class CostCurvesError(Exception):
    """Any error that this package raises on purpose.

    Parameters
    ----------
    must : str
        The rule that is broken: what must hold. Where no rule says it, what is wrong.
    came : str
        What came instead.
    fix : str
        What the reader can do.
    where : str
        The place: an argument, a row, a column, a file.
    code : Code, optional
        What is wrong, for programs; by default that of the class.
    argument : str
        Of which argument the rule must hold; the message begins with it.
    ways : sequence of sequences of str
        Ways out of what is ambiguous: options of the command line, any of which can be added to what was
        typed. They follow `fix`, quoted for a shell.
    replaces : sequence of str
        What was typed that each of the ways stands for, an option and its value.

    Attributes
    ----------
    must, came, fix, where, code, argument, ways, replaces
        What the message is made of.

    Examples
    --------
    >>> print(InputError("weights must not be negative", "-1.0", "correct or drop it", where="row 3"))
    weights must not be negative; got -1.0 (row 3): correct or drop it
    >>> print(InputError("no such file: 'score.csv'", fix="did you mean 'scores.csv'?"))
    no such file: 'score.csv'; did you mean 'scores.csv'?
    """

    code: Code = Code.INPUT

    def __init__(
        self,
        must: str,
        came: str = "",
        fix: str = "",
        *,
        where: str = "",
        code: Code | None = None,
        argument: str = "",
        ways: Sequence[Sequence[str]] = (),
        replaces: Sequence[str] = (),
    ) -> None:
        self.must, self.came, self.fix, self.where, self.argument = must, came, fix, where, argument
        self.code = type(self).code if code is None else code
        self.ways, self.replaces = tuple(map(tuple, ways)), tuple(replaces)
        fix = f"{fix} {' or '.join(map(shlex.join, self.ways))}" if self.ways else fix
        text = f"{argument} {must}" if argument else must
        if came:
            text += f"; got {came[:LONGEST]}{' …' if len(came) > LONGEST else ''}"
        if where:
            text += f" ({where})"
        if fix:
            text += f": {fix}" if came else f"; {fix}"
        # In one line, whatever came spells itself over several.
        super().__init__(" ".join(text.split()) if "\n" in text else text)

    def but(
        self,
        *,
        came: str | None = None,
        fix: str | None = None,
        where: str | None = None,
        argument: str | None = None,
    ) -> Self:
        """Return the error with some of its parts worded anew."""
        new = {"came": came, "fix": fix, "where": where, "argument": argument}
        parts = {name: getattr(self, name) if part is None else part for name, part in new.items()}
        return type(self)(self.must, code=self.code, ways=self.ways, replaces=self.replaces, **parts)

    def typed(self, command: Sequence[str]) -> Self:
        """Return the error with its ways out as whole commands: what was typed, and the options after it.

        Examples
        --------
        >>> error = InputError(
        ...     "which class is positive is unclear", fix="write", ways=[["--positive", "a b"]]
        ... )
        >>> print(error.typed(["costcurves", "evaluate", "x.csv"]))
        which class is positive is unclear; write `costcurves evaluate x.csv --positive 'a b'`
        """
        kept = _without(list(command), self.replaces)
        commands = " or ".join(f"`{shlex.join([*kept, *way])}`" for way in self.ways)
        parts = {name: getattr(self, name) for name in ("came", "where", "argument")}
        fix = f"{self.fix} {commands}" if commands else self.fix
        return type(self)(self.must, code=self.code, fix=fix, **parts)


def _without(command: list[str], words: Sequence[str]) -> list[str]:
    """Take an option and its value out of what was typed, also where both stand in one word."""
    for written in ([*words], ["=".join(words)]):
        for place in range(len(command) - len(written) + 1 if words else 0):
            if command[place : place + len(written)] == written:
                return command[:place] + command[place + len(written) :]
    return command


class InputError(CostCurvesError, ValueError):
    """Input that cannot be read or does not mean anything."""


class UndefinedError(CostCurvesError, ValueError):
    """A quantity that has no value for this input."""

    code = Code.UNDEFINED


class MissingExtraError(CostCurvesError, ImportError):
    """A feature whose optional dependency is not installed."""

    code = Code.MISSING_EXTRA

    @classmethod
    def for_extra(cls, feature: str, library: str, *, extra: str, instead: str) -> Self:
        """Say which library a feature needs, what goes without, and how to install it.

        The library is named itself: that works for a checkout of this package, too, and where a mirror has
        it but not this package.

        Examples
        --------
        >>> print(MissingExtraError.for_extra("reading xlsx", "openpyxl", extra="xlsx", instead="use CSV"))
        reading xlsx needs openpyxl, which is not installed; use CSV, or pip install openpyxl (extra "xlsx")
        """
        wrong = f"{feature} needs {library}, which is not installed"
        return cls(wrong, fix=f'{instead}, or pip install {library} (extra "{extra}")')


def kind_of(value: object) -> str:
    """Word the type of something that came where it does not belong."""
    return f"an object of type {type(value).__name__}"


def one_class(purpose: str, missing: str, weight: float) -> UndefinedError:
    """Word that one class has no records; `weight` is that of the other."""
    only = "negative" if missing == "positive" else "positive"
    return UndefinedError(
        f"{purpose} needs records of both classes",
        f"no {missing} ones ({weight:g} × {only})",
        "give records of both classes",
        code=Code.ONE_CLASS,
    )


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


def not_written(name: object, reason: str) -> InputError:
    """Word that a file cannot be written, with the reason of the system."""
    fix = "check the folder and its permissions"
    return InputError(f"cannot write {str(name)!r}: {reason.lower()}", fix=fix)


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


def listed(values: Sequence[object], most: int = 6) -> str:
    """List a few values, texts in quotes."""
    shown = ", ".join(map(repr, values[:most]))
    return shown + (f" … ({len(values)} in all)" if len(values) > most else "")


def nth_row(row: int) -> str:
    """Name a row of a caller's column, which is given counted from 0, as a person counts.

    Examples
    --------
    >>> nth_row(0)
    'row 1, counted from 1'
    """
    return f"row {int(row) + 1}, counted from 1"


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
