"""``Example``: a model with inputs and expected outputs, which the harness runs as one case."""

from dataclasses import dataclass
from enum import StrEnum

from conformance.hal import Model, Version


class Truth(StrEnum):
    """Where the expected outputs of a case are from, which decides how outputs are compared."""

    SPEC = "spec"
    """From outside: intervals only after an earlier rounding, and for unspecified results."""
    REFERENCE = "reference"
    """Computed by the reference: the interval of all legal roundings."""
    NETWORK = "network"
    """A whole network, like ``REFERENCE``, but executed with its own data only."""
    LAYER = "layer"
    """A layer of a network, whose results must not deviate systematically either."""


@dataclass(frozen=True, slots=True)
class ExpectedOutput:
    """The expected value of one model output.

    ``data`` are row-major bytes of the output operand's type. ``dimensions`` is the output shape
    that the driver must report; here, a size of 0 means an empty dimension, not an unknown one. If
    ``ignored`` is true, the values are not compared.
    """

    dimensions: tuple[int, ...]
    data: bytes
    ignored: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """A model with inputs and expected outputs.

    It comes from a spec file (with all variations applied), a case file or the generator of random
    graphs.

    Attributes:
        spec: The name of the spec file, up to the first dot; for a random graph a name derived from
            its profile.
        name: The name of the example, unique within its spec.
        model: The model. If a spec file declares it, ``model.pools`` is empty or has one memory
            with the data of all CONSTANT_REFERENCE operands, each at a multiple of 4 bytes.
        inputs: The bytes of each input in the order of ``model.main.input_indexes``; ``None`` for
            an omitted input.
        outputs: The expected outputs in the order of ``model.main.output_indexes``.
        operand_names: The names of ``model.main.operands``.
        subgraph_names: The operand names of each referenced subgraph.
        version: The HAL version that the file states or for which the graph was generated; ``None``
            if the file states none, as for relaxed models and files in folders without a version.
        expect_failure: Whether the driver must refuse the example.
        multinomial_tolerance: The tolerance for the sampled distribution; 0 for examples without
            random outputs.

    """

    spec: str
    name: str
    model: Model
    inputs: tuple[bytes | None, ...]
    outputs: tuple[ExpectedOutput, ...]
    operand_names: tuple[str, ...]
    subgraph_names: tuple[tuple[str, ...], ...] = ()
    version: Version | None = None
    expect_failure: bool = False
    multinomial_tolerance: float = 0.0

    def with_data(
        self, inputs: tuple[bytes | None, ...], outputs: tuple[ExpectedOutput, ...]
    ) -> "Example":
        """Return the example with other inputs and expected outputs."""
        # Field by field: ``replace`` takes as long as the execution of a small operation.
        return Example(
            self.spec,
            self.name,
            self.model,
            inputs,
            outputs,
            self.operand_names,
            self.subgraph_names,
            self.version,
            self.expect_failure,
            self.multinomial_tolerance,
        )
