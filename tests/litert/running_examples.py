"""Helpers that run examples on the LiteRT drivers and the reference without a harness."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from conformance.cases import SpecIndex, bundled_specs
from conformance.engines.device import EngineDevice
from conformance.engines.litert.engine import Kernels, LiteRTEngine
from conformance.hal import INFO, is_tensor

INDEX = SpecIndex()


@cache
def device(kernels=Kernels.REFERENCE):
    pytest.importorskip("ai_edge_litert")
    return EngineDevice(LiteRTEngine(kernels))


def files(*folders):
    return [path for folder in folders for path in sorted(Path(folder).glob("*.mod.py"))]


def bundled_files():
    folders = [path for path in bundled_specs().iterdir() if path.name.startswith("V1_")]
    return files(*sorted([*folders, bundled_specs() / "patterns"]))


def files_of(cases):
    """Return the bundled spec files of these case ids."""
    return sorted({bundled_specs() / f"{case.rpartition('/')[0]}.mod.py" for case in cases})


def case_id(path, name):
    return f"{path.parent.name}/{path.name.removesuffix('.mod.py')}/{name}"


def bundled(case):
    """Load the bundled example with this case id."""
    folder, spec, name = case.split("/")
    return INDEX.load(bundled_specs() / folder / f"{spec}.mod.py", name)


def inputs_of(example):
    main = example.model.main
    arrays = []
    for data, index in zip(example.inputs, main.input_indexes, strict=True):
        operand = main.operands[index]
        array = None
        if data is not None:
            array = np.frombuffer(data, INFO[operand.type].dtype)
            array = array.reshape(operand.dimensions if is_tensor(operand.type) else ())
        arrays.append(array)
    return arrays


def outputs_of(candidate, example, inputs=None):
    program = candidate.compile(example.model)
    return program(inputs_of(example) if inputs is None else inputs)
