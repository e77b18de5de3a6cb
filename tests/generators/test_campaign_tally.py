"""Totals over chunks do not depend on their order."""

from __future__ import annotations

from typing import Any

from generators.campaigns.campaign_tally import MAX_LISTED_SEEDS, CampaignTally


def _chunk(number: int, *records: dict[str, Any]) -> dict[str, Any]:
    return {
        "chunk": number,
        "graphs": 50,
        "counts": {"passed": 50 - len(records)},
        "cells": {f"cell {number}": 1, "common": 2},
        "pairs": {"ADD>RELU": 1},
        "records": list(records),
    }


def _failure(seed: int, signature: str = "failed values ADD") -> dict[str, Any]:
    return {
        "seed": seed,
        "kind": "failed",
        "rule": "values",
        "failure_signature": signature,
        "reason": "",
    }


def test_groups_keep_the_first_failures_in_any_order_of_chunks() -> None:
    orders = [range(30), reversed(range(30))]
    groups = []
    for order in orders:
        tally = CampaignTally()
        for number in order:
            tally.add(_chunk(number, _failure(2 * number), _failure(2 * number + 1)))
        assert tally.failures == 60
        groups.append(tally.groups["failed values ADD"])
    assert groups[0] == groups[1]
    assert groups[0].count == 60
    assert [record["seed"] for record in groups[0].records] == list(range(MAX_LISTED_SEEDS))
