"""Whether the C extension is used: a build of these sources, unless it is switched off."""

from __future__ import annotations

import importlib
import sys
from types import SimpleNamespace

import pytest

from costcurves._ground import kernel

NAME = "costcurves._ground._kernel"


@pytest.fixture(autouse=True)
def _look_again(monkeypatch):
    """Forget what was found before, and afterwards what was found here."""
    monkeypatch.delenv(kernel.VARIABLE, raising=False)
    kernel.why_not.cache_clear()
    yield
    monkeypatch.undo()
    kernel.why_not.cache_clear()


def test_a_build_of_these_sources_is_used_unless_it_is_switched_off(monkeypatch):
    monkeypatch.setitem(sys.modules, NAME, SimpleNamespace(VERSION=kernel.VERSION))
    assert (kernel.active(), kernel.why_not()) == (True, "")
    kernel.why_not.cache_clear()
    monkeypatch.setenv(kernel.VARIABLE, "0")
    assert (kernel.active(), kernel.why_not()) == (False, "switched off by COSTCURVES_KERNEL=0")


def test_a_build_of_other_sources_is_not_used(monkeypatch):
    monkeypatch.setitem(sys.modules, NAME, SimpleNamespace(VERSION=0))
    assert kernel.why_not() == f"built from other sources (version 0, not {kernel.VERSION})"


def test_what_is_not_built_or_cannot_be_loaded_is_not_used(monkeypatch):
    faults = [ModuleNotFoundError(NAME), ImportError("wrong machine")]

    def load(name):
        raise faults.pop(0)

    monkeypatch.setattr(importlib, "import_module", load)
    assert kernel.why_not() == "not built"
    kernel.why_not.cache_clear()
    assert kernel.why_not() == "cannot be loaded (wrong machine)"
