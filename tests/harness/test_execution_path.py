"""Execution paths: ids parse back to the same path; cases are spread over the preferences."""

from collections import Counter

import pytest

from conformance.hal import ExecutionPreference, MeasureTiming, MemoryKind, Version
from conformance.harness.planning.execution_path import (
    ALL_PATHS,
    DriverMemory,
    ExecutionMode,
    ExecutionPath,
    OutputForm,
    QualityOfService,
    default_paths,
    is_path_available,
    preference_for,
)
from conformance.harness.planning.path_selection import additional_graph_paths, select_paths
from tests.sample_drivers.adder_driver import add_example


def test_ids_are_unique_and_come_back():
    texts = [str(path) for path in ALL_PATHS]
    assert len(set(texts)) == len(texts)
    ashmem = [path for path in ALL_PATHS if path.memory is MemoryKind.ASHMEM and not path.quality]
    counts = Counter((str(path.mode), str(path.variant)) for path in ashmem)
    for mode in ExecutionMode:
        assert (counts[mode, ""], counts[mode, "twice"]) == (3 * 2 * len(OutputForm), 3 * 2)
        assert counts[mode, "concurrent"] == (3 * 2 if mode == "sync" else 0)
    # 3 preferences; images have 3 output forms, domains 4, the other kinds all of them.
    others = Counter(path.memory for path in ALL_PATHS if path not in ashmem and not path.quality)
    modes = 3 * len(ExecutionMode)
    forms = modes * len(OutputForm)
    few = {"hardware_buffer": modes * 3, "domain": modes * 4}
    assert others == {"mmap_fd": forms, "hardware_buffer_blob": forms, **few}
    # Bursts have no deadlines; they have two priorities and deadlines of the preparation.
    qualities = Counter(path.mode for path in ALL_PATHS if path.quality)
    assert qualities == {**dict.fromkeys(ExecutionMode, 3 * 8), "burst": 3 * 4}
    assert [ExecutionPath.parse(text) for text in texts] == list(ALL_PATHS)
    low = ExecutionPath(ExecutionMode.ASYNC, ExecutionPreference.LOW_POWER, MeasureTiming.YES)
    assert str(low) == "async-low-timed"
    assert str(ExecutionPath()) == "sync-fast"
    assert (
        str(ExecutionPath(ExecutionMode.BURST, output_form=OutputForm.OVERSIZED))
        == "burst-fast-oversized"
    )
    assert str(ExecutionPath(memory=MemoryKind.MMAP_FD)) == "sync-fast-mmap_fd"
    assert str(ExecutionPath(memory=DriverMemory.DOMAIN)) == "sync-fast-domain"
    far = ExecutionPath(ExecutionMode.FENCED, quality=QualityOfService.FAR_DEADLINE)
    assert str(far) == "fenced-fast-far_deadline"


def test_preferences_take_turns_and_are_stable():
    counts = Counter(preference_for(f"case {n}") for n in range(3000))
    assert set(counts) == set(ExecutionPreference)
    assert min(counts.values()) > 900
    assert [preference_for(name).name for name in ("add", "conv", "pool")] == [
        "FAST_SINGLE_ANSWER",
        "SUSTAINED_SPEED",
        "SUSTAINED_SPEED",
    ]


@pytest.mark.parametrize(
    ("version", "modes", "count"),
    [
        (Version.V1_0, {ExecutionMode.ASYNC}, 1),
        (Version.V1_1, {ExecutionMode.ASYNC}, 1),
        (Version.V1_2, {ExecutionMode.ASYNC, ExecutionMode.SYNC}, 4),
        (Version.V1_3, {ExecutionMode.ASYNC, ExecutionMode.SYNC}, 4),
        (Version.AIDL_V1, {ExecutionMode.SYNC}, 2),
    ],
)
def test_default_paths_follow_the_version(version, modes, count):
    paths = default_paths(version, "case")
    assert {path.mode for path in paths} == modes
    assert len(paths) == count
    assert {path.preference for path in paths} == {preference_for("case")}


def test_only_the_newest_version_has_paths_of_reusable_executions():
    """Six of 64 cases and one of 32 random graphs have one; the others are as without the mode."""
    example = add_example()
    for version in Version:
        chosen = Counter(
            path.mode
            for number in range(6400)
            for path in select_paths(version, f"V1_0/case_{number}", example)
            if path.mode.endswith("_reusable") and not (path.is_special or path.quality)
        )
        graphs = Counter(
            path.mode
            for seed in range(16, 6400, 32)
            for path in additional_graph_paths(version, seed)
        )
        if version < Version.AIDL_V4:
            assert not chosen
            assert not graphs
            continue
        assert set(chosen) == {ExecutionMode.SYNC_REUSABLE, ExecutionMode.FENCED_REUSABLE}
        assert 450 < sum(chosen.values()) < 750
        assert graphs == {ExecutionMode.SYNC_REUSABLE: 100, ExecutionMode.FENCED_REUSABLE: 100}


@pytest.mark.parametrize("version", list(Version))
def test_default_paths_cover_every_priority_and_deadline_of_the_version(version):
    example = add_example()
    chosen = Counter(
        (path.mode, path.quality)
        for number in range(6000)
        for path in select_paths(version, f"V1_0/case_{number}", example)
        if path.quality
    )
    available = {
        (path.mode, path.quality)
        for path in ALL_PATHS
        if path.quality and is_path_available(path, version)
    }
    assert set(chosen) == available
    assert sum(chosen.values()) < 6000 / 10
    assert bool(available) is (version >= Version.V1_3)


def test_a_burst_has_no_deadline():
    path = ExecutionPath(ExecutionMode.BURST, quality=QualityOfService.FAR_DEADLINE)
    assert not is_path_available(path, Version.AIDL_V1)
    with pytest.raises(ValueError, match="far_deadline"):
        ExecutionPath.parse("burst-fast-far_deadline")
