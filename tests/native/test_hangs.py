"""A library that blocks in any one of its functions: every case and check ends in bounded time."""

from __future__ import annotations

import subprocess

import pytest

from conformance.drivers.process import IsolatedDevice, Limits
from conformance.harness import Judge, Kind, Options
from conformance.harness.path import Path
from conformance.suite import areas
from tests.harness.fakes import add_example
from tests.native.conftest import EXAMPLE, PLAIN_SOURCES

# The driver's own table, with one function in place of another.
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

LIMITS = Limits(query=0.5, prepare=0.5, execute=0.5, free=0.5)
OPTIONS = Options(callback_timeout=0.5)
PATHS = [Path.parse(text) for text in ("sync-fast-timed", "async-fast", "burst-fast")]
FENCED = Path.parse("fenced-fast-timed")

QUERIES, PREPARE, ALWAYS = "queries.version_string", "asynchronous.prepared_once", "timing.order"
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
    "Compilation_setTimeout": ("qos.preparing", "prepare_model", False),
    "Memory_createFromFd": (ALWAYS, "execute_synchronously", True),
    "Execution_create": (ALWAYS, "execute_synchronously", True),
    "Execution_setInputFromMemory": (ALWAYS, "execute_synchronously", True),
    "Execution_setMeasureTiming": (ALWAYS, "execute_synchronously", True),
    "Execution_setTimeout": ("qos.executing", "execute_synchronously", False),
    "Execution_compute": (ALWAYS, "execute_synchronously", True),
    "Execution_getOutputOperandRank": (ALWAYS, "execute_synchronously", True),
    "Execution_getDuration": (ALWAYS, "execute_synchronously", True),
    "Execution_free": (ALWAYS, "execute_synchronously", True),
    "Burst_create": ("bursts.configured", "configure_execution_burst", True),
    "Execution_burstCompute": ("bursts.configured", "no result came", True),
    "Event_createFromSyncFenceFd": ("fences.signalled", "execute_fenced", False),
    "Event_getSyncFenceFd": ("fences.plain", "execute_fenced", True),
    "Event_wait": ("fences.plain", "get_execution_info", True),
    "Execution_startComputeWithDependencies": ("fences.plain", "execute_fenced", True),
}
"""By function: a check that comes by it, what is said, and whether an example does too."""


@pytest.fixture(scope="module")
def hanging(compiler, tmp_path_factory):
    """The example driver by its table, hanging in the function that NN_HANG names."""
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


CHECKS = {check.rule: check for group in areas().values() for check in group}


@pytest.mark.parametrize("function", CALLS)
def test_every_call_is_bounded(hanging, monkeypatch, function):
    by, said, in_examples = CALLS[function]
    monkeypatch.setenv("NN_HANG", _full(function))
    device = IsolatedDevice(str(hanging), LIMITS)
    try:
        judge = Judge(device, OPTIONS)
        (verdict,) = CHECKS[by].judge(judge, device.version)
        told = [verdict, *judge.take_late()]
        assert {v.kind for v in told} == {Kind.HANG}, told
        assert any(said in v.reason for v in told), told
        if in_examples:
            paths = [FENCED] if by.startswith("fences") else PATHS
            told = judge.judge(add_example(), "add", paths) + judge.take_late()
            assert Kind.HANG in {v.kind for v in told}
            assert {v.kind for v in told} <= {Kind.HANG, Kind.PASSED}
            assert any(said in v.reason for v in told)
        judge.close()
    finally:
        device.close()


def _full(short: str) -> str:
    if short.startswith("SL_"):
        return f"SL_ANeuralNetworks{short.removeprefix('SL_')}"
    return f"ANeuralNetworks{short}"


def test_without_a_wish_it_hangs_nowhere(hanging):
    device = IsolatedDevice(str(hanging), Limits())
    try:
        judge = Judge(device, Options())
        told = judge.judge(add_example(), "add", [*PATHS, FENCED])
        assert {verdict.kind for verdict in told} == {Kind.PASSED}, told
    finally:
        device.close()
