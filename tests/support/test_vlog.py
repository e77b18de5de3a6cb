"""Verbose logging: the grammar of the setting follows the documentation of ``debug.nn.vlog``."""

import logging

import pytest

from conformance.driver_sdk.vlog import (
    VARIABLE,
    VlogTag,
    init_vlog_mask,
    vlog,
    vlog_is_on,
)

ALL_TAGS = set(VlogTag)


@pytest.fixture(autouse=True)
def enable_all_tags_afterwards():
    yield
    init_vlog_mask("all")


@pytest.mark.parametrize(
    ("setting", "tags"),
    [
        ("", set()),
        ("1", ALL_TAGS),
        ("all", ALL_TAGS),
        ("model", {VlogTag.MODEL}),
        ("model compilation", {VlogTag.MODEL, VlogTag.COMPILATION}),
        ("execution,cpuexe:manager", {VlogTag.EXECUTION, VlogTag.CPUEXE, VlogTag.MANAGER}),
        (" , driver:: memory ", {VlogTag.DRIVER, VlogTag.MEMORY}),
        ("model,model", {VlogTag.MODEL}),
    ],
)
def test_setting_enables_tags(setting, tags):
    mask = init_vlog_mask(setting)
    assert {tag for tag in VlogTag if tag & mask} == tags
    assert {tag for tag in VlogTag if vlog_is_on(tag)} == tags


def test_setting_is_read_from_environment(monkeypatch):
    monkeypatch.setenv(VARIABLE, "memory")
    assert init_vlog_mask() == VlogTag.MEMORY
    monkeypatch.delenv(VARIABLE)
    assert init_vlog_mask() == VlogTag(0)


def test_only_enabled_tags_are_logged(caplog):
    caplog.set_level(logging.INFO)
    init_vlog_mask("driver")
    vlog(VlogTag.DRIVER, "%d buffers", 3)
    vlog(VlogTag.MODEL, "%d operations", 4)
    assert [(record.name, record.message) for record in caplog.records] == [
        ("nn.driver", "3 buffers")
    ]
