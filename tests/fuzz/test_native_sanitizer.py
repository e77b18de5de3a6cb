"""Native drivers that are built for fuzzing: coverage, and reports of AddressSanitizer.

The example driver is built with clang. A copy of it writes one element beyond a block of the heap
for results of three and more dimensions.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.hal import byte_size
from fuzz.core.instrumentation import is_available
from fuzz.engines.seeds import read_seeds
from fuzz.inputs.decoder import decode

EXAMPLE = Path(__file__).parents[2] / "examples" / "native_driver"
BLOCK = "element_count(&call->result) * sizeof *out"
TOO_SMALL = "(element_count(&call->result) - (call->result.rank >= 3)) * sizeof *out"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not is_available(), reason="atheris is not installed"),
    pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not installed"),
]


def build(source, folder):
    folder.mkdir()
    command = ["make", "-s", "-C", str(source), f"OUT={folder}", "fuzz"]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    if "libclang_rt" in built.stderr:
        pytest.skip("clang has no sanitizer libraries")
    assert built.returncode == 0, built.stderr
    return folder / "libexample_fuzz.so"


def environment(**more):
    atheris = importlib.import_module("atheris")
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "LD_PRELOAD": str(Path(atheris.path()) / "asan_with_fuzzer.so"),
        "ASAN_OPTIONS": "detect_leaks=0",
        **more,
    }


def test_the_coverage_of_a_native_driver_guides_the_engine(tmp_path):
    library = build(EXAMPLE, tmp_path / "library")
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    for number, seed in enumerate(sorted(read_seeds("native"), key=len)[:5]):
        (corpus / str(number)).write_bytes(seed)
    done = subprocess.run(
        [sys.executable, "-m", "fuzz.targets", "native", "-runs=6", str(corpus)],
        env=environment(NN_CONFORMANCE_FUZZ_DRIVER=str(library)),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    counters = [
        int(number) for number in re.findall(r"\((\d+) inline 8-bit counters\)", done.stderr)
    ]
    # The C sources have some thousand branches; the Python modules are counted separately.
    assert any(number > 1000 for number in counters), done.stderr[:2000]


def test_an_overflow_of_the_heap_is_a_finding_with_the_report(tmp_path):
    source = tmp_path / "source"
    shutil.copytree(EXAMPLE, source)
    text = (source / "execution.c").read_text(encoding="utf-8")
    assert text.count(BLOCK) == 1
    (source / "execution.c").write_text(text.replace(BLOCK, TOO_SMALL), encoding="utf-8")
    library = build(source, tmp_path / "library")
    report = tmp_path / "report.json"
    done = subprocess.run(
        [
            *(sys.executable, "-c"),
            "from conformance.cli.main import main; raise SystemExit(main())",
            *("fuzz", str(library), "--target", "native", "--budget", "4s"),
            *("--json", str(report), "--engine", "atheris"),
        ],
        env=environment(),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    findings = json.loads(report.read_text(encoding="utf-8"))["findings"]
    signature = "crash process.alive AddressSanitizer: heap-buffer-overflow "
    found = [entry for entry in findings if entry["signature"].startswith(signature)]
    assert found, findings
    assert "WRITE of size 8" in found[0]["reason"]
    assert "run_operation" in found[0]["reason"]
    assert found[0]["reproduced"]
    model = decode((tmp_path / found[0]["input"]).read_bytes()).model.main
    assert any(len(o.dimensions) >= 3 and byte_size(o.type, o.dimensions) for o in model.operands)
