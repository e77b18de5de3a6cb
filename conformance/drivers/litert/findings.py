"""The findings on LiteRT, and the page that is made of them.

``python -m conformance.drivers.litert.findings > docs/findings.md``
"""

from __future__ import annotations

import sys
from typing import Final

from conformance.drivers.findings import Bridge, Finding, Findings, PartlyDeclined, markdown, read
from conformance.drivers.litert.operators.missing import WITHOUT_BUILTIN
from conformance.drivers.litert.translation import TRANSLATED

__all__ = ["Finding", "Findings", "PartlyDeclined", "load", "page"]

_BRIDGE: Final = Bridge(
    engine="LiteRT",
    introduction=(
        (
            "*Where the LiteRT interpreter, run by the drivers `litert` (reference kernels), "
            "`litert-optimized` and `litert-xnnpack`, answers otherwise than the contract says. "
            "Made from `conformance/drivers/litert/findings.toml` by "
            "`python -m conformance.drivers.litert.findings`.*"
        ),
        (
            "Every case that fails on one of these drivers belongs to exactly one finding; "
            "`tests/litert/test_findings.py` holds that, and that the reference driver with just "
            "that fault built in gives LiteRT's very results."
        ),
    ),
    language="TFLite",
    element="a builtin",
    variants="kernels",
    translated=TRANSLATED,
    missing=WITHOUT_BUILTIN,
)


def load() -> Findings:
    """Read the file; a field that is missing or unknown is a ``TypeError``."""
    return read("conformance.drivers.litert")


def page(found: Findings) -> str:
    """The findings as Markdown."""
    return markdown(found, _BRIDGE)


if __name__ == "__main__":
    sys.stdout.write(page(load()))
