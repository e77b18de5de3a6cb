"""An unknown name in any subcommand gets a suggestion, which the user reads."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.cli.main import main
from conformance.plugin.selection.case_selection import CasePatterns
from conformance.similar_names import did_you_mean, similar_names

CASES = [
    ("rules CONV2D.*", "did you mean CONV_2D.*?"),
    ("rules conv_2d", "did you mean CONV_2D.*?"),
    ("rules FLOOR", "the operation FLOOR has no rules of its own"),
    ("rules xyzzy", "nn-conformance rules lists all rules"),
    ("coverage FLOOR", "did you mean --cells 'FLOOR/*'?"),
    ("replay FLOOR --driver reference", "did you mean V1_0/floor/floor_rank_1?"),
    ("replay V1_0/flor/floor_rank_1 --driver reference", "did you mean V1_0/floor/floor_rank_1"),
    ("replay V1_0/floor/floor_rnk_1 --driver reference", "did you mean V1_0/floor/floor_rank_1"),
    ("stress reference --mode burts", "did you mean burst?"),
    ("stress reference --mode multi-process-inferense", "did you mean multi-process-inference/"),
    ("stress --list --built-in basc", "did you mean basic?"),
    ("fuzz reference --target modle", "did you mean model?"),
    ("campaign reference --profile tny", "did you mean tiny?"),
    ("campaign reference --profile default,operations=CONV2D", "did you mean CONV_2D?"),
    ("describe refrence", "did you mean reference?"),
    ("smoke refrence", "did you mean reference?"),
    ("replay V1_0/floor/floor_rank_1 --driver refrence", "did you mean reference?"),
    ("repot run.jsonl", "did you mean report?"),
    ("init new --language pyton", "did you mean python?"),
    ("table a.jsonl --jsn x", "did you mean --json?"),
    ("report run.jsonl --markdwn -", "did you mean --markdown?"),
    ("describe reference --jsn", "did you mean --json?"),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text for text, _ in CASES])
def test_the_message_suggests_a_name(
    text: str, expected: str, capfd: pytest.CaptureFixture[str], monkeypatch: Any, tmp_path: Any
):
    monkeypatch.chdir(tmp_path)
    try:
        status: object = main(text.split())
    except SystemExit as leaving:
        status = leaving.code
    assert status not in (0, None)
    errors = capfd.readouterr().err
    assert expected in errors
    assert "Traceback" not in errors


def _complaint(text: str, *ids: str) -> str:
    patterns = CasePatterns({text: "--case"})
    for case_id in ids:
        patterns.matches(_Item(case_id))  # type: ignore[arg-type]
    return patterns.complaints()[0]


class _Item:
    """A collected case with this id."""

    stands_for = ""

    def __init__(self, case_id: str) -> None:
        self.case_id = case_id


@pytest.mark.parametrize("text", ["FLOOR", "floor", "Floor"])
def test_a_case_named_like_an_operation_suggests_its_specs(text: str):
    complaint = _complaint(text, "V1_0/floor/floor_rank_1", "V1_0/add/add", "suite/x/FLOOR")
    assert "did you mean V1_0/floor/*" in complaint


def test_the_separators_of_an_operation_do_not_matter():
    assert "did you mean V1_0/conv_2d/*?" in _complaint("CONV2D", "V1_0/conv_2d/a", "V1_0/add/add")


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        ("CONV2D", ["CONCATENATION", "CONV_2D"], ["CONV_2D"]),
        ("mobilnet", ["digits", "mobilenet_v1_0.25_128"], ["mobilenet_v1_0.25_128"]),
        ("", ["a"], []),
        ("zzz", ["a", "b"], []),
    ],
)
def test_similar_names(text: str, known: list[str], expected: list[str]):
    assert similar_names(text, known) == expected


def test_nothing_is_suggested_without_a_similar_name():
    assert did_you_mean("zzz", ["a", "b"]) == ""
