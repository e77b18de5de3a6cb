"""Verbose logging: the grammar of the setting, by the property's description."""

import logging

import pytest

from conformance.support.vlog import VARIABLE, VlogTag, init_vlog_mask, parse_vlog, vlog, vlog_is_on

EVERYTHING = set(VlogTag)


@pytest.fixture(autouse=True)
def everything_on_again():
    yield
    init_vlog_mask("all")


@pytest.mark.parametrize(
    ("setting", "tags"),
    [
        ("", set()),
        ("1", EVERYTHING),
        ("all", EVERYTHING),
        ("model", {VlogTag.MODEL}),
        ("model compilation", {VlogTag.MODEL, VlogTag.COMPILATION}),
        ("execution,cpuexe:manager", {VlogTag.EXECUTION, VlogTag.CPUEXE, VlogTag.MANAGER}),
        (" , driver:: memory ", {VlogTag.DRIVER, VlogTag.MEMORY}),
        ("model,model", {VlogTag.MODEL}),
    ],
)
def test_a_setting_names_tags(setting, tags):
    mask = init_vlog_mask(setting)
    assert {tag for tag in VlogTag if tag & mask} == tags
    assert {tag for tag in VlogTag if vlog_is_on(tag)} == tags


def test_an_unknown_word_is_told_and_left_out(caplog):
    assert parse_vlog("modle,driver,MODEL") == VlogTag.DRIVER
    told = caplog.text
    assert "unknown tag 'modle'" in told
    assert "unknown tag 'MODEL'" in told
    assert "cpuexe" in told


def test_the_setting_comes_from_the_environment(monkeypatch):
    monkeypatch.setenv(VARIABLE, "memory")
    assert init_vlog_mask() == VlogTag.MEMORY
    monkeypatch.delenv(VARIABLE)
    assert init_vlog_mask() == VlogTag(0)


def test_only_what_is_on_is_logged(caplog):
    caplog.set_level(logging.INFO)
    init_vlog_mask("driver")
    vlog(VlogTag.DRIVER, "%d buffers", 3)
    vlog(VlogTag.MODEL, "%d operations", 4)
    assert [(record.name, record.message) for record in caplog.records] == [
        ("nn.driver", "3 buffers")
    ]
