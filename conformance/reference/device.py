"""The reference driver's device: prepares and runs models on the CPU."""

from __future__ import annotations

from collections.abc import Sequence

from conformance import __version__
from conformance.hal import Model, Version
from conformance.operations import Call, Kernel
from conformance.operations.model.definition import Array
from conformance.reference.plan import ExecutionLimits, SubgraphPlan, compile_call
from conformance.reference.planner import Planner
from conformance.support import BaseDevice, Program, ProgramModel
from conformance.validation import defined_operations


class ReferenceDevice(BaseDevice):
    """A device that computes every defined operation on the CPU with the reference kernels.

    ``version`` is the HAL version that the device declares and whose rules it applies. Unlike other
    drivers, the device accepts WHILE with operands of unknown size: the contract permits drivers
    to refuse these, but does not require it. The device lists one vendor extension, the sample in
    ``conformance.operations.extensions.sample``.
    """

    name = "reference"
    version_string = __version__
    tolerated_rules = frozenset({"while.unknown_size"})
    extensions = ("org.nn_conformance.sample",)
    memory_domains = True

    def __init__(self, version: Version = Version.AIDL_V3) -> None:
        self.version = version

    def supported_operations(self, model: Model) -> Sequence[bool]:
        return defined_operations(model)

    def compile_call(self, call: Call) -> Kernel:
        """Return the kernel for a call; a subclass can override it to replace single kernels."""
        return compile_call(call)

    def compile(self, model: Model) -> Program:
        run, limits = self._plan(model).run, ExecutionLimits()
        return lambda inputs: run(inputs, limits)

    def build_prepared_model(self, model: Model) -> ProgramModel:
        return _ReferencePreparedModel(model, self._plan(model), self.version)

    def _plan(self, model: Model) -> SubgraphPlan:
        return Planner(model, self.version, self.compile_call, self.checked_calls(model)).main()


class _ReferencePreparedModel(ProgramModel):
    """A prepared model that runs a plan and applies the loop timeout of each request."""

    def __init__(self, model: Model, plan: SubgraphPlan, version: Version) -> None:
        super().__init__(model, lambda inputs: plan.run(inputs, ExecutionLimits()), version)
        self._plan = plan

    def compute(
        self, inputs: Sequence[Array | None], loop_timeout_duration: int | None
    ) -> Sequence[Array]:
        return self._plan.run(inputs, ExecutionLimits.for_request(loop_timeout_duration))
