"""The execution paths of a case and the result that each one requires."""

from collections import Counter
from dataclasses import replace
from pathlib import Path as FilePath

import pytest

from conformance.hal import ErrorStatus, MeasureTiming, OperationType, Version
from conformance.harness import Execution, Judge, Kind, Path
from conformance.harness.choice import check_wanted, chosen_paths
from conformance.harness.outcomes import TABLE, Required, obstacle, required
from conformance.harness.path import ALL_PATHS, OutputForm, suits
from conformance.reference import ReferenceDevice
from conformance.specfile.example import Example
from tests.harness.fakes import Adder, add_example

VERSIONS = (Version.V1_0, Version.V1_1, Version.V1_2, Version.V1_3, Version.AIDL_V3)
ADD = add_example()
PAGE = FilePath(__file__).parents[2] / "docs" / "reference" / "paths.md"


@pytest.mark.parametrize("version", VERSIONS, ids=str)
def test_the_reference_does_what_every_cell_requires(version):
    judge = Judge(ReferenceDevice(version))
    paths = chosen_paths(version, "case", ADD, ("all",))
    told = {v.path: v for v in judge.judge(ADD, "case", paths)}
    assert {v.kind for v in told.values()} == {Kind.PASSED}, told
    assert not judge.close()
    refused = {v.path for v in told.values() if "must" in v.reason}
    assert refused == {
        str(path) for path in paths if required(path, version, ADD) is not Required.VALUES
    }


# Derived by hand from the contract: expectations for HAL 1.0, 1.1, 1.2, 1.3 and AIDL, in columns.
HAND = [
    (Execution.SYNC, OutputForm.FULL, "- - values values values"),
    (Execution.ASYNC, OutputForm.FULL, "values values values values -"),
    (Execution.FENCED, OutputForm.FULL, "- - - values values"),
    (Execution.BURST, OutputForm.FULL, "- - values values values"),
    (Execution.ASYNC, OutputForm.SETTLED, "values values values values -"),
    (Execution.ASYNC, OutputForm.OPEN, "refused refused values values -"),
    (Execution.FENCED, OutputForm.OPEN, "- - - refused refused"),
    (Execution.FENCED, OutputForm.SHORT, "- - - refused refused"),
    (Execution.BURST, OutputForm.SHORT, "- - small small small"),
    (Execution.SYNC, OutputForm.LONG, "- - refused refused refused"),
    (Execution.ASYNC, OutputForm.RANKLESS, "- - values values -"),
]
WORDS = {
    "-": Required.NOTHING,
    "values": Required.VALUES,
    "refused": Required.INVALID,
    "small": Required.INSUFFICIENT,
}


@pytest.mark.parametrize(("execution", "form", "expected"), HAND)
def test_cells_by_hand(execution, form, expected):
    cells = [required(Path(execution, form=form), version, ADD) for version in VERSIONS]
    assert cells == [WORDS[word] for word in expected.split()]


def test_an_example_that_is_open_by_itself_is_judged_as_open():
    example = add_example(model_dims=(0, 2))
    fenced = Path(Execution.FENCED)
    assert required(fenced, Version.V1_3, ADD) is Required.VALUES
    assert required(fenced, Version.V1_3, example) is Required.INVALID
    assert obstacle(Path(form=OutputForm.CUT), Version.V1_3, example)


def test_what_an_example_cannot_be_asked():
    failing = add_example(expect_failure=True)
    assert obstacle(Path(form=OutputForm.OPEN), Version.V1_3, failing)
    assert not obstacle(Path(), Version.V1_3, failing)
    assert obstacle(Path(Execution.ASYNC), Version.AIDL_V3, ADD)
    scalar = example_of(OperationType.RANK)
    assert obstacle(Path(form=OutputForm.OPEN), Version.V1_3, scalar)


def example_of(code: int) -> Example:
    main = ADD.model.main
    operation = replace(main.operations[0], type=code)
    return replace(ADD, model=replace(ADD.model, main=replace(main, operations=(operation,))))


def test_the_judge_says_what_does_not_concern_a_case():
    (verdict,) = Judge(Adder()).judge(
        add_example(expect_failure=True), "case", [Path(form=OutputForm.SHORT)]
    )
    assert (verdict.kind, verdict.rule) == (Kind.NOT_APPLICABLE, "path.applicable")


def test_a_driver_without_dynamic_shapes_says_so():
    class Static(Adder):
        status = ErrorStatus.GENERAL_FAILURE

    (verdict,) = Judge(Static()).judge(ADD, "case", [Path(form=OutputForm.OPEN)])
    assert (verdict.kind, verdict.rule) == (Kind.NOT_APPLICABLE, "path.declined")
    (verdict,) = Judge(Static()).judge(ADD, "case", [Path()])
    assert (verdict.kind, verdict.rule) == (Kind.FAILED, "execute.status")


@pytest.mark.parametrize("version", VERSIONS, ids=str)
def test_by_default_all_paths_have_their_turn(version):
    seen: Counter[tuple[Execution, OutputForm, bool]] = Counter()
    for number in range(4000):
        paths = chosen_paths(version, f"case {number}", ADD)
        assert 1 <= len(paths) <= 3
        assert len(set(paths)) == len(paths)
        assert all(suits(path, version) for path in paths)
        seen.update((path.execution, path.form, path.twice) for path in paths)
    every = {
        (path.execution, path.form, path.twice)
        for path in ALL_PATHS
        if suits(path, version) and required(path, version, ADD) is not Required.NOTHING
    }
    twice = {one for one in every if one[2]}
    assert every - twice <= set(seen)
    assert twice & set(seen)


def test_words_choose_paths():
    texts = [str(path) for path in chosen_paths(Version.V1_3, "case", ADD, ("fenced-timed",))]
    assert texts
    assert all(text.startswith("fenced-") and "-timed" in text for text in texts)
    assert chosen_paths(Version.V1_2, "case", ADD, ("fenced",)) == ()
    low = chosen_paths(Version.V1_3, "case", ADD, ("sync-low-open",))
    assert {path.measure for path in low} == set(MeasureTiming)
    with pytest.raises(ValueError, match="'brust'"):
        check_wanted(["default", "brust"])


COLUMNS = (
    (Execution.SYNC, Version.V1_2),
    (Execution.ASYNC, Version.V1_2),
    (Execution.ASYNC, Version.V1_0),
    (Execution.FENCED, Version.V1_3),
)


def test_the_page_shows_the_table():
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = {tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines}
    for form in OutputForm:
        cells = [str(dict(TABLE[execution])[version][form]) for execution, version in COLUMNS]
        assert (str(form) or "full", *cells) in rows
    assert TABLE[Execution.BURST] == TABLE[Execution.SYNC]
    assert sum(map(len, TABLE.values())) == len(COLUMNS) + 1
