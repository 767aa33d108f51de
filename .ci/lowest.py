"""Print the lowest versions that pyproject.toml promises, as constraints for pip.

The bounds of the package, of its extras and of the frames its users bring; tools are taken as they come.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path


def lowest_versions() -> list[str]:
    """Turn every requirement `name>=version` into the constraint `name==version`."""
    text = Path(__file__).parent.parent.joinpath("pyproject.toml").read_text(encoding="utf-8")
    settings = tomllib.loads(text)
    requirements = list(settings["project"]["dependencies"])
    for extra in settings["project"]["optional-dependencies"].values():
        requirements += extra
    requirements += settings["dependency-groups"]["frames"]
    found = (re.fullmatch(r"([\w.-]+)>=([\d.]+)", requirement) for requirement in requirements)
    return sorted({f"{match[1]}=={match[2]}" for match in found if match})


if __name__ == "__main__":
    print("\n".join(lowest_versions()))
