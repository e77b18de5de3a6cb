"""Paths from the compilation cache: what the client does, and the verdict on each answer.

The permitted answers of prepare_model_from_cache are those of IDevice.hal: NONE and a prepared
model, or GENERAL_FAILURE if the driver saved nothing.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from conformance.driver_sdk import ProgramModel
from conformance.hal import ErrorStatus, Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import (
    ALL_PATHS,
    ExecutionPath,
    ExecutionVariant,
    is_path_available,
)
from conformance.harness.planning.path_selection import select_paths
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind
from tests.faults.drivers import changed, fixed
from tests.sample_drivers.adder_driver import add_example

CACHED = ExecutionPath.parse("sync-fast-cached")
NONE, FAILURE, INVALID = (
    ErrorStatus.NONE,
    ErrorStatus.GENERAL_FAILURE,
    ErrorStatus.INVALID_ARGUMENT,
)


class Caching(ReferenceDevice):
    """The reference driver with a map of its own, which records its calls."""

    def __init__(self, folder, version=Version.V1_3):
        super().__init__(version, cache_folder=folder)
        self.calls = []
        self.cache_calls = []

    def prepare(self, model, preference, priority, deadline, cache):
        self.calls.append("prepare")
        self.cache_calls.append(cache)
        return super().prepare(model, preference, priority, deadline, cache)

    def prepare_from_cache(self, deadline, cache):
        self.calls.append("from cache")
        self.cache_calls.append(cache)
        return super().prepare_from_cache(deadline, cache)


def judge(driver, paths=(CACHED,)):
    judge = Judge(driver, JudgeOptions(callback_timeout=0.3))
    verdicts = judge.judge(add_example(), "case", paths)
    assert judge.close() == []
    return verdicts


def verdict_on(driver):
    (verdict,) = judge(driver)
    return verdict


def test_the_model_is_loaded_from_the_cache(tmp_path):
    driver = Caching(tmp_path)
    paths = [ExecutionPath(), CACHED, ExecutionPath.parse("burst-fast-cached")]
    verdicts = judge(driver, paths)
    assert [v.kind for v in verdicts] == [VerdictKind.PASSED] * 3, verdicts
    assert driver.calls == ["prepare", "prepare", "from cache"]
    plain, saved, loaded = driver.cache_calls
    assert not plain
    assert (len(saved.model), len(saved.data)) == (2, 1)
    assert saved.token == loaded.token != plain.token
    assert saved.model != loaded.model  # other descriptors of the same files
    for (fd,) in (*saved.model, *saved.data, *loaded.model, *loaded.data):
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(fd)


def test_two_cases_have_different_tokens(tmp_path):
    driver = Caching(tmp_path)
    judge(driver)
    judge(driver)
    first, _, second, _ = driver.cache_calls
    assert first.token != second.token


def test_versions():
    cached = [path for path in ALL_PATHS if path.variant is ExecutionVariant.CACHED]
    assert cached
    assert not any(path.output_form for path in cached)
    for version in Version:
        available = any(is_path_available(path, version) for path in cached)
        assert available == (version >= Version.V1_2)
    verdict = verdict_on(ReferenceDevice(Version.V1_1))
    assert (verdict.kind, verdict.rule) == (VerdictKind.NOT_APPLICABLE, "path.applicable")


def caching(**members):
    """Return a function that creates a caching driver, in a folder, with changed members."""
    return lambda folder: changed(Caching, **members)(folder)


@pytest.mark.parametrize(
    "driver",
    [
        caching(get_number_of_cache_files_needed=fixed((NONE, 0, 0))),
        caching(prepare=lambda me, right, *more: right(*more[:-1], type(more[-1])())),
        caching(prepare_from_cache=fixed((FAILURE, None))),
    ],
    ids=["without caching", "never saves", "always misses"],
)
def test_a_driver_that_saves_nothing_declines_the_path(driver, tmp_path):
    verdict = verdict_on(driver(tmp_path))
    assert (verdict.kind, verdict.rule) == (VerdictKind.NOT_APPLICABLE, "path.declined")


def wrong_values(me, right, *arguments):
    status, prepared = right(*arguments)
    program = lambda inputs: [output + 1 for output in prepared.compute(inputs, None)]  # noqa: E731
    return status, ProgramModel(add_example().model, program, me.version)


def other_launch_status(me, right, *arguments):
    arguments[-1].notify(FAILURE, None)
    return INVALID


def refuses_with_files(me, right, *arguments):
    return (FAILURE, None) if arguments[-1] else right(*arguments)


def raises(*_):
    raise RuntimeError("no cache today")


def closes_descriptors(me, right, deadline, cache):
    answer = right(deadline, cache)
    for (fd,) in cache.model:
        os.close(fd)
    return answer


TWICE = lambda me, right, *more: (right(*more), right(*more))[1]  # noqa: E731 - one of the methods
FAULTS = [
    ({"prepare_from_cache": fixed((INVALID, None))}, VerdictKind.FAILED, "cache.status"),
    ({"prepare_from_cache": fixed((NONE, None))}, VerdictKind.FAILED, "cache.model"),
    ({"prepare_from_cache": lambda me, right, *more: (FAILURE, right(*more)[1])}, VerdictKind.FAILED, "cache.model"),
    ({"prepare_model_from_cache": other_launch_status}, VerdictKind.FAILED, "cache.launch"),
    ({"prepare_from_cache": wrong_values}, VerdictKind.FAILED, "values"),
    ({"prepare_model_from_cache": fixed(NONE)}, VerdictKind.HANG, "callback.missing"),
    ({"prepare_model_from_cache": TWICE}, VerdictKind.FAILED, "callback.once"),
    ({"prepare_from_cache": raises}, VerdictKind.INVALID_ANSWER, "answer.exception"),
    ({"prepare": refuses_with_files}, VerdictKind.FAILED, "prepare.status"),
    ({"get_number_of_cache_files_needed": fixed((NONE, 33, 0))}, VerdictKind.INVALID_ANSWER, "answer.form"),
    ({"get_number_of_cache_files_needed": fixed((FAILURE, 0, 0))}, VerdictKind.FAILED, "cache.status"),
]  # fmt: skip


@pytest.mark.parametrize(("members", "kind", "rule"), FAULTS)
def test_faults(members, kind, rule, tmp_path):
    driver = caching(**members)
    verdict = verdict_on(driver(tmp_path))
    assert (verdict.kind, verdict.rule) == (kind, rule), verdict
    (plain,) = judge(driver(tmp_path), [ExecutionPath()])
    assert plain.kind is VerdictKind.PASSED


def test_a_driver_that_closes_the_descriptors_does_not_end_the_run(tmp_path):
    driver = caching(prepare_from_cache=closes_descriptors)(tmp_path)
    assert verdict_on(driver).kind is VerdictKind.PASSED


def test_default_selection():
    """Of 64 cases, two run from the cache; no other word than ``cached`` and ``all`` adds them."""
    example, version = add_example(), Version.V1_3
    chosen = Counter(
        path.variant
        for number in range(6400)
        for path in select_paths(version, f"case {number}", example)
    )
    assert 130 <= chosen[ExecutionVariant.CACHED] <= 270
    for words, expected in ((["sync"], False), (["cached"], True), (["all"], True)):
        paths = select_paths(version, "case", example, words)
        assert any(p.variant is ExecutionVariant.CACHED for p in paths) == expected
    before = select_paths(Version.V1_1, "case", example, ["all"])
    assert not any(path.variant is ExecutionVariant.CACHED for path in before)


# ruff: noqa: E501 - a table with one fault a row
