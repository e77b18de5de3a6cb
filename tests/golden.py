"""The form of pages and messages in snapshot files.

``pytest FOLDER --snapshot-update`` writes the files in ``__snapshots__`` anew; the difference in
version control shows what users will see. Parts that depend on the machine or the time are
replaced.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from conformance import __version__

_REPOSITORY = Path(__file__).parents[1]
# A reason in the words of msgspec, which change between its releases, and not the path behind it.
_MSGSPEC = re.compile(
    r"(not valid for a case file: |tool\.nn-conformance: (?=[A-Z])|not a model list: "
    r"|cannot be read: (?=[A-Z])|line \d+: (?=[A-Z]))[^;\n]*?(?=( - at `[^`]*`|;|'$|\n|$))",
    re.MULTILINE,
)
_TIMES = (
    (re.compile(r"\b\d+(\.\d+)? (s|ms|µs|MiB|MB)\b(?! \()"), r"<number> \2"),
    (re.compile(r" in \d+\.\d+s( \(\d+:\d\d:\d\d\))?"), " in <time>"),
    (re.compile(r"\b\d{4}-\d\d-\d\dT[\d:.]+(\+\d\d:\d\d)?"), "<moment>"),
)
_REPLACED = (
    (re.compile(r"(\+00:00, )[\d,.]+ s\b"), r"\1<elapsed> s"),
    (re.compile(r"/\S*/nn-conformance-\w+"), "<temporary>"),
    (_MSGSPEC, r"\1<reason of msgspec>"),
    (re.compile(r"[ \t]+$", re.MULTILINE), ""),
)
_INLINE = frozenset({"a", "abbr", "b", "br", "button", "code", "i", "small", "span", "strong"})


def normalized(text: str, *folders: Path, times: bool = True) -> str:
    """Return the text without folders and versions and, with ``times``, without durations."""
    for folder in folders:
        text = text.replace(str(folder), "<folder>")
    text = text.replace(str(_REPOSITORY), "<repository>")
    text = text.replace(__version__, "<version>")
    for pattern, replacement in (*(_TIMES if times else ()), *_REPLACED):
        text = pattern.sub(replacement, text)
    return text


_HEADER = re.compile(
    r"^(platform|plugins:|cachedir:|rootdir:|configfile:|driver: ).*\n| +\[ *\d+%\]$", re.MULTILINE
)


_SHORTENED = re.compile(r"^(?=.*<folder>)(.{80}).*…$", re.MULTILINE)
"""A line with the folder that the summary has shortened: where depends on the folder's length."""


def terminal(text: str, folder: Path) -> str:
    """Return the output of pytest in a folder, without its header and the lengths of its rules."""
    text = re.sub(r"([=_-])\1{3,}", r"\1\1\1", _HEADER.sub("", text))
    text = normalized(re.sub(r"\d{3,} deselected", "<number> deselected", text), folder)
    return _SHORTENED.sub(r"\1…", text)


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.hidden = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden = tag in ("script", "style")
        self.parts.append(" | " if tag in ("td", "th") else "" if tag in _INLINE else "\n")

    def handle_endtag(self, tag: str) -> None:
        self.hidden = False

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.parts.append(re.sub(r"\s+", " ", data))


def page_text(page: str) -> str:
    """Return the text of an HTML page, a line for each block, without its script and style."""
    reader = _Text()
    reader.feed(page)
    lines = (line.strip() for line in "".join(reader.parts).splitlines())
    return "\n".join(line for line in lines if line)
