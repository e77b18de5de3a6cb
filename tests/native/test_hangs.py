"""A library that blocks in one of its functions: every case and check ends in time."""

from __future__ import annotations

import subprocess

import pytest

from conformance.checks import checks_by_area
from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.verdicts import VerdictKind
from tests.native.conftest import EXAMPLE, PLAIN_SOURCES
from tests.sample_drivers.adder_driver import add_example

# The example driver's own table, with one function replaced.
HANGS = r"""
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define NN_SUPPORT_LIBRARY
#include "nnapi.h"
NnApiSLDriverImpl *honest(void);
static void hang(void) { for (;;) pause(); }
#define TEXT_(name) #name
#define TEXT(name) TEXT_(name)
#define NAMED(result, name, parameters) \
    if (wanted && !strcmp(wanted, TEXT(name))) table.name = (result (*) parameters)hang;
NnApiSLDriverImpl *ANeuralNetworks_getSLDriverImpl(void) {
    static NnApiSLDriverImplFL5 table;
    const char *wanted = getenv("NN_HANG");
    table = *(NnApiSLDriverImplFL5 *)honest();
    NNAPI_FUNCTIONS(NAMED)
    return &table.base;
}
"""

LIMITS = ProcessLimits(query=2, prepare=2, execute=2, free=2)
OPTIONS = JudgeOptions(callback_timeout=3)
PATHS = [ExecutionPath.parse(text) for text in ("sync-fast-timed", "async-fast", "burst-fast")]
FENCED = ExecutionPath.parse("fenced-fast-timed")

QUERIES, PREPARE, ALWAYS = (
    "queries.version_string",
    "asynchronous.single_preparation_notification",
    "timing.plausible",
)
CALLS = {
    "Device_getVersion": (QUERIES, "get_version_string", False),
    "Device_getType": ("queries.device_type", "get_type", False),
    "SL_Device_getPerformanceInfo": ("queries.capabilities", "get_capabilities", False),
    "Model_create": (PREPARE, "get_supported_operations", True),
    "Model_finish": (PREPARE, "get_supported_operations", True),
    "Model_getSupportedOperationsForDevices": (PREPARE, "get_supported_operations", True),
    "Model_free": (PREPARE, "get_supported_operations", True),
    "Compilation_createForDevices": (PREPARE, "prepare_model", True),
    "Compilation_finish": (PREPARE, "prepare_model", True),
    "Compilation_setTimeout": ("qos.preparation_deadline", "prepare_model", False),
    "Memory_createFromFd": (ALWAYS, "execute_synchronously", True),
    "Execution_create": (ALWAYS, "execute_synchronously", True),
    "Execution_setInputFromMemory": (ALWAYS, "execute_synchronously", True),
    "Execution_setMeasureTiming": (ALWAYS, "execute_synchronously", True),
    "Execution_setTimeout": ("combinations.synchronous", "execute_synchronously", False),
    "Execution_compute": (ALWAYS, "execute_synchronously", True),
    "Execution_getOutputOperandRank": (ALWAYS, "execute_synchronously", True),
    "Execution_getDuration": (ALWAYS, "execute_synchronously", True),
    "Execution_free": (ALWAYS, "execute_synchronously", True),
    "Burst_create": ("bursts.configuration", "configure_execution_burst", True),
    "Execution_burstCompute": ("bursts.configuration", "no result arrived", True),
    "Event_createFromSyncFenceFd": ("timing.fence_wait_excluded", "execute_fenced", False),
    "Event_getSyncFenceFd": ("fences.no_dependencies", "execute_fenced", True),
    "Event_wait": ("fences.no_dependencies", "get_execution_info", True),
    "Execution_startComputeWithDependencies": ("fences.no_dependencies", "execute_fenced", True),
}
"""For each function: a check that calls it, the expected text, and whether examples call it."""


@pytest.fixture(scope="module")
def hanging(compiler, tmp_path_factory):
    """Return the example driver in table form, which hangs in the function that NN_HANG names."""
    folder = tmp_path_factory.mktemp("hanging")
    (folder / "hangs.c").write_text(HANGS)
    target = folder / "libhangs.so"
    flags = ["-fPIC", "-fvisibility=hidden", "-D_GNU_SOURCE", "-pthread"]
    sources = [str(EXAMPLE / f"{name}.c") for name in (*PLAIN_SOURCES, "scheduling")]
    rename = "-DANeuralNetworks_getSLDriverImpl=honest"
    objects = []
    for source in sources:
        objects.append(folder / f"{source.rsplit('/', 1)[-1]}.o")
        subprocess.run(
            [compiler, "-c", *flags, "-DNN_SUPPORT_LIBRARY", rename, "-o", objects[-1], source],
            check=True,
        )
    files = ["-I", str(EXAMPLE), "-o", target, folder / "hangs.c", *objects]
    subprocess.run([compiler, "-shared", *flags, *files, "-lm"], check=True)
    return target


CHECKS = {check.rule: check for group in checks_by_area().values() for check in group}


@pytest.mark.slow
@pytest.mark.parametrize("function", CALLS)
def test_hanging_function_gives_hang_verdict(hanging, monkeypatch, function):
    rule, expected_text, in_examples = CALLS[function]
    monkeypatch.setenv("NN_HANG", _full_name(function))
    device = IsolatedDevice(str(hanging), LIMITS)
    try:
        judge = Judge(device, OPTIONS)
        (verdict,) = CHECKS[rule].run(judge)
        verdicts = [verdict, *judge.take_late_verdicts()]
        assert {v.kind for v in verdicts} == {VerdictKind.HANG}, verdicts
        assert any(expected_text in v.reason for v in verdicts), verdicts
        if in_examples:
            paths = [FENCED] if rule.startswith("fences") else PATHS
            verdicts = judge.judge(add_example(), "add", paths) + judge.take_late_verdicts()
            assert VerdictKind.HANG in {v.kind for v in verdicts}
            assert {v.kind for v in verdicts} <= {VerdictKind.HANG, VerdictKind.PASSED}
            assert any(expected_text in v.reason for v in verdicts)
        judge.close()
    finally:
        device.close()


def _full_name(short: str) -> str:
    if short.startswith("SL_"):
        return f"SL_ANeuralNetworks{short.removeprefix('SL_')}"
    return f"ANeuralNetworks{short}"


def test_no_hang_without_nn_hang(hanging):
    device = IsolatedDevice(str(hanging), ProcessLimits())
    try:
        judge = Judge(device, JudgeOptions())
        verdicts = judge.judge(add_example(), "add", [*PATHS, FENCED])
        assert {verdict.kind for verdict in verdicts} == {VerdictKind.PASSED}, verdicts
    finally:
        device.close()
