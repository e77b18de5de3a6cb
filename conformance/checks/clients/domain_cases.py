"""One operand type and one mode of execution, for checks of driver-managed buffers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from conformance.checks.clients.domain_buffers import (
    INVALID,
    NONE,
    AllocationArguments,
    Argument,
    DomainChecks,
    DomainRequest,
    Execute,
    ManagedBuffer,
    execution_problem,
    executors,
)
from conformance.checks.samples.copy_models import DIMENSIONS, CopyModel
from conformance.checks.samples.sample_requests import decline_unknown_dimensions
from conformance.hal import BufferRole, ErrorStatus, PreparedModel


@dataclass(slots=True)
class DomainCase:
    """One operand type and one mode of execution, with the prepared model."""

    checks: DomainChecks
    model: CopyModel
    prepared: PreparedModel
    mode: str
    execute: Execute

    @property
    def what(self) -> str:
        """The operand type and the mode, for messages."""
        return f"{self.model.type.name}, {self.mode}"

    def allocate_for(
        self, roles: tuple[BufferRole, ...]
    ) -> tuple[ManagedBuffer | None, ManagedBuffer | None]:
        """Allocate a buffer with these roles as inputs, and one with them as outputs."""
        models = (self.prepared,)
        reads = self.checks.allocate(AllocationArguments(models, roles))
        return reads, self.checks.allocate(AllocationArguments(models, (), roles))

    def run(
        self,
        inputs: list[Argument],
        outputs: list[Argument],
        *expected: ErrorStatus,
        stimulus: str,
        prepared: PreparedModel | None = None,
        dimensions: tuple[tuple[int, ...], ...] = (),
    ) -> tuple[str, DomainRequest]:
        """Execute a request; return a description of its problem, or "", and the request."""
        request = DomainRequest(self.checks.context, inputs, outputs, dimensions)
        outcome = self.execute(prepared or self.prepared, request.request)
        problem = execution_problem(
            f"{self.what}: the execution {stimulus}", outcome, expected or (NONE,)
        )
        if not problem and not request.surroundings_intact:
            problem = (
                f"{self.what}: the execution {stimulus} changed the shared memory outside the "
                "outputs"
            )
        return problem, request

    def refused(
        self, inputs: list[Argument], outputs: list[Argument], stimulus: str, **options: object
    ) -> Iterator[str]:
        """Yield a message unless the request is refused with INVALID_ARGUMENT."""
        problem, _ = self.run(inputs, outputs, INVALID, stimulus=stimulus, **options)  # type: ignore[arg-type]
        if problem:
            yield problem


def domain_cases(
    checks: DomainChecks,
    *,
    dimensions: tuple[int, ...] = DIMENSIONS,
    copies: int = 1,
    fenced: bool = True,
    open_outputs: bool = False,
) -> Iterator[DomainCase]:
    """Yield a case for each operand type and each mode of execution.

    ``SkipCheck`` ends the check as declined if the driver executes no model with unknown
    dimensions, and ``dimensions`` has some. With ``open_outputs`` the requests of the check state
    the dimensions of the inputs only, which a driver may decline, too.
    """
    for model in checks.models():
        form = replace(model, dimensions=dimensions, copies=copies)
        prepared = checks.context.prepare(form.build())
        for mode, execute in executors(checks.context, fenced=fenced):
            case = DomainCase(checks, model, prepared, mode, execute)
            if 0 in dimensions:
                shapes = (DIMENSIONS,) * (1 if open_outputs else 2)
                request = DomainRequest(checks.context, [model.data(1)], [model.size], shapes)
                what = f"{case.what} in shared memory"
                decline_unknown_dimensions(execute(prepared, request.request), what)
            yield case
