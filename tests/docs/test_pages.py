"""The documentation: links resolve, pages name their audience, generated files are marked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").glob("*/*.md"))
DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *PAGES,
    ROOT / "docs" / "README.md",
    ROOT / "specs" / "README.md",
    ROOT / "tests" / "README.md",
    ROOT / "examples" / "native_driver" / "README.md",
]
_LINK = re.compile(r"\]\(([^)#\s]*)(#[^)\s]*)?\)")
_HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)
_CODE_BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub gives the headings of a page."""
    text = _CODE_BLOCK.sub("", page.read_text(encoding="utf-8"))
    found: set[str] = set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    for heading in _HEADING.findall(text):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        found.add(re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-"))
    return found


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_resolves(page: Path):
    text = _CODE_BLOCK.sub("", page.read_text(encoding="utf-8"))
    broken = []
    for target, anchor in _LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        file = page if not target else (page.parent / target)
        if not file.exists():
            broken.append(target)
        elif anchor and file.suffix == ".md" and anchor[1:] not in anchors(file):
            broken.append(target + anchor)
    assert not broken


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_page_opens_with_its_audience(page: Path):
    opening = page.read_text(encoding="utf-8").split("\n\n")[1]
    assert re.match(r"\*(This page|These pages) (is|are) for ", opening), opening[:100]


def test_the_list_of_pages_is_complete():
    index = ROOT / "docs" / "README.md"
    linked = {target for target, _ in _LINK.findall(index.read_text(encoding="utf-8"))}
    assert not [page.name for page in PAGES if str(page.relative_to(index.parent)) not in linked]


def test_generated_specs_are_marked():
    marked = (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines()
    generated = [
        f"{path.relative_to(ROOT)} linguist-generated"
        for path in sorted((ROOT / "specs").glob("*/*.mod.py"))
        if "Generated: do not edit" in path.read_text(encoding="utf-8")[:2000]
    ]
    assert generated
    assert sorted(line for line in marked if line.startswith("specs/")) == generated
