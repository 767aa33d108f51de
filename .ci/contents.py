"""Fail if the wheel or the sdist lacks a file of the package, its example data included."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"


def expected() -> set[str]:
    """Name every file of the package, relative to `src`."""
    files = (path for path in SOURCE.joinpath("costcurves").rglob("*") if path.is_file())
    return {path.relative_to(SOURCE).as_posix() for path in files if "__pycache__" not in path.parts}


def packed(archive: Path) -> set[str]:
    """Name the files of the package in a wheel or sdist, relative to `src`."""
    if archive.suffix == ".whl":
        return {name for name in zipfile.ZipFile(archive).namelist() if name.startswith("costcurves/")}
    with tarfile.open(archive) as opened:
        names = (member.name.partition("/src/")[2] for member in opened.getmembers() if member.isfile())
        return {name for name in names if name}


def main(folder: str) -> int:
    """Compare both archives with the source tree; 1 if one differs."""
    archives = sorted(Path(folder).glob("costcurves-*"))
    kinds = {archive.suffix for archive in archives}
    if kinds != {".whl", ".gz"}:
        print(f"one wheel and one sdist must be in {folder}; it holds {archives}")
        return 1
    wrong = {archive.name: sorted(expected() ^ packed(archive)) for archive in archives}
    for name, files in wrong.items():
        print(f"{name}: {'complete' if not files else 'differs from src in ' + ', '.join(files)}")
    return int(any(wrong.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
