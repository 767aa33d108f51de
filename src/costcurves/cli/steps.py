"""Steps of long work, as they are told to whoever waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Step = Callable[..., None]

__all__ = ["silent"]


def silent(title: str, done: int | None = None, total: int | None = None) -> None:
    """Tell nobody about progress."""
