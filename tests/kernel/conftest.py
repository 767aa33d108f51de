"""The C extension is there, or it was not required: then, and only then, its tests are skipped."""

from __future__ import annotations

import importlib
import os

import pytest

from costcurves._ground import kernel, threads


def fault() -> str:
    """What is wrong with the build of the extension."""
    try:
        found = importlib.import_module("costcurves._ground._kernel")
    except ImportError as problem:
        return f"the C extension is not there: {problem}"
    return "" if found.VERSION == kernel.VERSION else f"the C extension has version {found.VERSION}"


@pytest.fixture(autouse=True)
def _built() -> None:
    """Let tests run, fail or be skipped as the build was required or not."""
    if fault() and os.environ.get("COSTCURVES_BUILD_KERNEL") == "require":
        pytest.fail(fault())
    elif fault():
        pytest.skip(fault())


@pytest.fixture(autouse=True)
def _twins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the package take the ways of numpy, which are compared with what the tests call by themselves."""
    monkeypatch.setattr(kernel, "active", lambda: False)


@pytest.fixture(params=[1, 2, 3, 8], ids=lambda count: f"{count} threads")
def _threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Share the work among so many threads, however few records there are."""
    monkeypatch.setattr(threads, "workers", lambda records: max(1, min(request.param, records)))
