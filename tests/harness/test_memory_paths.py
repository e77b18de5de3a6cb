"""Paths with each kind of memory: what the driver receives, and what a fault on them yields."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.hal import (
    PROT_READ,
    BufferUsage,
    ErrorStatus,
    Memory,
    MemoryKind,
    OperandLifeTime,
    Request,
    Version,
    content_of,
)
from conformance.harness.execution.model_preparation import with_constants_in
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import (
    ALL_PATHS,
    DriverMemory,
    ExecutionPath,
    is_path_available,
)
from conformance.harness.planning.path_selection import additional_graph_paths, select_paths
from conformance.reference import ReferenceDevice
from conformance.verdicts import Verdict, VerdictKind
from tests.faults.calls.memories import (
    FileOffsetIgnored,
    FileOffsetOfConstantsIgnored,
    NoFiles,
    PaddingCleared,
    RewritingModel,
    StrideIgnored,
)
from tests.faults.drivers import FaultyDevice, answered
from tests.sample_drivers.adder_driver import add_example

KINDS = [kind for kind in MemoryKind if kind is not MemoryKind.ASHMEM]
EXAMPLES = [add_example(by_reference=reference) for reference in (False, True)]
DECLINED = VerdictKind.NOT_APPLICABLE, "path.declined"


def along(device: ReferenceDevice, path: str) -> Verdict:
    judge = Judge(device)
    (verdict,) = judge.judge(EXAMPLES[1], "case", [ExecutionPath.parse(path)])
    assert not judge.close()
    return verdict


def with_model(kind: type[RewritingModel]) -> FaultyDevice:
    return type("Device", (FaultyDevice,), {"prepared": kind})()


@pytest.mark.parametrize("example", EXAMPLES, ids=["copied", "referenced"])
def test_the_constants_are_in_a_pool_of_the_kind(example):
    for kind in (MemoryKind.MMAP_FD, MemoryKind.HARDWARE_BUFFER_BLOB):
        moved = with_constants_in(example, kind).model
        assert [pool.kind for pool in moved.pools] == [kind]
        assert not moved.operand_values
        pool = content_of(moved.pools[0])
        pairs = zip(example.model.main.operands, moved.main.operands, strict=True)
        for before, after in pairs:
            if before.lifetime == OperandLifeTime.CONSTANT_COPY:
                source = example.model.operand_values
            elif before.lifetime == OperandLifeTime.CONSTANT_REFERENCE:
                source = content_of(example.model.pools[before.location.pool_index])
            else:
                assert before is after
                continue
            at, to = before.location, after.location
            assert after == replace(
                before, lifetime=OperandLifeTime.CONSTANT_REFERENCE, location=to
            )
            assert to.offset % 4 == 0 < to.offset
            assert pool[to.offset : to.offset + to.length] == source[at.offset :][: at.length]
        if kind is MemoryKind.MMAP_FD:
            assert moved.pools[0].protection == PROT_READ
            assert moved.pools[0].offset


def test_models_without_other_memory_are_unchanged():
    failing = replace(EXAMPLES[0], expect_failure=True)
    for example, kind in (
        (EXAMPLES[0], MemoryKind.ASHMEM),
        (EXAMPLES[0], MemoryKind.HARDWARE_BUFFER),
        (failing, MemoryKind.MMAP_FD),
    ):
        assert with_constants_in(example, kind) is example


class Recording(RewritingModel):
    """Records the requests that it receives."""

    requests: list[Request]

    def changed(self, request):
        Recording.requests.append(request)
        return request


@pytest.mark.parametrize("kind", KINDS)
def test_the_driver_receives_memories_of_the_kind(kind):
    Recording.requests = []
    assert along(with_model(Recording), f"sync-fast-{kind}").kind is VerdictKind.PASSED
    (request,) = Recording.requests
    assert {pool.kind for pool in request.pools if isinstance(pool, Memory)} == {kind}
    if kind is MemoryKind.MMAP_FD:
        assert [pool.protection for pool in request.pools] == [PROT_READ, 3]
        assert all(pool.offset for pool in request.pools)
    if kind is MemoryKind.HARDWARE_BUFFER:
        descriptions = [pool.description for pool in request.pools]
        assert all(each.stride > each.width for each in descriptions)
        assert {argument.location.length for argument in request.inputs} == {0}


@pytest.mark.parametrize("version", [Version.V1_0, Version.V1_2, Version.AIDL_V4], ids=str)
@pytest.mark.parametrize("example", EXAMPLES, ids=["copied", "referenced"])
def test_the_reference_passes_along_every_path_with_other_memory(example, version):
    words = ["mmap_fd", "hardware_buffer_blob", "hardware_buffer"]
    paths = select_paths(version, "case", example, words)
    assert {path.memory for path in paths} == set(KINDS if version > Version.V1_0 else KINDS[:1])
    judge = Judge(ReferenceDevice(version))
    verdicts = judge.judge(example, "case", paths)
    assert {verdict.kind for verdict in verdicts} == {VerdictKind.PASSED}, verdicts
    assert not judge.close()


@pytest.mark.parametrize(
    ("version", "path", "expected"),
    [
        (Version.V1_3, "sync-fast-hardware_buffer", DECLINED),
        (Version.V1_2, "burst-fast-hardware_buffer", DECLINED),
        (Version.V1_2, "sync-fast-hardware_buffer_blob", DECLINED),
        (Version.V1_3, "sync-fast-hardware_buffer_blob", (VerdictKind.FAILED, "supported.status")),
        (Version.V1_3, "sync-fast-mmap_fd", (VerdictKind.FAILED, "supported.status")),
        (Version.V1_3, "sync-fast", (VerdictKind.PASSED, "")),
    ],
    ids=str,
)
def test_only_optional_kinds_may_be_refused(version, path, expected):
    device = ReferenceDevice(version)
    device.memory_kinds = frozenset({MemoryKind.ASHMEM})
    verdict = along(device, path)
    assert (verdict.kind, verdict.rule) == expected


class RefusesFencedImages(RewritingModel):
    """Refuses images with INVALID_ARGUMENT."""

    def answer(self, request, *more):
        if any(pool.kind is MemoryKind.HARDWARE_BUFFER for pool in request.pools):
            return answered(ErrorStatus.INVALID_ARGUMENT)
        return super().answer(request, *more)


class WritesLate(RewritingModel):
    """Writes to the pools of the previous execution."""

    previous: Request | None = None

    def changed(self, request):
        if self.previous is not None:
            for pool in self.previous.pools:
                if pool.kind is MemoryKind.HARDWARE_BUFFER:
                    with pool.locked(BufferUsage.CPU_WRITE_OFTEN) as rows:
                        rows[0] ^= 0xFF
                elif pool.protection & 2:
                    with pool.view() as view:
                        view[0] ^= 0xFF
        self.previous = request
        return request


def test_an_image_may_be_refused_with_invalid_argument():
    for mode in ("sync", "async", "fenced", "burst"):
        verdict = along(with_model(RefusesFencedImages), f"{mode}-fast-hardware_buffer")
        assert (verdict.kind, verdict.rule) == DECLINED


@pytest.mark.parametrize(
    ("device", "path", "rule"),
    [
        (lambda: with_model(FileOffsetIgnored), "sync-fast-mmap_fd", "values"),
        (FileOffsetOfConstantsIgnored, "fenced-fast-mmap_fd", "values"),
        (lambda: with_model(NoFiles), "async-fast-mmap_fd", "execute.status"),
        (lambda: with_model(StrideIgnored), "sync-fast-hardware_buffer", "guard.after"),
        (lambda: with_model(PaddingCleared), "burst-fast-hardware_buffer", "guard.after"),
    ],
)
def test_faults_that_only_another_kind_of_memory_shows(device, path, rule):
    verdict = along(device(), path)
    assert verdict.kind is VerdictKind.FAILED, verdict
    assert verdict.rule.startswith(rule), verdict
    plain = "-".join(path.split("-")[:2])
    assert along(device(), plain).kind is VerdictKind.PASSED


@pytest.mark.parametrize("kind", KINDS)
def test_late_writes_to_other_memory_are_found(kind):
    judge = Judge(with_model(WritesLate))
    paths = [ExecutionPath.parse(f"sync-fast-{kind}")] * 2
    late = [*judge.judge(EXAMPLES[0], "case", paths), *judge.close()]
    assert any(verdict.rule == "late.write" for verdict in late), late


def test_random_graphs_use_each_kind_of_memory():
    for version in Version:
        kinds = [*KINDS, *DriverMemory] if version >= Version.V1_3 else KINDS
        kinds = kinds if version >= Version.V1_2 else KINDS[:1]
        paths = [
            path for seed in range(0, 4000, 32) for path in additional_graph_paths(version, seed)
        ]
        assert len(paths) == 125
        assert {path.memory for path in paths} == set(kinds)
        available = {path.mode for path in ALL_PATHS if is_path_available(path, version)}
        assert {path.mode for path in paths} == available
