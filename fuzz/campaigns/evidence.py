"""The files of a finding: its minimised input, and its model as a case file and a spec file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from conformance import __version__
from conformance.cases import Example, ExpectedOutput, UnrepresentableError, write_spec
from conformance.cases.casefile import Case, CaseError, RecordedFailure, encode_case
from conformance.drivers import DriverLoadError
from conformance.drivers.own_process import ProcessLimits
from conformance.files import write_atomically
from conformance.hal import Model, byte_size
from conformance.validation import first_violation
from conformance.verdicts import VerdictKind
from fuzz.checks.execution_checks import example_of
from fuzz.core.finding import PROCESS_ENDS, FuzzFinding
from fuzz.core.session import FuzzSession
from fuzz.core.target import Target
from fuzz.engines.engine import MEMORY_LIMIT
from fuzz.inputs.decoder import decode
from fuzz.inputs.fuzz_input import stretch
from fuzz.inputs.records import HEADER_SIZE, RECORD_SIZE

_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_MAX_INPUT_BYTES: Final = 1 << 20
_HUNG: Final = 2.0
"""Time limit in seconds for the calls of a driver while the input of a hang is minimised."""


@dataclass(frozen=True, slots=True)
class EvidenceFiles:
    """The paths of the files that were written, empty if one was not, and the final finding.

    ``reproduced`` is false if the input did not show the finding again.
    """

    finding: FuzzFinding
    reproduced: bool
    input: str = ""
    case: str = ""
    spec: str = ""


def write_evidence(
    target: Target,
    driver: str,
    finding: FuzzFinding,
    data: bytes,
    folder: Path,
    budget: float,
    input_limit: float,
) -> EvidenceFiles:
    """Minimise the input of a finding and write its files to ``folder``.

    The input is run with the driver in a separate process, so that a crash or a hang ends only that
    process; ``input_limit`` limits each of its calls in seconds. ``driver`` is the opened driver.
    Raise ``OSError`` if a file cannot be written.
    """
    limits = ProcessLimits()
    limits = replace(
        limits,
        query=min(limits.query, input_limit),
        prepare=min(limits.prepare, input_limit),
        execute=min(limits.execute, input_limit),
    )
    session: FuzzSession | None = None
    # The memory is limited as that of a worker. A process with AddressSanitizer reserves more.
    for memory in (MEMORY_LIMIT << 20, limits.memory):
        with suppress(DriverLoadError):
            session = FuzzSession(driver, isolate=True, limits=replace(limits, memory=memory))
            break
    if session is None:
        return EvidenceFiles(finding, reproduced=False, input=_write(folder, finding, data))
    target.use(session)
    find = target.find_leak if finding.kind == VerdictKind.LEAK else target.find
    try:
        again = find(data)
        reproduced = again is not None and same_cause(again, finding)
        if again is not None and reproduced:
            signature = again.signature

            def still_fails(candidate: bytes) -> bool:
                found = find(candidate)
                return found is not None and found.signature == signature

            process = session.driver.own_process
            usual = process.limits
            if finding.kind == VerdictKind.HANG:
                process.limits = replace(usual, query=_HUNG, prepare=_HUNG, execute=_HUNG)
            data = minimise_input(data, still_fails, target.structured, budget)
            process.limits = usual
            minimised = find(data)
            # A sanitizer's report contains more details than the reason of the isolated driver.
            if minimised is not None and "Sanitizer" not in finding.signature:
                finding = replace(finding, reason=minimised.reason)
        path = _write(folder, finding, data)
        case, spec = ("", "")
        if target.structured:
            case, spec = _write_model(session, target, driver, finding, data, Path(path))
        return EvidenceFiles(finding, reproduced, path, case, spec)
    finally:
        target.close()


def same_cause(first: FuzzFinding, second: FuzzFinding) -> bool:
    """Return whether two findings have the same signature, or both end the driver's process.

    A crash of an isolated driver has another rule than a crash of a driver in the worker's process.
    """
    if first.kind in PROCESS_ENDS and first.kind == second.kind:
        return True
    # The memory of the isolated driver's process is limited; a call that needs more fails.
    if second.signature.split(" ")[-2:-1] == ["memory"] and "MemoryError" in first.reason:
        return True
    return first.signature.removeprefix("second run ") == second.signature.removeprefix(
        "second run "
    )


def file_name(finding: FuzzFinding) -> str:
    """Return a file name for a finding: the rule and a hash of the signature."""
    rule = "".join(
        letter if letter in _LETTERS else "-" for letter in finding.rule.lower() or finding.kind
    )
    return f"{rule[:40]}-{sha256(finding.signature.encode()).hexdigest()[:8]}"


def _write(folder: Path, finding: FuzzFinding, data: bytes) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / file_name(finding)
    write_atomically(path, data, only_regular=True)
    return os.fspath(path)


def _write_model(
    session: FuzzSession,
    target: Target,
    driver: str,
    finding: FuzzFinding,
    data: bytes,
    path: Path,
) -> tuple[str, str]:
    fuzz_input = decode(data)
    example = None
    if first_violation(fuzz_input.model, session.version) is None:
        example = example_of(session, fuzz_input.model, fuzz_input.inputs)
    if example is None:
        example = _example_without_results(fuzz_input.model, fuzz_input.inputs)
        invalid = first_violation(fuzz_input.model, session.version) is not None
        example = replace(example, expect_failure=invalid)
    example = replace(example, name="fuzz", version=session.version)
    failure = RecordedFailure("", finding.kind, finding.rule, finding.reason)
    case_id = f"fuzz/{target.name}/{path.name}"
    case = Case(case_id, example, driver=driver, failures=(failure,), suite_version=__version__)
    written = ["", ""]
    try:
        write_atomically(path.with_name(f"{path.name}.case"), encode_case(case), only_regular=True)
        written[0] = os.fspath(path.with_name(f"{path.name}.case"))
    except CaseError:
        pass
    try:
        text = write_spec(example)
        write_atomically(path.with_name(f"{path.name}.mod.py"), text.encode(), only_regular=True)
        written[1] = os.fspath(path.with_name(f"{path.name}.mod.py"))
    except (UnrepresentableError, ValueError, IndexError):
        pass  # the public format has no malformed models
    return written[0], written[1]


def _example_without_results(model: Model, given: tuple[bytes | None, ...]) -> Example:
    """Return an example whose outputs are not compared, for a model without reference results."""
    main = model.main
    count = len(main.operands)
    inputs = []
    for position, index in enumerate(main.input_indexes):
        data = given[position] if position < len(given) else b""
        operand = main.operands[index] if index < count else None
        size = None if operand is None else byte_size(operand.type, operand.dimensions)
        size = 0 if size is None or size > _MAX_INPUT_BYTES else size
        inputs.append(None if data is None else stretch(data, size))
    return Example(
        "fuzz",
        "fuzz",
        model,
        tuple(inputs),
        tuple(ExpectedOutput((), b"", ignored=True) for _ in main.output_indexes),
        tuple(f"op{index}" for index in range(count)),
    )


def minimise_input(
    data: bytes, still_fails: Callable[[bytes], bool], structured: bool, budget: float
) -> bytes:
    """Return a smaller input for which ``still_fails`` is true.

    Whole records are removed first, or halves, quarters and so on of other inputs, then bytes are
    set to zero. ``budget`` limits the search in seconds.
    """
    end = time.monotonic() + budget
    start, unit = (HEADER_SIZE, RECORD_SIZE) if structured else (0, 1)
    size = max((len(data) - start) // unit, 1)
    step = size
    while step and time.monotonic() < end:
        place = start
        while place < len(data) and time.monotonic() < end:
            candidate = data[:place] + data[place + step * unit :]
            if len(candidate) < len(data) and still_fails(candidate):
                data = candidate
            else:
                place += step * unit
        step //= 2
    for place in range(len(data)):
        if time.monotonic() >= end:
            break
        if data[place]:
            candidate = data[:place] + b"\0" + data[place + 1 :]
            if still_fails(candidate):
                data = candidate
    return data
