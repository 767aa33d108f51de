"""What is installed, and whether the C extension is used."""

from __future__ import annotations

import platform
import re
import sys

from costcurves._ground import kernel, threads

#: Libraries of users that this package works with but never installs.
BROUGHT_ALONG = ("pandas", "scikit-learn")


def show_versions() -> None:
    """Print the versions of this package and of what it stands on, and whether its C extension is used.

    The extension is optional: without it numpy does the same work, with the same results. It is not used
    where it could not be built, and where the environment variable COSTCURVES_KERNEL is 0.

    Examples
    --------
    >>> import costcurves as cc
    >>> cc.show_versions()
    costcurves    0.1.0
    C extension   ...
    Python        3...
    """
    rows = [
        ("costcurves", installed("costcurves")),
        ("C extension", extension_in_words()),
        ("Python", platform.python_version()),
        ("platform", platform.platform()),
        ("threads", f"{threads.most()} for many records"),
        *((name, installed(name)) for name in libraries()),
    ]
    width = max(len(name) for name, _ in rows)
    sys.stdout.write("".join(f"{name:{width}}  {version}\n" for name, version in rows))


def version_line() -> str:
    """Return the version and whether the C extension is used, in a line."""
    return f"costcurves {installed('costcurves')} (C extension {extension_in_words()})"


def extension_in_words() -> str:
    """Say whether the C extension is used, and if not, why."""
    return "active" if kernel.active() else f"not used: {kernel.why_not()}"


def installed(name: str) -> str:
    """Return the version of an installed package."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def libraries() -> list[str]:
    """Name what this package needs, what its extras bring, and what users bring."""
    from importlib.metadata import requires

    named = (re.match(r"[\w.-]+", requirement) for requirement in requires("costcurves") or ())
    found = [match[0] for match in named if match and match[0] != "costcurves"]
    return list(dict.fromkeys([*found, *BROUGHT_ALONG]))
