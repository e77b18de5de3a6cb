"""Reads and writes spec files (``.mod.py``, the public format) and expands their variations.

A spec file is Python code and is EXECUTED when it is read; see ``conformance.cases.spec.reader``.
"""

from conformance.cases.example import Example, ExpectedOutput
from conformance.cases.index import ExampleInfo, SpecIndex, bundled_specs
from conformance.cases.spec.errors import BrokenExample, SpecError, UnrepresentableError
from conformance.cases.spec.reader import (
    iter_examples,
    load_examples,
    operation_lines,
    spec_name,
    version_of_path,
)
from conformance.cases.spec.writer import write_spec

__all__ = [
    "BrokenExample",
    "Example",
    "ExampleInfo",
    "ExpectedOutput",
    "SpecError",
    "SpecIndex",
    "UnrepresentableError",
    "bundled_specs",
    "iter_examples",
    "load_examples",
    "operation_lines",
    "spec_name",
    "version_of_path",
    "write_spec",
]
