"""``CaseUnderTest``: an example with the values that all its paths share; ``Scenario``: a check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final
from zlib import crc32

from conformance.cases.example import Example
from conformance.hal import Model, Operand, OperandLifeTime, OperationType, name_of
from conformance.harness.answer_checks import OutputExpectations, quoted_name
from conformance.harness.calls.request_memory import Overwrite, RequestLayout, lay_out_request
from conformance.validation import constant_view
from conformance.verdicts import Finding, JSONValue, VerdictKind


@dataclass(frozen=True, slots=True)
class Scenario:
    """A check that makes several driver calls; all its findings together are one verdict.

    ``run`` returns the findings in order; a ``DriverCallError`` that it raises is recorded as a
    further finding. ``details`` are added to the verdict in any case. ``evidence`` returns the
    example to dump if the verdict blames the driver.
    """

    case_id: str
    run: Callable[[], Iterable[Finding]]
    operations: tuple[str, ...] = ()
    details: Mapping[str, JSONValue] = field(default_factory=dict)
    evidence: Callable[[], Example | None] = lambda: None


@dataclass(slots=True)
class CaseUnderTest:
    """An example while it is checked on a driver.

    Attributes:
        expectation: the expected outputs and their tolerances.
        layout: the placement of the arguments for the FULL output form.
        operations: names of the operations in all subgraphs.
        is_endless_loop: whether the example is an endless loop, whose execution must time out.
        constants_checksum: checksum of the constants' data when last checked.
        durations: seconds of the steps that all paths share.
        supported_flags: the answer of ``get_supported_operations``.

    """

    example: Example
    case_id: str
    expectation: OutputExpectations
    layout: RequestLayout
    operations: tuple[str, ...]
    is_endless_loop: bool
    constants_checksum: int
    durations: dict[str, float] = field(default_factory=dict)
    supported_flags: tuple[bool, ...] = ()

    @classmethod
    def from_example(cls, example: Example, case_id: str) -> CaseUnderTest:
        """Create a case; raise ``ValueError`` if the example is inconsistent with its model."""
        main = example.model.main
        if len(example.inputs) != len(main.input_indexes):
            raise ValueError(
                f"the example has {len(example.inputs)} inputs, but its model has"
                f" {len(main.input_indexes)} inputs"
            )
        expectation = OutputExpectations.from_example(example)
        first = main.operations[0].type if main.operations else -1
        return cls(
            example,
            case_id,
            expectation,
            lay_out_request(example.inputs, [max(size, 1) for size in expectation.byte_sizes]),
            operation_names(example.model),
            example.expect_failure and first == OperationType.WHILE,
            _constants_checksum(example.model),
        )

    def with_example(self, example: Example) -> CaseUnderTest:
        """Return the case with an example that differs in inputs and expected values only."""
        # Field by field, as in ``Example.with_data``.
        return CaseUnderTest(
            example,
            self.case_id,
            self.expectation.with_example(example),
            self.layout,
            self.operations,
            self.is_endless_loop,
            self.constants_checksum,
            self.durations,
            self.supported_flags,
        )

    def check_constants_unchanged(self) -> list[Finding]:
        """Return findings on changes of the constants' data; report each change once."""
        try:
            now = _constants_checksum(self.example.model)
        except (ValueError, TypeError) as error:
            reason = f"the driver changed the model so that it cannot be read any more: {error}"
            return [Finding(VerdictKind.FAILED, "constants.unchanged", reason)]
        if now == self.constants_checksum:
            return []
        self.constants_checksum = now
        reason = "the driver changed the data of the model's constants"
        return [Finding(VerdictKind.FAILED, "constants.unchanged", reason)]

    def unsupported_operations(self) -> list[str]:
        """Return names and numbers of main's operations that the driver does not support."""
        operations = self.example.model.main.operations
        return [
            f"{name_of(OperationType, operation.type)} (operation {number})"
            for number, (operation, flag) in enumerate(
                zip(operations, self.supported_flags, strict=True)
            )
            if not flag
        ]

    def supported_operations(self) -> list[str]:
        """Return the names of the operations that the driver supports wherever they occur in main.

        The operations of referenced subgraphs are left out: ``get_supported_operations`` answers
        for the main subgraph only.
        """
        answers: dict[int, bool] = {}
        for operation, flag in zip(
            self.example.model.main.operations, self.supported_flags, strict=True
        ):
            answers[operation.type] = answers.get(operation.type, True) and flag
        return [name_of(OperationType, code) for code, flag in answers.items() if flag]

    def support_details(self) -> dict[str, JSONValue]:
        """Return the supported and unsupported operations' names; empty if all are supported."""
        if all(self.supported_flags):
            return {}
        return {
            "unsupported": self.unsupported_operations(),
            "supported": self.supported_operations(),
        }

    def overwrite_findings(
        self, outputs: Sequence[Overwrite], inputs: Sequence[Overwrite]
    ) -> list[Finding]:
        """Return findings on bytes that were overwritten in the output and input pools."""
        if not outputs and not inputs:
            return []
        return [
            *(_finding_on("output", one, self._output_name(one.buffer_number)) for one in outputs),
            *(_finding_on("input", one, self._input_name(one.buffer_number)) for one in inputs),
        ]

    def _output_name(self, number: int) -> str:
        """Return the name of an output; -1 is the memory before and after all outputs."""
        return self.expectation.output_name(number) if number >= 0 else "the output pool"

    def _input_name(self, span: int) -> str:
        """Return the name of the input that belongs to span number ``span``.

        Inputs without a value have no span.
        """
        main = self.example.model.main
        present = [number for number, data in enumerate(self.example.inputs) if data]
        if not 0 <= span < len(present):
            return "the input pool"
        index = main.input_indexes[present[span]]
        return f"input {present[span]}{quoted_name(self.example, index)}"


def _finding_on(argument: str, overwrite: Overwrite, name: str) -> Finding:
    count, side, distance = overwrite.count, overwrite.side, overwrite.distance
    is_input = argument == "input"
    if side == "within":
        rule = "inputs.unchanged" if is_input else "late.write"
        reason = f"{count} bytes of {name} were changed, the first at offset {distance}"
    elif is_input:
        rule, reason = "guard.input", f"{count} bytes {side} {name} were overwritten"
    elif side == "unused":
        rule = "guard.unused"
        reason = (
            f"{count} bytes of shared memory were changed, although {name} is in"
            " a driver-managed buffer"
        )
    else:
        where = "past the end of" if side == "after" else "before the start of"
        rule = f"guard.{side}"
        reason = (
            f"{count} bytes {where} {name} were overwritten, the nearest at a"
            f" distance of {distance} bytes"
        )
    details = {argument: overwrite.buffer_number, "distance": distance, "bytes": count}
    return Finding(VerdictKind.FAILED, rule, reason, details)


def operation_names(model: Model) -> tuple[str, ...]:
    """Return the operation names of all subgraphs, each once, in the order of their first use.

    An ADD of a constant zero does not count beside other operations: the spec variations insert it
    to make inputs and outputs of the operation under test internal.
    """
    codes = {
        operation.type: None
        for subgraph in (model.main, *model.referenced)
        for operation in subgraph.operations
    }
    if len(codes) > 1 and _ADD in codes and _adds_only_zeros(model):
        del codes[_ADD]
    return tuple(map(_operation_name, codes))


_ADD: Final = OperationType.ADD
_CONSTANTS: Final = (OperandLifeTime.CONSTANT_COPY, OperandLifeTime.CONSTANT_REFERENCE)


def _adds_only_zeros(model: Model) -> bool:
    """Return whether each ADD of the model adds a constant zero of one element."""
    if any(
        operation.type == _ADD for subgraph in model.referenced for operation in subgraph.operations
    ):
        return False
    return all(
        _is_zero(model, model.main.operands[operation.inputs[1]])
        for operation in model.main.operations
        if operation.type == _ADD
    )


def _is_zero(model: Model, operand: Operand) -> bool:
    if operand.dimensions != (1,) or operand.lifetime not in _CONSTANTS:
        return False
    value = constant_view(model, operand)
    return value is not None and bool((value == operand.zero_point).all())


@lru_cache(maxsize=1024)
def _operation_name(code: int) -> str:
    return name_of(OperationType, code)


def _constants_checksum(model: Model) -> int:
    data = crc32(model.operand_values)
    for pool in model.pools:
        if pool.size:
            with pool.view() as view:
                data = crc32(view, data)
    return data
