"""Functions that run the bundled specs on a driver in the test process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path as FilePath

from conformance.cases import SpecIndex, bundled_specs
from conformance.cases.index import ExampleInfo
from conformance.hal import Device, OperationType, name_of
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.verdicts import Verdict
from tests.sample_drivers.values.fault_injection import Fault

INDEX = SpecIndex()
SPECS = bundled_specs()
ADDING_VARIATIONS = ("all_inputs_as_internal", "unknown_rank", "unknown_sizes")
"""Endings of the names of examples with operations before the inputs."""


def files(patterns: Sequence[str]) -> list[FilePath]:
    """Return the bundled spec files, of any version, whose names match the patterns.

    Fail if a pattern without ``*`` matches no file.
    """
    found: dict[FilePath, None] = {}
    for pattern in patterns:
        matches = sorted(SPECS.glob(f"*/{pattern}.mod.py"))
        assert matches or "*" in pattern, f"no bundled spec is called {pattern}"
        found.update(dict.fromkeys(matches))
    return list(found)


@cache
def names(file: FilePath, part: str) -> tuple[str, ...]:
    """Return the names of the file's examples that contain ``part``.

    If ``part`` is empty, return all examples except the variations that add operations before the
    inputs (``all_inputs_as_internal`` and unknown shapes): they are slow and add little for the
    operation.
    """
    every = [info.name for info in INDEX.names(file)]
    if part:
        return tuple(name for name in every if part in name)
    return tuple(name for name in every if not name.endswith(ADDING_VARIATIONS))


@cache
def examples_by_operation() -> Mapping[int, Sequence[tuple[FilePath, ExampleInfo]]]:
    """Return the bundled examples of each operation's code, in the order of files.

    From files named after the operation, these are all examples that contain it; from other files,
    the examples in which no other operation occurs.
    """
    listed: dict[int, list[tuple[FilePath, ExampleInfo]]] = {}
    for file in sorted(file for folder in ("V*", "AIDL*") for file in SPECS.glob(f"{folder}/*.py")):
        stem = file.name.removesuffix(".mod.py")
        wanted = set(names(file, ""))
        for info in INDEX.names(file):
            for code in set(info.operation_codes) if info.name in wanted else ():
                operation = name_of(OperationType, code).lower()
                alone = len(set(info.operation_codes)) == 1
                if alone or stem == operation or stem.startswith(f"{operation}_"):
                    listed.setdefault(code, []).append((file, info))
    return listed


def judge_file(
    device: Device, file: FilePath, examples: Sequence[str], paths: Sequence[ExecutionPath]
) -> Iterator[Verdict]:
    """Run examples of a file on a device and yield the verdicts.

    The last ones are the verdicts that ``Judge.close`` returns.
    """
    judge = Judge(device, JudgeOptions(callback_timeout=0.3))
    folder = f"{file.parent.name}/{file.name.removesuffix('.mod.py')}"
    for name in examples:
        yield from judge.judge(INDEX.load(file, name), f"{folder}/{name}", paths)
    yield from judge.close()


def verdicts(fault: Fault, part: int, parts: int) -> list[Verdict]:
    """Run a part of the cases that a fault selects on its driver; return all verdicts.

    A part is every ``parts``-th of these cases of each file, from number ``part``.
    """
    device = fault.device()
    return [
        verdict
        for file in files(fault.specs)
        for verdict in judge_file(device, file, names(file, fault.cases)[part::parts], fault.paths)
    ]
