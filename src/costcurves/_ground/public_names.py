"""Names that load on first use, as the stub beside a package lists them."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def public_names(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package whose stub says where each name lives.

    Editors and type checkers read the same lines, ``from module import name as name``, so that a public name
    stands in one place. What it names loads when it is first used.
    """
    stub = (pkgutil.get_data(package, "__init__.pyi") or b"").decode()
    lines = (line.split() for line in stub.splitlines() if line.startswith("from "))
    homes = {name: home for _, home, _, name, *_ in lines}
    names = sorted(homes)

    def load(name: str) -> Any:
        """Load a public name."""
        if name not in homes:
            text = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(text)
        home = homes[name]
        value = importlib.import_module(f"{home}.{name}" if home == package else home)
        if home != package:
            value = getattr(value, name)
        setattr(sys.modules[package], name, value)
        return value

    return load, lambda: [*names], names
