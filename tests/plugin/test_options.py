"""Options with numbers: an invalid number is a usage error before any case runs."""

import argparse

import pytest
from _pytest.config.argparsing import Parser

import nn_conformance
from conformance.cli import describe, replay
from conformance.plugin.selection import bundled_case, parse_shard
from generators.campaigns import command as campaign
from generators.case_source import parse_seed_name
from nn_conformance_options import Settings

SECONDS = (
    *("--limit=callback", "--limit=spec", "--limit=case", "--limit=driver"),
    *("--limit=stress", "--limit=explain"),
)
COUNTS = (
    "--random-graphs",
    "--mutants",
    *("--limit=case-mutants", "--limit=corruptions", "--limit=retries"),
    "--seed",
    "--limit=restarts",
    "--limit=files",
)
NO_SECONDS = ("nan", "inf", "-1", "1e12", "", "0x10")
NO_COUNTS = ("nan", "-1", "1.5", "9" * 30, "9" * 5000, "")


def parsed(*arguments):
    """Return the plugin's options for these command line arguments."""
    parser = Parser(_ispytest=True)
    nn_conformance.pytest_addoption(parser)
    return parser.parse([*arguments])


@pytest.mark.parametrize("option", SECONDS)
@pytest.mark.parametrize("text", NO_SECONDS)
def test_texts_that_are_not_times_are_refused(option, text):
    with pytest.raises(pytest.UsageError, match=option.partition("=")[0]):
        parsed(f"{option}={text}")


@pytest.mark.parametrize("option", COUNTS)
@pytest.mark.parametrize("text", NO_COUNTS)
def test_texts_that_are_not_numbers_are_refused(option, text):
    with pytest.raises(pytest.UsageError, match=option.partition("=")[0]):
        parsed(f"{option}={text}")


def test_sensible_numbers_are_taken():
    options = parsed(
        *("--limit", "callback=0.5", "--limit", "case=0", "--limit", "driver=0"),
        *("--random-graphs", "0:tiny", "--mutants", "all", "--seed", str((1 << 63) - 1)),
    )
    limits = Settings.read(lambda name: getattr(options, name))
    assert (limits.callback_timeout, limits.case_limit, limits.driver_time) == (0.5, 0.0, 0.0)
    assert (limits.graph_count, limits.seed) == (0, (1 << 63) - 1)
    assert options.nn_mutants > 1_000_000


@pytest.mark.parametrize(
    ("verb", "arguments"),
    [
        (describe, ["describe", "X", "--budget", "nan"]),
        (describe, ["describe", "X", "--limit", "case=inf"]),
        (replay, ["replay", "a/b/c", "--limit", "callback=-1"]),
        (campaign, ["campaign", "X", "--limit", "case=nan"]),
        (campaign, ["campaign", "X", "--budget", "9" * 400 + "h"]),
        (campaign, ["campaign", "X", "--random-graphs", "9" * 30]),
        (campaign, ["campaign", "X", "--workers", "9" * 30]),
    ],
)
def test_the_command_s_numbers(verb, arguments):
    parser = argparse.ArgumentParser()
    verb.add_parser(parser.add_subparsers())
    with pytest.raises(SystemExit) as end:
        parser.parse_args(arguments)
    assert end.value.code == 2


@pytest.mark.parametrize("text", ["9" * 5000, "-1", "1e3", "", "٣"])
def test_the_seed_of_a_random_graph_is_bounded(text):
    with pytest.raises(ValueError, match="the id of a random graph"):
        parse_seed_name(f"default/{text}")


@pytest.mark.parametrize("text", ["1/" + "9" * 5000, "0/2", "3/2", "1/2/3", "-1/2"])
def test_a_shard_is_bounded(text):
    with pytest.raises(pytest.UsageError):
        parse_shard(text)


@pytest.mark.parametrize("text", ["a" * 5000, "a/" + "b" * 5000 + "/c", "a\0b", "suite/\0/x"])
def test_a_text_that_cannot_be_a_path_is_no_case(text):
    assert bundled_case(text) is None


def test_pytest_has_at_most_twenty_options_of_the_suite():
    parser = Parser(_ispytest=True)
    nn_conformance.pytest_addoption(parser)
    assert len(parser.getgroup("nn-conformance").options) <= 20
