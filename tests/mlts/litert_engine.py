"""Building of small ``.tflite`` files, and their execution by LiteRT's reference kernels."""

import numpy as np
import pytest

from conformance.engines.tflite.tflite_file import Quantization, decode_tflite
from conformance.engines.tflite.tflite_graph import (
    TfliteGraph,
    TfliteSubgraph,
    TfliteTensor,
    flatbuffer,
)
from conformance.engines.tflite.tflite_import import import_file
from conformance.hal import INFO
from conformance.oracle.expected import reference_results


def tensor(type_, shape, scale=None, zero_point=0, data=None, variable=False):
    """Return the description of a tensor; ``data`` makes it a constant."""
    quantization = None if scale is None else Quantization((scale,), (zero_point,))
    if isinstance(scale, tuple):
        quantization = Quantization(scale, (0,) * len(scale), zero_point)
    array = None if data is None else np.asarray(data)
    return TfliteTensor(type_, shape, quantization, array, variable)


def one_operator_file(builtin, inputs, outputs, options="", **attributes):
    """Return a file with one operator; inputs without data are inputs of the model."""
    graph = TfliteGraph()
    read = [-1 if given is None else graph.add_tensor(given) for given in inputs]
    written = [graph.add_tensor(result) for result in outputs]
    graph.add_node(0, builtin, read, written, options, **attributes)
    arguments = [
        index
        for index, given in zip(read, inputs, strict=True)
        if given is not None and given.data is None and not given.variable
    ]
    return flatbuffer([TfliteSubgraph(graph, arguments, written)])


def run_litert(content, inputs):
    """Return the outputs of LiteRT's reference kernels; of others where it has none."""
    interpreter_module = pytest.importorskip("ai_edge_litert.interpreter")
    resolvers = interpreter_module.OpResolverType
    interpreter = None
    for resolver in (resolvers.BUILTIN_REF, resolvers.BUILTIN_WITHOUT_DEFAULT_DELEGATES):
        try:
            interpreter = interpreter_module.Interpreter(
                model_content=content, experimental_op_resolver_type=resolver
            )
            break
        except ValueError as error:
            if "Didn't find op" not in str(error):
                raise
    interpreter.allocate_tensors()
    for detail, value in zip(interpreter.get_input_details(), inputs, strict=True):
        interpreter.set_tensor(detail["index"], value)
    interpreter.invoke()
    return [interpreter.get_tensor(detail["index"]) for detail in interpreter.get_output_details()]


def run_imported(imported, inputs):
    """Return the outputs of the file that the reference computes for the imported model.

    ``inputs`` are those of the file; states start with zeros.
    """
    main = imported.model.main
    values = []
    for number, index in zip(imported.file_inputs, main.input_indexes, strict=True):
        operand = main.operands[index]
        dtype = INFO[operand.type].dtype
        array = np.full(operand.dimensions, operand.zero_point, dtype)
        if number is not None:
            assert inputs[number].dtype == dtype
            array = inputs[number]
        values.append(array.tobytes())
    results = reference_results(imported.model, values)
    numbered = zip(imported.file_outputs, results, strict=True)
    found = {number: result for number, result in numbered if number is not None}
    return [found[number] for number in sorted(found)]


def run_content(content, inputs):
    """Import a file content and return what the reference computes."""
    return run_imported(import_file(decode_tflite(content, "x.tflite")), inputs)


def random_values(description, seed):
    """Return random values for a tensor: reals in [-2, 2) or all codes."""
    source = np.random.default_rng(seed)
    if description.type == "FLOAT32":
        return source.uniform(-2, 2, description.shape).astype(np.float32)
    if description.type == "BOOL":
        return source.integers(0, 2, description.shape).astype(bool)
    low, high = {"INT8": (-128, 128), "UINT8": (0, 256)}.get(description.type, (0, 5))
    dtype = {"INT8": np.int8, "UINT8": np.uint8, "INT32": np.int32}[description.type]
    return source.integers(low, high, description.shape).astype(dtype)
