"""The description of an engine that reads ONNX, for its findings page."""

from __future__ import annotations

from conformance.engines.findings import BridgeDescription
from conformance.engines.onnx.lower.unsupported import WITHOUT_OPERATOR
from conformance.engines.onnx.translation import TRANSLATED


def describe_engine(
    name: str, engine: str, remarks: str = "", variants: str = "device", provider: str = ""
) -> BridgeDescription:
    """Return the description of the engine in the sub-package ``name``, or of its provider."""
    suffix = f"-{provider}" if provider else ""
    driver = f"{name}:provider={provider}" if provider else name
    introduction = (
        f"*This page is for users of the driver `{driver}`. It lists where the answers of {engine} "
        f"differ from the contract. It is generated from "
        f"`conformance/engines/{name}/findings{suffix}.toml` by "
        f"`python -m conformance.engines.{name}.findings{' ' + provider if provider else ''}`.*"
    )
    return BridgeDescription(
        package=f"conformance.engines.{name}",
        engine=engine,
        document=f"docs/generated/findings-{provider or name}.md",
        introduction=(introduction, remarks) if remarks else (introduction,),
        language="ONNX",
        element="an operator",
        variants=variants,
        translated=TRANSLATED,
        missing=WITHOUT_OPERATOR,
        file=f"findings{suffix}.toml",
    )
