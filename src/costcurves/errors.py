"""The exceptions of the package and the two forms of their messages.

What is wrong comes first, then what to do. Where a rule is broken: the rule; what came (where): what to do.
Where something is not there, or cannot be: that (where); what to do.
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
    >>> error = InputError.because(must="the document has version 1", came="7", code=Code.OTHER_VERSION)
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

    Attributes
    ----------
    code : Code
        What is wrong, for programs.
    argument, must, came, where, fix : str
        What must hold (of an argument), what came, where, and what to do: what the message is made of.
    wrong : str
        What is wrong, where no rule says it.
    """

    code: Code = Code.INPUT
    argument: str = ""
    wrong: str = ""
    must: str = ""
    came: str = ""
    where: str = ""
    fix: str = ""

    @classmethod
    def because(
        cls,
        *,
        must: str,
        came: str = "",
        where: str = "",
        fix: str = "",
        code: Code | None = None,
        argument: str = "",
    ) -> Self:
        """Word that a rule is broken.

        Parameters
        ----------
        must : str
            The rule: what must hold.
        came : str
            What came instead.
        where : str
            The place: an argument, a row, a column, a file.
        fix : str
            What the reader can do.
        code : Code, optional
            By default that of the class.
        argument : str
            Of which argument it must hold; the message begins with it.

        Examples
        --------
        >>> str(
        ...     InputError.because(
        ...         must="weights must not be negative", came="-1.0", where="row 3", fix="correct or drop it"
        ...     )
        ... )
        'weights must not be negative; got -1.0 (row 3): correct or drop it'
        """
        text = f"{argument} {must}" if argument else must
        if len(came) > LONGEST:
            came = f"{came[:LONGEST]} …"
        if came:
            text += f"; got {came}"
        if where:
            text += f" ({where})"
        if fix:
            text += f": {fix}"
        error = cls(_in_one_line(text))
        error.must, error.came, error.where, error.fix = must, came, where, fix
        error.code, error.argument = cls.code if code is None else code, argument
        return error

    @classmethod
    def of(cls, wrong: str, *, where: str = "", fix: str = "", code: Code | None = None) -> Self:
        """Word what is wrong where no rule says it: something is not there, or cannot be.

        Parameters
        ----------
        wrong : str
            What is wrong.
        where, fix, code
            As in :meth:`because`.

        Examples
        --------
        >>> str(InputError.of("no such file: 'score.csv'", fix="did you mean 'scores.csv'?"))
        "no such file: 'score.csv'; did you mean 'scores.csv'?"
        """
        text = f"{wrong} ({where})" if where else wrong
        error = cls(_in_one_line(f"{text}; {fix}" if fix else text))
        error.wrong, error.where, error.fix = wrong, where, fix
        error.code = cls.code if code is None else code
        return error

    def but(
        self,
        *,
        came: str | None = None,
        where: str | None = None,
        fix: str | None = None,
        argument: str | None = None,
    ) -> Self:
        """Return the error with some of its parts worded anew."""
        if self.wrong:
            where, fix = self.where if where is None else where, self.fix if fix is None else fix
            return self.of(self.wrong, where=where, fix=fix, code=self.code)
        return self.because(
            argument=self.argument if argument is None else argument,
            must=self.must,
            came=self.came if came is None else came,
            where=self.where if where is None else where,
            fix=self.fix if fix is None else fix,
            code=self.code,
        )


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
        return cls.because(
            must=f'{feature} needs the extra "{extra}"', fix=f'pip install "costcurves[{extra}]"'
        )


def _in_one_line(text: str) -> str:
    """Join lines, whatever came spells itself over several."""
    return " ".join(text.split()) if "\n" in text else text


def kind_of(value: object) -> str:
    """Word the type of something that came where it does not belong."""
    return f"an object of type {type(value).__name__}"


def one_class(purpose: str, missing: str, weight: float) -> UndefinedError:
    """Word that one class has no records; `weight` is that of the other."""
    only = "negative" if missing == "positive" else "positive"
    return UndefinedError.because(
        must=f"{purpose} needs records of both classes",
        came=f"no {missing} ones ({weight:g} × {only})",
        fix="give records of both classes",
        code=Code.ONE_CLASS,
    )
