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


class WithoutCaching(Caching):
    def get_number_of_cache_files_needed(self):
        return NONE, 0, 0


class NeverSaves(Caching):
    def prepare(self, model, preference, priority, deadline, cache):
        return super().prepare(model, preference, priority, deadline, type(cache)())


class AlwaysMisses(Caching):
    def prepare_from_cache(self, deadline, cache):
        return FAILURE, None


@pytest.mark.parametrize("driver", [WithoutCaching, NeverSaves, AlwaysMisses])
def test_a_driver_that_saves_nothing_declines_the_path(driver, tmp_path):
    verdict = verdict_on(driver(tmp_path))
    assert (verdict.kind, verdict.rule) == (VerdictKind.NOT_APPLICABLE, "path.declined")


class RefusesFromCache(Caching):
    def prepare_from_cache(self, deadline, cache):
        return INVALID, None


class NothingWithNone(Caching):
    def prepare_from_cache(self, deadline, cache):
        return NONE, None


class ModelWithError(Caching):
    def prepare_from_cache(self, deadline, cache):
        return FAILURE, super().prepare_from_cache(deadline, cache)[1]


class OtherLaunchStatus(Caching):
    def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
        callback.notify(FAILURE, None)
        return INVALID


class WrongValues(Caching):
    def prepare_from_cache(self, deadline, cache):
        status, prepared = super().prepare_from_cache(deadline, cache)
        program = lambda inputs: [output + 1 for output in prepared.compute(inputs, None)]  # noqa: E731
        return status, ProgramModel(add_example().model, program, self.version)


class NeverNotifies(Caching):
    def prepare_model_from_cache(self, *arguments):
        return NONE


class NotifiesTwice(Caching):
    def prepare_model_from_cache(self, *arguments):
        super().prepare_model_from_cache(*arguments)
        return super().prepare_model_from_cache(*arguments)


class Raises(Caching):
    def prepare_from_cache(self, deadline, cache):
        raise RuntimeError("no cache today")


class RefusesWithFiles(Caching):
    def prepare(self, model, preference, priority, deadline, cache):
        if cache:
            return FAILURE, None
        return super().prepare(model, preference, priority, deadline, cache)


class WrongCounts(Caching):
    def get_number_of_cache_files_needed(self):
        return NONE, 33, 0


class NoCounts(Caching):
    def get_number_of_cache_files_needed(self):
        return FAILURE, 0, 0


@pytest.mark.parametrize(
    ("driver", "kind", "rule"),
    [
        (RefusesFromCache, VerdictKind.FAILED, "cache.status"),
        (NothingWithNone, VerdictKind.FAILED, "cache.model"),
        (ModelWithError, VerdictKind.FAILED, "cache.model"),
        (OtherLaunchStatus, VerdictKind.FAILED, "cache.launch"),
        (WrongValues, VerdictKind.FAILED, "values"),
        (NeverNotifies, VerdictKind.HANG, "callback.missing"),
        (NotifiesTwice, VerdictKind.FAILED, "callback.once"),
        (Raises, VerdictKind.INVALID_ANSWER, "answer.exception"),
        (RefusesWithFiles, VerdictKind.FAILED, "prepare.status"),
        (WrongCounts, VerdictKind.INVALID_ANSWER, "answer.form"),
        (NoCounts, VerdictKind.FAILED, "cache.status"),
    ],
)
def test_faults(driver, kind, rule, tmp_path):
    verdict = verdict_on(driver(tmp_path))
    assert (verdict.kind, verdict.rule) == (kind, rule), verdict
    (plain,) = judge(driver(tmp_path), [ExecutionPath()])
    assert plain.kind is VerdictKind.PASSED


class ClosesDescriptors(Caching):
    def prepare_from_cache(self, deadline, cache):
        answer = super().prepare_from_cache(deadline, cache)
        for (fd,) in cache.model:
            os.close(fd)
        return answer


def test_a_driver_that_closes_the_descriptors_does_not_end_the_run(tmp_path):
    assert verdict_on(ClosesDescriptors(tmp_path)).kind is VerdictKind.PASSED


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
