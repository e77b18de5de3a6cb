"""A small ADD driver that subclasses can make misbehave anywhere, and examples to run on it."""

import threading
import time
from typing import Any

import numpy as np

from conformance.cases.example import Example, ExpectedOutput
from conformance.hal import (
    INFO,
    DataLocation,
    Device,
    DeviceStatus,
    DeviceType,
    ErrorStatus,
    FusedActivation,
    Memory,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    OutputShape,
    PreparedModel,
    Request,
    SharedMemory,
    Subgraph,
    Timing,
    Version,
)

T = OperandType
LT = OperandLifeTime


def add_example(
    expected: list[float] | None = None,
    *,
    dims: tuple[int, ...] = (2, 2),
    model_dims: tuple[int, ...] | None = None,
    expect_failure: bool = False,
    ignored: bool = False,
    by_reference: bool = False,
    name: str = "add",
) -> Example:
    """Return an example of ``out = x + y`` in float32.

    With ``by_reference``, ``y`` is a constant in a memory pool (CONSTANT_REFERENCE).
    """
    count = int(np.prod(dims))
    x = np.arange(1, count + 1, dtype="<f4")
    y = np.arange(1, count + 1, dtype="<f4") * 10
    out = x + y if expected is None else np.array(expected, "<f4")
    tensor = int(T.TENSOR_FLOAT32)
    if by_reference:
        second = Operand(
            tensor, dims, 1, 0.0, 0, LT.CONSTANT_REFERENCE, DataLocation(0, 0, y.nbytes)
        )
    else:
        second = Operand(tensor, dims, 1, 0.0, 0, LT.SUBGRAPH_INPUT)
    operands = (
        Operand(tensor, dims, 1, 0.0, 0, LT.SUBGRAPH_INPUT),
        second,
        Operand(T.INT32, (), 1, 0.0, 0, LT.CONSTANT_COPY, DataLocation(0, 0, 4)),
        Operand(tensor, dims if model_dims is None else model_dims, 0, 0.0, 0, LT.SUBGRAPH_OUTPUT),
    )
    main = Subgraph(
        operands,
        (Operation(OperationType.ADD, (0, 1, 2), (3,)),),
        (0,) if by_reference else (0, 1),
        (3,),
    )
    pools = (SharedMemory(initial=y.tobytes()),) if by_reference else ()
    values = int(FusedActivation.NONE).to_bytes(4, "little")
    return Example(
        "add.mod.py",
        name,
        Model(main, (), values, pools),
        (x.tobytes(),) if by_reference else (x.tobytes(), y.tobytes()),
        (ExpectedOutput(dims, out.tobytes(), ignored),),
        ("x", "y", "act", "z"),
        expect_failure=expect_failure,
    )


class AdderPreparedModel(PreparedModel):
    """Prepared ADD model; subclasses override ``compute``, ``store`` or calls to misbehave."""

    def __init__(self, driver: "Adder", model: Model) -> None:
        self.driver = driver
        self.model = model

    def array(self, memory: Memory, location: DataLocation) -> np.ndarray[Any, Any]:
        view = memory.view()
        part = view[location.offset : location.offset + location.length]
        return np.frombuffer(part, np.uint8)

    def read(self, request: Request, index: int) -> np.ndarray[Any, Any]:
        main = self.model.main
        operand = main.operands[index]
        if operand.lifetime == LT.CONSTANT_REFERENCE:
            return self.array(self.model.pools[0], operand.location).copy().view("<f4")
        argument = request.inputs[main.input_indexes.index(index)]
        pool = request.pools[argument.location.pool_index]
        data = self.array(pool, argument.location).copy()
        return data.view(INFO[main.operands[index].type].dtype)

    def compute(self, x: np.ndarray[Any, Any], y: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        return self.driver.compute(x + y)

    def run(self, request: Request) -> ErrorStatus:
        location = request.outputs[0].location
        pool = request.pools[location.pool_index]
        data = self.compute(self.read(request, 0), self.read(request, 1)).tobytes()
        with pool.view() as view:
            self.driver.store(view, location, data)
        self.driver.afterwards(self.model, request)
        return self.driver.status

    def shapes(self) -> Any:
        return self.driver.shapes

    def execute_synchronously(self, request, measure, deadline, loop_timeout_duration):
        status = self.run(request)
        return status, self.shapes(), self.driver.timing

    def execute(self, request, measure, deadline, loop_timeout_duration, callback):
        def work() -> None:
            status = self.run(request)
            self.driver.notify(callback, status, self.shapes(), self.driver.timing)

        if self.driver.threaded:
            threading.Thread(target=work).start()
        else:
            work()
        return self.driver.launch

    def execute_fenced(self, *arguments):
        raise NotImplementedError

    def configure_execution_burst(self, *arguments):
        raise NotImplementedError


class Adder(Device):
    """A correct driver for ``add_example``; subclasses override methods to misbehave."""

    name = "adder"
    version = Version.V1_3
    status = ErrorStatus.NONE
    launch = ErrorStatus.NONE
    shapes: Any = ()
    timing: Any = Timing()
    threaded = False
    prepared: type[AdderPreparedModel] = AdderPreparedModel

    def compute(self, result: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        return result

    def store(self, view: memoryview, location: DataLocation, data: bytes) -> None:
        view[location.offset : location.offset + len(data)] = data

    def afterwards(self, model: Model, request: Request) -> None:
        pass

    def notify(self, callback: Any, *arguments: Any) -> None:
        callback.notify(*arguments)

    def get_version_string(self) -> tuple[ErrorStatus, str]:
        return ErrorStatus.NONE, "1"

    def get_type(self) -> tuple[ErrorStatus, DeviceType]:
        return ErrorStatus.NONE, DeviceType.CPU

    def get_status(self) -> DeviceStatus:
        return DeviceStatus.AVAILABLE

    def get_capabilities(self):
        raise NotImplementedError

    def get_supported_extensions(self):
        return ErrorStatus.NONE, []

    def get_supported_operations(self, model):
        return ErrorStatus.NONE, [True] * len(model.main.operations)

    def get_number_of_cache_files_needed(self) -> tuple[ErrorStatus, int, int]:
        return ErrorStatus.NONE, 0, 0

    def prepare_model(self, model, *arguments):
        callback = arguments[-1]
        callback.notify(ErrorStatus.NONE, self.prepared(self, model))
        return ErrorStatus.NONE

    def prepare_model_from_cache(self, *arguments):
        return ErrorStatus.GENERAL_FAILURE

    def allocate(self, *arguments):
        return ErrorStatus.GENERAL_FAILURE, None, 0


def refuse(status: ErrorStatus, launch: ErrorStatus = ErrorStatus.NONE) -> Any:
    """Return a ``prepare_model`` method that refuses every model."""

    def prepare_model(self: Adder, *arguments: Any) -> ErrorStatus:
        arguments[-1].notify(status, None)
        return launch

    return prepare_model


def run_later(seconds: float, work: Any) -> threading.Thread:
    """Run ``work`` on another thread after a delay."""

    def body() -> None:
        time.sleep(seconds)
        work()

    thread = threading.Thread(target=body)
    thread.start()
    return thread


__all__ = ["Adder", "AdderPreparedModel", "OutputShape", "add_example", "refuse", "run_later"]
