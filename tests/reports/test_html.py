"""The HTML report as a file: self-contained, of limited size, and safe against markup in a run."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from conformance.reports.html_report import render_html
from conformance.results.run_results import load_run
from tests.reports.dumps import write_dump
from tests.reports.event_streams import (
    compared_run,
    failed,
    passed,
    write_run,
)

HOSTILE = "x</script><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\"'<!--"


class Page(HTMLParser):
    """The elements, attributes, texts and scripts of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.texts, self.scripts = [], [], [], []
        self.inside = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        self.inside = tag
        if tag == "script":
            self.scripts.append([dict(attrs), ""])

    def handle_endtag(self, tag):
        self.inside = ""

    def handle_data(self, data):
        if self.inside == "script":
            self.scripts[-1][1] += data
        elif self.inside != "style":
            self.texts.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.texts).split())


@pytest.fixture
def page(tmp_path):
    """Return a function that renders the report of a run as text."""

    def of(verdicts, previous=None, **header):
        record, change = compared_run(tmp_path, verdicts, previous, **header)
        return render_html(record, change).decode()

    return of


def hash_of(text):
    """Return the hash of a script or style in the form of a Content-Security-Policy."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_page_needs_nothing_from_elsewhere(page):
    """The page loads no external resource."""
    text = page([passed("a"), failed("b")], [passed("b")])
    found = Page(text)
    assert not {"link", "img", "iframe", "object", "embed", "base", "form"} & set(found.tags)
    for name, value in found.attributes:
        assert name not in ("src", "action", "style")
        assert not name.startswith("on")
        if name == "href":
            assert value.startswith("#")
    assert "http://" not in text
    assert "https://" not in text
    assert "@import" not in text
    assert "url(" not in text


def test_policy_allows_the_own_script_and_style_and_nothing_else(page):
    """The Content-Security-Policy permits only the page's script and style, by their hashes."""
    text = page([passed("a")])
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    data, script = Page(text).scripts
    style = re.search(r"<style>(.*?)</style>", text, flags=re.DOTALL)[1]
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == f"'{hash_of(script[1])}'"
    assert rules["style-src"] == f"'{hash_of(style)}'"
    assert data[0] == {"type": "application/json", "id": "data"}


def test_nothing_in_a_run_becomes_markup(page):
    verdict = failed(
        HOSTILE,
        (HOSTILE,),
        path=HOSTILE,
        rule=HOSTILE,
        reason=HOSTILE,
        details={"patterns": [HOSTILE], HOSTILE: {HOSTILE: [HOSTILE]}},
    )
    harmless = Page(page([failed("a")], [passed("a")], driver="d (e)", options={"o": "v"}))
    found = Page(
        page(
            [verdict],
            [passed(HOSTILE, path=HOSTILE)],
            driver=f"{HOSTILE} ({HOSTILE})",
            driver_version=HOSTILE,
            options={HOSTILE: HOSTILE},
        )
    )
    assert set(found.tags) <= set(harmless.tags) | {"b", "br", "code"}
    assert len(found.scripts) == 2
    assert not [name for name, _ in found.attributes if name.startswith("on")]
    data = json.loads(found.scripts[0][1])
    assert data["cases"] == [HOSTILE]
    assert data["reasons"] == [HOSTILE]
    assert data["details"]["0"][HOSTILE] == {HOSTILE: [HOSTILE]}
    assert HOSTILE in found.text


def test_data_holds_every_verdict(page):
    data = json.loads(Page(page([passed("a"), failed("b"), failed("b", path="q")])).scripts[0][1])
    cases, paths, kinds, rules, operations, reasons, milliseconds = data["columns"]
    assert [data["cases"][n] for n in cases] == ["a", "b", "b"]
    assert [data["paths"][n] for n in paths] == ["async-low", "async-low", "q"]
    assert [data["kinds"][n] for n in kinds] == ["passed", "failed", "failed"]
    assert [data["rules"][n] for n in rules] == ["", "values", "values"]
    assert [data["operations"][n] for n in operations] == [["ADD"]] * 3
    assert milliseconds == [7.0, 7.0, 7.0]
    assert sorted(data["details"]) == ["1", "2"]
    assert data["reasons"][reasons[1]].startswith("output 0 'y'")


def test_a_dumped_case_is_shown_in_its_group(tmp_path):
    run = write_run(tmp_path / "run.jsonl", [write_dump(tmp_path)])
    text = render_html(load_run(run)).decode()
    panel = re.search(r'<div class="panel">.*?</pre>', text, flags=re.DOTALL)[0]
    assert "= [0.5, -0.75, -2.5, -0.25]" in panel  # the bias
    attributes = Page(panel).attributes
    assert not [name for name, _ in attributes if name == "style" or name.startswith("on")]
    identifiers = [value for name, value in Page(text).attributes if name == "id"]
    assert len(identifiers) == len(set(identifiers))


def test_the_dump_of_another_failure_is_not_shown(tmp_path):
    verdict = replace(write_dump(tmp_path), reason="something else")
    run = write_run(tmp_path / "run.jsonl", [verdict])
    assert 'class="panel"' not in render_html(load_run(run)).decode()
    (tmp_path / "nn-failures").rename(tmp_path / "gone")
    assert 'class="panel"' not in render_html(load_run(run)).decode()
