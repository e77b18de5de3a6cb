"""An example driver that keeps its compiled models itself, without the calls for cache files.

Run it with ``pytest --driver examples/caching/own_cache.py:OwnCache``. It declares HAL 1.1, which
has no compilation caching. The environment variable ``NN_OWN_CACHE`` names the file of the store;
without it the compiled models are kept in memory only. The file must be in a folder that only the
driver can write.

The key of a compiled model is the digest of the model and of everything else that influences the
compilation. The store evicts old entries, and ignores the file of another build of the driver.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Sequence

import numpy as np

from conformance.driver_sdk import BaseDevice, Program
from conformance.driver_sdk.binding import Array, constant_copies
from conformance.driver_sdk.caching.blob_store import BlobStore, StoreLimits, model_digest
from conformance.hal import Model, OperandType, OperationType, Version

_STEP = struct.Struct("<4I")
"""Operation, two inputs and one output, as operand indexes."""

_FUNCTIONS = {OperationType.ADD: np.add, OperationType.MUL: np.multiply}


class OwnCache(BaseDevice):
    """Computes ADD and MUL of float32 tensors without a fused activation."""

    name = "own-cache"
    version = Version.V1_1
    version_string = "1"

    def __init__(self, path: str | None = None) -> None:
        self.compilations = 0
        self.store = BlobStore(
            path or os.environ.get("NN_OWN_CACHE"),
            f"{self.name} {self.version_string}",
            StoreLimits(key_bytes=32, value_bytes=64 << 10, total_bytes=256 << 10),
        )

    def supported_operations(self, model: Model) -> Sequence[bool]:
        operands, constants = model.main.operands, constant_copies(model)
        answers = []
        for operation in model.main.operations:
            supported = operation.type in _FUNCTIONS
            if supported:
                first, _, activation = operation.inputs
                is_float = operands[first].type == OperandType.TENSOR_FLOAT32
                supported = is_float and constants[activation] == 0
            answers.append(supported)
        return answers

    def compile(self, model: Model) -> Program:
        key = hashlib.sha256(model_digest(model)).digest()
        plan = self.store.get(key)
        if plan is None:
            plan = self._compile(model)
            self.store.put(key, plan)
        return _program(model, plan)

    def _compile(self, model: Model) -> bytes:
        """Return the steps of a model; a real driver would spend its time here."""
        self.compilations += 1
        return b"".join(
            _STEP.pack(operation.type, *operation.inputs[:2], operation.outputs[0])
            for operation in model.main.operations
        )

    def close(self) -> None:
        """Save the store; the driver's service calls this when it ends."""
        self.store.close()


def _program(model: Model, plan: bytes) -> Program:
    """Return the function that runs a plan."""
    main = model.main
    steps = list(_STEP.iter_unpack(plan))
    constants = constant_copies(model)

    def program(inputs: Sequence[Array | None]) -> Sequence[Array]:
        values = list(constants)
        for index, array in zip(main.input_indexes, inputs, strict=True):
            values[index] = array
        for code, first, second, output in steps:
            a, b = values[first], values[second]
            values[output] = _FUNCTIONS[OperationType(code)](a, b)
        return [values[index] for index in main.output_indexes]

    return program
