"""The description of an engine that reads ONNX, for its findings page."""

from __future__ import annotations

from conformance.engines.findings import BridgeDescription
from conformance.engines.onnx.lower.unsupported import WITHOUT_OPERATOR
from conformance.engines.onnx.translation import TRANSLATED


def describe_engine(
    name: str, engine: str, remarks: str = "", variants: str = "device"
) -> BridgeDescription:
    """Return the description of the engine in the sub-package ``name``."""
    introduction = (
        f"*This page is for users of the driver `{name}`. It lists where the answers of {engine} "
        f"differ from the contract. It is generated from "
        f"`conformance/engines/{name}/findings.toml` by "
        f"`python -m conformance.engines.{name}.findings`.*"
    )
    return BridgeDescription(
        package=f"conformance.engines.{name}",
        engine=engine,
        document=f"docs/generated/findings-{name}.md",
        introduction=(introduction, remarks) if remarks else (introduction,),
        language="ONNX",
        element="an operator",
        variants=variants,
        translated=TRANSLATED,
        missing=WITHOUT_OPERATOR,
    )
