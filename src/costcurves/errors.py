"""The exceptions of the package and the form of their messages.

What is wrong comes first, then what to do. Where a rule is broken: the rule; got what came (where): what to
do. Where something is not there, or cannot be: that (where); what to do.
"""

from __future__ import annotations

import enum
from typing import Self

__all__ = ["Code", "CostCurvesError", "InputError", "MissingExtraError", "UndefinedError"]


#: Characters shown of what came.
LONGEST = 300


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

    Attributes
    ----------
    must, came, fix, where, code, argument
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
    ) -> None:
        self.must, self.came, self.fix, self.where, self.argument = must, came, fix, where, argument
        self.code = type(self).code if code is None else code
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
        return type(self)(self.must, code=self.code, **parts)


class InputError(CostCurvesError, ValueError):
    """Input that cannot be read or does not mean anything."""


class UndefinedError(CostCurvesError, ValueError):
    """A quantity that has no value for this input."""

    code = Code.UNDEFINED


class MissingExtraError(CostCurvesError, ImportError):
    """A feature whose optional dependency is not installed."""

    code = Code.MISSING_EXTRA

    @classmethod
    def for_extra(cls, feature: str, extra: str) -> Self:
        """Name the extra that brings what `feature` needs.

        Examples
        --------
        >>> str(MissingExtraError.for_extra("drawing with matplotlib", "plot"))
        'drawing with matplotlib needs the extra "plot": pip install "costcurves[plot]"'
        """
        return cls(f'{feature} needs the extra "{extra}": pip install "costcurves[{extra}]"')


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
