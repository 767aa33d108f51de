"""What a person does with files, free of any screen: read, ask, choose and judge, apply, check."""

from __future__ import annotations
