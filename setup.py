"""Build the optional C extension; everything else of the package is said in pyproject.toml.

COSTCURVES_BUILD_KERNEL=require fails where it cannot be built, =no does not try. Otherwise it is tried, and
the package goes without it where there is no compiler: then numpy does the same work.
"""

from __future__ import annotations

import os
import sys
import sysconfig

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

CHOICES = ("", "require", "no")

#: No contraction to fused operations: they round otherwise than numpy does.
FLAGS = {"msvc": ["/std:c11", "/O2", "/fp:precise"]}
OTHERS = ["-std=c11", "-O2", "-ffp-contract=off"]


class BuildKernel(build_ext):
    """Compile with the flags of the compiler at hand."""

    def build_extension(self, ext: Extension) -> None:
        """Compile one extension."""
        ext.extra_compile_args = FLAGS.get(self.compiler.compiler_type, OTHERS)
        super().build_extension(ext)


def main() -> None:
    """Run setuptools."""
    choice = os.environ.get("COSTCURVES_BUILD_KERNEL", "")
    if choice not in CHOICES:
        sys.exit(f"COSTCURVES_BUILD_KERNEL must be require or no, or unset; got {choice!r}")
    # Free-threaded Pythons have no limited API: what is built for one of them serves it alone.
    limited = not sysconfig.get_config_var("Py_GIL_DISABLED")
    kernel = Extension(
        "costcurves._ground._kernel",
        ["src/costcurves/_ground/_kernel.c"],
        define_macros=[("Py_LIMITED_API", "0x030B0000")] if limited else [],
        py_limited_api=limited,
        optional=choice != "require",
    )
    setup(
        ext_modules=[] if choice == "no" else [kernel],
        cmdclass={"build_ext": BuildKernel},
        options={"bdist_wheel": {"py_limited_api": "cp311"}} if limited and choice != "no" else {},
    )


main()
