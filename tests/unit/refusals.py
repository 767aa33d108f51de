"""What a call says when it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import costcurves as cc

if TYPE_CHECKING:
    from collections.abc import Callable


def refusal(call: Callable[[], Any], kind: type[cc.CostCurvesError] = cc.InputError) -> str:
    """The message of an error of exactly this type."""
    with pytest.raises(kind) as caught:
        call()
    assert type(caught.value) is kind
    return str(caught.value)
