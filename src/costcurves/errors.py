"""The exceptions of the package and the one form of their messages.

Every message says, in this order: what must hold; what came; where; what to do.
"""

from __future__ import annotations

from typing import Self

__all__ = ["CostCurvesError", "InputError", "MissingExtraError", "UndefinedError"]


#: Characters shown of what came.
LONGEST = 300


class CostCurvesError(Exception):
    """Any error that this package raises on purpose."""

    @classmethod
    def because(cls, *, must: str, came: str = "", where: str = "", fix: str = "") -> Self:
        """Word an error in the one form of the house.

        Parameters
        ----------
        must : str
            What must hold.
        came : str
            What came instead.
        where : str
            The place: an argument, a row, a column, a file.
        fix : str
            What the reader can do.

        Examples
        --------
        >>> str(
        ...     InputError.because(
        ...         must="weights are not negative", came="-1.0", where="row 3", fix="correct or drop the row"
        ...     )
        ... )
        'weights are not negative; got -1.0 (row 3): correct or drop the row'
        """
        text = must
        if len(came) > LONGEST:
            came = f"{came[:LONGEST]} …"
        if came:
            text += f"; got {came}"
        if where:
            text += f" ({where})"
        if fix:
            text += f": {fix}"
        # One line, whatever came spells itself over several.
        text = " ".join(text.split()) if "\n" in text else text
        return cls(text)


class InputError(CostCurvesError, ValueError):
    """Input that cannot be read or does not mean anything."""


class UndefinedError(CostCurvesError, ValueError):
    """A quantity that has no value for this input."""


class MissingExtraError(CostCurvesError, ImportError):
    """A feature whose optional dependency is not installed."""

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
    )
