"""The command line as `python -m costcurves`."""

from __future__ import annotations

import sys

from costcurves.cli import main

sys.exit(main())
