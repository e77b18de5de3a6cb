"""A vendor's package adds a driver and a command by entry points alone."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.drivers import open_driver

PACKAGE = """
import numpy as np

from conformance.cli.command import add_plain_command
from conformance.hal import OperationType
from conformance.reference import ReferenceDevice


class Accelerator(ReferenceDevice):
    name = "accelerator"

    def compile_call(self, call):
        if call.definition.type == OperationType.FLOOR:
            return lambda inputs: [np.floor(inputs[0])]
        return super().compile_call(call)


def add_parser(verbs):
    parser = add_plain_command(verbs, "flash", flash, "load firmware into the accelerator", "")
    parser.add_argument("image", metavar="FILE", help="the firmware")


def flash(arguments):
    print(f"flashed {arguments.image}")
    return 0


def broken(verbs):
    raise OSError("no license")
"""
ENTRY_POINTS = """
[nn_conformance.drivers]
accelerator = vendor_accelerator:Accelerator

[nn_conformance.commands]
flash = vendor_accelerator:add_parser
locked = vendor_accelerator:broken
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the package in a folder on ``sys.path``, as an installer does."""
    (tmp_path / "vendor_accelerator.py").write_text(PACKAGE)
    facts = tmp_path / "vendor_accelerator-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: vendor-accelerator\nVersion: 1.0\n"
    )
    (facts / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield
    sys.modules.pop("vendor_accelerator", None)


def test_the_driver_has_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["describe"]) == 0
    assert "accelerator" in [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert type(open_driver("accelerator")).__name__ == "Accelerator"


def test_the_command_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["flash", "new.bin"]) == 0
    assert capsys.readouterr().out == "flashed new.bin\n"


def test_the_command_has_help_and_suggestions(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "load firmware into the accelerator" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["flsh", "new.bin"])
    assert "did you mean flash?" in capsys.readouterr().err


def test_a_command_that_cannot_be_loaded_leaves_the_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit, match="no license"):
        main(["locked"])
    assert main(["rules", "CONV_2D.*"]) == 0
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "no license" in capsys.readouterr().err
