"""Where the suite's own example specs lie."""

from pathlib import Path

import conformance


def bundled_specs() -> Path:
    """The folder of bundled specs: inside an installed package, else beside it in the checkout."""
    package = Path(conformance.__file__).resolve().parent
    installed = package / "_specs"
    return installed if installed.is_dir() else package.parent / "specs"
