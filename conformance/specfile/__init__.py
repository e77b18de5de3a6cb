"""Reads and writes spec files (``.mod.py``, the public format) and expands their variations.

A spec file is Python code and is EXECUTED when it is read; see ``conformance.specfile.reader``.
"""

from conformance.specfile.bundled import bundled_specs
from conformance.specfile.example import Example, ExpectedOutput
from conformance.specfile.index import ExampleInfo, SpecIndex
from conformance.specfile.language.errors import BrokenExample, SpecError, UnrepresentableError
from conformance.specfile.reader import (
    example_names,
    iter_examples,
    load_examples,
    operation_lines,
    spec_name,
    version_of_path,
)
from conformance.specfile.writer import write_spec

__all__ = [
    "BrokenExample",
    "Example",
    "ExampleInfo",
    "ExpectedOutput",
    "SpecError",
    "SpecIndex",
    "UnrepresentableError",
    "bundled_specs",
    "example_names",
    "iter_examples",
    "load_examples",
    "operation_lines",
    "spec_name",
    "version_of_path",
    "write_spec",
]
