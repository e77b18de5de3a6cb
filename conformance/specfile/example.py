"""One expanded example of a spec file: a model, its inputs, and what must come out."""

from dataclasses import dataclass

from conformance.hal import Model, Version


@dataclass(frozen=True, slots=True)
class ExpectedOutput:
    """What one model output must be.

    ``data`` are row-major bytes of the output operand's type, ``dimensions`` the shape that must be
    reported (sizes of 0 are real zeros here). The values of an ``ignored`` output are not compared.
    """

    dimensions: tuple[int, ...]
    data: bytes
    ignored: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """One example, fully expanded, as the harness runs it.

    ``model.pools`` is empty or holds one memory with all CONSTANT_REFERENCE data (pool 0), each
    operand at the next multiple of 4. ``inputs`` follow ``model.main.input_indexes``; ``None`` is
    an omitted input. ``operand_names`` follow ``model.main.operands``, ``subgraph_names`` those of
    each referenced subgraph. ``version`` is the version the file claims, ``None`` when it claims
    none (relaxed models, folders without a version).
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
