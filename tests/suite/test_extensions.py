"""Vendor extensions: the reference's sample, conforming drivers, spec files and prefixes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.cases import Example, bundled_specs, load_examples
from conformance.cases.spec.errors import SpecError
from conformance.cases.spec.writer import write_spec
from conformance.driver_sdk.device import with_suite_prefixes
from conformance.drivers.driver import Driver
from conformance.drivers.registry import open_driver
from conformance.hal import (
    ErrorStatus,
    Extension,
    ExtensionOperandType,
    Model,
    Version,
    is_extension_code,
)
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.operations import VendorExtension, find_definition, vendor_extensions
from conformance.operations.definition import extension
from conformance.reference import ReferenceDevice
from conformance.validation import validate_model
from conformance.verdicts import VerdictKind
from generators.generate import generate
from generators.graph_judge import graph_search, judge_seed
from generators.profile_parameters import parse_profile
from tests.faults.calls.extensions import WrapsAround
from tests.faults.drivers import NONE, FaultyDevice
from tests.faults.legal_calls import CALL_DRIVERS
from tests.faults.row import CHECKS

SAMPLE = vendor_extensions()["org.nn_conformance.sample"]
AREA = [name for name in CHECKS if name.startswith("extensions.")]
OPTIONS = JudgeOptions(callback_timeout=1.0)
SPEC = bundled_specs() / "V1_2" / "extension_sample.mod.py"


class ListsNone(FaultyDevice):
    """A driver without extensions."""

    extensions = ()


class ListsNoTypes(FaultyDevice):
    """A driver whose extensions have operations only."""

    def get_supported_extensions(self) -> Any:
        return NONE, [Extension("com.example.empty", ()), Extension("com.example.other", ())]


class DeclinesOperations(FaultyDevice):
    """A driver that knows the operand types of its extension but supports no operation now."""

    def get_supported_operations(self, model: Model) -> Any:
        status, flags = super().get_supported_operations(model)
        operations = model.main.operations
        return status, [
            flag and not is_extension_code(operation.type)
            for flag, operation in zip(flags, operations, strict=False)
        ]

    def prepare_model(self, model: Model, *arguments: Any) -> Any:
        status, flags = self.get_supported_operations(model)
        if status == NONE and not all(flags):
            arguments[-1].notify(ErrorStatus.GENERAL_FAILURE, None)
            return ErrorStatus.GENERAL_FAILURE
        return super().prepare_model(model, *arguments)


@pytest.mark.parametrize("name", AREA)
@pytest.mark.parametrize(
    ("driver", "permitted"),
    [
        (ReferenceDevice, {"passed"}),
        (ListsNone, {"passed", "not_applicable"}),
        (ListsNoTypes, {"passed", "not_applicable"}),
        (CALL_DRIVERS["RefusesUnlistedExtensions"], {"passed"}),
        (DeclinesOperations, {"passed", "declined"}),
    ],
)
def test_conforming_driver_is_not_blamed(driver: Any, permitted: set[str], name: str) -> None:
    verdicts = CHECKS[name].run(Judge(Driver(driver(), reopen=driver), OPTIONS))
    kinds = {str(verdict.kind) for verdict in verdicts}
    assert kinds <= permitted, verdicts


def examples() -> list[Example]:
    found = load_examples(SPEC)
    assert all(isinstance(example, Example) for example in found)
    return found


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
@pytest.mark.parametrize("path", ["sync-fast", "async-fast", "fenced-fast", "burst-fast"])
def test_spec_file_runs_along_each_path(example: Example, path: str) -> None:
    judge = Judge(ReferenceDevice(Version.V1_3), OPTIONS)
    (verdict,) = judge.judge(example, example.name, [ExecutionPath.parse(path)])
    assert verdict.kind is VerdictKind.PASSED, verdict


def test_wrong_values_are_detected() -> None:
    example = examples()[-1]
    output = example.outputs[0]
    wrong = replace(example, outputs=(replace(output, data=bytes(len(output.data))),))
    judge = Judge(ReferenceDevice(), OPTIONS)
    (verdict,) = judge.judge(wrong, "wrong", [ExecutionPath.parse("sync-fast")])
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "values")


@pytest.mark.parametrize("driver", ["litert", "onnxruntime", "none"])
def test_driver_without_the_extension_need_not_run_it(driver: str) -> None:
    pytest.importorskip({"litert": "ai_edge_litert", "onnxruntime": "onnx"}.get(driver, "numpy"))
    device = ListsNone() if driver == "none" else open_driver(driver)
    judge = Judge(device, OPTIONS)
    (verdict,) = judge.judge(examples()[0], "unlisted", [ExecutionPath.parse("sync-fast")])
    assert verdict.kind is VerdictKind.NOT_APPLICABLE
    assert "does not list the vendor extension" in verdict.reason
    status, flags = device.get_supported_operations(examples()[0].model)
    assert (status, list(flags)) == (ErrorStatus.NONE, [False])


def test_written_spec_reads_back(tmp_path: Path) -> None:
    path = tmp_path / SPEC.name
    path.write_text(write_spec(examples()), encoding="utf-8")
    assert [e.model.main for e in load_examples(path)] == [e.model.main for e in examples()]
    assert {tuple(e.model.extension_name_to_prefix.items()) for e in load_examples(path)} == {
        ((SAMPLE.name, SAMPLE.prefix),)
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('Input("x", "org.nn_conformance.sample.TENSOR_INT64", "{1}")', "unknown operand type"),
        ('Input("x", "org.nn_conformance.sample.TO_INT32", "{1}")', "unknown operand type"),
        ('Input("x", "TENSOR_UINT16", "{1}")', "unknown operand type"),
    ],
)
def test_unknown_names_are_errors(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.mod.py"
    path.write_text(
        f'x = {text}\ny = Output("y", "TENSOR_INT32", "{{1}}")\n'
        'model = Model().Operation("org.nn_conformance.sample.TO_INT32", x).To(y)\n'
        "Example({x: [1], y: [1]}, model=model)\n"
    )
    with pytest.raises(SpecError, match=message):
        load_examples(path)


def test_prefixes_of_a_model_become_those_of_the_suite() -> None:
    model = examples()[2].model
    shift = {SAMPLE.name: 5, "com.example.other": SAMPLE.prefix}
    codes = {code: (5 << 16) | (code & 0xFFFF) for code in (*SAMPLE.operations.values(),)}
    codes.update({code: (5 << 16) | (code & 0xFFFF) for code in SAMPLE.operand_types.values()})
    main = model.main
    other = replace(
        model,
        main=replace(
            main,
            operands=tuple(replace(o, type=codes.get(o.type, o.type)) for o in main.operands),
            operations=tuple(replace(o, type=codes.get(o.type, o.type)) for o in main.operations),
        ),
        extension_name_to_prefix=shift,
    )
    changed = with_suite_prefixes(other, (SAMPLE.name,))
    assert changed.main == main
    assert changed.extension_name_to_prefix[SAMPLE.name] == SAMPLE.prefix
    assert changed.extension_name_to_prefix["com.example.other"] != SAMPLE.prefix
    # An extension that the driver does not list is not taken for the defined one.
    unlisted = with_suite_prefixes(model, ())
    assert all(find_definition(o.type) is None for o in unlisted.main.operations)


def test_sample_extension_is_listed_as_defined() -> None:
    assert ReferenceDevice().get_supported_extensions() == (
        ErrorStatus.NONE,
        (Extension(SAMPLE.name, (ExtensionOperandType(0, True, 2),)),),
    )


PROFILE = f"default,extensions={SAMPLE.name}"


def test_random_graphs_use_the_extension() -> None:
    used = set()
    for seed in range(150):
        model = generate(PROFILE, seed).model
        assert validate_model(model) == ()
        codes = {operation.type for operation in model.main.operations}
        used |= {code for code in codes if is_extension_code(code)}
        assert (SAMPLE.name in model.extension_name_to_prefix) == any(
            is_extension_code(operand.type) for operand in model.main.operands
        ) or model.referenced
    assert used == set(SAMPLE.operations.values())
    plain = [generate("default", seed).model for seed in range(60)]
    assert not any(model.extension_name_to_prefix for model in plain)


@pytest.mark.parametrize(
    ("driver", "kinds"),
    [
        (FaultyDevice, {"passed"}),
        (WrapsAround, {"passed", "failed"}),
        (ListsNone, {"not_applicable"}),
    ],
)
def test_random_graphs_of_the_extension_are_judged(driver: Any, kinds: set[str]) -> None:
    profile = replace(
        parse_profile(PROFILE), operations=frozenset(SAMPLE.operations.values()), control_flow=0
    )
    judge = graph_search(driver())
    assert {judge_seed(judge, profile, seed).kind for seed in range(12)} == kinds
    assert judge.runner.close() == []


def test_entry_point_adds_an_extension(monkeypatch: pytest.MonkeyPatch) -> None:
    added = VendorExtension("com.example.added", 0x2222, {}, {})
    monkeypatch.setattr(extension, "entry_points", lambda group: [EntryPoint(added)])
    assert extension.vendor_extensions.__wrapped__() == {
        "com.example.added": added,
        SAMPLE.name: SAMPLE,
    }


class EntryPoint:
    """An entry point that loads an object."""

    def __init__(self, loaded: object) -> None:
        self._loaded = loaded

    def load(self) -> object:
        return self._loaded
