"""The execution paths of a case and the result that each one requires."""

from collections import Counter
from dataclasses import replace
from pathlib import Path as FilePath

import pytest

from conformance.cases.example import Example
from conformance.hal import ErrorStatus, MeasureTiming, MemoryKind, OperationType, Version
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import (
    ALL_PATHS,
    ExecutionMode,
    ExecutionPath,
    ExecutionVariant,
    OutputForm,
    RequiredOutcome,
    is_path_available,
    mode_outcomes,
)
from conformance.harness.planning.expectations import reason_not_applicable, required_outcome
from conformance.harness.planning.path_selection import check_path_words, select_paths
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind
from tests.sample_drivers.adder_driver import Adder, add_example

VERSIONS = (*list(Version)[:4], Version.AIDL_V3, Version.AIDL_V4)
ADD = add_example()
PAGE = FilePath(__file__).parents[2] / "docs" / "reference" / "paths.md"


@pytest.mark.parametrize("version", VERSIONS, ids=str)
def test_the_reference_does_what_every_cell_requires(version):
    judge = Judge(ReferenceDevice(version))
    paths = select_paths(version, "case", ADD, ("all",))
    verdicts = {v.path: v for v in judge.judge(ADD, "case", paths)}
    assert {v.kind for v in verdicts.values()} == {VerdictKind.PASSED}, verdicts
    assert not judge.close()
    refused = {v.path for v in verdicts.values() if "as required" in v.reason}
    assert refused == {
        str(path)
        for path in paths
        if required_outcome(path, version, ADD) is not RequiredOutcome.VALUES
    }


# Derived by hand from the contract: expectations for the versions of VERSIONS, in columns.
HAND = [
    (ExecutionMode.SYNC, OutputForm.FULL, "- - values values values values"),
    (ExecutionMode.ASYNC, OutputForm.FULL, "values values values values - -"),
    (ExecutionMode.FENCED, OutputForm.FULL, "- - - values values values"),
    (ExecutionMode.BURST, OutputForm.FULL, "- - values values values values"),
    (ExecutionMode.ASYNC, OutputForm.SHAPE_IN_REQUEST, "values values values values - -"),
    (ExecutionMode.ASYNC, OutputForm.UNKNOWN_DIMENSIONS, "refused refused values values - -"),
    (ExecutionMode.FENCED, OutputForm.UNKNOWN_DIMENSIONS, "- - - refused refused refused"),
    (ExecutionMode.FENCED, OutputForm.UNDERSIZED, "- - - refused refused refused"),
    (ExecutionMode.BURST, OutputForm.UNDERSIZED, "- - small small small small"),
    (ExecutionMode.SYNC, OutputForm.STATIC_OVERSIZED, "- - refused refused refused refused"),
    (ExecutionMode.ASYNC, OutputForm.UNKNOWN_RANK, "- - values values - -"),
    (ExecutionMode.SYNC_REUSABLE, OutputForm.FULL, "- - - - - values"),
    (ExecutionMode.SYNC_REUSABLE, OutputForm.UNKNOWN_RANK, "- - - - - values"),
    (ExecutionMode.SYNC_REUSABLE, OutputForm.UNDERSIZED, "- - - - - small"),
    (ExecutionMode.SYNC_REUSABLE, OutputForm.STATIC_UNDERSIZED, "- - - - - refused"),
    (ExecutionMode.FENCED_REUSABLE, OutputForm.FULL, "- - - - - values"),
    (ExecutionMode.FENCED_REUSABLE, OutputForm.SHAPE_IN_REQUEST, "- - - - - values"),
    (ExecutionMode.FENCED_REUSABLE, OutputForm.UNKNOWN_DIMENSIONS, "- - - - - refused"),
    (ExecutionMode.FENCED_REUSABLE, OutputForm.UNDERSIZED, "- - - - - refused"),
]
WORDS = {
    "-": RequiredOutcome.UNAVAILABLE,
    "values": RequiredOutcome.VALUES,
    "refused": RequiredOutcome.INVALID_ARGUMENT,
    "small": RequiredOutcome.INSUFFICIENT_SIZE,
}


@pytest.mark.parametrize(("execution", "form", "expected"), HAND)
def test_cells_by_hand(execution, form, expected):
    cells = [
        required_outcome(ExecutionPath(execution, output_form=form), version, ADD)
        for version in VERSIONS
    ]
    assert cells == [WORDS[word] for word in expected.split()]


def test_an_example_that_is_open_by_itself_is_judged_as_open():
    example = add_example(model_dims=(0, 2))
    fenced = ExecutionPath(ExecutionMode.FENCED)
    assert required_outcome(fenced, Version.V1_3, ADD) is RequiredOutcome.VALUES
    assert required_outcome(fenced, Version.V1_3, example) is RequiredOutcome.INVALID_ARGUMENT
    assert reason_not_applicable(
        ExecutionPath(output_form=OutputForm.STATIC_UNDERSIZED), Version.V1_3, example
    )


def test_output_forms_that_do_not_apply_to_an_example():
    failing = add_example(expect_failure=True)
    assert reason_not_applicable(
        ExecutionPath(output_form=OutputForm.UNKNOWN_DIMENSIONS), Version.V1_3, failing
    )
    assert not reason_not_applicable(ExecutionPath(), Version.V1_3, failing)
    assert reason_not_applicable(ExecutionPath(ExecutionMode.ASYNC), Version.AIDL_V3, ADD)
    scalar = example_of(OperationType.RANK)
    assert reason_not_applicable(
        ExecutionPath(output_form=OutputForm.UNKNOWN_DIMENSIONS), Version.V1_3, scalar
    )


def example_of(code: int) -> Example:
    main = ADD.model.main
    operation = replace(main.operations[0], type=code)
    return replace(ADD, model=replace(ADD.model, main=replace(main, operations=(operation,))))


def test_the_judge_reports_a_path_that_does_not_apply():
    (verdict,) = Judge(Adder()).judge(
        add_example(expect_failure=True), "case", [ExecutionPath(output_form=OutputForm.UNDERSIZED)]
    )
    assert (verdict.kind, verdict.rule) == (VerdictKind.NOT_APPLICABLE, "path.applicable")


def test_a_driver_without_dynamic_shapes_reports_it():
    class Static(Adder):
        status = ErrorStatus.GENERAL_FAILURE

    (verdict,) = Judge(Static()).judge(
        ADD, "case", [ExecutionPath(output_form=OutputForm.UNKNOWN_DIMENSIONS)]
    )
    assert (verdict.kind, verdict.rule) == (VerdictKind.NOT_APPLICABLE, "path.declined")
    (verdict,) = Judge(Static()).judge(ADD, "case", [ExecutionPath()])
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "execute.status")


# The modes and variants that the default selection of paths.md includes.
DEFAULT_MODES = ("sync", "async", "fenced", "burst", "sync_reusable", "fenced_reusable")
DEFAULT_VARIANTS = ("", "twice")


@pytest.mark.parametrize("version", VERSIONS, ids=str)
def test_by_default_all_paths_are_used_in_turn(version):
    seen: Counter[tuple[ExecutionMode, OutputForm, ExecutionVariant]] = Counter()
    memories: Counter[tuple[ExecutionMode, MemoryKind]] = Counter()
    with_memory: Counter[tuple[MemoryKind, OutputForm]] = Counter()
    for number in range(8000):
        paths = select_paths(version, f"case {number}", ADD)
        assert 1 <= len(paths) <= 3
        assert len(set(paths)) == len(paths)
        assert all(is_path_available(path, version) for path in paths)
        memories.update((path.mode, path.memory) for path in paths)
        with_memory.update((path.memory, path.output_form) for path in paths)
        seen.update(
            (path.mode, path.output_form, path.variant)
            for path in paths
            if path.memory is MemoryKind.ASHMEM
        )
    every = {
        (path.mode, path.output_form, path.variant)
        for path in ALL_PATHS
        if path.mode in DEFAULT_MODES
        and path.variant in DEFAULT_VARIANTS
        and is_path_available(path, version)
        and required_outcome(path, version, ADD) is not RequiredOutcome.UNAVAILABLE
    }
    twice = {one for one in every if one[2] is ExecutionVariant.TWICE}
    assert every - twice <= set(seen)
    assert twice & set(seen)
    assert {(path.mode, path.memory) for path in ALL_PATHS if is_path_available(path, version)} == (
        set(memories)
    )
    assert len([form for kind, form in with_memory if form and kind == "mmap_fd"]) >= 4


def test_words_choose_paths():
    texts = [str(path) for path in select_paths(Version.V1_3, "case", ADD, ("fenced-timed",))]
    assert texts
    assert all(text.startswith("fenced-") and "-timed" in text for text in texts)
    assert select_paths(Version.V1_2, "case", ADD, ("fenced",)) == ()
    low = select_paths(Version.V1_3, "case", ADD, ("sync-low-unknown_dimensions",))
    assert {path.measure for path in low} == set(MeasureTiming)
    with pytest.raises(ValueError, match="'brust'"):
        check_path_words(["default", "brust"])


COLUMNS = (
    (ExecutionMode.SYNC, Version.V1_2),
    (ExecutionMode.ASYNC, Version.V1_2),
    (ExecutionMode.ASYNC, Version.V1_0),
    (ExecutionMode.FENCED, Version.V1_3),
)


def test_the_page_shows_the_table():
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = {tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines}
    for form in OutputForm:
        cells = [str(mode_outcomes(*column)[form]) for column in COLUMNS]
        assert (str(form) or "full", *cells) in rows
    new = Version.AIDL_V4
    for mode, same in (
        (ExecutionMode.SYNC, ExecutionMode.BURST),
        (ExecutionMode.SYNC, ExecutionMode.SYNC_REUSABLE),
        (ExecutionMode.FENCED, ExecutionMode.FENCED_REUSABLE),
    ):
        assert mode_outcomes(mode, new) == mode_outcomes(same, new)
