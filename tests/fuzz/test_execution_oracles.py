"""Faults of executions that only certain data show are found; executions release what they open."""

from __future__ import annotations

import zlib

import numpy as np

from conformance.checks.sample_models import addition_model
from conformance.hal import OperandType
from conformance.reference import ReferenceDevice
from fuzz.core.session import FuzzSession
from fuzz.engines.seeds import read_seeds
from fuzz.inputs.decoder import decode
from fuzz.inputs.encoder import encode
from fuzz.targets import load_target
from tests.fuzz.test_oracles import ADDITION, Patched, findings

OTHER_DATA_EVERY = 8
BOOLEANS = (OperandType.BOOL, OperandType.TENSOR_BOOL8)


def test_results_of_an_earlier_execution_are_found():
    """The driver keeps the results of the first execution of a prepared model."""

    class Keeping(ReferenceDevice):
        def build_prepared_model(self, model):
            prepared = super().build_prepared_model(model)
            original = prepared.compute_until
            results = []

            def compute_until(*arguments):
                if not results:
                    results.append(original(*arguments))
                return results[0]

            prepared.compute_until = compute_until
            return prepared

    values = (np.float32([1, 2, 3, 4]).tobytes(), np.float32([5, 7, 8, 9]).tobytes())
    inputs = (encode(addition_model(4), values) + bytes([31, n]) for n in range(100))
    chosen = next(data for data in inputs if zlib.crc32(data) % OTHER_DATA_EVERY == 0)
    assert findings("execution", Keeping(), [chosen]) == {
        "failed values.other_data ADD TENSOR_FLOAT32"
    }
    assert findings("execution", ReferenceDevice(), [chosen]) == set()


def bytes_for_true(data):
    """Return all bytes of the boolean inputs of a seed that are not 0."""
    seed = decode(data)
    main = seed.model.main
    pairs = zip(main.input_indexes, seed.inputs, strict=False)
    return {
        byte
        for index, content in pairs
        if main.operands[index].type in BOOLEANS
        for byte in content or b""
        if byte
    }


def test_a_driver_that_knows_only_one_byte_for_true_is_found():
    def ones_only(original, inputs, *arguments):
        changed = [
            (array.view(np.uint8) == 1) if array is not None and array.dtype == bool else array
            for array in inputs
        ]
        return original(changed, *arguments)

    seeds = [data for data in read_seeds("execution") if bytes_for_true(data) - {1}]
    assert seeds
    device = Patched(compute_until=ones_only)
    assert any("values" in signature for signature in findings("execution", device, seeds))


def test_the_bursts_of_requests_are_closed():
    target = load_target("request")
    target.use(FuzzSession(device=ReferenceDevice()))
    try:
        target.find(ADDITION)
        assert target.find_leak(ADDITION) is None
    finally:
        target.close()
