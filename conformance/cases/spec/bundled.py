"""Locates the spec files that are bundled with the suite."""

from pathlib import Path

import conformance


def bundled_specs() -> Path:
    """Return the folder of bundled specs: in the installed package, else in the source checkout."""
    package = Path(conformance.__file__).resolve().parent
    installed = package / "_specs"
    return installed if installed.is_dir() else package.parent / "specs"
