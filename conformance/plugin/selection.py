"""Which of the collected cases run: by pattern, by list, by shard, and not those done before."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from conformance.plugin.items import CaseItem

_WILD = re.compile(r"[*?\[]")
_UNUSED = "nn_unused_patterns"


class Patterns:
    """Case ids and patterns (``*`` matches anything); exact ids are looked up, not matched."""

    def __init__(self, texts: list[str]) -> None:
        self.unused = dict.fromkeys(texts)
        self._exact = {text for text in texts if not _WILD.search(text)}
        self._wild = [text for text in texts if _WILD.search(text)]

    def match(self, case_id: str) -> bool:
        """Whether the case is wanted."""
        if case_id in self._exact:
            self.unused.pop(case_id, None)
            return True
        for pattern in self._wild:
            if fnmatch.fnmatchcase(case_id, pattern):
                self.unused.pop(pattern, None)
                return True
        return False


def read_case_list(path: Path) -> list[str]:
    """One id or pattern a line; ``#`` starts a comment."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise pytest.UsageError(f"--case-list {path}: {error}") from error
    texts = [line.partition("#")[0].strip() for line in lines]
    return [text for text in texts if text]


def parse_shard(text: str) -> Callable[[str], bool]:
    """``I/N``: the cases of shard I of N, chosen by the case id alone."""
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise pytest.UsageError(
            f"--shard {text}: expected I/N with I from 1 to N, 2/8 for instance"
        )
    shard, shards = int(found[1]), int(found[2])
    return lambda case_id: crc32(case_id.encode()) % shards == shard - 1


class Selection:
    """Drops the cases that are not asked for; ``done`` are those of an earlier, interrupted run."""

    def __init__(self, config: pytest.Config, done: frozenset[str]) -> None:
        texts = list(config.getoption("nn_cases"))
        listed = config.getoption("nn_case_list")
        if listed:
            texts += read_case_list(Path(listed))
        self.patterns = Patterns(texts) if texts or listed else None
        shard = config.getoption("nn_shard")
        self._in_shard = parse_shard(shard) if shard else None
        self._done = done
        self._config = config
        self._worker = hasattr(config, "workerinput")
        if self.patterns is not None and config.getoption("dist", "no") != "no":
            self.patterns.unused = {}  # known once a worker has collected

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Deselect; tests that are no cases go only when cases were asked for by name."""
        if self.patterns is None and self._in_shard is None and not self._done:
            return
        kept: list[pytest.Item] = []
        dropped: list[pytest.Item] = []
        for item in items:
            if isinstance(item, CaseItem):
                wanted = self._wants(item.case_id)
            else:
                wanted = self.patterns is None
            (kept if wanted else dropped).append(item)
        if dropped:
            self._config.hook.pytest_deselected(items=dropped)
            items[:] = kept

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Tell the controller, which collects nothing, what no case is named."""
        if self._worker and self.patterns is not None:
            output = self._config.workeroutput  # type: ignore[attr-defined]
            output[_UNUSED] = list(self.patterns.unused)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A worker has ended; each has collected everything."""
        output = getattr(node, "workeroutput", None) or {}
        if self.patterns is not None and _UNUSED in output:
            self.patterns.unused = dict.fromkeys(output[_UNUSED])

    def _wants(self, case_id: str) -> bool:
        return (
            (self.patterns is None or self.patterns.match(case_id))
            and (self._in_shard is None or self._in_shard(case_id))
            and case_id not in self._done
        )
