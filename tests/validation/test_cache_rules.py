"""The rules for cache arguments, and which HAL version can express them.

The expected rules and statuses are those of IDevice::prepareModelFromCache (1.2 IDevice.hal) and of
the official caching tests: a wrong number of files or descriptors is INVALID_ARGUMENT, a file that
is not open for reading and writing is GENERAL_FAILURE.
"""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from conformance.hal import CacheArguments, ErrorStatus, Version, cache_handles
from conformance.validation import GENERAL_RULES, RefusalStage, validate_cache
from conformance.validation.version import NotConvertibleError, compliant_with, convert_to

COUNTS = (2, 1)
TOKEN = bytes(range(32))


@pytest.fixture
def descriptors(tmp_path):
    flags = os.O_RDWR, os.O_RDWR, os.O_RDWR, os.O_RDONLY, os.O_WRONLY, os.O_PATH
    fds = []
    for number, access in enumerate(flags):
        path = tmp_path / f"{number}"
        path.touch()
        fds.append(os.open(path, access))
    reader, writer = os.pipe()
    fds += [reader, writer, os.open("/dev/zero", os.O_RDWR)]
    yield fds
    for fd in fds:
        os.close(fd)


def arguments(fds, **changes):
    a, b, c, *_ = fds
    return replace(CacheArguments(cache_handles([a, b]), cache_handles([c]), TOKEN), **changes)


CASES = (
    ("cache.model_count", lambda a, *_: {"model": ((a,),)}),
    ("cache.model_count", lambda *_: {"model": ()}),
    ("cache.model_count", lambda a, b, c, *_: {"model": ((a,), (b,), (c,))}),
    ("cache.data_count", lambda *_: {"data": ()}),
    ("cache.data_count", lambda a, b, *_: {"data": ((a,), (b,))}),
    ("cache.token", lambda *_: {"token": bytes(31)}),
    ("cache.token", lambda *_: {"token": b""}),
    ("cache.descriptors", lambda a, b, *_: {"model": ((a,), ())}),
    ("cache.descriptors", lambda a, b, c, *_: {"model": ((a, b), (c,))}),
    ("cache.descriptors", lambda *_: {"data": ((),)}),
    ("cache.access", lambda a, b, c, ro, *_: {"data": ((ro,),)}),
    ("cache.access", lambda a, b, c, ro, wo, *_: {"model": ((wo,), (a,))}),
    ("cache.access", lambda a, b, c, ro, wo, path, *_: {"model": ((a,), (path,))}),
    ("cache.access", lambda *fds: {"data": ((fds[6],),)}),
    ("cache.access", lambda *fds: {"data": ((fds[8],),)}),
    ("cache.access", lambda *_: {"data": ((-1,),)}),
    ("cache.access", lambda *_: {"data": ((1 << 40,),)}),
)


@pytest.mark.parametrize(("rule", "change"), CASES)
def test_broken_rule_is_named(descriptors, rule, change):
    violation = validate_cache(arguments(descriptors, **change(*descriptors)), COUNTS, Version.V1_3)
    assert violation is not None
    assert violation.rule.name == rule
    failure = rule in ("cache.access",)
    expected = ErrorStatus.GENERAL_FAILURE if failure else ErrorStatus.INVALID_ARGUMENT
    assert violation.rule.status is expected


def test_valid_arguments(descriptors):
    os.write(descriptors[0], b"any size and any offset")
    for version in (Version.V1_2, Version.V1_3, Version.AIDL_V3):
        assert validate_cache(arguments(descriptors), COUNTS, version) is None


def test_a_driver_without_cache_files_fails_generally(descriptors):
    violation = validate_cache(arguments(descriptors), (0, 0), Version.V1_3)
    assert violation is not None
    assert violation.rule.status is ErrorStatus.GENERAL_FAILURE


def test_every_rule_of_the_arguments_has_a_case():
    rules = {name for name in GENERAL_RULES if name.startswith("cache.")}
    assert rules == {name for name, _ in CASES} | {"cache.supported", "cache.content"}
    stages = {GENERAL_RULES[name].stage for name in rules}
    assert stages == {RefusalStage.PREPARE_FROM_CACHE}
    assert not any(GENERAL_RULES[name].holds_in(Version.V1_1) for name in rules)
    assert not GENERAL_RULES["cache.descriptors"].holds_in(Version.AIDL_V1)


def test_versions_that_can_express_the_arguments():
    usual = CacheArguments(((3,),), (), TOKEN)
    unusual = CacheArguments(((3,),), ((4, 5), ()), TOKEN)
    for version in Version:
        assert compliant_with(CacheArguments(token=TOKEN), version) == ()
        has_cache = version >= Version.V1_2
        assert bool(compliant_with(usual, version)) is not has_cache
        is_hidl = version < Version.AIDL_V1
        assert bool(compliant_with(unusual, version)) is not (has_cache and is_hidl)
    reasons = compliant_with(unusual, Version.AIDL_V1)
    assert [reason.partition(":")[0] for reason in reasons] == [
        "data cache handle 0",
        "data cache handle 1",
    ]


def test_conversion():
    usual = CacheArguments(((3,),), (), TOKEN)
    converted = convert_to(usual, Version.V1_1)
    assert (converted.value, len(converted.losses)) == (CacheArguments(), 1)
    assert convert_to(CacheArguments(), Version.V1_0).losses == ()
    assert convert_to(usual, Version.V1_2).value is usual
    with pytest.raises(NotConvertibleError, match="2 descriptors"):
        convert_to(CacheArguments(((3, 4),), (), TOKEN), Version.AIDL_V2)
