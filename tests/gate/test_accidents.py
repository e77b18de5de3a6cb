"""Files and options by mistake: no run ends green although it did not judge what it was asked to.

Each test makes one mistake of a user in a folder with a spec of two examples, one of which the
driver computes wrongly.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from conformance.gate.policy import find_policy
from tests.gate.test_gate import DRIVER
from tests.whole_runs import run_pytest

SPEC = """
for rank in (1, 2):
    a = Input("a", ("TENSOR_FLOAT32", [2] + [1] * (rank - 1)))
    out = Output("out", ("TENSOR_FLOAT32", [2] + [1] * (rank - 1)))
    model = Model("rank%d" % rank).Operation("FLOOR", a).To(out)
    Example({a: [1.5, -1.5], out: [1.0, -2.0]}).DisableLifeTimeVariation()
"""
FAILS, USAGE = 1, 4
"""pytest's exit statuses for failed cases and for a usage error."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder in which a run is started, with the driver; the spec is beside it."""
    start = tmp_path / "start"
    start.mkdir()
    (start / "drivers.py").write_text(DRIVER)
    (tmp_path / "V1_0").mkdir()
    (tmp_path / "V1_0" / "ranks.mod.py").write_text(SPEC)
    return start


def judge(folder: Path, *arguments: str, driver: str = "drivers.py:Wrong") -> tuple[int, str]:
    """Run pytest on the spec; return the exit status and the output."""
    named = ["--driver", driver] if driver else []
    words = ["-p", "no:cacheprovider", "../V1_0", *named, *arguments]
    return run_pytest(words, folder, dict(os.environ), 120)


def test_a_case_file_does_not_hide_the_specs_beside_it(folder):
    (folder.parent / "V1_0" / "ranks.case").write_text("no case")
    status, output = judge(folder)
    assert status == FAILS
    assert "1 failed, 1 internal_error, 1 passed" in output


@pytest.mark.parametrize("place", [".."])
def test_the_policy_is_that_of_the_folder_in_which_the_run_was_started(folder, place):
    """Also if the specs are elsewhere, and if a nearer ``pyproject.toml`` has no policy."""
    (folder.parent / "V1_0" / "pyproject.toml").write_text('[tool.nn-conformance]\nhal = "1.0"\n')
    (folder / "pyproject.toml").write_text("[tool.other]\n")
    (folder / place / "pyproject.toml").write_text(
        '[tool.nn-conformance.require]\noperations = ["ADD"]\n'
    )
    status, output = judge(folder, driver="reference")
    assert status == FAILS
    assert f"policy: {(folder / place / 'pyproject.toml').resolve()}" in output
    assert "ADD" in output


@pytest.mark.parametrize(
    ("table", "driver"),
    [
        ("tool.nn_conformance", ""),
        ("tool.nn-conformance-require", "drivers.py:Wrong"),
        ("nn-conformance", "drivers.py:Wrong"),
    ],
)
def test_a_misspelt_policy_is_an_error(folder, table, driver):
    """Also if the driver is named only in that table."""
    (folder / "pyproject.toml").write_text(f'[{table}]\ndriver = "drivers.py:Wrong"\n')
    status, output = judge(folder, driver=driver)
    assert status == USAGE
    assert f"the table [{table}] is not read" in output


def test_a_policy_that_cannot_be_read_is_an_error(folder):
    (folder / "pyproject.toml").symlink_to("nowhere")
    status, output = judge(folder)
    assert status == USAGE
    assert "pyproject.toml: cannot be read" in output


def test_a_waiver_states_a_reason_and_an_issue(folder):
    entries = {"pattern": "*", "reason": " ", "issue": "B-1"}
    lines = [f'{name} = "{text}"' for name, text in entries.items()]
    (folder / "waivers.toml").write_text(
        "\n".join(["[[waiver]]", *lines, "expires = 2999-01-01", ""])
    )
    status, output = judge(folder, "--waivers", "waivers.toml")
    assert status == USAGE
    assert "waiver 1: reason is empty" in output


def test_a_run_does_not_replace_its_baseline(folder):
    assert judge(folder, "--events", "run.jsonl")[0] == FAILS
    (folder / "link.jsonl").symlink_to("run.jsonl")
    before = (folder / "run.jsonl").read_bytes()
    status, output = judge(folder, "--events", "link.jsonl", "--baseline", "run.jsonl")
    assert status == USAGE
    assert "--baseline and --events both name" in output
    assert (folder / "run.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("option", "status"),
    [
        ("--setup-plan", USAGE),
        ("--collect-only", 0),
        ("-pno:faulthandler", FAILS),
        ("-pno:terminal", FAILS),
        ("-pno:capture", FAILS),
        ("-pno:threadexception", FAILS),
    ],
)
def test_no_option_of_pytest_makes_the_run_green(folder, option, status):
    assert judge(folder, option)[0] == status


PLUGINS = """
def pytest_addoption(parser):
    parser.addoption("--reruns", type=int, default=0)
    parser.addoption("--force-flaky", action="store_true")
"""
"""The options of pytest-rerunfailures and of flaky."""


@pytest.mark.parametrize("option", ["--reruns=2", "--force-flaky"])
def test_reruns_until_a_case_passes_are_refused(folder, option):
    (folder / "reruns_plugin.py").write_text(PLUGINS)
    status, output = judge(folder, "-p", "reruns_plugin", option, driver="drivers.py:Flaky")
    assert status == USAGE
    assert "--limit retries" in output


@pytest.mark.parametrize("name", ["big.case", "big.mod.py"])
def test_a_huge_file_costs_its_own_case_only(folder, name):
    with (folder.parent / "V1_0" / name).open("wb") as file:
        file.truncate(2 << 30)
    status, output = judge(folder)
    assert status == FAILS
    assert "1 failed, 1 internal_error, 1 passed" in output


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('hal = "9.9"', "hal: unknown HAL version '9.9': expected one of 1.0, 1.1, "),
        (
            'require.features = ["brst"]',
            "require.features: there is no 'brst'; did you mean burst?",
        ),
        ('require.types = ["TENSOR_FLOAT31"]', "did you mean TENSOR_FLOAT32?"),
    ],
)
def test_an_unknown_name_in_a_policy_is_refused(tmp_path, line, message):
    (tmp_path / "pyproject.toml").write_text(f"[tool.nn-conformance]\n{line}\n")
    with pytest.raises(pytest.UsageError, match=re.escape(message)):
        find_policy(tmp_path)
