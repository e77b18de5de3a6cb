"""Measures which faults a campaign of random graphs finds in a given time.

The graphs are those of ``nn-conformance campaign X``: the default profile, consecutive seeds. Each
graph runs once on the reference, whose time counts, and once more with each fault that changed the
output of one of its operations.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from benchmarks.detection.device import FaultyDevice, MeasuredFault, Observer
from benchmarks.detection.hole_fault import HoleFault
from benchmarks.detection.plain_run import Detection
from generators.construction.profiles import PROFILES
from generators.graph_judge import graph_search, judge_seed

PROFILE = "default"


def measure_campaign(
    faults: Sequence[MeasuredFault], seconds: float, longest: float = 600.0
) -> tuple[dict[str, Detection], int]:
    """Return the first detection of each fault that is found, and the number of graphs.

    ``seconds`` is the CPU time of the campaign on the reference, ``longest`` limits the whole
    measurement.
    """
    device, observer = FaultyDevice(), Observer()
    judge = graph_search(device)
    profile = PROFILES[PROFILE]
    pending = {fault.id: fault for fault in faults if not isinstance(fault, HoleFault)}
    found: dict[str, Detection] = {}
    clock, seed, start = 0.0, 0, time.process_time()
    while clock < seconds and time.process_time() - start < longest and pending:
        observer.start(pending.values())
        device.observer, before = observer, time.process_time()
        judge_seed(judge, profile, seed)
        device.observer = None
        clock += max(time.process_time() - before - observer.seconds, 0.0)
        for id_, fault in observer.differing.items():
            device.active = fault
            record = judge_seed(judge, profile, seed)
            device.active = None
            if record.kind == "failed":
                found[id_] = Detection(f"random/{PROFILE}/{seed}", clock, clock, record.rule)
                pending.pop(id_)
        seed += 1
    judge.runner.close()
    return found, seed
