"""Totals over chunks do not depend on their order, and rounds know the coverage of earlier ones."""

from __future__ import annotations

from collections import Counter
from typing import Any

from generators.tally import CHUNKS_A_ROUND, SEEDS, Tally


def _chunk(number: int, *records: dict[str, Any]) -> dict[str, Any]:
    return {
        "chunk": number,
        "graphs": 50,
        "counts": {"passed": 50 - len(records)},
        "cells": {f"cell {number}": 1, "common": 2},
        "pairs": {"ADD>RELU": 1},
        "records": list(records),
        "second_looks": 1,
        "elements": 10,
        "wide": 3,
    }


def _failure(seed: int, manner: str = "failed values ADD") -> dict[str, Any]:
    return {"seed": seed, "kind": "failed", "rule": "values", "manner": manner, "reason": ""}


def _declined(reason: str) -> dict[str, Any]:
    return {"seed": 0, "kind": "declined", "rule": "", "manner": "declined", "reason": reason}


def test_a_round_uses_the_coverage_of_all_rounds_before_the_previous_one() -> None:
    tally = Tally()
    for number in range(6 * CHUNKS_A_ROUND):
        tally.add(_chunk(number))
    for round_ in (5, 6, 7):
        known = tally.covered_before(round_).cells
        until = (round_ - 1) * CHUNKS_A_ROUND
        assert known["common"] == 2 * min(until, 6 * CHUNKS_A_ROUND)
        assert known[f"cell {until - 1}"] == 1
        assert known[f"cell {until}"] == 0
    assert tally.coverage.cells["common"] == 12 * CHUNKS_A_ROUND


def test_querying_the_coverage_does_not_change_it() -> None:
    tally = Tally()
    tally.add(_chunk(0))
    assert (
        tally.covered_before(2).cells
        == tally.covered_before(2).cells
        == Counter({"common": 2, "cell 0": 1})
    )


def test_groups_keep_the_first_failures_in_any_order_of_chunks() -> None:
    orders = [range(30), reversed(range(30))]
    groups = []
    for order in orders:
        tally = Tally()
        for number in order:
            tally.add(_chunk(number, _failure(2 * number), _failure(2 * number + 1)))
        assert tally.failures == 60
        groups.append(tally.groups["failed values ADD"])
    assert groups[0] == groups[1]
    assert groups[0].count == 60
    assert [record["seed"] for record in groups[0].records] == list(range(SEEDS))


def test_reasons_are_counted_up_to_a_limit() -> None:
    tally = Tally()
    for number in range(1500):
        tally.add(_chunk(0, _declined(f"no operation {number}; more"), _declined("no ADD; more")))
    assert tally.failures == 0
    most = tally.most_reasons()
    assert len(most) == SEEDS
    assert list(most.items())[:2] == [("no ADD", 1500), ("other reasons", 501)]
