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
