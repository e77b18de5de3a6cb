"""Fuzz campaigns: findings, crashes, known findings, resume and errors of the command."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from conformance.cases.casefile import read_case
from conformance.checks.sample_models import addition_model
from conformance.cli import main as command
from fuzz.campaigns.results import KnownFileError, read_known
from fuzz.core.finding import KnownFinding
from fuzz.core.instrumentation import is_available
from fuzz.core.leaks import CHECK_EVERY
from fuzz.core.session import FuzzSession
from fuzz.engines.seeds import read_seeds
from fuzz.inputs.decoder import decode
from fuzz.inputs.encoder import encode
from fuzz.targets import load_target

DRIVER = '''
import os, signal, time
from conformance.hal import ErrorStatus, OperationType
from conformance.reference import ReferenceDevice

class Crashing(ReferenceDevice):
    """The reference that ends its process for a scale above 100."""
    def get_supported_operations(self, model):
        if any(o.scale > 100 for o in model.main.operands):
            os.kill(os.getpid(), signal.SIGSEGV)
        return super().get_supported_operations(model)

class Hanging(ReferenceDevice):
    """The reference that does not return for a scale above 100."""
    def get_supported_operations(self, model):
        if any(o.scale > 100 for o in model.main.operands):
            time.sleep(3600)
        return super().get_supported_operations(model)

class Leaking(ReferenceDevice):
    """The reference that keeps a descriptor for each model with a scale above 0."""
    def get_supported_operations(self, model):
        if any(o.scale > 0 for o in model.main.operands):
            os.open("/dev/null", os.O_RDONLY)
        return super().get_supported_operations(model)

class Lenient(ReferenceDevice):
    """The reference without the rule of zero points."""
    tolerated_rules = ReferenceDevice.tolerated_rules | {"operand.zero_point"}

def missing():
    raise RuntimeError("no hardware")
'''


@pytest.fixture
def driver(tmp_path):
    path = tmp_path / "fuzzed.py"
    path.write_text(DRIVER, encoding="utf-8")
    return lambda name: f"{path}:{name}"


def run(*arguments):
    """Run ``nn-conformance fuzz`` in this process and return its exit status."""
    try:
        return command.main(["fuzz", *map(str, arguments)])
    except SystemExit as end:
        return end.code


def report_of(folder):
    return json.loads((folder / "report.json").read_text(encoding="utf-8"))


def fuzz(driver, folder, *more, target="model", budget="4s"):
    """Run a campaign with the random engine; return the exit status and the report."""
    folder.mkdir(exist_ok=True)
    status = run(
        *(driver, "--target", target, "--budget", budget, "--engine", "random"),
        *("--output", folder / "run", "--json", folder / "report.json", *more),
    )
    return status, report_of(folder)


@pytest.mark.slow
def test_a_switched_off_rule_is_found_minimised_and_run_again(driver, tmp_path, capsys):
    status, report = fuzz(driver("Lenient"), tmp_path / "a", budget="8s")
    assert status == 1
    (finding,) = report["findings"]
    assert finding["rule"] == "operand.zero_point"
    assert finding["reproduced"]
    small = decode(Path(finding["input"]).read_bytes()).model
    assert len(small.main.operands) <= 12
    assert read_case(finding["case"]).failures[0].rule == "operand.zero_point"
    assert report["executions"] > 100
    assert "operand.zero_point" not in report["rules"]["unreached"]
    capsys.readouterr()
    again = run(driver("Lenient"), "--target", "model", "--input", finding["input"])
    assert again == 1
    assert "failed operand.zero_point" in capsys.readouterr().out
    assert run("reference", "--target", "model", "--input", finding["input"]) == 0
    # The waiver suppresses it; a resumed campaign keeps what it has found.
    waivers = tmp_path / "waivers.toml"
    waivers.write_text(
        '[[waiver]]\npattern = "fuzz/model/failed operand.zero_point*"\nreason = "known"\n'
        'issue = "X-1"\nexpires = 2999-01-01\n',
        encoding="utf-8",
    )
    status, waived = fuzz(driver("Lenient"), tmp_path / "b", "--waivers", waivers)
    assert (status, waived["findings"]) == (0, [])
    status, resumed = fuzz(driver("Lenient"), tmp_path / "a", budget="3s")
    assert status == 1
    assert [entry["rule"] for entry in resumed["findings"]] == ["operand.zero_point"]
    assert resumed["executions"] > report["executions"]


def crashing_input(scale=1000.0):
    model = addition_model()
    first, *others = model.main.operands
    main = replace(model.main, operands=(replace(first, scale=scale), *others))
    return encode(replace(model, main=main))


def start_with(folder, *inputs):
    """Write inputs into the corpus that run before the seeds."""
    corpus = folder / "run" / "corpus"
    corpus.mkdir(parents=True)
    for number, data in enumerate(inputs):
        (corpus / f"0{number}").write_bytes(data)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["random", "atheris"])
def test_a_driver_that_crashes_in_the_process_of_the_worker_is_survived(driver, tmp_path, engine):
    if engine == "atheris" and not is_available():
        pytest.skip("atheris is not installed")
    start_with(tmp_path / "a", crashing_input())
    more = "--engine", engine
    status, report = fuzz(driver("Crashing"), tmp_path / "a", *more, budget="4s")
    assert status == 1
    (finding,) = report["findings"]
    assert finding["signature"] == "crash process.alive SIGSEGV get_supported_operations"
    assert finding["reproduced"]
    assert report["worker_restarts"] >= 1
    operands = decode(Path(finding["input"]).read_bytes()).model.main.operands
    assert any(operand.scale > 100 for operand in operands)
    # An input that ends the process runs once, so that the next worker gets beyond it.
    crashes = [path.read_bytes() for path in (tmp_path / "a" / "run" / "crashes").iterdir()]
    assert crashing_input() in crashes
    assert len(crashes) == report["worker_restarts"]


@pytest.mark.slow
def test_a_hang_that_the_end_of_the_time_interrupts_is_found(driver, tmp_path):
    start_with(tmp_path / "a", crashing_input())
    limit = "--limit", "case=2"
    status, report = fuzz(driver("Hanging"), tmp_path / "a", *limit, budget="1s")
    (finding,) = report["findings"]
    assert finding["signature"] == "hang process.alive get_supported_operations"
    assert (status, finding["reproduced"]) == (1, True)


def test_the_input_that_leaks_is_found_among_others(driver):
    target = load_target("model")
    seeds = read_seeds("model")[:20]
    leaking = crashing_input(0.5)
    clean = [data for data in seeds if not any(o.scale for o in decode(data).model.main.operands)]
    target.use(FuzzSession(driver("Leaking"), isolate=False))
    try:
        findings = set()
        for number in range(4 * CHECK_EVERY):
            data = leaking if number % 4 == 0 else clean[number % len(clean)]
            if (finding := target.find(data)) is not None:
                findings.add((finding.signature, target.culprit))
        assert findings == {("leak process.leak descriptors", leaking)}
        assert target.find_leak(clean[0]) is None
        assert "grew by 48 in 48" in target.find_leak(leaking).reason
    finally:
        target.close()


@pytest.mark.slow
@pytest.mark.skipif(not is_available(), reason="atheris is not installed")
def test_atheris_reports_edges_and_grows_the_corpus(tmp_path):
    status = run(
        *("reference", "--target", "burst", "--budget", "12s", "--output", tmp_path / "run"),
        *("--json", tmp_path / "report.json", "--workers", "2"),
    )
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert (status, report["findings"]) == (0, [])
    assert report["engine"] == "atheris"
    assert report["edges"] > 100
    assert report["executions"] > 50
    assert report["corpus"]["inputs"] >= 18


def test_known_findings_come_from_waivers(tmp_path):
    path = tmp_path / "waivers.toml"
    entry = '[[waiver]]\npattern = "{}"\nreason = "r"\nissue = "i"\nexpires = {}\n'
    path.write_text(
        entry.format("fuzz/model/failed *", "2030-01-01")
        + 'rule = "operand.*"\n'
        + entry.format("fuzz/*/crash*", "2030-01-01")
        + entry.format("fuzz/model/old", "2020-01-01")
        + entry.format("fuzz/burst/x", "2030-01-01")
        + entry.format("V1_0/add*", "2030-01-01"),
        encoding="utf-8",
    )
    assert read_known(path, "model", date(2026, 1, 1)) == (
        KnownFinding("failed *", "operand.*"),
        KnownFinding("crash*", "*"),
    )
    path.write_text("[[waiver]]\npattern = 3\n", encoding="utf-8")
    with pytest.raises(KnownFileError, match="pattern"):
        read_known(path, "model", date(2026, 1, 1))


def test_a_reader_of_the_project_needs_no_driver(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = ["fuzz", "--target", "wire", "--engine", "random", "--budget", "1s"]
    assert command.main(line) == 0
    assert "reference (reference)" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        command.main(["fuzz", "--target", "wire,model", "--budget", "1s"])
    assert "name a driver" in capsys.readouterr().err
