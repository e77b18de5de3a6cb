"""Tests of the bundled specs: they are reproducible, legal, complete, and state their versions."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from conformance import cases
from conformance.cases import Example
from conformance.hal import Version
from conformance.operations import definitions
from conformance.validation.version import minimum_version
from specs.scripts import regenerate
from tests.tiers import every_fast

SPECS = Path(regenerate.SPECS)
INDEX = cases.SpecIndex()
FILES = sorted(str(path.relative_to(SPECS)) for path in SPECS.glob("*/*.mod.py"))

NEWER_BY_RESULT = {
    "l2_normalization_zero_slice": "a slice of zeros has a defined result from 1.3 on, but the "
    "model is legal in earlier versions too",
    "bidirectional_sequence_lstm_parallel": "same reason as bidirectional_sequence_rnn_parallel",
    "bidirectional_sequence_rnn_parallel": "parallel linking is legal from 1.3 on, but the model "
    "is legal in earlier versions too, for requests without the auxiliary input",
}
"""Models that state a newer version than their structure requires, with the reason.

The keys are prefixes of example names, so they include variations.
"""


@cache
def examples(file: str) -> tuple[Example, ...]:
    return tuple(INDEX.load(SPECS / file, info.name) for info in INDEX.names(SPECS / file))


def source_of(file: str) -> str:
    """Return what the header states as the source of the expected values."""
    text = (SPECS / file).read_text(encoding="utf-8")
    header = text.split("\n\n", 1)[0].splitlines()
    assert all(line.startswith("# ") for line in header)
    joined = " ".join(line[2:] for line in header)
    assert "Expected values: " in joined
    return joined.split("Expected values: ")[1]


def exempt(example: Example) -> bool:
    return any(example.name.startswith(name) for name in NEWER_BY_RESULT)


def test_there_are_spec_files() -> None:
    assert len(FILES) > 30


@pytest.mark.slow
def test_generated_files_equal_the_output_of_their_scripts() -> None:
    """Each generated file is up to date, and the headers of exactly these name a script."""
    generated = regenerate.generated()
    assert regenerate.differences(generated) == []
    assert {file for file in FILES if not source_of(file).startswith("by hand")} == set(generated)


def test_a_changed_number_in_a_generated_file_is_reported() -> None:
    path, text = next(iter(regenerate.generated(["arithmetic"]).items()))
    at = text.index("y: [") + 4
    assert regenerate.differences({path: text[:at] + "9" + text[at:]}) != []


def test_headers_state_purpose_and_source_of_the_numbers() -> None:
    for file in FILES:
        source = source_of(file)
        if not source.startswith("by hand"):
            script = source.split()[0].rstrip(".,;")
            assert (SPECS.parent / script).is_file(), file
            assert script.startswith("specs/scripts/")


@pytest.mark.parametrize("file", every_fast(4, FILES))
def test_stated_version_is_the_minimum_version_of_the_model(file: str) -> None:
    wrong = {}
    for example in examples(file):
        relaxed = example.model.relax_computation_float32_to_float16
        assert (example.version is None) == relaxed, example.name
        if relaxed:
            continue
        needed = minimum_version(example.model)
        assert example.version is not None
        older = needed < example.version
        if needed != example.version and not (older and exempt(example)):
            wrong[example.name] = (example.version, needed)
    assert wrong == {}


def _are_prefixes(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


@pytest.mark.parametrize("name", NEWER_BY_RESULT)
def test_exemptions_are_used(name: str) -> None:
    # The name of an example starts with the name of its spec.
    specs = [file for file in FILES if _are_prefixes(cases.spec_name(file), name)]
    found = [e for file in specs for e in examples(file) if e.name.startswith(name)]
    assert any(e.version is not None and minimum_version(e.model) < e.version for e in found), (
        "the exemption can go"
    )


def test_names_are_unique() -> None:
    names = [info.name for file in FILES for info in INDEX.names(SPECS / file)]
    assert len(names) == len(set(names))


def test_each_file_is_in_the_folder_of_its_version() -> None:
    first = {d.name.lower(): d.since for d in definitions().values()}
    for file in FILES:
        folder, base = file.split("/")
        stem = base.removesuffix(".mod.py")
        owners = [name for name in first if stem == name or stem.startswith(name + "_")]
        if owners:
            assert Version[folder] == first[max(owners, key=len)], file
