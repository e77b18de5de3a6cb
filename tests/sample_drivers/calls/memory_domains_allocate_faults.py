"""Faults in the allocation of driver-managed buffers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from conformance.hal import BufferDesc, BufferRole, OperandType
from conformance.support.memory_domains import BufferTracker
from tests.sample_drivers.calls.domain_devices import DomainDevice, domain_device, domain_fault
from tests.sample_drivers.calls.driver_fault import INVALID


@domain_fault("allocate.no_roles")
class WithoutRoles(DomainDevice):
    """allocate without roles gives a buffer."""

    def allocate(self, desc, models, inputs, outputs):
        if not inputs and not outputs and models:
            return super().allocate(desc, models, [BufferRole(0, 0, 1.0)], [])
        return super().allocate(desc, models, inputs, outputs)


class _OtherModels(BufferTracker):
    """A tracker that takes its own model in place of those that ``is_wrong`` names."""

    own: Any = None

    def is_wrong(self, prepared: Any) -> bool:
        raise NotImplementedError

    def register(self, prepared, main):
        super().register(prepared, main)
        self.own = prepared

    def _registered(self, models):
        return super()._registered([self.own if self.is_wrong(m) else m for m in models])


@domain_fault("allocate.missing_prepared_model")
class NullModel(_OtherModels):
    """allocate accepts nullptr as a prepared model."""

    def is_wrong(self, prepared):
        return prepared is None


@domain_fault("allocate.foreign_prepared_model")
class ForeignModel(_OtherModels):
    """allocate accepts the prepared model of another driver."""

    def is_wrong(self, prepared):
        return prepared is not None and prepared not in self._models


NullModelDevice, ForeignDevice = domain_device(NullModel), domain_device(ForeignModel)
"""The drivers with these faults, for a separate process."""


class _ChangedRoles(DomainDevice):
    """A driver that changes each role before it checks the roles."""

    def changed(self, role: BufferRole, models: Any) -> BufferRole:
        raise NotImplementedError

    def allocate(self, desc, models, inputs, outputs):
        changed = [[self.changed(role, models) for role in roles] for roles in (inputs, outputs)]
        return super().allocate(desc, models, *changed)


@domain_fault("allocate.model_index")
class ClampedModelIndex(_ChangedRoles):
    """allocate reduces a modelIndex to the last model."""

    def changed(self, role, models):
        return replace(role, model_index=min(role.model_index, len(models) - 1))


@domain_fault("allocate.io_index")
class ClampedArgumentIndex(_ChangedRoles):
    """allocate reduces an ioIndex to 0."""

    def changed(self, role, models):
        return replace(role, io_index=0)


@domain_fault("allocate.frequency")
class FrequencyZero(_ChangedRoles):
    """allocate accepts the frequency 0."""

    def changed(self, role, models):
        return replace(role, frequency=role.frequency or 1.0)


@domain_fault("allocate.frequency")
class FrequencyAboveOne(_ChangedRoles):
    """allocate accepts frequencies above 1."""

    def changed(self, role, models):
        return replace(role, frequency=min(role.frequency, 1.0))


@domain_fault("allocate.frequency")
class NegativeFrequency(_ChangedRoles):
    """allocate accepts negative frequencies."""

    def changed(self, role, models):
        return replace(role, frequency=abs(role.frequency))


@domain_fault("allocate.frequency", "buffer.allocation")
class OnlyFrequencyOne(DomainDevice):
    """allocate refuses frequencies below 1 as invalid."""

    def allocate(self, desc, models, inputs, outputs):
        if any(role.frequency < 1 for role in (*inputs, *outputs)):
            return INVALID, None, 0
        return super().allocate(desc, models, inputs, outputs)


@domain_fault("allocate.repeated_role")
class RepeatedRole(DomainDevice):
    """allocate accepts a role that is given twice."""

    def allocate(self, desc, models, inputs, outputs):
        unique = [
            list({(r.model_index, r.io_index): r for r in roles}.values())
            for roles in (inputs, outputs)
        ]
        return super().allocate(desc, models, *unique)


@domain_fault("allocate.repeated_role")
class ModelListedTwice(DomainDevice):
    """allocate compares roles by the index of the model, not by the model."""

    def allocate(self, desc, models, inputs, outputs):
        if len(models) == 2 and models[0] is models[1] and len(inputs) + len(outputs) == 2:
            inputs, outputs = inputs[:1], outputs[:1]
        return super().allocate(desc, models, inputs, outputs)


class _ChangedOperands(BufferTracker):
    """A tracker that records other operands than those of the prepared models."""

    def changed(self, operand: Any) -> Any:
        raise NotImplementedError

    def register(self, prepared, main):
        operands = tuple(self.changed(operand) for operand in main.operands)
        super().register(prepared, replace(main, operands=operands))


@domain_fault("allocate.conflicting_types")
class AnyType(_ChangedOperands):
    """allocate does not compare the operand types of roles."""

    def changed(self, operand):
        return replace(operand, type=OperandType.TENSOR_FLOAT32, scale=0.0, zero_point=0)


@domain_fault("allocate.conflicting_types")
class TypeBySize(_ChangedOperands):
    """allocate compares only the element sizes of roles."""

    def changed(self, operand):
        if operand.type == OperandType.TENSOR_QUANT8_ASYMM_SIGNED:
            return replace(operand, type=OperandType.TENSOR_QUANT8_ASYMM)
        return operand


@domain_fault("allocate.conflicting_scales")
class AnyScale(_ChangedOperands):
    """allocate does not compare the scales of roles."""

    def changed(self, operand):
        return replace(operand, scale=0.0)


@domain_fault("allocate.conflicting_zero_points")
class AnyZeroPoint(_ChangedOperands):
    """allocate does not compare the zero points of roles."""

    def changed(self, operand):
        return replace(operand, zero_point=0)


@domain_fault("allocate.conflicting_ranks")
class AnyRank(_ChangedOperands):
    """allocate does not compare the ranks of roles."""

    def changed(self, operand):
        return replace(operand, dimensions=()) if len(operand.dimensions) == 3 else operand


@domain_fault("allocate.conflicting_dimensions")
class AnyBatch(_ChangedOperands):
    """allocate does not compare the first dimensions of roles."""

    def changed(self, operand):
        return replace(operand, dimensions=(0, *operand.dimensions[1:]))


@domain_fault("allocate.conflicting_dimensions")
class AnyWidth(_ChangedOperands):
    """allocate does not compare the third dimensions of roles."""

    def changed(self, operand):
        if len(operand.dimensions) < 4:
            return operand
        return replace(operand, dimensions=(*operand.dimensions[:2], 0, operand.dimensions[3]))


@domain_fault("allocate.conflicting_dimensions")
class OutputsNotMerged(DomainDevice):
    """allocate does not compare the dimensions of output roles with those of input roles."""

    def allocate(self, desc, models, inputs, outputs):
        return super().allocate(desc, models, inputs, () if inputs else outputs)


class _ChangedDescriptor(DomainDevice):
    """A driver that changes the dimensions of the descriptor."""

    def changed(self, dimensions: Any) -> Any:
        raise NotImplementedError

    def allocate(self, desc, *arguments):
        return super().allocate(BufferDesc(self.changed(desc.dimensions)), *arguments)


@domain_fault("allocate.descriptor_rank")
class AnyDescriptorRank(_ChangedDescriptor):
    """allocate ignores a descriptor of another rank."""

    def changed(self, dimensions):
        return dimensions if len(dimensions) == 4 else ()


@domain_fault("allocate.descriptor_dimensions")
class AnyDescriptorBatch(_ChangedDescriptor):
    """allocate ignores the first dimension of the descriptor."""

    def changed(self, dimensions):
        return (0, *dimensions[1:])


@domain_fault("allocate.descriptor_dimensions")
class AnyDescriptorDepth(_ChangedDescriptor):
    """allocate ignores the last dimension of the descriptor."""

    def changed(self, dimensions):
        return (*dimensions[:-1], 0) if dimensions else ()


@domain_fault("allocate.scalar_with_dimensions")
class ScalarOfOneElement(_ChangedDescriptor):
    """allocate accepts the dimensions [1] for a scalar."""

    def changed(self, dimensions):
        return () if dimensions == (1,) else dimensions


class _ChangedAnswer(DomainDevice):
    """A driver that changes the answers of successful allocations."""

    def changed(self, status: Any, buffer: Any, token: int) -> Any:
        raise NotImplementedError

    def allocate(self, *arguments):
        return self.changed(*super().allocate(*arguments))


@domain_fault("allocate.answers", "buffer.allocation")
class TokenZero(_ChangedAnswer):
    """A successful allocation answers the token 0."""

    def changed(self, status, buffer, token):
        return status, buffer, 0


@domain_fault("allocate.answers", "buffer.allocation")
class NegativeToken(_ChangedAnswer):
    """A successful allocation answers a negative token."""

    def changed(self, status, buffer, token):
        return status, buffer, -token


@domain_fault("allocate.answers", "buffer.allocation")
class WithoutBuffer(_ChangedAnswer):
    """A successful allocation answers a token, but no buffer."""

    def changed(self, status, buffer, token):
        return status, None, token


@domain_fault("allocate.no_roles", "buffer.allocation")
class RefusalWithToken(_ChangedAnswer):
    """A refused allocation answers a token."""

    def changed(self, status, buffer, token):
        return status, buffer, token or 5


@domain_fault("allocate.answers", "buffer.allocation")
class InvalidDynamic(DomainDevice):
    """A buffer of unknown dimensions is refused with INVALID_ARGUMENT."""

    def allocate(self, desc, models, inputs, outputs):
        if 0 in desc.dimensions:
            return INVALID, None, 0
        return super().allocate(desc, models, inputs, outputs)


@domain_fault("allocate.unique_tokens")
class OneToken(_ChangedAnswer):
    """All buffers have the same token."""

    def changed(self, status, buffer, token):
        return status, buffer, token and 7


@domain_fault("allocate.unique_tokens")
class TokensPerModel(DomainDevice):
    """The buffers of each prepared model are numbered from 1."""

    def allocate(self, desc, models, *roles):
        status, buffer, token = super().allocate(desc, models, *roles)
        if buffer is not None:
            counts = self.__dict__.setdefault("counts", {})
            token = counts[id(models[0])] = counts.get(id(models[0]), 0) + 1
        return status, buffer, token
