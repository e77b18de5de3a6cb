"""The smallest conjunctions, on cases whose condition is written by hand."""

from __future__ import annotations

import itertools
from zlib import crc32

import pytest

from conformance.failures.explain.conditions import (
    Observation,
    Relation,
    Requirement,
    describe,
    distinct_conditions,
    separate,
)

_TABLE = [
    {"type": type_, "activation": activation, "stride": stride, "size": size}
    for type_, activation, stride, size in itertools.product(
        ("FLOAT32", "FLOAT16", "QUANT8"), ("NONE", "RELU", "RELU1"), (1, 2, 3, 4), (1, 7, 8, 20)
    )
]


def _stated(fails: object, table: list[dict[str, str | int]] = _TABLE) -> list[str]:
    observations = [Observation(row, bool(fails(row))) for row in table]  # type: ignore[operator]
    found = separate(observations)
    assert found is not None
    return [describe(c) for c in distinct_conditions(found.conjunctions, observations)]


@pytest.mark.parametrize(
    ("fails", "text"),
    [
        (lambda row: row["activation"] == "RELU1", "activation = RELU1"),
        (lambda row: row["stride"] == 2, "stride = 2"),
        (lambda row: row["stride"] % 2 == 0, "stride even"),
        (lambda row: row["size"] >= 8, "size >= 8"),
        (lambda row: row["type"] != "FLOAT32", "type one of FLOAT16, QUANT8"),
        (
            lambda row: row["type"] == "QUANT8" and row["stride"] == 3,
            "type = QUANT8 and stride = 3",
        ),
        (
            lambda row: row["type"] == "QUANT8" and row["size"] == 1 and row["stride"] == 4,
            "type = QUANT8 and stride >= 4 and size <= 1",
        ),
    ],
)
def test_the_condition_is_named(fails: object, text: str) -> None:
    stated = _stated(fails)
    assert len(stated) == 1
    assert stated[0].replace("stride >= 4", "stride = 4").replace("size <= 1", "size = 1") == (
        text.replace("stride >= 4", "stride = 4").replace("size <= 1", "size = 1")
    )


def test_equivalent_features_are_stated_once() -> None:
    table: list[dict[str, str | int]] = [
        {"rank of input": rank, "elements of perm": rank, "size": size}
        for rank in (1, 2, 3, 4)
        for size in (1, 2)
    ]
    assert _stated(lambda row: row["rank of input"] == 4, table) == ["rank of input = 4"]


def test_exceptions_do_not_hide_the_shortest_condition() -> None:
    """A driver that ignores beta: 10 of 66 cases fail, 9 other ones with beta != 1 pass."""
    betas = [0.25, 0.5, 2.0, 3.0, 4.0, *[0.25] * 5, *[2.0] * 9, *[1.0] * 47]
    table: list[dict[str, str | int]] = [
        {"beta": beta, "rank": 1 + n % 4, "size": 1 + n % 7}  # type: ignore[dict-item]
        for n, beta in enumerate(betas)
    ]
    observations = [Observation(row, n < 10) for n, row in enumerate(table)]
    found = separate(observations)
    assert found is not None
    assert [describe(c) for c in found.conjunctions] == ["beta != 1"]
    assert (len(found.covered), found.errors) == (10, 9)


def test_two_requirements_have_exceptions_too() -> None:
    """A driver that repeats the elements of an input in place of broadcasting it, at rank 4 only.

    The result is right for some shapes. Sizes of dimension 3 require rank 4, and no more.
    """
    table: list[dict[str, str | int]] = [
        {"shapes": shapes, "size": size, "rank": rank, "type": type_}
        | ({"dimension 3": 1 + size % 3} if rank == 4 else {})
        for rank, shapes, size, type_ in itertools.product(
            (1, 2, 3, 4), ("equal", "different"), range(12), ("FLOAT32", "FLOAT16", "QUANT8")
        )
    ]

    def fails(row: dict[str, str | int]) -> bool:
        repeats = crc32(f"{row['size']} {row['type']}".encode()) % 3 != 0
        return row["rank"] == 4 and row["shapes"] == "different" and repeats

    assert 20 <= sum(map(fails, table)) < 36
    assert _stated(fails, table) == ["shapes = different and rank = 4"]


def test_more_cases_never_give_a_longer_condition() -> None:
    first = [Observation(row, row["activation"] == "RELU1") for row in _TABLE if row["size"] != 1]
    before = separate(first)
    assert before is not None
    # In further cases with the condition, the fault has no effect on tensors of one element.
    more = [Observation(row, failed=False) for row in _TABLE if row["size"] == 1]
    alone = separate([*first, *more])
    assert alone is not None
    assert len(alone.conjunctions[0]) == 2
    found = separate([*first, *more], before.conjunctions)
    assert found is not None
    assert [describe(c) for c in found.conjunctions] == ["activation = RELU1"]


def test_a_condition_that_all_cases_meet_is_none() -> None:
    """Before the generated cases all cases failed, and one of them had the smallest size."""
    observations = [Observation({"size": 1 + n % 7}, n % 3 != 0, str(n)) for n in range(30)]
    found = separate(observations, [(Requirement("size", Relation.AT_LEAST, 1),)])
    assert found is None or "size >= 1" not in map(describe, found.conjunctions)
