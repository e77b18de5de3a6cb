"""``nn-conformance describe``: output and exit status."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from conformance.cli.main import main
from tests.sample_drivers import describable_drivers

DRIVERS = Path(describable_drivers.__file__)


def described(
    capsys: pytest.CaptureFixture[str], driver: str, *more: str
) -> tuple[int, list[str], str]:
    """Run the command; return its exit status, its output lines and standard error."""
    named = f"{DRIVERS}:{driver}" if driver[0].isupper() else driver
    status = main(["describe", named, *more])
    out, err = capsys.readouterr()
    return status, out.splitlines(), err


def row(lines: list[str], label: str) -> str:
    """Return the rest of the only line that starts with ``label``."""
    (found,) = [line for line in lines if line.startswith(label)]
    return found.removeprefix(label).strip()


def test_output_lists_declarations_and_supported_operations(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, lines, err = described(capsys, "DeclaresEverything")
    assert (status, err) == (0, "")
    assert row(lines, "name") == "talkative"
    assert row(lines, "HAL version") == "1.3"
    assert row(lines, "driver version") == "4.2"
    assert row(lines, "device type") == "ACCELERATOR"
    assert row(lines, "status") == "AVAILABLE"
    assert row(lines, "cache files") == "2 model, 1 data"
    assert row(lines, "extensions") == "com.example.matrix"
    assert row(lines, "  com.example.matrix") == "1, 7"
    assert row(lines, "TENSOR_FLOAT32").split() == ["0.25", "0.125"]
    assert row(lines, "relaxed float32 to float16 scalar").split() == ["2", "3"]
    assert row(lines, "while").split() == ["2", "3"]
    assert row(lines, "FLOOR") == "FLOAT32"
    assert row(lines, "RELU ") == "FLOAT32 QUANT8_ASYMM QUANT8_ASYMM_SIGNED"
    # The driver supports only those of the eight forms of CONV_2D that have seven operands.
    taken = re.match(r"FLOAT16\((\d)/8\) ", row(lines, "CONV_2D"))
    assert taken is not None
    assert 0 < int(taken[1]) < 8
    refused = row(lines, "not supported:").split(", ")
    assert {"ADD", "TANH", "LSTM", "WHILE"} <= set(refused)
    assert {"FLOOR", "RELU", "CONV_2D", "PACK"}.isdisjoint(refused)
    assert row(lines, "not queried:").split(", ") == [
        "BATCH_MATMUL", "PACK", "MIRROR_PAD", "REVERSE",
    ]  # fmt: skip


def test_json_has_every_answer(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = described(capsys, "DeclaresEverything", "--json")
    result: dict[str, Any] = json.loads("\n".join(lines))
    assert status == 0
    assert result["name"] == "talkative"
    assert result["hal_version"] == "1.3"
    assert result["cache_files"] == {"model": 2, "data": 1}
    assert {"of": "TENSOR_FLOAT32", "exec_time": 0.25, "power_usage": 0.125} in result[
        "capabilities"
    ]
    assert result["extensions"][0]["operand_types"][0] == {
        "type": 1, "is_tensor": True, "byte_size": 2,
    }  # fmt: skip
    answers = {(a["operation"], a["type"], a["form"]): a for a in result["operations"]}
    assert answers["FLOOR", "TENSOR_FLOAT32", "default"]["supported"] is True
    assert answers["FLOOR", "TENSOR_FLOAT16", "default"]["supported"] is False
    assert answers["REVERSE", "TENSOR_FLOAT32", "default"]["supported"] is None
    assert answers["FLOOR", "TENSOR_FLOAT32", "default"]["case"].startswith("V1_0/floor")


def test_the_reference_driver_supports_every_model(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = described(capsys, "reference", "--json")
    result = json.loads("\n".join(lines))
    assert status == 0
    assert len({a["operation"] for a in result["operations"]}) > 100
    assert all(answer["supported"] for answer in result["operations"])


def test_an_old_driver_is_asked_only_about_operations_of_its_version(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, lines, _ = described(capsys, "Old")
    assert status == 0
    assert row(lines, "FLOOR") == "FLOAT32"
    assert row(lines, "cache files") == "none"
    assert "TRANSPOSE" in row(lines, "not queried:").split(", ")


@pytest.mark.parametrize("isolate", [(), ("--isolate",)])
def test_answers_that_break_the_contract(
    capsys: pytest.CaptureFixture[str], isolate: tuple[str, ...]
) -> None:
    status, lines, err = described(capsys, "InvalidSelfDescription", *isolate)
    problems = [line for line in err.splitlines() if line.startswith("problem: ")]
    assert status == 1
    for result in (
        "get_version_string answered an empty text",
        "get_status raised OSError: no such register",
        "get_capabilities answered 'fast' (str); Capabilities was expected",
        "get_number_of_cache_files_needed answered (-1, 0)",
        "get_supported_operations returned 2 flags for 1 operations",
    ):
        assert [line for line in problems if result in line], result
    assert row(lines, "status") == "?"
    assert row(lines, "ADD").startswith("FLOAT16 FLOAT32")
    assert "FLOOR" in row(lines, "not queried:").split(", ")


def test_a_call_that_does_not_return_is_limited(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, err = described(capsys, "Sleeps", "--isolate", "--limit", "query=0.3")
    assert status == 1
    assert row(lines, "name") == "sleeps"
    assert "get_supported_operations" in err
    assert "not called for the remaining samples" in err


def test_without_a_driver(capsys: pytest.CaptureFixture[str]) -> None:
    for driver in ("Broken", "nothing-like-it"):
        status, lines, err = described(capsys, driver)
        assert (status, lines) == (4, [])
        assert err
        assert "Traceback" not in err or "no such accelerator" in err


def test_limits_require_isolation(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["describe", "reference", "--limit", "query=1"])
    assert end.value.code == 2
    assert "add --isolate" in capsys.readouterr().err
