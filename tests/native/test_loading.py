"""From ``--driver ./libx.so`` to a device, and every way in which that can go wrong."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.drivers import DriverLoadError, identify, open_driver
from conformance.drivers.native.interface import FULL, REQUIRED
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
OWN = (
    "getDeviceCount",
    "getDevice",
    "Device_getName",
    "Device_getFeatureLevel",
)


def library_text(devices: str, count: int, code: int = 0, lacking: tuple[str, ...] = ()) -> str:
    """A library that offers every required function (but ``lacking``) and does nothing in most."""
    text = DEVICES % {"devices": devices or "{0}", "count": count, "code": code}
    rest = [FULL[name] for name in REQUIRED if name not in (*OWN, *lacking)]
    names = "".join(f'__asm__(".globl {name}\\n.set {name}, nothing");\n' for name in rest)
    return f"{text}int nothing(void);\nint nothing(void) {{ return 4; }}\n{names}"


def refusal(text: str) -> str:
    with pytest.raises(DriverLoadError) as caught:
        open_driver(text)
    message = str(caught.value)
    assert message.startswith(f"--driver {text}: ")
    return message.removeprefix(f"--driver {text}: ")


def test_both_forms_open(libraries: Libraries) -> None:
    identities = []
    for name, form in (("example", "exported functions"), ("example_sl", "support library table")):
        device = open_driver(str(getattr(libraries, name)))
        assert getattr(device, "form", None) == form
        identities.append(identify(device))
    assert identities[0] == identities[1]
    assert identities[0].problems == ()
    assert identities[0].lines()[:4] == [
        ("name", "example"),
        ("HAL version", "1.3"),
        ("driver version", "1.0"),
        ("device type", "CPU"),
    ]


def test_the_table_form_exports_nothing_else(libraries: Libraries) -> None:
    if shutil.which("nm") is None:
        pytest.skip("there is no nm to list symbols with")
    listed = subprocess.run(
        ["nm", "-D", "--defined-only", str(libraries.example_sl)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert [line.split()[-1] for line in listed.splitlines()] == ["ANeuralNetworks_getSLDriverImpl"]


def test_a_device_by_its_name(libraries: Libraries) -> None:
    assert open_driver(f"{libraries.example}#example-float").name == "example-float"
    assert "it has example, example-float" in refusal(f"{libraries.example}#gpu")


def test_a_relative_path_and_a_versioned_name(
    libraries: Libraries, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(libraries.example, tmp_path / "libmine.so.1.2")
    monkeypatch.chdir(tmp_path)
    assert open_driver("libmine.so.1.2").name == "example"
    assert open_driver("./libmine.so.1.2").name == "example"


def test_the_runtimes_own_device_is_not_the_first_choice(build: Build) -> None:
    path = build(library_text('{"nnapi-reference", 27}, {"mine", 28}', 2))
    device = open_driver(str(path))
    assert (device.name, device.version) == ("mine", Version.V1_1)
    assert open_driver(f"{path}#nnapi-reference").version is Version.V1_0
    alone = build(library_text('{"nnapi-reference", 27}', 1), "libalone.so")
    assert open_driver(str(alone)).name == "nnapi-reference"


def test_no_file(tmp_path: Path) -> None:
    assert refusal(f"{tmp_path}/libno.so") == f"there is no file {tmp_path}/libno.so"


def test_no_elf_file(tmp_path: Path) -> None:
    path = tmp_path / "libtext.so"
    path.write_text("INPUT(-lm)")
    assert refusal(str(path)) == f"{path} is no ELF file, so no shared library of this system"
    path.write_bytes(b"\x7fELF")
    assert "is no ELF file" in refusal(str(path))
    path.unlink()
    path.mkdir()
    assert refusal(str(path)) == f"{path} is no file"


@pytest.mark.parametrize(
    ("at", "value", "said"),
    [
        (18, struct.pack("<H", 40), "is for ARM (64 bits), this Python runs on "),
        (4, b"\x01", r"is for .* \(32 bits\), this Python runs on .* \(64 bits\)"),
        (16, struct.pack("<H", 1), "is an ELF file, but no shared library"),
    ],
)
def test_another_kind_of_elf_file(
    libraries: Libraries, tmp_path: Path, at: int, value: bytes, said: str
) -> None:
    data = bytearray(libraries.example.read_bytes())
    if data[4] != 2 or data[5] != 1:
        pytest.skip("needs a 64-bit little-endian system")
    data[at : at + len(value)] = value
    path = tmp_path / "libother.so"
    path.write_bytes(data)
    message = refusal(str(path))
    assert re.search(said if at == 4 else re.escape(said), message), message


def test_a_damaged_library(libraries: Libraries, tmp_path: Path) -> None:
    path = tmp_path / "libcut.so"
    path.write_bytes(libraries.example.read_bytes()[:200])
    assert refusal(str(path)).startswith(f"{path} cannot be loaded: ")


def test_a_library_that_needs_another(build: Build, tmp_path: Path) -> None:
    other = build("int other(void) { return 1; }", "liblog.so", "-Wl,-soname,liblog.so")
    path = build("int other(void); int mine(void) { return other(); }", "libneeds.so", str(other))
    other.unlink()
    message = refusal(str(path))
    assert message.startswith(f"{path} cannot be loaded: liblog.so: cannot open shared object file")
    assert message.endswith("(it is built for Android; a build for this system is needed)")


def test_none_of_the_functions(build: Build) -> None:
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
    assert all(FULL[name] in message for name in REQUIRED)
    assert "the table of ANeuralNetworks_getSLDriverImpl lacks" in message


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("(void *)0", "ANeuralNetworks_getSLDriverImpl returned NULL"),
        ("&head", "has feature level 30, the first that has a table is 31"),
    ],
)
def test_a_table_that_is_none(build: Build, answer: str, said: str) -> None:
    path = build(
        "static long long head = 30;\n"
        f"void *ANeuralNetworks_getSLDriverImpl(void) {{ return {answer}; }}\n"
    )
    assert said in refusal(str(path))


@pytest.mark.parametrize(
    ("devices", "count", "code", "said"),
    [
        ("", 0, 0, "has no device"),
        ("", 0, 5, "ANeuralNetworks_getDeviceCount returned OP_FAILED"),
        ("", 0, 77, "ANeuralNetworks_getDeviceCount returned 77, which is no result code"),
        ("", 70000, 0, "ANeuralNetworks_getDeviceCount says 70000 devices"),
        ('{"old", 26}', 1, 0, "device old: its feature level is 26, the lowest there is 27"),
        ("{(void *)0, 29}", 1, 0, "ANeuralNetworksDevice_getName gave NULL"),
    ],
)
def test_devices_that_make_no_sense(
    build: Build, devices: str, count: int, code: int, said: str
) -> None:
    assert said in refusal(str(build(library_text(devices, count, code))))


def test_without_cffi(libraries: Libraries, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [n for n in sys.modules if n.startswith("conformance.drivers.native")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cffi", None)
    assert refusal(str(libraries.example)) == (
        "a native library is reached through cffi, which is not installed: "
        "pip install 'nn-conformance[native]'"
    )
