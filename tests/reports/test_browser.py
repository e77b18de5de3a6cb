"""The HTML report in a real browser: sorting, filtering and the list of verdicts."""

import json
import re
import shutil
import subprocess
from html import escape, unescape
from urllib.parse import urlencode

import pytest

from conformance.verdicts import Verdict, VerdictKind
from tests.reports.event_streams import crash, declined, failed, passed, write_run

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--window-size=1280,900", "--dump-dom",
)  # fmt: skip


@pytest.fixture
def look(nn, tmp_path):
    """Return a function that writes a report, loads it in the browser and returns the DOM.

    ``state`` is the state of the list in the page's address: filters, order, opened verdict.
    """

    def at(verdicts, previous=None, **state):
        run = write_run(tmp_path / "run.jsonl", verdicts)
        page = tmp_path / "report.html"
        earlier = []
        if previous is not None:
            earlier = ["--previous", write_run(tmp_path / "old.jsonl", previous)]
        assert nn("report", run, "--html", page, *earlier).status in (0, 1)
        address = page.as_uri() + ("#verdicts?" + urlencode(state) if state else "")
        shown = subprocess.run(
            [BROWSER, *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", address],
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=True,
        )
        ready = re.search(r'<html[^>]* data-ready="(\d+)"', shown.stdout)
        assert ready, "the page's script did not run to its end"
        return shown.stdout

    return at


RUN = [
    passed("V1_0/add/one"),
    passed("V1_0/add/one", path="sync-low"),
    failed("V1_0/add/two"),
    declined("V1_0/mul/three"),
    crash("V1_0/relu/four", ("RELU",)),
    Verdict(
        "V1_0/sub/five",
        "sync-low",
        VerdictKind.PASSED,
        operations=("SUB",),
        durations={"execute": 2},
    ),
]


STATES = [
    ({}, ["two", "four", "one", "one", "three", "five"]),
    ({"kind": "failed"}, ["two"]),
    ({"kind": "crash,declined"}, ["four", "three"]),
    ({"q": "ADD"}, ["two", "one", "one"]),
    ({"q": "sigsegv"}, ["four"]),
    ({"q": "add VALUES"}, ["two"]),
    ({"q": '"V1_0/sub/five"'}, ["five"]),
    ({"q": "nothing like it"}, []),
    ({"operation": "ADD"}, ["two", "one", "one"]),
    ({"path": "sync-low"}, ["one", "five"]),
    ({"path": "sync-low", "operation": "SUB", "kind": "passed"}, ["five"]),
    ({"sort": "case"}, ["one", "one", "two", "three", "four", "five"]),
    ({"sort": "-case"}, ["five", "four", "three", "two", "one", "one"]),
    ({"sort": "ms"}, ["four", "three", "one", "one", "two", "five"]),
    ({"sort": "-ms"}, ["five", "one", "one", "two", "three", "four"]),
    ({"sort": "kind"}, ["four", "three", "two", "one", "one", "five"]),
]
"""States of the list, and the last parts of the ids of the cases that it then shows."""

LISTS = """
<!doctype html>
{frames}
<script>
onload = () => {
  const result = [...document.querySelectorAll("iframe")].map((frame) => {
    const page = frame.contentDocument;
    const rows = [...page.querySelectorAll("div.row:not(.head)")];
    return {
      ready: page.documentElement.dataset.ready,
      status: page.querySelector("p.status").textContent,
      cases: rows.map((row) => row.querySelectorAll("span.cell")[1].textContent),
    };
  });
  document.documentElement.dataset.result = JSON.stringify(result);
};
</script>
"""


def test_filters_and_sorting(nn, tmp_path):
    """One browser loads the page once for each state of the list."""
    run = write_run(tmp_path / "run.jsonl", RUN)
    assert nn("report", run, "--html", tmp_path / "r.html").status == 0
    addresses = [escape(f"r.html#verdicts?{urlencode(state)}") for state, _ in STATES]
    frames = [f'<iframe width="1280" height="900" src="{a}"></iframe>' for a in addresses]
    page = tmp_path / "frames.html"
    page.write_text(LISTS.replace("{frames}", "\n".join(frames)))
    shown = subprocess.run(
        [
            BROWSER,
            *FLAGS,
            "--allow-file-access-from-files",
            f"--user-data-dir={tmp_path / 'profile'}",
            page.as_uri(),
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=True,
    )
    found = re.search(r'data-result="([^"]*)"', shown.stdout)
    assert found, "the script that reads the lists did not run"
    lists = json.loads(unescape(found[1]))
    assert len(lists) == len(STATES)
    for (state, expected), seen in zip(STATES, lists, strict=True):
        assert seen["ready"], state
        assert [case.rpartition("/")[2] for case in seen["cases"]] == expected, state
        assert seen["status"] == f"{len(expected)} of 6 verdicts", state


def test_a_verdict_opens_with_its_details_and_the_line_to_reproduce(look):
    first = [{"index": [0, 1], "expected": 0.25, "actual": "nan", "allowed": 1e-5}]
    details = {"operation": "ADD (operation 0)", "patterns": ["all is odd"], "first": first}
    run = [failed("a b'c", details=details)]
    dom = look(run, open="first")
    detail = re.search(r'<div class="detail">(.*)</pre><button', dom)[1]
    assert "<td>[0,1]</td><td>0.25</td><td>nan</td><td>0.00001</td>" in detail
    assert "operations: ADD" in detail
    assert "all is odd" in detail
    assert "pytest --driver gizmo.nn:Device --case 'a b'\"'\"'c'" in detail
