"""The findings on ONNX Runtime, and the page that is made of them.

``python -m conformance.drivers.onnxruntime.findings > docs/findings-onnxruntime.md``
"""

from __future__ import annotations

import sys
from typing import Final

from conformance.drivers.findings import Bridge, Findings, markdown, read
from conformance.drivers.onnxruntime.operators.missing import WITHOUT_OPERATOR
from conformance.drivers.onnxruntime.translation import TRANSLATED

_BRIDGE: Final = Bridge(
    engine="ONNX Runtime",
    introduction=(
        (
            "*Where ONNX Runtime's CPU kernels, run by the driver `onnxruntime`, answer otherwise "
            "than the contract says. Made from `conformance/drivers/onnxruntime/findings.toml` by "
            "`python -m conformance.drivers.onnxruntime.findings`.*"
        ),
        (
            "Every case that fails on this driver belongs to exactly one finding, with each of the "
            "runtime's levels of graph optimization; `tests/onnxruntime/test_findings.py` holds "
            "that."
        ),
    ),
    language="ONNX",
    element="an operator",
    variants="optimizations",
    translated=TRANSLATED,
    missing=WITHOUT_OPERATOR,
)


def load() -> Findings:
    """Read the file; a field that is missing or unknown is a ``TypeError``."""
    return read("conformance.drivers.onnxruntime")


def page(found: Findings) -> str:
    """The findings as Markdown."""
    return markdown(found, _BRIDGE)


if __name__ == "__main__":
    sys.stdout.write(page(load()))
