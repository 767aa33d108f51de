"""Versioned JSON: numbers exactly, infinities as the strings "inf" and "-inf"."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import Code, InputError

if TYPE_CHECKING:
    from pathlib import Path

#: Version of every JSON document that the package writes.
VERSION = 1


def plain_json(value: Any) -> Any:
    """Turn arrays, numpy numbers, tuples and infinities into what JSON knows; NaN becomes null."""
    if isinstance(value, dict):
        return {str(key): plain_json(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return plain_json(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain_json(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else ("inf" if value > 0 else "-inf")
    return value


def number(value: Any) -> float:
    """Read a number that :func:`plain_json` wrote."""
    return math.nan if value is None else float(value)


def dumps(value: Any) -> str:
    """Write a document; every float round-trips exactly."""
    import json

    return json.dumps(plain_json(value), ensure_ascii=False, indent=1, allow_nan=False)


def write(path: str | Path, value: Any) -> None:
    """Write a document to a file, whole or not at all."""
    from pathlib import Path

    target = Path(path)
    if not target.name or target.is_dir():
        raise InputError.because(must="the file cannot be written", came="a directory", where=str(path))
    beside = target.with_name(target.name + ".part")
    try:
        beside.write_text(dumps(value) + "\n", encoding="utf8")
        beside.replace(target)
    except OSError as problem:
        beside.unlink(missing_ok=True)
        came = problem.strerror or ""
        raise InputError.because(must="the file cannot be written", came=came, where=str(path)) from None


def read(path: str | Path, kind: str) -> dict[str, Any]:
    """Read a document of one kind and of a version this package knows."""
    import json
    from pathlib import Path

    try:
        value = json.loads(Path(path).read_text(encoding="utf8"))
    except OSError as problem:
        raise InputError.because(
            must="the file cannot be read", came=problem.strerror or "", where=str(path)
        ) from None
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as problem:
        raise InputError.because(
            must="the file must be valid JSON", came=str(problem), where=str(path)
        ) from None
    return checked(value, kind, str(path))


def checked(value: Any, kind: str, where: str = "") -> dict[str, Any]:
    """Check kind and version of a document."""
    if not isinstance(value, dict) or value.get("kind") != kind:
        came = value.get("kind") if isinstance(value, dict) else type(value).__name__
        raise InputError.because(
            must=f"the document must be a costcurves {kind}",
            came=f"{came!r}",
            where=where,
            fix="write one with save() or --json",
        )
    if value.get("version") != VERSION:
        raise InputError.because(
            must=f"the document must have version {VERSION}", came=f"{value.get('version')!r}", where=where,
            fix="write it again with this version of costcurves", code=Code.OTHER_VERSION,
        )  # fmt: skip
    return value
