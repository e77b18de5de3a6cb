"""Compare observations: what differs from a recording, and what is announced."""

from __future__ import annotations

import fnmatch
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.recorded.execution import Observation

ANNOUNCED = Path(__file__).with_name("announced.txt")
ABSENT = "(nothing)"
IMPROBABLE = 1e-4
"""A frequency differs if a difference as large has at most this probability."""
_LONGEST = 300


def _same_frequency(first: int, of_first: int, second: int, of_second: int) -> bool:
    """Return whether two frequencies can be of one probability (Fisher's exact test, two sides)."""
    total, drawn = of_first + of_second, first + second

    def ways(hits: int) -> int:
        return math.comb(of_first, hits) * math.comb(of_second, drawn - hits)

    observed = ways(first)
    possible = range(max(0, drawn - of_second), min(drawn, of_first) + 1)
    as_rare = sum(ways(hits) for hits in possible if ways(hits) <= observed)
    return as_rare / math.comb(total, drawn) > IMPROBABLE


def _with_absent(outcomes: Counter[str], runs: int) -> Counter[str]:
    absent = runs - outcomes.total()
    return outcomes + Counter({ABSENT: absent}) if absent else outcomes


def _changed_lines(old: str, new: str) -> str:
    before, after = old.split("\n"), new.split("\n")
    lost = [line for line in before if line not in after]
    added = [line for line in after if line not in before]
    if not lost and not added:
        return "the same lines in another order or number"
    texts = [" | ".join(lines) or ABSENT for lines in (lost, added)]
    cut = [text if len(text) <= _LONGEST else text[:_LONGEST] + "..." for text in texts]
    return f"was {cut[0]}; is {cut[1]}"


def unit_differences(recorded: Observation, now: Observation) -> Iterator[str]:
    """Yield one line for each subject whose outcomes differ: ``SUBJECT: was ...; is ...``."""
    for subject in sorted({*recorded.subjects, *now.subjects}):
        old = _with_absent(recorded.subjects.get(subject, Counter()), recorded.runs)
        new = _with_absent(now.subjects.get(subject, Counter()), now.runs)
        unknown = [outcome for outcome in new if outcome not in old]
        if unknown:
            likely = old.most_common(1)[0][0]
            yield f"{subject}: {_changed_lines(likely, unknown[0])}"
            continue
        for outcome, count in old.items():
            if not _same_frequency(count, recorded.runs, new[outcome], now.runs):
                was, share = (
                    f"was in {count} of {recorded.runs} runs",
                    f"{new[outcome]} of {now.runs}",
                )
                text = outcome[:_LONGEST].replace("\n", " | ")
                yield f"{subject}: {was}, is in {share}: {text}"


def announced() -> list[str]:
    """Return the patterns of announced differences; a line of the file is ``PATTERN # REASON``."""
    patterns = []
    for number, line in enumerate(ANNOUNCED.read_text(encoding="utf-8").splitlines(), 1):
        pattern, mark, reason = line.partition(" # ")
        if not line.strip() or line.startswith("#"):
            continue
        if not mark or not reason.strip():
            raise ValueError(f"{ANNOUNCED.name}, line {number}: expected PATTERN # REASON")
        patterns.append(pattern.strip())
    return patterns


def is_announced(line: str, patterns: list[str]) -> bool:
    """Return whether a difference matches an announced pattern, in which ``*`` is any text."""
    return any(fnmatch.fnmatchcase(line, pattern.replace("[", "[[]")) for pattern in patterns)
