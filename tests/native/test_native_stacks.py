"""Crashes of native drivers name the C function, the fault and the NNAPI call.

The faults and the functions in which they happen are those of ``examples/native_driver/fault.c``;
the kernel defines which signal each of them causes.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from conformance.cases import load_examples
from conformance.cases.example import Example
from conformance.drivers.crash_stacks.handler import add_preload, handler_library, has_sanitizer
from conformance.drivers.crash_stacks.report import take_native_stack
from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath, resolve_paths
from conformance.plugin.items import format_verdict
from conformance.verdicts import Verdict, VerdictKind
from tests.native.conftest import Build, Libraries

SPEC = """
for operation in ("FLOOR", "LOGISTIC", "RELU", "RELU1", "TANH", "RELU6"):
    x = Input("x", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
    y = Output("y", ("TENSOR_FLOAT32", [2]))
    model = Model(operation).Operation(operation, x).To(y)
    Example({x: [0, 0], y: [0, 0]}, model=model, name=operation).DisableLifeTimeVariation()
"""


@dataclass(frozen=True)
class Fault:
    """A fault of the library, where it happens, along which path, and what the verdict says."""

    kind: str
    stage: str
    path: str
    end: str
    function: str
    fault: str = ""
    call: str = "ANeuralNetworksExecution_compute(execution 0x"


EXECUTE, PREPARE = "execute", "prepare"
FAULTS = {
    "FLOOR": Fault(
        "crash", EXECUTE, "sync-low", "SIGSEGV", "fault_point",
        "write to unmapped address 0x10 (a null pointer)",
    ),
    "LOGISTIC": Fault(
        "abort", PREPARE, "sync-low", "SIGABRT", "fault_point",
        call="ANeuralNetworksCompilation_finish(compilation 0x",
    ),
    "RELU": Fault("fpe", EXECUTE, "async-low", "SIGFPE", "fault_point"),
    "RELU1": Fault("stack", EXECUTE, "sync-low", "SIGSEGV", "deeper", "stack overflow"),
    "TANH": Fault(
        "stack", EXECUTE, "fenced-low", "SIGSEGV", "deeper", "stack overflow", "none: a thread of"
    ),
    "RELU6": Fault("exit", EXECUTE, "sync-low", "exit status 3", "fault_point"),
}  # fmt: skip


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Example]:
    spec = tmp_path_factory.mktemp("spec") / "V1_3" / "calls.mod.py"
    spec.parent.mkdir()
    spec.write_text(SPEC, encoding="utf-8")
    found = list(load_examples(spec))
    assert len(found) == len(FAULTS)
    return dict(zip(FAULTS, found, strict=True))


@pytest.fixture
def device(libraries: Libraries, monkeypatch: pytest.MonkeyPatch) -> Iterator[IsolatedDevice]:
    if handler_library() is None:
        pytest.skip("needs addr2line, and a compiler for the library that writes native stacks")
    faults = ",".join(f"{f.kind}:{name}@{f.stage}" for name, f in FAULTS.items())
    monkeypatch.setenv("NN_FAULT", faults)
    device = IsolatedDevice(str(libraries.faulty), ProcessLimits(restarts=100))
    yield device
    device.close()


def run_case(device: IsolatedDevice, name: str, example: Example, path: str) -> Verdict:
    judge = Judge(device, JudgeOptions(callback_timeout=60.0))
    paths: tuple[ExecutionPath, ...] = resolve_paths(judge.version, name, (path,))
    (verdict,) = judge.judge(example, name, paths)
    judge.close()
    return verdict


def test_a_crash_names_the_c_function_the_fault_and_the_nnapi_call(
    device: IsolatedDevice, examples: dict[str, Example]
) -> None:
    for name, fault in FAULTS.items():
        verdict = run_case(device, name, examples[name], fault.path)
        text = format_verdict(verdict)
        assert verdict.kind is VerdictKind.CRASH, text
        assert fault.end in verdict.reason, text
        assert f", in {fault.function}" in verdict.reason, text
        assert " of libfaulty.so" in verdict.reason, text
        assert any(fault.function in line for line in verdict.details["native_stack"]), text
        assert verdict.details.get("fault", "").startswith(fault.fault), text
        called = [line for line in verdict.details["nnapi_call"] if fault.call in line]
        if fault.kind != "stack" or fault.path != "fenced-low":
            assert called, text
        # The user reads the driver's frames and not those of the suite.
        assert "conformance/" not in text, text
        assert "native stack:" in text
        assert "NNAPI call:" in text


def test_a_recursion_is_one_line(device: IsolatedDevice, examples: dict[str, Example]) -> None:
    verdict = run_case(device, "RELU1", examples["RELU1"], "sync-low")
    assert len(verdict.details["native_stack"]) < 6
    assert any("times in a row)" in line for line in verdict.details["native_stack"])


CRASHES = r"""
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
static void __attribute__((noinline)) call_pointer(void (*f)(void)) { f(); __asm__ volatile(""); }
static int __attribute__((noinline)) divide(volatile int a, volatile int b) { return a / b; }
static int __attribute__((noinline)) recurse(int depth) {
    volatile char frame[1024];
    frame[0] = (char)depth;
    return recurse(depth + 1) + frame[0];
}
static void *in_thread(void *kind) {
    if (kind) abort();
    return (void *)(long)recurse(0);
}
static void __attribute__((noinline)) end_now(void) { _Exit(7); }
void crash(int kind) {
    pthread_t thread;
    if (kind == 0) call_pointer(NULL);
    if (kind == 1) divide(1, 0), raise(SIGFPE);
    if (kind == 2) recurse(0);
    if (kind == 3 || kind == 4) {
        pthread_create(&thread, NULL, in_thread, kind == 3 ? NULL : &thread);
        pthread_join(thread, NULL);
    }
    if (kind == 5) end_now();
}
"""
CALLER = """
import ctypes
import os

import numpy as np

from conformance.hal import OperationType, Version
from conformance.driver_sdk import SimpleDriver

library = ctypes.CDLL({library!r})


class Caller(SimpleDriver):
    name = "caller"
    version = Version.V1_3
    version_string = "1"

    def supports(self, operation):
        return operation.type == OperationType.FLOOR

    def run(self, operation, inputs):
        library.crash(int(os.environ["NN_CRASH"]))
        return np.floor(inputs[0])
"""


@pytest.mark.parametrize(
    ("kind", "end", "function"),
    [
        (0, "SIGSEGV", "call_pointer"),
        pytest.param(1, "SIGFPE", "divide", marks=pytest.mark.slow),
        pytest.param(2, "SIGSEGV", "recurse", marks=pytest.mark.slow),
        pytest.param(3, "SIGSEGV", "recurse", marks=pytest.mark.slow),
        (4, "SIGABRT", "in_thread"),
        pytest.param(5, "exit status 7", "end_now", marks=pytest.mark.slow),
    ],
)
def test_a_library_that_a_python_driver_calls(
    kind: int,
    end: str,
    function: str,
    build: Build,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    examples: dict[str, Example],
) -> None:
    """The functions are static, so that only ``addr2line`` finds their names."""
    if handler_library() is None or shutil.which("addr2line") is None:
        pytest.skip("the library that writes native stacks cannot be built here")
    library = build(
        CRASHES, "libcrashes.so", "-g", "-O1", "-pthread", "-fno-optimize-sibling-calls"
    )
    driver = tmp_path / "caller.py"
    driver.write_text(CALLER.format(library=str(library)), encoding="utf-8")
    monkeypatch.setenv("NN_CRASH", str(kind))
    device = IsolatedDevice(f"{driver}:Caller", ProcessLimits())
    try:
        verdict = run_case(device, "FLOOR", examples["FLOOR"], "sync-low")
    finally:
        device.close()
    text = format_verdict(verdict)
    assert end in verdict.reason, text
    assert f"in {function}" in verdict.reason, text
    assert "of libcrashes.so" in verdict.reason, text
    # The frame of the Python driver that made the call stays, those of the suite do not. An exit
    # leaves no frames of Python.
    frames = "\n".join(verdict.details.get("trace", ()))
    assert "/conformance/" not in frames
    assert ("caller.py" in frames) == ("signal" in verdict.details)


HEAD = "native-stack\t0xb\t0x1\t0x10\twrite\t0x7f"


@pytest.mark.parametrize(
    ("frames", "function"),
    [
        (["frame\t/usr/lib/libx.so\t0x40\tfn\t0x4"], "fn+0x4 of libx.so"),
        (["frame\t/l/libc.so.6\t0x40\tabort\t0x4", "frame\t/d/libx.so.1\t0x9\t\t0x0"],
         "libx.so.1+0x9"),
        (["frame\t/l/libc.so.6\t0x40\tmemcpy\t0x4", "frame\t/d/_cffi_backend.so\t0x9\t\t0x0"], ""),
        (["frame\t?\t0x0\t\t0x0", "frame\t/d/libx.so\t0x9\tcaller\t0x2"], "caller+0x2 of libx.so"),
        ([], ""),
        (["frame\tx", "frame\t/a\tzz\tb\t0x1"], ""),
    ],
)  # fmt: skip
def test_the_innermost_function_outside_the_c_library_is_named(
    frames: list[str], function: str
) -> None:
    trace = ["before", HEAD, *frames, "nnapi-call\tf(x)", "native-end", "", "Fatal Python error"]
    stack = take_native_stack(trace)
    assert stack is not None
    assert stack.function == function
    assert stack.call == ("f(x)",)
    assert trace == ["before", "", "Fatal Python error"]


def test_an_interrupted_stack_keeps_the_trace_of_python() -> None:
    trace = [
        HEAD,
        "frame\t/d/libx.so\t0x9\tf\t0x2",
        "Fatal Python error",
        '  File "a", line 1 in b',
    ]
    stack = take_native_stack(trace)
    assert stack is not None
    assert stack.function == "f+0x2 of libx.so"
    assert trace == ["Fatal Python error", '  File "a", line 1 in b']
    assert take_native_stack(trace) is None


def test_a_preloaded_sanitizer_keeps_its_own_handlers() -> None:
    environment = {"LD_PRELOAD": "/usr/lib/libasan.so.8"}
    add_preload(environment)
    assert environment == {"LD_PRELOAD": "/usr/lib/libasan.so.8"}
    assert has_sanitizer("/a/libclang_rt.ubsan_standalone-x86_64.so")
    assert not has_sanitizer("/a/libjemalloc.so")
    assert not has_sanitizer(str(Path(os.devnull)))
