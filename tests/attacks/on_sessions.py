"""Attacks on a session: outcomes, the gate, the cache of specs, the campaign's database."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from conformance.cases import SpecError, SpecIndex
from conformance.gate.baseline import Baseline
from conformance.gate.gate import VerdictGate
from conformance.gate.policy import Waiver
from conformance.plugin.items import CaseFailed, report_outcome
from conformance.verdicts import Verdict, VerdictKind
from generators.campaigns import campaign_store
from generators.campaigns.campaign_store import CampaignStore, StoreError
from tests.attacks.attack import passed

ACCEPTED = frozenset(
    {
        VerdictKind.PASSED,
        VerdictKind.DECLINED,
        VerdictKind.WAIVED,
        VerdictKind.NOT_APPLICABLE,
        VerdictKind.DISABLED,
        VerdictKind.TOO_LARGE,
        VerdictKind.NO_RESOURCES,
        VerdictKind.UNAVAILABLE,
        VerdictKind.QUALITY_WARNING,
        VerdictKind.UNEXPECTEDLY_PASSED,
    }
)
"""Kinds of verdict that a policy may accept, from the definition of the invariant."""


def outcome_of_a_case(random: Random, folder: Path) -> str:
    """pytest reports a case as passed or skipped only if each of its verdicts is accepted."""
    kinds = [random.choice(list(VerdictKind)) for _ in range(random.randint(1, 4))]
    try:
        report_outcome([replace(passed(0), kind=kind, path=str(n)) for n, kind in enumerate(kinds)])
    except pytest.skip.Exception:
        pass
    except CaseFailed:
        return "" if not ACCEPTED.issuperset(kinds) else f"{kinds} failed"
    return "" if ACCEPTED.issuperset(kinds) else f"{kinds} did not fail"


def gate_with_other_waivers(random: Random, folder: Path) -> str:
    """Only a waiver that matches and has not expired, or the same known failure, is accepted."""
    case_id, rule = "V1_0/add/add", "values"
    verdict = Verdict(case_id, "sync", VerdictKind.FAILED, rule, "wrong")
    pattern = random.choice(["V1_0/add/add", "V1_0/*", "*", "V1_1/*", "V1_0/add", ""])
    rules = random.choice(["*", "values", "val*", "timing.*", ""])
    expires = random.choice([date(2026, 1, 1), date(2026, 1, 2), date(2026, 1, 3)])
    waivers = [Waiver(pattern, "r", "i", expires, rules)] if random.random() < 0.7 else []
    known = random.choice(
        [(case_id, "sync", rule), (case_id, "async", rule), (case_id, "sync", "x"), ("y", "", "")]
    )
    baseline = random.choice([None, Baseline(frozenset({known}))])
    gate = VerdictGate(waivers, baseline, date(2026, 1, 2))
    (after,) = gate.apply([verdict])
    waived = (
        bool(waivers)
        and pattern in ("V1_0/add/add", "V1_0/*", "*")
        and rules in ("*", "values", "val*")
    )
    accepted = waived and expires >= date(2026, 1, 2)
    if not waived and baseline is not None:
        accepted = known == (case_id, "sync", rule)
    expected = VerdictKind.WAIVED if accepted else VerdictKind.FAILED
    return "" if after.kind is expected else f"{after.kind}: {waivers}, {baseline}"


SPEC = """
x = Input("x", ("TENSOR_FLOAT32", [2]))
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("floor").Operation("FLOOR", x).To(y)
Example({x: [1.5, 2.5], y: [1.0, 2.0]}, model=model)
"""


def a_damaged_index(random: Random, folder: Path) -> str:
    """A damaged cache file never changes an example or hides one."""
    spec, cache = folder / "s.mod.py", folder / "cache"
    spec.write_text(SPEC)
    index = SpecIndex(cache)
    expected = {info.name: index.load(spec, info.name) for info in index.names(spec)}
    (file,) = cache.glob("*.nnspec")
    content = bytearray(file.read_bytes())
    for _ in range(random.randint(1, 3)):
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    file.write_bytes(content[: random.choice([None, None, random.randrange(len(content))])])
    again = SpecIndex(cache)
    try:
        found = {info.name: again.load(spec, info.name) for info in again.names(spec)}
    except SpecError as error:
        return f"the damaged cache became an error of the spec: {error}"
    return "" if found == expected else "the damaged cache changed an example"


def a_damaged_campaign(random: Random, folder: Path) -> str:
    """A damaged database is an error and stays unchanged, or only intact chunks are read."""
    settings = {"driver": "d", "seed": 1}
    chunks = [{"chunk": number, "graphs": 5, "counts": {"failed": number}} for number in range(4)]
    store = CampaignStore(folder, settings, lambda _: None)
    for chunk in chunks:
        store.add(dict(chunk))
    store.close()
    file = folder / campaign_store.FILE
    content = bytearray(file.read_bytes())
    match random.randrange(4):
        case 0:
            del content[random.randrange(len(content)) :]
        case 1:
            content += bytes(random.randint(1, 5000))
        case _:
            for _ in range(random.randint(1, 3)):
                content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    file.write_bytes(content)
    taken: list[dict[str, Any]] = []
    wanted = random.choice([settings, {**settings, "seed": 2}])
    try:
        CampaignStore(folder, wanted, taken.append).close()
    except StoreError:
        return "" if file.read_bytes() == content else "a damaged file was written"
    if wanted != settings:
        return "a campaign with another seed was accepted"
    return "" if all(chunk in chunks for chunk in taken) else "chunks were changed"


ATTACKS = [
    outcome_of_a_case,
    gate_with_other_waivers,
    a_damaged_index,
    a_damaged_campaign,
]
