"""Fail if a wheel or the sdist lacks a file of the package, or holds one that has no business there.

There is one wheel with the C extension, one without, and the sdist, which holds its source.
"""

from __future__ import annotations

import re
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
#: The extension as it is called on Linux, macOS and Windows.
EXTENSION = re.compile(r"costcurves/_ground/_kernel\.(\w+[.-])*(so|pyd)")


def expected() -> set[str]:
    """Name every file of the package that was not built, relative to `src`."""
    files = (path for path in SOURCE.joinpath("costcurves").rglob("*") if path.is_file())
    names = {path.relative_to(SOURCE).as_posix() for path in files if "__pycache__" not in path.parts}
    return {name for name in names if not EXTENSION.fullmatch(name)}


def packed(archive: Path) -> set[str]:
    """Name the files of the package in a wheel or sdist, relative to `src`."""
    if archive.suffix == ".whl":
        names = set(zipfile.ZipFile(archive).namelist())
    else:
        with tarfile.open(archive) as opened:
            members = [member.name for member in opened.getmembers() if member.isfile()]
        names = {name.partition("/src/")[2] for name in members}
    return {name for name in names if name.startswith("costcurves/")}


def faults(archive: Path) -> list[str]:
    """Say what is missing in an archive, and what it should not hold."""
    found = packed(archive)
    built = {name for name in found if EXTENSION.fullmatch(name)}
    wheel = archive.suffix == ".whl"
    wanted = {name for name in expected() if not (wheel and name.endswith(".c"))}
    wrong = [f"{name} is missing" for name in sorted(wanted - found)]
    wrong += [f"{name} should not be there" for name in sorted(found - built - wanted)]
    if len(built) != int(wheel and not archive.name.endswith("-none-any.whl")):
        wrong.append(f"it holds {len(built)} builds of the C extension")
    return wrong


def main(folder: str) -> int:
    """Look into all archives; 1 if one is wrong."""
    archives = sorted(Path(folder).glob("costcurves-*"))
    pure = [archive for archive in archives if archive.name.endswith("-none-any.whl")]
    kinds = sorted(archive.suffix for archive in archives)
    if kinds != [".gz", ".whl", ".whl"] or len(pure) != 1:
        print(f"two wheels, one of them pure, and one sdist must be in {folder}; it holds {archives}")
        return 1
    wrong = {archive.name: faults(archive) for archive in archives}
    for name, found in wrong.items():
        print(f"{name}: {'; '.join(found) or 'complete'}")
    return int(any(wrong.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
