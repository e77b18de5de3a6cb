"""Loading of ``--driver ./libx.so`` and the errors of libraries that cannot be tested."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.drivers import DriverLoadError, identify_driver, open_driver
from conformance.drivers.driver import Driver
from conformance.drivers.native.interface import FULL_NAMES, REQUIRED
from conformance.hal import Version
from tests.native.conftest import Build, Libraries

DEVICES = """
#include "nnapi.h"
struct ANeuralNetworksDevice { const char *name; int64_t level; };
static ANeuralNetworksDevice devices[] = { %(devices)s };
int ANeuralNetworks_getDeviceCount(uint32_t *count) { *count = %(count)s; return %(code)s; }
int ANeuralNetworks_getDevice(uint32_t index, ANeuralNetworksDevice **device) {
    *device = &devices[index];
    return 0;
}
int ANeuralNetworksDevice_getName(const ANeuralNetworksDevice *device, const char **name) {
    *name = device->name;
    return 0;
}
int ANeuralNetworksDevice_getFeatureLevel(const ANeuralNetworksDevice *device, int64_t *level) {
    *level = device->level;
    return 0;
}
"""
IMPLEMENTED = (
    "getDeviceCount",
    "getDevice",
    "Device_getName",
    "Device_getFeatureLevel",
)


def library_text(devices: str, count: int, code: int = 0, lacking: tuple[str, ...] = ()) -> str:
    """Return a library with every required function except ``lacking``; most of them do nothing."""
    text = DEVICES % {"devices": devices or "{0}", "count": count, "code": code}
    rest = [FULL_NAMES[name] for name in REQUIRED if name not in (*IMPLEMENTED, *lacking)]
    names = "".join(f'__asm__(".globl {name}\\n.set {name}, nothing");\n' for name in rest)
    return f"{text}int nothing(void);\nint nothing(void) {{ return 4; }}\n{names}"


def refusal(text: str) -> str:
    with pytest.raises(DriverLoadError) as caught:
        open_driver(text)
    message = str(caught.value)
    assert message.startswith(f"--driver {text}: ")
    return message.removeprefix(f"--driver {text}: ")


def test_a_library_runs_in_its_own_process_by_default(libraries: Libraries) -> None:
    driver = Driver.open(str(libraries.example))
    try:
        assert driver.process is not None
        assert driver.pid != os.getpid()
        assert driver.identity.name == "example"
    finally:
        driver.close()
    assert Driver.open(str(libraries.example), isolate=False).process is None


def test_both_interface_forms_open(libraries: Libraries) -> None:
    identities = [
        identify_driver(open_driver(str(getattr(libraries, name))))
        for name in ("example", "example_sl")
    ]
    assert identities[0] == identities[1]
    assert identities[0].problems == ()
    assert identities[0].lines()[:4] == [
        ("name", "example"),
        ("HAL version", "1.3"),
        ("driver version", "1.1"),
        ("device type", "CPU"),
    ]


def test_table_form_exports_only_the_table_function(libraries: Libraries) -> None:
    if shutil.which("nm") is None:
        pytest.skip("nm is not installed, which lists the symbols")
    listed = subprocess.run(
        ["nm", "-D", "--defined-only", str(libraries.example_sl)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert [line.split()[-1] for line in listed.splitlines()] == ["ANeuralNetworks_getSLDriverImpl"]


def test_device_is_selected_by_name(libraries: Libraries) -> None:
    assert open_driver(f"{libraries.example}#example-float").name == "example-float"
    assert "its devices are: example, example-float" in refusal(f"{libraries.example}#gpu")


def test_relative_path_and_versioned_name(
    libraries: Libraries, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(libraries.example, tmp_path / "libmine.so.1.2")
    monkeypatch.chdir(tmp_path)
    assert open_driver("libmine.so.1.2").name == "example"
    assert open_driver("./libmine.so.1.2").name == "example"


def test_cpu_device_of_runtime_is_not_the_default(build: Build) -> None:
    path = build(library_text('{"nnapi-reference", 27}, {"mine", 28}', 2))
    device = open_driver(str(path))
    assert (device.name, device.version) == ("mine", Version.V1_1)
    assert open_driver(f"{path}#nnapi-reference").version is Version.V1_0
    alone = build(library_text('{"nnapi-reference", 27}', 1), "libalone.so")
    assert open_driver(str(alone)).name == "nnapi-reference"


def test_missing_file(tmp_path: Path) -> None:
    path = f"{tmp_path}/libno.so"
    assert refusal(path) == f"the file {path} does not exist"


def test_file_that_is_not_elf(tmp_path: Path) -> None:
    path = tmp_path / "libtext.so"
    path.write_text("INPUT(-lm)")
    reason = f"{path} is not an ELF file, so it is not a shared library of this system"
    assert refusal(str(path)) == reason
    path.write_bytes(b"\x7fELF")
    assert refusal(str(path)) == reason
    path.unlink()
    path.mkdir()
    assert refusal(str(path)) == f"{path} is not a file"


@pytest.mark.parametrize(
    ("offset", "value", "expected_text"),
    [
        (18, struct.pack("<H", 183), "is built for AArch64 (64 bits), but this Python runs on "),
        (4, b"\x01", "(32 bits), but this Python runs on "),
        (16, struct.pack("<H", 1), "is an ELF file, but not a shared library"),
    ],
)
def test_elf_file_for_other_system(
    libraries: Libraries, tmp_path: Path, offset: int, value: bytes, expected_text: str
) -> None:
    data = bytearray(libraries.example.read_bytes())
    if data[4] != 2 or data[5] != 1:
        pytest.skip("needs a 64-bit little-endian system")
    data[offset : offset + len(value)] = value
    path = tmp_path / "libother.so"
    path.write_bytes(data)
    message = refusal(str(path))
    assert expected_text in message


def test_damaged_library(libraries: Libraries, tmp_path: Path) -> None:
    path = tmp_path / "libcut.so"
    path.write_bytes(libraries.example.read_bytes()[:200])
    assert refusal(str(path)).startswith(f"{path} cannot be loaded: ")


def test_missing_dependency(build: Build, tmp_path: Path) -> None:
    other = build("int other(void) { return 1; }", "liblog.so", "-Wl,-soname,liblog.so")
    path = build("int other(void); int mine(void) { return other(); }", "libneeds.so", str(other))
    other.unlink()
    message = refusal(str(path))
    assert message.startswith(f"{path} cannot be loaded: liblog.so: cannot open shared object file")
    assert message.endswith("(the library is built for Android; build it for this system)")


def test_library_without_nnapi_functions(build: Build) -> None:
    path = build("int unrelated(void) { return 1; }")
    message = refusal(str(path))
    assert "neither the NNAPI functions" in message
    assert "ANeuralNetworks_getSLDriverImpl" in message


def test_missing_functions_are_named(build: Build) -> None:
    lacking = ("Model_finish", "Execution_compute")
    path = build(library_text('{"mine", 29}', 1, lacking=lacking))
    assert refusal(str(path)) == (
        f"{path} does not export ANeuralNetworksModel_finish, ANeuralNetworksExecution_compute"
    )


def test_missing_entries_of_the_table_are_named(build: Build) -> None:
    path = build(
        "#define NN_SUPPORT_LIBRARY\n#include <stddef.h>\n"
        '#include "nnapi.h"\n'
        "static NnApiSLDriverImplFL5 table = {.base = {31}};\n"
        "NnApiSLDriverImpl *ANeuralNetworks_getSLDriverImpl(void) { return &table.base; }\n"
    )
    message = refusal(str(path))
    assert all(FULL_NAMES[name] in message for name in REQUIRED)
    assert "the table of ANeuralNetworks_getSLDriverImpl lacks" in message


@pytest.mark.parametrize(
    ("answer", "expected_text"),
    [
        ("(void *)0", "ANeuralNetworks_getSLDriverImpl returned NULL"),
        ("&head", "has feature level 30; the lowest level with a table is 31"),
    ],
)
def test_invalid_table(build: Build, answer: str, expected_text: str) -> None:
    path = build(
        "static long long head = 30;\n"
        f"void *ANeuralNetworks_getSLDriverImpl(void) {{ return {answer}; }}\n"
    )
    assert expected_text in refusal(str(path))


@pytest.mark.parametrize(
    ("devices", "count", "code", "expected_text"),
    [
        ("", 0, 0, "has no device"),
        ("", 0, 5, "ANeuralNetworks_getDeviceCount returned OP_FAILED"),
        ("", 0, 77, "ANeuralNetworks_getDeviceCount returned 77, which is not a result code"),
        (
            "",
            70000,
            0,
            "ANeuralNetworks_getDeviceCount returned 70000 devices; at most 1024 are supported",
        ),
        ('{"old", 26}', 1, 0, "device old: its feature level is 26; the lowest level is 27"),
        ("{(void *)0, 29}", 1, 0, "ANeuralNetworksDevice_getName returned NULL"),
    ],
)
def test_invalid_devices(
    build: Build, devices: str, count: int, code: int, expected_text: str
) -> None:
    assert expected_text in refusal(str(build(library_text(devices, count, code))))


def test_without_cffi(libraries: Libraries, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("conformance.drivers.native")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cffi", None)
    assert refusal(str(libraries.example)) == (
        "native libraries need cffi, which is not installed: pip install 'nn-conformance[native]'"
    )
