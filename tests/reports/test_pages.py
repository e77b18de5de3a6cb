"""Pages and messages of the commands on event streams, as snapshots.

The streams are synthetic, so that each count on a page can be compared with ``folder``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.verdicts import Verdict, VerdictKind
from tests.golden import normalized, page_text
from tests.reports.dumps import write_dump
from tests.reports.event_streams import ASKED_DURATIONS, crash, declined, failed, passed, write_run

NEW = [
    passed("V1_0/add/a"),
    passed("V1_0/add/a", path="async-fast"),
    failed("V1_0/add/b"),
    failed("V1_0/add/b", path="async-fast"),
    failed("V1_0/add/c d'"),
    crash("V1_0/relu/d", ("RELU",)),
    declined("V1_0/mul/e"),
    declined("V1_0/conv_2d/p", ("CONV_2D",), "p", ("CONV_2D (0)",)),
    passed("V1_0/conv_2d/q", ("CONV_2D",)),
    Verdict("V1_0/sub/f", "", VerdictKind.INTERNAL_ERROR, "internal", "oops", ("SUB",)),
    Verdict("V1_0/tanh/g", "async-low", VerdictKind.FAILED, "prepare.status", "no", ("TANH",), {},
            ASKED_DURATIONS),
    Verdict("V1_0/div/h", "", VerdictKind.DISABLED, "", "", ("DIV",)),
    failed("V1_0/add/i", details={"flaky": 1},
           reason="flaky: passed when run again (attempt 1); first result: died"),
    Verdict("V1_0/add/j", "async", VerdictKind.HANG, "callback.missing", "no callback", ("ADD",),
            {"breaker": {"subject": "the callback of execute", "time_outs": 3, "limit": 10.0}}),
    failed("V1_0/add/w", details={"operation": "ADD (operation 0)", "patterns": ["x"], "worst":
           {"index": [1], "expected": 0.1234567890123, "actual": "nan", "allowed": 1e-5}}),
    replace(failed("V1_0/add/waived"), kind=VerdictKind.WAIVED, reason="waived (T-1)"),
    Verdict("suite/queries/x", "", VerdictKind.PASSED),
]  # fmt: skip
OLD = [
    passed("V1_0/add/a"),
    passed("V1_0/add/b"),
    failed("V1_0/relu/d", ("RELU",)),
    passed("V1_0/mul/e"),
    failed("V1_0/conv_2d/q", ("CONV_2D",)),
    passed("V1_0/add/gone"),
]
POLICY = {
    "hal": "1.0",
    "require": {"operations": ["ADD", "SIN"], "types": ["BOOL"], "features": ["burst"]},
    "forbid_declined": True,
    "forbid_refused": True,
}


NEVER_EXECUTED = re.compile(r"^(.*: )?never executed$|^\| `?\w+`?( \| [x-])+( \|)?$")
"""Lines of a matrix, on operations that the run did not execute: hundreds on some pages."""


def with_uses(verdict: Verdict, facet: str) -> Verdict:
    uses = {f"{name}/TENSOR_FLOAT32": [facet] for name in verdict.operations}
    return replace(verdict, details={**verdict.details, "uses": uses})


def wrong(case_id: str, operation: str) -> Verdict:
    """Return the verdict of a case with the element 3 in place of 2."""
    element = {"index": [1], "expected": 2.0, "actual": 3.0, "allowed": 0.01}
    details = {"output": 0, "total": 4, "first": [element], "worst": element, "digest": ""}
    return failed(case_id, (operation,), reason="worst: got 3.0", details=details)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the streams that the commands below read."""
    folder: Path = tmp_path_factory.mktemp("runs")
    write_run(folder / "new.jsonl", NEW, policy=POLICY, driver_version="8",
              declared={"device_type": "CPU", "extensions": ["com.a"]})  # fmt: skip
    write_run(folder / "old.jsonl", OLD)
    write_run(folder / "good.jsonl", [passed("a"), passed("b"), passed("c")], finished="")
    write_run(
        folder / "cut.jsonl",
        [passed("a"), failed("b")],
        end=False,
        hal_version="AIDL_V1",
        driver="my drv (./my drv (new).so)",
        policy={"require": {"operations": ["ADD"]}},
    )
    write_run(folder / "declined.jsonl", [declined("V1_0/mul/e")], hal_version="1.0")
    write_run(folder / "dumped.jsonl", [write_dump(folder)])
    lines = (folder / "good.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "damaged.jsonl").write_bytes(b"".join([lines[0], *[b"{oops\n"] * 9, *lines[1:]]))
    cells = [
        *(with_uses(passed(f"s/pass{n}", ("CONV_2D",)), "form=explicit NHWC") for n in range(9)),
        *(with_uses(failed(f"s/fail{n}", ("CONV_2D",)), "form=explicit NCHW") for n in range(3)),
        with_uses(declined("s/d", ("ADD",), unsupported=("ADD (operation 0)",)), "form=default"),
        crash("suite/fences/x", ("CONV_2D",)),
        passed("old/case", ("RELU",)),
    ]
    write_run(folder / "cells.jsonl", cells, hal_version="1.1")
    drivers = {
        "vendor": [wrong("s/add", "ADD"), passed("s/mul", ("MUL",))],
        "alpha": [passed("s/add"), wrong("s/mul", "MUL")],
        "beta": [passed("s/add"), wrong("s/mul", "MUL"), passed("s/more")],
    }
    for name, verdicts in drivers.items():
        write_run(folder / f"{name}.jsonl", verdicts, driver=f"{name} (x:{name})")
    for shard in (1, 2):
        write_run(folder / f"part{shard}.jsonl", [passed(str(shard))],
                  options={"shard": f"{shard}/3"}, seed=shard)  # fmt: skip
    for name in ("1of3", "3of3"):
        options = {"shard": name.replace("of", "/")}
        write_run(folder / f"{name}.jsonl", [passed(name)], options=options)
    return folder


@pytest.mark.parametrize(
    "line",
    [
        *(
            f"report {line}{form}"
            for form in ("", " --html page.html")
            for line in (
                "new.jsonl --previous old.jsonl",
                "good.jsonl",
                "cut.jsonl --previous cut.jsonl",
                "damaged.jsonl",
                "declined.jsonl",
                "cells.jsonl",
            )
        ),
        "report new.jsonl --previous old.jsonl --csv -",
        "report new.jsonl --previous cut.jsonl --allow vanished --csv x.csv",
        "report dumped.jsonl --html page.html",
        "report cut.jsonl --csv -",
        "report none.jsonl",
        "report good.jsonl --html no/page.html",
        "report good.jsonl --html good.jsonl",
        "report good.jsonl --html same --csv ./same",
        "merge part1.jsonl part2.jsonl -o out.jsonl",
        "merge 1of3.jsonl 3of3.jsonl -o out.jsonl",
        "merge old.jsonl new.jsonl -o out.jsonl",
        "merge good.jsonl -o good.jsonl",
        "report vendor.jsonl alpha.jsonl beta.jsonl",
    ],
)
def test_command(line: str, nn: Any, folder: Path, monkeypatch: Any, snapshot: Any) -> None:
    monkeypatch.chdir(folder)
    for output in ("page.html", "out.jsonl"):
        (folder / output).unlink(missing_ok=True)
    done = nn(*line.split())
    text = f"status {done.status}\n{done.out}--- errors\n{done.err}"
    if (folder / "page.html").exists():
        text += "--- page\n" + page_text((folder / "page.html").read_text(encoding="utf-8"))
    lines = normalized(text, folder, times=False).splitlines()
    assert "\n".join(one for one in lines if not NEVER_EXECUTED.match(one)) == snapshot
