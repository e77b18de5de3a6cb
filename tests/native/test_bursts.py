"""Bursts on native libraries, with and without a burst object of the library."""

from __future__ import annotations

import ctypes
import gc
import struct
import subprocess
import time

import pytest

from conformance.bursts import BurstController, BurstRefusedError
from conformance.drivers.native import NativeDevice, open_library
from conformance.hal import DataLocation, ErrorStatus, Request, RequestArgument, SharedMemory
from tests.burst.test_drivers import floor_model, prepare
from tests.native.conftest import EXAMPLE, PLAIN_SOURCES

NONE, INVALID = ErrorStatus.NONE, ErrorStatus.INVALID_ARGUMENT

# Counts the calls; memories are those of the example driver.
BURSTS = r"""
#include "driver.h"
#define SHOWN __attribute__((visibility("default")))
struct ANeuralNetworksBurst { int unused; };
SHOWN int bursts_made, bursts_freed, bursts_computed, bursts_refused;
static struct ANeuralNetworksBurst only;

SHOWN int ANeuralNetworksBurst_create(
        ANeuralNetworksCompilation *compilation, ANeuralNetworksBurst **burst) {
    if (!compilation || bursts_refused) return ANEURALNETWORKS_OUT_OF_MEMORY;
    ++bursts_made;
    *burst = &only;
    return ANEURALNETWORKS_NO_ERROR;
}

SHOWN void ANeuralNetworksBurst_free(ANeuralNetworksBurst *burst) {
    if (burst == &only) ++bursts_freed;
}

SHOWN int ANeuralNetworksExecution_burstCompute(
        ANeuralNetworksExecution *execution, ANeuralNetworksBurst *burst) {
    if (burst != &only) return ANEURALNETWORKS_BAD_DATA;
    ++bursts_computed;
    return ANeuralNetworksExecution_compute(execution);
}
"""


@pytest.fixture(scope="module")
def with_bursts(compiler, tmp_path_factory):
    """Return the example driver with burst functions added."""
    build_folder = tmp_path_factory.mktemp("bursts")
    (build_folder / "bursts.c").write_text(BURSTS)
    sources = [str(EXAMPLE / f"{name}.c") for name in PLAIN_SOURCES]
    library = build_folder / "libbursts.so"
    flags = ["-std=c11", "-D_GNU_SOURCE", "-fPIC", "-fvisibility=hidden", "-shared"]
    files = [*sources, str(build_folder / "bursts.c")]
    command = [compiler, *flags, "-I", str(EXAMPLE), "-o", str(library), *files, "-lm"]
    subprocess.run(command, check=True, capture_output=True)
    return library


class FloorRequest:
    """A request that rounds four numbers down, with its memories."""

    def __init__(self):
        self.source, self.target = SharedMemory(16), SharedMemory(16)
        self.request = Request(
            (RequestArgument(False, DataLocation(0, 0, 16)),),
            (RequestArgument(False, DataLocation(1, 0, 16)),),
            (self.source, self.target),
        )

    def run(self, burst, *values, measure=0):
        with self.source.view() as view:
            view[:] = struct.pack("<4f", *values)
        result = burst.execute(self.request, measure)
        with self.target.view() as view:
            return result.status, struct.unpack("<4f", view)


def test_burst_object_of_library_computes(with_bursts):
    device = open_library(with_bursts)
    counted = ctypes.CDLL(str(with_bursts))

    def count(name):
        return ctypes.c_int.in_dll(counted, f"bursts_{name}").value

    model, floors = prepare(device, floor_model()), FloorRequest()
    with BurstController(model, timeout=20) as burst:
        for x in range(5):
            assert floors.run(burst, x + 0.5, -0.5, 2, 3.25) == (NONE, (x, -1, 2, 3))
        assert list(burst.slots.asked) == [(0, 1)]
        assert burst.free([floors.source, floors.target]) == 2
        assert floors.run(burst, 7.5, 1, 1, 1, measure=1) == (NONE, (7, 1, 1, 1))
        assert (count("made"), count("computed"), count("freed")) == (1, 6, 0)
    end = time.monotonic() + 60
    while not count("freed") and time.monotonic() < end:
        gc.collect()
        time.sleep(0.005)
    assert count("freed") == 1
    ctypes.c_int.in_dll(counted, "bursts_refused").value = 1
    try:
        with pytest.raises(BurstRefusedError) as caught:
            BurstController(model)
        assert caught.value.status == ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT
    finally:
        ctypes.c_int.in_dll(counted, "bursts_refused").value = 0


@pytest.fixture(params=["plain", "example", "example_sl"])
def library(request, libraries, plain):
    """Return a library without bursts, with bursts, and with bursts in the table form."""
    return plain if request.param == "plain" else getattr(libraries, request.param)


def test_any_library_can_run_bursts(library):
    device: NativeDevice = open_library(library)
    floors = FloorRequest()
    with BurstController(prepare(device, floor_model()), timeout=20) as burst:
        assert floors.run(burst, 1.5, -1.5, 2, 0) == (NONE, (1, -2, 2, 0))
        assert floors.run(burst, 0.5, 9.5, 2, 0, measure=1) == (NONE, (0, 9, 2, 0))
        short = Request(floors.request.inputs, floors.request.outputs, floors.request.pools[:1])
        assert burst.execute(short, 0).status == INVALID
        assert burst.execute(floors.request, 9).status == INVALID
        floors.target.close()
        burst.free(floors.target)
        assert burst.execute(floors.request, 0).status == INVALID
