"""The table of the engines with findings, and the pages ``docs/generated/findings-*.md``.

For example ``python -m conformance.engines.findings_pages litert >
docs/generated/findings-litert.md`` generates a page.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from conformance.engines.findings import (
    CampaignResult,
    EngineFinding,
    EngineFindings,
    read_findings,
)
from conformance.engines.onnx import translation as onnx_translation
from conformance.engines.onnx.lower.unsupported import WITHOUT_OPERATOR
from conformance.engines.tflite import translation as tflite_translation
from conformance.engines.tflite.lower.unsupported import WITHOUT_BUILTIN
from conformance.hal import OperationType


class ModelFormat(NamedTuple):
    """A format of models: what it lacks for an operation, and which operations are translated.

    ``translated`` holds the codes of the translated operations; ``missing`` maps each other
    operation to the reason why it is not translated.
    """

    name: str
    element: str
    translated: Collection[int]
    missing: Mapping[OperationType, str]


FORMATS: Final = {
    "onnx": ModelFormat("ONNX", "an operator", onnx_translation.TRANSLATED, WITHOUT_OPERATOR),
    "tflite": ModelFormat("TFLite", "a builtin", tflite_translation.TRANSLATED, WITHOUT_BUILTIN),
}


@dataclass(frozen=True, slots=True)
class FindingsPage:
    """The file of the findings on an engine, ``file`` in the sub-package ``package``, as a page.

    ``name`` is that of the driver, or of an execution provider of ONNX Runtime.
    """

    name: str
    package: str
    file: str = "findings.toml"

    @property
    def is_provider(self) -> bool:
        """Whether the engine is an execution provider of ONNX Runtime."""
        return self.file != "findings.toml"

    @property
    def driver(self) -> str:
        """The argument of ``--driver``."""
        return f"onnxruntime:provider={self.name}" if self.is_provider else self.name

    @property
    def document(self) -> str:
        """The path of the page."""
        return f"docs/generated/findings-{self.name}.md"

    def load(self) -> EngineFindings:
        """Read the file; a missing or unknown field raises ``TypeError``."""
        return read_findings(f"conformance.engines.{self.package}", self.file)

    def render(self) -> str:
        """Return the page in Markdown."""
        return "\n".join(_lines(self)).rstrip() + "\n"


PAGES: Final = (
    FindingsPage("ggml", "onnxruntime", "findings-ggml.toml"),
    FindingsPage("iree", "iree"),
    FindingsPage("litert", "litert"),
    FindingsPage("litert-compiled", "litert_compiled"),
    FindingsPage("onnx-reference", "onnx"),
    FindingsPage("onnxruntime", "onnxruntime"),
    FindingsPage("openvino", "openvino"),
    FindingsPage("qnn-htp", "onnxruntime", "findings-qnn-htp.toml"),
    FindingsPage("tflite-micro", "tflite_micro"),
    FindingsPage("tinygrad", "tinygrad"),
    FindingsPage("tract", "tract"),
    FindingsPage("tvm", "tvm"),
)
"""The engines with findings."""


def findings_page(name: str) -> FindingsPage:
    """Return the findings on an engine or an execution provider."""
    return next(page for page in PAGES if page.name == name)


def _lines(page: FindingsPage) -> Iterator[str]:
    findings = page.load()
    yield f"# Findings on {findings.engine}"
    yield ""
    yield (
        f"*This page is for users of the driver `{page.driver}`. It lists where the answers of "
        f"{findings.engine} differ from the contract. It is generated from "
        f"`conformance/engines/{page.package}/{page.file}` by "
        f"`python -m conformance.engines.findings_pages {page.name}`.*"
    )
    if findings.remarks:
        yield from ("", findings.remarks)
    yield ""
    yield (
        f"All statements are verified for {findings.verified}. The condition of a finding names "
        f"the versions of {findings.engine}, and the features in `/proc/cpuinfo` that a processor "
        "must have or lack. `tox -e engines` reports each difference that no finding explains, "
        "with any version and on any processor."
    )
    for finding in findings.findings:
        yield from _finding(finding)
    if findings.random is not None:
        yield from _random(findings.random)
    yield from _declined(findings)


def _random(graphs: CampaignResult) -> Iterator[str]:
    yield from ("", "## Random graphs", "")
    yield (
        f"The campaign ran {graphs.graphs:,} graphs of the profile `{graphs.profile}`, with "
        f"version {graphs.generator} of the generator and campaign seed {graphs.first} "
        f"(variant: {graphs.variant}): {graphs.passed:,} passed, {graphs.declined:,} "
        f"were declined, {graphs.differ:,} differ. In each graph that differs, every operation was "
        "compared with the reference on the same inputs; where the results differ, the "
        "reference with the faults of these findings gives the engine's results (some graphs have "
        "several findings):"
    )
    ranked = sorted(graphs.by.items(), key=lambda item: -item[1])
    yield from _table(("finding", "graphs"), [(finding, f"{count:,}") for finding, count in ranked])


def _finding(finding: EngineFinding) -> Iterator[str]:
    yield from ("", f"## {finding.id}", "")
    yield f"- operation: {finding.operation} ({', '.join(finding.types)})"
    yield f"- variants: {', '.join(finding.kernels)}"
    yield f"- condition: {finding.condition}"
    yield f"- rule: `{finding.rule}`"
    smallest = f"case: `{finding.smallest}`." if finding.cases else f"call: {finding.smallest}"
    yield f"- smallest {smallest} {finding.seen}"
    yield f"- cause: {finding.cause}"
    yield f"- contract: {finding.source}"
    patterns = ", ".join(f"`{pattern}`" for pattern in finding.cases)
    without = ", ".join(f"`{pattern}`" for pattern in finding.not_cases)
    listed = patterns or "no case of the bundled specs"
    yield f"- cases: {listed}{f', except {without}' if without else ''}"


def _declined(findings: EngineFindings) -> Iterator[str]:
    model_format = FORMATS[findings.format]
    yield from ("", "## Declined operations", "")
    if findings.declined:
        yield (
            f"{len(model_format.translated)} operations are translated. Some of their calls "
            f"cannot be expressed in {model_format.name}:"
        )
        yield from _table(
            ("operation", f"limitation of {model_format.name}", "when"),
            [
                ("any" if entry.operation == "*" else entry.operation, entry.missing, entry.when)
                for entry in findings.declined
            ],
        )
        yield ""
    yield (
        f"The following operations are always declined, because {model_format.name} lacks "
        f"{model_format.element} for them:"
    )
    missing = sorted(model_format.missing.items(), key=lambda item: item[0].name)
    yield from _table(
        ("operation", "why"), [(operation.name, reason) for operation, reason in missing]
    )


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield ""
    yield f"| {' | '.join(header)} |"
    yield "|---" * len(header) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"


if __name__ == "__main__":
    sys.stdout.write(findings_page(sys.argv[1]).render())
