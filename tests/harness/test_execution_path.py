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
    default_paths,
    preference_for,
)


def test_ids_are_unique_and_come_back():
    texts = [str(path) for path in ALL_PATHS]
    assert len(set(texts)) == len(texts)
    ashmem = [path for path in ALL_PATHS if path.memory is MemoryKind.ASHMEM]
    counts = Counter((str(path.mode), str(path.variant)) for path in ashmem)
    for mode in ("sync", "async", "fenced", "burst"):
        assert (counts[mode, ""], counts[mode, "twice"]) == (3 * 2 * len(OutputForm), 3 * 2)
        assert counts[mode, "concurrent"] == (3 * 2 if mode == "sync" else 0)
    # 4 modes, 3 preferences; images have 3 output forms, domains 4, the other kinds all of them.
    others = Counter(path.memory for path in ALL_PATHS if path not in ashmem)
    forms = 4 * 3 * len(OutputForm)
    few = {"hardware_buffer": 4 * 3 * 3, "domain": 4 * 3 * 4}
    assert others == {"mmap_fd": forms, "hardware_buffer_blob": forms, **few}
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


def test_unknown_id_names_the_known_ones():
    with pytest.raises(ValueError, match=r"'quick'.*sync-fast"):
        ExecutionPath.parse("quick")


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
