"""Results as documents: versioned JSON that reads back equal."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from costcurves._ground import json
from costcurves._ground.arrays import ByValue
from costcurves._ground.showing import Shown
from costcurves.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


class Document(Shown, ByValue):
    """A value that shows itself, is written to versioned JSON, and read back equal."""

    __slots__ = ()

    #: What the document says it is.
    kind: ClassVar[str]

    def to_json(self) -> dict[str, Any]:
        """Return the value as plain JSON with its kind and version; infinities are "inf" and "-inf"."""
        fields = {name: _written(value) for name, value in self._contents().items()}
        return {"kind": self.kind, "version": json.VERSION, **fields}

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Self:
        """Read what :meth:`to_json` wrote.

        Raises
        ------
        InputError
            If the document is of another kind or version, or not whole.
        """
        value = json.checked(document, cls.kind)
        try:
            fields = {name: item for name, item in value.items() if name not in {"kind", "version"}}
            return cls._restored({name: _read(item) for name, item in fields.items()})
        except (LookupError, TypeError, ValueError, OverflowError) as problem:
            raise InputError.because(
                must="a document must be complete",
                came=f"{type(problem).__name__}: {problem}",
                where=cls.kind,
            ) from None

    def _contents(self) -> dict[str, Any]:
        """Return what is written: by default every field."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}  # type: ignore[arg-type]  # a mixin of dataclasses

    @classmethod
    def _restored(cls, contents: dict[str, Any]) -> Self:
        names = [field.name for field in dataclasses.fields(cls)]  # type: ignore[arg-type]  # a mixin of dataclasses
        return cls(**{name: contents[name] for name in names})

    def save(self, path: str | Path) -> None:
        """Write the value to a JSON file, whole or not at all."""
        json.write(path, self.to_json())

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a value from a JSON file."""
        return cls.from_json(json.read(path, cls.kind))


def _written(value: Any) -> Any:
    """Write one field; arrays say their type."""
    if isinstance(value, np.ndarray):
        return {"dtype": value.dtype.name, "values": json.plain_json(value)}
    return value.to_json() if isinstance(value, Document) else json.plain_json(value)


def _read(value: Any) -> Any:
    if isinstance(value, dict) and set(value) == {"dtype", "values"}:
        if value["dtype"] == "float64":
            return np.array(_numbers(value["values"]), dtype=np.float64)
        return np.array(value["values"], dtype=value["dtype"])
    return value


def _numbers(values: Any) -> Any:
    return [_numbers(v) for v in values] if isinstance(values, list) else json.number(values)
