"""Engines with a planted fault, and engines that differ from others legally.

Each is the evaluator of onnx with a change. ``tests/engines/test_faulty_engines.py`` has the
expected outcome of each.
"""

import ctypes
import os
import time
from typing import ClassVar

import numpy as np
import onnx

from conformance.engines.onnx.reference import OnnxReference
from conformance.engines.protocol import Declined, Program


class Unchanged(OnnxReference, Program):
    """The evaluator, which is its own program; subclasses change it."""

    def open(self, content, inputs, outputs):
        engine = type(self)()
        engine.content, engine.tensors = content, outputs
        engine.program = OnnxReference.open(self, content, inputs, outputs)
        return engine

    def run(self, inputs, deadline):
        return self.program.run(inputs, deadline)

    def nodes(self):
        return [node.name for node in onnx.load_from_string(self.content).graph.node]


class WrongKernel(Unchanged):
    """Adds one to each result of Add."""

    def run(self, inputs, deadline):
        outputs = super().run(inputs, deadline)
        if b"Add" in self.content:
            outputs = [array + array.dtype.type(1) for array in outputs]
        return outputs


class SilentFallback(Unchanged):
    """Leaves every node to the processor of its host."""

    def placement(self):
        return dict.fromkeys(self.nodes(), False)


class FallbackOfFusedNodes(Unchanged):
    """Leaves every node to its host; its own names of the nodes are not those of the model."""

    def placement(self):
        return {f"fused_{number}": False for number, _ in enumerate(self.nodes())}


class FallbackOfEverySecondNode(Unchanged):
    def placement(self):
        return {node: number % 2 == 0 for number, node in enumerate(self.nodes())}


class StateBetweenSessions(Unchanged):
    """Starts sums with a result of the model that ran before."""

    before = 7

    def run(self, inputs, deadline):
        outputs = super().run(inputs, deadline)
        changed = [outputs[0] + type(self).before, *outputs[1:]]
        type(self).before = outputs[0].ravel()[0]
        return changed


class ResultsOfTheFirstRun(Unchanged):
    """Returns the results of the first request for every request."""

    first = None

    def run(self, inputs, deadline):
        if self.first is None:
            self.first = super().run(inputs, deadline)
        return self.first


class ResultsByPreviousShape(Unchanged):
    """Returns each output in the shape of the first one with as many elements.

    The model before the first case had an output of the shape (2, 3).
    """

    shapes: ClassVar = {6: (2, 3)}

    def run(self, inputs, deadline):
        return [
            array.reshape(self.shapes.setdefault(array.size, array.shape))
            for array in super().run(inputs, deadline)
        ]


class CrashAtLoad(Unchanged):
    def open(self, content, inputs, outputs):
        os.abort()


class CrashAtRun(Unchanged):
    def run(self, inputs, deadline):
        ctypes.string_at(0)


class HangAtCompile(Unchanged):
    def open(self, content, inputs, outputs):
        time.sleep(600)


class HangAtRun(Unchanged):
    def run(self, inputs, deadline):
        time.sleep(600)


class WrongOutputOrder(Unchanged):
    def run(self, inputs, deadline):
        return super().run(inputs, deadline)[::-1]


class MissingOutput(Unchanged):
    def run(self, inputs, deadline):
        return super().run(inputs, deadline)[1:]


class WritesItsInputs(Unchanged):
    """Uses the memory of its inputs for intermediate results, although they are read-only."""

    def run(self, inputs, deadline):
        outputs = [np.copy(array) for array in super().run(inputs, deadline)]
        for array in inputs.values():
            ctypes.memset(array.ctypes.data, 1, array.nbytes)
        return outputs


class Changed(Unchanged):
    """Changes each output array by ``change``."""

    def run(self, inputs, deadline):
        return [np.asarray(self.change(array)) for array in super().run(inputs, deadline)]


class Float16Accumulation(Changed):
    """Rounds the sums of products to float16."""

    change = staticmethod(lambda array: array.astype(np.float16).astype(array.dtype))


class Int8Saturation(Changed):
    change = staticmethod(lambda array: np.minimum(array, 127))


class NaNToZero(Changed):
    change = staticmethod(np.nan_to_num)


class WrongPadding(Unchanged):
    """Exchanges the paddings at the start and at the end."""

    def open(self, content, inputs, outputs):
        model = onnx.load_from_string(content)
        for node in model.graph.node:
            for attribute in node.attribute:
                if attribute.name == "pads":
                    half = len(attribute.ints) // 2
                    attribute.ints[:] = [*attribute.ints[half:], *attribute.ints[:half]]
        return super().open(model.SerializeToString(), inputs, outputs)


class ClaimsAndFails(Unchanged):
    """Takes every model and fails to load it."""

    def open(self, content, inputs, outputs):
        raise RuntimeError("Failed to finalize\nthe graph")


class PanicException(BaseException):
    """The type of Rust's panics."""


class PanicsAtLoad(Unchanged):
    def open(self, content, inputs, outputs):
        raise PanicException


class FailsAtRun(Unchanged):
    def run(self, inputs, deadline):
        raise RuntimeError("broken kernel")


class ExitsAtRun(Unchanged):
    def run(self, inputs, deadline):
        raise SystemExit(3)


class Declines(Unchanged):
    def open(self, content, inputs, outputs):
        raise Declined("no operator")


class DeclinesAtRun(Unchanged):
    def run(self, inputs, deadline):
        raise Declined("no kernel for this shape")


class WrongType(Changed):
    change = staticmethod(lambda array: array.astype(np.float64))


class WrongShape(Changed):
    change = staticmethod(np.ravel)


class FirstImageForAll(Changed):
    """Computes the first image of a batch only."""

    change = staticmethod(lambda array: np.broadcast_to(array[:1], array.shape))


class SecondOutputAsInt64(Unchanged):
    def run(self, inputs, deadline):
        first, *others = super().run(inputs, deadline)
        return [first, *(array.astype(np.int64) for array in others)]


class ReturnsAnEarlierInput(Unchanged):
    """Returns from the second run on the memory of the first run's input."""

    kept = None

    def run(self, inputs, deadline):
        outputs = super().run(inputs, deadline)
        if self.kept is None:
            self.kept = next(iter(inputs.values()))
            return outputs
        return [self.kept]


class DeclinesEverySecondTime(Unchanged):
    times = 0

    def open(self, content, inputs, outputs):
        type(self).times += 1
        if self.times % 2 == 0:
            raise Declined("the memory is full")
        return super().open(content, inputs, outputs)


class TimesOut(Unchanged):
    """Does not hear from its device, in a model without loops."""

    def run(self, inputs, deadline):
        raise TimeoutError("no answer of the device")


class PlacementFails(Unchanged):
    def placement(self):
        raise RuntimeError("no profile of the graph")


class OpensNothing(Unchanged):
    def open(self, content, inputs, outputs):
        return None


class RaggedArray(Unchanged):
    def run(self, inputs, deadline):
        return [[[1.0], [1.0, 2.0]]]


class NoArrays(Unchanged):
    def run(self, inputs, deadline):
        return None


class OtherRounding(Changed):
    change = staticmethod(
        lambda array: np.nextafter(array, array.dtype.type(0)) if array.dtype.kind == "f" else array
    )


class LoadsAtRun(Unchanged):
    def open(self, *model):
        engine = type(self)()
        engine.model = model
        return engine

    def run(self, inputs, deadline):
        return OnnxReference.open(self, *self.model).run(inputs, deadline)


class ReturnsSigned(Changed):
    """Returns the bits of uint8 as int8, as some compilers do."""

    change = staticmethod(
        lambda array: array.view(f"i{array.itemsize}") if array.dtype.kind == "u" else array
    )


class ReturnsOtherArrays(Unchanged):
    """Returns a tuple of arrays that are not contiguous and read-only."""

    def run(self, inputs, deadline):
        arrays = tuple(np.asfortranarray(array) for array in super().run(inputs, deadline))
        for array in arrays:
            array.flags.writeable = False
        return arrays


class ReusesItsBuffers(Unchanged):
    """Returns the same arrays from each run, with new contents."""

    buffers = None

    def run(self, inputs, deadline):
        results = super().run(inputs, deadline)
        if self.buffers is None:
            self.buffers = [np.copy(array) for array in results]
        for buffer, array in zip(self.buffers, results, strict=True):
            buffer[...] = array
        return self.buffers


class ReturnsItsInput(Unchanged):
    """Returns an input itself if it has the values of an output."""

    def run(self, inputs, deadline):
        return [
            next((given for given in inputs.values() if np.array_equal(given, array)), array)
            for array in super().run(inputs, deadline)
        ]


class OtherNaN(Changed):
    """Returns another NaN, with its sign bit set."""

    change = staticmethod(
        lambda array: (
            np.where(np.isnan(array), np.float32(-np.nan), array)
            if array.dtype.kind == "f"
            else array
        )
    )
