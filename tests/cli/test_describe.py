"""``nn-conformance describe``: output and exit status."""

from __future__ import annotations

import json
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
    status, lines, _ = described(capsys, "Old", "--json")
    answers = json.loads("\n".join(lines))["operations"]
    assert status == 0
    assert {(a["operation"], a["supported"]) for a in answers} >= {
        ("FLOOR", True), ("TRANSPOSE", None)
    }  # fmt: skip


@pytest.mark.parametrize("isolate", [(), ("--isolate",)])
def test_answers_that_break_the_contract(
    capsys: pytest.CaptureFixture[str], isolate: tuple[str, ...], snapshot: Any
) -> None:
    status, _, err = described(capsys, "InvalidSelfDescription", *isolate)
    assert status == 1
    assert sorted(line for line in err.splitlines() if line.startswith("problem: ")) == snapshot


def test_a_call_that_does_not_return_is_limited(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = described(capsys, "Sleeps", "--isolate", "--limit", "query=0.3")
    assert status == 1
    assert "get_supported_operations" in err
