"""An engine in another Python interpreter, which needs NumPy and nothing of this project.

For ``python=PATH`` the interpreter runs this file as a script. It loads ``protocol.py`` beside it
as ``conformance.engines.protocol``, and the engine's file. Arrays travel as bytes, because the
pickled arrays of one NumPy version cannot always be read by another one.
"""

from __future__ import annotations

import ctypes
import importlib.util
import pickle
import socket
import subprocess
import sys
import threading
import types
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np


def _load_file(name: str, file: Path) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":  # in the other interpreter
    sys.path[0] = str(Path(sys.argv[1]).parent)  # not this folder, whose packages hide engines
    ctypes.CDLL(None).prctl(1, 9)  # PR_SET_PDEATHSIG: an engine that hangs ends with the suite
    for _package in ("conformance", "conformance.engines"):
        sys.modules[_package] = types.ModuleType(_package)
    _load_file("conformance.engines.protocol", Path(__file__).with_name("protocol.py"))

from conformance.engines.protocol import (  # noqa: E402 - in the other interpreter just loaded
    Array,
    Declined,
    Engine,
    Program,
    TensorInfo,
)

_STATED = ("name", "version", "format", "quantized", "has_variables", "script")
"""The attributes of an engine that the suite reads."""
_PATIENCE = 5.0
"""The seconds until a process that has closed its connection is killed."""


def _packed(array: Any) -> tuple[str, tuple[int, ...], bytes]:
    data = np.asarray(array)
    return data.dtype.str, data.shape, data.tobytes()


def _unpacked(packed: tuple[str, tuple[int, ...], bytes]) -> Array:
    dtype, shape, data = packed
    return np.frombuffer(data, dtype).reshape(shape)


def _send(stream: Any, message: Any) -> None:
    pickle.dump(message, stream, protocol=4)
    stream.flush()


class ExternalEngine(Engine):
    """The engine of a file in another interpreter, whose process starts anew after it has ended."""

    def __init__(self, python: str, place: str, format_: str, options: Mapping[str, str]) -> None:
        file, _, attribute = place.rpartition(":")
        if not Path(file).is_file():
            raise FileNotFoundError(f"python= needs FILE.py:ENGINE; there is no file {file!r}")
        self._command = [python, __file__, str(Path(file).absolute()), attribute]
        self.closed: list[int] = []
        self._options, self._lock = dict(options), threading.Lock()
        stated = self._connect()
        if stated["format"] != format_:
            raise ValueError(f"{place} reads models of the format {stated['format']}")
        self.__dict__.update(stated)

    _stream: Any = None
    # The finalizer of multiprocessing.Connection leaves its descriptor, which another file may get.

    def _connect(self) -> Any:
        """Start the process; return what the engine states."""
        ours, theirs = socket.socketpair()
        with theirs:
            descriptor = theirs.fileno()
            self.process = subprocess.Popen(
                [*self._command, str(descriptor)], pass_fds=[descriptor]
            )
        with ours:
            self._stream = ours.makefile("rwb")
        return self._call((dict(self._options),))

    def call(self, *message: Any) -> Any:
        """Return the answer of the other process; raise the exception that it raised there."""
        with self._lock:
            if self._stream is None:
                self._connect()
                self.closed = []
            # A program may be released by the garbage collector during a call.
            closed, self.closed = self.closed, []
            return self._call((closed, *message))

    def _call(self, message: Sequence[Any]) -> Any:
        try:
            _send(self._stream, message)
            kind, *answer = pickle.load(self._stream)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError) as error:
            with suppress(OSError, ValueError):
                self._stream.close()
            self._stream = None
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(_PATIENCE)
            self.process.kill()
            status = self.process.wait()
            raise RuntimeError(f"the process of the engine ended with status {status}") from error
        if kind == "declined":
            raise Declined(*answer)
        if kind == "timeout":
            raise TimeoutError
        if kind == "failed":
            name, text = answer
            raise type(name, (RuntimeError,), {})(text)
        return answer[0]

    def open(
        self, content: bytes, inputs: Sequence[TensorInfo], outputs: Sequence[TensorInfo]
    ) -> Program:
        fields = [
            [(t.name, t.dtype.str, t.shape, t.variable) for t in ts] for ts in (inputs, outputs)
        ]
        return _ExternalProgram(self, self.call("open", content, *fields), self.process)

    def lacks(self, operator: str) -> bool:
        return bool(self.call("lacks", operator))


class _ExternalProgram(Program):
    def __init__(
        self, engine: ExternalEngine, number: int, process: subprocess.Popen[bytes]
    ) -> None:
        self._engine, self._number, self._process = engine, number, process

    def run(self, inputs: Mapping[str, Array], deadline: int | None) -> Sequence[Array]:
        arrays = {name: _packed(array) for name, array in inputs.items()}
        self._require_process()
        return [_unpacked(one) for one in self._engine.call("run", self._number, arrays, deadline)]

    def placement(self) -> Mapping[str, bool] | None:
        self._require_process()
        found: Mapping[str, bool] | None = self._engine.call("placement", self._number)
        return found

    def close(self) -> None:
        if self._engine.process is self._process:
            self._engine.closed.append(self._number)

    def _require_process(self) -> None:
        if self._engine.process is not self._process:
            raise RuntimeError("the process of the engine has ended since the model was loaded")


class _Server:
    """The engine in the other interpreter."""

    def __init__(self, engine: Engine) -> None:
        self._engine, self.programs = engine, dict[int, Program]()

    def open(self, content: bytes, *fields: list[tuple[str, str, Any, bool]]) -> int:
        inputs, outputs = (
            [
                TensorInfo(name, np.dtype(dtype), shape, variable)
                for name, dtype, shape, variable in ts
            ]
            for ts in fields
        )
        number = max(self.programs, default=0) + 1
        self.programs[number] = self._engine.open(content, inputs, outputs)
        return number

    def run(self, number: int, arrays: dict[str, Any], deadline: int | None) -> list[Any]:
        inputs = {name: _unpacked(packed) for name, packed in arrays.items()}
        return [_packed(array) for array in self.programs[number].run(inputs, deadline)]

    def placement(self, number: int) -> Mapping[str, bool] | None:
        return self.programs[number].placement()

    def lacks(self, operator: str) -> bool:
        return self._engine.lacks(operator)


def _serve(file: str, attribute: str, descriptor: str) -> None:
    """Answer the calls of ``ExternalEngine`` until it closes the connection."""
    stream = socket.socket(fileno=int(descriptor)).makefile("rwb")
    server: Any = None
    while True:
        try:
            first, *message = pickle.load(stream)
        except EOFError:
            return
        answer: tuple[Any, ...]
        try:
            if server is None:
                # A file may have the name of the package that it imports.
                module = _load_file(f"engine_{Path(file).stem}", Path(file))
                engine = getattr(module, attribute)(**first)
                server = _Server(engine)
                answer = "done", {one: getattr(engine, one) for one in _STATED}
            else:
                for number in first:
                    server.programs.pop(number).close()
                answer = "done", getattr(server, message[0])(*message[1:])
        except Declined as error:
            answer = "declined", error.reason, error.nodes
        except TimeoutError:
            answer = ("timeout",)
        except BaseException as error:  # is raised in the suite's process
            answer = "failed", type(error).__name__, str(error)
        _send(stream, answer)


if __name__ == "__main__":
    _serve(*sys.argv[1:])
