"""``nn-conformance init``: the files of a vendor's project, and the gate that they give."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.cli.main import main
from conformance.gate.policy import find_policy, read_waivers

SCHEMAS = {
    ".github/workflows/conformance.yml": "vendor.github-workflows",
    ".gitlab-ci.yml": "vendor.gitlab-ci",
}
_SPECS = {"python": ("floor", "relu"), "c": ("floor", "conv_2d_ends", "softmax_ends")}
GATE = {
    language: ["-q", "-p", "no:cacheprovider", *(f"--case=V1_0/{spec}/*" for spec in specs)]
    for language, specs in _SPECS.items()
}


def init(folder: Path, *more: str) -> int:
    """Run the command for a folder and return its exit status."""
    return main(["init", str(folder), *more])


@pytest.mark.parametrize("language", ["python", "c"])
def test_the_policy_and_the_waivers_are_valid(
    tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
):
    folder = tmp_path / "new" / "folder"
    assert init(folder, "--language", language) == 0
    policy, place = find_policy(folder)
    assert place == folder / "pyproject.toml"
    assert policy.waivers == "waivers.toml"
    assert policy.require.operations
    assert read_waivers(folder / "waivers.toml") == ()


@pytest.mark.parametrize("language", ["python", "c"])
@pytest.mark.parametrize(("name", "schema"), SCHEMAS.items())
def test_ci_files_follow_their_schemas(tmp_path: Path, language: str, name: str, schema: str):
    """check-jsonschema has both schemas; a file with a misspelled key is refused."""
    if importlib.util.find_spec("check_jsonschema") is None:
        pytest.skip("check-jsonschema is not installed")
    from check_jsonschema import main as check  # noqa: PLC0415 - optional

    def status(path: Path) -> Any:
        arguments = ["--builtin-schema", schema, str(path)]
        with pytest.raises(SystemExit) as ended:
            check(arguments)
        return ended.value.code

    init(tmp_path, "--language", language)
    path = tmp_path / name
    assert status(path) == 0
    text = path.read_text(encoding="utf-8")
    assert ("make" in text) == (language == "c")
    wrong = text.replace("timeout-minutes", "timeout_minutes").replace("script:", "scripts:")
    path.write_text(wrong, encoding="utf-8")
    assert status(path) == 1


@pytest.mark.slow
@pytest.mark.parametrize("language", ["python", "c"])
def test_the_gate_is_green_and_turns_red(tmp_path: Path, language: str):
    """As CI runs it, with fewer cases: green for the template, red for a wrong kernel."""
    init(tmp_path, "--language", language)

    def gate() -> subprocess.CompletedProcess[str]:
        if language == "c":
            subprocess.run(["make", "libexample.so"], cwd=tmp_path, check=True)
        return subprocess.run(
            [sys.executable, "-m", "pytest", *GATE[language]],
            cwd=tmp_path, check=False, capture_output=True, text=True, timeout=300,
        )  # fmt: skip

    if language == "c" and shutil.which("make") is None:
        pytest.skip("make is not installed")
    green = gate()
    assert green.returncode == 0, green.stdout
    file, right, bad = {
        "python": ("driver.py", "np.floor", "np.round"),
        "c": ("kernels.c", "floor(", "ceil("),
    }[language]
    source = tmp_path / file
    text = source.read_text(encoding="utf-8")
    assert right in text
    source.write_text(text.replace(right, bad), encoding="utf-8")
    red = gate()
    assert red.returncode == 1, red.stdout
    assert "FLOOR" in red.stdout
