"""The command line: `costcurves COMMAND …`."""

from __future__ import annotations

from costcurves.cli.program import main

__all__ = ["main"]
